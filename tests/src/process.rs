//! Programs that tests run. Each wait has a [`limit`], which only ends a hang.

use crate::processor::processor_time;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{sleep, spawn, JoinHandle};
use std::time::{Duration, Instant};

/// The limit of a wait is this many times the usual time, and at least so many seconds: a busy disk
/// alone can hold up a program that usually takes less than a second for more than ten.
const PATIENCE: u64 = 10;
const LEAST_SECONDS: u64 = 60;
/// A program that runs to its end has its limit in processor time, which does not depend on what
/// else the machine does. The limit on the clock is so many times as long. It ends a program that
/// waits in vain.
pub(crate) const CLOCK: u32 = 10;
/// Time between two checks of a program.
const POLL: Duration = Duration::from_millis(10);

/// Runs a program without input to its end and returns its output. It usually takes at most
/// `usual_seconds` on an idle machine.
///
/// # Panics
/// When the program cannot be started, or has not ended at the [`limit`] of processor time, or at
/// ten times that time on the clock.
#[track_caller]
pub fn run(command: &mut Command, usual_seconds: u64) -> Output {
    let command = command.stdin(Stdio::null());
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    match command.spawn() {
        Ok(child) => finish(child, usual_seconds),
        Err(error) => panic!("{command:?} cannot be started: {error}"),
    }
}

/// Writes a script that can be started at once.
///
/// A child writes it, because a child that another thread starts would inherit an open file of this
/// process, and until that child runs its own program the script would be busy.
///
/// # Panics
/// When it cannot be written.
pub fn write_script(path: &Path, text: &str) {
    // Create a new file, because a running script must not change.
    let make = r#"rm -f "$1" && cat >"$1" && chmod 755 "$1""#;
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", make, "sh"]).arg(path);
    let mut child = shell
        .env("PATH", "/bin:/usr/bin")
        .stdin(Stdio::piped())
        .spawn()
        .expect("a shell can be started");
    let mut input = child.stdin.take().expect("it is piped");
    input.write_all(text.as_bytes()).expect("the shell reads");
    drop(input);
    let status = child.wait().expect("a child can be waited for");
    assert!(status.success(), "{}: {status}", path.display());
}

/// Waits for the end of a program that was started with pipes, as [`run`] does.
///
/// # Panics
/// When it has not ended in time. The program is killed then.
#[track_caller]
pub fn finish(child: Child, usual_seconds: u64) -> Output {
    finish_within(child, limit(usual_seconds))
}

#[track_caller]
fn finish_within(mut child: Child, limit: Duration) -> Output {
    drop(child.stdin.take());
    let out = Printed::of(child.stdout.take());
    let err = Printed::of(child.stderr.take());
    let begun = Instant::now();
    loop {
        let status = child.try_wait().expect("a child can be waited for");
        // Its own children may hold the pipes for longer.
        if let Some(status) = status.filter(|_| out.is_whole() && err.is_whole()) {
            let (stdout, stderr) = (out.bytes(), err.bytes());
            return Output {
                status,
                stdout,
                stderr,
            };
        }
        let worked = processor_time(child.id()).unwrap_or_default();
        if worked >= limit || begun.elapsed() >= CLOCK * limit {
            let time = begun.elapsed();
            kill(&mut child);
            let printed = [out.bytes(), err.bytes()].concat();
            let printed = String::from_utf8_lossy(&printed).into_owned();
            panic!(
                "the program has not ended after {worked:.1?} of processor time and {time:.1?} on \
                 the clock; it printed:\n{printed}"
            );
        }
        sleep(POLL);
    }
}

/// Waits until a condition holds that a running program causes, usually within `usual_seconds`.
///
/// # Panics
/// When the program ends before, or the [`limit`] is reached. The program is killed then.
#[track_caller]
pub fn wait_until(what: &str, child: &mut Child, usual_seconds: u64, is_so: impl FnMut() -> bool) {
    wait_within(what, child, limit(usual_seconds), is_so);
}

#[track_caller]
fn wait_within(what: &str, child: &mut Child, limit: Duration, mut is_so: impl FnMut() -> bool) {
    let end = Instant::now() + limit;
    while !is_so() {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            panic!("the program ended before {what}: {status}");
        }
        if Instant::now() >= end {
            kill(child);
            panic!("after {limit:?} there is still no sign of this: {what}");
        }
        sleep(POLL);
    }
}

