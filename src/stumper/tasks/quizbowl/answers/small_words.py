"""Words that count for little, or for more than they look like, where answers are compared."""

import re

# Before a name.
_TITLES = """
    admiral ayatollah blessed caliph captain colonel czar doctor dom don dr emperor empress father general justice
    king lord marshal mr mullah pope president prince professor queen rabbi saint senator shah sir st sultan tsar
"""
# Before a family name, where the others above stand before a given name.
_OFFICES = """
    admiral captain chairman chancellor colonel comrade doctor dr general justice marshal mr president professor senator
"""
_FIRST_NAMES_OF_ROMANS = """
    aulus gaius gnaeus lucius marcus publius quintus
"""
_FOREIGN_ARTICLES = """
    das el il l la las le les los
"""
_SMALL_WORDS = """
    and at by for from in of on s to with
"""
# What ends in these is no person.
_THINGS = """
    act affair age army ballet bank battle bay case century church city company concerto court crisis cycle day desert
    dynasty effect empire equation era film function group gulf house island islands kingdom lake language law laws
    massacre method model mountains movement museum mythology night novel number ocean opera painting palace party
    people period play poem principle prize process quartet rebellion religion republic revolution river school sea
    series society sonata state states suite symphony temple test theorem theory treaty trilogy union university war
    wars
"""
# May be left off the end.
_CLOSINGS = """
    ad architecture ce civilization company desert dynasty empire epoch era family force island islands language
    languages mountains mythology party people peoples period province reaction reactions river symphony system theory
    tribe
"""

TITLES, OFFICES = frozenset(_TITLES.split()), frozenset(_OFFICES.split())
RANKS = TITLES | {"archduke", "baron", "baroness", "bishop", "count", "countess", "duchess", "duke", "earl", "marquis"}
FIRST_NAMES_OF_ROMANS = frozenset(_FIRST_NAMES_OF_ROMANS.split())
FOREIGN_ARTICLES = frozenset(_FOREIGN_ARTICLES.split())
SMALL_WORDS = frozenset(_SMALL_WORDS.split())
THINGS = frozenset(_THINGS.split())
CLOSINGS = frozenset(_CLOSINGS.split())
NOT_IN_NAMES = {word for word in SMALL_WORDS if len(word) > 1} | {"not", "the", "versus", "vs"}
# With these begins the name of a thing.
_BEFORE_THINGS = """
    big black blue central east eastern final first golden grand great green high holy imperial international last
    little low national new north northern old red royal second south southern third united west western white
"""
BEFORE_THINGS = frozenset(_BEFORE_THINGS.split())
# May not be added to what lacks them; and may even to what is no name.
NEEDED_CLOSINGS = frozenset(["company", "empire", "family", "force", "mythology", "party"])
FREE_CLOSINGS = frozenset(["mechanism", "reaction", "reactions", "symphony", "system", "theory"])
# Said behind a name, to say what it is of.
ADDED_CLOSINGS = frozenset(
    ["franchise", "language subfamily", "mechanism", "program", "programming language", "series"]
)
# Said behind a name of several words; the last two may be left off such a name, too.
ADDED_TO_TITLES = frozenset(["film", "movie", "novel", "painting", "short story", "gang", "group"])
GROUPS = frozenset(["gang", "group"])

_IRREGULAR = """
    men/man women/woman children/child feet/foot teeth/tooth geese/goose mice/mouse wolves/wolf leaves/leaf
    knives/knife lives/life wives/wife thieves/thief oxen/ox bacteria/bacterium mitochondria/mitochondrion
    nuclei/nucleus fungi/fungus alveoli/alveolus phenomena/phenomenon vertebrae/vertebra algae/alga larvae/larva
    antennae/antenna octopi/octopus cacti/cactus stimuli/stimulus matrices/matrix vertices/vertex indices/index
    axes/axis crises/crisis hypotheses/hypothesis oases/oasis quanta/quantum spectra/spectrum data/datum ova/ovum
    concerti/concerto libretti/libretto virtuosi/virtuoso genera/genus species/species series/series americas/americas
    grey/gray centre/center theatre/theater metre/meter litre/liter fibre/fiber spectre/specter sabre/saber
    calibre/caliber lustre/luster sceptre/scepter sombre/somber manoeuvre/maneuver ochre/ocher
"""
IRREGULAR = dict(pair.split("/") for pair in _IRREGULAR.split())
_ONES = """
    zero one two three four five six seven eight nine
    ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
"""
_ORDINALS = """
    zeroth first second third fourth fifth sixth seventh eighth ninth
    tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth
"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}
NUMBERS = {
    **{word: i for i, word in enumerate(_ONES.split())},
    **{word: i for i, word in enumerate(_ORDINALS.split())},
    **{word: 10 * i for i, word in enumerate(_TENS.split(), 2)},
    **{word[:-1] + "ieth": 10 * i for i, word in enumerate(_TENS.split(), 2)},
}
SCALES = {**_SCALES, **{word + "th": scale for word, scale in _SCALES.items()}}
ORDINALS = frozenset(_ORDINALS.split())
CARDINALS = {word: str(NUMBERS[word]) for word in (_ONES + _TENS).split()}
FRACTIONS = {
    **{word + "s": str(i) for i, word in enumerate(_ORDINALS.split()) if i > 2},
    **dict.fromkeys(["half", "halves", "halfs"], "2"),
    **dict.fromkeys(["quarter", "quarters"], "4"),
}

# One of these by the middle name, another without: what is left out is who it is.
_NAMESAKES = """
    andrew-lloyd-webber david-lloyd-george james-earl-jones john-luther-adams john-maynard-smith john-paul-jones
    john-quincy-adams michael-tilson-thomas ralph-vaughan-williams
