"""Who counts which misbehaviour of a system as an error, as a failure of the system, as success, or not at all.

Four questions, of which the honest system has three right; it misbehaves at one of these. Stumper, inspect_ai and
promptfoo are asked for the share of right answers. The tools are installed in a folder of their own, which --folder
names; a folder that has them already is used as it is.
"""

import argparse
import json
import os
import shutil
import subprocess
import tempfile
import venv
from collections.abc import Callable
from pathlib import Path

from measuring import say
from stumper.testing.hostile import HOSTILE_WAYS, Way, meet
from stumper.testing.hostile.replies import RESPONSES, SECRET
from stumper.testing.hostile.service import Service, serving
from stumper.testing.hostile.town import honest, questions

HERE = Path(__file__).parent / "hostile_tools"
MOST_SECONDS = 60
TRAPPED = "trapped"
CODE = ("raises-exception", "raises-exit-0", "exits-at-once", "hangs-asleep", "returns-none", "returns-number",
        "says-nothing")  # fmt: skip
REMOTE = ("status-429-on-one", "status-500", "status-400", "error-inside", "html", "empty", "partial-json", "object",
          "too-few", "cut-off", "hangs", "redirects-to-another-host", "echoes-key-500")  # fmt: skip
STALE = "stale-429"
Tool = Callable[[str, Path, Service, Path], str]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, help="where the tools are, or are installed; else a temporary one")
    parser.add_argument("--cases", nargs="*", default=[*CODE, *REMOTE, STALE])
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        tools = args.folder or Path(temporary)
        install(tools)
        say("hostile", version={"inspect_ai": version_of_inspect(tools), "promptfoo": version_of_promptfoo(tools)})
        for name in args.cases:
            told = {tool.__name__: asked(tool, name, tools) for tool in (inspect, inspect_bearing, promptfoo)}
            say("hostile", system=does(name), counts={"stumper": stumper(name), **told})


def does(name: str) -> str:
    """What the way does, in words."""
    return way_of(name).does


def way_of(name: str) -> Way:
    """The row of Stumper's own suite."""
    return next(way for way in HOSTILE_WAYS if way.name in (name, f"openai-{name}"))


def stumper(name: str) -> str:
    """How Stumper counts it."""
    with tempfile.TemporaryDirectory() as folder:
        ended = meet(way_of(name), Path(folder)).ended
    return {"errored": "an error", "unanswered": "a wrong answer", "measured": "a right answer",
            "refused": "the run ends, exit 2", "stopped": "the run ends, exit 3"}.get(ended, ended)  # fmt: skip


def asked(tool: Tool, name: str, tools: Path) -> str:
    """How a tool counts it, in a folder of its own; of one with a cache that the healthy system has filled."""
    with tempfile.TemporaryDirectory() as folder, serving(RESPONSES) as service:
        if name == STALE:
            service.is_healthy = True
            tool(name, tools, service, Path(folder))
            service.is_healthy = False
        said = tool(name, tools, service, Path(folder))
        kept = any(SECRET.encode() in file.read_bytes() for file in Path(folder).rglob("*") if file.is_file())
        sent = any(key.startswith("elsewhere") for key in service.keys)
    return said + "; keeps the key" * (kept and name.startswith("echoes")) + "; sends the key on" * sent


def inspect(name: str, tools: Path, service: Service, folder: Path, *options: str) -> str:
    """The town as a task of inspect_ai, through its command line."""
    logs = folder / f"logs{len(list(folder.glob('logs*')))}"
    model = f"hostile/{name}" if name in CODE else "openai-api/hostile/hostile"
    shutil.copy(HERE / "hostile_inspect.py", folder)  # inspect_ai takes no absolute path
    command = [str(tools / "inspect" / "bin" / "inspect"), "eval", "hostile_inspect.py", "--model", model,
               "--log-format", "json", "--log-dir", str(logs), "--display", "plain", "--max-retries", "1",
               "--time-limit", "8", "--timeout", "4", *options]  # fmt: skip
    cached = {"HOSTILE_CACHE": "1"} if name == STALE else {}
    ran = run(command, folder, {"PYTHONPATH": f"{HERE}{os.pathsep}{tools / 'names'}", "HOSTILE_API_KEY": SECRET,
                                "HOSTILE_BASE_URL": f"{service.url(name)}/v1", **cached})  # fmt: skip
    if ran is None:
        return "never ends"
    read = [json.loads(path.read_text()) for path in logs.glob("*.json")]
    log = read[0] if read else {"status": "lost"}
    scored = {sample["id"]: sample for sample in log.get("samples") or ()}
    if not (log.get("results") or {}).get("scores"):
        return f"no figure, exit {ran}"
    value = ((scored.get(TRAPPED, {}).get("scores") or {}).get("exact") or {}).get("value")
    if value is None:
        mean = log["results"]["scores"][0]["metrics"]["mean"]["value"]
        return f"an error ({mean:.2f} of {len(scored) - 1}), exit {ran}"
    return f"a {'right' if value == 'C' else 'wrong'} answer, exit {ran}"


