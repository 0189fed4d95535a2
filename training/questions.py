"""Our treebank of questions, grown from patterns: `python training/questions.py --sentences 5000 > questions.conllu`.

Treebanks hold few questions, and these are what the pipeline is asked to parse. Every sentence is drawn from the rows
of `question-patterns.txt` with the words of `question-words.txt`; the same seed gives the same sentences.

A row is a list of items. `form/TAG` is the row's head; `form/TAG/relation>n` hangs on the nth item of the row; `{slot}`
is a phrase or a word of that slot, which hangs on by its own head. `{vt.VBD}` is a transitive verb in the past tense;
in a phrase, T stands for the form that its user asks for (`{vp.VB}`). `{=p}` is the preposition that goes with the verb
before it. Relations and tags are those that the English Web Treebank gives to the same constructions.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from stumper.language.inflection import inflected

HERE = Path(__file__).parent
DEEPEST = 2  # phrases within phrases; below, only the simplest rows are drawn
SIMPLEST = 4
NAMED = {"person": "PERSON", "place": "PLACE", "org": "ORG"}
LIGHT = {"the", "``", "''"}


def _blocks(path: Path) -> Iterator[tuple[str, list[str]]]:
    """(title, lines) of each block that a title in brackets begins; # begins a comment."""
    for block in path.read_text(encoding="utf-8").split("\n[")[0:]:
        title, *lines = block.removeprefix("[").splitlines()
        yield title.rstrip("]"), [line for line in lines if line and not line.startswith("#")]


PHRASES = dict(_blocks(HERE / "question-patterns.txt"))
QUESTIONS = PHRASES.pop("question")
# slot: (its tag, its words); verbs are listed by their lemma and inflected.
WORDS = {
    slot: (tag, " ".join(lines).split())
    for title, lines in _blocks(HERE / "question-words.txt")
    for slot, tag in [title.split()]
}


@dataclass(frozen=True, slots=True)
class Node:
    """A word of a sentence; `head` counts from 0 and is its own place at the root; `kind` is its entity's kind."""

    form: str
    tag: str
    relation: str
    head: int
    kind: str = ""
    begins: bool = False


def sentences(count: int, seed: int) -> list[tuple[Node, ...]]:
    """That many sentences, each pattern equally often, in an order drawn by the seed."""
    rng = Random(f"questions/{seed}")
    rows = [QUESTIONS[i % len(QUESTIONS)] for i in range(count)]
    rng.shuffle(rows)
    return [_typed(_filled(row, 0, {}, rng), rng) for row in rows]


def written(row: str) -> tuple[Node, ...]:
    """A sentence that is written out whole, in the notation of the patterns and without slots."""
    return _filled(row, 0, {}, Random(0))


def conllu(sentence: tuple[Node, ...]) -> str:
    """The sentence in ten columns, with its entity in the last as B-KIND or I-KIND."""
    lines = []
    for i, node in enumerate(sentence):
        head = 0 if node.head == i else node.head + 1
        entity = f"NER={'B' if node.begins else 'I'}-{node.kind}" if node.kind else "NER=O"
        lines.append("\t".join([str(i + 1), node.form, "_", "_", node.tag, "_", str(head), node.relation, "_", entity]))
    return "\n".join(lines) + "\n\n"


def _filled(row: str, depth: int, shared: dict[str, str], rng: Random) -> tuple[Node, ...]:
    """A row with every slot filled: its nodes, the row's head being its own head under the relation `root`."""
    parts: list[tuple[tuple[Node, ...], str, int | None]] = []
    for item in row.split():
        body, _, place = item.rpartition(">") if ">" in item else (item, "", "")
        if body.startswith("{"):
            slot, _, relation = body.removeprefix("{").partition("}")
            phrase = _slot(slot, depth, shared, rng)
        else:
            form, tag, *rest = body.split("/")
            relation, phrase = "/".join(rest), (Node(form, tag, "root", 0),)
        parts.append((phrase, relation.strip("/"), int(place) - 1 if place else None))
    return _joined(parts)


def _joined(parts: list[tuple[tuple[Node, ...], str, int | None]]) -> tuple[Node, ...]:
    """The phrases one after the other, each hung by its head on the head of the one whose place is given."""
    starts = [sum(len(phrase) for phrase, _, _ in parts[:k]) for k in range(len(parts))]
    heads = [start + _head(phrase) for start, (phrase, _, _) in zip(starts, parts, strict=True)]
    nodes: list[Node] = []
    for (phrase, relation, place), start in zip(parts, starts, strict=True):
        for i, node in enumerate(phrase):
            if node.head != i:
                nodes.append(replace(node, head=node.head + start))
            elif place is None:
                nodes.append(replace(node, head=start + i, relation="root"))
            else:
                nodes.append(replace(node, head=heads[place], relation=relation))
    return tuple(nodes)


