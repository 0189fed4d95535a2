"""Closed classes of words, written in a row; and words for the people of a place."""

import re


def word_set(row: str) -> frozenset[str]:
    """The words of a row, each once."""
    return frozenset(row.split())


def is_demonym(word: str) -> bool:
    """Whether a word with a capital is an adjective for a people, as *British*, *Australian* and *Chinese* are."""
    return word in _IRREGULAR or (_ENDS.search(word) is not None and word not in _NAMES)


_IRREGULAR = word_set("""
    British French Dutch Welsh Irish Swiss Czech Greek Turk Thai Norse Manx Flemish Basque Slovak Slavic Arab Arabic
    Islamic Jewish German Roman Norman Tibetan Cuban Ottoman Elizabethan Bosnian Asian Indian Pakistani Iraqi Israeli
    Bengali Nepali Kuwaiti Saudi Yemeni Somali Celtic Baltic Nordic Germanic Hellenic Icelandic Greenlandic Filipino
    Han Inuit Maori Iroquois Sioux Cherokee Apache Cree Zulu
    """)
_ENDS = re.compile(r"^[A-Z]\w+(?:ian|ean|ican|[a-z]ish|ese)$")
# Names of persons and places that end like such adjectives.
_NAMES = word_set("""
    Ian Brian Adrian Julian Vivian Christian Lillian Gillian Fabian Damian Dorian Florian Kilian Bastian Sebastian
    Cassian Lucian Marian Fujian Dalian Jean Sean Dean Ocean Cavendish Standish Parrish Parish Farnese Veronese Varese
    """)
