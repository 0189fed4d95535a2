"""The tables of what people do, as they are now; ``migrations`` creates them. Times are seconds since 1970, UTC."""

from sqlalchemy import BigInteger, Boolean, Double, Integer, LargeBinary, MetaData, Table

from stumper.store.schema import ExactText, given, keys, perhaps, position

metadata = MetaData()

# What servers on one store share, such as the key that cookies are signed with.
secrets = Table("secrets", metadata, *keys(ExactText, "name"), *given(ExactText, "value"))

# A person who was erased keeps the id, so that what others did stays whole, and nothing else.
people = Table(
    "people",
    metadata,
    *keys(ExactText, "id"),
    *perhaps(ExactText, "login"),  # the name in lower case, unique; NULL once erased
    *given(ExactText, "name"),
    *perhaps(ExactText, "password"),  # an argon2 hash; NULL: by invitation only
    *given(Boolean, "administrator"),
    *given(Boolean, "listed"),  # on leaderboards
    *given(Double, "created"),
    *perhaps(Double, "erased"),
)

# Failed log-ins of a name from a network or a browser.
failures = Table(
    "failures",
    metadata,
    *keys(ExactText, "key"),
    *given(Integer, "times"),
    *given(Double, "since"),  # the last of them
    *given(ExactText, "login"),  # a hash of the name
)

# What is left of the rate of whoever asks much, as far as servers have told each other.
rates = Table("rates", metadata, *keys(ExactText, "key"), *given(Double, "remaining", "at"))

# Whose request with a file is being worked on, and until when at most.
turns = Table("turns", metadata, *keys(ExactText, "person_id"), *given(ExactText, "key"), *given(Double, "ends"))

sessions = Table(
    "sessions",
    metadata,
    *keys(ExactText, "hash"),  # of what the cookie holds
    *given(ExactText, "person_id"),
    *given(Double, "created", "expires"),
    *perhaps(ExactText, "link_id"),  # the link to work by which the person came; NULL: they logged in
)

tokens = Table(
    "tokens",
    metadata,
    *keys(ExactText, "id"),
    *given(ExactText, "hash"),  # unique
    *given(ExactText, "person_id", "name"),
    *given(Double, "created"),
    *perhaps(Double, "used"),
    *given(ExactText, "scope"),  # read, work, manage
    *given(Double, "expires"),
)

# Browsers in which somebody has logged in: others' wrong passwords do not make them wait there.
browsers = Table(
    "browsers",
    metadata,
    *keys(ExactText, "hash"),  # of what the cookie holds
    *keys(ExactText, "person_id"),
    *given(Double, "created", "expires"),
)

# Links by which somebody who forgot it sets a new password.
recoveries = Table(
    "recoveries",
    metadata,
    *keys(ExactText, "hash"),  # of what the link holds
    *given(ExactText, "person_id"),
    *given(Double, "created", "expires"),
)

invitations = Table(
    "invitations",
    metadata,
    *keys(ExactText, "id"),
    *given(ExactText, "hash"),  # unique; of what the link holds
    *perhaps(ExactText, "project_id"),  # NULL: to the server, as its administrator
    *given(ExactText, "role"),
    *perhaps(ExactText, "made_by"),
    *given(Double, "created", "expires"),
    *given(Integer, "places"),  # how many more may join by it
    *given(Boolean, "is_first"),  # of a server that has no administrator
)

projects = Table(
    "projects",
    metadata,
    *keys(ExactText, "id"),
    *given(ExactText, "name"),
    *given(ExactText, "settings"),  # projects.project.Settings as JSON
    *given(ExactText, "fingerprint"),  # of the data set
    *given(Double, "created"),
    *perhaps(Double, "closed"),
)

members = Table("members", metadata, *keys(ExactText, "project_id", "person_id", "role"), *given(Double, "joined"))

# Who was taken out of a project, by the invitations that were there then: nobody comes back by one.
removals = Table("removals", metadata, *keys(ExactText, "invitation_id", "person_id"))

