"""What stands behind a comma: an addition that need not be said ("Chicago, Illinois"), or the rest of the answer."""

import re

from stumper.tasks.quizbowl.answers.given_names import GIVEN_NAMES
from stumper.tasks.quizbowl.answers.small_words import JUNIOR, RANKS

# Countries, states and provinces, in lower case.
_REGIONS = """
    afghanistan, albania, algeria, angola, argentina, armenia, australia, austria, azerbaijan, bahrain, bangladesh,
    belarus, belgium, belize, benin, bhutan, bolivia, bosnia, botswana, brazil, britain, bulgaria, burkina faso, burma,
    burundi, cambodia, cameroon, canada, chad, chile, china, colombia, congo, costa rica, croatia, cuba, cyprus,
    czech republic, czechia, denmark, djibouti, dominican republic, ecuador, egypt, el salvador, england, eritrea,
    estonia, ethiopia, fiji, finland, france, gabon, gambia, georgia, germany, ghana, greece, guatemala, guinea, guyana,
    haiti, honduras, hungary, iceland, india, indonesia, iran, iraq, ireland, israel, italy, ivory coast, jamaica,
    japan, jordan, kazakhstan, kenya, kosovo, kuwait, kyrgyzstan, laos, latvia, lebanon, liberia, libya, lithuania,
    luxembourg,
    madagascar, malawi, malaysia, mali, malta, mauritania, mexico, moldova, mongolia, montenegro, morocco, mozambique,
    myanmar, namibia, nepal, netherlands, new zealand, nicaragua, niger, nigeria, north korea, northern ireland, norway,
    oman, pakistan, palestine, panama, paraguay, persia, peru, philippines, poland, portugal, qatar, romania, russia,
    rwanda, saudi arabia, scotland, senegal, serbia, sierra leone, singapore, slovakia, slovenia, somalia, south africa,
    south korea, soviet union, spain, sri lanka, sudan, suriname, sweden, switzerland, syria, taiwan, tajikistan,
    tanzania, thailand, togo, tunisia, turkey, turkmenistan, uganda, ukraine, united kingdom, united states, uruguay,
    uzbekistan, venezuela, vietnam, wales, yemen, zambia, zimbabwe, uk, us, usa, ussr,
    alabama, alaska, arizona, arkansas, california, colorado, connecticut, delaware, florida, hawaii, idaho, illinois,
    indiana, iowa, kansas, kentucky, louisiana, maine, maryland, massachusetts, michigan, minnesota, mississippi,
    missouri, montana, nebraska, nevada, new hampshire, new jersey, new mexico, new york, north carolina, north dakota,
    ohio, oklahoma, oregon, pennsylvania, rhode island, south carolina, south dakota, tennessee, texas, utah, vermont,
    virginia, washington, west virginia, wisconsin, wyoming,
    alberta, british columbia, manitoba, new brunswick, newfoundland, nova scotia, ontario, quebec, saskatchewan,
    new south wales, queensland, tasmania
"""
_POSTAL = """
    al ak az ar ca co ct dc de fl ga hi ia id il in ks ky la ma md me mi mn mo ms mt nc nd ne nh nj nm nv ny oh ok or pa
    ri sc sd tn tx ut va vt wa wi wv wy
"""
# Towns in a state or country, of which another is as well known, or better.
_NAMESAKES = """
    alexandria: virginia, louisiana; athens: georgia, ohio; berlin: new hampshire; bethlehem: pennsylvania;
    birmingham: alabama; cairo: illinois; cambridge: massachusetts, ontario; charleston: west virginia;
    columbia: missouri; columbus: georgia; cordoba: argentina; dublin: ohio; florence: alabama; geneva: new york;
    hyderabad: pakistan; kansas city: kansas; las vegas: new mexico; lebanon: pennsylvania; london: ontario;
    manchester: new hampshire; melbourne: florida; memphis: egypt; miami: oklahoma; milan: ohio; moscow: idaho;
    naples: florida; oxford: mississippi; paris: texas, kentucky, ontario; philadelphia: mississippi;
    plymouth: massachusetts; portland: maine; richmond: california; rochester: minnesota; rome: georgia, new york;
    salem: oregon; springfield: massachusetts, missouri, ohio, oregon; st petersburg: florida; syracuse: new york;
    tripoli: lebanon; troy: new york; valencia: venezuela; vancouver: washington; venice: california; vienna: virginia;
    washington: dc; wilmington: north carolina
"""
# Capitals and great cities, and where they are: of a town of the name elsewhere the name alone is asked about.
_HOMES = """
    abidjan: ivory coast; accra: ghana; addis ababa: ethiopia; algiers: algeria; amsterdam: netherlands; ankara: turkey;
    antwerp: belgium; athens: greece; auckland: new zealand; baghdad: iraq; baltimore: maryland, us, usa, united states;
    bangkok: thailand; barcelona: spain; beirut: lebanon; belfast: northern ireland, uk, united kingdom;
    belgrade: serbia; berlin: germany; bern: switzerland; bogota: colombia; boston: massachusetts, us, usa;
    bristol: england, uk, united kingdom; brussels: belgium; bucharest: romania; budapest: hungary;
    buffalo: new york, us, usa, united states; cairo: egypt; calcutta: india; canton: china; caracas: venezuela;
    cardiff: wales, uk, united kingdom; cartagena: colombia, spain; charlotte: north carolina, us, usa, united states;
    cleveland: ohio, us, usa, united states; cologne: germany; copenhagen: denmark; cordoba: spain; corinth: greece;
    cuzco: peru; dallas: texas, us, usa, united states; damascus: syria; delhi: india; denver: colorado, us, usa;
    dresden: germany; dublin: ireland; edinburgh: scotland, uk, united kingdom; florence: italy; frankfurt: germany;
    geneva: switzerland; genoa: italy; glasgow: scotland, uk, united kingdom; granada: spain; guadalajara: mexico;
    hamburg: germany; hanover: germany; havana: cuba; helsinki: finland; houston: texas, us, usa, united states;
    istanbul: turkey; jerusalem: israel, palestine; johannesburg: south africa; karachi: pakistan; kingston: jamaica;
    kyiv: ukraine; kiev: ukraine; lagos: nigeria; la paz: bolivia; leeds: england, uk, united kingdom; lima: peru;
    lisbon: portugal; liverpool: england, uk, united kingdom; london: england, uk, united kingdom; lyon: france;
    madras: india; madrid: spain; manchester: england, uk, united kingdom; manila: philippines; marseille: france;
    medina: saudi arabia; melbourne: australia; milan: italy; montreal: quebec, canada; moscow: russia, soviet union;
    mumbai: india; munich: germany; nairobi: kenya; naples: italy; nashville: tennessee, us, usa; nazareth: israel;
    new orleans: louisiana, us, usa; odessa: ukraine, russia; osaka: japan; oslo: norway; oxford: england, uk;
    palermo: italy; paris: france; perth: australia; philadelphia: pennsylvania, us, usa;
    phoenix: arizona, us, usa; pisa: italy; prague: czech republic, czechia; quito: ecuador; rio de janeiro: brazil;
    rome: italy; rotterdam: netherlands; santiago: chile; sao paulo: brazil; seoul: south korea; seville: spain;
    shanghai: china; sparta: greece; stockholm: sweden; strasbourg: france; sydney: australia; toledo: spain;
    toronto: ontario, canada; tripoli: libya; troy: turkey; tunis: tunisia; turin: italy; utrecht: netherlands;
    valencia: spain; venice: italy; versailles: france; vienna: austria; waterloo: belgium; warsaw: poland;
    wellington: new zealand; winchester: england, uk; york: england, uk, united kingdom; zurich: switzerland
"""


