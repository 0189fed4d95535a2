"""For authors of plug-ins: a victim that does as it is told, and checks that raise AssertionError with a sentence."""

from stumper.testing.adversaries import check_adversary, check_enumerator
from stumper.testing.examples import CLAIMS, EXAMPLE, HARBOUR, LIGHTHOUSE, QUESTIONS, TOSSUPS
from stumper.testing.hostile import HOSTILE_WAYS, check_upstream, hostile_report
from stumper.testing.scripted import Fault, Finds, Rule, Says, ScriptedVictim
from stumper.testing.tasks import check_addition, check_dataset, check_task
from stumper.testing.victims import check_system, check_victim

__all__ = [
    "CLAIMS",
    "EXAMPLE",
    "HARBOUR",
    "HOSTILE_WAYS",
    "LIGHTHOUSE",
    "QUESTIONS",
    "TOSSUPS",
    "Fault",
    "Finds",
    "Rule",
    "Says",
    "ScriptedVictim",
    "check_addition",
    "check_adversary",
    "check_dataset",
    "check_enumerator",
    "check_system",
    "check_task",
    "check_upstream",
    "check_victim",
    "hostile_report",
]
