//! Tests of tool processes: their number, and that none remains.

use crate::sandbox::{Sandbox, NEXTPNR, PROGRAM};
use gatefall_tests::{limit, signal};
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{channel, Receiver};
use std::time::{Duration, Instant};

/// Time limit of a test.
const LIMIT: Duration = limit(1);

/// Starts a child that writes to a pipe and never ends. The pipe stays open as long as the child or
/// one of its own children lives.
const LEAVES_A_CHILD: &str = r#"
/bin/sh -c 'exec 3> "$1"; echo started >&3; while :; do /bin/sleep 600; done' child "$PIPE" &
wait"#;

/// Lines from a named pipe. The channel closes at the end of the pipe.
fn lines_of_pipe(sandbox: &Sandbox) -> Receiver<String> {
    let path = sandbox.path("pipe");
    let made = Command::new("mkfifo").arg(&path).status().unwrap();
    assert!(made.success());
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        // Blocks until the other end is opened.
        let pipe = BufReader::new(File::open(path).unwrap());
        for line in pipe.lines() {
            sender.send(line.unwrap()).unwrap();
        }
    });
    lines
}

fn wait(child: &mut Child) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        assert!(start.elapsed() < LIMIT, "the program does not end");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A build whose tool has a child process.
struct Build {
    child: Child,
    /// Lines that the tool's child writes.
    lines: Receiver<String>,
    _sandbox: Sandbox,
}

impl Build {
    /// Starts a build by this command, and waits until the tool has its child.
    fn start(mut command: Command, tool: &str, version: &str) -> Build {
        let sandbox = Sandbox::with_tools();
        sandbox.stand_in(tool, &format!("{version}{LEAVES_A_CHILD}"));
        let lines = lines_of_pipe(&sandbox);
        let child = command
            .args(["build", "matrix", "--board", "alchitry-cu"])
            .current_dir(sandbox.path(""))
            .env("PATH", sandbox.path("bin"))
            .env("PIPE", sandbox.path("pipe"))
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        assert_eq!(lines.recv_timeout(LIMIT).as_deref(), Ok("started"));
        Build {
            child,
            lines,
            _sandbox: sandbox,
        }
    }

    /// Sends a signal, and waits for the end.
    fn end_by(&mut self, name: &str) -> ExitStatus {
        let id = self.child.id().to_string();
        assert!(signal(name, &id), "{name}");
        wait(&mut self.child)
    }
}

/// A test that fails leaves no build behind.
impl Drop for Build {
    fn drop(&mut self) {
        if let Ok(None) = self.child.try_wait() {
            signal("TERM", &self.child.id().to_string());
            let _ = self.child.wait();
        }
    }
}

/// Sends a signal to a build while this tool has a child process.
fn nothing_is_left_after(name: &str, tool: &str, version: &str) {
    let mut build = Build::start(Command::new(PROGRAM), tool, version);
    assert_eq!(build.end_by(name).code(), Some(1), "{tool} {name}");
    // The last descendant closes the other end, and the thread ends.
    let end = build.lines.recv_timeout(LIMIT);
    assert_eq!(
        end,
        Err(std::sync::mpsc::RecvTimeoutError::Disconnected),
        "{tool} {name}"
    );
}

/// A shell turns SIGHUP off, as `nohup` does.
#[test]
#[cfg(target_os = "linux")]
fn a_signal_that_is_turned_off_stays_so() {
    let (version, _) = NEXTPNR.split_once("echo nextpnr").unwrap();
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", "trap '' HUP; exec \"$@\"", "sh", PROGRAM]);
    let mut build = Build::start(shell, "nextpnr-ice40", version);
    let status = fs::read_to_string(format!("/proc/{}/status", build.child.id())).unwrap();
    let mut lines = status.lines();
    let ignored = lines.find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    let ignored = u64::from_str_radix(ignored.trim(), 16).unwrap();
    assert_eq!(ignored & 1, 1, "SIGHUP is signal 1");
    assert_eq!(build.end_by("INT").code(), Some(1));
}

#[test]
fn an_interrupt_ends_the_children_of_a_tool() {
    let (version, _) = NEXTPNR.split_once("echo nextpnr").unwrap();
    for name in ["INT", "TERM"] {
        nothing_is_left_after(name, "nextpnr-ice40", version);
    }
}

#[test]
fn an_interrupt_ends_the_children_of_a_tool_that_is_asked_for_its_version() {
    nothing_is_left_after("TERM", "yosys", "");
}

#[test]
fn seeds_of_all_games_share_the_limit_of_running_tools() {
    let sandbox = Sandbox::with_tools();
    let counted = r#"
/bin/mkdir "$RUNNING/$$"
set -- "$RUNNING"/*
echo $# >> "$RUNNING.counts"
/bin/sleep 0.2
/bin/rmdir "$RUNNING/$$""#;
    let (version, work) = NEXTPNR.split_once("echo nextpnr").unwrap();
    sandbox.stand_in(
        "nextpnr-ice40",
        &format!("{version}{counted}\necho nextpnr{work}"),
    );
    let outcome = sandbox.shell(
        "export RUNNING=\"$PWD/running\"; /bin/mkdir \"$RUNNING\"
         gatefall build --all --board icestick --seeds 1..4",
    );
    let counts = sandbox.read("running.counts");
    let counts: Vec<usize> = counts.lines().map(|count| count.parse().unwrap()).collect();
    assert!(counts.len() >= 12, "{}", outcome.err);
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let most = counts.iter().max().unwrap();
    assert!(
        *most <= processors,
        "{most} at once on {processors} processors"
    );
}
