//! Search for the play of a falling-block game's bench. The search reads the board in the netlist
//! and tries every turn and place of each piece. The result is a file, as the bench only has
//! letters:
//!
//! `cargo test --release -p gatefall-project --lib -- --ignored plays_handheld`

use super::{signal, Rehearsal, Stage};
use crate::default_setup;
use gatefall_board::Library;
use gatefall_games::GAMES;
use std::path::Path;

const COLUMNS: usize = 10;
const ROWS: usize = 20;

/// Letters of a player's actions.
struct Hands {
    left: char,
    right: char,
    turn: char,
    turn_back: char,
    drop: char,
    /// Soft drop and a turn, for `%` among the ends.
    low: &'static str,
    /// Address of the player's board.
    board: usize,
}

/// Part of a play.
enum Act {
    Letters(&'static str),
    /// Nothing until so many letters.
    WaitFor(usize),
    /// The letters, again and again until the register has the value: a key can be lost.
    Reach {
        letters: &'static str,
        register: &'static str,
        value: u64,
    },
    Pieces {
        /// Played first.
        start: &'static str,
        /// Players.
        hands: usize,
        /// At most so many pieces.
        count: usize,
        /// No piece after so many letters.
        end: usize,
    },
}

/// Times that letters are played again.
const TRIES: usize = 40;

/// Registers of the arcade.
const SCENE: &str = "console.scene_control.current";
const CURSOR: &str = "console.menu.cursor_now";
const ASKS: &str = "console.keyboard.key_choice.was_open";
const ASKED: &str = "console.keyboard.key_choice.action_now";
const NAME: &str = "console.statistics_control.entry_port.name_entry.open";

/// Values of [`SCENE`].
const TITLE: u64 = 0;
const MENU: u64 = 1;
const SETTINGS: u64 = 2;
const COUNTDOWN: u64 = 3;
const PLAY: u64 = 4;
const PAUSE: u64 = 5;
const GAME_OVER: u64 = 7;

/// Values of [`CURSOR`]: rows of the menu, the settings and a pause.
const PLAYERS: u64 = 1;
const TO_SETTINGS: u64 = 4;
const KEYS: u64 = 23;
const TO_TITLE: u64 = 31;

/// Values of [`ASKED`]: actions.
const LEFT: u64 = 1;
const RIGHT: u64 = 2;
const SOFT_DROP: u64 = 3;
const TURN: u64 = 4;
const TURN_BACK: u64 = 5;
const HARD_DROP: u64 = 6;
const HOLD: u64 = 7;

const fn reach(letters: &'static str, register: &'static str, value: u64) -> Act {
    Act::Reach {
        letters,
        register,
        value,
    }
}

const fn to_scene(letters: &'static str, scene: u64) -> Act {
    reach(letters, SCENE, scene)
}

const fn to_row(letters: &'static str, row: u64) -> Act {
    reach(letters, CURSOR, row)
}

/// To the question for the key of an action.
const fn to_key_of(letters: &'static str, action: u64) -> Act {
    reach(letters, ASKED, action)
}

struct Table {
    game: &'static str,
    hands: &'static [Hands],
    acts: &'static [Act],
    /// Played when no piece can be placed for a while.
    restart: &'static str,
    /// Played now and then.
    spice: &'static [&'static str],
    /// Slots until a piece that was dropped is on the board.
    wait: usize,
    /// A letter is released before it comes again.
    is_button: bool,
    /// The exception.
    held: Option<char>,
    /// Played before the drop.
    ends: &'static [&'static str],
    memory: &'static str,
}

