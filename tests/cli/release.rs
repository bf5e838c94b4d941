//! Tests of `release`: with stand-ins for the tools, and of one board with the real tools.

use crate::flash::{icepack, WIDTH_8K};
use crate::sandbox::{Sandbox, NEXTPNR, PROGRAM};
use gatefall_tests::{has_programs, run};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Files of the project that the site is made of.
const SOURCES: [&str; 9] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs",
    "generators",
    "hdl",
    "sim",
    "tests",
];

/// A checkout with tools that build every game but the handheld, which is too large.
fn checkout() -> Sandbox {
    let sandbox = Sandbox::with_tools();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for name in SOURCES {
        let from = root.join(name).canonicalize().unwrap();
        std::os::unix::fs::symlink(from, sandbox.path(name)).unwrap();
    }
    let too_large = r#"
case "$(cd ..; echo *.pcf)" in
  handheld*) printf 'Info: \t ICESTORM_LC:  9000/ 7680   117%%\nERROR: no\n'; exit 255 ;;
esac"#;
    let (version, work) = NEXTPNR.split_once("echo nextpnr").unwrap();
    // 100 MHz through the PLL of the board.
    let clock = "case $(cd ..; echo *.pcf) in arcade*) mhz=25.0 ;; *) mhz=16.015625 ;; esac";
    let work = work.replace("25.0}", "'$mhz'}");
    let script = format!("{version}{too_large}\n{clock}\necho nextpnr{work}");
    sandbox.stand_in("nextpnr-ice40", &script);
    sandbox.stand_in("icepack", &icepack(WIDTH_8K));
    sandbox
}

/// Names of all files in a folder and its folder `play`, without the manifests.
fn names(folder: &Path) -> BTreeSet<String> {
    let of = |folder: &Path, start: &str| {
        let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
        let files = entries.filter(|entry| entry.path().is_file());
        let names = files.map(|entry| entry.file_name().into_string().unwrap());
        let names = names.filter(|name| name != "gatefall-manifest.sha256");
        names
            .map(|name| format!("{start}{name}"))
            .collect::<Vec<_>>()
    };
    let play = of(&folder.join("play"), "play/");
    of(folder, "").into_iter().chain(play).collect()
}

/// Checks that `SHA256SUMS` has every other file with its hash.
fn check_sums(folder: &Path) {
    let text = fs::read_to_string(folder.join("SHA256SUMS")).unwrap();
    let listed = text.lines().map(|line| line.split_once("  ").unwrap().1);
    let listed: BTreeSet<String> = listed.map(str::to_owned).collect();
    let mut there = names(folder);
    assert!(there.remove("SHA256SUMS"));
    assert_eq!(listed, there);
    let mut command = Command::new("sha256sum");
    let command = command.args(["--check", "--quiet", "--strict", "SHA256SUMS"]);
    let output = run(command.current_dir(folder), 1);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.is_empty(), "{said}");
}

/// Relative addresses in the page, each of which must be a file.
fn check_links(folder: &Path) -> Vec<String> {
    let page = fs::read_to_string(folder.join("index.html")).unwrap();
    let links = page.split("href=\"").skip(1);
    let links = links.map(|rest| rest.split('"').next().unwrap().to_owned());
    let links: Vec<String> = links.collect();
    for link in &links {
        let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
        let file = if file.is_empty() { "index.html" } else { file };
        let target = fs::read_to_string(folder.join(file));
        let is_there = match target {
            Ok(text) => anchor.is_empty() || text.contains(&format!("id=\"{anchor}\"")),
            // A bitstream is no text.
            Err(_) => folder.join(file).is_file() && anchor.is_empty(),
        };
        assert!(is_there, "{link}");
    }
    links
}

