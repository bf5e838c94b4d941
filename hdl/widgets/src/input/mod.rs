//! Input devices: keyboards and buttons.

pub mod buttons;
pub mod fake_pull_down;
pub mod gamepad_reader;
pub mod held_action;
pub mod held_actions;
pub mod held_keys;
pub mod key_code;
pub mod key_events;
pub mod key_finder;
pub mod key_list;
pub mod key_meaning;
pub mod key_memory;
pub mod key_setter;
pub mod key_steps;
mod key_words;
pub mod keyboard_decoder;
pub mod ps2_receiver;
pub mod stale_timers;

pub use buttons::Buttons;
pub use fake_pull_down::FakePullDown;
pub use gamepad_reader::GamepadReader;
pub use held_keys::HeldKeys;
pub use keyboard_decoder::KeyboardDecoder;
pub use ps2_receiver::Ps2Receiver;
pub use stale_timers::StaleTimers;

#[cfg(test)]
mod tests {
    use super::keyboard_decoder::{self, KeyClass};
    use super::{stale_timers, KeyboardDecoder, Ps2Receiver};
    use gatefall_bench::{peek, poke, tick, Bench};
    use rust_hdl::prelude::*;

    /// From the two wires to the key events.
    #[derive(LogicBlock)]
    struct Input {
        clock: Signal<In, Clock>,
        reset: Signal<In, Bit>,
        tick: Signal<In, Bit>,
        ps2_clock: Signal<In, Bit>,
        ps2_data: Signal<In, Bit>,
        pressed: Signal<Out, Bit>,
        action: Signal<Out, Bits<5>>,
        left_held: Signal<Out, Bits<2>>,
        receiver: Ps2Receiver,
        decoder: KeyboardDecoder,
    }

    impl Logic for Input {
        #[hdl_gen]
        fn update(&mut self) {
            clock!(self, clock, receiver, decoder);
            self.receiver.reset.next = self.reset.val();
            self.receiver.ps2_clock.next = self.ps2_clock.val();
            self.receiver.ps2_data.next = self.ps2_data.val();
            self.decoder.reset.next = self.reset.val();
            self.decoder.map.next = 0.into();
            self.decoder.in_menus.next = false;
            self.decoder.sets.next = false;
            self.decoder.changes.asks.next = false;
            self.decoder.changes.target.next = 0.into();
            self.decoder.changes.removes.next = false;
            self.decoder.changes.renews.next = false;
            self.decoder.clears.next = false;
            self.decoder.saved.open.next = false;
            self.decoder.saved.place.next = 0.into();
            self.decoder.saved.write.next = false;
            self.decoder.saved.new_value.next = 0.into();
            self.decoder.caps.free.next = false;
            self.decoder.tick.next = self.tick.val();
            self.decoder.stall.next = false;
            self.decoder.pad_code.next = 0.into();
            self.decoder.pad_released.next = false;
            self.decoder.pad_valid.next = false;
            self.decoder.code.next = self.receiver.code.val();
            self.decoder.code_valid.next = self.receiver.code_valid.val();
            self.decoder.code_error.next = self.receiver.code_error.val();
            self.pressed.next = self.decoder.pressed.val();
            self.action.next = self.decoder.action.val();
            self.left_held.next = self.decoder.directions.left.val();
        }
    }

    const CLOCK_MHZ: usize = 3;
    const LEFT_KEY: u8 = 0x3B;
    const TURN_KEY: u8 = 0x43;
    const TURN: u8 = 4;

    fn input() -> Bench<Input> {
        let map = [
            (LEFT_KEY.into(), KeyClass::Always, keyboard_decoder::LEFT),
            (TURN_KEY.into(), KeyClass::Always, TURN),
        ];
        Bench::new(Input {
            clock: Default::default(),
            reset: Default::default(),
            tick: Default::default(),
            ps2_clock: Default::default(),
            ps2_data: Default::default(),
            pressed: Default::default(),
            action: Default::default(),
            left_held: Default::default(),
            receiver: Ps2Receiver::new(CLOCK_MHZ as u64 * 1_000_000),
            decoder: KeyboardDecoder::new(&map, &[]),
        })
    }

    /// Holds both lines for 40 us and returns the actions pressed.
    fn lines(uut: &mut Bench<Input>, clock: bool, data: bool) -> Vec<u8> {
        poke!(uut.ps2_clock = clock);
        poke!(uut.ps2_data = data);
        let mut actions = vec![];
        for _ in 0..40 * CLOCK_MHZ {
            tick!(uut);
            if peek!(uut.pressed) {
                actions.push(peek!(uut.action).to_u8());
            }
        }
        actions
    }

    /// Sends the first `bits` bits of the frame of `code`.
    fn send(uut: &mut Bench<Input>, code: u8, bits: usize) -> Vec<u8> {
        let odd_parity = code.count_ones().is_multiple_of(2);
        let frame = u16::from(code) << 1 | u16::from(odd_parity) << 9 | 1 << 10;
        let mut actions = vec![];
        for bit in 0..bits {
            let data = frame >> bit & 1 == 1;
            actions.extend(lines(uut, true, data));
            actions.extend(lines(uut, false, data));
        }
        actions.extend(lines(uut, true, true));
        actions
    }

    #[test]
    fn keys_arrive_back_to_back() {
        let mut uut = input();
        lines(&mut uut, true, true);
        assert_eq!(send(&mut uut, LEFT_KEY, 11), [keyboard_decoder::LEFT]);
        assert_eq!(send(&mut uut, TURN_KEY, 11), [TURN]);
        assert_eq!(send(&mut uut, TURN_KEY, 11), []);
        assert!(peek!(uut.left_held).any());
        send(&mut uut, 0xF0, 11);
        send(&mut uut, LEFT_KEY, 11);
        assert!(!peek!(uut.left_held).any());
    }

    #[test]
    fn a_held_key_does_not_press_again_after_a_damaged_byte() {
        let mut uut = input();
        lines(&mut uut, true, true);
        assert_eq!(send(&mut uut, TURN_KEY, 11), [TURN]);
        // Another key's byte is damaged; the held one repeats its code.
        send(&mut uut, LEFT_KEY, 8);
        for _ in 0..3000 / 40 {
            lines(&mut uut, true, true);
        }
        assert_eq!(send(&mut uut, TURN_KEY, 11), []);
        send(&mut uut, 0xF0, 11);
        send(&mut uut, TURN_KEY, 11);
        assert_eq!(send(&mut uut, TURN_KEY, 11), [TURN]);
    }

    #[test]
    fn a_release_lost_on_the_wire_leaves_no_key_stuck() {
        for bits in 1..11 {
            let mut uut = input();
            lines(&mut uut, true, true);
            send(&mut uut, LEFT_KEY, 11);
            send(&mut uut, 0xF0, 11);
            send(&mut uut, LEFT_KEY, bits);
            assert!(peek!(uut.left_held).any());
            for _ in 0..3000 / 40 {
                lines(&mut uut, true, true);
            }
            assert!(!peek!(uut.left_held).any(), "{bits} bits");
            for _ in 0..stale_timers::STALE_TICKS {
                poke!(uut.tick = true);
                tick!(uut);
            }
            poke!(uut.tick = false);
            assert_eq!(send(&mut uut, LEFT_KEY, 11), [keyboard_decoder::LEFT]);
        }
    }
}
