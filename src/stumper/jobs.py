"""A plan with all that carries it out: made from what the user asked for, run, written, scored."""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from stumper.adversaries.reading.from_file import FromFile
from stumper.datasets import Squad, Variant, originals, write_adversarial
from stumper.errors import BadData, BadOption
from stumper.goals import goal_named
from stumper.loading import NONE, load_adversary, load_dataset, load_victim, options_fingerprint
from stumper.protocols import Adversary, Dataset, Exporter, Victim
from stumper.reports import Report, build_report
from stumper.runs import Plan, Settings, Step, run
from stumper.store import Store, store_url
from stumper.types import Attempt, Example, Question


@dataclass(frozen=True, slots=True)
class Job:
    """One plan with all that carries it out; interrupted and made again, it goes on where it was.

    ``dataset`` holds the examples that are attacked; ``known`` are all that the victim may be asked, for a victim
    that looks answers up.
    """

    plan: Plan
    dataset: Squad
    known: tuple[Example, ...]
    store: Store
    settings: Settings

    def steps(self) -> Iterator[Step]:
        """Carries it out, step by step; the first step says what an earlier run has done."""
        parts = _Components(self.plan, self.known)
        if isinstance(exporter := parts.adversary(), Exporter):
            exporter.export(self.dataset.examples)
        return run(self.plan, parts, self.dataset.examples, self.store, self.settings)

    def attempts(self) -> list[Attempt]:
        """What is recorded, in the data set's order."""
        by_id = {attempt.example_id: attempt for attempt in self.store.attempts(self.plan.id)}
        return [by_id[example.id] for example in self.dataset if example.id in by_id]

    def outcomes(self) -> dict[str, int]:
        """How many of the recorded attempts ended how."""
        return self.store.outcomes(self.plan.id)

    def report(self, with_examples: bool = True) -> Report:
        """The report of this run alone."""
        return build_report(self.store, [self.plan.id], with_examples)

    def write(self, path: Path) -> None:
        """The file holds the attacked examples and, as `<id>-<adversary>`, what was found for each.

        Where the data set holds such ids already, `-again` is put behind.
        """
        found = [attempt.perturbation for attempt in self.attempts()]
        taken, tag = {example.id for example in self.dataset}, self.plan.adversary
        while any(f"{id}-{tag}" in taken for id in taken):
            tag += "-again"
        write_adversarial(path, self.dataset, [Variant(tag, p) for p in found if p is not None])

    def conclude(self) -> None:
        """Made again, the job of a victim without a fingerprint begins anew; for when all is written that is wanted."""
        self.store.conclude(self.plan.id)


@dataclass(frozen=True, slots=True)
class _Components:
    plan: Plan
    known: tuple[Example, ...]

    def victim(self) -> Victim:
        return load_victim(self.plan.victim, self.known)

    def adversary(self) -> Adversary:
        return load_adversary(self.plan.adversary, dict(self.plan.options))


def open_store(url: str | None = None) -> Store:
    """The store at a URL or path; without one, what STUMPER_STORE names, else ``stumper.db`` here."""
    return Store.open(url or store_url(os.environ))


def prepare(
    dataset: str,
    adversary: str,
    victim: str = "embedded",
    *,
    options: Mapping[str, str] = NONE,
    goal: str = "f1_zero",
    seed: int = 1,
    budget: int | None = None,
    limit: int | None = None,
    store: Store | None = None,
    settings: Settings | None = None,
    retry_errors: bool = False,
) -> Job:
    """The job of one adversary against one victim; nothing is asked yet.

    ``budget`` is in distinct queries a question; ``limit`` draws that many examples by the seed. Raises StumperError
    for whatever cannot be had.
    """
    _at_least_one("budget", budget)
    goal_named(goal)
    attacker = load_adversary(adversary, options)
    data = load_dataset(dataset)
    if not isinstance(data, Squad):
        data = _as_squad(data)
    if isinstance(attacker, FromFile) and str(attacker.file) != dataset:
        _check_related(attacker, dataset, originals(data))
    attackable = originals(data) if isinstance(attacker, FromFile) else data.examples
    chosen = drawn(attackable, limit, seed)
    known = (*data.examples, *variants_for(attacker, data.examples))
    plan = Plan(
        dataset=dataset,
        dataset_fingerprint=data.fingerprint,
        victim=victim,
        victim_fingerprint=load_victim(victim, known).fingerprint,
        adversary=adversary,
        options=tuple(sorted(options.items())),
        options_fingerprint=options_fingerprint(adversary, options),
        goal=goal,
        seed=seed,
        budget=budget,
        limit=limit,
    )
    opened = store or open_store()
    plan = _repetition(plan, opened, chosen, retry_errors)
    if retry_errors:
        opened.forget_errored(plan.id)
    return Job(plan, replace(data, examples=chosen), known, opened, settings or Settings())


def variants_for(adversary: Adversary, examples: Sequence[Example]) -> tuple[Example, ...]:
    """What an adversary that brings its candidates along brings for these examples; nothing for any other."""
    if not isinstance(adversary, FromFile):
        return ()
    return tuple(variant for example in examples for variant in adversary.variants.get(example.id, ()))


def drawn(examples: Sequence[Example], limit: int | None, seed: int) -> tuple[Example, ...]:
    """``limit`` examples drawn by the seed, in their own order; all, where there are no more. BadOption below 1."""
    _at_least_one("limit", limit)
    if limit is None or limit >= len(examples):
        return tuple(examples)
    kept = sorted(Random(f"{seed}/limit").sample(range(len(examples)), limit))
    return tuple(examples[index] for index in kept)


def _as_squad(data: Dataset) -> Squad:
    """Another's data set as SQuAD, in whose format it is written; BadData where it could not be."""
    examples = tuple(data)
    for example in examples:
        if not isinstance(example.query, Question):
            raise BadData(f"{data.name}: {example.id!r} is no question about a paragraph. Name a reading data set.")
        text = example.query.context.text
        for answer in example.gold.answers:
            if answer.start is None or not text.startswith(answer.text, answer.start):
                raise BadData(f"{data.name}: the answer {answer.text!r} of {example.id!r} is not at {answer.start}. "
                              "Give each answer its place in the paragraph.")  # fmt: skip
    if not examples or len({example.id for example in examples}) < len(examples):
        raise BadData(f"{data.name}: the data set is empty, or an id occurs twice in it. Mend it.")
    return Squad(data.name, data.fingerprint, "1.1", examples)


def _repetition(plan: Plan, store: Store, examples: Sequence[Example], retry_errors: bool) -> Plan:
    """The plan itself; for a victim without a fingerprint, which may have changed, its first open repetition.

    One is open until it is concluded, and again while rows of it are missing. To retry errors is to go on with the
    newest repetition, open or not.
    """
    if plan.victim_fingerprint is not None:
        return plan
    while store.concluded(plan.id) and len(store.finished(plan.id)) == len(examples):
        following = replace(plan, repetition=plan.repetition + 1)
        if retry_errors and not store.finished(following.id):
            return plan
        plan = following
    return plan


def _check_related(adversary: FromFile, dataset: str, examples: Sequence[Example]) -> None:
    if not any(example.id in adversary.variants for example in examples):
        raise BadData(f"{adversary.file} holds no variant of any example of {dataset}: there, ids are <id>-<tag>.")


def _at_least_one(option: str, value: int | None) -> None:
    if value is not None and value < 1:
        raise BadOption(f"The {option} is a number of 1 or more, not {value}.")
