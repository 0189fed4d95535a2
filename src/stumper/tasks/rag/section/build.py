"""From runs on open questions to their part of a report."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from stumper.registry import task_named
from stumper.scores.before_after import BeforeAfter, before_after
from stumper.scores.score import made_by
from stumper.scores.signature import signature
from stumper.sections import plain
from stumper.sections.exhibits import Exhibit, exhibit
from stumper.sections.ran import Ran, is_control
from stumper.sections.section import RunFigures, Section
from stumper.sections.showing import notes
from stumper.sections.wording import attack_name, attack_words, capital, lacking_notes, nothing_to_score, plural
from stumper.statistics import Estimate, mean, merged
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.tasks.rag.section import parts, sentences
from stumper.tasks.rag.section.blame import FATES, Blamed, Fate, Stand, told_after, told_before
from stumper.tasks.rag.section.figures import Abstaining, Blame, Flow, Ids, Listed, RagRun, Retrieval, Unmatched
from stumper.types import Attempt, Example, Passage, Query


def section(runs: Sequence[Ran], with_examples: bool = True) -> Section:
    """Whose fault it was; then what is said of the runs of any task, but for those whose goal is told apart."""
    task = task_named("rag")
    apart = [run for run in runs if run.goal in task.scoring.apart]
    found = plain.section(task, [run for run in runs if run.goal not in task.scoring.apart], with_examples=False)
    figures = {one.run_id: one for one in (*found.runs, *plain.section(task, apart, with_examples=False).runs)}
    unattacked = _unattacked(runs)
    told = [_told(run, unattacked[run.names.victim, run.names.dataset]) for run in runs]
    first, further = sentences.summary(told)
    some = [run for run in apart if any(run.variants.ids)]  # of the others it is said that there is none
    return replace(
        found,
        title="Retrieval-augmented answering",
        sentences=first,
        blocks=(
            *parts.blocks(told, further),
            *notes(lacking_notes(some, task.unit)),
            *(found.blocks if found.runs else ()),
        ),
        runs=tuple(_signed(figures[one.run_id], one) for one in told),
        figures={"rag": [asdict(one) for one in told]},
        exhibits=tuple(_exhibit(run, *one) for run in runs for one in run.shown()) if with_examples else (),
        measures=("rag_f1", "target_withheld", "rag_abstains"),
        apart=tuple(dict.fromkeys(run.names.attack for run in apart if not is_control(run.names))),
    )


def _told(run: Ran, unattacked: "_Unattacked") -> RagRun:
    every: list[Blamed] = list(run.noted)
    made = [one for one in every if one.variant]
    tells = [one for one in every if one.before.tells]  # an attack may give passages to a system that does not
    return RagRun(
        run.id,
        run.names,
        run.goal,
        None if all(one.before.is_given for one in tells) else _retrieval(run, made, unattacked),
        _blame(run, made) if tells else None,
        Abstaining(
            _compared(run, [one for one in made if one.after.is_answerable], lambda stand: stand.abstains),
            _compared(run, [one for one in made if not one.after.is_answerable], lambda stand: stand.abstains),
            _mean(run, [one for one in made if one.after.says_taken is not None], lambda stand: bool(stand.says_taken)),
        ),
        _compared(run, made, lambda stand: stand.gives_target) if run.goal == "target_given" else None,
        "" if made else _why_nothing(run),
        unattacked.listed,
        run.absent_gold,
        len(run.variants.failed.variants) + len(run.variants.failed.originals),
    )


def _why_nothing(run: Ran) -> str:
    """Why nothing of a run can be counted: all of it failed, or was known to the system, or nothing was made."""
    attack, ended = attack_words(attack_name(run.names)), run.outcomes
    unmade = ended.total - ended.errored
    if not unmade:
        on = f" of {attack} on {run.names.victim}"
        return nothing_to_score(on, ended.errored, len(run.attempts) - len(run.unseen))
    failed = f", and {plural(ended.errored, 'attempt')} more ended in an error" if ended.errored else ""
    return (
        f"{capital(attack)} made nothing of {plural(unmade, 'question')} for {run.names.victim}{failed}: there is "
        "nothing to score."
    )


@dataclass(frozen=True, slots=True)
class _Unattacked:
    """Of how many questions with an answer and no passages a system retrieves all gold passages, of all that it was
    asked in any run, each once; how many were ``drawn``; where it looks as if names did not match, that; what it
    returned as retrieved for all questions; and to which ``depth``, in how much that it has ``searched``."""

    found: Estimate
    drawn: int
    unmatched: Unmatched | None
    listed: Listed
    depth: tuple[int, int]
    searched: str


def _unattacked(runs: Sequence[Ran]) -> dict[tuple[str, str], _Unattacked]:
    """By system and data set."""
    groups = merged(run.variants.groups for run in runs)
    sought = {run.names.dataset: _sought(run.examples) for run in runs}
    passages = {run.names.dataset: _passages(run.examples) for run in runs}
    together: dict[tuple[str, str], list[Ran]] = {}
    for run in runs:
        together.setdefault((run.names.victim, run.names.dataset), []).append(run)
    found = {}
    for (victim, dataset), alike in together.items():
        every = {one.original: one for run in alike for one in run.noted}
        known = {original: one.before for original, one in every.items() if _is_sought(one)}
        drawn = {id for run in alike for id in run.variants.originals} & sought[dataset]
        recall = mean([float(stand.has_gold) for stand in known.values()], list(known), groups)
        listed = _listed([one.before for one in every.values()], passages[dataset])
        unmatched = _unmatched(list(known.values()))
        deep = [stand.retrieved for stand in known.values() if stand.tells]
        depth = min(deep, default=0), max(deep, default=0)
        searched = next((run.searched for run in alike if run.searched), "")
        found[victim, dataset] = _Unattacked(recall, len(drawn | known.keys()), unmatched, listed, depth, searched)
    return found


def _passages(examples: Iterable[Example]) -> dict[str, None]:
    """The ids of all passages that the data names or gives, in order."""
    found: dict[str, None] = {}
    for one in examples:
        assert isinstance(one.query, OpenQuestion), "an open question"
        found |= dict.fromkeys(id for ids in one.gold.evidence_sets for id in sorted(ids))
        found |= dict.fromkeys(passage.id for passage in (*one.gold.passages, *(one.query.passages or ())))
    return found


def _listed(stands: Sequence[Stand], passages: Mapping[str, None]) -> Listed:
    own, given = ([one for one in stands if one.is_given is is_given] for is_given in (False, True))
    unknown = [id for one in own for id in one.strays if id not in passages]
    strays = [id for one in given for id in one.strays]
    return Listed(
        len(own),
        sum(one.tells and not one.retrieved for one in own),
        sum(not one.tells for one in own),
        Ids(sum(one.ids for one in own), len(unknown), next(iter(unknown), "")),
        Ids(sum(one.ids for one in given), len(strays), next(iter(strays), "")),
        "" if any(one.has_gold for one in own) else next(iter(passages), ""),
    )


def _sought(examples: Iterable[Example]) -> set[str]:
    """The ids of questions with an answer, of which the data names the passages that say it, and gives none."""
    return {
        one.id
        for one in examples
        if isinstance(one.query, OpenQuestion) and one.query.passages is None
        and one.gold.evidence_sets and one.gold.answerable is not False
    }  # fmt: skip


def _unmatched(stands: Sequence[Stand]) -> Unmatched | None:
    named = next((stand for stand in stands if stand.named), None)
    right = sum(stand.is_right for stand in stands)
    if named is None or 2 * right < len(stands) or any(stand.has_gold for stand in stands):
        return None
    return Unmatched(right, named.named, named.gold)


def _is_sought(one: Blamed) -> bool:
    """Whether there is an answer, and the data names the passages that say it, and gives none."""
    return one.before.is_answerable and one.before.names_gold and not one.before.is_given


def _retrieval(run: Ran, made: Sequence[Blamed], unattacked: _Unattacked) -> Retrieval:
    """What is retrieved unattacked, and of variants for which the system retrieves, too: some attacks give passages."""
    own = [one for one in made if not (one.before.is_given or one.after.is_given)]
    with_added = [one for one in own if one.after.added]
    return Retrieval(
        unattacked.found,
        _compared(run, [one for one in own if _is_sought(one)], lambda stand: stand.has_gold),
        _mean(run, with_added, lambda stand: float(stand.found > 0)),
        _mean(run, [one for one in with_added if one.after.retrieved], lambda stand: stand.found / stand.retrieved),
        _mean(run, with_added, lambda stand: stand.found / stand.added),
        unattacked.drawn,
        unattacked.unmatched,
        unattacked.depth,
        unattacked.searched,
    )


def _blame(run: Ran, made: Sequence[Blamed]) -> Blame:
    """Of those whose gold passages were retrieved unattacked, or that have none."""
    counted = [one for one in made if one.before.has_gold or not one.before.is_answerable]
    fates: Mapping[Fate, BeforeAfter] = {
        fate: _compared(run, counted, lambda stand, fate=fate: stand.fate == fate)  # type: ignore[misc]
        for fate in FATES
    }
    right = [one for one in counted if one.before.is_answerable and one.before.fate == "right"]
    turned: Mapping[Fate, Estimate] = {
        fate: _mean(run, right, lambda stand, fate=fate: float(stand.fate == fate))  # type: ignore[misc]
        for fate in FATES
    }
    flow = {fate: _flow(run, those) for fate in FATES if (those := [one for one in counted if one.before.fate == fate])}
    return Blame(len(counted), fates, turned, flow)


def _flow(run: Ran, those: Sequence[Blamed]) -> Mapping[Fate, Flow]:
    """To which fates those go that had one fate before."""
    gone = {fate: [one for one in those if one.after.fate == fate] for fate in FATES}
    return {
        fate: Flow(len(there), _mean(run, those, lambda stand, fate=fate: float(stand.fate == fate)))  # type: ignore[misc]
        for fate, there in gone.items()
        if there
    }


def _compared(run: Ran, those: Sequence[Blamed], is_so: Callable[[Stand], bool]) -> BeforeAfter:
    """Of how many it is so before and after."""
    before, after = ([float(is_so(stand)) for stand in side] for side in (
        [one.before for one in those], [one.after for one in those]
    ))  # fmt: skip
    return before_after([one.original for one in those], before, after, run.variants.groups)


def _mean(run: Ran, those: Sequence[Blamed], of: Callable[[Stand], float]) -> Estimate:
    return mean([of(one.after) for one in those], [one.original for one in those], run.variants.groups)


def _signed(run: RunFigures, told: RagRun) -> RunFigures:
    """The run's figures, with what stands behind those of this section."""
    how = {"goal": told.goal, "errored": "left-out"}
    lines = []
    if told.retrieval and told.retrieval.gold.after.n:
        found = told.retrieval.gold.after
        deep = {"k": "-".join(map(str, dict.fromkeys(told.retrieval.depth)))}
        deep |= {"searched": told.retrieval.searched.replace(" ", "-")} if told.retrieval.searched else {}
        lines.append(signature("gold_retrieved", found.n, match="id-or-text", **deep, **how, **made_by(found)))
    if told.blame:
        found = told.blame.fates["right"].after
        lines.append(signature("blame", told.blame.n, over="gold-retrieved-unattacked", right="f1>0", **how,
                               **made_by(found)))  # fmt: skip
    if told.target:
        found = told.target.after
        lines.append(signature("target_given", found.n, match="words-without-a-right-answer", **how, **made_by(found)))
    return replace(run, signatures=(*run.signatures, *lines))


def _exhibit(run: Ran, attempt: Attempt, example: Example) -> Exhibit:
    """An attempt with what was retrieved and cited before and after, by which its fate can be checked."""
    found = exhibit(run, attempt, example, "rag", lambda query: query.text, _read, plain.response)
    made, before, after = attempt.perturbation, attempt.before.prediction, attempt.after and attempt.after.prediction
    if before:
        gold = made.gold if made else example.gold
        found = replace(found, before=replace(found.before, told=told_before(example, before, gold)))
    if made and after and found.after:
        found = replace(found, after=replace(found.after, told=told_after(example, made, after)))
    return found


def _read(query: Query) -> str:
    """The passages that were given; of a system with an index of its own what it holds besides, and does without."""
    assert isinstance(query, OpenQuestion), "an open question"
    if query.passages is not None:
        return "\n\n".join(map(_shown, query.passages))
    removed = [f"Taken out of the index: {', '.join(query.removed)}."] if query.removed else []
    return "\n\n".join([*map(_shown, query.added), *removed])


def _shown(passage: Passage) -> str:
    return f"{passage.title}: {passage.text}" if passage.title else passage.text
