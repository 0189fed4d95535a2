"""Open questions in ids, stores, requests and prompts, and the answers to them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import exp
from typing import Any

from stumper.replying import replied
from stumper.tasks.rag.open_question import OpenQuestion, regiven
from stumper.tasks.rag.retrieved import is_id
from stumper.types import Guess, IndexChange, Passage, Prediction, Query
from stumper.wire import Reply, Wire

NO_ANSWER = "no answer"  # what a language model says that leaves a question open
PROMPT = """\
Answer the question from the passages, in as few words as answer it. If they do not answer it, reply: no answer. Reply \
with these words only.

{passages}

Question: {question}
Answer:"""


def _document(query: OpenQuestion) -> list[object]:
    given = [] if query.passages is None else [_lists(query.passages)]  # at most one list; nothing but texts within
    return ["open question", query.text, given, _lists(query.added), list(query.removed)]


def _lists(passages: Sequence[Passage]) -> list[list[str]]:
    return [[passage.id, passage.title, passage.text] for passage in passages]


def _read_document(
    text: str, given: Sequence[Sequence[Sequence[str]]], added: Sequence[Sequence[str]], removed: Sequence[str]
) -> OpenQuestion:
    passages = _passages(given[0]) if given else None
    return OpenQuestion(text, passages, _passages(added), tuple(removed))


def _passages(lists: Sequence[Sequence[str]]) -> tuple[Passage, ...]:
    return tuple(Passage(id, text, title) for id, title, text in lists)


def to_items(passages: Sequence[Passage]) -> list[dict[str, str]]:
    """Passages as objects of JSON."""
    return [{"id": passage.id, "title": passage.title, "text": passage.text} for passage in passages]


def from_items(items: Sequence[Mapping[str, Any]]) -> tuple[Passage, ...]:
    """The passages that such objects are; a title may be left out."""
    return tuple(Passage(item["id"], item["text"], item.get("title", "")) for item in items)


def _to_json(query: OpenQuestion) -> dict[str, object]:
    return {
        "question": query.text,
        **({} if query.passages is None else {"passages": to_items(query.passages)}),
        **({"add": to_items(query.added)} if query.added else {}),
        **({"remove": list(query.removed)} if query.removed else {}),
    }


def _from_json(item: Mapping[str, Any]) -> OpenQuestion:
    passages = from_items(item["passages"]) if item.get("passages") is not None else None
    return OpenQuestion(item["question"], passages, from_items(item.get("add", ())), tuple(item.get("remove", ())))


def _joined(query: OpenQuestion) -> str:
    return "\n\n".join(f"{one.title}\n{one.text}" if one.title else one.text for one in query.passages or ())


def _with_field(query: OpenQuestion, field: str, text: str) -> OpenQuestion:
    assert field == "question", "of an open question the question itself may be said otherwise"
    return replace(query, text=text)


def _with_passages(query: OpenQuestion, passages: tuple[Passage, ...]) -> Query:
    return replace(query, passages=None if query.passages is None else passages)


def _change(query: OpenQuestion) -> IndexChange | None:
    return None if query.passages is not None else IndexChange(query.added, query.removed)


def _unmodified(query: OpenQuestion) -> Query:
    return replace(query, added=(), removed=())


def _misnamed(query: OpenQuestion, prediction: Prediction) -> str | None:
    """An id that is retrieved twice, a passage that is cited and was neither retrieved nor given, or one that the index
    was to be without. Two passages may have one text. Where nothing was retrieved, or that is not said, anything may be
    cited."""
    retrieved = prediction.retrieved or ()
    if twice := [one for place, one in enumerate(retrieved) if is_id(one) and one in retrieved[:place]]:
        return f"names the retrieved passage {twice[0]!r} twice"
    if there := [one for one in query.removed if one in retrieved]:
        return f"retrieved {there[0]!r}, which its index was to be without"
    known = {*retrieved, *(part for one in query.passages or () for part in (one.id, one.text))}
    if known and (invented := [one for one in prediction.evidence if one not in known]):
        got = "given" if query.passages is not None else "among what it retrieved"
        return f"cites {invented[0][:80]!r}, which was not {got}"
    return None


def _reply(query: OpenQuestion, reply: Reply) -> Prediction | None:
    """One answer with the probability of the whole reply, "" where it says that there is none; None where it is empty
    or refuses. The words that the prompt asks for where there is none mean that in whatever passage they stand."""
    probability = min(1.0, exp(sum(token.logprob for token in reply.tokens))) if reply.tokens else None
    found = replied(reply.text, query.text, _joined(query))
    if found is None:
        return None
    answer = "" if found.text.casefold() == NO_ANSWER else found.text
    return Prediction((Guess(answer, probability),), probability)


WIRE = Wire(
    tag="open question",
    parts=_document,
    document=_document,
    read_document=_read_document,
    to_json=_to_json,
    from_json=_from_json,
    arguments=lambda query: (query.text, _joined(query)),
    templates=(PROMPT,),
    placeholders=("question", "passages"),
    texts=lambda query: {"question": query.text, "passages": _joined(query)},
    fields=lambda query: {"question": query.text},
    with_field=_with_field,
    reply=_reply,
    change=_change,
    unmodified=_unmodified,
    misnamed=_misnamed,
    passages=lambda query: query.passages or (),
    with_passages=_with_passages,
    regiven=regiven,
    parameters=(("question", "query", "q"), ("passages", "contexts", "documents")),
)