/// Sends a signal, such as `INT`, and returns whether the process was there. `0` only asks.
///
/// The shell does it, because not every system has the program `kill`.
pub fn signal(name: &str, process: &str) -> bool {
    let mut shell = Command::new("sh");
    let shell = shell.args(["-c", "kill -s \"$0\" \"$1\"", name, process]);
    run(shell, 1).status.success()
}

/// Longest time of a wait that usually takes at most `usual_seconds` on an idle machine.
pub const fn limit(usual_seconds: u64) -> Duration {
    let seconds = PATIENCE * usual_seconds;
    Duration::from_secs(if seconds > LEAST_SECONDS {
        seconds
    } else {
        LEAST_SECONDS
    })
}

fn kill(child: &mut Child) {
    // The program may have ended already.
    let _ = child.kill();
    let _ = child.wait();
}

/// Output of a program so far.
struct Printed {
    bytes: Arc<Mutex<Vec<u8>>>,
    reader: Option<JoinHandle<()>>,
}

impl Printed {
    fn of(pipe: Option<impl Read + Send + 'static>) -> Printed {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let all = bytes.clone();
        let read = |mut pipe: Box<dyn Read + Send>| {
            spawn(move || {
                let mut buffer = [0; 1 << 12];
                while let Ok(count @ 1..) = pipe.read(&mut buffer) {
                    let mut all = all.lock().expect("no reader panics");
                    all.extend_from_slice(&buffer[..count]);
                }
            })
        };
        let reader = pipe.map(|pipe| read(Box::new(pipe)));
        Printed { bytes, reader }
    }

    fn is_whole(&self) -> bool {
        self.reader.as_ref().is_none_or(JoinHandle::is_finished)
    }

    fn bytes(&self) -> Vec<u8> {
        self.bytes.lock().expect("no reader panics").clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{catch_unwind, AssertUnwindSafe};

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    fn message(panics: impl FnOnce()) -> String {
        let panic = catch_unwind(AssertUnwindSafe(panics)).expect_err("it panics");
        panic.downcast_ref::<String>().unwrap().clone()
    }

    #[test]
    fn both_channels_and_the_status_are_returned() {
        let output = run(&mut shell("echo out; echo err >&2; exit 3"), 1);
        assert_eq!(
            (&output.stdout[..], &output.stderr[..]),
            (&b"out\n"[..], &b"err\n"[..])
        );
        assert_eq!(output.status.code(), Some(3));
    }

    #[test]
    fn more_than_a_pipe_holds_is_read() {
        let output = run(&mut shell("head -c 1000000 /dev/zero"), 1);
        assert_eq!(output.stdout.len(), 1_000_000);
    }

    #[test]
    fn a_program_that_hangs_is_killed() {
        let child = shell("exec sleep 1000").spawn().unwrap();
        let id = child.id().to_string();
        let message = message(|| drop(finish_within(child, POLL)));
        assert!(is_late(&message), "{message}");
        assert!(!signal("0", &id));
    }

    #[test]
    fn a_program_that_works_for_too_long_is_killed() {
        let child = shell("while :; do :; done").spawn().unwrap();
        let message = message(|| drop(finish_within(child, 20 * POLL)));
        assert!(is_late(&message), "{message}");
    }

    fn is_late(message: &str) -> bool {
        message.starts_with("the program has not ended after ")
    }

    #[test]
    fn a_pipe_that_stays_open_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let id = folder.path().join("id");
        // The shell ends when its input does; its child keeps the pipe.
        let script = format!("sleep 1000 & echo $! > '{}'; read -r line", id.display());
        let mut command = shell(&script);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let id = || std::fs::read_to_string(&id).unwrap_or_default();
        wait_until("the child of the shell", &mut child, 1, || {
            id().ends_with('\n')
        });
        let message = message(|| drop(finish_within(child, 10 * POLL)));
        assert!(is_late(&message), "{message}");
        assert!(signal("KILL", id().trim()));
    }

    #[test]
    fn a_wait_ends_with_what_it_waits_for_or_with_the_program_or_with_its_limit() {
        let mut child = shell("exec sleep 1000").spawn().unwrap();
        let mut looks = 0;
        wait_until("the third look", &mut child, 1, || {
            looks += 1;
            looks == 3
        });
        let late = message(|| wait_within("the end", &mut child, POLL, || false));
        assert_eq!(late, "after 10ms there is still no sign of this: the end");
        let gone = message(|| wait_until("the end", &mut child, 1, || false));
        assert!(
            gone.starts_with("the program ended before the end: signal: 9"),
            "{gone}"
        );
    }
}
