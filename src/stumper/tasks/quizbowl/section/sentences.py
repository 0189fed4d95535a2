"""What the quizbowl part says in words: sentences to quote, and what to know before believing them."""

from collections.abc import Mapping, Sequence
from math import isinf, isnan

from stumper.scores.fisher import ExactTest
from stumper.scores.t_test import WelchTest
from stumper.sections.judged import judgements_by_kind
from stumper.sections.ladder import PEOPLE
from stumper.sections.ladder_parts import sentences as of_ladder
from stumper.sections.play import BothWays, Compared, Play, Played, Transfer
from stumper.sections.ran import by_victim, victim_words
from stumper.sections.wording import (
    MINUS,
    NOTHING,
    attack_name,
    attack_words,
    capital,
    count,
    holds_zero,
    interval,
    lacking_notes,
    listed,
    not_whole,
    over,
    percent,
    plural,
    seen_notes,
    signed,
    signed_interval,
    stopped_notes,
    trained_on_notes,
)
from stumper.statistics import Estimate, negated
from stumper.tasks.quizbowl.section.figures import TossupRun
from stumper.tasks.quizbowl.section.play import are_timed, costs
from stumper.types import Judgement

FITTED = ("ir", "ensemble", "dan", "rnn")  # guessers that choose among the answers of past questions
UNPAIRED = (
    " Not all of them are variants of the regular questions, so that all are held against all of these: part of it may "
    "be how hard they are."
)
QUOTED = 4  # sentences of players
NAMED = 5  # questions that a machine was not heard on
FEWEST = 20  # answers, below which a test is said to be over few


def notes(runs: Sequence[TossupRun], judgements: Mapping[str, Sequence[Judgement]]) -> tuple[str, ...]:
    """What limits the figures of runs, by which there are ``judgements``."""
    further = (_errors, _never_right, _refused, _untried, _lacking)
    asked = (
        "A guesser is asked at the end of each sentence. Where it is first right counts, also where it is wrong again "
        "later; never right counts as the whole question."
    )
    return (
        *stopped_notes(runs),
        *seen_notes(runs),
        *_judged(runs, judgements),
        *(note for found in further for note in found(runs)),
        asked,
    )


def of_play(play: Play) -> list[str]:
    """Who answers what, set against set where there are several."""
    if not play.buzzes and play.trained_on:
        machines = listed(row.player for row in play.trained_on)
        answers = plural(sum(row.seen for row in play.trained_on), "answer")
        return [f"All {answers} of {machines} are trained-on, to questions learned from before, so there is no figure "
                "to quote."]  # fmt: skip
    if not play.buzzes:
        n = sum(row.questions for row in play.makeups)
        return [f"{plural(n, 'question')}, and nobody has answered any of them yet."]
    told = sorted((found for found in play.compared if found.of == "buzzed"), key=_in_quoting)
    said = [_compared(found) for found in told[:QUOTED]] or [_alone(row) for row in _quoted(play)]
    return [*said[:1], *_unlike_judges(play), *said[1:], *(of_ladder(play.ladder)[:1] if play.ladder else [])]


def _in_quoting(found: Compared | Played) -> tuple[bool, float]:
    """People first, then machines, the best first: beside people, by what people heard, too."""
    if isinstance(found, Compared):
        return found.is_machine, -found.before.value
    return found.is_machine, -(found.beside if found.beside.n else found.accuracy).value


