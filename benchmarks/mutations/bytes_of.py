"""What becomes of the bytes of a file on its way: cut off, flipped, written twice, in another encoding, packed."""

import gzip
import lzma
import zlib
from collections.abc import Callable
from random import Random

Bytes = Callable[[bytes, Random], bytes]
BOMB = 1_500_000_000  # bytes that a small compressed file becomes


def _flipped(data: bytes, rng: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8))):
        if changed:
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _cut(data: bytes, rng: Random) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _beheaded(data: bytes, rng: Random) -> bytes:
    return data[rng.randrange(len(data) + 1) :]


def _holed(data: bytes, rng: Random) -> bytes:
    start = rng.randrange(len(data) + 1)
    return data[:start] + data[start + rng.choice((1, 10, 1000)) :]


def _inserted(data: bytes, rng: Random) -> bytes:
    at, what = rng.randrange(len(data) + 1), rng.choice(_STRANGE)
    return data[:at] + what + data[at:]


_STRANGE = (
    b"\0",
    b"\0" * 1000,
    b"\xff",
    b"\xed\xa0\x80",
    b"\xc0\x80",
    b"\xf4\x90\x80\x80",
    b"\xef\xbb\xbf",
    b"\x1b[2J",
    b"\r",
    b"\n\n",
    b"\x85",
    "\u2028".encode(),
    "\u202e".encode(),
    b"\x1a",
    b'"',
    b"{",
    b"]",
    b",",
    b"'",
    b"\\",
    b"\x1f\x8b",
)


def _lines(change: Callable[[list[bytes], Random], list[bytes]]) -> Bytes:
    def changed(data: bytes, rng: Random) -> bytes:
        return b"".join(change(data.splitlines(keepends=True) or [b""], rng))

    return changed


def _doubled(lines: list[bytes], rng: Random) -> list[bytes]:
    at = rng.randrange(len(lines))
    return [*lines[:at], lines[at], *lines[at:]]


def _left_out(lines: list[bytes], rng: Random) -> list[bytes]:
    at = rng.randrange(len(lines))
    return [*lines[:at], *lines[at + 1 :]]


def _swapped(lines: list[bytes], rng: Random) -> list[bytes]:
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return lines


def _joined(lines: list[bytes], rng: Random) -> list[bytes]:
    at = rng.randrange(len(lines))
    return [*lines[:at], lines[at].rstrip(b"\r\n"), *lines[at + 1 :]]


def _shuffled(lines: list[bytes], rng: Random) -> list[bytes]:
    return rng.sample(lines, len(lines))


def _encoded(encoding: str) -> Bytes:
    return lambda data, rng: data.decode("utf-8", "replace").encode(encoding, "replace")


def _bad_sum(data: bytes, rng: Random) -> bytes:
    packed = bytearray(gzip.compress(data, mtime=0))
    packed[-8 + rng.randrange(8)] ^= 0xFF  # in the checksum or the length
    return bytes(packed)


def bomb(size: int = BOMB) -> bytes:
    """A small gzip file that holds so many spaces; a JSON text could begin with them."""
    packer = zlib.compressobj(9, wbits=31)
    block = b" " * 10_000_000
    return b"".join([*(packer.compress(block) for _ in range(size // len(block))), packer.flush()])


_BOMB: list[bytes] = []


def _bomb(data: bytes, rng: Random) -> bytes:
    if not _BOMB:
        _BOMB.append(bomb())
    return _BOMB[0] + rng.choice((b"", gzip.compress(data)))


BYTES: dict[str, Bytes] = {
    "bits flipped": _flipped,
    "cut off": _cut,
    "without its beginning": _beheaded,
    "a piece missing": _holed,
    "strange bytes within": _inserted,
    "a line twice": _lines(_doubled),
    "a line missing": _lines(_left_out),
    "lines swapped": _lines(_swapped),
    "lines joined": _lines(_joined),
    "lines shuffled": _lines(_shuffled),
    "empty": lambda data, rng: b"",
    "white space": lambda data, rng: rng.choice((b" ", b"\n", b"\r\n\t ", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n")),
    "random bytes": lambda data, rng: rng.randbytes(rng.choice((1, 100, 10_000))),
    "NUL bytes": lambda data, rng: bytes(rng.choice((1, 100, 1_000_000))),
    "BOM": lambda data, rng: b"\xef\xbb\xbf" * rng.choice((1, 2)) + data,
    "UTF-16": _encoded("utf-16"),
    "UTF-16 without BOM": _encoded("utf-16-le"),
    "UTF-32": _encoded("utf-32"),
    "Latin-1": lambda data, rng: data.replace(b"e", b"\xe9", 3),
    "half a character": lambda data, rng: data.replace(b"e", b"\xed\xa0\x80", 1),
    "CRLF": lambda data, rng: data.replace(b"\n", b"\r\n"),
    "CR": lambda data, rng: data.replace(b"\n", b"\r"),
    "twice": lambda data, rng: data * 2,
    "one long line": lambda data, rng: data.replace(b"\n", b" ") + b"a" * 1_000_000,
    "many brackets": lambda data, rng: rng.choice((b"[", b"{", b'{"a":', b'{"data":[')) * 100_000,
    "of another program": lambda data, rng: (
        rng.choice(
            (
                b"PK\x03\x04",
                b"\x89PNG\r\n\x1a\n",
                b"%PDF-1.7\n",
                b"SQLite format 3\0",
                b"<!DOCTYPE html><html><body>Sign in</body></html>",
                b"version https://git-lfs.github.com/spec/v1\n",
                b"\x80\x04\x95",
            )
        )
        + data
    ),
    "gzip": lambda data, rng: gzip.compress(data, mtime=0),
    "gzip, cut off": lambda data, rng: _cut(gzip.compress(data, mtime=0), rng),
    "gzip, bits flipped": lambda data, rng: _flipped(gzip.compress(data, mtime=0), rng),
    "gzip, bad checksum": _bad_sum,
    "gzip, two joined": lambda data, rng: gzip.compress(data[: len(data) // 2]) + gzip.compress(data[len(data) // 2 :]),
    "gzip, with a tail": lambda data, rng: gzip.compress(data) + rng.randbytes(20),
    "gzip of gzip": lambda data, rng: gzip.compress(gzip.compress(data)),
    "xz": lambda data, rng: lzma.compress(data),
}
RARE: dict[str, Bytes] = {"gzip, a bomb": _bomb}
