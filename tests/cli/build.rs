//! Tests of successful builds.

use crate::sandbox::{Outcome, Sandbox, NEXTPNR};
use gatefall_tests::contents;
use std::fs;
use std::time::{Duration, SystemTime};

/// Parses report.json.
fn report(sandbox: &Sandbox) -> serde_json::Value {
    serde_json::from_str(&sandbox.read("build/alchitry-cu/matrix/report.json")).unwrap()
}

#[test]
fn a_build_writes_every_file_and_ends_with_a_table() {
    let sandbox = Sandbox::with_tools();
    let outcome = sandbox.build();
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let table: Vec<&str> = outcome
        .out
        .lines()
        .filter(|line| !line.starts_with("took"))
        .collect();
    insta::assert_snapshot!(format!("{}\n----\n{}", table.join("\n"), outcome.err));

    let folder = sandbox.path("build/alchitry-cu/matrix");
    for name in [
        "rtl/matrix.v",
        "rtl/top.v",
        "matrix.pcf",
        "matrix.json",
        "matrix.asc",
        "matrix.bin",
        "design.json",
    ] {
        assert!(folder.join(name).is_file(), "{name}");
    }
    for log in ["yosys.log", "nextpnr-1.log", "icepack.log"] {
        assert!(folder.join(log).is_file(), "{log}");
    }
    assert_eq!(sandbox.in_board_folder(), ["matrix"]);
    for file in fs::read_dir(folder.join("rtl")).unwrap() {
        let path = file.unwrap().path();
        let module = format!("module {}", path.file_stem().unwrap().to_str().unwrap());
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text.matches("\nmodule ").count(), 1, "{}", path.display());
        assert!(text.contains(&module), "{}", path.display());
    }
}

#[test]
fn the_report_tells_costs_speed_tools_and_bitstream() {
    let sandbox = Sandbox::with_tools();
    assert_eq!(
        sandbox
            .run("build matrix --board alchitry-cu --seed 7")
            .code,
        0
    );
    let report = report(&sandbox);
    assert_eq!(report["seed"], 7);
    assert_eq!(report["tools"]["yosys"]["version"], "0.40");
    assert_eq!(report["tools"]["nextpnr-ice40"]["version"], "0.9");
    assert_eq!(report["tools"]["icepack"]["flavour"], "native");
    let usages = [
        ("logic_cells", 2000, 7680),
        ("block_rams", 15, 32),
        ("plls", 1, 2),
        ("ios", 19, 95),
        ("global_buffers", 4, 8),
    ];
    for (name, used, available) in usages {
        assert_eq!(
            (&report[name]["used"], &report[name]["available"]),
            (&used.into(), &available.into())
        );
    }
    let clock = &report["clocks"][0];
    assert_eq!(clock["name"], "core_clock");
    assert_eq!(
        (&clock["achieved_mhz"], &clock["required_mhz"]),
        (&50.5.into(), &25.0.into())
    );
    let bitstream = &report["bitstream"];
    assert_eq!(bitstream["path"], "build/alchitry-cu/matrix/matrix.bin");
    assert_eq!(bitstream["bytes"], 10);
    // The hash of the stand-in's ten bytes, computed by sha256sum.
    let sha256 = "43ab1c32033ee5ebd066b89e17478d95af4e9328f605ea0996089ee9b6a585a4";
    assert_eq!(bitstream["sha256"], sha256);
    for stage in ["emit", "synthesise", "place_and_route", "pack"] {
        assert!(report["seconds"][stage].is_f64(), "{stage}");
    }
}

/// A stand-in for nextpnr with a case of the shell for each seed, which sets `mhz` or ends.
fn nextpnr_of_seeds(cases: &[(u32, &str)]) -> String {
    let (version, work) = NEXTPNR.split_once("echo nextpnr").unwrap();
    let case = |(seed, script): &(u32, &str)| format!("  *\"--seed {seed} \"*) {script} ;;\n");
    let cases: String = cases.iter().map(case).collect();
    let work = work.replace("50.5", "'$mhz'");
    format!("{version}\ncase \"$*\" in\n{cases}esac\necho nextpnr{work}")
}

