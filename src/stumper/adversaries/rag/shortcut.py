"""For questions that need two passages: one that makes the shortcut past the first of them wrong."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from stumper.adversaries.rag.as_read import as_read, clauses_by_id, lacking
from stumper.adversaries.rag.false_answers import NONE_FALSE, falsehoods
from stumper.adversaries.rag.invented import somebody, something
from stumper.adversaries.rag.putting import Place, of_each, put
from stumper.language.clauses import Clause
from stumper.language.lexicon import is_spelled
from stumper.tasks.rag.open_question import gold_passages
from stumper.text import says_answer, sentences, words
from stumper.types import Example, Nothing, Passage, Perturbation

KIND = "passage shortcut"


@dataclass(frozen=True, slots=True)
class _Hops:
    """The two passages of a question: the one that leads to the ``bridge``, and the one about it that answers."""

    first: Passage
    last: Passage
    bridge: str


@dataclass(frozen=True, slots=True)
class PassageShortcut:
    """Adds the last of two passages once more, about another and with a false answer (Jiang & Bansal 2019).

    Who goes by the last passage's words alone cannot tell the two apart; who comes from the first passage can (Jiang &
    Bansal 2019, AddDoc). It is made of questions with one set of two gold passages, of which one is about what the
    other names.
    """

    tasks: ClassVar[Sequence[str]] = ("rag",)
    family: ClassVar[str] = "passages"
    searches: ClassVar[bool] = False

    place: Place = "random"
    pipeline: str = "embedded"

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation | Nothing]:
        """One proposal for each example."""
        asked = clauses_by_id(examples, self.pipeline)
        return of_each(examples, rng, lambda example, chance: self._made(example, asked[example.id], chance))

    def _made(self, example: Example, asked: Clause | None, rng: Random) -> list[Perturbation] | Nothing:
        hops = _hops(example)
        if isinstance(hops, Nothing):
            return hops
        read = as_read(example)
        if read is None:
            return lacking(example)
        found = falsehoods(read, asked, rng, self.pipeline) if asked is not None else []
        if not found:
            return Nothing(NONE_FALSE)
        for false in found:
            passage = _elsewhere(example, hops, false.answer, rng)
            if passage is not None:
                return [put(example, [passage], (KIND, "bridge and answer"), rng, self.place)]
        return Nothing("the last passage cannot be said of another without naming the bridge, the first or the answer")


def _hops(example: Example) -> _Hops | Nothing:
    """The two hops of the question, or why it has none."""
    gold, passages = example.gold, gold_passages(example.gold)
    if len(gold.evidence_sets) != 1 or len(passages) != 2:
        return Nothing("the question has no two gold passages that it needs both")
    answers = [one.text for one in gold.answers]
    having = [one for one in passages if says_answer(one.text, answers)]
    if len(having) != 1:
        return Nothing("not just one of the two passages has the answer")
    last = having[0]
    first = next(one for one in passages if one is not last)
    bridge = bare(last.title)
    if not bridge or not _names(first.text, bridge) or _names(example.query.text, bridge):
        return Nothing("the passage without the answer does not lead to the other, by a name that the question lacks")
    return _Hops(first, last, bridge)


def _elsewhere(example: Example, hops: _Hops, false: str, rng: Random) -> Passage | None:
    """The last passage about another bridge, with the false answer; None where it still names what it must not."""
    known = f"{example.query.text} {hops.first.text} {hops.last.text} {false}"
    renamed = _renaming(hops, known, rng)
    answers = sorted((one.text for one in example.gold.answers), key=len, reverse=True)
    new = {**dict.fromkeys(answers, false), **renamed}
    title = _replaced(hops.last.title, renamed)
    said = [
        _replaced(one.text, new) for one in sentences(hops.last.text) if not _names(one.text, bare(hops.first.title))
    ]
    akin = _akin([hops.bridge, *answers])
    kept = [one for one in said if not any(word.text.startswith(akin) for word in words(one) if word.text not in false)]
    text = " ".join(kept)
    opens = bool(kept) and _names(kept[0], renamed[hops.bridge])
    tells = any(false in one and not _AFTER.search(one) for one in kept)
    if not (opens and tells) or says_answer(f"{title} {text}", answers) or _names(f"{title} {text}", hops.bridge):
        return None
    return Passage("", text, title)


def _replaced(text: str, new: Mapping[str, str]) -> str:
    """The text with what stands for each of these, the longest first."""
    found = "|".join(re.escape(old) for old in sorted(new, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{found})(?!\w)", lambda match: new[match.group()], text)


def _akin(names: Sequence[str]) -> tuple[str, ...]:
    """How words begin that are made of these names, or that these are made of: *Valletta*, *Valette*."""
    found = [word.text for name in names for word in words(name) if word.text[0].isupper() and len(word.text) > _STEM]
    return tuple(dict.fromkeys(word[:_STEM] for word in found)) or ("\0",)


_STEM = 4
_HE, _SHE = re.compile(r"(?:^|[.!?] )He\b"), re.compile(r"(?:^|[.!?] )She\b")
_AFTER = re.compile(r"\b(?:named|called) (?:after|for)\b")  # of a false answer it would say what it is not named after


def _renaming(hops: _Hops, known: str, rng: Random) -> dict[str, str]:
    """What shall stand for the bridge, by what stands for it: the name of another man, woman or thing.

    Of a person the surname alone is another, too; of a thing whose name ends in what it is, that stays.
    """
    named = [word.text for word in words(hops.bridge)]
    he, she = (len(found.findall(hops.last.text)) for found in (_HE, _SHE))
    if he or she:
        other = somebody(she > he, known, rng)
        return {named[0]: other.split()[0], named[-1]: other.split()[-1], hops.bridge: other}
    other, last = something(known, rng), named[-1]
    return {hops.bridge: f"{other} {last}" if len(named) > 1 and is_spelled(last.lower(), "noun") else other}


def bare(title: str) -> str:
    """A title as texts have it, without what stands in brackets behind it."""
    return title.replace("_", " ").partition(" (")[0].strip()


def _names(text: str, name: str) -> bool:
    """Whether a text has a name, as it is written."""
    return bool(name) and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None
