"""Questions in ids, stores, requests and prompts, and the answers to them."""

from collections.abc import Mapping
from dataclasses import replace
from math import exp
from typing import Any

from stumper.replying import replied
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.quoting import place, quoted
from stumper.types import Guess, Passage, Prediction
from stumper.wire import Reply, Wire

PROMPT = """\
Answer the question with words of the paragraph: the fewest that answer it, copied exactly. Reply with these words only.

Paragraph: {paragraph}

Question: {question}
Answer:"""


def _parts(question: Question) -> list[object]:
    return ["question", question.text, [question.context.title, question.context.text]]


def _document(question: Question) -> list[object]:
    context = question.context
    return ["question", question.text, [context.id, context.text, context.title]]


def _read_document(text: str, context: list[str]) -> Question:
    return Question(text, Passage(*context))


def _to_json(question: Question) -> dict[str, object]:
    return {"question": question.text, "context": question.context.text, "title": question.context.title}


def _from_json(item: Mapping[str, Any]) -> Question:
    return Question(item["question"], Passage("", item["context"], item.get("title", "")))


def _texts(question: Question) -> dict[str, str]:
    return {"question": question.text, "paragraph": question.context.text, "title": question.context.title}


def _with_field(question: Question, field: str, text: str) -> Question:
    if field == "question":
        return replace(question, text=text)
    return replace(question, context=replace(question.context, text=text))


def _reply(question: Question, reply: Reply) -> Prediction | None:
    """One answer with the probability of the whole reply, in its place; None where it gives none."""
    probability = min(1.0, exp(sum(token.logprob for token in reply.tokens))) if reply.tokens else None
    found = replied(reply.text, question.text, question.context.text)
    if found is None:
        return None
    if not found.is_sentence:
        return Prediction((quoted(question, found.text, probability),), probability)
    return Prediction((Guess(found.text, probability, place(question, found.text)),), probability)


WIRE = Wire(
    tag="question",
    parts=_parts,
    document=_document,
    read_document=_read_document,
    to_json=_to_json,
    from_json=_from_json,
    arguments=lambda question: (question.text, question.context.text),
    templates=(PROMPT,),
    placeholders=("question", "paragraph", "title"),
    texts=_texts,
    fields=lambda question: {"question": question.text, "context": question.context.text},
    with_field=_with_field,
    reply=_reply,
    passages=lambda question: (question.context,),
    with_passages=lambda question, passages: replace(question, context=passages[0]),
    paragraph=lambda question: question.context.text,
    place=place,
    parameters=(("question", "query", "q"), ("context", "paragraph", "passage", "document")),
)
