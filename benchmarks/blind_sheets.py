"""What blind readers found in drawn variants, shuffled with untouched texts (or people's) and deliberately broken ones.

The verdicts stand in judged/edits.tsv (of the edits whose judge is a model) and judged/add-sent-sheet.tsv. A reader saw
nothing but the texts and had no part in what made them; the sheets were drawn from articles that nothing was mended on.
Sensitivity is the share of broken ones that the reader found, specificity that of the untouched that passed.

`python benchmarks/blind_sheets.py draw FOLDER` draws a sheet of AddSent to be read: sheet.csv, what the reader is
asked, and apart from them key.csv, which says what is what.
"""

import csv
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

from measuring import DATA, arguments, say, shown
from stumper import api
from stumper.adversaries.reading.add_sent import AddSent
from stumper.datasets.originals import originals, variants_by_original
from stumper.language.declarative import declarative
from stumper.language.pipeline import load_pipeline
from stumper.statistics import share
from stumper.tasks.reading.question import Question
from stumper.types import Example

JUDGED = Path(__file__).parent / "judged"
Row = Mapping[str, str]


def main() -> None:
    arguments(__doc__)
    edits = by("edit", (row for row in rows("edits.tsv") if row["judge"] == "model"))
    for edit, read in edits.items():
        if edit.startswith(("edit-", "question-")):
            say("edits", edit=edit, n=len(read), grammatical=holds(read, grammatical="yes"),
                meaning=holds(read, meaning="yes"), both=holds(read, grammatical="yes", meaning="yes"))  # fmt: skip
    sound = {"grammatical": "yes", "meaning": "yes"}
    say("edits_reader", judge="model", n=len(edits["broken"]) + len(edits["untouched"]),
        sensitivity=1 - held(edits["broken"], sound), specificity=held(edits["untouched"], sound))  # fmt: skip
    sentences = by("kind", rows("add-sent-sheet.tsv"))
    for kind in ("add-sent", "people"):
        read = sentences[kind]
        slips = [{**row, "grammar": "clean" if row["grammar"] == "slip" else row["grammar"]} for row in read]
        say("add_sent", sentences=kind, n=len(read), clean=holds(read, grammar="clean"),
            with_slips=holds(slips, grammar="clean"), compatible=holds(read, compatible="yes"),
            made_up=holds(read, made_up="yes"))  # fmt: skip
    say("add_sent_reader", judge="model", n=sum(map(len, sentences.values())) - len(sentences["add-sent"]),
        broken_grammar_found=1 - held(sentences["broken-grammar"], {"grammar": "clean"}),
        broken_meaning_found=1 - held(sentences["broken-meaning"], {"compatible": "yes"}),
        people_compatible=held(sentences["people"], {"compatible": "yes"}))  # fmt: skip


