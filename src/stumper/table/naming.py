"""What data sets, attacks and victims are called: short, and never two alike; and the families that attacks are of."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatch
from pathlib import PurePath

from stumper.datasets.mapped import mapped, unmapped
from stumper.identity import content_id
from stumper.protocols import Control
from stumper.runs.plan import FROM_FILE, Plan
from stumper.store import Store
from stumper.store.uploads import PREFIX, upload_names

PAPER_NAMES = {  # Jia & Liang 2017
    "add-any": "AddAny",
    "add-common": "AddCommon",
    "add-sent": "AddSent",
    "add-one-sent": "AddOneSent",
    "add-sent-mod": "AddSentMod",
}
SERVICES = ("http", "openai")  # victims behind an address, which may have options behind it
FILE_ENDINGS = (".json", ".json.gz", ".jsonl", ".jsonl.gz")


def victims(plans: Mapping[str, Plan]) -> dict[str, tuple[str, bool]]:
    """What answered in each run, and whether it has changed since, as a later run shows.

    Two files or folders of one name are called by their whole paths.
    """
    newest = {plan.victim: plan.victim_code for plan in plans.values()}
    short = short_victims(plans.values())
    found = {}
    for run_id, plan in plans.items():
        name = short[plan.victim]
        is_past = bool(plan.victim_code) and plan.victim_code != newest[plan.victim]
        found[run_id] = (f"{name} (before it changed, {plan.victim_code[:8]})" if is_past else name, is_past)
    return found


def short_victims(plans: Iterable[Plan]) -> dict[str, str]:
    """What the systems of these runs are called, by their names in plans: in short, and no two alike.

    Names that a user has chosen stay as they are. Of services at one address each has the hash of its options.
    """
    own = {plan.victim: bool(plan.victim_spec) for plan in plans}
    short = {victim: victim if is_own else short_victim(victim) for victim, is_own in own.items()}
    number = Counter(short.values())
    return {
        victim: name if number[name] == 1 else f"{name} ({content_id(victim)[:6]})" if "#" in victim else victim
        for victim, name in short.items()
    }


def attack(plan: Plan) -> str:
    """The adversary as papers call it; of variants from a file of others, the file."""
    if plan.is_alone:
        return short_dataset(plan.dataset)
    if plan.adversary == FROM_FILE and not plan.made_by:
        paths = [value for _, value in plan.options if value.endswith(FILE_ENDINGS)]
        return short_dataset(paths[0]) if paths else plan.adversary
    return PAPER_NAMES.get(made_by(plan), made_by(plan))


def made_by(plan: Plan) -> str:
    """The adversary that made the variants, also where they come from a file that says so."""
    return plan.made_by or plan.adversary


def made_against(plans: Mapping[str, Plan]) -> dict[str, str]:
    """The victim whose verdicts had a part in what the variants of each run are, called as ``victims`` does; "" where
    none had."""
    called = victims(plans)
    names = {plan.victim: called[run_id][0] for run_id, plan in plans.items()}
    found = {}
    for run_id, plan in plans.items():
        against = plan.made_against or (plan.victim if _searched_before(plan) else "")
        found[run_id] = called[run_id][0] if against == plan.victim else names.get(against, short_victim(against))
    return found


# Of runs before plans said what the variants were made against: the adversaries that searched.
SEARCHING = ("add-any", "add-common", "tossup-*", "*:*")


def _searched_before(plan: Plan) -> bool:
    if plan.referee > 1:
        return False
    learned = plan.adversary == "sears" and "rules" not in dict(plan.options)
    return learned or any(fnmatch(plan.adversary, name) for name in SEARCHING)


def made_with(plan: Plan) -> Mapping[str, str]:
    """The options of the adversary that made the variants."""
    return dict(plan.made_with if plan.made_by else plan.options)


def attacked_with(plan: Plan) -> Mapping[str, str]:
    """What beside its options decides how strong the attack of a run is; nothing of variants that it did not make."""
    if plan.made_by or plan.adversary == FROM_FILE:
        return {}
    return {"goal": plan.goal, "budget": str(plan.budget or "none"), "only_right": "yes" if plan.only_right else "no"}


def attacks(plans: Mapping[str, Plan], datasets: Mapping[str, object]) -> dict[str, str]:
    """What each run's attack is called in a table of all, so that no two stand in one cell.

    ``datasets`` says which data set a run is on. Two attacks by one adversary there are told apart by their options;
    where one victim met one attack twice, the attack is told apart by all that differs between those runs.
    """
    found = {run_id: attack(plan) for run_id, plan in plans.items()}
    for alike in _alike({run_id: (datasets[run_id], name) for run_id, name in found.items()}):
        found |= _by_making(found[alike[0]], {run_id: plans[run_id] for run_id in alike})
    called, against = victims(plans), made_against(plans)
    cells = {run_id: (datasets[run_id], called[run_id], against[run_id]) for run_id in plans}
    for alike in _alike({run_id: (datasets[run_id], name) for run_id, name in found.items()}):
        found |= _by_source({run_id: found[run_id] for run_id in alike}, plans, cells)
    for alike in _alike({run_id: (datasets[run_id], name) for run_id, name in found.items()}):
        twice = [cell for cell in _alike({run_id: cells[run_id] for run_id in alike}) if len(cell) > 1]
        every = {run_id: settings(plans[run_id]) for run_id in alike}
        keys = {key for cell in twice for key in _differing([every[run_id] for run_id in cell])}
        told = {run_id: {key: value for key, value in every[run_id].items() if key in keys} for run_id in alike}
        found |= _told_apart(found[alike[0]], told)
    for same in _alike({run_id: (cell, found[run_id]) for run_id, cell in cells.items()}):
        if len(same) > 1:
            found |= {run_id: f"{found[run_id]} {run_id[:8]}" for run_id in same}
    return found


def settings(plan: Plan) -> dict[str, str]:
    """All that can set two runs of one attack apart, as text."""
    own = {"goal": plan.goal, "seed": str(plan.seed), "budget": plan.budget, "limit": plan.limit}
    given = {key: str(value) for key, value in own.items() if value is not None}
    return {
        **dict(plan.options),
        **given,
        "data": plan.dataset_fingerprint[:8],
        "victim": plan.victim,
        "code": plan.adversary_code[:8],
    }


def dataset_names(store: Store, plans: Mapping[str, Plan], called: Mapping[str, str] = {}) -> dict[str, str]:
    """What the data set of each run is called in short: an uploaded file as the run's project named it; the name
    that another owner gave it is shown to nobody else. Of those that are ``called`` something, by fingerprint, that."""
    files = {run_id: unmapped(plan.dataset).removeprefix(PREFIX) for run_id, plan in plans.items()
             if plan.dataset.startswith(PREFIX)}  # fmt: skip
    names = upload_names(store.engine, set(files.values())) if files else {}
    found = {}
    for run_id, plan in plans.items():
        own = called.get(plan.dataset_fingerprint) or names.get(
            (files.get(run_id, ""), dict(plan.options).get("project", ""))
        )
        found[run_id] = short_dataset(own or plan.dataset)
    return found


def short_dataset(dataset: str) -> str:
    """A data set's name, of a file without its folder and its ending."""
    dataset = unmapped(dataset)
    name = PurePath(dataset).name or dataset
    for ending in sorted(FILE_ENDINGS, key=len, reverse=True):
        name = name.removesuffix(ending)
    return name


