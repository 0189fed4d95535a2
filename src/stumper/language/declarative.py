"""From a question's parse and an answer to the statement that the answer would make (Jia & Liang 2017, step 3)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from stumper.language.answer_phrases import NOUNS, NUMBER_WORDS, PREPOSITIONS, Phrases, is_plural
from stumper.language.asking import is_base_form
from stumper.language.clauses import AUXILIARIES, FINITE, Clause, Span, is_word
from stumper.language.declarative_rules import RULES
from stumper.language.inflection import article, inflected, lemma
from stumper.language.lexicon import senses
from stumper.language.parse import Parse, Token
from stumper.language.predicates import stranded
from stumper.language.questions import clause
from stumper.language.well_formed import is_well_formed


@dataclass(frozen=True, slots=True)
class Declarative:
    """A statement, and the rule that made it."""

    text: str
    rule: str


def declarative(parse: Parse, answer: str, *, negated: bool = False) -> Declarative:
    """The statement that answers the question so; ``negated`` denies it where the rule names the verb.

    The same parse and answer make the same statement, and any text makes one.
    """
    return stated(clause(parse), answer, negated=negated)


def stated(asked: Clause, answer: str, *, negated: bool = False) -> Declarative:
    """The statement of a question that has been taken apart."""
    asked = _conjugated(asked) if not negated else asked
    statement = _Statement(asked, Phrases(asked, _within(answer.strip())), negated)
    features = asked.features | statement.phrases.features | statement.features
    first = None
    for rule in (rule for rule in RULES if rule.applies(features)):
        parts = {name: str(getattr(statement, name)) for name in re.findall(r"\{(\w+)\}", rule.template)}
        made = Declarative(_sentence(rule.template.format_map(parts)), rule.name)
        if is_well_formed(asked, made.text):
            return made
        first = first or made
    assert first is not None, "the last rule takes everything"
    return first


def _conjugated(asked: Clause) -> Clause:
    """The clause with the verbs that "and" joins to that of a do in its tense: "did it sink and leave", and left."""
    tokens = asked.parse.tokens
    tag = _TAGS.get(asked.text(asked.auxiliary).lower())  # none of "did not"
    if tag is None or not asked.verb or "do" not in asked.features or tokens[asked.verb.first].tag not in ("VB", "VBP"):
        return asked
    joined = [
        i
        for i in asked.rest
        if tokens[i].relation == "conj"
        and tokens[i].head == asked.verb.first
        and tokens[i].tag in ("VB", "VBP")
        and tokens[i - 1].tag != "TO"
    ]
    return replace(asked, parse=asked.parse.with_words({i: inflected(tokens[i].lemma, tag) for i in joined}))


@dataclass(frozen=True)
class _Statement:
    """The parts that templates name, as texts."""

    asked: Clause
    phrases: Phrases
    negated: bool

    def __getattr__(self, name: str) -> str:
        """A phrase of the answer, else a span of the clause."""
        if name.startswith("rest_"):
            return self._rest_with(str(getattr(self, name.removeprefix("rest_"))))
        if name in ("answer", "named", "whose", "timed", "dated", "placed", "lasting", "caused", "done", "measured",
                    "of_which"):  # fmt: skip
            return str(getattr(self.phrases, name))
        return self.asked.text(getattr(self.asked, name))

    @cached_property
    def features(self) -> frozenset[str]:
        """What rules may ask of the place that the answer has lost."""
        asked, tokens = self.asked, self.asked.parse.tokens
        found = set()
        last = tokens[asked.rest.end - 1] if asked.rest else None
        if asked.preposition and last is not None and last.tag in ("IN", "TO"):
            found.add("twice")  # "from which town did it come from"
        if asked.subject and "copula" in asked.features and _trails(asked):
            found.add("trailing")
        if asked.auxiliary and tokens[asked.auxiliary.first].text.lower() in ("are", "were"):
            found.update(["plural"] if not is_plural(self.phrases.answer) else [])
        if re.fullmatch(r"[a-z]+ly", self.phrases.answer):
            found.add("ly")
            went = asked.verb and tokens[asked.verb.first].lemma in _GOING  # "how did it go": it went slowly
            if went or asked.text(asked.adverbs).endswith("ly"):
                found.add("manner" if not asked.rest or tokens[asked.rest.first].tag in ("IN", "TO", ",") else "ly")
        if asked.rest and is_word(tokens[asked.rest.first], ("that", "which", "who")):
            found.add("relative")
        if asked.subject and is_word(tokens[asked.subject.first], ("a", "an")):
            found.add("one")
        if not asked.noun and "what" in asked.features and _LIKE.search(asked.text(asked.subject)):
            found.add("like")
        if asked.text(asked.early).lower() == "ago":
            found.add("ago")
        if asked.subject and "copula" in asked.features and self._is_most:
            found.add("most")
        return frozenset(found)

    @property
    def _is_most(self) -> bool:
        """Whether a superlative without a noun is the subject: "the warmest in the south"."""
        tokens, (first, end) = self.asked.parse.tokens, (self.asked.subject.first, self.asked.subject.end)
        if first + 1 >= end or not is_word(tokens[first], ("the",)):
            return False
        last = first + 2 if tokens[first + 1].tag == "RBS" and first + 2 < end else first + 1
        is_one = tokens[first + 1].tag in ("JJS", "RBS") or is_word(tokens[last], ("first", "last"))
        return is_one and (last + 1 == end or tokens[last + 1].tag in ("IN", "TO", "RB"))

    @cached_property
    def opening(self) -> str:
        """What stands before what asks, with a comma behind it."""
        text = self.asked.text(self.asked.opening)
        if not text or "in-place" in self.asked.features or text.endswith((",", ":", ";", "-", "–", "—")):
            return text
        return f"{text},"

    @cached_property
    def opened(self) -> str:
        """What stands before the answer in its place, and the answer."""
        last = self.asked.parse.tokens[self.asked.opening.end - 1].tag if self.asked.opening else ""
        bare = re.sub(r"^(?:a|an) ", "", self.phrases.answer)  # "its greatest ladder", "the same ladder"
        if re.search(r"\b(?:most|\w{2,}est)$", self.opening):
            bare = lemma(bare, "NNS")  # "the lowest aliens"
        modifies = last.startswith(("JJ", "PRP$", "POS", "HYPH")) or re.search(r"\w-[a-z]+$", self.opening)
        return _behind(self.opening, bare if modifies else self.phrases.answer)

    @cached_property
    def preposition(self) -> str:
        """The preposition before what asks, where the answer does not bring its own."""
        is_named = self.phrases.has_preposition and not self.asked.noun
        return "" if is_named else _uncapitalised(self.asked, self.asked.preposition)

    @cached_property
    def before_dated(self) -> str:
        """The preposition and the answer as a time."""
        return f"{self.preposition} {self.phrases.dated}"

    @cached_property
    def before_named(self) -> str:
        """The preposition and the named answer."""
        return f"{self.preposition} {self.phrases.named}"

    @cached_property
    def in_named(self) -> str:
        return f"in {self.phrases.named}"

    def _rest_with(self, phrase: str) -> str:
        """The rest with a time, place, reason or manner at its end, or before a clause that only adds to it."""
        asked, tokens = self.asked, self.asked.parse.tokens
        rest, early = asked.rest, asked.text(asked.early)
        took = asked.verb and tokens[asked.verb.first].lemma == "take" and "how-adjective" in asked.features
        if took and (aim := next((i for i in rest if tokens[i].tag == "TO"), None)) is not None:
            before, after = asked.text(Span(rest.first, aim)), asked.text(Span(aim, rest.end))
            return f"{before} {phrase.removeprefix('for ')} {after}"  # "it took them *a week to answer"
        is_aim = bool(rest) and tokens[rest.first].tag == "TO" and "where" in asked.features
        if is_aim and asked.verb and tokens[asked.verb.first].lemma in _MOVING:
            return f"{phrase} {self.rest}"  # "they went to town to buy bread"
        if early and "where" in asked.features and not any(tokens[i].tag in (",", "WRB", "WDT") for i in rest):
            return f"{asked.text(rest)} {phrase} {early}"  # "where in Norway": in Oslo in Norway
        for i in rest:
            following = tokens[i + 1] if i + 1 < rest.end else None
            comma = (
                tokens[i].text == "," and following is not None and following.tag in ("IN", "VBG", "WRB", "RB", "WDT")
            )
            begins = tokens[i].text.lower() in _ADDING and tokens[i].relation in ("mark", "advmod")
            if comma or begins:
                before, after = asked.text(Span(rest.first, i)), asked.text(Span(i, rest.end))
                return f"{before} {early} {phrase} {after}"
        return f"{self.rest} {phrase}"

    @cached_property
    def subject(self) -> str:
        return _uncapitalised(self.asked, self.asked.subject)

    @cached_property
    def rest(self) -> str:
        """What follows the verb, and behind it what stood before an inverted auxiliary."""
        if _compares(self.asked):  # "which is older, the one or the other"
            return f"than {self.asked.text(self.asked.rest).lstrip(', ')}"
        return f"{_uncapitalised(self.asked, self.asked.rest)} {self.asked.text(self.asked.early)}"

    @cached_property
    def acted(self) -> str:
        """The answer as a verb phrase in the tense of do, else as an object of do."""
        words = re.sub(r"^to ", "", self.phrases.answer).split(" ")
        is_action = words[0].islower() and senses(words[0], "verb") and not self.phrases.has_article
        if not is_action or self.negated or "not" in self.verb.split():
            return f"{self.verb} {self.phrases.answer}"
        auxiliary = self.asked.text(self.asked.auxiliary).lower()
        if (tag := _TAGS.get(auxiliary)) is not None:
            auxiliary = ""
        else:
            tag = next((tag for kind, tag in _FORMS.items() if kind in self.asked.features), "VB")
        return " ".join([auxiliary, self.asked.text(self.asked.adverbs), inflected(words[0], tag), *words[1:]])

    @cached_property
    def auxiliary(self) -> str:
        """The verb to be or to have of a clause that has no other."""
        text = _written_out(self.asked.text(self.asked.auxiliary))
        text = f"{text} not" if self.negated and not re.search(r"n[o'’]t$", text) else text
        return f"{text} {self.asked.text(self.asked.adverbs)}".strip() if "copula" in self.asked.features else text

    @cached_property
    def be(self) -> str:
        """The auxiliary in the number of the answer, where the answer is the subject."""
        return _agreeing(self.auxiliary, is_plural(self.phrases.answer))

    @cached_property
    def verb(self) -> str:
        """The finite verb with its adverbs, after its subject."""
        return self._verb_with(self.asked.text(self.asked.adverbs))

    @cached_property
    def verb_done(self) -> str:
        """The finite verb with its adverbs and the answer as one more."""
        return self._verb_with(f"{self.asked.text(self.asked.adverbs)} {self.phrases.answer}")

    def _verb_with(self, adverbs: str) -> str:
        asked, tokens = self.asked, self.asked.parse.tokens
        verb = asked.text(asked.verb)
        if not asked.auxiliary:
            return self._lexical(adverbs, verb)
        auxiliary = _written_out(asked.text(asked.auxiliary))
        if "subject" in asked.features and not asked.noun:
            auxiliary = _agreeing(auxiliary, is_plural(self.phrases.answer))
        is_denied = bool(re.search(r"\bnot$|n[’']t$", auxiliary))
        if "do" in asked.features and asked.verb and not is_denied and not self.negated:
            if any(is_word(tokens[i], ("not",)) for i in asked.adverbs):
                return f"{auxiliary} {adverbs} {verb}"
            tag = _TAGS[tokens[asked.auxiliary.first].text.lower()]
            token = tokens[asked.verb.first]
            base = token.text.lower() if is_base_form(token.text.lower()) else token.lemma
            return f"{adverbs} {inflected(base, tag)}"
        return f"{auxiliary} {'not' if self.negated and not is_denied else ''} {adverbs} {verb}"

    def _lexical(self, adverbs: str, verb: str) -> str:
        """A verb without an auxiliary; denied, it needs one."""
        token = self.asked.parse.tokens[self.asked.verb.first] if self.asked.verb else None
        if token is None:
            return adverbs
        if self.negated:
            helper = {"VBD": "did", "VBN": "did", "VBZ": "does"}.get(token.tag, "do")
            return f"{helper} not {adverbs} {token.lemma}"
        if token.tag in ("VBP", "VBZ") and self.asked.features & {"who", "what", "which"} and not self.asked.noun:
            tag = "VBP" if is_plural(self.phrases.answer) else "VBZ"
            return f"{adverbs} {verb if tag == token.tag else inflected(token.lemma, tag)}"
        return f"{adverbs} {verb}"

    @cached_property
    def trailing(self) -> str:
        """The verb to be of a subject with what is said of it behind: "Ada was on her way to meet Josef"."""
        cut = _trails(self.asked)
        subject = self.asked.subject
        said = replace(self.asked, subject=Span(subject.first, cut), rest=Span(cut, self.asked.rest.end))
        filled = replace(self, asked=said)._filled(self.phrases.answer)
        return f"{_uncapitalised(said, said.subject)} {self.auxiliary} {filled}"

    @cached_property
    def filled(self) -> str:
        """The rest with the named answer in its gap."""
        tokens, rest = self.asked.parse.tokens, self.asked.rest
        lasts = self.phrases.is_lasting and "object" in self.asked.features and not is_word(tokens[rest.first], _EACH)
        takes = self.asked.verb and tokens[self.asked.verb.first].lemma in _TAKING_TIME
        was = self.asked.verb and tokens[self.asked.verb.first].lemma in ("be", "go")
        if was and self.asked.text(self.asked.noun).lower() == "times":
            return self._rest_with(self.phrases.named)  # "how often has she been *in town*"
        is_bare = not self.phrases.has_preposition and not re.search(r"\b(?:ago|later|earlier)\b", self.phrases.named)
        if lasts and not takes and is_bare and _gap(self.asked) == rest.end:
            return self._filled(f"for {self.phrases.named}")  # "how many days did they hold the fort"
        return self._filled(self.phrases.named)

    @cached_property
    def plain(self) -> str:
        """The rest with the answer alone in its gap."""
        tells = self.asked.verb and self.asked.parse.tokens[self.asked.verb.first].lemma in _TELLING
        if tells and "object" in self.asked.features and "stranded" not in self.asked.features:
            return self._filled(f"about {self.phrases.answer}")
        return self._filled(self.phrases.answer)

    def _filled(self, phrase: str) -> str:
        rest = self.asked.rest
        at = _gap(self.asked)
        before, after = self.asked.text(Span(rest.first, at)), self.asked.text(Span(at, rest.end))
        return f"{_behind(before, phrase)} {after} {self.asked.text(self.asked.early)}"

    @cached_property
    def asserted(self) -> str:
        """What a yes-or-no question has behind its verb, without the any that asks."""
        return re.sub(r"\b[Aa]ny (?!more\b|longer\b)", "some ", self.rest) if not self.negated else self.rest

    @cached_property
    def asserted_subject(self) -> str:
        """The subject of a yes-or-no question, without the any that asks."""
        return re.sub(r"^any (?=\w)", "some ", self.subject) if not self.negated else self.subject

    @cached_property
    def unlike(self) -> str:
        """The subject without the like that asks what it is like: "the climate in the town"."""
        return _LIKE.sub("", self.subject)

    @cached_property
    def likened(self) -> str:
        """The answer that says how something is, or else what it is like."""
        says_how = bool(senses(self.phrases.answer, "adj"))
        return self.phrases.answer if says_how else f"like {self.phrases.answer}"

    @cached_property
    def behind(self) -> str:
        """What follows the verb."""
        return self.asked.text(self.asked.rest)

    @cached_property
    def ago(self) -> str:
        """The answer as a time that is past."""
        is_past = re.search(r"\b(?:ago|earlier)\b", self.phrases.answer)
        return self.phrases.answer if is_past else f"{self.phrases.answer} ago"

    @cached_property
    def ordered(self) -> str:
        """What an order asks to be named."""
        return re.sub(r"^(?:me |us |the name of )+", "", self.rest)

    @property
    def is_(self) -> str:
        return "are" if is_plural(self.phrases.answer) else "is"


def _gap(asked: Clause) -> int:
    """The token of the rest before which the answer belongs: after a stranded preposition, after the last verb of
    the chain that has no object, else at the end."""
    tokens, rest = asked.parse.tokens, asked.rest
    if (left := stranded(asked.parse, rest)) is not None:
        return left + 1
    if rest and is_word(tokens[rest.first], ("each", "every", "annually", "yearly")):
        return rest.first  # "they spend *a million each year on lamps"
    if asked.verb and tokens[asked.verb.first].lemma in _THINKING:
        for i in rest:  # "they thought the ratios were *simple between atoms"
            lacks = i + 1 == rest.end or tokens[i + 1].tag in ("IN", "TO", ",")
            if i > rest.first and AUXILIARIES.get(tokens[i].text.lower()) == "be" and lacks:
                return i + 1
    if rest and tokens[rest.first].tag == "CD" and _says_how_long(tokens[rest.first + 1 : rest.end]):
        return rest.first  # "they had *ten ships two years after the war"
    if rest and tokens[rest.first].tag == "TO" and asked.verb and tokens[asked.verb.first].lemma in _WITH_MEANS:
        return rest.first
    verbs = [i for i in rest if tokens[i].tag == "VB" and "TO" in (tokens[i - 1].tag, tokens[i - 2].tag)
             and (tokens[i - 1].tag in ("TO", "RB"))
             and not (i - 2 >= rest.first and is_word(tokens[i - 2], ("order", "as")))]  # fmt: skip
    has = asked.verb and tokens[asked.verb.first].lemma == "have"  # "they had six days to leave the town"
    verbs += [
        i for i in rest if tokens[i].tag == "VBN" and is_word(tokens[i - 1], ("have",)) and tokens[i - 2].tag == "TO"
    ]
    verbs += [i for i in rest if tokens[i].tag == "VB" and tokens[i].lemma == "do" and tokens[i - 1].tag == "MD"]
    lacking = [i for i in verbs if i + 1 == rest.end or tokens[i + 1].tag in ("IN", "TO", "WRB", ",", "RB")]
    if not lacking and "object" not in asked.features:  # "afraid of losing in the flood", "capable of carrying"
        verbless = not asked.verb or tokens[asked.verb.first].tag in ("JJ", "VBN")
        lacking = [i for i in rest if tokens[i].tag == "VBG" and tokens[i - 1].tag == "IN" and (
            i + 1 == rest.end or ((verbless or tokens[i].lemma == "do") and tokens[i + 1].tag == "IN"))]  # fmt: skip
        if lacking:
            return lacking[0] + 1
    if has and verbs and verbs[0] == rest.first + 1 and not lacking:
        return rest.first
    means = bool(verbs) and verbs[0] == rest.first + 1 and verbs[0] not in lacking  # "beat them to win the cup"
    if means and asked.verb and tokens[asked.verb.first].lemma not in _CHAINED and "passive" not in asked.features:
        return rest.first
    if (
        rest
        and not lacking
        and tokens[rest.first].tag == "VBG"
        and (rest.first + 1 == rest.end or tokens[rest.first + 1].tag == "IN")
    ):
        return rest.first + 1  # "they proposed raising taxes in March"
    at = lacking[0] + 1 if lacking else verbs[0] + 1 if verbs and verbs[0] <= rest.first + 1 else rest.first
    while at < rest.end and tokens[at].tag == "RP":
        at += 1
    if at >= rest.end:
        return at
    following = tokens[at]
    if following.text.lower() in AUXILIARIES or following.tag in ("VBD", "VBZ", "VBP", "MD"):
        return at
    relative = at + 1 < rest.end and following.text.lower() == "that" and tokens[at + 1].tag in FINITE
    if relative:  # "they built *boats that would sail"
        return at
    if is_word(following, ("that",)) and asked.verb and tokens[asked.verb.first].lemma in _HAVING:
        return at  # "what does it lack that others have"
    opens = ("that", "if", "whether") if asked.verb and tokens[asked.verb.first].lemma in _WONDERING else ("that",)
    if following.tag in ("IN", "TO", ",", "CC") and following.text.lower() not in opens:
        return at
    if following.tag in ("RB", "WRB"):
        return at  # "which part did they settle *first"
    when = (
        tokens[at + 1].text.lower() if at + 1 < rest.end and is_word(following, ("the", "that", "last", "next")) else ""
    )
    is_season = NOUNS.get(when) == "time" or when in _SEASONS
    if is_season and at + 2 < rest.end and tokens[at + 2].tag in ("IN", "WRB", "PRP", "DT"):
        return at  # "what injury did she suffer *the summer before the race"
    return rest.end


def _says_how_long(behind: Sequence[Token]) -> bool:
    """Whether a number's noun is one of time, with what follows it: years after, days before."""
    return (
        len(behind) > 1
        and NOUNS.get(behind[0].text.lower()) == "time"
        and is_word(behind[1], ("after", "before", "later", "earlier", "ago"))
    )


