"""A comparison as one JSON document, and its pairs as columns of a file."""

import json
from dataclasses import asdict

import numpy as np

from stumper.comparing.compared import Compared, Comparison, Figure
from stumper.comparing.verdict import Verdict, gate_sentence
from stumper.reports.json_file import plain
from stumper.table.columns import Columns, texts_of


def to_json(found: Comparison, judged: Verdict | None = None) -> str:
    """A comparison as a JSON document."""
    return json.dumps(figures(found, judged), ensure_ascii=False)


def figures(found: Comparison, judged: Verdict | None = None) -> object:
    """All scores with their intervals, the examples that are kept, and what a gate said; unrounded, None where nothing
    is known."""
    told = {
        "a": found.a,
        "b": found.b,
        "cells": [_cell(cell) for cell in found.cells],
        "fell": [asdict(flip) for flip in found.fell],
        "improved": [asdict(flip) for flip in found.improved],
        "notes": found.notes,
        "unfinished": [asdict(one) for one in found.unfinished],
        **({} if judged is None else {"gate": _gate(judged)}),
    }
    return plain(told)


def _cell(cell: Compared) -> dict[str, object]:
    told = ("task", "dataset", "attack", "made_against", "systems", "unit")
    return {
        **{name: getattr(cell, name) for name in told},
        "is_own": cell.is_own,
        "paired": cell.pairs.by,
        "left_out": asdict(cell.pairs.left_out),
        "failed": dict(zip("ab", cell.failed, strict=True)),
        "unanswered": dict(zip("ab", cell.unanswered, strict=True)),
        "scores": [_figure(one) for one in (cell.figure, *cell.further)],
    }


def _figure(one: Figure) -> dict[str, object]:
    changed = one.changed
    return {
        "name": one.score,
        "n": changed.difference.n,
        **{name: _estimate(getattr(changed, of)) for name, of in (("a", "before"), ("b", "after"))},
        "difference": _estimate(changed.difference),
        "improved": one.improved,
        "fell": one.fell,
        "stayed": one.stayed,
        "p_worse": changed.p_worse,
        "floor": changed.floor,
        "finds": changed.finds(),
        "signature": one.signature,
    }


def _estimate(estimate: object) -> dict[str, object]:
    return {name: getattr(estimate, name) for name in ("value", "low", "high")}


def _gate(judged: Verdict) -> dict[str, object]:
    return {
        "fail_if": judged.fail_if,
        "margin": judged.margin if judged.fail_if == "not-shown-equal" else None,
        "passed": judged.passed,
        "sentence": gate_sentence(judged),
        "tested": [
            {"dataset": one.cell.dataset, "attack": one.cell.attack, "systems": one.cell.systems,
             "score": one.cell.figure.score, "p": one.p, "floor": one.cell.figure.changed.floor,
             "failed": one.failed, "finds": one.finds}
            for one in judged.tested
        ],
    }  # fmt: skip


def pairs_of(found: Comparison) -> Columns:
    """A row for each pair of the scores that lead, in the order of the cells."""
    said: dict[str, list[str | None]] = {}
    levels = dict.fromkeys(level for cell in found.cells for level in cell.pairs.groups.levels)
    for cell in found.cells:
        pairs, n = cell.pairs, len(cell.pairs)
        same = {
            "task": cell.task,
            "dataset": cell.dataset,
            "attack": cell.attack or None,
            "made_against": cell.made_against or None,
            "victim_a": cell.systems[0],
            "victim_b": cell.systems[1],
        }
        for name, value in same.items():
            said.setdefault(name, []).extend([value] * n)
        said.setdefault("original", []).extend(pairs.originals)
        for level in levels:
            place = pairs.groups.levels.index(level) if level in pairs.groups.levels else None
            labels = (None if place is None else pairs.groups.of[id][place] or None for id in pairs.originals)
            said.setdefault(level, []).extend(labels)
        for name, ids in zip(("variant_a", "variant_b"), pairs.ids, strict=True):
            said.setdefault(name, []).extend(id or None for id in ids)
        for name, answers in zip(("answer_a", "answer_b"), pairs.answers, strict=True):
            said.setdefault(name, []).extend(answers)
        said.setdefault("score", []).extend([cell.figure.score] * n)
    a, b = (np.concatenate([cell.pairs.scores[side] for cell in found.cells]) for side in (0, 1))
    texts = {name: texts_of(values) for name, values in said.items()}
    return {**texts, "a": a, "b": b, "difference": b - a}
