"""Adjectives of nationality, and the country of each as it stands after a preposition."""

DEMONYMS: dict[str, str] = {
    "American": "the United States", "British": "the United Kingdom", "English": "England", "Scottish": "Scotland",
    "Irish": "Ireland", "Welsh": "Wales", "French": "France", "German": "Germany", "Italian": "Italy",
    "Spanish": "Spain", "Portuguese": "Portugal", "Dutch": "the Netherlands", "Belgian": "Belgium",
    "Swedish": "Sweden", "Norwegian": "Norway", "Danish": "Denmark", "Finnish": "Finland", "Polish": "Poland",
    "Russian": "Russia", "Ukrainian": "Ukraine", "Greek": "Greece", "Turkish": "Turkey", "Indian": "India",
    "Pakistani": "Pakistan", "Chinese": "China", "Japanese": "Japan", "South Korean": "South Korea",
    "Australian": "Australia", "Canadian": "Canada", "Mexican": "Mexico", "Brazilian": "Brazil",
    "Argentine": "Argentina", "Israeli": "Israel", "Egyptian": "Egypt", "South African": "South Africa",
    "Nigerian": "Nigeria", "Austrian": "Austria", "Swiss": "Switzerland", "Hungarian": "Hungary",
    "Jamaican": "Jamaica", "Colombian": "Colombia", "Cuban": "Cuba",
}  # fmt: skip

# What a thing or a person is said to be instead: nationalities that few hold beside another one.
OTHERS = ("Bolivian", "Mongolian", "Nepalese", "Icelandic", "Estonian", "Paraguayan", "Tunisian", "Bulgarian")
