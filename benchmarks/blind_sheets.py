"""What blind readers found in drawn variants, shuffled with untouched texts (or people's) and deliberately broken ones.

The verdicts stand in judged/edits.tsv (of the edits whose judge is a model) and judged/add-sent-sheet.tsv. A reader saw
nothing but the texts and had no part in what made them; the sheets were drawn from articles that nothing was mended on.
Sensitivity is the share of broken ones that the reader found, specificity that of the untouched that passed.

`python benchmarks/blind_sheets.py draw FOLDER` draws a sheet of AddSent to be read: sheet.csv, what the reader is
asked, and apart from them key.csv, which says what is what. `draw-claims ADVERSARY FOLDER` draws one of what an attack
makes of FEVER's paper test, on which no attack was mended (a file named behind it has the ids of claims that were
looked at all the same: none is drawn), with the evidence that is at hand; `draw-answers FOLDER` one
of the edits that change which answer is right, and with names of edits behind it one of fifty of each of these, from
another file of questions where one is named behind them (of an edit that finds too few);
`draw-passages FOLDER` one of what is put behind open questions, with the name of an attack one of fifty of it, with
`reader/` for the reader and the key outside it (passage_sheets.py). `keep FOLDER JUDGE` adds what the reader of one of
these wrote, verdicts.tsv beside the sheet, to judged/claim-sheets.tsv, judged/answer-sheets.tsv or
judged/passage-sheet.tsv: ids and verdicts alone, in the place of what was said of an earlier sheet of the same
attack, whose ids go to judged/drawn-before.tsv; what the reader of AddSent's wrote goes to judged/add-sent-sheet.tsv.
No claim is drawn that was read before, and no paragraph for an edit of which it was.
"""

import csv
import json
import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

from measuring import DATA, arguments, say, shown
from stumper import api
from stumper.adversaries.reading.add_sent import AddSent
from stumper.adversaries.verification.anew import bare_title, pages_in, words
from stumper.datasets.originals import originals, variants_by_original
from stumper.datasets.wiki_pages import PageStore, readable, written
from stumper.goals import goal_named
from stumper.language.declarative import declarative
from stumper.language.pipeline import load_pipeline
from stumper.loading import load_adversary, load_victim
from stumper.protocols import Adversary, Enumerator
from stumper.registry import task_named
from stumper.runs.memory import Memory
from stumper.runs.oracle import Oracle
from stumper.runs.referee import Rules, verdicts
from stumper.statistics import share
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.tasks.verification.constraints import OPPOSITES
from stumper.text import sentences
from stumper.types import Answer, Example, Perturbation

JUDGED = Path(__file__).parent / "judged"
READ = JUDGED / "add-sent-read.txt"  # ids of the questions of earlier sheets of AddSent, of which none is drawn again
DRAWN = "drawn-before.tsv"  # of rows in whose place others stand: of which sheets, their kind and their example
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
    for of, file in SHEETS.items():
        for read in by("sheet", rows(file)).values():
            for attack in dict.fromkeys(row["kind"] for row in read if is_attack(row["kind"])):
                say_read(of, attack, read)
    import passage_sheets

    passage_sheets.tell()


SHEETS = {"claims": "claim-sheets.tsv", "answers": "answer-sheets.tsv"}


def is_attack(kind: str) -> bool:
    """Whether a kind of row is what an attack made, and no original and nothing that was broken on purpose."""
    return not kind.startswith(("original", "broken-"))


def say_read(of: str, attack: str, read: Sequence[Row]) -> None:
    """What was read of one attack, and how good the sheet's reader was."""
    merged = [{**row, "grammar": "clean" if row["grammar"] == "slip" else row["grammar"]} for row in read]
    kinds, right = by("kind", merged), {"grammar": "clean", "label_right": "yes"}
    say(of, sheet=attack, judge=read[0]["judge"], n=len(kinds[attack]), correct=holds(kinds[attack], **right),
        grammatical=holds(kinds[attack], grammar="clean"), label=holds(kinds[attack], label_right="yes"),
        originals_correct=holds(kinds["original"], **right),
        broken_grammar_found=1 - held(kinds["broken-grammar"], {"grammar": "clean"}),
        broken_label_found=1 - held(kinds["broken-label"], {"label_right": "yes"}))  # fmt: skip


OF_SENTENCES = ("grammar", "compatible", "made_up")
KEPT = ("sheet", "id", "kind", "example", "rule", "judge", "grammar", "label_right")


