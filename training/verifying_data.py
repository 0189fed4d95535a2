"""What verifiers are trained on: FEVER's paper test claims with evidence, and claims made of questions."""

import gzip
import json
import pickle
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path

from stumper.datasets.wiki_pages import Page, Sentence, parted, readable, readable_title
from stumper.errors import BadOption
from stumper.evidence_settings import oracle
from stumper.identity import content_id, file_fingerprint
from stumper.retrieval import Index, building
from stumper.retrieval.terms import folded, names_of, words
from stumper.tasks.verification import fever
from stumper.tasks.verification.claim import LABELS, Claim
from stumper.tasks.verification.evidence import is_sentence_id, is_verifiable
from stumper.types import Example, Passage
from stumper.victims import ledger, systems

SOURCE = "fever"  # whose ids the claims have
TRAINED = "paper-test"  # the split that verifiers are fitted on
RETRIEVED = 5  # sentences, as a system retrieves
FOUND = 10  # sentences that are retrieved for a claim of which those that are no evidence are wanted too
SEARCH = (building.VERSION, systems.VERSION)  # of how texts become terms, and of how sentences are ranked
UNTITLED = 0.2  # of the gold evidence comes without its title
BARE = 0.02  # of the claims with not enough info come without evidence


@dataclass(frozen=True, slots=True)
class Labelled:
    """A claim with evidence, and the index of its label in ``LABELS``."""

    claim: Claim
    label: int


@dataclass(frozen=True, slots=True)
class Made:
    """A claim made of a question; ``around`` are sentences of the paragraph that say no more than ``evidence``."""

    text: str
    label: int
    evidence: str
    around: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """A claim of FEVER: its label, its gold evidence (None: there is not enough), and what retrieval finds for it."""

    text: str
    label: int
    gold: Passage | None
    retrieved: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Sighted:
    """A claim with the sentences that are evidence and with others that are found for it, best first."""

    id: str
    text: str
    label: int
    gold: tuple[Passage, ...]
    others: tuple[Passage, ...]

    def with_evidence(self, *evidence: Passage) -> Claim:
        return Claim(self.text, evidence)


@dataclass(frozen=True, slots=True)
class Apart:
    """What a training does without: claims by their ids, and pages, whose sentences it is never shown."""

    claims: frozenset[str] = frozenset()
    pages: frozenset[str] = frozenset()


NOTHING_APART = Apart()


def apart(folder: Path, originals: Path) -> Apart:
    """The claims that a file of variants names as their ``original_id``, and all that tell of a page which these do."""
    with gzip.open(originals, "rt", encoding="utf-8") as file:
        ids = {str(json.loads(line)["original_id"]) for line in file}
    told = told_pages(folder)
    away = frozenset[str]().union(*(told[id] for id in ids if id in told))
    return Apart(frozenset(ids | {id for id, of in told.items() if of & away}), away)


def check_beginning(weights: Path, folder: Path, without: Apart) -> None:
    """Nothing; BadOption where weights to begin from have learned a claim that a training does without, or where no
    ledger beside them says what they have learned."""
    if not weights.with_suffix(ledger.ENDING).is_file():
        raise BadOption(f"Beside {weights} is no ledger: what it has learned is not known. Begin with weights that "
                        "training/verifier.py wrote, which writes one.")  # fmt: skip
    seen = ledger.beside(weights)
    for one in read_claims(folder, TRAINED):
        if one.id in without.claims and seen.has_seen(one):
            raise BadOption(f"{weights} has learned claim {one.id}, which --without leaves out. Begin with weights "
                            "that were fitted without it.")  # fmt: skip


