//! Damaged files, given to the command: it reads or refuses each of them, it ends, and no file of
//! the user is changed.

use crate::sandbox::{Sandbox, NEXTPNR};
use gatefall_games::{Params, GAMES};
use gatefall_host::Machine;
use gatefall_netlist::{Interpreter, Net, NetKind, Netlist, Port, PortDirection, Value};
use gatefall_tests::{damaged, files_below, processor_seconds, record, seed, share, Work};
use std::collections::BTreeMap;
use std::fs;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::{Path, PathBuf};

const PROJECT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
/// Sessions of the long test, each with its seed, and the damaged files of a format in one.
const SESSIONS: u64 = 100;
const FILES: u64 = 10;
/// Most are refused, at once.
const NETLISTS: u64 = 200;
/// The short test tries this part of the files.
const PART: u64 = 5;
/// Cycles of a netlist.
const CYCLES: u64 = 20;
const BUILD: &str = "build matrix --board alchitry-cu";
const RECORD: &str = "build matrix --all --board alchitry-cu --record";
const EXPORT: &str = "export matrix --board alchitry-cu -o";
const REPORT: &str = "build/alchitry-cu/matrix/report.json";
const DESIGN: &str = "build/alchitry-cu/matrix/design.json";
const MANIFEST: &str = "gatefall-manifest.sha256";
/// Files of the user; the last two are in the place of files that commands write.
const USERS: &[&str] = &[
    "notes.txt",
    "out/notes.txt",
    "changed/matrix.v",
    "page.html",
];

/// A kind of file.
struct Format {
    name: &'static str,
    /// Damaged files of a session.
    files: u64,
    /// The files that are damaged.
    texts: fn(&Desk) -> Vec<String>,
    /// Gives the file with this number to a reader. True if it is accepted.
    accepts: fn(&Desk, u64, &str) -> bool,
}

const FORMATS: &[Format] = &[
    Format {
        name: "boards",
        files: FILES,
        texts: |_| {
            let boards = files("boards", "toml");
            boards
                .into_iter()
                .filter(|text| text.contains("\ndevice = "))
                .collect()
        },
        accepts: board,
    },
    Format {
        name: "add-ons",
        files: FILES,
        texts: |_| files("boards/add-ons", "alchitry-io.toml"),
        accepts: |desk, number, text| {
            let commands = ["list", BUILD, "constraints"];
            desk.accepts(
                "boards/add-ons/alchitry-io.toml",
                text,
                one_of(&commands, number),
            )
        },
    },
    Format {
        name: "key scripts",
        files: FILES,
        texts: |_| [files("docs", "keys"), files("tests/corpus/keys", "keys")].concat(),
        accepts: |desk, number, text| {
            let games = ["arcade", "handheld", "matrix", "tictactoe"];
            script(desk, one_of(&games, number), text)
        },
    },
    Format {
        name: "replays",
        files: FILES,
        texts: |_| files("tests/corpus/replays", "keys"),
        accepts: |desk, _, text| script(desk, "arcade", text),
    },
    Format {
        name: "cases",
        files: FILES,
        texts: |_| files("tests/cases", "case"),
        accepts: case,
    },
    Format {
        name: "reports of nextpnr",
        files: FILES,
        texts: |_| files("tests/corpus/nextpnr", "json"),
        accepts: |desk, _, text| desk.builds_with("nextpnr.json", text),
    },
    Format {
        name: "placed designs",
        files: FILES,
        texts: |_| files("tests/corpus/placed", "json"),
        accepts: |desk, _, text| desk.builds_with("placed.json", text),
    },
    Format {
        name: "reports",
        files: FILES,
        texts: |desk| vec![desk.sandbox.read(REPORT)],
        accepts: |desk, number, text| report(desk, REPORT, number, text),
    },
    Format {
        name: "designs",
        files: FILES,
        texts: |desk| vec![desk.sandbox.read(DESIGN)],
        accepts: |desk, number, text| report(desk, DESIGN, number, text),
    },
    Format {
        name: "records of checks",
        files: FILES,
        texts: |_| files("docs", "verification.json"),
        accepts: |desk, _, text| desk.accepts("docs/verification.json", text, "soak --page"),
    },
    Format {
        name: "records of modules",
        files: FILES,
        texts: |_| files("docs", "modules.json"),
        accepts: |desk, _, text| {
            let command = "report matrix --board alchitry-cu --record";
            desk.accepts("docs/modules.json", text, command)
        },
    },
    Format {
        name: "records of builds",
        files: FILES,
        texts: |_| files("docs", "builds.json"),
        accepts: |desk, _, text| desk.accepts("docs/builds.json", text, RECORD),
    },
    Format {
        name: "records of speeds",
        files: FILES,
        texts: |_| files("docs", "bench.json"),
        accepts: |desk, _, text| desk.accepts("docs/bench.json", text, RECORD),
    },
    Format {
        name: "records of the page",
        files: FILES,
        texts: |_| files("docs", "web.json"),
        accepts: |desk, _, text| desk.accepts("docs/web.json", text, RECORD),
    },
    Format {
        name: "manifests",
        files: FILES,
        texts: |desk| vec![desk.sandbox.read(&format!("out/{MANIFEST}"))],
        accepts: manifest,
    },
    Format {
        name: "netlists",
        files: NETLISTS,
        texts: netlists,
        accepts: |_, _, text| netlist(text),
    },
];

