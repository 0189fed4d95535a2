"""FEVER's claims (Thorne et al. 2018): data sets, adversarial sets and predictions as JSON lines."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import as_file, files
from pathlib import Path

from stumper.datasets.documents import called, collector_paused
from stumper.datasets.json_lines import Line, plain_id, read_lines, write_lines
from stumper.datasets.kinds import check_kind
from stumper.datasets.wiki_pages import PageStore, bundled_pages, parted, readable, sentence_id
from stumper.errors import BadData, BadOption, BrokenVictim
from stumper.identity import content_id, file_fingerprint
from stumper.shown import shown
from stumper.tasks.verification.claim import LABELS, Claim, Label
from stumper.tasks.verification.evidence import is_verifiable, passage_id, sentence_ids
from stumper.tasks.verification.kinds import PREDICTED_LABELS
from stumper.types import Answer, Edit, Example, Gold, Guess, Instance, Passage, Perturbation, Prediction


@dataclass(frozen=True, slots=True)
class Fever:
    """Claims in memory; ``fingerprint`` is of the file's bytes.

    ``evidence_texts`` hold the words of the gold evidence by example id, where the file brings them along.
    ``instances`` are the variants of an adversarial set with their originals; they are examples as well.
    """

    name: str
    fingerprint: str
    examples: tuple[Example, ...]
    evidence_texts: Mapping[str, str] = field(default_factory=dict)
    instances: tuple[Instance, ...] = ()

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
            instances = _instances(lines, examples)
        except BadData as error:
            raise BadData(f"{path}: {error}") from None
    name = path.name.removesuffix(".gz").removesuffix(".jsonl").removesuffix(".json")
    return Fever(name, file_fingerprint(path), examples, texts, instances)


def bundled() -> Fever:
    """The verification set that ships with the package, with the words of its evidence."""
    with as_file(files("stumper.datasets") / "bundled" / "verification.jsonl") as path:
        dataset = replace(read(path), name="verification")
    pages = bundled_pages()
    texts = {example.id: _words(pages, example.gold) for example in dataset if is_verifiable(example.gold)}
    return replace(dataset, evidence_texts=texts)


def oracle(argument: str = "") -> Fever:
    """The claims of a FEVER file or of ``verification``, the verifiable ones with gold evidence given.

    The evidence of a claim is one passage. A claim with not enough info has none, so that the system retrieves for
    it. BadData where the file does not have the words.
    """
    if not argument:
        raise BadOption("oracle: takes FEVER claims: oracle:verification, or oracle:FILE.")
    dataset = bundled() if argument == "verification" else read(Path(argument))
    texts = dataset.evidence_texts
    for example in dataset:
        if is_verifiable(example.gold) and not (example.id in texts and example.gold.evidence_sets):
            raise BadData(f"{argument}: the claim {example.id!r} has no evidence to give. Write the words of its "
                          "evidence as 'evidence_text' on each verifiable line, or leave out oracle:.")  # fmt: skip
    examples = tuple([_given(example, texts) for example in dataset])
    instances = tuple([_given_instance(instance, texts) for instance in dataset.instances])
    fingerprint = content_id("oracle", dataset.fingerprint, texts)
    return Fever(f"oracle:{dataset.name}", fingerprint, examples, texts, instances)


def write(path: Path, dataset: Fever) -> str:
    """The file reads back as these examples; its fingerprint. BadOutput where it cannot be written."""
    return write_lines(path, [_row(example, dataset.evidence_texts.get(example.id)) for example in dataset])


def write_adversarial(path: Path, dataset: Fever, instances: Sequence[Instance]) -> str:
    """The file holds the instances under their own ids, each with what it was made from; its fingerprint.

    FEVER's tools score every line of a file, so the originals are no lines: they read back from their variants.
    """
    ids = [instance.id for instance in instances]
    assert len(set(ids)) == len(ids)
    return write_lines(path, [_variant_row(instance, dataset.evidence_texts) for instance in instances])


def read_predictions(path: Path, examples: Sequence[Example]) -> dict[str, Prediction]:
    """The predictions in the shared task's format by example id, in the order of the examples.

    They are matched by their ids where they have some, else by their position. BadData where they are not for just
    these examples.
    """
    check_kind(path, PREDICTED_LABELS)
    lines = read_lines(path)
    try:
        of_line = _by_id(lines, examples) if any("id" in line.values for line in lines) else _by_place(lines, examples)
        return {example.id: _prediction(line) for example, line in zip(examples, of_line, strict=True)}
    except BadData as error:
        raise BadData(f"{path}: {error}") from None


def write_predictions(path: Path, predictions: Mapping[str, Prediction]) -> str:
    """The file holds the best labels and the evidence by example id, in the shared task's format; its fingerprint.

    BrokenVictim where evidence is no sentence's id. Claims without a label are left out.
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
    return Example(line.id(), Claim(claim), _gold(_label(line, "label"), _evidence(line)))


