"""Drives the client for `dai conformance`: a request is a line of JSON, and so is its reply."""

import json
import math
import os
import sys
import threading
import time
import traceback

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from dai import Client, Clock  # noqa: E402


class FastClock(Clock):
    def __init__(self, rate):
        self.rate = rate
        self.jump = 0.0
        self.began = (time.time(), time.monotonic())

    def now(self):
        return self.began[0] + self.monotonic() + self.jump

    def monotonic(self):
        return (time.monotonic() - self.began[1]) * self.rate

    def wall(self, seconds):
        return seconds / self.rate


client = None
clock = None
writing = threading.Lock()


def seconds(request, name="timeoutMs"):
    return request[name] / 1000


def open_client(request):
    global client, clock
    options = request["options"]
    clock = FastClock(options["clockRate"])
    named = {
        "delayMs": "delay",
        "requestTimeoutMs": "request_timeout",
        "retryBaseMs": "retry_base",
        "retryMaxMs": "retry_max",
        "retryForMs": "retry_for",
    }
    plain = {"queueEventsMax": "queue_events_max", "queueBytesMax": "queue_bytes_max", "spoolFolder": "spool"}
    more = {name: options[given] / 1000 for given, name in named.items() if given in options}
    more.update({name: options[given] for given, name in plain.items() if given in options})
    threads = os.environ.get("DAI_ADAPTER_THREADS", "1") == "1"
    client = Client(url=options["url"], key=options["key"], product=options["product"], clock=clock, threads=threads, spool_hold=math.inf, **more)
    return {}


def report_of(report):
    return {**report, "refusedCount": report["refused_count"]}


def verdict_of(verdict):
    return {**verdict, "eventId": verdict.get("event_id")}


def fork(request):
    """The child has the client as it was at the fork, and sends events of its own."""
    reading, writing_end = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            for event in request["events"]:
                client.track(event)
            os.write(writing_end, json.dumps(report_of(client.close(seconds(request)))).encode())
        finally:
            os._exit(0)
    os.close(writing_end)
    with os.fdopen(reading, "rb") as answers:
        report = json.loads(answers.read())
    os.waitpid(child, 0)
    return {"report": report}


def set_clock(request):
    clock.jump += seconds(request, "jumpMs")
    return {}


def shown(value, depth=0):
    members = getattr(value, "__dict__", None) or {}
    inner = [] if depth > 6 else ["%s=%s" % (name, shown(one, depth + 1)) for name, one in members.items()]
    return repr(value) + "".join(inner)


actions = {
    "hello": lambda _request: {"client": "dai.py", "features": ["spool", "fork", "clock"]},
    "open": open_client,
    "track": lambda request: client.track(request["event"])._asdict(),
    "trackNow": lambda request: verdict_of(client.track_now(request["event"], seconds(request))),
    "batch": lambda request: {"verdicts": [verdict_of(one) for one in client.batch(request["events"], seconds(request))]},
    "dryRun": lambda request: client.dry_run(request["event"]),
    "lookUp": lambda request: {"found": client.look_up(request["key"]) is not None},
    "flush": lambda request: client.flush(seconds(request)),
    "close": lambda request: report_of(client.close(seconds(request))),
    "inspect": lambda _request: {"text": shown(client)},
    "fork": fork,
    "clock": set_clock,
}


def act(request):
    try:
        reply = actions[request["do"]](request)
    except Exception:
        reply = {"error": traceback.format_exc()}
    line = json.dumps({**reply, "id": request["id"]})
    with writing:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


for line in sys.stdin:
    threading.Thread(target=act, args=(json.loads(line),), daemon=True).start()
