//! Tests that files of the user are never replaced: the command ends with exit status 2 and names
//! them.

use crate::sandbox::{Outcome, Sandbox};
use gatefall_tests::contents;
use sha2::{Digest, Sha256};
use std::fs;
use std::os::unix::fs::symlink;

/// Manifest of an output folder, with the hash of each file.
const MANIFEST: &str = "gatefall-manifest.sha256";
const EXPORT: &str = "export tictactoe --board icestick -o out";

/// A sandbox with the files in the folder `out`.
fn with_files(files: &[(&str, &str)]) -> Sandbox {
    let sandbox = Sandbox::with_tools();
    fs::create_dir(sandbox.path("out")).unwrap();
    for (name, text) in files {
        sandbox.write(&format!("out/{name}"), text);
    }
    sandbox
}

#[track_caller]
fn well(outcome: &Outcome) {
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
}

/// Checks that the command ends with exit status 2 and this message, and that it does not change
/// the folder `out`.
#[track_caller]
fn stops(sandbox: &Sandbox, words: &str, message: &str) {
    let before = contents(&sandbox.path("out"));
    let outcome = sandbox.run(words);
    assert_eq!((outcome.err.as_str(), outcome.code), (message, 2));
    assert_eq!(outcome.out, "");
    assert_eq!(contents(&sandbox.path("out")), before);
}

#[test]
fn export_stops_at_a_makefile_and_a_readme_of_the_user() {
    let sandbox = with_files(&[
        ("Makefile", "all:\n"),
        ("README.md", "# Mine\n"),
        ("notes.txt", "mine"),
    ]);
    let message = "  × `out/Makefile` is there already, and gatefall did not write it; \
                   the same holds for 1 more
  help: choose another folder, or add `--force` to replace it\n";
    stops(&sandbox, EXPORT, message);
    well(&sandbox.run(&format!("{EXPORT} --force")));
    assert!(sandbox.read("out/Makefile").contains("yosys"));
    assert!(sandbox.read("out/README.md").contains("gatefall"));
    assert_eq!(sandbox.read("out/notes.txt"), "mine");
    // Now the files belong to gatefall.
    well(&sandbox.run(EXPORT));
}

#[test]
fn an_exported_folder_holds_the_hash_of_each_file() {
    let sandbox = with_files(&[("notes.txt", "mine")]);
    well(&sandbox.run(EXPORT));
    let mut files = contents(&sandbox.path("out"));
    files.remove("notes.txt");
    let manifest = String::from_utf8(files.remove(MANIFEST).unwrap()).unwrap();
    let line = |(name, contents): (&String, &Vec<u8>)| {
        let digest = Sha256::digest(contents);
        let hash: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{hash}  {name}\n")
    };
    assert_eq!(manifest, files.iter().map(line).collect::<String>());
}

#[test]
fn an_export_is_repeated_and_replaced_by_another() {
    let sandbox = with_files(&[("notes.txt", "mine")]);
    fs::create_dir(sandbox.path("out/.git")).unwrap();
    well(&sandbox.run(EXPORT));
    let first = contents(&sandbox.path("out"));
    well(&sandbox.run(EXPORT));
    assert_eq!(contents(&sandbox.path("out")), first);
    well(&sandbox.run("export matrix --board icestick -o out"));
    let second = contents(&sandbox.path("out"));
    // Tools use every file of a project, so the files of the other game are removed.
    assert!(first.contains_key("tictactoe.v") && second.contains_key("matrix.v"));
    assert!(!second.keys().any(|name| name.contains("tictactoe")));
    assert!(second.contains_key("notes.txt") && second.contains_key(".git"));
    well(&sandbox.run(EXPORT));
    assert_eq!(contents(&sandbox.path("out")), first);
}

