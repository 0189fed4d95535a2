"""A sheet of what attacks put behind open questions, to be read blind; blind_sheets.py draws it and keeps what is said.

The reader sees `reader/`: sheet.csv, and what is asked of it. What is what stands in key.csv, outside. The originals
and the broken rows have the three shapes that the attacks' rows have: a passage put in beside the gold one, one in its
place, and a question whose passages are held to leave it open. All are of SQuAD's 24 articles, and no passage is shown
twice; AddSent and the edits were mended on some of these articles, so that this is no test on unseen ones.

`draw-passages FOLDER ATTACK` draws fifty rows of one attack, with twelve originals and twelve broken rows of its
shape, from SQuADShifts' new Wikipedia part, on which no attack was mended; passage-shortcut alone from the bundled
questions of two steps, on which it was, as there are no others. Of what passage-search finds it is what misleads `rag`.

Where what is right is judged, passage-poison is among the rest: it says a false answer as a fact beside the passage
that says the right one, so that a reader cannot know which holds, and it is scored by how often it succeeds alone.
"""

import csv
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from random import Random

from blind_sheets import JUDGED, Row, by, holds, rows, scrambled, write
from measuring import DATA, say
from measuring import shown as estimated
from stumper import api
from stumper.adversaries.rag.mined import may_answer
from stumper.loading import load_adversary
from stumper.protocols import Enumerator
from stumper.retrieval.passages import PassageIndex
from stumper.statistics import share
from stumper.tasks.rag.open_question import OpenQuestion, changes, gold_passages
from stumper.text import sentences, tokens
from stumper.types import Example, Passage, Perturbation, Query, Verdict

SEED, OF_EACH = 20261126, 20
FILE = "squad-dev-v1.1-24-articles.json.gz"
ATTACKS: Mapping[str, Mapping[str, str]] = {
    "passage-sent": {},
    "passage-conflict": {},
    "passage-poison": {},
    "question-presuppose": {},
    "in-passage": {"attack": "edit-synonym"},
}
# Originals, and rows whose words are scrambled or that are held to be what they are not, by shape or by what they are
# made of.
ORIGINALS = {"added": 15, "in place": 5, "open": 5}
SCRAMBLED = {"added": 4, "passage-sent": 2, "passage-conflict": 1, "passage-poison": 1, "in-passage": 2,
             "question-presuppose": 3}  # fmt: skip
WRONG = {"added": 7, "in place": 2, "open": 3}
# Of the sheets of one attack: how many rows, and what their originals look like.
AGAIN, UNTOUCHED, BROKEN_OF_EACH, OF_ATTACK = "squadshifts-new_wiki.json.gz", 12, 6, 50
SHAPES = {"passage-withhold": "open", "question-paraphrase": "question"}
OPTIONS: Mapping[str, Mapping[str, str]] = {"passage-distract": {"corpus": AGAIN}, "passage-order": {"corpus": AGAIN}}
ONE_BY_ONE = ("passage-sent", "passage-conflict", "passage-poison", "passage-benign", "passage-inject",
              "passage-withhold", "passage-distract", "passage-order", "passage-shortcut", "passage-search",
              "question-paraphrase")  # fmt: skip