def keep(folder: Path, judge: str) -> None:
    """The verdicts on the folder's sheet are among those that are judged, with what each is."""
    reader = folder / "reader"
    of_sentences = (reader / "sheet.csv").is_file() and "sentence" in (reader / "sheet.csv").open().readline()
    if reader.is_dir() and not of_sentences:
        import passage_sheets

        passage_sheets.keep(folder, judge)
        passage_sheets.tell()
        return
    with (folder / "key.csv").open(encoding="utf-8") as file:
        keys = list(csv.DictReader(file))
    of_reader = reader if of_sentences else folder
    with (of_reader / "verdicts.tsv").open(encoding="utf-8") as file:
        said = {row["id"]: row for row in csv.DictReader(file, delimiter="\t")}
    if missing := [key["id"] for key in keys if key["id"] not in said]:
        sys.exit(f"{of_reader / 'verdicts.tsv'} says nothing of {', '.join(missing)}. Have them read.")
    if of_sentences:
        keep_sentences(keys, said, judge)
        return
    attacks = sorted({key["kind"] for key in keys if is_attack(key["kind"])})
    sheet = ", ".join(attacks)  # all of them: one of several may be read anew, alone
    of = "claims" if "label_of_original" in keys[0] else "answers"  # the keys of claims alone have it
    name = SHEETS[of]
    every = rows(name)
    others = with_attacks([row for row in every if row["sheet"] != sheet and row["kind"] not in attacks])
    note_drawn(of, [row for row in every if row not in others])
    with (JUDGED / name).open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, delimiter="\t", lineterminator="\n")
        out.writerow(KEPT)
        out.writerows([row[column] for column in KEPT] for row in others)
        for key in keys:
            verdict = said[key["id"]]
            out.writerow((sheet, key["id"], key["kind"].partition(":")[0], key["example"], key["rule"], judge,
                          verdict["grammar"].strip(), verdict["label"].strip()))  # fmt: skip


def with_attacks(read: Sequence[Row]) -> list[Row]:
    """The rows of sheets of which an attack is left: the others tell how good the reader of nothing was."""
    left = {row["sheet"] for row in read if is_attack(row["kind"])}
    return [row for row in read if row["sheet"] in left]


def note_drawn(of: str, gone: Iterable[Row]) -> None:
    """The examples of rows that go are among those that were drawn: a fresh sheet has none of them."""
    known = {(row["sheets"], row["kind"], row["example"]) for row in rows(DRAWN)}
    known |= {(of, row["kind"].partition(":")[0], row["example"]) for row in gone}
    with (JUDGED / DRAWN).open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter="\t", lineterminator="\n").writerows([("sheets", "kind", "example"), *sorted(known)])


def keep_sentences(keys: Sequence[Row], said: Mapping[str, Row], judge: str) -> None:
    names = ("kind", "example", "rule", *OF_SENTENCES, "judge")
    read = {row["example"] for row in rows("add-sent-sheet.tsv")} | set(READ.read_text("utf-8").split())
    READ.write_text("".join(f"{one}\n" for one in sorted(read)), encoding="utf-8")
    with (JUDGED / "add-sent-sheet.tsv").open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, delimiter="\t", lineterminator="\n")
        out.writerow(names)
        for key in keys:
            verdicts = [said[key["id"]][name].strip() for name in OF_SENTENCES]
            out.writerow((key["kind"], key["example"], key["rule"], *verdicts, judge))


