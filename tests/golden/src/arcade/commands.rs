//! Commands of the keys by default, in each map of the keys.

use super::pad_button::PadButton;
use crate::{Action, Side, Turn};

/// A key: its code, plus 0x100 after an E0 prefix. Buttons of gamepads have codes that no keyboard
/// sends: 90 to 9B and B0 to BB.
pub type KeyCode = u16;

/// Meaning of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// A player's action, or one for both players.
    Act(Side, Action),
    /// Space: hard drop of player 1 in play, start in any other scene but the countdown.
    Space,
    /// R: begins a game of one player again, when it is held.
    Restart,
    /// Key 1: a game of one player.
    One,
    /// Key 2: a game of two players.
    Two,
    /// Toggles the mute of all sound.
    Mute,
    /// Switches the music.
    Music,
    /// Switches the sound effects.
    Effects,
    /// Selects the next skin.
    Skin,
    /// Up on a gamepad: hard drop in a game, up in a list.
    PadUp(Side),
    /// Start on a gamepad: pause in play, start anywhere else.
    PadStart,
}

/// Which keys the players have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Map {
    One,
    /// Two players share all keys but the keypad.
    Split,
    /// Player 2 has the keypad.
    Keypad,
}

/// Command of a key that is pressed in a menu: the keys of one player have their meaning, unless a
/// game of two gives them another one.
pub(super) fn menu_command(key: KeyCode, map: Map) -> Option<Command> {
    command(key, map).or_else(|| command(key, Map::One))
}

/// Command of a key by default.
pub(super) fn command(key: KeyCode, map: Map) -> Option<Command> {
    let of_player = match map {
        Map::One => of_one(key),
        Map::Split => of_split(key),
        Map::Keypad => of_keypad(key),
    };
    of_player
        .or_else(|| of_pad(key, map != Map::One))
        .or_else(|| of_all(key))
}

/// Buttons of the pads: the cross moves, up drops, the right buttons turn, the shoulders hold.
/// Player 2 has a pad only in a game of two.
fn of_pad(key: KeyCode, two_players: bool) -> Option<Command> {
    let (side, button) = PadButton::of(key)?;
    if side == Side::Two && !two_players {
        return None;
    }
    let action = match button {
        PadButton::Left => Action::Left,
        PadButton::Right => Action::Right,
        PadButton::Down => Action::SoftDrop,
        PadButton::A | PadButton::X => Action::Turn(Turn::Clockwise),
        PadButton::B | PadButton::Y => Action::Turn(Turn::Counter),
        PadButton::L | PadButton::R => Action::Hold,
        PadButton::Up => return Some(Command::PadUp(side)),
        PadButton::Start => return Some(Command::PadStart),
        PadButton::Select => return Some(Command::Skin),
    };
    Some(Command::Act(side, action))
}

/// True for commands that a held key repeats in the menu and the settings. Elsewhere a repeat is no
/// press.
pub(super) fn goes_on(command: Command) -> bool {
    use Action::{Left, Right, SoftDrop};
    matches!(
        command,
        Command::Act(_, Left | Right | SoftDrop | Action::Turn(Turn::Clockwise))
    )
}

/// Keys of a single player: J L K I U G H, A D S W X Q Z E C, the arrows, Space, Ctrl and Shift.
fn of_one(key: KeyCode) -> Option<Command> {
    let action = match key {
        0x3B | 0x1C | 0x16B => Action::Left,
        0x4B | 0x23 | 0x174 => Action::Right,
        0x42 | 0x1B | 0x172 => Action::SoftDrop,
        0x43 | 0x1D | 0x175 | 0x22 => Action::Turn(Turn::Clockwise),
        0x3C | 0x15 | 0x1A | 0x14 | 0x114 => Action::Turn(Turn::Counter),
        0x34 => Action::HardDrop,
        0x33 | 0x24 | 0x21 | 0x12 | 0x59 => Action::Hold,
        0x29 => return Some(Command::Space),
        _ => return None,
    };
    Some(Command::Act(Side::One, action))
}

/// Player 1: A D S W Q E, Space. Player 2: the arrows, slash and point. Enter is a key for both,
/// until the game runs.
fn of_split(key: KeyCode) -> Option<Command> {
    let (side, action) = match key {
        0x1C => (Side::One, Action::Left),
        0x23 => (Side::One, Action::Right),
        0x1B => (Side::One, Action::SoftDrop),
        0x1D => (Side::One, Action::Turn(Turn::Clockwise)),
        0x15 => (Side::One, Action::Turn(Turn::Counter)),
        0x24 => (Side::One, Action::Hold),
        0x16B => (Side::Two, Action::Left),
        0x174 => (Side::Two, Action::Right),
        0x172 => (Side::Two, Action::SoftDrop),
        0x175 => (Side::Two, Action::Turn(Turn::Clockwise)),
        0x4A => (Side::Two, Action::Turn(Turn::Counter)),
        0x49 => (Side::Two, Action::Hold),
        0x29 => return Some(Command::Space),
        _ => return None,
    };
    Some(Command::Act(side, action))
}

/// Player 1: J L K I U G H. Player 2: 1 3 2 5 4 0 and the point, on the keypad.
fn of_keypad(key: KeyCode) -> Option<Command> {
    let (side, action) = match key {
        0x3B => (Side::One, Action::Left),
        0x4B => (Side::One, Action::Right),
        0x42 => (Side::One, Action::SoftDrop),
        0x43 => (Side::One, Action::Turn(Turn::Clockwise)),
        0x3C => (Side::One, Action::Turn(Turn::Counter)),
        0x34 => (Side::One, Action::HardDrop),
        0x33 => (Side::One, Action::Hold),
        0x69 => (Side::Two, Action::Left),
        0x7A => (Side::Two, Action::Right),
        0x72 => (Side::Two, Action::SoftDrop),
        0x73 => (Side::Two, Action::Turn(Turn::Clockwise)),
        0x6B => (Side::Two, Action::Turn(Turn::Counter)),
        0x70 => (Side::Two, Action::HardDrop),
        0x71 => (Side::Two, Action::Hold),
        _ => return None,
    };
    Some(Command::Act(side, action))
}

/// Keys for both players.
pub(super) fn of_all(key: KeyCode) -> Option<Command> {
    Some(match key {
        0x5A | 0x15A => Command::Act(Side::One, Action::Start),
        0x4D => Command::Act(Side::One, Action::Pause),
        0x76 => Command::Act(Side::One, Action::Title),
        0x2D => Command::Restart,
        0x16 => Command::One,
        0x1E => Command::Two,
        0x05 => Command::Skin,
        0x06 => Command::Mute,
        0x04 => Command::Music,
        0x0C => Command::Effects,
        _ => return None,
    })
}

/// True for a key for both players that keeps its meaning in a game. 1 and 2 have none there.
pub(super) fn is_for_all(key: KeyCode) -> bool {
    !matches!(of_all(key), None | Some(Command::One | Command::Two))
}
