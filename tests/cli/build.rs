//! A build that goes well.

use crate::sandbox::{Sandbox, NEXTPNR};
use std::fs;

/// A value of report.json.
fn report(sandbox: &Sandbox) -> serde_json::Value {
    serde_json::from_str(&sandbox.read("build/alchitry-cu/arcade/report.json")).unwrap()
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

    let folder = sandbox.path("build/alchitry-cu/arcade");
    for name in [
        "rtl/arcade.v",
        "rtl/top.v",
        "arcade.pcf",
        "arcade.json",
        "arcade.asc",
        "arcade.bin",
    ] {
        assert!(folder.join(name).is_file(), "{name}");
    }
    for log in ["yosys.log", "nextpnr.log", "icepack.log"] {
        assert!(folder.join(log).is_file(), "{log}");
    }
    assert_eq!(sandbox.in_board_folder(), ["arcade"]);
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
            .run("build arcade --board alchitry-cu --seed 7")
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
    assert_eq!(bitstream["path"], "build/alchitry-cu/arcade/arcade.bin");
    assert_eq!(bitstream["bytes"], 10);
    // Of the stand-in's ten bytes, by sha256sum.
    let sha256 = "43ab1c32033ee5ebd066b89e17478d95af4e9328f605ea0996089ee9b6a585a4";
    assert_eq!(bitstream["sha256"], sha256);
    for stage in ["emit", "synthesise", "place_and_route", "pack"] {
        assert!(report["seconds"][stage].is_f64(), "{stage}");
    }
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
            .contains("build/alchitry-cu/arcade/arcade.bin, 10 bytes\n"),
        "{}",
        again.out
    );
}

#[test]
fn a_change_of_seed_board_tool_or_bitstream_builds_anew() {
    let sandbox = Sandbox::with_tools();
    let rebuilds = |words: &str| {
        assert_eq!(sandbox.run(words).code, 0);
        sandbox.runs() == "yosys nextpnr icepack"
    };
    let plain = "build arcade --board alchitry-cu";
    assert!(rebuilds(plain) && !rebuilds(plain));
    assert!(rebuilds("build arcade --board alchitry-cu --seed 2"));
    assert!(rebuilds(plain));

    let board = sandbox.read("boards/alchitry-cu.toml");
    sandbox.write(
        "boards/alchitry-cu.toml",
        &board.replace("pull-up = true", "pull-up = false"),
    );
    assert!(rebuilds(plain) && !rebuilds(plain));

    sandbox.stand_in("nextpnr-ice40", &NEXTPNR.replace("0.9", "0.10"));
    assert!(rebuilds(plain) && !rebuilds(plain));

    sandbox.write("build/alchitry-cu/arcade/arcade.bin", "damaged");
    assert!(rebuilds(plain) && !rebuilds(plain));
}

#[test]
fn a_module_that_is_no_more_goes_away() {
    let sandbox = Sandbox::with_tools();
    fs::create_dir_all(sandbox.path("build/alchitry-cu/arcade/rtl")).unwrap();
    sandbox.write(
        "build/alchitry-cu/arcade/rtl/old.v",
        "module old; endmodule",
    );
    assert_eq!(sandbox.build().code, 0);
    assert!(!sandbox.path("build/alchitry-cu/arcade/rtl/old.v").exists());
}

#[test]
fn a_build_works_from_a_folder_below() {
    let sandbox = Sandbox::with_tools();
    let outcome = sandbox.shell("cd boards/add-ons && gatefall build arcade --board alchitry-cu");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert!(sandbox
        .path("build/alchitry-cu/arcade/arcade.bin")
        .is_file());
}

#[test]
fn verilog_goes_to_a_folder_or_to_standard_output() {
    let sandbox = Sandbox::new();
    let outcome = sandbox.run("verilog arcade --board alchitry-cu -o out");
    assert_eq!(
        (outcome.code, outcome.out.as_str(), outcome.err.as_str()),
        (0, "", "")
    );
    for name in ["arcade.v", "top.v", "arcade.pcf"] {
        assert!(sandbox.path("out").join(name).is_file(), "{name}");
    }
    let outcome = sandbox.run("verilog arcade");
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    assert!(outcome.out.contains("\nmodule arcade"), "{}", outcome.out);
    assert!(
        !outcome.out.contains("\nmodule top"),
        "the core alone has no top"
    );
}
