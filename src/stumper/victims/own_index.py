"""What a system can do with an index of its own, as it says itself, and whether what it is asked fits."""

from collections.abc import Iterable, Sequence

from stumper.errors import BadOption
from stumper.protocols import Victim
from stumper.registry import task_of
from stumper.types import Example, IndexChange, OwnIndex, Prediction, Query

GIVEN = OwnIndex(
    "has no index of its own, and gets passages from the data alone. Attack data that gives them, or name a system "
    "that finds its own, such as rag:FOLDER"
)


class Misnamed(Exception):
    """What a system names as retrieved or cited cannot be."""


def own_index_of(victim: Victim) -> OwnIndex:
    """What a victim says of its own index; of one that says nothing, that all can be done."""
    found = getattr(victim, "own_index", None)
    return found if isinstance(found, OwnIndex) else OwnIndex()


def may_have_changed(victim: Victim, query: Query) -> bool:
    """Whether a query was answered from an index of the victim's own as it stood, which others may change meanwhile."""
    is_its_own = isinstance(getattr(victim, "own_index", None), OwnIndex)
    return is_its_own and task_of(query).wire.change(query) == IndexChange()


def leaves_index(query: Query) -> bool:
    """Whether a query asks for no change of an index."""
    return task_of(query).wire.change(query) in (None, IndexChange())


def check_askable(victim: Victim, name: str, queries: Iterable[Query]) -> None:
    """Nothing; BadOption where a victim says that its index cannot give what one of the queries asks of it."""
    index = own_index_of(victim)
    if index == OwnIndex():
        return
    for query in queries:
        if refusal := _refusal(index, query):
            raise BadOption(f"{name!r} {refusal}.")


def check_examples(victim: Victim, name: str, dataset: str, examples: Sequence[Example]) -> None:
    """Nothing; BadOption, naming the first example of a data set that a victim cannot be asked for want of an index, or
    as it has one and takes no passages."""
    index = own_index_of(victim)
    for example in examples if index != OwnIndex() else ():
        if refusal := _refusal(index, example.query):
            change = task_of(example.query).wire.change(example.query)
            does = (
                "gives passages"
                if change is None
                else "gives no passages"
                if change == IndexChange()
                else "changes an index"
            )
            raise BadOption(f"{example.id!r} of {dataset} {does}, and {name!r} {refusal}.")


def _refusal(index: OwnIndex, query: Query) -> str:
    """Why a query cannot be answered with this index; "" where it can, and of a task whose systems have none."""
    wire = task_of(query).wire
    return index.refusal(wire.change(query)) if wire.has_index else ""


def named(query: Query, prediction: Prediction) -> Prediction:
    """The prediction; Misnamed where it names passages that cannot be what it says of them."""
    if (fault := task_of(query).wire.misnamed(query, prediction)) is not None:
        raise Misnamed(f"it {fault}")
    return prediction
