//! What happens in a game of falling blocks, as one JSON line for each event.
//!
//! Registers of the game's engine are watched by the bench's change recorder, so each step of the engine is seen, however many there are
//! within a frame. Boards and digits are rebuilt from the writes to their memories.

use super::trace_event::{Event, Line};
use super::trace_view::View;
use gatefall_devices::{Change, Watched};

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
const PRESS_SOFT_DROP: u64 = 3;
const PRESS_HARD_DROP: u64 = 6;
/// Cells of the board; the upper half is those in a full row.
const CELLS: &[u8; 32] = b".IJLOSTZ#........ijlostz#.......";
const SPINS: [&str; 4] = ["none", "mini", "full", "-"];
const LINES: [&str; 5] = ["", "single", "double", "triple", "tetris"];

/// What is known of a player between two changes.
#[derive(Clone)]
struct Player {
    board: [[u8; COLUMNS]; ROWS],
    /// Seven of the score, three of the lines, two of the level, the lowest of each first.
    digits: [u64; 12],
    /// Score, lines and level as last told in this game; no level before its first.
    told: (u64, u64, Option<u64>),
    /// A piece is put aside.
    has_held: bool,
}

impl Player {
    fn number(&self, digits: std::ops::Range<usize>) -> u64 {
        let digits = self.digits[digits].iter().rev();
        digits.fold(0, |number, digit| number * 10 + digit)
    }

    fn score(&self) -> u64 {
        self.number(0..7)
    }

    fn lines(&self) -> u64 {
        self.number(7..10)
    }

    /// The rows from the highest that is not empty down to the floor.
    fn rows(&self) -> Vec<String> {
        let is_empty = |row: &&[u8; COLUMNS]| row.iter().all(|&cell| cell == b'.');
        let used = self.board.iter().rev().skip_while(is_empty);
        used.map(|row| row.iter().map(|&cell| char::from(cell)).collect())
            .collect()
    }

    /// Takes over a write to the board or to the digits.
    fn write(&mut self, view: &View) {
        let (row, column) = (
            view.write_address / ROW_WORDS,
            view.write_address % ROW_WORDS,
        );
        if view.write && row < ROWS && column < COLUMNS {
            self.board[row][column] = CELLS[view.write_data];
        }
        if view.write_digit {
            self.digits[view.position] = view.digit;
        }
    }
}

/// Turns changes into events.
pub(crate) struct Trace {
    clock_hz: u64,
    scenes: Vec<String>,
    states: Vec<String>,
    last: Option<View>,
    players: [Player; 2],
    /// The piece that comes in was asked for by a hold.
    from_hold: bool,
    /// The shift that is being tried comes from a held key.
    by_repeat: bool,
    /// Rows that waited for the player before the garbage at hand.
    pending_before: u64,
}

impl Trace {
    /// For the signals of [`watched`](super::trace_view::watched).
    pub(crate) fn new(watched: &[Watched], clock_hz: u64) -> Trace {
        let player = Player {
            board: [[b'.'; COLUMNS]; ROWS],
            digits: [0; 12],
            told: (0, 0, None),
            has_held: false,
        };
        Trace {
            clock_hz,
            scenes: watched[0]
                .variants
                .iter()
                .map(|name| name.to_lowercase())
                .collect(),
            states: watched[1].variants.clone(),
            last: None,
            players: [player.clone(), player],
            from_hold: false,
            by_repeat: false,
            pending_before: 0,
        }
    }

    /// The events of one change, in order, each as a line of JSON.
    pub(crate) fn lines(&mut self, change: &Change) -> Vec<String> {
        let now = View::new(change);
        let mut events = Vec::new();
        if let Some(last) = self.last.take() {
            self.events(&last, &now, &mut events);
        }
        self.players[now.player].write(&now);
        let seconds = change.cycle as f64 / self.clock_hz as f64;
        let line = |event: Event| Line {
            seconds: (seconds * 1e6).round() / 1e6,
            player: (now.two_players && event.is_of_player()).then_some(now.player + 1),
            event,
        };
        let json = |event| serde_json::to_string(&line(event)).expect("events are plain data");
        let lines = events.into_iter().map(json).collect();
        self.last = Some(now);
        lines
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
        if last.counting && !now.counting {
            self.tell_score(now, events);
        }
        if !last.finished && now.finished {
            events.push(self.end("finished", now));
        }
        if !last.over && now.over && now.two_players {
            events.push(Event::MatchEnd {
                winner: match now.out {
                    1 => Some(2),
                    2 => Some(1),
                    _ => None,
                },
            });
        }
    }