const TABLES: &[Table] = &[
    Table {
        game: "handheld",
        hands: &[Hands {
            left: 'a',
            right: 'b',
            turn: 'e',
            turn_back: 'f',
            drop: 'c',
            low: "",
            board: 0,
        }],
        acts: &[Act::Pieces {
            start: "................................",
            hands: 1,
            count: usize::MAX,
            end: usize::MAX,
        }],
        restart: ".g.........",
        spice: &[
            ".h.",
            ".dddd.e.",
            ".aaaaaaaaaaaaaaaaaa.",
            ".bbbbbbbbbbbbbbbbbb.",
            ".aaaaaaaaaaaaaaabbbbbbbbbbbbbbbbbb.",
            ".h.",
            ".g....g.",
            ".dddddddddddddddd.e.f.",
            ".hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh.",
        ],
        wait: 4,
        is_button: true,
        held: Some('d'),
        ends: &[
            "",
            "",
            "",
            "",
            "dddddddddddddddddddde",
            "ddddddddddddddddddddf",
        ],
        memory: "game_engine.board_controller.cells.first",
    },
    Table {
        game: "arcade",
        hands: &[
            Hands {
                left: 'a',
                right: 'b',
                turn: 'd',
                turn_back: 'e',
                drop: 'f',
                low: "C....cd",
                board: 0,
            },
            Hands {
                left: 'p',
                right: 'q',
                turn: 's',
                turn_back: 't',
                drop: 'u',
                low: "R....rs",
                board: 256,
            },
        ],
        acts: &[
            // Title, menu, settings: every row to and fro; a game of one until the reset button.
            Act::Letters("..b.bbcbacbbbbbbbbbbbbbbcbbcbbch"),
            Act::Letters("bbbbcbbbcbcbbbcbbacbacbacblcbcbhcbdk.w.i.fgfadfj.j"),
            // The last keys are released, also while the reset button is down. A key that is down
            // at a reset is stale for 36 ticks. So long the decoder searches a list for each code,
            // which can take longer than the time between two bytes here.
            Act::Letters("..fffffffff...hh.A..abb.fdgefXY....WYWY"),
            Act::WaitFor(132),
            // Menu: level 9, a skin. Settings: the keypad, short delays, another soft drop.
            Act::Letters("b.ccbbbbbbbbcbch.dddbcccaaaaaacaacbcbcbbcbbcbcbbcbbcbk..k..."),
            // Two players from the title. A change of scene takes longer than a letter, so the
            // next one waits.
            Act::Pieces {
                start: "o....h....",
                hands: 2,
                count: 70,
                end: usize::MAX,
            },
            // The end of that game.
            Act::Letters("f.f.f.f.f.f.f.f.f.f.f.f.f.f.............."),
            Act::Pieces {
                start: "h....h....",
                hands: 2,
                count: usize::MAX,
                end: 1410,
            },
            // Pause, title, menu: race for two, one player.
            to_scene("k....", PAUSE),
            to_row("d....", TO_TITLE),
            to_scene("h....", TITLE),
            to_scene("b....", MENU),
            Act::Letters("b...."),
            to_row("c....", PLAYERS),
            Act::Letters("b...."),
            // Set keys: seven actions, then two of them exchange their keys.
            to_row("d....", TO_SETTINGS),
            to_scene("h....", SETTINGS),
            to_row("d....", KEYS),
            reach("h....", ASKS, 1),
            to_key_of("A......", RIGHT),
            to_key_of("B......", TURN),
            to_key_of("C......", TURN_BACK),
            to_key_of("P......", SOFT_DROP),
            to_key_of("Q......", HARD_DROP),
            to_key_of("R......", HOLD),
            to_key_of("X......", LEFT),
            to_key_of("c.C......", RIGHT),
            to_scene("k....", MENU),
            // Alone with those keys to the end, and a name.
            to_scene("w....", COUNTDOWN),
            to_scene("h....", PLAY),
            Act::Letters("a.b.c.p.q.r.Y.acccr....pbbbr....cXYbr....aacr....q..r...."),
            to_scene("r....", GAME_OVER),
            reach("....", NAME, 1),
            Act::Letters("..XY..d..h...VW..XY...D...E...VW..H..."),
            reach("H...", NAME, 0),
            // A game of two: all buttons of a pad, then of the other, then some of both.
            to_scene("k...", TITLE),
            to_scene("o...", COUNTDOWN),
            to_scene("h....", PLAY),
            Act::Letters("KKKKKKKKKKKK...........LLLLLLLLLLLLL...........K.L.K.L"),
        ],
        restart: "h....h....",
        spice: &[
            "g",
            "v",
            "gv",
            "c",
            "r",
            "j....i....",
            "m",
            "ll",
            "nyny",
            "e",
            "t",
            "A......a",
            "B......b",
            "P......p",
            "Q......q",
            "de",
            "st",
            "VVW",
            "XY",
            "DEGHIJ",
            "BBb",
            "Z",
            "ABPQ......qpba",
            "QAC....caq",
        ],
        wait: 3,
        is_button: false,
        held: None,
        ends: &["", "", "", "", "%"],
        memory: "game_engine.board_controller.cells.first",
    },
];

