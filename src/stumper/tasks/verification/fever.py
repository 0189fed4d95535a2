"""FEVER's claims (Thorne et al. 2018): data sets, adversarial sets and predictions as JSON lines."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import as_file, files
from pathlib import Path
from typing import get_args

from stumper.datasets.documents import called, collector_paused
from stumper.datasets.grouped import read_groups, written_groups
from stumper.datasets.json_lines import Line, plain_id, read_lines, write_lines
from stumper.datasets.kinds import check_kind
from stumper.datasets.wiki_pages import PageStore, bundled_pages, parted, sentence_id
from stumper.errors import BadData
from stumper.identity import content_id, file_fingerprint
from stumper.kind_of_test import joined
from stumper.protocols import Collection as DataSet
from stumper.shown import shown
from stumper.tasks.verification.claim import LABELS, Claim
from stumper.tasks.verification.constraints import stated_anew
from stumper.tasks.verification.evidence import is_sentence_id, is_verifiable, sentence_ids
from stumper.tasks.verification.given_evidence import given_evidence
from stumper.tasks.verification.kinds import PREDICTED_LABELS
from stumper.tasks.verification.labels import label_of, label_worded
from stumper.types import (
    Answer,
    Edit,
    Example,
    Gold,
    Guess,
    Instance,
    Making,
    Matching,
    Passage,
    Perturbation,
    Prediction,
)

BUNDLED = files("stumper.datasets") / "bundled" / "verification.jsonl"


@dataclass(frozen=True, slots=True)
class Fever:
    """Claims in memory; ``fingerprint`` is of the file's bytes.

    ``evidence_texts`` hold the words of the gold evidence by example id, where the file brings them along.
    ``instances`` are the variants of an adversarial set with their originals; they are examples as well.
    ``made`` is who made the variants in it, where the file says so. ``orphans`` are variants of claims of which the
    file has the id alone: there the original has no text. They are examples, too.
    """

    name: str
    fingerprint: str
    examples: tuple[Example, ...]
    evidence_texts: Mapping[str, str] = field(default_factory=dict)
    instances: tuple[Instance, ...] = ()
    made: Making | None = None
    orphans: tuple[Instance, ...] = ()

    def __iter__(self) -> Iterator[Example]:
        return iter(self.examples)

    def __len__(self) -> int:
        return len(self.examples)


def read(path: Path) -> Fever:
    """The claims of a ``.jsonl`` or ``.jsonl.gz`` file; BadData names the file, the line and what is wrong there."""
    lines = read_lines(path)
    with collector_paused():
        try:
            _check_ids(lines)
            examples = tuple([_example(line) for line in lines])
            texts = {line.id(): text for line in lines if (text := line.text("evidence_text"))}
            every = _instances(lines, examples)
            made = _made(lines)
        except BadData as error:
            raise BadData(f"{path}: {error}") from None
    name = path.name.removesuffix(".gz").removesuffix(".jsonl").removesuffix(".json")
    instances = tuple([one for one in every if one.example.query.text])
    orphans = tuple([one for one in every if not one.example.query.text])
    return Fever(name, file_fingerprint(path), examples, texts, instances, made, orphans)


def suits(first: Mapping[str, object]) -> bool:
    """Whether a file's first claim is FEVER's: evidence is a list of lists there, or there is none."""
    evidence = first.get("evidence")
    is_listed = isinstance(evidence, list) and all(isinstance(one, list) for one in evidence)
    return evidence is None or is_listed


def bundled() -> Fever:
    """The verification set that ships with the package, with the words of its evidence."""
    with as_file(BUNDLED) as path:
        dataset = replace(read(path), name="verification")
    pages = bundled_pages()
    texts = {example.id: _words(pages, example.gold) for example in dataset if is_verifiable(example.gold)}
    return replace(dataset, evidence_texts=texts)


def given(dataset: DataSet) -> Fever:
    """The claims, each with one passage of evidence given: its gold evidence, or for a claim with not enough info the
    nearest of the data set's. BadData where the data set does not have the words.
    """
    assert isinstance(dataset, Fever), "claims"
    texts = dataset.evidence_texts
    for example in dataset:
        if is_verifiable(example.gold) and not (example.id in texts and example.gold.evidence_sets):
            raise BadData(f"the claim {example.id!r} has no evidence to give. Write the words of its evidence as "
                          "'evidence_text' on each verifiable line, or leave out oracle:.")  # fmt: skip
    with as_file(BUNDLED) as path:
        pages = bundled_pages().pages if dataset.fingerprint == file_fingerprint(path) else ()
    passages = _passages(dataset, {sentence.id: sentence.text for page in pages for sentence in page.sentences})
    examples = tuple([_given(example, passages) for example in dataset])
    instances, orphans = (
        tuple([_given_instance(one, passages) for one in part]) for part in (dataset.instances, dataset.orphans)
    )
    fingerprint = content_id("oracle", dataset.fingerprint, {id: [one.id, one.text] for id, one in passages.items()})
    return Fever(f"oracle:{dataset.name}", fingerprint, examples, texts, instances, dataset.made, orphans)


def write(path: Path, dataset: Fever) -> str:
    """The file reads back as these examples; its fingerprint. BadOutput where it cannot be written."""
    return write_lines(path, [_row(example, dataset.evidence_texts.get(example.id)) for example in dataset])


def write_adversarial(path: Path, dataset: Fever, instances: Sequence[Instance]) -> str:
    """The file holds the claims that were attacked, those without a variant too, and behind each its instances under
    their own ids, with what they were made from and who made them; its fingerprint."""
    originals = {example.id: example for example in dataset}
    originals |= {instance.example.id: instance.example for instance in instances}
    variants: dict[str, list[Instance]] = {id: [] for id in originals}
    for instance in instances:
        variants[instance.example.id].append(instance)
    rows = [
        row
        for example in originals.values()
        for row in (
            _original_row(example, dataset),
            *(
                _variant_row(instance, dataset.evidence_texts) | _maker(dataset.made)
                for instance in variants[example.id]
            ),
        )
    ]
    ids = [row["id"] for row in rows]
    assert len(set(ids)) == len(ids)
    return write_lines(path, rows)


def read_predictions(path: Path, examples: Sequence[Example]) -> dict[str, Prediction]:
    """The predictions in the shared task's format by claim id, in the order of the file.

    Where none has an id, they are those of the examples in their order; BadData where there are more or fewer.
    """
    check_kind(path, PREDICTED_LABELS)
    lines = read_lines(path)
    own = {label: None for example in examples if isinstance(example.query, Claim) for label in example.query.choices}
    labels = tuple(own) or LABELS
    try:
        if any("id" in line.values for line in lines):
            _check_ids(lines)
            return {line.id(): _prediction(line, labels) for line in lines}
        _check_places(lines, examples)
        return {example.id: _prediction(line, labels) for example, line in zip(examples, lines, strict=True)}
    except BadData as error:
        raise BadData(f"{path}: {error}") from None


def write_predictions(path: Path, predictions: Mapping[str, Prediction]) -> str:
    """The file holds the best labels and the evidence by example id, in the shared task's format; its fingerprint.

    Evidence that is no sentence's id, as an address, stands there as it was cited. Claims without a label are left out.
    """
    return write_lines(path, [_predicted_row(id, found) for id, found in predictions.items() if found.guesses])


def _check_ids(lines: Sequence[Line]) -> None:
    first: dict[str, int] = {}
    for line in lines:
        if first.setdefault(id := line.id(), line.number) != line.number:
            raise BadData(f"the id {id!r} stands on lines {first[id]} and {line.number}. Make ids unique.")


def _example(line: Line) -> Example:
    claim = line.value("claim", str)
    if not claim.strip():
        raise line.bad("the claim has no text. Write it, or take the line out")
    labels = _labels(line)
    gold = _gold(_label(line, "label", labels), _evidence(line), _matching(line))
    try:
        return Example(line.id(), Claim(claim, _given_texts(line), labels), gold, read_groups(line.values))
    except BadData as error:
        raise line.bad(str(error)) from None


def _gold(label: str, evidence_sets: tuple[frozenset[str], ...], matched_by: Matching = "id") -> Gold:
    gold = Gold((Answer(label),), matched_by=matched_by)
    return replace(gold, evidence_sets=evidence_sets) if is_verifiable(gold) else gold


def _labels(line: Line) -> tuple[str, ...]:
    """The labels of the data set, where these are not FEVER's."""
    if line.values.get("labels") is None:
        return LABELS
    listed = line.value("labels", list)
    if not listed or not all(isinstance(label, str) and label for label in listed):
        raise line.bad("'labels' is no list of texts. Write the labels of the data set there, or take it out")
    return tuple(listed)


