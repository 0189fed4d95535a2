"""Rules: what they match, what they make, which ones a paraphrase asks for, and how far they keep the meaning."""

import pytest

from stumper.adversaries.rule_induction.equivalents import equivalents, phrases
from stumper.adversaries.rule_induction.index import index_of
from stumper.adversaries.rule_induction.lines import COARSE, Line, line_of
from stumper.adversaries.rule_induction.meaning import score, similarity
from stumper.adversaries.rule_induction.pairs import MOST_WORDS, replacement, rules_of
from stumper.adversaries.rule_induction.rule import Rule, fault, matches_at, rewriting
from stumper.language.pipeline import load_pipeline


def line(text: str) -> Line:
    return line_of(load_pipeline().parse([text])[0])


def rule(left: str, right: str) -> Rule:
    return Rule(tuple(left.split()), right)


def made(left: str, right: str, text: str) -> str | None:
    """The text after the rule, where it first matches; None where it never does."""
    given, wanted = line(text), rule(left, right)
    assert fault(wanted) is None
    for _, at in index_of([given]).matches(wanted):
        assert matches_at(wanted, given, at)
        new = rewriting(wanted, given, at)
        assert new is None or given.text[: new.start] + new.new + given.text[new.end :] == new.text
        return None if new is None else new.text
    return None


def asked_for(before: str, after: str) -> list[str]:
    given = line(before)
    change = replacement(given, after)
    return [] if change is None else [str(each) for each in rules_of(given, change)]


@pytest.mark.parametrize(
    ("left", "right", "before", "after"),
    [
        ("film", "movie", "Lowmere is a film.", "Lowmere is a movie."),
        ("film", "movie", "Film is an art.", "Movie is an art."),
        ("what <NOUN>", "which <NOUN>", "What harbour froze?", "Which harbour froze?"),
        ("<WP> is", "<WP>'s", "What is the harbour?", "What's the harbour?"),
        ("<START> <PROPN>", "in fact, <PROPN>", "Lowmere froze.", "In fact, Lowmere froze."),
        ("<START> what", "so what", "What froze?", "So what froze?"),
        ("the", "", "The harbour froze.", "Harbour froze."),
        ("?", "", "What froze?", "What froze"),
        ("the film <PROPN>", "<PROPN>", "She saw the film Lowmere.", "She saw Lowmere."),
        ("<NNP> <NNP>", "<NNP:2> <NNP>", "Thorn, Ada Thorn left.", "Thorn, Thorn Ada left."),
        ("song", "anthem", "She wrote a song.", "She wrote an anthem."),
        ("old", "new", "An old wall broke.", "A new wall broke."),
        ("<DT> ruler", "<DT> emperor", "She met a ruler.", "She met an emperor."),
    ],
)
def test_a_rule_rewrites_what_it_matches(left: str, right: str, before: str, after: str) -> None:
    assert made(left, right, before) == after


@pytest.mark.parametrize(
    ("left", "text"),
    [
        ("<START> film", "The film froze."),
        ("film froze", "The film never froze."),
        ("film", "Lowmere Film Company closed."),
        ("<JJ> film", "The film froze."),
    ],
)
def test_a_rule_leaves_alone_what_it_does_not_match(left: str, text: str) -> None:
    assert made(left, "movie", text) is None


def test_a_match_never_reaches_from_one_text_into_the_next() -> None:
    index = index_of([line("She left a film"), line("Froze it?")])
    assert list(index.matches(rule("film froze", "movie froze"))) == []
    assert list(index.matches(rule("film", "movie"))) == [(0, 3)]


def test_the_index_finds_the_first_match_of_each_text() -> None:
    lines = [line(text) for text in ("A film of a film.", "No mill.", "Old film, new film.")]
    assert list(index_of(lines).matches(rule("<NOUN>", "movie"))) == [(0, 1), (1, 1), (2, 1)]
    assert list(index_of(lines).matches(rule("<ADJ> film", "movie"))) == [(2, 0)]


def test_a_pair_asks_for_the_word_its_tags_and_one_word_of_context() -> None:
    found = asked_for("What harbour froze?", "Which harbour froze?")
    assert found[0] == "what → which"
    assert {"what <NOUN> → which <NOUN>", "what <NN> → which <NN>", "what harbour → which harbour"} <= set(found)
    assert "<START> what → which" in found
    assert not any("froze" in each for each in found)