#[test]
fn an_exported_file_that_was_changed_is_the_users() {
    let sandbox = Sandbox::new();
    well(&sandbox.run(EXPORT));
    let original = contents(&sandbox.path("out"));
    sandbox.write("out/Makefile", "all:\n");
    let message = "  × `out/Makefile` was changed since gatefall wrote it
  help: choose another folder, or add `--force` to replace it\n";
    stops(&sandbox, EXPORT, message);
    well(&sandbox.run(&format!("{EXPORT} --force")));
    assert_eq!(contents(&sandbox.path("out")), original);
    // The same for a file that the next export would not replace.
    sandbox.write("out/tictactoe.v", "module tictactoe; endmodule\n");
    let message = "  × `out/tictactoe.v` would become a part of the exported project
  help: choose another folder, move the file away, or add `--force` to keep it there\n";
    let other = "export matrix --board icestick -o out";
    stops(&sandbox, other, message);
    well(&sandbox.run(&format!("{other} --force")));
    let changed = sandbox.read("out/tictactoe.v");
    assert_eq!(changed, "module tictactoe; endmodule\n");
}

#[test]
fn export_stops_at_files_that_tools_would_take_for_a_part_of_the_project() {
    let names = ["mine.v", "mine.sv", "mine.core", "mine.pcf", "makefile"];
    for name in names {
        let sandbox = with_files(&[(name, "mine")]);
        let message = format!(
            "  × `out/{name}` would become a part of the exported project
  help: choose another folder, move the file away, or add `--force` to keep it there\n"
        );
        stops(&sandbox, EXPORT, &message);
    }
    let sandbox = with_files(&names.map(|name| (name, "mine")));
    well(&sandbox.run(&format!("{EXPORT} --force")));
    for name in names {
        assert_eq!(sandbox.read(&format!("out/{name}")), "mine");
    }
    // For a board that apio does not support, no apio.ini is written, but the user's would be used.
    let sandbox = with_files(&[("apio.ini", "[env]\n")]);
    let outcome = sandbox.run("export tictactoe --board alchitry-cu-v2 -o out");
    assert_eq!(outcome.code, 2, "{}", outcome.err);
}

#[test]
fn verilog_stops_at_a_module_of_the_user() {
    let sandbox = with_files(&[("mine.v", "module mine; endmodule\n"), ("top.v", "mine")]);
    let verilog = "verilog tictactoe --board icestick -o out";
    let message = "  × `out/top.v` is there already, and gatefall did not write it
  help: choose another folder, or add `--force` to replace it\n";
    stops(&sandbox, verilog, message);
    // The core alone has no top, and does not affect other modules.
    for _ in 0..2 {
        well(&sandbox.run("verilog tictactoe -o out"));
    }
    assert_eq!(sandbox.read("out/top.v"), "mine");
    well(&sandbox.run(&format!("{verilog} --force")));
    assert!(sandbox.read("out/top.v").contains("\nmodule top"));
    assert_eq!(sandbox.read("out/mine.v"), "module mine; endmodule\n");
    well(&sandbox.run(verilog));
}

#[test]
fn a_report_stops_at_a_page_of_the_user() {
    let sandbox = with_files(&[("page.html", "<p>mine</p>")]);
    assert_eq!(sandbox.build().code, 0);
    let report = "report matrix --board alchitry-cu --html out/page.html";
    let message = "  × `out/page.html` is there already, and gatefall did not write it
  help: choose another name, or add `--force` to replace it\n";
    stops(&sandbox, report, message);
    well(&sandbox.run(&format!("{report} --force")));
    let page = sandbox.read("out/page.html");
    well(&sandbox.run(report));
    // The same from another folder of the project, and with a new page.
    assert_eq!(
        sandbox
            .run("build matrix --board alchitry-cu --seed 2")
            .code,
        0
    );
    let report_above = report.replace("out/", "../out/");
    well(&sandbox.shell(&format!("cd boards && gatefall {report_above}")));
    assert_ne!(sandbox.read("out/page.html"), page);
    sandbox.write("out/page.html", "<p>mine</p>");
    let message = "  × `out/page.html` was changed since gatefall wrote it
  help: choose another name, or add `--force` to replace it\n";
    stops(&sandbox, report, message);
    // The user's folder contains the page only.
    assert_eq!(contents(&sandbox.path("out")).len(), 1);
}

