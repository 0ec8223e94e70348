"""Sends adoption events to DAI and reports what became of each.

One file for Python 3.9 to 3.13, standard library only. Copy it beside your program:

    from dai import Client

    client = Client(url="https://api.example.com", key=os.environ["SERVICE_ADOPTION_KEY"],
                    product={"id": "orders-api", "name": "Orders API", "type": "api"})
    client.track({"event_name": "FIRST_API_CALL", "developer_id": "developer-42"})
    report = client.close()

`track` never raises and never waits for the network. A forked process goes on with a queue of its own: what waited at the fork is sent by
the process that took it. Where no thread runs, `flush` and `close` send in the thread of their caller.
"""

from __future__ import annotations

import collections
import http.client
import io
import json
import math
import os
import random as _random
import re
import ssl
import stat
import threading
import time
import uuid
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Deque, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Set, Tuple
from urllib.parse import quote, urljoin, urlsplit

__version__ = "0.1.0"
__all__ = ["Client", "Clock", "Tracked", "Unanswered"]

Event = Mapping[str, Any]
Verdict = Dict[str, Any]
# (method, url, headers, body, timeout in seconds) -> (status, headers with names in small letters, body)
Transport = Callable[[str, str, Mapping[str, str], Optional[bytes], float], Tuple[int, Mapping[str, str], bytes]]

_BATCH_EVENTS_MAX = 50
_EVENT_BYTES_MAX = 32 * 1024
_DEPTH_MAX = 64
_DAY = 24 * 60 * 60.0
_RETRIED = frozenset((408, 429, 500, 502, 503, 504))
_REDIRECTS_MAX = 3
_ANSWER_BYTES_MAX = 8 * 1024 * 1024
# Servers end an idle connection after five seconds as a rule; a request on one that is about to end would get no answer.
_IDLE_SECONDS_MAX = 3.0
# A thread that has not begun by then does not run here, such as under uWSGI without --enable-threads.
_THREAD_BEGINS_SECONDS = 0.25


class Tracked(NamedTuple):
    """Whether an event was taken, and the key under which it can be looked up."""

    accepted: bool
    key: str
    reason: Optional[str] = None


