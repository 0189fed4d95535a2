"""Phrases, names, numbers and dates that may stand for one another, whatever the sentence: *took place*, *occurred*."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from stumper.language.inflection import inflected, lemma
from stumper.language.numerals import ordinal_of
from stumper.language.parse import Parse, Token
from stumper.language.rewording.clause import NOUNS
from stumper.language.rewording.ranges import alike
from stumper.language.rewording.words import word_set


@dataclass(frozen=True, slots=True)
class Exchange:
    """``text`` for the characters [start, end) of the parsed text."""

    start: int
    end: int
    text: str


def phrases(parse: Parse) -> Iterator[Exchange]:
    """What may be said otherwise in a sentence, in order; nothing of it stands in a quotation."""
    found = [*_by_pattern(parse), *_names(parse), *_numerals(parse), *_of_countries(parse)]
    for exchange in sorted(found, key=lambda exchange: (exchange.start, -exchange.end)):
        before = parse.text[: exchange.start]
        if before.count('"') % 2 == 0 and before.count("“") <= before.count("”"):
            yield exchange


def _not_behind(words: str) -> str:
    """A pattern of places that none of these words stands before, with a space between."""
    return "".join(rf"(?<!{word} )" for word in words.split())


# "They have to go" is "they must go"; but not: they do not have to, they used to have to, they will have to.
_NO_OTHER_VERB = _not_behind("not n't n’t to will would may might should could can must")
MONTHS = word_set("January February March April May June July August September October November December")
_MONTHS = "|".join(sorted(MONTHS))
_AMOUNT = r"(?=[$£€]?\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|a (?:hundred|thousand|million))\b)"
PHRASES: tuple[tuple[str, str], ...] = (
    (r"\b(is|are|was|were|also) known as\b", r"\1 called"),
    (r"\b(is|are|was|were|also) called (?=(?:the |an? )?[A-Z])", r"\1 known as "),
    (r"\bbecame known as\b", "came to be known as"),
    (r"\b(is|are|was|were) referred to as\b", r"\1 called"),
    (r"(?<=[a-z]) called (?=(?:the |an? )?[A-Z])(?<!\b(?:is|as|re|so|be|en) called )", " known as "),
    (r"(?<=[a-z] )because of\b", "owing to"),
    (r"(?<=[a-z] )in order to\b", "so as to"),
    (r"(?<!no )\bmore than (?!one\b)" + _AMOUNT, "over "),
    (r"\b(is|are|was|were|has|have|had|of|to|by|with|for|at|in|and|than) over " + _AMOUNT, r"\1 more than "),
    (r"(?<!no )\bless than " + _AMOUNT, "under "),
    (r"\bat least (?!one\b)(?=[$£€])" + _AMOUNT, "no less than "),
    (r"\bat least (?!one\b)(?![$£€])" + _AMOUNT + r"(?=\S+ (?:[a-z-]+ )?(?:[a-z]+s|people|men|women|children)\b)",
     "no fewer than "),
    (r"\babout " + _AMOUNT + r"(?=\S+ (?!BC|AD)[a-z])", "roughly "),
    (r"\ba number of\b", "several"),
    (r"\ba variety of\b", "a range of"),
    (r"\ba large number of\b", "a great many"),
    (r"\btook place\b", "occurred"),
    (r"\btake place\b", "occur"),
    (r"\btaking place\b", "occurring"),
    (r"\bresulted in\b", "led to"),
    (r"\bresult in\b", "lead to"),
    (r"\bresults in\b", "leads to"),
    (r"\bled to (?=(?:the|an?) [a-z]+(?:tion|ment|al|ing|ise|ine|ity|ence|ance)s?\b)(?!.* and to )", "brought about "),
    (r"\bconsists of\b(?! [a-z]+ing\b)", "is made up of"),
    (r"\bconsisted of\b(?! [a-z]+ing\b)", "was made up of"),
    (r"\bcomposed of\b", "made up of"),
    (r"\bmade up of\b", "composed of"),
    (r"\b(was|were) able to\b", "managed to"),
    (r"\b(is|are) able to\b", "can"),
    (r"\bis similar to\b", "resembles"),
    (r"\bare similar to\b", "resemble"),
    (r"\bin addition to\b", "besides"),
    (r"\bprior to\b", "before"),
    (r"\baround the world\b", "across the globe"),
    (r"\bthroughout the world\b", "all over the world"),
    (r"\bevery (day|week|month|year|season)\b", r"each \1"),
    (r"\beach (day|week|month|year|season)\b", r"every \1"),
    (r"\bper (year|day|week|month)\b", r"a \1"),
    (r"\btook part in\b", "participated in"),
    (r"\btake part in\b", "participate in"),
    (r"\bcarried out\b", "conducted"),
    (r"\bcarry out\b", "conduct"),
    (r"\bcarrying out\b", "conducting"),
    (r"\bcalled for (?=(?:the|an?) )", "demanded "),
    (r"\bat the age of (?=\d)", "at age "),
    (r"\bwon the (?=(?:[\w-]+ ){0,3}(?:battle|war|election|game|match|race|final)\b)", "triumphed in the "),
    (r"\bthe earliest\b", "the first"),
    (r"\bbest[- ]known\b", "most famous"),
    (r"\b(in|at|of|is|was|were|had|with|to|from|for|by) around (?=\d)", r"\1 about "),
    (r"\b([Ii]t|term|word|name|phrase|expression|title|symbol|which|that|also) refers to\b", r"\1 denotes"),
    (r"\b(is|are|was|were) considered (?:to be )?(?=(?:the|an?|one) )", r"\1 regarded as "),
    (r"\b(is|are|was|were) thought to\b", r"\1 believed to"),
    (r"\b(is|are|was|were) believed to\b", r"\1 thought to"),
    (r"\b(they|we|you|not|may|will|would|might|could|people|who|that|also|often) need to\b", r"\1 have to"),
    (_NO_OTHER_VERB + r"\b(?:has|have) to (?=[a-z])(?![a-z]+ing\b)", "must "),
    (rf"\b(was|were) held (?=(?:in|on) (?:\d|{_MONTHS}))", "took place "),
    (r"\btelevision (?=[a-z])", "TV "),
    (r"\bmovie (?=industry|star|director|studio|production)", "film "),
    (r"\bfilm (?=industry|star|director|studio)", "movie "),
    (_not_behind(r"\bis was are") + r"\bdue to (?=(?:the|a|an|his|her|its|their) )", "owing to "),
    (r"\blargest\b", "biggest"),
    (r"\bbiggest\b", "largest"),
    (r"\bserves as\b", "acts as"),
    (r"\bacts as\b", "serves as"),
    (r"\bknown for\b", "noted for"),
    (r"\bended (in|on) (?=\d|[A-Z])", r"came to an end \1 "),
    (_not_behind("is are was were") + r"(?<=[a-z] )named (?=[A-Z])", "called "),
    (r"\b(is|are|was|were) made of\b", r"\1 composed of"),
    (r"\bfor example\b", "for instance"),
    (r"\bfor instance\b", "for example"),
    (r"\bthe idea that\b", "the notion that"),
    (r"\bplay(s|ed)? a role in\b", r"play\1 a part in"),
    (_not_behind("as so how too very that the these those not great good of in As How So The These Those In Of")
     + r"(?<!ly )(?<=[a-z,] )many (?=[a-z]+s\b)",
     "numerous "),
    (_not_behind("the these those of all his her its their for in The These Those All His Her Its Their For In")
     + r"(?<=[a-z,] )several (?!hundreds|thousands|millions)(?=[a-z]+s\b)",
     "a number of "),
    (r"\bwide (range|variety|array|spectrum) of\b", r"broad \1 of"),
    (r"\bbroad (range|variety|array|spectrum) of\b", r"wide \1 of"),
    (r"\bthe rest of\b", "the remainder of"),
    (r"\bthe remainder of\b", "the rest of"),
    (r"(?<!vast )(?<!great )\bthe majority of (?=(?:the )?[a-z]+s\b)", "most of the "),
    (_not_behind("for the") + r"(?<=[a-z,] )most of the (?=[a-z]+s\b)", "the majority of the "),
    (r"\ba majority of\b", "more than half of"),
    (r"\bmore than half of\b", "a majority of"),
    (r"\b(for|within|over|after|about|nearly|almost) a decade\b", r"\1 ten years"),
    (r"\btwo decades\b", "twenty years"),
    (r"\bthree decades\b", "thirty years"),
    (r"\bone[- ](third|quarter|fifth|tenth) of\b", r"a \1 of"),
    (_not_behind("two three about") + r"(?<=[a-z,] )a (third|quarter|fifth|tenth) of (?=the )", r"one \1 of "),
    (r"(?<=[a-z] )troops\b(?!-)", "soldiers"),
    (r"\bregulations\b", "rules"),
    (r"\bthe ability to\b", "the capacity to"),
    (r"\bin the vicinity of\b", "near"),
    (r"\bin close proximity to\b", "close to"),
    (r"\balong with (?=the |an? |his |her |its |their |[A-Z])", "together with "),
    (r"\btogether with (?=the |an? |his |her |its |their |[A-Z])", "along with "),
    (r"\bduring the (?=(?:war|campaign|conflict|siege|expedition|revolution|process|operation|voyage|trial)\b)",
     "in the course of the "),
    (r"^Following (?=(?:the|an?|his|her|its|their) )", "After "),
    (r", following (?=(?:the|an?|his|her|its|their) [a-z]+ (?:of|in|at)\b)", ", after "),
    (r"\bat the end of (?=(?:the )?(?:\d|\w+ century|war\b|year\b|season\b))", "at the close of "),
    (r"\bby the end of (?=(?:the )?(?:\d|\w+ century|war\b|year\b|season\b))", "by the close of "),
    (r"\bas a result of (?=(?:the|an?|his|her|its|their) )", "because of "),
    (r"\bdespite (?=(?:the|an?|his|her|its|their) )", "in spite of "),
    (r"^Despite (?=(?:the|an?|his|her|its|their) )", "In spite of "),
    (r"\bin spite of\b", "despite"),
    (r", although (?=[a-z]+ )", ", though "),
    (r"^Although (?=[a-z]+ |[A-Z])", "Though "),
    (r", whereas (?=[a-z]+ |[A-Z])", ", while "),
    (r"\bled by (?=(?:the |an? )?[A-Z])", "headed by "),
    (r"\bassociated with\b", "linked with"),
    (r"\blinked (?:to|with) (?=(?:the|an?|higher|lower|increased) )", "associated with "),
    (r"\boccurred (?=(?:in|on|during|between) (?:the )?(?:\d|[A-Z]))", "took place "),
    (r"\bhappened (?=(?:in|on|during|when|after|before) )", "occurred "),
    (r"\bargu(ed|ing) that\b", r"contend\1 that"),
    (r"\bclaim(ed|ing) that\b", r"assert\1 that"),
    (r"\bstated that\b", "said that"),
    (_not_behind("be is are was were been it") + r"(?<=[\w,] )said that\b", "stated that"),
    (r"\bbelieved that\b", "thought that"),
    (r"\bthought that\b", "believed that"),
    (r"(?<=[a-z] )noted that\b", "pointed out that"),
    (r"\bappear(s|ed)? to (?=(?:be|have)\b)", r"seem\1 to "),
    (r"\bseem(s|ed)? to (?=(?:be|have)\b)", r"appear\1 to "),
    (r"\bis derived from\b", "comes from"),
    (r"\bare derived from\b", "come from"),
    (r"\b(?:was|were) derived from\b", "came from"),
    (r"\ban estimated (?=\d)", "about "),
    (r"\bdecided to (?=[a-z])", "chose to "),
    (r"\bchose to (?=[a-z])", "opted to "),
    (_not_behind("has have had be been was were is are and or but") + r"(?<=[\w,)] )failed to (?=[a-z])",
     "did not manage to "),
    (r"\bfails to (?=[a-z])", "does not manage to "),
    (r"\boffers (?=(?:an?|both|several|many|various|free|more) )", "provides "),
    (r"\bdetermine (?=(?:whether|how|which) )", "find out "),
    (r"\bdetermining (?=(?:whether|how|which) )", "finding out "),
    (r"\bgained (?:its |their )?independence\b", "became independent"),
    (r"\bcaptured (?=the (?:city|town|fort|castle|island|port|fortress)\b)", "seized "),
    (_not_behind("was were be been is are being has have had not")
     + r"(?<=[\w,)] )returned to (?=(?:[A-Z]|(?:the|his|her|their) ))",
     "went back to "),
    (rf"\barrived (?:in|at) (?!{_MONTHS})(?=(?:[A-Z]|the [a-z]+\b(?<!end)(?<!beginning)))", "reached "),
    (r"\bdates (?:back )?to\b", "goes back to"),
    (r"\bdating (?:back )?to\b", "going back to"),
    (r"\b(is|are|was|were) intended to\b", r"\1 meant to"),
    (r"\b(is|are|was|were) meant to\b", r"\1 intended to"),
    (r"\brelied on\b", "depended on"),
    (r"\brelies on\b", "depends on"),
    (r"\brely on\b", "depend on"),
    (r"\btravell?ed to\b", "journeyed to"),
    (_not_behind("and or has have had") + r"(?<=[\w,)] )lacks (?=[a-z])", "does not have "),
    (_not_behind("and or has have had was were") + r"(?<=[\w,)] )lacked (?=(?:an?|the|any|[a-z]+ion) ?)",
     "did not have "),
    (r"\binhabited by\b", "populated by"),
    (r"\bdeemed (?!by\b)", "considered "),
    (_not_behind("was were be been is are has have had") + r"(?<=[\w,)] )resigned (?=(?:as|in|from|after|on) )",
     "stepped down "),
    (rf"\blived in (?!{_MONTHS})(?=[A-Z])", "resided in "),
    (rf"\blives in (?!{_MONTHS})(?=[A-Z])", "resides in "),
    (rf"\bliving in (?!{_MONTHS})(?=[A-Z])", "residing in "),
    (r"\bmoved to (?=[A-Z])", "relocated to "),
    (_not_behind("and has have had") + r"(?<=[\w,)] )took over (?=the )", "took control of "),
    (r"\b(was|were|been|being) set up\b", r"\1 established"),
    (r"\bto set up (?=(?:an?|the|his|her|its|their|new) )", "to establish "),
    (_not_behind("has have had")
     + r"(?<=[a-z] )lasted (?:for )?"
     r"(?=(?:about |around |over |more than |only |at least )?"
     r"(?:\d|(?:two|three|four|five|six|seven|eight|nine|ten) |several |many ))",
     "went on for "),
    (r"\blies (?=(?:on|at|along|near|north|south|east|west|just|between) )", "is situated "),
    (r"\bis part of (?=(?:the|an?) (?!(?:reason|problem|plan))[A-Za-z])", "belongs to "),
    (r"\bare part of (?=(?:the|an?) (?!(?:reason|problem|plan))[A-Za-z])", "belong to "),
    (r"\b(?:was|were) part of (?=(?:the|an?) (?!(?:reason|problem|plan))[A-Za-z])", "belonged to "),
    (r"\bin the (?=(?:(?:early|late|mid)[ -])?(?:1[5-9]|20)\d0s\b)", "during the "),
    (r"\bin the (?=(?:(?:early|late|mid)[ -])?(?:\d+(?:th|st)|\w+th) centur)", "during the "),
    (r"\bduring the (?=(?:(?:early|late|mid)[ -])?(?:\d+(?:th|st)|\w+th) centur)", "in the "),
    (rf"\b(in|by|until|since|from) ({_MONTHS}) (\d{{4}})\b", r"\1 \2 of \3"),
    (r"(?<=[a-z] )near (?=(?:the [a-z]+ of|[A-Z]))", "close to "),
    (rf"(?<=[a-z] )throughout (?!{_MONTHS})"
     rf"(?=(?:the (?:world|country|state|city|region|island|continent|empire|province|nation)\b|[A-Z][a-z]+))",
     "all over "),
    (_not_behind("not only also just simply is was are were be partly mainly largely solely precisely and or but")
     + r"(?<=[a-z] )because (?=(?:the|an?|it|they|he|she|of the fact|there|[A-Z]))(?!of)",
     "since "),
    (r"\bshowed that\b", "demonstrated that"),
    (r"\bshows that\b", "demonstrates that"),
    (r"\bshow that\b", "demonstrate that"),
    (r"\bshown that\b", "demonstrated that"),
    (r"\boriginated in\b", "arose in"),
    (r"\boriginated (?:from|with)\b", "came from"),
    (r"\bargues that\b", "contends that"),
    (r"\bargue that\b", "contend that"),
    (r"\bthe next (day|night|morning|week|month|season|year|decade|century)\b", r"the following \1"),
    (r"\bthe following (day|night|morning|week|month|season|year|decade|century)\b", r"the next \1"),
    (r"\bmost commonly\b", "most often"),
    (r"\bmost often\b", "most frequently"),
    (r", including (?=[A-Z])", ", among them "),
    (r"(?<=[a-z]) as well as (?=the |an? |[A-Z])", " along with "),
    (r"(?<=[a-z]) before (?=\d{4}\b)", " prior to "),
    (r"(?<=[a-z]) after (?=the (?:\w+ )?(?:war|death|fall|end|defeat|collapse|outbreak)\b)", " following "),
    (r"\b(is|was|remains|remained) one of the (?=(?:most|oldest|few|[a-z]+est) )", r"\1 among the "),
    (r"\b(are|were) one of the (?=(?:most|oldest|few|[a-z]+est) )", r"\1 among the "),
    (r"(?<=\b(?:area|city|town|room) )in which\b", "where"),
    (r"\bwith the help of\b", "with the aid of"),
    (r"\bwith the aid of\b", "with the help of"),
    (r"\bconsist of\b(?! [a-z]+ing\b)", "are made up of"),
    (r"\bmakes up (?=\d|about|around|the|most|nearly|over|more)", "constitutes "),
    (r"\baccounts for (?=\d|about|around|nearly|over|more)", "makes up "),
    (r"\b(is|are) equal to\b", r"\1 the same as"),
    (r"\b(was|were) founded (?=(?:in|by|on) )", r"\1 established "),
    (r"\b(was|were) established in (?=\d{4})", "came into being in "),
    (r"(?<=[a-z] )U\.S\. (?=(?:government|troops|soldiers|military|army|economy|president|law|companies|company)\b)",
     "American "),
    (r"\bis used to (?=(?:describe|make|produce|measure|denote|determine|create)\b)(?!.* with\b)", "serves to "),
    (r"\b(?:was|were) used to (?=(?:describe|make|produce|measure|denote|determine|create)\b)(?!.* with\b)",
     "served to "),
    (r"\b(\d+) ?%", r"\1 percent"),
    (r"\b(\d+(?:\.\d+)?) percent\b", r"\1%"),
    (rf"\b({_MONTHS}) (\d{{1,2}}), (\d{{4}})\b", r"\2 \1 \3"),
    (rf"(?<![–/-])\b(\d{{1,2}}) ({_MONTHS}) (\d{{4}})\b", r"\2 \1, \3"),
)  # fmt: skip
# Names as whole noun phrases, with the article that they need.
NAMES = {
    "World War I": "the First World War", "World War II": "the Second World War",
    "World War One": "the First World War", "World War Two": "the Second World War",
    "the First World War": "World War I", "the Second World War": "World War II",
    "the United States": "America", "the U.S.": "the United States", "the US": "the United States",
    "the United States of America": "the United States", "the United Kingdom": "Britain", "the UK": "Britain",
    "Great Britain": "Britain", "the Soviet Union": "the USSR", "the USSR": "the Soviet Union",
    "the European Union": "the EU", "the EU": "the European Union", "the United Nations": "the UN",
    "the UN": "the United Nations", "the Netherlands": "Holland", "New York City": "the city of New York",
    "Los Angeles": "L.A.", "the Great War": "World War I", "Burma": "Myanmar",
    "Washington, D.C.": "the capital of the United States",
}  # fmt: skip
_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
    "twentieth", "twenty-first",
)  # fmt: skip


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern), new) for pattern, new in PHRASES)


def _by_pattern(parse: Parse) -> Iterator[Exchange]:
    for found, new in _matched(parse.text):
        if not _is_bound(parse, found.start, new) and not _is_another_form(parse, found):
            yield found


@lru_cache(4096)  # an edit after another, or another seed, meets the same sentences
def _matched(text: str) -> tuple[tuple[Exchange, str], ...]:
    """What every pattern finds in a text, and the text that the pattern puts there, in its own words."""
    return tuple(
        (Exchange(match.start(), match.end(), match.expand(new)), new)
        for pattern, new in _patterns()
        for match in pattern.finditer(text)
    )


def _is_bound(parse: Parse, at: int, new: str) -> bool:
    """Whether the phrase is used as it may not be."""
    if new == " known as ":  # a spring called Cow Ford, not what somebody called so
        return not any(t.start == at + 1 and t.tag == "VBN" and t.relation == "acl" for t in parse.tokens)
    if new != "was held":
        return False
    subjects = [t for t in parse.tokens if t.end < at and t.relation.startswith("nsubj")]
    return not subjects or subjects[-1].tag not in ("NN", "NNP") or not parse.text[:at].rstrip().endswith(
        subjects[-1].text
    )  # fmt: skip


def _is_another_form(parse: Parse, found: Exchange) -> bool:
    """Whether the first word is a noun that looks like a verb (*any result in logic*), or a participle for which a past
    tense would stand: *had occurred*, but no *had took place*.
    """
    at = next((i for i, token in enumerate(parse.tokens) if token.start == found.start), None)
    if at is None:
        return False
    word, new = parse.tokens[at], found.text.split()[0]
    if word.text in ("result", "results"):
        return not word.tag.startswith("VB")
    past = inflected(lemma(new, "VBD"), "VBD") == new != inflected(lemma(new, "VBD"), "VBN")
    behind = {token.text.lower() for token in parse.tokens[max(0, at - 3) : at]}
    return past and (word.tag == "VBN" or bool(behind & _HAVING))


_HAVING = word_set("have has had having 've ’ve 'd ’d be been being")


def _names(parse: Parse) -> Iterator[Exchange]:
    for name, other in NAMES.items():
        for match in re.finditer(rf"(?<![\w-])[{name[0]}{name[0].upper()}]{re.escape(name[1:])}(?![\w-])", parse.text):
            preceding, after = _beside(parse, match.start(), match.end())
            if after is not None and (after.tag in (*NOUNS, "POS", "CD", "JJ", "-LRB-") or after.text[0].isupper()):
                continue
            if preceding is not None and preceding.tag in (*NOUNS, "DT", "JJ", "HYPH", "POS"):
                continue
            if re.search(r"\b[A-Z]\w+ (?:of|for|in) $", parse.text[: match.start()]):
                continue  # the Conservative Party of the United Kingdom
            if not re.match(r",? (?:and|&|or) [A-Z]", parse.text[match.end() :]):
                yield Exchange(match.start(), match.end(), other if match.start() else other[0].upper() + other[1:])


COUNTRIES = {
    "French": "France", "British": "Britain", "English": "England", "Scottish": "Scotland", "Welsh": "Wales",
    "Irish": "Ireland", "German": "Germany", "Spanish": "Spain", "Portuguese": "Portugal", "Italian": "Italy",
    "Dutch": "the Netherlands", "Swedish": "Sweden", "Norwegian": "Norway", "Danish": "Denmark",
    "Russian": "Russia", "Polish": "Poland", "Austrian": "Austria", "Hungarian": "Hungary", "Greek": "Greece",
    "Turkish": "Turkey", "Chinese": "China", "Japanese": "Japan", "Korean": "Korea", "Indian": "India",
    "Canadian": "Canada", "Australian": "Australia", "Mexican": "Mexico", "Brazilian": "Brazil",
    "Egyptian": "Egypt", "Persian": "Persia", "Soviet": "the Soviet Union", "Swiss": "Switzerland",
    "Belgian": "Belgium", "Finnish": "Finland", "European": "Europe", "Californian": "California",
}  # fmt: skip
_OF_A_COUNTRY = re.compile(
    "king|queen|emperor|government|parliament|army|navy|president|monarchy|crown|throne|constitution|monarch"
)


def _of_countries(parse: Parse) -> Iterator[Exchange]:
    """*the French king* and *the king of France*."""
    for i, token in enumerate(parse.tokens[1:-2], start=1):
        noun, after = parse.tokens[i + 1], parse.tokens[i + 2]
        fits = token.text in COUNTRIES and parse.tokens[i - 1].text.lower() == "the" and noun.tag == "NN"
        if fits and _OF_A_COUNTRY.fullmatch(noun.text) and token.head == i + 1 and not _goes_on(after):
            yield Exchange(token.start, noun.end, f"{noun.text} of {COUNTRIES[token.text]}")
    by_name = {name: adjective for adjective, name in COUNTRIES.items()}
    for match in re.finditer(rf"\bthe ({_OF_A_COUNTRY.pattern}) of ((?:the )?[A-Z]\w+)\b", parse.text):
        _, following = _beside(parse, match.start(), match.end())
        goes_on = following is not None and (_goes_on(following) or following.text[0].isupper())
        if match.group(2) in by_name and not goes_on:
            yield Exchange(match.start(), match.end(), f"the {by_name[match.group(2)]} {match.group(1)}")


def _goes_on(token: Token) -> bool:
    return token.tag in (*NOUNS, "POS", "CC", "CD", "HYPH") or token.text in ("of", ",")


def _numerals(parse: Parse) -> Iterator[Exchange]:
    """*three mills* and *3 mills*; *the 19th century* and *the nineteenth century*."""
    ranges = alike(parse.text)
    for i, token in enumerate(parse.tokens[:-1]):
        after = parse.tokens[i + 1]
        lone = token.start and parse.text[token.end : token.end + 1] == " " and parse.text[token.start - 1] == " "
        if not lone or any(start <= token.start < end for start, end in ranges):
            continue
        if after.text in ("century", "centuries"):
            number = re.fullmatch(r"(\d+)(?:st|nd|rd|th)", token.text)
            if number and 0 < int(number.group(1)) <= len(_ORDINALS):
                yield Exchange(token.start, token.end, _ORDINALS[int(number.group(1)) - 1])
            elif token.text in _ORDINALS:
                yield Exchange(token.start, token.end, ordinal_of(_ORDINALS.index(token.text) + 1))
        elif token.relation == "nummod" and after.tag == "NNS" and token.head == i + 1 and _stands(parse, i):
            if token.text in _WORDS and parse.tokens[i - 1].tag not in ("DT", "PRP$"):  # no *the 2 sentences*
                yield Exchange(token.start, token.end, str(_WORDS.index(token.text) + 2))
            elif token.text in {str(n + 2) for n in range(len(_WORDS))}:
                yield Exchange(token.start, token.end, _WORDS[int(token.text) - 2])


def _stands(parse: Parse, i: int) -> bool:
    """Whether a number is one by itself: no *three or four*, no *at age 3*."""
    before = parse.tokens[i - 1]
    return before.text not in ("or", "to", "and", "$", "–", "-", "a") and before.tag != "CD"


def _beside(parse: Parse, start: int, end: int) -> tuple[Token | None, Token | None]:
    before = next((token for token in reversed(parse.tokens) if token.end <= start), None)
    return before, next((token for token in parse.tokens if token.start >= end), None)
