//! Tests with shell scripts in place of tools.

use super::*;
use std::fs;

struct Silent;

impl Watcher for Silent {
    fn begin(&self, _: &str) {}
    fn line(&self, _: &str, _: &str) {}
    fn end(&self, _: &str, _: Duration, _: bool) {}
}

/// Writes the number of concurrent runs to a file. Ends after two were seen, or after a minute.
const COUNTS: &str = r#"
mkdir "running/$$"
set -- running/*
echo $# >> counts
[ $# -lt 2 ] || touch two
for n in $(seq 600); do [ -e two ] && break; sleep 0.1; done
sleep 0.1
rmdir "running/$$""#;

#[test]
fn as_many_tools_run_at_once_as_there_are_slots() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("running")).unwrap();
    let session = Session {
        interrupted: &AtomicBool::new(false),
        watcher: &Silent,
        slots: &Slots::new(2),
    };
    let run = |n: usize| {
        let run = Run {
            tool: "count",
            step: "count",
            command: ["/bin/sh", "-c", COUNTS].map(OsString::from).to_vec(),
            environment: &[],
            folder: folder.path(),
            log: &folder.path().join(format!("{n}.log")),
            failures: &[],
        };
        session.run(&run).unwrap();
    };
    let run = &run;
    std::thread::scope(|scope| {
        for n in 0..6 {
            scope.spawn(move || run(n));
        }
    });
    let counts = fs::read_to_string(folder.path().join("counts")).unwrap();
    assert_eq!(counts.lines().count(), 6);
    assert_eq!(counts.lines().max(), Some("2"), "{counts}");
}

#[test]
fn after_an_interrupt_no_tool_starts() {
    let folder = tempfile::tempdir().unwrap();
    let slots = Slots::new(1);
    let session = Session {
        interrupted: &AtomicBool::new(true),
        watcher: &Silent,
        slots: &slots,
    };
    let run = Run {
        tool: "touch",
        step: "touch",
        command: ["touch", "started"].map(OsString::from).to_vec(),
        environment: &[],
        folder: folder.path(),
        log: &folder.path().join("log"),
        failures: &[],
    };
    assert!(matches!(session.run(&run), Err(ToolError::Interrupted)));
    assert!(!folder.path().join("started").exists());
    // The same while no slot is free.
    let _slot = slots.take(&AtomicBool::new(false));
    assert!(matches!(session.run(&run), Err(ToolError::Interrupted)));
}
