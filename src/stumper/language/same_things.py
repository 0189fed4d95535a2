"""Names that never stand for each other, because they name the same thing or a part of it, or that stand for none."""

from functools import cache

from stumper.language.lexicon import synonyms

# One row a thing: its names, its people, its language, and parts of it whose names are near.
# A word may stand in several rows; plurals need not be written.
_THINGS = tuple(
    frozenset(row.split())
    for row in (
        "britain british briton england english englishman great uk u.k. gb united kingdom",
        "britain british briton scotland scottish scot scots uk u.k. united kingdom",
        "britain british briton wales welsh uk u.k. united kingdom",
        "britain british uk u.k. united kingdom ireland irish",
        "ireland irish eire ulster gaelic celtic celt gaul",
        "scotland scottish scot scots gaelic celtic celt",
        "america american us u.s. usa u.s.a. united states yankee",
        "america american native indian amerindian",
        "soviet russia russian ussr u.s.s.r. muscovy bolshevik communist union",
        "rome roman byzantine byzantium latin",
        "byzantine byzantium constantinople istanbul greek greece",
        "greece greek hellas hellenic hellenistic athens athenian sparta spartan macedonian",
        "holland netherlands dutch",
        "persia persian iran iranian",
        "turkey turkish turk turkic ottoman anatolia balkans",
        "germany german prussia prussian reich nazi teutonic",
        "germany german deutschland bavaria bavarian saxony saxon gdr frg",
        "austria austrian habsburg hapsburg austria-hungary austro-hungarian",
        "hungary hungarian magyar austria-hungary austro-hungarian",
        "france french gaul gallic frank frankish",
        "spain spanish spaniard castile castilian aragon catalan hispanic iberia iberian",
        "portugal portuguese iberia iberian",
        "italy italian rome roman sicily sicilian tuscany venetian",
        "switzerland swiss helvetia",
        "sweden swedish swede scandinavia scandinavian nordic norse",
        "norway norwegian scandinavia scandinavian nordic norse",
        "denmark danish dane scandinavia scandinavian nordic norse",
        "viking norse norseman norman nordic scandinavian",
        "finland finnish finn nordic",
        "czech czechoslovakia czechoslovak bohemia bohemian moravia",
        "slovakia slovak czechoslovakia czechoslovak",
        "yugoslavia yugoslav serbia serbian serb croatia croatian bosnia bosnian slovenia kosovo montenegro",
        "china chinese prc p.r.c. mandarin sino han cathay",
        "china chinese hong kong cantonese manchu manchuria taiwan taiwanese tibet tibetan",
        "korea korean dprk rok",
        "japan japanese nippon",
        "myanmar burma burmese",
        "thailand thai siam siamese",
        "sri lanka lankan ceylon sinhalese",
        "vietnam vietnamese annam indochina",
        "cambodia cambodian khmer kampuchea indochina",
        "india indian hindustan hindi bharat",
        "iraq iraqi mesopotamia mesopotamian babylon babylonian",
        "egypt egyptian cairo coptic",
        "ethiopia ethiopian abyssinia abyssinian",
        "congo congolese zaire",
        "israel israeli israelite hebrew jew jewish judaism judaic judea judah zion zionist semitic orthodox",
        "palestine palestinian israel israeli israelite",
        "arab arabia arabian arabic saudi",
        "africa african black negro afro-american african-american",
        "asia asian asian-american chinese-american oriental",
        "europe european eu continental western",
        "eu ec eec european",
        "scandinavian nordic european",
        "slav slavic slavonic russian polish serbian",
        "christian christianity christ catholic catholicism roman papal jesuit benedictine church",
        "christian christianity protestant protestantism lutheran calvinist baptist anglican methodist evangelical",
        "christian christianity orthodox orthodoxy",
        "protestant protestantism lutheran calvinist baptist anglican methodist evangelical presbyterian puritan",
        "anglican episcopal episcopalian",
        "muslim moslem islam islamic islamist sunni shia shiite sufi sufism imam mohammedan",
        "hindu hinduism brahmin vedic",
        "buddha buddhist buddhism zen",
        "jesus christ messiah god lord",
        "bible biblical gospel scripture testament genesis exodus leviticus psalm torah talmud pentateuch",
        "quran koran qur'an",
        "muhammad mohammed mohamed mohammad",
        "gay homosexual lesbian queer lgbt lgbtq",
        "nazi nazism fascist fascism hitler reich socialist socialism",
        "communist communism marxist marxism marxian leninist leninism stalinist socialist socialism bolshevik",
        "tsar czar emperor",
        "justice judge",
        "dame lady madame",
        "inc ltd corp co company corporation plc",
        "tv television hdtv",
        "ecg ekg",
        "mexico mexican aztec",
        "peru peruvian inca incan",
        "york nyc manhattan brooklyn",
        "la los angeles hollywood",
        "earth world globe",
    )
)
# Not to be put into anybody's mouth, and not to be made the ones who did or suffered what was asked about.
_NEVER = frozenset(
    str.split(
        "hitler himmler goebbels mussolini stalin nazi nazism heroin isis taliban hezbollah hamas kkk klan "
        "al-qaeda qaeda terrorist auschwitz holocaust gestapo aryan apartheid "
        "jew jewish israelite hebrew zionist semitic judaism muslim moslem islam islamic islamist arab arabs "
        "palestinian kurd kurdish gypsy gypsies roma romani black negro coloured colored white homosexual gay lesbian "
        "queer hindu hinduism sikh sikhism mormon mormonism shiite sunni african-american asian-american "
        "chinese-american japanese-american jewish-american native "
        "indigenous aboriginal aborigine rohingya uyghur tutsi hutu slave retarded satan"
    )
)


def names_same(one: str, other: str) -> bool:
    """Whether two names, of a word or of several, may name the same thing or one a part of the other."""
    if not _rows(one).isdisjoint(_rows(other)):
        return True
    low, new = one.lower(), other.lower()
    return any(new in synonyms(low, part) or low in synonyms(new, part) for part in ("noun", "adj"))


@cache
def _rows(name: str) -> frozenset[int]:
    """Which things a name names or is a part of."""
    words = _words(name)
    return frozenset(i for i, row in enumerate(_THINGS) if row & words)


def is_sensitive(name: str) -> bool:
    """Whether a name is one that nothing is renamed to."""
    return not _NEVER.isdisjoint(_words(name))


def _words(name: str) -> frozenset[str]:
    """The words in lower case and the parts of those with hyphens, those in s without it too."""
    words = [*name.lower().split(), *name.lower().replace("-", " ").split()]
    return frozenset(words) | {word[:-1] for word in words if word.endswith("s") and len(word) > 3}