type Board = [[bool; COLUMNS]; ROWS];

/// Address of a cell, as in `cell_address`.
fn address(row: usize, column: usize) -> usize {
    match column < 8 {
        true => row << 3 | column,
        false => 0xc0 | (row & 7) << 3 | (row >> 3) << 1 | column & 1,
    }
}

fn board(stage: &Stage, table: &Table, hands: &Hands) -> Board {
    let words = stage.core.memory(table.memory).unwrap();
    let mut board = [[false; COLUMNS]; ROWS];
    for (row, cells) in board.iter_mut().enumerate() {
        for (column, cell) in cells.iter_mut().enumerate() {
            *cell = words[hands.board + address(row, column)] != 0;
        }
    }
    board
}

/// Value of a board, more is better: several full rows at a time, few holes below an even surface,
/// and a free column at the right for the I. Near the top one row is better than none.
fn value(board: &Board) -> i64 {
    let rows: Vec<&[bool; COLUMNS]> = board.iter().filter(|row| row.contains(&false)).collect();
    let full = (ROWS - rows.len()).min(4);
    let (mut holes, mut heights) = (0, [0_i64; COLUMNS]);
    for (column, height) in heights.iter_mut().enumerate() {
        let top = rows.iter().rposition(|row| row[column]);
        *height = top.map_or(0, |top| top as i64 + 1);
        let below = rows.iter().take(*height as usize);
        holes += below.filter(|row| !row[column]).count() as i64;
    }
    let surface = &heights[..COLUMNS - 1];
    let bumps: i64 = surface
        .windows(2)
        .map(|pair| (pair[0] - pair[1]).abs())
        .sum();
    let highest = heights.iter().max().copied().unwrap_or(0);
    let clears = match highest > 11 {
        true => [0, 30, 60, 100, 160],
        false => [0, -40, 20, 60, 160],
    };
    clears[full] - 14 * holes - heights.iter().sum::<i64>() - 3 * bumps - 6 * heights[COLUMNS - 1]
}

impl Table {
    /// Letters for a piece that is turned and moved, then dropped.
    fn letters(&self, hands: &Hands, turns: usize, shift: i32, end: &str) -> String {
        let turns = match turns {
            3 => vec![hands.turn_back],
            turns => vec![hands.turn; turns],
        };
        let side = if shift < 0 { hands.left } else { hands.right };
        let shifts = vec![side; shift.unsigned_abs() as usize];
        let mut letters = String::new();
        let end: Vec<char> = match end {
            "%" => hands.low.chars().collect(),
            end => end.chars().collect(),
        };
        for letter in [turns, shifts, end, vec![hands.drop]].concat() {
            let is_held = letters.ends_with(letter) && Some(letter) == self.held;
            if self.is_button && letters.ends_with(letter) && !is_held {
                letters.push('.');
            }
            letters.push(letter);
        }
        letters + &".".repeat(self.wait)
    }
}

/// State of the search.
struct Run {
    rehearsal: Rehearsal,
    stage: Stage,
    clock: u64,
}

impl Run {
    fn tried(&mut self, letters: &str) -> Stage {
        let mut stage = self.stage.clone();
        let length = self.rehearsal.play.letters.len();
        self.rehearsal.play.letters.push_str(letters);
        for clock in self.clock..self.clock + self.clocks(letters) {
            stage.clock(&self.rehearsal, clock, true);
        }
        self.rehearsal.play.letters.truncate(length);
        stage
    }

    fn clocks(&self, letters: &str) -> u64 {
        (letters.len() as u64) << self.rehearsal.play.slot_bits
    }

