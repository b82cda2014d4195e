# SPDX-License-Identifier: GPL-3.0-or-later
"""Random settings of the libraries' breakers, with the policy that they are in an experiment file, and operations on
them. Each function gives (what the core is asked, what the library is asked). Times are milliseconds."""
from math import ceil, floor

from generating import between, operations

# Shares that people write, and some whose multiples are not what they seem in binary.
SHARES = [0.1, 0.2, 0.25, 0.29, 0.3, 0.4, 0.5, 0.5, 0.55, 0.58, 0.6, 0.7, 0.75, 0.9]


def _asked(policy, settings, ops):
    ops = "; ".join(ops)
    return {"policy": {"breaker": policy}, "ops": ops}, {"settings": settings, "ops": ops}


def _cockatiel(rng, policy, breaker, moments):
    """Adds how it opens and probes."""
    after = between(rng, 5, 3000)
    policy["open"] = {"time": f"{after}ms"}
    policy["halfOpen"] = {"countVerdict": True}
    policy.update(late="intoWindow", ignored="probeSuccess")
    settings = {"breaker": breaker, "halfOpenAfter": after}
    moments = moments + [after, after]
    if rng.random() < 0.3:
        exponent = rng.choice([2, 2, 2, 3])
        most = after * rng.choice([1, 3, 8])
        policy["open"].update(multiplier=exponent, cap=f"{most}ms")
        settings["halfOpenAfter"] = {"generator": "no", "initialDelay": after, "maxDelay": most, "exponent": exponent}
        moments += [min(most, after * exponent), most]
    if rng.random() < 0.4:
        calls = rng.randint(1, 5)
        threshold = rng.choice([0, 0.2, 0.25, 0.5, 0.6, 0.75])
        settings["halfOpenSampling"] = {"calls": calls, "threshold": threshold}
        policy["halfOpen"].update(probes=calls, rule="inAll")
        policy["halfOpen"].update({"verdict": "opensEarly", "sampleRatio": threshold} if threshold
                                  else {"verdict": "streak", "successes": calls})
        policy["compare"] = "above"
    return _asked(policy, settings, operations(rng, moments))


def cockatiel_consecutive(rng):
    size = rng.randint(1, 8)
    return _cockatiel(rng, {"kind": "consecutive", "size": size}, {"kind": "consecutive", "size": size}, [])


def cockatiel_count(rng):
    size = rng.choice([rng.randint(1, 20), rng.randint(1, 20), rng.randint(60, 70)])
    share = rng.choice(SHARES)
    minimum = rng.choice([size, rng.randint(1, size)])
    policy = {"kind": "countWindow", "size": size, "minimumCalls": minimum, "failureRatio": share, "compare": "above"}
    breaker = {"kind": "count", "size": size, "threshold": share}
    if minimum != size:
        breaker["minimumNumberOfCalls"] = minimum
    return _cockatiel(rng, policy, breaker, [])


def cockatiel_sampling(rng):
    duration = between(rng, 50, 20_000)
    windows = max(5, ceil(duration / 1000))
    width = floor(duration / windows + 0.5)
    share = rng.choice(SHARES)
    least = (rng.randint(1, 8) - rng.choice([0, 0.5])) * 1000 / duration
    minimum = ceil(width * windows * (least / 1000))
    policy = {"kind": "timeWindow", "window": f"{width * windows}ms", "buckets": windows, "roll": "fromActivity",
              "minimumCalls": minimum, "failureRatio": share, "compare": "above"}
    breaker = {"kind": "sampling", "threshold": share, "duration": duration, "minimumRps": least}
    return _cockatiel(rng, policy, breaker, [width, width, width * windows])


def opossum(rng):
    buckets = rng.randint(1, 10)
    width = between(rng, 2, 1000)
    percentage = rng.choice([round(100 * share) for share in SHARES] + [100, 33.3])
    volume = rng.choice([0, 0, rng.randint(1, 8)])
    reset = between(rng, 5, 3000)
    policy = {"kind": "timeWindow", "window": f"{width * buckets}ms", "buckets": buckets,
              "minimumCalls": volume, "failureRatio": round(percentage / 100, 6), "compare": "above",
              "place": "apart", "clearOnClose": False, "late": "counted", "ignored": "success",
              "open": {"time": f"{reset}ms", "halfOpenBy": "timer"}}
    settings = {"errorThresholdPercentage": percentage, "rollingCountTimeout": width * buckets + rng.randrange(buckets),
                "rollingCountBuckets": buckets, "resetTimeout": reset, "volumeThreshold": volume}
    return _asked(policy, settings, operations(rng, [width, width * buckets, reset, reset]))
