"""QANTA's packets since 2025: tossups by token, with images and sounds by path, and bonuses whose parts have images."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from stumper.datasets.documents import called, read_json, write_json
from stumper.errors import BadData
from stumper.formats import Skipped
from stumper.listening import Details
from stumper.tasks.quizbowl.answers.lines import read_answer_line, write_answer_line
from stumper.tasks.quizbowl.bonuses.read import Bonus, Part, ReadBonuses
from stumper.tasks.quizbowl.details import Read, ReadTossup
from stumper.tasks.quizbowl.media import KINDS, MARKS, WITH_FILES
from stumper.tasks.quizbowl.packets import text_under
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.quizbowl.tossup_text import check_tossup, decoded, sentence_bounds, without_tags
from stumper.types import Answer, Example, Gold

TOSSUPS = re.compile(r'\s*\[\s*\{(?=[\s\S]*?"qid"\s*:)(?=[\s\S]*?"tokens"\s*:\s*\[\s*[{\]])')
BONUSES = re.compile(r'\s*\[\s*\{(?=[\s\S]*?"qid"\s*:)(?=[\s\S]*?"leadin"\s*:)(?=[\s\S]*?"parts"\s*:)')


def read_tossups(path: Path) -> Read:
    """The tossups in order, a word of text for every token; those that cannot be used are skipped. BadData where
    something is no tossup of the format at all."""
    found: list[ReadTossup] = []
    skipped: list[Skipped] = []
    for number, id, node in _questions(path):
        try:
            found.append(_tossup(id, node))
        except BadData as error:
            skipped.append(Skipped(number, str(error), "question"))
    return Read(found, tuple(skipped))


def read_bonuses(path: Path) -> ReadBonuses:
    """The bonuses in order, with those of their parts that can be used; BadData where something is no bonus at all."""
    every = [(node, _bonus(id, node)) for _, id, node in _questions(path)]
    unknown = sum(_lacks_picture(node, bonus) for node, bonus in every)
    parts = "1 part has" if unknown == 1 else f"{unknown:,} parts have"
    note = f"{parts} an 'image_idx' of no path in 'part_images': no mark stands in the text for such a picture"
    return ReadBonuses(tuple(bonus for _, bonus in every), notes=(note,) if unknown else ())


def _lacks_picture(node: Mapping[str, object], bonus: Bonus) -> int:
    """How many of its parts name a picture that the packet does not list."""
    given = node["parts"]
    assert isinstance(given, list), "what the bonus was made of"
    named = [isinstance(part, dict) and part.get("image_idx") is not None for part in given]
    return sum(is_named and not part.media for is_named, part in zip(named, bonus.parts, strict=True))


def write_tossups(path: Path, rows: Sequence[tuple[Example, Details]]) -> str:
    """The file holds the tossups by token, and reads back as these texts and answer lines; its fingerprint."""
    return write_json(path, [_tossup_row(example, details) for example, details in rows])


def write_bonuses(path: Path, bonuses: Sequence[Bonus]) -> str:
    """The file holds the bonuses with the images of their parts, and reads back as them; its fingerprint."""
    return write_json(path, [_bonus_row(bonus) for bonus in bonuses])


@dataclass(frozen=True, slots=True)
class _Token:
    word: str
    kind: str
    path: str = ""


def _questions(path: Path) -> Iterator[tuple[int, str, Mapping[str, object]]]:
    document = read_json(path)
    if not isinstance(document, list):
        raise BadData(f"the packet is {called(document)}, not a list. Write a list of questions.")
    first: dict[str, int] = {}
    for number, node in enumerate(document, 1):
        if not isinstance(node, dict):
            raise BadData(f"question {number} is {called(node)}, not an object. Write one object a question.")
        id = node.get("qid")
        if not isinstance(id, str) or not id:
            raise BadData(f"question {number} has no 'qid'. Give each question one.")
        if (before := first.setdefault(id, number)) != number:
            raise BadData(f"the qid {id!r} is that of questions {before} and {number}. Make them unique.")
        yield number, id, node


def _tossup(id: str, node: Mapping[str, object]) -> ReadTossup:
    tokens = list(_tokens(node))
    text = " ".join(token.word for token in tokens)
    check_tossup(text)
    line = _answer_line(node)
    power = next((place for place, token in enumerate(tokens) if token.word == "(*)"), None)
    details = Details(
        answer_line=line,
        category=text_under(node, "category"),
        power=None if power is None else len(" ".join(token.word for token in tokens[:power])),
        sentences=sentence_bounds(text),
        media=tuple(token.path for token in tokens if token.kind in WITH_FILES),
    )
    return ReadTossup(Example(id, Tossup(text), _gold(line, node.get("clean_answers"))), details)


def _tokens(node: Mapping[str, object]) -> Iterator[_Token]:
    given = node.get("tokens")
    if not isinstance(given, list) or not given:
        raise BadData("it has no 'tokens'")
    for place, token in enumerate(given):
        match token:
            case {"position": int(position)} if position != place:
                raise BadData(f"its token {place} has the position {position}. Number tokens from 0, without gaps")
            case {"type": "text", "content": str(content)}:
                words = decoded(without_tags(content)).split()
                if len(words) != 1:
                    raise BadData(f"its token {place} is {content!r}, which is not one word")
                yield _Token(words[0], "text")
            case {"type": "delay"}:
                yield _Token(MARKS["delay"], "delay")
            case {"type": "image" | "audio" as kind, **rest}:
                files = node.get("images" if kind == "image" else "audio")
                yield _Token(MARKS[kind], kind, _path(files, rest.get("mm_index")))
            case _:
                raise BadData(f"its token {place} is neither a text, nor an image, a sound or a delay: {token!r:.80}")


def _path(files: object, place: object) -> str:
    """Where the file at a place of the list is said to be; "" where the packet does not say."""
    if isinstance(files, list) and isinstance(place, int) and 0 <= place < len(files):
        return _file(files[place])
    return ""


def _file(named: object) -> str:
    match named:
        case {"path": str(path)} | str(path):
            return path
        case _:
            return ""


def _answer_line(node: Mapping[str, object]) -> str:
    """The line with its underlined parts in HTML, as all other packets print them."""
    line = node.get("answer")
    if not isinstance(line, str) or not line.strip():
        raise BadData("there is no answer")
    return _UNDERLINED.sub(r"<b><u>\2</u></b>", line)


_UNDERLINED = re.compile(r"(?<!\w)(__\*\*|__|_)(?=\S)(.+?)(?<=\S)(?:\*\*__|__|_)")


def _gold(line: str, clean: object) -> Gold:
    """What the line accepts, and the answers that the packet lists beside it."""
    gold = read_answer_line(line)
    if not isinstance(clean, list):
        return gold
    known = {answer.text.casefold() for answer in gold.answers}
    more: list[Answer] = []
    for text in clean:
        if isinstance(text, str) and _UNDERLINED.sub(r"<b><u>\2</u></b>", text) != line:
            more += [one for one in read_answer_line(text).answers if one.text.casefold() not in known]
    return Gold((*gold.answers, *more), prompts=gold.prompts, rejects=gold.rejects) if more else gold


def _bonus(id: str, node: Mapping[str, object]) -> Bonus:
    parts = node.get("parts")
    if not isinstance(parts, list) or not parts:
        raise BadData(f"the bonus {id!r} has no 'parts'. Write a list of them.")
    pictured = _file(node.get("leadin_image"))
    leadin = _spoken(text_under(node, "leadin"), bool(pictured))
    made = tuple(_part(node, part, f"part {place} of the bonus {id!r}") for place, part in enumerate(parts, 1))
    return Bonus(id, leadin, made, title=text_under(node, "title"), category=text_under(node, "category"),
                 media=(pictured,) if pictured else ())  # fmt: skip


def _part(node: Mapping[str, object], part: object, at: str) -> Part:
    if not isinstance(part, dict):
        raise BadData(f"{at} is {called(part)}, not an object. Write one object a part.")
    picture = _path(node.get("part_images"), part.get("image_idx"))
    text = _spoken(text_under(part, "question"), bool(picture))
    try:
        if not text:
            raise BadData("there is no question")
        line = _answer_line(part)
        return Part(text, line, _gold(line, part.get("clean_answers")), media=(picture,) if picture else ())
    except BadData as error:
        return Part(text, "", None, why=str(error))


def _spoken(text: str, is_pictured: bool) -> str:
    """The text on one line, and behind it the mark of the picture that is shown with it."""
    said = " ".join(without_tags(decoded(text)).split())
    return f"{said} {MARKS['image']}".strip() if is_pictured else said


def _tossup_row(example: Example, details: Details) -> dict[str, object]:
    words, paths = example.query.text.split(), iter(details.media)
    files: dict[str, list[dict[str, object]]] = {"image": [], "audio": []}
    tokens: list[dict[str, object]] = []
    for position, word in enumerate(words):
        kind, place = KINDS.get(word, "text"), None
        if kind in files:
            place = len(files[kind])
            files[kind].append({"bytes": None, "path": next(paths, "")})
        tokens.append({"content": word if kind == "text" else None, "hash_key": None, "mm_index": place,
                       "position": position, "type": kind})  # fmt: skip
    line = details.answer_line or write_answer_line(example.gold)
    images, audio = files["image"], files["audio"]
    return {
        "qid": example.id,
        "question": example.query.text,
        "answer": line,
        "clean_answers": [line],
        "answerline": line,
        "tokens": tokens,
        "images": images,
        "audio": audio,
        "num_images": len(images),
        "num_audio": len(audio),
        **({"category": details.category} if details.category else {}),
    }


def _bonus_row(bonus: Bonus) -> dict[str, object]:
    images = [path for part in bonus.parts for path in part.media]
    places = iter(range(len(images)))
    parts = [
        {
            "number": number,
            "question": _unmarked(part.text, part.media),
            "answer": part.answer_line,
            "clean_answers": [part.answer_line] if part.answer_line else [],
            "image_idx": next(places) if part.media else None,
        }
        for number, part in enumerate(bonus.parts, 1)
    ]
    return {
        "qid": bonus.id,
        "title": bonus.title,
        "leadin": _unmarked(bonus.leadin, bonus.media),
        "parts": parts,
        "part_images": [{"bytes": None, "path": path} for path in images],
        "leadin_image": {"bytes": None, "path": bonus.media[0]} if bonus.media else None,
        **({"category": bonus.category} if bonus.category else {}),
    }


def _unmarked(text: str, media: Sequence[str]) -> str:
    """The text without the mark of its picture, which the file names elsewhere."""
    return text.removesuffix(MARKS["image"]).rstrip() if media else text
