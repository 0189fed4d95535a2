"""What systems write when they mean SUPPORTS, REFUTES or NOT ENOUGH INFO."""

import re
from collections.abc import Mapping, Sequence

from stumper.tasks.verification.claim import LABELS, Label

WORDINGS: Mapping[Label, tuple[str, ...]] = {
    "SUPPORTS": (
        "supports", "support", "supported", "is supported", "supports the claim", "entails", "entail", "entailed",
        "entailment", "true", "correct", "verified", "confirmed", "confirms", "yes",
    ),
    "REFUTES": (
        "refutes", "refute", "refuted", "is refuted", "refutes the claim", "contradicts", "contradict", "contradicted",
        "contradiction", "contradictory", "false", "incorrect", "not true", "untrue", "wrong", "disproved", "disproven",
        "debunked", "no",
    ),
    "NOT ENOUGH INFO": (
        "not enough info", "not enough information", "not enough evidence", "nei", "notenoughinfo",
        "insufficient", "insufficient info", "insufficient information", "insufficient evidence", "no evidence",
        "neutral", "unknown", "unverifiable", "not verifiable", "unverified", "cannot be verified",
        "cannot be determined", "undetermined", "neither", "neither supports nor refutes",
        "neither supported nor refuted", "unclear", "inconclusive",
    ),
}  # fmt: skip
# Labels of published sets that are no wording of these three, as Stumper writes them.
FURTHER = ("NOT SUPPORTED", "DISPUTED", "CONFLICTING EVIDENCE/CHERRYPICKING")
# What a label says that leaves open which of several holds: HoVer's are refuted or without enough information.
COVERS: Mapping[str, tuple[str, ...]] = {"NOT SUPPORTED": ("REFUTES", "NOT ENOUGH INFO")}
_LABEL_OF = {wording: label for label, wordings in WORDINGS.items() for wording in wordings}
_LONGEST_FIRST = "|".join(
    re.escape(wording) for wording in sorted(_LABEL_OF, key=lambda wording: (-len(wording), wording))
)
_AT_START = re.compile(rf"(?:the claim is |it is |this is )?({_LONGEST_FIRST})(?=[^\w\s-]|\s*$|\s*\n)")
_MARK = r"\b(?:answer|label|verdict|classification|conclusion)\W+(?:(?:the claim )?is\W+)?"
_MARKED = re.compile(rf"{_MARK}({_LONGEST_FIRST})(?![\w-]|\s+or\b)")
_NEITHER = "neither supports nor refutes|neither supported nor refuted"
_PLAIN = rf"(?:{_NEITHER}|supports|supported|refutes|refuted|not enough info(?:rmation)?)"
_NAMED = re.compile(rf"\b{_PLAIN}\b")
_OR = rf"\W+or\W+(?:\w+\W+){{0,2}}{_PLAIN}\b"
_LEFT_OPEN = re.compile(rf"\b(?:whether|if)\W+(?:\w+\W+){{0,4}}{_PLAIN}\b(?:{_OR})?|\b{_PLAIN}{_OR}")
_DENIED = re.compile(r"(?:\b(?:not|no|never|nor|cannot|hardly|than)|n['’]t)\W+(?:\w+\W+){0,2}$")
_PUNCTUATION = " \t\r\n.!?:;,*_`'\"“”‘’()[]{}<>#"


def label_named(text: str) -> Label | None:
    """The label that a text is, whatever its case; None where it is none."""
    bare = " ".join(text.upper().split())
    return next((label for label in LABELS if label == bare), None)


def label_worded(text: str) -> Label | None:
    """The label that a text is a wording of, such as "ENTAILMENT" or "not_enough_info"; None where it is of none."""
    return _LABEL_OF.get(" ".join(text.lower().replace("_", " ").split()))


def label_of(text: str) -> str:
    """The label of a data set as Stumper writes it: one of FEVER's where it means that, else as it stands there."""
    bare = " ".join(text.replace("_", " ").split())
    known = next((label for label in FURTHER if label == bare.upper()), None)
    return label_worded(bare) or known or text.strip()


def own_label_said(reply: str, labels: Sequence[str]) -> str | None:
    """The one label of a data set's own that a reply is, or names, or means in FEVER's words; None of none or two."""
    own = [label for label in labels if label not in LABELS]
    bare = " ".join(reply.replace("_", " ").strip(_PUNCTUATION).upper().split())
    if (exact := next((label for label in own if label.upper() == bare), None)) is not None:
        return exact
    named = [label for label in own if re.search(rf"(?<!\w){re.escape(label.upper())}(?!\w)", bare)]
    return named[0] if len(named) == 1 else None if named else label_said(reply)


def label_said(reply: str) -> Label | None:
    """The label that a reply in words means; None where it means none, or one cannot tell.

    In this order: the whole reply is a wording of the table; what stands behind "label:" and its like, the last of
    them; the reply begins with a wording that a mark or a new line ends; the one label that it names, undenied.
    """
    text = reply.lower()
    bare = " ".join(text.strip(_PUNCTUATION).split())
    if (label := label_worded(bare)) is not None:
        return label
    if marked := _MARKED.findall(text):
        return _LABEL_OF[marked[-1]]
    if begun := _AT_START.match(text.lstrip(_PUNCTUATION)):
        return _LABEL_OF[begun[1]]
    decided = _LEFT_OPEN.sub(" ", text)
    named = list(_NAMED.finditer(decided))
    if any(_DENIED.search(decided, 0, match.start()) for match in named):
        return None
    labels = {_LABEL_OF[match[0]] for match in named}
    return labels.pop() if len(labels) == 1 else None
