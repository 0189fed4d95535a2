"""Text as scores, saliency and reports see it: normalised answers, words, sentences, differences."""

import difflib
import re
import string
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal


@dataclass(frozen=True, slots=True)
class Stretch:
    """The characters [start, end) of a text."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Change:
    """A stretch of a comparison; ``start`` counts in the text before where it was removed, else in the text after."""

    kind: Literal["kept", "added", "removed"]
    text: str
    start: int


def several_of(noun: str) -> str:
    """The plural of a noun, or of a name that ends with one, where it is formed as most are."""
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return noun + ("es" if noun.endswith(("s", "x", "z", "ch", "sh")) else "s")


_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)
# What Unicode calls default-ignorable, with the marks of annotations beside these: nothing is drawn for it.
_IGNORED = (
    (0xAD,), (0x34F,), (0x61C,), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x200B, 0x200F),
    (0x202A, 0x202B), (0x2060, 0x206F), (0xFE00, 0xFE0F), (0xFEFF,), (0xFFF0, 0xFFFB), (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
_BLANKS = "\u2800\u3164\uffa0"  # take place as a space does: an empty cell of braille, and two Hangul fillers
_CONTROLS = (chr(code) for code in (*range(0x20), *range(0x7F, 0xA0)))
_UNSEEN = {
    **{code: None for first, *last in _IGNORED for code in range(first, (last or [first])[0] + 1)},
    **{ord(control): None for control in _CONTROLS if control not in "\t\n\v\f\r\x85"},
    **dict.fromkeys(map(ord, _BLANKS), " "),
}
# Unicode's overrides of the direction, up to the end of what they are of; 202C ends them.
_OVERRIDDEN = re.compile("([\u202d\u202e])([^\n\r\x85\u2029\u202c-\u202e]*)")
_MIRRORED = str.maketrans("()[]{}<>", ")(][}{><")
_ARTICLE = re.compile(r"\b(?:an?|the)\b")
_WORD = re.compile(r"\w+(?:[-'’]\w+|(?<=\d)[.,]\d\w*|(?<=[A-Z])\.[A-Z]\b)*")
_PIECE = re.compile(r"\s+|\w+|[^\w\s]")
MARKS = ("[image]", "[sound]", "[pause]")  # stand in a text for what is no words; they belong to the sentence before
_MARKED = rf"(?:\s+(?:{'|'.join(map(re.escape, MARKS))}))*"
_BREAK = re.compile(
    rf"""(?<![.!?…])(?P<mark>[.!?…]+)['"”’)\]]*{_MARKED}\s+(?=['"“‘(\[]*[^\W_a-z])"""
    r"|\n\s*\n\s*"
)
_LAST_WORD = re.compile(r"[^\s(\[“\"'‘]+$")
_LETTERS = re.compile(r"(?:[^\W\d_]\.)+$")
_SPACED = re.compile(r"\S+")
_NEXT_WORD = re.compile(r"\w+\.?")

# Stand before a name or a number, so that a sentence never ends with them.
_TITLES = """
    Mr. Mrs. Ms. Messrs. Mx. Dr. Drs. Prof. Rev. Fr. Ste. Mt. Ft. Gen. Col. Maj. Capt. Cpt. Lt. Sgt. Cmdr. Adm. Gov.
    Sen. Rep. Pres. Hon. Msgr. Amb. No. Nos. Vol. Vols. Fig. Figs. Eq. Ch. Sec. Art. pp. vs. v. ca. cf. e.g. i.e.
    approx. est. fig. figs. vol. vols. ch. sec. nos.
"""
# May end a sentence or stand within one: the word that follows decides.
_ABBREVIATIONS = """
    Jr. Sr. St. Esq. Inc. Ltd. Co. Corp. Bros. Dept. Univ. Assn. Ave. Blvd. Rd. etc. al. Jan. Feb. Mar. Apr. Jun. Jul.
    Aug. Sep. Sept. Oct. Nov. Dec. Mon. Tue. Wed. Thu. Fri. Sat. Sun. ft. lb. lbs. oz. km. mi. min. max. Ph.D. M.Sc.
    B.Sc.
"""
_STARTERS = """
    A An The This That These Those There Here It Its He His She Her They Their We Our You I In On At By For From To
    After Before During Since Until While When Where What Who Why How Although Though Because If As And But Or So Yet
    However Moreover Thus Then Also Another Other Some Many Most Several Each Every All Both Only With Within Under Over
"""
_NEVER_LAST, _SOMETIMES_LAST, _FIRST = (frozenset(row.split()) for row in (_TITLES, _ABBREVIATIONS, _STARTERS))


def listed(names: str) -> list[str]:
    """The names that are separated by commas."""
    return [name.strip() for name in names.split(",") if name.strip()]


def word_ends(text: str) -> tuple[int, ...]:
    """The character after each word, a word being what stands between white space."""
    return tuple(match.end() for match in _SPACED.finditer(text))


