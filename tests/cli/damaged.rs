//! Damaged files, given to the command: it reads or refuses each of them, it ends, and no file of
//! the user is changed.

use crate::flash::{icepack, WIDTH_8K};
use crate::sandbox::{Outcome, Sandbox, NEXTPNR, YOSYS};
use gatefall_games::{Params, GAMES};
use gatefall_host::Machine;
use gatefall_netlist::{Interpreter, Net, NetKind, Netlist, Port, PortDirection, Value};
use gatefall_tests::{
    damaged, files_below, kept_seeds, processor_seconds, record, seed, share, shown, watched,
    with_seed, Work,
};
use gatefall_verilog::Docs;
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
const FLASH: &str = "flash matrix --board alchitry-cu";
const HTML: &str = "report matrix --board alchitry-cu --html";
const REPORT: &str = "build/alchitry-cu/matrix/report.json";
const DESIGN: &str = "build/alchitry-cu/matrix/design.json";
const BITSTREAM: &str = "build/alchitry-cu/matrix/matrix.bin";
const PINS: &str = "constraints/alchitry-cu/matrix.pcf";
const REGISTRY: &str = "hdl/games/src/lib.rs";
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
    sources: fn(&Desk) -> Vec<Source>,
    /// Gives a damaged file to a reader. True if it is accepted.
    accepts: fn(&Desk, &Damaged) -> bool,
}

/// A file that is damaged.
#[derive(Clone)]
struct Source {
    /// Its path in the project.
    name: String,
    bytes: Vec<u8>,
}

impl AsRef<[u8]> for Source {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

struct Damaged<'a> {
    /// Its number among the files of the format.
    number: u64,
    /// Path of the file that it was.
    name: &'a str,
    bytes: &'a [u8],
}