/// The texts of the project's files in a folder whose names end so.
fn files(folder: &str, end: &str) -> Vec<String> {
    let mut files = files_below(&Path::new(PROJECT).join(folder));
    files.retain(|file| file.to_string_lossy().ends_with(end));
    let read = |file| fs::read_to_string(file).unwrap();
    files.into_iter().map(read).collect()
}

/// Netlists of games, and small ones.
fn netlists(_: &Desk) -> Vec<String> {
    let games = ["matrix", "tictactoe"].map(|name| {
        let game = GAMES.iter().find(|game| game.name == name).unwrap();
        let params = Params {
            colour_bits: 3,
            ..game.params()
        };
        let block = (game.build)(&params).unwrap();
        let netlist = gatefall_lower::netlist(block.as_ref(), name).unwrap();
        netlist.to_text()
    });
    let mut netlists = files("tests/corpus/netlists", "netlist");
    netlists.extend(games);
    netlists
}

/// Names and contents of files.
type Files = BTreeMap<String, Vec<u8>>;

/// A project that was built and exported, with files of the user.
struct Desk {
    sandbox: Sandbox,
    all: Files,
}

impl Desk {
    fn new() -> Desk {
        let sandbox = Sandbox::with_tools();
        sandbox.stand_in("cp", "exec /bin/cp \"$@\"");
        // nextpnr gives a file of the user, if it is there.
        let given = |name: &str| {
            let file = sandbox.path(name).display().to_string();
            format!("\n[ ! -e '{file}' ] || cp '{file}' {name}")
        };
        let nextpnr = [NEXTPNR, &given("nextpnr.json"), &given("placed.json")].concat();
        sandbox.stand_in("nextpnr-ice40", &nextpnr);
        for command in [
            BUILD,
            &format!("{EXPORT} out"),
            &format!("{EXPORT} changed"),
        ] {
            let outcome = sandbox.run(command);
            assert_eq!(outcome.code, 0, "{}", outcome.err);
        }
        for file in USERS {
            sandbox.write(file, "of the user\n");
        }
        let all = read_all(&sandbox);
        Desk { sandbox, all }
    }

    /// The files of each format that are damaged.
    fn texts(&self) -> Vec<Vec<String>> {
        FORMATS.iter().map(|format| (format.texts)(self)).collect()
    }

