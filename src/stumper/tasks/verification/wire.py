"""Claims in ids, stores, requests and prompts, and the labels that they get."""

from collections.abc import Mapping
from dataclasses import replace
from math import exp
from typing import Any

from stumper.datasets.wiki_pages import written
from stumper.spoken import QUOTES, spoken
from stumper.tasks.verification.claim import LABELS, Claim, Label
from stumper.tasks.verification.labels import FURTHER, label_named, label_of, label_said, own_label_said
from stumper.types import Guess, Passage, Prediction
from stumper.wire import Reply, Token, Wire

PROMPT = """\
Does the evidence support or refute the claim? Reply with SUPPORTS, REFUTES or NOT ENOUGH INFO, and with nothing else.

Evidence:
{evidence}

Claim: {claim}
Label:"""
PROMPT_ALONE = """\
Is the claim true, by what you know? Reply with SUPPORTS where it is true, REFUTES where it is false, NOT ENOUGH INFO
where you cannot tell, and with nothing else.

Claim: {claim}
Label:"""


PROMPT_OF_LABELS = """\
Which label has the claim by the evidence? Reply with one of these and with nothing else: {labels}

Evidence:
{evidence}

Claim: {claim}
Label:"""
PROMPT_OF_LABELS_ALONE = """\
Which label has the claim, by what you know? Reply with one of these and with nothing else: {labels}

Claim: {claim}
Label:"""


def _parts(claim: Claim) -> list[object]:
    own = [] if claim.labels == LABELS else [list(claim.labels)]
    return ["claim", claim.text, [[passage.title, passage.text] for passage in claim.evidence], *own]


def _document(claim: Claim) -> list[object]:
    own = [] if claim.labels == LABELS else [[list(claim.labels)]]
    return ["claim", claim.text, *([passage.id, passage.text, passage.title] for passage in claim.evidence), *own]


def _read_document(text: str, *further: list[Any]) -> Claim:
    """Behind the passages, each a list of texts, a list of a list of labels may stand."""
    own = [part[0] for part in further if part and isinstance(part[0], list)]
    evidence = [part for part in further if not (part and isinstance(part[0], list))]
    return Claim(text, tuple(Passage(*parts) for parts in evidence), tuple(own[0]) if own else LABELS)


def _to_json(claim: Claim) -> dict[str, object]:
    listed = [{"id": passage.id, "title": passage.title, "text": passage.text} for passage in claim.evidence]
    own: dict[str, object] = {} if claim.labels == LABELS else {"labels": list(claim.labels)}
    return {"claim": claim.text, "evidence": listed, **own}


def _from_json(item: Mapping[str, Any]) -> Claim:
    evidence = tuple(Passage(p["id"], p["text"], p["title"]) for p in item.get("evidence", ()))
    return Claim(item["claim"], evidence, tuple(item.get("labels", LABELS)))


def _arguments(claim: Claim) -> tuple[str, str]:
    return claim.text, "\n".join(passage.text for passage in claim.evidence)


def _texts(claim: Claim) -> dict[str, str]:
    """The claim, and its evidence, one passage a line behind its title."""
    evidence = "\n".join(written(passage) for passage in claim.evidence) or "(none)"
    return {"claim": claim.text, "evidence": evidence, "labels": ", ".join(claim.labels)}


def _template(claim: Claim) -> int:
    return (0 if claim.evidence else 1) + (0 if claim.labels == LABELS else 2)


def _named(claim: Claim, answer: str) -> str:
    """The label of the claim's data set that an answer is, before any that it means: WRONG may be one of these."""
    own = {_bare(label): label for label in claim.labels}
    return own.get(_bare(answer)) or label_named(answer) or label_of(answer)


def _bare(label: str) -> str:
    return " ".join(label.replace("_", " ").split()).upper()


def _reply(claim: Claim, reply: Reply) -> Prediction | None:
    """The label of a reply, with the probability of all first tokens that begin it; None where there is none."""
    if claim.labels != LABELS:
        own = own_label_said(spoken(reply.text), claim.labels)
        return None if own is None else Prediction((Guess(own, None),), None)
    label = label_said(spoken(reply.text))
    if label is None:
        return None
    if not reply.tokens or _begun(reply.tokens[0].text) != label:
        return Prediction((Guess(label, None),), None)
    shares = _label_shares(reply.tokens[0])
    ranked = sorted(shares, key=lambda label: (-shares[label], LABELS.index(label)))
    if ranked[0] != label:  # it was drawn, but is not the likeliest one
        return Prediction((Guess(label, None),), None)
    return Prediction(tuple(Guess(label, shares[label]) for label in ranked), min(1.0, sum(shares.values())))


def _label_shares(first: Token) -> dict[Label, float]:
    """The probability of each label by the first tokens that begin it and no other."""
    shares: dict[Label, float] = {}
    for text, logprob in {first.text: first.logprob, **first.others}.items():
        if (label := _begun(text)) is not None:
            shares[label] = shares.get(label, 0.0) + exp(logprob)
    return shares


def _begun(token: str) -> Label | None:
    bare = token.strip(QUOTES).upper()
    begun = [label for label in LABELS if bare and (label.startswith(bare) or bare.startswith(label))]
    return begun[0] if len(begun) == 1 else None


WIRE = Wire(
    tag="claim",
    parts=_parts,
    document=_document,
    read_document=_read_document,
    to_json=_to_json,
    from_json=_from_json,
    arguments=_arguments,
    templates=(PROMPT, PROMPT_ALONE, PROMPT_OF_LABELS, PROMPT_OF_LABELS_ALONE),
    placeholders=("claim", "evidence", "labels"),
    texts=_texts,
    template=_template,
    fields=lambda claim: {"claim": claim.text},
    with_field=lambda claim, _, text: replace(claim, text=text),
    reply=_reply,
    meant="label",
    passages=lambda claim: claim.evidence,
    with_passages=lambda claim, passages: replace(claim, evidence=passages),
    retrieves=True,
    choices=lambda claim: claim.choices,
    labels=lambda claim: claim.labels,
    known_labels=(*LABELS, *FURTHER),
    named=_named,
    parameters=(("claim", "statement"), ("evidence", "context", "passage", "document")),
)
