"""Rows of claims: what the columns are called, and what their labels and evidence are."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import get_args

from stumper.datasets.cells import listed, text_of, texts_of
from stumper.formats import Column, FromRows, Row, Rows, Unusable
from stumper.shown import shown
from stumper.tasks.verification.claim import LABELS, Claim
from stumper.tasks.verification.evidence import is_sentence_id
from stumper.tasks.verification.labels import label_of
from stumper.types import Answer, Example, Gold, Matching, Passage

COLUMNS = (
    Column("claim", (("claim", "statement", "claim_text"), ("text",)), is_needed=True, is_telling=True),
    Column("label", (("label", "claim_label", "gold_label", "verdict", "veracity"),), is_needed=True),
    Column("evidence", (("evidence", "gold_evidence", "evidence_text", "evidences"),
                        ("evidence_url", "evidence_urls", "url", "urls"))),
    Column("match", (("evidence_matched_by",),)),
    Column("labels", (("labels",),)),
)  # fmt: skip
MOST_LABELS = 12  # of a data set: more are no labels


def read(rows: Sequence[Row]) -> FromRows:
    """The claims of these rows, with the labels that the rows have among them.

    Evidence is matched by what it is: ids of sentences (``Page:3``), addresses, or nothing where it is text, which is
    given to the system with the claim. A column ``match`` names another rule.
    """
    said = [label_of(text) for row in rows if (text := _label_in(row))]
    told = [label_of(text) for row in rows for text in texts_of(row.value("labels"))]
    labels = labels_of(said, told)
    if len(labels) > MOST_LABELS:
        return FromRows((), tuple(Unusable(row.number, f"there are {len(labels)} labels, and {MOST_LABELS} at most are "
                                           "read", shown(_label_in(row))) for row in rows))  # fmt: skip
    met = Counter[str]()
    made = [_example(row, labels, met) for row in rows]
    examples = tuple(one for one in made if isinstance(one, Example))
    return FromRows(examples, tuple(one for one in made if isinstance(one, Unusable)), tuple(_notes(labels, met)))


def labels_of(said: Sequence[str], told: Sequence[str] = ()) -> tuple[str, ...]:
    """The labels of a data set that has these, beside those that it tells of: FEVER's, where it has no others and tells
    of none."""
    distinct = dict.fromkeys([*told, *said])
    if not told and all(label in LABELS for label in distinct):
        return LABELS
    return (*(label for label in LABELS if label in distinct), *(label for label in distinct if label not in LABELS))


def written(example: Example, evidence: str = "") -> dict[str, object]:
    """The row that reads back as this claim."""
    claim, gold = example.query, example.gold
    assert isinstance(claim, Claim), "a claim"
    row: dict[str, object] = {"id": example.id, "claim": claim.text, "label": gold.answers[0].text}
    if claim.labels != LABELS:
        row["labels"] = list(claim.labels)
    if claim.evidence:
        return row | {"evidence": "\n".join(passage.text for passage in claim.evidence)}
    if gold.evidence_sets:
        return row | {"evidence": [sorted(one) for one in gold.evidence_sets], "evidence_matched_by": gold.matched_by}
    return row | ({"evidence": evidence} if evidence else {})


ROWS = Rows(COLUMNS, read, written, native="fever")


def _example(row: Row, labels: tuple[str, ...], met: Counter[str]) -> Example | Unusable:
    text, said = text_of(row.value("claim")), _label_in(row)
    if text is None:
        return Unusable(row.number, "there is no claim")
    if said is None:
        return Unusable(row.number, "there is no label")
    sets, by = _sets(row.value("evidence")), text_of(row.value("match"))
    rules: Sequence[Matching] = get_args(Matching)
    if by is not None and by not in rules:
        return Unusable(row.number, f"evidence is matched by {', '.join(rules)}", shown(by))
    matched_by = next((rule for rule in rules if rule == by), None) or _told(sets)
    met[matched_by if sets else "without"] += 1
    answers = (Answer(label_of(said)),)
    if matched_by == "none":
        texts = dict.fromkeys(one for of_set in sets for one in sorted(of_set))
        passages = tuple(Passage(f"{row.id or row.number}/{place}", one) for place, one in enumerate(texts))
        return Example(row.id or "", Claim(text, passages, labels), Gold(answers, matched_by="none"), row.groups)
    gold = Gold(answers, evidence_sets=sets if answers[0].text != "NOT ENOUGH INFO" else (), matched_by=matched_by)
    return Example(row.id or "", Claim(text, labels=labels), gold, row.groups)


def _label_in(row: Row) -> str | None:
    """The text of a row's label; of a boolean that which the same label has in a table."""
    value = row.value("label")
    return str(value) if isinstance(value, bool) else text_of(value)


def _sets(value: object) -> tuple[frozenset[str], ...]:
    """The evidence sets of a cell: a list of lists is one set each, a list of texts one set for each text."""
    parts = listed(value)
    if parts is None:
        return tuple(frozenset([text]) for text in texts_of(value))
    found = [frozenset(texts_of(part)) for part in parts]
    return tuple(dict.fromkeys(one for one in found if one))


def _told(sets: Sequence[frozenset[str]]) -> Matching:
    """What evidence is matched by, as it looks; text, which is to be given, by nothing."""
    every = [one for of_set in sets for one in of_set]
    if not every:
        return "none"
    if all(re.match(r"https?://", one) for one in every):
        return "url"
    return "id" if all(is_sentence_id(one) and len(one) < 200 for one in every) else "none"


def _notes(labels: Sequence[str], met: Counter[str]) -> list[str]:
    own = [f"its labels are {', '.join(labels)}"] if labels != LABELS else []
    said = {
        "none": "evidence is text, and given to the system with the claim: label accuracy is the score",
        "url": "evidence is addresses, and matched as such",
        "text": "evidence is text, and matched where one text holds the other",
        "id": "evidence is ids of sentences, and matched as such",
        "without": "without evidence, what a system cites cannot be matched: label accuracy is the score",
    }
    return [*own, *(f"{text} ({met[key]:,})" for key, text in said.items() if met[key])]
