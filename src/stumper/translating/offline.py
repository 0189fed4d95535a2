"""The translator that needs none: sentences reworded by a table, without a word of another language."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from stumper.translating.sentences import MASK, Paraphrase, Sentence, is_same, tidied


@dataclass(frozen=True, slots=True)
class Rewording:
    """Contractions, determiners, voice, word order and set phrases; every text is also given back as it is."""

    def paraphrases(self, sentences: Sequence[Sentence]) -> list[list[Paraphrase]]:
        """The text itself, then as each row of the table has it."""
        return [[Paraphrase(sentence.text, ""), *reworded(sentence)] for sentence in sentences]

    def log_ratios(self, texts: Sequence[str], paraphrases: Sequence[str]) -> list[float] | None:
        """None: a table has no probabilities."""
        return None


def reworded(sentence: Sentence) -> Iterator[Paraphrase]:
    """What the rows of the table make of a sentence, in their order, each text once."""
    if not sentence.is_one:
        return
    seen, given = [tidied(sentence.text)], sentence.masked
    for name, pattern, template in _rows():
        match = pattern.search(given)
        if match is None:
            continue
        text = given[: match.start()] + _filled(template, match) + given[match.end() :]
        if sorted(MASK.findall(text)) != sorted(MASK.findall(given)):
            continue
        said = tidied(sentence.restored(text))
        if not any(is_same(said, other) for other in seen):
            seen.append(said)
            yield Paraphrase(said, name)


def _filled(template: str, match: re.Match[str]) -> str:
    """The template with its groups; ``\\l1`` is the first group with a small letter, ``\\u1`` with a capital."""
    text = re.sub(r"\\u(\d)", lambda m: match.group(int(m.group(1))).capitalize(), template)
    text = re.sub(r"\\l(\d)", lambda m: _lowered(match.group(int(m.group(1)))), text)
    text = re.sub(r"\\(\d)", lambda m: match.group(int(m.group(1))) or "", text)
    return text[:1].upper() + text[1:] if match.start() == 0 else text


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


@cache
def _rows() -> tuple[tuple[str, re.Pattern[str], str], ...]:
    """The table with its patterns compiled."""
    rows = []
    for name, pattern, template in ROWS:
        for macro, meaning in MACROS.items():
            pattern = pattern.replace(macro, meaning)
        rows.append((name, re.compile(pattern), template))
    return tuple(rows)


MACROS = {
    "{S}": "(?:The )?{N}(?: {O})?",
    "{W}": "[\ue400-\uefff]",
    "{N}": "[\ue000-\uefff]",
    "{P}": "[\ue000-\ue3ff]",
    "{L}": "[\ue400-\ue7ff]",
    "{R}": "[\ue800-\uebff]",
    "{O}": "[\uec00-\uefff]",
    "{Y}": "[\uf800-\uf8ff]",
    "{D}": "[\uf000-\uf3ff\uf800-\uf8ff]",
    "{JOB}": "(?:[a-z-]+ ){0,2}(?:actor|actress|singer|writer|author|producer|director|journalist|lawyer|model|chef|"
    "screenwriter|comedian|dancer|painter|musician|novelist|photographer|politician|engineer|teacher|architect)",
    "{WORK}": "(?:film|movie|novel|book|song|album|series|show|company|band|game|play|sitcom|drama|comedy|single)",
    "{KIN}": "(?:(?:first|last|only|late|maternal|birth|debut|middle|real|full|current|total|official|largest) )?"
    "(?:father|mother|son|daughter|wife|husband|brother|sister|name|career|birth|death|population|capital|"
    "government|economy|president|director|author|creator|founder|owner|members?|parents|children|cast|plot|area|"
    "occupation|profession|nationality|age|height|successor|predecessor|headquarters|currency|climate|history)",
}

_CONTRACTIONS = tuple(
    row
    for full, short in (
        ("is not", "isn't"), ("was not", "wasn't"), ("are not", "aren't"), ("were not", "weren't"),
        ("does not", "doesn't"), ("did not", "didn't"), ("do not", "don't"), ("could not", "couldn't"),
        ("would not", "wouldn't"), ("will not", "won't"), ("cannot", "can't"), ("can not", "can't"),
        ("should not", "shouldn't"), ("has not", "hasn't"), ("have not", "haven't"), ("had not", "hadn't"),
    )
    for row in (
        ("contraction", rf"\b{full}\b(?! only)", short),
        ("full form", rf"\b{short}\b", full),
    )
)  # fmt: skip

_DETERMINERS = (
    ("determiner: no", r"\bhas no (?=[a-z])", "does not have any "),
    ("determiner: no", r"\bhave no (?=[a-z])", "do not have any "),
    ("determiner: no", r"\bhad no (?=[a-z])", "did not have any "),
    ("determiner: no", r"\b(?:does not|doesn't) have (?:any|a|an) (?=[a-z])(?!\w+ of [\uf400-\uf7ff])", "has no "),
    ("determiner: no", r"\b(?:did not|didn't) have (?:any|a|an) (?=[a-z])(?!\w+ of [\uf400-\uf7ff])", "had no "),
    ("determiner: several", r"\b(?:a number of|multiple) (?=[a-z]+s\b)", "several "),
    ("determiner: a number of", r"\bseveral (?=[a-z]+s\b)", "a number of "),
    ("determiner: all the", r"\b([Aa])ll of the ", r"\1ll the "),
    ("determiner: among", r"\b(is|are|was|were) one of the ", r"\1 among the "),
    ("determiner: among", r"\b(is|was) among the ", r"\1 one of the "),
    ("determiner: a part of", r"\b(is|was) part of ", r"\1 a part of "),
    ("determiner: part of", r"\b(is|was|being) a part of ", r"\1 part of "),
    ("determiner: a kind of", r"\b(is|was) a type of ", r"\1 a kind of "),
    ("determiner: a type of", r"\b(is|was) a (?:kind|sort) of ", r"\1 a type of "),
    ("determiner: the year", r"\b(in|since|until) (?={Y}[.,]?(?: |$))", r"\1 the year "),
)

# Participle, past tense and plain form of the same verb.
_DONE = (
    ("directed", "directed", "direct"), ("written", "wrote", "write"), ("produced", "produced", "produce"),
    ("created", "created", "create"), ("founded", "founded", "found"), ("developed", "developed", "develop"),
    ("designed", "designed", "design"), ("invented", "invented", "invent"), ("discovered", "discovered", "discover"),
    ("composed", "composed", "compose"), ("published", "published", "publish"), ("released", "released", "release"),
    ("distributed", "distributed", "distribute"), ("recorded", "recorded", "record"), ("hosted", "hosted", "host"),
    ("established", "established", "establish"), ("co-founded", "co-founded", "co-found"),
    ("co-written", "co-wrote", "co-write"), ("inspired", "inspired", "inspire"), ("sung", "sang", "sing"),
    ("painted", "painted", "paint"), ("edited", "edited", "edit"),
)  # fmt: skip
_VOICE = tuple(
    row
    for done, did, base in _DONE
    for row in (
        ("active", rf"^({{S}}) was {done} by ({{P}}|{{R}})\.$", rf"\2 {did} \1."),
        ("active", rf"^({{S}}) (?:was not|wasn't) {done} by ({{P}}|{{R}})\.$", rf"\2 did not {base} \1."),
        ("passive", rf"^({{P}}|{{R}}) {did} ({{W}}(?: {{O}})?)\.$", rf"\2 was {done} by \1."),
        ("passive", rf"^({{P}}|{{R}}) (?:did not|didn't) {base} ({{W}}(?: {{O}})?)\.$", rf"\2 was not {done} by \1."),
    )
)

# What is said of the whole sentence may stand before it.
_WHEN = r"(?:born|released|founded|established|published|created|formed|opened|built|adopted|banned|introduced|elected)"
_WENT = r"(?:died|premiered|aired|began|started|ended|debuted|retired|resigned|closed|returned|won [^.]*|came out)"
_ORDER = (
    (
        "date first",
        rf"^({{S}} was (?:not |never )?{_WHEN}(?: in {{L}})?) (in|on) (?:the year )?({{D}})\.$",
        r"\u2 \3, \l1.",
    ),
    ("date first", rf"^({{S}} {_WENT}) (in|on) (?:the year )?({{D}})\.$", r"\u2 \3, \l1."),
    ("date last", rf"^(In|On) ({{D}}),? ({{S}} was (?:not |never )?{_WHEN}[^,.]*)\.$", r"\3 \l1 \2."),
    ("date last", rf"^(In|On) ({{D}}),? ({{S}} {_WENT})\.$", r"\3 \l1 \2."),
    ("place before date", r"\bborn (in {L}) (in|on) ({D})\.$", r"born \2 \3 \1."),
    ("date before place", r"\bborn ((?:in|on) {D}) (in {L})\.$", r"born \2 \1."),
)

_GENITIVES = (
    (
        "of-genitive",
        r"^({N})'s ({KIN}) (?=(?:is|was|are|were|has|had|died|won|began|started|ended)\b)",
        r"The \2 of \1 ",
    ),
    ("of-genitive", r"\b(is|was|are|were|by|in|from|with) ({N})'s ({KIN})(?=\.| in | and )", r"\1 the \3 of \2"),
    ("s-genitive", r"^The ({KIN}) of ({P}|{L}|{R}) (?=(?:is|was|are|were|has|had)\b)", r"\2's \1 "),
    ("s-genitive", r"\bthe ({KIN}) of ({P}|{L}|{R})(?=\.$)", r"\2's \1"),
)

_ROLES = (
    ("starred > had a starring role", r"\bstarred in (?={N}|a |an |the )", "had a starring role in "),
    ("stars > starred in by", r"^({S}) stars ({P})\.$", r"\2 stars in \1."),
    ("stars in > stars", r"^({P}) stars in ({W}(?: {O})?)\.$", r"\2 stars \1."),
    ("starred > starred in", r"^({S}) starred ({P})\.$", r"\2 starred in \1."),
    ("starred in > starred", r"^({P}) starred in ({W}(?: {O})?)\.$", r"\2 starred \1."),
    ("appeared > made an appearance", r"^({P}) appeared in ", r"\1 made an appearance in "),
    (
        "had a role > played a part",
        r"\bhad a (leading |minor |small |supporting |main |lead )?role in ",
        r"played a \1part in ",
    ),
    ("played > portrayed", r"\bplayed (?=(?:the role of )?{P})", "portrayed "),
    ("portrayed > played", r"\bportrayed (?={P})", "played "),
    ("role > part", r"\b(a|the|his|her) role in ", r"\1 part in "),
    ("is a > works as a", r"^({P}) is (an? {JOB})(?= from | who |\.| and (?:an? )?{JOB})", r"\1 works as \2"),
    ("was a > worked as a", r"^({P}) was (an? {JOB})(?= from | who |\.| and (?:an? )?{JOB})", r"\1 worked as \2"),
    ("works as > is", r"^({P}) works as (an? )", r"\1 is \2"),
    ("worked as > was", r"^({P}) worked as (an? )", r"\1 was \2"),
    ("directed by > director of", r"^({S}) was directed by ({P})\.$", r"\2 was the director of \1."),
    ("directed > was the director of", r"^({P}) directed (?={W})", r"\1 was the director of "),
    ("written by > author of", r"^({S}) was written by ({P})\.$", r"\2 is the author of \1."),
    ("wrote > is the author of", r"^({P}) wrote (?={W})", r"\1 is the author of "),
    ("created by > creator of", r"^({S}) was created by ({P})\.$", r"\2 is the creator of \1."),
    ("founded by > founder of", r"^({S}) was founded by ({P})\.$", r"\2 is the founder of \1."),
    ("owned by > owner of", r"^({S}) is owned by ({N})\.$", r"\2 is the owner of \1."),
    ("owns > is the owner of", r"^({S}) owns (?={N}|the |an? )", r"\1 is the owner of "),
    ("member of > belongs to", r"\bis (?:a|one) member of (?=the |{N})", "belongs to "),
    ("member of > belonged to", r"\bwas (?:a|one) member of (?=the |{N})", "belonged to "),
    ("worked with > collaborated with", r"\bworked with (?={P})", "collaborated with "),
    ("married > wed", r"\bmarried (?={P}\.)", "wed "),
    ("is married to > has as spouse", r"^({P}) is married to ({P})\.$", r"\2 is married to \1."),
    ("was married to > turned", r"^({P}) was married to ({P})\.$", r"\2 was married to \1."),
    ("attended > was a student at", r"^({P}) attended (?={R}|a |the university)", r"\1 was a student at "),
)

_BIRTHS = (
    ("born in > birthplace", r"^({P}) was born in ({L})\.$", r"\2 is the birthplace of \1."),
    ("not born in > birthplace", r"^({P}) (?:was not|wasn't) born in ({L})\.$", r"\2 is not the birthplace of \1."),
    ("born in > year of birth", r"^({P}) was born in ({Y})\.$", r"The year of birth of \1 is \2."),
    ("born in > was the year", r"^({P}) was born in ({Y})\.$", r"\2 is the year in which \1 was born."),
    ("died in > was the year", r"^({P}) died in ({Y})\.$", r"\2 is the year in which \1 died."),
    ("died in > place of death", r"^({P}) died in ({L})\.$", r"\2 is the place where \1 died."),
    ("died > passed away", r"\bdied (?=in |on |at |before |after )", "passed away "),
    ("passed away > died", r"\bpassed away\b", "died"),
    ("is from > comes from", r"^({S}) is from (?={L})", r"\1 comes from "),
    ("comes from > is from", r"\bcomes from (?={L})", "is from "),
)

_PLACES = (
    ("is in > is located in", r"^((?:The )?(?:{L}|{R})) is in (?=(?:the )?{L})", r"\1 is located in "),
    ("located > situated", r"\blocated (?=in |on |at |near |within )", "situated "),
    ("situated > located", r"\bsituated (?=in |on |at |near |within )", "located "),
    ("is located > lies", r"\bis (?:located|situated) (?=in )", "lies "),
    ("lives > resides", r"\blives (?=in {L})", "resides "),
    ("lived > resided", r"\blived (?=in {L})", "resided "),
    ("moved > relocated", r"\bmoved to (?={L}|the {L})", "relocated to "),
    ("takes place > is set", r"\btakes place in (?={L})", "is set in "),
    ("took place > happened", r"\btook place\b", "happened"),
    ("happened > took place", r"\bhappened (?=in |on )", "took place "),
    ("occurred > took place", r"\boccurred (?=in |on )", "took place "),
)

_WORKS = (
    ("was released > came out", r"^({S}) was released (?=in {D}|on {D})", r"\1 came out "),
    ("came out > was released", r"(?<!first )\bcame out (?=in {D}|on {D})", "was released "),
    (
        "aired > was broadcast",
        r"(?<!originally )(?<!first )(?<!initially )\baired (?=in |on |from |between |for )",
        "was broadcast ",
    ),
    (
        "premiered > had its premiere",
        r"(?<!originally )(?<!first )\bpremiered (?=in |on |at (?!number))",
        "had its premiere ",
    ),
    ("began > started", r"\bbegan (?=in |on |with |as |his |her |its |the |a )", "started "),
    ("started > began", r"\bstarted (?=in |on |with |his |her |its |the |a )", "began "),
    ("ended > came to an end", r"\bended (?=in |on )", "came to an end "),
    ("founded > established", r"\bwas founded\b", "was established"),
    ("established > founded", r"\bwas established (?=in |on |by )", "was founded "),
    ("based on > based upon", r"\bbased on ", "based upon "),
    ("consists of > is made up of", r"\bconsists of ", "is made up of "),
    ("consisted of > was made up of", r"\bconsisted of ", "was made up of "),
    ("television series > television show", r"\b(television|TV) series(?= |\.)", r"\1 show"),
    ("television show > television program", r"\b(television|TV) show(?= |\.)", r"\1 program"),
    ("TV > television", r"\bTV ", "television "),
    ("television > TV", r"\btelevision (?=series|show|program|drama|network|channel|film|movie)", "TV "),
    (
        "that > which",
        r"\b({WORK}|city|country|state|river|disease|language|group|organization) that (?=is|was|has|had|stars|a)",
        r"\1 which ",
    ),
    ("which > that", r"(?<!,)(?<! in)(?<! of)(?<! to)(?<! from)(?<! on) which (?=is |was |has |had )", " that "),
    (
        "by > that was by",
        r"\b({WORK}) (directed|written|produced|created|developed|designed|published) by ",
        r"\1 that was \2 by ",
    ),
    (
        "that was by > by",
        r"\b({WORK}) (?:that|which) (?:was|is) (directed|written|produced|created|developed) by ",
        r"\1 \2 by ",
    ),
    ("someone > a person", r"\bsomeone who\b", "a person who"),
    ("a person > someone", r"\ba person who\b", "someone who"),
    ("someone > somebody", r"\bby someone\b", "by somebody"),
    (
        "called > named",
        r"\b(film|movie|novel|book|song|album|band|man|woman|person|series|show) called (?={N})",
        r"\1 named ",
    ),
    (
        "named > called",
        r"\b(film|movie|novel|book|song|album|band|man|woman|person|series|show) named (?={N})",
        r"\1 called ",
    ),
    ("titled > entitled", r"\btitled (?={N})", "entitled "),
    ("known as > called", r"\b(is|was|are) (also )?known as (?={N})", r"\1 \2called "),
)

_VERBS = (
    (
        "won > received",
        r"\bwon (?=(?:an?|the|two|three|four|five|several|multiple|many) [^.]*(?:award|prize|medal)s?\b)",
        "received ",
    ),
    ("received > was given", r"^({P}) received (?=(?:an?|the) )", r"\1 was given "),
    ("nominated > received a nomination", r"\b(?<!not )was nominated for (?=an? |the )", "received a nomination for "),
    ("refused > declined", r"\brefused to (?!ever)", "declined to "),
    ("declined > refused", r"\bdeclined to ", "refused to "),
    ("refused to ever > refused ever to", r"\brefused to ever ", "refused ever to "),
    ("incapable > unable", r"\bincapable of being ", "unable to be "),
    ("incapable > not capable", r"\b(is|was|are|were) incapable of ", r"\1 not capable of "),
    ("unable > not able", r"\b(is|was|are|were) unable to ", r"\1 not able to "),
    ("unable > incapable of being", r"\bunable to be ", "incapable of being "),
    ("able > can", r"\b(?:is|are) able to ", "can "),
    ("has yet to > is yet to", r"\bhas yet to ", "is yet to "),
    ("only > solely", r"\b(is|was|are|were) only (?=an? |the |in |on |by |from )", r"\1 solely "),
    ("solely > only", r"\bsolely ", "only "),
    ("exclusively > solely", r"\bexclusively ", "solely "),
    ("currently > at present", r"\bcurrently\b", "at present"),
    ("formerly > previously", r"\bformerly\b", "previously"),
    ("originally > initially", r"\boriginally\b", "initially"),
    ("approximately > about", r"\bapproximately (?=[\uf400-\uf7ff])", "about "),
    ("more than > over", r"\bmore than (?=[\uf400-\uf7ff])", "over "),
    ("over > more than", r"\bover (?=[\uf400-\uf7ff])", "more than "),
    ("less than > under", r"\b(?:less|fewer) than (?=[\uf400-\uf7ff])", "under "),
    ("due to > because of", r"\b(?<!is )(?<!was )due to ", "because of "),
    ("because of > due to", r"\bbecause of ", "due to "),
    ("as well as > and also", r"(?<!,) as well as ", " and also "),
    ("along with > together with", r"\balong with ", "together with "),
    ("prior to > before", r"\bprior to ", "before "),
    ("until > till", r"\buntil (?={D})", "till "),
    ("is about > deals with", r"^({S}) is about (?=an? |the )", r"\1 deals with "),
    ("is used > is employed", r"\b(is|are|was|were) used (?=in |for |as )", r"\1 employed "),
    ("is considered > is regarded as", r"\b(is|was|are|were) considered (?=an? |the |one )", r"\1 regarded as "),
    ("is called > goes by the name of", r"^({S}) is called (?={N})", r"\1 goes by the name of "),
)

ROWS = (
    *_CONTRACTIONS, *_DETERMINERS, *_VOICE, *_ORDER, *_GENITIVES, *_ROLES, *_BIRTHS, *_PLACES, *_WORKS, *_VERBS,
)  # fmt: skip
