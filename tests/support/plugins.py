"""The plugins of pytest that these tests ask for; whatever else is installed takes no part.

Where pytest looks for plugins itself, it writes the assertions of all code anew that belongs to one: of Stumper, which
has one, in each of the processes that run tests, for nothing, as a test tells of its own assertions.
"""

from importlib.util import find_spec

WANTED = {"xdist": "xdist.plugin", "hypothesis": "_hypothesis_pytestplugin", "stumper": "stumper.pytest_plugin"}
pytest_plugins = [plugin for package, plugin in WANTED.items() if find_spec(package)]  # pytest ends if there is none
