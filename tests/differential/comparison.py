# SPDX-License-Identifier: GPL-3.0-or-later
"""One library and the core on the same requests; where they differ, which of the library's known ways it comes from."""
import json
import subprocess
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import combinations
from math import floor
from typing import Callable


@dataclass
class Comparison:
    """What to generate, whom to ask, and what may differ."""

    generate: Callable  # (rng) -> (what the core is asked, what the library is asked)
    driver: list  # the command that drives the library
    unit: float = 1.0  # nanoseconds in one of the library's units
    draws_itself: bool = False  # its numbers come back with its waits; else the core's or the generator's are its
    # Ways of the library that its driver can put right, by name.
    repairs: tuple = ()
    most: int = 10**9  # no more sequences than this: slow ones


@dataclass
class Case:
    asked_of_core: dict
    asked_of_library: dict
    ours: dict = None  # the core's answer
    theirs: dict = None  # the library's

    def agrees(self, unit):
        if "ops" in self.asked_of_core:
            return self.ours["steps"] == self.theirs["steps"]
        found, expected = self.ours["waits"], self.theirs["waits"]
        same = len(found) == len(expected) and all(close(a, b * unit) for a, b in zip(found, expected))
        return same and self.ours.get("attempts") in (None, self.theirs.get("attempts"))

    def steps(self):
        return len(self.theirs["steps"].split("; ") if "steps" in self.theirs else self.theirs["waits"])


@dataclass
class Verdict:
    sequences: int = 0
    steps: int = 0
    # Cases by the names of what was put right to make them agree; under () those that nothing explains.
    differing: dict = field(default_factory=lambda: defaultdict(list))


def close(core, library):
    """To one in the core's whole nanoseconds, and beyond that to the last digits of a double."""
    return abs(core - floor(library)) <= 1 + 1e-12 * abs(library)


def ask(command, requests):
    """The answers of a program that reads and writes one JSON object a line."""
    if not requests:
        return []
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run(command, input=lines, text=True, capture_output=True, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if done.returncode != 0 or len(answers) != len(requests):
        raise SystemExit(f"{command[0]} stopped at request {len(answers)} of {len(requests)}: {done.stderr.strip()}")
    for request, answer in zip(requests, answers):
        if "error" in answer:
            raise SystemExit(f"{command[0]}: {answer['error']}: {json.dumps(request)}")
    return answers


def run(comparison, peer, cases, repairs=()):
    """Asks both about each case; with repairs only the library, anew."""

    def ask_library():
        requests = [case.asked_of_library | {"repairs": list(repairs)} for case in cases]
        for case, answer in zip(cases, ask(comparison.driver, requests)):
            case.theirs = answer

    def ask_core():
        for case, answer in zip(cases, ask([peer], [case.asked_of_core for case in cases])):
            case.ours = answer

    if repairs:
        ask_library()
    elif comparison.draws_itself:
        ask_library()
        for case in cases:
            case.asked_of_core["draws"] = case.theirs["u"]
        ask_core()
    else:
        ask_core()
        for case in cases:
            if "steps" not in case.ours:
                case.asked_of_library.setdefault("draws", case.ours.get("u", []))
        ask_library()


def explain(comparison, peer, cases):
    """Cases that differ, by the smallest set of repairs after which they agree."""
    found = defaultdict(list)
    stock = [case.theirs for case in cases]
    left = list(zip(cases, stock))
    for size in range(1, len(comparison.repairs) + 1):
        for repairs in combinations(comparison.repairs, size):
            run(comparison, peer, [case for case, _ in left], repairs)
            still = []
            for case, answer in left:
                agrees = case.agrees(comparison.unit)
                case.theirs = answer
                if agrees:
                    found[repairs].append(case)
                else:
                    still.append((case, answer))
            left = still
    if left:
        found[()] = [case for case, _ in left]
    return found


def compare(comparison, peer, rng, count):
    verdict = Verdict(sequences=min(count, comparison.most))
    cases = [Case(*comparison.generate(rng)) for _ in range(verdict.sequences)]
    run(comparison, peer, cases)
    verdict.steps = sum(case.steps() for case in cases)
    differing = [case for case in cases if not case.agrees(comparison.unit)]
    verdict.differing = explain(comparison, peer, differing)
    return verdict


def shortest(comparison, peer, case, repairs):
    """A breaker's case with as many operations left out as can be, still differing for the same reason."""

    def without(ops, start, count):
        text = {"ops": "; ".join(ops[:start] + ops[start + count:])}
        return Case(case.asked_of_core | text, case.asked_of_library | text)

    def still_differing(candidates):
        run(comparison, peer, candidates)
        differing = [each for each in candidates if not each.agrees(comparison.unit)]
        stock = [each.theirs for each in differing]
        run(comparison, peer, differing, repairs or comparison.repairs)
        found = [each for each in differing if each.agrees(comparison.unit) == bool(repairs)]
        for each, answer in zip(differing, stock):
            each.theirs = answer
        return found

    count = len(case.asked_of_core["ops"].split("; "))
    while count > 0:
        ops = case.asked_of_core["ops"].split("; ")
        found = still_differing([without(ops, start, count) for start in range(0, len(ops), count) if len(ops) > count])
        if found:
            case = found[-1]
        else:
            count //= 2
    return case
