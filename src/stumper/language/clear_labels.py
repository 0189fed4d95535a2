"""ClearNLP's dependency labels, which most spaCy pipelines for English speak, turned into Universal Dependencies.

Universal Dependencies hang function words on content words: prepositions, copulas and auxiliaries are leaves. Names
keep ClearNLP's `compound`, whose head is the last word, where the treebanks that we train on have `flat`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

# Labels that only change their name; `None` in the second column means the same on every head.
PLAIN: dict[str, str] = {
    "ROOT": "root", "nsubjpass": "nsubj:pass", "csubjpass": "csubj:pass", "auxpass": "aux:pass", "dobj": "obj",
    "dative": "iobj", "poss": "nmod:poss", "relcl": "acl:relcl", "neg": "advmod", "prt": "compound:prt",
    "quantmod": "advmod", "intj": "discourse", "predet": "det:predet", "preconj": "cc:preconj", "meta": "dep",
    "acomp": "xcomp", "attr": "xcomp", "oprd": "xcomp", "nmod": "compound",
}  # fmt: skip
PREPOSITIONS = ("prep", "agent", "dative", "conj", "pcomp", "pobj")  # what a preposition itself may be to its head
PREDICATES = ("attr", "acomp")
STAY_WITH_VERB = ("aux", "auxpass")


@dataclass(slots=True)
class Arcs:
    """A tree that is changed in place: for each token its word, Penn tag, head (a root is its own) and label."""

    words: list[str]
    tags: list[str]
    heads: list[int]
    labels: list[str]


def universal(words: Sequence[str], tags: Sequence[str], heads: Sequence[int], labels: Sequence[str]) -> Arcs:
    """The heads and relations of Universal Dependencies for a parse with ClearNLP's heads and labels."""
    arcs = Arcs(list(words), list(tags), list(heads), list(labels))
    order = sorted(range(len(words)), key=lambda i: -_depth(arcs.heads, i))
    for i in order:
        _hang_preposition(arcs, i)
    for i in order:
        if arcs.words[i].lower() in _BE and arcs.labels[i] not in STAY_WITH_VERB:
            _hang_copula(arcs, i)
    for i in range(len(words)):
        _spread_conjuncts(arcs, i)
    for i in range(len(words)):
        arcs.labels[i] = _named(arcs, i)
    return arcs


_BE = {"be", "am", "is", "are", "was", "were", "been", "being", "'s", "’s", "'re", "’re", "'m", "’m"}


def _depth(heads: Sequence[int], i: int) -> int:
    depth = 0
    while heads[i] != i and depth <= len(heads):
        i, depth = heads[i], depth + 1
    return depth


def _children(arcs: Arcs, i: int, labels: Sequence[str]) -> list[int]:
    return [k for k, head in enumerate(arcs.heads) if head == i and k != i and arcs.labels[k] in labels]


def _hang_preposition(arcs: Arcs, i: int) -> None:
    """The preposition's object takes its place, and the preposition hangs on the object."""
    # Behind another preposition ("out of town") the object has been hung there already.
    ready = ("obl", "nmod", "advcl", "acl") if arcs.tags[i] in ("IN", "TO") else ()
    objects = _children(arcs, i, ("pobj", "pcomp", *ready))
    if not objects or arcs.tags[i] not in ("IN", "TO", "RP", "VBG", "VBN", "RB", "CC", "JJ"):
        return
    new, clause = objects[0], arcs.labels[objects[0]] in ("pcomp", "advcl", "acl")
    _replace(arcs, i, new)
    arcs.labels[i] = "mark" if clause and arcs.tags[new].startswith("V") else "case"
    if arcs.labels[new] in PREPOSITIONS and arcs.labels[new] != "conj":
        agent = arcs.labels[new] == "agent"
        arcs.labels[new] = "obl:agent" if agent else _oblique(arcs, new, clause)


def _oblique(arcs: Arcs, i: int, clause: bool) -> str:
    nominal = arcs.tags[arcs.heads[i]].startswith(("N", "PRP", "CD", "$", "DT", "WP", "WDT"))
    if clause and arcs.tags[i].startswith("V"):
        return "acl" if nominal else "advcl"
    return "nmod" if nominal else "obl"


def _hang_copula(arcs: Arcs, i: int) -> None:
    """What is predicated takes the verb's place, and the verb hangs on it as its copula."""
    subjects = _children(arcs, i, ("nsubj", "csubj"))
    if any(arcs.tags[k] == "EX" for k in _children(arcs, i, ("expl",))):
        for k in _children(arcs, i, PREDICATES):
            arcs.labels[k] = "nsubj"
        return
    found = _children(arcs, i, PREDICATES)
    if not found and subjects:
        found = [k for k in _children(arcs, i, ("advmod",)) if arcs.tags[k] == "WRB"]
        found = found or [k for k in _children(arcs, i, ("obl",)) if k > i] or _children(arcs, i, ("obl",))
    if found:
        _replace(arcs, i, found[0])
        arcs.labels[i] = "cop"


def _replace(arcs: Arcs, old: int, new: int) -> None:
    """Another token takes a token's place, label and children; the old one is left hanging on it."""
    arcs.heads[new] = new if arcs.heads[old] == old else arcs.heads[old]
    arcs.labels[new] = arcs.labels[old]
    for k, head in enumerate(arcs.heads):
        if head == old and k not in (new, old):
            arcs.heads[k] = new
    arcs.heads[old] = new


def _spread_conjuncts(arcs: Arcs, i: int) -> None:
    """All conjuncts hang on the first, and each conjunction on the conjunct that follows it."""
    if arcs.labels[i] == "conj":
        head = arcs.heads[i]
        while arcs.labels[head] == "conj" and arcs.heads[head] != head:
            head = arcs.heads[head]
        arcs.heads[i] = head
    elif arcs.labels[i] == "cc":
        after = [k for k in _children(arcs, arcs.heads[i], ("conj",)) if k > i]
        if after:
            arcs.heads[i] = after[0]


def _named(arcs: Arcs, i: int) -> str:
    label, head = arcs.labels[i], arcs.heads[i]
    if head == i:
        return "root"
    if label == "aux" and arcs.tags[i] == "TO":
        return "mark"
    if label == "npadvmod":
        return "nmod:unmarked" if arcs.tags[head].startswith("N") else "obl:unmarked"
    if label in ("prep", "agent", "pobj", "pcomp"):
        return "case" if arcs.tags[i] in ("IN", "TO") and label == "prep" and head > i else "obl"
    if label == "nmod" and any(arcs.labels[k] == "case" and arcs.heads[k] == i for k in range(len(arcs.heads))):
        return label
    return PLAIN.get(label, label)
