"""Words and names that say the same as others: each row has the one that is compared, then those that stand for it."""

# One name or word, spelt in two ways.
_SPELLINGS = """
    muhammad mohamed mohammed mohammad mohamad muhammed mohamet mahomet
    hussein husain husayn hussain hossein hosain
    ahmad ahmed achmed
    yusuf yousef yusef youssef yousuf
    ibrahim ebrahim
    abdul abd abdel abdal
    osama usama
    umar omar
    hasan hassan
    sulayman suleiman suleyman sulaiman
    khalid khaled
    mustafa mustapha moustafa
    mahmud mahmoud
    alexander aleksandr alexandr aleksander alexandre
    alexei aleksei alexey aleksey
    sergei sergey serge
    dmitri dmitry dimitri dmitrii
    fyodor feodor fedor
    nikolai nikolay
    nicholas nicolas nikolas
    andrei andrey
    yevgeny evgeny eugeny evgenii
    catherine katherine katharine kathryn catharine
    frederick friedrich frederic fredrick frederik
    philip phillip philipp filip
    stephen steven
    joseph josef
    eric erik
    karl carl
    isaac isaak
    jacob jakob
    tchaikovsky chaikovsky tschaikowsky chaykovsky
    rachmaninoff rachmaninov rakhmaninov
    prokofiev prokofieff
    dostoevsky dostoyevsky dostoevski dostoyevski dostoievsky
    tolstoy tolstoi
    gaddafi qaddafi qadhafi gadhafi khadafy kaddafi
    khrushchev khruschev krushchev khrushchov
    genghis chinggis jenghis chingis
    beijing peking
    kyiv kiev
    qing ching
    quran koran
    hanukkah chanukah hanukah chanukkah
    jinn djinn
    shiite shia
    tsar czar tzar
"""
# A word and what it is cut to, or called at home.
_SHORTENED = """
    doctor dr
    mister mr
    saint st ste sainte
    mount mt
    fort ft
    versus v vs
    professor prof
    senator sen
    governor gov
    lieutenant lt
    sergeant sgt
    captain capt
    department dept
    university univ
    junior jr
    senior sr
    brothers bros
    centimeter cm
    millimeter mm
    kilometer km
    nanometer nm
    kilogram kg
    milligram mg
    milliliter ml
    kilohertz khz
    megahertz mhz
    electronvolt ev
    mathematic math
    economic econ
    spectroscopy spec
    laboratory lab
    photograph photo
    telephone phone
    television tv
    influenza flu
    examination exam
    refrigerator fridge
    hippopotamus hippo
    rhinoceros rhino
    chimpanzee chimp
    crocodile croc
    alligator gator
    grandmother grandma granny
    grandfather grandpa granddad grandad
    mother mom mum mommy
    father dad daddy
    rabbit bunny
    oneself myself yourself himself herself itself ourselve themselve
"""
# Of whole answers, without spaces and in the singular: countries and cities at home, people by one name or in another
# scripture, wars, what two letters stand for.
_ALIASES = """
    unitedstate usa us unitedstateofamerica america
    unitedkingdom uk
    sovietunion ussr
    china peoplerepublicofchina prc
    northkorea dprk
    democraticrepublicofcongo doctorcongo congokinshasa
    dna deoxyribonucleicacid
    rna ribonucleicacid
    atp adenosinetriphosphate
    carbondioxide co2
    water h2o
    sulfurdioxide so2
    sulfurtrioxide so3
    nitrogendioxide no2
    nitrousoxide n2o
    ammonia nh3
    methane ch4
    ozone o3
    hydrogenperoxide h2o2
    hydrogensulfide h2s
    hydrochloricacid hcl hydrogenchloride
    hydrogencyanide hcn
    sulfuricacid h2so4
    nitricacid hno3
    phosphoricacid h3po4
    carbonicacid h2co3
    sodiumchloride nacl
    sodiumhydroxide naoh
    potassiumchloride kcl
    potassiumpermanganate kmno4
    calciumcarbonate caco3
    silicondioxide sio2
    benzene c6h6
    glucose c6h12o6
    unitednation un
    europeanunion eu
    associationofsoutheastasiannation asean
    unitednationchildfund unicef
    councilformutualeconomicassistance comecon
    internationalcriminalpoliceorganization interpol
    radiodetectionandranging radar
    germany deutschland bundesrepublikdeutschland
    spain espana
    italy italia
    austria osterreich
    japan nippon nihon
    finland suomi
    sweden sverige
    norway norge
    denmark danmark
    poland polska
    hungary magyarorszag
    greece hellas ellada
    ireland eire
    croatia hrvatska
    albania shqiperi
    switzerland schweiz suisse svizzera helvetia
    brazil brasil
    netherland nederland
    czechrepublic czechia
    myanmar burma
    ivorycoast cotedivoire
    easttimor timorleste
    eswatini swaziland
    moscow moskva
    vienna wien
    munich munchen
    cologne koln
    prague praha
    warsaw warszawa
    lisbon lisboa
    florence firenze
    venice venezia
    brussel bruxelles
    copenhagen kobenhavn
    gothenburg goteborg
    belgrade beograd
    bucharest bucuresti
    mumbai bombay
    kolkata calcutta
    chennai madras
    maozedong maotsetung
    rembrandt rembrandtvanrijn rembrandtharmenszoonvanrijn
    michelangelo michelangelobuonarroti
    galileo galileogalilei
    dante dantealighieri
    napoleon napoleonbonaparte
    worldwar1 greatwar
    solomon sulayman
    moses musa
    abraham ibrahim
    ishmael ismail
    gabriel jibril
    noah nuh
    romancatholicism catholicism
    romancatholicchurch catholicchurch
"""
# A country, and what is of it.
_COUNTRIES = """
    albania/albanian algeria/algerian america/american angola/angolan argentina/argentine armenia/armenian
    australia/australian austria/austrian belgium/belgian bolivia/bolivian brazil/brazilian britain/british
    bulgaria/bulgarian burma/burmese canada/canadian chile/chilean china/chinese colombia/colombian croatia/croatian
    cuba/cuban denmark/danish egypt/egyptian england/english ethiopia/ethiopian europe/european finland/finnish
    france/french germany/german ghana/ghanaian greece/greek hungary/hungarian india/indian indonesia/indonesian
    iran/iranian iraq/iraqi ireland/irish israel/israeli italy/italian japan/japanese kenya/kenyan korea/korean
    lebanon/lebanese mali/malian mexico/mexican mongolia/mongolian morocco/moroccan netherland/dutch nigeria/nigerian
    norway/norwegian pakistan/pakistani persia/persian peru/peruvian poland/polish portugal/portuguese romania/romanian
    rome/roman russia/russian scotland/scottish serbia/serbian spain/spanish sweden/swedish switzerland/swiss
    syria/syrian texa/texan turkey/turkish ukraine/ukrainian venezuela/venezuelan vietnam/vietnamese wale/welsh
"""


# Places, without spaces and in the singular, and two letters that are said for them, but mean something else alone.
_TWO_LETTERS = """
    losangele/la newzealand/nz sanfrancisco/sf
"""


def _by_variant(rows: str) -> dict[str, str]:
    return {other: word for word, *others in map(str.split, rows.strip().splitlines()) for other in others}


OTHER_WORDS = _by_variant(_SPELLINGS) | _by_variant(_SHORTENED)
ALIASES = _by_variant(_ALIASES)
ADJECTIVES = dict(pair.split("/") for pair in _COUNTRIES.split())
TWO_LETTERS = dict(pair.split("/") for pair in _TWO_LETTERS.split())
