"""What is shown of people and machines at play: pictures and tables, in the order of the page."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isnan

from stumper.sections import ladder_parts
from stumper.sections.ladder import PEOPLE
from stumper.sections.pictures import COLOURS, hues
from stumper.sections.play import Compared, Grouping, Makeup, Measure, Part, Play, Played, ShareCurve, Transfer
from stumper.sections.section import Block, Cell, Column, Dumbbell, Table
from stumper.sections.showing import (
    Value,
    columns,
    details,
    drawn,
    dumbbell,
    given,
    lead,
    line,
    mean,
    part,
    points,
    said,
    share,
    shown,
    text,
)
from stumper.sections.wording import NOTHING, count, holds_zero, listed, percent, signed_interval
from stumper.statistics import Estimate
from stumper.tasks.quizbowl.section import sentences
from stumper.tasks.quizbowl.section.estimands import FEWEST_WAITING
from stumper.tasks.quizbowl.section.parts import READ, share_plot, told_shares
from stumper.tasks.quizbowl.section.sentences import carried, p_value, part_name, subject

IN_PERCENT = "in percent, with 95% intervals"
ROUNDS, AGAINST = "Round by round", "By the machine that questions were written against"
TRAINING = "By the number of training questions with the same answer"
TITLES: Mapping[Grouping, str] = {
    "set": "{} questions",
    "round": "{}",
    "against": "written against {}",
    "training": "{} in training",
}
DRAWN = 6  # curves of one plot
MORE = ": those that end highest; the table has all"
CURVES: Mapping[Measure, str] = {
    "known": "Known",
    "buzzed": "Right buzzes",
    "unhindered": "Right buzzes of people if no wrong one had come,",
}
ASSUMED = "assumes that who was wrong would later have done as well as others"
UNHINDERED = Column("unhindered, %", "by a buzz", meaning="of people, right by the end if no wrong buzz had come "
                    f"before (Kaplan and Meier): {ASSUMED}")  # fmt: skip
BESIDE = (
    Column("heard by people, too", "by a buzz", meaning="of a machine's questions"),
    Column("right of these, %", "by a buzz", meaning="what stands beside people's share: over the questions that they "
           "heard, too"),
)  # fmt: skip
PLAYED = (
    Column("questions"),
    Column("n", meaning="all who heard a question to the end, or buzzed"),
    Column("right, %", "by a buzz", is_main=True, meaning="by the end of the question, of all who heard it: the "
           "cumulative incidence, with which wrong buzzes compete"),
    Column("wrong", "by a buzz"),
    Column("silent", "by a buzz", meaning="no buzz as far as they were watched"),
    Column("right of buzzes, %", "by a buzz", meaning="the silent left out"),
    Column("read, %", "by a buzz", meaning="the mean share of the question that was read before a right buzz"),
    Column("expected wins, %", "by a buzz", meaning="against people's play on Protobowl, of all who heard it; a wrong "
           "answer wins nothing"),
    Column("points", "by a buzz"),
)  # fmt: skip
KNOWN = (
    Column("questions"),
    Column("known at the end, %", is_main=True, meaning="what it would say once the question was read, wherever it "
           "buzzed"),
    Column("first right, %", meaning="the share read after which it would be right; never counts as 100"),
    Column("never right", meaning="on how many of them it would be right nowhere"),
    Column("Brier score", meaning="the mean square of a probability less 1 or 0, over all that it said along a "
           "question; 0 is best"),
    Column("wins against these people, %", meaning="of its right buzzes, by the buzzer as logged, the share of these "
           "people that had not been right by then, over the questions that they heard; a wrong buzz wins nothing"),
)  # fmt: skip
REACHED: Mapping[Measure, str] = {"buzzed": "position of right answers", "known": "first right, never as the whole"}
TESTED = (
    *columns("player", "sets"),
    *(Column(name, "right") for name in ("n", "points")),
    Column(
        "unlike in", "right", meaning="what the two sets of questions differ in by more than a tenth of the answers"
    ),
    Column("points among like ones", "right", meaning="with the questions of the first set weighed as in the second"),
    Column("p", "right", meaning="among like questions where the sets are unlike"),
)
TESTED_ALONE = tuple(
    Column(name, "as if no two answers hung together")
    for name in ("odds ratio", "p (Fisher)", "Hedges' g", "t (df)", "p (Welch)")
)
MAKEUP = (
    ("Words", "a question", "words", "count"),
    ("Characters", "a question", "characters", "count"),
    ("Sentences", "a question", "sentences", "count"),
    ("Names", "distinct people, places, organisations and works a question", "names", "count"),
    ("Examples per answer", "training questions with the same answer", "examples", "count"),
    ("Answer seen in training, %", "questions whose answer has a training question", "known", "share"),
    ("Words shared, %", "of a question's distinct words, with training questions of its answer", "unigrams", "share"),
    ("Pairs of words shared, %", "of its distinct pairs of words in a row", "bigrams", "share"),
    ("Three words in a row shared, %", "of its distinct runs of three words", "trigrams", "share"),
    ("Longest run shared", "words in a row", "longest", "count"),
    ("Names shared, %", "of its distinct names", "shared_names", "share"),
)


def blocks(play: Play) -> tuple[Block, ...]:
    """All of it but the notes."""
    on_scale = ladder_parts.blocks(play.ladder, _colours(play)) if play.ladder else ()
    return (*_played(play), *on_scale, *_late(play), *_known(play), *_carried(play), *_made_of(play))


def short(play: Play) -> tuple[Block, ...]:
    """What a terminal shows."""
    tables = []
    if play.played:
        is_beside = any(0 < row.met < row.questions for row in play.played)
        beside = ["of what people heard, %"] if is_beside else []
        header = columns("player", "set", "n", "right by a buzz, %", *beside, "read, %", "expected wins, %", "points")
        rows = (
            line(*_who(row), row.accuracy.n, row.accuracy, *([row.beside] if is_beside else []), row.position, row.wins,
                 sentences.points(row.points))
            for row in play.played
        )  # fmt: skip
        tables.append(Table(header, tuple(rows), names=2))
    if known := [row for row in play.played if row.known.n]:
        header = columns("player", "set", "n", "known at the end, %", "first right, %")
        rows = (line(*_who(row), row.known.n, row.known, row.first_right) for row in known)
        tables.append(Table(header, tuple(rows), names=2))
    if compared := _by("buzzed", play):
        header = columns("player", "sets", "n", "right, points", "unlike in", "among like ones", "p", "n right",
                         "read, points", "p of that")  # fmt: skip
        tables.append(Table(header, tuple(line(*_test(row)[:10]) for row in compared), names=2))
    if play.ladder:
        return (*map(shown, tables), ladder_parts.short(play.ladder))
    return tuple(map(shown, tables))


def computed(play: Play) -> tuple[Block, ...]:
    """What stands behind its figures."""
    if not play.signatures:
        return ()
    lines = Block("code", texts=play.signatures)
    return (details("Play", lines, aside=f"{count(play.buzzes)} answers"),)


def _played(play: Play) -> tuple[Block, ...]:
    if not play.played:
        return ()
    colours, with_interval, compared = _colours(play), "each with its 95% interval.", _by("buzzed", play)
    about = "Questions answered right by a buzz, in percent of all who heard them"
    if compared:
        about = f"{about}: ○ {compared[0].first} ones and ● {compared[0].second} ones, {with_interval}"
        rows = [_right(play, row) for row in compared]
    else:
        about = f"{about}, {with_interval}"
        rows = [
            dumbbell(subject(row.player, row.is_machine), row.accuracy, aside=_where(row), hue=colours[row.player])
            for row in play.played
        ]
    tables = [shown(_table("Buzzes, their positions and expected wins", "set", play.played))]
    tables += [shown(_tests(compared))] if compared else []
    each = [details("Person by person", *_of_sides(play), shown(_table("Person by person", "set", play.people)))]
    return (
        part(
            "How people and machines play",
            lead(about),
            drawn(rows),
            details("The same as a table, with tests and effect sizes", *tables),
            *(each if play.people else ()),
            above="Pyramidal questions",
        ),
    )


def _of_sides(play: Play) -> tuple[Block, ...]:
    """What rows of persons are over, where a file tells of what a side heard in silence, which stands beside them."""
    if not any(row.player == PEOPLE for row in play.people):
        return ()
    about = (
        "In a match a side that is silent to the end is counted as people together: the rows of persons are over the "
        "questions that they answered, and are not to be compared with it."
    )
    return (lead(about),)


def _where(row: Played) -> str:
    """The set; of a machine, too, how many of its questions people heard, where these are not all."""
    if not row.met or row.met == row.questions:
        return row.label
    return f"{row.label}, {count(row.met)} of {count(row.questions)} heard by people, too"


def _by(of: Measure, play: Play) -> list[Compared]:
    return [row for row in play.compared if row.of == of]


def _right(play: Play, row: Compared) -> Dumbbell:
    """A player on both sets, with the difference; where these are unlike, with that among like questions."""
    if not row.alike.unlike:
        return _pair(play, row, row.before, row.after, _tested(row.accuracy, row.p))
    apart = f"unlike in {listed(row.alike.unlike)}"
    alike = row.alike.difference
    among = _tested(alike, row.alike.p, " among like ones")
    told = [text(signed_interval(row.accuracy), f"({apart})"), among if alike.n else text("none are alike")]
    return replace(_pair(play, row, row.before, row.after, text("")), told=(share(row.after), *told))


def _tested(difference: Estimate, p: float, among: str = "") -> Cell:
    """A difference, and what a test says of it; its interval decides whether there is one."""
    said = "indistinguishable" if holds_zero(difference) else "" if isnan(p) else p_value(p)
    return text(f"{signed_interval(difference)}{among}", f"({said})" if said else "")


def _pair(play: Play, row: Compared, before: Estimate, after: Estimate, tested: Cell) -> Dumbbell:
    """A player on one set and on another, with what a test says of the difference."""
    aside = row.second if len(play.sets) > 2 else ""
    name, hue = subject(row.player, row.is_machine), _colours(play)[row.player]
    return dumbbell(name, after, tested, before=before, aside=aside, hue=hue)


def _known(play: Play) -> tuple[Block, ...]:
    """What machines know, wherever they buzz: another thing than people's buzzes, so that these stand nowhere here."""
    rows = [row for row in play.played if row.known.n]
    if not rows:
        return ()
    colours, compared = _colours(play), _by("known", play)
    about = "What machines that were asked all along would say right at the end, in percent, wherever they buzzed"
    if compared:
        about = f"{about}: ○ {compared[0].first} and ● {compared[0].second} questions, each with its 95% interval."
        drawings = [_right(play, row) for row in compared]
    else:
        about = f"{about}, each with its 95% interval."
        drawings = [dumbbell(row.player, row.known, aside=row.label, hue=colours[row.player]) for row in rows]
    header = (*columns("machine", "set"), *KNOWN)
    told = [
        line(row.player, row.label, row.questions, row.known, row.first_right, row.never, _brier(row), row.wins_here)
        for row in rows
    ]
    table = Table(header, tuple(told), names=2, title="What machines know", aside=IN_PERCENT, is_wide=True)
    tables = [shown(table), *([shown(_tests(compared))] if compared else [])]
    early = (
        "The share of questions in percent to which a machine would say the answer, against the share of the question "
        "that was read."
    )
    others: list[Block] = []
    grouped: list[tuple[str, Grouping]] = [(ROUNDS, "round"), (AGAINST, "against")]
    for title, by in grouped:
        if found := _curves(play, by, "known"):
            others.append(details(title, *found))
    if play.training:
        table_of = shown(_table(TRAINING, "in training", play.training))
        others.append(details(TRAINING, table_of, *_curves(play, "training", "known")))
    return (
        part(
            "What machines know",
            lead(about),
            drawn(drawings),
            details("The same as a table, with how well their probabilities fit", *tables),
            lead(early),
            *_curves(play, "set", "known"),
            *others,
        ),
    )