#[test]
fn a_release_has_files_checksums_and_a_page_that_says_what_goes_where() {
    let sandbox = checkout();
    // A file of an earlier release, which the present one does not have.
    fs::create_dir(sandbox.path("out")).unwrap();
    sandbox.write("out/old.bin", "");
    let hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let manifest = format!("{hash}  old.bin\n");
    sandbox.write("out/gatefall-manifest.sha256", &manifest);
    let words = "release --out out --board alchitry-cu";
    let outcome = sandbox.run(words);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert!(!sandbox.path("out/old.bin").exists());
    assert_eq!(
        outcome.out,
        "3 bitstreams and the site in out; 1 left out\n"
    );
    let out = sandbox.path("out");
    check_sums(&out);
    let links = check_links(&out);
    let bitstreams: Vec<String> = names(&out)
        .into_iter()
        .filter(|name| name.ends_with(".bin") && !name.contains("/"))
        .collect();
    insta::assert_debug_snapshot!(bitstreams);
    assert!(
        bitstreams.iter().all(|name| links.contains(name)),
        "{links:?}"
    );
    assert!(out.join("play/arcade.wasm").is_file());
    let version = format!("# gatefall {}", env!("CARGO_PKG_VERSION"));
    let readme = sandbox.read("out/README.md");
    assert!(readme.starts_with(&version), "{readme}");
    insta::assert_snapshot!(readme.split_once('\n').unwrap().1);

    // A repeated release is the same.
    let before = names(&out);
    fs::remove_file(sandbox.path("build/alchitry-cu/matrix/report.json")).unwrap();
    assert_eq!(sandbox.run(words).code, 0);
    assert_eq!(names(&out), before);
    check_sums(&out);
}

#[test]
fn a_folder_with_other_files_is_refused_before_anything_is_built() {
    let sandbox = checkout();
    fs::create_dir(sandbox.path("out")).unwrap();
    sandbox.write("out/notes.txt", "mine");
    let outcome = sandbox.run("release --out out --board alchitry-cu");
    assert_eq!((outcome.code, outcome.out.as_str()), (2, ""));
    insta::assert_snapshot!(outcome.err);
    assert_eq!(fs::read_dir(sandbox.path("out")).unwrap().count(), 1);
    assert!(!sandbox.path("build").exists());
}

#[test]
fn after_a_failed_build_nothing_is_written() {
    let sandbox = checkout();
    sandbox.stand_in("icepack", "echo broken; exit 1");
    let outcome = sandbox.run("release --out out --board alchitry-cu");
    assert_eq!((outcome.code, outcome.out.as_str()), (1, ""));
    assert!(
        outcome.err.contains("3 of 4 builds failed"),
        "{}",
        outcome.err
    );
    assert!(!sandbox.path("out").exists());
    let unknown = sandbox.run("release --board none");
    assert_eq!(unknown.code, 2, "{}", unknown.err);
}

#[test]
fn a_real_board_gets_bitstreams_that_its_programmer_takes() {
    let test = "a_real_board_gets_bitstreams_that_its_programmer_takes";
    let programs = [
        ("yosys", "yosys"),
        ("nextpnr-ice40", "nextpnr-ice40"),
        ("icepack", "fpga-icestorm"),
        ("iceunpack", "fpga-icestorm"),
    ];
    if !has_programs(test, &programs) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(PROGRAM);
    command.args([
        "release",
        "--board",
        "alchitry-cu",
        "--tools",
        "native",
        "--out",
    ]);
    // In the project, so that the build cache is used.
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let output = run(command.arg(folder.path()).current_dir(root), 80);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    check_sums(folder.path());
    check_links(folder.path());
    let readme = fs::read_to_string(folder.path().join("README.md")).unwrap();
    assert!(
        readme.contains("iceprog alchitry-cu-tictactoe.bin\n"),
        "{readme}"
    );
    let bitstream = folder.path().join("alchitry-cu-matrix.bin");
    let unpacked = run(Command::new("iceunpack").arg(bitstream), 1);
    let text = String::from_utf8_lossy(&unpacked.stdout);
    assert!(
        unpacked.status.success() && text.contains("\n.device 8k\n"),
        "{errors}"
    );
}