    /// Puts a damaged file into its place and runs the command. True if it succeeds.
    fn accepts(&self, file: &str, text: &str, command: &str) -> bool {
        let sandbox = &self.sandbox;
        fs::create_dir_all(sandbox.path(file).parent().unwrap()).unwrap();
        sandbox.write(file, text);
        let outcome = sandbox.run(command);
        let is_accepted = outcome.code == 0;
        let told = format!("`{command}` ends with {}: {}", outcome.code, outcome.err);
        assert!((0..=2).contains(&outcome.code), "{told}");
        assert!(is_accepted || outcome.err.contains("  × "), "{told}");

        let now = read_all(sandbox);
        for (name, bytes) in &self.all {
            let is_users = name.starts_with("boards") || USERS.contains(&name.as_str());
            let is_kept = name == file || now.get(name) == Some(bytes);
            assert!(!is_users || is_kept, "{told}\nlost {name}");
        }
        // A record, report or manifest that was read may be written again.
        let is_ours = file.starts_with("build/") || file.starts_with("docs/");
        let may_change = is_accepted && (is_ours || file.ends_with(MANIFEST));
        let is_kept = now.get(file).is_some_and(|now| now == text.as_bytes());
        assert!(may_change || is_kept, "{told}\nlost it");
        let is_left = |name: &&String| name.starts_with("temporary") || name.ends_with(".partial");
        assert_eq!(now.keys().find(is_left), None, "{told}");
        self.put_back(&now);
        is_accepted
    }

    /// Builds with this file from nextpnr.
    fn builds_with(&self, file: &str, text: &str) -> bool {
        fs::remove_dir_all(self.sandbox.path("build")).unwrap();
        self.accepts(file, text, BUILD)
    }

    /// Makes all files what they were at the start.
    fn put_back(&self, now: &Files) {
        for (name, bytes) in now {
            if self.all.get(name) != Some(bytes) {
                fs::remove_file(self.sandbox.path(name)).unwrap();
            }
        }
        for (name, bytes) in &self.all {
            if now.get(name) != Some(bytes) {
                let path = self.sandbox.path(name);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, bytes).unwrap();
            }
        }
    }
}

/// The files of a project without its programs.
fn read_all(sandbox: &Sandbox) -> Files {
    let root = sandbox.path("");
    let file = |path: PathBuf| {
        let name = path.strip_prefix(&root).unwrap().to_str().unwrap();
        (!name.starts_with("bin/")).then(|| (name.to_owned(), fs::read(&path).unwrap()))
    };
    files_below(&root).into_iter().filter_map(file).collect()
}

fn board(desk: &Desk, number: u64, text: &str) -> bool {
    let commands = [
        "list",
        "verilog matrix --board damaged -o verilog",
        "build matrix --board damaged",
        "export matrix --board damaged -o exported",
        "constraints",
    ];
    desk.accepts("boards/damaged.toml", text, one_of(&commands, number))
}

fn script(desk: &Desk, game: &str, text: &str) -> bool {
    let command = format!("sim {game} --keys damaged.keys --for 4ms");
    desk.accepts("damaged.keys", text, &command)
}

fn case(desk: &Desk, _: u64, text: &str) -> bool {
    desk.accepts("damaged.case", text, "verify arcade --replay damaged.case")
}

/// A file of a build.
fn report(desk: &Desk, file: &str, number: u64, text: &str) -> bool {
    let commands = [
        "report matrix --board alchitry-cu",
        "report matrix --board alchitry-cu --html new.html",
        "report matrix --board alchitry-cu --html page.html",
        "report --compare build/alchitry-cu/matrix build/alchitry-cu/matrix",
        BUILD,
    ];
    desk.accepts(file, text, one_of(&commands, number))
}

/// Half of the exports are into a folder with a file that was changed, and stop.
fn manifest(desk: &Desk, number: u64, text: &str) -> bool {
    let folder = one_of(&["out", "changed"], number);
    let file = format!("{folder}/{MANIFEST}");
    let is_accepted = desk.accepts(&file, text, &format!("{EXPORT} {folder}"));
    assert!(!is_accepted || folder == "out", "{text}");
    is_accepted
}

