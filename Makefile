# `make help` says what there is.
GAME  = arcade
BOARD = alchitry-cu

gatefall = cargo run --package gatefall --
# rust-hdl is frozen, and so is the old crate that it draws with.
export CARGO_FUTURE_INCOMPAT_REPORT_FREQUENCY = never

.PHONY: build play test check constraints doctor clean help

build: ## the bitstream of GAME (arcade) for BOARD (alchitry-cu); FPGA tools are fetched if missing
	@$(gatefall) build $(GAME) --board $(BOARD)

play: ## GAME in the terminal; the first time, the simulator takes minutes to build
	@cargo run --quiet --package gatefall --features sim -- play $(GAME)

test: check ## every test
	@rm -f build/left-out.txt
	cargo test --quiet --workspace --features gatefall/sim
	@test ! -e build/left-out.txt || sort -u build/left-out.txt

check: ## formatting and lints
	cargo fmt --all --check
	cargo clippy --quiet --workspace --all-targets --features gatefall/sim -- --deny warnings

constraints: ## constraints/BOARD/GAME.pcf for every game on every board
	@$(gatefall) constraints

doctor: ## which tools are there
	@$(gatefall) doctor

clean: ## remove everything that was built, also the fetched tools
	rm -rf build
	cargo clean --quiet

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile | expand -t 22
