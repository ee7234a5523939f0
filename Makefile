# Sevenfold: `make help` lists the commands. Everything is installed into .venv, once.
# `make play PYTHON=python3.12` takes another Python, `make play ARGS="--port 8000"` passes arguments on.

PYTHON ?= python3
DIST := dist
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --quiet
# uv is ten times as fast; pip knows the mirror and the certificates of a machine that has its own
INSTALL = $(BIN)/uv pip install --quiet --python $(BIN)/python $(1) || $(PIP) install --no-compile $(1)
BINARY = $(addprefix --only-binary ,$(1))
NPM := $(BIN)/python hatch_build.py
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-annotate --custom-compile-command "make lock"

# where it is set, each of the hundreds of processes that tests start compiles its libraries anew
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help play test installed checked tested lint lint-python lint-web lint-and-test-web test-python test-web \
	test-browser test-browser-meanwhile test-long release format bench pictures docs coverage dist client lowest newest lock clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile

play: .venv/package .venv/fast ## install what is needed and open the card room
	@$(BIN)/sevenfold play $(ARGS)

test: installed checked tested ## install what is needed, run every check and test

installed:
	@$(MAKE) --no-print-directory -j2 .venv/dev .venv/package

checked: # mypy takes as long as all there is to check of the client
	@$(MAKE) --no-print-directory -j2 lint-python lint-and-test-web

tested: # pages often wait, and rules and servers need the processor meanwhile
	@$(MAKE) --no-print-directory -j2 test-python test-browser-meanwhile

lint-and-test-web: lint-web
	@$(MAKE) --no-print-directory test-web

lint: .venv/dev .venv/package ## all checks that run no test
	@$(MAKE) --no-print-directory -j2 lint-python lint-web

lint-python: .venv/dev .venv/package
	@echo "sevenfold: checking the Python (ruff, mypy, import-linter)"
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy $(if $(CI),--cache-dir=/dev/null) # its cache would be read by nobody
	@$(BIN)/lint-imports --no-logo

lint-web: .venv/package
	@echo "sevenfold: checking the client (prettier, eslint, knip, svelte-check, generated types)"
	@$(NPM) run --silent format:check
	@$(NPM) run --silent lint
	@$(NPM) run --silent check
	@$(NPM) run --silent types:check

test-python: .venv/dev .venv/package
	@echo "sevenfold: testing rules and server (pytest)"
	@$(BIN)/pytest -n auto --max-worker-restart 1 -rfEsR --ignore tests/browser --ignore tests/long $(ARGS)

test-web: .venv/package
	@echo "sevenfold: testing the client's modules (Vitest)"
	@$(NPM) run --silent test

test-browser: .venv/dev .venv/package
	@echo "sevenfold: testing the pages in Chromium (pytest, Playwright)"
	@$(BIN)/pytest -n 3 --max-worker-restart 1 -rfEsR tests/browser $(ARGS)

test-browser-meanwhile: .venv/package # what it says is printed at its end, in one piece
	@$(MAKE) --no-print-directory test-browser >.venv/test-browser.log 2>&1; status=$$?; \
	echo; cat .venv/test-browser.log; exit $$status

test-long: .venv/dev .venv/package ## what guards a release besides: frozen suites, every upgrade, every combination
	@echo "sevenfold: testing what no ordinary change breaks (pytest)"
	@$(BIN)/pytest -n auto --max-worker-restart 1 -rfEsR tests/long $(ARGS)

format: .venv/dev .venv/package ## format everything
	@$(BIN)/ruff check --fix-only
	@$(BIN)/ruff format
	@$(NPM) run --silent format -- --log-level warn

