//! Tests of error messages and their causes.

use super::*;
use gatefall_games::BuildError;
use std::io::Error as IoError;

fn denied() -> IoError {
    IoError::other("permission denied")
}

fn tool_failed() -> ToolError {
    ToolError::ToolFailed {
        tool: "pip".into(),
        status: "exit status: 1".into(),
        last_lines: "no network".into(),
        log: "pip.log".into(),
    }
}

/// A fault in the circuit of a game.
fn faulty_circuit() -> ProjectError {
    ProjectError::Lower {
        game: "arcade",
        source: Box::new(undriven()),
    }
}

fn undriven() -> gatefall_lower::LowerError {
    gatefall_lower::LowerError::Undriven {
        module: "top".into(),
        signal: "x".into(),
    }
}

/// One error for each variant that has a cause.
fn with_causes() -> Vec<AppError> {
    let tools = [
        ToolError::CannotStart {
            tool: "yosys".into(),
            source: denied(),
        },
        ToolError::CannotInstall {
            source: Box::new(tool_failed()),
        },
        ToolError::NoTools {
            native: "yosys is not on PATH".into(),
            source: Box::new(ToolError::CannotStart {
                tool: "pip".into(),
                source: denied(),
            }),
        },
        ToolError::Io {
            action: "read",
            path: "a.log".into(),
            source: denied(),
        },
    ];
    let projects = [
        ProjectError::Build {
            game: "arcade",
            source: BuildError::ColourBits(9),
        },
        faulty_circuit(),
    ];
    let board = BoardError::Unreadable {
        path: "boards".into(),
        source: denied(),
    };
    let own = [
        board.into(),
        io("write", Path::new("a"))(denied()),
        AppError::Stdout(denied()),
        AppError::NoInterruptHandler(denied()),
        AppError::NoBoardAnswers {
            board: "iCEstick".into(),
            usb: "0403:6010".into(),
            source: Box::new(tool_failed()),
        },
        AppError::HalfWritten {
            source: Box::new(tool_failed()),
        },
    ];
    let tools = tools.into_iter().map(AppError::from);
    let projects = projects.into_iter().map(AppError::from);
    own.into_iter().chain(tools).chain(projects).collect()
}

#[cfg(feature = "sim")]
fn of_simulation() -> Vec<AppError> {
    use crate::bench::BenchError;
    use crate::sim::SimError;
    use gatefall_host::HostError;
    vec![
        SimError::Terminal(denied()).into(),
        SimError::Png(png::EncodingError::IoError(denied())).into(),
        SimError::Waveform {
            path: "a.vcd".into(),
            source: HostError::ForeignSnapshot,
        }
        .into(),
        BenchError::Program {
            action: "start",
            program: "node",
            source: denied(),
        }
        .into(),
    ]
}

#[cfg(not(feature = "sim"))]
fn of_simulation() -> Vec<AppError> {
    Vec::new()
}

/// Message of an error, then the messages of its causes.
fn chain(error: &AppError) -> Vec<String> {
    let mut messages = vec![error.to_string()];
    let mut cause = error.source();
    while let Some(error) = cause {
        messages.push(error.to_string());
        cause = error.source();
    }
    messages
}

#[test]
fn each_cause_is_printed_once() {
    for error in with_causes().into_iter().chain(of_simulation()) {
        let messages = chain(&error);
        assert!(messages.len() > 1, "{error:?} has no cause");
        let printed = error.render();
        for message in &messages {
            // When printed, later lines of a message are indented.
            let first = message.lines().next().unwrap_or_default();
            assert_eq!(printed.matches(first).count(), 1, "{first}\n{printed}");
        }
    }
}

#[test]
fn a_fault_of_a_circuit_is_no_error_in_the_input() {
    let wide = ProjectError::TooWide { game: "arcade" };
    assert_eq!(AppError::from(wide).exit_code(), 2);
    assert_eq!(AppError::from(faulty_circuit()).exit_code(), 1);
    #[cfg(feature = "sim")]
    {
        let error = crate::sim::error::SimError::from(undriven());
        assert_eq!(AppError::from(error).exit_code(), 1);
    }
}

#[test]
fn help_for_errors_of_tools_names_the_options_of_the_command() {
    let help = |error: ToolError| AppError::from(error).render();
    let timing = help(ToolError::TimingMissed {
        clock: "clock".into(),
        achieved_mhz: 20.0,
        required_mhz: 25.0,
        log: "a.log".into(),
    });
    assert!(timing.contains("help: `--seeds 1..8` places"), "{timing}");
    let native = help(ToolError::NoNative("yosys is not on PATH".into()));
    let both = "apt install yosys nextpnr-ice40 fpga-icestorm; or use --tools pinned";
    assert!(native.contains(both), "{native}");
}
