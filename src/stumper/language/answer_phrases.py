"""An answer as the phrase that a statement needs: with the noun that was asked for, or with a preposition."""

import re
from dataclasses import dataclass
from functools import cached_property

from stumper.language.clauses import Clause, Span
from stumper.language.inflection import article, lemma
from stumper.language.lexicon import classes, senses
from stumper.language.parse import Token

NOUNS = {
    **dict.fromkeys(str.split(
        "year years decade decades century centuries month months day days date dates season seasons era "
        "period age weekday holiday time"
    ), "time"),
    **dict.fromkeys(str.split(
        "city cities town towns village state states country countries nation nations county province region "
        "regions area areas island islands continent district borough neighborhood territory place location "
        "republic kingdom empire colony municipality suburb"
    ), "place"),
    **dict.fromkeys(str.split("type types kind kinds sort sorts form forms style styles"), "kind"),
    **dict.fromkeys(("color", "colors", "colour", "colours"), "colour"),
    **dict.fromkeys(str.split("percentage percent proportion fraction number amount quantity share portion"), "number"),
}  # fmt: skip
PERSONS = frozenset(("queen", "star", "back", "mvp", "saint"))  # though another sense of theirs is the first
IN_PLACES = re.compile(
    r"\b(?:stadium|park|center|centre|hall|university|college|house|school|airport|hotel|station|church|museum|court"
    r"|theat(?:re|er)|library|hospital|temple|castle|palace|arena|laboratory|institute|bridge|street|road)s?$",
    re.IGNORECASE,
)
MONTHS = str.split("january february march april may june july august september october november december")
WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
PREPOSITIONS = frozenset(
    str.split(
        "about above across after against along amid among around as at because before behind below beneath "
        "beside between beyond by despite down during except following for from in inside into like near of "
        "off on onto out outside over past per since than through throughout till to toward towards under "
        "until up upon via when where while with within without"
    )
)
NUMBER_WORDS = frozenset(
    str.split(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred "
        "thousand million billion trillion half third quarter a an and about over under nearly almost "
        "approximately around more less than at least most or up to roughly some dozen"
    )
)
_VAGUE = frozenset(str.split("a an and about over under nearly almost approximately around more less than at or up to"))


_ABOUT_SO_MANY = re.compile(  # "up to four minutes", which is no preposition of a place or a time
    rf"(?:about|over|under|up to) (?:[$£€]?\d|(?:{'|'.join(sorted(NUMBER_WORDS - _VAGUE))})\b)", re.IGNORECASE
)
_BEFORE_NOUNS = re.compile(r"[a-z]+|[A-Z][a-z]+(?: [A-Z][a-z]+)?")  # a word, or a name of one or two
_MOVING = frozenset(str.split("go move travel flee migrate emigrate retreat return run sail march escape"))
_SENDING = frozenset(str.split("send bring ship transport deport relocate export transfer deliver extradite"))
_ONE_KIND = ("type", "kind", "sort", "form", "style")
_MEASURES = {unit: f"{unit}s" for unit in str.split("second minute hour day week month year mile yard meter metre")}
_MEASURES |= {"foot": "feet", "inch": "inches"}
_UNITS_OF_TIME = frozenset(str.split("second minute hour day week month year decade century season"))
_WORDS = frozenset(str.split("term word phrase name nickname title acronym slogan motto"))  # that name words
_NUMBERED = frozenset(  # what has numbers for names: chapter 4
    str.split(
        "channel chapter section page part number room line flight mission act article game week grade stage phase "
        "level class unit gate exit track volume issue step rule point psalm verse apartment bus version type route "
        "pad road highway"
    )
)
_WITH_THE = frozenset(  # kinds of things whose names have an article
    str.split(
        "war act treaty empire dynasty revolution river party union theorem church ocean sea desert museum bridge"
    )
)
_WAYS = ("means", "mean", "way", "method", "reason", "act", "process")  # of doing something
_TITLED = frozenset(  # whose names stand beside what they are: the film Casablanca, the company Toyota
    str.split(
        "episode film movie show series serial book novel song album game play poem magazine newspaper programme "
        "company corporation firm organization organisation agency network airline brand label band event trailer"
    )
)