def _matching(line: Line) -> Matching:
    said = line.text("evidence_matched_by") or "id"
    if said not in get_args(Matching):
        raise line.bad(f"evidence is matched by {', '.join(get_args(Matching))}, not {said!r}. Correct "
                       "'evidence_matched_by'")  # fmt: skip
    return said  # type: ignore[return-value]  # it is one of these


def _label(line: Line, key: str, labels: Sequence[str] = LABELS) -> str:
    if isinstance(value := line.values.get(key), bool):
        raise _no_label(line, key, str(value).lower(), labels)
    text = line.value(key, str)
    named = _BETWEEN_WORDS.sub(" ", text.strip()).upper()
    if (label := next((label for label in labels if label.upper() in (named, text.strip().upper())), None)) is None:
        raise _no_label(line, key, text, labels)
    return label


def _no_label(line: Line, key: str, text: str, labels: Sequence[str]) -> BadData:
    """What is wrong with a label, and how a data set says that it has labels of its own."""
    own = ""
    if key == "label" and line.values.get("labels") is None:
        own = (
            f": write {meant}"
            if (meant := label_worded(text))
            else f', or say on each line which labels the data set has: "labels": ["{text}", ...]'
        )
        if all(line.values.get(name) is None for name in ("evidence", "original_id", "given")):
            own += ". Or have it read as rows, whose labels are those that stand there: --map claim=claim,label=label"
    return line.bad(f"there is no label {text!r}; there are {', '.join(labels)}. Correct {key!r}{own}")