def read_before(of: str, attacks: Sequence[str] = ()) -> set[str]:
    """The ids of the examples on sheets that were ever read, of these attacks or of all: what was found in these may
    have been mended.
    """
    every = [*rows(SHEETS[of]), *(row for row in rows(DRAWN) if row["sheets"] == of)]
    return {row["example"] for row in every if not attacks or row["kind"] in attacks}


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
SEED_OF_SENTENCES, SEED_OF_ANSWERS = 20261130, 20261202  # others each time that what makes them was mended
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
    """The sheet lies in ``reader/`` of the folder, its key beside that: sentences of ours and of people, and two sorts
    of broken ones. None is of a question that was read before."""
    rng = Random(SEED_OF_SENTENCES)
    whole = tuple(api.load_dataset(str(DATA / "reading" / "addsent-24-articles.json.gz")))
    every = tuple(api.load_dataset(str(DATA / "reading" / "squad-dev-v1.1-24-articles.json.gz")))
    titles = sorted({question(one).context.title for one in originals(whole)})
    measured = set(titles[1::2])  # nothing is mended on these
    pool = [one for one in rng.sample(every, len(every)) if question(one).context.title in measured]
    approved = variants_by_original(whole)
    read = {row["example"] for row in rows("add-sent-sheet.tsv")} | set(READ.read_text("utf-8").split())
    pool = [one for one in pool if one.id not in read]
    answered = [one for one in originals(whole) if question(one).context.title in measured and one.id in approved]
    answered = [one for one in answered if one.id not in read]
    sheet: Sheet = list(peoples(rng.sample(answered, len(answered)), approved))
    taken = {one.id for one, *_ in sheet}
    pool = [one for one in pool if one.id not in taken]
    made = [(one, found[0]) for one, found in zip(pool[:300], AddSent().sentences(pool[:300]), strict=True) if found]
    sheet += [(one, raw.text, "add-sent", f"{raw.label}; {raw.answer_type}") for one, raw in made[:OURS]]
    sheet += [(one, *scrambled(raw.text, rng)) for one, raw in made[OURS : OURS + BROKEN]]
    sheet += list(answering(pool[300:]))
    rng.shuffle(sheet)
    (folder / "reader").mkdir(parents=True, exist_ok=True)
    (folder / "reader" / "INSTRUCTIONS.md").write_text(ASKED, encoding="utf-8")
    texts = [(at, question(one).context.text, question(one).text, text) for at, (one, text, *_) in enumerate(sheet, 1)]
    keys = [(at, kind, one.id, rule) for at, (one, _, kind, rule) in enumerate(sheet, 1)]
    write(folder / "reader" / "sheet.csv", ("id", "paragraph", "question", "sentence"), texts)
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


ASKED_OF_CLAIMS = """# What you are asked

sheet.csv has a claim a line, with evidence (sentences of an encyclopedia, each behind the title of its page) and a
label. Read each by itself, and write verdicts.tsv with a line for each: id, grammar, label, note, and tabs between.

- grammar: `clean`, if a careful editor of English would leave it as it is, however odd what it says; `slip`, if one
  small thing is wrong and the meaning is plain at once; `broken`, if one has to read it twice to see what it says, or
  cannot.
- label: `yes`, if the evidence gives the claim that label; `no`, if it gives it another; `unsure`, if you cannot tell.
  SUPPORTS: the evidence shows that the claim is true. REFUTES: it shows that the claim is false. NOT ENOUGH INFO: it
  leaves that open. Go by the evidence and by what everybody knows, not by what you know of the persons and works.

You are told nothing of where the claims come from. Do not look for it.
"""
LEAST = BROKEN + 2 * WRONG + 1  # variants of claims: what is broken of them, and one as it was made
ClaimRow = tuple[Example, Perturbation, str]  # its original, what is shown, and its kind


def draw_claims(adversary: str, folder: Path, looked_at: Path | None = None) -> None:
    """The sheet lies in the folder, with its key: what the attack makes, claims as they were, and two broken sorts.

    ``looked_at`` has the ids of claims that somebody looked at while mending, one a line: none of them is drawn.
    """
    from verification import write as write_claims

    rng = Random(SEED)
    with tempfile.TemporaryDirectory() as name:
        write_claims(DATA / "verification", Path(name), "paper-test")
        pages = pages_in(Path(name) / "pages.jsonl")
        read = read_before("claims") | set(looked_at.read_text().split() if looked_at else ())
        claims = tuple(one for one in api.load_dataset(f"{name}/claims.jsonl") if one.id not in read)
        options = {"pages": f"{name}/pages.jsonl", "balanced": str(OURS + BROKEN + 3 * WRONG)}
        enumerator = load_adversary(adversary, options)
        assert isinstance(enumerator, Enumerator)
        made = [one for one in enumerator.instances(claims, rng) if isinstance(one, Perturbation)]
        draw_sheet(adversary, claims, made, pages, folder, rng)


