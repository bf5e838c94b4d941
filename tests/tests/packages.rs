//! Crates that can be published are complete; all others are private.

#![allow(clippy::unwrap_used)] // A test may fail.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use gatefall_tests::run;
use serde_json::Value;

/// Crates that can be published, each after its dependencies.
const PUBLIC: [&str; 6] = [
    "gatefall-netlist",
    "gatefall-verilog",
    "gatefall-lower",
    "gatefall-compile",
    "gatefall-host",
    "gatefall-design",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn cargo(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO"));
    command.args(arguments).arg("--offline").current_dir(root());
    let output = run(&mut command, 1);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

fn packages() -> Vec<Value> {
    let metadata = cargo(&["metadata", "--no-deps", "--format-version", "1"]);
    let mut metadata: Value = serde_json::from_str(&metadata).unwrap();
    let Value::Array(packages) = metadata["packages"].take() else {
        panic!("cargo metadata lists the packages");
    };
    packages
}

fn name(package: &Value) -> &str {
    package["name"].as_str().unwrap()
}

#[test]
fn all_other_crates_are_private() {
    let packages = packages();
    let is_public = |package: &&Value| package["publish"].is_null();
    let mut public: Vec<&str> = packages.iter().filter(is_public).map(name).collect();
    public.sort_unstable();
    let mut expected = PUBLIC;
    expected.sort_unstable();
    assert_eq!(public, expected);
}

#[test]
fn public_crates_are_described() {
    for package in packages().iter().filter(|p| PUBLIC.contains(&name(p))) {
        let name = name(package);
        let description = package["description"].as_str().unwrap_or_default();
        assert!(
            (30..100).contains(&description.len()),
            "{name}: {description}"
        );
        assert!(!description.ends_with('.'), "{name}: {description}");
        for list in ["keywords", "categories"] {
            let entries = package[list].as_array().unwrap();
            // The registry takes five keywords of at most 20 characters.
            assert!((2..=5).contains(&entries.len()), "{name}: {list}");
            let is_short = |entry: &Value| entry.as_str().unwrap().len() <= 20;
            assert!(
                list != "keywords" || entries.iter().all(is_short),
                "{name}: {list}"
            );
        }
        assert_eq!(package["license"], "MIT OR Apache-2.0", "{name}");

        let folder = Path::new(package["manifest_path"].as_str().unwrap());
        let folder = folder.parent().unwrap();
        let readme = fs::read_to_string(folder.join("README.md")).unwrap();
        assert!(readme.starts_with(&format!("# {name}\n")), "{name}");
        // Its example runs as a doc test.
        assert!(readme.contains("```rust\n"), "{name}");
        let library = fs::read_to_string(folder.join("src/lib.rs")).unwrap();
        assert!(library.contains("include_str!(\"../README.md\")"), "{name}");
        for feature in package["features"].as_object().unwrap().keys() {
            assert!(
                readme.contains(&format!("`{feature}`")),
                "{name}: {feature}"
            );
        }
    }
}

#[test]
fn dependencies_of_public_crates_are_public_and_have_versions() {
    for package in packages().iter().filter(|p| PUBLIC.contains(&name(p))) {
        let position = |name: &str| PUBLIC.iter().position(|public| *public == name);
        let own = position(name(package)).unwrap();
        for dependency in package["dependencies"].as_array().unwrap() {
            let what = format!("{} of {}", name(dependency), name(package));
            let has_version = dependency["req"] != "*";
            if dependency["path"].is_null() {
                assert!(has_version, "{what}");
            } else if dependency["kind"].is_null() {
                assert!(
                    position(name(dependency)).is_some_and(|at| at < own),
                    "{what}"
                );
                assert!(has_version, "{what}");
            } else {
                // Cargo leaves out a development dependency without a version.
                let is_earlier = position(name(dependency)).is_some_and(|at| at < own);
                assert_eq!(has_version, is_earlier, "{what}");
            }
        }
    }
}

#[test]
fn packages_contain_sources_readme_and_licences() {
    for package in PUBLIC {
        let list = cargo(&["package", "--list", "--allow-dirty", "--package", package]);
        let files: Vec<&str> = list.lines().collect();
        let needed = [
            "Cargo.toml",
            "README.md",
            "LICENSE-MIT",
            "LICENSE-APACHE",
            "src/lib.rs",
        ];
        for file in needed {
            assert!(files.contains(&file), "{package}: {file}");
        }
        let is_test = |file: &&&str| file.starts_with("tests/");
        assert_eq!(files.iter().find(is_test), None, "{package}");
    }
}

#[test]
fn make_package_and_the_front_page_name_all_public_crates() {
    let makefile = fs::read_to_string(root().join("Makefile")).unwrap();
    let names = PUBLIC.map(|name| name.strip_prefix("gatefall-").unwrap());
    let line = format!("packages = {}\n", names.join(" "));
    assert!(makefile.contains(&line), "{line}");
    let front_page = fs::read_to_string(root().join("sim/design/README.md")).unwrap();
    for name in PUBLIC {
        assert!(front_page.contains(&format!("| `{name}` |")), "{name}");
    }
}
