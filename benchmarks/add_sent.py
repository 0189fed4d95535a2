"""AddSent beside people's sentences on the 24 AddSent articles, by rule; its speed; the reader under both.

Tuned on the articles at even places of the alphabet; those at odd places are "unseen". A word of a name is unlisted
where no table of the package has it, and a name of several words where neither the question nor a table has it as a
whole, and no paragraph of the data at hand says it.
"""

import os
import re
import resource
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

from measuring import arguments, say, shown
from stumper import api
from stumper.adversaries.reading.add_sent import AddSent
from stumper.adversaries.reading.addsent.answer_types import ANSWER_TYPES
from stumper.adversaries.reading.addsent.candidates import RawSentence
from stumper.answers import f1
from stumper.datasets.originals import originals, variants_by_original
from stumper.language.neighbours import listed
from stumper.language.whole_names import everything
from stumper.statistics import Estimate
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.squad import Squad, write_adversarial
from stumper.types import Example


def main() -> None:
    args = arguments(__doc__, attacked=507, questions=2000, workers=2, judged=100, shown=0)
    reading = args.data / "reading"
    whole = tuple(api.load_dataset(str(reading / "addsent-24-articles.json.gz")))
    examples, variants = originals(whole), variants_by_original(whole)
    made = AddSent(strategy="both").sentences(examples)
    quality(examples, [people(example, variants.get(example.id, ())) for example in examples], made)
    names(examples, made, args.data / "reading")
    show(examples, made, args.shown)
    if args.attacked:
        reader(str(reading / "addsent-24-articles.json.gz"), args.attacked)
    if args.questions:
        speed(str(reading / "squadshifts-new_wiki.json.gz"), args.questions, args.workers)


def people(example: Example, variants: Sequence[Example]) -> list[str]:
    """The sentences that people approved: what a variant's paragraph has more than the original's."""
    before = context(example)
    return [context(v)[len(before) :].strip() for v in variants if context(v).startswith(before)]


def context(example: Example) -> str:
    assert isinstance(example.query, Question)
    return example.query.context.text


def quality(examples: Sequence[Example], approved: Sequence[list[str]], made: Sequence[Sequence[RawSentence]]) -> None:
    """Coverage, candidates a question, and token F1 with the closest approved sentence: of the first candidate, the
    mean and the best of all candidates, and the bare question. The first candidate changes all words together."""
    titles = sorted({e.query.context.title for e in examples if isinstance(e.query, Question)})
    unseen = set(titles[1::2])
    figures: dict[str, list[float]] = defaultdict(list)
    by_rule: dict[str, list[float]] = defaultdict(list)
    for example, sentences, found in zip(examples, approved, made, strict=True):
        if not sentences or not found:
            continue
        assert isinstance(example.query, Question)
        scores = [f1(raw.text, sentences) for raw in found]
        of_question = {"first": scores[0], "mean": fmean(scores), "best": max(scores),
                       "bare_question": f1(example.query.text, sentences)}  # fmt: skip
        for name, score in of_question.items():
            figures[name].append(score)
            if example.query.context.title in unseen:
                figures[f"{name}_unseen"].append(score)
        by_rule[found[0].rule].append(scores[0])
    say("add_sent_quality", questions=len(examples), coverage=fmean(bool(found) for found in made),
        candidates=fmean(len(found) for found in made),
        candidates_by_default=fmean(map(len, AddSent().sentences(examples))), compared=len(figures["first"]),
        token_f1={name: round(fmean(scores), 4) for name, scores in figures.items()},
        answer_types=dict(Counter(found[0].answer_type for found in made if found).most_common()))  # fmt: skip
    for rule, scores in sorted(by_rule.items(), key=lambda row: -len(row[1])):
        say("add_sent_rule", rule=rule, n=len(scores), token_f1=round(fmean(scores), 3))


NAME = re.compile(r"[A-Z][\w’'.&-]*(?: (?:of the |of |de |da |von |van )?[A-Z][\w’'.&-]*)*")