def _within(answer: str) -> str:
    """The answer without the capital of a preposition, or of a number, that began its sentence."""
    first, space, rest = answer.partition(" ")
    is_number = first.lower() in NUMBER_WORDS and not rest[:1].isupper()
    begins = (space and first.lower() in PREPOSITIONS) or is_number
    return first.lower() + space + rest if begins and first.istitle() else answer


def _uncapitalised(asked: Clause, span: Span) -> str:
    """The text without the capital that only the question's beginning gave it."""
    text = asked.text(span)
    if span and span.first == 0 and not asked.parse.tokens[0].tag.startswith("NNP") and text[1:2].islower():
        return text[0].lower() + text[1:]
    return text


def _behind(before: str, phrase: str) -> str:
    """A phrase behind what stands before it, where it takes the place of do: "planned to do", planned to learn."""
    *kept, doing = before.split(" ")
    return " ".join([*kept, _as_verb(phrase, doing)]) if doing in ("do", "doing") else f"{before} {phrase}"


def _as_verb(phrase: str, doing: str) -> str:
    """What is done as a verb in the form of do; a thing keeps do before it."""
    first, space, rest = phrase.partition(" ")
    base = lemma(first, "VBG") if first.endswith("ing") else first
    if not (first.islower() and senses(base, "verb")) or (base == first and senses(first, "noun")):
        return f"{doing} {phrase}"
    return (inflected(base, "VBG") if doing == "doing" else base) + space + rest


