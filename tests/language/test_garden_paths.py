"""What the end of a question shows is set right in its beginning."""

from stumper.language.garden_paths import mended


def test_be_before_a_participle_hangs_on_it() -> None:
    words, tags = ["What", "is", "it", "used", "for"], ["WP", "VBZ", "PRP", "VBD", "IN"]
    assert mended(words, tags, [3, 0, 3, 3, 0], ["obl", "cop", "nsubj", "root", "case"]) == (
        ["WP", "VBZ", "PRP", "VBN", "IN"],
        [3, 3, 3, 3, 0],
        ["obl", "aux:pass", "nsubj:pass", "root", "case"],
    )
    words, tags = ["Where", "was", "she", "going"], ["WRB", "VBD", "PRP", "VBG"]
    assert mended(words, tags, [3, 0, 3, 3], ["advmod", "cop", "nsubj", "root"]) == (
        tags, [3, 3, 3, 3], ["advmod", "aux", "nsubj", "root"],
    )  # fmt: skip


def test_a_copula_of_the_word_that_is_asked_for_stays() -> None:
    arcs = (["What", "is", "it"], ["WP", "VBZ", "PRP"], [0, 0, 0], ["root", "cop", "nsubj"])
    assert mended(*arcs) == arcs[1:]


def test_a_participle_that_ends_the_question_is_its_head() -> None:
    words, tags = ["What", "is", "a", "box", "called", "?"], ["WP", "VBZ", "DT", "NN", "VBN", "."]
    assert mended(words, tags, [0, 0, 3, 0, 3, 0], ["root", "cop", "det", "nsubj", "acl", "punct"]) == (
        tags, [4, 4, 3, 4, 4, 4], ["xcomp", "aux:pass", "det", "nsubj:pass", "root", "punct"],
    )  # fmt: skip
    words, tags = ["When", "was", "it", "made", "by", "us"], ["WRB", "VBD", "PRP", "VBD", "IN", "PRP"]
    assert mended(words, tags, [0, 0, 0, 2, 5, 3], ["root", "cop", "nsubj", "acl", "case", "obl:agent"]) == (
        ["WRB", "VBD", "PRP", "VBN", "IN", "PRP"],
        [3, 3, 3, 3, 5, 3],
        ["advmod", "aux:pass", "nsubj:pass", "root", "case", "obl:agent"],
    )


def test_a_preposition_that_ends_the_question_belongs_to_what_is_asked() -> None:
    words, tags = ["What", "is", "it", "used", "for", "?"], ["WP", "VBZ", "PRP", "VBN", "IN", "."]
    assert mended(words, tags, [0, 0, 0, 2, 3, 0], ["root", "cop", "nsubj", "acl", "case", "punct"]) == (
        tags, [3, 3, 3, 3, 0, 3], ["obl", "aux:pass", "nsubj:pass", "root", "case", "punct"],
    )  # fmt: skip


def test_a_participle_that_tells_which_thing_is_meant_stays_with_it() -> None:
    words, tags = ["What", "is", "a", "box", "called", "Bo"], ["WP", "VBZ", "DT", "NN", "VBN", "NNP"]
    arcs = [0, 0, 3, 0, 3, 4], ["root", "cop", "det", "nsubj", "acl", "xcomp"]
    assert mended(words, tags, *arcs) == (tags, *arcs)


def test_nothing_but_do_before_a_verb_makes_it_a_base_form() -> None:
    heads, labels = [3, 3, 3, 3], ["obj", "aux", "nsubj", "root"]
    assert mended(["what", "did", "they", "fish"], ["WP", "VBD", "PRP", "NN"], heads, labels)[0][3] == "VB"
    assert mended(["what", "has", "it", "put"], ["WP", "VBZ", "PRP", "VBN"], heads, labels)[0][3] == "VBN"
