"""Whether the scale of ability finds what made the answers, and what it says of people and systems that met.

    python benchmarks/ability.py --samples 200 [--event 0]

First simulated answers: of 16 systems and a crowd without names to 100 questions, of which the crowd answers 90, five
times each, as at the event whose answers are in ``quizbowl/qanta2025``; difficulties are as far apart as by the
verdicts of the event's own files (``event``), or less (``alike``). A line a condition: how often the 95% intervals
hold of abilities, of differences to the crowd, of difficulties and of gaps.

Then that event itself (alone with ``--samples 0``, left out with ``--event 0``), its machines judged by answer lines:
its ladder, how many gaps are told from 0, seconds; and each packet left out in turn: the log-likelihood of its answers,
an answer, by the scale of the others, by one without abilities, without difficulties, and without both.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np

from measuring import arguments, say, shown
from stumper.playing import gather
from stumper.sections.ladder import pooled
from stumper.sections.ladder_parts import chance
from stumper.statistics import Estimate
from stumper.statistics.ability import Reply, fitted, held_out
from stumper.tasks.quizbowl.section.ladder import judged_alike, reply_of
from stumper.tasks.quizbowl.section.rejudged import rejudged

PEOPLE = 5  # who buzz on each question that people met


@dataclass(frozen=True, slots=True)
class Condition:
    """The standard deviations of abilities, and of difficulties to people and to machines, with their correlation; and
    for each side how right answers rise through the text: the exponent of the share read, in the log of the odds.
    Systems wait longer or shorter than that: ``waits`` is the standard deviation of the log of how much.
    """

    name: str
    abilities: float = 1.0
    people: float = 1.1
    machines: float = 3.1
    correlation: float = 0.2
    rises: tuple[float, float] = (2.0, 1.2)
    waits: float = 0.4
    questions: int = 100
    met: int = 90
    systems: int = 16


CONDITIONS = (
    Condition("event"),
    Condition("alike", machines=1.1, correlation=0.7),
    Condition("apart", machines=1.5, correlation=-0.3, rises=(1.2, 3.0)),
)


@dataclass(frozen=True, slots=True)
class Truth:
    """What made the answers: abilities by name, difficulties by item, a column a side."""

    abilities: Mapping[str, float]
    difficulties: np.ndarray


def simulated(condition: Condition, rng: np.random.Generator) -> tuple[list[Reply], Truth]:
    """Answers, and what made them."""
    spreads = np.array([condition.people, condition.machines])
    covariance = np.outer(spreads, spreads) * np.array([[1, condition.correlation], [condition.correlation, 1]])
    difficulties = rng.multivariate_normal([0, 0], covariance, condition.questions)
    able = {"people": 0.2} | {
        f"s{n:02}": float(a) for n, a in enumerate(rng.normal(0, condition.abilities, condition.systems))
    }
    longer = {name: float(np.exp(rng.normal(0, condition.waits))) if name != "people" else 1.0 for name in able}
    replies = []
    for question in range(condition.questions):
        asked = [("people", 0)] * (PEOPLE if question < condition.met else 0) + [
            (name, 1) for name in able if name != "people"
        ]
        for who, side in asked:
            odds = able[who] - difficulties[question, side]
            drawn = np.log(u / (1 - u)) if 0 < (u := rng.random()) < 1 else 0.0
            at = float(np.exp((drawn - odds) / (condition.rises[side] * longer[who]))) if drawn < odds else None
            name = "people" if side == 0 else "machines"
            replies.append(Reply(who, name, f"q{question:03}", 1.0 if at is None else at, at is not None))
    return replies, Truth(able, difficulties)


def held(condition: Condition, samples: int, seed: int) -> dict[str, list[bool]]:
    """Of each interval whether it holds what it is of."""
    found: dict[str, list[bool]] = {"abilities": [], "against_crowd": [], "people": [], "machines": [], "gap": []}
    for sample in range(samples):
        replies, truth = simulated(condition, np.random.default_rng((seed, sample)))
        scale = fitted(replies)
        for row in scale.placed:
            found["abilities"].append(_holds(row.ability, truth.abilities[row.who]))
            if row.who != "people":
                less = truth.abilities[row.who] - truth.abilities["people"]
                found["against_crowd"].append(_holds(row.against, less))
        for row in scale.difficulties:
            people, machines = truth.difficulties[int(row.item[1:])]
            found["people"].append(_holds(row.people, people))
            found["machines"].append(_holds(row.machines, machines))
            found["gap"].append(_holds(row.gap, machines - people))
    return found


def left_out(replies: Sequence[Reply], packet_of: Mapping[str, str]) -> dict[str, list[float]]:
    """By model, for each packet, the log of the likelihood of an answer to it once the others are known."""
    alike = [replace(one, who=one.side) for one in replies]
    found: dict[str, list[float]] = {"whole": [], "no_abilities": [], "no_difficulties": [], "neither": [], "n": []}
    for packet in sorted({*packet_of.values()}):
        inside = [place for place, one in enumerate(replies) if packet_of[one.item] == packet]
        outside = [place for place, one in enumerate(replies) if packet_of[one.item] != packet]
        for name, of in (("whole", replies), ("no_abilities", alike)):
            known, test = [of[place] for place in outside], [of[place] for place in inside]
            bare = {"whole": "no_difficulties", "no_abilities": "neither"}[name]
            found[name].append(held_out(fitted(known), test))
            found[bare].append(held_out(fitted(known, is_flat=True), test))
        found["n"].append(float(len(inside)))
    return found


def _holds(found: Estimate, true: float) -> bool:
    return found.low <= true <= found.high


def main() -> None:
    args = arguments(__doc__, samples=200, event=1, seed=1)
    for condition in CONDITIONS if args.samples else ():
        began = time.perf_counter()
        told = held(condition, args.samples, args.seed)
        rates = {name: sum(of) / len(of) for name, of in told.items()}
        seconds = (time.perf_counter() - began) / args.samples
        say("ability simulated", condition=condition.name, samples=args.samples, seconds=seconds, **rates)
    if args.event:
        event(args.data / "quizbowl" / "qanta2025")


def event(folder: Path) -> None:
    """What is said of the event."""
    files = (folder / "human_buzz_observations.csv", folder / "submitted-tossup-runs.jsonl.gz")
    gathered = gather(files, [str(file) for file in sorted(folder.glob("packet*-tossup.json.gz"))])
    judged, told_anew = rejudged(gathered.buzzes, gathered.composed)
    assert told_anew is not None
    say("ability judged", **asdict(told_anew))
    buzzes = judged_alike(judged)
    packet_of = {buzz.question_id: dict(buzz.groups)["packet"].removeprefix("Packet ")[:1] for buzz in buzzes}
    replies = pooled([reply_of(buzz) for buzz in buzzes])
    began = time.perf_counter()
    scale = fitted(replies)
    rows, gaps = scale.placed, scale.difficulties
    seconds = time.perf_counter() - began
    for row in rows:
        say("ability ladder", who=row.who, replies=row.replies, ability=shown(row.ability), against=shown(row.against))
    machines = [row for row in rows if row.side == "machines"]
    above, below = sum(row.against.low > 0 for row in machines), sum(row.against.high < 0 for row in machines)
    place = 1 + next(at for at, row in enumerate(rows) if row.side == "people")
    say("ability standing", above=above, below=below, untold=len(machines) - above - below, machines=len(machines),
        place_of_people=place, most=max(row.against.value for row in machines), crowd=shown(scale.crowd),
        right=shown(chance(scale.crowd)))  # fmt: skip
    say(
        "ability gaps", questions=len(gaps), for_machines=sum(one.gap.low > 0 for one in gaps),
        for_people=sum(one.gap.high < 0 for one in gaps), seconds=seconds, replies=len(replies),
        people=scale.spreads["people"], machines=scale.spreads["machines"], correlation=scale.alike,
    )  # fmt: skip
    told = left_out(replies, packet_of)
    n = sum(told["n"])
    say("ability left out", packets=len(told["n"]), replies=int(n),
        **{name: sum(of) / n for name, of in told.items() if name != "n"},
        packets_better={name: sum(w > o for w, o in zip(told["whole"], told[name], strict=True))
                        for name in ("no_abilities", "no_difficulties", "neither")})  # fmt: skip


if __name__ == "__main__":
    main()