const FORMATS: &[Format] = &[
    Format {
        name: "boards",
        files: FILES,
        sources: |_| {
            let mut boards = files("boards", "toml");
            boards.retain(|board| !board.name.starts_with("boards/add-ons"));
            boards
        },
        accepts: board,
    },
    Format {
        name: "add-ons",
        files: FILES,
        sources: |_| files("boards/add-ons", "toml"),
        accepts: |desk, file| {
            let command = one_of(&["list", BUILD, "constraints"], file.number);
            desk.accepts(file.name, file.bytes, command)
        },
    },
    Format {
        name: "key scripts",
        files: FILES,
        sources: |_| [files("docs", "keys"), files("tests/corpus/keys", "keys")].concat(),
        accepts: script,
    },
    Format {
        name: "replays",
        files: FILES,
        sources: replays,
        accepts: script,
    },
    Format {
        name: "flashes",
        files: FILES,
        sources: |_| files("tests/corpus/flashes", "flash"),
        accepts: |desk, file| {
            let name = "damaged.flash";
            let command = format!("sim arcade --flash {name} --for 20ms");
            desk.accepts(name, file.bytes, &command)
        },
    },
    Format {
        name: "cases",
        files: FILES,
        sources: |_| files("tests/cases", "case"),
        accepts: |desk, file| {
            let command = "verify arcade --replay damaged.case";
            desk.accepts("damaged.case", file.bytes, command)
        },
    },
    Format {
        name: "registries of games",
        files: FILES,
        sources: |desk| vec![desk.source(REGISTRY)],
        accepts: |desk, file| {
            let is_accepted = desk.accepts(REGISTRY, file.bytes, "new-game damaged");
            let folder = desk.sandbox.path("hdl/games/src/damaged");
            assert_eq!(folder.exists(), is_accepted, "{}", folder.display());
            let _ = fs::remove_dir(folder);
            is_accepted
        },
    },
    Format {
        name: "reports of nextpnr",
        files: FILES,
        sources: |_| files("tests/corpus/nextpnr", "json"),
        accepts: |desk, file| desk.builds_with("nextpnr.json", file.bytes),
    },
    Format {
        name: "placed designs",
        files: FILES,
        sources: |_| files("tests/corpus/placed", "json"),
        accepts: |desk, file| desk.builds_with("placed.json", file.bytes),
    },
    Format {
        name: "output of tools",
        files: FILES,
        sources: |_| files("tests/corpus/logs", "log"),
        // The last two tools fail after their output.
        accepts: |desk, file| {
            let tools = ["yosys.log", "nextpnr.log", "yosys.failed", "nextpnr.failed"];
            desk.builds_with(one_of(&tools, file.number), file.bytes)
        },
    },
    Format {
        name: "reports",
        files: FILES,
        sources: |desk| vec![desk.source(REPORT)],
        accepts: report,
    },
    Format {
        name: "designs",
        files: FILES,
        sources: |desk| vec![desk.source(DESIGN)],
        accepts: report,
    },
    Format {
        name: "results in the cache",
        files: FILES,
        sources: |desk| {
            let mut names: Vec<&String> = desk.all.keys().collect();
            let is_checked = |name: &str| name.ends_with("report.json") || name.ends_with(".bin");
            names.retain(|name| name.starts_with("build/cache") && is_checked(name));
            names.into_iter().map(|name| desk.source(name)).collect()
        },
        // The command builds again what it refuses.
        accepts: |desk, file| {
            fs::remove_dir_all(desk.sandbox.path("build/alchitry-cu")).unwrap();
            let outcome = desk.outcome(file.name, file.bytes, BUILD);
            outcome.is_some_and(|outcome| !outcome.err.contains("synthesise"))
        },
    },
    Format {
        name: "bitstreams",
        files: FILES,
        sources: |desk| vec![desk.source(BITSTREAM)],
        accepts: |desk, file| desk.accepts(BITSTREAM, file.bytes, FLASH),
    },
    Format {
        name: "constraints",
        files: FILES,
        sources: |desk| vec![desk.source(PINS)],
        accepts: |desk, file| {
            let command = one_of(&[BUILD, "constraints"], file.number);
            desk.accepts(PINS, file.bytes, command)
        },
    },
    Format {
        name: "records of checks",
        files: FILES,
        sources: |_| files("docs", "verification.json"),
        accepts: |desk, file| desk.accepts(file.name, file.bytes, "soak --page"),
    },
    Format {
        name: "records of modules",
        files: FILES,
        sources: |_| files("docs", "modules.json"),
        accepts: |desk, file| {
            let command = "report matrix --board alchitry-cu --record";
            desk.accepts(file.name, file.bytes, command)
        },
    },
    Format {
        name: "records of builds, speeds and the page",
        files: 3 * FILES,
        sources: |_| {
            ["builds.json", "bench.json", "web.json"]
                .map(|name| files("docs", name))
                .concat()
        },
        accepts: |desk, file| desk.accepts(file.name, file.bytes, RECORD),
    },
    Format {
        name: "manifests",
        files: FILES,
        sources: |desk| vec![desk.source(&format!("out/{MANIFEST}"))],
        accepts: manifest,
    },
    Format {
        name: "manifests of single files",
        files: FILES,
        sources: |desk| vec![desk.source(&format!("build/{MANIFEST}"))],
        accepts: |desk, file| {
            let page = one_of(&["ours.html", "page.html", "new.html"], file.number);
            let is_accepted = desk.accepts(file.name, file.bytes, &format!("{HTML} {page}"));
            assert!(!is_accepted || page != "page.html");
            is_accepted
        },
    },
    Format {
        name: "netlists",
        files: NETLISTS,
        sources: netlists,
        accepts: |_, file| watched(file.bytes, || netlist(file.bytes)),
    },
];

/// The project's files in a folder whose names end so.
fn files(folder: &str, end: &str) -> Vec<Source> {
    let mut files = files_below(&Path::new(PROJECT).join(folder));
    files.retain(|file| file.to_string_lossy().ends_with(end));
    let source = |path: PathBuf| Source {
        name: path.strip_prefix(PROJECT).unwrap().display().to_string(),
        bytes: fs::read(path).unwrap(),
    };
    files.into_iter().map(source).collect()
}

/// Files as `gatefall web` writes them, some with the hash of the circuit that they are of.
fn replays(desk: &Desk) -> Vec<Source> {
    let mut replays = files("tests/corpus/replays", "keys");
    for replay in &mut replays {
        if replay.name.ends_with("matrix.keys") {
            let circuit = desk.circuit("matrix");
            replay
                .bytes
                .splice(..0, format!("circuit {circuit}\n").bytes());
        }
    }
    replays
}

