//! Tests of invalid input: exit code 2, and a message that names all parties.

use crate::sandbox::Sandbox;
use std::fs;
use std::path::Path;

/// Checks for exit code 2 and an empty standard output. Returns the message.
fn refused(sandbox: &Sandbox, words: &str) -> String {
    let outcome = sandbox.run(words);
    assert_eq!(
        (outcome.code, outcome.out.as_str()),
        (2, ""),
        "{}",
        outcome.err
    );
    outcome.err
}

/// A sandbox with a changed board file.
fn changed_board(from: &str, to: &str) -> Sandbox {
    let sandbox = Sandbox::with_tools();
    let text = sandbox.read("boards/alchitry-cu.toml");
    assert!(text.contains(from));
    sandbox.write("boards/alchitry-cu.toml", &text.replace(from, to));
    sandbox
}

#[test]
fn an_unknown_game_gets_the_nearest_name() {
    insta::assert_snapshot!(refused(&Sandbox::new(), "build arcad --board alchitry-cu"), @r"
      × unknown game `arcad`
      help: did you mean `arcade`?
    ");
}

#[test]
fn an_unknown_board_gets_the_nearest_name() {
    insta::assert_snapshot!(refused(&Sandbox::new(), "build arcade --board alchitry-cv"), @r"
      × unknown board `alchitry-cv`
      help: did you mean `alchitry-cu`?
    ");
}

#[test]
fn outside_of_a_project_there_are_no_boards() {
    let sandbox = Sandbox::new();
    fs::remove_dir_all(sandbox.path("boards")).unwrap();
    insta::assert_snapshot!(refused(&sandbox, "list"), @r"
      × no folder `boards` here or above
      help: run gatefall inside of a clone of the project
    ");
}

#[test]
fn a_board_without_the_connectors_is_refused() {
    let sandbox = changed_board(
        "    { name = \"br-vga-ps2-audio\", plugs = { a = \"bank-a\" } },\n",
        "",
    );
    insta::assert_snapshot!(refused(&sandbox, "build arcade --board alchitry-cu"), @r"
      × board `alchitry-cu` with setup `io` offers no `vga`, no `ps2`, which the game `arcade` needs
      help: it offers audio, leds, ws2812, digits, control-led, config-flash, buttons up/down/left/right/centre; `gatefall list` says which games run on which boards
    ");
}

#[test]
fn an_unknown_setup_gets_the_nearest_name() {
    let words = "build arcade --board alchitry-cu --setup bt";
    insta::assert_snapshot!(refused(&Sandbox::new(), words), @r"
      × board `alchitry-cu` has no setup `bt`
      help: did you mean `br`?
    ");
}

#[test]
fn a_setup_that_lacks_the_screen_is_refused() {
    let words = "verilog arcade --board alchitry-cu --setup io";
    insta::assert_snapshot!(refused(&Sandbox::new(), words), @r"
      × board `alchitry-cu` with setup `io` offers no `vga`, no `ps2`, which the game `arcade` needs
      help: it offers audio, leds, ws2812, digits, control-led, config-flash, buttons up/down/left/right/centre; `gatefall list` says which games run on which boards
    ");
}

#[test]
fn a_setup_without_a_board_is_refused() {
    insta::assert_snapshot!(refused(&Sandbox::new(), "verilog arcade --setup io"), @r"
    error: the following required arguments were not provided:
      --board <BOARD>

    Usage: gatefall verilog --board <BOARD> --setup <SETUP> <GAME>

    For more information, try '--help'.
    ");
}

#[test]
fn a_pin_used_twice_is_shown_with_both_users() {
    let sandbox = changed_board("\"N14\"", "\"P8\"");
    insta::assert_snapshot!(refused(&sandbox, "build arcade --board alchitry-cu"));
}

#[test]
fn a_pin_used_by_the_board_and_the_add_on_is_shown_with_both_files() {
    let sandbox = changed_board("\"N14\"", "\"M1\"");
    insta::assert_snapshot!(refused(&sandbox, "build arcade --board alchitry-cu"));
}

#[test]
fn an_unknown_key_is_shown_in_its_line() {
    let sandbox = changed_board("pull-up", "pullup");
    insta::assert_snapshot!(refused(&sandbox, "verilog arcade --board alchitry-cu"));
}

#[test]
fn a_pin_that_the_package_lacks_is_shown_in_its_line() {
    let sandbox = changed_board("\"N14\"", "\"N15\"");
    insta::assert_snapshot!(refused(&sandbox, "list"));
}

#[test]
fn a_clock_that_no_pll_turns_into_the_games_is_refused() {
    let sandbox = changed_board("100_000_000", "9_000_000");
    insta::assert_snapshot!(refused(&sandbox, "build arcade --board alchitry-cu"));
}

#[test]
fn an_output_folder_that_is_a_file_is_refused() {
    let sandbox = Sandbox::with_tools();
    sandbox.write("out", "precious");
    insta::assert_snapshot!(
        refused(&sandbox, "verilog arcade -o out/rtl"),
        @r"
      × `out` is a file, but a folder is to be written there
      help: move the file away, or choose another folder
    "
    );
    assert_eq!(sandbox.read("out"), "precious");
    sandbox.write("build", "precious");
    insta::assert_snapshot!(
        refused(&sandbox, "build arcade --board alchitry-cu"),
        @r"
      × `build` is a file, but a folder is to be written there
      help: move the file away, or choose another folder
    "
    );
    assert_eq!(sandbox.read("build"), "precious");
}

#[test]
fn words_that_are_no_command_are_refused() {
    insta::assert_snapshot!(refused(&Sandbox::new(), "build arcade"), @r"
    error: the following required arguments were not provided:
      --board <BOARD>

    Usage: gatefall build --board <BOARD> <GAME>

    For more information, try '--help'.
    ");
}

#[test]
fn seeds_that_are_no_numbers_are_refused() {
    let sandbox = Sandbox::new();
    let message = |seeds: &str| {
        let words = format!("build arcade --board alchitry-cu --seeds {seeds}");
        let message = refused(&sandbox, &words);
        message.lines().next().unwrap().to_owned()
    };
    insta::assert_snapshot!(message("many"), @"error: invalid value 'many' for '--seeds <SEEDS>': `many` is not a seed such as `7` or `1..8`");
    insta::assert_snapshot!(message("8..1"), @"error: invalid value '8..1' for '--seeds <SEEDS>': 8 is more than 1");
    insta::assert_snapshot!(message("1..100"), @"error: invalid value '1..100' for '--seeds <SEEDS>': more than 64 seeds");
}

#[test]
fn a_board_on_which_no_game_runs_has_nothing_to_build() {
    let sandbox = changed_board("pll = \"pad\"", "pll = \"none\"");
    insta::assert_snapshot!(refused(&sandbox, "build --all --board alchitry-cu"), @r"
      × no game runs on that board
      help: `gatefall list` says which games run on which boards
    ");
    // Of one game on one board the reason is known.
    let message = refused(&Sandbox::new(), "build handheld --all --board nandland-go");
    let reason = "× board `nandland-go`";
    assert!(message.contains(reason), "{message}");
    assert!(
        message.contains("which the game `handheld` needs"),
        "{message}"
    );
}

#[test]
fn a_new_board_is_well_formed_and_never_replaces_another() {
    let sandbox = Sandbox::new();
    for part in ["hx1k-vq100", "hx8k-ct256", "lp8k-cm81", "up5k-sg48"] {
        let outcome = sandbox.run(&format!("new-board my-{part} --part {part}"));
        assert_eq!(outcome.code, 0, "{}", outcome.err);
    }
    let list = sandbox.run("list");
    assert_eq!(list.code, 0, "{}", list.err);
    assert!(
        list.out
            .contains("setup leds offers ws2812, control-led, buttons"),
        "{}",
        list.out
    );
    assert!(sandbox
        .run("verilog tictactoe --board my-up5k-sg48")
        .out
        .contains("module top"));
    insta::assert_snapshot!(refused(&sandbox, "new-board icestick --part hx1k-tq144"), @r"
      × `boards/icestick.toml` is there already
      help: take another name, or remove it
    ");
    insta::assert_snapshot!(refused(&sandbox, "new-board other --part hx4k-tq144"), @r"
      × unknown part `hx4k-tq144`
      help: known: hx8k-cb132, hx1k-tq144, hx1k-vq100, hx8k-ct256, lp8k-cm81, up5k-sg48
    ");
    insta::assert_snapshot!(refused(&sandbox, "new-board ../up --part hx1k-tq144"), @r"
      × `../up` is no name for a board
      help: a name has small letters, digits, `-` and `_`, the first a letter, and at most 40 of them
    ");
}

#[test]
fn a_new_game_is_the_one_that_is_tested_and_never_replaces_another() {
    let sandbox = Sandbox::new();
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let registry = "hdl/games/src/lib.rs";
    fs::create_dir_all(sandbox.path("hdl/games/src/matrix")).unwrap();
    fs::copy(project.join(registry), sandbox.path(registry)).unwrap();
    let outcome = sandbox.run("new-game example");
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    assert!(
        outcome.out.starts_with("wrote hdl/games/src/example, "),
        "{}",
        outcome.out
    );
    for file in ["mod.rs", "game_logic.rs"] {
        let tested = project.join("tests/tests/new_game/example").join(file);
        let written = sandbox.read(&format!("hdl/games/src/example/{file}"));
        assert_eq!(written, fs::read_to_string(tested).unwrap(), "{file}");
    }
    let text = sandbox.read(registry);
    assert!(text.contains("pub mod arcade;\npub mod example;\npub mod falling_blocks;\n"));
    assert!(text.contains("    &tictactoe::GAME,\n    &example::GAME,\n];\n"));

    insta::assert_snapshot!(refused(&sandbox, "new-game matrix"), @r"
      × `hdl/games/src/matrix` is there already
      help: take another name, or remove it
    ");
    insta::assert_snapshot!(refused(&sandbox, "new-game module"), @r"
      × `module` is no name for a game
      help: small letters, digits and `_`, the first a letter; no word of Rust, Verilog or gatefall
    ");
    assert_eq!(sandbox.read(registry), text);
}
