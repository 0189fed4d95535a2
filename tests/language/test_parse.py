"""Trees are walked in the text's order, however deep they are."""

from stumper.language.parse import Entity, Parse, Token

SAID = Parse(
    "In which city is it?",
    (
        Token("In", 0, 2, "in", "IN", "case", 2),
        Token("which", 3, 8, "which", "WDT", "det", 2),
        Token("city", 9, 13, "city", "NN", "root", 2),
        Token("is", 14, 16, "be", "VBZ", "cop", 2),
        Token("it", 17, 19, "it", "PRP", "nsubj", 2),
        Token("?", 19, 20, "?", ".", "punct", 2),
    ),
    (Entity("PLACE", 1, 2),),
    ((0, 5),),
)


def test_children_and_subtrees_come_in_the_order_of_the_text() -> None:
    assert SAID.children(2) == [0, 1, 3, 4, 5]
    assert SAID.subtree(2) == [0, 1, 2, 3, 4, 5]
    assert SAID.children(0) == []
    assert SAID.subtree(0) == [0]


def test_a_span_is_the_text_between_its_tokens() -> None:
    assert SAID.span(1, 2) == "which city"
    assert SAID.span(4, 5) == "it?"


def test_an_entity_is_found_by_any_of_its_tokens() -> None:
    assert SAID.entity_at(2) == Entity("PLACE", 1, 2)
    assert SAID.entity_at(3) is None


def test_a_tree_as_deep_as_its_text_is_long_is_walked() -> None:
    words = 20_000
    tokens = tuple(Token("a", 2 * i, 2 * i + 1, "a", "DT", "dep", max(0, i - 1)) for i in range(words))
    assert len(Parse("a " * words, tokens, (), ((0, words - 1),)).subtree(0)) == words