def _quoted(play: Play) -> list[Played]:
    """Of each set people and the best machines."""
    of_each = max(2, QUOTED // max(1, len(play.sets)))
    by_set = [sorted((row for row in play.played if row.label == one), key=_in_quoting) for one in play.sets]
    return [row for rows in by_set for row in rows[:of_each]][:QUOTED]


def _unlike_judges(play: Play) -> list[str]:
    """A warning where nothing but their own file says of machines what is right, and people are told beside them."""
    found, are_people = play.rejudged, any(not row.is_machine for row in play.played)
    if not (are_people and found and found.left and not found.answers):
        return []
    return [
        "Machines are judged by the file's own verdicts, which are stricter than moderators': give the questions with "
        "--tossups before they are held against people."
    ]


def _compared(found: Compared) -> str:
    before, after = found.before, found.after
    ns = f"n = {count(after.n)} and {count(before.n)}"
    told = f"{_right_of(found)}: {signed_interval(found.accuracy)} points"
    if found.alike.unlike:
        return f"{told} ({ns}), but {_unlike(found)}."
    return f"{told}{_tested(found.accuracy, found.p, ns)}."


def _right_of(found: Compared) -> str:
    """What share of either set is answered right: of the questions where each has one answer, else of the answers."""
    who, (earlier, later) = subject(found.player, found.is_machine), found.questions
    before, after, verb = _share(found.before), _share(found.after), "answers" if found.is_machine else "answer"
    one_each = f"{who} {verb} {after} of the {found.second} questions"
    several = f"{who} {_is(found.is_machine)} right by a buzz in {after} of "
    several += _answers(found.after.n, later, found.second)
    if found.are_paired:
        each = " (one counts once for each of its variants)" if earlier < later else ""
        if found.after.n == later:
            return f"{one_each} and {before} of their originals{each} right by a buzz"
        return f"{several} and {before} of the answers to their originals{each}"
    if (found.before.n, found.after.n) == found.questions:
        return f"{one_each} and {before} of the {found.first} ones right by a buzz"
    return f"{several} and {before} of {_answers(found.before.n, earlier, found.first)}"


def _unlike(found: Compared) -> str:
    """In what two sets differ, and what is left of the difference among like questions."""
    alike, what = found.alike, listed(found.alike.unlike)
    differ = f"the sets differ in {what}, so that this is no effect of the set alone"
    if not alike.difference.n:
        return f"{differ}, and they have no questions alike in that to compare"
    tested = _tested(alike.difference, alike.p, f"n = {count(alike.n[1])} and {count(alike.n[0])}")
    return f"{differ}; among questions alike in {what} it is {signed_interval(alike.difference)} points{tested}"


def _tested(difference: Estimate, p: float, ns: str) -> str:
    """What a test says of a difference. Its interval and the p are by different methods, so that they may not agree:
    the interval decides whether there is one."""
    if holds_zero(difference):
        return f", indistinguishable from none ({ns})"
    return f" ({ns if isnan(p) else f'{p_value(p)}, {ns}'})"


def _alone(row: Played) -> str:
    verb = "answers" if row.is_machine else "answer"
    if 0 < row.met < row.questions:
        return (
            f"Of the {row.label} questions that people heard, too, {subject(row.player, row.is_machine)} {verb} "
            f"{_share(row.beside)} right by a buzz, n = {count(row.beside.n)}."
        )
    has_several = row.accuracy.n != row.questions
    words = "a question's words" if has_several else "their words"
    read = f", after {percent(row.position.value)}% of {words} on average" if row.position.n else ""
    if row.first_right.n:
        never = f" (never on {count(row.never)} of them, which count as the whole question)" if row.never else ""
        read = f", and is first right after {percent(row.first_right.value)}% of {words} on average{never}"
        read = ", and is right nowhere before" if row.first_right.value == 1.0 else read
    who = subject(row.player, row.is_machine)
    if has_several:
        answers = _answers(row.accuracy.n, row.questions, row.label)
        return f"{who} {_is(row.is_machine)} right by a buzz in {_share(row.accuracy)} of {answers}{read}."
    return (
        f"{who} {verb} {_share(row.accuracy)} of the {row.label} questions right by a buzz{read}, "
        f"n = {count(row.accuracy.n)}."
    )


def _answers(n: int, questions: int, label: str) -> str:
    """What a share is of where a question has several answers: of these, silences among them."""
    return f"{plural(n, 'answer')} to {plural(questions, f'{label} question')}"


def _is(is_machine: bool) -> str:
    return "is" if is_machine else "are"


def carried(play: Play) -> tuple[str, ...]:
    """What the questions against each machine cost it and the others, by where they are first right or by accuracy, and
    whether what stumps one machine hurts another more than the reverse."""
    machines = [row for row in play.transfer if row.is_machine and row.difference.n]
    against = {name: [row for row in machines if row.against == name] for name in (row.against for row in machines)}
    costly = (_carried(name, rows) for name, rows in against.items() if len(rows) > 1)
    return (*costly, *map(_both, play.both_ways))


def _carried(against: str, rows: Sequence[Transfer]) -> str:
    cost_of = dict(zip((row.player for row in rows), costs(rows), strict=True))
    told = listed(f"{player} by {signed_interval(cost)}" for player, cost in cost_of.items())
    same = [player for player, cost in cost_of.items() if holds_zero(cost)]
    unclear = f" For {listed(same)} that is indistinguishable from nothing." if same else ""
    what = "makes machines right later" if are_timed(rows) else "costs machines accuracy"
    bare = "" if all(row.are_paired for row in rows) else UNPAIRED
    return f"What was written against {against} {what}: {told} points (n = {_n(rows)}).{unclear}{bare}"


def _n(rows: Sequence[Transfer]) -> str:
    """How many questions were put to each, or to the one with the fewest and the one with the most."""
    fewest, most = min(row.accuracy.n for row in rows), max(row.accuracy.n for row in rows)
    return count(most) if fewest == most else f"{count(fewest)} to {count(most)}"


def _both(row: BothWays) -> str:
    first, second = (row.first, row.second) if row.difference.value >= 0 else (row.second, row.first)
    difference = row.difference if first == row.first else negated(row.difference)
    lost, reverse = (row.there, row.back) if first == row.first else (row.back, row.there)
    ns = f"n = {count(lost.n)} and {count(reverse.n)}"
    told = (
        f"What stumps {first} costs {second} {signed(lost.value)} points, the reverse {signed(reverse.value)}: "
        f"a difference of {signed_interval(difference)}"
    )
    return f"{told}, indistinguishable from none ({ns})." if holds_zero(difference) else f"{told} ({ns})."


def of_runs(runs: Sequence[TossupRun], together: Mapping[str, Estimate]) -> list[str]:
    """How much later guessers are first right under the attack that delays them most; ``together`` are the delays of
    runs, with intervals that hold for all attacks on a guesser at once."""
    return [said for group, on in by_victim(runs) if (said := _of_victim(group, on, together))]


def _of_victim(runs: Sequence[TossupRun], on: str, together: Mapping[str, Estimate]) -> str:
    victim = _guesser(runs[0].names.victim)
    attacks = [run for run in runs if run.accuracy.after.n and run.run_id in together]
    if not attacks:
        return ""
    run = max(attacks, key=lambda one: together[one.run_id].value)
    picked = f", the latest of {count(len(attacks))} attacks" if len(attacks) > 1 else ""
    return (
        f"{capital(victim)} is first right after {percent(run.position.after.value)}% of the words{on} under "
        f"{attack_words(attack_name(run.names))}{picked}, instead of {percent(run.position.before.value)}% of the same "
        f"questions ({_moved(together[run.run_id])}{_never(run)}), "
        f"{over(run.accuracy.after.n, run.trained_on, run.stopped)}"
        f"{not_whole(run.stopped)}."
    )


def _never(run: TossupRun) -> str:
    """On how many it is never right, which moves its mean position to the end."""
    before, after = run.nevers
    if not (before or after):
        return ""
    return f"; it is never right on {count(after)} and {count(before)} of them, which count as the whole question"


def _moved(difference: Estimate) -> str:
    if isnan(difference.low):
        return f"{signed(difference.value)} points"
    said = f"{signed_interval(difference)} points"
    return f"{said}, not told apart from no effect" if holds_zero(difference) else said


def _share(estimate: Estimate) -> str:
    return f"{percent(estimate.value)}% {interval(estimate)}".strip()


def _guesser(victim: str) -> str:
    return victim_words(victim, "guesser")


def of_played(play: Play) -> list[str]:
    """What limits the figures of play, without what carries over."""
    seen = {row.player: (row.seen, row.answers) for row in play.trained_on}
    said = trained_on_notes(seen, "answer", "of")
    if any(not row.is_machine for row in play.played):
        said.append(
            "People are counted once for every question that they answered, or heard to its end without an answer. In "
            "a match whoever was beaten to a question is left out of it: positions there are of those who were first."
        )
    said.append(
        "Right by a buzz is of all who heard the question: who is silent or wrong is not right (the cumulative "
        "incidence, with which wrong buzzes compete). What a machine would say at the end, wherever it buzzed, is "
        "another thing, and stands apart."
    )
    if play.observations:
        said.append(
            f"Of {plural(play.observations, 'answer')} of people nobody knows who gave them: each counts by itself, "
            "and that several are one person's is in no interval."
        )
    said += _alike_notes(play)
    if play.ladder:
        said.append(
            "On the scale a wrong buzz is never right, however early it came; abilities are of these questions and of "
            "others like them, and of a crowd without names no interval says how its members differ."
        )
    said += _judges(play)
    if play.still_played:
        said.append(
            f"{plural(play.still_played, 'match', 'matches')} {'is' if play.still_played == 1 else 'are'} not over: "
            "what was played so far counts here, and not yet on a project's page of results."
        )
    said += _unheard(play)
    if play.joined:
        said.append(
            f"{plural(play.joined, 'question')} that files call by ids of which only the ends agree "
            f"{'counts as one' if play.joined == 1 else 'count as one each'}."
        )
    if play.no_ladder:
        said.append(f"There is no scale of ability, as {play.no_ladder}.")
    few = [row for row in play.played if row.accuracy.n < FEWEST]
    if few:
        told = listed(dict.fromkeys(f"{row.player} on {row.label} ({count(row.accuracy.n)})" for row in few))
        tested = ", so that a test finds large differences only" if play.compared else ""
        said.append(f"Over few answers{tested}: {told}.")
    if play.compared:
        said.append(
            "Answers of one player, and answers to one question, hang together, and the tests of differences count "
            "that; all are two-sided, and no correction is made for how many are done."
        )
    if play.makeups and all(row.known.n == 0 for row in play.makeups):
        said.append("Nothing is known of training questions, so what is shared with them is not told.")
    return said


def _unheard(play: Play) -> list[str]:
    """Which questions machines failed on, and why."""
    return [
        f"{row.player} was not heard on {count(len(row.questions))} of its {plural(row.of, 'question')}, as it failed "
        f"there ({_ids(row.questions)}; {row.reason}): no figure of it counts these, and figures of others are over "
        f"more{_without(row.without)}."
        for row in play.unheard
    ]


def _ids(questions: Sequence[str]) -> str:
    told = [repr(one) for one in questions[:NAMED]]
    return listed([*told, f"{count(len(questions) - NAMED)} more"] if len(questions) > NAMED else told)


def _without(answers: int) -> str:
    if not answers:
        return ""
    return f"; nor does one count its {plural(answers, 'answer')} to variants of these"


def _judges(play: Play) -> list[str]:
    """By which verdicts machines are judged whose outputs came with their own."""
    found, said = play.rejudged, []
    if found and found.answers:
        ours, theirs = (percent(right / found.answers) for right in (found.right, found.right_by_source))
        said.append(
            f"Of {plural(found.answers, 'answer')} of machines that came with verdicts {ours}% are right by our "
            f"reading of the answer lines, which counts here, and {theirs}% by the file's own verdicts."
        )
    if found and found.left:
        said.append(
            f"{plural(found.left, 'answer')} of machines to {plural(found.questions, 'question')} whose answer lines "
            "are not known keep the file's own verdicts, which are stricter than moderators', and stand on no scale "
            "beside people."
        )
    return said


def _alike_notes(play: Play) -> list[str]:
    """Of comparisons, whether it is known that sets are alike."""
    if not play.compared or all(found.alike.unlike for found in play.compared) or play.has_categories:
        return []
    return ["Not all questions have a category, so whether the sets that are compared are alike in it is not known."]


def _judged(runs: Sequence[TossupRun], judgements: Mapping[str, Sequence[Judgement]]) -> list[str]:
    changed = [run for run in runs if run.names.control != "unchanged" and run.accuracy.after.n]
    if given := [one for run in changed for one in judgements.get(run.run_id, ())]:
        return [f"Behind the changed questions stand {judgements_by_kind(given)}."]
    if not changed:
        return []
    return [
        "Not judged: nobody has checked that the changed questions still lead to their answers. Unjudged is not "
        "correct (stumper judge FILE --sample 100)."
    ]


def _errors(runs: Sequence[TossupRun]) -> list[str]:
    errored = sum(run.errored for run in runs)
    if not errored:
        return []
    return [f"{plural(errored, 'variant')} of tossups ended in an error of the guesser: left out of every mean."]


def _refused(runs: Sequence[TossupRun]) -> list[str]:
    return [
        f"Of {attack_words(run.names.attack)} on {_guesser(run.names.victim)} {plural(run.refused, 'attempt')} asked "
        "nothing, as all that was proposed broke a constraint."
        for run in runs
        if run.refused
    ]


def _untried(runs: Sequence[TossupRun]) -> list[str]:
    return [
        f"Of {attack_words(run.names.attack)} on {_guesser(run.names.victim)} {plural(run.untried, 'attempt')} spent "
        "the budget before any change was tried: a tossup takes a query for each of its sentences, and so does every "
        "change of it."
        for run in runs
        if run.untried
    ]


def _lacking(runs: Sequence[TossupRun]) -> list[str]:
    return lacking_notes(runs, "tossup")


def _never_right(runs: Sequence[TossupRun]) -> list[str]:
    alike = {(run.names.dataset, run.names.victim): run for run in runs if run.ended.skipped and not run.success.n}
    return [
        f"{capital(_guesser(victim))} is right at no sentence's end of {plural(run.ended.skipped, 'question')} of "
        f"{dataset}, so that there was nothing to attack. {_why_never(victim)}"
        for (dataset, victim), run in alike.items()
    ]


def _why_never(victim: str) -> str:
    if victim.partition(":")[0] in FITTED:
        return "It can give only the answers of the questions that it was fitted to: fit one to more (ir:FILE)."
    return "What it does say is written by stumper predict."


LEAST_P = 0.001
PHENOMENA = {  # Wallace et al. 2019, table 3
    "composing": "composing seen clues",
    "logic": "logic and calculation",
    "multi-step": "multi-step reasoning",
    "paraphrase": "paraphrase",
    "distractor": "entity-type distractor",
    "novel": "novel clue",
}


def p_value(p: float) -> str:
    """A probability by a test; very small ones as that."""
    if isnan(p):
        return NOTHING
    return f"p < {LEAST_P}" if p < LEAST_P else f"p = {p:.3f}"


def odds_ratio(test: ExactTest) -> str:
    """An odds ratio with its interval."""
    if isnan(test.odds_ratio):
        return NOTHING
    return f"{_two(test.odds_ratio)} [{_two(test.low)}, {_two(test.high)}]"


def effect_size(test: WelchTest) -> str:
    """Hedges' g with its interval."""
    if isnan(test.g):
        return NOTHING
    return f"{_signed(test.g)} [{_signed(test.g_low)}, {_signed(test.g_high)}]"


def t_and_df(test: WelchTest) -> str:
    """The statistic with its degrees of freedom."""
    return NOTHING if isnan(test.t) else f"{_signed(test.t)} ({test.df:.1f})"


def subject(player: str, is_machine: bool) -> str:
    """A player at the beginning of a sentence."""
    return player if is_machine else "People" if player == PEOPLE else player


def points(scored: int | None) -> str:
    """Points of matches; none where none were played for."""
    return NOTHING if scored is None else count(scored).replace("-", MINUS)


def nevers(never: int, n: int) -> str:
    """How often a guesser is never right."""
    return f"{count(never)} of {count(n)}" if n else NOTHING


def share_label(share: float) -> str:
    """A share of the question in percent, without decimals where it has none."""
    return f"{round(100 * share, 1):g}"


def part_name(name: str) -> str:
    """A category or a phenomenon in full."""
    return PHENOMENA.get(name, name)


def _two(value: float) -> str:
    return "∞" if isinf(value) else f"{value:.2f}"


def _signed(value: float) -> str:
    return f"{value:+.2f}".replace("-", MINUS)