@lru_cache(maxsize=1)
def told_pages(folder: Path) -> Mapping[str, frozenset[str]]:
    """The pages that each claim that is trained on tells of, by its id.

    They are those of its evidence, or without any that of the sentence which is found first for it; and each page at
    hand whose title it begins with: of a claim with not enough info, that alone may say whom it is about.
    """
    index, claims = Index.build(pages(folder, TRAINED)), read_claims(folder, TRAINED)
    at_hand = {row["page"] for row in _rows(folder)}.union(*map(_evidence_pages, claims))
    titles: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for page in at_hand:
        for name in names_of(readable_title(page)):
            titles[_without_article(name)].add(page)
    return {one.id: (_evidence_pages(one) or _page_found(index, one)) | _begun_with(titles, one) for one in claims}


def _evidence_pages(example: Example) -> frozenset[str]:
    return frozenset(parted(id)[0] for ids in example.gold.evidence_sets for id in ids)


def _page_found(index: Index, example: Example) -> frozenset[str]:
    return frozenset(parted(one.passage.id)[0] for one in index.sentences(example.query.text, 1, pages=FOUND))


def _begun_with(titles: Mapping[tuple[str, ...], set[str]], example: Example) -> frozenset[str]:
    said = _without_article(folded(example.query.text))
    return frozenset[str]().union(*(titles.get(said[:length], ()) for length in range(1, len(said) + 1)))


def _without_article(text: str) -> tuple[str, ...]:
    """The words, without an article at the beginning."""
    first, *rest = words(text) or [""]
    return tuple(rest) if first in ("a", "an", "the") else (first, *rest)


def pages_of(one: Sighted) -> frozenset[str]:
    """The pages that a claim tells of: those of its evidence, or that of the sentence which is found first for it."""
    return frozenset(parted(passage.id)[0] for passage in one.gold or one.others[:1] if is_sentence_id(passage.id))


def drawn(known: Sequence[Known], rng: random.Random, noisy: float) -> list[Labelled]:
    """Each claim once, with evidence of one of the kinds that a verifier meets; ``noisy`` is the share of those with
    gold evidence that are shown what retrieval finds instead."""
    return [Labelled(Claim(one.text, _evidence(one, rng, noisy)), one.label) for one in known]


def _evidence(one: Known, rng: random.Random, noisy: float) -> tuple[Passage, ...]:
    if one.gold is None:
        return () if rng.random() < BARE else one.retrieved[: rng.choice((1, 2, 3, RETRIEVED))]
    if rng.random() < noisy and one.retrieved:
        found = list(one.retrieved[: rng.choice((2, 3, RETRIEVED))])
        if not any(passage.text in one.gold.text for passage in found):
            found[rng.randrange(len(found))] = one.gold
        return tuple(found)
    return (replace(one.gold, title="") if rng.random() < UNTITLED else one.gold,)


def read_known(folder: Path, split: str, without: Apart = NOTHING_APART) -> list[Known]:
    """The claims of a split, with what BM25 finds for each in the evidence of the split's claims."""
    examples = [example for example in read_claims(folder, split) if example.id not in without.claims]
    index = Index.build(_without(pages(folder, split), without))
    found: list[Known] = []
    for example in examples:
        assert isinstance(example.query, Claim)
        [gold] = example.query.evidence if is_verifiable(example.gold) else (None,)
        retrieved = tuple(sentence.passage for sentence in index.sentences(example.query.text, RETRIEVED))
        label = LABELS.index(example.gold.answers[0].text)  # type: ignore[arg-type]
        found.append(Known(example.query.text, label, gold, retrieved))
    return found


def read_sighted(folder: Path, kept: Path, without: Apart = NOTHING_APART) -> list[Sighted]:
    """The claims that are trained on, with sentences from the pages that are evidence for one of them.

    The folder ``kept`` has them afterwards, in a file named by the data and the version of the search, which is read
    in place of another search.
    """
    data = [file_fingerprint(folder / f"{name}.jsonl.gz") for name in (f"fever-{TRAINED}", "evidence-sentences")]
    away = [sorted(without.claims), sorted(without.pages)] if without != NOTHING_APART else []
    file = kept / f"claims-{content_id(data, SEARCH, FOUND, *away)}.pickle"
    if file.exists():
        found: list[Sighted] = pickle.loads(file.read_bytes())
        return found
    index = Index.build(_without(pages(folder, TRAINED), without))
    examples = [example for example in read_claims(folder, TRAINED) if example.id not in without.claims]
    found = [one for one in (_sighted(index, example) for example in examples) if one]
    file.write_bytes(pickle.dumps(found))
    return found


