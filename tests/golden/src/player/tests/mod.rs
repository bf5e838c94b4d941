//! Tests of one player. Each test is named after its rule.

mod ends;
mod falling;
mod presses;
mod properties;
mod settings;
mod spins;

use super::*;
use crate::{Cell, Mode, Turn};
use Shape::{I, J, L, O, S, T, Z};

/// A player at level 1 who is dealt `shapes`, then squares.
fn playing(shapes: &[Shape], picture: &[&str]) -> Player {
    playing_with(Settings::default(), shapes, picture)
}

fn playing_with(settings: Settings, shapes: &[Shape], picture: &[&str]) -> Player {
    let mut player = Player::new(Course::of_one(Mode::Marathon, &settings), settings);
    for &shape in shapes.iter().chain(&[O; 40]) {
        player.supply(shape);
    }
    player.start();
    player.set_board(picture);
    player
}

fn piece(player: &Player) -> Piece {
    player.falling().unwrap().piece()
}

fn ticks(player: &mut Player, count: u32) {
    for _ in 0..count {
        player.tick();
    }
}

fn press_all(player: &mut Player, actions: &[Action]) {
    for &action in actions {
        player.press(action);
        player.release(action);
    }
}

/// Ticks from a clearing lock to the next spawn.
const CLEAR_TICKS: u32 = 18;
const CW: Action = Action::Turn(Turn::Clockwise);
const CCW: Action = Action::Turn(Turn::Counter);
