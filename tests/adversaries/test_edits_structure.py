"""The edits of a paragraph's structure: what each makes of a paragraph, and what it leaves alone."""

from random import Random

import pytest

from stumper import registry
from stumper.adversaries.reading.edits.ablate import Ablate
from stumper.adversaries.reading.edits.combined import Combined
from stumper.adversaries.reading.edits.garbage import Garbage
from stumper.adversaries.reading.edits.merge import Merge
from stumper.adversaries.reading.edits.misspell import Misspell
from stumper.adversaries.reading.edits.paragraph import content_words, paragraph
from stumper.adversaries.reading.edits.proposing import EditOf
from stumper.adversaries.reading.edits.reorder import Reorder
from stumper.adversaries.reading.edits.split import Split
from stumper.errors import BadOption
from stumper.language.rewording.leaning import leans
from stumper.tasks.reading.question import Question
from stumper.text import normalise_answer
from stumper.types import Answer, Example, Gold, Passage, Perturbation

ORRIN = (
    "The mill of Orrin was built in 1871. Goats were lost. Mara Lindqvist sold the house to Anna in 1902. Rain fell."
)


def example(text: str, *answers: str, asked: str = "When was the mill of Orrin built?") -> Example:
    return Example("q", Question(asked, Passage("p", text)), Gold(tuple(Answer(a, text.index(a)) for a in answers)))


def proposals(edit: EditOf, of: Example) -> list[Perturbation]:
    return edit.proposals(of, Random(0))


def texts(edit: EditOf, of: Example) -> dict[str, str]:
    """The new paragraphs by rule, the first of each."""
    found: dict[str, str] = {}
    for perturbation in proposals(edit, of):
        assert isinstance(perturbation.query, Question)
        found.setdefault(perturbation.edits[0].rule, perturbation.query.context.text)
    return found


def test_key_sentence_holds_most_of_the_gold_answers() -> None:
    given = paragraph(example("Rain fell in May. Snow fell in June and in June.", "May", "June", "in June"))
    assert given is not None
    assert given.key_sentence.text == "Snow fell in June and in June."


def test_a_boundary_inside_an_answer_is_none() -> None:
    given = paragraph(example("Rain fell. Snow fell. Hail fell.", "fell. Snow"))
    assert given is not None
    assert [sentence.text for sentence in given.sentences] == ["Rain fell. Snow fell.", "Hail fell."]


def test_a_paragraph_in_which_no_answer_stands_has_no_key_sentence() -> None:
    nowhere = Example("q", Question("When?", Passage("p", "Rain fell.")), Gold((Answer("May", 3), Answer("Rain"))))
    assert paragraph(nowhere) is None


@pytest.mark.parametrize(
    "sentence",
    [
        "It burned.",
        "However, Anna stayed.",
        "In 1990, he left.",
        "Two years later, Anna left.",
        "Anna left that year.",
        "Anna built the latter.",
        "small letters open this.",
        "Anna left for this reason.",
        "Long loved in Norwegian towns, it was sold in 1902.",
        "The French army fled when he came.",
        "The rich Chinese merchant fled when he came.",
    ],
)
def test_a_sentence_that_points_back_leans(sentence: str) -> None:
    assert leans(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Anna said that she would stay.",
        "A town grew because it had a harbour.",
        "Colours such as red were loved.",
        "The town kept its walls.",
        "1871 was a year of floods.",
        "Adrian left because he was ill.",
    ],
)
def test_a_sentence_that_stands_by_itself_does_not_lean(sentence: str) -> None:
    assert not leans(sentence)


def test_content_words_leave_function_words_out() -> None:
    assert [word.text for word in content_words("Who was it that built the mill of Orrin?")] == [
        "built",
        "mill",
        "Orrin",
    ]


def test_ablation_keeps_what_the_key_sentence_leans_on() -> None:
    text = "Goats were lost. Anna Brandt built a house. She sold it in 1902. The coast was mapped."
    found = texts(Ablate(), example(text, "1902", asked="When was the house sold?"))
    assert found["key sentence and what it leans on"] == "Anna Brandt built a house. She sold it in 1902."


def test_ablation_keeps_what_the_question_speaks_of() -> None:
    text = "The harbour lies north of Lowmere. The wall was built in 1861. Salt was sold."
    found = texts(Ablate(), example(text, "1861", asked="When was the wall of Lowmere built?"))
    assert list(found.values()) == [
        "The harbour lies north of Lowmere. The wall was built in 1861.",
    ]


