"""Fit the embedded pipeline: `OMP_NUM_THREADS=1 python training/pipeline.py --data DATA --out DIR`.

DATA is the folder of the treebanks (EWT, GUM, Universal NER's marks over EWT). Writes DIR/last after every epoch and
DIR/weights.bin, the package's file, at the end. `training/word_pieces.py` comes first. The same seed and number of
epochs give the same weights on the same machine; one core needs about forty minutes.
"""

import argparse
import io
import json
import random
import time
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

import spacy
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.training import Example
from thinc.api import Adam, NumpyOps, set_current_ops

import treebanks
from questions import conllu as as_conllu
from questions import sentences as grown
from stumper.language import word_pieces  # noqa: F401  (registers the embedding that the settings name)
from stumper.language.packed import packed
from treebanks import Sentence

WIDTH, DEPTH, WINDOW = 128, 4, 2
ATTRS, ROWS = ["NORM", "PREFIX", "SUFFIX", "SHAPE"], [4000, 1000, 2500, 1000]
QUESTIONS = 5000
WATCHED = 600  # sentences of EWT's dev whose parses are not learned from
PEAK_RATE, WARM_UP, DROPOUT, BATCH_WORDS = 2.5e-3, 0.02, 0.15, 1000
TOGETHER = 0.4  # share of sentences that come in paragraphs of two to six
SMALL = 0.06  # share of examples in small letters throughout


def blank() -> Language:
    """The untrained pipeline: one encoder, which tagger, parser and entity recogniser listen to."""
    nlp = spacy.blank("en")
    listener = {"@architectures": "spacy.Tok2VecListener.v1", "width": WIDTH, "upstream": "tok2vec"}
    nlp.add_pipe("tok2vec", config={"model": {
        "@architectures": "spacy.Tok2Vec.v2",
        "embed": {"@architectures": "stumper.WordPieceEmbed.v1", "width": WIDTH, "attrs": ATTRS, "rows": ROWS},
        "encode": {"@architectures": "spacy.MaxoutWindowEncoder.v2", "width": WIDTH, "depth": DEPTH,
                   "window_size": WINDOW, "maxout_pieces": 3},
    }})  # fmt: skip
    nlp.add_pipe("tagger", config={"model": {"@architectures": "spacy.Tagger.v2", "tok2vec": listener}})
    for name, hidden in (("parser", 128), ("ner", 64)):
        nlp.add_pipe(name, config={"model": {
            "@architectures": "spacy.TransitionBasedParser.v2", "state_type": name, "extra_state_tokens": False,
            "hidden_width": hidden, "maxout_pieces": 2, "use_upper": True, "tok2vec": listener,
        }})  # fmt: skip
    return nlp


def examples(nlp: Language, paragraphs: Sequence[Sequence[Sentence]], parsed: bool = True) -> list[Example]:
    """Gold tokens to be parsed, beside their gold parses; without those, names alone are learned."""
    return [Example(_doc(nlp, p, False), _doc(nlp, p, True, parsed)) for p in paragraphs]


def _doc(nlp: Language, paragraph: Sequence[Sentence], gold: bool, parsed: bool = True) -> Doc:
    words = [word for s in paragraph for word in s.words]
    spaces = [space for s in paragraph for space in (*s.spaces[:-1], True)]
    if not gold:
        return Doc(nlp.vocab, words=words, spaces=spaces)
    starts = [sum(len(s.words) for s in paragraph[:k]) for k in range(len(paragraph))]
    known = {
        "tags": [tag for s in paragraph for tag in s.tags],
        "heads": [head + start for s, start in zip(paragraph, starts, strict=True) for head in s.heads],
        "deps": ["ROOT" if r == "root" else r for s in paragraph for r in s.relations],
    }
    doc = Doc(nlp.vocab, words=words, spaces=spaces, **(known if parsed else {}))
    if all(s.names is not None for s in paragraph):
        spans = [(a + k, b + k, kind) for s, k in zip(paragraph, starts, strict=True) for a, b, kind in s.names or ()]
        doc.set_ents([Span(doc, a, b + 1, label=kind) for a, b, kind in spans])
    return doc


