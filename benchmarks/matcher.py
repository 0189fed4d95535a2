"""Our verdicts on answers against those of others: where they agree, by class of case, and each difference.

    python benchmarks/matcher.py [--data DIR] [--cache DIR] [--differences N] [--half even|odd]
    python benchmarks/matcher.py --pairs FILE [--differences N]

- The cases that qb-answer-checker, the judge of qbreader.org, is tested by. They are read from its npm package, which
  is fetched once with the npm client and kept in the cache folder. Classes are its files of cases (with markup,
  without) and its verdicts. A line's cases are all in one half, even or odd by the line's hash: mend by one, count on
  the other.
- What sixteen systems guessed on QANTA's packets of 2025/26, against the source's strict verdicts.
- QANTA's development questions: whether a question's line accepts the title of its page.
- Confusables: answers that look like a line's and are another thing, or less of it, and some that are right
  (benchmarks/confusables.tsv, pairs and verdicts of our own; those held out were written when the rules were done).
- Lines of other questions (a sample of pairs): how often a line accepts or prompts on another's main answer.

With --pairs only the pairs of a file of your own are counted, which is like confusables.tsv: columns line, said,
verdict and part. After the figures come the differences, N at most of each population, as JSON lines.
"""

import argparse
import csv
import gzip
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from measuring import DATA, measures, say
from stumper.errors import BadData, StumperError
from stumper.tasks.quizbowl import files as quizbowl
from stumper.tasks.quizbowl.answers.forms import forms
from stumper.tasks.quizbowl.answers.lines import read_answer_line
from stumper.tasks.quizbowl.answers.matching import NEAR, closeness, match_answer
from stumper.tasks.quizbowl.tossup_text import without_tags
from stumper.text import normalise_answer

CHECKER = "qb-answer-checker@1.1.9"
SHA256 = "bb89f9b8a431b25fd86a57a916a15f130e9da8c1dbab6796ab8d73568da2fb34"
FILES = {"with markup": "formatted-tests.csv", "without markup": "unformatted-tests.csv"}
CACHE = Path.home() / ".cache" / "stumper" / "matcher"
PAIRS = 200_000
CONFUSABLES = Path(__file__).with_name("confusables.tsv")


@dataclass(frozen=True, slots=True)
class Case:
    """One answer to one line, with the verdict that others gave."""

    line: str
    said: str
    verdict: str
    kind: str


def main() -> None:
    args = _arguments()
    differences: list[dict[str, object]] = []
    if args.pairs:
        for difference in _of_confusables(args.pairs, args.differences):
            print(json.dumps(difference, ensure_ascii=False))
        return
    cases = [case for case in checker_cases(args.cache) if args.half in (None, half_of(case.line))]
    kinds = sorted({case.kind for case in cases})
    populations = {kind: [case for case in cases if case.kind == kind] for kind in kinds}
    populations |= {half: [case for case in cases if half_of(case.line) == half] for half in ("even", "odd")}
    for kind, chosen in {**populations, "all": cases}.items():
        agreeing = [case for case in chosen if verdict(case) == case.verdict]
        say("matcher", of="checker", kind=kind, cases=len(chosen), agreeing=len(agreeing),
            agreement=len(agreeing) / len(chosen) if chosen else None)  # fmt: skip
    differences += _differing("checker", cases, args.differences)
    guesses, without_line = system_guesses(args.data / "quizbowl" / "qanta2025")
    differences += _of_guesses(guesses, without_line, args.differences)
    differences += _of_pages(args.data / "quizbowl" / "qanta-guessdev.json.gz", args.differences)
    differences += _of_confusables(CONFUSABLES, args.differences)
    differences += _of_others(args.data / "quizbowl" / "tossups-2012-2020.jsonl.gz", args.seed, args.differences)
    for difference in differences:
        print(json.dumps(difference, ensure_ascii=False))


def checker_cases(cache: Path) -> list[Case]:
    """The cases in the order of their files; StumperError where the package is neither kept nor to be had."""
    with tarfile.open(fileobj=io.BytesIO(_package(cache))) as package:
        return [case for kind, name in FILES.items() for case in _cases_of(package, kind, name)]