def _gold(label: Label, evidence_sets: tuple[frozenset[str], ...]) -> Gold:
    gold = Gold((Answer(label),))
    return replace(gold, evidence_sets=evidence_sets) if is_verifiable(gold) else gold


def _label(line: Line, key: str) -> Label:
    text = line.value(key, str)
    named = _BETWEEN_WORDS.sub(" ", text.strip()).upper()
    if (label := next((label for label in LABELS if label == named), None)) is None:
        raise line.bad(f"there is no label {text!r}; there are {', '.join(LABELS)}. Correct {key!r}")
    return label


_BETWEEN_WORDS = re.compile(r"[\s_-]+")


def _evidence(line: Line) -> tuple[frozenset[str], ...]:
    """The distinct gold sets, whoever annotated them. One with a sentence that names no page is none."""
    if line.values.get("evidence") is None:
        return ()
    found: dict[frozenset[str], None] = {}
    for sentences in line.value("evidence", list):
        if type(sentences) is not list:
            raise line.bad(f"an evidence set is {called(sentences)}, not a list. {_EVIDENCE_SHAPE}")
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
    """The lines with an ``original_id``, each with the original that it describes or that is a line itself."""
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


def _is_variant(line: Line) -> bool:
    return line.values.get("original_id") is not None


def _original(line: Line, plain: Mapping[str, Example]) -> Example:
    id = line.id("original_id")
    if id in plain:
        return plain[id]
    if line.values.get("original_claim") is None:
        raise line.bad(f"its original {id!r} is neither on a line of its own nor given. Write its text as "
                       "'original_claim' and its label as 'original_label'")  # fmt: skip
    gold = _gold(_label(line, "original_label"), _evidence(line))
    if not (claim := line.value("original_claim", str)).strip():
        raise line.bad("'original_claim' has no text. Write it, or take the line out")
    return Example(id, Claim(claim), gold)


def _perturbation(line: Line, original: Example, variant: Example) -> Perturbation:
    before, after = original.query.text, variant.query.text
    kind, rule = line.text("transformation") or "", line.text("rule") or ""
    swaps_label = original.gold.answers != variant.gold.answers
    edits = () if before == after else (Edit("claim", 0, len(before), after, kind, rule, swaps_label),)
    return Perturbation(original.id, variant.query, variant.gold, edits)


def _words(pages: PageStore, gold: Gold) -> str:
    """The sentences of the first gold set, in the order of their page."""
    return " ".join(pages.sentence(id).text for id in _in_order(gold.evidence_sets[0]))


def _in_order(sentences: Collection[str]) -> list[str]:
    return sorted(sentences, key=parted)


def _given(example: Example, texts: Mapping[str, str]) -> Example:
    assert isinstance(example.query, Claim)
    if not example.gold.evidence_sets or example.id not in texts:
        return example
    ids = _in_order(example.gold.evidence_sets[0])
    passage = Passage(passage_id(ids), readable(texts[example.id]), parted(ids[0])[0])
    return replace(example, query=replace(example.query, evidence=(passage,)))


def _given_instance(instance: Instance, texts: Mapping[str, str]) -> Instance:
    perturbation = instance.perturbation
    variant = _given(Example(instance.id, perturbation.query, perturbation.gold), texts)
    of_original = {instance.example.id: texts[instance.id]} if instance.id in texts else {}
    original = _given(instance.example, of_original)
    return Instance(instance.id, original, replace(perturbation, query=variant.query))


