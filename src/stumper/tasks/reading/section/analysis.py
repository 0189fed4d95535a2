"""The error analysis of a run: its types of attack, which answers turned wrong, and what these have in common."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from statistics import fmean
from sys import intern

from stumper.kind_of_test import joined
from stumper.language.lexicon import PartOfSpeech, antonyms
from stumper.scores.before_after import before_after
from stumper.scores.edit_distance import edit_distance
from stumper.scores.failures import LONGEST_ANSWER, Case, Contrast, Measured, failures_of, measured
from stumper.sections.exhibits import Exhibit
from stumper.sections.ran import MADE, Names, is_control
from stumper.sections.wording import (
    TOO_FEW,
    attack_name,
    change,
    count,
    decimals,
    interval,
    percent,
    plural,
    signed_decimals,
    signed_interval,
)
from stumper.statistics import AMOUNT, NO_GROUPS, Estimate, Groups, mean, share
from stumper.tasks.reading.section.figures import Analysis, AttackType, ChangedWords
from stumper.text import Change, Stretch, listed, words

ADDING = ("word sequences", "sentences", "from a file")  # families that add to a text and change nothing else
ADDING_EDITS = ("distract", "elongate", "garbage")  # kinds of edit that add words or sentences
FROM_THE_QUESTION = ("sentences", "from a file", "other attacks")  # families whose sentences are made of the question


@dataclass(frozen=True, slots=True)
class Changed:
    """An attempt that was made and stands by a change, as the analysis and the types of attack need it: without its
    texts, as there may be a million.

    ``original`` is the id of what was attacked. ``case`` is None where the answer was not exactly right before;
    ``categories`` are those of changed words.
    """

    original: str
    kind: str
    rule: str
    capability: str
    test: str
    has_succeeded: bool
    f1: tuple[float, float]
    edit_distance: float
    queries: int
    case: Measured | None
    categories: tuple[str, ...]


def changed(exhibit: Exhibit, original: str) -> Changed | None:
    """What the figures need of an attempt on this original; None where it was not made, or stands by no change."""
    if exhibit.outcome not in MADE or not is_changed(exhibit):
        return None
    assert exhibit.after is not None, "what is changed was answered"
    is_case = exhibit.before.exact_match == 1 and not is_control(exhibit.names)
    return Changed(
        original=original,
        kind=exhibit.kind,
        rule=table_row(exhibit.rule),
        capability=exhibit.capability,
        test=exhibit.test,
        has_succeeded=exhibit.outcome == "succeeded",
        f1=(exhibit.before.f1 or 0.0, exhibit.after.f1 or 0.0),
        edit_distance=edit_distance(exhibit.paragraph),
        queries=exhibit.queries,
        case=measured(_case(exhibit)) if is_case else None,
        categories=_changed_words(exhibit) if exhibit.names.family in FROM_THE_QUESTION else (),
    )


def analysis(run_id: str, names: Names, every: Sequence[Changed], groups: Groups = NO_GROUPS) -> Analysis | None:
    """The analysis of the attempts of one run; None of a control's, and where no right answer was attacked."""
    cases = [(one.case, one.original) for one in every if one.case is not None]
    if not cases:
        return None
    found = failures_of([case for case, _ in cases], [original for _, original in cases], groups)
    return Analysis(run_id, names, found, _by_category(every, groups))


def _case(exhibit: Exhibit) -> Case:
    assert exhibit.after is not None, "only what was answered is a case"
    guess = exhibit.after.guesses[0] if exhibit.after.guesses else None
    return Case(
        question=_before(exhibit.question),
        paragraph=_before(exhibit.paragraph),
        right_answer=exhibit.before.guesses[0].answer if exhibit.before.guesses else "",
        answer=guess.answer if guess else "",
        start=guess.start if guess else None,
        added=_added(exhibit.paragraph) if _is_adding(exhibit) else (),
        turned_wrong=exhibit.after.exact_match != 1,
    )


def _changed_words(exhibit: Exhibit) -> tuple[str, ...]:
    sentence = " ".join(stretch.text for stretch in _added(exhibit.paragraph))
    return tuple(map(intern, changed_words(_before(exhibit.question), sentence, exhibit.rule)))


def _by_category(every: Sequence[Changed], groups: Groups) -> tuple[ChangedWords, ...]:
    fooled: dict[str, list[Changed]] = {}
    for one in every:
        for category in one.categories:
            fooled.setdefault(category, []).append(one)
    ordered = sorted(fooled, key=lambda category: (-len(fooled[category]), category))
    return tuple(ChangedWords(category, _success(fooled[category], groups)) for category in ordered)


