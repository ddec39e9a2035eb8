# The two that a newcomer needs are `make demo` and `make test`; each does all the set-up it needs, and nothing the second time.
.POSIX:
.PHONY: help demo test lint bench soak golden environment engine clean
BIN = .venv/bin
WORKERS = 2

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

demo: engine ## a GPU cluster from declaration to teardown on the rehearsal cloud
	@$(BIN)/gpuc demo

test: engine ## all tests but the long ones
	@$(BIN)/pytest -q -n $(WORKERS) --dist loadgroup -m "not soak"

lint: environment ## style, types, import borders
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: engine ## ratios against peers measured in the same run
	@$(BIN)/python -m bench

soak: engine ## the long tests
	@$(BIN)/pytest -q -m soak

golden: environment ## renew the golden files; read their diff before you commit it
	@RENEW_GOLDEN=1 $(BIN)/pytest -q tests/stacks/test_graph.py tests/components

environment: ## .venv, from requirements.lock
	@setup/environment.sh

engine: environment ## the Pulumi engine: yours if new enough, else built once into your cache folder
	@$(BIN)/python -m rehearsal.engine

clean: ## remove what set-up made in this folder; the engine in your cache folder stays
	@if [ -x $(BIN)/gpuc ]; then $(BIN)/gpuc rehearse --stop; fi
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist
