"""Whether a text is in English, by its small words."""

from stumper.language.english import is_english

ENGLISH = "The king of the island was crowned in spring, and he was to rule it for forty years with his wife."
GERMAN = (
    "Der König der Insel wurde im Frühling gekrönt und regierte sie mit seiner Frau vierzig Jahre lang, bis er "
    "im Winter starb. Seine Tochter folgte ihm nach, obwohl viele den Sohn seines Bruders gesehen hätten. Sie baute "
    "Straßen, Brücken und einen Hafen, durch welchen Getreide aus fernen Ländern kam."
)


def test_english_is_told_from_another_language():
    assert is_english(ENGLISH * 3)
    assert not is_english(GERMAN)


def test_a_few_words_tell_nothing():
    assert is_english("Suleiman")
    assert is_english("Der König")


def test_a_short_text_is_told_by_the_small_words_of_other_languages():
    assert not is_english("Wo entspringt die Elm? Die Elm entspringt in den Grauen Hügeln.")
    assert not is_english("Où est né le roi ? Le roi est né dans une ville du nord.")
    assert not is_english("¿Dónde nació el rey? El rey nació en una ciudad del norte.")
    assert is_english("What did the composer of Die Walküre write in the winter? He wrote the songs of the sea.")


def test_the_same_few_words_again_and_again_tell_nothing():
    assert is_english("Ada wrote play number seven. " * 40)
