"""What pages are shown of writing: the original, what was said of a text, drafts, weights."""

from collections.abc import Sequence

from stumper.people.writing.asking import SHOWN, Heard, Said, Spans, gold_evidence
from stumper.people.writing.attack_types import proposed
from stumper.people.writing.drafts import Draft
from stumper.people.writing.filters import length
from stumper.people.writing.item import is_practice, seconds_left
from stumper.people.writing.runs import desks_of
from stumper.people.writing.submissions import place_of_fooling
from stumper.people.writing.submitting import Writing
from stumper.people.writing.tossup import Named, Written
from stumper.people.writing.tries import Counts, counts
from stumper.types import Example, Gold, Passage, Weight
from stumper.web.api import writing_models as models


def original_shown(at: Writing) -> models.Original:
    """What an author begins from: the text that is changed, and all that stands beside it."""
    shown, gold = at.work.shown(at.example), at.example.gold
    is_stated = bool(at.choices)
    return models.Original(
        question=shown.asked or None,
        title=shown.title,
        paragraph=shown.text if shown.asked else None,
        answers=[] if is_stated else _standing(gold),
        claim=shown.text if is_stated else None,
        label=_label(at) if is_stated else None,
        evidence=_sources(gold_evidence(desks_of(at.desks, at.project)[0].victim, at.example)),
        text=shown.text,
        asides=[models.Aside(heading=one.heading, lines=list(one.lines)) for one in shown.asides],
    )


def is_original(at: Writing, text: str, label: str | None) -> bool:
    """Whether a text, with the label that is stated of it, is the one that the author was given."""
    is_stated = bool(at.choices) and label is not None
    return text == at.work.shown(at.example).text and (not is_stated or label == _label(at))


def said_shown(at: Writing, said: Said, now: float) -> models.Told:
    """What was said of a text, against what was said of the original."""
    after = said.after
    guesses = [
        models.GuessShown(
            answer=guess.answer,
            probability=guess.probability,
            start=guess.start,
            end=None if guess.start is None else guess.start + len(guess.answer),
            right=guess.is_right,
        )
        for guess in said.guesses
    ]
    perturbed = Example(at.example.id, said.perturbation.query, said.perturbation.gold)
    return models.Told(
        fault=said.fault,
        guesses=guesses,
        mass=after.prediction.mass if after.prediction else None,
        score=after.score,
        right=after.expected,
        right_before=said.before.expected,
        score_before=said.before.score,
        fooled=said.is_fooled,
        evidence=_sources(said.evidence),
        diff=[models.Changed(kind=change.kind, text=change.text, start=change.start) for change in said.changes],
        attack_types=list(proposed(at.work.shown(at.example), at.work.shown(perturbed).text)),
        answers=[] if at.choices else _standing(said.perturbation.gold),
        seconds_left=seconds_left(at.project.settings, at.held, now),
        place=_place(at) if said.is_fooled and not is_practice(at.held.item) else None,
        tries=tries_shown(counts(at.store, at.held.assignment.id)),
    )


def draft_shown(found: Draft | None) -> models.DraftShown | None:
    """The draft as it is gone on with; None before the first."""
    if found is None:
        return None
    return models.DraftShown(revision=found.revision, text=found.document.text, label=found.document.label)


def weights_shown(found: Sequence[Weight]) -> list[models.WordWeight]:
    """How much each word matters, as a page takes it."""
    return [models.WordWeight(field=one.field, start=one.start, end=one.end, value=one.value) for one in found]


def readings_shown(made: Written | None) -> list[models.MachineSaid]:
    """What each machine said of what was submitted; nothing before."""
    return [
        models.MachineSaid(machine=one.machine, guesses=guesses_shown(one.guesses), rank=one.rank, words=one.words,
                           buzz=one.buzz, fault=one.fault)
        for one in (made.readings if made is not None else ())
    ]  # fmt: skip


def tries_shown(counted: Counts) -> models.Tries:
    """How often an author has asked, submitted and fooled."""
    return models.Tries(predictions=counted.predictions, submissions=counted.submissions, fooled=counted.fooled)


def heard_shown(heard: Heard, text: str) -> models.HeardTossup:
    """What a machine said of a composed text, with how long that is."""
    long = length(text)
    return models.HeardTossup(
        guesses=guesses_shown(heard.guesses),
        rank=heard.rank,
        by=heard.by,
        sentence=heard.sentence,
        length=models.TossupLength(characters=long.characters, words=long.words, sentences=long.sentences),
        sources=[
            models.SourceShown(
                id=one.id, title=one.title, text=one.text, right=one.is_right,
                shared=_spans(one.shared), in_question=_spans(one.in_question),
            )
            for one in heard.sources
        ],
        fault=heard.fault,
    )  # fmt: skip


def guesses_shown(guesses: Sequence[Named]) -> list[models.GuessNamed]:
    """The first guesses, as a page takes them."""
    return [
        models.GuessNamed(answer=guess.answer, probability=guess.probability, right=guess.is_right)
        for guess in guesses[:SHOWN]
    ]


def _place(at: Writing) -> int:
    return place_of_fooling(at.store, at.project, at.held.item.id, at.held.assignment.person_id)


def _label(at: Writing) -> str:
    gold = at.example.gold.answers[0].text
    return next(label for label in at.choices if label.casefold() == gold.casefold())


def _standing(gold: Gold) -> list[models.Standing]:
    return [models.Standing(text=answer.text, start=answer.start) for answer in gold.answers]


def _sources(passages: tuple[Passage, ...]) -> list[models.Source]:
    return [models.Source(id=passage.id, title=passage.title, text=passage.text) for passage in passages]


def _spans(spans: Spans) -> list[models.Span]:
    return [models.Span(start=start, end=end) for start, end in spans]
