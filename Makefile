# make play   set up and open the studio, where games are played, watched and designed, in a browser
# make test   set up and run the tests
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

# Many processes are started, by the tests above all: without bytecode each would compile the package anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test test-all test-browser check stress soak bench evidence learnt docs site site-serve kernels clean

play: $(VENV)/ready
	$(BIN)/ludens studio --open

test: $(VENV)/ready-for-tests
	$(BIN)/python -m pytest -n auto

test-all: $(VENV)/ready-for-tests
	$(BIN)/python -m pytest -n auto -m "not browser"

# The studio in a real browser; Chromium comes from the system's packages.
test-browser: $(VENV)/ready-for-browser
	$(BIN)/python -m pytest -m browser tests/browser

# The browser tests' types are checked, too, so their packages are needed.
check: $(VENV)/ready-for-tests
	$(PIP) --editable ".[browser]"
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The tests in a fresh clone with an empty cache, twice, while eight busy loops run; it takes long.
stress: $(VENV)/ready-for-tests
	$(BIN)/python scripts/stress.py

# A hundred interrupts at random moments of every long command, with a cold and a warm cache; it takes hours.
# make soak SOAK="--count 5 --commands solve,play" is shorter.
soak: $(VENV)/ready-for-tests
	$(BIN)/python scripts/soak.py $(SOAK)

bench: $(VENV)/ready
	$(BIN)/python benchmarks/reasoner.py
	$(BIN)/python benchmarks/engine.py
	$(BIN)/python benchmarks/native.py

# What plans of the champion score against UCT, on all cores; the next call goes on from what is in evidence.jsonl.
# make evidence EVIDENCE="hex --clocks 1 --minutes 60" is one game.
evidence: $(VENV)/ready
	$(BIN)/python scripts/evidence.py $(EVIDENCE)
	$(BIN)/python scripts/enhancements.py

# What evaluations have learnt of the built-in games, after a change of features or of learning; it takes minutes.
# make learnt LEARNT="hex reversi" learns these alone.
learnt: $(VENV)/ready
	$(BIN)/python scripts/learnt.py $(LEARNT)

# The kernels' bitcode, after a change of a kernel; `make kernels RECORD=--record` finds out anew how they are called.
kernels: $(VENV)/ready-for-tests
	$(BIN)/python scripts/kernels.py $(RECORD)

# What is generated: playthroughs, the tables of games, agents, commands and mistakes, the reference, pictures, notebooks.
docs: $(VENV)/ready
	$(BIN)/python scripts/playthroughs.py
	$(BIN)/python scripts/game_index.py
	$(BIN)/python scripts/agent_index.py
	$(BIN)/python scripts/command_index.py
	$(BIN)/python scripts/reference.py
	$(BIN)/python scripts/enhancements.py
	$(BIN)/python scripts/mistakes.py
	$(BIN)/python scripts/json_page.py
	$(BIN)/python scripts/notebooks.py
	$(BIN)/python scripts/pictures.py
	$(BIN)/python scripts/gallery.py

# The documentation as a site in build/site; a broken link fails. `make site-serve` serves it at http://127.0.0.1:8000.
site: $(VENV)/ready-for-site
	$(BIN)/python scripts/build_site.py

site-serve: $(VENV)/ready-for-site
	$(BIN)/python scripts/build_site.py --serve

$(VENV)/ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Ludens needs Python 3.11 or newer: make PYTHON=/path/to/python3.11 …")'
	$(PYTHON) -m venv $(VENV)
	$(PIP) --editable ".[kernels]"
	touch $@

$(VENV)/ready-for-tests: $(VENV)/ready
	$(PIP) --editable ".[dev]"
	touch $@

$(VENV)/ready-for-browser: $(VENV)/ready-for-tests
	$(PIP) --editable ".[browser]"
	command -v chromium >/dev/null || { apt-get update && apt-get install --yes --no-install-recommends chromium fonts-dejavu; }
	touch $@

$(VENV)/ready-for-site: $(VENV)/ready
	$(PIP) --editable ".[site]"
	touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