def _trails(asked: Clause) -> int:
    """Where begins what is said of a name or pronoun after the verb to be, by a preposition; 0 where nothing is."""
    tokens, subject = asked.parse.tokens, asked.subject
    at = subject.first
    while at < subject.end and (tokens[at].text[:1].isupper() or tokens[at].tag in ("PRP", "POS")):
        at += 1
    is_said = subject.first < at < subject.end and tokens[at].tag == "IN" and tokens[at].text.lower() != "of"
    return at if is_said and any(tokens[i].tag == "VB" for i in range(at, subject.end)) else 0


def _compares(asked: Clause) -> bool:
    """Whether a comparative has the things that are compared behind it, without a than."""
    words = asked.text(asked.rest).lower().split()
    return bool(asked.verb) and asked.parse.tokens[asked.verb.first].tag == "JJR" and "or" in words and (
        "than" not in words and asked.parse.tokens[asked.rest.first].tag in ("DT", "NNP", "NN", ",")
    )  # fmt: skip


_HAVING = frozenset(str.split("have lack own possess offer contain include need give build make do want"))
_LIKE = re.compile(r" like(?=$| (?:in|at|on|during|for|of|before|after|when)\b)")  # "what is the town like in June"
_SEASONS = frozenset(str.split("spring summer autumn fall winter morning evening night week weekend afternoon"))
_UNITS = str.split("pounds feet miles dollars euros metres meters yards inches tons tonnes acres percent years")
_GOING = ("go", "end", "turn", "come", "fare")
_EACH = frozenset(("each", "every", "this", "last", "next", "annually", "yearly"))
_TAKING_TIME = frozenset(str.split("spend take last give cost need require have waste add lose save"))
_TELLING = frozenset(("tell", "inform", "remind", "warn", "notify"))
_MOVING = frozenset(str.split("go travel move come return sail"))
_THINKING = frozenset(str.split("think believe say claim suppose assume estimate suggest argue hope feel guess"))
_WONDERING = frozenset(str.split("ask know see wonder determine decide tell learn find check say think"))
_ADDING = frozenset(str.split("when while whilst because if although though since as after before until where whereas"))
_WITH_MEANS = frozenset(  # verbs with an object before an infinitive: "they used it to …"
    str.split("use ask allow force cause take build employ hire choose pay tell require provide give spend send bring")
)
_CHAINED = frozenset(  # verbs whose infinitive is no end for which they are done: "they wanted to give the boy …"
    str.split(
        "want try seek plan hope begin start continue decide attempt intend like love prefer agree refuse fail "
        "help aim wish get go come appear seem tend manage learn expect prepare promise threaten claim propose vow "
        "swear work struggle strive choose have ought dare desire move cease offer demand be serve act fight join"
    )
)
_TAGS = {"did": "VBD", "does": "VBZ", "do": "VBP"}
_FORMS = {"modal": "VB", "have": "VBN", "be": "VBG"}
_PLURALS = {"is": "are", "was": "were", "has": "have", "does": "do", "'s": "are"}
_SINGULARS = {plural: singular for singular, plural in _PLURALS.items() if singular != "'s"}


