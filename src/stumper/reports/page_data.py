"""What the page's script reads: the examples as compact JSON, safe inside a script element."""

import json
from collections.abc import Sequence

from stumper.reports.report import Report
from stumper.sections.exhibits import Exhibit, Heard, Response
from stumper.sections.ran import OUTCOMES
from stumper.sections.wording import OUTCOME_MEANINGS, OUTCOME_SIGNS, OUTCOME_WORDS, TRAINED_ON
from stumper.text import Change
from stumper.types import Answer

UNSAFE = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026", 0x2028: "\\u2028", 0x2029: "\\u2029"}


def page_data(report: Report) -> str:
    """JSON of the outcomes, the runs, the distinct texts, and one item an example that points into them."""
    texts: dict[str, int] = {}
    called = {run.run_id: run.names for section in report.sections for run in section.runs}
    shows = {run.run_id: section.shows for section in report.sections for run in section.runs}
    runs = {run_id: place for place, run_id in enumerate(called)}
    page = {
        "trained": TRAINED_ON,
        "outcomes": [[key, OUTCOME_WORDS[key], OUTCOME_SIGNS[key], OUTCOME_MEANINGS[key]] for key in OUTCOMES],
        "runs": [[run_id, names.dataset, names.victim, names.attack] for run_id, names in called.items()],
        "first": _telling(report),
        "items": [_item(exhibit, runs[exhibit.run_id], shows[exhibit.run_id], texts) for exhibit in report.examples],
        "texts": list(texts),
    }
    return json.dumps(page, ensure_ascii=False, separators=(",", ":")).translate(UNSAFE)


def _telling(report: Report) -> int:
    """The place of the example to open with: right before, wrong after, under the attack that leaves least."""
    left = {run.run_id: run.leaves for section in report.sections for run in section.runs}
    fooled = [
        place
        for place, exhibit in enumerate(report.examples)
        if exhibit.outcome == "succeeded" and not exhibit.trained_on
    ]

    def rank(place: int) -> tuple[float, float]:
        exhibit = report.examples[place]
        return left[exhibit.run_id], -(exhibit.before.f1 or 0)

    return min(fooled, key=rank, default=0)


def _item(exhibit: Exhibit, run: int, shows: str, texts: dict[str, int]) -> dict[str, object]:
    golds, golds_after = _golds(exhibit.golds), _golds(exhibit.golds_after)
    item: dict[str, object | None] = {
        "run": run,
        "id": exhibit.example_id,
        "outcome": exhibit.outcome,
        "kind": exhibit.kind or None,
        "rule": exhibit.rule or None,
        "title": exhibit.title or None,
        "question": _interned(exhibit.question, texts),
        "asked": _edits(exhibit.question),
        "paragraph": _interned(exhibit.paragraph, texts),
        "edits": _edits(exhibit.paragraph),
        "golds": golds,
        "moved": golds_after if golds_after != golds else None,
        "before": _response(exhibit.before),
        "after": _response(exhibit.after) if exhibit.after else None,
        "queries": exhibit.queries,
        "shows": shows,
        "sentences": list(exhibit.gold_evidence) or None,
        "heard": _heard(exhibit.heard),
        "heardAfter": _heard(exhibit.heard_after),
        "reason": exhibit.reason,
        "trained": exhibit.trained_on or None,
    }
    return {key: value for key, value in item.items() if value is not None}


def _interned(changes: Sequence[Change], texts: dict[str, int]) -> int:
    before = "".join(change.text for change in changes if change.kind != "added")
    return texts.setdefault(before, len(texts))


def _edits(changes: Sequence[Change]) -> list[object] | None:
    """What was done to the text, in order: n keeps n characters, -n removes n, a text is added."""
    if all(change.kind == "kept" for change in changes):
        return None
    sign = {"kept": 1, "removed": -1}
    return [c.text if c.kind == "added" else sign[c.kind] * len(c.text) for c in changes]


def _heard(heard: Sequence[Heard]) -> list[object] | None:
    """One row a sentence: where it ends, the share read, the guess, its probability, and whether it is right."""
    rows: list[object] = [
        [one.end, round(one.share, 4), one.answer, one.probability and round(one.probability, 4), one.correct]
        for one in heard
    ]
    return rows or None


def _golds(golds: Sequence[Answer]) -> list[object]:
    return list({(gold.text, gold.start): [gold.text, gold.start] for gold in golds}.values())


def _response(response: Response) -> dict[str, object]:
    guesses = [
        [guess.answer, None if guess.probability is None else round(guess.probability, 4), guess.start]
        for guess in response.guesses
    ]
    evidence = {"evidence": list(response.evidence)} if response.evidence else {}
    return {"guesses": guesses, "f1": response.f1, "exact": response.exact_match, **evidence}
