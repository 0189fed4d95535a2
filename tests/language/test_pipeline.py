"""The embedded pipeline parses questions, whatever is typed; another is taken by its name, or refused in a sentence."""

from pathlib import Path

import pytest
import spacy

from stumper.errors import BadOption
from stumper.language.parse import Parse
from stumper.language.pipeline import load_pipeline

MOST_BYTES = 12_000_000  # of the embedded pipeline's files


def parsed(text: str) -> Parse:
    return load_pipeline().parse([text])[0]


def tree(text: str) -> str:
    """Every word but the punctuation with its relation and its head."""
    parse = parsed(text)
    return " ".join(
        f"{t.text}<{t.relation}" + ("" if t.head == i else f"<{parse.tokens[t.head].text}")
        for i, t in enumerate(parse.tokens)
        if t.relation != "punct"
    )


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who painted the ceiling?", "Who<nsubj<painted painted<root the<det<ceiling ceiling<obj<painted"),
        (
            "Which river flows through Vienna?",
            "Which<det<river river<nsubj<flows flows<root through<case<Vienna Vienna<obl<flows",
        ),
        (
            "In what year did Anna Novak move to Dublin?",
            "In<case<year what<det<year year<obl<move did<aux<move Anna<nsubj<move Novak<flat<Anna move<root "
            "to<case<Dublin Dublin<obl<move",
        ),
        (
            "How many children did the king have?",
            "How<advmod<many many<amod<children children<obj<have did<aux<have the<det<king king<nsubj<have have<root",
        ),
        (
            "What is the name of the largest lake?",
            "What<root is<cop<What the<det<name name<nsubj<What of<case<lake the<det<lake largest<amod<lake "
            "lake<nmod<name",
        ),
        (
            "When was the bridge built?",
            "When<advmod<built was<aux:pass<built the<det<bridge bridge<nsubj:pass<built built<root",
        ),
        ("What did the farmers grow?", "What<obj<grow did<aux<grow the<det<farmers farmers<nsubj<grow grow<root"),
        (
            "What is the plant used for?",
            "What<obl<used is<aux:pass<used the<det<plant plant<nsubj:pass<used used<root for<case<What",
        ),
        ("How old was the queen?", "How<advmod<old old<root was<cop<old the<det<queen queen<nsubj<old"),
        (
            "who discovered the island in 1722",
            "who<nsubj<discovered discovered<root the<det<island island<obj<discovered in<case<1722 "
            "1722<obl<discovered",
        ),
    ],
)
def test_questions_are_parsed(question: str, expected: str) -> None:
    assert tree(question) == expected


def test_words_have_tags_and_lemmas() -> None:
    tokens = parsed("Which cities were founded by the Romans?").tokens
    assert [t.tag for t in tokens] == ["WDT", "NNS", "VBD", "VBN", "IN", "DT", "NNPS", "."]
    assert [t.lemma for t in tokens[:4]] == ["which", "city", "be", "found"]


def test_names_and_numbers_are_entities() -> None:
    parse = parsed("Maria Santos moved from Lisbon to Canada in 1971 with 20 percent of her money.")
    assert [(e.kind, parse.span(e.first, e.last)) for e in parse.entities] == [
        ("PERSON", "Maria Santos"),
        ("PLACE", "Lisbon"),
        ("PLACE", "Canada"),
        ("DATE", "1971"),
        ("PERCENT", "20 percent"),
    ]


def test_sentences_end_where_a_new_one_begins() -> None:
    parse = parsed("The tower was built in 1890. It burned down four years later.  Nobody was hurt.")
    assert [parse.span(*sentence) for sentence in parse.sentences] == [
        "The tower was built in 1890.",
        "It burned down four years later.",
        "Nobody was hurt.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\t ",
        "?",
        "  What   is\n it ?",
        "Who 😀 is 👩‍👩‍👧 it?",
        "מי כתב את הספר?",
        "\u202eWhat is it?\u202c",
        "a" * 5000,
        "((((" * 300,
        "x\x00y",
        "half \ud83d a sign",
    ],
)
def test_tokens_stand_where_the_text_has_them(text: str) -> None:
    parse = parsed(text)
    assert parse.text == text
    assert [text[t.start : t.end] for t in parse.tokens] == [t.text for t in parse.tokens]
    assert "".join(t.text for t in parse.tokens) == "".join(text.split())
    assert [i for first, last in parse.sentences for i in range(first, last + 1)] == list(range(len(parse.tokens)))


def test_a_paragraph_of_ten_thousand_words_is_parsed() -> None:
    parse = parsed("The old mill by the river was sold to a farmer in 1911. " * 770)
    assert len(parse.sentences) > 700
    assert len(parse.tokens) == 14 * 770


def test_a_parse_does_not_depend_on_its_batch() -> None:
    openings = ("Who led", "What happened to the people who lived in", "When was Ann Lee elected to")
    things = ("war", "old city council", "x")
    texts = [f"{opening} the {thing} in {year}?" for year in (1833, 1990) for thing in things for opening in openings]
    together = load_pipeline().parse(texts)
    assert together == [parsed(text) for text in texts]
    assert together == load_pipeline().parse(texts[::-1])[::-1]


def test_a_pipeline_that_is_not_installed_is_refused_in_a_sentence() -> None:
    with pytest.raises(
        BadOption, match=r"No spaCy pipeline 'en_core_web_xl' is installed.*spacy download en_core_web_xl"
    ):
        load_pipeline("en_core_web_xl")


def test_a_pipeline_that_lacks_what_it_needs_is_refused_in_a_sentence(tmp_path: Path) -> None:
    spacy.blank("en").to_disk(tmp_path / "odd")
    config = tmp_path / "odd" / "config.cfg"
    needs = '[nlp]\nlang = "en"\npipeline = ["strange"]\n[components.strange]\nfactory = "strange"\n'
    config.write_text(needs, encoding="utf-8")
    with pytest.raises(BadOption, match=r"odd' cannot be loaded: .*strange"):
        load_pipeline(str(tmp_path / "odd"))


def test_a_pipeline_without_a_parser_is_refused_in_a_sentence(tmp_path: Path) -> None:
    blank = spacy.blank("en")
    blank.add_pipe("sentencizer")
    blank.to_disk(tmp_path / "blank")
    with pytest.raises(BadOption, match="has no parser"):
        load_pipeline(str(tmp_path / "blank"))


def test_a_pipeline_for_another_language_is_refused_in_a_sentence(tmp_path: Path) -> None:
    spacy.blank("de").to_disk(tmp_path / "german")
    with pytest.raises(BadOption, match="parses 'de', not English"):
        load_pipeline(str(tmp_path / "german"))


def test_the_embedded_pipeline_is_small() -> None:
    import stumper.language

    folder = Path(stumper.language.__file__).parent / "pipeline"
    assert sum(path.stat().st_size for path in folder.iterdir()) <= MOST_BYTES


def test_a_package_or_a_folder_that_is_no_pipeline_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadOption, match="The package 'numpy' is no spaCy pipeline"):
        load_pipeline("numpy")
    with pytest.raises(BadOption, match="There is no folder '/nope/x' with a spaCy pipeline"):
        load_pipeline("/nope/x")
