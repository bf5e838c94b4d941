//! The recorded game of the arcade. A player by simple rules makes the recording anew; gates and
//! model play it.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_bench::{peek, poke, tick, Bench};
use gatefall_devices::Key;
use gatefall_games::arcade::control::recording::PRESSES;
use gatefall_games::falling_blocks::piece::random_tetris::RandomTetris;
use gatefall_golden::arcade::{GAME_TICKS, KEYS_TICKS, TITLE_TICKS};
use gatefall_golden::{Action, Game, Mode, Page, Piece, Rotation, Settings, Shape, Side, Turn};
use gatefall_lockstep::arcade::{Pair, Step};
use gatefall_lockstep::falling_blocks::{best_drop, most_lines};
use std::collections::VecDeque;

/// Ticks from a new piece to the first press, between two presses, and before the drop.
const LOOK: u32 = 9;
const NEXT_KEY: u32 = 5;
const AIM: u32 = 7;
/// Ticks from a press that brings a new piece to the next drop, and from full rows to the next
/// piece: more than any GUARD and any CLEAR DELAY.
const LONGEST_GUARD: u32 = 24;
const LONGEST_CLEAR: u32 = 50;
/// Nothing is pressed in the last ticks.
const LAST_TICKS: u32 = 60;
const PIECES: usize = 80;

/// Number of an action in the recording.
fn number(action: Action) -> u8 {
    match action {
        Action::Left => 1,
        Action::Right => 2,
        Action::Turn(Turn::Clockwise) => 4,
        Action::Turn(Turn::Counter) => 5,
        Action::HardDrop => 6,
        Action::Hold => 7,
        other => panic!("{other:?} is not recorded"),
    }
}

/// Shapes of the bags from the reset of the generator on, after so many clocks.
fn bags(clocks: u32) -> Vec<Shape> {
    let mut uut = Bench::new(RandomTetris::default());
    poke!(uut.reset = true);
    tick!(uut);
    poke!(uut.reset = false);
    poke!(uut.free = true);
    for _ in 0..clocks {
        tick!(uut);
    }
    poke!(uut.free = false);
    poke!(uut, control.deal = true);
    tick!(uut);
    poke!(uut, control.deal = false);
    let take = |_| {
        while !peek!(uut, control.ready) {
            tick!(uut);
        }
        let number: u64 = peek!(uut, control.next_shape).into();
        poke!(uut, control.take = true);
        tick!(uut);
        poke!(uut, control.take = false);
        use Shape::{I, J, L, O, S, T, Z};
        [I, J, L, O, S, T, Z][number as usize - 1]
    };
    (0..PIECES).map(take).collect()
}

/// Shapes of the recorded game, from those that it shows first.
fn shapes() -> Vec<Shape> {
    let mut pair = Pair::default();
    idle(&mut pair, TITLE_TICKS);
    let player = pair.model().player(Side::One).unwrap();
    let first = player.falling().unwrap().piece().shape;
    let shown: Vec<Shape> = [first].into_iter().chain(player.next()).collect();
    let mut all = (0..100).map(bags);
    let same = all.find(|shapes| shapes.starts_with(&shown[..7]));
    same.expect("the generator begins soon after its reset")
}

/// The plan for a new piece: presses and the drop.
fn plan(game: &Game, piece: Piece) -> Vec<Action> {
    let player = game.player();
    let next = player.next().next().unwrap();
    let fills_many = |piece| most_lines(player.board(), piece) >= 3;
    let spare = player.hold();
    let saves = piece.shape == Shape::I && spare.is_none() && !fills_many(piece);
    let uses = spare == Some(Shape::I) && fills_many(Piece::spawned(Shape::I));
    if !player.hold_used() && (saves || uses) {
        return vec![Action::Hold];
    }
    let rest = best_drop(player.board(), piece, next).unwrap();
    let mut plan = match rest.piece.rotation {
        Rotation::Spawn => vec![],
        Rotation::Right => vec![Action::Turn(Turn::Clockwise)],
        Rotation::Left => vec![Action::Turn(Turn::Counter)],
        Rotation::Reverse => vec![Action::Turn(Turn::Clockwise); 2],
    };
    let right = rest.piece.x - piece.x;
    let side = if right < 0 {
        Action::Left
    } else {
        Action::Right
    };
    plan.extend((0..right.abs()).map(|_| side));
    plan.push(Action::HardDrop);
    plan
}

/// The recording: ticks and actions.
fn record(shapes: &[Shape]) -> Vec<(u16, u8)> {
    let mut game = Game::new(Mode::Marathon, Settings::default());
    shapes.iter().for_each(|&shape| game.supply(shape));
    game.press(Action::Start);
    let mut presses = Vec::new();
    let mut to_come: VecDeque<(u32, Action)> = VecDeque::new();
    let mut ready = 0;
    for now in 1..GAME_TICKS - LAST_TICKS {
        if let Some(&(_, action)) = to_come.front().filter(|(tick, _)| *tick == now) {
            to_come.pop_front();
            game.press(action);
            game.release(action);
            presses.push((now as u16, number(action)));
            let clears = game.player().clear_ticks() > 0;
            ready = now + if clears { LONGEST_CLEAR } else { 0 };
        }
        game.tick();
        let falling = game.player().falling().map(|falling| falling.piece());
        if let (true, Some(piece)) = (to_come.is_empty(), falling) {
            let mut tick = (now + LOOK).max(ready);
            for action in plan(&game, piece) {
                if action == Action::HardDrop {
                    tick = (tick + AIM - NEXT_KEY).max(ready + LONGEST_GUARD);
                }
                to_come.push_back((tick, action));
                tick += NEXT_KEY;
            }
        }
    }
    presses
}

