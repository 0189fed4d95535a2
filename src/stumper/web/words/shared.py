"""What every page says, and the page of help."""

WORDS: dict[str, str] = {
    "shared.product": "Stumper",
    "shared.skip": "Skip to the content",
    "shared.help": "Help",
    "shared.account": "Your account",
    "shared.people": "Accounts",
    "shared.log_in": "Log in",
    "shared.log_out": "Log out",
    "shared.menu": "Menu",
    "shared.cancel": "Cancel",
    "shared.save": "Save",
    "shared.kind.write": "Write against the model",
    "shared.kind.fix": "Mend sentences",
    "shared.kind.verify": "Check mended sentences",
    "shared.kind.judge": "Judge texts",
    "shared.kind.adjudicate": "Settle disagreements",
    "shared.kind.answer": "Answer questions",
    "shared.kind.tag": "Tag tossups",
    "shared.welcome.title": "Find out whether a model really reads",
    "shared.welcome.lead": "Models answer questions and check facts surprisingly well. Change a few words, and some of "
    "them fall. Here you look for those words, and judge what others and machines have found.",
    "shared.welcome.invited": "Somebody sent you a link? Open it: it leads you to your project, and you choose a name "
    "there.",
    "shared.welcome.back": "You were here before?",
    "shared.welcome.play": "Join a match of quizbowl with its code, without an account",
    "shared.start.title": "Your projects",
    "shared.start.new": "Make a project",
    "shared.start.none": "You are in no project yet. When somebody invites you, open the link that they send: the "
    "project will then be here.",
    "shared.start.none_administrator": "There is no project yet. Make the first one: choose a data set and a model, "
    "then invite people by a link.",
    "shared.start.left": "{n} left for you",
    "shared.start.nothing_left": "There is nothing left for you here now. Look in again: others’ work may bring more.",
    "shared.start.done": "Nothing left for you now:",
    "shared.start.closed": "closed",
    "shared.start.no_work": "There is nothing to do here in your role. Its page shows how far along it is.",
    "shared.demo.reading": "Questions about a text",
    "shared.demo.reading.instructions": "Does a model read, or does it only match words? Here people find out.\n\n"
    "* When you write: change the paragraph until the model gets it wrong, while a careful person would still get it "
    "right. The right answer must stay in it, and small changes are worth more than large ones.\n"
    "* When you judge or mend: be strict about English, and patient with odd names.",
    "shared.demo.claims": "Claims and evidence",
    "shared.demo.claims.instructions": "Does a model weigh the evidence, or does it only match words?\n\n"
    "* When you write: change the claim until the model is wrong about it. If your change makes a true claim false, "
    "say so: choose what is true of the new claim.\n"
    "* When you judge: go by the evidence that is shown, not by what you know.",
    "shared.demo.match": "You against the machine",
    "shared.demo.tossups": "Quiz questions",
    "shared.demo.tossups.instructions": "Does a machine know, or does it only find words that it has seen? Write "
    "questions that people get and machines do not, and say what makes the questions of others hard.",
    "shared.demo.tossups.reason": "An example, to be tagged.",
    "shared.demo.preparing": "preparing {dataset}",
    "shared.demo.enter": "Start here: {link}",
    "shared.demo.work": "The demonstration’s work",
    "shared.demo.title": "Start here",
    "shared.demo.lead": "This is a demonstration, and nothing that you do in it matters. Choose what you want to try; "
    "you can come back and be somebody else.",
    "shared.demo.is_made": "This is being prepared now. You can begin in a moment.",
    "shared.demo.failed": "This could not be made ready. The terminal says why.",
    "shared.demo.role.write": "Write",
    "shared.demo.role.write.about": "You are {name}, an author. Change a text until the model gets it wrong, while a "
    "person would still get it right.",
    "shared.demo.role.write.go": "Write against the model",
    "shared.demo.role.judge": "Judge",
    "shared.demo.role.judge.about": "You are {name}, an annotator. Machines have changed some texts: say whether "
    "they are still good English and still give the answer.",
    "shared.demo.role.judge.go": "Judge texts",
    "shared.demo.role.run": "Run it",
    "shared.demo.role.run.about": "You are {name}, the administrator. See how far along a project is and what it has "
    "found; make one of your own.",
    "shared.demo.role.run.go": "See the project",
    "shared.api.title": "The API",
    "shared.api.lead": "All that the pages do, your own program can do too.",
    "shared.api.token": "Make a token on your account’s page and send it with each call, in the header "
    "“Authorization: Bearer TOKEN”. It reads, works or manages, as you chose, until its last day; revoke it there when "
    "it is lost.",
    "shared.api.errors": "What is refused is answered with a status of 400 or more and with JSON: “sentence” says what "
    "happened and what to do, “kind” is for your program.",
    "shared.api.openapi": "The whole description for programs (OpenAPI)",
    "shared.api.calls": "Calls",
    "shared.api.about": "Everything that the pages do, for programs.",
    "shared.error.title": "That did not work",
    "shared.error.401": "Log in first",
    "shared.error.403": "This is not for you",
    "shared.error.404": "There is nothing here",
    "shared.error.409": "That cannot be done now",
    "shared.error.413": "That is too large",
    "shared.error.429": "Too fast",
    "shared.error.500": "Something broke on our side",
    "shared.error.503": "Not now",
    "shared.error.still_loading": "The model {name} is still being loaded. What you wrote is kept; try again in "
    "{seconds} s.",
    "shared.error.not_loaded": "The model {name} could not be loaded by this server. What you wrote is kept; tell "
    "whoever runs the server.",
    "shared.arriving.loading": "{name} is being prepared: {seconds} s so far.",
    "shared.arriving.loading.usual": "{name} is being prepared: {seconds} s so far; last time it took {usual} s.",
    "shared.arriving.waiting": "{name} comes after that.",
    "shared.arriving.meanwhile": "You can look around meanwhile: only what needs it has to wait.",
    "shared.arriving.failed": "{name} could not be made ready: {fault} Mend that, and start the server again.",
    "shared.error.not_there": "There is no such page, or it is not for you to see. Check the address, or begin at "
    "your projects.",
    "shared.error.method": "This address does not take {method}. Send {methods}.",
    "shared.error.not_signed_in": "You are not logged in. Log in, and you come back here.",
    "shared.error.forbidden": "This is for other roles than yours. Ask the project’s administrator if you need it.",
    "shared.error.token": "This token is not valid, or has ended. Make a new one on your account’s page.",
    "shared.error.no_token": "No token opens this. Log in and do it on your account’s page.",
    "shared.error.scope.work": "This token may only {scope}, and here one works. Make another for that on your "
    "account’s page.",
    "shared.error.scope.manage": "This token may only {scope}, and this is to manage. Make another for that on your "
    "account’s page.",
    "shared.scope.read": "read",
    "shared.scope.work": "work",
    "shared.scope.manage": "manage",
    "shared.error.form": "This form is out of date: reload the page and send it again.",
    "shared.error.too_large": "What you sent is too large: at most {most} MB.",
    "shared.error.too_often": "Too many requests in a short time. Wait {seconds} s and try again; nothing was lost.",
    "shared.error.one_at_a_time": "What you asked for before is still being worked on. Wait for it, or {seconds} s, "
    "and try again; nothing was lost.",
    "shared.error.foreign": "This request came from another site’s page, so nothing was done. Open this site itself "
    "and do it there.",
    "shared.error.host": "This server does not answer for the host “{host}”. Open it by its own address; whoever runs "
    "it can allow more hosts (--allowed-host).",
    "shared.error.field": "{field}: {problem}. Correct it and send it again.",
    "shared.error.broken": "This is a bug in Stumper. What you saved before is kept. Go back and try again; if it "
    "happens again, tell your administrator the number {reference}.",
    "shared.error.by_proxy": "Here nobody logs in with a password: the site before this server says who you are, and "
    "it has not named you. Log in there.",
    "shared.error.proxy_names_several": "The site before this server named several people at once, so nobody was let "
    "in. Tell whoever runs it.",
    "shared.error.number": "Number of this request: {number}",
    "shared.error.home": "Go to your projects",
    "js.shared.picture": "A picture of this question",
    "js.shared.sound": "A sound of this question",
    "js.shared.offline": "The server does not answer. What you entered is kept here; trying again.",
    "js.shared.too_slow": "The server took too long to answer. Try again; nothing was lost.",
    "js.shared.broken": "The server's answer makes no sense. Reload the page; what you entered is kept.",
    "shared.help.title": "Help",
    "shared.help.lead": "You cannot break anything here. Whatever you type is saved as you type it.",
    "shared.help.work": "What there is to do",
    "shared.help.kind.write": "You change a text, and the model answers anew. Try to make it go wrong, while any "
    "careful person would still get it right.",
    "shared.help.kind.fix": "A machine wrote a clumsy sentence. You make it good English and change as little as you "
    "can.",
    "shared.help.kind.verify": "Somebody mended a sentence. You say whether it is good English, and whether it leaves "
    "the right answer right.",
    "shared.help.kind.judge": "You see a changed text and answer three questions about it with yes or no.",
    "shared.help.kind.adjudicate": "Two people judged the same text differently. You look at both and decide.",
    "shared.help.kind.tag": "You read a question that somebody wrote, and say what makes it hard for machines.",
    "shared.help.kind.answer": "You read a paragraph and pick the words that answer the question. So we learn how well "
    "people do it.",
    "shared.help.words": "Words that you will meet",
    "shared.help.word.model": "Model",
    "shared.help.word.model.about": "The program that answers the questions, or says whether a claim is true. "
    "Researchers call it the victim.",
    "shared.help.word.fooled": "Fooled",
    "shared.help.word.fooled.about": "The model’s answer has become wrong, though the right one is still in the text.",
    "shared.help.word.answer": "Right answer",
    "shared.help.word.answer.about": "The words in the paragraph that answer the question. They stand in a box.",
    "shared.help.word.label": "Label",
    "shared.help.word.label.about": "What is true of a claim: the evidence supports it, refutes it, or is not enough "
    "to tell.",
    "shared.help.word.evidence": "Evidence",
    "shared.help.word.evidence.about": "The sentences by which a claim is decided.",
    "shared.help.word.blind": "Blind",
    "shared.help.word.blind.about": "You do not see who or what made a text, nor what the model said of it, so that "
    "neither sways you.",
    "shared.help.word.place": "Place",
    "shared.help.word.place.about": "Each piece of work is for a certain number of people. While you are at one, your "
    "place is kept; when you leave it for long, somebody else gets it.",
    "shared.help.keys": "Keys",
    "shared.help.keys.about": "Everything can be done with the keyboard alone. On a Mac, Ctrl is the Control key.",
    "shared.help.key": "Key",
    "shared.help.key.where": "Where",
    "shared.help.key.does": "What it does",
    "shared.help.key.predict": "Ctrl + Enter",
    "shared.help.key.predict.where": "writing",
    "shared.help.key.predict.does": "Asks the model, which counts as an attempt",
    "shared.help.key.submit": "Ctrl + Shift + Enter",
    "shared.help.key.submit.where": "writing",
    "shared.help.key.submit.does": "Submits the text that fooled it",
    "shared.help.key.undo": "Ctrl + Z",
    "shared.help.key.undo.where": "writing",
    "shared.help.key.undo.does": "Takes back the last change, also after the page was loaded again",
    "shared.help.key.redo": "Ctrl + Shift + Z",
    "shared.help.key.redo.where": "writing",
    "shared.help.key.redo.does": "Brings it back",
    "shared.help.key.yes": "Y",
    "shared.help.key.yes.where": "checking, judging",
    "shared.help.key.yes.does": "Yes to the marked question; 1 does it too",
    "shared.help.key.no": "N",
    "shared.help.key.no.where": "checking, judging",
    "shared.help.key.no.does": "No to it; 2 does it too",
    "shared.help.key.move": "J",
    "shared.help.key.move.where": "checking, judging",
    "shared.help.key.move.does": "To the next question; K goes back",
    "shared.help.key.send": "Enter",
    "shared.help.key.send.where": "checking, judging, answering",
    "shared.help.key.send.does": "Sends it and brings the next",
    "shared.help.key.list": "?",
    "shared.help.key.list.where": "checking, judging, answering",
    "shared.help.key.list.does": "Shows all keys of the page",
    "shared.help.lost": "When something goes wrong",
    "shared.help.lost.about": "If the connection breaks, go on: what you type is kept in your browser and sent when "
    "the server is back. If the page was closed, open it again: your text is there.",
    "shared.help.yours": "What is kept about you",
    "shared.help.yours.about": "Your name, what you did, and when. On your account’s page you can take all of it with "
    "you as a file, leave the leaderboards, or have your account erased.",
    "shared.help.api": "For programmers: the API",
}