def draw_sheet(
    attack: str, claims: Sequence[Example], made: Sequence[Perturbation], pages: PageStore, folder: Path, rng: Random
) -> None:
    """The sheet lies in the folder, with its key: some of what the attack made of the claims, and what
    :func:`draw_claims` says."""
    if len(made) < LEAST:
        sys.exit(f"{attack} made {len(made)} variants: a sheet takes {LEAST}. Draw it from more claims.")
    by_id = {claim.id: claim for claim in claims}
    drawn = rng.sample(made, len(made))
    ours = min(OURS, len(drawn) - LEAST + 1)
    used = {one.example_id for one in drawn}
    labels = {label(one) for one in made}
    plain = [one for one in rng.sample(claims, len(claims)) if one.id not in used and label(one) in labels][:PEOPLES]
    rows: list[ClaimRow] = [(by_id[one.example_id], one, attack) for one in drawn[:ours]]
    rows += [(one, Perturbation(one.id, one.query, one.gold, ()), "original") for one in plain]
    for one in drawn[ours : ours + BROKEN]:
        said, _, how = scrambled(one.query.text, rng)
        rows.append((by_id[one.example_id], replace(one, query=Claim(said)), f"broken-grammar: {how}"))
    for one in [one for one in drawn[ours + BROKEN :] if label(one) in OPPOSITES][:WRONG]:
        turned = replace(one.gold, answers=(Answer(OPPOSITES[label(one)]),))
        rows.append((by_id[one.example_id], replace(one, gold=turned), "broken-label"))
    rng.shuffle(rows)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "INSTRUCTIONS.md").write_text(ASKED_OF_CLAIMS, encoding="utf-8")
    texts = [(at, evidence_at_hand(row, pages), row[1].query.text, label(row[1])) for at, row in enumerate(rows, 1)]
    keys = [(at, kind, one.id, " + ".join(edit.rule for edit in made.edits), one.gold.answers[0].text)
            for at, (one, made, kind) in enumerate(rows, 1)]  # fmt: skip
    write(folder / "sheet.csv", ("id", "evidence", "claim", "label"), texts)
    write(folder / "key.csv", ("id", "kind", "example", "rule", "label_of_original"), keys)


ASKED_OF_ANSWERS = """# What you are asked

sheet.csv has a paragraph a line, with a question and what is held to be its right answer by this paragraph; where it
says (none), the paragraph is held not to answer the question. Read each by itself, and write verdicts.tsv with a line
for each: id, grammar, label, note, and tabs between.

- grammar: `clean`, if a careful editor of English would leave the paragraph as it is, however odd what it says; `slip`,
  if one small thing is wrong and the meaning is plain at once; `broken`, if one has to read something twice to see
  what it says, or cannot, or if a sentence leans on one that is not there.
- label: `yes`, if what is held is right by the paragraph alone, and nothing else in it contradicts that; `no`, if the
  paragraph gives another answer, or two, or answers where it is held not to; `unsure`, if you cannot tell. Go by what
  the paragraph says, even where you know it to be otherwise.

You are told nothing of where the paragraphs come from. Do not look for it.
"""
EDITS, NO_ANSWER = ("edit-answer", "edit-withhold"), "(none)"
Answered = tuple[Example, str, str, str, str]  # its original, the paragraph, the answer, the kind and the rule


