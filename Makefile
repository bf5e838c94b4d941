# `make help` says what there is.
GAME  = arcade
BOARD = alchitry-cu
PORT  = 8000
OUT   = build/release

gatefall = cargo run --package gatefall --
# The simulator, and sound where the library for it is there. One set of features for all that needs
# the simulator, because another set is another build.
features := gatefall/sim$(shell \
	{ test "$$(uname)" = Darwin || pkg-config --exists alsa; } 2>/dev/null && echo ,gatefall/sound)
with_sim = cargo run --quiet --package gatefall --features $(features) --
# rust-hdl is frozen, and so is the old crate that it draws with.
export CARGO_FUTURE_INCOMPAT_REPORT_FREQUENCY = never

# Crates that can be published.
packages = netlist verilog lower compile host design

.PHONY: build play web web-bench release test suite left-out fresh soak check format doc package \
	constraints doctor clean help

build: ## the bitstream of GAME (arcade) for BOARD (alchitry-cu); FPGA tools are fetched if missing
	@$(gatefall) build $(GAME) --board $(BOARD)

play: ## GAME in the terminal; the first time, the simulator takes minutes to build
	@$(with_sim) play $(GAME)

web: ## all games in a browser: a page on the loopback address, at PORT (8000)
	@$(with_sim) web --port $(PORT)

web-bench: ## frame rate, sound and latency of that page, for docs/results.md
	@$(with_sim) web --bench --record

release: ## bitstreams of all boards, site, checksums and a page about them, in build/release
	@$(with_sim) release --out $(OUT)

test: check ## every test, after formatting and lints
	@$(MAKE) --no-print-directory suite

suite: ## every test
	@rm -f build/left-out.txt
	@tests/parallel --workspace --features $(features); status=$$?; \
		test ! -e build/left-out.txt || sort -u build/left-out.txt; \
		exit $$status

left-out: ## the tests that the last run left out, once their programs are installed
	@tests/left-out --workspace --features $(features); status=$$?; \
		test ! -e build/left-out.txt || sort -u build/left-out.txt; \
		exit $$status

fresh: ## every test, without kept results; a new seed for property tests (PROPTEST_CASES=N)
	@seed=$${PROPTEST_RNG_SEED:-$$(date +%s)}; \
		PROPTEST_RNG_SEED=$$seed GATEFALL_FRESH=1 $(MAKE) --no-print-directory suite; status=$$?; \
		echo "make fresh PROPTEST_RNG_SEED=$$seed repeats this run"; \
		exit $$status

soak: ## long checks with a fresh seed, some hours; SOAK has options of `gatefall soak`
	@$(with_sim) soak $(SOAK)

check: ## formatting and lints
	cargo fmt --all --check
	cargo clippy --quiet --workspace --all-targets --features $(features) -- --deny warnings

format: ## write the format of the Rust code
	cargo fmt --all

doc: ## documentation of the crates: start at target/doc/gatefall_design/index.html
	RUSTDOCFLAGS=--deny=warnings cargo doc --workspace --no-deps --features $(features)

# With one target folder and one profile, the dependencies are built once for all that is here and
# for sim/design/tests/outside.rs. Cargo unpacks and builds a version once, but the packages change
# without a new version.
package: export CARGO_TARGET_DIR ?= $(CURDIR)/target
package: export CARGO_PROFILE_DEV_DEBUG = false
package: ## packages of the crates that can be published; builds each from its package
	rm -rf $(or $(CARGO_HOME),$(HOME)/.cargo)/registry/src/-*/gatefall-* \
		$(CARGO_TARGET_DIR)/debug/.fingerprint/gatefall-*
	cargo package $(packages:%=--package gatefall-%)

constraints: ## constraints/BOARD/GAME.pcf for every game on every board
	@$(gatefall) constraints

doctor: ## which tools are there
	@$(gatefall) doctor

clean: ## remove everything that was built, also the fetched tools
	rm -rf build
	cargo clean --quiet

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 22