def test_a_word_that_stays_is_carried_over_by_its_tag() -> None:
    found = asked_for("What is the harbour?", "What's the harbour?")
    assert {"what is → what's", "<WP> is → <WP>'s", "<WP> <VBZ> → <WP>'s"} <= set(found)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Lowmere is not a film.", "Lowmere isn't a film."),
        ("The film froze.", "Film froze."),
        ("She met a ruler in 1990.", "She met an emperor in 1990."),
        ("In 1990 she left.", "In 1990, she left."),
        ("She saw the film Lowmere.", "She saw Lowmere."),
        ("She left.", "She left"),
        ("She left", "It is true that she left"),
        ("Who left?", "Who left??"),
        ("She left a mill here.", "She left an old mill here."),
        ("“She left,” he said.", "“She went,” he said."),
    ],
)
def test_every_rule_that_a_pair_asks_for_makes_the_one_of_the_other(before: str, after: str) -> None:
    given = line(before)
    change = replacement(given, after)
    assert change is not None
    rules = list(rules_of(given, change))
    assert rules
    for each in rules:
        assert fault(each) is None
        results = [rewriting(each, given, at) for at in range(len(given)) if matches_at(each, given, at)]
        assert after in [new.text for new in results if new is not None]


def test_another_sentence_is_no_paraphrase_for_a_rule() -> None:
    assert replacement(line("She left the harbour early that day."), "He came to a mill at last.") is None
    assert replacement(line("She left."), "She left.") is None
    assert replacement(line("She left."), "") is None
    assert MOST_WORDS == 4


@pytest.mark.parametrize(
    ("left", "right", "said"),
    [
        ("<START>", "so", "its left side is empty"),
        ("<NOUNS>", "x", "<NOUNS> is no tag"),
        ("<NOUN>", "<VERB>", "<VERB> of its right side is not on its left side"),
        ("<NOUN>", "<NOUN:2>", "<NOUN:2> of its right side is not on its left side"),
        ("film", "film", "both sides are the same"),
    ],
)
def test_what_is_no_rule_is_told(left: str, right: str, said: str) -> None:
    found = fault(rule(left, right))
    assert found is not None
    assert said in found


def test_a_first_word_loses_its_capital_but_a_name_does_not() -> None:
    assert line("The harbour froze.").words[0] == "the"
    assert line("Lowmere froze.").words[0] == "Lowmere"
    assert set(line("The harbour's two old walls were not quickly mended, I think.").coarse) <= COARSE


def paraphrases(text: str) -> dict[str, float]:
    given = line(text)
    [found] = equivalents([given], index_of([given]))
    return found


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Lowmere is not a film.", "Lowmere isn't a film."),
        ("Lowmere isn't a film.", "Lowmere is not a film."),
        ("Lowmere is a film.", "Lowmere is a movie."),
        ("Lowmere is a film.", "It is true that Lowmere is a film."),
        ("She was an actor.", "She was a performer."),
        ("She left in 1990.", "She left in the year 1990."),
        ("She left in May 1990.", "She left in May of 1990."),
        ("She purchased mills.", "She bought mills."),
        ("She purchased mills.", "She did purchase mills."),
        ("What is Lowmere?", "What's Lowmere?"),
        ("What harbour froze?", "Which harbour froze?"),
        ("The largest mill burned.", "The biggest mill burned."),
        ("She has many mills.", "She has a lot of mills."),
        ("Every mill burned.", "Each mill burned."),
        ("They will burn it.", "They'll burn it."),
        ("The mill will burn.", "The mill is going to burn."),
        ("It has an adequate mill.", "It has a sufficient mill."),
    ],
)
def test_what_may_be_said_instead(before: str, after: str) -> None:
    assert paraphrases(before)[after] > 0.8


def test_a_row_may_ask_for_a_tag_of_its_first_word() -> None:
    assert paraphrases("Ada Thorn directed a film.")["Ada Thorn was the director of a film."] > 0.8
    assert not any("director" in each for each in paraphrases("A film directed by Ada Thorn froze."))


def test_every_row_of_phrases_is_a_rule() -> None:
    for each, sure, tag in phrases():
        assert fault(each) is None
        assert 0.8 <= sure <= 1
        assert tag in ("", "VBD")


def test_names_and_amounts_are_never_said_otherwise() -> None:
    assert not any("Movie" in each or "movie" in each for each in paraphrases("Lowmere Film Company closed."))
    assert not any("a lot" in each or "numerous" in each for each in paraphrases("How many mills did she own?"))
    assert not any("year 12" in each for each in paraphrases("She lived in 12 towns."))


