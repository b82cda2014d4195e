# SPDX-License-Identifier: GPL-3.0-or-later
"""What is printed of a comparison, and what the names mean."""
import json

from comparison import shortest

# Defects of the libraries that the core does not copy.
DEFECTS = {
    "stale windows": "cockatiel's sampling drops one window for each outcome, so that old ones count after idle time",
    "exponent ignored": "cockatiel's exponent has no effect without its decorrelated generator",
    "refusals dilute": "opossum counts refused calls among those that could have failed",
    "rounded product": "cockatiel's share of the calls is rounded: some that are no more than the threshold open it",
    "rounded quotient": "opossum's percentage is rounded: some that are no more than the threshold open it",
}
# Ways that no setting of a policy stands for. Now and then a new version of a library brings one; --strict refuses it.
OTHER_WAYS = {}
COLUMNS = "{:24}{:>10}{:>10}{:>10}{:>9}{:>9}{:>13}"
HEADING = COLUMNS.format("library", "sequences", "steps", "agree", "defects", "other", "unexplained")
SHOWN = 3


def counts(verdict):
    """Sequences that differ: by defects alone, by other known ways as well, by nothing known."""
    defects = sum(len(cases) for names, cases in verdict.differing.items() if names and set(names) <= set(DEFECTS))
    unexplained = len(verdict.differing.get((), []))
    other = sum(len(cases) for cases in verdict.differing.values()) - defects - unexplained
    return defects, other, unexplained


def row(name, verdict):
    different = counts(verdict)
    agreeing = verdict.sequences - sum(different)
    return COLUMNS.format(name, verdict.sequences, verdict.steps, agreeing, *different)


def _show(case):
    print(f"    policy    {json.dumps(case.asked_of_core['policy'])}")
    print(f"    settings  {json.dumps(case.asked_of_library['settings'])}")
    for key in ("ops", "draws", "attempts", "retryAfter"):
        if case.asked_of_core.get(key):
            print(f"    {key:10}{case.asked_of_core[key]}")
    what = "steps" if "steps" in case.ours else "waits"
    for side, answer in (("library", case.theirs), ("core", case.ours)):
        attempts = f"  in {answer['attempts']} attempts" if "attempts" in answer else ""
        print(f"    {side:10}{answer[what]}{attempts}")


def details(name, comparison, peer, verdict):
    """The first cases in full: of each known way the shortest that was found, of unexplained ones a few."""
    for repairs, cases in sorted(verdict.differing.items()):
        if len(repairs) > 1:
            continue
        meaning = f"{repairs[0]}: {(DEFECTS | OTHER_WAYS)[repairs[0]]}" if repairs else "UNEXPLAINED"
        print(f"\n  {name}, {len(cases)} × {meaning}")
        for case in cases[: 1 if repairs else SHOWN]:
            _show(shortest(comparison, peer, case, repairs) if "ops" in case.asked_of_core else case)
