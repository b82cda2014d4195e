#!/usr/bin/env -S python3 -P
# SPDX-License-Identifier: GPL-3.0-or-later
"""curl --retry against a server on this machine that answers 503: the waits that it announces, in seconds. It does not
sleep them: curl.py LIBRARY preloads that (instant.c)."""
import os
import re
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

sys.path.append(os.path.dirname(os.path.abspath(__file__)))
from lines import answer_each  # noqa: E402


class Unavailable(BaseHTTPRequestHandler):
    """Answers 503, with the next of these values as Retry-After where it is not None."""

    headers_left = []
    requests = 0

    def do_GET(self):
        Unavailable.requests += 1
        header = self.headers_left.pop(0) if self.headers_left else None
        self.send_response(503)
        self.send_header("Content-Length", "0")
        if header is not None:
            self.send_header("Retry-After", header)
        self.end_headers()

    def log_message(self, *_):
        pass


SERVER = ThreadingHTTPServer(("127.0.0.1", 0), Unavailable)
SERVER.daemon_threads = True


def answer(request):
    Unavailable.headers_left = list(request["retryAfter"])
    Unavailable.requests = 0
    options = [str(word) for pair in request["settings"].items() for word in pair]
    url = f"http://127.0.0.1:{SERVER.server_port}/"
    environment = {**os.environ, "LC_ALL": "C", "LD_PRELOAD": sys.argv[1], "no_proxy": "*"}
    done = subprocess.run(["curl", "--disable", "--no-progress-meter", *options, url], env=environment, text=True,
                          capture_output=True, check=False)
    waits = [int(wait) for wait in re.findall(r"Will retry in (\d+) second", done.stderr)]
    return {"waits": waits, "attempts": Unavailable.requests}


if __name__ == "__main__":
    threading.Thread(target=SERVER.serve_forever, daemon=True).start()
    answer_each(answer)
