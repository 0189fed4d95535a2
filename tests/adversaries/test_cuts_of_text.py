"""Where a sentence is made two, as the embedded parser sees it."""

import pytest

from stumper.adversaries.reading.edits.cuts import cuts
from stumper.language.rewording.one_sentence import parsed


def made_of(text: str) -> dict[str, tuple[str, str]]:
    """The two sentences of each cut by its rule, but for the capital."""
    parse = parsed(text, "embedded")
    assert parse is not None
    return {
        cut.rule: tuple(
            " ".join(part if isinstance(part, str) else parse.span(*part) for part in parts).replace(" .", ".")
            for parts in (cut.first, cut.second)
        )
        for cut in cuts(parse)
    }


@pytest.mark.parametrize(
    ("rule", "text", "first", "second"),
    [
        (
            "means",
            "Ada Thorn paid for the mill by selling a house.",
            "Ada Thorn paid for the mill.",
            "Ada Thorn did so by selling a house.",
        ),
        (
            "end",
            "The fever came back in Lowmere until the 19th century.",
            "The fever came back in Lowmere.",
            "This lasted until the 19th century.",
        ),
        (
            "stop",
            "Great fires begin when dry wood is near; a flame, such as a spark, is needed to start one.",
            "Great fires begin when dry wood is near.",
            "a flame, such as a spark, is needed to start one.",
        ),
        (
            "last of a list",
            "Lowmere is the largest town in the county, and the oldest port on the coast.",
            "Lowmere is the largest town in the county.",
            "Lowmere is the oldest port on the coast.",
        ),
        (
            "opening participle",
            "Known as the Great Fire, it was one of the worst fires in the county.",
            "it was one of the worst fires in the county.",
            "It was known as the Great Fire.",
        ),
        (
            "new thing",
            "The Lowmere Rope Company (LRC) is an English company that is owned by the Thorn family.",
            "The Lowmere Rope Company (LRC) is an English company.",
            "The Lowmere Rope Company is owned by the Thorn family.",
        ),
        (
            "relative clause",
            "Salt is bad for small plants, which were the first form of life on land.",
            "Salt is bad for small plants.",
            "These plants were the first form of life on land.",
        ),
        (
            "coordinated verbs by a pronoun",
            "Anna Thorn ran the mill in Lowmere and bought a farm in 1871.",
            "Anna Thorn ran the mill in Lowmere.",
            "She bought a farm in 1871.",
        ),
        (
            "time within",
            "The mill was founded in 1636 by Anna Thorn on land of the town.",
            "The mill was founded by Anna Thorn on land of the town.",
            "This was in 1636.",
        ),
        (
            "what was named",
            "The mill stands by three rivers near Lowmere: the Orr, the Ald and the Tew.",
            "The mill stands by three rivers near Lowmere.",
            "These are the Orr, the Ald and the Tew.",
        ),
        (
            "what was done",
            "Lowmere was the first port of the county, built by monks.",
            "Lowmere was the first port of the county.",
            "It was built by monks.",
        ),
        (
            "said of the subject",
            "A new mill, replacing the old one, was opened in March.",
            "A new mill was opened in March.",
            "It replaced the old one.",
        ),
        (
            "said of the subject",
            "The Better Lowmere Plan, promoted as a way out and approved by the town in 1900, raised a tax.",
            "The Better Lowmere Plan raised a tax.",
            "It was promoted as a way out and approved by the town in 1900.",
        ),
        (
            "said of a name",
            "Many of these mills were sold by Thorn, who left Lowmere in 1978.",
            "Many of these mills were sold by Thorn.",
            "Thorn left Lowmere in 1978.",
        ),
        (
            "relative clause",
            "The main driver of the fire is oxygen, which is common in air.",
            "The main driver of the fire is oxygen.",
            "Oxygen is common in air.",
        ),
        (
            "consequence",
            "The ice melted early, leading to floods in the valley.",
            "The ice melted early.",
            "This led to floods in the valley.",
        ),
        (
            "reason",
            "Lowmere was small, as there was no water near the mills.",
            "Lowmere was small.",
            "This was because there was no water near the mills.",
        ),
        (
            "what goes with it",
            "Thorn led the guild from 1871, with Anna Berg as her second in command.",
            "Thorn led the guild from 1871.",
            "Anna Berg was her second in command.",
        ),
        (
            "end",
            "Lowmere remained a free town until the late 19th century.",
            "Lowmere remained a free town.",
            "This lasted until the late 19th century.",
        ),
        (
            "what was done besides",
            "Thorn was careful in her answer, refusing to make a promise.",
            "Thorn was careful in her answer.",
            "Thorn refused to make a promise.",
        ),
        (
            "clause with but",
            "The towns are equal in law, but when water is scarce, some of them are more powerful.",
            "The towns are equal in law.",
            "However, when water is scarce, some of them are more powerful.",
        ),
        (
            "doing first",
            "After purchasing a mill in Lowmere, Ada Thorn merged her firm with the works.",
            "Ada Thorn purchased a mill in Lowmere.",
            "After that, Ada Thorn merged her firm with the works.",
        ),
        (
            "doing first",
            "Before moving to Orrin, Ada Thorn lived in Lowmere.",
            "Ada Thorn lived in Lowmere.",
            "After that, Ada Thorn moved to Orrin.",
        ),
        (
            "said of the subject",
            "In the early 1970s, Michael Thorn, who joined the guild in 1966, became its manager.",
            "In the early 1970s, Michael Thorn became its manager.",
            "Michael Thorn joined the guild in 1966.",
        ),
        (
            "year",
            "Newcastle was part of the county until 1400, when it became a county itself.",
            "Newcastle was part of the county until 1400.",
            "In that year, it became a county itself.",
        ),
        (
            "what it does",
            "Pharmacists are healthcare professionals who perform various roles.",
            "Pharmacists are healthcare professionals.",
            "They perform various roles.",
        ),
        (
            "joined verbs",
            "The programme has replaced all ticket machines and introduced gates at the busiest stations.",
            "The programme has replaced all ticket machines.",
            "It has introduced gates at the busiest stations.",
        ),
        (
            "measure first",
            "With a population of 3,000, Lowmere is the largest town of Highshire.",
            "Lowmere is the largest town of Highshire.",
            "Lowmere has a population of 3,000.",
        ),
        (
            "role",
            "The mill was sold to Ada Thorn, owner of several mills in Lowmere.",
            "The mill was sold to Ada Thorn.",
            "Ada Thorn was the owner of several mills in Lowmere.",
        ),
        (
            "after which",
            "Ada Thorn ran the mill until it burned in 1969, after which she returned to Lowmere.",
            "Ada Thorn ran the mill until it burned in 1969.",
            "After that, she returned to Lowmere.",
        ),
        (
            "place",
            "The king went to the city of Orrin in 1871, where he was met by nuns.",
            "The king went to the city of Orrin in 1871.",
            "There, he was met by nuns.",
        ),
        (
            "of which",
            "The town has three parks, the largest of which is Orrin Park.",
            "The town has three parks.",
            "The largest of these is Orrin Park.",
        ),
        (
            "clause in brackets",
            "The sky was crossed by much dust (some dust falls into the sea) in 1871.",
            "The sky was crossed by much dust in 1871.",
            "some dust falls into the sea.",
        ),
        (
            "bracket",
            "Internet pharmacies (also known as online pharmacies) are recommended to some patients.",
            "Internet pharmacies are recommended to some patients.",
            "These pharmacies are also known as online pharmacies.",
        ),
        (
            "cause last",
            "The medal was awarded to Thorn in response to the fire.",
            "The medal was awarded to Thorn.",
            "This was in response to the fire.",
        ),
        (
            "means",
            "He saved the town by centralizing the offices, expanding the port, and keeping the mills.",
            "He saved the town.",
            "He did so by centralizing the offices, expanding the port, and keeping the mills.",
        ),
        (
            "joined verbs",
            "The port developed in the 16th century and, along with the yards of Tyne, was among the largest ones.",
            "The port developed in the 16th century.",
            "It, along with the yards of Tyne, was among the largest ones.",
        ),
    ],
)
def test_what_one_sentence_tells_is_told_in_two(rule: str, text: str, first: str, second: str) -> None:
    assert made_of(text)[rule] == (first, second)


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("new thing", "Eels make a shock that can stun or kill, while pike are known to bite."),
        ("means", "Ada Thorn did not pay by selling a house."),
        ("end", "The mill was not sold until the 19th century."),
        ("stop", "Ada sold three things: a lamp, which she had made, and two goats."),
        ("last of a list", "The review involves the choice of the drug and its use."),
        ("coordinated verbs by a pronoun", "Adam Thorn met Bo and gave him a mill."),
        ("time within", "The mill was founded in 1636 by Anna Thorn and sold to Bo."),
        ("thing just named", "A lob is a throw aimed over a wall."),
        ("what was done", "The kiln was used once, known as a trial, in Lowmere."),
        ("said of a name", "Ada saw a fire in transit to the Moon, which disabled the ship."),
        ("time first", "From there, it was carried by rats."),
        ("scope first", "During the war, it is believed that the town was burned."),
        ("title", "Dr. Harry Schmitt was the first man to walk there."),
        ("doing first", "When using an old lamp, miners find gold."),
        ("doing first", "According to Ada Thorn, the mill burned."),
        ("doing first", "After winning the war, the crown was given to Ada Thorn."),
        ("doing first", "Using a large telescope, the planet was discovered by Ada Thorn."),
        ("doing first", "Before completing the great cathedral, the architect died in Rome."),
        ("of which", "The club has 40 old members, of whom were 12 women."),
        ("place", "The ring is called Z, where Z is the set of whole numbers."),
        ("joined verbs", "He was born in Lowmere and when he was six was sent to sea."),
        ("aim", "Ada Thorn contacted the guild in May for Bo to agree to pay for the mill."),
        ("joined verbs", "Bo Thorn was hampered by poor roads and surrendered in 1264."),
        (
            "what was done besides",
            "The sickness occurs in divers, resulting in bubbles of gas, forming in their blood.",
        ),
        ("what it does", "A pharmacist is a member of a trade that sells drugs."),
        (
            "place",
            "Salt spread from Bern to Spain, where Ada Thorn built a mill, to Norway, and to the coasts of Italy.",
        ),
        ("time first", "Before 1350, there were 170 mills in Lowmere, and this was reduced by 40 in 1450."),
        ("moment", "On March 16, 1985, the council accepted the offer of Bern for the 1986 season."),
        (
            "stop",
            "Ada left, picking up Bo Orr as a guide; Cy Gist, a surveyor; and a few boys led by Thorn.",
        ),
        ("coordinated verbs by a pronoun", "Governor Jennings declare war and sent the soldiers to Lowmere."),
        (
            "last of a list",
            "Other important compounds are: glycerol, citric acid, acetic anhydride, and acetamide.",
        ),
        (
            "said of the subject",
            "The rule of the guild, the Court of Bern, did not hold for cases of Orr, who had others.",
        ),
    ],
)
def test_what_needs_the_rest_of_its_sentence_stays_in_it(rule: str, text: str) -> None:
    assert rule not in made_of(text)


def test_who_made_a_thing_that_stands_was_what_he_was() -> None:
    text = "It has a tall tower, originally designed by the architect John Dobson, and was built in Lowmere."
    assert made_of(text)["title"][1] == "John Dobson was an architect."
