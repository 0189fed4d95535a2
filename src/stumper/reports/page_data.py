"""What the page's script reads: the examples as compact JSON, safe inside a script element."""

import json
from base64 import b64encode
from collections.abc import Sequence
from math import isnan

from stumper.media import NamedMedium
from stumper.reports.report import Report
from stumper.sections.exhibits import Exhibit, Heard, Response
from stumper.sections.matrix import Matrix
from stumper.sections.ran import OUTCOMES
from stumper.sections.verdict import told_first
from stumper.sections.wording import (
    NONE_SAID,
    NOTHING,
    OUTCOME_MEANINGS,
    OUTCOME_SIGNS,
    OUTCOME_WORDS,
    TRAINED_ON,
    UNPROPOSED,
)
from stumper.statistics import Estimate
from stumper.text import Change
from stumper.types import Answer

UNSAFE = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026", 0x2028: "\\u2028", 0x2029: "\\u2029"}


def page_data(report: Report) -> str:
    """JSON of the outcomes, the runs, the distinct texts, one item a variant that points into them, with the answers of
    all systems that met it, and of the figures that are set side by side."""
    texts: dict[str, int] = {}
    contents: dict[str, int] = {}
    called = {run.run_id: run.names for section in report.sections for run in section.runs}
    shows = {run.run_id: section.shows for section in report.sections for run in section.runs}
    runs = {run_id: place for place, run_id in enumerate(called)}
    alikes = together(report.examples)
    items = [
        _asked(alike[0], shows[alike[0].run_id], texts) | {"answers": [_answer(one, runs[one.run_id]) for one in alike]}
        for alike in alikes
    ]
    page = {
        "trained": TRAINED_ON,
        "outcomes": [
            *([key, OUTCOME_WORDS[key], OUTCOME_SIGNS[key], OUTCOME_MEANINGS[key]] for key in OUTCOMES),
            ["unproposed", "nothing proposed", NOTHING, UNPROPOSED],
        ],
        "runs": [[run_id, names.dataset, names.victim, names.attack] for run_id, names in called.items()],
        "first": list(next(iter(_ranked(report, alikes)), (0, 0))),  # the item to open with, and its answer
        "items": items,
        "texts": list(texts),
        "media": {id: [_medium(one, contents) for one in of] for id, of in report.media.items()},
        "files": list(contents),
        "matrices": [_matrix(one) for one in report.matrices],
    }
    return json.dumps(page, ensure_ascii=False, separators=(",", ":")).translate(UNSAFE)


def together(exhibits: Sequence[Exhibit]) -> list[list[Exhibit]]:
    """The attempts that came to the same variant of the same example, with those that came to none where an attack made
    one for others; each system once."""
    items: dict[tuple[object, ...], list[Exhibit]] = {}
    firsts: dict[tuple[object, ...], list[Exhibit]] = {}
    known = [one for one in exhibits if not one.names.is_again]  # what another run has as well is told there
    for one in sorted(known, key=lambda one: one.after is None):
        of = one.task, one.names.dataset, one.names.attack, one.example_id
        found = items.get((*of, one.question, one.paragraph))
        if found is None and one.after is None and not one.names.made_against:
            found = firsts.get(of)
        if found is None or any(other.names.victim == one.names.victim for other in found):
            found = [one]
            items.setdefault((*of, one.question, one.paragraph), found)
            firsts.setdefault(of, found)
            if items[*of, one.question, one.paragraph] is not found:
                items[*of, one.question, one.paragraph, one.run_id] = found
        else:
            found.append(one)
    places = {id(one): place for place, one in enumerate(known)}
    ordered = [sorted(alike, key=lambda one: places[id(one)]) for alike in items.values()]
    for alike in ordered:
        alike.sort(key=lambda one: one.after is None)
    return sorted(ordered, key=lambda alike: min(places[id(one)] for one in alike))