def without_addition(text: str) -> str | None:
    """What stands before the first comma, where that is enough; None where it is not, or there is no comma."""
    head, *tails = (side.strip() for side in COMMA.split(text, maxsplit=1))
    if not tails or not _plain(head):
        return None
    [tail] = tails
    last = _plain(tail.rpartition(", ")[2])
    if last in REGIONS or last in _CODES:
        return head if _is_place(_plain(head), last) else None
    if _SUBTITLE.match(tail) and _plain(tail).split().count("the") == 0:
        return head
    if _LIST.search(tail):
        return None
    is_told = _FURTHER.match(tail) is not None or _is_of_person(_plain(head).split(), _plain(tail).split())
    return head if is_told or any(character.isdigit() for character in head) else None


def _is_place(head: str, region: str) -> bool:
    """Whether a place stands before the state or country, and its name alone tells it from others."""
    namesakes, homes = _NAMESAKES_OF.get(head, frozenset()), _HOMES_OF.get(head)
    if homes is not None and region not in homes and not (region in _CODES and not homes.isdisjoint(_STATES_OF_CODES)):
        return False
    return region not in namesakes and not (namesakes and region in _CODES) and head.split()[0] not in _CALLS


def _is_of_person(head: list[str], tail: list[str]) -> bool:
    """Whether a person's full name stands before the comma, or behind it a rank (the Duke of Wellington) or the given
    name alone."""
    is_full_name = len(head) > 1 and (head[0] in GIVEN_NAMES or head[0] in RANKS)
    is_turned_round = len(head) == len(tail) == 1 and tail[0] in GIVEN_NAMES and head[0] not in _CALLS
    return is_full_name or is_turned_round or not RANKS.isdisjoint(tail[:3]) or JUNIOR.issuperset(tail)


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace(".", "").removeprefix("the ").split())


REGIONS = frozenset(" ".join(region.split()) for region in _REGIONS.split(","))
_CODES = frozenset(_POSTAL.split())
_NAMESAKES_OF, _HOMES_OF = (
    {
        " ".join(town.split()): frozenset(" ".join(region.split()) for region in regions.split(","))
        for town, _, regions in (row.partition(":") for row in rows.split(";"))
    }
    for rows in (_NAMESAKES, _HOMES)
)
_STATES_OF_CODES = frozenset(["us", "usa"])  # homes in the United States: which of its states a code means is not asked
# Whatever is called upon with these is no place: Good Morning, Vietnam.
_CALLS = frozenset(["farewell", "good", "goodbye", "hail", "hello", "o", "oh", "wake", "welcome"])
_LIST = re.compile(r", (?!(?:\w+\s+)?(?:duke|earl|count|king|lord|baron)\b)|\b(?:and|or)\b|&", re.IGNORECASE)
# "a Study of Provincial Life", "the god of war", "son of Peleus", "in Istanbul".
_FURTHER = re.compile(
    r"[Aa]n?\s+\w|the\s+[^\W\d_A-Z]|[^\W\d_A-Z]+\s+of\b|(?:from|in|near|by|also|called|specifically)\b"
)
COMMA = re.compile(r",['’\"”]?\s+")
_SUBTITLE = re.compile(r"The(?:\s+[^\s,]+){3,}$")  # "Cry, the Beloved Country" has no capital there
