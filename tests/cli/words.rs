//! Tests of `list`, the help texts, `doctor` and `export`.

use crate::sandbox::Sandbox;
use gatefall_tests::{has_programs, run};
use std::process::Command;

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
fn help_of_play_names_the_keys_of_every_game() {
    let outcome = Sandbox::new().run("play --help");
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    for game in gatefall_games::GAMES {
        let mut lines = outcome.out.lines();
        let start = format!("  {} ", game.name);
        let first = lines.find(|line| line.starts_with(&start)).unwrap();
        let more = lines.take_while(|line| line.starts_with("   "));
        let said: String = [first].into_iter().chain(more).collect();
        let words: Vec<&str> = said.split(|c: char| !c.is_alphanumeric()).collect();
        for key in game.buttons.iter().flat_map(|port| port.keys) {
            let (initial, others) = key.split_at(1);
            let name = initial.to_uppercase() + others;
            assert!(words.contains(&name.as_str()), "{}: {name}", game.name);
        }
    }
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
        outcome.out.contains("\nA build uses the native tools.\n"),
        "{}",
        outcome.out
    );
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let outcome = Sandbox::new().shell("{ gatefall verilog arcade; echo $? >&2; } | :");
    assert_eq!(outcome.err, "0\n");
}

/// Names of the commands, as the help shows them.
fn commands(sandbox: &Sandbox) -> Vec<String> {
    let help = sandbox.run("--help").out;
    let (_, list) = help.split_once("\nCommands:\n").unwrap();
    let (list, _) = list.split_once("\n\n").unwrap();
    let names = list.lines().map(|line| line.split_whitespace().next());
    names.map(|name| name.unwrap().to_owned()).collect()
}

#[test]
fn the_manual_describes_every_command() {
    let sandbox = Sandbox::new();
    let man = sandbox.run("man");
    assert_eq!((man.code, man.err.as_str()), (0, ""));
    let mut commands = commands(&sandbox);
    assert_eq!(commands.pop().as_deref(), Some("help"));
    assert!(commands.len() > 10, "{commands:?}");
    for command in commands {
        let title = format!(".SH \"GATEFALL {}\"\n", command.to_uppercase());
        assert_eq!(man.out.matches(&title).count(), 1, "{command}");
    }
    assert!(man.out.contains("\\fB\\-\\-sram\\fR\n"), "options");
}

#[test]
fn bash_completes_commands_options_and_values() {
    if !has_programs(
        "bash_completes_commands_options_and_values",
        &[("bash", "bash")],
    ) {
        return;
    }
    let sandbox = Sandbox::new();
    let script = sandbox.run("completions bash");
    assert_eq!((script.code, script.err.as_str()), (0, ""));
    // Bash gives a completion the words of the line, and again the last two.
    let ask = "COMP_WORDS=(gatefall \"$@\"); COMP_CWORD=$#; last=\"${COMP_WORDS[$#]}\"
        _gatefall gatefall \"$last\" \"${COMP_WORDS[$# - 1]}\"; echo \"${COMPREPLY[@]}\"";
    let script = format!("{}\n{ask}", script.out);
    let completed = |words: &[&str]| {
        let arguments = ["-c", &script, "bash"];
        let mut command = Command::new("bash");
        let output = run(command.args(arguments).args(words), 1);
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
        let answers = String::from_utf8(output.stdout).unwrap();
        let answers = answers.split_whitespace().map(str::to_owned);
        answers.collect::<Vec<_>>()
    };
    let (options, commands) = (["-h", "-V", "--help", "--version"], commands(&sandbox));
    let all = options
        .into_iter()
        .chain(commands.iter().map(String::as_str));
    assert_eq!(completed(&[""]), all.collect::<Vec<_>>());
    assert_eq!(completed(&["exp"]), ["export"]);
    assert_eq!(completed(&["build", "--bo"]), ["--board"]);
    assert_eq!(completed(&["completions", "fi"]), ["fish"]);
    for shell in ["elvish", "fish", "powershell", "zsh"] {
        let script = sandbox.run(&format!("completions {shell}"));
        assert_eq!((script.code, script.err.as_str()), (0, ""));
        for command in &commands {
            assert!(script.out.contains(command), "{shell} {command}");
        }
    }
}

#[test]
fn an_exported_folder_has_what_each_flow_asks_for() {
    let sandbox = Sandbox::new();
    let outcome = sandbox.run("export tictactoe --board icestick -o out");
    assert_eq!(
        (outcome.code, outcome.out.as_str(), outcome.err.as_str()),
        (0, "", "")
    );
    let names = [
        "Makefile",
        "tictactoe.core",
        "apio.ini",
        "README.md",
        "tictactoe_tb.gtkw",
    ];
    let texts = names.map(|name| format!("--- {name}\n{}", sandbox.read(&format!("out/{name}"))));
    insta::assert_snapshot!(texts.join("\n"));
    for name in [
        "tictactoe.v",
        "top.v",
        "tictactoe.pcf",
        "tictactoe_tb.v",
        "LICENSE-MIT",
        "LICENSE-APACHE",
    ] {
        assert!(sandbox.path("out").join(name).is_file(), "{name}");
    }
    // apio does not support the Cu V2.
    assert_eq!(
        sandbox
            .run("export tictactoe --board alchitry-cu-v2 -o other")
            .code,
        0
    );
    assert!(!sandbox.path("other/apio.ini").exists());
}
