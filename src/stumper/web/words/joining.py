"""What is said to whoever comes by a link to work, and to moderators who make one."""

COMING = {
    "joining.asked.annotator": "You are asked for {n} pieces of work: {work}.",
    "joining.does.fix": "mending sentences",
    "joining.does.verify": "checking sentences that others mended",
    "joining.does.judge": "judging short texts",
    "joining.does.answer": "answering questions",
    "joining.does.tag": "saying what makes texts hard",
    "joining.asked.player": "You are asked for {n} pieces of work: you read short texts and answer questions.",
    "joining.asked.author": "You are asked for {n} pieces of work: you change texts so that a machine goes wrong.",
    "joining.i_agree": "I have read this and agree.",
    "joining.begin": "Begin",
    "joining.agree_first": "Tick the box first: without your consent there is no work here for you.",
    "joining.kept": "No name, no password, no address. What is kept: what you do here, when, and that you agreed; "
    "you can see it and erase it.",
    "joining.kept.id": "No name, no password, no address. What is kept: the id that the link brings, what you do here, "
    "when, and that you agreed; you can see it and erase it.",
    "joining.logged_in": "You are logged in here as {name}. Whoever begins by this link is logged out: to try it, open "
    "it in a private window.",
    "joining.not_agreed": "What you agreed to has changed. Read it again, then go on; what you entered is kept here.",
    "joining.no_link": "You did not come here by a link to work. Open the link that you were sent.",
    "joining.my_work": "My work",
    "joining.copy": "Copy the code",
    "joining.far": "{done} of {pieces} pieces done.",
    "joining.go_on": "Go on",
    "joining.nothing": "Just now there is no work for you. Others may leave some: look again in a few minutes.",
    "joining.look_again": "Look again",
    "joining.finished.title": "Done. Thank you",
    "joining.finished": "Your work is complete: {n} pieces, all saved.",
    "joining.code": "Your completion code",
    "joining.code.hint": "Copy it to where you were asked for it. It stays on this page.",
    "joining.back": "Return and finish",
    "joining.back.hint": "This leads to the site that sent you, and brings it the code.",
    "joining.mine": "What is kept of you",
    "joining.mine.about": "What you did here, when, the id under which you came, and what you agreed to.",
    "joining.mine.data": "Get a copy",
    "joining.erase": "Erase what is kept of me",
    "joining.erase.sure": "Erase the id under which I came and my reasons. What I judged and answered stays, as "
    "nobody’s; I cannot go on, and my code is shown no more.",
    "joining.erase.title": "Erase what is kept of you?",
    "joining.erase.happens": "The id under which you came and your reasons are erased, and do not come back. You "
    "cannot go on, and your code is shown no more.",
    "joining.erase.stays": "What you judged and answered stays, as nobody’s.",
    "joining.erase.sure_first": "Tick the box first: what is erased does not come back.",
    "joining.erased": "Erased",
    "joining.erased.about": "Nobody can tell any longer who you were. You can close this page.",
    "joining.other_browser": "You began in another browser. What is kept of you can be seen and erased only there.",
}
LINKS = {
    "joining.lead": "A link by which anybody works here, without a name or a password: for a crowd site, or on a "
    "screen at an event.",
    "joining.links": "Links",
    "joining.new": "A new link",
    "joining.make": "Make a link",
    "joining.no_work": "This project has no work for people who come by a link. Add some in the settings.",
    "joining.for": "Link",
    "joining.of": "For {role}s, made {day}",
    "joining.state": "Open",
    "joining.state.closed": "closed",
    "joining.state.until": "until {day}",
    "joining.state.over": "no longer",
    "joining.came": "Came",
    "joining.done": "Finished",
    "joining.left": "Places left",
    "joining.role": "They come as",
    "joining.role.annotator": "annotators: mend, check, judge, answer",
    "joining.role.player": "players: answer",
    "joining.role.author": "authors: write against the model",
    "joining.places": "Number of people",
    "joining.pieces": "Pieces of work for each",
    "joining.days": "Days that it lasts",
    "joining.ids": "Who they are",
    "joining.ids.any": "The link brings an id, under any name that crowd sites use (PROLIFIC_PID, workerId, "
    "participantId, …)",
    "joining.ids.named": "The link brings an id, under this name:",
    "joining.ids.none": "Nobody has an id, as at an event: each browser is somebody new",
    "joining.parameter": "Name of the id in the link",
    "joining.their_id": "THEIR-ID",
    "joining.completion": "Completion code",
    "joining.completion.hint": "Shown to whoever has done all of it.",
    "joining.address_back": "Address to return to (if any)",
    "joining.address_back.hint": "Begins with https://. Where it has {{code}} or {{id}}, the code or their id is put "
    "there.",
    "joining.consent": "What they agree to",
    "joining.consent.hint": "Who asks, what for, how long it takes, what is kept, and whom they can ask. Which version "
    "each agreed to, and when, is recorded.",
    "joining.consent.version": "Version {n}, of {day}",
    "joining.consent.change": "Save as a new version",
    "joining.consent.change.hint": "Whoever agreed to another version is asked again before their next piece of work.",
    "joining.link": "The link",
    "joining.link.local": "This address means whichever machine opens it, so the link works on no phone and no other "
    "computer. Start the server with stumper serve --host 0.0.0.0 and open this page by the address of the machine in "
    "your network, or by a name that you give with --allowed-host: the link then has that.",
    "joining.link.hint": "It is public: whoever has it can begin, as long as it is open.",
    "joining.link.hint.id": "Put it where the site asks for the address of the study; the site fills in the id.",
    "joining.qr": "The link as a picture, for a phone’s camera",
    "joining.close": "Close the link",
    "joining.reopen": "Open it again",
    "joining.close.sure": "Close this link? {link}",
    "joining.close.happens": "Nobody new begins by it.",
    "joining.close.stays": "Whoever has begun goes on, and everything that they said stays. You can open it again.",
    "joining.reopen.sure": "Open this link again? {link}",
    "joining.reopen.happens": "Whoever has the link can begin, as long as it lasts and has places left.",
    "joining.reopen.stays": "Nothing changes for those who have begun.",
    "joining.close.hint": "Nobody new begins; whoever has begun goes on.",
    "joining.people": "Who came",
    "joining.people.none": "Nobody has come by it yet.",
    "joining.people.file": "All as a table (CSV)",
    "joining.people.who": "Id",
    "joining.people.came": "Came",
    "joining.people.version": "Agreed to version",
    "joining.people.browsers": "Browsers",
    "joining.people.pieces": "Pieces",
    "joining.people.minutes": "Minutes",
    "joining.people.more": "The newest {n}; the table has all.",
}
CARE = {
    "joining.care.lead": "How careful people are, by gold, by how fast they read, and by what others say. Only you set "
    "anybody aside.",
    "joining.care.people": "People",
    "joining.care.who": "Who",
    "joining.care.accuracy": "Right on gold (95%)",
    "joining.care.agreement": "Agreement (κ)",
    "joining.care.pace": "Words a minute",
    "joining.care.reasons": "Reasons for doubt",
    "joining.reason.fast": "faster than anybody reads",
    "joining.reason.guessing": "as if guessed",
    "joining.reason.constant": "always says the same",
    "joining.reason.copying": "says what another says",
    "joining.care.rules": "Agreement is Cohen’s κ with everybody who had the same piece: 0 is chance. Words a "
    "minute is the median over pieces; people read 175 to 300, and above {fastest} it is held "
    "against them (Brysbaert 2019). Who says what another says is found by rare answers that both give. Each rule asks "
    "for 8 pieces at least; with fewer than 10 answers to gold, it is the others who tell whether somebody guesses.",
    "joining.care.none": "Nobody has judged or answered yet.",
    "joining.care.suggested": "Set aside everybody whom there is reason to doubt ({n})…",
    "joining.care.suggested.hint": "Except those about whom somebody has decided before.",
    "joining.care.suggested.sure": "Set aside {n} people?",
    "joining.care.suggested.happens": "What they did counts in no figure, export, report or queue, others are asked "
    "instead, and they get no more work here. The reason noted for each is what made them doubtful.",
    "joining.care.suggested.stays": "Whoever paid them still sees what they did. Each can be undone.",
    "joining.care.aside": "Set aside…",
    "joining.care.aside.hint": "What they did ({n}) counts in no figure, export, report or queue, others are asked "
    "instead, and they get no more work here. You can undo it.",
    "joining.care.aside.yes": "Set aside",
    "joining.care.reason": "Why",
    "joining.care.back": "Count again",
    "joining.care.decisions": "Decisions",
    "joining.care.decision": "{who}, set aside by {by} on {day}: {reason}.",
    "joining.care.undone": "Undone on {day}.",
    "joining.care.figures": "Figures with and without them",
    "joining.care.counted": "Without those set aside",
    "joining.care.all": "With everybody",
    "joining.care.correct": "Texts judged correct",
    "joining.care.alpha": "Agreement of judges (α)",
    "joining.care.answers": "People’s {name}, {on}",
    "joining.care.share": "{value}% [{low}, {high}], n = {n}",
    "joining.care.within": "{value} [{low}, {high}], n = {n}",
    "joining.care.n": "n = {n}",
    "joining.gold": "Gold",
    "joining.gold.about": "Work of which the right answer is known: {judge} texts to judge, {answer} questions. It "
    "is {rate}% of what each gets; nobody gets the same twice, and it is in no figure.",
    "joining.gold.told_apart.1": "People can tell 1 of these texts from the others: it shows the text before the "
    "change or evidence, or lacks evidence or a second question, as no other text here. Name in each line of the "
    "file the id of the text that it is a change of. If only the model’s pages have the evidence, give that, too. Then "
    "send the file again: a line that had an id already is corrected; remove those that had none below.",
    "joining.gold.told_apart": "People can tell {n} of these texts from the others: they show the text before the "
    "change or evidence, or lack evidence or a second question, as no other text here. Name in each line of the file "
    "the id of the text that it is a change of. If only the model’s pages have the evidence, give that, too. Then "
    "send the file again: a line that had an id already is corrected; remove those that had none below.",
    "joining.gold.settled": "Take what is settled",
    "joining.gold.settled.hint": "Texts on which two judges agree, or that a moderator settled, for everybody else.",
    "joining.gold.file": "A file of gold",
    "joining.gold.file.hint": "A JSON object a line: the id of a text of this project and a changed text, with "
    "grammatical, label_correct or on_task as true or false; or question, paragraph and answers. Then it looks like "
    "all other work. Without an id: text, and asked, original and evidence as judges are to see them. To correct a "
    "line, send it again.",
    "joining.gold.add": "Add it",
    "joining.gold.rate": "Share of gold, in percent",
    "joining.gold.rate.save": "Save",
    "joining.gold.pieces": "See and remove gold",
    "joining.gold.pieces.hint": "What is removed is handed to nobody any more, and what was said of it tells nothing "
    "of anybody. To bring a piece back, send a line that says the same; what was settled had none: write one with the "
    "id of the text that it is a change of. “Take what is settled” leaves out what was removed.",
    "joining.gold.pieces.first": "These are {n}; the API has all of them.",
    "joining.gold.stands_out": "people can tell it",
    "joining.gold.remove": "Remove",
    "joining.gold.removed": "The piece of gold is removed.",
    "joining.gold.added": "New pieces of gold: {n}.",
    "joining.gold.no_text": "The file of gold is not in UTF-8. Save it as UTF-8 text, one JSON object a line.",
}
WORDS: dict[str, str] = {**COMING, **LINKS, **CARE}
