"""Packets as one JSON document: qbreader's packets, sets and results of queries, and MODAQ's packets."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

from stumper.datasets.documents import called, read_json, write_json
from stumper.errors import BadData
from stumper.formats import Skipped
from stumper.identity import content_id
from stumper.listening import Details
from stumper.tasks.quizbowl.answers.lines import read_answer_line, write_answer_line
from stumper.tasks.quizbowl.bonuses.read import WORTH, Bonus, Part, ReadBonuses
from stumper.tasks.quizbowl.details import Read, ReadTossup
from stumper.tasks.quizbowl.packets import packet_named, set_and_year, text_under, tossup_of
from stumper.tasks.quizbowl.tossup_text import decoded, without_guides, without_tags
from stumper.types import Example

Kind = Literal["tossups", "bonuses"]
# A list of questions, or what a query gives: their number and then the list.
_SOME = r'"{kind}"\s*:\s*(?:\[\s*\{{|\{{[^\[\]{{}}]*"questionArray"\s*:\s*\[\s*\{{)'
_OF_QBREADER = r'"(?:_id|question_sanitized|leadin_sanitized|questionArray|subcategory)"\s*:'


def marks(kind: Kind, of_qbreader: bool) -> re.Pattern[str]:
    """The beginning of a document that holds questions of the kind; one of qbreader's names what MODAQ does not."""
    is_its = rf"(?{'=' if of_qbreader else '!'}[\s\S]*?{_OF_QBREADER})"
    return re.compile(rf"\s*\[?\s*\{{(?=[\s\S]*?{_SOME.format(kind=kind)}){is_its}")


def read_tossups(path: Path) -> Read:
    """The tossups in order; those that cannot be used are skipped. BadData where something is none at all."""
    found: dict[str, ReadTossup] = {}
    skipped: list[Skipped] = []
    packets = _packets(path)
    for number, (packet, node) in enumerate(_questions(packets, "tossups"), 1):
        at = f"tossup {number}"
        question, answer = _first_text(node, "question", at), _first_text(node, "answer", at)
        try:
            tossup = tossup_of(_own_id(node), question, answer, {**packet, **node})
        except BadData as error:
            skipped.append(Skipped(number, str(error), "tossup"))
            continue
        if tossup.example.id in found:
            skipped.append(Skipped(number, f"it stands in the file before, under {tossup.example.id!r}", "tossup"))
            continue
        found[tossup.example.id] = tossup
    return Read(tuple(found.values()), tuple(skipped), notes=_also(packets, "bonuses"))


def read_bonuses(path: Path) -> ReadBonuses:
    """The bonuses in order, with those of their parts that can be used; BadData where something is none at all."""
    found: dict[str, Bonus] = {}
    skipped: list[Skipped] = []
    packets = _packets(path)
    for number, (packet, node) in enumerate(_questions(packets, "bonuses"), 1):
        bonus = _bonus(node, packet, f"bonus {number}")
        if bonus.id in found:
            skipped.append(Skipped(number, f"it stands in the file before, under {bonus.id!r}", "bonus"))
            continue
        found[bonus.id] = bonus
    return ReadBonuses(tuple(found.values()), tuple(skipped), _also(packets, "tossups"))


def tossup_row(example: Example, details: Details, of_qbreader: bool) -> dict[str, object]:
    """The tossup as a packet holds it, with its power mark; qbreader's with what it tells beside."""
    text = example.query.text
    if details.power is not None:
        text = f"{text[: details.power]} (*){text[details.power :]}"
    line = details.answer_line or write_answer_line(example.gold)
    row: dict[str, object] = {"question": text, "answer": line}
    if not of_qbreader:
        return row
    own = {"question_sanitized": text, "answer_sanitized": _plain(line)}
    return {"_id": example.id, **row, **own, **_told_of(details)}


def bonus_row(bonus: Bonus, of_qbreader: bool) -> dict[str, object]:
    """The bonus as a packet holds it, without those of its parts that could not be used."""
    parts = [part for part in bonus.parts if part.gold is not None]
    texts, lines = [part.text for part in parts], [part.answer_line for part in parts]
    worths = list(bonus.worths) if len(bonus.worths) == len(parts) else [WORTH] * len(parts)
    row: dict[str, object] = {"leadin": bonus.leadin, "parts": texts, "answers": lines, "values": worths}
    if not of_qbreader:
        return row
    own = {"leadin_sanitized": bonus.leadin, "parts_sanitized": texts, "answers_sanitized": list(map(_plain, lines))}
    return {"_id": bonus.id, **row, **own, **_told_of(bonus)}


def write(path: Path, kind: Kind, rows: Sequence[Mapping[str, object]]) -> str:
    """The file holds the questions as one packet; its fingerprint."""
    empty: dict[str, object] = {"tossups": [], "bonuses": []}
    return write_json(path, empty | {kind: list(rows)})


