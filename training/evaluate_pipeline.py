"""How well a pipeline parses: `python training/evaluate_pipeline.py --data DATA [--name NAME]`.

NAME is `embedded`, a folder or an installed pipeline that speaks Universal Dependencies. All figures are with gold
tokens, sentence by sentence, as spaCy's Scorer defines them: `dep_las` leaves punctuation out, `las_all` counts it;
`las_all_mended` is after what the package sets right in a parse.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from spacy.language import Language
from spacy.scorer import Scorer
from spacy.training import Example

sys.path.insert(0, str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))
import pipeline as fitting
import questions
import treebanks
from measuring import measures, say
from stumper.language.garden_paths import mended
from stumper.language.pipeline import load_pipeline
from treebanks import Sentence

HELD_OUT = Path(__file__).with_name("questions-test.txt")


def held_out() -> list[Sentence]:
    """The questions that were written and parsed by hand, and never trained on."""
    rows = HELD_OUT.read_text(encoding="utf-8").splitlines()
    return treebanks.conllu(iter("".join(questions.conllu(questions.written(row)) for row in rows).splitlines(True)))


def figures(nlp: Language, sentences: Sequence[Sentence]) -> dict[str, object]:
    """Tagging, parsing and names: as percentages, names by kind too, where any are marked."""
    examples = fitting.examples(nlp, [[sentence] for sentence in sentences])
    for example, doc in zip(examples, nlp.pipe([e.predicted for e in examples]), strict=True):
        example.predicted = doc
    found = Scorer(nlp).score(examples)
    arcs = [arc for e in examples for arc in _arcs(e)]
    said = {name: round(100 * found[name], 2) for name in ("tag_acc", "dep_uas", "dep_las")}
    said |= {"uas_all": round(100 * sum(a for a, _, _ in arcs) / len(arcs), 2)}
    said |= {"las_all": round(100 * sum(b for _, b, _ in arcs) / len(arcs), 2), "tokens": len(arcs)}
    said |= {"las_all_mended": round(100 * sum(c for _, _, c in arcs) / len(arcs), 2)}
    if any(sentence.names for sentence in sentences):
        kinds = {kind: {k: round(100 * v, 1) for k, v in row.items()} for kind, row in found["ents_per_type"].items()}
        said |= {name: round(100 * found[name], 2) for name in ("ents_p", "ents_r", "ents_f")} | {"kinds": kinds}
    return said


def _arcs(example: Example) -> list[tuple[bool, bool, bool]]:
    """For each token: its head is right, its relation too, and both as parses have them in the end."""
    doc = example.predicted
    arcs = [t.text for t in doc], [t.tag_ for t in doc], [t.head.i for t in doc], [t.dep_ for t in doc]
    _, heads, labels = mended(*arcs)
    return [
        (p.head.i == g.head.i, (p.head.i, p.dep_) == (g.head.i, g.dep_), (head, label) == (g.head.i, g.dep_))
        for p, g, head, label in zip(doc, example.reference, heads, labels, strict=True)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder of the treebanks")
    parser.add_argument("--name", default="embedded")
    options = parser.parse_args()
    measures(options)
    nlp = load_pipeline(options.name).nlp
    sets = {
        "ewt-test": treebanks.ewt(options.data, "test"),
        "gum-test": treebanks.gum(options.data, "test", every=True),
    }
    sets["gum-test permitted"] = treebanks.gum(options.data, "test")
    asked = [s for s in sets["ewt-test"] if s.words[-1] == "?"]
    for name, sentences in (sets | {"ewt-test questions": asked, "questions-test": held_out()}).items():
        say("evaluate_pipeline", set=name, sentences=len(sentences), **figures(nlp, sentences))


if __name__ == "__main__":
    main()
