//! What happens in a game of falling blocks, as one JSON line for each event.
//!
//! Registers of the game's engine are watched by the bench's change recorder, so each step of the engine is seen, however many there are
//! within a frame. The board is rebuilt from the writes to its memory.

use super::trace_event::{Event, Line, Piece};
use gatefall_devices::{Change, Watched};

/// The game whose signals these are.
pub(crate) const GAME: &str = "arcade";

/// What is watched, in the order of the fields of [`View`].
pub(crate) const WATCHED: [&str; 24] = [
    "scene_control.current",
    "game_engine.state",
    "game_engine.in_tick",
    "game_engine.dropping",
    "game_engine.down_held",
    "game_engine.spin_kind",
    "game_engine.falling_piece_update.running",
    "game_engine.falling_piece_update.accepted_now",
    "game_engine.falling_piece_update.fitting_test",
    "game_engine.falling_piece_update.shape_now",
    "game_engine.falling_piece_update.rotation_now",
    "game_engine.falling_piece_update.x_now",
    "game_engine.falling_piece_update.y_now",
    "game_engine.board_controller.write_enable",
    "game_engine.board_controller.write_address",
    "game_engine.board_controller.write_data",
    "game_engine.board_controller.full_rows",
    "game_engine.board_controller.leftover",
    "game_engine.award.is_back_to_back",
    "game_engine.award.streak",
    "game_engine.scoreboard.running",
    "game_engine.scoreboard.ring",
    "game_engine.scoreboard.level_now",
    "game_engine.get_input.operation",
];

/// Columns and rows of the board, and words from one row of its memory to the next.
const COLUMNS: usize = 10;
const ROWS: usize = 24;
const ROW_WORDS: usize = 16;
/// Codes of the engine's operations and presses.
const OPERATIONS: [&str; 8] = [
    "down",
    "left",
    "right",
    "spawn",
    "clockwise",
    "counter-clockwise",
    "hard drop",
    "hold",
];
const PRESS_HARD_DROP: u64 = 6;
/// Cells of the board, then those in a full row.
const CELLS: &[u8; 16] = b".IJLOSTZ-ijlostz";
const SHAPES: [&str; 8] = ["-", "I", "J", "L", "O", "S", "T", "Z"];
const SPINS: [&str; 4] = ["none", "mini", "full", "-"];
const LINES: [&str; 5] = ["", "single", "double", "triple", "tetris"];

/// The watched signals by name.
#[derive(Clone)]
struct View {
    scene: usize,
    state: usize,
    in_tick: bool,
    dropping: bool,
    down_held: bool,
    spin: u64,
    operation: u64,
    accepted: bool,
    kick: u64,
    piece: Piece,
    write: bool,
    write_address: u64,
    write_data: u64,
    full_rows: u64,
    leftover: bool,
    back_to_back: bool,
    streak: u64,
    counting: bool,
    digits: u64,
    level: u64,
    press: u64,
}

/// A number of `bits` bits in two's complement.
fn signed(value: u64, bits: u32) -> i64 {
    (value << (64 - bits)) as i64 >> (64 - bits)
}

impl View {
    fn new(change: &Change) -> View {
        let mut values = change.values.iter().copied();
        let mut next = || values.next().expect("the bench watches what WATCHED names");
        View {
            scene: next() as usize,
            state: next() as usize,
            in_tick: next() != 0,
            dropping: next() != 0,
            down_held: next() != 0,
            spin: next(),
            operation: next(),
            accepted: next() != 0,
            kick: next(),
            piece: Piece {
                piece: SHAPES[next() as usize],
                rotation: next(),
                x: signed(next(), 5),
                y: signed(next(), 6),
            },
            write: next() != 0,
            write_address: next(),
            write_data: next(),
            full_rows: next(),
            leftover: next() != 0,
            back_to_back: next() != 0,
            streak: next(),
            counting: next() != 0,
            digits: next(),
            level: next(),
            press: next(),
        }
    }

    /// Decimal digits of the ring from one position on.
    fn number(&self, position: u32, digits: u32) -> u64 {
        let digit = |at| self.digits >> (4 * at) & 15;
        (position..position + digits)
            .rev()
            .fold(0, |number, at| number * 10 + digit(at))
    }

    fn score(&self) -> u64 {
        self.number(0, 7)
    }

    fn lines(&self) -> u64 {
        self.number(7, 3)
    }
}

/// Turns changes into events.
pub(crate) struct Trace {
    clock_hz: u64,
    scenes: Vec<String>,
    states: Vec<String>,
    last: Option<View>,
    board: [[u8; COLUMNS]; ROWS],
    /// Score, lines and level as last told.
    told: (u64, u64, u64),
    /// The piece that comes in was asked for by a hold.
    from_hold: bool,
    /// The shift that is being tried comes from a held key.
    by_repeat: bool,
}

impl Trace {
    /// For the signals of [`WATCHED`].
    pub(crate) fn new(watched: &[Watched], clock_hz: u64) -> Trace {
        Trace {
            clock_hz,
            scenes: watched[0]
                .variants
                .iter()
                .map(|name| name.to_lowercase())
                .collect(),
            states: watched[1].variants.clone(),
            last: None,
            board: [[b'.'; COLUMNS]; ROWS],
            told: (0, 0, 0),
            from_hold: false,
            by_repeat: false,
        }
    }

