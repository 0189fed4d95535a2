"""What stands in stores and goes over wires stays byte for byte: recorded by version 0.1, before tasks had folders."""

import json
from pathlib import Path

import pytest

from stumper.identity import content_id, perturbation_id, prediction_key, query_id
from stumper.judging.items import judgeable, judged_ids
from stumper.registry import tasks
from stumper.saliency import cuts
from stumper.store.codec import encode
from stumper.store.documents import example_document, example_of, passage_ids, perturbation_document
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.types import Answer, Edit, Example, Gold, Guess, Passage, Perturbation, Prediction, Query
from stumper.victims.exchange import read_queries, to_json
from stumper.victims.prompts import FIRST, Prompts

FOX = Passage("p1", "The quick fox jumps. It naps.", "Fox")
DOG = Passage("Dog:3", "The dog is lazy – être.", "Dog")
QUERIES: dict[str, Query] = {
    "question": Question("Who naps?", FOX),
    "question without a title": Question("Who naps?", Passage("", "The quick fox jumps. It naps.")),
    "question beyond ASCII": Question("Qui dort, à 5 °C?", Passage("p2", "Le renard — 狐 — dort. 😀", "Renard")),
    "claim": Claim("The dog is lazy."),
    "claim with evidence": Claim("The dog is lazy.", (DOG, FOX)),
    "tossup": Tossup("This animal naps. For 10 points, name this quick animal."),
    "empty tossup": Tossup(""),
}
GOLDS: dict[str, Gold] = {
    "question": Gold((Answer("fox", 10), Answer("The quick fox", 0))),
    "claim": Gold((Answer("SUPPORTS"),), evidence_sets=(frozenset({"Dog:3", "Dog:1"}), frozenset({"Fox:0"}))),
    "tossup": Gold((Answer("fox"), Answer("vulpes")), prompts=("canine",), rejects=("dog",)),
}
PREDICTIONS: dict[str, tuple[Prediction, ...]] = {
    "question": (
        Prediction((Guess("fox", 0.75, 10), Guess("", 0.125)), 0.875),
        Prediction((Guess("a red one", 0.1),), 0.1),
        Prediction((), None),
    ),
    "claim": (Prediction((Guess("SUPPORTS", 0.6), Guess("REFUTES", 0.3)), 0.9, ("Dog:3",)),),
    "tossup": (Prediction((Guess("fox", None), Guess("dog", None)), None),),
}


def _recorded() -> dict[str, object]:
    return {
        name: _of(name.split()[-1] if name == "empty tossup" else name.split()[0], query)
        for name, query in QUERIES.items()
    }


def _of(kind: str, query: Query) -> dict[str, object]:
    gold = GOLDS[kind]
    example = Example("e1", query, gold)
    perturbation = Perturbation("e1", query, gold, (Edit("claim", 0, 1, "t", "case", "rule-1", True),))
    return {
        "query_id": query_id(query),
        "prediction_key": prediction_key("a fingerprint", query),
        "perturbation_id": perturbation_id(perturbation),
        "judged_ids": list(judged_ids(perturbation)),
        "example_document": example_document(example),
        "perturbation_document": perturbation_document(perturbation),
        "passage_ids": passage_ids(query),
        "predictions": [encode(prediction, query).hex() for prediction in PREDICTIONS[kind]],
        "http": to_json([query]),
        "chat": Prompts().messages(query),
        "cuts": [[cut.field, cut.start, cut.end, query_id(cut.query)] for cut in cuts(query)],
        "asked": judgeable(example, perturbation).asked,
    }


GOLDEN = Path(__file__).with_name("wire.json")


@pytest.mark.parametrize("name", QUERIES)
def test_ids_documents_and_wires_stay_byte_for_byte(name: str) -> None:
    recorded = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert json.loads(json.dumps(_recorded()[name])) == recorded[name]


def test_what_a_language_model_is_asked_keeps_its_order() -> None:
    first = [text.split("\n")[0] for text in Prompts().texts]
    assert [text.split()[0] if text else "" for text in first] == ["Answer", "Does", "Is", "Which", "Which", "This", ""]


def test_a_later_task_s_template_is_what_models_were_asked_with() -> None:
    """They are not known by it: who changes it makes another VERSION of victims/openai.py, as_it_is.py and
    huggingface_generator.py, so that nothing that was answered to the old one is taken for an answer to the new."""
    later = {task.name: content_id(list(task.wire.templates)) for task in tasks() if task.name not in FIRST}
    assert later == {"bonus": "873388ed791e2fec785bb2d4bf067592", "rag": "4ce48ac5548021431d061e0e0672596a"}


@pytest.mark.parametrize("name", QUERIES)
def test_queries_come_back_from_documents_and_requests(name: str) -> None:
    query = QUERIES[name]
    kind = name.split()[-1] if name == "empty tossup" else name.split()[0]
    assert example_of("e1", example_document(Example("e1", query, GOLDS[kind]))).query == query
    assert [query_id(found) for found in read_queries(to_json([query]))] == [query_id(query)]