SEARCHED, LEFT = 40, 3  # questions that are searched on; passages that are shown where the gold one is withheld
OPEN = "(none: the passages leave it open)"
ASKED = """# What you are asked

sheet.csv has a question a line, with passages that somebody has at hand to answer it from, each behind its title in
brackets, and what is held to be the right answer. `put_in` is a passage that somebody put in; `stays` is one that was
there before. One of the two may be empty. Where the answer is "(none: …)", the passages are held to leave the question
open. Read each line by itself, and write verdicts.tsv beside the sheet with a line for each: id, grammatical, right,
on_task, note, and tabs between.

- grammatical, of what was put in; where nothing was, of the question: `yes`, if it reads as a fluent writer of English
  would write it, however odd what it says; `slips`, if one small thing is wrong (an article, a number, a preposition, a
  word that nobody would use there) and the meaning is plain at once; `broken`, if one has to read something twice to
  see what it says, or cannot.
- right: `yes`, if what is held is what a careful reader of all passages of the line answers; `no`, if they give another
  answer, or leave the reader with two and no way to tell which of them holds, or answer a question that they are held
  to leave open. Go by what the passages say, even where you know it to be otherwise.
- on_task: `yes`, if what was put in could stand as a passage in a collection of texts, such as an encyclopedia, a
  newspaper or the pages of a site; where nothing was put in, if the question is one that somebody could ask; else `no`.
- note: what was wrong, in a few words, or nothing.

You are told nothing of where the passages come from. Do not look for it.
"""


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the sheet: what is shown, and what the key says of it."""

    example: Example
    question: str
    put_in: tuple[Passage, ...]
    stays: tuple[Passage, ...]
    answer: str
    kind: str
    rule: str


def draw(folder: Path) -> None:
    """The sheet lies in the folder: for the reader what is read and asked, and the key apart from it."""
    rng = Random(SEED)
    every = tuple(api.load_dataset(f"open:{DATA / 'reading' / FILE}"))
    pool = list({passage_of(one).id: one for one in rng.sample(every, len(every))}.values())  # a question a passage
    names = [*ATTACKS, "plain", "others"]
    parts = {name: pool[at :: len(names)] for at, name in enumerate(names)}
    made = {attack: made_by(attack, pool, parts[attack], rng) for attack in ATTACKS}
    lay(folder, sheet(made, parts["plain"], [passage_of(one) for one in parts["others"]], every, rng), rng)


def lay(folder: Path, made: Sequence[Line], rng: Random) -> None:
    """The lines are in the folder, shuffled: the sheet and what is asked, and the key outside."""
    lines = rng.sample(made, len(made))
    (folder / "reader").mkdir(parents=True, exist_ok=True)
    (folder / "reader" / "INSTRUCTIONS.md").write_text(ASKED, encoding="utf-8")
    texts = [(at, one.question, shown(one.put_in), shown(one.stays), one.answer) for at, one in enumerate(lines, 1)]
    keys = [(at, one.kind, one.example.id, one.rule) for at, one in enumerate(lines, 1)]
    write(folder / "reader" / "sheet.csv", ("id", "question", "put_in", "stays", "answer"), texts)
    write(folder / "key.csv", ("id", "kind", "example", "rule"), keys)


def draw_attack(folder: Path, attack: str) -> None:
    """A sheet of one attack lies in the folder."""
    rng = Random(f"{SEED} {attack}")
    every = tuple(api.load_dataset(f"open:{DATA / 'reading' / AGAIN}"))
    pool = list({passage_of(one).id: one for one in rng.sample(every, len(every))}.values())
    plain, others, part = pool[:150], [passage_of(one) for one in pool[150:600]], pool[600:900]
    lines = list(islice(lines_of(attack, part, every, rng), OF_ATTACK))
    shape, questions = SHAPES.get(attack, "added"), iter(plain)
    untouched = original(shape, questions, others)
    lines += islice(untouched, UNTOUCHED)
    lines += [garbled(one, rng) for one in islice(untouched, BROKEN_OF_EACH)]
    wrong = (held_open(one) for one in questions) if shape == "open" else answering_another(untouched, every, rng)
    lay(folder, [*lines, *islice(wrong, BROKEN_OF_EACH)], rng)


def lines_of(attack: str, part: Sequence[Example], every: Sequence[Example], rng: Random) -> Iterator[Line]:
    """What an attack makes of a part of the questions, one line a question."""
    if attack == "passage-search":
        return searched(part, rng)
    if attack == "passage-shortcut":
        part = tuple(api.load_dataset("rag"))
    options = {name: str(DATA / "reading" / value) for name, value in OPTIONS.get(attack, {}).items()}
    adversary, unasked = load_adversary(attack, options), Verdict(None, None, None)
    if isinstance(adversary, Enumerator):
        made = [one for one in adversary.instances(part, rng) if isinstance(one, Perturbation)]
    else:
        made = [one for each in part for one in next(adversary.attack(each, unasked, rng), ())]
    by_id = {one.id: one for one in part}
    chosen = {one.example_id: one for one in rng.sample(made, len(made))}.values()
    index = PassageIndex.build({passage_of(one).id: passage_of(one) for one in every}.values())
    return (with_what_is_left(line_of(by_id[one.example_id], one, attack), one.query, index) for one in chosen)


def searched(part: Sequence[Example], rng: Random) -> Iterator[Line]:
    """What the search of fewest words finds that misleads ``rag`` over the same paragraphs."""
    with tempfile.TemporaryDirectory() as folder, api.open_store(str(Path(folder) / "stumper.db")) as store:
        path = DATA / "reading" / AGAIN
        found = api.attack(f"open:{path}", "passage-search", f"rag:{path}", limit=SEARCHED, seed=SEED, store=store)
        made = [one.perturbation for one in found.attempts() if one.outcome == "succeeded" and one.perturbation]
    by_id = {one.id: one for one in api.load_dataset(f"open:{path}")}
    return (line_of(by_id[one.example_id], one, "passage-search") for one in rng.sample(made, len(made)))


def with_what_is_left(line: Line, query: Query, index: PassageIndex) -> Line:
    """The line, of a question whose gold passage is gone with the nearest of the others in its place."""
    assert isinstance(query, OpenQuestion), "it is asked openly"
    if not query.removed or line.put_in or line.stays:
        return line
    return replace(line, stays=tuple(one.passage for one in index.search(query.text, LEFT, (), query.removed)))


def made_by(attack: str, pool: Sequence[Example], part: Sequence[Example], rng: Random) -> list[Line]:
    """What an attack makes of a part of the questions, in that part's order; one that sees a whole data set sees all of
    them. Of several that it proposes of one question one is drawn."""
    adversary = load_adversary(attack, ATTACKS[attack])
    if isinstance(adversary, Enumerator):
        found = {one.example_id: one for one in adversary.instances(pool, rng) if isinstance(one, Perturbation)}
        return [line_of(one, found[one.id], attack) for one in part if one.id in found]
    unasked = Verdict(None, None, None)  # it proposes all at once, whatever is answered
    batches = ((one, next(adversary.attack(one, unasked, rng), ())) for one in part)
    return [line_of(one, rng.choice(batch), attack) for one, batch in batches if batch]


def line_of(example: Example, made: Perturbation, attack: str) -> Line:
    """A variant as it is shown."""
    before, after = example.query, made.query
    assert isinstance(before, OpenQuestion), "it is asked openly"
    assert isinstance(after, OpenQuestion), "it is asked openly"
    new, gone = changes(before, after)
    if after.passages is not None and before.passages is None:  # given in the place of an index
        new, gone = tuple(one for one in after.passages if one not in gold_passages(example.gold)), frozenset()
    stays = tuple(one for one in gold_passages(example.gold) if one.id not in gone)
    answer = made.gold.answers[0].text if made.gold.answers else OPEN
    rule = " + ".join(dict.fromkeys(edit.rule for edit in made.edits))
    return Line(example, after.text, new, stays, answer, attack, rule)


def sheet(
    made: Mapping[str, Sequence[Line]],
    plain: Sequence[Example],
    others: Sequence[Passage],
    every: Sequence[Example],
    rng: Random,
) -> list[Line]:
    """The rows in the order in which they are shown. Those that no attack made are of the ``plain`` questions, and what
    is put in beside their passages is of the ``others``."""
    spare = {attack: iter(lines) for attack, lines in made.items()}
    lines = [one for attack in spare for one in islice(spare[attack], OF_EACH)]
    questions, unshown = iter(plain), list(others)
    untouched = {shape: original(shape, questions, unshown) for shape in ORIGINALS}
    lines += [one for shape, most in ORIGINALS.items() for one in islice(untouched[shape], most)]
    sound = {**untouched, **spare}
    lines += [garbled(one, rng) for source, most in SCRAMBLED.items() for one in islice(sound[source], most)]
    wrong = {
        "added": stating(spare["passage-conflict"], unshown),
        "in place": answering_another(untouched["in place"], every, rng),
        "open": (held_open(one) for one in questions),
    }
    lines += [one for shape, most in WRONG.items() for one in islice(wrong[shape], most)]
    return lines


def original(shape: str, questions: Iterator[Example], unshown: list[Passage]) -> Iterator[Line]:
    """Untouched rows of a shape: another passage of the article beside the gold one, the gold one itself as if it had
    been put in, or another alone, which leaves the question open."""
    for one in questions:
        gold, answer = passage_of(one), one.gold.answers[0].text
        if shape == "question":
            yield Line(one, one.query.text, (), (gold,), answer, "original", shape)
        elif shape == "in place":
            yield Line(one, one.query.text, (gold,), (), answer, "original", shape)
        elif (other := beside(one, unshown)) is not None and shape == "added":
            yield Line(one, one.query.text, (other,), (gold,), answer, "original", shape)
        elif other is not None:
            yield Line(one, one.query.text, (), (other,), OPEN, "original", shape)


def beside(one: Example, unshown: list[Passage]) -> Passage | None:
    """Another passage of the article that has no answer, which is no longer among the unshown ones then."""
    title = passage_of(one).title
    found = next((each for each in unshown if each.title == title and not may_answer(each, one)), None)
    if found is not None:
        unshown.remove(found)
    return found


def garbled(line: Line, rng: Random) -> Line:
    """The row with a sentence of what was put in scrambled; where nothing was, its question."""
    if not line.put_in:
        said, _, how = scrambled(line.question.rstrip("?"), rng)
        return replace(line, question=f"{said[:-1]}?", kind="broken-grammar", rule=how)
    passage = line.put_in[0]
    whole = [one.text for one in sentences(passage.text) if one.text.endswith(".") and len(one.text.split()) > 5]
    chosen = rng.choice(whole or [passage.text])
    said, _, how = scrambled(chosen, rng)
    new = replace(passage, text=passage.text.replace(chosen, said))
    return replace(line, put_in=(new,), kind="broken-grammar", rule=how)


def stating(conflicts: Iterator[Line], unshown: list[Passage]) -> Iterator[Line]:
    """Rows in which another passage of the article ends with a false answer, as a fact: what a conflict quotes."""
    for line in conflicts:
        quoted = re.search("“(.+)”", line.put_in[0].text)
        assert quoted is not None, "a conflict quotes what is false"
        if (other := beside(line.example, unshown)) is not None:
            new = replace(other, text=f"{other.text} {quoted[1]}")
            yield replace(line, put_in=(new,), kind="broken-label", rule="states another answer")


def answering_another(lines: Iterator[Line], every: Sequence[Example], rng: Random) -> Iterator[Line]:
    """Rows whose answer is that of another question about the passage."""
    for line in lines:
        right = {word for one in line.example.gold.answers for word in tokens(one.text)}
        of_passage = [one for one in every if passage_of(one).id == passage_of(line.example).id]
        answers = [text for one in of_passage if not {*tokens(text := one.gold.answers[0].text)} & right]
        if answers:
            yield replace(line, answer=rng.choice(answers), kind="broken-label", rule="answers another question")


def held_open(one: Example) -> Line:
    """A question that is held to be left open by the passage that answers it."""
    return Line(one, one.query.text, (), (passage_of(one),), OPEN, "broken-label", "held open")


def passage_of(one: Example) -> Passage:
    """The passage that answers."""
    return gold_passages(one.gold)[0]


def shown(passages: Sequence[Passage]) -> str:
    """The passages behind their titles."""
    return "\n\n".join(f"[{one.title.replace('_', ' ')}] {one.text}" for one in passages)


KEPT_IN = JUDGED / "passage-sheet.tsv"
VERDICTS = {"grammatical": ("yes", "slips", "broken"), "right": ("yes", "no"), "on_task": ("yes", "no")}
KEPT = ("sheet", "judge", "id", "kind", "example", "rule", *VERDICTS)


def keep(folder: Path, judge: str) -> None:
    """What this judge said of the folder's sheet is among what is judged, in the place of what it said before of an
    attack that the sheet is of, or of a sheet of this name."""
    path = folder / "reader" / "verdicts.tsv"
    with path.open(encoding="utf-8") as file:
        said = {row["id"]: row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}
    with (folder / "key.csv").open(encoding="utf-8") as file:
        keys = list(csv.DictReader(file))
    if missing := [key["id"] for key in keys if key["id"] not in said]:
        sys.exit(f"{path} says nothing of {', '.join(missing)}. Have them read.")
    sheet, of = folder.resolve().name, {key["kind"] for key in keys} & {*ATTACKS, *ONE_BY_ONE}
    lines = [row for row in kept() if row["judge"] != judge or not (row["sheet"] == sheet or row["kind"] in of)]
    lines += [{**key, "sheet": sheet, "judge": judge, **verdict(path, said[key["id"]])} for key in keys]
    with KEPT_IN.open("w", encoding="utf-8", newline="") as file:
        out = csv.DictWriter(file, KEPT, delimiter="\t", lineterminator="\n")
        out.writeheader()
        out.writerows(lines)


def verdict(path: Path, row: Row) -> dict[str, str]:
    """The verdicts of a row, without its note."""
    found = {name: (row.get(name) or "").strip() for name in VERDICTS}
    for name, text in found.items():
        if text not in VERDICTS[name]:
            sys.exit(f"{path} says {text!r} of row {row['id']} under {name}. Write {' or '.join(VERDICTS[name])}.")
    return found


def kept() -> list[Row]:
    """What is judged; nothing before a sheet has been read."""
    return rows(str(KEPT_IN)) if KEPT_IN.exists() else []


def tell() -> None:
    """What each judge said of each attack, and of the originals and the broken rows."""
    for judge, read in by("judge", kept()).items():
        for benchmark, figures in figures_of(read):
            say(benchmark, judge=judge, **figures)


def figures_of(read: Sequence[Row]) -> Iterator[tuple[str, dict[str, object]]]:
    """What one judge said of each attack, then how good it is. Correct is what is right and not broken."""
    kinds = by("kind", [{**row, "grammatical": row["grammatical"].replace("slips", "yes")} for row in read])
    sound = {"grammatical": "yes", "right": "yes"}
    for attack in dict.fromkeys((*ATTACKS, *ONE_BY_ONE)):
        if not (of := kinds[attack]):
            continue
        yield "passages", {"attack": attack, "n": len(of), "correct": holds(of, **sound),
                           "grammatical": holds(of, grammatical="yes"), "right": holds(of, right="yes"),
                           "on_task": holds(of, on_task="yes")}  # fmt: skip
    garbage, wrong, plain = kinds["broken-grammar"], kinds["broken-label"], kinds["original"]
    found = [row["grammatical"] == "broken" for row in garbage] + [row["right"] == "no" for row in wrong]
    yield "passages_reader", {"n": len(found) + len(plain), "sensitivity": estimated(share(found)),
                              "specificity": holds(plain, **sound),
                              "broken_grammar_found": holds(garbage, grammatical="broken"),
                              "broken_right_found": holds(wrong, right="no")}  # fmt: skip
