"""The tables of what people do, as they are now; ``migrations`` creates them. Times are seconds since 1970, UTC."""

from sqlalchemy import BigInteger, Boolean, Column, Double, Integer, LargeBinary, MetaData, Table

from stumper.store.schema import ExactText, position

metadata = MetaData()

# What servers on one store share, such as the key that cookies are signed with.
secrets = Table(
    "secrets", metadata, Column("name", ExactText, primary_key=True), Column("value", ExactText, nullable=False)
)

# A person who was erased keeps the id, so that what others did stays whole, and nothing else.
people = Table(
    "people",
    metadata,
    Column("id", ExactText, primary_key=True),
    Column("login", ExactText),  # the name in lower case, unique; NULL once erased
    Column("name", ExactText, nullable=False),
    Column("password", ExactText),  # an argon2 hash; NULL: by invitation only
    Column("administrator", Boolean, nullable=False),
    Column("listed", Boolean, nullable=False),  # on leaderboards
    Column("created", Double, nullable=False),
    Column("erased", Double),
)

# Failed log-ins of a name from a network or a browser.
failures = Table(
    "failures",
    metadata,
    Column("key", ExactText, primary_key=True),
    Column("times", Integer, nullable=False),
    Column("since", Double, nullable=False),  # the last of them
    Column("login", ExactText, nullable=False),  # a hash of the name
)

# What is left of the rate of whoever asks much, as far as servers have told each other.
rates = Table(
    "rates",
    metadata,
    Column("key", ExactText, primary_key=True),
    Column("remaining", Double, nullable=False),
    Column("at", Double, nullable=False),
)