def _package(cache: Path) -> bytes:
    path = cache / (CHECKER.replace("@", "-") + ".tgz")
    if not path.exists():
        _fetch(cache)
    content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != SHA256:
        raise StumperError(f"{path} is not {CHECKER} as it was published. Remove it, and start again")
    return content


def _fetch(cache: Path) -> None:
    if (npm := shutil.which("npm")) is None:
        raise StumperError(f"npm, which fetches {CHECKER}, is not installed. Install it, or put the package in {cache}")
    cache.mkdir(parents=True, exist_ok=True)
    command = [npm, "pack", CHECKER, "--pack-destination", str(cache), "--fetch-retries", "1"]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        raise StumperError(f"npm did not fetch {CHECKER}. Go online, or put the package in {cache}")


def _cases_of(package: tarfile.TarFile, kind: str, name: str) -> Iterator[Case]:
    file = package.extractfile(f"package/test/{name}")
    assert file is not None
    for row in csv.DictReader(io.TextIOWrapper(file, "utf-8", newline="")):
        yield Case(row["Answer Line"], row["Given"], row["Directive"], f"{kind}, {row['Directive']}")


def half_of(line: str) -> str:
    """Which half of the cases those of a line are in."""
    return "odd" if hashlib.sha256(line.encode()).digest()[0] % 2 else "even"


def verdict(case: Case) -> str:
    try:
        gold = read_answer_line(case.line)
    except BadData:
        return "unread"
    return match_answer(gold, case.said)


def system_guesses(folder: Path) -> tuple[list[Case], int]:
    """Each guess of each run, with the strict verdict (accept or reject) of its source; and how many more there are of
    questions that are in none of the packets."""
    lines: dict[str, str] = {}
    for path in sorted(folder.glob("packet*-tossup.json.gz")):
        lines |= {
            row["qid"].split("-t-")[1]: row["answerline"] for row in json.loads(gzip.decompress(path.read_bytes()))
        }
    found: list[Case] = []
    without_line = 0
    with gzip.open(folder / "submitted-tossup-runs.jsonl.gz", "rt", encoding="utf-8") as rows:
        for run in map(json.loads, rows):
            line = lines.get(run["qid"].split("-t-")[1])
            if line is None:
                without_line += len(run["run_outputs"])
                continue
            found += [
                Case(line, output["guess"] or "", "accept" if output["correct"] else "reject", run["system"])
                for output in run["run_outputs"]
            ]
    return found, without_line


def _of_guesses(cases: Sequence[Case], without_line: int, most: int) -> list[dict[str, object]]:
    """Says how often we accept what the source counts as right, and what kinds of guesses the others are."""
    began = time.process_time()
    ours = [verdict(case) for case in cases]
    seconds = time.process_time() - began
    table = Counter((case.verdict, said) for case, said in zip(cases, ours, strict=True))
    holding = sum(_holds(case.said, case.line) == (case.verdict == "accept") for case in cases)
    apart: Counter[tuple[str, str, str, str]] = Counter()
    for case, said in zip(cases, ours, strict=True):
        if (case.verdict == "accept") != (said == "accept"):
            apart[case.line, case.said, case.verdict, said] += 1
    say("matcher", of="guesses", guesses=len(cases), without_line=without_line,
        distinct=len({(case.line, case.said) for case in cases}), seconds=seconds,
        agreement=1 - apart.total() / len(cases), source_is_containment=holding / len(cases),
        **{f"theirs_{theirs}_ours_{said}": n for (theirs, said), n in sorted(table.items())})  # fmt: skip
    kinds: dict[str, Counter[str]] = {}
    for (line, said, theirs, _), n in apart.items():
        kinds.setdefault(_kind(line, said, theirs), Counter())[said] += n
    for kind, guesses in sorted(kinds.items()):
        say("matcher", of="differing guesses", kind=kind, guesses=guesses.total(), distinct=len(guesses))
    return [
        {"of": "guesses", "n": n, "line": line, "said": said, "theirs": theirs, "ours": verdict_}
        for (line, said, theirs, verdict_), n in apart.most_common(most)
    ]