def draw_answers(folder: Path, edits: Sequence[str] = EDITS, data: Path | None = None) -> None:
    """The sheet lies in the folder, with its key: what each edit makes, paragraphs as they were, and two broken sorts.

    The questions are of articles on which no edit was mended, or of another file, and each edit has its own share.
    """
    from edits import measured

    rng = Random(SEED_OF_ANSWERS if tuple(edits) == EDITS else f"{SEED_OF_ANSWERS} {' '.join(edits)}")
    with tempfile.TemporaryDirectory() as name:
        dataset = data or Path(name) / "measured.json"
        if data is None:
            dataset.write_text(json.dumps(measured(DATA / "reading" / "squad-dev-v1.1-24-articles.json.gz")))
        every = tuple(api.load_dataset(str(dataset)))
    known = read_before("answers", edits)
    read = {paragraph_of(one) for one in every if one.id in known}
    pool = [one for one in rng.sample(every, len(every)) if paragraph_of(one) not in read]
    parts = [(edit, pool[at :: len(edits)]) for at, edit in enumerate(edits)]
    sheet = [row for edit, part in parts for row in islice(changed(edit, part, rng), OURS // len(EDITS))]
    used = {one.id for one, *_ in sheet}
    plain = iter([one for one in pool if one.id not in used])
    sheet += [(one, paragraph_of(one), shortest(one), "original", "") for one in islice(plain, PEOPLES)]
    for one in islice(plain, BROKEN):
        text, at = paragraph_of(one), sentences(paragraph_of(one))[0]
        said, _, how = scrambled(at.text, rng)
        sheet.append((one, text.replace(at.text, said), shortest(one), f"broken-grammar: {how}", ""))
    for at, one in enumerate(islice(plain, WRONG)):
        others = [word for word in paragraph_of(one).split() if word.istitle() and word not in shortest(one)]
        sheet.append(
            (one, paragraph_of(one), rng.choice(others) if at % 2 and others else NO_ANSWER, "broken-label", "")
        )
    rng.shuffle(sheet)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "INSTRUCTIONS.md").write_text(ASKED_OF_ANSWERS, encoding="utf-8")
    texts = [(at, text, question(one).text, answer) for at, (one, text, answer, *_) in enumerate(sheet, 1)]
    keys = [(at, kind, one.id, rule) for at, (one, _, _, kind, rule) in enumerate(sheet, 1)]
    write(folder / "sheet.csv", ("id", "paragraph", "question", "answer"), texts)
    write(folder / "key.csv", ("id", "kind", "example", "rule"), keys)


def changed(edit: str, pool: Sequence[Example], rng: Random) -> Iterator[Answered]:
    """One of what an edit proposes, drawn, a paragraph once."""
    adversary, seen = load_adversary(edit, {}), set()
    for one in pool:
        known = replace(one, gold=replace(one.gold, answerable=True))
        if paragraph_of(one) in seen:
            continue
        found = searched(adversary, known, rng) if adversary.searches else adversary.proposals(known, rng)
        if not found:
            continue
        seen.add(paragraph_of(one))
        made = rng.choice(found)
        asked = made.query
        assert isinstance(asked, Question)
        answer = min((gold.text for gold in made.gold.answers), key=len, default=NO_ANSWER)
        yield one, asked.context.text, answer, edit, " + ".join(dict.fromkeys(each.rule for each in made.edits))


def searched(adversary: Adversary, example: Example, rng: Random) -> Sequence[Perturbation]:
    """What a search ends with against the embedded reader, which is what a set of it has: the change that it stands by,
    else the worst that it found; nothing where the reader is wrong already.
    """
    rules, reader = Rules(goal_named("f1_zero"), task_named("reading").constraints), _embedded()
    [original] = verdicts(rules, reader, example, [Perturbation(example.id, example.query, example.gold, ())])
    worst: tuple[tuple[float, float], Perturbation] | None = None
    if not original.score:
        return ()
    attack = adversary.attack(example, original, rng)
    try:
        proposed = next(attack)
        while True:
            said = verdicts(rules, reader, example, proposed, original.score)
            for made, verdict in zip(proposed, said, strict=True):
                if verdict.fault is not None:
                    continue
                rank = verdict.score or 0.0, verdict.expected or 0.0
                worst = (rank, made) if worst is None or rank < worst[0] else worst
            proposed = attack.send(said)
    except StopIteration as end:
        stood_by = end.value
    if isinstance(stood_by, Perturbation):
        return [stood_by]
    return [] if worst is None else [worst[1]]


@cache
def _embedded() -> Oracle:
    reader = load_victim("embedded")
    return Oracle("embedded", reader, reader.fingerprint or "", Memory())


def paragraph_of(one: Example) -> str:
    return question(one).context.text


def shortest(one: Example) -> str:
    return min((gold.text for gold in one.gold.answers), key=len)


def label(one: Example | Perturbation) -> str:
    return one.gold.answers[0].text


def evidence_at_hand(row: ClaimRow, pages: PageStore) -> str:
    """The words of the evidence; where there is not enough, sentences at hand of the pages that the claim, or what it
    was made of, names."""
    example, made, _ = row
    if said := made.gold.evidence_text or words(made.gold, pages):
        return readable(said)
    named = f"{example.query.text} {made.query.text}"
    about = [page for page in pages.pages if re.search(rf"\b{re.escape(bare_title(page.id))}\b", named)]
    return readable(" ".join(written(sentence.passage) for page in about for sentence in page.sentences[:6]))


if __name__ == "__main__":
    if sys.argv[1:2] == ["draw"]:
        draw(Path(sys.argv[2]))
    elif sys.argv[1:2] == ["draw-claims"]:
        draw_claims(sys.argv[2], Path(sys.argv[3]), *map(Path, sys.argv[4:5]))
    elif sys.argv[1:2] == ["draw-answers"]:
        edits = tuple(name for name in sys.argv[3:] if not name.endswith(".gz"))
        files = [DATA / "reading" / name for name in sys.argv[3:] if name.endswith(".gz")]
        draw_answers(Path(sys.argv[2]), edits or EDITS, *files[:1])
    elif sys.argv[1:2] == ["draw-passages"]:
        import passage_sheets

        if attack := "".join(sys.argv[3:4]):
            passage_sheets.draw_attack(Path(sys.argv[2]), attack)
        else:
            passage_sheets.draw(Path(sys.argv[2]))
    elif sys.argv[1:2] == ["keep"]:
        keep(Path(sys.argv[2]), sys.argv[3])
    else:
        main()
