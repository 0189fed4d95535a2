"""From a claim and its evidence to the tokens that a verifier reads."""

from dataclasses import dataclass

from tokenizers import Tokenizer

from stumper.datasets.wiki_pages import readable, readable_title
from stumper.tasks.verification.claim import Claim
from stumper.types import Passage

LONGEST_CLAIM = 64  # tokens; what is longer is cut
LONGEST_PAIR = 256  # tokens of claim and evidence, the three special tokens included; what comes last is cut


@dataclass(frozen=True, slots=True)
class Pair:
    """``ids`` of [CLS] claim [SEP] evidence [SEP]; ``first`` is the index of the first token of the evidence."""

    ids: tuple[int, ...]
    first: int


def pair(tokenizer: Tokenizer, claim: Claim) -> Pair:
    """The claim's text and its evidence, whose passages follow each other, each after its title."""
    cls, sep = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
    assert cls is not None
    assert sep is not None
    said = tokenizer.encode(claim.text, add_special_tokens=False).ids[:LONGEST_CLAIM]
    evidence = tokenizer.encode(evidence_text(claim), add_special_tokens=False).ids
    return Pair((cls, *said, sep, *evidence[: LONGEST_PAIR - len(said) - 3], sep), len(said) + 2)


def evidence_text(claim: Claim) -> str:
    """The passages as one text, as Wikipedia would show it."""
    return " ".join(_titled(passage) for passage in claim.evidence)


def _titled(passage: Passage) -> str:
    text = readable(passage.text)
    return f"{readable_title(passage.title)} : {text}" if passage.title else text
