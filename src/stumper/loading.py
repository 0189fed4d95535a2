"""From what a user writes to a component: data sets, victims and adversaries by path or by name."""

import logging
import os
import re
from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from pathlib import Path
from typing import TypedDict, get_args

from stumper import registry
from stumper.datasets import fingerprint_of, open_dataset, task_of_file, understood_of
from stumper.datasets.mapped import mapped
from stumper.datasets.mapped import with_map as text_with_map
from stumper.datasets.originals import numbered_alike, variants_by_original
from stumper.errors import BadData, BadOption, UnknownComponent
from stumper.identity import content_id, file_fingerprint
from stumper.protocols import Adversary, Collection, Control, Dataset, Victim
from stumper.registry import task_of, units
from stumper.sources import attack_fingerprint, installed_fingerprint, source_fingerprint
from stumper.task import Task
from stumper.types import Example, OutputFile
from stumper.victims.predictions_file import Further

NONE: Mapping[str, str] = {}
CLAIMED = ("python", "http", "openai", "inspect")  # victims of ours that speak for what somebody else runs
JUDGES = ("stumper.runs.referee", "stumper.constraints")  # which decide rows as attacks do
FILE_ENDINGS = (".json", ".jsonl", ".gz", ".csv", ".tsv", ".parquet")
WITH_COLUMNS = ("hf",)  # data sets by name that take a map
SETTINGS = ("oracle", "open")  # before a data set: how it is asked
LOG = logging.getLogger(__name__)


def load_dataset(spec: str) -> Dataset:
    """The data set at a path (recognised by its content), of a name such as ``reading`` or ``hf:NAME``, or what
    ``module:Name`` makes. Columns of rows may be said: ``FILE#question=q,answer=gold``.

    What had to be left out of a file is logged in one sentence."""
    name, argument = _split(spec)
    if _is_path(spec, name):
        dataset = open_dataset(Path(spec))
        more = f"; stumper data {spec} says more" if understood_of(Path(spec)) else ""
        for sentence in left_out_of(spec, dataset):
            LOG.warning("%s: %s%s", mapped(spec).spec, sentence, more)
        return dataset
    if mapped(name).mapping:
        raise BadOption(f"The data set {mapped(name).spec!r} has no columns that could be mapped. Leave out --map.")
    if spec.endswith(":") and name in registry.names("task"):
        raise BadOption(f"Nothing stands behind the colon of {spec!r}. Say {name!r}, or name what is meant there.")
    is_registered = name in registry.names("dataset")
    component = registry.find("dataset", name if is_registered else spec)
    given = (argument,) if argument and is_registered else ()
    if given and not signature(component).parameters:
        raise BadOption(f"The data set {name!r} takes nothing after a colon, not {argument!r}.")
    if is_registered:
        made: Dataset = registry.with_extras(name, lambda: component(*given))
        return made
    return _own_dataset(spec, component)


def with_map(spec: str, maps: Sequence[str]) -> str:
    """The data set with what is said of its columns, each as ``role=column,…``; BadOption where it has no columns."""
    if not maps:
        return spec
    meant = _asked_so(spec)
    name, _ = _split(meant)
    if name not in WITH_COLUMNS and not _is_path(meant, name):
        raise BadOption(f"--map says which column of a file is what, and {spec!r} is no file of rows. Leave it out, or "
                        "name a file.")  # fmt: skip
    return text_with_map(spec, maps)


def is_file(spec: str) -> bool:
    """Whether a text names a file, or a folder that holds a data set, and no data set by its name."""
    return _is_path(spec, _split(spec)[0])


def left_out_of(spec: str, dataset: Dataset) -> list[str]:
    """What of the file that holds the data set is no example of it, and why, a sentence each to stand behind its name;
    nothing of a data set by name."""
    if not is_file(spec):
        return []
    understood, skipped = understood_of(Path(spec)), getattr(dataset, "skipped", ())
    told = understood.left_out_told if understood else []
    if not skipped:
        return told
    number, every = len(skipped), len(skipped) + sum(1 for _ in dataset)
    return [*told, f"{number:,} of its {every:,} questions cannot be used and are left out, the first on {skipped[0]}"]