def test_reordering_moves_a_sentence_with_those_that_lean_on_it() -> None:
    text = "Salt is sold. Anna built a mill in 1871. It burned twice. The ruin was sold. Nuns map the coast."
    found = texts(Reorder(), example(text, "1871"))
    assert found["key sentence late"] == (
        "Salt is sold. Nuns map the coast. Anna built a mill in 1871. It burned twice. The ruin was sold."
    )


def test_reordering_moves_the_key_sentence_as_early_as_what_it_takes_up() -> None:
    text = "Salt is sold. Nuns map the coast. Anna owns a mill. Goats are rare. Fire took the mill in 1871."
    found = texts(Reorder(), example(text, "1871"))
    assert found["key sentence early"] == (
        "Salt is sold. Anna owns a mill. Fire took the mill in 1871. Nuns map the coast. Goats are rare."
    )
    assert all(new.startswith("Salt is sold.") for new in found.values())


@pytest.mark.parametrize(
    "last",
    [
        "Disappointed, Bo is now in Orr.",
        "In the aftermath, salt is rare.",
        "One of the ports is new.",
        "The town has a plan for the occasion.",
        "The city's other mill is new.",
    ],
)
def test_reordering_leaves_a_sentence_where_it_is_that_hangs_on_the_one_before(last: str) -> None:
    text = f"Salt is rare. Anna built a mill in 1871. {last} Nuns map the coast. Goats are cheap."
    found = texts(Reorder(candidates=99), example(text, "1871"))
    assert found
    assert all(f"1871. {last}" in new for new in found.values())


def test_reordering_leaves_events_in_the_order_in_which_they_are_told() -> None:
    text = "Salt is rare. Anna built a mill in May. Bo reached Orr. Cy returned to Bern. Goats are cheap."
    found = texts(Reorder(candidates=99), example(text, "May"))
    assert found
    assert all("Anna built a mill in May. Bo reached Orr. Cy returned to Bern." in new for new in found.values())


def test_reordering_leaves_centuries_in_their_order() -> None:
    text = "Salt is rare. Of the 18th century are the walls. Of the 19th century is the gate. Of 1912 is the dome."
    assert texts(Reorder(candidates=99), example(text, "1912")) == {}


def test_reordering_leaves_a_torn_paragraph_alone() -> None:
    assert texts(Reorder(), example("He left. Anna built a mill in 1871. Salt was sold.", "1871")) == {}


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Anna Brandt has goats.", "Brandt has salt."),
        ("A wall is here.", "Nuns map its wall."),
        ("Rain was rare in 1871.", "Snow was rare in 1902."),
        ("Nuns sing.", "“Rain fell,” said nobody."),
    ],
)
def test_reordering_keeps_what_takes_something_up_behind_what_brings_it_up(one: str, two: str) -> None:
    found = texts(Reorder(candidates=99), example(f"Salt is rare. {one} {two} Goats are sold in May.", "May"))
    assert found != {}
    assert all(new.index(one) < new.index(two) for new in found.values())


def test_reordering_keeps_a_pronoun_behind_what_it_means_where_only_a_people_is_named() -> None:
    text = "Goats are rare. Salt is mined. Long loved in Norwegian towns, it was sold in 1902. Rain is rare."
    found = texts(Reorder(), example(text, "1902"))
    assert found != {}
    assert all("mined. Long" in new for new in found.values())


def test_reordering_leaves_a_paragraph_alone_whose_quotation_runs_over_sentences() -> None:
    text = 'Goats were lost. Anna said: "Rain fell. Snow fell in May. Hail fell." Salt was sold.'
    assert texts(Reorder(), example(text, "May", asked="When did snow fall?")) == {}