def _late(play: Play) -> tuple[Block, ...]:
    if not play.curves:
        return ()
    told: list[Block] = []
    if compared := [row for row in _by("buzzed", play) if not row.alike.unlike]:
        first = compared[0]
        rows = [_pair(play, row, row.read_before, row.read_after, _tested(row.later, row.later_p)) for row in compared]
        about = (
            "The mean share of the question in percent that was read before a right answer, "
            f"○ {first.first} and ● {first.second} questions, each with its 95% interval."
        )
        table = shown(replace(_tests(compared), is_aside=True))
        told = [lead(about), drawn(rows), details("The same as a table", table)]
    about = (
        "The share of questions in percent that a player has answered right by a buzz, of all who heard them, against "
        "the share of the question that was read: the cumulative incidence."
    )
    without = (
        "The same of people as if no wrong buzz had kept anybody from waiting on, by Kaplan and Meier, with wrong "
        f"buzzes and silence censored: it {ASSUMED}. A curve ends where fewer than {FEWEST_WAITING} were still waiting."
    )
    curves = _curves(play, "set", "unhindered")
    more = [details("If no wrong buzz had come", lead(without), *curves)] if curves else []
    return (part("How late they answer", *told, lead(about), *_curves(play, "set", "buzzed"), *more),)


def _curves(play: Play, by: Grouping, of: Measure) -> list[Block]:
    """Accuracy against the share read: a plot a set, a round, a machine or a band, and a line a player.

    (Wallace et al. 2019, figures 4 to 7.)
    """
    found = [curve for curve in play.curves if (curve.by, curve.of) == (by, of)]
    if not found:
        return []
    colours = _colours(play)
    groups: dict[str, list[ShareCurve]] = {}
    for curve in found:
        groups.setdefault(curve.label, []).append(curve)
    titles = {label: TITLES[by].format(label) for label in groups}
    plots = tuple(
        share_plot(
            f"{titles[label][:1].upper()}{titles[label][1:]}{MORE if len(alike) > DRAWN else ''}",
            [(c.player, colours[c.player], c.points) for c in _drawn(alike)],
        )
        for label, alike in groups.items()
    )
    rows = []
    for curve in found:
        estimates = told_shares(curve.points)
        names = ladder_parts.who(curve.player, curve.is_machine), curve.label
        rows.append(line(*names, *estimates, curve.points[-1].estimate.n))
    title = f"{CURVES[of]} by share of the question read, %, by {by}"
    header = (*columns("player", "questions"), *READ, Column("n"))
    table = Table(header, tuple(rows), names=2, title=title, is_wide=True)
    return [Block("plots", plots=plots), details("The same as a table", shown(table))]


