"""Pictures and sounds of a match's questions: files of the project, shown once their mark in the text has been read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from stumper.errors import BadData
from stumper.media import FORMATS, media_kind
from stumper.people.matches.match import Asked, Match
from stumper.people.matches.packets import Packet
from stumper.people.projects.media_files import Medium, kept_media, kept_medium, name_in, no_medium
from stumper.people.projects.uploads import put_upload
from stumper.store import Store
from stumper.text import MARKS

LARGEST = 10_000_000  # bytes of one file
MOST_FILES = 200  # files that are sent with one match
SHOWN = MARKS[:2]  # what marks a picture, and a sound


@dataclass(frozen=True, slots=True)
class MediaFile:
    """A picture or a sound as somebody sent it."""

    name: str
    data: bytes


def check_media(files: Sequence[MediaFile]) -> None:
    """Raises BadData where there are too many files, or one is too large or neither a picture nor a sound."""
    if len(files) > MOST_FILES:
        raise BadData(
            f"{len(files)} pictures and sounds are more than the {MOST_FILES} that a match takes. Send fewer."
        )
    for file in files:
        if len(file.data) > LARGEST:
            raise BadData(f"{file.name} has more than {LARGEST / 1e6:.0f} MB. Make it smaller.")
        if not media_kind(file.data):
            raise BadData(f"{file.name} is no picture and no sound that is shown here. Send {FORMATS}.")


def with_media(store: Store, project_id: str, packet: Packet, files: Sequence[MediaFile], now: float) -> Packet:
    """Keeps the files that a question names, as the project's, and puts the id of each in the place of its path.

    A path finds the file whose name it ends with, of those that are sent now or were sent to the project before; "" of
    one that is nowhere. What was sent and is not named is not kept; both are among what is ``skipped``.
    """
    wanted = {name_in(path) for asked in packet.asked for path in asked.media if path}
    sent = {name_in(file.name): file for file in files}
    known = kept_media(store, project_id, wanted - sent.keys()) | {
        name: put_upload(store, name, file.data, now, project_id) for name, file in sent.items() if name in wanted
    }
    asked = tuple(
        replace(one, media=tuple(known.get(name_in(path), "") for path in one.media)) if one.media else one
        for one in packet.asked
    )
    return replace(packet, asked=asked, skipped=(*packet.skipped, *_notes(wanted, known, sent)))


def medium_of(store: Store, project_id: str, match: Match, tossup: int, place: int, words: int) -> Medium:
    """The picture or sound at a place among those of a tossup, once its mark is among so many ``words`` that were read.

    NotThere before, where the file was never sent, and where the project has it no longer.
    """
    asked = match.packet[tossup] if 0 <= tossup < len(match.packet) else None
    if asked is None or not 0 <= place < len(asked.media) or not asked.media[place]:
        raise no_medium()
    marked = [number for number, word in enumerate(asked.text.split(), 1) if word in SHOWN]
    if place >= len(marked) or marked[place] > words:
        raise no_medium()
    return kept_medium(store, project_id, asked.media[place])


def has_media(packet: Sequence[Asked]) -> bool:
    """Whether a file is there for any mark of a picture or a sound."""
    return any(any(asked.media) for asked in packet)


def _notes(wanted: set[str], known: Mapping[str, str], sent: Mapping[str, MediaFile]) -> tuple[str, ...]:
    missing, unnamed = sorted(wanted - known.keys()), sorted(sent.keys() - wanted)
    notes = []
    if missing:
        notes.append(f"Of the {len(wanted)} pictures and sounds that the questions name, {len(missing)} are not here, "
                     f"such as {missing[0]}; a mark stands in the text for each.")  # fmt: skip
    if unnamed:
        notes.append(f"No question names {len(unnamed)} of the files that you sent, such as {unnamed[0]}; they were "
                     "not kept.")  # fmt: skip
    return tuple(notes)
