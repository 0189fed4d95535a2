"""Pictures and sounds beside a data set: what a file is by its content, and which of the named ones are there."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from stumper.errors import BadData
from stumper.file_bytes import file_bytes

FORMATS = "PNG, JPEG, GIF or WebP for pictures, MP3, WAV, Ogg or M4A for sounds"


@dataclass(frozen=True, slots=True)
class Signature:
    """How the content of a file begins: ``first``, and ``then`` at its place."""

    kind: str
    first: bytes
    then: bytes = b""
    at: int = 0


SIGNATURES = (  # a file is what its content says; drawings that can hold scripts (SVG) are none of these
    Signature("image/png", b"\x89PNG\r\n\x1a\n"),
    Signature("image/jpeg", b"\xff\xd8\xff"),
    Signature("image/gif", b"GIF87a"),
    Signature("image/gif", b"GIF89a"),
    Signature("image/webp", b"RIFF", b"WEBP", 8),
    Signature("audio/wav", b"RIFF", b"WAVE", 8),
    Signature("audio/mpeg", b"ID3"),
    Signature("audio/mpeg", b"\xff\xfb"),
    Signature("audio/mpeg", b"\xff\xf3"),
    Signature("audio/mpeg", b"\xff\xf2"),
    Signature("audio/ogg", b"OggS"),
    Signature("audio/mp4", b"", b"ftypM4A", 4),
)


@dataclass(frozen=True, slots=True)
class NamedMedium:
    """A picture or a sound that a data set names: its media type and content, or ``why`` it is not shown."""

    name: str
    kind: str = ""
    data: bytes = b""
    why: str = ""


def media_kind(data: bytes) -> str:
    """The media type of a picture or a sound by its content; "" of anything else."""
    for one in SIGNATURES:
        if data.startswith(one.first) and data.startswith(one.then, one.at):
            return one.kind
    return ""


@dataclass(slots=True)
class Reader:
    """Reads files of at most ``largest`` bytes each, and of at most ``left`` together; each once."""

    largest: int
    left: int
    _known: dict[Path, NamedMedium] | None = None

    def read(self, folder: Path, paths: Iterable[str]) -> tuple[NamedMedium, ...]:
        """What stands where each path says, seen from the folder; nothing outside of the folder is opened."""
        return tuple(self._one(folder, path) for path in paths)

    def _one(self, folder: Path, path: str) -> NamedMedium:
        name = path.replace("\\", "/").rpartition("/")[2] or "a file without a name"
        whole = (folder / path).resolve()
        known = self._known = self._known or {}
        if whole not in known:
            known[whole] = self._read(folder.resolve(), whole, name)
        return known[whole]

    def _read(self, folder: Path, whole: Path, name: str) -> NamedMedium:
        if folder not in whole.parents:
            return NamedMedium(name, why="it is not in the folder of the questions")
        if not whole.is_file():
            return NamedMedium(name, why="it is not there")
        if (size := whole.stat().st_size) > self.largest:
            return NamedMedium(name, why=f"it has more than {self.largest / 1e6:.0f} MB")
        if size > self.left:
            return NamedMedium(name, why="the others have filled the page")
        try:
            data = file_bytes(whole, self.largest)
        except BadData as error:
            return NamedMedium(name, why=str(error))
        if not (kind := media_kind(data)):
            return NamedMedium(name, why="it is no picture and no sound that is shown")
        self.left -= size
        return NamedMedium(name, kind, data)


def shown(media: Iterable[Sequence[NamedMedium]]) -> tuple[int, int]:
    """How many different files are shown, and how many are named."""
    every = {(one.name, one.data) for of in media for one in of}
    return sum(bool(data) for _, data in every), len(every)