def _row(example: Example, evidence_text: str | None) -> dict[str, object]:
    verifiable = is_verifiable(example.gold)
    sets = [[[None, None, *parted(id)] for id in _in_order(ids)] for ids in example.gold.evidence_sets]
    row: dict[str, object] = {
        "id": plain_id(example.id),
        "verifiable": "VERIFIABLE" if verifiable else "NOT VERIFIABLE",
        "label": example.gold.answers[0].text,
        "claim": example.query.text,
        "evidence": sets if verifiable else [[[None, None, None, None]]],
    }
    return row | ({"evidence_text": evidence_text} if evidence_text else {})


def _variant_row(instance: Instance, texts: Mapping[str, str]) -> dict[str, object]:
    original, perturbation = instance.example, instance.perturbation
    variant = Example(instance.id, perturbation.query, perturbation.gold)
    text = texts.get(original.id, texts.get(instance.id))
    return _row(variant, text) | {
        "original_id": plain_id(original.id),
        "original_claim": original.query.text,
        "original_label": original.gold.answers[0].text,
        "transformation": _joined([edit.kind for edit in perturbation.edits]),
        "rule": _joined([edit.rule for edit in perturbation.edits]),
    }


def _joined(names: Sequence[str]) -> str:
    return " + ".join(filter(None, dict.fromkeys(names)))


def _by_place(lines: Sequence[Line], examples: Sequence[Example]) -> Sequence[Line]:
    if len(lines) != len(examples):
        than = "fewer" if len(lines) < len(examples) else "more"
        noun = "prediction" if len(lines) == 1 else "predictions"
        raise BadData(f"it has {len(lines):,} {noun} without ids, {than} than the {len(examples):,} claims. "
                      "Write one a claim in the order of the claims, or give each the id of its claim.")  # fmt: skip
    return lines


def _by_id(lines: Sequence[Line], examples: Sequence[Example]) -> Sequence[Line]:
    _check_ids(lines)
    of_id = {line.id(): line for line in lines}
    known = {example.id for example in examples}
    if unknown := [id for id in of_id if id not in known]:
        all_ids = f"of its {len(of_id):,} ids"
        verb = "is" if len(unknown) == 1 else "are"
        count = f"None {all_ids} {verb}" if len(unknown) == len(of_id) else f"{len(unknown):,} {all_ids} {verb} not"
        raise BadData(f"{count} in the data set ({_listed(unknown)}). Do the predictions belong to another one?")
    if missing := [example.id for example in examples if example.id not in of_id]:
        raise BadData(f"there is no prediction for {len(missing):,} of the {len(examples):,} claims "
                      f"({_listed(missing)}). Predict every claim.")  # fmt: skip
    return [of_id[example.id] for example in examples]


def _listed(ids: Sequence[str]) -> str:
    return ", ".join([*map(repr, ids[:3]), *(["…"] if len(ids) > 3 else [])])


def _prediction(line: Line) -> Prediction:
    evidence: list[str] = []
    if line.values.get("predicted_evidence") is not None:
        evidence = [_predicted_sentence(value, line) for value in line.value("predicted_evidence", list)]
    return Prediction((Guess(_label(line, "predicted_label"), None),), None, tuple(evidence))


def _predicted_sentence(value: object, line: Line) -> str:
    match value:
        case [str(page), int(number)] if page and not isinstance(number, bool) and number >= 0:
            return sentence_id(page, number)
        case _:
            raise line.bad(f"the predicted evidence {shown(value)} is no sentence. Write [page, line]")


def _predicted_row(id: str, prediction: Prediction) -> dict[str, object]:
    sentences = [sentence for passage in prediction.evidence for sentence in sentence_ids(passage)]
    try:
        evidence = [list(parted(sentence)) for sentence in sentences]
    except BadData as error:
        raise BrokenVictim(f"The victim's evidence for {id!r} cannot be written: {error}") from error
    label = prediction.guesses[0].answer
    return {"id": plain_id(id), "predicted_label": label, "predicted_evidence": evidence}
