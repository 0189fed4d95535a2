"""Runs on claims, made up by hand and by a seeded generator, recorded in a store as the engine records them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from types import SimpleNamespace

import pytest

from stumper.identity import perturbation_id
from stumper.reports import Report, build_report
from stumper.runs.plan import Plan, to_json
from stumper.store import Store
from stumper.tasks.verification.claim import LABELS, Claim
from stumper.tasks.verification.fever_score import claim_score
from stumper.types import (
    Answer,
    Attempt,
    Edit,
    Example,
    Gold,
    Guess,
    Instance,
    JudgeKind,
    Judgement,
    Outcome,
    Perturbation,
    Prediction,
    Verdict,
)

SUPPORTS, REFUTES, UNKNOWN = LABELS
FINGERPRINT = "c" * 32
STRENGTHS = {"unmodified": 0.0, "claim-rules": 0.35, "sears": 0.15}
SKILLS = {"embedded": 0.85, "tfidf-esim": 0.7, "tfidf-da": 0.6}
RULES = (
    ("entailment-preserving", "there-is", "There is a thing called {} that {}.", False),
    ("simple negation", "is-not", "{} never {}.", True),
    ("complex negation", "no-such", "There is nothing called {} that {}.", True),
)
PEOPLE = ("Mira Vale", "Ada Thorn", "Jo Brandt", "Bea Holt")
DEEDS = ("painted a lamp", "sailed to Oslo", "wrote a play", "kept bees", "built a bridge", "taught music")

Said = Callable[[Instance], tuple[Prediction | None, Prediction | None]]


def claim(id: str, text: str, label: str) -> Example:
    """A claim with one gold sentence, where there is something to find."""
    sets = () if label == UNKNOWN else (frozenset({f"Page_{id}:0"}),)
    return Example(id, Claim(text), Gold((Answer(label),), evidence_sets=sets))


def changed(
    example: Example, text: str, kind: str = "", rule: str = "", swaps: bool = False, number: int = 1
) -> Instance:
    """An instance of this example with another text."""
    label = {SUPPORTS: REFUTES, REFUTES: SUPPORTS}[example.gold.answers[0].text] if swaps else None
    gold = replace(example.gold, answers=(Answer(label),)) if label else example.gold
    edits = (Edit("claim", 0, len(example.query.text), text, kind, rule, swaps),) if text != example.query.text else ()
    perturbation = Perturbation(example.id, Claim(text), gold, edits)
    return Instance(f"{example.id}-made-{number}", example, perturbation)


def said(label: str, *evidence: str) -> Prediction:
    """A prediction of this label alone."""
    return Prediction((Guess(label, 1.0),), 1.0, evidence)


def verdict(gold: Gold, prediction: Prediction | None) -> Verdict:
    """What the referee says by label accuracy."""
    if prediction is None:
        return Verdict(None, None, None, fault="TimeoutError: no answer")
    score = claim_score(gold, prediction).accuracy
    return Verdict(prediction, score, score, score == 0)


@dataclass(frozen=True)
class Recorder:
    """Records runs on claims, and judgements of what they made."""

    store: Store

    def run(
        self,
        adversary: str,
        victim: str,
        instances: Sequence[Instance],
        answers: Said,
        seen: Collection[str] = (),
        **fields: object,
    ) -> str:
        """The id of a run of these instances; ``answers`` are what the victim says of each, before and after.

        It was trained on those that are made of ``seen``.
        """
        fields = {"goal": "label_wrong", "dataset": "claims.jsonl", "dataset_fingerprint": FINGERPRINT} | fields
        plan = Plan(victim=victim, victim_fingerprint="v" * 32 + victim, adversary=adversary, **fields)
        self.store.put_plan(plan.id, to_json(plan), plan.dataset_fingerprint)
        self.store.put_examples(plan.dataset_fingerprint, [replace(one.example, id=one.id) for one in instances])
        made = [(one, self._attempt(plan, one, *answers(one))) for one in instances]
        self.store.put_attempts([replace(attempt, trained_on=one.example.id in seen) for one, attempt in made])
        return plan.id

    def judge(
        self, instances: Sequence[Instance], correct: int, annotator: str = "ann", judge: JudgeKind = "person"
    ) -> None:
        """The first so many are judged correct, the others not."""
        ids = [perturbation_id(instance.perturbation) for instance in instances]
        self.store.put_judgements(
            [Judgement(id, annotator, True, n < correct, True, judge=judge) for n, id in enumerate(ids)]
        )

    def _attempt(self, plan: Plan, one: Instance, before: Prediction | None, after: Prediction | None) -> Attempt:
        verdicts = verdict(one.example.gold, before), verdict(one.perturbation.gold, after)
        outcome: Outcome = "failed"
        if None in (before, after):
            outcome = "errored"
        elif verdicts[0].succeeded:
            outcome = "skipped"
        elif verdicts[1].succeeded:
            outcome = "succeeded"
        reason = "TimeoutError: no answer" if outcome == "errored" else None
        names = plan.adversary, plan.victim
        return Attempt(plan.id, one.id, *names, outcome, *verdicts, one.perturbation, 2, (), reason)


@pytest.fixture
def make() -> SimpleNamespace:
    """The builders of values by hand: ``claim``, ``changed``, ``said``."""
    return SimpleNamespace(claim=claim, changed=changed, said=said)


@pytest.fixture
def recorder(store: Store) -> Recorder:
    return Recorder(store)


@pytest.fixture
def claims_report(store: Store, recorder: Recorder) -> Callable[..., Report]:
    """A report of generated runs on ``size`` claims, with so many ``judged`` as correct and not by adversary."""

    def made(
        size: int = 40,
        victims: Sequence[str] = tuple(SKILLS),
        adversaries: Sequence[str] = tuple(STRENGTHS),
        judged: Mapping[str, tuple[int, int]] | None = None,
        gives_evidence: bool = True,
        judge: JudgeKind = "person",
    ) -> Report:
        examples = invented(size)
        run_ids = []
        for adversary in adversaries:
            instances = attack(adversary, examples)
            for victim in victims:
                answers = answering(adversary, victim, gives_evidence)
                run_ids.append(recorder.run(adversary, victim, instances, answers))
            correct, wrong = (judged or {}).get(adversary, (0, 0))
            recorder.judge(instances[: correct + wrong], correct, judge=judge)
        return build_report(store, run_ids)

    return made


def invented(size: int) -> list[Example]:
    """Claims, as many of each label."""
    texts = [f"{person} {deed}." for deed in DEEDS for person in PEOPLE]
    return [claim(str(n), f"{texts[n % len(texts)][:-1]} in {1900 + n}.", LABELS[n % 3]) for n in range(size)]


def attack(adversary: str, examples: Sequence[Example]) -> list[Instance]:
    """What the adversary makes of each example, up to three of one."""
    found = []
    for example in examples:
        text = example.query.text.removesuffix(".")
        if adversary == "unmodified":
            found.append(changed(example, example.query.text))
        elif adversary == "sears":
            found.append(changed(example, f"{text}!", "SEARs", "./!"))
        else:
            who, what = " ".join(text.split()[:2]), " ".join(text.split()[2:])
            for number, (kind, rule, template, swaps) in enumerate(RULES, 1):
                if not swaps or example.gold.answers[0].text != UNKNOWN:
                    found.append(changed(example, template.format(who, what), kind, rule, swaps, number))
    return [replace(one, id=one.id.replace("made", adversary)) for one in found]


def answering(adversary: str, victim: str, gives_evidence: bool = True) -> Said:
    """What a system of that skill says; where it is misled, it has not enough information."""

    def answers(one: Instance) -> tuple[Prediction | None, Prediction | None]:
        rng, later = Random(f"{victim}/{one.example.id}"), Random(f"{adversary}/{victim}/{one.id}")
        gold, page = one.example.gold.answers[0].text, f"Page_{one.example.id}:0"
        is_right = rng.random() < SKILLS.get(victim, 0.7)
        evidence = (page, "Other:3") if gives_evidence and rng.random() < 0.8 else ("Other:3",) * gives_evidence
        before = said(gold if is_right else UNKNOWN, *evidence)
        misled = later.random() < STRENGTHS.get(adversary, 0.3)
        right_after = one.perturbation.gold.answers[0].text if is_right else UNKNOWN
        after = said(UNKNOWN if misled else right_after, *evidence)
        if adversary != "unmodified" and later.random() < 0.02:
            return before, None
        return before, after

    return answers