@pytest.mark.parametrize(
    ("text", "rule", "halves"),
    [
        (
            "Goats were lost. In 1871, Ada Thorn sold the mill. Rain fell.",
            "event",
            ("Ada Thorn sold the mill.", "The sale of the mill took place in 1871."),
        ),
        (
            "Goats were lost. Ada Thorn left Lowmere in 1871. Rain fell.",
            "moment",
            ("Ada Thorn left Lowmere.", "This happened in 1871."),
        ),
        (
            "Goats were lost. Ada Thorn moved to Lowmere, where she built a mill in 1871. Rain fell.",
            "place",
            ("Ada Thorn moved to Lowmere.", "There, she built a mill in 1871."),
        ),
        (
            "Goats were lost. Ada Thorn left Lowmere because the mill burned in 1871. Rain fell.",
            "reason",
            ("Ada Thorn left Lowmere.", "This was because the mill burned in 1871."),
        ),
        ("Goats were lost. In the 1870s, salt was dear.", "time first", ("Salt was dear.", "This was in the 1870s.")),
        ("Goats were lost. In 1871 she left Hull.", "time first", ("She left Hull.", "This was in 1871.")),
        (
            "Goats were lost. Due to the frost, salt was dear.",
            "cause",
            ("Salt was dear.", "This was due to the frost."),
        ),
        (
            "Goats were lost. Ice is formed at Orrin when the lake is calm. Rain fell.",
            "closing clause",
            ("Ice is formed at Orrin.", "This happens when the lake is calm."),
        ),
        (
            "Goats were lost. The ice at Orrin melted, which meant that salt was dear. Rain fell.",
            "consequence",
            ("The ice at Orrin melted.", "This meant that salt was dear."),
        ),
        (
            "Goats were lost. The mill was bought by Anna in 1871, then sold to nuns. Rain fell.",
            "joined verbs",
            ("The mill was bought by Anna in 1871.", "The mill was sold to nuns."),
        ),
        (
            "Goats were lost. Mara Lindqvist's brother Peter Brandt sold the house. Rain fell.",
            "title",
            ("Peter Brandt sold the house.", "Peter Brandt was Mara Lindqvist's brother."),
        ),
        (
            "Goats were lost. After Ada Thorn sold the mill, the nuns left Orrin in 1871. Rain fell.",
            "opening clause with after",
            ("Ada Thorn sold the mill.", "After this, the nuns left Orrin in 1871."),
        ),
        (
            "Goats were lost. Because the mill was old, the nuns sold it in 1871. Rain fell.",
            "opening clause with because",
            ("The mill was old.", "Because of this, the nuns sold it in 1871."),
        ),
        (
            "Goats were lost. Ada Thorn sold the mill in 1871, although the nuns wanted the house. Rain fell.",
            "clause with although",
            ("Ada Thorn sold the mill in 1871.", "However, the nuns wanted the house."),
        ),
        (
            "Goats were lost. In 1871 the nuns sold three things: salt, soap and glass. Rain fell.",
            "what was named",
            ("In 1871 the nuns sold three things.", "These were salt, soap and glass."),
        ),
        (
            "Goats were lost. In 1871 the nuns built a mill that was driven by a wheel of oak. Rain fell.",
            "thing just named",
            ("In 1871 the nuns built a mill.", "This mill was driven by a wheel of oak."),
        ),
        (
            "Goats were lost. In 1871 Ada Thorn wrote a play, in which the old mill was burned by nuns. Rain fell.",
            "thing just named",
            ("In 1871 Ada Thorn wrote a play.", "In this play, the old mill was burned by nuns."),
        ),
        (
            "Goats were lost. Another mill, Hull House, was sold to the nuns in 1871. Rain fell.",
            "name",
            ("Another mill was sold to the nuns in 1871.", "This mill was Hull House."),
        ),
        (
            "Goats were lost. Ada Thorn (1802–1871) built the mill. Rain fell.",
            "years of life",
            ("Ada Thorn built the mill.", "Ada Thorn lived from 1802 to 1871."),
        ),
        (
            "Goats were lost. Ada Thorn claimed that the mill burned in 1871. Rain fell.",
            "what was said",
            ("Ada Thorn made a claim.", "The claim was that the mill burned in 1871."),
        ),
        (
            "Goats were lost. Ice was melted in 1871 by adding salt. Rain fell.",
            "means",
            ("Ice was melted in 1871.", "This was done by adding salt."),
        ),
        (
            "Goats were lost. The station at Orrin is old and was sold to nuns in 1871. Rain fell.",
            "joined verbs",
            ("The station at Orrin is old.", "It was sold to nuns in 1871."),
        ),
        (
            "Goats were lost. Ada Thorn ran the mill until 3 May 1871, when nuns burned the house. Rain fell.",
            "year",
            ("Ada Thorn ran the mill until 3 May 1871.", "On that day, nuns burned the house."),
        ),
        (
            "Goats were lost. Ada Thorn sold the mill in 1871, mostly for the sake of the nuns. Rain fell.",
            "circumstance last",
            ("Ada Thorn sold the mill in 1871.", "This was mostly for the sake of the nuns."),
        ),
    ],
)
def test_split_tells_two_facts_one_by_one(text: str, rule: str, halves: tuple[str, str]) -> None:
    answer = next(word for word in (" 1871", "dear", "lake", "house", "mill") if word in text)
    found = texts(Split(candidates=30), example(text, answer))
    told = [new for name, new in found.items() if name.startswith(rule)]
    assert told
    assert all(half in new for new in told for half in halves)


