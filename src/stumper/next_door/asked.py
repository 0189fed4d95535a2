"""What a language model is asked for each example of a set, and how its reply scores."""

from collections.abc import Mapping
from dataclasses import dataclass

from stumper.datasets.originals import variants_by_original
from stumper.identity import query_id
from stumper.protocols import Dataset
from stumper.registry import task_of
from stumper.scoring import Measure
from stumper.sections.wording import NONE_RIGHT
from stumper.types import Example
from stumper.victims.prompts import Prompts, read_reply
from stumper.wire import Reply

ORIGINAL, VARIANT = "original", "variant"
NOTHING = f"({NONE_RIGHT})"  # what is right where there is no answer


@dataclass(frozen=True, slots=True)
class Asked:
    """An example of a set as a language model is asked it, by the ``prompt`` that ``openai:`` victims get.

    ``query`` is the hash of what is asked, by which a reply is known to be to this query; ``original_id`` is the
    example's own id where it ``is_variant`` of none.
    """

    example: Example
    prompt: str
    query: str
    original_id: str

    @property
    def is_variant(self) -> bool:
        """Whether it was made of another example."""
        return self.original_id != self.example.id

    @property
    def answers(self) -> list[str]:
        """The texts that are right, each once."""
        return list(dict.fromkeys(answer.text for answer in self.example.gold.answers)) or [NOTHING]

    def scores(self, text: str) -> dict[str, float]:
        """How right a reply is, by each measure of the task."""
        query, gold = self.example.query, self.example.gold
        prediction = read_reply(query, Reply(text))
        return {name: one.score(gold, prediction) for name, one in measures(self.example).items()}


def asked(data: Dataset) -> list[Asked]:
    """All that is asked of a set, in its order."""
    of = {one.id: id for id, variants in variants_by_original(data).items() for one in variants}
    prompts = Prompts()
    return [
        Asked(one, prompts.messages(one.query)[-1]["content"], query_id(one.query), of.get(one.id, one.id))
        for one in data
    ]


def measures(example: Example) -> Mapping[str, Measure]:
    """The measures that a reply alone decides, by name."""
    return task_of(example.query).scoring.measures
