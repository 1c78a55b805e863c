# Two commands do all the set-up: `make play` and `make test`. Nothing is assumed but make and Python 3.11 or newer.
PYTHON ?= python3
PLAY := .venv/play
DEV := .venv/dev
COMPILED := .venv/compiled
DOCKER ?= docker
NEWEST := .venv/newest
PIP := -m pip --disable-pip-version-check --quiet
WEB := src/timebooth/server/web
DOCS := src/timebooth/server/docs
SOURCES := $(shell find src build_backend setup.py pyproject.toml -type f -not -name '*.pyc' -not -path '$(WEB)/*' -not -path '$(DOCS)/*' -not -path '*/node_modules/*')
CLIENT := $(shell find client -type f -not -path '*/node_modules/*' -not -path '*/fixtures/*')
CHAPTERS := $(wildcard *.md) $(shell find docs -type f -not -path 'docs/lab/*')
GAMES := back-to-the-future excellent-boardgame riff-in-time
NODE_MODULES := client/node_modules/.package-lock.json

# A profile-guided build makes faster rules and takes twice as long: only benchmarks need it.
export TIMEBOOTH_PGO ?= 0

.PHONY: help play test check client interpreted compiled browser screens pictures docs bench goldens reports image clean

help:
	@echo 'make play      set up, serve the games on this computer and open them in the browser'
	@echo 'make test      set up and run all checks and tests: rules, server, client, in a real browser'
	@echo 'make check     formatting, lint, types, layers'
	@echo 'make client    the checks and tests of the web client'
	@echo 'make browser   whole games by clicks in a real browser'
	@echo 'make screens   screenshots of the lobby and of every game, into screens/'
	@echo 'make pictures  the same, and take the pictures of the README from them'
	@echo 'make docs      the documentation, as `timebooth serve` shows it at /docs'
	@echo 'make bench     measure everything, with the peers where they can be installed'
	@echo 'make goldens   write the golden games anew (then read the diff)'
	@echo 'make reports   write the balance reports in docs/lab anew'
	@echo 'make image     build the container image timebooth (needs Docker; DOCKER=podman for Podman)'
	@echo 'make clean     remove all that was set up'

play: $(PLAY)/ready
	@$(PLAY)/bin/python tools/compile_rules.py build & $(PLAY)/bin/timebooth serve --open

# Set-up has lines of its own in the times that are printed at the end.
test:
	@$(PYTHON) tools/time_parts.py $(MAKE) $(DEV)/ready check $(NODE_MODULES) client interpreted $(COMPILED)/ready compiled \
		$(WEB)/.built-from $(DOCS)/.built-from browser

check: $(DEV)/ready
	@$(DEV)/bin/python tools/check.py

client: $(NODE_MODULES)
	@echo '--- client: types, checks, tests'
	@$(DEV)/bin/python tools/client_types.py --check
	@$(DEV)/bin/python tools/node.py run --silent check
	@$(DEV)/bin/python tools/node.py run --silent test

interpreted: $(DEV)/ready
	@$(DEV)/bin/python tools/test_interpreted.py $(NEWEST)

compiled: $(DEV)/ready $(COMPILED)/ready
	@$(DEV)/bin/python tools/test_compiled.py $(COMPILED)

browser: $(DEV)/ready $(WEB)/.built-from $(DOCS)/.built-from
	@echo '--- tests, in a browser'
	@$(DEV)/bin/python -m pytest -n 3 --dist worksteal tests/browser

screens: $(DEV)/ready $(WEB)/.built-from
	@$(DEV)/bin/python tools/screens.py screens

pictures: screens
	@mkdir -p docs/screens
	@cp screens/lobby-after-1440-dark.png docs/screens/lobby.png
	@for game in $(GAMES); do cp screens/$$game/middle-1440-dark.png docs/screens/$$game.png || exit 1; done
	@$(DEV)/bin/python tools/picture.py

docs: $(DOCS)/.built-from
	@echo 'The documentation is in $(DOCS); `timebooth serve` shows it at /docs'

bench: $(PLAY)/measured
	@for what in engine search envs processes bots twin; do echo "--- $$what"; $(PLAY)/bin/timebooth bench $$what || exit 1; done

goldens: $(DEV)/ready $(COMPILED)/ready
	@PYTHONPATH=$(COMPILED) $(DEV)/bin/python tools/goldens.py

reports: $(DEV)/ready $(COMPILED)/ready
	@PYTHONPATH=$(COMPILED) $(DEV)/bin/python tools/reports.py

image:
	@command -v $(DOCKER) >/dev/null || { echo 'make image: $(DOCKER) is not installed here. Install Docker, or use Podman: make image DOCKER=podman' >&2; exit 1; }
	@$(DOCKER) version >/dev/null 2>&1 || { echo 'make image: $(DOCKER) is here, but its daemon does not answer. Start it, or run this as a user who may use it.' >&2; exit 1; }
	@$(DOCKER) build --file deploy/Dockerfile --tag timebooth .

$(PLAY)/ready: $(SOURCES) $(CLIENT)
	@$(PYTHON) tools/setup_venv.py $(PLAY)
	@echo 'Installing Timebooth into $(PLAY) and building the web client (half a minute or so)'
	@$(PLAY)/bin/python tools/compile_rules.py prepare
	@TIMEBOOTH_COMPILE=0 $(PLAY)/bin/python $(PIP) install .
	@touch $@

$(PLAY)/measured: $(PLAY)/ready
	@echo 'Compiling the rules, profile-guided (about six minutes)'
	@$(PLAY)/bin/python tools/compile_rules.py prepare
	@export TIMEBOOTH_PGO=1; $(PLAY)/bin/python $(PIP) install '.[peers]' || \
		{ echo 'The peers cannot be installed here: measuring ourselves only'; $(PLAY)/bin/python $(PIP) install .; }
	@touch $@

$(DEV)/ready: pyproject.toml setup.py build_backend/backend.py
	@$(PYTHON) tools/setup_venv.py $(DEV)
	@$(DEV)/bin/python $(PIP) install --editable '.[dev]'
	@touch $@

$(COMPILED)/ready: $(SOURCES) $(DEV)/ready
	@rm -rf $(COMPILED) build
	@echo 'Compiling the rules into $(COMPILED) (two or three minutes)'
	@TIMEBOOTH_CLIENT=0 TIMEBOOTH_DOCS=0 $(DEV)/bin/python $(PIP) install --no-deps --target $(COMPILED) .
	@rm -rf build
	@touch $@

$(NODE_MODULES): client/package.json client/package-lock.json $(DEV)/ready
	@$(DEV)/bin/python tools/node.py ci --no-audit --no-fund --ignore-scripts
	@touch $@

$(WEB)/.built-from: $(CLIENT) $(NODE_MODULES)
	@$(DEV)/bin/python tools/node.py build

# Every warning is an error here. A wheel, and so `make play`, has the documentation too: installing Sphinx and building
# take 9 s of CPU, beside the client. A changed chapter alone does not make `make play` install everything again.
$(DOCS)/.built-from: $(CHAPTERS) $(SOURCES) $(DEV)/ready
	@$(DEV)/bin/python build_backend/docs_site.py

clean:
	rm -rf .venv build client/node_modules $(WEB) $(DOCS)
