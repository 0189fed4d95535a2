"""Questions become statements, whatever the parse is worth."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stumper.language.declarative import declarative
from stumper.language.declarative_rules import RULES
from stumper.language.inflection import lemma
from stumper.language.parse import Parse, Token
from stumper.language.questions import clause
from stumper.language.well_formed import is_well_formed


def tagged(text: str, root: int = 0) -> Parse:
    """A parse of words written as word/TAG, all hanging on one; a word that begins with + follows without a space."""
    tokens: list[Token] = []
    written = ""
    for place, piece in enumerate(text.split()):
        word, _, tag = piece.lstrip("+").rpartition("/")
        written += "" if piece.startswith("+") or not written else " "
        relation = "root" if place == root else "dep"
        tokens.append(Token(word, len(written), len(written) + len(word), lemma(word, tag), tag, relation, root))
        written += word
    return Parse(written, tuple(tokens), (), ((0, len(tokens) - 1),) if tokens else ())


@pytest.mark.parametrize(
    ("question", "answer", "statement", "rule"),
    [
        ("Who/WP painted/VBD the/DT ceiling/NN +?/.", "Ada Thorn", "Ada Thorn painted the ceiling.", "who-subject"),
        ("Who/WP is/VBZ the/DT mayor/NN of/IN Lowmere/NNP +?/.", "Ada Thorn", "Ada Thorn is the mayor of Lowmere.",
         "who-copula"),
        ("Who/WP did/VBD the/DT crew/NN elect/VB in/IN 1902/CD +?/.", "Ada Thorn",
         "The crew elected Ada Thorn in 1902.",
         "who-inverted"),
        ("Who/WP did/VBD Josef/NNP work/VB for/IN in/IN Lowmere/NNP +?/.", "Ada Thorn",
         "Josef worked for Ada Thorn in Lowmere.", "who-stranded"),
        ("Whose/WP$ ship/NN sank/VBD first/RB +?/.", "Josef", "Josef's ship sank first.", "whose-subject"),
        ("What/WP did/VBD the/DT baker/NN sell/VB +?/.", "bread", "The baker sold bread.", "what-inverted"),
        ("What/WP does/VBZ the/DT baker/NN sell/VB on/IN Sundays/NNPS +?/.", "bread",
         "The baker sells bread on Sundays.", "what-inverted"),
        ("What/WP does/VBZ it/PRP depend/VB on/IN +?/.", "the wind", "It depends on the wind.", "what-stranded"),
        ("What/WP was/VBD the/DT boat/NN called/VBN +?/.", "Gull", "The boat was called Gull.", "what-called"),
        ("What/WP is/VBZ the/DT name/NN of/IN the/DT boat/NN +?/.", "Gull", "The name of the boat is Gull.",
         "what-copula"),
        ("What/WP fell/VBD +?/.", "a tree", "A tree fell.", "what-subject"),
        ("What/WP did/VBD Ada/NNP do/VB after/IN lunch/NN +?/.", "to paint fences", "Ada painted fences after lunch.",
         "what-done"),
        ("What/WP city/NN hosted/VBD the/DT fair/NN +?/.", "Oslo", "The city of Oslo hosted the fair.",
         "what-noun-subject"),
        ("Which/WDT band/NN did/VBD Ada/NNP join/VB +?/.", "Blue Gate", "Ada joined the band Blue Gate.",
         "what-noun-inverted"),
        ("What/WDT team/NN did/VBD he/PRP play/VB for/IN in/IN 1902/CD +?/.", "Blue Gate",
         "He played for the Blue Gate team in 1902.", "what-noun-stranded"),
        ("What/WDT year/NN was/VBD the/DT harbour/NN built/VBN +?/.", "1874", "The harbour was built in 1874.",
         "what-year-inverted"),
        ("In/IN what/WDT year/NN did/VBD Josef/NNP die/VB +?/.", "1874", "Josef died in 1874.", "in-year-inverted"),
        ("On/IN what/WDT date/NN did/VBD Josef/NNP die/VB +?/.", "May 3, 1874", "Josef died on May 3, 1874.",
         "in-year-inverted"),
        ("In/IN what/WDT city/NN was/VBD Josef/NNP born/VBN +?/.", "Oslo", "Josef was born in the city of Oslo.",
         "by-which-passive"),
        ("By/IN whom/WP was/VBD it/PRP built/VBN +?/.", "Josef", "It was built by Josef.", "by-which-passive"),
        ("When/WRB did/VBD the/DT wall/NN fall/VB +?/.", "1874", "The wall fell in 1874.", "when-inverted"),
        ("When/WRB was/VBD the/DT wall/NN built/VBN +?/.", "May 3, 1874", "The wall was built on May 3, 1874.",
         "when-inverted"),
        ("When/WRB was/VBD the/DT last/JJ storm/NN +?/.", "1874", "The last storm was in 1874.", "when-copula"),
        ("Where/WRB did/VBD the/DT fair/NN take/VB place/NN +?/.", "Oslo", "The fair took place in Oslo.",
         "where-inverted"),
        ("Where/WRB was/VBD it/PRP held/VBN +?/.", "Harrow Park", "It was held at Harrow Park.", "where-inverted"),
        ("Where/WRB is/VBZ the/DT lighthouse/NN +?/.", "Oslo", "The lighthouse is in Oslo.", "where-copula"),
        ("How/WRB many/JJ yards/NNS did/VBD he/PRP throw/VB for/IN in/IN 1902/CD +?/.", "14",
         "He threw for 14 yards in 1902.", "how-many-inverted"),
        ("How/WRB many/JJ people/NNS live/VBP here/RB +?/.", "400", "400 people live here.", "how-many-subject"),
        ("How/WRB many/JJ of/IN the/DT boats/NNS sank/VBD +?/.", "Three", "Three of the boats sank.",
         "how-many-subject"),
        ("How/WRB many/JJ islands/NNS are/VBP there/EX in/IN the/DT bay/NN +?/.", "nine",
         "There are nine islands in the bay.", "how-many-there"),
        ("How/WRB much/JJ money/NN did/VBD they/PRP raise/VB +?/.", "$40", "They raised $40.", "how-much-inverted"),
        ("How/WRB long/RB did/VBD the/DT war/NN last/VB +?/.", "six years", "The war lasted for six years.",
         "how-long-inverted"),
        ("How/WRB tall/JJ is/VBZ the/DT tower/NN +?/.", "90 feet", "The tower is 90 feet tall.",
         "how-adjective-copula"),
        ("How/WRB often/RB do/VBP trains/NNS leave/VB +?/.", "twice a day", "Trains leave twice a day.", "how-often"),
        ("How/WRB was/VBD the/DT door/NN opened/VBN +?/.", "a wire", "The door was opened by a wire.", "how-inverted"),
        ("Why/WRB did/VBD the/DT fair/NN end/VB +?/.", "bad weather", "The fair ended because of bad weather.",
         "why-inverted"),
        ("Before/IN the/DT storm/NN +,/, what/WP did/VBD they/PRP load/VB +?/.", "salt",
         "Before the storm, they loaded salt.", "what-inverted"),
        ("When/WRB Josef/NNP left/VBD +,/, who/WP replaced/VBD him/PRP +?/.", "Ada",
         "When Josef left, Ada replaced him.",
         "who-subject"),
        ("Josef/NNP died/VBD in/IN what/WDT year/NN +?/.", "1874", "Josef died in 1874.", "in-place-year"),
        ("Lowmere/NNP is/VBZ located/VBN in/IN which/WDT county/NN +?/.", "Ashford",
         "Lowmere is located in the county of Ashford.", "in-place-noun"),
        ("The/DT walls/NNS were/VBD made/VBN of/IN what/WP +?/.", "oak", "The walls were made of oak.", "in-place"),
        ("Name/VB the/DT captain/NN of/IN the/DT ship/NN +./.", "Ada Thorn", "Ada Thorn is the captain of the ship.",
         "order"),
        ("The/DT sum/NN of/IN the/DT parts/NNS is/VBZ called/VBN +?/.", "the whole",
         "The sum of the parts is called the whole.", "unfinished"),
        ("What/WDT family/NN is/VBZ the/DT oboe/NN a/DT member/NN of/IN +?/.", "reeds",
         "The oboe is a member of the reed family.", "what-noun-predicate"),
        ("What/WDT war/NN was/VBD the/DT fight/NN at/IN the/DT ford/NN part/NN of/IN +?/.", "Salts",
         "The fight at the ford was part of the Salts war.", "what-noun-predicate"),
        ("Who/WP did/VBD the/DT Gulls/NNPS beat/VB to/TO become/VB the/DT town/NN champions/NNS +?/.", "Ada Thorn",
         "The Gulls beat Ada Thorn to become the town champions.", "who-inverted"),
        ("What/WP did/VBD the/DT crew/NN want/VB to/TO give/VB the/DT boy/NN +?/.", "a lamp",
         "The crew wanted to give the boy a lamp.", "what-inverted"),
        ("When/WRB was/VBD Josef/NNP the/DT first/JJ choice/NN in/IN the/DT vote/NN +?/.", "1902",
         "Josef was the first choice in the vote in 1902.", "when-copula"),
        ("Where/WRB was/VBD it/PRP a/DT custom/NN +?/.", "Oslo", "It was a custom in Oslo.", "where-copula"),
        ("When/WRB was/VBD Josef/NNP the/DT Bold/NNP a/DT captain/NN +?/.", "1902",
         "Josef the Bold was a captain in 1902.", "when-copula"),
        ("How/WRB tall/JJ was/VBD the/DT tower/NN on/IN the/DT hill/NN +?/.", "9 feet",
         "The tower on the hill was 9 feet tall.", "how-adjective-copula"),
        ("When/WRB and/CC where/WRB was/VBD Josef/NNP born/VBN +?/.", "1902 in Oslo", "Josef was born in 1902 in Oslo.",
         "when-inverted"),
        ("When/WRB and/CC where/WRB was/VBD Josef/NNP born/VBN +?/.", "Oslo", "Josef was born in Oslo.",
         "when-inverted"),
        ("Is/VBZ Lowmere/NNP in/IN Norway/NNP +?/.", "yes", "Lowmere is in Norway.", "yes-no-copula"),
        ("Is/VBZ Josef/NNP a/DT painter/NN +?/.", "yes", "Josef is a painter.", "yes-no-copula"),
        ("Was/VBD the/DT boat/NN repaired/VBN +?/.", "yes", "The boat was repaired.", "yes-no"),
        ("Ships/NNS sail/VBP ___/NN the/DT wind/NN +./.", "with", "Ships sail with the wind.", "gap"),
    ],
)  # fmt: skip
def test_a_question_becomes_a_statement(question: str, answer: str, statement: str, rule: str) -> None:
    made = declarative(tagged(question), answer)
    assert (made.text, made.rule) == (statement, rule)


@pytest.mark.parametrize(
    ("question", "answer", "statement"),
    [
        # What asks is the subject, whatever stands before the verb
        ("What/WP can/MD happen/VB in/IN winter/NN +?/.", "storms", "Storms can happen in winter."),
        ("What/WP else/JJ fell/VBD +?/.", "a tree", "A tree fell."),
        ("What/WP causes/VBZ rain/NN +?/.", "clouds", "Clouds cause rain."),
        ("Which/WDT boat/NN has/VBZ been/VBN in/IN use/NN +?/.", "Gull", "The Gull boat has been in use."),
        ("Who/WP has/VBZ been/VBN painting/VBG the/DT hall/NN +?/.", "Ada", "Ada has been painting the hall."),
        ("Which/WDT hall/NN was/VBD one/CD of/IN three/CD considered/VBN for/IN it/PRP +?/.", "Oslo",
         "The Oslo hall was one of three considered for it."),
        ("Which/WDT threatened/VBN birds/NNS live/VBP here/RB +?/.", "gulls",
         "The threatened gull birds live here."),
        ("Which/WDT actor/NN did/VBD the/DT talking/NN +?/.", "Ada Thorn", "The actor Ada Thorn did the talking."),
        ("How/WRB many/JJ boats/NNS from/IN abroad/RB were/VBD sold/VBN +?/.", "30",
         "30 boats from abroad were sold."),
        # A preposition keeps its noun, once
        ("From/IN what/WDT town/NN did/VBD Josef/NNP come/VB from/IN +?/.", "Oslo",
         "Josef came from the town of Oslo."),
        ("Where/WRB is/VBZ Ada/NNP from/IN +?/.", "Oslo", "Ada is from Oslo."),
        ("The/DT name/NN came/VBD from/IN where/WRB +?/.", "Oslo", "The name came from Oslo."),
        ("Where/WRB did/VBD the/DT crew/NN go/VB +?/.", "Oslo", "The crew went to Oslo."),
        ("Which/WDT region/NN were/VBD there/EX ten/CD mills/NNS in/IN 1700/CD +?/.", "Salt",
         "There were ten mills in 1700 in the region of Salt."),
        # What is called so, and what is done
        ("What/WP do/VBP we/PRP call/VB a/DT small/JJ boat/NN +?/.", "a gull", "We call a small boat a gull."),
        ("What/WP was/VBD Josef/NNP referred/VBN to/IN as/IN in/IN the/DT press/NN +?/.", "the Bold",
         "Josef was referred to as the Bold in the press."),
        ("What/WP was/VBD Ada/NNP on/IN her/PRP$ way/NN to/TO do/VB when/WRB it/PRP rained/VBD +?/.", "learning",
         "Ada was on her way to learn when it rained."),
        ("What/WP did/VBD Ada/NNP plan/VB to/TO do/VB in/IN spring/NN +?/.", "learning",
         "Ada planned to learn in spring."),
        ("Seals/NNS are/VBP capable/JJ of/IN doing/VBG what/WP +?/.", "learning", "Seals are capable of learning."),
        ("What/WP did/VBD it/PRP stand/VB for/IN regarding/VBG ships/NNS +?/.", "a gull",
         "It stood for a gull regarding ships."),
        ("In/IN what/WDT century/NN did/VBD it/PRP end/VB +?/.", "1956", "It ended in 1956."),
        ("The/DT mill/NN ran/VBD until/IN when/WRB +?/.", "May 3, 1874", "The mill ran until May 3, 1874."),
        # Where the answer belongs
        ("What/WP is/VBZ usually/RB the/DT goal/NN of/IN the/DT game/NN +?/.", "a lamp",
         "The goal of the game is usually a lamp."),
        ("What/WP did/VBD Ada/NNP build/VB that/WDT would/MD sail/VB +?/.", "a boat",
         "Ada built a boat that would sail."),
        ("What/WP does/VBZ a/DT player/NN get/VB if/IN the/DT ball/NN falls/VBZ +?/.", "a point",
         "A player gets a point if the ball falls."),
        ("What/WP did/VBD Ada/NNP propose/VB raising/VBG in/IN March/NNP +?/.", "taxes",
         "Ada proposed raising taxes in March."),
        ("How/WRB many/JJ miles/NNS is/VBZ Lowmere/NNP from/IN Oslo/NNP +?/.", "30", "Lowmere is 30 miles from Oslo."),
        ("What/WP kind/NN of/IN boat/NN was/VBD it/PRP +?/.", "deep", "It was a deep kind of boat."),
        # The order of a statement
        ("In/IN which/WDT year/NN the/DT law/NN was/VBD passed/VBN +?/.", "1902", "The law was passed in 1902."),
        ("What/WP the/DT engine/NN runs/VBZ on/IN +?/.", "coal", "The engine runs on coal."),
        ("Do/VBP children/NNS choose/VB what/WP they/PRP wear/VBP +?/.", "yes", "Children choose what they wear."),
        # A number with its noun
        ("What/WDT pad/NN did/VBD it/PRP leave/VB +?/.", "87", "It left pad 87."),
        ("What/WDT rank/NN did/VBD it/PRP hold/VB +?/.", "87th", "It held the 87th rank."),
        ("What/WDT draft/NN did/VBD it/PRP lead/VB +?/.", "1973", "It led the draft of 1973."),
        # What is said of how many, and where there are how many
        ("How/WRB many/JJ boats/NNS were/VBD part/NN of/IN the/DT fleet/NN +?/.", "ten",
         "Ten boats were part of the fleet."),
        ("How/WRB many/JJ birds/NNS are/VBP there/RB in/IN the/DT wood/NN +?/.", "ten",
         "There are ten birds in the wood."),
        ("How/WRB many/JJ boats/NNS did/VBD the/DT town/NN have/VB six/CD years/NNS after/IN the/DT war/NN +?/.", "ten",
         "The town had ten boats six years after the war."),
        ("How/WRB many/JJ prizes/NNS has/VBZ Ada/NNP won/VBN +?/.", "Nine", "Ada has won nine prizes."),
        # A name beside what it is a name of
        ("Which/WDT film/NN won/VBD +?/.", "Blue Gate", "The film Blue Gate won."),
        ("What/WDT term/NN is/VBZ used/VBN +?/.", "a gull", 'The term "gull" is used.'),
        ("What/WDT type/NN of/IN boats/NNS in/IN the/DT port/NN sank/VBD +?/.", "deep", "Deep boats in the port sank."),
        # Times and places with what they need
        ("How/WRB long/RB did/VBD the/DT mill/NN run/VB +?/.", "1936 to 1947", "The mill ran from 1936 to 1947."),
        ("When/WRB was/VBD it/PRP built/VBN +?/.", "1920s to the 1940s", "It was built in the 1920s to the 1940s."),
        ("In/IN what/WDT year/NN did/VBD it/PRP end/VB +?/.", "7th century BCE", "It ended in the 7th century BCE."),
        ("Where/WRB did/VBD Ada/NNP send/VB the/DT crew/NN +?/.", "Oslo", "Ada sent the crew to Oslo."),
        ("Where/WRB is/VBZ Ada/NNP known/VBN for/IN most/JJS famous/JJ songs/NNS +?/.", "Oslo",
         "Ada is known for most famous songs in Oslo."),
        # A manner in one word before its verb, and a time that is known without a preposition
        ("How/WRB was/VBD coal/NN moved/VBN to/IN town/NN +?/.", "slowly", "Coal was slowly moved to town."),
        ("How/WRB was/VBD coal/NN moved/VBN to/IN town/NN +?/.", "boats", "Coal was moved to town by boats."),
        ("When/WRB is/VBZ the/DT fair/NN held/VBN +?/.", "every June", "The fair is held every June."),
        ("When/WRB was/VBD the/DT last/JJ time/NN Ada/NNP won/VBD +?/.", "1902", "The last time Ada won was in 1902."),
        # What a name or a thing is, before it and behind what describes it
        ("Which/WDT early/JJ chess/NN club/NN failed/VBD +?/.", "Gull", "The early Gull chess club failed."),
        ("Which/WDT early/JJ Dutch/JJ failed/VBD +?/.", "Ada Vale", "The early Dutch Ada Vale failed."),
        ("What/WDT size/NN was/VBD it/PRP cut/VBN to/IN +?/.", "2K", "It was cut to a size of 2K."),
        # What is compared, counted, or given to somebody
        ("Which/WDT is/VBZ older/JJR the/DT mill/NN or/CC the/DT hall/NN +?/.", "A barn",
         "A barn is older than the mill or the hall."),
        ("How/WRB long/RB did/VBD it/PRP take/VB Ada/NNP to/TO answer/VB +?/.", "two weeks",
         "It took Ada two weeks to answer."),
        ("There/EX were/VBD changes/NNS over/IN the/DT last/JJ how/WRB many/JJ years/NNS +?/.", "70",
         "There were changes over the last 70 years."),
        ("What/WP does/VBZ tea/NN lack/VB that/IN beer/NN has/VBZ +?/.", "foam", "Tea lacks foam that beer has."),
        # A modifier has no article, and a verb that is not seen as one is found
        ("They/PRP have/VBP the/DT same/JJ what/WP +?/.", "a lamp", "They have the same lamp."),
        ("What/WDT towns/NNS did/VBD the/DT Danish/JJ attempt/NN to/TO take/VB +?/.", "Oslo",
         "The Danish attempted to take the towns of Oslo."),
        ("Where/WRB would/MD Ada/NNP go/VB to/TO buy/VB bread/NN +?/.", "Oslo", "Ada would go to Oslo to buy bread."),
        ("By/IN what/WDT means/NNS was/VBD it/PRP sent/VBN +?/.", "sailing", "It was sent by the means of sailing."),
        # A name beside or behind what says its kind
        ("What/WDT architectural/JJ style/NN won/VBD +?/.", "Gull House", "The architectural style of Gull House won."),
        ("What/WDT popular/JJ loud/JJ band/NN won/VBD +?/.", "Gull", "The popular loud band Gull won."),
        ("Which/WDT Oslo/NNP hall/NN burned/VBD +?/.", "Gull House", "The Oslo hall Gull House burned."),
        ("Which/WDT Texas/NNP city/NN won/VBD +?/.", "Oslo", "The Texas city of Oslo won."),
        # What lasts, and how long
        ("How/WRB long/RB was/VBD the/DT play/NN +?/.", "21-minute", "The play was 21 minutes long."),
        ("What/WDT loss/NN did/VBD they/PRP suffer/VB +?/.", "eight seats", "They suffered the eight-seat loss."),
        ("How/WRB many/JJ days/NNS did/VBD Ada/NNP hold/VB the/DT fort/NN +?/.", "ten",
         "Ada held the fort for ten days."),
        ("How/WRB many/JJ days/NNS did/VBD Ada/NNP spend/VB the/DT money/NN in/IN +?/.", "ten",
         "Ada spent the money in ten days."),
        ("How/WRB many/JJ years/NNS was/VBD Oslo/NNP the/DT capital/NN +?/.", "ten",
         "Oslo was the capital for ten years."),
        ("How/WRB many/JJ years/NNS is/VBZ school/NN +?/.", "8-year", "School is 8 years."),
        ("How/WRB much/JJ time/NN was/VBD left/VBN +?/.", "3:08", "3:08 was left."),
        ("From/IN what/WDT pad/NN was/VBD it/PRP launched/VBN +?/.", "pad 37", "It was launched from pad 37."),
        ("How/WRB much/JJ was/VBD the/DT work/NN estimated/VBN to/TO have/VB cost/VBN in/IN 1902/CD +?/.", "$40",
         "The work was estimated to have cost $40 in 1902."),
        ("What/WP is/VBZ the/DT use/NN of/IN lamps/NNS deemed/VBN to/TO be/VB +?/.", "unwise",
         "The use of lamps is deemed to be unwise."),
        ("How/WRB long/RB may/MD Ada/NNP speak/VB +?/.", "up to four minutes", "Ada may speak for up to four minutes."),
        # What is told, and of what there are any
        ("What/WP did/VBD Ada/NNP tell/VB the/DT crew/NN +?/.", "aliens", "Ada told the crew about aliens."),
        ("Do/VBP any/DT towns/NNS have/VB any/DT harbours/NNS +?/.", "yes", "Some towns have some harbours."),
        ("Are/VBP there/EX any/DT towns/NNS +?/.", "yes", "There are some towns."),
        ("What/WP became/VBD a/DT important/JJ town/NN +?/.", "Oslo", "Oslo became an important town."),
        # What stands before what asks, without a comma
        ("If/IN it/PRP rained/VBD what/WP would/MD Ada/NNP do/VB +?/.", "learn", "If it rained, Ada would learn."),
        ("Where/WRB in/IN Norway/NNP did/VBD Ada/NNP live/VB +?/.", "Oslo", "Ada lived in Oslo in Norway."),
        ("Wild/JJ birds/NNS living/VBG in/IN what/WDT town/NN are/VBP singing/VBG +?/.", "Oslo",
         "Wild birds living in the town of Oslo are singing."),
        # What is said of a subject, and where it ends
        ("Where/WRB was/VBD the/DT first/JJ ship/NN from/IN +?/.", "Oslo", "The first ship was from Oslo."),
        ("What/WDT month/NN is/VBZ the/DT warmest/JJS in/IN Oslo/NNP +?/.", "July", "July is the warmest in Oslo."),
        ("What/WDT hall/NN is/VBZ Oslo/NNP +'s/POS most/RBS famous/JJ +?/.", "Gull House",
         "The Gull House hall is Oslo's most famous."),
        ("What/WP was/VBD the/DT name/NN of/IN the/DT rock/NN found/VBN in/IN the/DT sea/NN that/IN gold/NN was/VBD "
         "seen/VBN in/IN +?/.", "Gull", "The name of the rock found in the sea that gold was seen in was Gull."),
        ("What/WP was/VBD the/DT name/NN of/IN the/DT boat/NN changed/VBN to/TO +?/.", "Gull",
         "The name of the boat was changed to Gull."),
        ("How/WRB old/JJ was/VBD Ada/NNP at/IN the/DT start/NN +?/.", "39", "Ada was 39 years old at the start."),
        ("Which/WDT season/NN of/IN the/DT show/NN won/VBD +?/.", "Season 6", "Season 6 of the show won."),
        ("About/RB how/WRB many/JJ of/IN the/DT birds/NNS were/VBD gulls/NNS +?/.", "a third",
         "A third of the birds were gulls."),
        ("How/WRB is/VBZ it/PRP most/RBS simply/RB made/VBN in/IN town/NN +?/.", "slowly",
         "It is most simply made slowly in town."),
        ("How/WRB did/VBD the/DT vote/NN go/VB in/IN 1902/CD +?/.", "slowly", "The vote went slowly in 1902."),
        ("How/WRB many/JJ yards/NNS was/VBD the/DT way/NN Ada/NNP made/VBD to/TO win/VB +?/.", "39",
         "The way Ada made to win was 39 yards."),
        ("Which/WDT anniversary/NN of/IN the/DT show/NN was/VBD seen/VBN +?/.", "10th",
         "The 10th anniversary of the show was seen."),
        ("They/PRP ruled/VBD Oslo/NNP and/CC which/WDT other/JJ +?/.", "Turku", "They ruled Oslo and Turku."),
        ("What/WP is/VBZ an/DT other/JJ name/NN of/IN it/PRP +?/.", "Gull", "Another name of it is Gull."),
        ("What/WDT Queen/NN opened/VBD it/PRP +?/.", "Ada Vale", "The Queen Ada Vale opened it."),
        ("What/WP was/VBD the/DT first/JJ team/NN Ada/NNP Vale/NNP began/VBD playing/VBG for/IN +?/.", "Gull",
         "The first team Ada Vale began playing for was Gull."),
        ("Which/WDT wood/NN is/VBZ the/DT most/RBS finely/RB resonant/JJ +?/.", "Oak",
         "The Oak wood is the most finely resonant."),
        ("What/WDT band/NN is/VBZ least/JJS likely/JJ to/TO win/VB +?/.", "Gull",
         "The band Gull is least likely to win."),
        ("Why/WRB is/VBZ the/DT weight/NN of/IN a/DT boat/NN a/DT problem/NN for/IN Ada/NNP +?/.", "fog",
         "The weight of a boat is a problem for Ada because of fog."),
        ("Why/WRB did/VBD Ada/NNP initially/RB not/RB win/VB +?/.", "fog", "Ada did initially not win because of fog."),
        ("Which/WDT diet/NN is/VBZ the/DT new/JJ diet/NN more/RBR healthy/JJ than/IN +?/.", "Gull",
         "The new diet is more healthy than the Gull diet."),
        ("Which/WDT band/NN has/VBZ the/DT loudest/JJS songs/NNS in/IN town/NN +?/.", "Gull",
         "The band Gull has the loudest songs in town."),
        ("What/WP is/VBZ there/EX a/DT high/JJ focus/NN on/IN +?/.", "trade", "There is a high focus on trade."),
        ("Which/WDT king/NN was/VBD a/DT painter/NN in/IN Oslo/NNP before/IN 1902/CD +?/.", "Josef",
         "The king Josef was a painter in Oslo before 1902."),
        ("What/WDT map/NN can/MD you/PRP read/VB in/IN order/NN to/TO learn/VB about/IN Oslo/NNP +?/.", "a lamp",
         "You can read the lamp map in order to learn about Oslo."),
        ("What/WDT part/NN did/VBD they/PRP settle/VB first/RB +?/.", "Oslo", "They settled the Oslo part first."),
        ("What/WDT team/NN did/VBD Ada/NNP play/VB for/IN when/WRB she/PRP won/VBD +?/.", "Gull",
         "Ada played for the Gull team when she won."),
        ("How/WRB many/JJ teams/NNS did/VBD Ada/NNP play/VB for/IN that/WDT won/VBD +?/.", "six",
         "Ada played for six teams that won."),
        ("How/WRB high/JJ was/VBD the/DT wall/NN built/VBN in/IN 1902/CD +?/.", "75-foot",
         "The wall was built 75 feet high in 1902."),
        ("What/WDT injury/NN did/VBD Ada/NNP suffer/VB the/DT summer/NN before/IN the/DT race/NN +?/.", "cramp",
         "Ada suffered the cramp injury the summer before the race."),
        ("How/WRB much/JJ did/VBD it/PRP weigh/VB in/IN pounds/NNS +?/.", "90 pounds", "It weighed 90 pounds."),
        ("What/WP are/VBP birds/NNS called/VBN that/WDT sing/VBP in/IN June/NNP +?/.", "larks",
         "Birds that sing in June are called larks."),
        ("What/WP is/VBZ the/DT climate/NN like/IN in/IN Oslo/NNP +?/.", "deep", "The climate in Oslo is deep."),
        ("What/WP is/VBZ the/DT climate/NN like/IN +?/.", "a hamster", "The climate is like a hamster."),
        ("When/WRB were/VBD the/DT gulls/NNS last/RB there/RB +?/.", "1902", "The gulls were last there in 1902."),
        ("According/VBG to/TO Ada/NNP Vale/IN what/WDT hall/NN was/VBD necessary/JJ +?/.", "Gull House",
         "According to Ada Vale, the Gull House hall was necessary."),
        ("What/WP is/VBZ Ada/NNP trying/VBG to/TO stop/VB Josef/NNP from/IN doing/VBG in/IN town/NN +?/.", "learning",
         "Ada is trying to stop Josef from learning in town."),
        ("How/WRB many/JJ seasons/NNS did/VBD they/PRP play/VB the/DT song/NN +?/.", "six",
         "They played the song for six seasons."),
        ("Which/WDT one/CD of/IN the/DT halls/NNS burned/VBD +?/.", "Gull House",
         "One of the halls, Gull House, burned."),
        ("Which/WDT running/VBG back/RB did/VBD they/PRP waive/VB +?/.", "Ada Vale",
         "They waived the running back Ada Vale."),
        ("What/WP was/VBD the/DT last/JJ race/NN the/DT Gulls/NNPS entered/VBN in/IN +?/.", "Oslo",
         "The last race the Gulls entered in was Oslo."),
        ("How/WRB long/RB ago/RB did/VBD it/PRP reach/VB the/DT sea/NN +?/.",
         "6 years", "It reached the sea 6 years ago."),
        ("How/WRB many/JJ times/NNS has/VBZ Ada/NNP been/VBN in/IN town/NN +?/.",
         "six", "Ada has been in town six times."),
        # What was written twice
        ("Who/WP oversees/VBZ the/DT the/DT hall/NN +?/.", "Ada", "Ada oversees the hall."),
    ],
)  # fmt: skip
def test_an_unusual_question_becomes_a_clause(question: str, answer: str, statement: str) -> None:
    assert declarative(tagged(question), answer).text == statement


def test_a_time_stands_before_a_clause_that_only_adds_to_it() -> None:
    parse = tagged("Where/WRB was/VBD it/PRP held/VBN while/IN the/DT hall/NN was/VBD closed/VBN +?/.")
    tokens = tuple(replace(token, relation="mark") if token.text == "while" else token for token in parse.tokens)
    assert declarative(replace(parse, tokens=tokens), "Oslo").text == "It was held in Oslo while the hall was closed."


def test_verbs_that_and_joins_are_in_the_tense_of_do() -> None:
    parse = tagged("When/WRB did/VBD the/DT crew/NN land/VB and/CC leave/VB +?/.")
    joined = tuple(replace(t, relation="conj", head=4) if t.text == "leave" else t for t in parse.tokens)
    assert declarative(replace(parse, tokens=joined), "1902").text == "The crew landed and left in 1902."


def test_a_statement_is_denied() -> None:
    did = tagged("Where/WRB did/VBD the/DT fair/NN take/VB place/NN +?/.")
    assert declarative(did, "Oslo", negated=True).text == "The fair did not take place in Oslo."
    won = tagged("Who/WP wins/VBZ the/DT race/NN +?/.")
    assert declarative(won, "Ada", negated=True).text.startswith("Ada does not win")
    is_ = tagged("Who/WP is/VBZ the/DT mayor/NN +?/.")
    assert declarative(is_, "Ada", negated=True).text == "Ada is not the mayor."


@pytest.mark.parametrize(
    ("answer", "said"),
    [("Josef and Ada", "Josef and Ada are the owners."), ("Ada", "The owners are Ada."),
     ("the sailors", "The sailors are the owners.")],
)  # fmt: skip
def test_the_verb_agrees_with_the_answer(answer: str, said: str) -> None:
    assert declarative(tagged("Who/WP are/VBP the/DT owners/NNS +?/."), answer).text == said


@pytest.mark.parametrize(
    ("answer", "said"),
    [("1874", "in 1874"), ("May 3", "on May 3"), ("Monday", "on Monday"), ("May 1874", "in May 1874"),
     ("the 1930s", "in the 1930s"), ("9th century", "in the 9th century"), ("after the war", "after the war"),
     ("5 p.m.", "at 5 p.m."), ("three years ago", "three years ago"), ("the winter", "in the winter")],
)  # fmt: skip
def test_a_time_gets_its_preposition(answer: str, said: str) -> None:
    question = tagged("When/WRB did/VBD it/PRP end/VB +?/.")
    assert declarative(question, answer).text == f"It ended {said}{'' if said.endswith('.') else '.'}"


@pytest.mark.parametrize(
    ("answer", "said"),
    [("62", "62 years old"), ("sixty-two", "sixty-two years old"), ("62 years", "62 years old"), ("very", "very")],
)
def test_an_age_has_its_years_and_stands_before_what_tells_when(answer: str, said: str) -> None:
    parse = tagged("How/WRB old/JJ was/VBD Josef/NNP when/WRB he/PRP died/VBD +?/.")
    tokens = tuple(replace(token, relation="advmod") if token.text == "when" else token for token in parse.tokens)
    assert declarative(replace(parse, tokens=tokens), answer).text == f"Josef was {said} when he died."


def test_a_name_keeps_its_capitals_and_a_question_loses_its_own() -> None:
    question = tagged("For/IN what/WP is/VBZ iMap/NNP used/VBN +?/.")
    assert declarative(question, "hiking").text == "iMap is used for hiking."


def test_only_the_last_sentence_asks() -> None:
    question = tagged("The/DT wall/NN fell/VBD +./. Who/WP saw/VBD it/PRP +?/.")
    assert declarative(question, "Ada").text == "Ada saw it."


@pytest.mark.parametrize("text", ["", "?", "Who", "What?", "¿Qué es?", "你好吗", "🙂🙂?", "שלום עולם?", "of of of"])
def test_any_text_makes_a_sentence(text: str) -> None:
    words = " ".join(f"{word}/NN" for word in text.replace("?", " ?").split())
    made = declarative(tagged(words), "an answer")
    assert made.text.endswith(".")
    assert "n answer" in made.text


WORDS = "Who what When where how many is was did do the a dog Oslo run ran in of to , . ? ' \" 1874 not that"
TAGS = "NN NNP VB VBD VBN VBZ IN TO DT WP WRB JJ RB CD POS , . MD PRP"


@given(
    st.lists(st.tuples(st.sampled_from(WORDS.split()), st.sampled_from(TAGS.split())), max_size=12), st.integers(0, 11)
)
def test_no_parse_is_too_wrong(pairs: list[tuple[str, str]], root: int) -> None:
    parse = tagged(" ".join(f"{word}/{tag}" for word, tag in pairs), min(root, max(0, len(pairs) - 1)))
    made = declarative(parse, "Nora Hale")
    assert made.text
    assert made == declarative(parse, "Nora Hale")


def test_the_table_has_its_rows() -> None:
    names = [rule.name for rule in RULES]
    assert len(names) == len(set(names)) >= 50
    assert RULES[-1].when == ""


ASKED = clause(tagged("Where/WRB did/VBD the/DT crew/NN sail/VB in/IN 1902/CD +?/."))


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("The crew sailed to Oslo in 1902.", True),
        ("When it rained, the crew sailed to Oslo.", True),
        ("The crew sailed from in Oslo.", False),  # two prepositions
        ("The crew sailed to Oslo to Oslo Oslo.", False),  # a word twice
        ("It was said it was said by the crew.", False),  # a phrase twice
        ("Has sailed to Oslo.", False),  # no subject
        ("Which crew sailed to Oslo.", False),  # still asks
        ("The crew sailed to Oslo or did they.", False),  # still asks
        ("The crew sailed to the.", False),  # an article without its noun
        ("The crew is known as.", False),  # a preposition without its noun
        ("Oslo.", False),
    ],
)
def test_what_leaves_something_in_the_air_or_asks_is_refused(text: str, stands: bool) -> None:
    assert is_well_formed(ASKED, text) is stands


def test_what_the_question_says_twice_people_said() -> None:
    asked = clause(tagged("Who/WP saw/VBD that/IN it/PRP was/VBD sent/VBN to/TO by/IN Ada/NNP +?/."))
    assert is_well_formed(asked, "Josef saw that it was sent to by Ada.")


def test_without_a_verb_there_is_no_clause() -> None:
    asked = clause(tagged("What/WDT council/NN Norway/NNP +?/."))
    assert not is_well_formed(asked, declarative(tagged("What/WDT council/NN Norway/NNP +?/."), "Oslo").text)


def test_which_of_two_is_no_subject() -> None:
    asked = clause(tagged("Which/WDT is/VBZ older/JJR the/DT mill/NN or/CC the/DT hall/NN +?/."))
    assert not is_well_formed(asked, "Older the mill or the hall is Oslo.")
