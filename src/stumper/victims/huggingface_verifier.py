"""Models that classify pairs of texts (NLI), as verifiers: the evidence entails the claim, contradicts it, or neither.

Imported only where such a victim is asked for: the registry says which extra is missing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import torch
from numpy.typing import NDArray

from stumper import registry
from stumper.datasets.wiki_pages import written
from stumper.errors import BadOption
from stumper.identity import content_id
from stumper.tasks.verification.claim import LABELS, Label, claim_of
from stumper.tasks.verification.labels import label_worded
from stumper.types import AbsentGold, Example, Guess, Passage, Prediction, Query
from stumper.victims.address import Address
from stumper.victims.evidence import BUNDLED, Evidence, ids_of, open_evidence
from stumper.victims.padded import PAD_TO, ROWS, Row, check_batch, scores

LONGEST_PAIR = 512  # tokens of evidence and claim that the model reads
LONGEST_CLAIM = 128  # tokens; what is longer is cut
VERSION = 1  # of everything between the weights and the prediction
ORDER = "contradiction,neutral,entailment"  # an example of one


@dataclass(frozen=True, slots=True)
class Settings:
    """What may stand behind the ``#`` of ``hf:NAME#KEY=VALUE&KEY=VALUE``; docs/howto-victim.md explains them."""

    labels: str = ""
    pages: str = BUNDLED
    sentences: int = 5
    batch: int = ROWS


def verifier(where: Address, fingerprint: str, tokenizer: Any, model: Any, device: torch.device) -> "Verifier":
    """The verifier that a model makes; BadOption where its labels are not the three that a claim may have.

    ``fingerprint`` is of the model and its tokenizer.
    """
    settings = Settings(**registry.arguments("victim", "hf", Settings, where.options))
    check_batch(settings.batch)
    names = [model.config.id2label[place] for place in range(model.config.num_labels)]
    order = _order(where.place, settings.labels.split(",") if settings.labels else names, len(names))
    evidence = open_evidence(settings.pages, settings.sentences)
    whole = content_id(VERSION, fingerprint, order, evidence.fingerprint)
    return Verifier(whole, tokenizer, model, device, order, evidence, settings.batch)


@dataclass(frozen=True, slots=True)
class Verifier:
    """Labels with probabilities, and the sentences that were read; ``order`` has the label of each output."""

    tasks: ClassVar[Sequence[str]] = ("verification",)

    fingerprint: str
    tokenizer: Any
    model: Any
    device: torch.device
    order: tuple[Label, ...]
    evidence: Evidence
    batch: int = ROWS  # rows that a GPU reads at once

    @property
    def manner(self) -> Mapping[str, str]:
        """How deep it reads in how much, where a claim comes without evidence."""
        return self.evidence.manner

    def absent_gold(self, examples: Sequence[Example]) -> AbsentGold | None:
        """For how many claims its pages lack gold sentences."""
        return self.evidence.absent_gold(examples)

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a claim; where no evidence is found, there is not enough."""
        read = [self.evidence(claim_of(query)) for query in queries]
        rows = [self._row(query.text, passages) for query, passages in zip(queries, read, strict=True) if passages]
        padding = self.tokenizer.pad_token_id or 0
        # The last layer sees one vector a row: a processor sums them in another order when there are more of them.
        at_once = self.batch if self.device.type == "cuda" else 1
        found = iter(scores(self.model, padding, self.device, rows, lambda output: output.logits, at_once))
        return [self._prediction(next(found), passages) if passages else NOTHING_FOUND for passages in read]

    def _row(self, claim: str, passages: Sequence[Passage]) -> Row:
        longest = self._longest()
        most = min(LONGEST_CLAIM, longest // 2)
        offsets = self.tokenizer(
            claim, add_special_tokens=False, truncation=True, max_length=most, return_offsets_mapping=True
        )["offset_mapping"]
        premise = " ".join(written(passage) for passage in passages)
        asked = claim[: offsets[-1][1]] if offsets else ""
        encoded = self.tokenizer(premise, asked, truncation="only_first", max_length=longest)
        return {name: encoded[name] for name in self.tokenizer.model_input_names if name in encoded}

    def _longest(self) -> int:
        positions: int = getattr(self.model.config, "max_position_embeddings", LONGEST_PAIR)
        return min(LONGEST_PAIR, int(self.tokenizer.model_max_length), positions) // PAD_TO * PAD_TO

    def _prediction(self, logits: NDArray[np.float32], passages: Sequence[Passage]) -> Prediction:
        weights = np.exp(logits.astype(np.float64) - logits.max())
        shares = dict(zip(self.order, (weights / weights.sum()).tolist(), strict=True))
        ranked = sorted(LABELS, key=lambda label: -shares[label])
        return Prediction(tuple(Guess(label, shares[label]) for label in ranked), 1.0, ids_of(passages))


NOTHING_FOUND = Prediction((Guess("NOT ENOUGH INFO", 1.0),), 1.0)


def _order(place: str, names: Sequence[str], outputs: int) -> tuple[Label, ...]:
    labels = [label_worded(name) for name in names]
    found = tuple(label for label in labels if label is not None)
    if len(names) == outputs and len(labels) == len(found) and sorted(found) == sorted(LABELS):
        return found
    raise BadOption(
        f"The outputs of {place!r} are called {', '.join(names)}, not entailment, contradiction and neutral in some "
        f"order: if it was trained for them, say their order, such as hf:{place}#labels={ORDER}."
    )