"""
# The same, but of two who are both called so without it, so that it is asked about.
_ALIKE_NAMESAKES = """
    george-bush george-w-bush george-walker-bush george-h-w-bush george-hw-bush george-herbert-walker-bush
"""
# What is part of a longer name, and is somebody else's.
_OTHERS_WITHIN = "martin-luther iraq-war"
# Places that are called as another with a word before or behind it.
_OF_OTHER_PLACES = """
    american-samoa equatorial-guinea guinea-bissau south-sudan west-virginia
"""
JUNIOR = frozenset(["jr", "sr", "junior", "senior", "ii", "iii"])
NAMESAKES, ALIKE_NAMESAKES, OTHERS_WITHIN, OF_OTHER_PLACES = (
    frozenset(tuple(name.split("-")) for name in names.split())
    for names in (_NAMESAKES, _ALIKE_NAMESAKES, _OTHERS_WITHIN, _OF_OTHER_PLACES)
)

# May be left off the beginning.
_KINDS_OF_STATE = (
    "republic|kingdom|state|states|commonwealth|federation|principality|empire|dominion|union",
    "federal|federative|islamic|democratic|socialist|united|bolivarian|hellenic|plurinational|arab|former|people",
)
_KINDS_OF_PLACE = (
    "city|island|isle|province|book|gospel|epic|river|mount|mt|county|colony|duchy|grand duchy|emirate|sultanate|"
    "nation|people|territory|archipelago|list"
)
_KINDS_OF_THING = "battle|siege|treaty|peace|lake|house|tale|story|legend|tragedy|tragical history|adventures"
OPENINGS = re.compile(
    rf"(?:the )?(?:(?:(?:{_KINDS_OF_STATE[1]}) )*(?:{_KINDS_OF_STATE[0]}) of (?:the )?"
    rf"(?!(?:america|congo|korea|ireland)\b)|(?:{_KINDS_OF_PLACE}) of (?:the )?"
    r"|united states (?=secretary|supreme|senate|congress|constitution|house)|(?:mount|mt|river) )(?=\S)"
)
# These too, but "Paris" is not the Treaty of Paris.
NEEDED_OPENINGS = re.compile(rf"(?:the )?(?:(?:{_KINDS_OF_THING}) of (?:the )?|lake )(?=\S)")
# One may be said for the other, but the Siege of Vienna is another than the Battle of Vienna.
KINDS_ALIKE = {"battle": "siege", "siege": "battle", "treaty": "peace", "peace": "treaty"}
FOUGHT_OVER_TWICE = frozenset(["vienna"])
# Where these are left off the beginning, it may be something else.
_OF_ANOTHER = "university|cathedral|bay|gulf|strait|sea|church|museum|temple|myth"
_HAPPENS_TO = (
    "abduction|apotheosis|arrest|assassination|baptism|birth|burial|canonization|conversion|coronation|crucifixion|"
    "death|discovery|education|execution|exile|fall|funeral|invention|life|marriage|martyrdom|murder|passion|rape|"
    "reign|return|rise|sinking|temptation|trial|triumph|wedding|wreck"
)
UNSURE_OPENINGS = re.compile(
    rf"(?:(?:the )?(?:(?:{_OF_ANOTHER}) of|(?:{_HAPPENS_TO}) (?:of|in|on|at)) (?:the |an? )?|cape )(?=\S)"
)
# These are places, and the saint is another.
_SAINTS = "croix gallen helena helens kitts lawrence louis lucia malo moritz petersburg pierre tropez vincent"
PLACES_OF_SAINTS = frozenset(_SAINTS.split())