#[test]
fn of_several_seeds_the_fastest_is_kept() {
    let sandbox = Sandbox::with_tools();
    // Seed 2 is the fastest, and seed 3 fails.
    let seeds = [
        (1, "mhz=50.5"),
        (2, "mhz=61.25"),
        (3, "echo 'ERROR: cannot route' >&2; exit 255"),
    ];
    sandbox.stand_in("nextpnr-ice40", &nextpnr_of_seeds(&seeds));
    let outcome = sandbox.run("build matrix --board alchitry-cu --seeds 1..3");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    // One synthesis, one placement per seed, one pack.
    let mut runs: Vec<String> = sandbox.runs().split(' ').map(str::to_owned).collect();
    runs.sort();
    assert_eq!(runs, ["icepack", "nextpnr", "nextpnr", "yosys"]);
    assert!(
        outcome
            .out
            .contains("seeds           1: 50.50, 2: 61.25 MHz\n"),
        "{}",
        outcome.out
    );
    let report = report(&sandbox);
    assert_eq!(report["seed"], 2);
    assert_eq!(report["clocks"][0]["achieved_mhz"], 61.25);
    assert_eq!(report["seeds"][0]["seed"], 1);
    let folder = sandbox.path("build/alchitry-cu/matrix");
    assert!(folder.join("matrix.bin").is_file() && !folder.join("seed-2").exists());
}

/// Builds with a stand-in for nextpnr whose seeds reach these frequencies; 25 MHz are needed.
fn with_speeds(speeds: &[(u32, &str)], words: &str) -> (Sandbox, Outcome) {
    let sandbox = Sandbox::with_tools();
    sandbox.stand_in("nextpnr-ice40", &nextpnr_of_seeds(speeds));
    let outcome = sandbox.run(&format!("build matrix --board alchitry-cu {words}"));
    (sandbox, outcome)
}

#[test]
fn a_missed_clock_is_tried_with_three_more_seeds() {
    let third = [
        (1, "mhz=20.5"),
        (2, "mhz=22.5"),
        (3, "mhz=26.5"),
        (4, "mhz=40.5"),
    ];
    let (sandbox, outcome) = with_speeds(&third, "");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert_eq!(sandbox.runs(), "yosys nextpnr nextpnr nextpnr icepack");
    let speeds = "seeds           1: 20.50, 2: 22.50, 3: 26.50 MHz\n";
    assert!(outcome.out.contains(speeds), "{}", outcome.out);
    assert_eq!(report(&sandbox)["seed"], 3);
    let folder = sandbox.path("build/alchitry-cu/matrix");
    assert!((1..=4).all(|seed| !folder.join(format!("seed-{seed}")).exists()));

    // The same if the first seed cannot be routed.
    let unroutable = [(1, "echo 'ERROR: cannot route'; exit 255"), (2, "mhz=40.5")];
    let (sandbox, outcome) = with_speeds(&unroutable, "");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert_eq!(sandbox.runs(), "yosys nextpnr icepack");
    assert_eq!(report(&sandbox)["seed"], 2);

    let none = [
        (1, "mhz=20.5"),
        (2, "mhz=22.5"),
        (3, "mhz=21.5"),
        (4, "mhz=20.5"),
    ];
    let (sandbox, outcome) = with_speeds(&none, "");
    assert_eq!(outcome.code, 1, "{}", outcome.out);
    assert_eq!(sandbox.runs(), "yosys nextpnr nextpnr nextpnr nextpnr");
    assert!(outcome.err.contains("22.50 MHz"), "{}", outcome.err);

    // A seed that is named is the only one.
    let (sandbox, outcome) = with_speeds(&third, "--seeds 1");
    assert_eq!(outcome.code, 1, "{}", outcome.out);
    assert_eq!(sandbox.runs(), "yosys nextpnr");
}

#[test]
fn all_is_built_and_ends_with_a_table() {
    let sandbox = Sandbox::with_tools();
    sandbox.stand_in("nextpnr-ice40", &NEXTPNR.replace("25.0}", "25.125}"));
    let outcome = sandbox.run("build --all --board icestick");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    insta::assert_snapshot!(outcome.out);
    assert!(sandbox
        .path("build/icestick/matrix-rows/matrix.bin")
        .is_file());
    let again = sandbox.run("build --all --board icestick");
    assert_eq!(
        again.out,
        outcome.out.replace("  built\n", "  up to date\n")
    );
}

#[test]
fn all_goes_on_after_a_failure_and_records_the_rest() {
    let sandbox = Sandbox::with_tools();
    let fails = r#"
case "$(cd ..; echo *.pcf)" in
  arcade*|handheld*) printf 'Info: \t ICESTORM_LC:  2535/ 1280   198%%\nERROR: no\n'; exit 255 ;;
  tictactoe*) echo broken; exit 1 ;;
