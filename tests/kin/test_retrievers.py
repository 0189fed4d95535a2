"""Systems over LangChain's and LlamaIndex's retrieval, with the real packages and a small deterministic embedding."""

import re
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import stumper
from stumper import rag
from stumper.errors import BadOption
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.types import Passage
from stumper.victims.python_callable import PythonVictim, victim_of
from toy_rag import EXAMPLES, HARBOUR, LIGHT, WHO, WITHOUT

KIN = "it is tried against the real package in make test-kin"
Made = Callable[..., Any]
RIVAL = Passage("rival", "Carl Dorn keeps the lighthouse of Lowmere, who keeps the lighthouse.", "Lowmere")
MISLED = OpenQuestion(WHO.text, added=(RIVAL,))  # nearer to the question than the gold passage, by cosine


@pytest.fixture(autouse=True)
def _places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUMPER_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("STUMPER_STORE", f"sqlite:///{tmp_path}/stumper.db")


def embedded(text: str) -> list[float]:
    """How often the words of a text are there, by 256 of their checksums."""
    found = [0.0] * 256
    for word in re.findall(r"\w+", text.lower()):
        found[zlib.crc32(word.encode()) % 256] += 1
    return found


def langchain_store() -> Any:
    core = pytest.importorskip("langchain_core", reason=KIN)
    assert core
    from langchain_core.documents import Document
    from langchain_core.embeddings import Embeddings
    from langchain_core.vectorstores import InMemoryVectorStore

    class Words(Embeddings):
        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            return [embedded(text) for text in texts]

        def embed_query(self, text: str) -> list[float]:
            return embedded(text)

    store = InMemoryVectorStore(Words())
    store.add_documents(
        [Document(one.text, id=one.id, metadata={"title": one.title, "tags": ["sea"]}) for one in (LIGHT, HARBOUR)]
    )
    return store


def llama_index() -> Any:
    core = pytest.importorskip("llama_index.core", reason=KIN)
    from llama_index.core.embeddings import BaseEmbedding
    from llama_index.core.schema import TextNode

    class Words(BaseEmbedding):
        def _get_query_embedding(self, query: str) -> list[float]:
            return embedded(query)

        async def _aget_query_embedding(self, query: str) -> list[float]:
            return embedded(query)

        def _get_text_embedding(self, text: str) -> list[float]:
            return embedded(text)

    nodes = [TextNode(id_=one.id, text=one.text, metadata={"title": one.title}) for one in (LIGHT, HARBOUR)]
    return core.VectorStoreIndex(nodes=nodes, embed_model=Words())


def ids_in_langchain(store: Any) -> list[str]:
    return sorted(store.store)


def ids_in_llama(index: Any) -> list[str]:
    return sorted(index.docstore.docs)


KINDS = {
    "langchain": (langchain_store, rag.from_langchain, ids_in_langchain),
    "llamaindex": (llama_index, rag.from_llamaindex, ids_in_llama),
}


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> tuple[Any, Made, Callable[[Any], list[str]]]:
    make, wrap, ids = KINDS[request.param]
    return make(), wrap, ids


def of(system: rag.Retrieving) -> PythonVictim:
    found = victim_of(system, "kin")
    assert isinstance(found, PythonVictim)
    return found


def first_words(question: str, passages: list[str]) -> str:
    return " ".join(passages[0].split()[:2])


def test_what_is_added_and_taken_out_is_so_for_its_question_alone(kind: Any) -> None:
    store, wrap, ids = kind
    victim = of(wrap(store, first_words, k=2))
    misled, plain, without = victim.predict([MISLED, WHO, WITHOUT])
    assert [one.guesses[0].answer for one in (misled, plain, without)] == ["Carl Dorn", "Anna Berg", "The harbour"]
    assert (misled.retrieved, plain.retrieved, without.retrieved) == (
        ("rival", "light"), ("light", "harbour"), ("harbour",)
    )  # fmt: skip
    assert ids(store) == ["harbour", "light"]


def test_what_is_put_back_is_as_it_was(kind: Any) -> None:
    store, wrap, _ = kind
    system = wrap(store, first_words, k=2)
    before = system.get(["light"])
    of(system).predict([WITHOUT])
    assert system.get(["light"]) == before


def test_the_embedded_reader_answers_where_no_function_does(kind: Any) -> None:
    store, wrap, _ = kind
    misled, plain = of(wrap(store, k=1)).predict([MISLED, WHO])
    assert [one.guesses[0].answer for one in (misled, plain)] == ["Carl Dorn", "Anna Berg"]


def test_an_attack_leaves_the_index_as_it_found_it(kind: Any) -> None:
    store, wrap, ids = kind
    results = stumper.attack(
        list(EXAMPLES), victim=wrap(store, first_words), adversaries="passage-withhold", name="kin"
    )
    assert len(results.examples()) == 2
    assert ids(store) == ["harbour", "light"]


def test_a_retriever_alone_is_asked_and_nothing_is_added_to_what_is_behind_it(kind: Any) -> None:
    store, wrap, _ = kind
    retriever = store.as_retriever()
    victim = of(wrap(retriever, first_words))
    assert victim.predict([WHO])[0].guesses[0].answer == "Anna Berg"
    assert victim.own_index is not None
    assert "has no method add(passages)" in victim.own_index.added


def test_a_retriever_over_a_store_finds_what_is_added_to_that_store() -> None:
    store = langchain_store()
    victim = of(rag.from_langchain(store, first_words, retriever=store.as_retriever(search_kwargs={"k": 1})))
    [found] = victim.predict([MISLED])
    assert (found.guesses[0].answer, found.retrieved) == ("Carl Dorn", ("rival",))
    assert ids_in_langchain(store) == ["harbour", "light"]


def test_a_store_that_gives_nothing_by_ids_has_nothing_taken_out() -> None:
    store = langchain_store()
    from langchain_core.vectorstores import VectorStore

    class Blind(type(store)):  # type: ignore[misc]
        get_by_ids = VectorStore.get_by_ids

    store.__class__ = Blind
    victim = of(rag.from_langchain(store, first_words))
    assert victim.predict([MISLED])[0].guesses[0].answer == "Carl Dorn"
    assert victim.own_index is not None
    assert "has no method get(ids)" in victim.own_index.removed


class Documents:
    """Looks like a store, and is none of these packages'."""

    def invoke(self, question: str) -> Sequence[Any]:
        from types import SimpleNamespace

        return [SimpleNamespace(id="light", page_content=LIGHT.text, metadata={})]


def test_the_function_that_answers_may_take_passages_as_objects() -> None:
    def answer(question: str, passages: list[Passage]) -> tuple[str, float]:
        return passages[0].id, 0.5

    [found] = of(rag.from_langchain(Documents(), answer)).predict([WHO])
    assert (found.guesses[0].answer, found.guesses[0].probability, found.retrieved) == ("light", 0.5, ("light",))


def test_a_function_without_passages_and_what_is_no_store_are_refused() -> None:
    with pytest.raises(BadOption, match=r"takes no passages: let it take \(question, passages\)"):
        of(rag.from_langchain(Documents(), lambda question: "x")).predict([WHO])
    with pytest.raises(BadOption, match="Passage is no vector store or retriever of LangChain"):
        rag.from_langchain(RIVAL)
    with pytest.raises(BadOption, match="Passage is no vector index or retriever of LlamaIndex"):
        rag.from_llamaindex(RIVAL)