def dataset_fingerprint(spec: str) -> str | None:
    """The fingerprint of the data set at a path, which is not read for it; None of one that must be loaded first.

    BadData where there is no such file.
    """
    name, _ = _split(spec)
    return fingerprint_of(Path(spec)) if _is_path(spec, name) else None


def dataset_task(spec: str) -> Task | None:
    """The task of the data set at a path, told by its format alone; None of one that must be loaded first."""
    name, _ = _split(spec)
    return task_of_file(Path(spec)) if _is_path(spec, name) else None


def dataset_at(spec: str) -> Collection | None:
    """The data set in a file, without a word on what was left out of it; None of one by its name. BadData where there
    is no such file, or it cannot be read."""
    return open_dataset(Path(spec)) if is_file(spec) else None


def is_plain(data: Collection) -> bool:
    """Whether a data set holds no variants.

    One that says who made its variants is not plain, also where nothing was made: it tells why.
    """
    if data.examples and task_of(data.examples[0].query).counts_variants:
        return not (data.instances or getattr(data, "orphans", ()))
    return not (getattr(data, "made", None) or variants_by_original(data))


def check_suits(adversary: Adversary, name: str, dataset: str, task: Task) -> None:
    """Nothing; BadOption, naming both, where the adversary says that it attacks the queries of other tasks."""
    suited: Sequence[str] | None = getattr(adversary, "tasks", None)
    if suited is not None and task.name not in suited:
        raise BadOption(f"{name!r} attacks {units(suited)}, but {dataset} holds {task.unit}s. See: stumper list "
                        "adversaries.")  # fmt: skip


class Declared(TypedDict):
    """What an adversary declares that decides no row: the family that reports list it under, and what it controls."""

    family: str
    control: Control


def declared(adversary: Adversary, name: str) -> Declared:
    """What the adversary says of itself for reports; UnknownComponent where it says what nothing is made of."""
    found: Declared = {"family": getattr(adversary, "family", ""), "control": getattr(adversary, "control", "")}
    if not isinstance(found["family"], str):
        raise UnknownComponent(
            f"{name!r} says that its family is {found['family']!r}, which is no text. Mend it there."
        )
    if found["control"] not in get_args(Control):
        known = " or ".join(repr(one) for one in get_args(Control) if one)
        raise UnknownComponent(f"{name!r} says that it is a control of the kind {found['control']!r}. Write {known}, "
                               "or leave it out: then it is an attack.")  # fmt: skip
    return found


def load_victim(spec: str, examples: Sequence[Example] = ()) -> Victim:
    """The victim ``NAME`` or ``NAME:ARGUMENT``; ``examples`` are those that a file of predictions answers."""
    name, argument = _split(spec)
    load = registry.find("victim", name)
    victim: Victim = registry.with_extras(name, lambda: load(argument, examples))
    return victim


def looks_up(spec: str) -> bool:
    """Whether a victim may look at all of its examples while it is made: a file of predictions, and whatever a package
    brings. Others of ours look at the first one at most."""
    name, _ = _split(spec)
    return name == "file" or not _is_ours(registry.module_of("victim", name))


def check_victim_named(spec: str) -> None:
    """Nothing; UnknownComponent where nothing is registered under the victim's name. No model is loaded for it."""
    name, _ = _split(spec)
    if name not in registry.names("victim"):
        registry.find("victim", name)


def note_alone(dataset: str) -> None:
    """That variants whose originals stand nowhere are asked alone is logged in one sentence."""
    LOG.warning("%s: what its variants were made of is not in it, so they are evaluated alone, against no original; "
                "name the set that holds the originals with --originals.", dataset)  # fmt: skip


