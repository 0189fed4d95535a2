"""Open questions with their gold passages given: what a system reads that finds all that there is to find."""

from dataclasses import replace

from stumper.errors import BadData
from stumper.identity import content_id
from stumper.nearest import nearest
from stumper.protocols import Collection
from stumper.tasks.rag.files import OpenQuestions
from stumper.tasks.rag.open_question import OpenQuestion, gold_passages, regiven
from stumper.types import Example, Instance, Passage


def given(dataset: Collection) -> OpenQuestions:
    """Each question with its gold passages and no others; one without an answer with what it is about, or else the
    gold passage of another question that is the nearest. BadData where nobody has a passage's words."""
    assert isinstance(dataset, OpenQuestions), "open questions"
    for example in dataset:
        if example.gold.answers and not gold_passages(example.gold):
            raise BadData(f"the question {example.id!r} has no passages to give. Write them with their words as "
                          "'gold_passages', or leave out oracle:.")  # fmt: skip
    variants = {one.id for one in dataset.instances}
    originals = {one.id: one for one in dataset if one.id not in variants}
    read = _passages(tuple(originals.values()))
    found = {id: _given(one, read[id]) for id, one in originals.items()}
    instances = tuple(_given_instance(one, found[one.example.id]) for one in dataset.instances)
    changed = {one.id: one.perturbation.query for one in instances}
    examples = tuple(found[one.id] if one.id in found else replace(one, query=changed[one.id]) for one in dataset)
    fingerprint = content_id("oracle", dataset.fingerprint, {id: [one.id for one in read[id]] for id in read})
    return OpenQuestions(f"oracle:{dataset.name}", fingerprint, examples, instances, dataset.made)


def _passages(questions: tuple[Example, ...]) -> dict[str, tuple[Passage, ...]]:
    """What each question is given, by its id."""
    known = {one.id: gold_passages(one.gold) or one.gold.passages for one in questions}
    pool = list(dict.fromkeys(passage for one in questions for passage in gold_passages(one.gold)))
    lacking = [one for one in questions if not known[one.id]]
    places = nearest([one.query.text for one in lacking], [f"{passage.title}: {passage.text}" for passage in pool])
    near = {one.id: (pool[place],) for one, place in zip(lacking, places, strict=True) if place is not None}
    return known | near


def _given(example: Example, passages: tuple[Passage, ...]) -> Example:
    assert isinstance(example.query, OpenQuestion), "an open question"
    return replace(example, query=replace(example.query, passages=passages))


def _given_instance(instance: Instance, original: Example) -> Instance:
    variant, before, now = instance.perturbation.query, instance.example.query, original.query
    return Instance(instance.id, original, replace(instance.perturbation, query=regiven(variant, before, now)))
