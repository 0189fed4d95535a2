"""When a label is right and evidence is found, by FEVER's official scorer (Thorne et al. 2018)."""

from collections.abc import Sequence

from stumper.types import Gold

AT_MOST = 5  # predicted sentences that count
_TOGETHER = "\t"  # between the sentence ids of a passage that holds several; no page's name has it
_UNVERIFIABLE = "NOT ENOUGH INFO"


def has_label(gold: Gold, label: str) -> bool:
    """Whether the label is the gold one, in any case."""
    return label.upper() == gold.answers[0].text.upper()


def is_verifiable(gold: Gold) -> bool:
    """Whether the claim is supported or refuted, so that there is evidence to find."""
    return not has_label(gold, _UNVERIFIABLE)


def finds_evidence(gold: Gold, evidence: Sequence[str]) -> bool:
    """Whether one whole gold set is among the first five predicted sentences; always, where there is none to find."""
    found = set(counted_sentences(evidence))
    return not is_verifiable(gold) or any(sentences <= found for sentences in gold.evidence_sets)


def evidence_precision(gold: Gold, evidence: Sequence[str]) -> float:
    """The share of the first five predicted sentences that stand in any gold set; 1 where none is predicted.

    A sentence that is predicted twice counts twice, as in the official scorer.
    """
    counted = counted_sentences(evidence)
    wanted = frozenset[str]().union(*gold.evidence_sets)
    return sum(sentence in wanted for sentence in counted) / len(counted) if counted else 1.0


def counted_sentences(evidence: Sequence[str]) -> Sequence[str]:
    """The ids of the first five sentences; a passage of several sentences gives all of theirs."""
    return [sentence for id in evidence for sentence in sentence_ids(id)][:AT_MOST]


def sentence_ids(passage_id: str) -> Sequence[str]:
    """The ids of the sentences that a passage of evidence holds: mostly one, its own."""
    return passage_id.split(_TOGETHER)


def passage_id(sentence_ids: Sequence[str]) -> str:
    """The id of the passage that holds these sentences."""
    return _TOGETHER.join(sentence_ids)
