# make demo: install, run the main job, end with the path of report.html.  make test: install, run the tests.
# make serve: install, open the people's side with a project to try, for three people who are all you.
# make test-all: the tests that take long, too.  make mutants: whether the tests notice what is broken.
# make test-kin: what is tried against other people's packages.
# make test PYTHON=python3.13: with another Python, in an environment of its own (.venv-3.13).
PYTHON ?= python3
OF := $(if $(filter-out python3,$(PYTHON)),-$(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])'))
VENV := .venv$(OF)
BIN := $(VENV)/bin
HF := .venv-hf$(OF)
KIN := .venv-kin$(OF)
DOCS := .venv-docs$(OF)
TESTS ?=
# Tests wait for browsers, servers and one another: one more at a time than there are cores.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')
UV := $(shell uv --version >/dev/null 2>&1 && command -v uv)
PIP := -m pip install --quiet --disable-pip-version-check
# The versions that were tested. A user's own environment is bound by the ranges of pyproject.toml alone.
VERSIONS := -c constraints.txt
KIN_VERSIONS := -c constraints-kin.txt
INSTALL = $(if $(UV),$(UV) pip install --quiet --python $(BIN)/python,$(BIN)/python $(PIP)) $(VERSIONS)

# Tests begin some 500 processes: each would compile all of Stumper for itself.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo serve test test-all mutants test-hf test-kin check fmt bench docs site figure constraints clean

demo: $(VENV)/.core
	$(BIN)/stumper demo --out out/demo

serve: $(VENV)/.web
	$(BIN)/stumper serve --demo

test: $(VENV)/.dev
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(TESTS)

# What takes long, too: see tests/support/slowness.py.
test-all: export STUMPER_REQUIRE := $(STUMPER_REQUIRE),slow,campaigns
test-all: test

# Whether tests notice that something is broken: minutes.
mutants: $(VENV)/.dev
	$(BIN)/python benchmarks/mutants.py

# What needs torch has an environment of its own: hundreds of megabytes that nothing else asks for.
test-hf: $(HF)/.installed
	$(HF)/bin/python -m pytest $(wildcard tests/*/test_*huggingface*.py) tests/datasets/test_row_files.py tests/datasets/test_published_open.py tests/models/test_export.py tests/models/test_gradient_graph.py tests/models/test_alignment.py \
		tests/models/test_training.py tests/models/test_augmented_training.py tests/models/test_verifier_data.py tests/models/test_systems_training.py \
		tests/models/test_guesser_graphs.py tests/models/test_guesser_training.py tests/models/test_recurrent.py tests/translating/test_marian.py

# Other people's packages, in their newest versions, which nothing else asks for. All of them are there: nothing is skipped.
test-kin: export STUMPER_REQUIRE := $(STUMPER_REQUIRE),slow,kin
test-kin: $(KIN)/.installed
	$(KIN)/bin/python -m pytest tests/kin 'tests/test_docs.py::test_code_on_a_page_runs[docs/howto-neighbours.md]'

check: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check --no-cache .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(check-scripts)

# Form, lint and types of the scripts of the pages, by what package-lock.json pins.
define check-scripts
@if command -v npm >/dev/null; then $(MAKE) --no-print-directory node_modules/.package-lock.json && npm run --silent check; \
elif echo ",$$STUMPER_REQUIRE," | grep -q ,node,; then echo "STUMPER_REQUIRE names 'node': npm is not installed" >&2; exit 1; \
else echo "skipped: biome and tsc, which check the scripts of the pages, need node (18 or newer) with npm"; fi
endef

node_modules/.package-lock.json: package-lock.json
	npm ci --silent
	touch $@

fmt: $(VENV)/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	if command -v npm >/dev/null; then $(MAKE) --no-print-directory node_modules/.package-lock.json && npm run --silent fmt; fi

bench: $(VENV)/.dev
	for script in $(filter-out benchmarks/measuring.py benchmarks/mutating.py,$(wildcard benchmarks/*.py)); do $(BIN)/python $$script || exit 1; done

docs: $(VENV)/.dev
	$(BIN)/python docs/reference.py
	$(BIN)/python docs/figures.py

# The documentation as a site in site/, with all links checked; what makes it has an environment of its own.
site: $(DOCS)/.installed
	$(DOCS)/bin/python docs/build_site.py

# make figure NAME=startup: measures what docs/figures/startup.json stores again, and fills the pages.
figure: $(VENV)/.dev
	$(BIN)/python docs/figures.py keep $(NAME)

# The newest versions that fit together on Python 3.11 and later, on any system, into constraints.txt. Needs uv. Of torch the
# version that was tested: a newer one brings gigabytes where there is no small build of it, so it is changed by hand.
TORCH := torch==2.13.0
constraints:
	echo '$(TORCH)' | $(or $(UV),uv) pip compile pyproject.toml - --universal --python-version 3.11 --extra dev --extra hf --extra train --extra docs \
		--upgrade --no-annotate --custom-compile-command "make constraints" --quiet --output-file constraints.txt

clean:
	rm -rf .venv .venv-* node_modules out site

define require-python
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	{ echo "Stumper needs Python 3.11 or newer. Name one: make $(MAKECMDGOALS) PYTHON=python3.11" >&2; exit 1; }
endef

define require-venv
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	{ echo "$(PYTHON) cannot make environments. On Debian and Ubuntu: apt-get install python3-venv. Or install uv." >&2; exit 1; }
endef

$(BIN)/python:
	$(require-python)
ifeq ($(UV),)
	$(require-venv)
	$(PYTHON) -m venv $(VENV)
else
	$(UV) venv --quiet --python $(PYTHON) $(VENV)
endif

$(VENV)/.core: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) -e .
	touch $@

$(VENV)/.web: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) -e '.[web]'
	touch $@ $(VENV)/.core

$(VENV)/.dev: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) -e '.[dev]'
	touch $@ $(VENV)/.core $(VENV)/.web

# Plain pip, not uv: it also looks where the machine's own pip settings point, and there may be a small build of torch.
$(HF)/.installed: pyproject.toml constraints.txt
	$(require-python)
	$(require-venv)
	$(PYTHON) -m venv $(HF)
	$(HF)/bin/python $(PIP) $(VERSIONS) -e '.[hf,frames]' 'onnx>=1.17' 'safetensors>=0.5' 'pytest>=8.4' 'hypothesis>=6.120'
	touch $@

$(KIN)/.installed: pyproject.toml constraints-kin.txt
	$(require-python)
	$(require-venv)
	$(PYTHON) -m venv $(KIN)
	$(KIN)/bin/python $(PIP) $(KIN_VERSIONS) -e '.[cluster,frames,postgres]' 'langchain-core>=1.0' 'llama-index-core>=0.14' 'inspect-ai>=0.3.200' 'datasets>=3.0' 'lm-eval>=0.4.9' '$(TORCH)' \
		'mlflow-skinny>=3.0' alembic 'pandas>=2.2' 'polars>=1.20' 'duckdb>=1.2' 'distributed>=2025.1' 'submitit>=1.5' 'mpi4py>=4.0' 'mpich>=4.2' 'pytest>=8.4' 'hypothesis>=6.120'
	touch $@

# The pages alone: Stumper itself is read, not installed.
$(DOCS)/.installed: pyproject.toml constraints.txt
	$(require-python)
	$(require-venv)
	$(PYTHON) -m venv $(DOCS)
	$(DOCS)/bin/python $(PIP) $(VERSIONS) 'mkdocs-material>=9.6' 'mkdocstrings-python>=1.16' 'ruff>=0.9'
	touch $@
