"""Parses in ClearNLP's labels become what Universal Dependencies say of the same sentences."""

from stumper.language.clear_labels import universal


def converted(*rows: str) -> list[str]:
    """Each row is `word tag head label`, heads counted from 1; the answer is `word relation head's word`."""
    words, tags, heads, labels = zip(*(row.split() for row in rows), strict=True)
    arcs = universal(words, tags, [int(head) - 1 for head in heads], labels)
    return [f"{word} {label} {words[head]}" for word, label, head in zip(words, arcs.labels, arcs.heads, strict=True)]


def test_an_object_is_an_object_and_a_passive_keeps_its_subject_and_agent() -> None:
    assert converted(
        "Who WP 2 nsubj",
        "wrote VBD 2 ROOT",
        "it PRP 2 dobj",
    ) == ["Who nsubj wrote", "wrote root wrote", "it obj wrote"]
    assert converted(
        "It PRP 3 nsubjpass",
        "was VBD 3 auxpass",
        "seen VBN 3 ROOT",
        "by IN 3 agent",
        "two CD 6 nummod",
        "men NNS 4 pobj",
    ) == [
        "It nsubj:pass seen",
        "was aux:pass seen",
        "seen root seen",
        "by case men",
        "two nummod men",
        "men obl:agent seen",
    ]


def test_a_preposition_hangs_on_its_noun() -> None:
    assert converted(
        "In IN 4 prep",
        "which WDT 3 det",
        "city NN 1 pobj",
        "lives VBZ 4 ROOT",
        "the DT 6 det",
        "king NN 4 nsubj",
        "of IN 6 prep",
        "Spain NNP 7 pobj",
        "? . 4 punct",
    ) == [
        "In case city",
        "which det city",
        "city obl lives",
        "lives root lives",
        "the det king",
        "king nsubj lives",
        "of case Spain",
        "Spain nmod king",
        "? punct lives",
    ]


def test_prepositions_in_a_row_all_hang_on_the_last_noun() -> None:
    assert converted(
        "He PRP 2 nsubj",
        "came VBD 2 ROOT",
        "out IN 2 prep",
        "of IN 3 prep",
        "town NN 4 pobj",
    ) == ["He nsubj came", "came root came", "out case town", "of case town", "town obl came"]


def test_a_clause_behind_a_preposition_is_marked_by_it() -> None:
    assert converted(
        "He PRP 2 nsubj",
        "died VBD 2 ROOT",
        "after IN 2 prep",
        "leaving VBG 3 pcomp",
        "home NN 4 dobj",
    ) == ["He nsubj died", "died root died", "after mark leaving", "leaving advcl died", "home obj leaving"]


def test_a_stranded_preposition_hangs_on_the_word_that_was_asked_for() -> None:
    assert converted(
        "What WP 5 pobj",
        "is VBZ 4 auxpass",
        "it PRP 4 nsubjpass",
        "used VBN 4 ROOT",
        "for IN 4 prep",
        "? . 4 punct",
    ) == [
        "What obl used",
        "is aux:pass used",
        "it nsubj:pass used",
        "used root used",
        "for case What",
        "? punct used",
    ]


def test_what_is_said_of_the_subject_is_the_head_and_be_its_copula() -> None:
    assert converted(
        "What WP 2 attr",
        "is VBZ 2 ROOT",
        "the DT 4 det",
        "name NN 2 nsubj",
        "of IN 4 prep",
        "it PRP 5 pobj",
        "? . 2 punct",
    ) == [
        "What root What",
        "is cop What",
        "the det name",
        "name nsubj What",
        "of case it",
        "it nmod name",
        "? punct What",
    ]
    assert converted(
        "How WRB 2 advmod",
        "old JJ 4 acomp",
        "never RB 4 neg",
        "was VBD 4 ROOT",
        "he PRP 4 nsubj",
    ) == ["How advmod old", "old root old", "never advmod old", "was cop old", "he nsubj old"]


def test_a_place_is_said_of_the_subject_too() -> None:
    assert converted("Where WRB 2 advmod", "is VBZ 2 ROOT", "Rome NNP 2 nsubj") == [
        "Where root Where",
        "is cop Where",
        "Rome nsubj Where",
    ]
    assert converted("He PRP 2 nsubj", "is VBZ 2 ROOT", "in IN 2 prep", "Rome NNP 3 pobj") == [
        "He nsubj Rome",
        "is cop Rome",
        "in case Rome",
        "Rome root Rome",
    ]


def test_what_there_is_hangs_on_be() -> None:
    assert converted(
        "Are VBP 1 ROOT",
        "there EX 1 expl",
        "any DT 4 det",
        "lakes NNS 1 attr",
        "in IN 1 prep",
        "Chad NNP 5 pobj",
    ) == [
        "Are root Are",
        "there expl Are",
        "any det lakes",
        "lakes nsubj Are",
        "in case Chad",
        "Chad obl Are",
    ]


def test_conjuncts_hang_on_the_first_and_conjunctions_on_what_follows() -> None:
    assert converted(
        "salt NN 6 nsubj",
        ", , 1 punct",
        "tea NN 1 conj",
        "and CC 3 cc",
        "rum NN 3 conj",
        "sell VBP 6 ROOT",
    ) == [
        "salt nsubj sell",
        ", punct salt",
        "tea conj salt",
        "and cc rum",
        "rum conj salt",
        "sell root sell",
    ]


def test_other_labels_have_other_names() -> None:
    assert converted(
        "Who WP 3 dobj",
        "to TO 3 aux",
        "give VB 3 ROOT",
        "Ann NNP 6 poss",
        "'s POS 4 case",
        "dog NN 3 dative",
        "up RP 3 prt",
        "that WDT 9 nsubj",
        "barked VBD 6 relcl",
        "today NN 9 npadvmod",
    ) == [
        "Who obj give",
        "to mark give",
        "give root give",
        "Ann nmod:poss dog",
        "'s case Ann",
        "dog iobj give",
        "up compound:prt give",
        "that nsubj barked",
        "barked acl:relcl dog",
        "today obl:unmarked barked",
    ]


def test_every_tree_stays_a_tree() -> None:
    odd = universal(
        ["in", "in", "is", "is"], ["IN", "IN", "VBZ", "VBZ"], [2, 0, 2, 2], ["prep", "prep", "ROOT", "attr"]
    )
    for i in range(4):
        steps, at = 0, i
        while odd.heads[at] != at:
            at, steps = odd.heads[at], steps + 1
            assert steps < 5