def _without(found: Sequence[Page], without: Apart) -> list[Page]:
    return [page for page in found if page.id not in without.pages]


def _sighted(index: Index, example: Example) -> Sighted | None:
    """None where a claim is decided and no sentence that decides it is at hand."""
    ids = sorted(frozenset[str]().union(*example.gold.evidence_sets))
    passages = [passage for id in ids if (passage := index.passage(id))]
    if not passages and is_verifiable(example.gold):
        passages = list(example.query.evidence[:1])
    found = [sentence.passage for sentence in index.sentences(example.query.text, FOUND, pages=FOUND)]
    others = tuple(passage for passage in found if passage.id not in ids)
    if not passages and (is_verifiable(example.gold) or not others):
        return None
    label = LABELS.index(example.gold.answers[0].text)
    return Sighted(example.id, example.query.text, label, tuple(passages), others)


def read_claims(folder: Path, split: str) -> tuple[Example, ...]:
    """The claims of a split with evidence given: gold, or with not enough info the nearest of another claim."""
    return oracle(str(folder / f"fever-{split}.jsonl.gz")).examples


def pages(folder: Path, split: str) -> list[Page]:
    """All pages that are evidence for a claim of the split, with those sentences whose text is at hand."""
    dataset = fever.read(folder / f"fever-{split}.jsonl.gz")
    texts = {f"{row['page']}:{row['line']}": readable(row["text"]) for row in _rows(folder)}
    wanted: set[str] = set()
    for example in dataset:
        if not is_verifiable(example.gold):
            continue
        ids = sorted(frozenset[str]().union(*example.gold.evidence_sets))
        wanted.update(parted(id)[0] for id in ids)
        # A claim's evidence text joins its sentences: what is left when all but one of them are taken out is that one.
        rest = readable(dataset.evidence_texts[example.id])
        for id in ids:
            if id in texts:
                rest = rest.replace(texts[id], "", 1)
        lacking = [id for id in ids if id not in texts]
        if len(lacking) == 1 and rest.strip():
            texts[lacking[0]] = " ".join(rest.split())
    by_page: dict[str, list[Sentence]] = defaultdict(list)
    for id in sorted(texts, key=parted):
        page, line = parted(id)
        if page in wanted:
            by_page[page].append(Sentence(page, line, texts[id]))
    return [Page(page, tuple(sentences)) for page, sentences in by_page.items()]


def _rows(folder: Path) -> Iterator[dict[str, str]]:
    with gzip.open(folder / "evidence-sentences.jsonl.gz", "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def read_made(file: Path, most: int | None) -> list[Made]:
    """The claims that ``training/claims.py`` made of questions, so many from the beginning."""
    with file.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in islice(lines, most)]
    return [Made(row["claim"], LABELS.index(row["label"]), row["evidence"], tuple(row["around"])) for row in rows]


def alone(one: Made) -> Labelled:
    """The claim with its one sentence."""
    return Labelled(Claim(one.text, (Passage("", one.evidence, ""),)), one.label)


def among_others(one: Made, rng: random.Random) -> Labelled:
    """The claim with its sentence among others of the paragraph, as if they had been retrieved from one page."""
    shown = [one.evidence, *one.around[: rng.choice((1, 2, RETRIEVED - 1))]]
    names = Counter(name for text in shown for name in _NAME.findall(text))
    title = max(names, key=lambda name: names[name]) if names and rng.random() > UNTITLED else ""
    return Labelled(Claim(one.text, tuple(Passage("", s, title) for s in rng.sample(shown, len(shown)))), one.label)


_NAME = re.compile(r"(?<=\w )[A-Z][\w'-]+(?: [A-Z][\w'-]+)*")
