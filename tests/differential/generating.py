# SPDX-License-Identifier: GPL-3.0-or-later
"""What the generators of settings and sequences share. Times are whole nanoseconds unless a name says otherwise."""

MS = 1_000_000
SECOND = 1000 * MS
# 2^-9 s: sums of it are exact both as doubles in seconds and as whole nanoseconds.
EXACT = 1_953_125


def text(nanoseconds):
    """A duration as experiment files write it."""
    return f"{nanoseconds}ns"


def between(rng, least, most, unit=1):
    """A multiple of the unit, each order of magnitude as likely as the next."""
    value = least * (most / least) ** rng.random()
    return max(1, round(value / unit)) * unit


def draws(rng, count):
    """Numbers in [0, 1); one in ten is an end or the middle. Nearer to 1, sums of doubles round to what 1 gives."""
    ends = [0.0, 0.5, 1 - 2**-32]
    return [rng.choice(ends) if rng.random() < 0.1 else rng.random() for _ in range(count)]


def around(rng, moments):
    """A number of milliseconds at one of these, just before or after it, or anything up to twice as much."""
    moment = rng.choice(moments)
    if rng.random() < 0.7:
        return max(0, moment + rng.choice([-1, 0, 0, 1]))
    return rng.randrange(2 * moment + 1)


def operations(rng, moments):
    """5 to 60 operations on a breaker, as differential_peer reads them. In half of them calls overlap."""
    failing = rng.choice([0.2, 0.4, 0.6, 0.8, 1.0])
    ignoring = rng.choice([0.0, 0.0, 0.15])
    overlap = rng.choice([0.0, 0.0, 0.3, 0.6])
    passing = rng.choice([0.15, 0.3, 0.5])
    under_way = []
    ops = []

    def outcome():
        if rng.random() < ignoring:
            return "ignored"
        return "fail" if rng.random() < failing else "ok"

    length = rng.randint(5, 60)
    while len(ops) < length:
        if rng.random() < passing:
            ops.append(f"adv {around(rng, moments)}")
        elif rng.random() >= overlap:
            ops.append(f"call {outcome()}")
        elif under_way and rng.random() < 0.5:
            ops.append(f"end {under_way.pop(rng.randrange(len(under_way)))} {outcome()}")
        else:
            under_way.append(len(ops))
            ops.append(f"begin {under_way[-1]}")
    return ops
