//! Tests of `--set`.

use crate::sandbox::{Sandbox, NEXTPNR};

/// Message of a command that is refused before it writes anything.
fn refused(words: &str) -> String {
    let sandbox = Sandbox::with_tools();
    let outcome = sandbox.run(words);
    assert_eq!((outcome.code, outcome.out.as_str()), (2, ""), "{words}");
    assert!(!sandbox.path("build/icestick").exists());
    outcome.err
}

/// A sandbox whose tools build games for a clock of 12 MHz.
fn tools_at_12_mhz() -> Sandbox {
    let sandbox = Sandbox::with_tools();
    let script = NEXTPNR.replace(
        r#""core_clock": {"achieved": 50.5, "constraint": 25.0}"#,
        r#""clock": {"achieved": 50.5, "constraint": 12.0}"#,
    );
    sandbox.stand_in("nextpnr-ice40", &script);
    sandbox
}

#[test]
fn a_value_that_a_setting_does_not_take_is_refused() {
    for words in [
        "build tictactoe --board icestick --set size=12",
        "verilog tictactoe --set size=",
        "export tictactoe --board icestick -o out --set size=16x16",
    ] {
        let message = refused(words);
        let (_, value) = words.rsplit_once('=').unwrap();
        let what = format!("  × game `tictactoe`: setting `size` does not take `{value}`\n");
        let expected = what + "  help: size is 8 or 16, such as size=8\n";
        assert_eq!(message, expected, "{words}");
    }
    insta::assert_snapshot!(refused("build matrix --board icestick --set brightness=256"), @r"
      × game `matrix`: setting `brightness` does not take `256`
      help: brightness is 2 to 255, such as brightness=32
    ");
    insta::assert_snapshot!(refused("verilog matrix --set ids=123"), @r"
      × game `matrix`: setting `ids` does not take `123`
      help: ids is 4 decimal digits, such as ids=1234
    ");
    insta::assert_snapshot!(refused("verilog handheld --set music=2"), @r"
      × game `handheld`: setting `music` does not take `2`
      help: music is 0 or 1, such as music=1
    ");
}

#[test]
fn a_setting_that_the_game_lacks_is_refused() {
    insta::assert_snapshot!(refused("build tictactoe --board icestick --set sise=16"), @r"
      × game `tictactoe`: unknown setting `sise`
      help: its settings: size (8 or 16)
    ");
    insta::assert_snapshot!(refused("verilog arcade --set size=16"), @r"
      × game `arcade`: unknown setting `size`
      help: its settings: recorded_game (0 or 1), saved_scores (0 or 1), set_keys (0 or 1)
    ");
}

#[test]
fn a_word_that_is_no_setting_is_refused() {
    let message = refused("verilog tictactoe --set size");
    let expected =
        "invalid value 'size' for '--set <NAME=VALUE>': write it as a name and a value, \
                    such as `size=16`";
    assert!(message.contains(expected), "{message}");
    let message = refused("build --all --set size=16");
    assert!(message.contains("cannot be used with"), "{message}");
}

#[test]
fn brightness_is_refused_for_leds_that_have_none() {
    let words = "verilog matrix --board icestick --setup rows --set brightness=64";
    let expected = "  × game `matrix` does not take the parameters of the board: setting \
                    `brightness` is of the role `ws2812`, which is not used here\n";
    assert_eq!(refused(words), expected);
}

#[test]
fn the_verilog_of_a_board_names_the_settings() {
    let sandbox = Sandbox::new();
    let words = "verilog tictactoe --board icestick";
    let usual = sandbox.run(words);
    let large = sandbox.run(&format!("{words} --set size=16"));
    assert_eq!((usual.code, large.code), (0, 0), "{}", large.err);
    let line = "// Settings of the game: size=16.\n";
    assert!(large.out.contains(line) && !usual.out.contains("Settings of the game"));
    // The last row and column of the chain.
    assert_ne!(large.out.replace(line, ""), usual.out);
    let same = sandbox.run(&format!("{words} --set size=16 --set size=8"));
    assert_eq!(same.out, usual.out);
}

#[test]
fn a_build_with_settings_has_a_folder_and_a_report_of_its_own() {
    let sandbox = tools_at_12_mhz();
    let words = "tictactoe --board icestick";
    let usual = sandbox.run(&format!("build {words}"));
    assert_eq!(usual.code, 0, "{}", usual.err);
    let report = sandbox.run(&format!("report {words} --set size=16"));
    assert_eq!(report.code, 2);
    let expected = "`gatefall build tictactoe --set size=16 --board icestick` makes it";
    assert!(report.err.contains(expected), "{}", report.err);

    let large = sandbox.run(&format!("build {words} --set size=16"));
    assert_eq!(large.code, 0, "{}", large.err);
    assert!(
        large.out.contains("\nsettings        size=16\n"),
        "{}",
        large.out
    );
    assert!(!usual.out.contains("settings"));
    let folder = "build/icestick/tictactoe.size-16";
    let json: serde_json::Value =
        serde_json::from_str(&sandbox.read(&format!("{folder}/report.json"))).unwrap();
    assert_eq!(json["settings"], serde_json::json!({ "size": "16" }));
    assert_eq!(json["bitstream"]["path"], format!("{folder}/tictactoe.bin"));
    let report = sandbox.run(&format!("report {words} --set size=16"));
    assert!(report.out.contains("size=16"), "{}", report.out);
    let report = sandbox.run(&format!("report {words}"));
    assert!(!report.out.contains("size=16"), "{}", report.out);
    // The pins are the same.
    let pins = |folder: &str| sandbox.read(&format!("build/icestick/{folder}/tictactoe.pcf"));
    assert_eq!(pins("tictactoe.size-16"), pins("tictactoe"));
}

#[test]
fn parts_that_do_not_fit_a_small_fpga_are_left_out_there() {
    let sandbox = Sandbox::new();
    let verilog = |words: &str| {
        let outcome = sandbox.run(&format!("verilog handheld {words}"));
        assert_eq!(outcome.code, 0, "{}", outcome.err);
        outcome.out
    };
    let none = "--set best_score=0 --set music=0 --set alarm=0";
    // Without the lines that name what was chosen.
    let core = |text: String| -> String {
        let lines = text.lines().filter(|line| !line.starts_with("// Settings"));
        lines.collect::<Vec<_>>().join("\n")
    };
    for (board, is_small) in [("icestick", true), ("icebreaker", false)] {
        let usual = core(verilog(&format!("--board {board}")));
        let without = core(verilog(&format!("--board {board} {none}")));
        assert_eq!(usual == without, is_small, "{board}");
    }
}
