"""What guessers learn from: questions under one name for each answer, and pages where there are some."""

from collections.abc import Iterable, Iterator, Sequence

from stumper.datasets.wiki_pages import Page
from stumper.retrieval.clues import About
from stumper.tasks.quizbowl.answers.classes import answer_classes
from stumper.tasks.quizbowl.files import Quizbowl
from stumper.tasks.quizbowl.tossup import Tossup

VERSION = 1  # of everything between a file and its questions under the names of their answers


def past_questions(datasets: Sequence[Quizbowl]) -> list[About]:
    """The questions of the data sets, in order, each about its answer's class; an id that occurs again is left out."""
    classes = answer_classes(datasets)
    found: dict[str, About] = {}
    for dataset in datasets:
        for example in dataset:
            assert isinstance(example.query, Tossup)
            found.setdefault(example.id, About(example.id, classes[example.id], example.query.text))
    return list(found.values())


def about_pages(pages: Iterable[Page], answers: Sequence[str]) -> Iterator[About]:
    """The pages as texts about the answers that their titles are, or about their titles."""
    named = {answer.casefold(): answer for answer in answers}
    for page in pages:
        bare = page.title.partition(" (")[0]
        yield About(f"page:{page.id}", named.get(page.title.casefold()) or named.get(bare.casefold(), bare), page.text)