/// A netlist does in the simulator what it does in the interpreter, whatever its inputs are.
fn netlist(text: &str) -> bool {
    let Ok(netlist) = Netlist::from_text(text) else {
        return false;
    };
    let (Ok(mut fast), Ok(mut slow)) = (Machine::new(&netlist), Interpreter::new(&netlist)) else {
        return false;
    };
    let module = &netlist.modules[netlist.top];
    let is_input = |port: &&Port| port.direction == PortDirection::Input;
    let inputs = module.ports.iter().filter(is_input);
    let inputs = inputs.map(|port| &module.nets[port.net]);
    let inputs: Vec<&Net> = inputs.filter(|net| net.kind != NetKind::Clock).collect();
    let mut random = 1_u128;
    for cycle in 0..CYCLES {
        for input in &inputs {
            random = random.wrapping_mul(0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645) + 1;
            let value = Value::new(input.width, random.rotate_left(64));
            fast.poke_value(&input.name, &value).unwrap();
            slow.poke(&input.name, value.bits().clone()).unwrap();
        }
        for name in fast.matching("*").unwrap() {
            let (fast, slow) = (fast.peek_value(&name).unwrap(), slow.peek(&name).unwrap());
            assert_eq!(fast, slow, "`{name}` after {cycle} cycles");
        }
        fast.run(1);
        slow.step();
    }
    true
}

fn one_of<'a>(all: &[&'a str], number: u64) -> &'a str {
    all[number as usize % all.len()]
}

/// Numbers of damaged files, and of those that were accepted.
#[derive(Clone, Copy, Default)]
struct Count {
    files: u64,
    accepted: u64,
}

type Counts = [Count; FORMATS.len()];

/// Tries a part of the damaged files of a session.
fn session(desk: &Desk, texts: &[Vec<String>], seed: u64, part: u64, counts: &mut Counts) {
    for ((format, texts), count) in FORMATS.iter().zip(texts).zip(counts) {
        for number in 0..format.files / part {
            let seed = seed.wrapping_mul(NETLISTS).wrapping_add(number);
            let text = damaged(texts, seed);
            let accepts = || (format.accepts)(desk, number, &text);
            let is_accepted = catch_unwind(AssertUnwindSafe(accepts))
                .unwrap_or_else(|_| panic!("{} {seed}:\n{text}", format.name));
            count.files += 1;
            count.accepted += u64::from(is_accepted);
        }
    }
}

#[test]
fn files_that_are_not_damaged_are_accepted() {
    let desk = Desk::new();
    for (format, texts) in FORMATS.iter().zip(desk.texts()) {
        let text = texts.first().unwrap();
        assert!((format.accepts)(&desk, 0, text), "{}:\n{text}", format.name);
    }
}

#[test]
fn damaged_files_are_read_or_refused() {
    let desk = Desk::new();
    session(&desk, &desk.texts(), 1, PART, &mut Counts::default());
}

#[test]
#[ignore = "takes a quarter of an hour"]
fn many_damaged_files_are_read_or_refused() {
    let work = Work::wanted();
    let first = seed(1);
    let sessions = work.part(SESSIONS);
    let seeds: Vec<u64> = sessions.map(|number| first.wrapping_add(number)).collect();
    let parts = share(&seeds, |seeds| {
        let desk = Desk::new();
        let texts = desk.texts();
        let (mut sessions, mut counts) = (0, Counts::default());
        for &seed in seeds.take_while(|_| !work.is_over()) {
            session(&desk, &texts, seed, 1, &mut counts);
            sessions += 1;
        }
        (sessions, counts)
    });
    let sessions = parts.iter().map(|(sessions, _)| sessions).sum();
    let mut all = Count::default();
    for (index, format) in FORMATS.iter().enumerate() {
        let files: u64 = parts.iter().map(|(_, counts)| counts[index].files).sum();
        let accepted = parts.iter().map(|(_, counts)| counts[index].accepted);
        let accepted: u64 = accepted.sum();
        println!("{}: {accepted} of {files} accepted", format.name);
        let is_few = files < 20 * FILES;
        assert!(
            is_few || accepted > 0 && accepted < files,
            "{}",
            format.name
        );
        all.files += files;
        all.accepted += accepted;
    }
    record(
        "",
        &[
            ("sessions", sessions),
            ("files", all.files),
            ("accepted files", all.accepted),
            ("seconds of processor time", processor_seconds()),
        ],
    );
}
