"""The error analysis of a run: which answers turned wrong, and what these questions and changes have in common."""

from collections.abc import Sequence

from stumper.scores.failures import Case, failures
from stumper.scores.intervals import share_interval
from stumper.sections.exhibits import Exhibit
from stumper.sections.ran import MADE, is_control
from stumper.tasks.reading.section.attack_types import is_changed
from stumper.tasks.reading.section.changed_words import changed_words
from stumper.tasks.reading.section.figures import Analysis, ChangedWords
from stumper.text import Change, Stretch, words

ADDING = ("word sequences", "sentences", "from a file")  # families that add to a text and change nothing else
ADDING_EDITS = ("distract", "elongate", "garbage")  # kinds of edit that add words or sentences
FROM_THE_QUESTION = ("sentences", "from a file", "other attacks")  # families whose sentences are made of the question


def analysis(exhibits: Sequence[Exhibit]) -> Analysis | None:
    """The analysis of the attempts of one run; None of a control's, and where no right answer was attacked."""
    changed = [exhibit for exhibit in exhibits if exhibit.outcome in MADE and is_changed(exhibit)]
    cases = [_case(exhibit) for exhibit in changed if exhibit.before.exact_match == 1]
    if not cases or is_control(called := changed[0].names):
        return None
    by_category = _changed_words(changed) if called.family in FROM_THE_QUESTION else ()
    return Analysis(changed[0].run_id, called, failures(cases), by_category)


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


def _changed_words(exhibits: Sequence[Exhibit]) -> tuple[ChangedWords, ...]:
    fooled: dict[str, list[bool]] = {}
    for exhibit in exhibits:
        sentence = " ".join(stretch.text for stretch in _added(exhibit.paragraph))
        for category in changed_words(_before(exhibit.question), sentence, exhibit.rule):
            fooled.setdefault(category, []).append(exhibit.outcome == "succeeded")
    ordered = sorted(fooled, key=lambda category: (-len(fooled[category]), category))
    return tuple(ChangedWords(category, share_interval(fooled[category])) for category in ordered)


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
