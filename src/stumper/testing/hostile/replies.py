"""Ways for a service to misbehave: each for one that speaks the protocol of ``http:``, and for a language model."""

import json
import struct
import zlib
from collections.abc import Callable, Mapping
from functools import cache, reduce

from stumper.testing.hostile.service import Request, Respond
from stumper.testing.hostile.town import ADDED
from stumper.testing.hostile.ways import Before, Ends, Reach, Way

SECRET = "sk-hostile-0123456789abcdef"  # the key that is sent, and must be quoted nowhere
KEY = "STUMPER_HOSTILE_KEY"  # the environment variable that holds it
FOR_A_WHILE = 3  # refusals, then answers
SOON = 1.0  # seconds


def on_trap(respond: Respond) -> Respond:
    """Misbehaves where the trap is, and is honest elsewhere."""

    def responding(request: Request) -> None:
        if request.is_trap:
            respond(request)
        else:
            request.send(request.honest())

    return responding


def _on_trap_alone(respond: Respond) -> Respond:
    """Misbehaves where the trap is, and lets others through after that, too, as else nobody could know that it does so
    there alone: what was changed is answered once it has misbehaved, or soon."""

    def responding(request: Request) -> None:
        if request.is_trap:
            respond(request)
            request.service.has_misbehaved.set()
        else:
            if ADDED.encode() in request.body:
                request.service.has_misbehaved.wait(SOON)
            request.send(request.honest())

    return responding


def _status(status: int, said: object = None, **headers: str) -> Respond:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    body = {"error": {"message": "no", "type": "hostile"}} if said is None else said
    return lambda request: request.send(body, status, named)


def _sends(content: bytes, **headers: str) -> Respond:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda request: request.send(content, 200, named)


def _changes(change: Callable[[bytes], bytes]) -> Respond:
    return lambda request: request.send(change(json.dumps(request.honest()).encode("ascii")))


def _for_a_while(respond: Respond) -> Respond:
    counted: dict[tuple[int, bytes], int] = {}

    def responding(request: Request) -> None:
        key = id(request.service), request.body
        counted[key] = counted.get(key, 0) + 1
        if counted[key] <= FOR_A_WHILE:
            respond(request)
        else:
            request.send(request.honest())

    return responding


def _redirects(status: int, host: str = "127.0.0.1") -> Respond:
    def responding(request: Request) -> None:
        rest = request.path.strip("/").partition("/")[2]
        there = f"{request.service.url('elsewhere', host)}/{rest}".rstrip("/")
        request.send({}, status, {"Location": there})

    return responding


def _announces(more: int) -> Respond:
    def responding(request: Request) -> None:
        content = json.dumps(request.honest()).encode("ascii")
        request.begin(200, {"Content-Length": str(len(content) + more)})
        request.write(content)

    return responding


