"""Open questions in another setting: with their gold passages given, which is what a system reads that finds all that
there is to find; or without the passages that go with them, of a system that finds its own."""

from dataclasses import replace

from stumper.datasets.originals import originals
from stumper.errors import BadData
from stumper.identity import content_id
from stumper.nearest import nearest
from stumper.protocols import Collection, Dataset
from stumper.registry import task_of
from stumper.tasks.rag.files import OpenQuestions
from stumper.tasks.rag.open_question import OpenQuestion, gold_passages, regiven
from stumper.types import Answer, Example, Gold, Instance, Passage


def given(dataset: Collection) -> OpenQuestions:
    """Each question with its gold passages and no others; one without an answer with what it is about, or else the
    gold passage of another question that is the nearest. BadData where nobody has a passage's words."""
    assert isinstance(dataset, OpenQuestions), "open questions"
    for example in dataset:
        if example.gold.answers and not gold_passages(example.gold):
            raise BadData(f"the question {example.id!r} has no passages to give. Write them with their words as "
                          "'gold_passages', or leave out oracle:.")  # fmt: skip
    variants = {one.id for one in dataset.instances}
    asked = {one.id: one for one in dataset if one.id not in variants}
    read = _passages(tuple(asked.values()))
    found = {id: _given(one, read[id]) for id, one in asked.items()}
    instances = tuple(_given_instance(one, found[one.example.id]) for one in dataset.instances)
    changed = {one.id: one.perturbation.query for one in instances}
    examples = tuple(found[one.id] if one.id in found else replace(one, query=changed[one.id]) for one in dataset)
    fingerprint = content_id("oracle", dataset.fingerprint, {id: [one.id for one in read[id]] for id in read})
    return OpenQuestions(f"oracle:{dataset.name}", fingerprint, examples, instances, dataset.made)


def without_passages(named: str, data: Dataset) -> OpenQuestions:
    """The data set, which its user has ``named`` so, with what its passages were as gold ones.

    BadData where it holds none with passages, or variants of its questions: those are made of what their paragraphs
    say, which nobody is to be given.
    """
    examples = tuple(data)
    task = task_of(examples[0].query)
    is_asked = task.wire.choices(examples[0].query) is None
    if all(isinstance(query := example.query, OpenQuestion) and query.passages is None for example in examples):
        raise BadData(f"{named} holds open questions, which are asked without passages as they are. Leave out "
                      "open:.")  # fmt: skip
    if not (is_asked and any(task.wire.passages(example.query) for example in examples)):
        raise BadData(f"{named} holds {task.unit}s without passages that answer them. Behind open: name questions "
                      "with such passages, as open:reading does.")  # fmt: skip
    if variants := len(examples) - len(originals(data)):
        many = "a variant" if variants == 1 else f"{variants:,} variants"
        raise BadData(f"{named} holds {many} of its questions, which cannot be asked without the passages that were "
                      "changed. Behind open: name the set that they were made of, and attack that.")  # fmt: skip
    fingerprint = content_id("open", data.fingerprint)
    return OpenQuestions(f"open:{data.name}", fingerprint, tuple(map(_asked_without, examples)))


def _passages(questions: tuple[Example, ...]) -> dict[str, tuple[Passage, ...]]:
    """What each question is given, by its id."""
    known = {one.id: gold_passages(one.gold) or one.gold.passages for one in questions}
    lacking = [one for one in questions if not known[one.id]]
    if not lacking:
        return known
    pool = list(dict.fromkeys(passage for one in questions for passage in gold_passages(one.gold)))
    places = nearest([one.query.text for one in lacking], [f"{passage.title}: {passage.text}" for passage in pool])
    near = {one.id: (pool[place],) for one, place in zip(lacking, places, strict=True) if place is not None}
    return known | near


def _given(example: Example, passages: tuple[Passage, ...]) -> Example:
    assert isinstance(example.query, OpenQuestion), "an open question"
    return replace(example, query=replace(example.query, passages=passages))


def _given_instance(instance: Instance, original: Example) -> Instance:
    variant, before, now = instance.perturbation.query, instance.example.query, original.query
    return Instance(instance.id, original, replace(instance.perturbation, query=regiven(variant, before, now)))


def _asked_without(example: Example) -> Example:
    query, gold = example.query, example.gold
    if isinstance(query, OpenQuestion):
        return replace(example, query=replace(query, passages=None))
    passages = task_of(query).wire.passages(query)
    answers = tuple(map(Answer, dict.fromkeys(answer.text for answer in gold.answers)))
    saying = (frozenset(passage.id for passage in passages),) if passages and answers else ()
    found = Gold(answers, gold.answerable if answers else False, saying, rejects=gold.rejects, passages=passages)
    return replace(example, query=OpenQuestion(query.text), gold=found)