# Links by which anybody does so many pieces of work in a project, without a name or a password.
work_links = Table(
    "work_links",
    metadata,
    *keys(ExactText, "id"),
    *given(ExactText, "code"),  # unique; stands in the link, which is shown in public
    *given(ExactText, "project_id", "role"),
    *perhaps(ExactText, "made_by"),
    *given(Double, "created", "expires"),
    *perhaps(Double, "closed"),
    *given(Integer, "places"),  # how many more may come by it
    *given(Integer, "pieces"),  # of work, that each is asked for
    *perhaps(ExactText, "parameter"),  # of the link, that holds the id; NULL: people have none
    *given(ExactText, "completion"),  # the code that is shown in the end, or put into ``back``
    *given(ExactText, "back"),  # the address to which one returns; "": none
)

# What whoever comes by a link agrees to; the versions stay.
consent_texts = Table(
    "consent_texts",
    metadata,
    *keys(ExactText, "link_id"),
    *keys(Integer, "version"),
    *given(ExactText, "text"),
    *given(Double, "at"),
    *perhaps(ExactText, "made_by"),
)

# Who came by a link. Of whoever was erased only ``hash`` is left, so that nobody comes twice by one id.
arrivals = Table(
    "arrivals",
    metadata,
    *keys(ExactText, "link_id"),
    *keys(ExactText, "hash"),  # of the link and the id
    *perhaps(ExactText, "external_id"),  # NULL: none, or erased
    *given(ExactText, "person_id"),
    *given(Double, "at"),
    *given(Integer, "browsers"),  # in which the link was opened with the id
    *perhaps(Double, "finished"),
)

# Which version of a text somebody agreed to, and when.
consents = Table(
    "consents",
    metadata,
    *keys(ExactText, "link_id", "person_id"),
    *keys(Integer, "version"),
    *given(Double, "at"),
)

# Files that were uploaded, so that every server on this store has them.
uploads = Table(
    "uploads",
    metadata,
    *keys(ExactText, "id"),  # the hash of the content
    *given(ExactText, "name"),  # of whoever sent it first; each owner has their own
    *given(LargeBinary, "data"),
    *given(Double, "created"),
)

# Who may use an uploaded file, each by the name under which they have it: whoever sent it, and the projects that it was
# sent to or that are made of it.
upload_owners = Table(
    "upload_owners",
    metadata,
    *keys(ExactText, "upload_id"),
    *keys(ExactText, "owner_id"),  # a person's or a project's
    *given(ExactText, "name"),
    *given(Double, "created"),
)

# One piece of work that so many people are asked to do; nobody does two of one topic in one kind.
items = Table(
    "items",
    metadata,
    position(),
    *given(ExactText, "id"),  # unique
    *given(ExactText, "project_id", "kind", "topic"),
    *given(ExactText, "payload"),  # JSON; what the kind needs
    *given(Integer, "places"),
    *given(Boolean, "decided"),  # nobody more is asked
    *given(Double, "created"),
    *given(ExactText, "key"),  # unique with project_id and kind: what makes it the same item
    *perhaps(ExactText, "example_id"),  # whose right answer it shows; NULL: of none of the data set
    *perhaps(ExactText, "author_id"),  # whose own it is
    *perhaps(ExactText, "made_of"),  # the raw sentence, the tossup or the question of the data set
    *given(Boolean, "taken_back"),  # what it is about was taken back; false by the column's own default
    *perhaps(ExactText, "gold"),  # JSON of what is known to be right; NULL: work of which nothing is known
)

# Who may not do an item, because it is their own work or they have seen too much.
exclusions = Table("exclusions", metadata, *keys(ExactText, "item_id", "person_id"))

assignments = Table(
    "assignments",
    metadata,
    position(),
    *given(ExactText, "id"),  # unique
    *given(ExactText, "item_id"),  # unique with person_id
    *given(ExactText, "person_id"),
    *given(ExactText, "state"),  # leased, done, released
    *given(Double, "expires"),  # of the lease
    *given(Double, "started"),
    *given(Double, "seen"),  # the last sign of life
    *given(Double, "spent"),  # seconds at work on it
    *perhaps(Double, "ended"),
    *given(Integer, "turn"),  # how often its response was taken back; 0 by the column's own default
)

drafts = Table(
    "drafts",
    metadata,
    *keys(ExactText, "assignment_id"),
    *given(Integer, "revision"),
    *given(ExactText, "document"),
    *given(Double, "saved"),
)

