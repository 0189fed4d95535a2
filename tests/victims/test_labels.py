"""Which label a text means, and which texts mean none."""

import pytest

from stumper.tasks.verification.claim import LABELS
from stumper.tasks.verification.labels import WORDINGS, label_named, label_said, label_worded


@pytest.mark.parametrize("label", LABELS)
def test_a_label_is_named_by_itself_whatever_its_case(label: str) -> None:
    assert label_named(f" {label.lower()}\n") == label_named(label) == label
    assert label_named(label + ".") is None
    assert label_named("") is None


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("ENTAILMENT", "SUPPORTS"),
        ("contradiction", "REFUTES"),
        ("Neutral", "NOT ENOUGH INFO"),
        ("not_enough_info", "NOT ENOUGH INFO"),
        ("LABEL_0", None),
        ("not_entailment", None),
        ("positive", None),
    ],
)
def test_the_outputs_of_models_have_many_names(name: str, label: str | None) -> None:
    assert label_worded(name) == label


def test_no_wording_stands_for_two_labels() -> None:
    wordings = [wording for wordings in WORDINGS.values() for wording in wordings]
    assert len(wordings) == len(set(wordings))


@pytest.mark.parametrize(
    "reply",
    [
        "SUPPORTS",
        "Supported.",
        "**Supports**",
        "true",
        "Yes, it was.",
        "The evidence supports the claim.",
        "SUPPORTS — it was lit in that year.",
        "Verdict: the claim is true",
        'Sure: {"label": "SUPPORTS"}',
        "The lamp was lit in 1874. So the label is SUPPORTS.",
        "Supports the claim. Nothing refutes it.",
    ],
)
def test_replies_that_support(reply: str) -> None:
    assert label_said(reply) == "SUPPORTS"


@pytest.mark.parametrize(
    "reply",
    [
        "REFUTES",
        "`refuted`",
        "False. It was lit in 1880.",
        "The claim is false.",
        "It is not true",
        "No, it was not.",
        "Contradiction",
        "REFUTES\n\nThe evidence supports another year.",
        "First I thought: Label: SUPPORTS. No: Label: REFUTES",
    ],
)
def test_replies_that_refute(reply: str) -> None:
    assert label_said(reply) == "REFUTES"


@pytest.mark.parametrize(
    "reply",
    [
        "NOT ENOUGH INFO",
        "Not enough information.",
        "NEI",
        "not_enough_info",
        "Neutral",
        "Answer: insufficient evidence",
        "It neither supports nor refutes the claim.",
        "There is not enough information to say whether the claim is supported or refuted.",
    ],
)
def test_replies_that_have_not_enough(reply: str) -> None:
    assert label_said(reply) == "NOT ENOUGH INFO"


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "  \n",
        "I cannot say.",
        "not supported",
        "unsupported",
        "The evidence does not support the claim.",
        "The claim is not refuted by it.",
        "SUPPORTS or REFUTES",
        "Label: SUPPORTS or REFUTES",
        "It may be that it supports, or that it refutes it.",
        "One sentence supports the claim and another refutes it.",
        "No one knows.",
        "The label is not SUPPORTS",
        "true-ish",
        "It is unclear if the evidence refutes the claim.",
    ],
)
def test_replies_that_leave_it_open_mean_none(reply: str) -> None:
    assert label_said(reply) is None