def as_seen(text: str) -> str:
    """The text as its readers see it: accents in their letters (NFC), single spaces, nothing that is not drawn.

    Two texts of which this is the same are one text to whoever reads them. What an override of the direction turns
    round stands in the order in which it is read. Other signs of direction are left out, though they can move numbers
    and punctuation: within a word nobody sees them, and they would make a new text of any.
    """
    seen = unicodedata.normalize("NFC", text.translate(_UNSEEN))
    return " ".join(_OVERRIDDEN.sub(_turned, seen).replace("\u202c", "").split())


def _turned(override: re.Match[str]) -> str:
    """What stands under an override of the direction, in the order in which it is read."""
    mark, letters = override.groups()
    kinds = {unicodedata.bidirectional(letter) for letter in letters}
    is_leftwards = bool(kinds & {"R", "AL"})  # of itself
    is_turned = is_leftwards if mark == "\u202d" else "L" in kinds or not is_leftwards
    return letters[::-1].translate(_MIRRORED) if is_turned else letters


def normalise_answer(text: str) -> str:
    """The text in lower case without ASCII punctuation, articles and superfluous white space (SQuAD's official way).

    Letters written with their accents apart are those written as one (NFC); the official script takes them for others.
    """
    bare = unicodedata.normalize("NFC", text).lower().translate(_NO_PUNCTUATION)
    return " ".join(_ARTICLE.sub(" ", bare).split())


def tokens(text: str) -> list[str]:
    """The tokens by which answers overlap: those of the normalised text."""
    return normalise_answer(text).split()


def stands_in(part: Sequence[str], said: Sequence[str]) -> bool:
    """Whether these tokens stand there in a row; no tokens stand everywhere."""
    return any(said[start : start + len(part)] == part for start in range(len(said) - len(part) + 1))


def says_answer(text: str, answers: Sequence[str]) -> bool:
    """Whether a text has one of the answers in it, word by word."""
    said = tokens(text)
    return any(stands_in(right, said) for right in map(tokens, answers) if right)


def words(text: str) -> list[Stretch]:
    """The words in order, without punctuation around them; ``it's``, ``well-known`` and ``1,000.5`` are one each."""
    return [Stretch(match.group(), match.start(), match.end()) for match in _WORD.finditer(text)]


def sentences(text: str) -> list[Stretch]:
    """The sentences in order, by rules for English; only white space lies between and around them."""
    bounds = pairwise([0, *_ends(text), len(text)])
    return [_trimmed(text, start, end) for start, end in bounds if text[start:end].strip()]


def shared_beginning(one: Sequence[str], other: Sequence[str]) -> int:
    """How many characters, or pieces, two beginnings have in common."""
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def word_diff(before: str, after: str) -> list[Change]:
    """What was kept, removed and added, by words; kept and removed join to ``before``, kept and added to ``after``."""
    old, new = _PIECE.findall(before), _PIECE.findall(after)
    head = shared_beginning(old, new)
    tail = shared_beginning(old[head:][::-1], new[head:][::-1])
    inner_old, inner_new = old[head : len(old) - tail], new[head : len(new) - tail]
    matcher = difflib.SequenceMatcher(str.isspace, inner_old, inner_new, autojunk=False)
    changes = [Change("kept", "".join(new[:head]), 0)]
    at_old = at_new = len(changes[0].text)
    for tag, a, b, c, d in matcher.get_opcodes():
        removed, added = "".join(inner_old[a:b]), "".join(inner_new[c:d])
        if tag == "equal":
            changes.append(Change("kept", added, at_new))
        else:
            changes += [Change("removed", removed, at_old), Change("added", added, at_new)]
        at_old, at_new = at_old + len(removed), at_new + len(added)
    changes.append(Change("kept", "".join(new[len(new) - tail :]), at_new))
    return _merged([change for change in changes if change.text])


def _merged(changes: Sequence[Change]) -> list[Change]:
    """Neighbouring stretches that were kept as one."""
    merged: list[Change] = []
    for change in changes:
        if merged and change.kind == merged[-1].kind == "kept":
            merged[-1] = Change("kept", merged[-1].text + change.text, merged[-1].start)
        else:
            merged.append(change)
    return merged


def _ends(text: str) -> Iterator[int]:
    for match in _BREAK.finditer(text):
        if match.group().isspace() or _ends_sentence(text, match):
            yield match.end()


def _ends_sentence(text: str, match: re.Match[str]) -> bool:
    if (mark := match["mark"]) != ".":
        return True
    last = _LAST_WORD.search(text, max(0, match.start() - 40), match.start() + 1)
    word = last.group() if last else mark
    if word in _NEVER_LAST:
        return False
    if word not in _SOMETIMES_LAST and not _LETTERS.match(word):
        return True
    following = _NEXT_WORD.search(text, match.end())
    return following is not None and following.group() in _FIRST


def _trimmed(text: str, start: int, end: int) -> Stretch:
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    return Stretch(piece.strip(), start, start + len(piece.strip()))