class Unanswered(Exception):
    """A question that the service did not answer. It holds neither the tracking key nor the event."""

    def __init__(self, message: str, status: int, code: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


class Clock:
    """Time as the client sees it, in seconds; a test hands in its own."""

    def now(self) -> float:
        return time.time()

    def monotonic(self) -> float:
        return time.monotonic()

    def wall(self, seconds: float) -> float:
        """How long the machine waits for so many seconds of this clock."""
        return seconds


# ---- the canonical form of an event ----------------------------------------------------------------------------------------------------


class _NotJson(Exception):
    pass


class _TooLarge(Exception):
    pass


_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def _text_of(value: str) -> str:
    if len(value) > _EVENT_BYTES_MAX:
        raise _TooLarge
    text = json.dumps(value, ensure_ascii=False)
    return _LONE_SURROGATE.sub(lambda found: "\\u%04x" % ord(found.group()), text)


def _number_of(value: float) -> str:
    """Writes a number as RFC 8785 does, which is how JavaScript writes it."""
    number = float(value)
    if not math.isfinite(number):
        raise _NotJson
    if number == 0:
        return "0"
    mantissa, _, exponent = ("%r" % abs(number)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0") or "0"
    if len(digits) <= point <= 21:
        text = digits + "0" * (point - len(digits))
    elif 0 < point <= 21:
        text = digits[:point] + "." + digits[point:]
    elif -6 < point <= 0:
        text = "0." + "0" * -point + digits
    else:
        text = digits[0] + ("." + digits[1:] if len(digits) > 1 else "") + "e%+d" % (point - 1)
    return "-" + text if number < 0 else text


def _canonical(value: Any) -> str:
    """Writes a value in the canonical form of RFC 8785, and stops as soon as it is longer than an event may be."""
    parts: List[str] = []
    length = 0

    def put(text: str) -> None:
        nonlocal length
        length += len(text)
        if length > _EVENT_BYTES_MAX:
            raise _TooLarge
        parts.append(text)

    def write(one: Any, depth: int) -> None:
        if depth > _DEPTH_MAX:
            raise _NotJson
        if one is None:
            put("null")
        elif one is True:
            put("true")
        elif one is False:
            put("false")
        elif isinstance(one, str):
            put(_text_of(one))
        elif isinstance(one, int):
            put(str(int(one)) if abs(one) <= 2**53 else _number_of(one))
        elif isinstance(one, float):
            put(_number_of(one))
        elif isinstance(one, datetime):
            put(_text_of(_time_text(one)))
        elif isinstance(one, uuid.UUID):
            put(_text_of(str(one)))
        elif isinstance(one, (list, tuple)):
            put("[")
            for at, member in enumerate(one):
                if at:
                    put(",")
                write(member, depth + 1)
            put("]")
        elif isinstance(one, Mapping):
            if not all(isinstance(name, str) for name in one):
                raise _NotJson
            put("{")
            for at, name in enumerate(sorted(one, key=lambda text: text.encode("utf-16-be", "surrogatepass"))):
                if at:
                    put(",")
                put(_text_of(name))
                put(":")
                write(one[name], depth + 1)
            put("}")
        else:
            raise _NotJson

    write(value, 0)
    return "".join(parts)


def _time_text(moment: datetime) -> str:
    """A time without a zone is the machine's own, as everywhere in Python."""
    return moment.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class _Prepared(NamedTuple):
    key: str
    text: str
    bytes: int
    reason: Optional[str]


def _prepare(event: Any, product: Optional[Mapping[str, Any]], now: float) -> _Prepared:
    """Gives an event its key and its time, and writes its bytes: once, so that each attempt sends the same. It never raises."""
    key = ""
    try:
        if not isinstance(event, Mapping):
            return _Prepared(key, "", 0, "not_json")
        # None stands for an absent member; within metadata it is written as null.
        members = {name: value for name, value in event.items() if value is not None}
        given = members.get("idempotencyKey", members.get("event_id"))
        key = str(uuid.uuid4()) if given is None else str(given)
        if given is None:
            members["idempotencyKey"] = key
        if "product" not in event and product is not None:
            members["product"] = product
        if "occurredAt" not in event:
            members["occurredAt"] = datetime.fromtimestamp(now, timezone.utc)
        text = _canonical(members)
        size = len(text.encode("utf-8"))
        return _Prepared(key, text, size, "too_large" if size > _EVENT_BYTES_MAX else None)
    except _TooLarge:
        return _Prepared(key, "", 0, "too_large")
    except Exception:
        return _Prepared(key, "", 0, "not_json")


# ---- one request -----------------------------------------------------------------------------------------------------------------------


class _Answer(NamedTuple):
    status: int
    body: Dict[str, Any]
    retry_after: Optional[str]


class _NoAnswer(Exception):
    """It holds nothing of the error that it stands for: the frames of that one hold the key."""


class _TimedReader(io.RawIOBase):
    """Reads a socket until one deadline, however often something arrives."""

    def __init__(self, sock: Any, until: float) -> None:
        self._sock = sock
        self._until = until

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._sock.settimeout(left)
        return int(self._sock.recv_into(buffer))

    def makefile(self, *_mode: Any) -> io.BufferedReader:
        return io.BufferedReader(self)


class _Connections:
    """A transport on http.client: connections are reused while they are young, and end at once when the client is closed."""

    def __init__(self, secure: bool, host: str, port: Optional[int]) -> None:
        self._secure = secure
        self._host = host
        self._port = port
        self._idle: List[Tuple[float, http.client.HTTPConnection]] = []
        self._busy: Set[http.client.HTTPConnection] = set()
        self._context: Optional[ssl.SSLContext] = None

    def _opened(self, timeout: float) -> http.client.HTTPConnection:
        while self._idle:
            since, connection = self._idle.pop()
            if time.monotonic() - since < _IDLE_SECONDS_MAX:
                return connection
            connection.close()
        if not self._secure:
            return http.client.HTTPConnection(self._host, self._port, timeout=timeout)
        self._context = self._context or ssl.create_default_context()
        return http.client.HTTPSConnection(self._host, self._port, timeout=timeout, context=self._context)

    def __call__(
        self, method: str, url: str, headers: Mapping[str, str], body: Optional[bytes], timeout: float
    ) -> Tuple[int, Mapping[str, str], bytes]:
        until = time.monotonic() + timeout
        connection = self._opened(timeout)
        self._busy.add(connection)
        try:
            if connection.sock is not None:
                connection.sock.settimeout(timeout)
            connection.response_class = lambda sock, **more: http.client.HTTPResponse(_TimedReader(sock, until), **more)  # type: ignore
            parts = urlsplit(url)
            connection.request(method, parts.path + ("?" + parts.query if parts.query else ""), body, dict(headers))
            response = connection.getresponse()
            content = response.read(_ANSWER_BYTES_MAX + 1)
            if len(content) > _ANSWER_BYTES_MAX:
                raise http.client.HTTPException
            names = {name.lower(): value for name, value in response.getheaders()}
        except BaseException:
            connection.close()
            raise
        finally:
            self._busy.discard(connection)
        if connection.sock is not None:
            self._idle.append((time.monotonic(), connection))
        return response.status, names, content

    def end(self) -> None:
        for connection in list(self._busy):
            try:
                if connection.sock is not None:
                    connection.sock.shutdown(2)
            except (OSError, AttributeError):
                pass  # it has ended by itself
        for _since, connection in self._idle:
            connection.close()
        self._idle.clear()


class _Entry:
    __slots__ = ("key", "text", "bytes", "order", "taken_at", "began", "place", "unknown", "looked_up")

    def __init__(self, prepared: _Prepared, order: int, taken_at: float, began: float, place: Optional["_Place"]) -> None:
        self.key = prepared.key
        self.text = prepared.text
        self.bytes = prepared.bytes
        self.order = order
        self.taken_at = taken_at
        self.began = began
        self.place = place
        self.unknown = False
        self.looked_up = False


class _Attempt(NamedTuple):
    verdicts: List[Tuple[_Entry, Verdict]]
    again: List[_Entry]
    wait: Optional[float]
    failure: Optional[str]


def _text(value: Any) -> Optional[str]:
    return value if isinstance(value, str) else None


def _retry_after(header: Optional[str], now: float) -> Optional[float]:
    text = (header or "").strip()
    if re.fullmatch(r"[0-9]{1,9}", text):
        return float(text)
    if not re.match(r"[A-Za-z]{3,9}, ", text):
        return None
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - now)
    except (TypeError, ValueError, OverflowError):
        return None


def _refusal(status: int, body: Mapping[str, Any]) -> Dict[str, Any]:
    refusal: Dict[str, Any] = {
        "status": status,
        "code": _text(body.get("code")) or ("REDIRECTED" if 300 <= status < 400 else "HTTP_%d" % status),
        "detail": _text(body.get("detail")) or _text(body.get("title")) or "The service gave no reason.",
    }
    errors = body.get("errors")
    if isinstance(errors, list):
        named = ("pointer", "code", "detail", "hint")
        problems = [{name: one[name] for name in named if _text(one.get(name))} for one in errors if isinstance(one, dict)]
        if problems:
            refusal["errors"] = problems
    changed = body.get("changed")
    if isinstance(changed, list) and any(isinstance(one, str) for one in changed):
        refusal["changed"] = [one for one in changed if isinstance(one, str)]
    return refusal


def _verdict_of_item(key: str, item: Mapping[str, Any]) -> Optional[Verdict]:
    """Reads the flags of a stored, repeated or ignored event, or the problem of a refused one."""
    event_id = _text(item.get("eventId"))
    stored = {"key": key, "event_id": event_id, "received_at": _text(item.get("receivedAt"))}
    if item.get("duplicate") is True and event_id is not None:
        return {"status": "duplicate", **stored}
    if item.get("tracked") is True and event_id is not None:
        return {"status": "stored", **stored}
    if item.get("ignored") is True:
        return {"status": "ignored", "key": key, "reason": _text(item.get("reason")) or "ignored"}
    error = item.get("error")
    if not isinstance(error, dict):
        return None
    status = error.get("status")
    status = status if isinstance(status, int) else 400
    return None if status in _RETRIED else {"status": "refused", "key": key, "refusal": _refusal(status, error)}


def _verdict_of(key: str, answer: _Answer) -> Optional[Verdict]:
    """None when the answer decides nothing: a status that is retried, or a success that does not confirm storage."""
    if answer.status in _RETRIED:
        return None
    if 200 <= answer.status < 300:
        return _verdict_of_item(key, answer.body)
    return {"status": "refused", "key": key, "refusal": _refusal(answer.status, answer.body)}


def _describe(answer: _Answer) -> str:
    code = _text(answer.body.get("code"))
    return "status %d" % answer.status + ("" if code is None else " " + code)


def _look_up_path(key: str) -> str:
    return "/api/usage/events?idempotencyKey=" + quote(key.encode("utf-8", "replace"), safe="")


def _parsed(content: bytes) -> Dict[str, Any]:
    try:
        value = json.loads(content)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


class _Service:
    """Speaks to one service. Each method makes one attempt; pauses and retries are the caller's."""

    def __init__(self, url: str, key: str, transport: Transport, clock: Clock, request_timeout: float) -> None:
        self._clock = clock
        self._request_timeout = request_timeout

        # The key is held by this function alone, so that no inspection of the client shows it.
        def request(method: str, path: str, body: Optional[str], timeout: float) -> _Answer:
            until = clock.monotonic() + timeout
            headers = {"authorization": "Bearer " + key, "accept": "application/json"}
            if body is not None:
                headers["content-type"] = "application/json"
            target = url + path
            content = None if body is None else body.encode("utf-8")
            failed = False
            try:
                for redirects in range(_REDIRECTS_MAX + 1):
                    left = clock.wall(max(0.001, until - clock.monotonic()))
                    status, names, answer = transport(method, target, headers, content, left)
                    following = _followed(status, names.get("location"), target)
                    if following is None or redirects == _REDIRECTS_MAX:
                        return _Answer(status, _parsed(answer), names.get("retry-after"))
                    target = following
            except Exception:
                failed = True
            raise _NoAnswer if failed else AssertionError

        self._request = request

    def ask(self, method: str, path: str, body: Optional[str], until: Optional[float]) -> _Answer:
        """Makes one request, which ends at `until` at the latest, in monotonic time of the clock."""
        longest = self._request_timeout
        left = longest if until is None else max(0.0, min(until - self._clock.monotonic(), longest))
        return self._request(method, path, body, left)

    def _wait(self, answer: _Answer) -> Optional[float]:
        return _retry_after(answer.retry_after, self._clock.now())

    def send(self, entries: Sequence[_Entry], until: Optional[float] = None) -> _Attempt:
        return self._send_one(entries[0], until) if len(entries) == 1 else self._send_many(entries, until)

    def _unanswered(self, entries: Sequence[_Entry], failure: str, wait: Optional[float]) -> _Attempt:
        for entry in entries:
            entry.unknown = True
        return _Attempt([], list(entries), wait, failure)

    def _send_one(self, entry: _Entry, until: Optional[float]) -> _Attempt:
        if entry.unknown and not entry.looked_up:
            found = self._look_up_before_resend(entry, until)
            if found is not None:
                return found
        try:
            answer = self.ask("POST", "/api/usage/track", entry.text, until)
        except _NoAnswer:
            return self._unanswered([entry], "no answer", None)
        verdict = _verdict_of(entry.key, answer)
        if verdict is not None:
            return _Attempt([(entry, verdict)], [], None, None)
        # A limit is counted before anything else is done, so that this answer alone is certain.
        if answer.status == 429:
            return _Attempt([], [entry], self._wait(answer), _describe(answer))
        return self._unanswered([entry], _describe(answer), self._wait(answer))

    def _look_up_before_resend(self, entry: _Entry, until: Optional[float]) -> Optional[_Attempt]:
        """None when the service has nothing under the key, so that the event may be sent again."""
        try:
            answer = self.ask("GET", _look_up_path(entry.key), None, until)
        except _NoAnswer:
            return _Attempt([], [entry], None, "no answer to a look-up")
        if answer.status in _RETRIED:
            return _Attempt([], [entry], self._wait(answer), _describe(answer))
        entry.looked_up = True
        event_id = _text(answer.body.get("eventId"))
        if answer.status != 200 or event_id is None:
            return None
        received_at = _text(answer.body.get("receivedAt"))
        verdict = {"status": "stored", "key": entry.key, "event_id": event_id, "received_at": received_at}
        return _Attempt([(entry, verdict)], [], None, None)

    def _send_many(self, entries: Sequence[_Entry], until: Optional[float]) -> _Attempt:
        body = '{"events":[%s]}' % ",".join(entry.text for entry in entries)
        try:
            answer = self.ask("POST", "/api/usage/track/batch", body, until)
        except _NoAnswer:
            return self._unanswered(entries, "no answer", None)
        if answer.status == 413:
            return self._send_halves(entries, until)
        results = answer.body.get("results")
        if isinstance(results, list) and answer.status in (200, 207, 400):
            return self._attempt_of(entries, results, answer)
        if answer.status in _RETRIED:
            return self._unanswered(entries, _describe(answer), self._wait(answer))
        if 200 <= answer.status < 300:
            return self._unanswered(entries, "an answer that is no verdict", None)
        refusal = _refusal(answer.status, answer.body)
        verdicts = [(entry, {"status": "refused", "key": entry.key, "refusal": refusal}) for entry in entries]
        return _Attempt(verdicts, [], None, _describe(answer))

    def _send_halves(self, entries: Sequence[_Entry], until: Optional[float]) -> _Attempt:
        """A proxy may take shorter bodies than the service: the request was refused, and none of its events was."""
        middle = (len(entries) + 1) // 2
        first = self.send(entries[:middle], until)
        if first.again:
            return first._replace(again=first.again + list(entries[middle:]))
        second = self.send(entries[middle:], until)
        return second._replace(verdicts=first.verdicts + second.verdicts)

    def _attempt_of(self, entries: Sequence[_Entry], results: Sequence[Any], answer: _Answer) -> _Attempt:
        items = [result for result in results if isinstance(result, dict)]
        by_index = {item["index"] if isinstance(item.get("index"), int) else at: item for at, item in enumerate(items)}
        verdicts: List[Tuple[_Entry, Verdict]] = []
        again: List[_Entry] = []
        for at, entry in enumerate(entries):
            verdict = _verdict_of_item(entry.key, by_index[at]) if at in by_index else None
            if verdict is None:
                again.append(entry)
            else:
                verdicts.append((entry, verdict))
        if not again:
            return _Attempt(verdicts, again, None, None)
        return _Attempt(verdicts, again, self._wait(answer), "%d of %d events got no verdict" % (len(again), len(entries)))


def _followed(status: int, location: Optional[str], origin: str) -> Optional[str]:
    """Another host would be given the key, and another method would lose the event."""
    if status not in (307, 308) or location is None:
        return None
    target = urljoin(origin, location)
    given, found = urlsplit(origin), urlsplit(target)
    return target if (given.scheme, given.netloc) == (found.scheme, found.netloc) else None


# ---- the spool -------------------------------------------------------------------------------------------------------------------------

_SEGMENT_BYTES_MAX = 256 * 1024
_SPOOL_BYTES_MAX = 256 * 1024 * 1024
# A process of another machine, or of another container, counts as ended when its file was not written for this long.
_FOREIGN_AFTER_SECONDS = 15 * 60
# Writes leave the caller's thread when so many in a row took longer than this, until the disk is fast again. A single one is no sign of a slow
# disk: another thread may hold the interpreter for five milliseconds.
_SLOW_WRITE_SECONDS = 0.02
_SLOW_WRITES = 3
_SPOOL_NAME = re.compile(r"([0-9a-z-]+)\.(\d+)\.(\d+)\.([0-9a-f-]+)\.spool")


class _Segment:
    __slots__ = ("file", "descriptor", "bytes", "waiting")

    def __init__(self, file: str, descriptor: Optional[int]) -> None:
        self.file = file
        self.descriptor = descriptor
        self.bytes = 0
        self.waiting = 0


class _Place:
    """The place of one event on disk; it has no segment until the event is written."""

    __slots__ = ("segment", "settled")

    def __init__(self, segment: Optional[_Segment]) -> None:
        self.segment = segment
        self.settled = False


def _machine() -> str:
    """Names the machine's run, so that a process id means something; 'x' where the system does not tell it."""
    try:
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            return "%s-%d" % (file.read().strip(), os.stat("/proc/self/ns/pid").st_ino)
    except OSError:
        return "x"


def _start_of(pid: int) -> int:
    """When a process began, so that its number in use again is not taken for it; 0 where the system does not tell it."""
    try:
        with open("/proc/%d/stat" % pid, encoding="utf-8", errors="replace") as file:
            text = file.read()
        return int(text[text.rindex(")") + 2 :].split(" ")[19])
    except (OSError, ValueError, IndexError):
        return 0


class _Spool:
    """A folder of segments, in the format of @dai/node.

    Each process appends to files of its own, whose names tell the machine, the process and when it began; a file of a process that ended is
    taken over by renaming it, which succeeds for one only. `add` waits for a disk and for other threads only shortly: what cannot be written at
    once is written later.
    """

    def __init__(self, folder: str, bytes_max: int, hold: float) -> None:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        self._folder = folder
        self._bytes_max = bytes_max
        self._hold = hold
        self._pid = os.getpid()
        self._machine = _machine()
        self._began = _start_of(self._pid)
        self._segments: Set[_Segment] = set()
        self._current: Optional[_Segment] = None
        self._unsynced: Set[_Segment] = set()
        self._bytes = 0
        self._files = threading.Lock()
        self._slow_writes = 0
        self._later: Deque[Tuple[_Place, bytes]] = collections.deque()

    def add(self, key: str, text: str, taken_at: float) -> Optional[_Place]:
        """Writes an event into the system's cache, where it outlives this process; None when it could not be written."""
        # A line break before it ends a line that a full disk cut off.
        row = json.dumps([int(taken_at * 1000), key, text], ensure_ascii=False, separators=(",", ":"))
        line = ("\n" + row + "\n").encode("utf-8", "replace")
        if self._bytes + len(line) > self._bytes_max:
            return None
        place = _Place(None)
        if self._slow_writes >= _SLOW_WRITES or not self._files.acquire(True, min(self._hold, threading.TIMEOUT_MAX)):
            self._later.append((place, line))
            return place
        try:
            self._write(place, line)
            return place
        except OSError:
            return None
        finally:
            self._files.release()

    @property
    def lags(self) -> bool:
        return bool(self._later)

    def write_later(self) -> int:
        """Writes the events that were put off because the disk was slow or busy; returns how many could not be written."""
        failed = 0
        with self._files:
            for _ in range(len(self._later)):
                place, line = self._later.popleft()
                if place.settled:
                    continue
                try:
                    self._write(place, line)
                except OSError:
                    failed += 1
        return failed

    def _write(self, place: _Place, line: bytes) -> None:
        began = time.monotonic()
        place.segment = self._written(line)
        self._slow_writes = self._slow_writes + 1 if time.monotonic() - began > self._hold else 0

    def _written(self, line: bytes) -> _Segment:
        self._leave_if_taken()
        if self._current is not None and self._current.bytes + len(line) > _SEGMENT_BYTES_MAX:
            self._retire(self._current)
        if self._current is None:
            self._current = self._opened(self._new_file())
        segment = self._current
        self._append(segment, line)
        segment.waiting += 1
        self._unsynced.add(segment)
        return segment

    def _new_file(self, pid: Optional[int] = None, began: Optional[int] = None) -> str:
        owner = (self._machine, self._pid if pid is None else pid, self._began if began is None else began, uuid.uuid4())
        return os.path.join(self._folder, "%s.%d.%d.%s.spool" % owner)

    def _opened(self, file: str) -> _Segment:
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0)
        segment = _Segment(file, os.open(file, flags, stat.S_IRUSR | stat.S_IWUSR))
        self._segments.add(segment)
        return segment

    def _append(self, segment: _Segment, line: bytes) -> None:
        if segment.descriptor is None:
            return
        written = os.write(segment.descriptor, line)
        segment.bytes += written
        self._bytes += written
        if written < len(line):
            raise OSError("The disk is full.")

    def _leave_if_taken(self) -> None:
        """Starts a new file where another process took the current one for abandoned, as after a long sleep of the machine."""
        segment = self._current
        if segment is None or segment.descriptor is None:
            return
        try:
            if os.stat(segment.file).st_ino == os.fstat(segment.descriptor).st_ino:
                return
        except OSError:
            pass  # it has another name by now
        self._retire(segment)

    def _retire(self, segment: _Segment) -> None:
        if self._current is segment:
            self._current = None
        if segment.waiting == 0:
            self._remove(segment)

    def _shut(self, segment: _Segment) -> None:
        self._unsynced.discard(segment)
        if segment.descriptor is not None:
            os.close(segment.descriptor)
            segment.descriptor = None

    def _remove(self, segment: _Segment) -> None:
        self._shut(segment)
        self._segments.discard(segment)
        self._bytes -= segment.bytes
        try:
            os.unlink(segment.file)
        except OSError:
            pass  # another process took it: it sends the same keys once more, which stores nothing

    def settle(self, place: _Place, key: str) -> None:
        with self._files:
            self._settle(place, key)

    def _settle(self, place: _Place, key: str) -> None:
        segment = place.segment
        place.settled = True
        if segment is None:
            return
        segment.waiting -= 1
        try:
            if segment.waiting == 0 and segment is not self._current:
                self._remove(segment)
            elif segment.waiting == 0 and segment.bytes > _SEGMENT_BYTES_MAX / 2:
                self._retire(segment)
            else:
                self._append(segment, ("\n" + json.dumps([key]) + "\n").encode("utf-8"))
        except OSError:
            pass  # the event is sent once more after a restart, as a duplicate

    def unsynced(self) -> List[int]:
        """Copies of the descriptors whose data is not on the disk itself, for a caller that waits without the lock."""
        with self._files:
            given = [os.dup(segment.descriptor) for segment in self._unsynced if segment.descriptor is not None]
            self._unsynced.clear()
        return given

    def claim(self) -> Optional[List[Tuple[str, str, float, _Place]]]:
        """Takes over one file of a process that ended; None when nothing is left."""
        for name in sorted(os.listdir(self._folder)):
            file = os.path.join(self._folder, name)
            if not self._abandoned(name, file):
                continue
            mine = self._new_file()
            try:
                os.rename(file, mine)
                size = os.stat(mine).st_size
                with self._files:
                    segment = self._opened(mine)
                    segment.bytes = size
                    self._bytes += size
            except OSError:
                continue  # another process was faster
            events = self._read(segment)
            if events:
                return events
            with self._files:
                self._remove(segment)
        return None

    def _abandoned(self, name: str, file: str) -> bool:
        found = _SPOOL_NAME.fullmatch(name)
        if found is None:
            return False
        machine, pid, began = found.group(1), int(found.group(2)), int(found.group(3))
        if pid == 0:
            return True  # its owner has closed it with events in it
        if machine == self._machine:
            return not self._runs(pid, began)
        try:
            return time.time() - os.stat(file).st_mtime > _FOREIGN_AFTER_SECONDS
        except OSError:
            return False

    @staticmethod
    def _runs(pid: int, began: int) -> bool:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        except OSError:
            pass  # it runs, and is another user's
        now = _start_of(pid)
        return now == 0 or began == 0 or now == began

    @staticmethod
    def _read(segment: _Segment) -> List[Tuple[str, str, float, _Place]]:
        waiting: Dict[str, Tuple[str, str, float, _Place]] = {}
        with open(segment.file, encoding="utf-8", errors="replace", newline="\n") as file:
            for line in file:
                try:
                    row = json.loads(line)
                except ValueError:
                    continue  # the last line of a process that was killed while it wrote
                if not isinstance(row, list) or not row:
                    continue
                if isinstance(row[0], str):
                    waiting.pop(row[0], None)
                elif len(row) == 3 and isinstance(row[1], str) and isinstance(row[2], str):
                    waiting[row[1]] = (row[1], row[2], row[0] / 1000, _Place(segment))
        segment.waiting = len(waiting)
        return list(waiting.values())

    def close(self) -> int:
        """Hands what is left to the next client of the folder; returns how many events could not be written."""
        failed = self.write_later()
        with self._files:
            for segment in list(self._segments):
                if segment.waiting == 0:
                    self._remove(segment)
                    continue
                self._shut(segment)
                try:
                    os.rename(segment.file, self._new_file(0, 0))
                except OSError:
                    pass  # it is taken over when this process has ended
            self._segments.clear()
            self._current = None
        return failed

    def forget(self) -> None:
        """Lets go of the files of another process after a fork, without a change to them."""
        for segment in self._segments:
            if segment.descriptor is not None:
                os.close(segment.descriptor)