bench: .venv/dev .venv/bench .venv/package ## measure rules, bots, server and page
	@for file in $$(grep -l __main__ bench/*.py); do \
	echo "sevenfold: $$file"; $(BIN)/python -m bench.$$(basename $$file .py) $(ARGS) || exit; done

pictures: .venv/dev .venv/package ## take pictures of every page and state into pictures/
	@$(BIN)/python -m tests.browser.pictures $(ARGS)

docs: .venv/dev .venv/package ## build the documentation site into site/
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet $(ARGS)

# what runs compiled is not seen; the same rules run as plain Python in most of these tests
coverage: .venv/dev .venv/package ## measure which lines and branches of the rules the tests run
	@rm -rf .coverage
	@$(BIN)/coverage run -m pytest -n auto -q $(COVERING) $(ARGS)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report

COVERING := $(addprefix tests/,api book bots cards core games search) src/sevenfold/testing/contract \
	tests/compiled/test_docstrings.py tests/envs/test_encoding.py

dist: export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 0)
dist: .venv/runtime ## build a wheel and an sdist into dist/, for hosts and researchers
	@rm -f $(DIST)/sevenfold-*.whl $(DIST)/sevenfold-*.tar.gz
	@$(BIN)/python -m hatchling build -t sdist -t wheel -d $(DIST) >/dev/null
	@echo "sevenfold: to install it elsewhere: pip install \"$$(ls $(DIST)/sevenfold-*.whl)[server,fast]\""

release: .venv/dev ## check that this is a release, run every test, build it twice
	@$(BIN)/python release.py said
	@$(MAKE) --no-print-directory test test-long
	@$(MAKE) --no-print-directory dist DIST=dist/again
	@$(MAKE) --no-print-directory dist
	@$(BIN)/python release.py built dist dist/again

client: .venv/runtime ## build the browser client where its sources have changed
	@$(NPM)

lowest: TRIED_VERSIONS = lowest-direct
lowest: .venv/dev .venv/package ## start and play the server with the lowest versions that are allowed
	$(TRY_VERSIONS)

newest: TRIED_VERSIONS = highest
newest: .venv/dev .venv/package ## the same with the newest versions that are allowed
	$(TRY_VERSIONS)

define TRY_VERSIONS
@echo "sevenfold: installing the $@ versions that pyproject.toml allows (.venv/$@)"
@$(BIN)/uv venv --quiet --clear --python $(BIN)/python .venv/$@
@$(BIN)/uv pip install --quiet --python .venv/$@/bin/python --resolution $(TRIED_VERSIONS) \
	$(call BINARY,numba llvmlite numpy) -e ".[server,fast,postgres]"
@$(BIN)/uv pip install --quiet --python .venv/$@/bin/python --group test
@$(BIN)/uv pip list --quiet --python .venv/$@/bin/python
@.venv/$@/bin/pytest -n 2 -q -W ignore::DeprecationWarning $(TRIED) $(ARGS)
endef

TRIED := tests/test_borrowed.py $(addprefix tests/server/test_,absence.py bad_messages.py connections.py hanging.py \
	http.py keepalive.py levels.py limits.py loop.py play.py postgres.py processes.py reload.py run.py storage.py)

lock: .venv/dev ## pin versions again; ARGS=--upgrade takes newer ones
	@$(COMPILE) $(ARGS) --group install -o requirements/install.txt
	@$(COMPILE) $(ARGS) pyproject.toml --extra server --group build -o requirements/runtime.txt
	@$(COMPILE) $(ARGS) pyproject.toml --extra server --extra fast -c requirements/runtime.txt -o requirements/fast.txt
	@$(COMPILE) $(ARGS) pyproject.toml --extra fast --extra openspiel --extra data --extra cluster --extra server --extra postgres --group dev -c requirements/install.txt -c requirements/fast.txt -o requirements/dev.txt
	@$(COMPILE) $(ARGS) pyproject.toml --extra server --extra bench -c requirements/dev.txt -o requirements/bench.txt
	@$(NPM) install --package-lock-only

clean: ## remove all that was installed and built
	rm -rf .venv web/node_modules src/sevenfold/server/static .*_cache dist site .coverage

.venv/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "sevenfold: $(PYTHON) is \
	missing or older than 3.11: install a newer Python, or name one: make PYTHON=/path/to/python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || { echo "sevenfold: this Python has no venv module; on Debian \
	and Ubuntu: apt-get install python3-venv"; exit 1; }
	@echo "sevenfold: making .venv with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv .venv
	@$(PIP) install --no-compile --require-hashes -r requirements/install.txt || echo "sevenfold: pip installs"
	@touch $@

.venv/runtime: requirements/runtime.txt | .venv/python
	@echo "sevenfold: installing the server's libraries ($<)"
	@$(call INSTALL,--require-hashes -r $<)
	@touch $@

.venv/fast: requirements/fast.txt .venv/runtime
	@echo "sevenfold: installing the compiled engine ($<)"
	@{ $(call INSTALL,$(call BINARY,numba llvmlite numpy) --require-hashes -r $<); } && touch $@ \
	|| echo "sevenfold: it cannot be installed here; Hard and Expert will play as Medium"

.venv/dev: requirements/dev.txt .venv/runtime
	@echo "sevenfold: installing the tools for checks and tests ($<)"
	@$(call INSTALL,--require-hashes -r $<)
	@touch $@

.venv/bench: requirements/bench.txt .venv/dev
	@echo "sevenfold: installing what the benchmarks measure besides ($<)"
	@{ $(call INSTALL,$(call BINARY,open_spiel) --require-hashes -r $<); } && touch $@ \
	|| echo "sevenfold: this cannot be installed here; the benchmarks go on and say what they leave out"

.venv/package: pyproject.toml src/sevenfold/version.py .venv/runtime | client
	@echo "sevenfold: installing sevenfold itself"
	@$(call INSTALL,--no-deps --no-build-isolation -e .)
	@touch $@
