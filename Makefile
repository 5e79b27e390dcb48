# Two commands are enough: `make serve` and `make test`. Each installs what it needs into .venv.

PYTHON ?= python3
BIN := .venv/bin
DOMAINS := companion caylus magna_carta
LOCALES := locales

ARGS ?=
SAMPLED := tests/web/test_pages.py tests/web/test_doors.py tests/web/test_difference.py tests/web/test_security.py tests/i18n/test_options.py
ENGINE := $(addprefix tests/,engine scenarios perft playthroughs laws corpus rules table test_third_game.py web/test_corrections.py web/test_entered_positions.py web/test_api.py) docs/engine.md docs/table.md
PARALLEL := --numprocesses auto --maxprocesses 4 --dist worksteal
# Of the slow tests some wait most of their time, so one more works meanwhile.
ONE_MORE := $(patsubst auto,$(shell expr $$(getconf _NPROCESSORS_ONLN) + 1),$(PARALLEL))

# Tests start many processes: what is compiled is kept, also where the environment says otherwise.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: serve test suite quick check words prints soak load lock lowest wheel clean mutants

INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.venv/serve: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(INSTALL) --editable '.[server,print,https,mdns]'
	touch $@

.venv/ready: .venv/serve
	$(INSTALL) --editable '.[dev]'
	touch $@

serve: .venv/serve  ## the web app, for every phone on this network
	$(BIN)/companion serve $(ARGS)

test: .venv/ready tools  ## everything that must hold before a commit
	@$(MAKE) --no-print-directory --jobs 2 check suite

suite: .venv/ready
	$(BIN)/python -m pytest $(ONE_MORE)

quick: .venv/ready  ## what is worth running all the time: no browser, no PostgreSQL, nothing slow, a few cases of each test
	$(BIN)/ruff check .
	$(BIN)/python -m pytest $(PARALLEL) --quick

check: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/deptry .

.PHONY: tools
tools:
	@sh tests/tools.sh msgfmt:gettext chromium:chromium initdb:postgresql nginx:nginx npm:npm ip:iproute2 unshare:util-linux systemd-analyze:systemd openssl:openssl

words: .venv/ready  ## bring the catalogues up to date with data and code
	@mkdir -p build; $(BIN)/python -m tools.words rename $(LOCALES); for domain in $(DOMAINS); do \
	  mapping=locales/mapping_$$domain.toml; [ -f $$mapping ] || mapping=locales/mapping.toml; \
	  $(BIN)/pybabel -q extract -F $$mapping --no-location --sort-output -o build/$$domain.pot . || exit 1; \
	  $(BIN)/pybabel -q update -i build/$$domain.pot -D $$domain -d $(LOCALES) -N --no-wrap --ignore-pot-creation-date \
	    --ignore-obsolete || exit 1; \
	done

fuzz: .venv/ready  ## games under all detectors: make fuzz SECONDS=600
	$(BIN)/python -m tests.engine.fuzz --seconds $(or $(SECONDS),600)

cover: .venv/ready  ## branch coverage of the engine: must be 100 %
	@mkdir -p build
	$(BIN)/coverage run -m pytest -m "not server" --whole $(ENGINE) companion/engine companion/games
	$(BIN)/coverage report

mutants: .venv/ready  ## faults drawn at random, and whether the tests notice: ARGS="--room table --count 40 --seed 7"
	$(BIN)/python -m tools.mutants $(ARGS)

bench: .venv/ready build/dominiontabs/ready  ## the figures of docs/performance.md
	$(BIN)/python -m tests.bench.engine
	$(BIN)/python -m tests.bench.printing
	$(BIN)/python -m tests.bench.printing --all
	$(BIN)/python -m tests.bench.table
	$(BIN)/python -m tests.bench.lists
	$(BIN)/python -m tests.bench.command
	$(BIN)/python -m tests.bench.minds

soak: .venv/ready  ## what make test does for seconds, for hours, and whole where it draws samples (see docs/reliability.md)
	$(BIN)/python -m pytest $(PARALLEL) --whole -o faulthandler_timeout=14400
	$(BIN)/python -m tests.faults.kill --kills 500 --actions 100000
	$(BIN)/python -m tests.faults.kill --kills 500 --actions 100000 --postgresql
	$(BIN)/python -m tests.faults.kill --kills 500 --actions 100000 --two
	$(BIN)/python -m tests.faults.network --seconds 1800
	$(BIN)/python -m tests.faults.floods --seconds 60
	$(BIN)/python -m tests.faults.hostile --minutes 60 --actions 1000000
	$(BIN)/python -m tests.web.hostile --cases 10000
	for seed in $$(seq 2 100); do TEST_SEED=$$seed $(BIN)/python -m pytest -q $(SAMPLED) || exit 1; done
	$(BIN)/python -m tests.walk --seconds 3600
	$(BIN)/python -m tests.laws --seconds 3600
	$(BIN)/python -m tests.bench.decisions --decisions 1000000
	for language in de en fr nl; do $(BIN)/python -m tools.words proof --lang $$language > build/proof.txt || exit 1; done

.PHONY: image
image: .venv/ready  ## build the container image and play in it; without docker or podman, carry out its recipe in a folder
	$(BIN)/python -m pytest -rs --whole tests/test_deployment.py

load: .venv/ready  ## how many tables and phones a server holds: the table of docs/reliability.md
	$(BIN)/python -m tests.faults.load

build/dominiontabs/ready:  ## a peer of the print shop, beside it and not among its dependencies
	$(PYTHON) -m venv build/dominiontabs
	build/dominiontabs/bin/python -m pip install --quiet --disable-pip-version-check domdiv
	touch $@

prints: .venv/ready  ## every product in every language, on every paper, for every printer, read back (long)
	$(BIN)/python -m tests.printing.whole $(ARGS)

lowest: build/lowest/ready  ## the quick tests on the oldest versions that pyproject.toml allows
	build/lowest/bin/python -m pytest $(PARALLEL) -m "not slow"

build/lowest/ready: pyproject.toml
	rm -rf build/lowest build/uv
	$(PYTHON) -m venv build/lowest
	$(PYTHON) -m venv build/uv
	build/uv/bin/python -m pip install --quiet --disable-pip-version-check uv
	build/uv/bin/uv pip install --quiet --python build/lowest/bin/python --resolution lowest-direct --editable '.[server,print,https,mdns,dev]'
	touch $@

lock: .venv/ready  ## write the versions in use to constraints.txt
	$(BIN)/python -m pip freeze --exclude-editable > constraints.txt

wheel: .venv/serve  ## the package as a file, in dist
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .

clean:
	rm -rf .venv dist build