_BETWEEN_WORDS = re.compile(r"[\s_-]+")


def _evidence(line: Line, key: str = "evidence") -> tuple[frozenset[str], ...]:
    """The distinct gold sets, whoever annotated them. One with a sentence that names no page is none."""
    if line.values.get(key) is None:
        return ()
    found: dict[frozenset[str], None] = {}
    for sentences in line.value(key, list):
        if type(sentences) is not list:
            raise line.bad(f"an evidence set is {called(sentences)}, not a list. {_EVIDENCE_SHAPE}")
        if _matching(line) != "id" and all(isinstance(one, str) for one in sentences):
            found[frozenset(sentences)] = None
            continue
        ids = [_sentence(sentence, line) for sentence in sentences]
        if ids and None not in ids:
            found[frozenset(id for id in ids if id is not None)] = None
    return tuple(found)


_EVIDENCE_SHAPE = "Evidence is a list of sets, each of them a list of [annotation, evidence id, page, line]"


def _sentence(value: object, line: Line) -> str | None:
    match value:
        case [_, _, None, _] | [_, _, _, None]:
            return None
        case [_, _, str(page), int(number)] if page and not isinstance(number, bool) and number >= 0:
            return sentence_id(page, number)
        case _:
            raise line.bad(f"the evidence {shown(value)} is no sentence. {_EVIDENCE_SHAPE}")


def _instances(lines: Sequence[Line], examples: Sequence[Example]) -> tuple[Instance, ...]:
    """The lines with an ``original_id``, each with the original that it describes or that is a line itself; one of
    which only the id is known has no text."""
    plain = {example.id: example for line, example in zip(lines, examples, strict=True) if not _is_variant(line)}
    described: dict[str, Example] = {}
    found: list[Instance] = []
    for line, example in zip(lines, examples, strict=True):
        if not _is_variant(line):
            continue
        original = _original(line, plain)
        if described.setdefault(original.id, original) != original:
            raise line.bad(f"the original {original.id!r} is another claim here than on a line before. Correct one")
        found.append(Instance(example.id, original, _perturbation(line, original, example)))
    return tuple(found)


def _made(lines: Sequence[Line]) -> Making | None:
    """Who made the variants, where all that are there say the same; why there is none of others."""
    said = {_maker_on(line) for line in lines if _is_variant(line)}
    nothing = {line.id(): text for line in lines if not _is_variant(line) and (text := line.text("nothing"))}
    if len(said) != 1:
        return None
    adversary, options, made_against = said.pop()
    return Making(adversary, options, made_against, nothing) if adversary else None


