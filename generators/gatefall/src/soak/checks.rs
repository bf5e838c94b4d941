//! The long checks of the project, from the rules of a game down to its bitstream.

/// A check that takes minutes.
pub(super) struct Check {
    pub(super) name: &'static str,
    /// The step from a source to the chip for which it is evidence.
    pub(super) layer: &'static str,
    /// In a few words, which things agree or are found.
    pub(super) evidence: &'static str,
    pub(super) work: Work,
}

/// The work of a check.
pub(super) enum Work {
    /// `gatefall verify GAME`, with so many games.
    Verify {
        game: &'static str,
        games: Option<u64>,
    },
    /// Tests of the project that note their figures.
    Tests {
        /// The tests, as an option of `cargo test`.
        target: &'static [&'static str],
        /// A part of their names.
        filter: &'static str,
        /// A sample of them fits a short time.
        has_sample: bool,
    },
}

impl Check {
    /// A sample of it can be taken.
    pub(super) fn has_sample(&self) -> bool {
        match self.work {
            Work::Verify { games, .. } => games.is_some(),
            Work::Tests { has_sample, .. } => has_sample,
        }
    }
}

const fn verify(game: &'static str, games: Option<u64>) -> Work {
    Work::Verify { game, games }
}

const fn whole(target: &'static [&'static str], filter: &'static str) -> Work {
    Work::Tests {
        target,
        filter,
        has_sample: false,
    }
}

const fn sampled(target: &'static [&'static str], filter: &'static str) -> Work {
    Work::Tests {
        target,
        filter,
        has_sample: true,
    }
}

/// All checks.
pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "arcade",
        layer: "rules to circuit",
        evidence: "sessions at the keyboard agree with the golden model",
        work: verify("arcade", Some(800)),
    },
    Check {
        name: "engine",
        layer: "rules to circuit",
        evidence: "games of all kinds and settings on the engine alone agree with the golden model",
        work: sampled(&["--test", "lockstep"], "a_million_placements"),
    },
    Check {
        name: "hour",
        layer: "rules to circuit",
        evidence: "in an hour of play, counters that begin near their limits stop there",
        work: whole(&["--test", "hour"], "an_hour"),
    },
    Check {
        name: "handheld",
        layer: "rules to circuit",
        evidence: "random play agrees with the golden model",
        work: verify("handheld", Some(200_000)),
    },
    Check {
        name: "matrix",
        layer: "rules to circuit",
        evidence: "random games agree with the golden model",
        work: verify("matrix", Some(100_000)),
    },
    Check {
        name: "tictactoe",
        layer: "rules to circuit",
        evidence: "every position of up to four placements agrees with the golden model",
        work: verify("tictactoe", None),
    },
    Check {
        name: "keyboard",
        layer: "rules to circuit",
        evidence: "bytes over a bad cable leave no key stuck",
        work: sampled(&["--test", "keyboard_abuse"], "a_million_bytes"),
    },
    Check {
        name: "properties",
        layer: "rules to circuit",
        evidence: "properties of modules are proved for all inputs",
        work: whole(&["--test", "properties"], "hold"),
    },
    Check {
        name: "rewrites",
        layer: "Rust to netlist",
        evidence: "rules that rewrite expressions are proved",
        work: whole(&["--test", "rewrites"], "keep_the_value"),
    },
    Check {
        name: "writer",
        layer: "netlist to Verilog",
        evidence: "the text of expressions has their value: proved",
        work: whole(&["--test", "rewrites"], "has_the_value"),
    },
    Check {
        name: "proofs",
        layer: "Rust to Verilog",
        evidence: "our Verilog and that of rust-hdl are proved to be the same circuit",
        work: whole(&["--test", "proofs"], "every_module"),
    },
    Check {
        name: "designs",
        layer: "netlist to WebAssembly",
        evidence: "random designs agree with the interpreter, with all passes and without each",
        work: sampled(&["--test", "random"], "twenty_thousand_designs"),
    },
    Check {
        name: "passes",
        layer: "netlist to WebAssembly",
        evidence: "passes of the simulator's compiler change no state; each saves instructions",
        work: whole(&["--test", "sim"], "each_pass_changes"),
    },
    Check {
        name: "verilated-cases",
        layer: "netlist to Verilog",
        evidence: "cases agree in Verilator, with random words where none is defined",
        work: whole(&["--test", "verilated_cases"], "all_cases_agree"),
    },
    Check {
        name: "undefined",
        layer: "Verilog to bitstream",
        evidence: "games agree with their models if reads that meet writes give random words",
        work: sampled(&["--test", "undefined"], "all_cases_and_sessions"),
    },
    Check {
        name: "bitstream",
        layer: "Verilog to bitstream",
        evidence:
            "netlists are proved equal to Verilog, bitstreams to netlists; inverted bits are found",
        work: whole(&["--test", "layers"], "the_bitstream"),
    },
    Check {
        name: "layers",
        layer: "Verilog to bitstream",
        evidence: "Verilog, netlist and bitstream play a game with equal pins in every clock",
        work: whole(&["--test", "layers"], "in_three_layers"),
    },
    Check {
        name: "damaged",
        layer: "files of the user",
        evidence: "damaged files are read or refused, and no file is lost",
        work: sampled(&["--test", "cli"], "many_damaged"),
    },
    Check {
        name: "mutants",
        layer: "the tests themselves",
        evidence: "benches, cases or sessions fail for a circuit with a small fault",
        work: whole(&["--test", "mutation"], "nearly_every_mutant"),
    },
    Check {
        name: "source-mutants",
        layer: "the tests themselves",
        evidence: "tests fail for golden models and a lowering with a fault in their source",
        work: whole(&["--test", "source_mutants"], "faults_in_the_source"),
    },
    Check {
        name: "coverage",
        layer: "the tests themselves",
        evidence: "points of the gates are reached; those that are not have a reason",
        work: whole(&["--test", "coverage"], "all_gates"),
    },
    Check {
        name: "benches",
        layer: "exported test bench",
        evidence: "passes in two simulators, and fails on another circuit",
        work: whole(&["--test", "export"], "the_test_bench_of_each_game"),
    },
    Check {
        name: "bench-mutants",
        layer: "exported test bench",
        evidence: "mutants of the circuit fail",
        work: whole(&["--test", "mutants"], "nine_of_ten_mutants"),
    },
];