def _drawn(alike: Sequence[ShareCurve]) -> Sequence[ShareCurve]:
    """All of few curves; of more, people's and those machines' that end highest."""
    if len(alike) <= DRAWN:
        return alike
    machines = sorted((c for c in alike if c.is_machine), key=lambda c: -c.points[-1].estimate.value)
    people = [c for c in alike if not c.is_machine]
    kept = [*people, *machines[: DRAWN - len(people)]]
    return [c for c in alike if c in kept]


def _carried(play: Play) -> tuple[Block, ...]:
    if not (play.rounds or play.against or play.transfer):
        return ()
    found: list[Block] = []
    if play.transfer:
        colours = _colours(play)
        about = (
            "Questions that were written against one machine, put to every player: right in percent on ○ regular "
            "questions and ● on these."
        )
        rows = [
            dumbbell(
                subject(row.player, row.is_machine),
                row.accuracy,
                points(row.difference),
                before=row.regular,
                aside="itself" if row.player == row.against else "",
                hue=colours[row.player],
                under=(f"written against {row.against}",),
            )
            for row in play.transfer
        ]
        found = [*map(said, carried(play)), lead(about), drawn(rows)]
        found += [details("The same as a table", shown(_transfer_table(play.transfer)))]
    if play.rounds:
        found.append(shown(_table(ROUNDS, "round", play.rounds)))
    if play.against:
        found.append(details(AGAINST, shown(_table(AGAINST, "against", play.against))))
    return (part("What carries over" if play.transfer else ROUNDS, *found),)


