"""The plugins of pytest that these tests ask for; whatever else is installed takes no part.

Where pytest looks for plugins itself, it writes the assertions of all code anew that belongs to one: of Stumper, which
has one, in each of the processes that run tests, for nothing, as a test tells of its own assertions.
"""

from importlib.util import find_spec

WANTED = ("xdist.plugin", "_hypothesis_pytestplugin", "stumper.pytest_plugin")
pytest_plugins = [plugin for plugin in WANTED if find_spec(plugin.partition(".")[0])]
