# SPDX-License-Identifier: GPL-3.0-or-later
"""Random settings of the libraries' backoffs, with the policy that they are in an experiment file. Each function gives
(what the core is asked, what the library is asked)."""
from email.utils import formatdate
from time import asctime, gmtime, strftime

from generating import EXACT, MS, SECOND, between, draws, text

DAY = 86400 * SECOND


def _backoff(kind, jitter=None, attempts=None, **fields):
    policy = {"timeout": "unlimited", "retry": {"backoff": {"kind": kind, "cap": "unlimited", **fields}}}
    policy["retry"].update(jitter or {"jitter": "none"})
    if attempts is not None:
        policy["retry"]["maxAttempts"] = attempts
    return policy


def _tenacity_wait(rng, unit):
    """A wait strategy: (its name, its arguments, the policy's retry)."""
    base = between(rng, 10 * MS, 10 * SECOND, unit)
    most = base + between(rng, 10 * MS, 1000 * SECOND, unit)
    least = rng.choice([0, between(rng, MS, 20 * SECOND, unit)])
    growth = rng.choice([2, 2, 1, 1.5, 3, 0.5, round(rng.uniform(1, 4), 3)])
    step = rng.choice([0, between(rng, MS, 10 * SECOND, unit)])
    spread = between(rng, MS, 10 * SECOND, unit)
    grows = {"base": text(base), "multiplier": growth, "cap": text(most), "capOrder": "afterJitter"}
    waits = [between(rng, MS, 100 * SECOND, unit) for _ in range(rng.randint(1, 6))]
    return rng.choice([
        ("fixed", {"wait": base}, _backoff("fixed", base=text(base))),
        ("chain", {"waits": waits}, _backoff("list", waits=[text(w) for w in waits])),
        ("incrementing", {"start": base, "increment": step, "max": most},
         _backoff("linear", base=text(base), increment=text(step), cap=text(most))),
        ("exponential", {"multiplier": base, "exp_base": growth, "max": most, "min": least},
         _backoff("exponential", floor=text(least), **grows)),
        ("random_exponential", {"multiplier": base, "exp_base": growth, "max": most},
         _backoff("exponential", {"jitter": "full"}, **{**grows, "capOrder": "beforeJitter"})),
        ("exponential_jitter", {"initial": base, "exp_base": growth, "max": most, "jitter": spread},
         _backoff("exponential", {"jitter": "addedTime", "jitterTime": text(spread)}, **grows)),
        ("random", {"min": base, "max": base + spread},
         _backoff("fixed", {"jitter": "addedTime", "jitterTime": text(spread)}, base=text(base))),
    ])


def tenacity_waits(rng):
    name, arguments, policy = _tenacity_wait(rng, 1)
    numbers = draws(rng, rng.randint(1, 25))
    return ({"policy": policy, "draws": numbers},
            {"settings": {"wait": name, "arguments": arguments, "stop": {"attempts": len(numbers) + 1}},
             "draws": numbers})


def tenacity_calls(rng):
    """Whole calls with limits; the core draws, the library is given its numbers."""
    name, arguments, policy = _tenacity_wait(rng, EXACT)
    attempts = rng.randint(1, 12)
    stop = {"attempts": attempts}
    policy["retry"]["maxAttempts"] = attempts
    durations = [between(rng, EXACT, 10 * SECOND, EXACT) for _ in range(attempts)]
    if rng.random() < 0.7:
        stop["after_delay"] = rng.choice([between(rng, EXACT, 200 * SECOND, EXACT), durations[0], sum(durations)])
        policy.update(deadline=text(stop["after_delay"]), deadlineMode="afterAttempt")
    return ({"policy": policy, "attempts": durations, "path": str(rng.getrandbits(64))},
            {"settings": {"wait": name, "arguments": arguments, "stop": stop}, "attempts": durations})


def _retry_after(rng, now):
    moment = now + rng.randint(-100, 20000)
    return rng.choice([
        None, None, None, str(rng.randint(0, 300)), f" {rng.randint(0, 21600)} ", "0", formatdate(moment, usegmt=True),
        asctime(gmtime(moment)), strftime("%A, %d-%b-%y %H:%M:%S GMT", gmtime(moment)),
        "soon" if rng.random() < 0.3 else None])