def _maker_on(line: Line) -> tuple[str, tuple[tuple[str, str], ...], str]:
    options = line.value("options", dict) if line.values.get("options") is not None else {}
    pairs = tuple(sorted((str(key), str(value)) for key, value in options.items()))
    return line.text("adversary") or "", pairs, line.text("made_against") or ""


def _is_variant(line: Line) -> bool:
    return line.values.get("original_id") is not None


def _original(line: Line, plain: Mapping[str, Example]) -> Example:
    id = line.id("original_id")
    if id in plain:
        return plain[id]
    if line.values.get("original_claim") is None:
        return Example(id, Claim(""), Gold(()))
    labels = _labels(line)
    evidence = _evidence(line, "original_evidence" if _is_anew(line) else "evidence")
    gold = _gold(_label(line, "original_label", labels), evidence, _matching(line))
    if not (claim := line.value("original_claim", str)).strip():
        raise line.bad("'original_claim' has no text. Write it, or take the line out")
    return Example(id, Claim(claim, _given_texts(line), labels), gold)


def _perturbation(line: Line, original: Example, variant: Example) -> Perturbation:
    before, after = original.query.text, variant.query.text
    kind, rule, assumes = (line.text(name) or "" for name in ("transformation", "rule", "assumes"))
    is_anew = _is_anew(line)
    label = variant.gold.answers[0].text if is_anew else ""
    swaps_label = original.gold.answers != variant.gold.answers and not is_anew
    changed = Edit("claim", 0, len(before), after, kind, rule, swaps_label, assumes, label)
    edits = () if before == after else (changed,)
    gold = replace(variant.gold, evidence_text=line.text("evidence_text") or "") if is_anew else variant.gold
    return Perturbation(original.id, variant.query, gold, edits)


def _is_anew(line: Line) -> bool:
    """Whether a variant has evidence of its own, as it says beside which its original has."""
    return line.values.get("original_evidence") is not None


def _words(pages: PageStore, gold: Gold) -> str:
    """The sentences of the first gold set, in the order of their page."""
    return " ".join(pages.sentence(id).text for id in _in_order(gold.evidence_sets[0]))


def _in_order(sentences: Collection[str]) -> list[str]:
    return sorted(sentences, key=parted)


def _passages(dataset: Fever, sentences: Mapping[str, str]) -> dict[str, Passage]:
    """What each claim is given, originals that stand on the lines of their variants among them. A variant of a claim
    with not enough info is given what its original is, unless it has words of its own."""
    texts, claims = dict(dataset.evidence_texts), {example.id: example for example in dataset}
    kept = {one.id: one.example for one in dataset.instances if stated_anew(one.perturbation) is None}
    for variant, original in kept.items():
        if original.id not in claims and variant in texts:
            texts.setdefault(original.id, texts[variant])
    claims |= {one.example.id: one.example for one in dataset.instances}
    alike = {variant: original.id for variant, original in kept.items()
             if variant not in texts and not is_verifiable(original.gold)}  # fmt: skip
    found = given_evidence({id: claim for id, claim in claims.items() if id not in alike}, texts, sentences)
    return found | {variant: found[original] for variant, original in alike.items() if original in found}


def _given(example: Example, passages: Mapping[str, Passage]) -> Example:
    assert isinstance(example.query, Claim)
    evidence = (passages[example.id],) if example.id in passages else ()
    return replace(example, query=replace(example.query, evidence=evidence or example.query.evidence))


def _given_instance(instance: Instance, passages: Mapping[str, Passage]) -> Instance:
    perturbation, original = instance.perturbation, instance.example
    variant = _given(Example(instance.id, perturbation.query, perturbation.gold), passages)
    given = _given(original, passages) if original.query.text else original
    return Instance(instance.id, given, replace(perturbation, query=variant.query))


def _row(example: Example, evidence_text: str | None) -> dict[str, object]:
    verifiable = is_verifiable(example.gold)
    by = example.gold.matched_by
    row: dict[str, object] = {
        "id": plain_id(example.id),
        "verifiable": "VERIFIABLE" if verifiable else "NOT VERIFIABLE",
        "label": example.gold.answers[0].text,
        "claim": example.query.text,
        "evidence": _listed_sets(example.gold) if verifiable else [[[None, None, None, None]]],
        **({} if by == "id" else {"evidence_matched_by": by}),
        **_own(example),
    }
    return row | ({"evidence_text": evidence_text} if evidence_text else {}) | written_groups(example)