@pytest.mark.parametrize(
    ("removed", "added", "at_least", "at_most"),
    [
        ((("film", "NN"),), ("movie",), 0.9, 1.0),
        ((("films", "NNS"),), ("movies",), 0.9, 1.0),
        ((("is", "VBZ"), ("not", "RB")), ("isn't",), 1.0, 1.0),
        ((("is", "VBZ"),), ("was",), 0.5, 0.5),
        ((("not", "RB"),), (), 0.0, 0.0),
        ((), ("never",), 0.0, 0.0),
        ((("Lowmere", "NNP"),), ("movie",), 0.0, 0.0),
        ((("1990", "CD"),), ("1991",), 0.0, 0.0),
        ((("mill", "NN"),), ("movie",), 0.0, 0.1),
    ],
)
def test_how_far_words_keep_the_meaning(
    removed: tuple[tuple[str, str], ...], added: tuple[str, ...], at_least: float, at_most: float
) -> None:
    assert at_least <= similarity(removed, added) <= at_most


def test_what_a_paraphrase_says_of_itself_comes_before_its_words() -> None:
    given = line("She left the mill.")
    assert score(rule("mill", "movie"), given, 3, {"She left the movie.": 0.9}) == 0.9
    assert score(rule("mill", "movie"), given, 3, {}, {((("mill", "NN"),), ("movie",)): 0.7}) == 0.7
    assert score(rule("mill", "movie"), given, 3, {}) < 0.1


@pytest.mark.parametrize(
    ("before", "after", "plainest"),
    [
        ("Lowmere is a film.", "Lowmere is a movie.", "film → movie"),
        ("Ada saw the (film) harbour.", "Ada saw the (movie) harbour.", "film → movie"),
        ("The sea isn't dry.", "The sea is not dry.", "is n't → is not"),
    ],
)
def test_a_sign_beside_a_changed_word_is_no_part_of_the_change(before: str, after: str, plainest: str) -> None:
    assert plainest in asked_for(before, after)


@pytest.mark.parametrize(
    ("text", "said", "never"),
    [
        ("How much money did the tower cost?", "What amount of money did the tower cost?", ""),
        ("How much did the tower cost?", "", "What amount of did"),
        ("It's a tower.", "It is a tower.", ""),
        ("It's been closed since 1990.", "", "It is been"),
        ("There are no trees there.", "There are not any trees there.", ""),
        ("Who has no children?", "Who does not have any children?", "has not any"),
        ("No students passed.", "", "ot any students"),
        ("She was once a member.", "She used to be a member.", "one time"),
        ("She was once arrested.", "", "used to be"),
        ("In what year did it burn?", "And in what year did it burn?", ""),
        ("In 1990 the tower burned.", "", "And in 1990"),
        ("She wrote several books.", "She wrote a number of books.", ""),
        ("She moved in the past several years.", "", "past a number"),
        ("She has one child.", "She has a single child.", ""),
        ("One day the tower burned.", "", "single day"),
        ("How was the weather?", "", "In what way"),
        ("Nearly every country has a flag.", "", "early each"),
        ("She had only 3 books.", "She had just 3 books.", ""),
        ("They are the only 3 towers.", "", "the just"),
        ("It has at least 20 rooms.", "It has 20 or more rooms.", ""),
        ("It cost at least 20 million euros.", "", "20 or more million"),
        ("It has more than one million books.", "", "two or more"),
        ("She makes both films and songs.", "", "the two"),
        ("She made the most of the summer.", "", "the majority"),
        ("She played in the first half of the season.", "", "half the"),
        ("She was twice elected.", "", "two times"),
        ("The lamp is still burning.", "", "continues to be"),
        ("The twins used to be a band.", "", "was once"),
        ("Her aim is to be the best.", "", "will be"),
        ("Who will be the next queen?", "Who is going to be the next queen?", ""),
        ("They will be married.", "", "is going to"),
        ("The towers will close.", "", "is going to"),
        ("Lowmere will close.", "Lowmere is going to close.", ""),
    ],
)
def test_what_is_said_instead_keeps_grammar_and_meaning(text: str, said: str, never: str) -> None:
    given = line(text)
    [found] = equivalents([given], index_of([given]))
    assert not said or said in found
    assert not never or not [made for made in found if never in made]