esac"#;
    let (version, work) = NEXTPNR.split_once("echo nextpnr").unwrap();
    let script = format!("{version}{fails}\necho nextpnr{work}");
    sandbox.stand_in("nextpnr-ice40", &script.replace("25.0}", "25.125}"));
    let outcome = sandbox.run("build --all --board icestick --record");
    assert_eq!(outcome.code, 1);
    insta::assert_snapshot!(format!(
        "{}----\n{}",
        outcome.out,
        sandbox.read("docs/results.md")
    ));
    assert!(outcome.err.contains("1 of "), "{}", outcome.err);
    let list = sandbox.run("list").out;
    let line = "not on icestick: does not fit, 2535 logic cells of 1280\n";
    assert!(list.contains(line), "{list}");
}

#[test]
fn nothing_changed_is_nothing_to_do() {
    let sandbox = Sandbox::with_tools();
    assert_eq!(sandbox.build().code, 0);
    assert_eq!(sandbox.runs(), "yosys nextpnr icepack");
    let again = sandbox.build();
    assert_eq!((again.code, sandbox.runs().as_str()), (0, ""));
    assert!(again.out.contains("seed 1: up to date\n"), "{}", again.out);
    assert!(
        again
            .out
            .contains("build/alchitry-cu/matrix/matrix.bin, 10 bytes\n"),
        "{}",
        again.out
    );
}

/// Builds, and returns the origin of the result: `built`, `up to date` or another.
fn note(sandbox: &Sandbox, words: &str) -> String {
    let outcome = sandbox.run(words);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let title = outcome.out.lines().next().unwrap();
    let note = title.rsplit_once(": ").unwrap().1.to_owned();
    let has_run = sandbox.runs() == "yosys nextpnr icepack";
    assert_eq!(has_run, note == "built", "{title}");
    note
}

#[test]
fn a_change_of_seed_board_or_tool_builds_anew() {
    let sandbox = Sandbox::with_tools();
    let plain = "build matrix --board alchitry-cu";
    assert_eq!(note(&sandbox, plain), "built");
    assert_eq!(note(&sandbox, plain), "up to date");
    assert_eq!(note(&sandbox, &format!("{plain} --seed 2")), "built");

    // Four placements are not one with three spare seeds.
    let outcome = sandbox.run(&format!("{plain} --seeds 1..4"));
    assert!(outcome.out.contains(": built\n"), "{}", outcome.out);
    assert_eq!(sandbox.runs().matches("nextpnr").count(), 4);
    assert_eq!(note(&sandbox, plain), "from the cache");

    let board = sandbox.read("boards/alchitry-cu.toml");
    let changed = board.replace("pull-up = true", "pull-up = false");
    sandbox.write("boards/alchitry-cu.toml", &changed);
    assert_eq!(note(&sandbox, plain), "built");

    sandbox.stand_in("nextpnr-ice40", &NEXTPNR.replace("0.9", "0.10"));
    assert_eq!(note(&sandbox, plain), "built");
    assert_eq!(note(&sandbox, plain), "up to date");
}

#[test]
fn what_was_built_before_is_not_built_again() {
    let sandbox = Sandbox::with_tools();
    let seed = |seed: u32| format!("build matrix --board alchitry-cu --seed {seed}");
    assert_eq!(note(&sandbox, &seed(1)), "built");
    let report = sandbox.read("build/alchitry-cu/matrix/report.json");
    assert_eq!(note(&sandbox, &seed(2)), "built");
    assert_eq!(note(&sandbox, &seed(1)), "from the cache");
    assert_eq!(sandbox.read("build/alchitry-cu/matrix/report.json"), report);
    assert!(sandbox
        .path("build/alchitry-cu/matrix/nextpnr-1.log")
        .is_file());

    // The same if the folder of the game is damaged or missing.
    sandbox.write("build/alchitry-cu/matrix/matrix.bin", "damaged");
    assert_eq!(note(&sandbox, &seed(1)), "from the cache");
    assert_eq!(note(&sandbox, &seed(1)), "up to date");
    fs::remove_dir_all(sandbox.path("build/alchitry-cu/matrix")).unwrap();
    assert_eq!(note(&sandbox, &seed(1)), "from the cache");

    // A damaged cache entry is not used.
    for key in fs::read_dir(sandbox.path("build/cache")).unwrap() {
        fs::write(key.unwrap().path().join("matrix.bin"), "damaged").unwrap();
    }
    sandbox.write("build/alchitry-cu/matrix/matrix.bin", "damaged");
    assert_eq!(note(&sandbox, &seed(1)), "built");
    assert_eq!(note(&sandbox, &seed(2)), "built");
}

