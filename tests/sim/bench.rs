//! Tests of `gatefall bench` with the built-in engines and substitutes for the others.

use super::USUAL_SECONDS;
use gatefall_tests::{finish, record, signal, wait_until, write_script};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// Substitute engine with a wrong signature: the state of any program, all zero but the first byte.
const LIAR: &str = r#"
if [ "$1" = --version ]; then echo v99.1.0; exit; fi
state=01; size=$2; while [ "$size" -gt 1 ]; do state=${state}00; size=$((size - 1)); done
while read -r cycles; do if [ "$cycles" = 0 ]; then echo "$state"; else echo done; fi; done"#;

/// A folder of its own, and a PATH with substitutes only.
struct Bench(TempDir);

impl Bench {
    fn new() -> Bench {
        let bench = Bench(tempfile::tempdir().unwrap());
        for folder in ["bin", "tmp"] {
            fs::create_dir(bench.path(folder)).unwrap();
        }
        bench
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn stand_in(&self, name: &str, script: &str) {
        let path = self.path("bin").join(name);
        write_script(&path, &format!("#!/bin/sh\n{script}\n"));
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gatefall"));
        command
            .current_dir(self.0.path())
            .args(arguments.split_whitespace())
            .env("PATH", self.path("bin"))
            .env("TMPDIR", self.path("tmp"))
            .env("NO_COLOR", "1")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// No temporary file may be left.
    fn finished(&self, output: Output) -> (i32, String, String) {
        assert_eq!(fs::read_dir(self.path("tmp")).unwrap().count(), 0);
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (
            output.status.code().unwrap(),
            text(output.stdout),
            text(output.stderr),
        )
    }

    fn run(&self, arguments: &str) -> (i32, String, String) {
        let output = gatefall_tests::run(&mut self.command(arguments), USUAL_SECONDS);
        self.finished(output)
    }
}

/// The error message without the progress before it.
fn message(err: &str) -> &str {
    &err[err.find("  ×").unwrap_or_else(|| panic!("{err}"))..]
}

#[test]
fn what_is_not_installed_is_told_and_the_rest_is_compared() {
    let bench = Bench::new();
    let (code, out, err) = bench.run("bench --players 2 --cycles 20 --json result.json");
    assert_eq!(code, 0, "{err}");
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("arcade, players: 2, in "), "{out}");
    let missing = |line: &str, name: &str, program: &str| {
        let expected = format!("{name:<24}not installed: no `{program}` on PATH");
        assert_eq!(line, expected);
    };
    assert!(
        lines[2].starts_with("gatefall                wasmtime "),
        "{out}"
    );
    missing(lines[3], "gatefall in V8", "node");
    missing(lines[4], "Verilator", "verilator");
    missing(lines[5], "Verilator, clang", "verilator");
    missing(lines[6], "CXXRTL", "yosys");
    missing(lines[7], "Icarus Verilog", "iverilog");
    assert!(
        lines[8].starts_with("rust-hdl                rust-hdl 0.46"),
        "{out}"
    );
    assert!(lines[9].starts_with("signatures are equal; "), "{out}");
    assert!(lines[9].ends_with(" after 100 cycles"), "{out}");

    let text = fs::read_to_string(bench.path("result.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["circuit"], "arcade");
    assert_eq!(json["players"], 2);
    assert_eq!(json["clock_hz"], 25_175_000);
    assert_eq!(json["repetitions"], 5);
    let engines = json["engines"].as_array().unwrap();
    let names: Vec<&str> = engines
        .iter()
        .map(|engine| engine["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "gatefall",
            "gatefall in V8",
            "Verilator",
            "Verilator, clang",
            "CXXRTL",
            "Icarus Verilog",
            "rust-hdl"
        ]
    );
    let (ours, verilator, reference) = (&engines[0], &engines[2], &engines[6]);
    assert_eq!(verilator["not_installed"], "verilator");
    assert!(verilator.get("median").is_none());
    assert_eq!(ours["cycles_per_repetition"], 20);
    assert!(ours["version"].as_str().unwrap().starts_with("wasmtime "));
    assert_eq!(ours["ratio_to_verilator"], serde_json::Value::Null);
    assert_eq!(reference["ratio_to_rust_hdl"], 1.0);
    let figure = |name: &str| ours[name].as_f64().unwrap();
    assert!(0.0 < figure("slowest") && figure("slowest") <= figure("median"));
    assert!(figure("median") <= figure("fastest"));
    assert!(figure("instructions") > 100.0, "{text}");
    assert!(reference.get("instructions").is_none(), "{text}");
    let signatures = json["signatures"].as_array().unwrap();
    let cycles: Vec<u64> = signatures
        .iter()
        .map(|signature| signature["cycles"].as_u64().unwrap())
        .collect();
    assert_eq!(cycles, [20, 40, 60, 80, 100]);
    let value = signatures[4]["value"].as_str().unwrap();
    assert!(lines[9].contains(value), "{value}");
    assert_ne!(value, signatures[3]["value"].as_str().unwrap());
}

/// The table of `bench --ablate`: a line with the circuits, one with their instructions, and one
/// for each pass.
fn ablation(words: &str, usual_seconds: u64) -> Vec<String> {
    let bench = Bench::new();
    let output = gatefall_tests::run(&mut bench.command(words), usual_seconds);
    let (code, out, err) = bench.finished(output);
    assert_eq!(code, 0, "{err}");
    let lines: Vec<String> = out.lines().map(str::to_owned).collect();
    assert!(lines[1].starts_with("instructions per cycle"), "{out}");
    assert_eq!(lines.len(), 2 + 10, "{out}");
    let is_pass = |line: &String| line.starts_with("without ");
    assert!(lines[2..].iter().all(is_pass), "{out}");
    lines
}

/// The passes that bring less than 3 % in each circuit of the table. Ten times as many instructions
/// and more are shown as a factor.
fn idle_passes(lines: &[String]) -> Vec<&str> {
    let percent = |cell: &str| cell.strip_prefix('+')?.parse::<f64>().ok();
    let brings = |cell: &str| cell == "x" || percent(cell).is_some_and(|more| more >= 3.0);
    let is_idle = |line: &&String| !line[30..].split_whitespace().any(brings);
    let idle = lines[2..].iter().filter(is_idle);
    idle.map(|line| line[..30].trim()).collect()
}

#[test]
fn passes_change_the_instructions_of_a_circuit_and_no_state() {
    let lines = ablation("bench cpu --ablate", 30);
    assert!(lines[0].ends_with("         cpu"), "{lines:#?}");
    // Passes that save little in this circuit are found.
    let idle = idle_passes(&lines);
    assert!(idle.contains(&"without lookup tables"), "{lines:#?}");
    assert!(!idle.contains(&"without common conditions"), "{lines:#?}");
}

#[test]
#[ignore = "takes minutes"]
fn each_pass_changes_the_instructions_of_a_circuit_and_no_state() {
    let lines = ablation("bench --ablate", 240);
    let names = [
        "arcade 1",
        "arcade 2",
        "handheld",
        "matrix",
        "tictactoe",
        "uart",
        "cpu",
        "filter",
    ];
    let cells = names.map(|name| format!("{name:>12}")).concat();
    assert_eq!(lines[0].trim_start(), cells.trim_start(), "{lines:#?}");
    assert_eq!(idle_passes(&lines), [""; 0], "{lines:#?}");
    let (circuits, passes) = (names.len() as u64, lines.len() as u64 - 2);
    record("", &[("circuits", circuits), ("passes", passes)]);
}

#[test]
fn idle_cycles_are_shown_for_a_circuit() {
    let bench = Bench::new();
    let (code, out, err) = bench.run("bench cpu --idle");
    assert_eq!(code, 0, "{err}");
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].ends_with("         cpu"), "{out}");
    assert_eq!(lines.len(), 1 + 8, "{out}");
    let shares = |line: &&str| -> Vec<f64> {
        let cells = line[30..].split(" %").map(str::trim);
        let cells = cells.filter(|cell| !cell.is_empty());
        cells.map(|cell| cell.parse().unwrap()).collect()
    };
    let rows: Vec<Vec<f64>> = lines[1..].iter().map(shares).collect();
    for pair in rows.windows(2) {
        assert_eq!(pair[1].len(), 1, "{out}");
        assert!(
            pair[0].iter().zip(&pair[1]).all(|(all, long)| all >= long),
            "{out}"
        );
    }
}

#[test]
fn circuits_are_compiled_again_on_busy_processors_too() {
    let bench = Bench::new();
    let (code, out, err) = bench.run("bench uart --tuning");
    assert_eq!(code, 0, "{err}");
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].ends_with("        uart"), "{out}");
    let figures: Vec<f64> = lines[1..]
        .iter()
        .map(|line| line[30..].trim().parse().unwrap())
        .collect();
    let [idle, busy] = [0, 1].map(|kind| figures[kind..].iter().step_by(2));
    for times in [idle, busy] {
        let times: Vec<f64> = times.copied().collect();
        assert!(times[0] > 0.0 && times.is_sorted(), "{out}");
        assert_eq!(times.len(), 3, "{out}");
    }
}

