#!/usr/bin/env -S python3 -P
# SPDX-License-Identifier: GPL-3.0-or-later
"""urllib3: its Retry, told of one 503 after another as its connection pool does. Times are seconds."""
import os
import sys

sys.path.append(os.path.dirname(os.path.abspath(__file__)))
from urllib3 import Retry  # noqa: E402  the library: -P keeps this folder from coming first
from urllib3.exceptions import InvalidHeader, MaxRetryError  # noqa: E402
from urllib3.response import HTTPResponse  # noqa: E402

from lines import Clock, Draws, answer_each  # noqa: E402


def answer(request):
    settings = request["settings"]
    clock = Clock(request["now"])
    Draws(request["draws"])
    waits = []
    attempts = 0
    retry = Retry(total=settings.pop("retries"), status_forcelist=[503], **settings)
    while True:
        header = request["retryAfter"][attempts] if attempts < len(request["retryAfter"]) else None
        attempts += 1
        response = HTTPResponse(status=503, headers={} if header is None else {"Retry-After": header})
        clock.slept.clear()
        try:
            retry = retry.increment("GET", "/", response=response)
            retry.sleep(response)
        except (MaxRetryError, InvalidHeader):
            return {"waits": waits, "attempts": attempts}
        waits.append(sum(clock.slept))


if __name__ == "__main__":
    answer_each(answer)
