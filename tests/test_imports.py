"""What has been imported when: whoever types a command waits for it."""

import subprocess
import sys

HEAVY = ("httpx", "jinja2", "numpy", "onnxruntime", "rich", "scipy", "spacy", "sqlalchemy", "tokenizers", "torch")
PROGRAM = """
import sys
from stumper.cli import app
from stumper import registry

def told(step):
    print(step, *(name for name in sys.argv[1:] if name in sys.modules and not (name in known or known.add(name))))

def find(kind, names):
    for name in names:
        registry.find(kind, name)

known = set()
told("commands")
registry.tasks()
told("tasks")
find("adversary", registry.names("adversary"))
told("adversaries")
find("victim", ["file", "python", "http", "openai"])
told("services")
from stumper import api
told("api")
find("victim", set(registry.names("victim")) - {"hf", "inspect"})
told("victims")
"""


def test_what_is_heavy_is_imported_by_what_needs_it() -> None:
    """Each step in the order of PROGRAM, with what it imports that no step before it has."""
    run = subprocess.run([sys.executable, "-c", PROGRAM, *HEAVY], capture_output=True, text=True, check=True)
    assert {step: names for step, *names in map(str.split, run.stdout.splitlines())} == {
        "commands": [],  # ``stumper --help``
        "tasks": [],  # whoever makes an id finds them
        "adversaries": ["numpy"],  # which import a parser, and what asks a service, once they do so
        "services": [],
        "api": ["sqlalchemy"],
        "victims": ["onnxruntime", "tokenizers"],
    }