def names(examples: Sequence[Example], made: Sequence[Sequence[RawSentence]], folder: Path) -> None:
    """The shares of first candidates, of all and of those on unseen articles, that say a word or a name of no list."""
    words = {word.lower() for word, _ in listed()} | {part.lower() for name in everything() for part in name.split()}
    fakes = {fake for row in ANSWER_TYPES for fake in (*row.fakes, *row.others)}
    words |= {part.lower() for fake in fakes for part in fake.split()}
    others = tuple(api.load_dataset(str(folder / "squadshifts-new_wiki.json.gz")))
    said = "\n".join(dict.fromkeys(context(one) for one in (*examples, *others)))
    titles = sorted({e.query.context.title for e in examples if isinstance(e.query, Question)})
    for of, wanted in (("all", titles), ("unseen", titles[1::2])):
        pairs = [(e, found[0]) for e, found in zip(examples, made, strict=True) if found
                 and isinstance(e.query, Question) and e.query.context.title in wanted]  # fmt: skip
        new = [[name for name in said_names(raw, words) if name not in e.query.text] for e, raw in pairs]
        known = {*everything(), *fakes}
        parts = [[bare(word) for name in row for word in name.split()] for row in new]
        strange = [any(not p.isdigit() and p.lower() not in words and p not in said for p in row) for row in parts]
        whole = [[bare(name) for name in row if is_whole(name)] for row in new]
        unknown = [any(name not in known and name not in said for name in row) for row in whole]
        say("add_sent_names", of=of, n=len(pairs), unlisted_word=fmean(strange), unlisted_name=fmean(unknown))


def said_names(raw: RawSentence, words: set[str]) -> list[str]:
    """The names that a sentence says besides its fake answer, without a word that only begins the sentence."""
    first, _, rest = raw.text.partition(" ")
    begins = first.lower() in words and first not in everything()
    return NAME.findall((rest if begins and first.lower() != "the" else raw.text).replace(raw.fake_answer, ";"))


def bare(name: str) -> str:
    """A name without an article before it and without the marks behind it."""
    return re.sub(r"^The |[’']s$|[.,'’]+$", "", re.sub(r"[.,]+$", "", name))


def is_whole(name: str) -> bool:
    """Whether a name has two words or more with letters in them, apart from an article."""
    return len(re.findall(r"[A-Za-z]{2,}", bare(name))) > 1


def show(examples: Sequence[Example], made: Sequence[Sequence[RawSentence]], count: int) -> None:
    """Drawn first candidates beside their questions, to be read."""
    chosen = api.drawn([e for e, found in zip(examples, made, strict=True) if found], count or None, seed=1)
    by_id = {example.id: found for example, found in zip(examples, made, strict=True)}
    for example in chosen if count else ():
        print(example.id, by_id[example.id][0].label, example.query.text, by_id[example.id][0].text, sep="\t")


def reader(dataset: str, limit: int) -> None:
    """The embedded reader under people's sentences and under ours."""
    with tempfile.TemporaryDirectory() as folder:
        store = api.open_store(str(Path(folder) / "stumper.db"))
        plain = Path(folder) / "originals.json"
        examples = originals(tuple(api.load_dataset(dataset)))
        write_adversarial(plain, Squad("originals", "", "1.1", examples), [])
        for adversary, options in (("from-file", {"file": dataset}), ("add-sent", {}), ("add-one-sent", {}),
                                   ("add-sent-mod", {}), ("add-sent", {"strategy": "both"})):  # fmt: skip
            job = api.attack(str(plain), adversary, options=options, limit=limit if limit < 507 else None, store=store)
            row = job.report(with_examples=False).figures["rows"][0]
            before, after = (Estimate(**row["f1"][name]) for name in ("before", "after"))
            say("add_sent_reader", adversary=adversary, strategy=options.get("strategy", "default"),
                n=before.n, original_f1=shown(before),
                adversarial_f1=shown(after), queries=row["queries"]["total"])  # fmt: skip


def speed(dataset: str, limit: int, workers: int) -> None:
    """Questions a second for raw sentences of drawn questions, parsing included, and the memory at its peak."""
    examples = api.drawn(tuple(api.load_dataset(dataset)), limit, seed=1)
    for count in dict.fromkeys((workers, 1)):
        begin, before = time.perf_counter(), cpu_seconds()
        made = AddSent().sentences(examples, count)
        seconds = time.perf_counter() - begin
        peaks = [resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        say("add_sent_speed", questions=len(examples), processes=f"{count}", seconds=round(seconds, 1),
            questions_a_second=round(len(examples) / seconds, 1),
            questions_a_cpu_second=round(len(examples) / (cpu_seconds() - before), 1), sentences=sum(map(len, made)),
            peak_gb_driver=round(peaks[0] / 1e6, 2), peak_gb_largest_worker=round(peaks[1] / 1e6, 2))  # fmt: skip


def cpu_seconds() -> float:
    """What this process and those that it started have used of the processors."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


if __name__ == "__main__":
    main()