fn idle(pair: &mut Pair, ticks: u32) {
    for _ in 0..ticks {
        pair.step(Step::Tick).unwrap();
    }
}

fn tap(pair: &mut Pair, name: &str) {
    let key = Key::named(name).unwrap();
    pair.step(Step::Press(key)).unwrap();
    pair.step(Step::Release(key)).unwrap();
}

#[test]
fn the_recording_is_what_the_player_does() {
    assert_eq!(record(&shapes()), PRESSES);
}

#[test]
#[ignore = "writes the recording"]
fn write_the_recording() {
    let mut text =
        "//! Presses of the recorded game. The test `recorded_game` makes them anew.\n\n\
                    /// Tick of the game, from 1, and action of each press.\n\
                    #[rustfmt::skip]\n\
                    pub const PRESSES: &[(u16, u8)] = &[\n"
            .to_owned();
    for presses in record(&shapes()).chunks(8) {
        let presses: Vec<String> = presses.iter().map(|press| format!("{press:?}")).collect();
        text += &format!("    {},\n", presses.join(", "));
    }
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../hdl/games/src/arcade/control/recording.rs"
    );
    std::fs::write(path, text + "];\n").unwrap();
}

/// Plays the recorded game and returns lines and taken cells right before its end.
fn watched(pair: &mut Pair) -> (u32, Vec<bool>) {
    idle(pair, TITLE_TICKS - 1);
    assert_eq!(pair.model().page(), Page::Title);
    idle(pair, 1);
    assert_eq!(pair.model().page(), Page::Keys(KEYS_TICKS));
    pair.step(Step::Frame).unwrap();
    idle(pair, KEYS_TICKS - 2);
    assert_eq!(pair.model().page(), Page::Keys(1));
    idle(pair, 1);
    for _ in 0..4 {
        assert_eq!(pair.model().page(), Page::Play);
        idle(pair, GAME_TICKS / 4 - 2);
        pair.step(Step::Frame).unwrap();
    }
    idle(pair, 3);
    let player = pair.model().player(Side::One).unwrap();
    let cells = (0..200).map(|cell| player.board().occupied(cell % 10, cell / 10));
    let result = (player.tally().lines(), cells.collect());
    idle(pair, 1);
    assert_eq!(pair.model().page(), Page::Title);
    result
}

#[test]
fn gates_and_model_play_the_same_recorded_game_whatever_was_before() {
    let mut pair = Pair::default();
    pair.step(Step::Rate(0)).unwrap();
    let first = watched(&mut pair);
    let lines = first.0;
    assert!(lines >= 8, "{lines} lines");
    assert_eq!(watched(&mut pair), first, "once more");
    // Two players, another level, the longest delays, no hold.
    for name in ["J", "K", "L", "K", "J", "K", "K", "Enter"] {
        tap(&mut pair, name);
    }
    for (rows, key, times) in [(4, "J", 1), (3, "L", 22), (3, "L", 1)] {
        (0..rows).for_each(|_| tap(&mut pair, "K"));
        (0..times).for_each(|_| tap(&mut pair, key));
    }
    let chosen = pair.model().chosen().clone();
    assert_eq!((chosen.players, chosen.level), (2, 15));
    assert_eq!((chosen.guard, chosen.clear_delay, chosen.hold), (20, 40, 0));
    tap(&mut pair, "Esc");
    tap(&mut pair, "2");
    idle(&mut pair, 300);
    tap(&mut pair, "Esc");
    for name in ["K", "K", "K", "Enter"] {
        tap(&mut pair, name);
    }
    assert_eq!(watched(&mut pair), first, "with other settings");
    assert_eq!(*pair.model().chosen(), chosen);
}

#[test]
fn any_key_ends_the_recorded_game_and_does_nothing_else() {
    let mut pair = Pair::default();
    pair.step(Step::Rate(0)).unwrap();
    for (ticks, name) in [
        (0, "Enter"),
        (KEYS_TICKS, "Space"),
        (KEYS_TICKS + 200, "Left"),
        (KEYS_TICKS + 700, "P"),
        (KEYS_TICKS + 900, "F1"),
    ] {
        idle(&mut pair, TITLE_TICKS + ticks);
        assert!(pair.model().is_recorded());
        tap(&mut pair, name);
        assert_eq!(pair.model().page(), Page::Title, "{name}");
        pair.step(Step::Frame).unwrap();
        idle(&mut pair, TITLE_TICKS - 2);
        assert_eq!(pair.model().page(), Page::Title, "{name}");
        tap(&mut pair, "Z");
    }
    assert_eq!(pair.model().chosen().skin, 1, "F1 acts everywhere");
}