def _success(every: Sequence[Changed], groups: Groups) -> Estimate:
    return share([one.has_succeeded for one in every], [one.original for one in every], groups)


def _before(changes: Sequence[Change]) -> str:
    return "".join(change.text for change in changes if change.kind != "added")


def _is_adding(exhibit: Exhibit) -> bool:
    """Whether the attack adds text; other words in the place of old ones are none."""
    return exhibit.names.family in ADDING or any(kind in ADDING_EDITS for kind in exhibit.kind.split(" + "))


def _added(changes: Sequence[Change]) -> tuple[Stretch, ...]:
    """What is new; several words that stood elsewhere in the text before have only moved."""
    before = _before(changes)
    added = [change for change in changes if change.kind == "added" and change.text.strip()]
    return tuple(
        Stretch(change.text, change.start, change.start + len(change.text))
        for change in added
        if change.text.strip() not in before or len(words(change.text)) < 2
    )


TOLD = 4  # words in a row: the length that the paper tells of in its text
STILL_RIGHT, TURNED_WRONG = "still right", "turned wrong"


def finding(analysis: Analysis) -> str:
    """How many right answers turned wrong, and where these lie."""
    turned, in_added = analysis.failures.turned_wrong, analysis.failures.in_added
    wrong = round(turned.value * turned.n)
    right = plural(turned.n, "right answer")
    if not wrong:
        return f"None of {right} turned wrong."
    said = f"{count(wrong)} of {right} turned wrong, {_percent(turned)}"
    if not in_added.n:
        return f"{said}."
    lying = f"of these {_percent(in_added)} lie" if in_added.value else "none of these lies"
    return f"{said}; {lying} in the added text."


def answer_lengths(analysis: Analysis) -> str:
    """How long the wrong answers are, beside the right ones to the same questions; empty without a wrong one."""
    found, long = analysis.failures, analysis.failures.long_answers
    if not long.n:
        return ""
    longer = f"{_percent(long)} of them are" if long.value else "none of them is"
    return (
        f"The wrong answers have {decimals(found.answer_words)} words on average, the right ones to the same questions "
        f"{decimals(found.right_answer_words)}; {longer} longer than {LONGEST_ANSWER} words."
    )


def shared_words(analysis: Analysis) -> str:
    """Whether questions that share four words in a row with the paragraph fare better."""
    share = next(shared.share for shared in analysis.failures.shared if shared.n == TOLD)
    return _contrasted(
        share,
        f"{_percent(share.still_right)} of the questions still answered right have {TOLD} words in a row from the "
        f"paragraph, and {_percent(share.turned_wrong)} of the others",
        signed_interval,
    )


def question_lengths(analysis: Analysis) -> str:
    """Whether short questions fare better."""
    lengths = analysis.failures.question_words
    return _contrasted(
        lengths,
        f"Questions still answered right have {decimals(lengths.still_right)} words on average, "
        f"the others {decimals(lengths.turned_wrong)}",
        signed_decimals,
    )


def type_label(row: AttackType) -> tuple[str, str]:
    """What a type of attack is called in a table, and beside it the attack, where that does not say the same."""
    own = ("", row.names.adversary, row.names.adversary.removeprefix("edit-"))
    attack = attack_name(row.names)
    return (attack, "") if row.kind in own else (row.kind, attack)


def _percent(estimate: Estimate) -> str:
    return f"{percent(estimate.value)}% {interval(estimate)}".rstrip()


def _contrasted(contrast: Contrast, said: str, told: Callable[[Estimate], str]) -> str:
    if not contrast.turned_wrong.n:
        return "No right answer turned wrong: there is nothing to compare."
    if not contrast.still_right.n:
        return "Every right answer turned wrong: there is nothing to compare."
    word = change(contrast.difference)
    if word in ("indistinguishable", TOO_FEW):
        return f"{said}: {word}."
    return f"{said}: {told(contrast.difference)}."


SIGNS_AT_END = re.compile(r"\s+[\W_]+$")  # the two of "special ()", of which a paragraph would have a row each


def attack_types(run_id: str, names: Names, every: Sequence[Changed], groups: Groups = NO_GROUPS) -> list[AttackType]:
    """A row for each kind of edit of one run, each with those for its rules behind it, the most frequent first."""
    rows = []
    for kind, alike in _grouped(every, attrgetter("kind")):
        by_rule = _grouped(alike, attrgetter("rule"))
        rows += [
            _row(run_id, names, alike, kind, "", groups),
            *(_row(run_id, names, ruled, kind, rule, groups) for rule, ruled in by_rule if rule),
        ]
    return rows