def rows(name: str) -> list[Row]:
    with (JUDGED / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def by(column: str, read: Iterable[Row]) -> dict[str, list[Row]]:
    found: defaultdict[str, list[Row]] = defaultdict(list)
    for row in read:
        found[row[column]].append(row)
    return found


def holds(read: Iterable[Row], **said: str) -> dict[str, float]:
    """The share of which all this was said, with its interval."""
    return shown(share([said.items() <= row.items() for row in read]))


def held(read: Iterable[Row], said: Row) -> float:
    return holds(read, **said)["value"]


OURS, PEOPLES, BROKEN, WRONG, SEED = 100, 25, 13, 12, 20261124
ASKED = """# What you are asked

sheet.csv has a sentence a line, with a paragraph and a question. Somebody added each sentence to its paragraph. It
need not be true. Read each by itself, and write verdicts.tsv with a line for each: id, grammar, compatible, made_up,
and tabs between.

- grammar: `clean`, if a careful editor of English would leave it as it is, however odd what it says; `slip`, if one
  small thing is wrong (an article, a number, a preposition, a word that nobody uses) and the meaning is plain at once;
  `broken`, if one has to read it twice to see what it says, or cannot.
- compatible: `no`, if the sentence could be read as an answer to the question, or goes against what the paragraph says
  of the very thing that is asked about; else `yes`. A sentence about another person, place or year is compatible.
- made_up: `yes`, if it names somebody or something by a name that nobody and nothing has, as far as you know; else
  `no`.

You are told nothing of where the sentences come from. Do not look for it.
"""
Sheet = list[tuple[Example, str, str, str]]  # the sentence, its kind and what is known of it


def draw(folder: Path) -> None:
    """The sheet lies in the folder, with its key: sentences of ours and of people, and two sorts of broken ones."""
    rng = Random(SEED)
    whole = tuple(api.load_dataset(str(DATA / "reading" / "addsent-24-articles.json.gz")))
    every = tuple(api.load_dataset(str(DATA / "reading" / "squad-dev-v1.1-24-articles.json.gz")))
    titles = sorted({question(one).context.title for one in originals(whole)})
    measured = set(titles[1::2])  # nothing is mended on these
    pool = [one for one in rng.sample(every, len(every)) if question(one).context.title in measured]
    approved = variants_by_original(whole)
    answered = [one for one in originals(whole) if question(one).context.title in measured and one.id in approved]
    rows: Sheet = list(peoples(rng.sample(answered, len(answered)), approved))
    taken = {one.id for one, *_ in rows}
    pool = [one for one in pool if one.id not in taken]
    made = [(one, found[0]) for one, found in zip(pool[:300], AddSent().sentences(pool[:300]), strict=True) if found]
    rows += [(one, raw.text, "add-sent", f"{raw.label}; {raw.answer_type}") for one, raw in made[:OURS]]
    rows += [(one, *scrambled(raw.text, rng)) for one, raw in made[OURS : OURS + BROKEN]]
    rows += list(answering(pool[300:]))
    rng.shuffle(rows)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "INSTRUCTIONS.md").write_text(ASKED, encoding="utf-8")
    texts = [(at, question(one).context.text, question(one).text, text) for at, (one, text, *_) in enumerate(rows, 1)]
    keys = [(at, kind, one.id, rule) for at, (one, _, kind, rule) in enumerate(rows, 1)]
    write(folder / "sheet.csv", ("id", "paragraph", "question", "sentence"), texts)
    write(folder / "key.csv", ("id", "kind", "example", "rule"), keys)


def question(example: Example) -> Question:
    assert isinstance(example.query, Question)
    return example.query


def peoples(
    examples: Sequence[Example], variants: Mapping[str, Sequence[Example]]
) -> Iterator[tuple[Example, str, str, str]]:
    """The first sentence that people approved of each."""
    for one in examples[:PEOPLES]:
        before = question(one).context.text
        yield one, question(variants[one.id][0]).context.text[len(before) :].strip(), "people", ""


def scrambled(text: str, rng: Random) -> tuple[str, str, str]:
    """A sentence with words in another order, without its verb, twice, with a question in it, or cut."""
    words = text.rstrip(".").split()
    how = rng.choice(["order", "no verb", "twice", "question", "cut"])
    at = rng.randrange(1, max(2, len(words) - 4))
    if how == "order":
        words[at : at + 4] = words[at : at + 4][::-1]
    elif how == "no verb":
        verbs = [word for word in words if word in ("was", "is", "are", "were", "had", "has", "did")]
        words = [word for word in words if word not in verbs] if verbs else [words[0], *words[2:][::-1]]
    elif how == "twice":
        words[at:at] = words[at : at + 3]
    elif how == "question":
        words[at:at] = ["which", "of"]
    else:
        words = [*words[: max(3, len(words) // 2)], "of", "the"]
    return " ".join(words) + ".", "broken-grammar", how


def answering(examples: Sequence[Example]) -> Iterator[tuple[Example, str, str, str]]:
    """Statements that answer their questions rightly."""
    begins = ("who ", "when ", "where ", "how many ")
    asked = [one for one in examples if question(one).text.lower().startswith(begins)][:WRONG]
    for one, parse in zip(asked, load_pipeline("embedded").parse([question(one).text for one in asked]), strict=True):
        answer = min((gold.text for gold in one.gold.answers), key=len)
        yield one, declarative(parse, answer).text, "broken-meaning", "answers the question with its right answer"


def write(path: Path, names: Sequence[str], lines: Iterable[Sequence[object]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([names, *lines])


if __name__ == "__main__":
    draw(Path(sys.argv[2])) if sys.argv[1:2] == ["draw"] else main()
