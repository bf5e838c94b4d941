//! Tests of `report`.

use crate::sandbox::{Sandbox, NEXTPNR};

/// A stand-in for nextpnr with two more cells and a path.
fn larger() -> String {
    let path = r#""critical_paths": [
    {"from": "posedge core_clock", "to": "posedge core_clock", "path": [
      {"delay": 0.5, "type": "clk-to-q", "from": {}, "to": {"cell": "core.engine.row_SB_DFF_Q_LC"}},
      {"delay": 1.25, "type": "routing", "net": "core.engine.row[1]",
        "to": {"cell": "core.sum_SB_LUT4_O_LC"}}]}]"#;
    let cells = r#""cells": {
      "core.sound.tone_SB_LUT4_O_LC":
        {"type": "ICESTORM_LC", "attributes": {"NEXTPNR_BEL": "X6/Y2/lc1"}},
      "core.sound.beat_SB_LUT4_O_LC":
        {"type": "ICESTORM_LC", "attributes": {"NEXTPNR_BEL": "X6/Y2/lc2"}},"#;
    let script = NEXTPNR.replace(r#""critical_paths": []"#, path);
    script.replace(r#""cells": {"#, cells)
}

#[test]
fn a_report_shows_modules_memories_and_the_slowest_path() {
    let sandbox = Sandbox::with_tools();
    sandbox.stand_in("nextpnr-ice40", &larger());
    assert_eq!(sandbox.build().code, 0);
    let outcome = sandbox.run("report matrix --board alchitry-cu");
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    let (_, after) = outcome.out.split_once("bytes\n").unwrap();
    insta::assert_snapshot!(after);
}

#[test]
fn a_title_is_text_in_the_page() {
    let sandbox = Sandbox::with_tools();
    let board = sandbox.read("boards/alchitry-cu.toml");
    let board = board.replace("Alchitry Cu (V1)", "</title><script>x&y</script>");
    sandbox.write("boards/alchitry-cu.toml", &board);
    assert_eq!(sandbox.build().code, 0);
    let outcome = sandbox.run("report matrix --board alchitry-cu --html report.html");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let page = sandbox.read("report.html");
    assert!(!page.contains("<script"));
    // The title and the heading.
    assert_eq!(page.matches("x&#38;y").count(), 2);
}

#[test]
fn the_page_needs_nothing_from_outside() {
    let sandbox = Sandbox::with_tools();
    sandbox.stand_in("nextpnr-ice40", &larger());
    assert_eq!(sandbox.build().code, 0);
    let outcome = sandbox.run("report matrix --board alchitry-cu --html report.html");
    assert_eq!(
        (outcome.code, outcome.out.as_str()),
        (0, ""),
        "{}",
        outcome.err
    );
    let page = sandbox.read("report.html");
    // References that start with `#` are internal.
    let outside = page.replace("url(#", "(#");
    for word in ["http", "<script", "<link", "url("] {
        assert!(!outside.contains(word), "{word}");
    }
    // One rectangle for each logic cell and each block RAM.
    assert_eq!(page.matches("</title></rect>").count(), 4);
    for text in [
        "<title>core.sound.tone_SB_LUT4_O_LC</title>",
        "core.engine.cells",
        "2000 of 7680",
        "50.50 MHz",
        "core.engine.row[1]",
        "posedge core_clock to posedge core_clock",
    ] {
        assert!(page.contains(text), "{text}");
    }
}

#[test]
fn the_costs_of_modules_are_recorded_if_the_build_is_of_the_present_circuit() {
    let sandbox = Sandbox::with_tools();
    sandbox.stand_in("nextpnr-ice40", &larger());
    assert_eq!(sandbox.build().code, 0);
    let outcome = sandbox.run("report matrix --board alchitry-cu --record");
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    let record: serde_json::Value =
        serde_json::from_str(&sandbox.read("docs/modules.json")).unwrap();
    assert_eq!(
        (&record[0]["game"], &record[0]["board"]),
        (&"matrix".into(), &"alchitry-cu".into())
    );
    let modules = record[0]["modules"].as_array().unwrap();
    let sizes = modules.iter().map(|module| {
        let number = |field: &str| module[field].as_u64().unwrap();
        let path = module["path"].as_str().unwrap();
        (path, number("logic_cells"), number("block_rams"))
    });
    // The core of the board is the game; the top is not a part of it.
    assert_eq!(
        sizes.collect::<Vec<_>>(),
        [
            ("matrix", 3, 1),
            ("matrix.sound", 2, 0),
            ("matrix.engine", 1, 1)
        ]
    );
    // A build of another circuit is refused.
    let rtl = "build/alchitry-cu/matrix/rtl/matrix.v";
    sandbox.shell(&format!("echo // >> {rtl}"));
    let outcome = sandbox.run("report matrix --board alchitry-cu --record");
    assert_eq!(outcome.code, 2, "{}", outcome.err);
    for part in ["matrix.v", "not of the present circuit", "build it again"] {
        assert!(outcome.err.contains(part), "{}", outcome.err);
    }
}

#[test]
fn a_damaged_report_is_named() {
    let sandbox = Sandbox::with_tools();
    assert_eq!(sandbox.build().code, 0);
    let damage = |name: &str, change: &dyn Fn(&mut serde_json::Value)| {
        let path = format!("build/alchitry-cu/matrix/{name}");
        let whole = sandbox.read(&path);
        let mut value = serde_json::from_str(&whole).unwrap();
        change(&mut value);
        sandbox.write(&path, &value.to_string());
        let words = "report matrix --board alchitry-cu --html report.html --force";
        let outcome = sandbox.run(words);
        sandbox.write(&path, &whole);
        assert!(!outcome.err.contains("panicked"), "{}", outcome.err);
        (outcome.code, outcome.err)
    };
    let (code, message) = damage("report.json", &|report| {
        report["clocks"] = serde_json::json!([]);
    });
    assert_eq!(code, 1);
    let found = "report.json`: there is no clock";
    assert!(message.contains(found), "{message}");
    let (code, message) = damage("design.json", &|design| {
        design["cells"][0]["y"] = 34.into();
    });
    assert_eq!(code, 1);
    let found = "is outside of the hx8k\n  help: build it again";
    assert!(message.contains(found), "{message}");
    let (code, message) = damage("report.json", &|report| {
        report["device"] = "h\u{e9}8k".into();
    });
    assert_eq!(code, 0, "{message}");

    // The build itself does not reuse such a report.
    let report = sandbox.read("build/alchitry-cu/matrix/report.json");
    let mut value: serde_json::Value = serde_json::from_str(&report).unwrap();
    value["clocks"] = serde_json::json!([]);
    sandbox.write("build/alchitry-cu/matrix/report.json", &value.to_string());
    let outcome = sandbox.build();
    assert!(
        outcome.out.contains(": from the cache\n"),
        "{}",
        outcome.out
    );
}

#[test]
fn two_builds_are_compared_module_by_module() {
    let sandbox = Sandbox::with_tools();
    assert_eq!(sandbox.build().code, 0);
    let moved = sandbox.shell("/bin/cp -r build/alchitry-cu/matrix old");
    assert_eq!(moved.code, 0);
    let script = larger()
        .replace("\"used\": 2000", "\"used\": 2002")
        .replace("50.5", "48.25");
    sandbox.stand_in("nextpnr-ice40", &script);
    assert_eq!(
        sandbox
            .run("build matrix --board alchitry-cu --seed 2")
            .code,
        0
    );
    let outcome = sandbox.run("report --compare old build/alchitry-cu/matrix/report.json");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    insta::assert_snapshot!(outcome.out, @r"
                                                   old       new    change
    logic cells                                   2000      2002        +2
    block RAMs                                      15        15        +0
    core_clock (MHz)                             50.50     48.25     -2.25

    logic cells by module
    core                                             1         3        +2
    core.sound                                       0         2        +2
    ");
}

#[test]
fn figures_of_any_size_are_shown_and_compared() {
    let sandbox = Sandbox::with_tools();
    assert_eq!(sandbox.build().code, 0);
    assert_eq!(
        sandbox
            .shell("/bin/cp -r build/alchitry-cu/matrix old")
            .code,
        0
    );
    let path = "build/alchitry-cu/matrix/report.json";
    let mut report: serde_json::Value = serde_json::from_str(&sandbox.read(path)).unwrap();
    report["logic_cells"]["used"] = u64::MAX.into();
    sandbox.write(path, &report.to_string());
    for (words, figure) in [
        ("report matrix --board alchitry-cu", "240191980126426453 %"),
        (
            "report --compare old build/alchitry-cu/matrix",
            "+18446744073709549615",
        ),
        (
            "report --compare build/alchitry-cu/matrix old",
            "-18446744073709549615",
        ),
    ] {
        let outcome = sandbox.run(words);
        assert_eq!(outcome.code, 0, "{}", outcome.err);
        assert!(outcome.out.contains(figure), "{}", outcome.out);
    }
}

#[test]
fn a_report_of_nothing_says_what_to_build() {
    let outcome = Sandbox::new().run("report matrix --board alchitry-cu");
    assert_eq!(outcome.code, 2);
    assert!(
        outcome
            .err
            .contains("`gatefall build matrix --board alchitry-cu` makes it"),
        "{}",
        outcome.err
    );
    let outcome = Sandbox::new().run("report --compare here there");
    assert_eq!(outcome.code, 1);
    insta::assert_snapshot!(outcome.err, @"  × cannot read `here/report.json`: No such file or directory (os error 2)");
}