/// Netlists of games, and small ones.
fn netlists(_: &Desk) -> Vec<Source> {
    let games = ["matrix", "tictactoe"].map(|name| {
        let game = GAMES.iter().find(|game| game.name == name).unwrap();
        let params = Params {
            colour_bits: 3,
            ..game.params()
        };
        let block = (game.build)(&params).unwrap();
        let netlist = gatefall_lower::netlist(block.as_ref(), name).unwrap();
        Source {
            name: name.to_owned(),
            bytes: netlist.to_text().into_bytes(),
        }
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
        sandbox.stand_in("cat", "exec /bin/cat \"$@\"");
        sandbox.stand_in("icepack", &icepack(WIDTH_8K));
        sandbox.stand_in("iceprog", "exit 0");
        // The tools give files of the user, if they are there.
        let path = |name: &str| sandbox.path(name).display().to_string();
        let given = |name: &str| {
            let file = path(name);
            format!("\n[ ! -e '{file}' ] || cp '{file}' {name}")
        };
        let printed = |tool: &str| {
            let [log, failed] = ["log", "failed"].map(|end| path(&format!("{tool}.{end}")));
            format!(
                "
[ ! -e '{log}' ] || cat '{log}'
[ ! -e '{failed}' ] || {{ cat '{failed}'; exit 1; }}"
            )
        };
        let yosys = [YOSYS, &printed("yosys")].concat();
        let given = ["nextpnr.json", "placed.json"].map(given).concat();
        let nextpnr = [NEXTPNR, &printed("nextpnr"), &given].concat();
        sandbox.stand_in("yosys", &yosys);
        sandbox.stand_in("nextpnr-ice40", &nextpnr);
        fs::create_dir_all(sandbox.path("hdl/games/src")).unwrap();
        fs::copy(Path::new(PROJECT).join(REGISTRY), sandbox.path(REGISTRY)).unwrap();
        for command in [
            "constraints",
            BUILD,
            &format!("{EXPORT} out"),
            &format!("{EXPORT} changed"),
            &format!("{HTML} ours.html"),
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
    fn sources(&self) -> Vec<Vec<Source>> {
        let sources = |format: &Format| (format.sources)(self);
        FORMATS.iter().map(sources).collect()
    }

    /// A file of this project.
    fn source(&self, name: &str) -> Source {
        Source {
            name: name.to_owned(),
            bytes: self.sandbox.bytes(name),
        }
    }

    /// The hash of a game's circuit. The message about another one has it.
    fn circuit(&self, game: &str) -> String {
        self.sandbox.write("hash.keys", "circuit 0\n");
        let outcome = self.sandbox.run(&format!("sim {game} --keys hash.keys"));
        fs::remove_file(self.sandbox.path("hash.keys")).unwrap();
        let hash = outcome.err.split('`').nth(1);
        hash.expect("the circuit has another hash").to_owned()
    }

    /// Puts a damaged file into its place and runs the command. True if it succeeds.
    fn accepts(&self, file: &str, bytes: &[u8], command: &str) -> bool {
        self.outcome(file, bytes, command).is_some()
    }

    /// Puts a damaged file into its place and runs the command. Returns its outcome if it succeeds.
    fn outcome(&self, file: &str, bytes: &[u8], command: &str) -> Option<Outcome> {
        let sandbox = &self.sandbox;
        fs::create_dir_all(sandbox.path(file).parent().unwrap()).unwrap();
        sandbox.write(file, bytes);
        let outcome = sandbox.run(command);
        let is_accepted = outcome.code == 0;
        let told = format!("`{command}` ends with {}: {}", outcome.code, outcome.err);
        assert!((0..=2).contains(&outcome.code), "{told}");
        assert!(is_accepted || outcome.err.contains("  × "), "{told}");
        // They would change what a terminal shows.
        let is_hidden = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
        assert!(!outcome.err.contains(is_hidden), "{told}");

        let now = read_all(sandbox);
        for (name, before) in &self.all {
            let is_source = name.starts_with("boards") || name.starts_with("hdl");
            let is_users = is_source || USERS.contains(&name.as_str());
            let is_kept = name == file || now.get(name) == Some(before);
            assert!(!is_users || is_kept, "{told}\nlost {name}");
        }
        // A record, report or manifest that was read may be written again, and so may a flash and
        // the list of the games.
        let of_both = [MANIFEST, REGISTRY, ".flash"];
        let mut of_ours = ["build/", "constraints/", "docs/"].into_iter();
        let is_ours = of_ours.any(|folder| file.starts_with(folder));
        let is_of_both = of_both.into_iter().any(|end| file.ends_with(end));
        let may_change = is_accepted && (is_ours || is_of_both);
        let is_kept = now.get(file).is_some_and(|now| now == bytes);
        assert!(may_change || is_kept, "{told}\nlost it");
        let is_left = |name: &&String| name.starts_with("temporary") || name.ends_with(".partial");
        assert_eq!(now.keys().find(is_left), None, "{told}");
        self.put_back(&now);
        is_accepted.then_some(outcome)
    }

    /// Builds with this file from nextpnr.
    fn builds_with(&self, file: &str, bytes: &[u8]) -> bool {
        fs::remove_dir_all(self.sandbox.path("build")).unwrap();
        self.accepts(file, bytes, BUILD)
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

fn board(desk: &Desk, file: &Damaged) -> bool {
    let commands = [
        "list",
        "verilog matrix --board damaged -o verilog",
        "build matrix --board damaged",
        "export matrix --board damaged -o exported",
        "constraints",
    ];
    let command = one_of(&commands, file.number);
    desk.accepts("boards/damaged.toml", file.bytes, command)
}

/// A script or replay of the game that its name begins with, or else of the arcade.
fn script(desk: &Desk, file: &Damaged) -> bool {
    let name = file.name.rsplit('/').next().unwrap();
    let mut games = ["handheld", "matrix", "tictactoe", "selftest"].into_iter();
    let game = games.find(|game| name.starts_with(game));
    let game = game.unwrap_or("arcade");
    let command = format!("sim {game} --keys damaged.keys --for 4ms");
    desk.accepts("damaged.keys", file.bytes, &command)
}

/// A file of a build.
fn report(desk: &Desk, file: &Damaged) -> bool {
    let commands = [
        "report matrix --board alchitry-cu",
        "report matrix --board alchitry-cu --html new.html",
        "report matrix --board alchitry-cu --html page.html",
        "report --compare build/alchitry-cu/matrix build/alchitry-cu/matrix",
        BUILD,
        FLASH,
    ];
    desk.accepts(file.name, file.bytes, one_of(&commands, file.number))
}

/// Half of the exports are into a folder with a file that was changed, and stop.
fn manifest(desk: &Desk, file: &Damaged) -> bool {
    let folder = one_of(&["out", "changed"], file.number);
    let name = format!("{folder}/{MANIFEST}");
    let is_accepted = desk.accepts(&name, file.bytes, &format!("{EXPORT} {folder}"));
    assert!(!is_accepted || folder == "out");
    is_accepted
}

/// A netlist does in the simulator what it does in the interpreter, whatever its inputs are. Its
/// text is read back, and it can be written as Verilog.
fn netlist(bytes: &[u8]) -> bool {
    let Ok(Ok(netlist)) = str::from_utf8(bytes).map(Netlist::from_text) else {
        return false;
    };
    if netlist.verify().is_err() {
        return false;
    }
    let text = netlist.to_text();
    assert_eq!(Netlist::from_text(&text).unwrap().to_text(), text);
    gatefall_verilog::text(&netlist, &Docs::default());
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
fn session(desk: &Desk, sources: &[Vec<Source>], seed: u64, part: u64, counts: &mut Counts) {
    for ((format, sources), count) in FORMATS.iter().zip(sources).zip(counts) {
        for number in 0..format.files / part {
            let seed = seed.wrapping_mul(NETLISTS).wrapping_add(number);
            let (Source { name, .. }, bytes) = &damaged(sources, seed);
            let file = Damaged {
                number,
                name,
                bytes,
            };
            let accepts = || (format.accepts)(desk, &file);
            let is_accepted = catch_unwind(AssertUnwindSafe(accepts))
                .unwrap_or_else(|_| panic!("{}, {name}, {seed}:\n{}", format.name, shown(bytes)));
            count.files += 1;
            count.accepted += u64::from(is_accepted);
        }
    }
}

/// Gives files to their readers as they are.
fn all_are_accepted<'a>(desk: &Desk, format: &Format, sources: impl Iterator<Item = &'a Source>) {
    for source in sources {
        let file = Damaged {
            number: 0,
            name: &source.name,
            bytes: &source.bytes,
        };
        let is_accepted = (format.accepts)(desk, &file);
        assert!(is_accepted, "{}: {}", format.name, source.name);
    }
}

#[test]
fn files_that_are_not_damaged_are_accepted() {
    let desk = Desk::new();
    for (format, sources) in FORMATS.iter().zip(desk.sources()) {
        assert!(!sources.is_empty(), "{}", format.name);
        all_are_accepted(&desk, format, sources.iter().take(1));
    }
}

#[test]
fn a_file_that_is_not_utf_8_is_refused_with_its_line_and_a_help() {
    let sandbox = Sandbox::with_tools();
    assert_eq!(sandbox.build().code, 0);
    fs::create_dir_all(sandbox.path("docs")).unwrap();
    fs::create_dir_all(sandbox.path("hdl/games/src")).unwrap();
    let no_text = "line 3 is not UTF-8\n  help: save it as UTF-8, or restore an older one";
    let no_json =
        "invalid unicode code point at line 3 column 2\n  help: restore an older one, or \
        remove it";
    let no_report = "invalid unicode code point at line 3 column 2\n  help: build it again";
    for (file, command, end) in [
        (
            "boards/icestick.toml",
            "verilog matrix --board icestick",
            no_text,
        ),
        (REGISTRY, "new-game damaged", no_text),
        ("x.case", "verify arcade --replay x.case", no_text),
        ("docs/verification.json", "soak --page", no_json),
        (REPORT, "report matrix --board alchitry-cu", no_report),
    ] {
        sandbox.write(file, b"\n\n\"\xe9\"\n");
        let outcome = sandbox.run(command);
        assert!((1..=2).contains(&outcome.code), "{}", outcome.err);
        let is_named = outcome.err.contains(&format!("{file}`: "));
        let is_whole = outcome.err.trim_end().ends_with(end);
        assert!(is_named && is_whole, "{}", outcome.err);
    }
}

#[test]
fn of_a_very_long_line_only_the_place_of_the_mistake_is_shown() {
    let sandbox = Sandbox::with_tools();
    let word = "a".repeat(100_000);
    let comment = "\u{e4}".repeat(100_000);
    let board = ("boards/x.toml", "verilog matrix --board x");
    let keys = ("x.keys", "sim matrix --keys x.keys");
    for ((file, command), text, place) in [
        (board, format!("pad = \"{word}\" wrong\n"), "1:100010"),
        (board, format!("pad = a{}\n", ".a".repeat(100_000)), "1:7"),
        (board, format!("# {comment}\nwrong\n# {comment}\n"), "2:6"),
        (keys, format!("# {comment}\n1s press {word}\n"), "2:10"),
        (keys, format!("1s {word} Left # {comment}"), "1:4"),
        (keys, format!("1s press up {word}\n"), "1:13"),
    ] {
        sandbox.write(file, text.as_bytes());
        let outcome = sandbox.run(command);
        let (is_short, place) = (outcome.err.len() < 2_500, format!("{file}:{place}]"));
        let is_shown = outcome.err.contains(&place) && is_short;
        assert!(outcome.code == 2 && is_shown, "{place}: {}", outcome.err);
    }
}

#[test]
fn damaged_files_are_read_or_refused() {
    let desk = Desk::new();
    let sources = desk.sources();
    session(&desk, &sources, 1, PART, &mut Counts::default());
    for seed in kept_seeds("damaged") {
        session(&desk, &sources, seed, 1, &mut Counts::default());
    }
}

#[test]
#[ignore = "takes a quarter of an hour"]
fn many_damaged_files_are_read_or_refused() {
    let desk = Desk::new();
    for (format, sources) in FORMATS.iter().zip(desk.sources()) {
        let of_corpus = |source: &&Source| source.name.starts_with("tests/corpus");
        all_are_accepted(&desk, format, sources.iter().filter(of_corpus));
    }
    let work = Work::wanted();
    let first = seed(1);
    let sessions = work.part(SESSIONS);
    let seeds: Vec<u64> = sessions.map(|number| first.wrapping_add(number)).collect();
    let parts = share(&seeds, |seeds| {
        let desk = Desk::new();
        let sources = desk.sources();
        let (mut sessions, mut counts) = (0, Counts::default());
        for &seed in seeds.take_while(|_| !work.is_over()) {
            with_seed(seed, || session(&desk, &sources, seed, 1, &mut counts));
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