    /// The events of one change, in order, each as a line of JSON.
    pub(crate) fn lines(&mut self, change: &Change) -> Vec<String> {
        let now = View::new(change);
        let mut events = Vec::new();
        if let Some(last) = self.last.take() {
            self.events(&last, &now, &mut events);
        }
        self.write(&now);
        self.last = Some(now);
        let seconds = change.cycle as f64 / self.clock_hz as f64;
        let line = |event| Line {
            seconds: (seconds * 1e6).round() / 1e6,
            event,
        };
        let json = |event| serde_json::to_string(&line(event)).expect("events are plain data");
        events.into_iter().map(json).collect()
    }

    fn events(&mut self, last: &View, now: &View, events: &mut Vec<Event>) {
        if last.scene != now.scene {
            events.push(Event::Scene {
                scene: self.scenes[now.scene].clone(),
            });
        }
        if last.state != now.state {
            let (from, to) = (
                self.states[last.state].clone(),
                self.states[now.state].clone(),
            );
            self.step(&from, &to, last, now, events);
        }
        if !now.counting {
            self.tell_score(now, events);
        }
    }

    fn tell_score(&mut self, now: &View, events: &mut Vec<Event>) {
        let (score, lines, level) = (now.score(), now.lines(), now.level);
        let told = std::mem::replace(&mut self.told, (score, lines, level));
        if (told.0, told.1) != (score, lines) {
            events.push(Event::Score { score, lines });
        }
        if told.2 != level {
            events.push(Event::Level { level });
        }
    }

    /// The engine goes from one state to another.
    fn step(&mut self, from: &str, to: &str, last: &View, now: &View, events: &mut Vec<Event>) {
        match (from, to) {
            (_, "Start") => events.push(Event::NewGame),
            ("CheckGameOver", "GeneratePiece") => self.from_hold = false,
            ("Hold", "GeneratePiece") => self.from_hold = true,
            ("GeneratePiece", _) => {
                let from = if self.from_hold { "hold" } else { "bag" };
                let accepted = to == "Settle";
                // A piece that does not fit leaves its shape only.
                let place = accepted.then_some(now.piece);
                events.push(Event::Spawn {
                    piece: now.piece.piece,
                    x: place.map(|place| place.x),
                    y: place.map(|place| place.y),
                    rotation: place.map(|place| place.rotation),
                    from,
                    accepted,
                });
                if !accepted {
                    events.push(self.end("block out", now));
                }
            }
            ("GetInput", "Hold") => events.push(press("hold", last, true)),
            ("GetInput", "DownOrPlayer") => events.push(press("hold", last, false)),
            ("GetInput", "Fall") if last.press == PRESS_HARD_DROP => {
                events.push(press("hard drop", last, true));
            }
            ("GetInput", "PlayerOp") => self.by_repeat = false,
            ("RepeatShift", "PlayerOp") => self.by_repeat = true,
            ("PlayerOp", _) => {
                let by = if self.by_repeat { "repeat" } else { "press" };
                events.push(operation(now, by));
            }
            ("SettleStep", _) => events.push(operation(now, "spawn")),
            ("FallStep", _) => events.push(operation(now, fall(last))),
            ("Lock", _) => {
                let spin = SPINS[now.spin as usize];
                events.push(Event::Lock {
                    place: now.piece,
                    spin,
                    board: self.rows(),
                });
                if to == "GameOver" {
                    events.push(self.end("lock out", now));
                }
            }
            ("Award", _) if now.full_rows > 0 || now.spin > 0 => events.push(self.clear(now)),
            ("Collapse", _) => events.push(Event::Collapse { board: self.rows() }),
            _ => {}
        }
    }

    fn clear(&self, now: &View) -> Event {
        let lines = now.full_rows;
        let spin = ["", "t-spin mini", "t-spin", ""][now.spin as usize];
        let kind = format!("{spin} {}", LINES[lines as usize])
            .trim()
            .to_owned();
        Event::Clear {
            kind,
            lines,
            perfect: lines > 0 && !now.leftover,
            back_to_back: lines > 0 && now.back_to_back,
            combo: now.streak.saturating_sub(1),
            board: self.rows(),
        }
    }

    fn end(&self, cause: &'static str, now: &View) -> Event {
        Event::End {
            cause,
            score: now.score(),
            lines: now.lines(),
            level: now.level,
        }
    }

    /// Takes over a write to the board.
    fn write(&mut self, now: &View) {
        let (row, column) = (
            now.write_address as usize / ROW_WORDS,
            now.write_address as usize % ROW_WORDS,
        );
        if now.write && row < ROWS && column < COLUMNS {
            self.board[row][column] = CELLS[now.write_data as usize];
        }
    }

    /// The rows from the highest that is not empty down to the floor.
    fn rows(&self) -> Vec<String> {
        let is_empty = |row: &&[u8; COLUMNS]| row.iter().all(|&cell| cell == b'.');
        let used = self.board.iter().rev().skip_while(is_empty);
        used.map(|row| row.iter().map(|&cell| char::from(cell)).collect())
            .collect()
    }
}

/// Something else than a shift or turn that a key asked for.
fn press(operation: &'static str, view: &View, accepted: bool) -> Event {
    Event::Operation {
        operation,
        by: "press",
        place: view.piece,
        kick: None,
        accepted,
    }
}

/// What moved the piece a row down.
fn fall(view: &View) -> &'static str {
    match () {
        () if view.dropping => "hard drop",
        () if view.down_held && view.in_tick => "soft drop",
        () => "gravity",
    }
}

/// A shift, turn or step that has just been tried.
fn operation(view: &View, by: &'static str) -> Event {
    let is_turn = matches!(view.operation, 4 | 5);
    Event::Operation {
        operation: OPERATIONS[view.operation as usize],
        by,
        place: view.piece,
        kick: (is_turn && view.accepted).then_some(view.kick),
        accepted: view.accepted,
    }
}
