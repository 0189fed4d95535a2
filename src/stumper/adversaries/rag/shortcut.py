"""For questions that need two passages: one that makes the shortcut past the first of them wrong."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from stumper.adversaries.rag.as_read import as_read, clauses_by_id
from stumper.adversaries.rag.false_answers import NONE_FALSE, falsehoods, says_answer
from stumper.adversaries.rag.putting import Place, of_each, put
from stumper.language.clauses import Clause
from stumper.language.neighbours import load_neighbours, name_class
from stumper.language.rewording.one_sentence import parsed
from stumper.language.same_things import names_same
from stumper.language.wrong_answers import wrong_answers
from stumper.tasks.rag.open_question import gold_passages
from stumper.text import sentences, words
from stumper.types import Example, Nothing, Passage, Perturbation

KIND = "passage shortcut"
_PERSON = ("given-m", "given-f", "surname")


@dataclass(frozen=True, slots=True)
class _Hops:
    """The two passages of a question: the one that leads to the ``bridge``, and the one about it that answers."""

    first: Passage
    last: Passage
    bridge: str


@dataclass(frozen=True, slots=True)
class PassageShortcut:
    """Adds the last passage of two once more, about somebody or something else and with a false answer.

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
        assert read is not None, "the last passage has the answer"
        found = falsehoods(read, asked, rng, self.pipeline) if asked is not None else []
        if not found:
            return Nothing(NONE_FALSE)
        for false in found:
            passage = _elsewhere(example, hops, read.answer, false.answer, rng, self.pipeline)
            if passage is not None:
                gold = replace(example.gold, rejects=(false.answer,))
                return [put(example, [passage], (KIND, "bridge and answer"), rng, self.place, gold)]
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


def _elsewhere(example: Example, hops: _Hops, answer: str, false: str, rng: Random, pipeline: str) -> Passage | None:
    """The last passage about another bridge, with the false answer; None where it still names what it must not."""
    renamed = _renaming(hops.bridge, f"{example.query.text} {hops.first.text} {hops.last.text}", rng, pipeline)
    if renamed is None:
        return None
    text = " ".join(one.text for one in sentences(hops.last.text) if not _names(one.text, bare(hops.first.title)))
    text = re.sub(rf"(?<!\w){re.escape(answer)}(?!\w)", lambda _: false, text)
    title = hops.last.title
    for old, new in renamed.items():
        pattern = rf"(?<!\w){re.escape(old)}(?!\w)"
        text, title = (re.sub(pattern, lambda _, new=new: new, each) for each in (text, title))  # type: ignore[misc]
    answers = [one.text for one in example.gold.answers]
    if false not in text or says_answer(f"{title} {text}", answers) or _names(f"{title} {text}", hops.bridge):
        return None
    return Passage("", text, title)


def _renaming(bridge: str, known: str, rng: Random, pipeline: str) -> dict[str, str] | None:
    """By what stands for it, longest first, what shall stand there for another of its kind; None where none is known.

    Of a person each word of the name is another, so that the surname alone is, too.
    """
    named = [word.text for word in words(bridge)]
    if len(named) > 1 and all(name_class(word) in _PERSON for word in named):
        new = [_other_name(word, known) for word in named]
        if all(new):
            return {bridge: " ".join(map(str, new)), **{old: str(each) for old, each in zip(named, new, strict=True)}}
    parse = parsed(bridge, pipeline)
    kind = next((one.kind for one in parse.entities), "OTHER") if parse is not None else "OTHER"
    found = [one.text for one in wrong_answers(bridge, kind, None, False, known, rng, invented=True)]
    if not found:
        return None
    other = found[0] if bridge.lower().startswith("the ") else found[0].removeprefix("the ")
    apart = {named[0]: other.split()[0], named[-1]: other.split()[-1]} if kind == "PERSON" and len(named) > 1 else {}
    return {bridge: other, **apart}


def _other_name(word: str, known: str) -> str | None:
    """The nearest name of the class of a word that is not said anywhere."""
    said = {one.text for one in words(known)}
    wanted = name_class(word)
    return next(
        (
            near.word
            for near in load_neighbours().nearest(word)
            if name_class(near.word) == wanted and near.word not in said and not names_same(near.word, word)
        ),
        None,
    )


def bare(title: str) -> str:
    """A title as texts have it, without what stands in brackets behind it."""
    return title.replace("_", " ").partition(" (")[0].strip()


def _names(text: str, name: str) -> bool:
    """Whether a text has a name, as it is written."""
    return bool(name) and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None
