//! Direction of the dependencies between the crates of the workspace.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use toml::{Table, Value};

/// Folder of each crate, and the crates of the project that it depends on. A crate depends only on
/// crates above it.
const CRATES: &[(&str, &[&str])] = &[
    // Hardware: depends on rust-hdl only.
    ("hdl/macros", &[]),
    ("hdl/widgets", &["hdl/macros"]),
    ("hdl/games", &["hdl/macros", "hdl/widgets"]),
    ("hdl/designs", &["hdl/macros", "hdl/widgets"]),
    // From a design to a netlist, and to text. Independent of games.
    ("generators/netlist", &[]),
    ("generators/lower", &["generators/netlist"]),
    ("generators/verilog", &["generators/netlist"]),
    // Simulator: independent of games and boards.
    ("sim/compile", &["generators/netlist"]),
    ("sim/host", &["generators/netlist", "sim/compile"]),
    (
        "sim/devices",
        &["generators/netlist", "generators/lower", "sim/host"],
    ),
    (
        "sim/web",
        &[
            "generators/netlist",
            "sim/compile",
            "sim/host",
            "sim/devices",
        ],
    ),
    // The public crate for any design.
    (
        "sim/design",
        &[
            "generators/netlist",
            "generators/lower",
            "generators/verilog",
            "sim/host",
        ],
    ),
    // Boards and tools: independent of games.
    ("generators/board", &[]),
    ("generators/toolchain", &["generators/board"]),
    // A game on a board.
    (
        "generators/project",
        &[
            "hdl/widgets",
            "hdl/games",
            "generators/netlist",
            "generators/lower",
            "generators/verilog",
            "generators/board",
        ],
    ),
    // Models: independent of the hardware.
    ("tests/golden", &[]),
    // Faults in a netlist: independent of the hardware.
    ("tests/mutants", &["generators/netlist"]),
    (
        "tests/bench",
        &[
            "generators/lower",
            "generators/netlist",
            "sim/design",
            "tests/mutants",
        ],
    ),
    (
        "tests/lockstep",
        &[
            "hdl/widgets",
            "hdl/games",
            "generators/netlist",
            "sim/host",
            "sim/devices",
            "tests/golden",
            "tests/bench",
        ],
    ),
    (
        "generators/gatefall",
        &[
            "hdl/widgets",
            "hdl/games",
            "hdl/designs",
            "generators/netlist",
            "generators/lower",
            "generators/verilog",
            "sim/compile",
            "sim/host",
            "sim/devices",
            "sim/web",
            "generators/board",
            "generators/toolchain",
            "generators/project",
            "tests/golden",
            "tests/lockstep",
        ],
    ),
    // Its tests depend on everything; nothing but tests depends on it.
    ("tests", &[]),
];

/// Large libraries, and the only crates that may depend on them.
const CONFINED: &[(&str, &[&str])] = &[
    ("wasmtime", &["sim/host"]),
    ("wasm-encoder", &["sim/compile"]),
    ("clap", &["generators/gatefall"]),
    ("miette", &["generators/board", "generators/gatefall"]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Path of a file below the root of the project.
pub fn short(file: &Path) -> String {
    let short = file.strip_prefix(root()).unwrap_or(file);
    short.display().to_string()
}

fn manifest(folder: &Path) -> Table {
    let path = folder.join("Cargo.toml");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.parse().unwrap()
}

/// Folders of the members of the workspace.
pub fn members() -> Vec<String> {
    let members = &manifest(&root())["workspace"]["members"];
    let members = members.as_array().unwrap().iter();
    let members = members.map(|member| member.as_str().unwrap().to_owned());
    members.collect()
}

/// Root files of the crates of a member: a library, a program, or both.
pub fn roots(member: &str) -> Vec<PathBuf> {
    let source = root().join(member).join("src");
    let files = ["lib.rs", "main.rs"].map(|name| source.join(name));
    files.into_iter().filter(|file| file.is_file()).collect()
}

/// Folder of each crate of the project, by name.
fn folders() -> BTreeMap<String, String> {
    let workspace = manifest(&root());
    let dependencies = workspace["workspace"]["dependencies"].as_table().unwrap();
    let folder = |value: &Value| Some(value.get("path")?.as_str()?.to_owned());
    let ours = dependencies
        .iter()
        .filter_map(|(name, value)| Some((name.clone(), folder(value)?)));
    ours.collect()
}

/// Names of the dependencies of a crate, without those of its tests.
fn dependencies(member: &str) -> BTreeSet<String> {
    let manifest = manifest(&root().join(member));
    let tables = ["dependencies", "build-dependencies"];
    let tables = tables.iter().filter_map(|name| manifest.get(*name));
    tables
        .flat_map(|table| table.as_table().unwrap().keys().cloned())
        .collect()
}

/// Each dependency that the table forbids, or has although there is none.
fn violations(member: &str, found: &BTreeSet<&str>) -> Vec<String> {
    let Some(at) = CRATES.iter().position(|(name, _)| *name == member) else {
        return vec![format!("{member} is not in the table of this test")];
    };
    let allowed: BTreeSet<&str> = CRATES[at].1.iter().copied().collect();
    let above: BTreeSet<&str> = CRATES[..at].iter().map(|(name, _)| *name).collect();
    let forbidden = found.difference(&allowed);
    let forbidden = forbidden.map(|other| format!("{member} must not depend on {other}"));
    let unused = allowed.difference(found);
    let unused = unused.map(|other| format!("{member} does not depend on {other} any more"));
    let below = allowed.difference(&above);
    let below = below.map(|other| format!("{other} is not above {member} in the table"));
    forbidden.chain(unused).chain(below).collect()
}

#[test]
fn crates_depend_only_on_crates_above_them() {
    let folders = folders();
    let mut wrong = Vec::new();
    for member in members() {
        let names = dependencies(&member);
        let ours = names.iter().filter_map(|name| folders.get(name));
        let ours = ours.map(String::as_str).collect();
        wrong.extend(violations(&member, &ours));
        for (library, users) in CONFINED {
            if names.contains(*library) && !users.contains(&member.as_str()) {
                wrong.push(format!("{member} must not depend on {library}"));
            }
        }
    }
    let members = members();
    let gone = CRATES.iter().map(|(name, _)| *name);
    let gone = gone.filter(|name| !members.iter().any(|member| member == name));
    wrong.extend(gone.map(|name| format!("{name} is no member of the workspace")));
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_dependency_in_the_wrong_direction_is_found() {
    let found = BTreeSet::from(["sim/host", "sim/compile", "generators/netlist"]);
    assert_eq!(
        violations("sim/compile", &found),
        [
            "sim/compile must not depend on sim/compile",
            "sim/compile must not depend on sim/host"
        ]
    );
    assert_eq!(
        violations("sim/compile", &BTreeSet::new()),
        ["sim/compile does not depend on generators/netlist any more"]
    );
    assert_eq!(violations("sim/new", &BTreeSet::new()).len(), 1);
}
