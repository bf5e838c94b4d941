//! One name, one meaning: no public type of a crate has the name of a type of another crate.
//!
//! A circuit and its model have the same name on purpose, so the crates of `hdl/` are compared with
//! `generators/` and `sim/`, but not with the models and drivers in `tests/`.

use std::collections::{BTreeMap, BTreeSet};

use crate::{crates, crates_of};

/// Names that two crates may share, and the reason.
const SHARED: &[(&str, &str)] = &[
    (
        "Board",
        "the term of the field for a circuit board and for the cells of a game",
    ),
    (
        "Memory",
        "one block RAM: in a netlist, and as a module of the sound effects",
    ),
    (
        "Role",
        "a board offers the roles that a game requires; the crates do not depend on each other",
    ),
];

/// Types of rust-hdl that modules of hardware use. No type of the project may have such a name.
const OF_RUST_HDL: [&str; 28] = [
    "Atom",
    "Bit",
    "BitSynchronizer",
    "Bits",
    "Block",
    "CheckError",
    "Clock",
    "Constant",
    "DFF",
    "Direction",
    "In",
    "InOut",
    "Local",
    "Logic",
    "LogicJoin",
    "ModuleDefines",
    "Out",
    "Probe",
    "RAM",
    "ROM",
    "Signal",
    "Signed",
    "Sim",
    "Simulation",
    "SyncROM",
    "Synth",
    "ToBits",
    "Verilog",
];

/// Members of the workspace with a public type of each name.
type Users = BTreeMap<String, BTreeSet<String>>;

fn users() -> Users {
    let mut users = Users::new();
    for member in crates::members() {
        for tree in crates_of(&member) {
            for (name, _) in tree.public_types {
                users.entry(name).or_default().insert(member.clone());
            }
        }
    }
    users
}

/// Pairs of crates that must not share a name.
fn are_compared(a: &str, b: &str) -> bool {
    let hdl = |member: &str| member.starts_with("hdl/");
    let tests = |member: &str| member.starts_with("tests");
    !(hdl(a) && (hdl(b) || tests(b)) || tests(a) && hdl(b))
}

/// Names with more than one meaning, and their crates.
fn ambiguous(users: &Users) -> Vec<(&str, Vec<&str>)> {
    let is_clash = |members: &BTreeSet<String>| {
        let pairs = members
            .iter()
            .flat_map(|a| members.iter().map(move |b| (a, b)));
        pairs.into_iter().any(|(a, b)| a < b && are_compared(a, b))
    };
    let clashes = users.iter().filter(|(_, members)| is_clash(members));
    clashes
        .map(|(name, members)| (name.as_str(), members.iter().map(String::as_str).collect()))
        .collect()
}

#[test]
fn a_name_of_a_type_has_one_meaning() {
    let users = users();
    let found: Vec<_> = ambiguous(&users);
    let (shared, wrong): (Vec<_>, Vec<_>) = found
        .into_iter()
        .partition(|(name, _)| SHARED.iter().any(|(shared, _)| shared == name));
    assert!(wrong.is_empty(), "types of the same name: {wrong:#?}");
    let shared: Vec<&str> = shared.into_iter().map(|(name, _)| name).collect();
    let listed: Vec<&str> = SHARED.iter().map(|(name, _)| *name).collect();
    assert_eq!(shared, listed, "the list of this test has other names");
}

#[test]
fn no_type_has_the_name_of_a_type_of_rust_hdl() {
    let users = users();
    let shadows = OF_RUST_HDL
        .iter()
        .filter_map(|name| Some((name, users.get(*name)?)));
    let shadows: Vec<_> = shadows.collect();
    assert!(shadows.is_empty(), "{shadows:#?}");
}

#[test]
fn a_name_of_two_crates_is_found() {
    let users = |members: &[&str]| {
        let members = members.iter().map(|member| (*member).to_owned()).collect();
        Users::from([("Thing".to_owned(), members)])
    };
    let count = |members: &[&str]| ambiguous(&users(members)).len();
    assert_eq!(count(&["sim/host", "sim/compile"]), 1);
    assert_eq!(count(&["hdl/games", "sim/compile"]), 1);
    assert_eq!(count(&["tests/golden", "tests/lockstep"]), 1);
    assert_eq!(count(&["hdl/games", "tests/golden"]), 0);
    assert_eq!(count(&["sim/host"]), 0);
}
