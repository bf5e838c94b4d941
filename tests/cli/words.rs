//! Lists, help and the doctor.

use crate::sandbox::Sandbox;

#[test]
fn list_shows_games_boards_and_what_runs_where() {
    let outcome = Sandbox::new().run("list");
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    insta::assert_snapshot!(outcome.out);
}

#[test]
fn help_of_build_says_what_is_written_and_how_to_choose_tools() {
    let outcome = Sandbox::new().run("build --help");
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    insta::assert_snapshot!(outcome.out);
}

#[test]
fn no_command_shows_the_commands() {
    let outcome = Sandbox::new().run("");
    assert_eq!((outcome.code, outcome.out.as_str()), (2, ""));
    insta::assert_snapshot!(outcome.err);
}

#[test]
fn the_doctor_names_each_tool() {
    let sandbox = Sandbox::with_tools();
    sandbox.stand_in("yosys", r#"echo "Yosys 0.9 (git sha1 1979e0b)""#);
    sandbox.stand_in("nextpnr-ice40", "exit 1");
    let outcome = sandbox.run("doctor");
    assert_eq!(outcome.code, 1);
    let bin = sandbox.path("bin").display().to_string();
    insta::assert_snapshot!(format!("{}{}", outcome.out, outcome.err).replace(&bin, "BIN"));
}

#[test]
fn the_doctor_is_content_with_native_tools() {
    let outcome = Sandbox::with_tools().run("doctor");
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    assert!(
        outcome.out.ends_with("A build uses the native tools.\n"),
        "{}",
        outcome.out
    );
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let outcome = Sandbox::new().shell("{ gatefall verilog arcade; echo $? >&2; } | :");
    assert_eq!(outcome.err, "0\n");
}