def urllib3_calls(rng):
    retries = rng.randint(0, 12)
    # Multiples of half a second keep the clock at whole ones: it is compared with dates.
    factor = rng.choice([0, 0.5 * rng.randint(1, 20), 0.5])
    hinted = rng.random() < 0.5
    if not hinted and rng.random() < 0.8:
        factor = between(rng, MS, 30 * SECOND) / SECOND
    policy = _backoff("exponential", attempts=retries + 1, base=text(round(factor * SECOND)), multiplier=2,
                      firstAtOnce=True, cap="120s", capOrder="afterJitter")
    now = rng.randint(1_500_000_000, 1_900_000_000)
    headers = [_retry_after(rng, now) if hinted else None for _ in range(retries)]
    return ({"policy": policy, "attempts": [], "path": "0", "hint": "urllib3", "retryAfter": headers, "now": now},
            {"settings": {"retries": retries, "backoff_factor": factor}, "retryAfter": headers, "now": now})


def _cenkalti(rng, factor, retries):
    initial = between(rng, 1000, 60 * SECOND)
    most = initial + between(rng, 1000, 1000 * SECOND)
    growth = rng.choice([1.5, 1.5, 2, 1, 3, round(rng.uniform(1, 4), 3), 1.1])
    jitter = {"jitter": "proportional", "proportion": factor} if factor else None
    policy = _backoff("exponential", jitter, retries + 1, base=text(initial), multiplier=growth, steps="integer",
                      cap=text(most))
    return policy, {"initial": initial, "max": most, "multiplier": growth, "factor": factor, "max_elapsed": 0,
                    "retries": retries}


def cenkalti_waits(rng):
    """The library draws; the core is given its numbers."""
    policy, settings = _cenkalti(rng, rng.choice([0.5, 0.0, 1.0, round(rng.random(), 3)]), rng.randint(1, 40))
    return {"policy": policy}, {"settings": settings, "attempts": [], "seed": rng.getrandbits(31)}


def cenkalti_calls(rng):
    retries = rng.randint(0, 30)
    policy, settings = _cenkalti(rng, 0.0, retries)
    durations = [rng.choice([0, between(rng, 1000, 60 * SECOND)]) for _ in range(retries + 1)]
    settings["max_elapsed"] = rng.choice([
        between(rng, 1000, 2000 * SECOND), settings["initial"] + durations[0], sum(durations) + settings["max"]])
    policy.update(deadline=text(min(DAY, settings["max_elapsed"])), deadlineMode="refuseBeyond")
    return ({"policy": policy, "attempts": durations, "path": "0"},
            {"settings": settings, "attempts": durations, "seed": 1})


def cockatiel_waits(rng):
    initial = between(rng, 1, 10_000)
    most = initial + between(rng, 1, 100_000)
    numbers = draws(rng, rng.randint(1, 25))
    settings = {"initialDelay": initial, "maxDelay": most}
    grows = {"base": f"{initial}ms", "cap": f"{most}ms", "multiplier": 2}
    generator = rng.choice(["no", "full", "half", "decorrelated", "iterable"])
    if generator == "iterable":
        settings = [between(rng, 1, 10_000) for _ in range(rng.randint(1, 6))]
        policy = _backoff("list", waits=[f"{wait}ms" for wait in settings])
        return {"policy": policy, "draws": numbers}, {"settings": {"backoff": settings}, "draws": numbers}
    settings["generator"] = generator
    if generator == "no" and rng.random() < 0.2:
        settings["exponent"] = grows["multiplier"] = rng.choice([1.5, 3])
    if generator in ("full", "half"):
        grows["unit"] = "1ms"
    jitter = {"no": "none", "full": "full", "half": "equal", "decorrelated": "decorrelatedV2"}[generator]
    return ({"policy": _backoff("exponential", {"jitter": jitter}, **grows), "draws": numbers},
            {"settings": {"backoff": settings}, "draws": numbers})


def curl_calls(rng):
    """A limit on the time and a Retry-After go by different rules there; a sequence has only one of them."""
    retries = rng.randint(0, 14)
    settings = {"--retry": retries}
    policy = _backoff("exponential", attempts=retries + 1, base="1s", multiplier=2, cap="600s")
    if rng.random() < 0.3:
        settings["--retry-delay"] = rng.randint(1, 30)
        policy["retry"]["backoff"] = {"kind": "fixed", "base": f"{settings['--retry-delay']}s", "cap": "unlimited"}
    headers = []
    if rng.random() < 0.5:
        headers = [rng.choice([None, "0", str(rng.randint(1, 900))]) for _ in range(retries)]
    elif rng.random() < 0.7:
        settings["--retry-max-time"] = rng.choice([1, 3, 7, 15, rng.randint(1, 4000)])
        policy.update(deadline=f"{settings['--retry-max-time']}s", deadlineMode="afterAttempt")
    # Its reading of the header is, for seconds, the one that urllib3 has: 0 means its own back-off.
    return ({"policy": policy, "attempts": [], "path": "0", "hint": "urllib3", "retryAfter": headers, "now": 0},
            {"settings": settings, "retryAfter": headers})