def _kind(line: str, said: str, theirs: str) -> str:
    """What kind of difference a guess is of which one of us takes for right what the other does not."""
    if theirs == "reject":
        if re.search(r"[\[(/,_]|\bor\b", without_tags(line)):
            return "ours: of a line with alternatives"
        main = forms(read_answer_line(line).answers[0].text)
        is_written = closeness(main, forms(said.casefold())) >= NEAR
        return f"ours: {'written in another way' if is_written else 'a part or more of a name'}"
    bare = re.sub(r"\([^()]*\)|\s[-—]\s.*", " ", said)
    return f"theirs: {'among other words' if _holds(bare, line) else 'behind another answer'}"


def _holds(said: str, line: str) -> bool:
    """Whether all of the line is in what was said, in a row."""
    return normalise_answer(re.sub("[_*]", "", without_tags(line))) in normalise_answer(said)


def _differing(name: str, cases: Iterable[Case], most: int) -> list[dict[str, object]]:
    found = [
        {"of": name, "line": case.line, "said": case.said, "theirs": case.verdict, "ours": said}
        for case in cases
        if (said := verdict(case)) != case.verdict
    ]
    return found[:most]


def _of_pages(path: Path, most: int) -> list[dict[str, object]]:
    """Of QANTA's development questions, whether the line accepts the title of the page that the question is of."""
    rows = json.loads(gzip.decompress(path.read_bytes()))
    rows = rows["questions"] if isinstance(rows, dict) else rows
    cases = [Case(row["answer"], row["page"].replace("_", " "), "accept", "") for row in rows if row["page"]]
    table = Counter(map(verdict, cases))
    say("matcher", of="pages", pages=len(cases), agreement=table["accept"] / len(cases), **table)
    return _differing("pages", cases, most)


def _of_confusables(path: Path, most: int) -> list[dict[str, object]]:
    """Of pairs that are easily confused, how often our verdict is the table's, and how often we accept wrongly."""
    with path.open(encoding="utf-8", newline="") as file:
        cases = [_pair(path, number, cells) for number, cells in enumerate(file, 1) if number > 1]
    for part in dict.fromkeys(case.kind for case in cases):
        ours = [(case.verdict, verdict(case)) for case in cases if case.kind == part]
        agreeing = sum(theirs == said for theirs, said in ours)
        falsely = sum(said == "accept" != theirs for theirs, said in ours)
        say("matcher", of="confusables", part=part, pairs=len(ours), agreeing=agreeing,
            agreement=agreeing / len(ours), accepted_falsely=falsely)  # fmt: skip
    return _differing("confusables", cases, most)


def _pair(path: Path, number: int, row: str) -> Case:
    """A pair of the table; StumperError where a row has other cells."""
    cells = [cell.strip() for cell in row.rstrip("\r\n").split("\t")]
    if len(cells) != 4 or not all(cells) or cells[2] not in ("accept", "prompt", "reject"):
        raise StumperError(
            f"{path}, line {number}: not a line, what was said, a verdict (accept, prompt, reject) and a part, "
            f"parted by tabs: {row!r:.100}"
        )
    return Case(*cells)


def _of_others(path: Path, seed: int, most: int) -> list[dict[str, object]]:
    """How often a line of the packets takes the main answer of another."""
    golds = [example.gold for example in quizbowl.read(path)]
    rng = Random(seed)
    pairs = [(rng.choice(golds), rng.choice(golds).answers[0].text) for _ in range(PAIRS)]
    pairs = [(gold, said) for gold, said in pairs if gold.answers[0].text.casefold() != said.casefold()]
    began = time.process_time()
    taken = [match_answer(gold, said) for gold, said in pairs]
    say("matcher", of="other lines", pairs=len(pairs), seconds=time.process_time() - began, **Counter(taken))
    return [
        {"of": "other lines", "line": [answer.text for answer in gold.answers], "said": said, "ours": "accept"}
        for (gold, said), verdict_ in zip(pairs, taken, strict=True)
        if verdict_ == "accept"
    ][:most]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA, help="the folder of the evaluation data")
    parser.add_argument("--cache", type=Path, default=CACHE, help="the folder that keeps the npm package")
    parser.add_argument("--differences", type=int, default=0, help="how many of each population are printed")
    parser.add_argument("--half", choices=("even", "odd"), help="the checker's cases of one half alone")
    parser.add_argument("--pairs", type=Path, help="a file of pairs, which alone is counted")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    measures(args)
    return args


if __name__ == "__main__":
    try:
        main()
    except StumperError as error:
        sys.exit(str(error))
