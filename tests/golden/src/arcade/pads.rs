//! Reading of the gamepads in every tick, and the meaning of their buttons.

use super::commands::{Command, Map};
use super::keyboard::Stroke;
use super::set_keys::DROP_OF_TWO;
use super::{Arcade, Input, PadButton, Page};
use crate::{Action, Side, Turn};

impl Arcade {
    /// Number of players of the game that this input begins, if it begins one.
    pub fn begins(&self, input: Input) -> Option<usize> {
        let mut keyboard = self.keyboard.clone();
        match input {
            Input::Byte(byte) => return self.begins_with(keyboard.byte(byte, self.layout()), 0),
            Input::Lost => return None,
            Input::Pad(side, button, is_down) => keyboard.set_pad(side, button, is_down),
            Input::Tick | Input::ByteAndTick(_) if self.restarts() => return Some(1),
            Input::Tick if self.begins_recorded() => return Some(1),
            Input::Tick => keyboard.tick(),
            Input::ByteAndTick(byte) => {
                let stroke = keyboard.byte(byte, self.layout());
                if let Some(players) = self.begins_with(stroke, 0) {
                    return Some(players);
                }
                keyboard.tick();
            }
        }
        // The pads are read after the tick.
        let ticks = u32::from(!matches!(input, Input::Pad(..)));
        let buttons = PadButton::ALL.into_iter();
        let mut buttons = buttons.flat_map(|button| Side::BOTH.map(|side| (side, button)));
        buttons.find_map(|(side, button)| self.begins_with(keyboard.read_pad(side, button), ticks))
    }

    /// The same for a stroke after so many more ticks.
    fn begins_with(&self, stroke: Option<Stroke>, ticks: u32) -> Option<usize> {
        match stroke? {
            _ if self.is_deaf_after(ticks) => None,
            Stroke::Down(key) => self.begins_by(self.command(key)?),
            _ => None,
        }
    }

    /// Up and Start of a pad have a meaning that depends on the scene. Enter is the hard drop of
    /// player 2 in a game whose players split the keys, if that has no set key.
    pub(super) fn meaning(&self, command: Command) -> Command {
        let page = self.page();
        use Page::{Menu, Paused, Play, Settings, Title};
        let in_list = matches!(page, Title | Menu(_) | Settings(_) | Paused(_)) || self.is_naming();
        let drop_is_set = self.set_keys.get(DROP_OF_TWO).is_some();
        let enter_drops = self.map() == Map::Split && !drop_is_set;
        match command {
            Command::PadUp(side) if in_list => Command::Act(side, Action::Turn(Turn::Clockwise)),
            Command::PadUp(side) => Command::Act(side, Action::HardDrop),
            Command::PadStart => Command::Act(
                Side::One,
                match page {
                    Page::Play => Action::Pause,
                    _ => Action::Start,
                },
            ),
            Command::Act(_, Action::Start) if page == Play && enter_drops => {
                Command::Act(Side::Two, Action::HardDrop)
            }
            other => other,
        }
    }

    /// Reads every button of both pads, the first one of both first.
    pub(super) fn read_pads(&mut self) {
        for button in PadButton::ALL {
            for side in Side::BOTH {
                let stroke = self.keyboard.read_pad(side, button);
                match self.begins_with(stroke, 0) {
                    Some(players) => self.begin(players),
                    None if stroke.is_some() => self.noticing(|arcade| arcade.follow(stroke)),
                    None => {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::commands::command;
    use super::*;

    #[test]
    fn buttons_are_those_of_the_page_of_rules() {
        let rows = crate::rules_page::table("bit | button");
        assert_eq!(rows.len(), PadButton::ALL.len());
        for ((bit, button), row) in PadButton::ALL.into_iter().enumerate().zip(rows) {
            let name = format!("{button:?}");
            assert!(row[1].eq_ignore_ascii_case(&name), "{row:?}");
            assert_eq!(row[0], bit.to_string());
            for (side, code) in Side::BOTH.into_iter().zip([row[2], row[3]]) {
                let key = button.key(side);
                assert_eq!(format!("{key:X}"), code);
                assert_eq!(PadButton::of(key), Some((side, button)));
                let expected = match command(key, Map::Split) {
                    Some(Command::Skin) => "next skin",
                    Some(Command::PadStart) => "in play: pause",
                    Some(Command::PadUp(_)) => "title, menu, settings, pause: as turn clockwise",
                    Some(Command::Act(_, action)) => match action {
                        Action::Left => "left",
                        Action::Right => "right",
                        Action::SoftDrop => "soft drop",
                        Action::Turn(Turn::Clockwise) => "turn clockwise",
                        Action::Turn(Turn::Counter) => "turn counter-clockwise",
                        Action::Hold => "hold",
                        other => panic!("{other:?}"),
                    },
                    other => panic!("{other:?}"),
                };
                assert!(row[4].starts_with(expected), "{row:?}: {expected}");
            }
            assert_eq!(command(button.key(Side::Two), Map::One), None);
        }
    }
}
