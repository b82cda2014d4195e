#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the core and the real libraries on the same random settings and sequences."""
import argparse
import os
import random
import secrets
import subprocess
import sys

import breakers
import delays
import report
from comparison import Comparison, compare

HERE = os.path.dirname(os.path.abspath(__file__))
PYTHON = ["/usr/bin/python3", "-P", "-B"]
# Slower than the others by a hundred times: each of its sequences starts a program that makes up to 15 requests.
CURL_SEQUENCES = 500
NOT_PACKAGED = {
    "pybreaker": "Debian 12 has no package of it",
    "gobreaker": "Debian 12 has no package of it",
}


def comparisons(tools):
    """What is compared, by library. `tools`: the folder with what was built and fetched for it."""

    def python(name, *arguments):
        return [*PYTHON, f"{HERE}/drivers/{name}.py", *arguments]

    def node(name):
        return ["node", f"{HERE}/drivers/{name}", f"{tools}/node_modules"]

    cenkalti = [f"{tools}/cenkalti"]
    cockatiel = node("cockatiel.mjs")
    ways = ("exponent ignored",)
    window_ways = (*ways, "rounded product")
    return {
        "tenacity": {
            "waits": Comparison(delays.tenacity_waits, python("tenacity"), 1e9),
            "calls": Comparison(delays.tenacity_calls, python("tenacity"), 1e9),
        },
        "urllib3": {"calls": Comparison(delays.urllib3_calls, python("urllib3"), 1e9)},
        "cenkalti": {
            "waits": Comparison(delays.cenkalti_waits, cenkalti, draws_itself=True),
            "calls": Comparison(delays.cenkalti_calls, cenkalti),
        },
        "curl": {
            "calls": Comparison(delays.curl_calls, python("curl", f"{tools}/instant.so"), 1e9, most=CURL_SEQUENCES)
        },
        "cockatiel": {
            "waits": Comparison(delays.cockatiel_waits, cockatiel, 1e6, repairs=("exponent ignored",)),
            "consecutive": Comparison(breakers.cockatiel_consecutive, cockatiel, repairs=ways),
            "count": Comparison(breakers.cockatiel_count, cockatiel, repairs=window_ways),
            "sampling": Comparison(breakers.cockatiel_sampling, cockatiel, repairs=("stale windows", *window_ways)),
        },
        "opossum": {
            "breaker": Comparison(breakers.opossum, node("opossum.cjs"),
                                  repairs=("refusals dilute", "rounded quotient")),
        },
    }


def version(name, tools):
    """The library's own word about its version."""
    commands = {
        "tenacity": [*PYTHON, "-c", "from importlib.metadata import version; print(version('tenacity'))"],
        "urllib3": [*PYTHON, "-c", "import urllib3; print(urllib3.__version__)"],
        "cenkalti": ["dpkg-query", "-W", "-f", "${Version}", "golang-github-cenkalti-backoff-dev"],
        "curl": ["curl", "--version"],
    }
    package = f"{tools}/node_modules/{name}/package.json"
    command = commands.get(name, ["node", "-p", f"require('{package}').version"])
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    words = done.stdout.removeprefix("curl ").split()
    return words[0] if words else "of unknown version"


def arguments():
    parser = argparse.ArgumentParser(prog="tests/differential/run", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="libraries; without any, all that can be had")
    parser.add_argument("--seed", type=int, help="of the settings and sequences; drawn when absent, always printed")
    parser.add_argument("--sequences", type=int, default=10_000, help="for each comparison (10000)")
    parser.add_argument("--strict", action="store_true", help="fail on every disagreement that is no known defect")
    parser.add_argument("--peer", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--tools", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--missing", action="append", default=[], help=argparse.SUPPRESS)
    given = parser.parse_args()
    known = [*comparisons(given.tools), *NOT_PACKAGED]
    for name in given.names:
        if name not in known:
            parser.error(f"{name} is unknown; allowed: {', '.join(known)}")
    if given.sequences < 1:
        parser.error(f"--sequences {given.sequences} is out of range; allowed: 1 or more")
    given.names = given.names or known
    given.asked = given.names != known
    given.seed = secrets.randbelow(2**32) if given.seed is None else given.seed
    given.missing = NOT_PACKAGED | dict(entry.split("=", 1) for entry in given.missing)
    return given


def main():
    given = arguments()
    known = comparisons(given.tools)
    present = [name for name in given.names if name not in given.missing]
    print(f"seed {given.seed}; {', '.join(f'{name} {version(name, given.tools)}' for name in present)}\n")
    print(report.HEADING, flush=True)
    failed = False
    done = []
    for name in given.names:
        if name in given.missing:
            print(f"{name:24}not available: {given.missing[name]}")
            failed |= given.asked
            continue
        for part, comparison in known[name].items():
            full_name = f"{name} {part}"
            # Each comparison has a stream of its own: with others left out it stays as it was.
            verdict = compare(comparison, given.peer, random.Random(f"{given.seed} {full_name}"), given.sequences)
            print(report.row(full_name, verdict), flush=True)
            _, other, unexplained = report.counts(verdict)
            failed |= unexplained > 0 or (given.strict and other > 0)
            done.append((full_name, comparison, verdict))
    for full_name, comparison, verdict in done:
        report.details(full_name, comparison, given.peer, verdict)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
