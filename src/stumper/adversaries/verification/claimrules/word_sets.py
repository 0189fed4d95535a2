"""Closed classes of words by which the rules tell what they can rewrite, and the nationalities that they exchange."""

from stumper.language.rewording.words import word_set as word_set

# Small words that stand within names of persons, places and works.
IN_NAMES = word_set("""
    of the in and or de von van der den la le di da del du des bin ibn al el y for on to with a an vs. from at by &
    """)
# They deny, or leave out: a claim with one of them is not affirmative.
NEGATIVE = word_set("""
    not n't never no nobody nothing none neither nor without only exclusively solely just merely yet except hardly
    barely least unless cannot incapable unable refused refuses failed fails any ever zero but besides instead rather
    nowhere rarely seldom few little unlike anyone anybody anything anywhere either
    """)
# They open another clause, or a comparison.
SUBORDINATING = word_set("""
    because after before while although though since until despite if whether than as
    """)
# What they open may belong to the verb, and not to the noun before it.
TRAILING = word_set("""
    in on at from for with after before during as since until under over when where who that which
    """)
# They may stand around the name of a place.
AROUND_PLACES = word_set("""
    , the of St. Mt. Ft. northern southern eastern western central northeastern northwestern southeastern southwestern
    """)
# They may stand around a date.
AROUND_DATES = word_set("""
    the early late mid - year month of summer spring autumn fall winter in a 's ’s
    """)
# A negation before one of these may deny it alone.
SCOPE = word_set("""
    some all every each both several many most also already still always often usually sometimes multiple various
    much more less another other too twice once alongside first last either one
    """)
# One is these, but is not called so: "a part called …".
ROLES = word_set("""
    part member fan lot result cause way failure success reason kind type sort form example number citizen resident
    native winner recipient contributor victim thing person human source piece bit pair couple series set host friend
    son daughter brother sister father mother parent husband wife child symptom name word location area place
    """)
# Verbs that "did" cannot take over.
HELPING = word_set("""
    is was has had does did can could will would may might shall should must be are were have do
    """)
# Of these one does not say that they come from a country.
LYING = word_set("""
    citizen male female stance settlement state province colony holiday law election accent school
    """)
# Names whose article is no part of them.
TAKING_ARTICLES = word_set("""
    Battle War Siege Cup League Republic Empire Party Union States Kingdom Association University Army Coalition
    Congress River Address Tournament Olympics Islands Championship Dynasty Church Coast Boeing Airbus Award Awards
    """)


DEMONYMS: dict[str, str] = {
    "American": "the United States", "British": "the United Kingdom", "English": "England", "Scottish": "Scotland",
    "Irish": "Ireland", "Welsh": "Wales", "French": "France", "German": "Germany", "Italian": "Italy",
    "Spanish": "Spain", "Portuguese": "Portugal", "Dutch": "the Netherlands", "Belgian": "Belgium",
    "Swedish": "Sweden", "Norwegian": "Norway", "Danish": "Denmark", "Finnish": "Finland", "Polish": "Poland",
    "Russian": "Russia", "Ukrainian": "Ukraine", "Greek": "Greece", "Turkish": "Turkey", "Indian": "India",
    "Pakistani": "Pakistan", "Chinese": "China", "Japanese": "Japan", "South Korean": "South Korea",
    "Australian": "Australia", "Canadian": "Canada", "Mexican": "Mexico", "Brazilian": "Brazil",
    "Argentine": "Argentina", "Israeli": "Israel", "Egyptian": "Egypt", "South African": "South Africa",
    "Nigerian": "Nigeria", "Austrian": "Austria", "Swiss": "Switzerland", "Hungarian": "Hungary",
    "Jamaican": "Jamaica", "Colombian": "Colombia", "Cuban": "Cuba",
}  # fmt: skip

# What a thing or a person is said to be instead: nationalities that few hold beside another one.
OTHERS = ("Bolivian", "Mongolian", "Nepalese", "Icelandic", "Estonian", "Paraguayan", "Tunisian", "Bulgarian")