def short_victim(victim: str) -> str:
    """A victim's name with the file or folder behind its colon, but without the folders above that; of a service host
    and path, and its model before these; of a system among the runs in a file its own; of a model that a project has
    named its label and host."""
    kind, colon, where = victim.partition(":")
    if kind == "file" and (system := mapped(where).mapping.get("system")):
        return system
    if kind == "named":
        return where.rpartition("~")[0] or victim
    if kind in SERVICES and "://" in where:
        model, at, address = where.partition("#")[0].rpartition("@")
        return f"{model}{at}{address.partition('://')[2]}".rstrip("/")
    is_path = kind == "file" or (kind != "hf" and "/" in where and "@" not in where and "://" not in where)
    return f"{kind}{colon}{PurePath(where).name}" if is_path else victim


def differences(mine: Mapping[str, str], alike: Sequence[Mapping[str, str]]) -> list[str]:
    """What is told of one among others: the keys in whose values they differ, with its own."""
    keys = _differing(alike)
    return [f"{key}={_short_value(mine[key])}" for key in mine if key in keys] + [
        f"{key}=default" for key in sorted(keys - set(mine))
    ]


def _short_value(value: str) -> str:
    """An option's value; of a file at an absolute path, its name, as folders may be temporary or private."""
    return PurePath(value).name if PurePath(value).is_absolute() else value