def is_plural(answer: str) -> bool:
    """Whether an answer takes a plural verb, as far as its words show; a name takes a singular one."""
    words = answer.split()
    if not words:
        return False
    last = words[-1].lower()
    counts = words[0].lower() in NUMBER_WORDS - {"one", "a", "an"} or re.match(r"\d", words[0]) is not None
    if " and " in answer or last in ("people", "men", "women", "children") or (counts and last.endswith("s")):
        return True
    named = words[-1][0].isupper() and words[0].lower() != "the"
    return not named and last.endswith("s") and not last.endswith(("ss", "us", "is")) and last.isalpha()


@dataclass(frozen=True)
class Phrases:
    """What an answer looks like in the places that it may stand in."""

    asked: Clause
    answer: str

    @cached_property
    def features(self) -> frozenset[str]:
        """What rules may ask of the noun and of the adjective of a how."""
        found = {f"noun:{kind}" for kind in (self.kind,) if kind}
        if self._noun.lower().startswith("of "):
            found.add("noun:of")
        if "how-adjective" in self.asked.features:
            found.add(f"how:{self._adjective}")
        if self.is_lasting:
            found.add("lasting")
        return frozenset(found)

    @cached_property
    def kind(self) -> str:
        """The class of the noun that was asked for: time, place, kind, number, or none of these."""
        return NOUNS.get(self._head.lower(), "")

    @cached_property
    def named(self) -> str:
        """The answer with the noun: the city of X, 14 yards, X's pass, the type of Y."""
        noun, answer = self._noun, self.answer
        features = self.asked.features
        if not noun or noun.lower() in ("other", "others"):  # "and which other"
            return answer
        if noun.lower().startswith("of ") and "how-many" not in features and "how-much" not in features:
            return f"{answer}, one {noun},"
        if "whose" in features:
            return f"{self.whose} {noun}"
        if "how-many" in features or "how-much" in features:
            return self._counted
        if self._holds(answer, self._head):
            if self._head.lower() in _NUMBERED and re.fullmatch(rf"{self._head} \d+", answer, re.IGNORECASE):
                return answer  # "launched from pad 37"
            lacks = self._head.lower() in _WITH_THE and answer.split()[-1].lower() == self._head.lower()
            return f"the {answer}" if lacks and not self.has_article else _definite(answer)
        if self.kind == "time":
            return self.dated
        if self.kind == "number":
            is_share = self._head.lower().startswith("percent") and re.fullmatch(r"[\d.,]+", answer)
            answer = f"{answer} percent" if is_share else answer
            return f"{answer} {self._complement}".strip()
        if self.kind == "kind" and self._complement.lower().startswith("of "):
            return self._sort
        return self._called

    @cached_property
    def whose(self) -> str:
        """The answer as an owner."""
        return f"{self.answer}'" if self.answer.endswith("s") else f"{self.answer}'s"

    @cached_property
    def timed(self) -> str:
        """The answer as a time, with the preposition that it needs."""
        if self.has_preposition:
            return self.answer
        text = self.dated
        lower = text.lower()
        if re.match(r"(?:every|each|next|last|this) ", lower):
            return text
        if re.search(r"\b(?:ago|today|now|later|earlier|never|always|yesterday|tomorrow|annually|daily)\b", lower):
            return text
        if re.search(r"\d\s?[ap]\.?m\b|o'clock|\bnoon\b|\bmidnight\b|\d:\d\d|\bdawn\b|\bdusk\b", lower):
            return f"at {text}"
        if re.match(r"the (?:very )?(?:end|beginning|start) of", lower):
            return f"at {text}"
        if re.search(r"\b(?:end|beginning|start|time|moment|age)\b", lower) and "century" not in lower:
            return f"at {text}"
        has_day = any(word in lower for word in WEEKDAYS) or re.search(r"\b\d{1,2}(?:st|nd|rd|th)?(?!\d)", lower)
        has_month = any(re.search(rf"\b{month}\b", lower) for month in MONTHS)
        if any(word in lower for word in WEEKDAYS) or (has_day and has_month) or self._head.lower() in ("day", "date"):
            return f"on {text}"
        if re.match(r"(?:the )?(?:spring|summer|autumn|fall|winter|\d)", lower) or has_month or "centur" in lower:
            return f"in {text}"
        if re.search(r"\b(?:years?|months?|weeks?|days?|hours?|minutes?|decades?)$", lower):
            return f"for {text}"
        if re.search(r"\d", lower):
            return f"in {text}"
        asks_place = "where" in self.asked.text(self.asked.asking).lower()  # "when and where"
        return self.placed if asks_place else f"during {text}"

    @cached_property
    def dated(self) -> str:
        """The answer as a time without a preposition; a century or decade is named as one."""
        head, answer = self._head.lower(), self.answer
        if self.has_preposition:
            return answer
        if re.search(r"(?:centur|decade)\w*$", answer):
            return _definite(answer)
        if re.match(r"(?:early |late |mid-?)?(?:\d{3,4}['’]?s\b|\d+(?:st|nd|rd|th)(?: |-)centur)", answer):
            return f"the {answer}"
        is_year = re.fullmatch(r"[12]\d{3}", answer) is not None and head != "season"  # a year is no century
        if head in ("century", "centuries", "decade", "season") and not is_year and not self._holds(answer, head):
            return f"the {answer} {head}"
        return answer

    @cached_property
    def placed(self) -> str:
        """The answer as a place, with the preposition that it needs."""
        if self.has_preposition:
            return self.answer
        verb = self.asked.verb
        lemma = self.asked.parse.tokens[verb.first].lemma if verb else ""
        if lemma in _SENDING or (lemma in _MOVING and "passive" not in self.asked.features):
            return f"to {self.answer}"
        return f"at {self.answer}" if IN_PLACES.search(self.answer) else f"in {self.answer}"

    @cached_property
    def lasting(self) -> str:
        """The answer as a duration."""
        if re.match(r"[12]\d{3}\s?(?:to|until|through|-|–)", self.answer):
            return f"from {self.answer}"
        return self.answer if self.has_preposition else f"for {self.answer}"

    @cached_property
    def caused(self) -> str:
        """The answer as a reason."""
        if self.has_preposition or self.answer.lower().startswith(("so ", "due ")):
            return self.answer
        return f"because of {self.answer}"

    @cached_property
    def done(self) -> str:
        """The answer as a manner or means."""
        if self.has_preposition or re.search(r"ly\b", self.answer.split()[0] if self.answer else ""):
            return self.answer
        return f"by {self.answer}"

    @cached_property
    def measured(self) -> str:
        """The answer with the adjective where a measure takes one: 9 feet tall."""
        if self._adjective == "old" and all(
            word.isdigit() or word in NUMBER_WORDS for word in re.split(r"[ -]", self.answer.lower())
        ):
            return f"{self.answer} years old"
        if (hyphened := re.fullmatch(rf"(\S+)-({'|'.join(_MEASURES)})", self.answer)) is not None:
            return f"{hyphened[1]} {_MEASURES[hyphened[2]]} {self._adjective}"  # "21-minute"
        takes = self._adjective in ("tall", "old", "long", "wide", "deep", "high", "thick", "far")
        if takes and re.search(r"\d|\b(?:years?|feet|met(?:re|er)s?|miles?)\b", self.answer):
            far = "away" if self._adjective == "far" else self._adjective
            return self.answer if self._holds(self.answer, far) else f"{self.answer} {far}"
        return self.answer

    @property
    def _adjective(self) -> str:
        return self.asked.parse.tokens[self.asked.asking.end - 1].text.lower()

    @property
    def _noun(self) -> str:
        return self.asked.text(self.asked.noun)

    @cached_property
    def _cut(self) -> int:
        """The token where the noun's complement begins, else its end."""
        tokens = self.asked.parse.tokens
        for i in self.asked.noun:
            if tokens[i].tag in ("IN", "TO", "WDT", "WP", ",", "VBN", "RB") and i > self.asked.noun.first:
                following = tokens[i + 1].tag if i + 1 < self.asked.noun.end else ""
                if tokens[i].tag in ("VBN", "RB") and following.startswith("NN"):
                    continue
                if tokens[i].tag == "RB" and not following:  # "which running back did they sell"
                    continue
                return i
        return self.asked.noun.end

    @cached_property
    def _head(self) -> str:
        """The noun's head: the last word before its complement."""
        noun = self.asked.noun
        if not noun or self._cut == noun.first:
            return ""
        return self.asked.parse.tokens[self._cut - 1].text

    @property
    def _head_token(self) -> Token:
        return self.asked.parse.tokens[max(self._cut - 1, self.asked.noun.first)]

    @cached_property
    def _complement(self) -> str:
        return self.asked.text(type(self.asked.noun)(self._cut, self.asked.noun.end)) if self._noun else ""

    @property
    def of_which(self) -> str:
        """What a season that was asked for is one of: "of the show"."""
        return self._complement if self._head.lower() in ("season", "seasons", "age", "era") else ""

    @property
    def is_lasting(self) -> bool:
        """Whether it was asked how many of a unit of time there are."""
        return "how-many" in self.asked.features and lemma(self._head.lower(), "NNS") in _UNITS_OF_TIME

    @property
    def has_article(self) -> bool:
        """Whether the answer begins with an article."""
        return re.match(r"(?:a|an|the) ", self.answer, re.IGNORECASE) is not None

    @property
    def has_preposition(self) -> bool:
        """Whether the answer brings its own preposition."""
        first = self.answer.split(" ", 1)[0].lower() if self.answer else ""
        return first in PREPOSITIONS and not _ABOUT_SO_MANY.match(self.answer)

    @cached_property
    def _counted(self) -> str:
        answer, noun = self.answer, self._noun
        if noun.lower().startswith("of "):
            return f"{answer} {noun}"
        words = re.findall(r"[^\W\d_]+", answer)
        if answer.endswith(" as much"):
            return f"{answer} {noun}"
        if (hyphened := re.fullmatch(r"(\d+)-([a-z]+)", answer)) is not None and self._holds(hyphened[2], self._head):
            return f"{hyphened[1]} {noun}" if hyphened[1] != "1" else answer.replace("-", " ")  # "8-year"
        if re.fullmatch(r"\d+:\d\d", answer) and self._head.lower() == "time":  # "3:08 was left"
            return f"{answer} {self._complement}".strip()
        if re.search(r"[$£€]|\b(?:dollar|euro|pound|yen)s?\b", answer) and self._head.lower() == "money":
            return f"{answer} {self._complement}".strip()
        has_unit = (
            any(word.lower() not in NUMBER_WORDS for word in words) or "%" in answer or self._holds(answer, self._head)
        )
        if has_unit:
            return f"{answer} {self._complement}".strip() if self._complement else answer
        return f"{answer} {noun}"

    @cached_property
    def _sort(self) -> str:
        tokens = self.asked.parse.tokens
        thing = self.asked.text(type(self.asked.noun)(self._cut + 1, self.asked.noun.end))
        if not thing:
            return self._called
        bare = re.sub(r"^(?:a|an|the) ", "", self.answer)
        if self._holds(bare, thing.split()[-1]):
            return self.answer
        nouns = [i for i in range(self._cut + 1, self.asked.noun.end) if tokens[i].tag.startswith("NN")]
        last = next((i for i in nouns if i + 1 not in nouns), None)
        if last is not None and tokens[last].tag == "NNS":
            return f"{bare} {thing}"
        is_one = bare.islower() and self._head.lower() in _ONE_KIND
        return f"{article(bare) if is_one else 'the'} {bare} {self._head} of {thing}"

    @cached_property
    def _called(self) -> str:
        noun, answer = self._noun, self.answer
        bare = re.sub(r"^(?:the|a|an) ", "", answer)
        start = noun if noun.lower().startswith(("the ", "a ", "an ", "one of ")) else f"the {noun}"
        head = lemma(self._head, "NNS").lower()
        if head in _WAYS and bare.islower() and bare.split()[0].endswith("ing"):
            return f"the {self._head} of {bare}"
        if re.fullmatch(r"\d+(?:st|nd|rd|th)", bare):
            return f"the {bare} {re.sub('^(?:the|a|an) ', '', noun)}"
        if self._complement:
            is_before = bare.islower() and _BEFORE_NOUNS.fullmatch(bare) and self._head_token.tag in ("NN", "NNS")
            return f"{self._compound(bare, self._cut)} {self._complement}" if is_before else f"{start}, {answer},"
        if answer.islower() and len(senses(answer, "adj")) > len(senses(answer, "noun")):
            return f"the {answer} {noun}"
        if bare[:1].isdigit():
            if re.fullmatch(r"[\d.,]*[a-z°%].*", bare, re.IGNORECASE):  # "a resolution of 2K"
                return f"{article(noun)} {noun} of {bare}"
            is_numbered = head in _NUMBERED or self._head[:1].isupper()
            return f"{noun} {bare}" if is_numbered and not re.fullmatch(r"[12]\d{3}", bare) else f"{start} of {bare}"
        if head in _WORDS and bare.islower():
            return f'{start} "{bare}"'
        stands_beside = (
            head in _TITLED or head in _WORDS or head in PERSONS or "person" in classes(head) or bare[-1:].isdigit()
        )
        if bare[:1].isupper() and (stands_beside or not self._head_token.tag.startswith("NN")):
            return f"{start} {answer}"
        if bare[:1].isupper() and self._is_described and self.kind != "place":
            is_beside = self._is_named or not {"organization", "group"}.isdisjoint(classes(head))
            return f"{start} {answer}" if is_beside else f"{start} of {answer}"
        if self.kind != "place" and (_BEFORE_NOUNS.fullmatch(bare) or senses(answer.partition(" ")[2], "noun")):
            return self._compound(bare, self.asked.noun.end)
        return f"{start} of {answer}"

    @property
    def _is_described(self) -> bool:
        """Whether a name before the noun would part it from an adjective that says its kind, or from another name:
        "the administrative hall", "the Oslo hall"."""
        tokens, noun = self.asked.parse.tokens, Span(self.asked.noun.first, self._cut)
        tags = [tokens[i].tag for i in noun]
        adjectives = [tag for tag in tags if tag in ("JJ", "VBN", "VBG")]
        return len(tags) > 1 and (tags[-2] == "JJ" or len(adjectives) > 1 or self._is_named)

    @property
    def _is_named(self) -> bool:
        """Whether a name stands before the noun: "which Oslo hall"."""
        noun = self.asked.noun
        return self._cut > noun.first + 1 and self.asked.parse.tokens[noun.first].tag.startswith("NNP")

    def _compound(self, bare: str, end: int) -> str:
        """The answer before the nouns of what was asked for, up to its complement, and behind their adjectives."""
        tokens, noun = self.asked.parse.tokens, Span(self.asked.noun.first, end)
        nouns = next(i for i in noun if tokens[i].tag.startswith("NN") or i + 1 == noun.end)
        before = self.asked.text(Span(noun.first, nouns))
        start = (
            "" if before.lower().startswith(("the ", "a ", "an ")) or before.lower() in ("the", "a", "an") else "the"
        )
        one = bare if bare[:1].isupper() else lemma(bare, "NNS")
        if one.split(" ")[0].lower() in NUMBER_WORDS and one.count(" ") == 1:
            one = one.replace(" ", "-")  # "the eight-seat loss"
        return f"{start} {before} {one} {self.asked.text(Span(nouns, noun.end))}".strip()

    def _holds(self, answer: str, word: str) -> bool:
        stem = word.lower().rstrip("s")
        return bool(stem) and any(part.lower().rstrip("s") == stem for part in re.findall(r"\w+", answer))


def _definite(answer: str) -> str:
    is_name = answer[:1].isupper() or re.match(r"(?:the|a|an) |[$£€]|\d+ ", answer, re.IGNORECASE)
    return answer if is_name else f"the {answer}"