def _listed_sets(gold: Gold) -> list[list[object]]:
    if gold.matched_by == "id":
        return [[[None, None, *parted(id)] for id in _in_order(ids)] for ids in gold.evidence_sets]
    return [list[object](sorted(texts)) for texts in gold.evidence_sets]


def _own(example: Example) -> dict[str, object]:
    claim = example.query
    assert isinstance(claim, Claim), "only claims have labels"
    labels: dict[str, object] = {} if claim.labels == LABELS else {"labels": list(claim.labels)}
    is_given = claim.evidence and example.gold.matched_by == "none"
    return labels | ({"given": [passage.text for passage in claim.evidence]} if is_given else {})


def _given_texts(line: Line) -> tuple[Passage, ...]:
    """The evidence that a system gets with the claim, where the data set has it in words."""
    if line.values.get("given") is None:
        return ()
    texts = line.value("given", list)
    if not all(isinstance(text, str) for text in texts):
        raise line.bad("'given' is no list of texts. Write the evidence that goes with the claim there")
    return tuple(Passage(f"{line.id()}/{place}", text) for place, text in enumerate(texts))


def _original_row(example: Example, dataset: Fever) -> dict[str, object]:
    nothing = dataset.made.nothing.get(example.id) if dataset.made else None
    return _row(example, dataset.evidence_texts.get(example.id)) | ({"nothing": nothing} if nothing else {})


def _maker(made: Making | None) -> dict[str, object]:
    if made is None:
        return {}
    options = {"options": dict(made.options)} if made.options else {}
    return {"adversary": made.adversary, **options, "made_against": made.made_against}


def _variant_row(instance: Instance, texts: Mapping[str, str]) -> dict[str, object]:
    original, perturbation = instance.example, instance.perturbation
    variant = Example(instance.id, perturbation.query, perturbation.gold)
    is_anew = stated_anew(perturbation) is not None
    text = perturbation.gold.evidence_text if is_anew else texts.get(original.id, texts.get(instance.id))
    assumes = joined(edit.assumes for edit in perturbation.edits)
    return _row(variant, text) | {
        **({"original_evidence": _listed_sets(original.gold)} if is_anew else {}),
        "original_id": plain_id(original.id),
        "original_claim": original.query.text,
        "original_label": original.gold.answers[0].text,
        "transformation": joined(edit.kind for edit in perturbation.edits),
        "rule": joined(edit.rule for edit in perturbation.edits),
        **({"assumes": assumes} if assumes else {}),
    }


def _check_places(lines: Sequence[Line], examples: Sequence[Example]) -> None:
    if len(lines) != len(examples):
        than = "fewer" if len(lines) < len(examples) else "more"
        noun = "prediction" if len(lines) == 1 else "predictions"
        raise BadData(f"it has {len(lines):,} {noun} without ids, {than} than the {len(examples):,} claims. "
                      "Write one a claim in the order of the claims, or give each the id of its claim.")  # fmt: skip


def _prediction(line: Line, labels: Sequence[str]) -> Prediction:
    evidence: list[str] = []
    if line.values.get("predicted_evidence") is not None:
        evidence = [_predicted_sentence(value, line) for value in line.value("predicted_evidence", list)]
    said = line.values.get("predicted_label")
    named = label_of(said) if isinstance(said, str) and labels != LABELS else ""
    label = named if named in labels else _label(line, "predicted_label", labels)
    return Prediction((Guess(label, None),), None, tuple(evidence))


def _predicted_sentence(value: object, line: Line) -> str:
    match value:
        case [str(page), int(number)] if page and not isinstance(number, bool) and number >= 0:
            return sentence_id(page, number)
        case str(cited) if cited:  # an address or a text
            return cited
        case _:
            raise line.bad(f"the predicted evidence {shown(value)} is no sentence. Write [page, line], or an address "
                           "or a text where the data set has these")  # fmt: skip


def _predicted_row(id: str, prediction: Prediction) -> dict[str, object]:
    sentences = [sentence for passage in prediction.evidence for sentence in sentence_ids(passage)]
    evidence = [list(parted(sentence)) if is_sentence_id(sentence) else sentence for sentence in sentences]
    label = prediction.guesses[0].answer
    return {"id": plain_id(id), "predicted_label": label, "predicted_evidence": evidence}
