"""Given names that are common among the people that questions ask for, and what joins a name to a family name."""

_GIVEN = """
    aaron abel abigail abraham ada adam adele adlai adolf adrian aeschylus agatha agnes ahmad ahmed aimee akira al alan
    alban albert alberto albrecht aldous alec alejandro aleksandr aleksei alessandro alex alexander alexandre alexei
    alexis alfonso alfred ali alice allan allen alphonse alvin amadeo amanda amartya ambrose amedeo amelia amos amy ana
    anatole anders andre andrea andreas andrei andres andrew andrey andy angela anish anita ann anna anne annie ansel
    anselm anthony antoine anton antoni antonin antonio anwar aphra april archibald aretha arnold artemisia arthur
    arturo arvo asa ashley astor athol august augusta auguste augustin augustine augusto aung austin ava axel ayn barack
    barbara barry bartolomeo baruch beatrix bedrich bela ben benedict benito benjamin benny benvenuto bernard bernardo
    bernhard bertolt bertrand bessie beth betty bill billie billy bjorn blaise bob bobby boris brad bram brandon brian
    brigham bruce bruno caleb calvin camille carl carlo carlos carol caroline carrie carson caspar catherine cecil
    cecilia celia cesar charles charlie charlotte chester chinua chris christian christina christine christoph
    christopher cindy clara clarence clark claude claudia claudio clement clifford clint clyde colin colleen constantin
    cormac cornelius cory countee craig cy cyril cyrus daisy dale damien dan daniel danny dante daphne darius dave david
    dean deborah della denis dennis derek desmond diana diane dick diego dietrich dinah dizzy dmitri dmitry domenico
    dominic dominique don donald donna doris dorothea dorothy doug douglas dwight dylan ed eddie edgar edith edmond
    edmund edna edouard eduard edvard edward edwin eero egon eileen eleanor elena eli elia elias elie elinor eliot
    elisabeth eliza elizabeth ella ellen elmer elton elvis emanuel emil emile emiliano emilio emily emma emmanuel enrico
    enrique eric erich erik ernest ernesto ernst ervin erving erwin ethan ethel eudora eugene eugenio eva evan evelyn
    ezra fabio federico felix ferdinand fernando fidel filippo fiorello flannery florence ford francesca francesco
    francis francisco franco francois frank franklin franz fred freddie frederic frederick frida friedrich fritz
    fulgencio fyodor gabriel gabriela gaetano galileo gamal gary gaston gene geoffrey georg george georges georgia
    georgy gerald gerard gerhard germaine gertrude giacomo gian gilbert giorgio giovanni girolamo giuseppe glenn gloria
    gordon gottfried gottlob grace graham grant greg gregor gregory greta grover guglielmo guillaume gunter gunther gus
    gustav gustave guy gwendolyn haile hannah hans harold harper harriet harry hart haruki hector heinrich heitor helen
    helmut hendrik henri henrik henry henryk herbert hercule herman hermann hieronymus hilary hilda hillary hippolyte
    hiram honore horace horatio howard hubert huey hugh hugo humphrey ian ida idi ignatius igor ilya immanuel imre
    indira ingmar ingrid ira irene iris irving isaac isabel isabella isadora isaiah isak isambard italo ivan jack jackie
    jacob jacopo jacqueline jacques jakob james jamie jan jane janet jared jason jasper jawaharlal jay jean jeff
    jefferson jeffrey jennifer jenny jeremy jerome jerry jesse jessica jhumpa jill jim jimi jimmy joan joanna joaquin
    joe joel johann johannes john johnny jomo jon jonas jonathan jorge jose josef joseph josephine joshua josiah josip
    joyce juan juana judith judy jules julia julian julie juliet julio julius justin kamala karel karen karl kate
    katherine kathleen kathryn katsushika kazimir kazuo keith ken kenneth kevin khalid kim kirk knut kobe kofi konrad
    kurt kwame langston larry lars laura lauren laurence laurie lawrence le lee lemuel leni leo leon leonard leonardo
    leonhard leonid leopold leos leroy leslie lester lewis liam lillian linda linus lionel lisa lise liz lloyd lois
    lorenz lorenzo lorraine lou louis louisa louise lucas lucia luciano lucien lucille lucretia lucy ludwig luigi luis
    luke luther lydia lyman lyndon lynn madeleine mahatma malcolm manfred manuel marc marcel marcello marco marcus
    margaret margery marguerite maria marian marianne marie marilyn mario marion marisol mark marlene marlon marsden
    marsha martha martin marvin mary mathew matilda matt matthew maud maurice mauro max maxim maxine maya maynard mel
    melvin merce mercy meriwether michael michel michelangelo michele michelle miguel mike mikhail milan mildred miles
    millard milos milton mimi miriam mitt modest mohamed mohammad mohandas mona morris mort moses muammar muhammad
    muriel mustafa myron nadine nancy naomi napoleon nat nathan nathanael nathaniel ned neil nella nellie nelson neville
    ngugi niccolo nicholas nick nicolai nicolas nicole niels nikita nikola nikolai nikos nina noah noam noel nora norman
    octavia octavio octavius olaf olive oliver olivia olympe orhan orlando orson oscar oskar oswald otto ottorino pablo
    paolo pat patricia patrick patti paul paula pauline pearl pedro peggy pelham penelope percy perry pete peter phil
    philip philippe phillip phillipp phillis phyllis piero pierre piet pieter pietro plinio pyotr quentin rabindranath
    rachel rainer ralph ramon randolph raoul raphael ray raymond rebecca recep rembrandt rene rex rhoda ricardo richard
    rick rita roald rob robert roberto robin rod rodney roger roland rolf roman ron ronald rory rosa rosalind rosalyn
    rose ross roy ruben rudolf rudolph rudyard rufus ruhollah rupert russell ruth ryan saddam sally salman salvador
    salvatore sam samuel sandra sandro sarah saul scott seamus sean sebastian sergei sergey seymour shel shirley sid
    sidney siegfried sigmund sigrid silvia simon simone sinclair sofia sojourner sol sonia sophia sophie soren spencer
    stan stanislaw stanley stella stephanie stephen steve steven stuart subrahmanyan sue sunthorn susan susanna suzanne
    svante sylvia taylor ted terence teresa terrence terry thelonious theo theodor theodore theresa thomas thornton
    thurgood tim timothy tina titus tobias todd tom tommaso tommy toni tony tracy tupac ty tycho ulysses umberto upton
    ursula vachel vaclav valentina valery vasco vera vernon victor victoria vikram vincent vincenzo virgil virginia vita
    vladimir wallace walt walter warren wassily wayne wendell wendy werner wes wilfred wilhelm wilkie will willa willem
    william willie willy wilma winfield winona winslow winston wole wolf wolfgang woodrow woody wystan yasser yasunari
    yevgeny yitzhak yo yukio yuri yves zachary zadie zora
"""
_PARTICLES = """
    al bin da das de degli del della dello den der di dos du el ibn la las le los mac san st ten ter van von y zu
"""
# Names of families that stand first, and are no words and no other names.
_FAMILY_FIRST = """
    chiang deng hua jiang lin liu mao wang wen xi xu zhang zhao zhou zhu
"""
# Of families, too, but also words or given names: with two names behind it (Kim Jong-un) it is asked about.
_FAMILY_MAYBE_FIRST = """
    ho kim lee park roh sun
"""
GIVEN_NAMES, PARTICLES, FAMILY_FIRST, FAMILY_MAYBE_FIRST = (
    frozenset(row.split()) for row in (_GIVEN, _PARTICLES, _FAMILY_FIRST, _FAMILY_MAYBE_FIRST)
)