    fn tell_score(&mut self, now: &View, events: &mut Vec<Event>) {
        let player = &mut self.players[now.player];
        let (score, lines, level) = (player.score(), player.lines(), now.level);
        let told = std::mem::replace(&mut player.told, (score, lines, Some(level)));
        if (told.0, told.1) != (score, lines) {
            events.push(Event::Score { score, lines });
        }
        if told.2 != Some(level) {
            events.push(Event::Level { level });
        }
    }

    /// The engine goes from one state to another.
    fn step(&mut self, from: &str, to: &str, last: &View, now: &View, events: &mut Vec<Event>) {
        match (from, to) {
            (_, "NewGame") => {
                events.push(Event::NewGame);
                for player in &mut self.players {
                    player.told.2 = None;
                    player.has_held = false;
                }
            }
            ("CheckGameOver", "GeneratePiece") => self.from_hold = false,
            // The first hold of a game has nothing to give back.
            ("Hold", "GeneratePiece") => {
                let player = &mut self.players[now.player];
                self.from_hold = std::mem::replace(&mut player.has_held, true);
            }
            ("GeneratePiece", _) => self.spawn(to == "Settle", now, events),
            ("GetInput", "Hold") => events.push(press("hold", last, true)),
            ("GetInput", "DownOrPlayer") if last.press == PRESS_SOFT_DROP => {
                events.push(press("down", last, false));
            }
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
            ("Lock", _) => self.lock(to == "CheckClear", now, events),
            ("Award", _) => {
                if now.full_rows > 0 || now.spin > 0 {
                    events.push(self.clear(now));
                }
                self.pending_before = now.pending;
            }
            ("Collapse", _) => events.push(Event::Collapse {
                board: self.players[now.player].rows(),
            }),
            ("Attack", _) => self.attack(to == "SwitchPlayer", now, events),
            ("SwitchPlayer", "Append") => self.pending_before = now.pending,
            ("Append", _) => events.push(Event::Garbage {
                rows: now.pending - self.pending_before,
                pending: now.pending,
            }),
            ("RaiseRow", "CheckGameOver" | "DownOrPlayer") => {
                events.push(Event::Rise {
                    rows: now.raised,
                    pending: now.pending,
                    board: self.players[now.player].rows(),
                });
                if to == "DownOrPlayer" {
                    events.push(self.end("garbage out", now));
                }
            }
            _ => {}
        }
    }

    fn spawn(&self, accepted: bool, now: &View, events: &mut Vec<Event>) {
        // A piece that does not fit leaves its shape only.
        let place = accepted.then_some(now.piece);
        events.push(Event::Spawn {
            piece: now.piece.piece,
            x: place.map(|place| place.x),
            y: place.map(|place| place.y),
            rotation: place.map(|place| place.rotation),
            from: if self.from_hold { "hold" } else { "bag" },
            accepted,
        });
        if !accepted {
            events.push(self.end("block out", now));
        }
    }

    fn lock(&self, visible: bool, now: &View, events: &mut Vec<Event>) {
        events.push(Event::Lock {
            place: now.piece,
            spin: SPINS[now.spin as usize],
            board: self.players[now.player].rows(),
        });
        if !visible {
            events.push(self.end("lock out", now));
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
            board: self.players[now.player].rows(),
        }
    }

    /// An attack has cancelled what waits for the player; what is left of it goes out.
    fn attack(&self, is_sent: bool, now: &View, events: &mut Vec<Event>) {
        let cancelled = self.pending_before - now.pending;
        if cancelled > 0 {
            events.push(Event::Cancel {
                rows: cancelled,
                pending: now.pending,
            });
        }
        if is_sent {
            events.push(Event::Attack { rows: now.attack });
        }
    }

    fn end(&self, cause: &'static str, now: &View) -> Event {
        let player = &self.players[now.player];
        Event::End {
            cause,
            score: player.score(),
            lines: player.lines(),
            level: now.level,
        }
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
        () if !view.in_tick => "press",
        () if view.soft_dropping => "soft drop",
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

#[cfg(test)]
mod tests;
