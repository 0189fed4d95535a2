"""Whether a sentence can stand by itself, by its words alone: no parse is needed."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from stumper.language.rewording.words import is_demonym, word_set
from stumper.text import Stretch, words


def leans(sentence: str) -> bool:
    """Whether a sentence needs what was said before it: by its opening, by a word such as *later*, or by a pronoun
    that nothing before it in the sentence can be the antecedent of.
    """
    found = words(_BRACKETS.sub("", sentence))
    if not found or not (found[0].text[0].isupper() or found[0].text[0].isdigit()):
        return True
    if found[0].text.lower() in OPENINGS or POINTING.search(sentence):
        return True
    return any(_is_orphan(found, i) for i, word in enumerate(found) if word.text.lower() in PRONOUNS)


def takes_as_known(sentence: str, before: str = "") -> bool:
    """Whether a sentence opens with a thing that it takes for known and says nothing more of which is meant, or speaks
    of a thing that the sentence before has brought up: *a revolt* and *the revolt*.
    """
    brought_up = {word for match in _NEW.finditer(before) for word in match.group(1).lower().split()} - FUNCTION_WORDS
    spoken_of = {word for match in _OLD.finditer(sentence) for word in match.group(1).lower().split()}
    return KNOWN.match(sentence) is not None or bool(brought_up & spoken_of)


def goes_on(sentence: str) -> bool:
    """Whether a sentence that opens a text goes on from something before it, as far as a reader surely notices."""
    found = words(sentence)
    return not found or found[0].text.lower() in OPENINGS or _GOES_ON.search(sentence) is not None


@lru_cache(4096)
def is_torn(sentence: str) -> bool:
    """Whether a sentence lacks its beginning or its end: it opens in small letters, stops without a mark that ends it,
    or with an abbreviation, or leaves a quotation or bracket open.
    """
    marks = [sentence.count(mark) for mark in "()[]“”"]
    is_open = marks[::2] != marks[1::2] or sentence.count('"') % 2
    return bool(is_open or not _WHOLE.fullmatch(sentence) or _CUT.search(sentence))


def _is_orphan(found: Sequence[Stretch], place: int) -> bool:
    """Whether no name precedes the pronoun (for *him* and *them*, which are not the subject, two), nor a thing new here
    (for *it* and *they*) or any (for *its*).
    """
    before = [word.text for word in found[:place]]
    named = [_is_name(word, i == 0) for i, word in enumerate(before)]
    names = sum(now and not last for last, now in pairwise([False, *named]))
    pronoun = found[place].text.lower()
    if names >= (2 if pronoun in OBJECTS else 1):
        return False
    return not any(word.lower() in words for kind, words in BROUGHT_UP_BY if pronoun in kind for word in before)


def _is_name(word: str, opens: bool) -> bool:
    """Whether a word may be a name; the first of a sentence has its capital anyway, an adjective for a people too."""
    if not word[0].isupper() or word.lower() in FUNCTION_WORDS | NO_NAMES or is_demonym(word):
        return False
    return not opens or not word.endswith(("ly", "ing", "ed"))


CONNECTIVES = word_set("""
    then thus hence therefore however moreover furthermore also additionally besides nevertheless nonetheless still yet
    instead otherwise consequently accordingly meanwhile afterwards afterward later subsequently finally eventually
    similarly likewise conversely indeed and but or so nor because again further
    """)
FUNCTION_WORDS = word_set("""
    a an the this that these those such some any each every no none all both either neither other another same many
    much more most few several own
    i me my mine we us our ours you your yours he him his she her hers it its they them their theirs himself herself
    itself themselves one ones
    who whom whose which what when where why how whether that
    and or but nor so yet if because although though while whereas since unless until as than
    of in on at by for from to with without within into onto upon over under above below between among through during
    before after about against around across along behind beside besides beyond near off out up down toward towards
    via per like
    be am is are was were been being have has had having do does did doing done will would shall should can could may
    might must ought
    not n't 's there here then thus also too very just only even still again once ever never now
    """)
NO_NAMES = word_set("""
    often sometimes perhaps maybe long soon early late today currently despite due following including according along
    january february march april may june july august september october november december
    monday tuesday wednesday thursday friday saturday sunday
    """)
PERSONAL = word_set("he him his she her hers himself herself")
POSSESSIVE = word_set("its itself")
PLURAL = word_set("they them their theirs themselves")
OBJECTS = word_set("him them")
SINGULAR = frozenset(("it",))
PRONOUNS = PERSONAL | POSSESSIVE | PLURAL | SINGULAR
# What may bring up the thing that a pronoun stands for, beside a name.
BROUGHT_UP_BY = (
    (POSSESSIVE, word_set("a an the each every many most some several all")),
    (PLURAL, word_set("many most some several all")),
    (SINGULAR, word_set("a an each every")),
)
# A sentence that opens with one of these goes on from the one before: what they are of was said there.
OPENINGS = (
    PRONOUNS
    | CONNECTIVES
    | word_set("""
    this that these those such both neither either another other others same here there unlike rather next fellow
    similar symptoms examples results causes effects reasons members parts features benefits
    """)
)
# Words that point back, wherever they stand.
POINTING = re.compile(
    r"\b(?:however|therefore|thus|hence|moreover|furthermore|nevertheless|nonetheless|meanwhile|afterwards?|thereafter"
    r"|subsequently|consequently|accordingly|likewise|similarly|instead|aforementioned|thereby|therein|thereof|also|too"
    r"|as a result|in addition|(?:in|by) contrast|on the other hand|for (?:example|instance)|in turn|in fact"
    r"|as well(?! as)|another of|a further|the remaining"
    r"|(?:only|two|three|four|five|six|seven|eight|nine|ten|several|some|many|all) other"
    r"|the (?:same|others?|latter|following|next|previous|first|second|third|rest)|the former(?=[\s,.]*$|,)"
    r"|(?:years?|months?|weeks?|days?|decades?|centur(?:y|ies)) (?:later|earlier|before)"
    r"|that (?:same )?(?:year|month|day|night|time|game|season|decade|century|period|era)"
    r"|this|these|those(?! (?:who|whose|of|in|with|from|that|which))|such(?! as))\b",
    re.IGNORECASE,
)
# The old event was held; Beside the fair, the event featured; The event ends; As the disease progresses; The largest,
# the Theatre Royal; The most ambitious plan; The Society has chapters; Most went home.
KNOWN = re.compile(
    r"(?:[A-Z][^,]{2,60}, )?[Tt]he (?:[^A-Z\s,]+ ){1,3}(?:was|were|is|are|has|have|had|will|would|can|could|may|might"
    r"|must|did|does|also|[a-z]+ed)\b"
    r"|The [a-z]+ [a-z]+s\b|The (?:most|least) [a-z]+|The [A-Z][a-z]+[a-rt-z] (?:was|is|has|had|will|[a-z]+ed)\b"
    r"|(?:Most|Some|Many|All|Several|Few|None|One|Two|Three|Four|Five) (?:was|were|is|are|has|have|had|went|[a-z]+ed)\b"
    r"|(?:After|Although|As|Before|If|Once|Since|When|While) the [a-z]+ [a-z]+(?:ed|s|was|were|had)\b"
    r"|The [a-z]+est,"
)
_NEW = re.compile(r"\b(?:an?|another|one|two|three|several|some) ((?:[\w-]+ ){0,2}[\w-]+)", re.IGNORECASE)
_OLD = re.compile(r"\bthe ((?:[a-z][\w-]* )?[a-z][\w-]*)", re.IGNORECASE)
_BRACKETS = re.compile(r"\([^()]*\)")
_WHOLE = re.compile(r"[\"'“‘(\[]*[^\W_a-z].*[.!?][\"'”’)]*(?:\[[^\[\]]*\])*", re.DOTALL)
_CUT = re.compile(r"(?:^|[\s(])(?:[A-Z]|St|Mt|Mr|Mrs|Dr|No|vs|v|c|ca|cf|approx|[a-z]\.[a-z])\.$|\.\.\.$|\n")
_GOES_ON = re.compile(
    r"\b(?:however|therefore|thus|hence|moreover|furthermore|nevertheless|nonetheless|meanwhile|afterwards|thereafter"
    r"|subsequently|consequently|accordingly|likewise|similarly|instead|aforementioned|eventually|subsequent to"
    r"|as a result|in addition|(?:in|by) contrast|on the other hand|for (?:example|instance)|in turn|the latter"
    r"|the other|the same|this|these|those(?! (?:who|whose|of|in|with|from|that|which)))\b",
    re.IGNORECASE,
)
