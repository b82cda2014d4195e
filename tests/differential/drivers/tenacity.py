#!/usr/bin/env -S python3 -P
# SPDX-License-Identifier: GPL-3.0-or-later
"""tenacity: a call that always fails, under a wait and a stop strategy. Times in the settings are nanoseconds."""
import os
import sys

sys.path.append(os.path.dirname(os.path.abspath(__file__)))
import tenacity  # noqa: E402  the library: -P keeps this folder from coming first

from lines import Clock, Draws, answer_each  # noqa: E402

TIMES = {"wait", "start", "increment", "multiplier", "initial", "max", "min", "jitter", "after_delay"}


def seconds(settings):
    """The settings with their times in seconds."""
    return {key: value / 1e9 if key in TIMES else value for key, value in settings.items()}


def strategy(name, arguments):
    if name == "chain":
        return tenacity.wait_chain(*[tenacity.wait_fixed(wait / 1e9) for wait in arguments["waits"]])
    return getattr(tenacity, "wait_" + name)(**seconds(arguments))


def stop(settings):
    rules = tenacity.stop_after_attempt(settings["attempts"])
    if "after_delay" in settings:
        rules = rules | tenacity.stop_after_delay(seconds(settings)["after_delay"])
    return rules


def answer(request):
    settings = request["settings"]
    clock = Clock()
    Draws(request["draws"])
    durations = iter(request.get("attempts", []))
    attempts = 0

    def fail():
        nonlocal attempts
        attempts += 1
        clock.now += next(durations, 0) / 1e9
        raise OSError

    retrying = tenacity.Retrying(
        wait=strategy(settings["wait"], settings["arguments"]), stop=stop(settings["stop"]), sleep=clock.sleep
    )
    try:
        retrying(fail)
    except tenacity.RetryError:
        pass
    return {"waits": clock.slept, "attempts": attempts}


if __name__ == "__main__":
    answer_each(answer)