def _packets(path: Path) -> list[Mapping[str, object]]:
    document = read_json(path)
    found: list[Mapping[str, object]] = []
    for number, packet in enumerate(document if isinstance(document, list) else [document], 1):
        if not isinstance(packet, dict):
            raise BadData(f"packet {number} is {called(packet)}, not an object of tossups and bonuses. Write one.")
        found.append(packet)
    return found


def _questions(
    packets: Sequence[Mapping[str, object]], kind: Kind
) -> Iterator[tuple[Mapping[str, object], Mapping[str, object]]]:
    """Each question of the kind, with what its packet says of itself."""
    for number, packet in enumerate(packets, 1):
        for place, node in enumerate(_listed(packet, kind), 1):
            if not isinstance(node, dict):
                raise BadData(f"{kind}[{place - 1}] is {called(node)}, not an object. Write one object a question.")
            named = packet.get("name")
            own = {"packet": named if isinstance(named, str) else str(number)} if len(packets) > 1 or named else {}
            yield own, node


def _listed(packet: Mapping[str, object], kind: Kind) -> list[object]:
    """The questions of the kind in a packet, or in what a query gave."""
    held = packet.get(kind)
    if isinstance(held, dict):
        held = held.get("questionArray")
    if held is not None and not isinstance(held, list):
        raise BadData(f"{kind!r} is {called(held)}, not a list. Write a list of questions.")
    return held or []


def _also(packets: Sequence[Mapping[str, object]], kind: Kind) -> tuple[str, ...]:
    number = sum(len(_listed(packet, kind)) for packet in packets)
    one = kind.removesuffix("es" if kind == "bonuses" else "s")
    if not number:
        return ()
    return (f"it holds {number:,} {one if number == 1 else kind}, too: name them as FILE#questions={kind}",)


def _first_text(node: Mapping[str, object], key: str, at: str) -> str:
    """The text of a question, with its markup where the file has that; BadData where there is none."""
    for name in (key, f"{key}_raw", f"{key}_sanitized"):
        if isinstance(value := node.get(name), str):
            return value
    raise BadData(f"{at} has no {key!r}. Write a text there.")


def _own_id(node: Mapping[str, object]) -> str | None:
    match node.get("_id", node.get("id")):
        case {"$oid": str(id)} | str(id) if id:
            return id
        case bool():
            return None
        case int(id):
            return str(id)
        case _:
            return None


def _bonus(node: Mapping[str, object], packet: Mapping[str, object], at: str) -> Bonus:
    leadin = next((value for key in ("leadin", "leadin_sanitized") if isinstance(value := node.get(key), str)), None)
    if leadin is None:
        raise BadData(f"{at} has no 'leadin'. Write a text there, which may be empty.")
    parts, answers = _texts(node, "parts", at), _texts(node, "answers", at)
    if len(parts) != len(answers):
        raise BadData(f"{at} has {len(parts)} parts and {len(answers)} of 'answers'. Write one answer a part.")
    told = {**packet, **node}
    set_, _ = set_and_year(told)
    worths = node.get("values")
    return Bonus(
        id=_own_id(node) or content_id("bonus", leadin, parts, answers)[:16],
        leadin=_cleaned(leadin),
        parts=tuple(_part(text, line) for text, line in zip(parts, answers, strict=True)),
        category=text_under(node, "category"),
        subcategory=text_under(node, "subcategory"),
        set=set_,
        packet=packet_named(told),
        difficulty=str(node.get("difficulty") or ""),
        worths=tuple(worths) if isinstance(worths, list) and all(type(one) is int for one in worths) else (),
    )


def _texts(node: Mapping[str, object], key: str, at: str) -> list[str]:
    held = next((value for name in (key, f"{key}_sanitized") if isinstance(value := node.get(name), list)), None)
    if not held or not all(isinstance(text, str) for text in held):
        raise BadData(f"{at} has no {key!r}. Write a list of texts there.")
    return held


def _part(raw: str, line: str) -> Part:
    text = _cleaned(raw)
    if not text:
        return Part("", line, None, why="there is no question")
    try:
        return Part(text, line, read_answer_line(line))
    except BadData as error:
        return Part(text, line, None, why=str(error))


def _cleaned(raw: str) -> str:
    return " ".join(_MARK.sub("", without_guides(without_tags(decoded(raw)))).split())


_MARK = re.compile(r"^\s*\[\d{1,2}[ehm]?\]\s*")  # "[10e]", which packets print before a part


def _plain(line: str) -> str:
    return " ".join(without_tags(line).split())


def _told_of(one: Details | Bonus) -> dict[str, object]:
    """What is told beside a question, under qbreader's names; what is not known is left out."""
    told = {
        "category": one.category,
        "subcategory": one.subcategory,
        "set": {"name": one.set} if one.set else None,
        "packet": {"name": one.packet} if one.packet else None,
        "difficulty": int(one.difficulty) if one.difficulty.isdigit() else None,
    }
    return {key: value for key, value in told.items() if value}
