"""English parsed by a spaCy pipeline, ours or any other that is installed, into values of our own."""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from stumper.errors import BadOption
from stumper.language.clear_labels import universal
from stumper.language.entities import entities
from stumper.language.garden_paths import mended
from stumper.language.inflection import lemma
from stumper.language.parse import Parse, Token

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

EMBEDDED = Path(__file__).parent / "pipeline" / "weights.bin"
BATCH_WORDS = 4096  # that go through the network together, unless one text has more
_LONE = re.compile("[\ud800-\udfff]")  # half a character, as broken JSON may hold it: spaCy cannot take it


@cache
def load_pipeline(name: str = "embedded") -> "Pipeline":
    """The embedded pipeline, or the installed spaCy pipeline of that name or in that folder; one a process."""
    # Importing spaCy takes a second, which `stumper --help` does not have.
    import spacy

    from stumper.language import word_pieces  # noqa: F401  (registers the embedding that our pipelines name)
    from stumper.language.packed import unpacked

    if name == "embedded":
        return Pipeline(unpacked(EMBEDDED.read_bytes()), clear=False)
    try:
        nlp = spacy.load(name)
    except OSError as error:
        why = _BROKEN if Path(name).exists() else _NO_FOLDER if os.sep in name else _MISSING
        raise BadOption(why.format(name=name, error=_in_a_line(error))) from error
    except (TypeError, AttributeError) as error:  # an installed package that is none of spaCy's
        raise BadOption(_NO_PIPELINE.format(name=name)) from error
    except (ValueError, ImportError) as error:
        raise BadOption(_BROKEN.format(name=name, error=_in_a_line(error))) from error
    return Pipeline(nlp, clear=_speaks_clear(nlp, name))


def parses(texts: Sequence[str], name: str = "embedded") -> list[Parse]:
    """The parse of each text by the pipeline of that name; together they take half the time, those met lately none."""
    known = {text: parse for text in texts if (parse := _LATELY.get((name, text))) is not None}
    new = [text for text in dict.fromkeys(texts) if text not in known]
    for text, parse in zip(new, load_pipeline(name).parse(new) if new else (), strict=True):
        known[text] = _LATELY[name, text] = parse
    for oldest in list(_LATELY)[: len(_LATELY) - KEPT] if len(_LATELY) > KEPT else ():
        _LATELY.pop(oldest, None)  # another thread may have been quicker
    return [known[text] for text in texts]


# Questions of one paragraph share their sentences, and so do the edits of one question and the attacks on one set of
# questions; a parse is the same whatever else is parsed with it. The oldest go first.
KEPT = 4_000  # parses of some 5 KB each: of the questions, answers and statements of about 1,000 questions
_LATELY: dict[tuple[str, str], Parse] = {}

_MISSING = (
    "No spaCy pipeline {name!r} is installed. Install it with `python -m spacy download {name}`, "
    "or leave the option pipeline out: the embedded one needs no download."
)
_NO_FOLDER = "There is no folder {name!r} with a spaCy pipeline. Name another, or leave the option pipeline out."
_NO_PIPELINE = "The package {name!r} is no spaCy pipeline. Name another, or leave the option pipeline out."
_BROKEN = (
    "The spaCy pipeline {name!r} cannot be loaded: {error} Install what it needs, such as spacy-curated-transformers "
    "for en_core_web_trf, or leave the option pipeline out."
)


def _in_a_line(error: Exception) -> str:
    return " ".join(str(error).split())[:300]


@dataclass(frozen=True, slots=True)
class Pipeline:
    """A spaCy pipeline as a function from texts to parses; `clear` where it labels as ClearNLP does."""

    nlp: "Language"
    clear: bool

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        """One parse for each text, in order, each the same whatever else is in the batch."""
        words = [_words(self.nlp.tokenizer(_LONE.sub("\ufffd", text))) for text in texts]
        docs = self._analysed(words)
        return [self._parse(text, each, doc) for text, each, doc in zip(texts, words, docs, strict=True)]

    def _analysed(self, texts: "Sequence[Sequence[_Word]]") -> "Iterator[Doc]":
        from spacy.tokens import Doc

        batch: list[Doc] = []
        waiting = 0
        for words in texts:
            if batch and waiting + len(words) > BATCH_WORDS:
                yield from self.nlp.pipe(batch, batch_size=len(batch))
                batch, waiting = [], 0
            batch.append(Doc(self.nlp.vocab, [word.text for word in words], [word.spaced for word in words]))
            waiting += len(words)
        yield from self.nlp.pipe(batch, batch_size=max(1, len(batch)))

    def _parse(self, text: str, words: "Sequence[_Word]", doc: "Doc") -> Parse:
        tags = [token.tag_ for token in doc]
        heads = [token.head.i for token in doc]
        labels = ["root" if head == i else token.dep_ for i, (token, head) in enumerate(zip(doc, heads, strict=True))]
        if self.clear:
            arcs = universal([word.text for word in words], tags, heads, labels)
            heads, labels = arcs.heads, arcs.labels
        tags, heads, labels = mended([word.text for word in words], tags, heads, labels)
        tokens = tuple(
            Token(text[word.start : word.end], word.start, word.end, lemma(word.text, tag), tag, label, head)
            for word, tag, label, head in zip(words, tags, labels, heads, strict=True)
        )
        named = [(span.label_, span.start, span.end - 1) for span in doc.ents]
        sentences = tuple((s.start, s.end - 1) for s in doc.sents) if words else ()
        return Parse(text, tokens, entities(tokens, named), sentences)


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    start: int
    spaced: bool

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def _words(doc: "Doc") -> list[_Word]:
    """The tokens that are not white space: no treebank has such, and a parser is led astray by them."""
    kept = [token for token in doc if not token.is_space]
    ends = [kept[k + 1].idx if k + 1 < len(kept) else len(doc.text) for k in range(len(kept))]
    return [_Word(t.text, t.idx, t.idx + len(t.text) < end) for t, end in zip(kept, ends, strict=True)]


def _speaks_clear(nlp: "Language", name: str) -> bool:
    """Whether the parser's labels are ClearNLP's; a pipeline that cannot parse English is the user's mistake."""
    if nlp.lang != "en":
        raise BadOption(f"The spaCy pipeline {name!r} parses {nlp.lang!r}, not English. {_RATHER}")
    for part in ("parser", "tagger"):
        if part not in nlp.pipe_names:
            raise BadOption(f"The spaCy pipeline {name!r} has no {part}. {_RATHER}")
    labels = set(nlp.get_pipe("parser").labels)  # type: ignore[attr-defined]
    if "nsubj" not in labels:
        raise BadOption(
            f"The parser of {name!r} labels neither as ClearNLP nor as Universal Dependencies do. {_RATHER}"
        )
    return bool(labels & {"dobj", "pobj", "nsubjpass"})


_RATHER = "Name one with a tagger and a parser for English, such as 'en_core_web_sm'."
