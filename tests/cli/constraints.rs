//! Tests that the committed PCF files equal the output of `make constraints`.

use crate::sandbox::Sandbox;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Every file in the subfolders of a folder, by `subfolder/name`.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for board in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        for file in fs::read_dir(board.path()).unwrap().map(Result::unwrap) {
            let name = format!(
                "{}/{}",
                board.file_name().display(),
                file.file_name().display()
            );
            files.insert(name, fs::read_to_string(file.path()).unwrap());
        }
    }
    files
}

#[test]
fn no_committed_constraint_is_stale() {
    let sandbox = Sandbox::new();
    let outcome = sandbox.run("constraints");
    assert_eq!(
        (outcome.code, outcome.out.as_str(), outcome.err.as_str()),
        (0, "", "")
    );
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../constraints");
    let (committed, fresh) = (files(&committed), files(&sandbox.path("constraints")));
    let names = || committed.keys().chain(fresh.keys());
    let stale: BTreeSet<&String> = names()
        .filter(|name| committed.get(*name) != fresh.get(*name))
        .collect();
    assert!(stale.is_empty(), "run `make constraints`: {stale:?}");
    assert!(committed.contains_key("alchitry-cu/arcade.pcf"));
}

#[test]
fn a_build_refuses_a_stale_constraint() {
    let sandbox = Sandbox::with_tools();
    assert_eq!(sandbox.run("constraints").code, 0);
    assert_eq!(sandbox.build().code, 0);

    let path = "constraints/alchitry-cu/matrix.pcf";
    let fresh = sandbox.read(path);
    sandbox.write(
        path,
        &fresh.replace("set_io led_data M3", "set_io led_data M4"),
    );
    let outcome = sandbox.build();
    assert_eq!((outcome.code, outcome.out.as_str()), (2, ""));
    insta::assert_snapshot!(outcome.err, @r"
      × `constraints/alchitry-cu/matrix.pcf:8` is stale: it has `set_io led_data M4  # bank-c pin 2, ws2812` where the board files have `set_io led_data M3  # bank-c pin 2, ws2812`
      help: `make constraints` writes it anew from the board files
    ");
    // A file with an additional line.
    sandbox.write(path, &format!("{fresh}set_io left A3\n"));
    let outcome = sandbox.build();
    assert!(
        outcome
            .err
            .contains("has `set_io left A3` where the board files have nothing"),
        "{}",
        outcome.err
    );

    assert_eq!(sandbox.run("constraints").code, 0);
    assert_eq!(sandbox.build().code, 0);
}
