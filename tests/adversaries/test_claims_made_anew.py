"""Claims with a label and evidence of their own: demanded, scored, kept, written and judged."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest

from stumper.adversaries.from_file import InstancesFromFile
from stumper.constraints import broken
from stumper.datasets.wiki_pages import Page, PageStore, Sentence
from stumper.evidence_settings import oracle
from stumper.judging.items import judgeable, judgeable_set
from stumper.runs import Memory, Oracle, made_of
from stumper.runs.referee import Rules, attempt_on
from stumper.store.documents import edits_document, perturbation_document, perturbation_of
from stumper.tasks.verification.claim import Claim
from stumper.tasks.verification.constraints import CONSTRAINTS
from stumper.tasks.verification.fever import Fever, read, write_adversarial
from stumper.tasks.verification.goals import GOALS
from stumper.types import Answer, Edit, Example, Gold, Guess, Instance, Passage, Perturbation, Prediction, Query

FOX = Example("7", Claim("The fox has a den."), Gold((Answer("SUPPORTS"),), evidence_sets=(frozenset({"Fox:1"}),)))
CAT_SET = frozenset({"Cat:0"})
BOTH = frozenset({"Fox:1", "Cat:0"})


def anew(label: str = "SUPPORTS", sets: tuple[frozenset[str], ...] = (BOTH,), declared: str = "", text: str = "",
         given: tuple[Passage, ...] = ()) -> Perturbation:  # fmt: skip
    text = text or "The fox has a den, and the cat has a basket."
    gold = Gold((Answer(label),), evidence_sets=sets, evidence_text="Fox: A den. Cat: A basket.")
    edit = Edit("claim", 0, len(FOX.query.text), text, "compose", "and", label=declared or label)
    return Perturbation("7", Claim(text, given), gold, (edit,))


@pytest.mark.parametrize("label", ["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"])
def test_a_claim_made_anew_has_the_label_and_the_evidence_that_it_states(label: str) -> None:
    assert broken(CONSTRAINTS, FOX, anew(label, () if label == "NOT ENOUGH INFO" else (CAT_SET,))) is None


@pytest.mark.parametrize(
    ("perturbation", "said"),
    [
        (anew("REFUTES", declared="SUPPORTS"), "the label must be SUPPORTS by what its edits declare, not REFUTES"),
        (anew("MAYBE"), "the label must be one of SUPPORTS, REFUTES, NOT ENOUGH INFO, not MAYBE"),
        (anew("REFUTES", text="The fox has a den."), "the label of an unchanged claim must stay SUPPORTS"),
        (anew("SUPPORTS", ()), "a claim made anew must name the evidence that decides it"),
        (anew(text=" "), "the claim must not be empty"),
        (
            replace(anew(), gold=replace(anew().gold, matched_by="url")),
            "its evidence must be matched by id, not url",
        ),
    ],
)
def test_what_contradicts_itself_or_names_no_evidence_is_refused(perturbation: Perturbation, said: str) -> None:
    assert broken(CONSTRAINTS, FOX, perturbation) == said


def test_a_claim_made_anew_comes_with_what_its_original_comes_with() -> None:
    den, basket = Passage("Fox:1", "A den.", "Fox"), Passage("Cat:0", "A basket.", "Cat")
    fox = replace(FOX, query=replace(FOX.query, evidence=(den,)))
    assert broken(CONSTRAINTS, fox, anew(given=(den, basket))) is None
    assert broken(CONSTRAINTS, fox, anew(given=(basket,))) == (
        "a claim made anew must come with the evidence that its original comes with"
    )


@dataclass(frozen=True)
class Cites:
    """Supports everything, by the same sentence."""

    fingerprint: str = "cites"

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        return [Prediction((Guess("SUPPORTS", None),), None, ("Fox:1",)) for _ in queries]


def test_a_claim_made_anew_is_scored_by_its_own_evidence_and_not_by_that_of_its_original() -> None:
    lane = attempt_on("run", ("anew", "cites"), Rules(GOALS["fever_zero"], CONSTRAINTS), Instance("7-1", FOX, anew()))
    replies = Oracle("cites", Cites(), None, Memory()).ask(next(lane))
    with pytest.raises(StopIteration) as end:
        lane.send(replies)
    assert (end.value.value.before.score, end.value.value.after.score) == (1.0, 0.0)


def test_the_store_keeps_the_label_the_evidence_and_its_words() -> None:
    kept = perturbation_of("7", perturbation_document(anew()), edits_document(anew()), "[]")
    assert kept == anew()


def test_an_edit_that_states_no_label_is_written_as_ever() -> None:
    edited = replace(anew(), edits=(Edit("claim", 0, 4, "A fox", "rule", "a", True),))
    assert json.loads(edits_document(edited)) == [["claim", 0, 4, "A fox", "rule", "a", True]]


INSTANCES = (
    Instance("7-compose-1", FOX, anew()),
    Instance("7-compose-2", FOX, anew("REFUTES", (CAT_SET,), text="No.")),
)


def written(folder: Path) -> Path:
    file = folder / "set.jsonl"
    write_adversarial(file, Fever("claims", "", (FOX,), {"7": "A den."}), INSTANCES)
    return file


def test_a_written_set_reads_back_with_the_evidence_of_each(tmp_path: Path) -> None:
    assert read(written(tmp_path)).instances == INSTANCES


def test_a_written_set_says_what_evidence_the_original_has_where_that_is_no_line(tmp_path: Path) -> None:
    file = written(tmp_path)
    lines = file.read_text(encoding="utf-8").splitlines()[1:]
    file.write_text("\n".join(lines), encoding="utf-8")
    assert [one.example.gold.evidence_sets for one in read(file).instances] == [(frozenset({"Fox:1"}),)] * 2


def test_judges_are_shown_the_evidence_of_the_claim_and_not_that_of_its_original(tmp_path: Path) -> None:
    [first, _] = judgeable_set(read(written(tmp_path))).judgeables
    assert first.evidence == "Fox: A den. Cat: A basket."
    [alone] = judgeable_set(Fever("claims", "", (FOX,), {"7": "A den."}, INSTANCES[:1])).judgeables
    assert "A basket." in alone.evidence


WORDLESS = replace(anew(), gold=replace(anew().gold, evidence_text=""))


def test_judges_are_never_shown_the_words_of_the_original_for_a_claim_made_anew() -> None:
    shown = judgeable(FOX, WORDLESS, "A den.")
    assert (shown.evidence, shown.original) == ("", "The fox has a den.")
    assert (
        shown.asked == "The evidence is not at hand; it is on Cat, Fox. Does the evidence show that the claim is true?"
    )


def test_judges_are_shown_what_a_claim_comes_with_behind_the_titles_of_the_pages() -> None:
    den, basket = Passage("Fox:1\tFox:2", "A den.", "Fox"), Passage("Cat:0", "A basket.", "Cat")
    for one in (WORDLESS, replace(WORDLESS, edits=())):
        given = replace(one, query=replace(one.query, evidence=(den, basket)))
        assert judgeable(FOX, given, "Other words.").evidence == "Fox: A den. Cat: A basket."
    untitled = replace(
        WORDLESS, query=replace(WORDLESS.query, evidence=(Passage("7/0", "A den."), Passage("7/1", "So.")))
    )
    assert judgeable(FOX, untitled).evidence == "Evidence: A den. So."


def test_judges_of_an_edited_claim_are_shown_the_words_of_the_data_set() -> None:
    edited = Perturbation("7", Claim("The fox has no den."), FOX.gold, ())
    assert judgeable(FOX, edited, "A den.").evidence == "Fox: A den."


def test_with_evidence_given_each_claim_comes_with_its_own(tmp_path: Path) -> None:
    [first, _] = oracle(str(written(tmp_path))).instances
    assert [passage.text for passage in first.example.query.evidence] == ["A den."]  # type: ignore[attr-defined]
    assert [passage.text for passage in first.perturbation.query.evidence] == [  # type: ignore[attr-defined]
        "Fox: A den. Cat: A basket."
    ]


def test_a_set_is_asked_again_with_the_evidence_of_each(tmp_path: Path) -> None:
    found = InstancesFromFile(written(tmp_path)).of((FOX,))
    assert [one.perturbation.gold.evidence_sets for one in found] == [(BOTH,), (CAT_SET,)]


PAGES = PageStore(
    (
        Page("Fox", (Sentence("Fox", 1, "A den ."),)),
        Page("Cat_-LRB-pet-RRB-", (Sentence("Cat_-LRB-pet-RRB-", 0, "Meow ."),)),
    )
)


def test_the_words_are_those_of_the_first_set_that_is_on_the_pages() -> None:
    from stumper.adversaries.verification.anew import bare_title, words

    sets = (frozenset({"Dog:3"}), frozenset({"Fox:1", "Cat_-LRB-pet-RRB-:0"}))
    assert words(Gold((Answer("SUPPORTS"),), evidence_sets=sets), PAGES) == "Cat (pet): Meow . Fox: A den ."
    assert words(Gold((Answer("SUPPORTS"),), evidence_sets=sets[:1]), PAGES) == ""
    assert words(Gold((Answer("NOT ENOUGH INFO"),), evidence_sets=sets), PAGES) == ""
    assert bare_title("Cat_-LRB-pet-RRB-") == "Cat"


def test_a_claim_that_comes_with_evidence_comes_with_what_it_needs_beside_it() -> None:
    from stumper.adversaries.verification.anew import Evidence, made_anew

    den = Passage("Fox:1", "A den.", "Fox")
    sets = (frozenset({"Fox:1", "Dog:0"}), frozenset({"Fox:1", "Cat_-LRB-pet-RRB-:0"}))
    given = replace(FOX, query=replace(FOX.query, evidence=(den,)))
    made = made_anew(given, "The fox and the cat meet.", "REFUTES", Evidence(sets), ("kind", "rule"), PAGES)
    assert made.query.evidence == (den, Passage("Cat_-LRB-pet-RRB-:0", "Meow .", "Cat_-LRB-pet-RRB-"))  # type: ignore[attr-defined]
    alone = made_anew(FOX, "The fox and the cat meet.", "REFUTES", Evidence(sets), ("kind", "rule"), PAGES)
    assert alone.query.evidence == ()  # type: ignore[attr-defined]


def test_made_of_keeps_claims_that_are_made_anew() -> None:
    @dataclass(frozen=True)
    class Given:
        def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation]:
            return [anew()]

    assert [one.id for one in made_of("given", Given(), (FOX,), Random(1)).instances] == ["7-given-1"]