def _by_making(name: str, plans: Mapping[str, Plan]) -> dict[str, str]:
    """The name of the attack of these runs, told apart where their variants were not all made in one way."""
    making = {run_id: _making(plan) for run_id, plan in plans.items()}
    found = _told_apart(name, {run_id: made_with(plan) for run_id, plan in plans.items()})
    if len(set(making.values())) == 1:  # one file, say, under two paths
        return dict.fromkeys(plans, name)
    for alike in _alike(found):
        if len({making[run_id] for run_id in alike}) > 1:  # the options say the same of files that have changed
            found |= {run_id: f"{found[run_id]} options={making[run_id][:8]}" for run_id in alike}
    return found


def _by_source(names: Mapping[str, str], plans: Mapping[str, Plan], cells: Mapping[str, object]) -> dict[str, str]:
    """The names of these runs of one attack; where a victim met it both as it was made and from a file, all that are
    from files say so."""
    both = [{bool(plans[run_id].made_by) for run_id in cell} for cell in _alike({id: cells[id] for id in names})]
    if all(len(found) == 1 for found in both):
        return dict(names)
    return {id: f"{name} from {_source(plans[id])}" if plans[id].made_by else name for id, name in names.items()}


def _source(plan: Plan) -> str:
    paths = [value for _, value in plan.options if value.endswith(FILE_ENDINGS)]
    return short_dataset(paths[0]) if paths else f"run {plan.replays[:8]}"


def _making(plan: Plan) -> str:
    """What the variants were made by, whoever is asked about them."""
    if plan.options_fingerprint and not plan.made_by:
        return plan.options_fingerprint
    return content_id(made_by(plan), sorted(made_with(plan).items()))


def _told_apart(name: str, values: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """The name for each run, with what sets it apart from the others in these values."""
    every = list(values.values())
    return {run_id: " ".join([name, *differences(mine, every)]) for run_id, mine in values.items()}


def _alike(keys: Mapping[str, object]) -> list[list[str]]:
    """The runs in groups of the same key."""
    groups: dict[object, list[str]] = {}
    for run_id, key in keys.items():
        groups.setdefault(key, []).append(run_id)
    return list(groups.values())


def _differing(alike: Sequence[Mapping[str, str]]) -> set[str]:
    return {key for each in alike for key in each if len({other.get(key) for other in alike}) > 1}


BEFORE: tuple[tuple[str, str, Control], ...] = (  # what plans of Stumper's own adversaries did not say in 0.1
    ("identity", "controls", "unchanged"),
    ("add-benign", "controls", "longer"),
    ("unmodified", "", "unchanged"),
    ("add-any", "word sequences", ""),
    ("add-common", "word sequences", ""),
    ("add-sent", "sentences", ""),
    ("add-one-sent", "sentences", ""),
    ("add-sent-mod", "sentences", ""),
    ("edit-*", "context edits", ""),
    ("question-*", "question edits", ""),
    ("tossup-*", "question edits", ""),
    ("from-file", "from a file", ""),
)


def families_of(plans: Mapping[str, Plan]) -> dict[str, str]:
    """The family of attacks of what made the variants of each run; "" where none is declared."""
    found = declared(plans)
    return {run_id: found[made_by(plan)][0] for run_id, plan in plans.items()}


def declared(plans: Mapping[str, Plan]) -> dict[str, tuple[str, Control]]:
    """The family and the control that adversaries have declared, by name; of Stumper's own also where none has."""
    found = {plan.adversary: (plan.family, plan.control) for plan in plans.values() if plan.family or plan.control}
    for name in {made_by(plan) for plan in plans.values()} - found.keys():
        of_before = ((family, control) for ours, family, control in BEFORE if fnmatch(name, ours))
        found[name] = next(of_before, ("", ""))
    return found
