"""Systems made of somebody else's retrieval: LangChain's and LlamaIndex's, with an answer function or the embedded
reader behind them.

What is made is handed over as ``victim=``, or named as ``python:module:name``. Passages are added to its index for a
question and taken out again, where that index lets us.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

from stumper.errors import BadOption
from stumper.protocols import Victim
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.types import Passage, Prediction

Item = dict[str, Any]  # a passage with ``id``, ``title``, ``text``, and what else its index keeps of it
Answer = Callable[..., Any]  # of a question and passages, as ``victim=`` takes it


def passages(corpus: str) -> list[Passage]:
    """The passages of a corpus such as ``rag:CORPUS`` searches, under the ids that questions name them by."""
    from stumper.retrieval.corpus import open_corpus

    return list(open_corpus(corpus))


def reader(question: str, passages: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What the embedded reader answers from these passages, "" where they do not say it, how sure it is, and the id of
    the passage that it read it in: for a system of one's own that only retrieves."""
    [found] = _embedded().predict([OpenQuestion(question, tuple(_passage({"title": "", **one}) for one in passages))])
    best = found.guesses[0]
    return {"answer": best.answer, "probability": best.probability, "cited": list(found.evidence)}


@cache
def _embedded() -> Victim:
    from stumper.victims.rag import load

    return load("", ())


@dataclass(frozen=True)
class Retrieving:
    """Answers from what ``search`` finds for a question, by ``reads``, a function of question and passages; None: by
    the embedded reader. What can be done to the index are its other parts, None where it cannot."""

    search: Callable[[str], Sequence[Item]]
    reads: Answer | None = None
    add: Callable[[list[Item]], object] | None = None
    remove: Callable[[Sequence[str]], object] | None = None
    get: Callable[[Sequence[str]], Sequence[Item]] | None = None

    def answer(self, questions: list[str], passages: list[list[Item]] | None = None) -> list[Prediction]:
        """One prediction a question, with the ids of what was retrieved, or of the ``passages`` that it is given."""
        items = [self.search(question) for question in questions] if passages is None else passages
        found = [tuple(map(_passage, some)) for some in items]
        given = [OpenQuestion(question, passages) for question, passages in zip(questions, found, strict=True)]
        answers = self._reader.predict(given)
        ids = [tuple(passage.id for passage in passages) for passages in found]
        return [replace(one, retrieved=retrieved) for one, retrieved in zip(answers, ids, strict=True)]

    @cached_property
    def _reader(self) -> Victim:
        if self.reads is None:
            return _embedded()
        from stumper.victims.python_callable import PythonVictim, victim_of

        found = victim_of(self.reads, "answer")
        if isinstance(found, PythonVictim) and not found.reads_passages:
            raise BadOption("The function that is to answer takes no passages: let it take (question, passages).")
        return found


def from_langchain(store: Any, answer: Answer | None = None, k: int = 5, retriever: Any = None) -> Retrieving:
    """A system over a vector store of LangChain: the ``k`` passages nearest to a question, or what a ``retriever`` over
    that store finds, read by ``answer(question, passages)`` or the embedded reader.

    Passages are added and taken out by the store's ``add_documents``, ``delete`` and ``get_by_ids``. A retriever may
    stand alone in the store's place: then its index stays as it is.
    """
    if not hasattr(store, "similarity_search"):
        if not hasattr(store, "invoke"):
            raise _none_of(store, "vector store or retriever of LangChain")
        return Retrieving(lambda question: [_of_document(one) for one in store.invoke(question)], answer)
    finds = (lambda question: store.similarity_search(question, k=k)) if retriever is None else retriever.invoke

    def add(passages: list[Item]) -> None:
        from langchain_core.documents import Document

        made = [Document(one["text"], id=one["id"], metadata=_metadata(one)) for one in passages]
        store.add_documents(made, ids=[one["id"] for one in passages])

    return Retrieving(
        lambda question: [_of_document(one) for one in finds(question)],
        answer,
        add,
        lambda ids: store.delete(list(ids)),
        (lambda ids: [_of_document(one) for one in store.get_by_ids(list(ids))]) if _gives_by_ids(store) else None,
    )


def from_llamaindex(index: Any, answer: Answer | None = None, k: int = 5, **how: Any) -> Retrieving:
    """A system over a vector index of LlamaIndex: the ``k`` nodes nearest to a question, read by
    ``answer(question, passages)`` or the embedded reader. ``how`` else they are found is what ``as_retriever`` takes.

    Nodes are added and taken out by the index's ``insert_nodes`` and ``delete_nodes``, and looked up in its docstore,
    or in a vector store that keeps their texts. A retriever may stand alone in the index's place: then that stays as it
    is.
    """
    if not hasattr(index, "insert_nodes"):
        if not hasattr(index, "retrieve"):
            raise _none_of(index, "vector index or retriever of LlamaIndex")
        return Retrieving(lambda question: [_of_node(one.node) for one in index.retrieve(question)], answer)

    def search(question: str) -> list[Item]:
        # A retriever knows the nodes that there are when it is made: one that was made before finds nothing new.
        found = index.as_retriever(similarity_top_k=k, **how).retrieve(question)
        return [_of_node(one.node) for one in found]

    def add(passages: list[Item]) -> None:
        from llama_index.core.schema import TextNode
        from llama_index.core.storage.docstore.utils import json_to_doc

        index.insert_nodes(
            [
                json_to_doc(one["node"]) if "node" in one else
                TextNode(id_=one["id"], text=one["text"], metadata=_metadata(one))
                for one in passages
            ]
        )  # fmt: skip

    def get(ids: Sequence[str]) -> list[Item]:
        from llama_index.core.storage.docstore.utils import doc_to_json

        store = index.vector_store
        kept = store.get_nodes(list(ids)) if store.stores_text else index.docstore.get_nodes(list(ids), False)
        return [{**_of_node(node), "node": doc_to_json(node)} for node in kept]

    return Retrieving(search, answer, add, lambda ids: index.delete_nodes(list(ids), delete_from_docstore=True), get)


def _passage(item: Item) -> Passage:
    return Passage(item["id"], item["text"], item["title"])


def _of_document(document: Any) -> Item:
    """A document of LangChain; its text stands for its id where it has none."""
    kept = dict(document.metadata)
    return {"id": document.id or document.page_content, "title": _title(kept), "text": document.page_content,
            "metadata": kept}  # fmt: skip


def _of_node(node: Any) -> Item:
    """A node of LlamaIndex."""
    return {"id": node.node_id, "title": _title(node.metadata), "text": node.text}


def _title(metadata: Mapping[str, Any]) -> str:
    return str(metadata.get("title") or "")


def _metadata(item: Item) -> dict[str, Any]:
    """What an index kept of a passage, and is to keep again; of one that is new its title."""
    return item["metadata"] if "metadata" in item else {"title": item["title"]} if item.get("title") else {}


def _gives_by_ids(store: Any) -> bool:
    """Whether a vector store has a ``get_by_ids`` of its own, and not the one that only refuses."""
    from langchain_core.vectorstores import VectorStore

    return type(store).get_by_ids is not VectorStore.get_by_ids


def _none_of(given: object, wanted: str) -> BadOption:
    return BadOption(f"{type(given).__name__} is no {wanted}: hand over one of these.")