def inspect_bearing(name: str, tools: Path, service: Service, folder: Path) -> str:
    """The same, where errors do not end the run."""
    return inspect(name, tools, service, folder, "--no-fail-on-error")


def promptfoo(name: str, tools: Path, service: Service, folder: Path) -> str:
    """The town as tests of promptfoo, of which half must pass."""
    if name == "raises-exit-0":
        return "(not in JavaScript)"
    there = {"id": "openai:chat:hostile", "config": {"apiBaseUrl": f"{service.url(name)}/v1", "apiKey": SECRET}}
    here = {"id": f"file://{HERE / 'provider.cjs'}", "config": {"way": name}}
    tests = [{"vars": {"input": item["input"]}, "assert": [{"type": "equals", "value": item["gold"]}],
              "metadata": {"id": item["id"]}} for item in items()]  # fmt: skip
    config = {"prompts": ["{{input}}"], "providers": [here if name in CODE else there], "tests": tests,
              "evaluateOptions": {"timeoutMs": 8000, "maxConcurrency": 1}}  # fmt: skip
    (folder / "config.json").write_text(json.dumps(config))
    out = folder / "out.json"
    out.unlink(missing_ok=True)
    command = ["node", str(tools / "node_modules" / ".bin" / "promptfoo"), "eval", "-c", "config.json", "-o", str(out),
               "--no-table", *(() if name == STALE else ("--no-cache",))]  # fmt: skip
    ran = run(command, folder, {"PROMPTFOO_CONFIG_DIR": str(folder / "home"), "PROMPTFOO_DISABLE_TELEMETRY": "1",
                                "PROMPTFOO_DISABLE_UPDATE": "1", "REQUEST_TIMEOUT_MS": "2000", "HOME": str(folder),
                                "PROMPTFOO_REQUEST_BACKOFF_MS": "10",
                                "PROMPTFOO_PASS_RATE_THRESHOLD": "50"})  # fmt: skip
    if ran is None:
        return "never ends"
    if not out.exists():
        return f"no figure, exit {ran}"
    results = json.loads(out.read_text())["results"]["results"]
    trapped = [result for result in results if result["testCase"]["metadata"]["id"] == TRAPPED]
    if not trapped:
        return f"left out, exit {ran}"
    [one] = trapped
    counted = "a right answer" if one["success"] else "an error" if one["failureReason"] == 2 else "a wrong answer"
    return f"{counted}, exit {ran}"


def run(command: list[str], folder: Path, environment: dict[str, str]) -> int | None:
    """The exit code of a command; None of one that does not end."""
    told = {**os.environ, "HOSTILE_ITEMS": json.dumps(items()), **environment}
    try:
        return subprocess.run(command, cwd=folder, env=told, capture_output=True, timeout=MOST_SECONDS,
                              check=False).returncode  # fmt: skip
    except subprocess.TimeoutExpired:
        return None


def items() -> list[dict[str, str]]:
    """The questions, with what is right and what the honest system says."""
    return [
        {"id": example.id, "input": f"{example.query.context.text}\n{example.query.text}",
         "gold": example.gold.answers[0].text, "said": honest(example.query).guesses[0].answer}
        for example in questions()
    ]  # fmt: skip


def install(tools: Path) -> None:
    """The tools are in the folder."""
    if not (tools / "inspect").exists():
        venv.create(tools / "inspect", with_pip=True)
        pip = [str(tools / "inspect" / "bin" / "pip"), "install", "-q", "inspect_ai", "openai"]
        subprocess.run(pip, check=True)
    if not (tools / "node_modules").exists():
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "promptfoo"], cwd=tools, check=True)
    names = tools / "names" / "hostile_inspect-0.1.dist-info"  # what an installation of the model would leave
    names.mkdir(parents=True, exist_ok=True)
    (names / "METADATA").write_text("Metadata-Version: 2.1\nName: hostile-inspect\nVersion: 0.1\n")
    (names / "entry_points.txt").write_text("[inspect_ai]\nhostile = hostile_inspect\n")


def version_of_inspect(tools: Path) -> str:
    """As pip says it."""
    python = str(tools / "inspect" / "bin" / "python")
    program = "from importlib.metadata import version; print(version('inspect_ai'))"
    return subprocess.run([python, "-c", program], capture_output=True, text=True, check=True).stdout.strip()


def version_of_promptfoo(tools: Path) -> str:
    """As npm has written it."""
    return json.loads((tools / "node_modules" / "promptfoo" / "package.json").read_text())["version"]


if __name__ == "__main__":
    main()
