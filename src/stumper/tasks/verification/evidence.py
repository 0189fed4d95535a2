"""When a label is right and evidence is found, by FEVER's official scorer (Thorne et al. 2018)."""

import re
from collections.abc import Sequence

from stumper.datasets.wiki_pages import dump_id
from stumper.tasks.verification.labels import COVERS
from stumper.text import normalise_answer
from stumper.types import Gold, Matching

AT_MOST = 5  # predicted sentences that count
_TOGETHER = "\t"  # between the sentence ids of a passage that holds several; no page's name has it
_UNVERIFIABLE = "NOT ENOUGH INFO"


def has_label(gold: Gold, label: str) -> bool:
    """Whether the label is the gold one, in any case, or one of several that the gold one leaves open."""
    right, said = gold.answers[0].text.upper(), label.upper()
    return said == right or said in COVERS.get(right, ())


def is_verifiable(gold: Gold) -> bool:
    """Whether the claim is supported or refuted, so that there is evidence to find."""
    return gold.answers[0].text.upper() != _UNVERIFIABLE


def finds_evidence(gold: Gold, evidence: Sequence[str]) -> bool:
    """Whether one whole gold set is among the first five predicted sentences; always, where there is none to find."""
    if not is_verifiable(gold) or gold.matched_by == "none":
        return True
    found = counted_sentences(evidence)
    return any(all(_is_cited(one, found, gold.matched_by) for one in wanted) for wanted in gold.evidence_sets)


def can_match(gold: Gold, evidence: Sequence[str]) -> bool:
    """Whether anything that was cited is of the kind that the gold evidence is, so that one can tell whether it is
    right: sentences by their ids, addresses, or texts."""
    match gold.matched_by:
        case "none":
            return False
        case "url":
            return any(_URL.match(one) for one in evidence)
        case "text":
            return any(not is_sentence_id(one) and not _URL.match(one) for one in evidence)
        case _:
            return any(map(is_sentence_id, counted_sentences(evidence)))


def is_sentence_id(text: str) -> bool:
    """Whether a text is the id of a sentence, a page and the number of a line, rather than an address or words."""
    return _ID.match(text) is not None and _URL.match(text) is None


def _is_cited(wanted: str, found: Sequence[str], by: Matching) -> bool:
    """Whether a piece of gold evidence is among what was cited: by its id, also as FEVER's dump spells the page, by its
    address without what does not lead elsewhere, or by its words, where one text holds the other."""
    if by == "url":
        return address(wanted) in map(address, found)
    if by == "text":
        own = normalise_answer(wanted)
        said = [normalise_answer(one) for one in found]
        return any(one and (own in one or (one in own and len(one) >= len(own) / 2)) for one in said)
    return wanted in found or (" " in wanted and dump_id(wanted) in found)


def address(url: str) -> str:
    """What tells one page on the web from another: no scheme, no www, no anchor, no marks of campaigns, no last slash,
    no archive around it."""
    bare = _ARCHIVED.sub("", url.strip())
    bare = _URL.sub("", bare).partition("#")[0]
    bare = re.sub(r"^www\.", "", bare, flags=re.IGNORECASE)
    host, _, path = bare.partition("/")
    path, _, asked = path.partition("?")
    kept = "&".join(sorted(part for part in asked.split("&") if part and not part.startswith(("utm_", "fbclid="))))
    place = path.rstrip("/")
    return host.lower() + (f"/{place}" if place else "") + (f"?{kept}" if kept else "")


_URL = re.compile(r"https?://", re.IGNORECASE)
_ARCHIVED = re.compile(r"^https?://web\.archive\.org/web/[^/]*/(?=https?://)", re.IGNORECASE)
_ID = re.compile(r".+:\d+$", re.DOTALL)


def evidence_precision(gold: Gold, evidence: Sequence[str]) -> float:
    """The share of the first five predicted sentences that stand in any gold set; 1 where none is predicted.

    A sentence that is predicted twice counts twice, as in the official scorer.
    """
    counted = counted_sentences(evidence)
    wanted = frozenset[str]().union(*gold.evidence_sets)
    right = sum(any(_is_cited(one, [sentence], gold.matched_by) for one in wanted) for sentence in counted)
    return right / len(counted) if counted else 1.0


def counted_sentences(evidence: Sequence[str]) -> Sequence[str]:
    """The ids of the first five sentences; a passage of several sentences gives all of theirs."""
    return [sentence for id in evidence for sentence in sentence_ids(id)][:AT_MOST]


def sentence_ids(passage_id: str) -> Sequence[str]:
    """The ids of the sentences that a passage of evidence holds: mostly one, its own."""
    return passage_id.split(_TOGETHER)


def passage_id(sentence_ids: Sequence[str]) -> str:
    """The id of the passage that holds these sentences."""
    return _TOGETHER.join(sentence_ids)
