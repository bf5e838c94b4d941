//! Event trace of a falling-block game, with one JSON line per event.
//!
//! The bench's change recorder watches registers of the game engine, so that the trace has every
//! step of the engine, also several within a frame. Boards and digits are rebuilt from the writes
//! to their memories.

use super::trace_event::{Event, Line};
use super::trace_view::{View, MACHINES};
use gatefall_devices::{Change, Watched};

/// Columns and rows of the board, and distance of rows in its memory, in words.
const COLUMNS: usize = 10;
const ROWS: usize = 24;
const ROW_WORDS: usize = 16;
/// Names of the engine's operations, and codes of presses.
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
/// Characters for the cells of the board. The upper half is for cells in a full row.
const CELLS: &[u8; 32] = b".IJLOSTZ#........ijlostz#.......";
const SPINS: [&str; 4] = ["none", "mini", "full", "-"];
const LINES: [&str; 5] = ["", "single", "double", "triple", "quad"];

/// State of a player, rebuilt from the changes.
#[derive(Clone)]
struct Player {
    board: [[u8; COLUMNS]; ROWS],
    /// Decimal digits: seven of the score, three of the lines, two of the level, lowest first.
    digits: [u64; 12],
    /// Score, lines and level of the last events. The level is `None` before its first event in a
    /// game.
    reported: (u64, u64, Option<u64>),
    /// The player has a held piece.
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

    /// Rows of the board from the highest non-empty one down to the floor.
    fn rows(&self) -> Vec<String> {
        let is_empty = |row: &&[u8; COLUMNS]| row.iter().all(|&cell| cell == b'.');
        let used = self.board.iter().rev().skip_while(is_empty);
        used.map(|row| row.iter().map(|&cell| char::from(cell)).collect())
            .collect()
    }

    /// Applies a write to the board or to the digits.
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

/// Converts changes to events.
pub(crate) struct Trace {
    clock_hz: u64,
    scenes: Vec<String>,
    /// Names of the states of each machine.
    states: Vec<Vec<String>>,
    last: Option<View>,
    players: [Player; 2],
    /// The next piece comes from a hold.
    from_hold: bool,
    /// The current shift comes from the repeat of a held key.
    by_repeat: bool,
    /// Pending rows of the player before the current garbage.
    pending_before: u64,
}

impl Trace {
    /// Creates a trace for the signals of [`watched`](super::trace_view::watched).
    pub(crate) fn new(watched: &[Watched], clock_hz: u64) -> Trace {
        let player = Player {
            board: [[b'.'; COLUMNS]; ROWS],
            digits: [0; 12],
            reported: (0, 0, None),
            has_held: false,
        };
        Trace {
            clock_hz,
            scenes: watched[0]
                .variants
                .iter()
                .map(|name| name.to_lowercase())
                .collect(),
            states: watched[1..=MACHINES]
                .iter()
                .map(|machine| machine.variants.clone())
                .collect(),
            last: None,
            players: [player.clone(), player],
            from_hold: false,
            by_repeat: false,
            pending_before: 0,
        }
    }

    /// Events of one change, in order, each as a line of JSON.
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
        if last.states != now.states {
            let (from, to) = (self.state(last), self.state(now));
            self.step(&from, &to, last, now, events);
        }
        if last.counting && !now.counting {
            self.report_score(now, events);
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

    /// State of the machine of play that works, or else of the sequencer.
    fn state(&self, view: &View) -> String {
        let mut names = (0..MACHINES).map(|machine| &self.states[machine][view.states[machine]]);
        let sequencer = names.next().expect("the sequencer is the first machine");
        names
            .find(|name| *name != "Idle")
            .unwrap_or(sequencer)
            .clone()
    }

    fn report_score(&mut self, now: &View, events: &mut Vec<Event>) {
        let player = &mut self.players[now.player];
        let (score, lines, level) = (player.score(), player.lines(), now.level);
        let reported = std::mem::replace(&mut player.reported, (score, lines, Some(level)));
        if (reported.0, reported.1) != (score, lines) {
            events.push(Event::Score { score, lines });
        }
        if reported.2 != Some(level) {
            events.push(Event::Level { level });
        }
    }

    /// Handles a state transition of the engine.
    fn step(&mut self, from: &str, to: &str, last: &View, now: &View, events: &mut Vec<Event>) {
        match (from, to) {
            (_, "NewGame") => {
                events.push(Event::NewGame);
                for player in &mut self.players {
                    player.reported.2 = None;
                    player.has_held = false;
                }
            }
            ("NextPiece", "Spawn") => self.from_hold = false,
            // The first hold of a game has nothing to give back.
            ("TakeHeld", "Spawn") => {
                let player = &mut self.players[now.player];
                self.from_hold = std::mem::replace(&mut player.has_held, true);
            }
            ("Spawn", _) => self.spawn(to == "Settle", now, events),
            ("TakePress", "TakeHeld") => events.push(press("hold", last, true)),
            ("TakePress", "Rest") if last.press == PRESS_SOFT_DROP => {
                events.push(press("down", last, false));
            }
            ("TakePress", "Rest") => events.push(press("hold", last, false)),
            ("TakePress", "Fall") if last.press == PRESS_HARD_DROP => {
                events.push(press("hard drop", last, true));
            }
            ("TakePress", "MovePiece") => self.by_repeat = false,
            ("RepeatShift", "MovePiece") => self.by_repeat = true,
            ("MovePiece", _) => {
                let by = if self.by_repeat { "repeat" } else { "press" };
                events.push(operation(now, by));
            }
            ("SettleStep", _) => events.push(operation(now, "spawn")),
            ("FallStep", _) => events.push(operation(now, fall(last))),
            ("Stamp", _) => self.lock(to == "CountRows", now, events),
            ("Score", _) => {
                if now.full_rows > 0 || now.spin > 0 {
                    events.push(self.clear(now));
                }
                self.pending_before = now.pending;
            }
            ("Collapse", _) => events.push(Event::Collapse {
                board: self.players[now.player].rows(),
            }),
            ("Cancel", _) => self.attack(to == "ExchangePlayers", now, events),
            ("ExchangePlayers", "Append") => self.pending_before = now.pending,
            ("Append", _) => events.push(Event::Garbage {
                rows: now.pending - self.pending_before,
                pending: now.pending,
            }),
            ("RaiseRow", "NextPiece" | "Rest") => {
                events.push(Event::Rise {
                    rows: now.raised,
                    pending: now.pending,
                    board: self.players[now.player].rows(),
                });
                if to == "Rest" {
                    events.push(self.end("garbage out", now));
                }
            }
            _ => {}
        }
    }

    fn spawn(&self, accepted: bool, now: &View, events: &mut Vec<Event>) {
        // For a piece that does not fit, only its shape is known.
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

    /// An attack first cancels the player's pending rows. The rest is sent.
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
/// An operation by a key other than a shift or rotation.
fn press(operation: &'static str, view: &View, accepted: bool) -> Event {
    Event::Operation {
        operation,
        by: "press",
        place: view.piece,
        kick: None,
        accepted,
    }
}

/// Cause of a step down.
fn fall(view: &View) -> &'static str {
    match () {
        () if view.dropping => "hard drop",
        () if !view.in_tick => "press",
        () if view.soft_dropping => "soft drop",
        () => "gravity",
    }
}

/// Event for the shift, rotation or step that was just tried.
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