#[test]
fn designs_that_are_no_games_are_measured_without_players() {
    let bench = Bench::new();
    for name in ["uart", "cpu", "filter"] {
        let words = format!("bench {name} --cycles 2000 --json {name}.json");
        let (code, out, err) = bench.run(&words);
        assert_eq!(code, 0, "{err}");
        assert!(out.starts_with(&format!("{name}, in million ")), "{out}");
        // The simulator and rust-hdl report the same.
        assert!(out.contains("signatures are equal; "), "{out}");
        let text = fs::read_to_string(bench.path(&format!("{name}.json"))).unwrap();
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(json["circuit"], name);
        assert!(json.get("players").is_none(), "{text}");
        assert_eq!(json["signatures"].as_array().unwrap().len(), 5);
    }
    let (code, _, err) = bench.run("bench uart --players 2");
    assert_eq!(code, 2);
    assert_eq!(
        err,
        "  × `uart` has no players\n  help: leave out `--players`\n"
    );
}

#[test]
fn another_verilator_is_measured_too() {
    let bench = Bench::new();
    let (code, _, err) = bench.run("bench uart --verilator nothing/verilator");
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("`nothing/verilator` is no program"), "{err}");
    // The one on PATH would be measured first.
    bench.stand_in("make", "exit 0");
    bench.stand_in("g++", "exit 0");
    bench.stand_in("other", "echo no version; test $1 = --version || exit 3");
    // A relative path is one in the folder of the user.
    let (code, _, err) = bench.run("bench uart --cycles 300 --verilator bin/other");
    assert_eq!(code, 1, "{err}");
    assert!(
        err.contains("other Verilator: verilator ... failed"),
        "{err}"
    );
    assert!(err.contains("exit status: 3"), "{err}");
}

