//! Operating systems: where the command runs, and what it refuses on the others.
//!
//! | system | |
//! |---|---|
//! | Linux, also in WSL or a container | everything |
//! | macOS, BSD | everything but measurements; has not been tried |
//! | others, Windows among them | nothing |
//!
//! Process groups (`gatefall_toolchain`) and queries of the terminal (`play::terminal_input`) need
//! Unix. Their code for other systems compiles, and is never reached.

use crate::cli::Command;
use crate::error::AppError;

/// Systems with process groups, locks on folders and terminals, by their names in Rust.
const UNIX: [&str; 8] = [
    "dragonfly",
    "freebsd",
    "illumos",
    "linux",
    "macos",
    "netbsd",
    "openbsd",
    "solaris",
];

/// Refuses what does not run on the system of this name, as [`std::env::consts::OS`] has it.
pub(crate) fn check(system: &'static str, command: &Command) -> Result<(), AppError> {
    match system {
        "linux" => Ok(()),
        _ if !UNIX.contains(&system) => Err(AppError::System(system)),
        _ => match measurement(command) {
            Some(command) => Err(AppError::NoMeasurement { command, system }),
            None => Ok(()),
        },
    }
}

/// Name of a command that reads the time or the load of processors from `/proc`.
fn measurement(command: &Command) -> Option<&'static str> {
    match command {
        Command::Bench(_) => Some("bench"),
        Command::Web(arguments) if arguments.bench => Some("web --bench"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use clap::Parser;

    /// The message on a system, if the words are refused there.
    fn refusal(system: &'static str, words: &str) -> Option<String> {
        let words = ["gatefall"].into_iter().chain(words.split(' '));
        let cli = Cli::try_parse_from(words).unwrap();
        let error = check(system, &cli.command).err()?;
        assert_eq!(error.exit_code(), 1);
        Some(error.render())
    }

    const MEASUREMENTS: [&str; 2] = ["bench", "web --bench"];
    const OTHERS: [&str; 4] = ["list", "build --all", "play arcade", "web"];

    #[test]
    fn linux_runs_everything() {
        for words in [&MEASUREMENTS[..], &OTHERS].concat() {
            assert_eq!(refusal("linux", words), None, "{words}");
        }
    }

    #[test]
    fn another_unix_runs_all_but_measurements() {
        for system in ["macos", "freebsd"] {
            for words in OTHERS {
                assert_eq!(refusal(system, words), None, "{words}");
            }
        }
        insta::assert_snapshot!(refusal("macos", MEASUREMENTS[0]).unwrap());
        insta::assert_snapshot!(refusal("macos", MEASUREMENTS[1]).unwrap());
    }

    #[test]
    fn windows_and_unknown_systems_run_nothing() {
        for words in [&MEASUREMENTS[..], &OTHERS].concat() {
            for system in ["windows", "wasi", "ios", ""] {
                let message = refusal(system, words).unwrap();
                assert!(message.contains("gatefall does not run on"), "{message}");
            }
        }
        insta::assert_snapshot!(refusal("windows", "list").unwrap());
    }
}
