"""Data sets as tasks of Inspect, which finds them by an entry point: ``inspect eval stumper/adversarial``."""

from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig
from inspect_ai.scorer import Score, Scorer, Target, grouped, mean, scorer
from inspect_ai.solver import TaskState, generate

from stumper.loading import load_dataset
from stumper.next_door.asked import ORIGINAL, VARIANT, Asked, asked

TOKENS = 64  # the most of a reply, as openai: victims have it


@task  # type: ignore[untyped-decorator]
def adversarial(file: str) -> Task:
    """The task of a data set: a file or a name, with its variants where it has some, each asked by Stumper's prompt."""
    every = asked(load_dataset(file))
    return Task(
        dataset=MemoryDataset([_sample(one) for one in every], name=Path(file).name),
        solver=generate(),
        scorer=by_stumper(file),
        config=GenerateConfig(temperature=0.0, max_tokens=TOKENS),
    )


@scorer(metrics={"*": [grouped(mean(), "of", all=False)]})  # type: ignore[untyped-decorator]
def by_stumper(file: str) -> Scorer:
    """The scorer of replies: how right each is by every measure of the task, told apart for originals and variants."""
    known = {one.example.id: one for one in asked(load_dataset(file))}

    async def score(state: TaskState, target: Target) -> Score:
        text = state.output.completion
        return Score(value=dict(known[str(state.sample_id)].scores(text)), answer=text)

    return score


def _sample(one: Asked) -> Sample:
    side = VARIANT if one.is_variant else ORIGINAL
    return Sample(
        input=one.prompt,
        target=one.answers,
        id=one.example.id,
        metadata={"of": side, "original_id": one.original_id, "query": one.query},
    )
