//! Number of the screen for a scene.
//!
//! Combinational.

use crate::arcade::picture::screens::screen;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

// `update` adds it as a bit.
const _: () = assert!(screen::WITH_GOAL == 1);

/// From the levels of the scenes to one of [`screen`].
#[derive(LogicBlock, Module)]
pub struct ScreenNumber {
    /// Level: the menu.
    pub in_menu: Signal<In, Bit>,
    /// Level: the settings.
    pub in_settings: Signal<In, Bit>,
    /// Level: the page that sets the keys.
    pub in_keys: Signal<In, Bit>,
    /// Level: the countdown.
    pub in_countdown: Signal<In, Bit>,
    /// Level: the game runs, or is about to go on after a pause.
    pub on_board: Signal<In, Bit>,
    /// Level: the game is paused.
    pub in_pause: Signal<In, Bit>,
    /// Level: the scene after a game.
    pub in_end: Signal<In, Bit>,
    /// Level: two play.
    pub has_two: Signal<In, Bit>,
    /// Level: the game of one ended by its goal or its time.
    pub finished: Signal<In, Bit>,
    /// Players who are out: bit 0 player 1, bit 1 player 2.
    pub out: Signal<In, Bits<2>>,
    /// Number of the screen.
    pub number: Signal<Out, Bits<4>>,
    #[default(0)]
    players: Signal<Local, Bits<4>>,
    title: Constant<Bits<4>>,
    menu: Constant<Bits<4>>,
    settings: Constant<Bits<4>>,
    keys: Constant<Bits<4>>,
    result: Constant<Bits<4>>,
    play: Constant<Bits<4>>,
    pause: Constant<Bits<4>>,
    countdown: Constant<Bits<4>>,
    countdown_two: Constant<Bits<4>>,
    end_of_one: Constant<Bits<4>>,
    of_two: Constant<Bits<4>>,
}

impl Default for ScreenNumber {
    fn default() -> Self {
        let screen = |number: usize| Constant::new(number.to_bits());
        construct!(ScreenNumber {
            title: screen(screen::TITLE),
            menu: screen(screen::MENU),
            settings: screen(screen::SETTINGS),
            keys: screen(screen::KEYS),
            result: screen(screen::RESULT),
            play: screen(screen::PLAY),
            pause: screen(screen::PAUSE),
            countdown: screen(screen::COUNTDOWN),
            countdown_two: screen(screen::COUNTDOWN_TWO),
            end_of_one: screen(screen::END),
            of_two: screen(screen::OF_TWO),
        })
    }
}

#[clocked]
impl Logic for ScreenNumber {
    #[hdl_gen]
    fn update(&mut self) {
        if self.has_two.val() {
            self.players.next = self.of_two.val();
        }
        self.number.next = self.title.val();
        if self.in_menu.val() {
            self.number.next = self.menu.val();
        }
        if self.in_settings.val() {
            self.number.next = self.settings.val();
        }
        if self.in_keys.val() {
            self.number.next = self.keys.val();
        }
        if self.in_countdown.val() {
            self.number.next = self.countdown.val();
            if self.has_two.val() {
                self.number.next = self.countdown_two.val();
            }
        }
        if self.on_board.val() {
            self.number.next = self.play.val() | self.players.val();
        }
        if self.in_pause.val() {
            self.number.next = self.pause.val() | self.players.val();
        }
        if self.in_end.val() {
            self.number.next = self.end_of_one.val() | bit_cast::<4, 1>(self.finished.val().into());
            if self.has_two.val() {
                self.number.next = self.result.val() | bit_cast::<4, 2>(self.out.val());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, Bench};

    /// Number of the screen when only the scene that `enter` sets is on.
    fn number(enter: fn(&mut Bench<ScreenNumber>), [two, finished]: [bool; 2]) -> u64 {
        let mut uut = Bench::new(ScreenNumber::default());
        enter(&mut uut);
        poke!(uut.has_two = two);
        poke!(uut.finished = finished);
        peek!(uut.number).into()
    }

    const ALL: [[bool; 2]; 4] = [[false, false], [false, true], [true, false], [true, true]];

    #[test]
    fn title_menu_settings_and_keys_have_one_screen_each() {
        for state in ALL {
            assert_eq!(number(|_| (), state), screen::TITLE as u64);
            let menu = number(|uut| poke!(uut.in_menu = true), state);
            assert_eq!(menu, screen::MENU as u64);
            let settings = number(|uut| poke!(uut.in_settings = true), state);
            assert_eq!(settings, screen::SETTINGS as u64);
            let keys = number(|uut| poke!(uut.in_keys = true), state);
            assert_eq!(keys, screen::KEYS as u64);
        }
    }

    #[test]
    fn the_scenes_of_a_game_have_a_screen_for_one_and_one_for_two() {
        for state in ALL {
            let pick = |one: usize, two: usize| if state[0] { two } else { one } as u64;
            let countdown = number(|uut| poke!(uut.in_countdown = true), state);
            assert_eq!(countdown, pick(screen::COUNTDOWN, screen::COUNTDOWN_TWO));
            let play = number(|uut| poke!(uut.on_board = true), state);
            assert_eq!(play, pick(screen::PLAY, screen::PLAY_TWO));
            let pause = number(|uut| poke!(uut.in_pause = true), state);
            assert_eq!(pause, pick(screen::PAUSE, screen::PAUSE_TWO));
        }
    }

    #[test]
    fn the_end_of_one_tells_a_goal_and_the_end_of_two_who_is_out() {
        for state in ALL {
            let [two, finished] = state;
            let one = screen::END + if finished { screen::WITH_GOAL } else { 0 };
            let expected = if two { screen::RESULT + 2 } else { one };
            let enter = |uut: &mut Bench<ScreenNumber>| {
                poke!(uut.in_end = true);
                poke!(uut.out = 2.into());
            };
            assert_eq!(number(enter, state), expected as u64, "{state:?}");
        }
    }
}