def _cut_off(request: Request) -> None:
    content = json.dumps(request.honest()).encode("ascii")
    request.begin(200, {"Content-Length": str(len(content))})
    request.write(content[: len(content) // 2])


def _cut_off_chunk(request: Request) -> None:
    content = json.dumps(request.honest()).encode("ascii")
    request.begin(200, {"Transfer-Encoding": "chunked"})
    request.write(b"%x\r\n" % len(content) + content[: len(content) // 2])


@cache
def _bomb() -> bytes:
    """400 MiB of zeros as gzip packs them. One MiB is packed and repeated, as packing them all takes longer than a run
    on a busy machine waits for a system."""
    zeros, times = bytes(1 << 20), 400
    packing = zlib.compressobj(9, wbits=31)  # 31: as gzip does
    first, repeated = (packing.compress(zeros) + packing.flush(zlib.Z_FULL_FLUSH) for _ in range(2))
    checksum = reduce(lambda crc, _: zlib.crc32(zeros, crc), range(times), 0)
    end = b"\x03\x00" + struct.pack("<LL", checksum, times * len(zeros))
    return first + repeated * (times - 1) + end


def _unpacks(request: Request) -> None:
    request.send(_bomb(), headers={"Content-Encoding": "gzip"})


def _enormous(request: Request) -> None:
    request.send(b'"' + b"x" * 20_000_000 + b'"')


def _hangs_up(request: Request) -> None:
    request.connection.close()


def _hangs_after_head(request: Request) -> None:
    request.begin(200, {"Content-Length": "100"})
    request.hang()


def _drips_head(request: Request) -> None:
    request.drip(b"HTTP/1.1 200 Said\r\nContent-Type: application/json\r\nX-Filler: " + b"x" * 10_000)


def _drips_body(request: Request) -> None:
    request.begin(200, {"Content-Length": "10000"})
    request.drip(b" " * 10_000)


def _bad_head(request: Request) -> None:
    request.write(b"220 mail.example ESMTP ready\r\n")


def _endless_headers(request: Request) -> None:
    request.write(b"HTTP/1.1 200 Said\r\n" + b"X-Filler: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\r\n" * 200_000)


def _echoes(status: int) -> Respond:
    def responding(request: Request) -> None:
        said = f"The request with {request.headers.get('authorization', 'no key')} was refused."
        request.send({"error": {"message": said}}, status)

    return responding


def _echoes_in_answer(request: Request) -> None:
    request.send({"error": {"message": f"bad key {request.headers.get('authorization', '')}"}})


def _predictions(change: Callable[[list[object]], object]) -> Respond:
    """Changes the list that a service of predictions, or of choices, answers with."""

    def responding(request: Request) -> None:
        said = request.honest()
        name = "choices" if "choices" in said else "predictions"
        request.send({**said, name: change(said[name])})

    return responding


def _text(answer: str) -> Respond:
    """Gives this answer in place of each."""

    def responding(request: Request) -> None:
        said = request.honest()
        if "choices" in said:
            said["choices"][0]["message"]["content"] = answer
        else:
            said["predictions"] = [{"guesses": [{"answer": answer, "probability": 0.9}]}] * len(said["predictions"])
        request.send(said)

    return responding


def _always(respond: Respond) -> Respond:
    """Misbehaves at every POST; a GET is answered honestly."""
    return lambda request: request.send(request.honest()) if request.method == "GET" else respond(request)


def _another_fingerprint(request: Request) -> None:
    said = request.honest()
    request.send({**said, "fingerprint": f"hostile-{request.number}"})


def _number_for_fingerprint(request: Request) -> None:
    request.send({"fingerprint": 7} if request.method == "GET" else request.honest())


BOTH: tuple[Reach, ...] = ("http", "openai")
_HTML = b"<!DOCTYPE html><html><body>Please log in.</body></html>"
_DEEP = b"[" * 100_000 + b"]" * 100_000
_429 = _status(429)

# name, what the service does, how a run with http: must end, and with openai:, what it sends
_ROWS: tuple[tuple[str, str, Ends | None, Ends | None, Respond], ...] = (
    ("status-429-for-ever", "answers nothing but status 429, and does not say for how long", "stopped", "stopped",
     _always(_429)),
    ("status-429-on-one", "answers one query with status 429 for ever", "stopped", "errored", _on_trap_alone(_429)),
    ("status-429-for-a-while", "answers with status 429 three times", "measured", "measured",
     on_trap(_for_a_while(_429))),
    ("status-500", "answers with status 500", "errored", "errored", on_trap(_status(500))),
    ("status-500-for-a-while", "answers with status 500 three times", "measured", "measured",
     on_trap(_for_a_while(_status(500)))),
    ("status-503-for-hours", "answers with status 503 and asks for a pause of hours", "stopped", "stopped",
     on_trap(_status(503, Retry_After="10000"))),
    ("status-429-odd-pause", "asks for a pause that is no time", "stopped", "errored",
     _on_trap_alone(_status(429, Retry_After="soon"))),
    ("status-429-negative-pause", "asks for a pause of less than no time", "stopped", "errored",
     _on_trap_alone(_status(429, Retry_After="-5"))),
    ("status-400", "answers with status 400", "errored", "errored", on_trap(_status(400))),
    ("status-401", "refuses the key", "refused", "refused", on_trap(_status(401))),
    ("status-404", "answers with status 404", "refused", "refused", on_trap(_status(404))),
    ("status-204", "answers with status 204 and nothing", "errored", "errored",
     on_trap(lambda request: request.begin(204, {}))),
    ("status-299", "answers with a status that nobody knows, and an error", "errored", "errored",
     on_trap(_status(299))),
    *((f"redirects-{status}", f"sends whoever asks elsewhere with status {status}", "refused", "refused",
       on_trap(_redirects(status))) for status in (301, 302, 303, 307, 308)),
    ("redirects-to-another-host", "sends whoever asks to another host, key and all", "refused", "refused",
     on_trap(_redirects(307, "localhost"))),
    ("error-inside", "answers with status 200 and an error inside", "errored", "errored",
     on_trap(_status(200))),
    ("error-as-text", "answers with status 200 and an error as one text", "errored", "errored",
     on_trap(_status(200, {"error": "model overloaded"}))),
    ("html", "answers with a page for people", "errored", "errored", on_trap(_sends(_HTML, Content_Type="text/html"))),
    ("empty", "answers with nothing", "errored", "errored", on_trap(_sends(b""))),
    ("null", "answers null", "refused", "errored", on_trap(_sends(b"null"))),
    ("number", "answers with a number", "refused", "errored", on_trap(_sends(b"7"))),
    ("list", "answers with a list", "refused", "errored", on_trap(_sends(b"[]"))),
    ("object", "answers with an empty object", "refused", "errored", on_trap(_sends(b"{}"))),
    ("partial-json", "answers with half of its JSON", "errored", "errored",
     on_trap(_changes(lambda content: content[: len(content) // 2]))),
    ("two-jsons", "answers with its JSON twice", "errored", "errored", on_trap(_changes(lambda content: content * 2))),
    ("cut-off", "breaks off in the middle of what it announced", "errored", "errored", on_trap(_cut_off)),
    ("cut-off-chunk", "breaks off in the middle of a chunk", "errored", "errored", on_trap(_cut_off_chunk)),
    ("announces-more", "announces more than it sends", "errored", "errored", on_trap(_announces(7))),
    ("announces-less", "announces less than it sends", "errored", "errored", on_trap(_announces(-7))),
    ("hangs-up", "hangs up without a word", "errored", "errored", on_trap(_hangs_up)),
    ("resets", "breaks the connection off", "errored", "errored", on_trap(Request.reset)),
    ("hangs", "does not answer", "errored", "errored", on_trap(Request.hang)),
    ("hangs-after-head", "sends the head of a response and no more", "errored", "errored", on_trap(_hangs_after_head)),
    ("drips-head", "sends the head of a response byte by byte", "errored", "errored", on_trap(_drips_head)),
    ("drips-body", "sends its response byte by byte", "errored", "errored", on_trap(_drips_body)),
    ("no-http", "speaks another protocol", "errored", "errored", on_trap(_bad_head)),
    ("endless-headers", "sends 8 MB of headers", "errored", "errored", on_trap(_endless_headers)),
    ("bomb", "sends 0.4 MB that unpack to 400 MB", "errored", "errored", on_trap(_unpacks)),
    ("bad-gzip", "packs with gzip what it then breaks", "errored", "errored",
     on_trap(_sends(b"\x1f\x8b\x08\x00 this is not packed", Content_Encoding="gzip"))),
    ("enormous", "sends 20 MB", "errored", "errored", on_trap(_enormous)),
    ("deep", "nests 100,000 lists", "errored", "errored", on_trap(_sends(_DEEP))),
    ("latin-1", "writes in Latin-1", "errored", "errored",
     on_trap(_changes(lambda said: said.replace(b"Sam", b"S\xe9m")))),
    ("bare-nan", "writes NaN for a number", "refused", None,
     on_trap(_changes(lambda said: said.replace(b"0.9", b"NaN")))),
    ("bare-infinity", "writes Infinity for a number", "refused", None,
     on_trap(_changes(lambda said: said.replace(b"0.9", b"Infinity")))),
    ("enormous-number", "writes a number of 10,000 digits", "errored", None,
     on_trap(_changes(lambda said: said.replace(b"0.9", b"9" * 10_000)))),
    ("twice-a-key", "writes the list of its predictions twice", "refused", None,
     on_trap(_changes(lambda said: said[:-1] + b', "predictions": []}'))),
    ("too-few", "leaves its last prediction out", "refused", "errored",
     on_trap(_predictions(lambda said: said[:-1]))),
    ("too-many", "gives a prediction more", "refused", "measured",
     on_trap(_predictions(lambda said: [*said, said[0]]))),
    ("nulls", "gives null for each prediction", "refused", "errored",
     on_trap(_predictions(lambda said: [None] * len(said)))),
    ("says-surrogate", "answers with a lone surrogate", "refused", "measured", on_trap(_text("Sam \ud800 Pike"))),
    ("says-nul", "answers with NUL", "refused", "measured", on_trap(_text("Sam\x00Pike"))),
    ("says-enormous", "answers with 200,000 characters", "refused", "refused", on_trap(_text("x" * 200_000))),
    ("fingerprint-changes", "tells another fingerprint at each answer", "refused", None, _always(_another_fingerprint)),
    ("fingerprint-number", "has a number for a fingerprint", "refused", None, _number_for_fingerprint),
    ("echoes-key-401", "quotes the key that it refuses", "refused", "refused", on_trap(_echoes(401))),
    ("echoes-key-400", "quotes the key in an error of one query", "errored", "errored", on_trap(_echoes(400))),
    ("echoes-key-500", "quotes the key in an error that may pass", "errored", "errored", on_trap(_echoes(500))),
    ("echoes-key-200", "quotes the key in an error with status 200", "errored", "errored", on_trap(_echoes_in_answer)),
)  # fmt: skip
_LATER: tuple[tuple[str, str, Ends, Before, Respond], ...] = (
    ("stale-429", "answers nothing but status 429 under the fingerprint that it had when it was healthy", "stopped",
     "itself while it was healthy", _always(_429)),
    ("stale-hangs", "answers nothing under the fingerprint that it had when it was healthy", "stopped",
     "itself while it was healthy", _always(Request.hang)),
)  # fmt: skip

SAYING = {"says-surrogate", "says-nul", "says-enormous", "too-many"}  # an answer after all, if an odd one
RESPONSES: Mapping[str, Respond] = {**{row[0]: row[-1] for row in _ROWS}, **{row[0]: row[-1] for row in _LATER}}
# Of several workers, the one that asks this alone cannot know that the service lets others through.
_APART: Mapping[str, tuple[Ends, ...]] = dict.fromkeys(
    [f"openai-status-429-{name}" for name in ("on-one", "odd-pause", "negative-pause")], ("stopped", "errored")
)
REMOTE: tuple[Way, ...] = (
    *(Way(f"{reach}-{name}", does, ends, reach=reach, apart=_APART.get(f"{reach}-{name}", ()))
      for name, does, *both, _ in _ROWS for reach, ends in zip(BOTH, both, strict=True) if ends is not None),
    *(Way(f"{reach}-{name}", does, ends, reach=reach, before=before) for name, does, ends, before, _ in _LATER
      for reach in BOTH),
)  # fmt: skip