def note_numbered(spec: str, dataset: Dataset) -> None:
    """That questions may have been meant as variants, and are none by their ids, is logged in one sentence."""
    if not (found := numbered_alike(dataset)):
        return
    if len(found) == 1:
        own = "it is taken for a question of its own. Where it is a variant, give it"
        these, told = found[0], ("a variant: it continues", "it asks", own)
    else:
        own = "they are taken for questions of their own. Where they are variants, give each"
        these, told = f"{found[0]} and {len(found) - 1:,} more", ("variants: they continue", "they ask", own)
    LOG.warning(
        "%s: %s may be meant as %s the id of another with a number, and %s of the same text with the same answer, but "
        "%s a tag with a letter, such as %s.",
        *(spec, these, *told, _tagged(found[0])),
    )


def _tagged(id: str) -> str:
    """The id with a tag that is no number."""
    other, _, number = id.rpartition("-")
    return f"{other}-w{number}"


def check_further(further: Further | None, strict: bool = False) -> None:
    """That a file of predictions holds more than its data set asks for is logged in one sentence; BadData where that
    is not to be."""
    if further is None:
        return
    if strict:
        raise BadData(further.refusal)
    LOG.warning("%s", further.note)


def what_answers(spec: str, victim: Victim, task: Task | None = None) -> str:
    """The hash of all that is known to answer for a victim: how it was named, the code, weights or address behind it,
    and the fingerprint that it claims; of queries of a plug-in's task, the code that asks them and reads the answers,
    too. Two systems that claim one fingerprint share nothing. A file of predictions is one system on all data sets.
    """
    return _hashed(spec, victim, getattr(victim, "system_fingerprint", "") or own_fingerprint(victim), task)


def _hashed(spec: str, victim: Victim, own: str | None, task: Task | None) -> str:
    found = _what_answers(spec, victim, own)
    package = "" if task is None else registry.brought_by(task)
    return content_id(found, source_fingerprint(package)) if package else found


def _what_answers(spec: str, victim: Victim, own: str | None) -> str:
    name, argument = _split(spec)
    module = registry.module_of("victim", name)
    if name == "python":
        return content_id(name, argument, source_fingerprint(argument.partition(":")[0]), own)
    if (address := getattr(victim, "address", None)) is not None:
        return content_id(name, address, own)
    if _is_ours(module):  # whose fingerprint is of the bytes of weights and files, wherever these are
        return content_id(name, source_fingerprint(module), own)
    return content_id(name, argument, source_fingerprint(module), own)


def kept_fingerprint(spec: str, victim: Victim, task: Task | None = None) -> str | None:
    """What keys the predictions of a victim that outlive a run; None where it does not vouch for them.

    It is of all that ``what_answers`` is of, and of a file of predictions also of the queries that it is asked: the
    same id may be another query's in another data set.
    """
    own = own_fingerprint(victim)
    return None if own is None else _hashed(spec, victim, own, task)


def own_fingerprint(victim: Victim) -> str | None:
    """The fingerprint that a victim claims; None where it claims none, or has no such attribute."""
    return getattr(victim, "fingerprint", None)


def is_known_by_its_bytes(spec: str) -> bool:
    """Whether Stumper computes a victim's fingerprint from weights and files, rather than the system claiming it."""
    name, _ = _split(spec)
    return name not in CLAIMED and is_own("victim", name)


def is_own(kind: registry.Kind, name: str) -> bool:
    """Whether a component is Stumper's own, and not a plug-in's."""
    return _is_ours(registry.module_of(kind, name))


def _is_ours(module: str) -> bool:
    return module.split(".")[0] == "stumper"


def load_adversary(name: str, options: Mapping[str, str] = NONE) -> Adversary:
    """The adversary of that name with its options, given as text."""
    adversary: Adversary = registry.build("adversary", name, options)
    if not any(callable(getattr(adversary, verb, None)) for verb in ("attack", "instances", "induce")):
        raise UnknownComponent(f"{name!r} is no adversary: it makes {adversary!r}, which has no attack. Name another.")
    return adversary