#[test]
fn a_build_whose_files_were_changed_is_not_up_to_date() {
    let sandbox = Sandbox::with_tools();
    let plain = "build matrix --board alchitry-cu";
    assert_eq!(note(&sandbox, plain), "built");
    let folder = "build/alchitry-cu/matrix";
    let whole = contents(&sandbox.path(folder));
    let rtl = |sandbox: &Sandbox| fs::remove_dir_all(sandbox.path(folder).join("rtl")).unwrap();
    let design = |sandbox: &Sandbox| {
        fs::remove_file(sandbox.path(folder).join("design.json")).unwrap();
    };
    let pins = |sandbox: &Sandbox| sandbox.write(&format!("{folder}/matrix.pcf"), "changed");
    let extra = |sandbox: &Sandbox| sandbox.write(&format!("{folder}/rtl/old.v"), "");
    let changes: [&dyn Fn(&Sandbox); 4] = [&rtl, &design, &pins, &extra];
    for change in changes {
        change(&sandbox);
        assert_eq!(note(&sandbox, plain), "from the cache");
        assert_eq!(contents(&sandbox.path(folder)), whole);
        assert_eq!(note(&sandbox, plain), "up to date");
    }
    // Without the cache it is built anew.
    fs::remove_dir_all(sandbox.path("build/cache")).unwrap();
    assert_eq!(note(&sandbox, plain), "up to date");
    pins(&sandbox);
    assert_eq!(note(&sandbox, plain), "built");
    // An entry of the cache with other pins is not used.
    for key in fs::read_dir(sandbox.path("build/cache")).unwrap() {
        fs::write(key.unwrap().path().join("matrix.pcf"), "changed").unwrap();
    }
    pins(&sandbox);
    assert_eq!(note(&sandbox, plain), "built");
    assert_eq!(note(&sandbox, plain), "up to date");
}

#[test]
fn what_was_not_asked_for_in_the_longest_time_is_forgotten() {
    let sandbox = Sandbox::with_tools();
    let old = |n: u64| sandbox.path(&format!("build/cache/{n}"));
    for n in 0..102 {
        fs::create_dir_all(old(n)).unwrap();
        let report = fs::File::create(old(n).join("report.json")).unwrap();
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000 + n);
        report.set_modified(time).unwrap();
    }
    assert_eq!(sandbox.build().code, 0);
    let kept = fs::read_dir(sandbox.path("build/cache")).unwrap().count();
    assert_eq!((kept, old(6).exists(), old(7).exists()), (96, false, true));
}

#[test]
fn a_module_that_is_no_more_goes_away() {
    let sandbox = Sandbox::with_tools();
    fs::create_dir_all(sandbox.path("build/alchitry-cu/matrix/rtl")).unwrap();
    sandbox.write(
        "build/alchitry-cu/matrix/rtl/old.v",
        "module old; endmodule",
    );
    assert_eq!(sandbox.build().code, 0);
    assert!(!sandbox.path("build/alchitry-cu/matrix/rtl/old.v").exists());
}

#[test]
fn a_build_works_from_a_folder_below() {
    let sandbox = Sandbox::with_tools();
    let outcome = sandbox.shell("cd boards/add-ons && gatefall build matrix --board alchitry-cu");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert!(sandbox
        .path("build/alchitry-cu/matrix/matrix.bin")
        .is_file());
}

#[test]
fn verilog_goes_to_a_folder_or_to_standard_output() {
    let sandbox = Sandbox::new();
    let outcome = sandbox.run("verilog matrix --board alchitry-cu -o out");
    assert_eq!(
        (outcome.code, outcome.out.as_str(), outcome.err.as_str()),
        (0, "", "")
    );
    for name in ["matrix.v", "top.v", "matrix.pcf"] {
        assert!(sandbox.path("out").join(name).is_file(), "{name}");
    }
    let outcome = sandbox.run("verilog matrix");
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    assert!(outcome.out.contains("\nmodule matrix"), "{}", outcome.out);
    assert!(
        !outcome.out.contains("\nmodule top"),
        "the core alone has no top"
    );
}