def _head(phrase: tuple[Node, ...]) -> int:
    return next(i for i, node in enumerate(phrase) if node.head == i)


def _slot(slot: str, depth: int, shared: dict[str, str], rng: Random) -> tuple[Node, ...]:
    name, _, form = slot.partition(".")
    if slot == "=p":
        return (Node(shared["p"], "IN", "root", 0),)
    if name in _PAIRED:
        return _paired(name, form, depth, shared, rng)
    if name in PHRASES:
        rows = PHRASES[name] if depth < DEEPEST else PHRASES[name][:SIMPLEST]
        row = rng.choice(rows).replace(".T}", f".{form}}}")
        phrase = _filled(row, depth + 1, shared, rng)
        return _marked(phrase, NAMED[name]) if name in NAMED else phrase
    word, tag = _word(name, form, rng)
    return (Node(word, tag, "root", 0),)


# Verbs with the preposition that goes with them: their list, and whether the preposition stands elsewhere.
_PAIRED = {
    "vp_": ("with-preposition", False),
    "vp_0": ("with-preposition", True),
    "vpw": ("passive-with-preposition", False),
    "vpw0": ("passive-with-preposition", True),
}


def _paired(name: str, form: str, depth: int, shared: dict[str, str], rng: Random) -> tuple[Node, ...]:
    table, apart = _PAIRED[name]
    lemma, shared["p"] = rng.choice(WORDS[table][1]).split(":")
    tag = form or "VBN"
    verb = (Node(inflected(lemma, tag), tag, "root", 0),)
    if apart:
        return verb
    preposition = (Node(shared["p"], "IN", "root", 0),)
    return _joined([(verb, "", None), (preposition, "case", 2), (_slot("np", depth + 1, dict(shared), rng), "obl", 0)])


def _marked(phrase: tuple[Node, ...], kind: str) -> tuple[Node, ...]:
    """A name as one entity, without its article or title; a comma begins another."""
    end = next((i for i, node in enumerate(phrase) if node.form == ","), len(phrase))
    begin = 1 if phrase[0].form in LIGHT or phrase[0].relation == "nmod:desc" else 0
    return tuple(
        replace(node, kind=kind if i >= begin and node.form != "," else "", begins=i in (begin, end + 1))
        for i, node in enumerate(phrase)
    )


def _word(name: str, form: str, rng: Random) -> tuple[str, str]:
    if name in _DRAWN:
        return _DRAWN[name](rng)
    tag, options = WORDS[name]
    word = rng.choice(options)
    return (inflected(word, form), form) if tag == "VERB" else (word, tag)


def _noun(rng: Random) -> str:
    slot = ("thing", "thing", "thing", "person_n", "kind")[rng.randrange(5)]
    return rng.choice(WORDS[slot][1])


def _plural(rng: Random) -> tuple[str, str]:
    if rng.random() < 0.3:
        return rng.choice(WORDS["counted"][1]), "NNS"
    return inflected(_noun(rng), "NNS"), "NNS"


def _invented(rng: Random) -> str:
    """A name that nobody has, so that names are known by their place and not by heart."""
    return "".join(rng.choice(WORDS["syllable"][1]) for _ in range(rng.choice((2, 2, 3)))).capitalize()


_DRAWN = {
    "n": lambda rng: (_noun(rng), "NN"),
    "pl": _plural,
    "last": lambda rng: (_invented(rng) if rng.random() < 0.3 else rng.choice(WORDS["last"][1]), "NNP"),
    "town": lambda rng: (_invented(rng) if rng.random() < 0.25 else rng.choice(WORDS["town"][1]), "NNP"),
    "pseudo": lambda rng: (_invented(rng), "NNP"),
    "thingname": lambda rng: (_noun(rng).capitalize(), "NNP"),
    "initial": lambda rng: (rng.choice("ABCDEFGHJKLMNPRSTW") + ".", "NNP"),
    "peoplenoun": lambda rng: (inflected(rng.choice(WORDS["person_n"][1]), "NNS"), "NNS"),
    "year": lambda rng: (str(rng.randrange(1050, 2020)), "CD"),
    "day": lambda rng: (str(rng.randrange(1, 32)), "CD"),
}


def _typed(nodes: tuple[Node, ...], rng: Random) -> tuple[Node, ...]:
    """The sentence as people type it: mostly with a capital, some in small letters or without the last mark."""
    typed = [replace(nodes[0], form=nodes[0].form[0].upper() + nodes[0].form[1:]), *nodes[1:]]
    if rng.random() < 0.1:
        typed = [replace(node, form=node.form.lower()) for node in typed]
    if rng.random() < 0.1 and not any(node.head == len(typed) - 1 for node in typed[:-1]):
        typed.pop()
    return tuple(typed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sentences", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    sys.stdout.writelines(map(conllu, sentences(options.sentences, options.seed)))


if __name__ == "__main__":
    main()