@pytest.mark.parametrize(
    "text",
    [
        "Goats were lost. The station at Orrin closed after its launch in 1871. Rain fell.",  # the launch was then
        "Goats were lost. In fact, the mill at Orrin was sold in 1871. Rain fell.",
        "Goats were lost. He said that the mill burned in 1871, and the house was sold. Rain fell.",  # he said both
        "Goats were lost. In 1871, the mill was sold, and in 1902, the house burned. Rain fell.",
        "Goats were lost. Anna, whose elder brother Peter Brandt had left, was sold salt in 1871. Rain fell.",
        "Goats were lost. Light fell into a glass tube in 1871 at the mill, which freed a gas. Rain fell.",
        "Goats were lost. The fire at Orrin remains the worst, killing nine goats in 1871. Rain fell.",
        "Goats were lost. No mill that burned in 1871 was sold to the nuns who came. Rain fell.",  # none was
        "Goats were lost. In 1871 Ada Thorn may have built a mill that burned. Rain fell.",
    ],
)
def test_split_leaves_what_would_be_said_of_something_else(text: str) -> None:
    found = texts(Split(candidates=30), example(text, "1871"))
    assert not any(rule.startswith(_OF_SOMETHING_ELSE) for rule in found)


_OF_SOMETHING_ELSE = ("time", "scope", "joined clauses", "title", "relative clause", "what was done besides", "thing")


def test_split_puts_its_halves_at_both_ends() -> None:
    text = "Goats were lost. Ada Thorn built Orrin Mill in 1871 and sold Hull Mill to nuns in 1902. Salt was cheap."
    found = texts(Split(candidates=30), example(text, "1902"))
    assert found["coordinated verbs, second at the front, first at the end"] == (
        "Ada Thorn sold Hull Mill to nuns in 1902. Goats were lost. Salt was cheap. Ada Thorn built Orrin Mill in 1871."
    )


def test_split_cuts_the_other_sentences_side_by_side_and_several_at_once() -> None:
    text = "Anna built a mill in 1871, and Bo left us in 1902. Cy burned a house, and Di ran to the river. It fell."
    found = texts(Split(), example(text, "1902"))
    rules = [made.edits[0].rule for made in proposals(Split(), example(text, "1902"))]
    assert rules[-2:] == ["several sentences, side by side", "joined clauses, side by side"]
    assert found["several sentences, side by side"] == text.replace(", and", ".")
    last = proposals(Split(), example(text, "1902"))[-1].query
    assert isinstance(last, Question)
    assert last.context.text == text.replace("house, and", "house.")