def _transfer_table(rows: Sequence[Transfer]) -> Table:
    header = columns(
        "written against", "put to", "n", "regular, %", "these, %", "difference, points", "first right, points later"
    )
    told = [
        line(
            row.against, ladder_parts.who(row.player, row.is_machine), row.accuracy.n, row.regular,
            row.accuracy, points(row.difference), points(row.later) if row.later.n else "–",
        )
        for row in rows
    ]  # fmt: skip
    return Table(header, tuple(told), names=2)


def _made_of(play: Play) -> tuple[Block, ...]:
    if not (play.makeups or play.categories or play.phenomena):
        return ()
    found = [shown(_makeup_table(play.makeups))] if play.makeups else []
    found += _parts(play.phenomena, "Phenomena", "of the questions that annotators tagged; a question may show several")
    found += _parts(play.categories, "Categories", "of the questions whose category is known")
    return (part("What the questions are made of", *found),)


def _makeup_table(found: Sequence[Makeup]) -> Table:
    rows = []
    for title, meaning, name, kind in MAKEUP:
        figures = [(getattr(one, name), one.questions) for one in found]
        if any(figure.n for figure, _ in figures):
            made = share if kind == "share" else mean
            told = (made(figure, f", n = {count(figure.n)}" if figure.n != n else "") for figure, n in figures)
            rows.append(line(text(title, f", {meaning}"), *told))
    header = given("", *(f"{one.set} (n = {count(one.questions)})" for one in found))
    title = "Lengths, and what is shared with training questions"
    return Table(header, tuple(rows), title=title, aside="means with 95% intervals")