# Each change of the text, in the order in which it was made.
changes = Table(
    "changes",
    metadata,
    *keys(ExactText, "assignment_id"),
    *keys(Integer, "number"),
    *given(Double, "at"),
    *given(ExactText, "document"),
)

# A press of Predict or of Submit; its key, made by the browser, keeps it from being counted twice.
tries = Table(
    "tries",
    metadata,
    position(),
    *given(ExactText, "assignment_id"),
    *given(ExactText, "key"),  # unique with assignment_id
    *given(ExactText, "kind"),  # predict, submit
    *given(Double, "at"),
    *given(Boolean, "fooled"),
    *perhaps(ExactText, "perturbation_id"),  # under which it is judged
    *perhaps(ExactText, "instance_id"),  # of what was submitted
    *given(ExactText, "document"),
)

# Each press with the item and the person that it was on and by.
PRESSED = tries.join(assignments, assignments.c.id == tries.c.assignment_id).join(
    items, items.c.id == assignments.c.item_id
)

# What somebody answered to an item of fixing, verifying, judging, adjudicating or answering.
responses = Table(
    "responses",
    metadata,
    *keys(ExactText, "assignment_id"),
    *given(Double, "at"),
    *given(ExactText, "document"),
)

# What counts no longer, as whoever answered it was set aside; it comes back where that is undone.
withdrawn = Table(
    "withdrawn",
    metadata,
    *keys(ExactText, "assignment_id"),
    *given(Double, "at"),
    *given(ExactText, "document"),
)

# Whose work in a project counts for nothing, who decided so and why; ``undone`` once it counts again.
set_aside = Table(
    "set_aside",
    metadata,
    position(),
    *given(ExactText, "project_id", "person_id", "reason", "made_by"),
    *given(Double, "at"),
    *perhaps(Double, "undone"),
    *perhaps(ExactText, "undone_by"),
)

# What the machines said of a tossup as it was written: one row for each text that was read by them, in order.
readings = Table(
    "readings",
    metadata,
    *keys(ExactText, "assignment_id"),
    *keys(Integer, "number"),
    *given(Double, "at"),
    *given(ExactText, "document"),
)

# A tossup that its author submitted; its key, made by the browser, keeps it from being taken twice.
tossups = Table(
    "tossups",
    metadata,
    position(),
    *given(ExactText, "id"),  # unique
    *given(ExactText, "project_id", "assignment_id"),
    *given(ExactText, "key"),  # unique with assignment_id
    *given(Double, "at"),
    *given(ExactText, "document"),
)

# A room in which matches are played; its document holds the settings and the packet.
rooms = Table(
    "rooms",
    metadata,
    *keys(ExactText, "id"),
    *given(ExactText, "project_id", "made_by", "document"),
    *given(Double, "created"),
    *given(Double, "alive"),  # the last sign of life of a server that reads in it
    *perhaps(Double, "closed"),
)

# By which anybody watches a match.
watch_links = Table(
    "watch_links",
    metadata,
    *keys(ExactText, "hash"),  # of what the link holds
    *given(ExactText, "room_id"),
    *given(Double, "expires"),
)

# By which anybody joins a match under a name, without an account; a room has one at a time.
room_codes = Table(
    "room_codes",
    metadata,
    *keys(ExactText, "code"),
    *given(ExactText, "room_id"),
    *given(Double, "expires"),
)

# Who joined a match so; the name stays with what they did there.
guests = Table(
    "guests",
    metadata,
    *keys(ExactText, "id"),
    *given(ExactText, "hash"),  # of what the cookie holds
    *given(ExactText, "room_id", "name"),
    *given(Double, "created", "expires"),
)

# Guessers that were, are or are to be fitted on the tossups of a file; ``data`` is the folder of one that is.
fittings = Table(
    "fittings",
    metadata,
    *keys(ExactText, "id"),
    *given(ExactText, "project_id", "upload_id", "made_by"),
    *given(ExactText, "state"),  # waiting, running, done, failed
    *given(ExactText, "document"),
    *given(Double, "created"),
    *given(Double, "alive"),  # the last sign of life of the process that fits it
    *perhaps(LargeBinary, "data"),
)

