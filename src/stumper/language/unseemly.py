"""Words that no attack puts into a text: vulgar ones and slurs, which tables that were learned from the web hold."""

_LISTED = (
    "arse arses arsehole ass asses asshole assholes bastard bastards bitch bitches bitching bitchy blowjob bollocks "
    "boob boobie boobies boobs booby bugger bullshit chink chinks cock cocks cocky crap crappy craps cum cunt cunts "
    "damn damned damning dick dickhead dildo dildos dyke dykes erotica fag faggot faggots fags fuck fucked fucker "
    "fuckers fucking fucks hooker hookers horny masturbate masturbates masturbating masturbation milf motherfucker "
    "nigga nigger niggers orgasm orgasms penis penises piss pissed pisses pissing porn porno pornographic pornography "
    "prick pricks prostitute prostitutes prostituting prostitution pussy rape raped rapes raping retard retarded "
    "retards semen sexy shit shite shits shitting shitty slut sluts slutsky tit tits titty twat vagina vaginal vaginas "
    "wank wanker wankers whore whores"
)
_WORDS = frozenset(_LISTED.split())


def is_unseemly(word: str) -> bool:
    """Whether nobody wants the word in an example, whatever its capitals."""
    return word.lower() in _WORDS
