# Two commands do all the set-up: `make play` and `make test`. Nothing is assumed but make and Python 3.11 or newer.
PYTHON ?= python3
PLAY := .venv/play
DEV := .venv/dev
COMPILED := .venv/compiled
PIP := -m pip --disable-pip-version-check --quiet
SOURCES := $(shell find src build_backend setup.py pyproject.toml -type f -not -name '*.pyc')

.PHONY: help play test check interpreted compiled bench goldens reports clean

help:
	@echo 'make play      set up and play in the terminal (GAME=back-to-the-future)'
	@echo 'make test      set up and run all checks and tests, interpreted and compiled'
	@echo 'make check     formatting, lint, types, layers'
	@echo 'make bench     measure everything, with the peers where they can be installed'
	@echo 'make goldens   write the golden games anew (then read the diff)'
	@echo 'make reports   write the balance reports in docs/lab anew'
	@echo 'make clean     remove all that was set up'

GAME ?= back-to-the-future

play: $(PLAY)/ready
	@$(PLAY)/bin/timebooth play $(GAME)

test: check interpreted compiled

check: $(DEV)/ready
	@$(DEV)/bin/python tools/check.py

interpreted: $(DEV)/ready $(COMPILED)/ready
	@echo '--- tests, interpreted'
	@$(DEV)/bin/python -m pytest -n 2

compiled: $(DEV)/ready $(COMPILED)/ready
	@$(DEV)/bin/python tools/test_compiled.py $(COMPILED)

bench: $(PLAY)/ready
	@$(PLAY)/bin/python $(PIP) install '.[peers]' || echo 'The peers cannot be installed here: measuring ourselves only'
	@for what in engine search envs processes bots; do echo "--- $$what"; $(PLAY)/bin/timebooth bench $$what || exit 1; done

goldens: $(DEV)/ready $(COMPILED)/ready
	@PYTHONPATH=$(COMPILED) $(DEV)/bin/python tools/goldens.py

reports: $(DEV)/ready $(COMPILED)/ready
	@PYTHONPATH=$(COMPILED) $(DEV)/bin/python tools/reports.py

$(PLAY)/ready: $(SOURCES)
	@$(PYTHON) tools/setup_venv.py $(PLAY)
	@echo 'Installing Timebooth into $(PLAY) (the rules are compiled where a C compiler is found: two or three minutes)'
	@$(PLAY)/bin/python $(PIP) install .
	@$(PLAY)/bin/timebooth --version
	@touch $@

$(DEV)/ready: pyproject.toml setup.py build_backend/backend.py
	@$(PYTHON) tools/setup_venv.py $(DEV)
	@$(DEV)/bin/python $(PIP) install --editable '.[dev]'
	@touch $@

$(COMPILED)/ready: $(SOURCES) $(DEV)/ready
	@rm -rf $(COMPILED) build
	@echo 'Compiling the rules into $(COMPILED) (two or three minutes)'
	@$(DEV)/bin/python $(PIP) install --no-deps --target $(COMPILED) .
	@rm -rf build
	@touch $@

clean:
	rm -rf .venv build
