//! Tests with the real pip and wheels that the test creates.

use super::*;
use crate::hash::sha256;
use crate::run::Watcher;
use crate::slots::Slots;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

struct Silent;

impl Watcher for Silent {
    fn begin(&self, _: &str) {}
    fn line(&self, _: &str, _: &str) {}
    fn end(&self, _: &str, _: Duration, _: bool) {}
}

/// Python program that creates a wheel with one module. Arguments: folder, package name.
const WHEEL: &str = r#"
import sys, zipfile
folder, name = sys.argv[1:]
with zipfile.ZipFile(f"{folder}/{name}-1.0-py3-none-any.whl", "w") as wheel:
    about = f"{name}-1.0.dist-info/"
    wheel.writestr(f"{name}.py", "")
    wheel.writestr(about + "METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    wheel.writestr(about + "WHEEL",
                   "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
    wheel.writestr(about + "RECORD", "")
"#;

/// Creates a wheel in the folder, and returns its line for a requirements file.
fn wheel(python: &Path, folder: &Path, name: &str) -> String {
    let made = Command::new(python)
        .args(["-I", "-c", WHEEL])
        .args([folder.as_os_str(), name.as_ref()])
        .status();
    assert!(made.unwrap().success());
    let bytes = fs::read(folder.join(format!("{name}-1.0-py3-none-any.whl"))).unwrap();
    let hash = sha256(&bytes);
    format!("{name}==1.0 --hash=sha256:{hash}\n")
}

#[test]
fn a_changed_hash_is_an_error_that_names_the_package() {
    let test = "a_changed_hash_is_an_error_that_names_the_package";
    let session = Session {
        interrupted: &AtomicBool::new(false),
        watcher: &Silent,
        slots: &Slots::new(1),
    };
    if !gatefall_tests::has_programs(test, &[("python3", "python3")]) {
        return;
    }
    let python = match check_python(&session) {
        Ok(python) => python,
        Err(error) => return gatefall_tests::leave_out(test, &error.to_string()),
    };
    let parent = tempfile::Builder::new()
        .prefix("a blank ")
        .tempdir()
        .unwrap();
    let wheels = parent.path().join("wheels");
    let folder = parent.path().join("tools");
    fs::create_dir(&wheels).unwrap();
    fs::create_dir(&folder).unwrap();
    let good = wheel(&python, &wheels, "goodpackage");
    let changed = wheel(&python, &wheels, "changedpackage");
    let (name, hash) = changed.split_once("sha256:").unwrap();
    let wrong = format!("{name}sha256:{}\n", "0".repeat(hash.trim().len()));

    let sources = ["--no-index", "--find-links"].map(OsStr::new);
    let sources = [sources.as_slice(), &[wheels.as_os_str()]].concat();
    let installer = |requirements| Installer {
        folder: &folder,
        session: &session,
        requirements,
        sources: &sources,
    };
    let right = format!("{good}{changed}");
    installer(&right).make_environment().unwrap();
    let wrong = format!("{good}{wrong}");
    let error = installer(&wrong).install_packages().unwrap_err();
    let ToolError::HashMismatch { package, log } = &error else {
        panic!("{error:?}");
    };
    assert_eq!(package, "changedpackage==1.0");
    assert!(log.is_file());
    let message = error.to_string();
    let expected = "package `changedpackage==1.0` does not have the pinned SHA-256 hash\n";
    assert!(message.starts_with(expected), "{message}");

    // pip rejects a package without a hash. With the right hashes both are installed.
    let without = format!("{good}changedpackage==1.0\n");
    let error = installer(&without).install_packages().unwrap_err();
    assert!(
        matches!(error, ToolError::CannotInstall { .. }),
        "{error:?}"
    );
    installer(&right).install_packages().unwrap();
}
