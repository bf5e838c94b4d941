//! A package outside the workspace, made from the section "Your own design" of the README.

#![allow(clippy::unwrap_used)] // A test may fail.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use gatefall_tests::run;

/// Time of the first run, which compiles all dependencies, without optimisation.
const USUAL_SECONDS: u64 = 90;

/// The first block of a language after a heading.
fn block<'a>(text: &'a str, heading: &str, language: &str) -> &'a str {
    let (_, section) = text.split_once(&format!("\n## {heading}\n")).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let (_, block) = section.split_once(&format!("```{language}\n")).unwrap();
    block.split("```").next().unwrap()
}

/// The folder that Cargo built this test in: `target`, or that of `CARGO_TARGET_DIR`.
fn target() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    test.ancestors().nth(3).unwrap().to_owned()
}

/// Runs Cargo. Returns its output, as an error if it fails.
fn cargo(folder: &Path, arguments: &[&str]) -> Result<String, String> {
    let mut command = Command::new(env!("CARGO"));
    command.args(arguments).current_dir(folder);
    command.env("CARGO_TARGET_DIR", target());
    // As for `make package`, which then uses most of what is built here.
    command.env("CARGO_PROFILE_DEV_DEBUG", "false");
    let output = run(&mut command, USUAL_SECONDS);
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    match output.status.success() {
        true => Ok(said),
        false => Err(said),
    }
}

#[test]
fn the_package_of_the_readme_passes_its_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = fs::canonicalize(root).unwrap();
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let manifest = block(&readme, "Your own design", "toml");
    let program = block(&readme, "Your own design", "rust");

    let parent = tempfile::tempdir().unwrap();
    let new = ["new", "--quiet", "--lib", "--vcs", "none", "my_design"];
    cargo(parent.path(), &new).unwrap();
    let folder = parent.path().join("my_design");
    let start = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let (start, _) = start.split_once("[dependencies]").unwrap();
    let manifest = manifest.replace("../gatefall", root.to_str().unwrap());
    assert!(manifest.contains(root.to_str().unwrap()));
    fs::write(folder.join("Cargo.toml"), format!("{start}{manifest}")).unwrap();
    let file = folder.join("tests/my_design.rs");
    fs::create_dir(file.parent().unwrap()).unwrap();
    fs::write(&file, program).unwrap();
    // The versions of the workspace, so that nothing is downloaded.
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();

    let test = ["test", "--offline", "--test", "my_design"];
    let said = cargo(&folder, &test).unwrap();
    let warning = said.contains("my_design` (test");
    assert!(!warning, "{said}");
    let name = "test it_strobes_ten_times_per_second";
    assert!(said.contains(&format!("{name} ... ok")), "{said}");
    let verilog = fs::read_to_string(folder.join("build/my_design.v")).unwrap();
    for part in [
        "module my_design (",
        "input  wire enable",
        "output wire strobe,",
        "endmodule",
    ] {
        assert!(verilog.contains(part), "{part}: {verilog}");
    }
    let waveform = fs::read_to_string(folder.join("build/my_design.vcd")).unwrap();
    // 1,000 cycles of a millisecond after power-up.
    assert!(waveform.ends_with("#1001000000000\n"), "{waveform}");

    // The test can fail.
    let wrong = program.replace("assert_eq!(strobes, 10)", "assert_eq!(strobes, 11)");
    assert_ne!(wrong, program);
    fs::write(&file, wrong).unwrap();
    let said = cargo(&folder, &test).unwrap_err();
    assert!(said.contains(&format!("{name} ... FAILED")), "{said}");
}