    fn play(&mut self, letters: &str) {
        self.stage = self.tried(letters);
        self.clock += self.clocks(letters);
        self.rehearsal.play.letters.push_str(letters);
    }

    fn reach(&mut self, letters: &str, register: &str, value: u64) {
        let signal = signal(&self.stage.core, register);
        for _ in 0..TRIES {
            self.play(letters);
            if self.stage.core.peek(signal) == value {
                return;
            }
        }
        panic!("{register} has never the value {value}");
    }

    /// Places so many pieces, unless the play is over.
    fn pieces(
        &mut self,
        table: &Table,
        hands: &[Hands],
        pieces: usize,
        end: usize,
        random: &mut fastrand::Rng,
    ) {
        let (mut placed, mut full, mut idle) = (0, 0, 0);
        while placed < pieces && self.rehearsal.play.letters.len() < end {
            if random.u8(..4) == 0 {
                self.play(random.choice(table.spice).unwrap());
            }
            let hands = random.choice(hands).unwrap();
            let before = board(&self.stage, table, hands);
            let ending = random.choice(table.ends).unwrap();
            let mut best: Option<(i64, String)> = None;
            for turns in 0..4 {
                for shift in -5..=5 {
                    let letters = table.letters(hands, turns, shift, ending);
                    let after = board(&self.tried(&letters), table, hands);
                    let value = value(&after) * 100 - letters.len() as i64;
                    let is_better = best.as_ref().is_none_or(|(best, _)| value > *best);
                    if after != before && is_better {
                        best = Some((value, letters));
                    }
                }
                if best.is_none() {
                    break;
                }
            }
            match best {
                Some((_, letters)) => {
                    self.play(&letters);
                    (placed, idle) = (placed + 1, 0);
                    let after = board(&self.stage, table, hands);
                    full += after.iter().filter(|row| !row.contains(&false)).count();
                }
                None if idle > 12 => {
                    self.play(table.restart);
                    idle = 0;
                }
                None => {
                    self.play("..");
                    idle += 1;
                }
            }
            let letters = self.rehearsal.play.letters.len();
            eprintln!("{placed} pieces, {full} rows, {letters} letters");
        }
    }
}

fn plays(game: &str) {
    let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../boards");
    let board_file = Library::read(&boards)
        .unwrap()
        .board("alchitry-cu")
        .unwrap();
    let game = GAMES.iter().find(|known| known.name == game).unwrap();
    let setup = default_setup(game, &board_file).unwrap();
    let mut rehearsal = Rehearsal::new(game, &board_file, setup).unwrap();
    let table = TABLES.iter().find(|table| table.game == game.name).unwrap();
    let count = rehearsal.play.letters.len();
    rehearsal.play.letters.clear();
    let stage = Stage::new(&rehearsal, &rehearsal.netlist);
    let mut run = Run {
        rehearsal,
        stage,
        clock: 0,
    };
    let mut random = fastrand::Rng::with_seed(1);
    for act in table.acts.iter().cycle() {
        if run.rehearsal.play.letters.len() >= count {
            break;
        }
        match act {
            Act::Letters(letters) => run.play(letters),
            Act::WaitFor(letters) => {
                let played = run.rehearsal.play.letters.len();
                run.play(&".".repeat(letters.saturating_sub(played)));
            }
            Act::Reach {
                letters,
                register,
                value,
            } => run.reach(letters, register, *value),
            Act::Pieces {
                start,
                hands,
                count: pieces,
                end,
            } => {
                run.play(start);
                let hands = &table.hands[..*hands];
                run.pieces(table, hands, *pieces, count.min(*end), &mut random);
            }
        }
    }
    let mut letters = std::mem::take(&mut run.rehearsal.play.letters);
    letters.truncate(count);
    let file = format!("src/plays/{}.txt", game.name);
    std::fs::write(
        Path::new(env!("CARGO_MANIFEST_DIR")).join(file),
        letters + "\n",
    )
    .unwrap();
}

#[test]
#[ignore = "writes the file that is kept"]
fn plays_handheld() {
    plays("handheld");
}

#[test]
#[ignore = "writes the file that is kept"]
fn plays_arcade() {
    plays("arcade");
}
