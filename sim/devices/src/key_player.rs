//! Keyboard that plays a table of key strokes. It is part of the circuit, so every simulator gets
//! the same keys in the same cycles at no cost of its own.
//!
//! **Shape**: the table has one word for each byte that the keyboard sends: a pause and the word
//! for the [sender](crate::ps2_sender). The table repeats after the last word.

use crate::keyboard::{frame_word, DEFAULT_RATE_HZ};
use crate::keys::Key;
use crate::ps2_sender::{word, Ps2Sender};
use rust_hdl::prelude::*;
use std::time::Duration;

/// Words of the table.
const WORDS: usize = 256;
/// Position of the pause within a word. The sender's word is below.
const PAUSE: u32 = word::HALF_PERIOD + word::HALF_PERIOD_BITS;
/// Bits of the pause.
const PAUSE_BITS: u32 = 9;
/// The unit of a pause is 2 to the power of this, in cycles.
const UNIT_BITS: u32 = 15;

/// A key that goes down or up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// Time since the previous stroke.
    pub pause: Duration,
    /// The key.
    pub key: Key,
    /// True for down, false for up.
    pub is_down: bool,
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum State {
    Fetch,
    Load,
    Wait,
}

/// Plays a table of key strokes.
#[derive(LogicBlock)]
pub struct KeyPlayer {
    /// Any clock.
    pub clock: Signal<In, Clock>,
    /// The clock line.
    pub ps2_clock: Signal<Out, Bit>,
    /// The data line.
    pub ps2_data: Signal<Out, Bit>,
    sender: Ps2Sender,
    table: SyncROM<Bits<36>, 8>,
    state: DFF<State>,
    place: DFF<Bits<8>>,
    ticks: DFF<Bits<24>>,
    next_place: Signal<Local, Bits<8>>,
    fewer_ticks: Signal<Local, Bits<24>>,
    pause: Signal<Local, Bits<24>>,
    last: Constant<Bits<8>>,
}

impl KeyPlayer {
    /// Plays these strokes repeatedly, for a circuit with this clock.
    ///
    /// # Panics
    /// If there is no stroke, or more than the table holds: 256 bytes of scan codes, pauses of 2^24
    /// cycles.
    pub fn new(strokes: &[Stroke], clock_hz: u64) -> Self {
        let words: Vec<u64> = strokes
            .iter()
            .flat_map(|stroke| words(stroke, clock_hz))
            .collect();
        assert!(
            (1..=WORDS).contains(&words.len()),
            "{} words for a table of {WORDS}",
            words.len()
        );
        Self {
            clock: Default::default(),
            ps2_clock: Default::default(),
            ps2_data: Default::default(),
            sender: Default::default(),
            state: Default::default(),
            place: Default::default(),
            ticks: Default::default(),
            next_place: Default::default(),
            fewer_ticks: Default::default(),
            pause: Default::default(),
            last: Constant::new((words.len() as u64 - 1).to_bits()),
            table: words.into_iter().map(|word| word.to_bits::<36>()).into(),
        }
    }
}

fn words(stroke: &Stroke, clock_hz: u64) -> Vec<u64> {
    let cycles = stroke.pause.as_nanos() * u128::from(clock_hz) / 1_000_000_000;
    let units = (cycles >> UNIT_BITS) as u64;
    assert!(units >> PAUSE_BITS == 0, "a pause of {:?}", stroke.pause);
    let bytes = match stroke.is_down {
        true => stroke.key.make(),
        false => stroke.key.break_(),
    };
    let half_period = clock_hz / (2 * DEFAULT_RATE_HZ);
    let pauses = std::iter::once(units).chain(std::iter::repeat(0));
    bytes
        .into_iter()
        .zip(pauses)
        .map(|(byte, units)| frame_word(byte, None, half_period) | units << PAUSE)
        .collect()
}

impl Logic for KeyPlayer {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, place, ticks);
        clock!(self, clock, sender, table);
        self.table.address.next = self.place.q.val();
        self.sender.word.next = self.table.data.val().get_bits::<27>(0);
        self.sender.write.next = false;
        self.ps2_clock.next = self.sender.ps2_clock.val();
        self.ps2_data.next = self.sender.ps2_data.val();
        self.next_place.next = self.place.q.val() + 1;
        self.fewer_ticks.next = self.ticks.q.val() - 1;
        self.pause.next = bit_cast::<24, 9>(self.table.data.val().get_bits::<9>(27)) << 15;
        match self.state.q.val() {
            State::Fetch => {
                self.state.d.next = State::Load;
            }
            State::Load => {
                self.ticks.d.next = self.pause.val();
                self.state.d.next = State::Wait;
            }
            State::Wait => {
                self.ticks.d.next = self.fewer_ticks.val();
                if !self.ticks.q.val().any() {
                    self.sender.write.next = true;
                    self.place.d.next = self.next_place.val();
                    if self.place.q.val() == self.last.val() {
                        self.place.d.next = 0.into();
                    }
                    self.state.d.next = State::Fetch;
                }
            }
            _ => {
                self.state.d.next = State::Fetch;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_widgets::input::ps2_receiver::Ps2Receiver;

    const CLOCK_HZ: u64 = 25_000_000;

    #[derive(LogicBlock)]
    struct Cable {
        clock: Signal<In, Clock>,
        code: Signal<Out, Bits<8>>,
        code_valid: Signal<Out, Bit>,
        player: KeyPlayer,
        receiver: Ps2Receiver,
    }

    impl Logic for Cable {
        #[hdl_gen]
        fn update(&mut self) {
            clock!(self, clock, player, receiver);
            self.receiver.reset.next = false;
            self.receiver.ps2_clock.next = self.player.ps2_clock.val();
            self.receiver.ps2_data.next = self.player.ps2_data.val();
            self.code.next = self.receiver.code.val();
            self.code_valid.next = self.receiver.code_valid.val();
        }
    }

    #[test]
    fn what_a_receiver_hears_is_the_table_again_and_again_with_its_pauses() {
        let left = Key::named("Left").unwrap();
        let stroke = |milliseconds, is_down| Stroke {
            pause: Duration::from_millis(milliseconds),
            key: left,
            is_down,
        };
        let cable = Cable {
            clock: Default::default(),
            code: Default::default(),
            code_valid: Default::default(),
            player: KeyPlayer::new(&[stroke(0, true), stroke(20, false)], CLOCK_HZ),
            receiver: Ps2Receiver::new(CLOCK_HZ),
        };
        let netlist = gatefall_lower::netlist(&cable, "cable").unwrap();
        let mut machine = gatefall_host::Machine::new(&netlist).unwrap();
        let mut heard = Vec::new();
        let mut times = Vec::new();
        while heard.len() < 7 {
            machine.run(1);
            if machine.peek("code_valid").unwrap() == 1 {
                heard.push(machine.peek("code").unwrap());
                times.push(machine.cycles());
            }
        }
        assert_eq!(heard, [0xE0, 0x6B, 0xE0, 0xF0, 0x6B, 0xE0, 0x6B]);
        // 20 ms after the previous word was sent, in units of 2^15 cycles.
        let gap = times[2] - times[0];
        assert!((490_000..500_000).contains(&gap), "{gap}");
    }
}
