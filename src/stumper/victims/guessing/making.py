"""A guesser made of files of tossups: a folder for ``ir:FOLDER`` and ``ensemble:FOLDER``; and how good it is on
what is held out."""

import json
import random
import shutil
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from stumper.errors import BadData, BadOption
from stumper.retrieval.clues import About, Clues
from stumper.retrieval.near_duplicates import alike
from stumper.tasks.quizbowl import files as quizbowl
from stumper.tasks.quizbowl.files import Quizbowl
from stumper.victims import ledger
from stumper.victims.guessing.answer_types import learned_types, write_types
from stumper.victims.guessing.buzzer import BUZZER, write_buzzer
from stumper.victims.guessing.fitting import FEW, Fitted, Fold, fit
from stumper.victims.guessing.neural import dan
from stumper.victims.guessing.opening import ABOUT, CLUES, NETWORK, SEED, TYPES, past_questions

SHARE = 0.05  # of the packets is held out
SHARE_OF_FEW, FOLDS = 0.1, 10  # of so few questions, few are held out, many times
LEAST = 20  # tossups
INDEXED = 0.1  # of the work, which the index of all takes


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of a guesser that was made: of ``tried`` tossups that neither its index nor its weights had seen,
    how many its first guess was right about at the end, and at half; ``known`` ask for an answer that another asks for,
    too, as it can guess no other. ``grouped`` of all questions are variants or near-duplicates of another, and were
    held out with it."""

    questions: int
    answers: int
    tried: int
    known: int
    at_end: int
    at_half: int
    grouped: int = 0


def make_guesser(path: Path, name: str, out: Path, told: Callable[[float], None] = lambda share: None) -> Standing:
    """The folder holds a guesser of the tossups of a file; BadData where that cannot be read, or teaches nothing.

    ``name`` is what its ledger calls the file; ``told`` how much is done.
    """
    dataset = quizbowl.read(path)
    texts = past_questions([dataset])
    times = Counter(about.answer for about in texts)
    if len(texts) < LEAST:
        raise BadData(f"{name} has {len(texts)} tossups. A guesser is fitted on {LEAST} or more.")
    if max(times.values()) < 2:
        raise BadData(
            f"No two of the {len(texts)} tossups of {name} ask for the same answer, so that nothing can be held out to "
            "fit a guesser by. Add packets whose answers come again."
        )
    kin = kin_of([dataset])
    families = Counter(kin[about.id] for about in texts)
    if len(families) < LEAST:
        raise BadData(
            f"Of the {len(texts)} tossups of {name} {len(families)} are no variant or near-duplicate of another. A "
            f"guesser is fitted on {LEAST} such or more."
        )
    made = folds([dataset], texts, kin=kin)
    found = fit(made, Random(SEED), lambda share: told(share * (1 - INDEXED)))
    write_guesser(out, found, {name: dataset}, texts)
    told(1.0)
    answers = {about.id: about.answer for about in texts}
    taught = [{about.answer for about in fold.texts} for fold in made]
    return Standing(
        questions=len(texts),
        answers=len(times),
        tried=len(found.tried),
        known=sum(answers[one.id] in taught[one.fold] for one in found.tried),
        at_end=sum(one.at_end for one in found.tried),
        at_half=sum(one.at_half for one in found.tried),
        grouped=sum(count for count in families.values() if count > 1),
    )


def folds(
    datasets: Sequence[Quizbowl],
    texts: Sequence[About],
    networks: Sequence[Path] = (),
    kin: Mapping[str, str] | None = None,
) -> list[Fold]:
    """Of many questions one fold, of few several, each without its own share of the packets; with a network each.

    ``kin`` says which questions are held out together.
    """
    kin = kin_of(datasets) if kin is None else kin
    examples = {example.id: example for dataset in datasets for example in dataset}
    share, count = (SHARE_OF_FEW, FOLDS) if len(texts) < FEW else (SHARE, 1)
    if networks and len(networks) != count:
        raise BadOption(f"Name {count} of --network, each fitted without what is held out by its seed.")
    found = []
    for place in range(count):
        part = held_out(datasets, share, SEED + place, kin)
        learned = [about for about in texts if about.id not in part]
        asked = [examples[about.id] for about in texts if about.id in part]
        found.append(Fold(learned, asked, dan(str(networks[place]), ()) if networks else None))
    return found


def write_guesser(
    out: Path, found: Fitted, datasets: Mapping[str, Quizbowl], texts: Sequence[About], network: Path | None = None
) -> None:
    """All of the guesser stands in the folder: its index and its types are of all questions."""
    write_weights(out, found, datasets)
    shutil.rmtree(out / CLUES, ignore_errors=True)
    Clues.build(texts, out / CLUES)
    write_types(out / TYPES, learned_types([(about.text, about.answer) for about in texts], Random(SEED)))
    if network is not None:
        shutil.copytree(network, out / NETWORK, ignore=shutil.ignore_patterns("*.pt"), dirs_exist_ok=True)


def write_weights(out: Path, found: Fitted, datasets: Mapping[str, Quizbowl]) -> None:
    """The weights, the buzzer, and what they were fitted to stand in the folder."""
    out.mkdir(parents=True, exist_ok=True)
    facts = {"format": "stumper guesser", "version": 1, "weights": {k: v.tolist() for k, v in found.weights.items()}}
    (out / ABOUT).write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
    write_buzzer(out / BUZZER, found.buzzer)
    ledger.write(out / ABOUT, ledger.ledger(dict(datasets)))


LEAST_PACKETS = 20  # of fewer, single questions are drawn
MOST_HELD_OUT = 0.5  # of the questions; where packets would hold out more with what is like theirs, questions are drawn


def held_out(datasets: Sequence[Quizbowl], share: float, seed: int, kin: Mapping[str, str] | None = None) -> set[str]:
    """The ids of the questions of such a share of the packets, at least one, and of all their ``kin_of``.

    Of a set with few packets or none it is a share of the questions that are no kin of each other. A share of 0 holds
    out nothing.
    """
    if not share:
        return set()
    kin = kin_of(datasets) if kin is None else kin
    packet = {
        example.id: (dataset.details[example.id].set, dataset.details[example.id].packet or example.id)
        for dataset in datasets
        for example in dataset
    }
    if len(set(packet.values())) >= LEAST_PACKETS:
        found = _drawn(packet, kin, share, seed)
        if len(found) <= MOST_HELD_OUT * len(packet):
            return found
    return _drawn({id: ("", kin[id]) for id in packet}, kin, share, seed)


def kin_of(datasets: Sequence[Quizbowl]) -> dict[str, str]:
    """Each question's id with one id that it shares with its original, its variants and its near-duplicates."""
    texts = {example.id: example.query.text for dataset in datasets for example in dataset}
    variants = [
        (instance.id, instance.example.id)
        for dataset in datasets
        for instance in (*dataset.instances, *dataset.orphans)
    ]
    ids = list(texts)
    return _connected(ids, [*variants, *((ids[one], ids[other]) for one, other in alike(list(texts.values())))])


def _drawn(unit: Mapping[str, tuple[str, str]], kin: Mapping[str, str], share: float, seed: int) -> set[str]:
    units = sorted(set(unit.values()))
    chosen = set(random.Random(seed).sample(units, max(1, round(share * len(units)))))
    families = {kin[id] for id, found in unit.items() if found in chosen}
    return {id for id in unit if kin[id] in families}


def _connected(ids: Iterable[str], pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Each id with the least of all that pairs connect it with; pairs may name others."""
    beside: dict[str, list[str]] = defaultdict(list)
    for one, other in pairs:
        beside[one].append(other)
        beside[other].append(one)
    family: dict[str, str] = {}
    for id in sorted({*ids, *beside}):
        waiting = [id]
        while waiting:
            if (found := waiting.pop()) not in family:
                family[found] = id
                waiting += beside[found]
    return family