@pytest.mark.parametrize(
    ("before", "answer"),
    [
        ("Ada bought the mill, which stood on a hill.", "This made her rich in 1902."),
        ("Ada met Bo Lind, who was a baker.", "The latter died in 1902."),
        ("Bo Lind, a pupil of Cy Orr, sang.", "He died in 1902."),
    ],
)
def test_split_leaves_a_sentence_whole_that_the_next_leans_on(before: str, answer: str) -> None:
    assert all(text.startswith(before) for text in texts(Split(), example(f"{before} {answer}", "1902")).values())
    assert any(before not in text for text in texts(Split(), example(f"{before} Rain fell in 1902.", "1902")).values())


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("Ada sold the ball to Bo in 1902 with 17 seconds left on the clock.", "17 seconds."),
        ("Ada sold the ball to Bo in 1902 with 17 seconds that were left on the clock.", "17 seconds."),
        ("Ada considered the old Halden Mill, which burned in 1902, as the most handsome mill.", "Mill."),
        (
            "According to Ada Thorn, during the winters of 1703 and 1708, the lake was frozen in 1902.",
            "This is according",
        ),
        (
            "Ada sold the old mill to the nuns during the war, which made her rich in 1902.",
            "This was during the war, which",
        ),
        ("By March 1902, salt was dear.", "This was by March"),
        ("The mill has features such as a tap and many other new things in 1902.", "Examples of"),
        ("In 1902, the paper bought the rights to publish the letters of the nuns.", "The aim was"),
        ("In 1902, the nuns published a list to help new towns, including a tax on salt.", "The aim was"),
        ("The salt is an old remedy, offered by nuns at Orrin since 1902.", "It was offered"),
        ("In 1902 the nuns counted goats over a full year provided by the towns.", "This year"),
        (
            "Unrest also occurred in Yugoslavia, though for different reasons than in the war of 1902.",
            "This was though",
        ),
        ("In 1902 the town had a new problem: families with children.", "This was families"),
        ("At the conclusion of the feast of 1902, students receive a loaf of bread.", "This is the case at"),
        ("Some of the horns of 1902 are good for old songs, scales, and big interval jumps.", "jumps."),
        ("The guilds of 1902 know the poor, provide help to the nuns, and prevent further fires.", "nuns. "),
        (
            "It was made in 1902 by Ada, a miller born in Hull and originally based in Orrin, she left it.",
            "was originally",
        ),
        ("In meteorology, rain is any water of 1902 that falls from the sky.", "This is the case in meteorology"),
        ("According to Mary Lindqvist, spokeswoman for the guild, the town had a policy in 1902.", "Spokeswoman"),
        ("In 1902, nuns learn the basic sciences (e.g. physics, chemistry, etc.) and must pass a test.", "etc.."),
        ("They all follow the model of 1902 except Bar-Ilan University who has a new program.", "Ilan University has"),
        ("In 1902, nuns made their own tools out of tools already in use, including the long saw.", "This included"),
        ("Orrin has a mill with an updated bar, a home system called Hale, and better tools in 1902.", "bar is"),
        ("Ships made no gains in 1902 against the army in South Vietnam, the Viet Cong.", "was the Viet"),
        ("In 1902 he warmed relations between the nuns and the miners in Spain.", "This was in Spain"),
        ("President Ada Thorn sold the mill in 1902.", "was a president"),
        (
            "The guild renewed its list in the late summer, culminating in the 1902 debut of the mill.",
            "The guild culminated",
        ),
        (
            "The rainfall will be greater and the flooding will be worse than the worst storm of 1902.",
            "will be greater. ",
        ),
        ("King Jaja of Opobo, a former slave, refused to do business with the nuns of 1902.", "It was a former"),
        ("The party of 1902 rejects the salt policy to limit trade.", "The aim is"),
        ("Rain fell in 1902. The Salt party rejects cap-and-trade policy to limit carbon emissions.", "The aim is"),
        (
            "Many commonly used anti-microbial, anti-parasitic, and anti-cancer agents are salts of 1902.",
            "anti-parasitic. ",
        ),
        (
            "In 1902, the new rules resulted in the decision to split the guild into two separate companies.",
            "rules resulted in 1902",
        ),
        (
            "Rain fell in 1902. In countries of the old faith, it is a first professional graduate "
            "degree awarded upon graduation from school.",
            "was awarded",
        ),
        (
            "New parts were added: the list and the paper, in 1900 (the latter left print and was "
            "sold later); Style in 1902.",
            "The latter",
        ),
        (
            "Rain fell in 1902. Following a significant drop in the price of salt, a second vote "
            "passed the bill in the house.",
            "This was following",
        ),
        (
            "The nun of 1902 must also watch for drug effects, adverse reactions, and assess the allergies of goats.",
            "adverse reactions. ",
        ),
        ("Since 1902, signs have been found on bare land, furthering claims about towns.", "They further"),
        (
            "Windows 95 also introduced a redesigned, object oriented user interface in 1902, "
            "replacing the old manager.",
            "They replaced",
        ),
        ("Sax was also a maker of the popular bass horn of 1902, a large brass instrument with keys.", "The maker"),
        (
            "The three kings led the nuns in 1902 and the four kings Ed Rou, Yan Shi, Shi Tian, and "
            "Lee Heim led the four towns.",
            "Shi Tian. ",
        ),
        (
            "Rain fell in 1902. Sax was also a maker of the then-popular ophicleide, a large conical "
            "brass instrument with keys.",
            "The maker",
        ),
        (
            "Rain fell in 1902. The nun must also monitor for potential drug effects, adverse drug "
            "reactions, and assess patient drug allergies.",
            "drug reactions. ",
        ),
        ("It is a time when air improves in 1902, water improves, and grass grows quickly.", "Grass grows"),
        ("Trains went on until the early summer of 1902, when the bridge was burned by nuns.", "This happened when"),
        ("The guild supported trade until 1902, when the mill burned.", "This happened when"),
        ("The largest towns of 1902 are Orrin and Hull.", "are Hull"),
        ("Ada left the town at a time when nuns were poor in 1902.", "a time."),
        ("Nine towns were lost from the peak in early 1900 to the low in 1902.", "This happened in 1902"),
        ("Though Ada was later beaten at Orrin, Bo sold the land in 1902.", "1902. Ada was later"),
        ("In large parts, Orrin still has a mill of 1902.", "This is the case in large parts"),
        ("He was moved by rich men of 1902, his neighbors at Orrin.", "This was at Orrin"),
        ("He was influenced in 1902 by rich traders, his neighbors at Orrin.", "This was at Orrin"),
        ("Contrasting from Orrin, Hull sent few nuns to its towns in 1902.", "Hull contrasted"),
        ("The best data are in the Annual Salt Report, released in May of every year since 1902.", "was released"),
        ("The guild provides news and features content for towns of 1902.", "features content for towns"),
        ("Nuns taught that salt and subsequently long life is not earned by deeds of 1902.", "that salt."),
        ("Salts, stored in skin, are a form of energy of 1902.", "were stored"),
        (
            "The forest has been shaped by man for nine years of 1902 through practices such as fishing and baking.",
            "Examples of practices",
        ),
        ("Ada put the words in 1902 down to the present name, Orrin, is denied by nuns.", "This name"),
        (
            "His permanent replacement, the Count Halden, did not come until 1902 to take over the post.",
            "It was the Count",
        ),
        ("For example, a prime knot of 1902 is a knot that is whole in this sense.", "is a knot. "),
        (
            "The result was a plan resulting in increased trade and decreased costs to the town of 1902.",
            "The result decreased",
        ),
        ("He showed that trade fell in 1902, while that of Hull and Orrin grew.", "That of"),
        ("Despite the high place given to nuns, some laws of 1902 hurt them.", "laws of 1902 hurt them. This"),
        (
            "Ada became known for printing good news stories – such as the Salt War in 1902 and the Flood in 1903.",
            "These were such",
        ),
        ("In August 1902, the guild began a special series event, Who Wants a Salt Mill, a game show.", "event Wants"),
        (
            "The two sides of the town are joined under the river by the Halden tunnel, opened in 1902 as a link.",
            "They were",
        ),
        ("Former British prime minister Ada Brown accused the guild of fraud in 1902.", "was the Former"),
        ("With a high income, Orrin ranked 29th among the towns of the coast in 1902.", "ranked in 1902"),
        (
            "This involves the making of salts from acid and the use of acid in the production of "
            "triglycerides, a process called lipogenesis in 1902.",
            "Triglycerides is",
        ),
        (
            "In 1901, the guild began a series of talks and published its report on trade in 1902.",
            "In 1901, the guild published",
        ),
        (
            "Some nuns saw the guild of 1902 as purely Serb, rejecting other members and raiding the farms.",
            "and raiding the farms.",
        ),
        (
            "Rain fell in 1902. These buildings are predominantly four stories high, with vertical "
            "dormers, domes, turrets and spikes.",
            "also predominantly",
        ),
        (
            "Nuns were slowed in 1902 by a tendency to view the guild as Serb, rejecting other "
            "members and raiding farms.",
            "and raiding farms.",
        ),
        ("After the siege of Orrin in 1902, Ada built a new mill near that town.", "near that town. This"),
        ("The main towns of the war of 1902 were Aix, Orrin, Hull, and Lowmere.", "were Lowmere"),
        (
            "Salts are a family of compounds that share a common feature, a sphingoid base that is "
            "synthesized from acid in 1902, then converted into soap.",
            "then converted into soap. ",
        ),
        ("Rain fell in 1902. Throughout the Middle Ages, Orrin was Hull's northern fortress.", "This was throughout"),
    ],
)
def test_split_leaves_a_frame_whole(text: str, broken: str) -> None:
    found = texts(Split(candidates=40), example(text, "1902"))
    assert not any(broken in made for made in found.values())