# Attacks of machines that were, are or are to be carried out for a project, and raw sentences that are to be made.
machine_attacks = Table(
    "machine_attacks",
    metadata,
    *keys(ExactText, "id"),
    *given(ExactText, "project_id", "made_by"),
    *given(ExactText, "state"),  # waiting, running, counted, stopping, stopped, done, failed
    *given(ExactText, "wanted"),  # JSON; which attack, on what, and what becomes of it
    *given(ExactText, "document"),  # JSON; how far it is
    *given(Double, "created"),
    *given(Double, "alive"),  # the last sign of life of the process that carries it out
)

# Models that somebody named on a project's page. The key is sealed with a secret that no table holds.
named_models = Table(
    "named_models",
    metadata,
    *keys(ExactText, "id"),
    *given(ExactText, "project_id", "made_by"),
    *given(ExactText, "name"),  # as pages show it, with the host and a part of the id
    *given(ExactText, "document"),  # JSON; where it is and how it is asked
    *perhaps(LargeBinary, "key"),  # sealed; NULL: none
    *given(Double, "created"),
    *perhaps(Double, "tested"),  # when it first answered; NULL: never, and nobody may use it
    *perhaps(ExactText, "trial"),  # JSON; what came of the last test
)

# All that happened in a room, in order: whoever writes number n has seen all before it.
match_events = Table(
    "match_events",
    metadata,
    *keys(ExactText, "room_id"),
    *keys(Integer, "number"),
    *given(Double, "at"),
    *given(ExactText, "document", "kind"),
    *perhaps(ExactText, "person_id"),  # whoever did it; NULL: it came by itself, or of a machine
)

# The runs of machines from which a project has drawn work.
runs_used = Table("runs_used", metadata, *keys(ExactText, "project_id", "run_id"))

# What people and machines made in a project, a row each, with what the page of examples is asked for. All but
# ``standing`` is told by other tables, and caught up with them.
made = Table(
    "made",
    metadata,
    position(),
    *given(ExactText, "project_id"),
    *given(ExactText, "id"),  # unique with project_id: a tossup's own, else the perturbation's
    *given(ExactText, "source"),  # submission, tossup, sentence, machine
    *perhaps(ExactText, "perturbation_id"),  # under which it is judged
    *perhaps(ExactText, "example_id"),  # the original's; NULL: it was begun from nothing
    *perhaps(ExactText, "assignment_id"),  # whose changes led to it
    *perhaps(ExactText, "item_id"),  # of a sentence, on which others vote
    *perhaps(ExactText, "person_id"),  # the author; NULL: a machine made it, or several people
    *given(ExactText, "adversary"),
    *perhaps(Double, "at"),
    *given(ExactText, "question", "original", "text", "answer"),
    *given(ExactText, "sought"),  # question, text and answer in lower case
    *given(ExactText, "standing"),  # kept, withdrawn, rejected
    *given(Integer, "judgements"),
    *given(ExactText, "verdict"),  # correct, incorrect, open, unjudged
)

# What each model made of it; ``recorded`` is the attempt's position, by which one that was made again is known.
made_answers = Table(
    "made_answers",
    metadata,
    *keys(ExactText, "project_id", "run_id"),
    *keys(ExactText, "example_id"),  # of the attempt
    *given(ExactText, "made_id", "model", "outcome"),
    *perhaps(ExactText, "answer"),
    *given(BigInteger, "recorded"),
)

made_types = Table("made_types", metadata, *keys(ExactText, "project_id", "made_id", "type"))

made_judges = Table(
    "made_judges",
    metadata,
    *keys(ExactText, "project_id", "made_id"),
    *keys(ExactText, "judge"),  # the kind of judge
)

# What somebody did about something that was made, in order; nothing of it is ever changed but by erasing who did it.
acts = Table(
    "acts",
    metadata,
    position(),
    *given(ExactText, "project_id", "made_id", "person_id"),
    *given(Double, "at"),
    *given(ExactText, "kind"),  # settle, reject, withdraw, restore, retag, comment
    *given(ExactText, "said"),  # the reason or the comment
    *perhaps(ExactText, "types_before"),  # a JSON list, of a retag
    *perhaps(ExactText, "types_after"),
)
