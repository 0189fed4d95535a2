"""What a victim was trained on is known again by text and by id, and by nothing else."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from stumper.errors import BadData
from stumper.loading import load_victim
from stumper.protocols import Trained
from stumper.tasks.quizbowl import files as quizbowl
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.tasks.reading import squad
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.squad import bundled
from stumper.tasks.verification import fever
from stumper.tasks.verification.claim import Claim
from stumper.types import Answer, Example, Gold, Passage, Query
from stumper.victims import ledger
from stumper.victims.embedded import READER, VERIFIER
from stumper.victims.graphs import shipped
from stumper.victims.guessing import opening
from stumper.victims.ledger import ENDING, NOTHING, Ledger, normalised
from stumper.victims.systems import BESIDE_BASELINES, DESIGNS

GOLD = Gold((Answer("Troy"),))
ASKED = "Which keeper lit the second lantern of Harrow?"
PARAGRAPH = "Ada Thorn lit the second lantern of Harrow in 1874. Jo Brandt watched."
SHIPPED = (
    *(shipped() / name for name in (READER, VERIFIER, "esim.onnx", "da.onnx", "dan/guesser.onnx", "rnn/guesser.onnx")),
    shipped() / BESIDE_BASELINES,
    opening.shipped() / opening.ABOUT,
)


def example(id: str, query: Query) -> Example:
    return Example(id, query, GOLD)


def question(text: str = ASKED, paragraph: str = PARAGRAPH, id: str = "q1") -> Example:
    return example(id, Question(text, Passage("p", paragraph)))


def of(*examples: Example, source: str = "lamps") -> Ledger:
    return ledger.ledger({source: examples})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The  U.S.\u00a0Navy's\tship!", "the u s navy s ship"),
        ("\uff21n \ufb01ne CAF\u00c9", "an fine caf\u00e9"),
        ("Stra\u00dfe snake_case 1,000", "strasse snake case 1 000"),
        ("?!\u2026", ""),
    ],
)
def test_texts_are_alike_whose_words_are(text: str, words: str) -> None:
    assert normalised(text) == words
    assert normalised(normalised(text)) == words


def test_of_other_tasks_no_text_is_known_as_if_it_were_a_tossup() -> None:
    said = "This keeper lit lamps."
    assert not of(example("1", Tossup(said))).has_seen(example("2", OpenQuestion(said)))
    assert len(of(example("1", OpenQuestion(said))).texts) == 0


@pytest.mark.parametrize(
    ("query", "alike", "other"),
    [
        (Claim("Ada Thorn lit a lamp."), Claim("ada thorn LIT a lamp", (Passage("e", "She did."),)), Claim("Ada lit.")),
        (Tossup("This keeper (*) lit lamps."), Tossup("This keeper lit lamps"), Tossup("This keeper")),
        (question().query, question(ASKED.upper()).query, question(paragraph=PARAGRAPH[:-1] + " him.").query),
    ],
)
def test_a_text_is_known_again_under_any_id(query: Query, alike: Query, other: Query) -> None:
    seen = of(example("1", query))
    assert seen.has_seen(example("another", alike))
    assert not seen.has_seen(example("another", other))


def test_what_is_no_claim_is_not_known_by_the_words_of_one() -> None:
    assert not of(example("1", Claim("Ada Thorn lit a lamp"))).has_seen(example("2", Tossup("Ada Thorn lit a lamp")))


def test_texts_without_a_word_are_not_all_the_same_one() -> None:
    assert not of(example("1", Claim("?!"))).has_seen(example("2", Claim("\u2026")))


@pytest.mark.parametrize("id", ["q1", "q1-high-conf-turk0", "q1-claim-rules-2"])
def test_a_variant_is_known_by_the_id_of_its_original(id: str) -> None:
    seen = of(question())
    assert seen.has_seen(question(paragraph=f"{PARAGRAPH} Mira Vale lit the third.", id=id))
    assert not seen.has_seen(question(paragraph="Mira Vale lit the third.", id=f"x{id}"))


def test_another_set_that_counts_from_one_as_well_is_not_taken_for_what_was_seen() -> None:
    seen = of(example("7", Claim("Ottilie Brandt designed the Harrow bridge.")), source="fever")
    assert seen.has_seen(example("7", Claim("There is no Ottilie Brandt that designed the Harrow bridge.")))
    assert not seen.has_seen(example("7", Claim("Grease had terrible reviews in several newspapers.")))
    assert not of(example("7", Claim("He is it."))).has_seen(example("7", Claim("She was so.")))


def test_joined_ledgers_have_seen_what_each_has_though_an_id_means_two_texts() -> None:
    texts = "Ottilie Brandt designed bridges.", "Mira Vale painted lanterns."
    one, two = (example("1", Claim(text)) for text in texts)
    both = ledger.joined(of(one), of(two), NOTHING)
    for id, text in (("1-a", "Ottilie Brandt never designed bridges."), ("1-b", "Mira Vale never painted lanterns.")):
        assert both.has_seen(example(id, Claim(text)))
    assert both.has_seen(one)
    assert both.has_seen(two)


def test_a_ledger_stands_beside_its_weights_and_holds_no_text(tmp_path: Path) -> None:
    weights, seen = tmp_path / "reader.onnx", of(question())
    assert not ledger.beside(weights).has_seen(question())
    ledger.write(weights, seen)
    assert ledger.beside(weights).has_seen(question())
    first = weights.with_suffix(ENDING).read_bytes()
    ledger.write(weights, of(question()))
    assert weights.with_suffix(ENDING).read_bytes() == first
    assert not any(word.encode() in first.lower() for word in ("harrow", "lantern", "thorn"))


@pytest.mark.parametrize("content", [b"", b"nothing", b"PK\x03\x04 cut off"])
def test_a_damaged_ledger_is_not_taken_for_an_empty_one(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "reader.ledger").write_bytes(content)
    with pytest.raises(BadData, match=r"reader\.ledger does not hold the arrays .* nothing is known"):
        ledger.beside(tmp_path / "reader.onnx")


def test_every_embedded_artefact_has_a_ledger_and_together_they_are_small() -> None:
    assert all(len(ledger.beside(weights).texts) for weights in SHIPPED)
    assert sum(weights.with_suffix(ENDING).stat().st_size for weights in SHIPPED) < 2_100_000


def seen_by(victim: str, examples: Sequence[Example]) -> int:
    system = load_victim(victim, examples)
    assert isinstance(system, Trained)
    return sum(system.has_seen(each) for each in examples)


@pytest.mark.parametrize("victim", ["embedded", "ir", "ensemble", "dan", "rnn"])
def test_guessers_have_seen_the_fold_that_they_learned_from_and_not_the_other(victim: str) -> None:
    assert seen_by(victim, quizbowl.bundled("guesstrain").examples) == 324
    assert seen_by(victim, quizbowl.bundled("guessdev").examples) == 0


@pytest.mark.parametrize("victim", list(DESIGNS))
def test_nothing_was_trained_on_the_bundled_claims_and_questions(victim: str) -> None:
    assert seen_by(victim, fever.bundled().examples) == 0
    assert victim != "embedded" or seen_by(victim, bundled().examples) == 0


@pytest.mark.parametrize("kind", ["ir", "ensemble"])
def test_a_guesser_of_a_file_has_seen_its_questions_and_what_its_weights_were_fitted_to(
    kind: str, tmp_path: Path
) -> None:
    file = tmp_path / "mine.json"
    quizbowl.write(file, quizbowl.bundled("guessdev"))
    assert seen_by(f"{kind}:{file}", quizbowl.bundled("guessdev").examples) == 202
    assert seen_by(f"{kind}:{file}", quizbowl.bundled("guesstrain").examples) == 324
    assert seen_by(f"{kind}:{file}", [example("new", Tossup("This keeper lit lamps in Harrow."))]) == 0


def test_the_systems_beside_the_baselines_have_seen_what_is_made_of_questions() -> None:
    own, esim = (ledger.beside(shipped() / name) for name in (BESIDE_BASELINES, "esim.onnx"))
    assert len(set(own.texts) - set(esim.texts)) > 15_000  # ESIM has learned no claim of a question


def test_the_originals_of_the_published_rule_attack_are_all_seen_and_half_of_the_unmodified_claims(
    shared: Path,
) -> None:
    folder = shared / "verification"
    known = {each.id: each for each in fever.read(folder / "fever-paper-test.jsonl.gz")}
    rows = fever.read_lines(folder / "published-rules-half.jsonl.gz")
    for victim in ("embedded", "transformer", "tfidf-esim", "tfidf-da"):
        assert seen_by(victim, list(known.values())) == 9_999
        assert seen_by(victim, [known[row.id("original_id")] for row in rows]) == len(rows) == 500
        assert seen_by(victim, fever.read(folder / "scorer-golden" / "sampled-999.jsonl.gz").examples) == 540
        # The 400 that a threshold was once chosen on, and 16 that say the same as one of these.
        assert seen_by(victim, fever.read(folder / "fever-paper-dev-half.jsonl.gz").examples) == 416
    for victim in ("nsmn", "hexaf", "enhanced-esim"):  # nothing was chosen on the 400 claims
        assert seen_by(victim, list(known.values())) == 9_999
        assert seen_by(victim, fever.read(folder / "fever-paper-dev-half.jsonl.gz").examples) < 40
    # Without their originals, nearly all are known by the ids of these.
    variants = [example(f"{row.id('original_id')}-rules", Claim(row.value("claim", str))) for row in rows]
    assert seen_by("embedded", variants) == 494


def test_readers_have_seen_their_questions_and_none_of_those_that_they_are_scored_on(shared: Path) -> None:
    folder = shared / "reading"
    assert seen_by("embedded", squad.read(folder / "squadshifts-reddit.json.gz").examples) == 9_803
    for name in ("squad-dev-v1.1-24-articles", "addsent-24-articles", "addonesent-24-articles"):
        assert seen_by("embedded", squad.read(folder / f"{name}.json.gz").examples) == 0


def test_another_ledger_makes_another_system_of_the_same_weights(tmp_path: Path) -> None:
    for file in (shipped() / "rnn").iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    before = load_victim(f"rnn:{tmp_path}").fingerprint
    assert before == load_victim("rnn").fingerprint
    ledger.write(tmp_path / "guesser.onnx", of(question()))
    assert load_victim(f"rnn:{tmp_path}").fingerprint != before


def test_questions_whose_misses_were_read_count_as_tuned_on_by_what_was_mended_after_them(shared: Path) -> None:
    dataset = quizbowl.read(shared / "quizbowl" / "qanta-guessdev.json.gz").examples
    assert {victim: seen_by(victim, dataset) for victim in ("ir", "ensemble", "embedded", "dan", "rnn")} == {
        "ir": 1_129, "ensemble": 1_129, "embedded": 1_129, "dan": 0, "rnn": 0,
    }  # fmt: skip