@pytest.mark.parametrize("joint", [", and ", " and "])
def test_split_cuts_behind_a_number_of_things_of_which_no_more_is_said(joint: str) -> None:
    text = f"Ada opened the mill with 300 workers{joint}Bo left us in 1902."
    assert text.replace(joint, ". ") in texts(Split(), example(text, "1902")).values()


def test_split_moves_no_half_away_from_the_term_that_it_names() -> None:
    text = "Ada sold salt in 1871, and Bo left us in 1902. {} Rain fell."
    moved = "coordinated clauses, second at the end"
    assert moved in texts(Split(), example(text.format("Salt was cheap."), "1902"))
    assert moved not in texts(Split(), example(text.format("Orrin used the term in May."), "1902"))


def test_split_of_several_sentences_has_the_most_certain_cut_of_each() -> None:
    text = "Anna built a mill in 1871, and Bo left us in 1902. Cy burned a house, which stood in Orrin."
    found = texts(Split(), example(text, "1902"))
    assert {"relative clause, side by side", "thing just named, side by side"} < set(found)
    assert found["several sentences, side by side"] == (
        "Anna built a mill in 1871. Bo left us in 1902. Cy burned a house. The house stood in Orrin."
    )


def test_split_of_several_sentences_cuts_the_three_nearest_to_the_answer() -> None:
    text = (
        "Anna built a mill in 1871, and Bo left us in 1902. Cy burned a house, and Di ran to the river. "
        "Ed bought a boat, and Flo made a net. Gil lost a key, and Hal broke a door."
    )
    [several] = [
        new for rule, new in texts(Split(candidates=40), example(text, "1902")).items() if rule.startswith("several")
    ]
    assert several.count(".") == 7
    assert "Gil lost a key, and Hal broke a door." in several