def _parts(rows: Sequence[Part], title: str, aside: str) -> list[Block]:
    if not rows:
        return []
    sets, of = list(dict.fromkeys(row.set for row in rows)), {(row.name, row.set): row for row in rows}
    names, pictured = list(dict.fromkeys(row.name for row in rows)), []
    if len(sets) == 2:
        about = f"○ {sets[0]} and ● {sets[1]} questions, shares in percent with their 95% intervals."
        for name in names:
            first, second = (of[name, one] for one in sets)
            against = f"against {percent(first.share.value)}"
            pictured.append(dumbbell(part_name(name), second.share, against, before=first.share, hue=1))
    else:
        about = "Shares in percent with their 95% intervals."
        for name in names:
            for place, one in enumerate(sets, 1):
                if row := of.get((name, one)):
                    aside_of = one if len(sets) > 1 else ""
                    pictured.append(dumbbell(part_name(name), row.share, aside=aside_of, hue=place))
    header = columns(title.lower(), "set", "questions", "share, %", "people right, %", "machines right, %")
    told = (line(part_name(row.name), row.set, row.questions, row.share, row.people, row.machines) for row in rows)
    table = Table(header, tuple(told), names=2, title=title, aside=aside)
    detailed = details("The same as a table, with who answers them", shown(table))
    return [Block("heading", title, aside), lead(about), drawn(pictured), detailed]


def _table(title: str, label: str, rows: Sequence[Played]) -> Table:
    """Without what is of people alone, or of machines beside people alone, where there are none."""
    of_people: dict[Column, list[Value]] = (
        {UNHINDERED: [row.unhindered for row in rows]} if any(not row.is_machine for row in rows) else {}
    )
    beside: dict[Column, list[Value]] = {}
    if any(row.met for row in rows):
        told: list[Value] = [
            f"{count(row.met)} of {count(row.questions)}" if row.is_machine else NOTHING for row in rows
        ]
        beside = dict(zip(BESIDE, (told, [row.beside for row in rows]), strict=True))
    more = beside | of_people
    header = (*columns("player", label), *PLAYED, *more)
    lines = [line(*_who(row), *_figures(row), *last) for row, *last in zip(rows, *more.values(), strict=True)]
    return Table(header, tuple(lines), names=2, title=title, aside=IN_PERCENT, is_wide=True)


def _who(row: Played) -> tuple[str, str]:
    return ladder_parts.who(row.player, row.is_machine), row.label


def _figures(row: Played) -> list[Value]:
    shares = row.right_of_buzzes, row.position, row.wins
    counts = row.questions, row.accuracy.n
    return [*counts, row.accuracy, row.wrong, row.silent, *shares, sentences.points(row.points)]


def _brier(row: Played) -> str:
    found = row.brier
    if not found.n:
        return NOTHING
    return f"{found.value:.3f} [{found.low:.3f}, {found.high:.3f}]" if found.is_known else f"{found.value:.3f}"


def _tests(rows: Sequence[Compared]) -> Table:
    """Of rows by one measure."""
    aside = "two-sided; differences are of the second set against the first"
    told = tuple(line(*_test(row)) for row in rows)
    reached = (Column(name, REACHED[rows[0].of]) for name in ("n", "points", "p"))
    return Table((*TESTED, *reached, *TESTED_ALONE), told, names=2, title="Tests and effect sizes", aside=aside)


def _test(row: Compared) -> tuple[str, ...]:
    """A probability stands beside a difference only where the sets are alike, or where it is of like questions."""
    exact, welch, alike = row.exact, row.welch, row.alike
    is_alike = not alike.unlike
    among = signed_interval(alike.difference) if alike.difference.n else NOTHING
    return (
        ladder_parts.who(row.player, row.is_machine), f"{row.first}, {row.second}",
        f"{count(exact.first[1])}, {count(exact.second[1])}", signed_interval(row.accuracy),
        NOTHING if is_alike else listed(alike.unlike), NOTHING if is_alike else among,
        p_value(row.p if is_alike else alike.p),
        f"{count(welch.first)}, {count(welch.second)}", signed_interval(row.later),
        p_value(row.later_p) if is_alike else NOTHING,
        sentences.odds_ratio(exact), p_value(exact.p) if is_alike else NOTHING, sentences.effect_size(welch),
        sentences.t_and_df(welch), p_value(welch.p) if is_alike else NOTHING,
    )  # fmt: skip


def _colours(play: Play) -> Mapping[str, int]:
    """The colour of people, of each machine in the order in which they play; of more than there are colours those that
    buzz best have one, and the others are grey."""
    people = dict.fromkeys(row.player for row in play.played if not row.is_machine)
    rows = [row for row in play.played if row.is_machine]
    if len({row.player for row in rows}) >= COLOURS:
        rows.sort(key=lambda row: -row.accuracy.value)
    machines = dict.fromkeys(row.player for row in rows)
    names = [name for name in (*people, *machines) if name != PEOPLE]
    return hues([*([PEOPLE] if PEOPLE in people else []), *names])
