"""Values as canonical JSON: sorted keys, no spaces, ASCII, so that equal values are equal texts."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, replace
from typing import get_args

from stumper.errors import UnknownComponent
from stumper.registry import task_of, tasks
from stumper.types import Answer, Edit, Example, Gold, Matching, Passage, Perturbation, Query


def canonical(value: object) -> str:
    """The one text for a JSON value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def example_document(example: Example) -> str:
    """All of an example but its id."""
    groups = {"groups": example.groups} if example.groups else {}
    return canonical({"query": _query_parts(example.query), "gold": _gold_parts(example.gold), **groups})


def example_of(id: str, document: str) -> Example:
    """The example that was written."""
    parts = json.loads(document)
    groups = tuple((name, label) for name, label in parts.get("groups", ()))
    check_texts(*(text for pair in groups for text in pair))
    return Example(id, _query_of(*parts["query"]), _gold_of(**parts["gold"]), groups)


def perturbation_document(perturbation: Perturbation) -> str:
    """What the perturbation's id is the hash of: the query without the ids of its passages, and the gold."""
    query = named(perturbation.query, [""] * len(passage_ids(perturbation.query)))
    return canonical({"query": _query_parts(query), "gold": _gold_parts(perturbation.gold)})


def perturbation_of(example_id: str, document: str, edits: str, passages: str) -> Perturbation:
    """The perturbation that was written, with the edits and the passages' ids of one attempt."""
    parts = json.loads(document)
    query = named(_query_of(*parts["query"]), json.loads(passages))
    made = tuple(Edit(*edit) for edit in json.loads(edits))
    check_texts(*passage_ids(query), *(part for edit in made for part in _texts(edit)))
    return Perturbation(example_id, query, _gold_of(**parts["gold"]), made)


def check_texts(*values: object) -> None:
    """Nothing; TypeError where one of the values is no text, as only what was changed from outside has it."""
    for value in values:
        if not isinstance(value, str):
            raise TypeError(f"{type(value).__name__} in the place of a text")


def edits_document(perturbation: Perturbation) -> str:
    """The edits alone, each without what it does not have of the parts that earlier versions did not write."""
    return canonical([_filled(astuple(edit)) for edit in perturbation.edits])


FIRST_PARTS = 7  # of an edit, which every version has written


def _filled(parts: tuple[object, ...]) -> tuple[object, ...]:
    while len(parts) > FIRST_PARTS and not parts[-1]:
        parts = parts[:-1]
    return parts


def _texts(edit: Edit) -> tuple[object, ...]:
    return edit.field, edit.text, edit.kind, edit.rule, edit.assumes, edit.label


def passage_ids(query: Query) -> list[str]:
    """The ids of a query's passages, in order."""
    return [passage.id for passage in task_of(query).wire.passages(query)]


def named(query: Query, ids: Sequence[str]) -> Query:
    """The query with other ids of its passages."""
    wire = task_of(query).wire
    passages = tuple(replace(passage, id=id) for passage, id in zip(wire.passages(query), ids, strict=True))
    return wire.with_passages(query, passages)


def _query_parts(query: Query) -> list[object]:
    return task_of(query).wire.document(query)


def _query_of(tag: str, *parts: object) -> Query:
    check_texts(tag, *_leaves(parts))
    for task in tasks():
        if task.wire.tag == tag:
            query = task.wire.read_document(*parts)
            passages = task.wire.passages(query)
            check_texts(query.text, *(text for p in passages for text in (p.id, p.text, p.title)))
            return query
    raise UnknownComponent(f"A query of the kind {tag!r} is of no task that is installed. Install the package that "
                           "brings its task.")  # fmt: skip


def _leaves(parts: Iterable[object]) -> Iterator[object]:
    for part in parts:
        if isinstance(part, list):
            yield from _leaves(part)
        else:
            yield part


def _gold_parts(gold: Gold) -> dict[str, object]:
    return {
        "answers": [(answer.text, answer.start) for answer in gold.answers],
        "answerable": gold.answerable,
        "evidence_sets": [sorted(evidence) for evidence in gold.evidence_sets],
        "prompts": gold.prompts,
        "rejects": gold.rejects,
        **({} if gold.matched_by == "id" else {"matched_by": gold.matched_by}),
        **({"evidence_text": gold.evidence_text} if gold.evidence_text else {}),
        **({"passages": [astuple(passage) for passage in gold.passages]} if gold.passages else {}),
    }


def _gold_of(
    answers: Sequence[tuple[str, int | None]],
    answerable: bool | None,
    evidence_sets: Sequence[Sequence[str]],
    prompts: Sequence[str],
    rejects: Sequence[str],
    matched_by: Matching = "id",
    evidence_text: str = "",
    passages: Sequence[Sequence[str]] = (),
) -> Gold:
    if matched_by not in get_args(Matching):
        raise TypeError(f"evidence matched by {matched_by!r}")
    check_texts(
        *(text for text, _ in answers), *(id for ids in evidence_sets for id in ids), *prompts, *rejects, evidence_text
    )
    check_texts(*(text for passage in passages for text in passage))
    return Gold(
        tuple(Answer(text, start) for text, start in answers),
        answerable,
        tuple(frozenset(evidence) for evidence in evidence_sets),
        tuple(prompts),
        tuple(rejects),
        matched_by,
        evidence_text,
        tuple(Passage(*passage) for passage in passages),
    )