#[test]
fn recorded_figures_go_to_the_page_of_the_project() {
    let bench = Bench::new();
    let (code, _, err) = bench.run("bench --cycles 20 --record");
    assert_eq!(code, 2, "{err}");
    fs::create_dir(bench.path("boards")).unwrap();
    for players in [2, 1] {
        let words = format!("bench --cycles 20 --players {players} --record");
        let (code, _, err) = bench.run(&words);
        assert_eq!(code, 0, "{err}");
    }
    let json = fs::read_to_string(bench.path("docs/bench.json")).unwrap();
    let runs: serde_json::Value = serde_json::from_str(&json).unwrap();
    let players: Vec<_> = runs.as_array().unwrap().iter().collect();
    assert_eq!(players.len(), 2);
    assert_eq!(
        (&players[0]["players"], &players[1]["players"]),
        (&1.into(), &2.into())
    );
    let page = fs::read_to_string(bench.path("docs/results.md")).unwrap();
    for part in [
        "### arcade, one player",
        "### arcade, 2 players",
        "| rust-hdl | rust-hdl 0.46",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert_eq!(
        page.matches("| Verilator | no `verilator` |").count(),
        2,
        "{page}"
    );
}

#[test]
fn an_engine_without_its_headers_is_not_installed() {
    let bench = Bench::new();
    bench.stand_in("yosys", "echo Yosys 0.99");
    bench.stand_in("g++", "exit 1");
    let (code, out, err) = bench.run("bench uart --cycles 300 --json result.json");
    assert_eq!(code, 0, "{err}");
    let line = out.lines().nth(6).unwrap();
    assert!(
        line.starts_with("CXXRTL                  not installed: no `cxxrtl.h` in "),
        "{out}"
    );
    assert!(line.ends_with("; Debian has it in yosys-dev"), "{out}");
    let json = fs::read_to_string(bench.path("result.json")).unwrap();
    assert!(json.contains("\"not_installed\": \"cxxrtl.h\""), "{json}");
}

#[test]
fn a_signature_that_differs_is_an_error_with_engine_cycles_and_both_values() {
    let bench = Bench::new();
    bench.stand_in("node", LIAR);
    let (code, out, err) = bench.run("bench uart --cycles 300 --json result.json");
    assert_eq!((code, out.as_str()), (1, ""));
    let start =
        "  × `gatefall in V8` gives signature 00000000 after 300 cycles, but `gatefall` gives ";
    assert!(message(&err).starts_with(start), "{err}");
    assert!(!bench.path("result.json").exists() && !super::has_leftovers(&bench.path(".")));
}

#[test]
fn an_engine_that_ends_or_talks_nonsense_is_an_error() {
    let bench = Bench::new();
    bench.stand_in("node", "echo 'no such thing' >&2; exit 3");
    let (code, _, err) = bench.run("bench uart --cycles 300");
    assert_eq!(code, 1);
    assert_eq!(
        message(&err),
        "  × `gatefall in V8` ended with exit status: 3: no such thing\n"
    );
    bench.stand_in("node", "read -r cycles; echo 42");
    let (code, _, err) = bench.run("bench uart --cycles 300");
    assert_eq!(code, 1);
    assert_eq!(message(&err), "  × `gatefall in V8` answers `42`\n");
}

#[test]
fn a_simulator_that_cannot_be_built_is_shown_with_its_last_lines() {
    let bench = Bench::new();
    bench.stand_in("vvp", "exit 0");
    bench.stand_in("iverilog", "echo 'syntax error' >&2; exit 2");
    let (code, _, err) = bench.run("bench uart --cycles 300");
    assert_eq!(code, 1);
    let start = "  × iverilog failed with exit status: 2\n";
    assert!(message(&err).starts_with(start), "{err}");
    assert!(err.contains("syntax error"), "{err}");
}

#[test]
fn what_cannot_be_measured_or_written_is_refused_at_once() {
    let bench = Bench::new();
    let (code, _, err) = bench.run("bench arcad");
    assert_eq!(code, 2);
    assert!(err.contains("did you mean `arcade`?"), "{err}");
    let (code, _, err) = bench.run("bench filtre");
    assert_eq!(code, 2);
    assert!(err.contains("did you mean `filter`?"), "{err}");
    let (code, _, err) = bench.run("bench matrix");
    assert_eq!(code, 2);
    let help = "help: can be measured: arcade, uart, cpu, filter\n";
    assert!(err.ends_with(help), "{err}");
    let (code, _, err) = bench.run("bench --cycles 0");
    assert_eq!(code, 2);
    assert!(err.contains("--cycles <N>"), "{err}");
    let (code, _, err) = bench.run("bench --players 3");
    assert_eq!(code, 2);
    assert!(err.contains("--players <N>"), "{err}");
    let (code, _, err) = bench.run("bench --ablate --players 2");
    assert_eq!(code, 2);
    assert!(err.contains("cannot be used with"), "{err}");
    let (code, _, err) = bench.run("bench --json none/result.json");
    assert_eq!(code, 1);
    assert_eq!(
        err,
        "  × cannot write `none/result.json`: No such file or directory (os error 2)\n"
    );
}

#[test]
fn results_never_replace_a_file_of_the_user() {
    let bench = Bench::new();
    fs::write(bench.path("result.json"), "mine").unwrap();
    let (code, _, err) = bench.run("bench uart --cycles 300 --json result.json");
    assert_eq!(code, 2);
    assert_eq!(
        err,
        "  × `result.json` is there already, and gatefall did not write it
  help: choose another name, or add `--force` to replace it\n"
    );
    assert_eq!(fs::read(bench.path("result.json")).unwrap(), b"mine");
}

#[test]
fn ctrl_c_ends_the_engines_and_leaves_nothing() {
    let bench = Bench::new();
    let started = bench.path("started");
    let script = format!(
        "[ \"$1\" = --version ] && exit; echo $$ > {}; exec /bin/sleep 60",
        started.display()
    );
    bench.stand_in("node", &script);
    let mut child = bench
        .command("bench uart --json result.json")
        .spawn()
        .unwrap();
    let id = |path: &Path| fs::read_to_string(path).unwrap_or_default();
    let what = "the start of the engine";
    wait_until(what, &mut child, USUAL_SECONDS, || {
        id(&started).ends_with('\n')
    });
    assert!(signal("INT", &child.id().to_string()));
    let (code, out, err) = bench.finished(finish(child, USUAL_SECONDS));
    assert_eq!((code, out.as_str()), (1, ""));
    assert_eq!(message(&err), "  × stopped by Ctrl-C\n");
    assert!(!signal("0", id(&started).trim()), "the engine has ended");
    assert!(!bench.path("result.json").exists() && !super::has_leftovers(&bench.path(".")));
}

#[test]
fn engines_run_in_a_folder_without_a_blank() {
    let bench = Bench::new();
    let (temporary, seen) = (bench.path("a blank"), bench.path("seen"));
    fs::create_dir(&temporary).unwrap();
    bench.stand_in("node", &format!("pwd > {}\n{LIAR}", seen.display()));
    let mut command = bench.command("bench uart --cycles 300");
    gatefall_tests::run(command.env("TMPDIR", temporary), USUAL_SECONDS);
    let folder = fs::read_to_string(seen).unwrap();
    assert!(!folder.contains(' '), "{folder}");
}