def options_fingerprint(adversary: str, options: Mapping[str, str]) -> str:
    """The options with each file, folder or installed model that they name replaced by its content, without those that
    name a file to write; empty where there is none of these.
    """
    types = _types(adversary, options)
    content: dict[str, object] = {}
    for key, text in options.items():
        if OutputFile in types[key]:
            continue
        content[key] = _content(key, Path(text)) if Path in types[key] else [text, *_named(key, text)]
    if list(content.items()) == [(key, [text]) for key, text in options.items()]:
        return ""
    return content_id(content)


def adversary_code(name: str, task: Task, goal: str = "") -> str:
    """The hash of an attack's source and of the data that it reads, and of what judges its perturbations in a task: of
    the goals that packages have added, the one that is meant."""
    registry.find("adversary", name)
    return content_id(attack_fingerprint(registry.module_of("adversary", name)), judges_code(task, goal))


def judges_code(task: Task, goal: str = "") -> list[str]:
    """The hashes of the source of what judges perturbations in a task."""
    added = {each for addition in task.additions for each in addition.goals if each != goal}
    meant = [found for each, found in task.goals.items() if each not in added]
    goals = [part for found in meant for part in (type(found), getattr(found, "right", found))]
    judges = {getattr(part, "__module__", "") for part in (*goals, *task.constraints)}
    return [source_fingerprint(judge) for judge in (*JUDGES, *sorted(judges))]


def _named(key: str, text: str) -> list[str]:
    """The content of each file or folder that stands in an option's text, such as a translator's models, and of the
    installed model that is a parser's name."""
    if key == "pipeline":
        return [found for found in [installed_fingerprint(text)] if found]
    parts = [part for part in re.split(r"[:,#&=]", text) if part and ("/" in part or os.sep in part)]
    return [found for part in parts if (found := installed_fingerprint(str(Path(part).expanduser())))]


def _is_path(spec: str, name: str) -> bool:
    spec = mapped(spec).spec
    return mapped(name).spec not in registry.names("dataset") and (
        "/" in spec or spec.lower().endswith(FILE_ENDINGS) or os.path.exists(spec)
    )


def files_to_write(adversary: str, options: Mapping[str, str]) -> list[Path]:
    """The files that the options ask to be written."""
    types = _types(adversary, options)
    return [Path(text) for key, text in options.items() if OutputFile in types[key]]


def _types(adversary: str, options: Mapping[str, str]) -> dict[str, tuple[object, ...]]:
    """What the adversary declares each of these options to be."""
    accepted = registry.parameters("adversary", adversary, registry.find("adversary", adversary))
    return {key: (accepted[key].annotation, *get_args(accepted[key].annotation)) for key in options}


def _own_dataset(spec: str, component: Callable[..., object]) -> Dataset:
    """What a ``module:Name`` that a user wrote makes; UnknownComponent where it is no data set."""
    registry.parameters("dataset", spec, component)
    dataset: Dataset = registry.made("dataset", spec, component)
    if missing := [part for part in ("name", "fingerprint", "__iter__") if not hasattr(dataset, part)]:
        raise UnknownComponent(
            f"{spec!r} is no data set: it makes {dataset!r}, which has no {missing[0]}. Name another."
        )
    return dataset


CORPUS = "corpus"  # the option that names what a system such as rag:PATH searches, which may be a folder


def _content(option: str, path: Path) -> str:
    try:
        is_set = path.is_dir() or mapped(str(path)).mapping  # a saved data set is a folder
        if (found := fingerprint_of(path) if is_set else None) is not None:
            return found
        return _of_folder(path) if option == CORPUS and path.is_dir() else file_fingerprint(path)
    except BadData as error:
        raise BadData(f"{error} Name another file with --set {option}.") from error


def _of_folder(path: Path) -> str:
    from stumper.retrieval.corpus import corpus_fingerprint  # what it loads nobody needs who names no folder

    return corpus_fingerprint(str(path))


def _asked_so(spec: str) -> str:
    """The data set of which a text says in which setting it is asked."""
    name, argument = _split(spec)
    return _asked_so(argument) if name in SETTINGS else spec


def _split(spec: str) -> tuple[str, str]:
    name, _, argument = spec.partition(":")
    return name, argument
