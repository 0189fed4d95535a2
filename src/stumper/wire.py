"""How the queries of a task are told apart, kept, sent and asked, and how what is answered is read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stumper.types import IndexChange, Passage, Prediction, Query


@dataclass(frozen=True, slots=True)
class Token:
    """A token of a reply with its log probability; ``others`` has those of the tokens that might have stood there."""

    text: str
    logprob: float
    others: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Reply:
    """One reply of a language model; ``tokens`` are empty where the service tells no probabilities."""

    text: str
    tokens: tuple[Token, ...] = ()
    was_cut: bool = False  # at the most tokens that it may have


def no_passages(query: Query) -> tuple[Passage, ...]:
    """None: a query without any."""
    return ()


def unchanged(query: Query, *_: object) -> Query:
    """The query as it is."""
    return query


def nothing(*_: object) -> None:
    """None, whatever is asked."""
    return


def as_said(query: Query, answer: str) -> str:
    """The answer as it is."""
    return answer


def first(query: Query) -> int:
    """The first template, for any query."""
    return 0


@dataclass(frozen=True, slots=True)
class Wire:
    """What a task does with its queries; functions of a query, but for those of what is made into one.

    Ids and the store: ``tag`` names the type of query; ``parts`` are the JSON values that its id is the hash of, all
    that a victim sees; ``document`` is the whole query as JSON values, of which ``read_document`` makes it again;
    ``passages`` are texts whose ids no victim sees, ``with_passages`` gives the query with others.

    What is asked: ``to_json`` and ``from_json`` are of the protocol of ``http:`` (beside the task's name),
    ``arguments`` those of a function in Python, ``parameters`` the names that its first and its second parameter may
    have, by which the task is told (none: any). Of the ``templates`` of prompts ``template`` says which is meant;
    ``confident`` is one that asks how sure an answer is, "" where there is none. ``texts`` replace the ``placeholders``
    in them, the first of which marks a template as the task's. ``fields`` are the texts by name that an attack may
    change and whose words saliency weighs; ``with_field`` gives the query with another text there. ``retrieves``: a
    system may look for passages where the query has none. ``change`` is what a query asks of a system's own index, None
    where it needs no such index; ``unmodified`` is the query with that index as it is. ``regiven`` is a variant of a
    query, which is given behind it, for that query with other passages, which is given last.

    What is answered: ``choices`` are all answers that are taken, None where any text may be one; ``labels`` are those
    that the query's data set has, None where it has none, ``known_labels`` those that there are in published sets, of
    which attacks know what they mean; ``named`` writes an answer as the query's data set does, or the task;
    ``paragraph`` is the text in which answers have places, ``place`` where one first stands there; ``reply`` reads
    what a language model wrote, None where it means nothing, no ``meant``. ``ranks``: a function may give several
    answers, best first. ``misnamed`` says what is wrong with the passages that a prediction names, as the rest of a
    sentence.
    """

    tag: str
    parts: Callable[[Any], list[object]]
    document: Callable[[Any], list[object]]
    read_document: Callable[..., Query]
    to_json: Callable[[Any], dict[str, object]]
    from_json: Callable[[Mapping[str, Any]], Query]
    arguments: Callable[[Any], tuple[str, str]]
    templates: Sequence[str]
    placeholders: Sequence[str]
    texts: Callable[[Any], Mapping[str, str]]
    fields: Callable[[Any], Mapping[str, str]]
    with_field: Callable[[Any, str, str], Query]
    reply: Callable[[Any, Reply], Prediction | None]
    template: Callable[[Any], int] = first
    meant: str = "answer"
    passages: Callable[[Any], tuple[Passage, ...]] = no_passages
    with_passages: Callable[[Any, tuple[Passage, ...]], Query] = unchanged
    regiven: Callable[[Any, Any, Any], Query] = unchanged
    retrieves: bool = False
    change: Callable[[Any], IndexChange | None] = nothing
    unmodified: Callable[[Any], Query] = unchanged
    choices: Callable[[Any], Sequence[str] | None] = nothing
    labels: Callable[[Any], Sequence[str] | None] = nothing
    known_labels: Sequence[str] = ()
    named: Callable[[Any, str], str] = as_said
    paragraph: Callable[[Any], str | None] = nothing
    place: Callable[[Any, str], int | None] = nothing
    ranks: bool = False
    parameters: tuple[Sequence[str], Sequence[str]] = ((), ())
    confident: str = ""
    misnamed: Callable[[Any, Prediction], str | None] = nothing

    @property
    def has_index(self) -> bool:
        """Whether systems may have an index of their own, so that a query without passages leaves it to them."""
        return self.change is not nothing
