"""The families of rules of Thorne et al. 2019: 23 that preserve entailment, 19 simple and 23 complex negations.

The paper speaks of 61 rules and lists 65 kinds, by kind and name; there are 65 here, in the paper's families. The
names, the templates and all guards are this project's.
"""

from stumper.adversaries.verification.claimrules.rule import (
    ANY,
    COMPLEX,
    EITHER,
    HAPPENED,
    KEEPS,
    SIMPLE,
    SUPPORTED,
    VERIFIABLE,
    Rule,
)

_WEAKER = "it says less than the claim, so that it can hold where the claim is refuted or not decided"
_OTHER_PART = "who is refuted as the director may have had another part in it"
_BORN_ELSEWHERE = "sound both ways: whoever was not born there was born elsewhere"
_NO_DIRECTOR = "a refuted claim may name somebody who has nothing to do with films"
_DROPS = "it drops the place or time, so that the negation of a refuted claim stays refuted"

_NAMED = ("A name", "B callable")
_CALLED = (*_NAMED, "B no clutter")
_DENIED = ("B sort no scope",)

FAMILIES: tuple[Rule, ...] = (
    # A is|was a|an B
    Rule(KEEPS, "is a: there exists", "is a", "There {exists} {a B} called {A}", ANY, _CALLED),
    Rule(KEEPS, "is a: there is", "is a", "There {is} {a B} called {A}", ANY, _CALLED),
    Rule(KEEPS, "is a: there exists, by name", "is a",
         "There {exists} {a B} that {goes} by the name of {A}", ANY, _NAMED),
    Rule(KEEPS, "is a: there is, by name", "is a", "There {is} {a B} that {goes} by the name of {A}", ANY, _NAMED),
    Rule(KEEPS, "is a: there exists, it is called", "is a",
         "There {exists} {a B}, and {it is} called {A}", ANY, _NAMED),
    Rule(KEEPS, "is a: there is, it is called", "is a", "There {is} {a B}, and {it is} called {A}", ANY, _NAMED),
    Rule(SIMPLE, "is a: is not", "is a", "{A} {is} not {a B}", VERIFIABLE, _DENIED),
    Rule(SIMPLE, "is a: isn't", "is a", "{A} {isn't} {a B}", VERIFIABLE, _DENIED),
    Rule(SIMPLE, "is a: is definitely not", "is a", "{A} {is} definitely not {a B}", VERIFIABLE, _DENIED),
    Rule(SIMPLE, "is a: is certainly not", "is a", "{A} {is} certainly not {a B}", VERIFIABLE, _DENIED),
    Rule(COMPLEX, "is a: there does not exist", "is a", "There {does} not exist {a B} called {A}", VERIFIABLE,
         (*_CALLED, *_DENIED)),
    Rule(COMPLEX, "is a: there exists no", "is a",
         "There {exists} no {B} called {A}", VERIFIABLE, (*_CALLED, *_DENIED)),
    Rule(COMPLEX, "is a: there is no", "is a", "There {is} no {B} called {A}", VERIFIABLE, (*_CALLED, *_DENIED)),
    Rule(COMPLEX, "is a: there is not", "is a", "There {is} not {a B} called {A}", VERIFIABLE, (*_CALLED, *_DENIED)),
    Rule(COMPLEX, "is a: there is no, by name", "is a", "There {is} no {B} that {goes} by the name of {A}", VERIFIABLE,
         (*_NAMED, *_DENIED)),
    Rule(COMPLEX, "is a: there exists no, by name", "is a", "There {exists} no {B} that {goes} by the name of {A}",
         VERIFIABLE, (*_NAMED, *_DENIED)),
    Rule(COMPLEX, "is a: there does not exist, by name", "is a",
         "There {does} not exist {a B} that {goes} by the name of {A}", VERIFIABLE, (*_NAMED, *_DENIED)),
    # A is|was directed by B
    Rule(KEEPS, "directed by: is the director", "directed by", "{B} {is} the director of {A}", ANY, ("B one name",)),
    Rule(KEEPS, "directed by: a movie", "directed by", "There is a movie called {A} which {is} directed by {B}", ANY,
         ("A name", "A movie")),
    Rule(KEEPS, "directed by: a director", "directed by",
         "There is a director, {B}, who was involved in the production of {A}", SUPPORTED, ("B one name",),
         why=_WEAKER),
    Rule(KEEPS, "directed by: a person in the industry", "directed by",
         "There is a person involved in the movie industry, {B}, who {is} the director of {A}", ANY,
         ("B one name",)),
    Rule(SIMPLE, "directed by: is not", "directed by", "{A} {is} not directed by {B}", VERIFIABLE),
    Rule(SIMPLE, "directed by: isn't", "directed by", "{A} {isn't} directed by {B}", VERIFIABLE),
    Rule(SIMPLE, "directed by: is certainly not", "directed by", "{A} {is} certainly not directed by {B}", VERIFIABLE),
    Rule(SIMPLE, "directed by: is not the director", "directed by", "{B} {is} not the director of {A}", VERIFIABLE,
         ("B one name",)),
    Rule(COMPLEX, "directed by: a movie which isn't", "directed by",
         "There is a movie called {A} which {isn't} directed by {B}", VERIFIABLE, ("A name", "A movie")),
    Rule(COMPLEX, "directed by: a director not involved", "directed by",
         "There is a director, {B}, who was not involved in the production of {A}", SUPPORTED, ("B one name",),
         why=_OTHER_PART),
    Rule(COMPLEX, "directed by: a person in the industry not", "directed by",
         "There is a person involved in the movie industry, {B}, who {is} not the director of {A}", SUPPORTED,
         ("B one name",), why=_NO_DIRECTOR),
    Rule(COMPLEX, "directed by: no movie", "directed by", "There is no movie called {A} which {is} directed by {B}",
         VERIFIABLE, ("A name", "A movie")),
    # A … an American B
    Rule(KEEPS, "American: originated", "American", "{A} {is} {a B} that originated from the United States", ANY,
         ("B no people",)),
    Rule(KEEPS, "American: from", "an American", "{A} {V} {a B} from the United States", ANY),
    Rule(KEEPS, "American: of origin", "an American", "{A} {V} {a B} of American origin", ANY),
    Rule(SIMPLE, "American: another nationality", "American", "{A} {is} {a Bolivian B}", SUPPORTED, why=EITHER),
    Rule(SIMPLE, "American: non-American", "American", "{A} {is} a non-American {B}", SUPPORTED, why=EITHER),
    Rule(COMPLEX, "American: outside", "American", "{A} {is} {a B} from outside the United States", SUPPORTED,
         why=EITHER),
    Rule(COMPLEX, "American: did not originate", "American",
         "{A} {is} {a B} that did not originate from the United States", SUPPORTED, ("B no people",), why=EITHER),
    Rule(COMPLEX, "American: some other country", "American",
         "{A} {is} {a B} from some other country than the United States", SUPPORTED, why=EITHER),
    # A was born in|on B
    Rule(KEEPS, "born: birthplace", "born in a place", "The birthplace of {A} is {B}", ANY),
    Rule(KEEPS, "born: place where", "born in a place", "{B} is the place where {A} was born", ANY),
    Rule(KEEPS, "born: it was then", "born at a time", "It was {in} {B} that {A} was born", ANY),
    Rule(KEEPS, "born: birth", "born at a time", "The birth of {A} was {in} {B}", ANY),
    Rule(SIMPLE, "born: was not", "born", "{A} was not born {in} {B}", VERIFIABLE),
    Rule(SIMPLE, "born: wasn't", "born", "{A} wasn't born {in} {B}", VERIFIABLE),
    Rule(SIMPLE, "born: was never born", "born", "{A} was never born", SUPPORTED, why=_DROPS),
    Rule(COMPLEX, "born: some other place", "born in a place", "{A} was born in some other place than {B}", VERIFIABLE,
         why=_BORN_ELSEWHERE),
    Rule(COMPLEX, "born: some other time", "born at a time", "{A} was born at some other time than {in} {B}",
         VERIFIABLE, why=_BORN_ELSEWHERE),
    Rule(COMPLEX, "born: not the place where", "born in a place",
         "{B} is not the place where {A} was born", VERIFIABLE),
    Rule(COMPLEX, "born: it was not then", "born at a time", "It was not {in} {B} that {A} was born", VERIFIABLE),
    # A died in|on B
    Rule(KEEPS, "died: place where", "died in a place", "{B} is the place where {A} died", ANY),
    Rule(KEEPS, "died: took place", "died in a place", "The death of {A} took place in {B}", ANY),
    Rule(KEEPS, "died: it was then", "died at a time", "It was {in} {B} that {A} died", ANY),
    Rule(KEEPS, "died: passed away", "died", "{A} passed away {in} {B}", ANY),
    Rule(SIMPLE, "died: did not", "died", "{A} did not die {in} {B}", VERIFIABLE),
    Rule(SIMPLE, "died: is still alive", "died", "{A} is still alive", SUPPORTED, why=_DROPS),
    Rule(SIMPLE, "died: has not died", "died", "{A} has not died", SUPPORTED, why=_DROPS),
    Rule(COMPLEX, "died: some other place", "died in a place", "{A} died in some other place than {B}", SUPPORTED,
         why=HAPPENED),
    Rule(COMPLEX, "died: some other time", "died at a time", "{A} died at some other time than {in} {B}", SUPPORTED,
         why=HAPPENED),
    Rule(COMPLEX, "died: not the place where", "died in a place", "{B} is not the place where {A} died", VERIFIABLE),
    # A starred|stars in B; A starred|stars B
    Rule(KEEPS, "starred: had a role", "starred in", "{A} {has} a starring role in {B}", ANY),
    Rule(KEEPS, "starred: in a role", "starred", "{A} {has} {B} in a starring role", ANY),
    Rule(SIMPLE, "starred: did not in", "starred in", "{A} {does} not {star} in {B}", VERIFIABLE),
    Rule(SIMPLE, "starred: didn't in", "starred in", "{A} {does}n't {star} in {B}", VERIFIABLE),
    Rule(SIMPLE, "starred: did not", "starred", "{A} {does} not {star} {B}", VERIFIABLE),
    Rule(COMPLEX, "starred: none of the roles in", "starred in",
         "{A} {is} not seen in any of the starring roles in {B}", VERIFIABLE),
    Rule(COMPLEX, "starred: none of the roles", "starred", "{B} {does} not have any of the starring roles in {A}",
         VERIFIABLE, ("B one name",)),
)  # fmt: skip