# Whose request with a file is being worked on, and until when at most.
turns = Table(
    "turns",
    metadata,
    Column("person_id", ExactText, primary_key=True),
    Column("key", ExactText, nullable=False),
    Column("ends", Double, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("hash", ExactText, primary_key=True),  # of what the cookie holds
    Column("person_id", ExactText, nullable=False),
    Column("created", Double, nullable=False),
    Column("expires", Double, nullable=False),
    Column("link_id", ExactText),  # the link to work by which the person came; NULL: they logged in
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", ExactText, primary_key=True),
    Column("hash", ExactText, nullable=False),  # unique
    Column("person_id", ExactText, nullable=False),
    Column("name", ExactText, nullable=False),
    Column("created", Double, nullable=False),
    Column("used", Double),
    Column("scope", ExactText, nullable=False),  # read, work, manage
    Column("expires", Double, nullable=False),
)

# Browsers in which somebody has logged in: others' wrong passwords do not make them wait there.
browsers = Table(
    "browsers",
    metadata,
    Column("hash", ExactText, primary_key=True),  # of what the cookie holds
    Column("person_id", ExactText, primary_key=True),
    Column("created", Double, nullable=False),
    Column("expires", Double, nullable=False),
)

# Links by which somebody who forgot it sets a new password.
recoveries = Table(
    "recoveries",
    metadata,
    Column("hash", ExactText, primary_key=True),  # of what the link holds
    Column("person_id", ExactText, nullable=False),
    Column("created", Double, nullable=False),
    Column("expires", Double, nullable=False),
)

invitations = Table(
    "invitations",
    metadata,
    Column("id", ExactText, primary_key=True),
    Column("hash", ExactText, nullable=False),  # unique; of what the link holds
    Column("project_id", ExactText),  # NULL: to the server, as its administrator
    Column("role", ExactText, nullable=False),
    Column("made_by", ExactText),
    Column("created", Double, nullable=False),
    Column("expires", Double, nullable=False),
    Column("places", Integer, nullable=False),  # how many more may join by it
    Column("is_first", Boolean, nullable=False),  # of a server that has no administrator
)

projects = Table(
    "projects",
    metadata,
    Column("id", ExactText, primary_key=True),
    Column("name", ExactText, nullable=False),
    Column("settings", ExactText, nullable=False),  # people.values.Settings as JSON
    Column("fingerprint", ExactText, nullable=False),  # of the data set
    Column("created", Double, nullable=False),
    Column("closed", Double),
)

members = Table(
    "members",
    metadata,
    Column("project_id", ExactText, primary_key=True),
    Column("person_id", ExactText, primary_key=True),
    Column("role", ExactText, primary_key=True),
    Column("joined", Double, nullable=False),
)

# Who was taken out of a project, by the invitations that were there then: nobody comes back by one.
removals = Table(
    "removals",
    metadata,
    Column("invitation_id", ExactText, primary_key=True),
    Column("person_id", ExactText, primary_key=True),
)

# Links by which anybody does so many pieces of work in a project, without a name or a password.
work_links = Table(
    "work_links",
    metadata,
    Column("id", ExactText, primary_key=True),
    Column("code", ExactText, nullable=False),  # unique; stands in the link, which is shown in public
    Column("project_id", ExactText, nullable=False),
    Column("role", ExactText, nullable=False),
    Column("made_by", ExactText),
    Column("created", Double, nullable=False),
    Column("expires", Double, nullable=False),
    Column("closed", Double),
    Column("places", Integer, nullable=False),  # how many more may come by it
    Column("pieces", Integer, nullable=False),  # of work, that each is asked for
    Column("parameter", ExactText),  # of the link, that holds the id; NULL: people have none
    Column("completion", ExactText, nullable=False),  # the code that is shown in the end, or put into ``back``
    Column("back", ExactText, nullable=False),  # the address to which one returns; "": none
)

# What whoever comes by a link agrees to; the versions stay.
consent_texts = Table(
    "consent_texts",
    metadata,
    Column("link_id", ExactText, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("text", ExactText, nullable=False),
    Column("at", Double, nullable=False),
    Column("made_by", ExactText),
)

# Who came by a link. Of whoever was erased only ``hash`` is left, so that nobody comes twice by one id.
arrivals = Table(
    "arrivals",
    metadata,
    Column("link_id", ExactText, primary_key=True),
    Column("hash", ExactText, primary_key=True),  # of the link and the id
    Column("external_id", ExactText),  # NULL: none, or erased
    Column("person_id", ExactText, nullable=False),
    Column("at", Double, nullable=False),
    Column("browsers", Integer, nullable=False),  # in which the link was opened with the id
    Column("finished", Double),
)

# Which version of a text somebody agreed to, and when.
consents = Table(
    "consents",
    metadata,
    Column("link_id", ExactText, primary_key=True),
    Column("person_id", ExactText, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("at", Double, nullable=False),
)

# Files that were uploaded, so that every server on this store has them.
uploads = Table(
    "uploads",
    metadata,
    Column("id", ExactText, primary_key=True),  # the hash of the content
    Column("name", ExactText, nullable=False),  # of whoever sent it first; each owner has their own
    Column("data", LargeBinary, nullable=False),
    Column("created", Double, nullable=False),
)

# Who may use an uploaded file, each by the name under which they have it: whoever sent it, and the projects that it was
# sent to or that are made of it.
upload_owners = Table(
    "upload_owners",
    metadata,
    Column("upload_id", ExactText, primary_key=True),
    Column("owner_id", ExactText, primary_key=True),  # a person's or a project's
    Column("name", ExactText, nullable=False),
    Column("created", Double, nullable=False),
)

# One piece of work that so many people are asked to do; nobody does two of one topic in one kind.
items = Table(
    "items",
    metadata,
    position(),
    Column("id", ExactText, nullable=False),  # unique
    Column("project_id", ExactText, nullable=False),
    Column("kind", ExactText, nullable=False),
    Column("topic", ExactText, nullable=False),
    Column("payload", ExactText, nullable=False),  # JSON; what the kind needs
    Column("places", Integer, nullable=False),
    Column("decided", Boolean, nullable=False),  # nobody more is asked
    Column("created", Double, nullable=False),
    Column("key", ExactText, nullable=False),  # unique with project_id and kind: what makes it the same item
    Column("example_id", ExactText),  # whose right answer it shows; NULL: of none of the data set
    Column("author_id", ExactText),  # whose own it is
    Column("made_of", ExactText),  # the raw sentence, the tossup or the question of the data set
    Column("taken_back", Boolean, nullable=False),  # what it is about was taken back; false by the column's own default
    Column("gold", ExactText),  # JSON of what is known to be right; NULL: work of which nothing is known
)

# Who may not do an item, because it is their own work or they have seen too much.
exclusions = Table(
    "exclusions",
    metadata,
    Column("item_id", ExactText, primary_key=True),
    Column("person_id", ExactText, primary_key=True),
)

assignments = Table(
    "assignments",
    metadata,
    position(),
    Column("id", ExactText, nullable=False),  # unique
    Column("item_id", ExactText, nullable=False),  # unique with person_id
    Column("person_id", ExactText, nullable=False),
    Column("state", ExactText, nullable=False),  # leased, done, released
    Column("expires", Double, nullable=False),  # of the lease
    Column("started", Double, nullable=False),
    Column("seen", Double, nullable=False),  # the last sign of life
    Column("spent", Double, nullable=False),  # seconds at work on it
    Column("ended", Double),
    Column("turn", Integer, nullable=False),  # how often its response was taken back; 0 by the column's own default
)

drafts = Table(
    "drafts",
    metadata,
    Column("assignment_id", ExactText, primary_key=True),
    Column("revision", Integer, nullable=False),
    Column("document", ExactText, nullable=False),
    Column("saved", Double, nullable=False),
)

# Each change of the text, in the order in which it was made.
changes = Table(
    "changes",
    metadata,
    Column("assignment_id", ExactText, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("document", ExactText, nullable=False),
)

# A press of Predict or of Submit; its key, made by the browser, keeps it from being counted twice.
tries = Table(
    "tries",
    metadata,
    position(),
    Column("assignment_id", ExactText, nullable=False),
    Column("key", ExactText, nullable=False),  # unique with assignment_id
    Column("kind", ExactText, nullable=False),  # predict, submit
    Column("at", Double, nullable=False),
    Column("fooled", Boolean, nullable=False),
    Column("perturbation_id", ExactText),  # under which it is judged
    Column("instance_id", ExactText),  # of what was submitted
    Column("document", ExactText, nullable=False),
)

# Each press with the item and the person that it was on and by.
PRESSED = tries.join(assignments, assignments.c.id == tries.c.assignment_id).join(
    items, items.c.id == assignments.c.item_id
)

# What somebody answered to an item of fixing, verifying, judging, adjudicating or answering.
responses = Table(
    "responses",
    metadata,
    Column("assignment_id", ExactText, primary_key=True),
    Column("at", Double, nullable=False),
    Column("document", ExactText, nullable=False),
)

# What counts no longer, as whoever answered it was set aside; it comes back where that is undone.
withdrawn = Table(
    "withdrawn",
    metadata,
    Column("assignment_id", ExactText, primary_key=True),
    Column("at", Double, nullable=False),
    Column("document", ExactText, nullable=False),
)

# Whose work in a project counts for nothing, who decided so and why; ``undone`` once it counts again.
set_aside = Table(
    "set_aside",
    metadata,
    position(),
    Column("project_id", ExactText, nullable=False),
    Column("person_id", ExactText, nullable=False),
    Column("reason", ExactText, nullable=False),
    Column("made_by", ExactText, nullable=False),
    Column("at", Double, nullable=False),
    Column("undone", Double),
    Column("undone_by", ExactText),
)

# What the machines said of a tossup as it was written: one row for each text that was read by them, in order.
readings = Table(
    "readings",
    metadata,
    Column("assignment_id", ExactText, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("document", ExactText, nullable=False),
)

# A tossup that its author submitted; its key, made by the browser, keeps it from being taken twice.
tossups = Table(
    "tossups",
    metadata,
    position(),
    Column("id", ExactText, nullable=False),  # unique
    Column("project_id", ExactText, nullable=False),
    Column("assignment_id", ExactText, nullable=False),
    Column("key", ExactText, nullable=False),  # unique with assignment_id
    Column("at", Double, nullable=False),
    Column("document", ExactText, nullable=False),
)

# A room in which matches are played; its document holds the settings and the packet.
rooms = Table(
    "rooms",
    metadata,
    Column("id", ExactText, primary_key=True),
    Column("project_id", ExactText, nullable=False),
    Column("made_by", ExactText, nullable=False),
    Column("document", ExactText, nullable=False),
    Column("created", Double, nullable=False),
    Column("alive", Double, nullable=False),  # the last sign of life of a server that reads in it
    Column("closed", Double),
)

# By which anybody watches a match.
watch_links = Table(
    "watch_links",
    metadata,
    Column("hash", ExactText, primary_key=True),  # of what the link holds
    Column("room_id", ExactText, nullable=False),
    Column("expires", Double, nullable=False),
)

# By which anybody joins a match under a name, without an account; a room has one at a time.
room_codes = Table(
    "room_codes",
    metadata,
    Column("code", ExactText, primary_key=True),
    Column("room_id", ExactText, nullable=False),
    Column("expires", Double, nullable=False),
)

# Who joined a match so; the name stays with what they did there.
guests = Table(
    "guests",
    metadata,
    Column("id", ExactText, primary_key=True),
    Column("hash", ExactText, nullable=False),  # of what the cookie holds
    Column("room_id", ExactText, nullable=False),
    Column("name", ExactText, nullable=False),
    Column("created", Double, nullable=False),
    Column("expires", Double, nullable=False),
)

# Guessers that were, are or are to be fitted on the tossups of a file; ``data`` is the folder of one that is.
fittings = Table(
    "fittings",
    metadata,
    Column("id", ExactText, primary_key=True),
    Column("project_id", ExactText, nullable=False),
    Column("upload_id", ExactText, nullable=False),
    Column("made_by", ExactText, nullable=False),
    Column("state", ExactText, nullable=False),  # waiting, running, done, failed
    Column("document", ExactText, nullable=False),
    Column("created", Double, nullable=False),
    Column("alive", Double, nullable=False),  # the last sign of life of the process that fits it
    Column("data", LargeBinary),
)

# Attacks of machines that were, are or are to be carried out for a project, and raw sentences that are to be made.
machine_attacks = Table(
    "machine_attacks",
    metadata,
    Column("id", ExactText, primary_key=True),
    Column("project_id", ExactText, nullable=False),
    Column("made_by", ExactText, nullable=False),
    Column("state", ExactText, nullable=False),  # waiting, running, counted, stopping, stopped, done, failed
    Column("wanted", ExactText, nullable=False),  # JSON; which attack, on what, and what becomes of it
    Column("document", ExactText, nullable=False),  # JSON; how far it is
    Column("created", Double, nullable=False),
    Column("alive", Double, nullable=False),  # the last sign of life of the process that carries it out
)

# Models that somebody named on a project's page. The key is sealed with a secret that no table holds.
named_models = Table(
    "named_models",
    metadata,
    Column("id", ExactText, primary_key=True),
    Column("project_id", ExactText, nullable=False),
    Column("made_by", ExactText, nullable=False),
    Column("name", ExactText, nullable=False),  # as pages show it, with the host and a part of the id
    Column("document", ExactText, nullable=False),  # JSON; where it is and how it is asked
    Column("key", LargeBinary),  # sealed; NULL: none
    Column("created", Double, nullable=False),
    Column("tested", Double),  # when it first answered; NULL: never, and nobody may use it
    Column("trial", ExactText),  # JSON; what came of the last test
)

# All that happened in a room, in order: whoever writes number n has seen all before it.
match_events = Table(
    "match_events",
    metadata,
    Column("room_id", ExactText, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("document", ExactText, nullable=False),
    Column("kind", ExactText, nullable=False),
    Column("person_id", ExactText),  # whoever did it; NULL: it came by itself, or of a machine
)

# The runs of machines from which a project has drawn work.
runs_used = Table(
    "runs_used",
    metadata,
    Column("project_id", ExactText, primary_key=True),
    Column("run_id", ExactText, primary_key=True),
)

# What people and machines made in a project, a row each, with what the page of examples is asked for. All but
# ``standing`` is told by other tables, and caught up with them.
made = Table(
    "made",
    metadata,
    position(),
    Column("project_id", ExactText, nullable=False),
    Column("id", ExactText, nullable=False),  # unique with project_id: a tossup's own, else the perturbation's
    Column("source", ExactText, nullable=False),  # submission, tossup, sentence, machine
    Column("perturbation_id", ExactText),  # under which it is judged
    Column("example_id", ExactText),  # the original's; NULL: it was begun from nothing
    Column("assignment_id", ExactText),  # whose changes led to it
    Column("item_id", ExactText),  # of a sentence, on which others vote
    Column("person_id", ExactText),  # the author; NULL: a machine made it, or several people
    Column("adversary", ExactText, nullable=False),
    Column("at", Double),
    Column("question", ExactText, nullable=False),
    Column("original", ExactText, nullable=False),
    Column("text", ExactText, nullable=False),
    Column("answer", ExactText, nullable=False),
    Column("sought", ExactText, nullable=False),  # question, text and answer in lower case
    Column("standing", ExactText, nullable=False),  # kept, withdrawn, rejected
    Column("judgements", Integer, nullable=False),
    Column("verdict", ExactText, nullable=False),  # correct, incorrect, open, unjudged
)

# What each model made of it; ``recorded`` is the attempt's position, by which one that was made again is known.
made_answers = Table(
    "made_answers",
    metadata,
    Column("project_id", ExactText, primary_key=True),
    Column("run_id", ExactText, primary_key=True),
    Column("example_id", ExactText, primary_key=True),  # of the attempt
    Column("made_id", ExactText, nullable=False),
    Column("model", ExactText, nullable=False),
    Column("outcome", ExactText, nullable=False),
    Column("answer", ExactText),
    Column("recorded", BigInteger, nullable=False),
)

made_types = Table(
    "made_types",
    metadata,
    Column("project_id", ExactText, primary_key=True),
    Column("made_id", ExactText, primary_key=True),
    Column("type", ExactText, primary_key=True),
)

made_judges = Table(
    "made_judges",
    metadata,
    Column("project_id", ExactText, primary_key=True),
    Column("made_id", ExactText, primary_key=True),
    Column("judge", ExactText, primary_key=True),  # the kind of judge
)

# What somebody did about something that was made, in order; nothing of it is ever changed but by erasing who did it.
acts = Table(
    "acts",
    metadata,
    position(),
    Column("project_id", ExactText, nullable=False),
    Column("made_id", ExactText, nullable=False),
    Column("person_id", ExactText, nullable=False),
    Column("at", Double, nullable=False),
    Column("kind", ExactText, nullable=False),  # settle, reject, withdraw, restore, retag, comment
    Column("said", ExactText, nullable=False),  # the reason or the comment
    Column("types_before", ExactText),  # a JSON list, of a retag
    Column("types_after", ExactText),
)