def paragraphs(sentences: Sequence[Sentence], rng: random.Random) -> Iterator[list[Sentence]]:
    """The sentences alone or, some of them, with those that follow in their document; a few in small letters."""
    for _, group in groupby(sentences, key=lambda s: s.document):
        rest = list(group)
        while rest:
            count = rng.randint(2, 6) if rng.random() < TOGETHER / 3 else 1
            taken, rest = rest[:count], rest[count:]
            if rng.random() < SMALL:
                taken = [_small(s) for s in taken]
            yield taken


def _small(sentence: Sentence) -> Sentence:
    fields = {name: getattr(sentence, name) for name in Sentence.__slots__}
    return Sentence(**(fields | {"words": tuple(word.lower() for word in sentence.words)}))


def batches(items: Sequence[Example]) -> Iterator[list[Example]]:
    """Batches of about BATCH_WORDS words."""
    batch: list[Example] = []
    for item in items:
        batch.append(item)
        if sum(len(x.reference) for x in batch) >= BATCH_WORDS:
            yield batch
            batch = []
    if batch:
        yield batch


def scores(nlp: Language, sentences: Sequence[Sentence]) -> dict[str, object]:
    """spaCy's own scores with gold tokens, one sentence at a time: punctuation does not count for UAS and LAS."""
    found = nlp.evaluate(examples(nlp, [[s] for s in sentences]))
    kept = ("tag_acc", "dep_uas", "dep_las", "ents_p", "ents_r", "ents_f", "ents_per_type", "speed")
    return {name: found[name] for name in kept if name in found}


def fit(data: Path, out: Path, epochs: int, seed: int) -> Language:
    """The pipeline after so many epochs, its rate warmed up and then taken down to nothing in a straight line."""
    set_current_ops(NumpyOps(use_blis=False))  # numpy's matrix products are twice as fast as thinc's own
    spacy.util.fix_random_seed(seed)
    rng = random.Random(f"pipeline/{seed}")
    nlp = blank()
    dev = treebanks.ewt(data, "dev")
    watched, rest = [s for s in dev[:WATCHED] if s.names is not None], dev[WATCHED:]
    parsed = treebanks.ewt(data, "train") + rest + treebanks.gum(data, "train") + treebanks.gum(data, "dev")
    questions = treebanks.conllu(io.StringIO("".join(map(as_conllu, grown(QUESTIONS, seed)))))
    first = examples(nlp, [[s] for s in parsed + questions]) + examples(nlp, [[s] for s in watched], parsed=False)
    optimizer = Adam(PEAK_RATE, L2=0.01, grad_clip=1.0, L2_is_weight_decay=True, use_averages=False)
    nlp.initialize(lambda: first, sgd=optimizer)
    total = epochs * sum(len(x.reference) for x in first)
    seen, begun = 0, time.monotonic()
    for epoch in range(epochs):
        texts = [*paragraphs(parsed, rng), *([_small(q)] if rng.random() < SMALL else [q] for q in questions)]
        items = examples(nlp, texts) + examples(nlp, [*paragraphs(watched, rng)], parsed=False)
        rng.shuffle(items)
        losses: dict[str, float] = {}
        for batch in batches(items):
            done = seen / total
            optimizer.learn_rate = PEAK_RATE * max(0.005, min(done / WARM_UP, (1 - done) / (1 - WARM_UP)))
            nlp.update(batch, sgd=optimizer, losses=losses, drop=DROPOUT)
            seen += sum(len(x.reference) for x in batch)
        line = {"epoch": epoch + 1, "seconds": round(time.monotonic() - begun)}
        line |= {name: round(float(loss)) for name, loss in losses.items()} | scores(nlp, watched)
        print(json.dumps(line), flush=True)
        nlp.to_disk(out / "last")
    return nlp


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=15)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    nlp = fit(options.data, options.out, options.epochs, options.seed)
    (options.out / "weights.bin").write_bytes(packed(nlp))


if __name__ == "__main__":
    main()