#[test]
fn new_board_and_new_game_never_replace() {
    let sandbox = with_files(&[("board", "mine"), ("lib.rs", "")]);
    fs::create_dir_all(sandbox.path("hdl/games/src/comets")).unwrap();
    let registry = "mod role;\n\npub const GAMES: &[&Game] = &[\n];\n";
    sandbox.write("hdl/games/src/lib.rs", registry);
    sandbox.write("hdl/games/src/stars.rs", "mine");
    sandbox.write("boards/mine.toml", "mine");
    symlink("../nowhere", sandbox.path("boards/link.toml")).unwrap();
    symlink("nowhere", sandbox.path("hdl/games/src/moons")).unwrap();
    for (words, path) in [
        ("new-board mine --part hx8k-cb132", "boards/mine.toml"),
        ("new-board link --part hx8k-cb132", "boards/link.toml"),
        ("new-game comets", "hdl/games/src/comets"),
        ("new-game stars", "hdl/games/src/stars.rs"),
        ("new-game moons", "hdl/games/src/moons"),
    ] {
        let message =
            format!("  × `{path}` is there already\n  help: take another name, or remove it\n");
        stops(&sandbox, words, &message);
        let forced = sandbox.run(&format!("{words} --force"));
        assert_eq!(forced.code, 2, "{}", forced.err);
    }
    assert_eq!(sandbox.read("boards/mine.toml"), "mine");
    assert_eq!(sandbox.read("hdl/games/src/stars.rs"), "mine");
    assert_eq!(sandbox.read("hdl/games/src/lib.rs"), registry);
    assert!(!sandbox.path("nowhere").exists());
    assert_eq!(contents(&sandbox.path("hdl/games/src/comets")).len(), 0);
    assert_eq!(contents(&sandbox.path("hdl/games/src")).len(), 4);
}

#[test]
fn the_manual_goes_to_standard_output_and_to_no_file() {
    let sandbox = with_files(&[]);
    let before = contents(&sandbox.path("."));
    let outcome = sandbox.shell("cd out && gatefall man && gatefall completions bash");
    well(&outcome);
    assert!(outcome.out.contains(".SH \"GATEFALL EXPORT\""));
    assert_eq!(contents(&sandbox.path("out")).len(), 0);
    assert_eq!(contents(&sandbox.path(".")), before);
}

#[test]
fn a_link_is_the_users_and_what_it_leads_to_is_kept() {
    let sandbox = with_files(&[]);
    sandbox.write("mine", "mine");
    symlink("../mine", sandbox.path("out/Makefile")).unwrap();
    let message = "  × `out/Makefile` is there already, and gatefall did not write it
  help: choose another folder, or add `--force` to replace it\n";
    stops(&sandbox, EXPORT, message);
    well(&sandbox.run(&format!("{EXPORT} --force")));
    assert_eq!(sandbox.read("mine"), "mine");
    let kind = fs::symlink_metadata(sandbox.path("out/Makefile")).unwrap();
    assert!(kind.is_file());
    // The folder itself may be a link.
    symlink("out", sandbox.path("other")).unwrap();
    well(&sandbox.run(&EXPORT.replace("out", "other")));

    // A file named by the user is written through a link, if gatefall wrote the target.
    assert_eq!(sandbox.build().code, 0);
    symlink("mine", sandbox.path("page.html")).unwrap();
    let report = "report matrix --board alchitry-cu --html page.html";
    assert_eq!(sandbox.run(report).code, 2);
    assert_eq!(sandbox.read("mine"), "mine");
    well(&sandbox.run(&format!("{report} --force")));
    assert!(sandbox.read("mine").contains("<html"));
    well(&sandbox.run(report));
    assert!(sandbox.path("page.html").is_symlink());
}