# ---- the client ------------------------------------------------------------------------------------------------------------------------


class _Settings(NamedTuple):
    url: str
    product: Optional[Mapping[str, Any]]
    spool: Optional[str]
    spool_bytes_max: int
    spool_hold: float
    queue_events_max: int
    queue_bytes_max: int
    delay: float
    request_timeout: float
    retry_base: float
    retry_max: float
    retry_for: float
    refusals_max: int
    threads: bool
    clock: Clock
    random: Callable[[], float]
    log: Optional[Callable[[str], None]]
    on_verdict: Optional[Callable[[Verdict], None]]
    on_drop: Optional[Callable[[Dict[str, str]], None]]


def _opened_spool(settings: _Settings, forked: bool) -> Optional[_Spool]:
    try:
        return _Spool(settings.spool, settings.spool_bytes_max, settings.spool_hold) if settings.spool else None
    except OSError:
        if not forked:
            raise
        return None  # the child of a fork has no constructor that could raise: its events are counted as unspooled


class _Sender:
    """The queue of one process, and what sends it. A forked process gets one of its own."""

    def __init__(self, settings: _Settings, connect: Callable[[], Tuple[_Service, Callable[[], None]]], parents: Optional[int]) -> None:
        self.settings = settings
        self.left_to_parent = parents or 0
        self._clock = settings.clock
        self._service, self._disconnect = connect()
        self._spool = _opened_spool(settings, parents is not None)
        # Held for moments only, and never while something is waited for: it may be taken again by a signal handler in the same thread.
        self._lock = threading.RLock()
        # Held by whoever sends from the queue, and never waited for.
        self._sending = threading.Lock()
        self._queue: Deque[_Entry] = collections.deque()
        self._again: Deque[List[_Entry]] = collections.deque()
        self._open: Dict[int, _Entry] = {}
        self._left_over: Deque[_Entry] = collections.deque(maxlen=max(1, settings.queue_events_max))
        self._bytes = 0
        self._next_order = 0
        self._flush_before = 0
        self._failures = 0
        self._paused_until = 0.0
        self._may_claim = self._spool is not None
        self._calls = 0
        self._under_way: List[_Entry] = []
        self._closing = False
        # Nothing more is sent; answers to what is under way still count, until the report is made.
        self._stopping = False
        self._ended = False
        self._report: Optional[Dict[str, Any]] = None
        self._thread: Optional[threading.Thread] = None
        self._thread_since = 0.0
        self._thread_runs = False
        self._wake: Optional[threading.Event] = None
        self._counts = dict.fromkeys(("stored", "duplicate", "ignored", "refused", "dropped", "unspooled"), 0)
        self._refused: Deque[Dict[str, Any]] = collections.deque(maxlen=settings.refusals_max)

    # -- taking events

    @property
    def waiting(self) -> int:
        return len(self._open)

    def track(self, event: Any) -> Tracked:
        now = self._clock.now()
        prepared = _prepare(event, self.settings.product, now)
        with self._lock:
            reason = self._reason_against(prepared)
            if reason is None:
                entry = self._taken(prepared, now, self._placed(prepared, now))
                self._queue.append(entry)
        if reason is not None:
            self._drop(prepared.key, reason)
            return Tracked(False, prepared.key, reason)
        self._start()
        return Tracked(True, prepared.key)

    def _reason_against(self, prepared: _Prepared) -> Optional[str]:
        if prepared.reason is not None:
            return prepared.reason
        if self._closing:
            return "closed"
        return "queue_full" if self._is_full(prepared.bytes) else None

    def _is_full(self, size: float) -> bool:
        return len(self._open) + 1 > self.settings.queue_events_max or self._bytes + size > self.settings.queue_bytes_max

    def _placed(self, prepared: _Prepared, now: float) -> Optional[_Place]:
        if self.settings.spool is None:
            return None
        place = self._spool.add(prepared.key, prepared.text, now) if self._spool is not None else None
        if place is None:
            self._counts["unspooled"] += 1
        return place

    def _taken(self, prepared: _Prepared, taken_at: float, place: Optional[_Place], age: float = 0.0) -> _Entry:
        entry = _Entry(prepared, self._next_order, taken_at, self._clock.monotonic() - age, place)
        self._next_order += 1
        self._open[entry.order] = entry
        self._bytes += entry.bytes
        return entry

    def _drop(self, key: str, reason: str) -> None:
        with self._lock:
            self._counts["dropped"] += 1
        self._call(self.settings.on_drop, {"key": key, "reason": reason})
        self._call(self.settings.on_verdict, {"status": "dropped", "key": key, "reason": reason})

    @staticmethod
    def _call(callback: Optional[Callable[[Any], None]], value: Any) -> None:
        """Callbacks are the host's: what they raise is theirs, and no event is lost by it."""
        if callback is not None:
            try:
                callback(value)
            except Exception:
                pass

    def _log(self, text: Optional[str]) -> None:
        if text is not None:
            self._call(self.settings.log, "DAI: " + text)

    # -- the thread

    def _start(self) -> None:
        """Starts the thread at the first event, so that a client that is made before a fork has none at that time."""
        wake = self._wake
        if wake is not None:
            if not wake.is_set():
                wake.set()
            return
        if not self.settings.threads:
            return
        with self._lock:
            if self._thread is not None or self._stopping:
                return
            self._wake = threading.Event()
            self._thread = threading.Thread(target=self._run, args=(self._wake,), name="dai", daemon=True)
            self._thread_since = time.monotonic()
        try:
            self._thread.start()
        except RuntimeError:
            self._log("no thread can be started here: events are sent by flush and close.")

    def _run(self, wake: threading.Event) -> None:
        self._thread_runs = True
        while not self._stopping:
            wake.clear()
            self._write_to_disk()
            due = self._due_in()
            if due is None or due > 0:
                wake.wait(None if due is None else self._clock.wall(due))
            elif not self._step():
                time.sleep(0.005)  # another thread is sending

    def _write_to_disk(self) -> None:
        spool = self._spool
        if spool is None:
            return
        if spool.lags:
            failed = spool.write_later()
            with self._lock:
                self._counts["unspooled"] += failed
        descriptors = spool.unsynced()
        for descriptor in descriptors:
            try:
                os.fsync(descriptor)
            except OSError:
                pass  # the disk has failed; the event is still sent from memory
            finally:
                os.close(descriptor)

    def _due_in(self) -> Optional[float]:
        """Seconds until something is to be sent; None when nothing waits."""
        with self._lock:
            now = self._clock.monotonic()
            if self._again:
                return self._paused_until - now
            if self._queue:
                first = self._queue[0]
                full = len(self._queue) >= _BATCH_EVENTS_MAX or first.order < self._flush_before
                return max(0.0 if full else first.began + self.settings.delay - now, self._paused_until - now)
            return 0.0 if self._may_claim else None

    # -- sending

    def _step(self, until: Optional[float] = None) -> bool:
        """Sends one group of the queue; False when there was nothing to do, or another thread is at it."""
        if not self._sending.acquire(False):
            return False
        try:
            group = self._next_group()
            if not group:
                return self._claim()
            self._under_way = group
            self._finish(self._service.send(group, until))
            return True
        finally:
            self._under_way = []
            self._sending.release()

    def _next_group(self) -> List[_Entry]:
        with self._lock:
            if self._stopping:
                return []
            if self._again:
                group = self._again.popleft()
            else:
                group = [self._queue.popleft() for _ in range(min(_BATCH_EVENTS_MAX, len(self._queue)))]
        return self._without_expired(group)

    def _without_expired(self, group: List[_Entry]) -> List[_Entry]:
        """Drops what was retried for as long as it may be. A wall clock that is set does not change its age."""
        oldest = self._clock.monotonic() - self.settings.retry_for
        for entry in group:
            if entry.began <= oldest:
                self._settle(entry)
                self._drop(entry.key, "expired")
        return [entry for entry in group if entry.began > oldest]

    def _claim(self) -> bool:
        """Takes over one file that an ended process has left, when there is room for what it holds."""
        spool = self._spool
        if spool is None or not self._may_claim or self._stopping or self._is_full(self.settings.queue_bytes_max / 2):
            return False
        try:
            left = spool.claim()
        except OSError:
            left = None  # the folder cannot be read; the next client tries again
        with self._lock:
            self._may_claim = left is not None
            for key, text, taken_at, place in left or ():
                size = len(text.encode("utf-8", "replace"))
                age = max(0.0, self._clock.now() - taken_at)
                entry = self._taken(_Prepared(key, text, size, None), taken_at, place, age)
                entry.unknown = True  # the process that ended may have sent it
                self._queue.append(entry)
        return left is not None

    def _finish(self, attempt: _Attempt) -> None:
        self._log(attempt.failure)
        with self._lock:
            if self._ended:
                return  # the report is made, and names these events
            if attempt.again:
                self._again.appendleft(list(attempt.again))
                self._failures += 1
                self._paused_until = self._clock.monotonic() + self._pause(attempt, self._failures)
            else:
                self._failures = 0
        for entry, verdict in attempt.verdicts:
            self._settle(entry)
            self._count(verdict)

    def _pause(self, attempt: _Attempt, failures: int) -> float:
        """Doubles with each failure in a row, and is drawn between half and the whole, so that clients of one outage come back apart."""
        whole = min(self.settings.retry_max, self.settings.retry_base * 2 ** min(failures - 1, 30))
        own = whole / 2 + whole / 2 * self.settings.random()
        return min(max(attempt.wait or 0.0, own), self.settings.retry_for)

    def _settle(self, entry: _Entry) -> None:
        with self._lock:
            if self._open.pop(entry.order, None) is None:
                return
            self._bytes -= entry.bytes
        if entry.place is not None and self._spool is not None:
            self._spool.settle(entry.place, entry.key)

    def _count(self, verdict: Verdict) -> None:
        with self._lock:
            self._counts[verdict["status"]] += 1
            if verdict["status"] == "refused":
                self._refused.append({"key": verdict["key"], "refusal": verdict["refusal"]})
        self._call(self.settings.on_verdict, verdict)

    # -- calls that wait

    def batch(self, events: Iterable[Any], timeout: float) -> List[Verdict]:
        now = self._clock.now()
        verdicts: List[Optional[Verdict]] = []
        entries: List[_Entry] = []
        places: List[int] = []
        for event in events:
            prepared = _prepare(event, self.settings.product, now)
            with self._lock:
                reason = self._reason_against(prepared)
                if reason is None:
                    entries.append(self._taken(prepared, now, self._placed(prepared, now)))
                    places.append(len(verdicts))
            verdicts.append(None if reason is None else {"status": "dropped", "key": prepared.key, "reason": reason})
            if reason is not None:
                self._drop(prepared.key, reason)
        found = self._send_now(entries, timeout) if entries else {}
        for at, entry in zip(places, entries):
            verdicts[at] = found.get(entry.order) or {"status": "unsent", "key": entry.key, "unknown": entry.unknown}
        return [verdict for verdict in verdicts if verdict is not None]

    def _send_now(self, entries: List[_Entry], timeout: float) -> Dict[int, Verdict]:
        """Sends events at once, beside the queue, until each has a verdict or the time is over."""
        found: Dict[int, Verdict] = {}
        until = self._clock.monotonic() + timeout
        left = list(entries)
        group = left[:_BATCH_EVENTS_MAX]
        failures = 0
        with self._lock:
            self._calls += 1
        try:
            while group and not self._stopping and self._clock.monotonic() < until:
                attempt = self._service.send(group, until)
                self._log(attempt.failure)
                for entry, verdict in attempt.verdicts:
                    self._settle(entry)
                    self._count(verdict)
                    found[entry.order] = verdict
                left = [entry for entry in left if entry.order not in found]
                if attempt.again:
                    failures += 1
                    self._sleep_until(min(until, self._clock.monotonic() + self._pause(attempt, failures)))
                    group = list(attempt.again)
                else:
                    failures = 0
                    group = left[:_BATCH_EVENTS_MAX]
        finally:
            with self._lock:
                self._calls -= 1
                for entry in left:
                    if self._open.pop(entry.order, None) is not None:
                        self._bytes -= entry.bytes
                        self._left_over.append(entry)
        for entry in left:
            self._call(self.settings.on_verdict, {"status": "unsent", "key": entry.key, "unknown": entry.unknown})
        return found

    def _sleep_until(self, moment: float) -> None:
        while not self._stopping:
            left = self._clock.wall(moment - self._clock.monotonic())
            if left <= 0:
                return
            time.sleep(min(left, 0.05))

    def _unsent_before(self, before: int) -> int:
        with self._lock:
            first = next(iter(self._open), before)
            return 0 if first >= before else sum(1 for order in self._open if order < before)

    def flush(self, timeout: Optional[float]) -> Dict[str, Any]:
        while self._claim():
            pass  # what ended processes have left is sent too, as far as there is room for it
        with self._lock:
            before = self._next_order
            self._flush_before = max(self._flush_before, before)
        until = None if timeout is None else self._clock.monotonic() + timeout
        pause = 0.001
        self._start()
        while self._unsent_before(before) > 0 and not self._stopping:
            left = None if until is None else until - self._clock.monotonic()
            if left is not None and left <= 0:
                break
            if not self._has_thread():
                self._write_to_disk()
                due = self._due_in()
                if due is not None and due <= 0 and self._step(until):
                    continue
            time.sleep(pause)
            pause = min(pause * 1.5, 0.01)
        unsent = self._unsent_before(before)
        return {"sent": unsent == 0, "unsent": unsent}

    def _has_thread(self) -> bool:
        thread = self._thread
        if thread is None or not thread.is_alive():
            return False
        return self._thread_runs or time.monotonic() - self._thread_since < _THREAD_BEGINS_SECONDS

    def close(self, timeout: float) -> Dict[str, Any]:
        with self._lock:
            first = not self._closing
            self._closing = True
        while not first and self._report is None and self._closing:
            time.sleep(0.002)
        if self._report is not None:
            return self._report
        try:
            return self._closed(timeout)
        finally:
            self._closing = self._report is not None  # an interrupted call may be made again

    def _closed(self, timeout: float) -> Dict[str, Any]:
        self.flush(timeout)
        self._stopping = True
        self._disconnect()
        until = time.monotonic() + 1.0
        while (self._calls > 0 or self._under_way) and time.monotonic() < until:
            time.sleep(0.002)
        with self._lock:
            self._ended = True
            entries = [*self._open.values(), *self._left_over]
            sent = {entry.order for entry in self._under_way}
        failed = self._spool.close() if self._spool is not None else 0
        with self._lock:
            self._counts["unspooled"] += failed
            counts = dict(self._counts)
            refused_count = counts.pop("refused")
            self._report = {
                **counts,
                "refused": list(self._refused),
                "refused_count": refused_count,
                "unsent": [
                    {
                        "key": one.key,
                        "unknown": one.unknown or one.order in sent,
                        "spooled": one.place is not None and one.place.segment is not None,
                    }
                    for one in entries
                ],
                "left_to_parent": self.left_to_parent,
            }
        if self._wake is not None:
            self._wake.set()
        return self._report

    def forget(self) -> None:
        if self._spool is not None:
            self._spool.forget()