def test_split_moves_no_item_away_from_what_announces_it() -> None:
    text = "Goats are of {}. Ada Thorn built Orrin Mill in 1871 and sold Hull Mill to nuns in 1902. Salt was cheap."
    moved = "coordinated verbs, first at the front, second at the end"
    assert moved in texts(Split(candidates=40), example(text.format("many towns"), "1902"))
    assert moved not in texts(Split(candidates=40), example(text.format("two main kinds"), "1902"))


def test_split_puts_no_known_things_in_front_of_what_brings_them_up() -> None:
    text = "Ada ran the Times and the Mail. The two papers were founded apart and were joined in 1902. Rain is rare."
    found = texts(Split(candidates=40), example(text, "1902"))
    assert found
    assert not any(new.startswith("The two papers") for new in found.values())


def test_split_moves_nothing_in_a_torn_paragraph() -> None:
    text = "Anna built a mill in 1871, and Bo left us in 1902. Rain (in May fell. Salt was cheap."
    assert set(texts(Split(), example(text, "1902"))) == {"coordinated clauses, side by side"}


def test_split_puts_a_relative_clause_apart() -> None:
    text = "The lamp, which was built by Ada Thorn, was lit in 1874. Salt was sold."
    found = texts(Split(), example(text, "1874"))
    assert found["relative clause, second at the end"] == (
        "The lamp was lit in 1874. Salt was sold. The lamp was built by Ada Thorn."
    )


def test_split_repeats_the_subject() -> None:
    text = "Goats were lost. Anna Brandt bought the mill in 1871 and sold the house in 1902."
    found = texts(Split(), example(text, "1902"))
    assert found["coordinated verbs, second at the front"] == (
        "Anna Brandt sold the house in 1902. Goats were lost. Anna Brandt bought the mill in 1871."
    )


def test_split_leaves_a_pronoun_with_its_sentence() -> None:
    text = "Goats were lost. She bought the mill in 1871 and sold the house in 1902. Rain fell."
    assert texts(Split(), example(text, "1902")) == {
        "coordinated verbs, side by side": (
            "Goats were lost. She bought the mill in 1871. She sold the house in 1902. Rain fell."
        )
    }


def test_merge_joins_the_key_sentence_with_its_neighbours() -> None:
    text = "Goats were lost. The mill burned in 1871. But Anna Brandt stayed."
    found = texts(Merge(), example(text, "1871"))
    assert found["its own conjunction, with the next"] == (
        "Goats were lost. The mill burned in 1871, but Anna Brandt stayed."
    )
    assert found["and, with the one before"] == (
        "Goats were lost, and the mill burned in 1871. But Anna Brandt stayed."
    )


def test_merge_makes_a_relative_clause_of_a_sentence_about_the_same_person() -> None:
    text = "Ada Thorn lit the lamp in 1874. She kept the lamp for forty years."
    found = texts(Merge(), example(text, "1874"))
    assert found["relative clause, with the next"] == (
        "Ada Thorn, who kept the lamp for forty years, lit the lamp in 1874."
    )


