//! Recorded game: its key presses, and the time of each scene on the way to it.
//!
//! ```text
//! title --1200 ticks--> keys --480 ticks--> game --1800 ticks--> title
//! ```
//!
//! A memory has the words of [`words`]: ticks to wait, less one, and what follows. It is read from
//! the start whenever a key goes down, and waits there outside of the title and the recorded game.
//! With the setting off nothing follows.
//!
//! **Interface**: `advances` and `presses` are strobes in the clock of `tick`. `action` is valid
//! with `presses`.

use super::keys::action;
use super::recording;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Ticks on the title, on the page with the keys, and in the game.
pub const SCENE_TICKS: [u16; 3] = [1200, 480, 1800];
/// In place of an action: nothing, and the next scene. The soft drop is not recorded.
const NOTHING: u8 = 0;
const ADVANCE: u8 = action::SOFT_DROP;
/// Most ticks of a word.
const LONGEST: u16 = 32;
/// Size of the memory.
const WORDS: usize = 512;

/// The words: {ticks to wait, less one; action}.
///
/// # Panics
/// If two presses are on one tick, or the recording is too long.
pub fn words() -> Vec<u8> {
    let mut words = Vec::new();
    let mut wait = |ticks: u16, action: u8| {
        assert!(ticks > 0, "a word takes a tick");
        let mut left = ticks;
        while left > LONGEST {
            words.push((LONGEST as u8 - 1) << 3 | NOTHING);
            left -= LONGEST;
        }
        words.push((left as u8 - 1) << 3 | action);
    };
    let [title, keys, game] = SCENE_TICKS;
    wait(title, ADVANCE);
    wait(keys, ADVANCE);
    let mut now = 0;
    for &(tick, action) in recording::PRESSES {
        wait(tick - now, action);
        now = tick;
    }
    wait(game - now, ADVANCE);
    assert!(words.len() <= WORDS, "{} words", words.len());
    words.resize(WORDS, NOTHING);
    words
}

/// The recorded game.
#[derive(LogicBlock, Module)]
pub struct RecordedGame {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Level: the title.
    pub on_title: Signal<In, Bit>,
    /// Level: the recorded game, from the page with its keys on.
    pub is_recorded: Signal<In, Bit>,
    /// Level: a game runs.
    pub in_play: Signal<In, Bit>,
    /// Strobe: a key went down, also one that does not act.
    pub pressed: Signal<In, Bit>,
    /// Strobe, once a frame.
    pub tick: Signal<In, Bit>,
    /// Strobe: the next scene.
    pub advances: Signal<Out, Bit>,
    /// Strobe: a key of the recording goes down.
    pub presses: Signal<Out, Bit>,
    /// Its action, one of those of the piece.
    pub action: Signal<Out, Bits<3>>,
    #[part(clock)]
    #[given]
    words: SyncROM<Bits<8>, 9>,
    #[reset(or = restarts)]
    place: DFF<Bits<9>>,
    #[reset(or = restarts)]
    ticks: DFF<Bits<5>>,
    restarts: Signal<Local, Bit>,
    acts: Signal<Local, Bit>,
    next_place: Signal<Local, Bits<9>>,
    next_ticks: Signal<Local, Bits<5>>,
    is_advance: Signal<Local, Bit>,
    is_present: Constant<Bit>,
    #[value(ADVANCE)]
    advance: Constant<Bits<3>>,
}

impl RecordedGame {
    /// With this recording, or without any.
    pub fn new(is_present: bool) -> Self {
        construct!(RecordedGame {
            words: words().into_iter().map(|word| word.to_bits()).into(),
            is_present: Constant::new(is_present),
        })
    }
}

#[clocked]
impl Logic for RecordedGame {
    #[hdl_gen]
    fn update(&mut self) {
        self.words.address.next = self.place.q.val();
        self.action.next = self.words.data.val().get_bits::<3>(0);
        self.is_advance.next = self.action.val() == self.advance.val();
        self.acts.next = self.is_present.val()
            & self.tick.val()
            & !self.pressed.val()
            & (self.ticks.q.val() == self.words.data.val().get_bits::<5>(3));
        self.advances.next = self.acts.val() & self.is_advance.val();
        self.presses.next = self.acts.val() & self.action.val().any() & !self.is_advance.val();
        self.restarts.next = (!self.on_title.val() & !self.is_recorded.val())
            | self.pressed.val()
            | (self.advances.val() & self.in_play.val());
        self.next_place.next = self.place.q.val() + 1;
        self.next_ticks.next = self.ticks.q.val() + 1;
        if self.tick.val() {
            self.ticks.d.next = self.next_ticks.val();
        }
        if self.acts.val() {
            self.ticks.d.next = 0.into();
            self.place.d.next = self.next_place.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// The next scene, or a press, by tick.
    fn tick(uut: &mut Bench<RecordedGame>) -> Option<Option<u8>> {
        poke!(uut.tick = true);
        let press = peek!(uut.presses).then(|| Some(peek!(uut.action).to_u8()));
        let happens = if peek!(uut.advances) {
            Some(None)
        } else {
            press
        };
        tick!(uut);
        poke!(uut.tick = false);
        tick!(uut);
        happens
    }

    fn title(is_present: bool) -> Bench<RecordedGame> {
        let mut uut = Bench::new(RecordedGame::new(is_present));
        poke!(uut.on_title = true);
        tick!(uut);
        uut
    }

    #[test]
    fn the_scenes_have_their_times_and_the_presses_their_ticks() {
        let mut uut = title(true);
        for _ in 0..2 {
            for ticks in &SCENE_TICKS[..2] {
                assert!((1..*ticks).all(|_| tick(&mut uut).is_none()));
                assert_eq!(tick(&mut uut), Some(None), "the next scene");
                poke!(uut.on_title = false);
                poke!(uut.is_recorded = true);
            }
            poke!(uut.in_play = true);
            let mut presses = Vec::new();
            for number in 1..SCENE_TICKS[2] {
                let press = tick(&mut uut).map(|press| press.expect("no scene ends"));
                presses.extend(press.map(|action| (number, action)));
            }
            assert_eq!(presses, recording::PRESSES);
            assert_eq!(tick(&mut uut), Some(None), "the title");
            poke!(uut.in_play = false);
            poke!(uut.is_recorded = false);
            poke!(uut.on_title = true);
        }
    }

    #[test]
    fn a_press_and_another_scene_begin_the_time_anew() {
        for press in [true, false] {
            let mut uut = title(true);
            (1..SCENE_TICKS[0]).for_each(|_| assert!(tick(&mut uut).is_none()));
            poke!(uut.pressed = press);
            poke!(uut.on_title = press);
            if !press {
                tick!(uut);
            }
            assert_eq!(tick(&mut uut), None);
            poke!(uut.pressed = false);
            poke!(uut.on_title = true);
            (1..SCENE_TICKS[0]).for_each(|_| assert!(tick(&mut uut).is_none()));
            assert_eq!(tick(&mut uut), Some(None));
        }
    }

    #[test]
    fn without_a_recording_the_title_stays() {
        let mut uut = title(false);
        (0..2 * SCENE_TICKS[0]).for_each(|_| assert!(tick(&mut uut).is_none()));
    }
}