_KEY = re.compile(r"dtk_[\x21-\x7e]{1,508}")
_LOOPBACK = re.compile(r"(?:localhost|127(?:\.\d{1,3}){3}|::1)")


def _address(url: Any, allow_http: bool) -> str:
    try:
        parts = urlsplit(url) if isinstance(url, str) else None
        usable = parts is not None and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        usable = False
    if not usable or parts is None:
        raise ValueError("url must be a whole address, such as https://api.example.com.")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise ValueError("url takes no user, password, query or fragment.")
    if parts.scheme not in ("https", "http"):
        raise ValueError("url must begin with https://.")
    if parts.scheme == "http" and not _LOOPBACK.fullmatch(parts.hostname or "") and not allow_http:
        raise ValueError("url must begin with https://: the key would travel in the clear. allow_http permits it.")
    return url.rstrip("/")


def _number(name: str, value: Any, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= most:
        raise ValueError("%s must be a number from 0 to %g." % (name, most))
    return value


class Client:
    """Opens a client. It raises ValueError where an option cannot be used; times are seconds.

    url                address of the API
    key                the tracking key (dtk_…); it is sent to that address alone and appears in no error, report or inspection
    product            the product that events without one are about, as it is registered
    spool              a folder on disk in which events outlive the process; several processes may share it
    spool_hold         how long a write may hold track; after three in a row that took longer, events are written later, and a killed process
                       loses those. With math.inf every event is on disk before track returns
    queue_events_max   events that wait in memory at most; one more is dropped and counted
    queue_bytes_max    bytes that wait in memory at most
    delay              how long an event may wait for others to share its request
    request_timeout    how long one request may take
    retry_base         the first pause before a retry; it doubles up to retry_max
    retry_for          how long an event is retried (a day, which is also the most)
    threads            False where threads do not run: flush and close send then
    log                receives a line about each failed request; without it the client writes nothing anywhere
    on_verdict         receives each verdict; on_drop receives each event that the client could not take
    transport, clock   replace the network and the time
    """

    def __init__(
        self,
        *,
        url: str,
        key: str,
        product: Optional[Mapping[str, Any]] = None,
        spool: Optional[str] = None,
        spool_bytes_max: int = _SPOOL_BYTES_MAX,
        spool_hold: float = _SLOW_WRITE_SECONDS,
        queue_events_max: int = 10_000,
        queue_bytes_max: int = 16 * 1024 * 1024,
        delay: float = 1.0,
        request_timeout: float = 10.0,
        retry_base: float = 0.5,
        retry_max: float = 60.0,
        retry_for: float = _DAY,
        refusals_max: int = 1_000,
        threads: bool = True,
        allow_http: bool = False,
        log: Optional[Callable[[str], None]] = None,
        on_verdict: Optional[Callable[[Verdict], None]] = None,
        on_drop: Optional[Callable[[Dict[str, str]], None]] = None,
        transport: Optional[Transport] = None,
        clock: Optional[Clock] = None,
        random: Callable[[], float] = _random.random,
    ) -> None:
        address = _address(url, allow_http)
        if not isinstance(key, str) or not _KEY.fullmatch(key.strip()):
            raise ValueError("key must be a tracking key, which begins with dtk_.")
        time_of = clock or Clock()
        self._settings = _Settings(
            url=address,
            product=product,
            spool=spool,
            spool_bytes_max=int(_number("spool_bytes_max", spool_bytes_max, 2**40)),
            spool_hold=_number("spool_hold", spool_hold, math.inf),
            queue_events_max=int(_number("queue_events_max", queue_events_max, 10_000_000)),
            queue_bytes_max=int(_number("queue_bytes_max", queue_bytes_max, 2**32)),
            delay=_number("delay", delay, _DAY),
            request_timeout=_number("request_timeout", request_timeout, _DAY),
            retry_base=_number("retry_base", retry_base, _DAY),
            retry_max=_number("retry_max", retry_max, _DAY),
            retry_for=_number("retry_for", retry_for, _DAY),
            refusals_max=int(_number("refusals_max", refusals_max, 1_000_000)),
            threads=threads,
            clock=time_of,
            random=random,
            log=log,
            on_verdict=on_verdict,
            on_drop=on_drop,
        )
        parts = urlsplit(address)
        secret = key.strip()
        request_seconds = self._settings.request_timeout

        def connect() -> Tuple[_Service, Callable[[], None]]:
            if transport is not None:
                return _Service(address, secret, transport, time_of, request_seconds), lambda: None
            own = _Connections(parts.scheme == "https", parts.hostname or "", parts.port)
            return _Service(address, secret, own, time_of, request_seconds), own.end

        self._connect = connect
        self._senders: Dict[int, _Sender] = {os.getpid(): _Sender(self._settings, connect, None)}

    def __repr__(self) -> str:
        return "<dai.Client of %s>" % self._settings.url

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_error: Any) -> None:
        self.close()

    def _sender(self) -> _Sender:
        pid = os.getpid()
        known = self._senders.get(pid)
        return known if known is not None else self._after_fork(pid)

    def _after_fork(self, pid: int) -> _Sender:
        """This process is a copy of the one that made the client: locks may be held and no thread runs, so that all of it is made again."""
        parents = [(one, sender) for one, sender in list(self._senders.items()) if one != pid]
        left = sum(sender.waiting for _one, sender in parents)
        # Of two threads that come here at once, both get the one that was first.
        sender = self._senders.setdefault(pid, _Sender(self._settings, self._connect, left))
        for one, parent in parents:
            if self._senders.pop(one, None) is not None:
                parent.forget()
                sender._log("process %d was forked from the one that took %d waiting events, which sends them." % (pid, left))
        return sender

    def track(self, event: Event) -> Tracked:
        """Takes an event and returns at once. It never raises, and never waits for the network."""
        return self._sender().track(event)

    def track_now(self, event: Event, timeout: float = 30.0) -> Verdict:
        """Sends an event before those that wait, and returns its verdict."""
        return self._sender().batch([event], timeout)[0]

    def batch(self, events: Iterable[Event], timeout: float = 30.0) -> List[Verdict]:
        """Sends events in requests of 50 at most and returns a verdict for each, in their order."""
        return self._sender().batch(events, timeout)

    def dry_run(self, event: Event, timeout: Optional[float] = None) -> Dict[str, Any]:
        """Asks the service what it would do with an event; nothing is stored."""
        prepared = _prepare(event, self._settings.product, self._settings.clock.now())
        if prepared.reason is not None:
            raise Unanswered("The event has no JSON form of at most 32 KiB.", 0, prepared.reason.upper())
        answer = self._ask("POST", "/api/usage/track/dry-run", prepared.text, timeout)
        accepted = answer.body.get("accepted") is True
        if answer.status < 300 or (answer.status == 400 and answer.body.get("accepted") is False):
            return {"accepted": accepted, "answer": answer.body}
        raise _unanswered(answer)

    def look_up(self, key: str, timeout: Optional[float] = None) -> Optional[Dict[str, Any]]:
        """Asks the service what it has stored under an idempotency key; None when there is nothing."""
        answer = self._ask("GET", _look_up_path(key), None, timeout)
        if answer.status == 200 and _text(answer.body.get("eventId")) is not None:
            return answer.body
        if answer.status == 404:
            return None
        raise _unanswered(answer)

    def _ask(self, method: str, path: str, body: Optional[str], timeout: Optional[float]) -> _Answer:
        try:
            until = None if timeout is None else self._settings.clock.monotonic() + timeout
            return self._sender()._service.ask(method, path, body, until)
        except _NoAnswer:
            pass  # raised below, so that no frame of the request is attached
        raise Unanswered("The service could not be reached.", 0, "UNREACHABLE")

    def flush(self, timeout: Optional[float] = None) -> Dict[str, Any]:
        """Returns when each event that was taken before has its verdict; `sent` is False when the time was over first."""
        return self._sender().flush(timeout)

    def close(self, timeout: float = 5.0) -> Dict[str, Any]:
        """Sends what waits, for `timeout` seconds at most, and reports the outcome of everything. Later calls get the same report."""
        return self._sender().close(timeout)

    @property
    def waiting(self) -> int:
        """How many events have no verdict yet."""
        return self._sender().waiting


def _unanswered(answer: _Answer) -> Unanswered:
    refusal = _refusal(answer.status, answer.body)
    return Unanswered("The service answered %d: %s" % (answer.status, refusal["detail"]), answer.status, refusal["code"])
