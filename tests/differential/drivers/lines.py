# SPDX-License-Identifier: GPL-3.0-or-later
"""What the drivers in Python share: one JSON object a line in, one out; time and chance that are told what to be."""
import json
import random
import sys
import time


def answer_each(answer):
    """Calls answer(request) for each line of the standard input and writes what it returns."""
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))))


class Clock:
    """Replaces the clocks and the sleep of the module time."""

    def __init__(self, wall=0):
        self.wall = wall
        self.now = 0.0
        self.slept = []
        time.monotonic = lambda: self.now
        time.time = lambda: self.wall + self.now
        time.sleep = self.sleep

    def sleep(self, seconds):
        self.slept.append(seconds)
        self.now += seconds


class Draws(random.Random):
    """Gives the numbers that it was given, and puts itself where libraries look for chance."""

    def __init__(self, numbers):
        super().__init__()
        self.numbers = iter(numbers)
        random.random = self.random
        random.uniform = self.uniform

    def random(self):
        return next(self.numbers)