def test_merge_keeps_the_capital_of_a_name() -> None:
    text = "The mill burned in 1871. Orrin grew."
    assert "The mill burned in 1871, and Orrin grew." in texts(Merge(), example(text, "1871")).values()


@pytest.mark.parametrize("method", ["swap", "keyboard", "drop"])
def test_misspelling_changes_words_of_the_question_first_and_never_the_answer(method: str) -> None:
    edit = registry.build("adversary", "edit-misspell", {"method": method, "words": "1"})
    of = example("Orrin glazier Brandt bought a harbour.", "Brandt", asked="Who bought what?")
    [one, *_] = proposals(edit, of)
    assert [(e.start, e.end) for e in one.edits] == [(21, 27)]
    [wrong] = [e.text for e in one.edits]
    assert len(wrong) == (5 if method == "drop" else 6)
    assert (wrong[0], wrong[-1]) == ("b", "t")
    assert wrong != "bought"
    if method == "swap":
        assert sorted(wrong) == sorted("bought")


def test_special_characters_surround_the_whole_answer_and_are_ones_that_scores_leave_out() -> None:
    of = example("The lamp was lit by Ada Thorn of Orrin.", "Ada Thorn", "Thorn")
    found = texts(Misspell(method="special", candidates=99), of)
    assert found["special **"] == "The lamp was lit by *Ada Thorn* of Orrin."
    assert {normalise_answer(text) for text in found.values()} == {"lamp was lit by ada thorn of orrin"}


def test_garbage_stands_between_phrases_and_outside_the_answer() -> None:
    of = example("The mill was sold in 1902 after a fire. It rained.", "in 1902 after a fire")
    [one, *_] = proposals(Garbage(form="letters", pieces=1), of)
    assert [(edit.start, edit.end) for edit in one.edits] in ([(17, 17)], [(38, 38)])
    assert set("aeiou") & set(one.edits[0].text) == set()


def test_combined_edits_are_one_change_of_the_original() -> None:
    text = "Goats were lost. The mill of Orrin was built in 1871. Salt was sold in town."
    [one, *_] = proposals(Combined(edits="misspell+reorder"), example(text, "1871"))
    assert isinstance(one.query, Question)
    assert (one.edits[0].kind, one.edits[0].rule) == ("misspell + reorder", "swap; key sentence late")
    assert one.query.context.text.startswith("Goats were lost. Salt was sold in town.")
    made = text
    for edit in reversed(one.edits):
        made = made[: edit.start] + edit.text + made[edit.end :]
    assert made == one.query.context.text
    assert one.gold.answers[0].start == one.query.context.text.index("1871")


def test_combined_edits_that_undo_each_other_are_not_proposed() -> None:
    of = example("Goats are rare. Anna built a mill in 1871. Salt is sold. Rain is rare.", "1871")
    found = proposals(Combined(edits="reorder+reorder", candidates=99), of)
    assert found != []
    assert all(perturbation.query != of.query for perturbation in found)


@pytest.mark.parametrize(
    ("name", "option", "value"),
    [
        ("edit-ablate", "candidates", "0"),
        ("edit-reorder", "candidates", "-1"),
        ("edit-split", "candidates", "0"),
        ("edit-merge", "candidates", "0"),
        ("edit-misspell", "words", "0"),
        ("edit-misspell", "method", "upside-down"),
        ("edit-garbage", "pieces", "0"),
        ("edit-garbage", "form", "noise"),
        ("edit-combined", "edits", "split"),
        ("edit-combined", "edits", "split+reorder+merge+ablate"),
        ("edit-combined", "edits", "split+polish"),
    ],
)
def test_bad_option_says_what_it_takes(name: str, option: str, value: str) -> None:
    with pytest.raises(BadOption, match=r"\.$"):
        registry.build("adversary", name, {option: value})


@pytest.mark.parametrize("edit", [Ablate(), Reorder(), Misspell(), Garbage()])
def test_candidates_are_no_more_than_asked_for(edit: EditOf) -> None:
    text = ORRIN.replace("Goats were lost", "Goats are rare").replace("Rain fell", "Rain is rare")
    of = example(text, "1902", asked="When did Mara Lindqvist sell the house?")
    everything = proposals(edit, of)
    assert len(everything) > 1
    fewer = type(edit)(candidates=1)  # type: ignore[call-arg]  # every edit has this option
    assert proposals(fewer, of) == everything[:1]