def telling(report: Report, most: int) -> list[Exhibit]:
    """So many answers as a report without a browser of all shows, each to another item: those that the page would open
    with; where nobody was fooled, the first of which something was made."""
    items, best = together(report.examples), dict[int, int]()
    for place, number in _ranked(report, items):
        best.setdefault(place, number)
    told = [items[place][number] for place, number in list(best.items())[:most]]
    return told or [alike[0] for alike in sorted(items, key=lambda alike: alike[0].after is None)[:most]]


def _ranked(report: Report, items: Sequence[Sequence[Exhibit]]) -> list[tuple[int, int]]:
    """The places of the items that somebody was right on before and wrong after, and of the answer, best told first:
    under the attack that the headline tells of, then under those which leave least."""
    headline = next(filter(None, map(told_first, report.matrices)), "")
    left = {run.run_id: run.scores.after.value for section in report.sections for run in section.runs}
    fooled = [
        (exhibit.run_id != headline, left[exhibit.run_id], -(exhibit.before.f1 or 0), place, number)
        for place, alike in enumerate(items)
        for number, exhibit in enumerate(alike)
        if exhibit.outcome == "succeeded" and not exhibit.trained_on
    ]
    return [(place, number) for *_, place, number in sorted(fooled)]


def _asked(exhibit: Exhibit, shows: str, texts: dict[str, int]) -> dict[str, object]:
    """What was asked, whoever answered."""
    golds, golds_after = _golds(exhibit.golds), _golds(exhibit.golds_after)
    item: dict[str, object | None] = {
        "id": exhibit.example_id,
        "kind": exhibit.kind or None,
        "rule": exhibit.rule or None,
        "tests": ", ".join(filter(None, (exhibit.capability, exhibit.test))) or None,
        "title": exhibit.title or None,
        "question": _interned(exhibit.question, texts),
        "asked": _edits(exhibit.question),
        "paragraph": _interned(exhibit.paragraph, texts),
        "edits": _edits(exhibit.paragraph),
        "golds": golds,
        "moved": golds_after if golds_after != golds else None,
        "shows": shows,
        "empty": NONE_SAID if exhibit.says_none else None,
        "sentences": list(exhibit.gold_evidence) or None,
    }
    return {key: value for key, value in item.items() if value is not None}


def _answer(exhibit: Exhibit, run: int) -> dict[str, object]:
    """What one system said."""
    answer: dict[str, object | None] = {
        "run": run,
        "outcome": "unproposed" if exhibit.unproposed else exhibit.outcome,
        "before": _response(exhibit.before),
        "after": _response(exhibit.after) if exhibit.after else None,
        "queries": exhibit.queries,
        "heard": _heard(exhibit.heard),
        "heardAfter": _heard(exhibit.heard_after),
        "reason": exhibit.reason,
        "trained": exhibit.trained_on or None,
    }
    return {key: value for key, value in answer.items() if value is not None}


def _medium(one: NamedMedium, contents: dict[str, int]) -> list[object]:
    """Its name, the place of its content among all, each of which is an address, and why it is not shown."""
    if not one.data:
        return [one.name, None, one.why]
    return [one.name, contents.setdefault(f"data:{one.kind};base64,{b64encode(one.data).decode()}", len(contents)), ""]


def _matrix(found: Matrix) -> dict[str, object]:
    """The figures of a matrix, and how any two systems differ under each attack."""
    return {
        "dataset": found.dataset,
        "measure": found.measure,
        "systems": found.systems,
        "attacks": found.attacks,
        "unattacked": [_figure(found.score(victim)) for victim in found.systems],
        "met": [
            [one.attack, one.victim, *map(_figure, (one.scores.before, one.scores.after, one.scores.difference))]
            for one in found.met
        ],
        "pairs": [[one.attack, one.first, one.second, _figure(one.difference), one.is_own] for one in found.pairs],
    }


def _figure(estimate: Estimate) -> list[float | None]:
    """Value, interval and n; null where there is none."""
    ends = (estimate.value, estimate.low, estimate.high)
    return [*(None if isnan(end) else round(end, 5) for end in ends), estimate.n]


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
    told = {"told": list(response.told)} if response.told else {}
    return {"guesses": guesses, "f1": response.f1, "exact": response.exact_match, **evidence, **told}
