"""Answer lines as packets print them: ``Süleyman the Magnificent [or Suleiman I; prompt on Suleiman]``."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from stumper.errors import BadData
from stumper.shown import shown
from stumper.tasks.quizbowl.answers.alternatives import (
    alternatives,
    beginnings_and_ends,
    halves_of,
    named_by,
    parts_of,
    underlined_beginnings,
)
from stumper.tasks.quizbowl.tossup_text import decoded, without_guides, without_tags
from stumper.types import Answer, Gold


def read_answer_line(line: str) -> Gold:
    """What the line accepts (its main answer first), prompts on and rejects; BadData where it has no main answer.

    What holds only before or after a clue is read holds throughout. An anti-prompt (be less specific) is a prompt.
    """
    main, clauses = _parted(_bare(line))
    names = named_by(main)
    if not names:
        raise BadData(f"the answer line {shown(line)} has no main answer. Write the answer before what is in brackets")
    said = _Said(main, names, prompts=underlined_beginnings(main))
    for clause in clauses:
        for payload in _AS_WELL.split(clause.payload):
            said.hear(_Clause(clause.verb, payload))
    if _BOTH.search(line):
        said.prompts += halves_of(main)
    return said.gold()


def write_answer_line(gold: Gold) -> str:
    """A line that reads back as this gold, where no answer in it holds the signs that a line is parted by."""
    main, *others = [answer.text for answer in gold.answers]
    clauses = [f"accept {text}" for text in others]
    clauses += [f"prompt on {text}" for text in gold.prompts] + [f"reject {text}" for text in gold.rejects]
    return f"{main} [{'; '.join(clauses)}]" if clauses else main


@dataclass(frozen=True, slots=True)
class _Clause:
    verb: str  # accept, prompt or reject
    payload: str


@dataclass(slots=True)
class _Said:
    """What has been read of a line so far."""

    main: str
    accepts: list[str]
    prompts: list[str] = field(default_factory=list)
    rejects: list[str] = field(default_factory=list)

    def hear(self, clause: _Clause) -> None:
        heard = {"accept": self.accepts, "prompt": self.prompts, "reject": self.rejects}[clause.verb]
        if place := _IN_PLACE.match(clause.payload):
            heard += self._replaced(place["other"], place["part"])
        elif clause.verb == "accept" and _CITY_OR_TEAM.match(clause.payload):
            heard += beginnings_and_ends(self.main)
        elif _PARTS[clause.verb].match(clause.payload):
            heard += parts_of(self.main)
        else:
            heard += alternatives(clause.payload, is_list=clause.verb != "accept")

    def _replaced(self, other: str, part: str) -> Iterator[str]:
        """The main answer with each of the words said in place of a part of it."""
        for gone in alternatives(part, is_list=False):
            pattern = re.compile(rf"\b{re.escape(gone)}", re.IGNORECASE)
            for text in alternatives(other, is_list=False):
                if pattern.search(self.accepts[0]):
                    yield pattern.sub(text.replace("\\", r"\\"), self.accepts[0], count=1)

    def gold(self) -> Gold:
        accepts = _distinct(self.accepts)
        taken = {text.casefold() for text in accepts}
        prompts = [text for text in _distinct(self.prompts) if text.casefold() not in taken]
        rejects = [text for text in _distinct(self.rejects) if text.casefold() not in taken]
        return Gold(tuple(Answer(text) for text in accepts), prompts=tuple(prompts), rejects=tuple(rejects))


def _bare(line: str) -> str:
    """The line without markup, pronunciation guides, the names of authors and what a packet prints behind it."""
    text = decoded(line)
    if "_" in text or "**" in text:
        text = _MARKED_DOWN.sub(r"<u>\1</u>", text.replace("**", ""))
    if "<" in text:
        text = _AUTHOR.sub("", without_tags(_UNDERLINED.sub("\x01\\1\x02", text)).replace("\x02\x01", ""))
    text = _TAIL.sub("", without_guides(text))
    return _HEAD.sub("", " ".join(text.split()))


def _parted(text: str) -> tuple[str, list[_Clause]]:
    """The main answer, and the clauses in the brackets that follow it."""
    main = ""
    clauses: list[_Clause] = []
    has_ended = False
    for stretch, bracket in _stretches(text):
        author = _BY.match(stretch) if bracket and not has_ended else None
        if author and main.strip():
            main += f"({author.group().strip()})"
        if bracket and (found := list(_clauses(stretch, "or"))):
            clauses += found
            has_ended = True
        elif author:
            continue
        elif bracket == "[" and not has_ended and _is_within(main, stretch):
            main += f"({stretch})"
        elif bracket == "[" or (bracket and not has_ended and _BOTH.search(stretch)):
            has_ended = True
        elif bracket and not has_ended:
            main += f"({stretch})" if len(stretch.split()) <= 3 or _GOES_ON.match(stretch) else ""
        elif not has_ended:
            main += stretch
        else:
            clauses += _clauses(stretch, "accept")
    if directive := _VERB.search(main):
        clauses = [*_clauses(main[directive.start() :], "accept"), *clauses]
        main = main[: directive.start()]
    return main.strip(" ;,.:]"), clauses


def _is_within(main: str, stretch: str) -> bool:
    """Whether a square bracket is part of the main answer: an ending, or an optional word that it begins with."""
    if main.strip().casefold() in ("", "the", "a", "an"):
        return len(stretch.split()) <= 2
    return main[-1:].isalpha() and stretch[:1] in "-’'"


def _stretches(text: str) -> Iterator[tuple[str, str]]:
    """The text outside of brackets, and within the outermost with the bracket that opens it; the last may lack its
    end."""
    depth = start = 0
    opener = ""
    for i, character in enumerate(text):
        if character in "[(":
            if not depth:
                yield text[start:i], ""
                opener, start = character, i + 1
            depth += 1
        elif character in "])" and depth:
            depth -= 1
            if not depth:
                yield text[start:i], opener
                opener, start = "", i + 1
    yield text[start:], opener if depth else ""


def _clauses(text: str, least: str) -> Iterator[_Clause]:
    """The clauses of a bracket; a part without a verb continues the one before. ``least``: what may open the first."""
    verb = ""
    for part in text.split(";"):
        opening = _OPENING.match(part)
        if opening and (verb or (least == "or" and not opening["same"])):
            verb, part = verb if opening["same"] and verb == "prompt" else "accept", part[opening.end() :]
        start = 0
        for found in _QUOTED_OR_VERB.finditer(part):
            if found.lastgroup is None or found.lastgroup == "quoted":
                continue
            if verb:
                yield _Clause(verb, part[start : found.start()])
            verb, start = found.lastgroup, found.end()
        if verb:
            yield _Clause(verb, part[start:])


def _distinct(texts: Iterable[str]) -> list[str]:
    found: dict[str, str] = {}
    for text in texts:
        found.setdefault(text.casefold(), text)
    return [*found.values()]


_UNDERLINED = re.compile(r"(?:<b>\s*)?<u>(.*?)</u>(?:\s*</b>)?", re.IGNORECASE | re.DOTALL)
_MARKED_DOWN = re.compile(r"(?<![^\W_])_{1,2}(?=[^\s_])(.+?)(?<=[^\s_])_{1,2}(?=[\W_]|s\b|$)")
_AUTHOR = re.compile(r"/?<[^<>]*(?:>|$)")
_HEAD = re.compile(r"^[\s:;.\])]*(?:answers?\s*:\s*|\d{1,2}\.\s+(?=\D))?", re.IGNORECASE)
_TAIL = re.compile(
    r"\s*(?:\b(?:Bonuses\b|BONUSES\b|BONUS\b|Bonus:|Tiebreakers?\b|CAN BE READ|DO NOT READ|To the Moderator"
    r"|Exact wording|Pre-ICT|NSC \d{4}|\d{4} National|Packet (?:by|\d)|Written and edited"
    r"|(?:\d{4} )?(?:ACF (?:Nationals|Regionals|Fall)|Chicago Open)\b|(?i:If the game is tied)|Editors?:"
    r"|Edited by\b|HALFTIME\b)"
    r"|(?i:\bnotes?(?: to [a-z ]+)?:)).*$",
    re.DOTALL,
)
_REJECT = (
    r"(?:but\s+)?(?:specifically\s+)?(?:do\s+not|don['’]t|never)\s+(?:accept|prompt|take|allow)(?:\s+on)?"
    r"(?:(?:\s*,?\s*(?:or|nor|and)\s*|/)(?:accept|prompt)(?:\s+on)?)?|\breject\b"
)
_PROMPT = (
    r"(?:(?:but|and|or|also|generously|grudgingly|please)\s+)*(?:anti|reverse)?[-\s]?prompt"
    r"(?:\s+(?:to\s+be|for)\s+(?:more|less)\s+specific(?:ity)?|\s+for\s+more(?:\s+information)?)?(?:\s+on\b)?"
    r"|\bask\s+(?:the\s+)?player\s+to\s+be\s+(?:more|less)\s+specific(?:\s+on\b)?|\bask\s+for\s+(?:more|less)\s+\w+"
)
_ACCEPT = (
    r"(?:(?:but|and|or|also|generously|grudgingly|please|then)\s+)*\b(?:accept|allow)(?:able|s)?\b"
    r"(?:\s+(?:also|just|only)\b)?(?!\s+(?:on|by)\b)"
)
_VERBS = rf"(?P<reject>{_REJECT})|(?P<prompt>{_PROMPT})|(?P<accept>{_ACCEPT})"
_VERB = re.compile(rf"(?:(?<=[\s,;.:])|^)(?:{_VERBS})(?=\s)", re.IGNORECASE)
_QUOTED_OR_VERB = re.compile(
    rf"(?P<quoted>“[^”]*”|(?<!\w)\"[^\"]*\")|(?<!\w)(?:{_VERBS})(?=[\s:,“\"]|$)", re.IGNORECASE
)
_OPENING = re.compile(
    r"\s*(?:(?P<same>and)|or|also|alternatively|aka|a\.k\.a\.|i\.e\.)\s+(?!(?:accept|prompt|do\s+not)\b)", re.IGNORECASE
)
_EITHER = re.compile(
    r"\s*(?:either|any|each|one)(?:\s+or\s+both)?(?:\s+(?:of|the|bold|boldface|italicized|underlined?))*"
    r"\s+(?:parts?|portions?|names?|half|halves|sections?|underlined|underlines?)\b|\s*either\s+answer\b|\s*either(?:\s*/\s*both|\s+or\s+both)?\s*$",
    re.IGNORECASE,
)
_BY = re.compile(r"by\s+(?:[^\s\d;]+\s*){1,5}(?=;|$)")  # an author
_GOES_ON = re.compile(r"(?:and|or|of|the)\s+(?:\S+\s*){1,5}$")
_AS_WELL = re.compile(r"\s+as\s+well\s+as\s+", re.IGNORECASE)
_PARTIAL = re.compile(r"\s*(?:any\s+)?partial(?:\s+answers?)?\s*$", re.IGNORECASE)
_NEVER = re.compile(r"(?!)")  # a part of the main answer is prompted on where the line does not say so, too
_PARTS = {"accept": _EITHER, "prompt": _NEVER, "reject": _PARTIAL}
_CITY_OR_TEAM = re.compile(
    r"\s*either\s+(?:the\s+)?(?:city|place|state|school|team)(?:\s+names?)?(?:\s+or\s+(?:the\s+)?\w+)?(?:\s+names?)?\b",
    re.IGNORECASE,
)
_BOTH = re.compile(
    r"\b(?:both|all)(?:\s+(?:parts?|answers?|names?|things|countries|people|underlined))*\s+(?:are\s+)?"
    r"(?:required|needed|necessary)\b",
    re.IGNORECASE,
)
_IN_PLACE = re.compile(r"\s*(?P<other>.+?)\s+(?:in\s+(?:place|lieu)\s+of|instead\s+of)\s+(?P<part>.+)$", re.IGNORECASE)