def _agreeing(auxiliary: str, plural: bool) -> str:
    word, _, rest = auxiliary.partition(" ")
    return f"{(_PLURALS if plural else _SINGULARS).get(word.lower(), word)} {rest}".strip()


def _written_out(auxiliary: str) -> str:
    """The auxiliary in lower case and without the contraction of is."""
    text = auxiliary.lower()
    return {"'s": "is", "’s": "is", "'re": "are", "’re": "are"}.get(text, text)


def _sentence(text: str) -> str:
    """The text as a sentence: one space between words, none before marks, a capital and a stop."""
    text = re.sub(r"\s+", " ", text).strip()
    text = re.sub(r" ([,.;:?!)\]%’](?:\s|$)|n't\b|'s\b)", r"\1", text)
    text = re.sub(r"([(\[$£€#]) (?=\S)", r"\1", text)
    text = re.sub(r"\b(in|on|at|for|by|from|to|with|of|during) \1\b", r"\1", text)
    text = re.sub(r"\b(until|since|before|after) (?:in|on|at) (?=\w)", r"\1 ", text)
    text = re.sub(r"\b(the|a|an) \1\b", r"\1", text, flags=re.IGNORECASE)
    text = re.sub(rf"\b({'|'.join(_UNITS)}) in \1\b", r"\1", text)
    text = re.sub(r"\b([Aa]n) other\b", r"\1other", text)
    text = re.sub(r"(?<![\w'’.-])(an?) (?=([a-z]{3,}))", lambda found: f"{article(found[2])} ", text)
    text = re.sub(r",(?:\s*,)+", ",", text)
    text = re.sub(r"\?(?=[\"”’']$|\s)", "", text)
    text = re.sub(r"^[,;:.\s]+|[,;:\s]+$", "", text)
    if text and (text[0].islower() and not re.match(r"\w[A-Z]", text)):
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "!", "…")) else f"{text}."
