"""The retrieval-augmented systems that ship, on SQuAD as a corpus: a passage a paragraph, questions drawn at random.

    python benchmarks/rag.py [--data DIR] [--questions 500] [--seed 1]

The recall of BM25 and of its 20 best ranked anew; what ``rag`` and ``rag-rerank`` answer, with the corpus as it is and
without the question's paragraph, and what the reader answers that is given the paragraph alone. Without its paragraph a
question is held to have no answer, though other paragraphs may happen to say one.
"""

import random
from collections.abc import Callable, Sequence

from measuring import arguments, say, shown
from stumper.loading import load_victim
from stumper.retrieval.corpus import of_dataset
from stumper.retrieval.passages import PassageIndex
from stumper.statistics import mean
from stumper.statistics.groups import Groups
from stumper.tasks.rag import goals
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.tasks.reading import squad
from stumper.tasks.reading.question import Question
from stumper.types import Example, Passage
from stumper.victims.rag import Rag

FILE = "squad-dev-v1.1-24-articles.json.gz"
NAMES = ("rag", "rag-rerank")
CHUNK = 20
Making = Callable[[str, Passage], OpenQuestion]
CORPORA: dict[str, Making] = {
    "as it is": lambda text, gold: OpenQuestion(text),
    "without the paragraph": lambda text, gold: OpenQuestion(text, None, (), (gold.id,)),
    "the paragraph given": lambda text, gold: OpenQuestion(text, (gold,)),
}


def main() -> None:
    args = arguments(__doc__, questions=500, seed=1)
    path = args.data / "reading" / FILE
    data = squad.read(path)
    drawn = random.Random(args.seed).sample(data.examples, args.questions)
    index = PassageIndex.build(of_dataset(data))
    say("rag_recall", system="rag", **recall([bm25(index, example) for example in drawn], drawn))
    victims = {name: load_victim(f"{name}:{path}") for name in NAMES}
    reranked = load_victim(f"rag-rerank:{path}#k=20")
    assert isinstance(reranked, Rag)
    ranked = [[one.id for one in reranked.passages(OpenQuestion(example.query.text))] for example in drawn]
    say("rag_recall", system="rag-rerank", **recall(ranked, drawn))
    for name, victim in victims.items():
        assert isinstance(victim, Rag)
        for corpus, make in CORPORA.items():
            if name == "rag" or corpus != "the paragraph given":  # there both are one system
                say("rag_answers", system=name, corpus=corpus, **answers(victim, drawn, make))


def bm25(index: PassageIndex, example: Example) -> list[str]:
    """The 20 best passages for a question."""
    return [one.passage.id for one in index.search(example.query.text, 20)]


def recall(ranked: Sequence[Sequence[str]], examples: Sequence[Example]) -> dict[str, float]:
    """The share of the questions whose paragraph is among the first."""
    found = list(zip(ranked, map(gold, examples), strict=True))
    return {f"recall@{k}": sum(one.id in ids[:k] for ids, one in found) / len(found) for k in (1, 5, 20)} | {
        "questions": len(found)
    }


def answers(victim: Rag, examples: Sequence[Example], make: Making) -> dict[str, object]:
    """Exact match and F1 with the answers of the data set, of all questions and of those that get one, and how often
    there is said to be none; with intervals by article."""
    said: list[str] = []
    for begin in range(0, len(examples), CHUNK):
        part = examples[begin : begin + CHUNK]
        found = victim.predict([make(example.query.text, gold(example)) for example in part])
        said += [one.guesses[0].answer for one in found]
    answered = [(example, text) for example, text in zip(examples, said, strict=True) if text]
    groups = Groups(("article",), {example.id: (gold(example).title,) for example in examples})
    ids = [example.id for example in examples]
    return {
        "exact_match": shown(mean([goals.exact_match(one.gold, text) for one, text in zip(examples, said, strict=True)],
                                  ids, groups)),
        "f1": shown(mean([goals.f1(one.gold, text) for one, text in zip(examples, said, strict=True)], ids, groups)),
        "f1_answered": shown(mean([goals.f1(one.gold, text) for one, text in answered], [one.id for one, _ in answered],
                                  groups)),
        "abstained": shown(mean([float(not text) for text in said], ids, groups)),
        "questions": len(examples),
    }  # fmt: skip


def gold(example: Example) -> Passage:
    """The paragraph of a question."""
    assert isinstance(example.query, Question)
    return example.query.context


if __name__ == "__main__":
    main()