def is_changed(exhibit: Exhibit) -> bool:
    """Whether the attempt stands by a query that is not the original, and the victim answered it."""
    changes = (*exhibit.question, *exhibit.paragraph)
    return exhibit.after is not None and any(change.kind != "kept" for change in changes)


def table_row(rule: str) -> str:
    """The row of a table that a rule names, without what stands behind its colon or the signs that end it."""
    return SIGNS_AT_END.sub("", rule.partition(":")[0].strip())


def _grouped(every: Sequence[Changed], key: Callable[[Changed], str]) -> list[tuple[str, list[Changed]]]:
    groups: dict[str, list[Changed]] = {}
    for one in every:
        groups.setdefault(key(one), []).append(one)
    return sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))


def _row(run_id: str, names: Names, every: Sequence[Changed], kind: str, rule: str, groups: Groups) -> AttackType:
    originals = [one.original for one in every]
    before, after = [one.f1[0] for one in every], [one.f1[1] for one in every]
    return AttackType(
        run_id=run_id,
        names=names,
        kind=kind,
        rule=rule,
        capability=joined(one.capability for one in every),
        test=joined(one.test for one in every),
        success=_success(every, groups),
        f1=before_after(originals, before, after, groups),
        edit_distance=mean([one.edit_distance for one in every], originals, groups, AMOUNT),
        queries=fmean(one.queries for one in every),
    )


ENTITY, NUMBER, ANTONYM, OTHER = "entity", "number or date", "antonym", "other word"
# What stands behind the colon of a rule.
SAID = {"entity": ENTITY, "number": NUMBER, "date": NUMBER, "antonym": ANTONYM, "neighbour": OTHER}
LEAST_ALIKE = 0.3  # a sentence with a smaller share of the question's words was not made of the question
PARTS: tuple[PartOfSpeech, ...] = ("noun", "adj", "adv")
# Enough to find a word that has an opposite; LemmInflect would take a report two seconds more to load.
ENDINGS = (("", ""), ("s", ""), ("es", ""), ("ies", "y"), ("er", ""), ("er", "e"), ("est", ""), ("est", "e"))
_NUMBERS = """
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
    nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion dozen half
    first second third fourth fifth sixth seventh eighth ninth tenth once twice
"""
_DATES = """
    january february march april may june july august september october november december
    monday tuesday wednesday thursday friday saturday sunday
"""
NUMBERS, DATES = (frozenset(row.split()) for row in (_NUMBERS, _DATES))


def changed_words(question: str, sentence: str, rule: str = "") -> tuple[str, ...]:
    """The categories of change, each once: those that the rule names, else those that a comparison finds.

    A word of the question that the sentence lacks is a number or date where it has a digit or means one, else an
    entity where it is capitalised inside the question, else an antonym where one of its opposites is in the sentence.
    """
    _, colon, named = rule.partition(":")
    if colon:
        return tuple(dict.fromkeys(SAID.get(category, category) for category in listed(named)))
    return tuple(dict.fromkeys(_compared(question, sentence)))


def _compared(question: str, sentence: str) -> Iterator[str]:
    asked = [word.text for word in words(question)]
    said = {_bare(word.text): None for word in words(sentence)}
    lacking = [place for place, word in enumerate(asked) if _bare(word) not in said]
    if not asked or 1 - len(lacking) / len(asked) < LEAST_ALIKE:
        return
    opposites = {form for word in words(sentence) for form in _dictionary_forms(word.text)}
    for place in lacking:
        word = asked[place]
        is_capital = place > 0 and word[0].isupper()
        if any(map(str.isdigit, word)) or _bare(word) in NUMBERS or (is_capital and word.lower() in DATES):
            yield NUMBER
        elif is_capital:
            yield ENTITY
        elif place and not opposites.isdisjoint(_opposites(word)):
            yield ANTONYM


@cache
def _opposites(word: str) -> tuple[str, ...]:
    """The antonyms of a noun, an adjective or an adverb, the word in any form."""
    return tuple(opposite for form in _dictionary_forms(word) for part in PARTS for opposite in antonyms(form, part))


@cache
def _dictionary_forms(word: str) -> tuple[str, ...]:
    """What the word may be a form of; no word, in part, but then nothing is found under it."""
    plain = word.lower()
    return tuple(plain.removesuffix(ending) + base for ending, base in ENDINGS if plain.endswith(ending))


def _bare(word: str) -> str:
    """A word by which it is known again: in lower case, without a possessive or plural ending."""
    return word.lower().replace("’", "'").removesuffix("'s").removesuffix("s")
