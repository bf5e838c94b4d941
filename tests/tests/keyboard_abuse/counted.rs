//! The circuit.

use gatefall_games::arcade::control::keyboard::Keyboard;
use rust_hdl::prelude::*;

/// The keyboard of the arcade with a counter of presses, for one player in play.
#[derive(LogicBlock)]
pub struct Counted {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    ps2_clock: Signal<In, Bit>,
    ps2_data: Signal<In, Bit>,
    tick: Signal<In, Bit>,
    presses: Signal<Out, Bits<32>>,
    held: Signal<Out, Bits<3>>,
    restarts: Signal<Out, Bits<32>>,
    keyboard: Keyboard,
    count: DFF<Bits<32>>,
    restart_count: DFF<Bits<32>>,
}

impl Logic for Counted {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, keyboard, count, restart_count);
        self.keyboard.reset.next = self.reset.val();
        self.keyboard.ps2_clock.next = self.ps2_clock.val();
        self.keyboard.ps2_data.next = self.ps2_data.val();
        self.keyboard.tick.next = self.tick.val();
        self.keyboard.keys.map.next = 0.into();
        self.keyboard.keys.in_menus.next = false;
        self.keyboard.keys.sets.next = true;
        self.keyboard.two_chosen.next = false;
        self.keyboard.clears.next = false;
        self.keyboard.saved.open.next = false;
        self.keyboard.saved.place.next = 0.into();
        self.keyboard.saved.write.next = false;
        self.keyboard.saved.new_value.next = 0.into();
        self.keyboard.caps.free.next = true;
        self.keyboard.scenes.in_play.next = true;
        self.keyboard.scenes.in_countdown.next = false;
        self.keyboard.scenes.in_pause.next = false;
        self.keyboard.scenes.is_suspended.next = false;
        self.keyboard.scenes.no_game.next = false;
        self.keyboard.scenes.two_players.next = false;
        self.keyboard.scenes.in_statistics.next = false;
        self.keyboard.scenes.on_title.next = false;
        self.keyboard.scenes.in_keys.next = false;
        self.keyboard.scenes.starts_key.next = false;
        self.keyboard.scenes.has_list.next = false;
        self.keyboard.scenes.may_restart.next = true;
        self.keyboard.scenes.is_recorded.next = false;
        self.keyboard.scenes.new_game.next = false;
        self.keyboard.scenes.renews.next = false;
        self.keyboard.stall.next = false;
        self.keyboard.is_deaf.next = false;
        self.keyboard.in_name.next = false;
        self.keyboard.pads.data.next = 3.into();
        self.count.d.next = self.count.q.val();
        if self.keyboard.pressed.val() {
            self.count.d.next = self.count.q.val() + 1;
        }
        self.presses.next = self.count.q.val();
        self.restart_count.d.next = self.restart_count.q.val();
        if self.keyboard.restarts.val() {
            self.restart_count.d.next = self.restart_count.q.val() + 1;
        }
        self.restarts.next = self.restart_count.q.val();
        self.held.next = bit_cast::<3, 1>(self.keyboard.directions.left.val().get_bits::<1>(0))
            | (bit_cast::<3, 1>(self.keyboard.directions.right.val().get_bits::<1>(0)) << 1)
            | (bit_cast::<3, 1>(self.keyboard.directions.down.val().get_bits::<1>(0)) << 2);
    }
}

impl Counted {
    /// In a circuit with this clock.
    pub fn new(clock_hz: u64) -> Counted {
        Counted {
            clock: Signal::default(),
            reset: Signal::default(),
            ps2_clock: Signal::default(),
            ps2_data: Signal::default(),
            tick: Signal::default(),
            presses: Signal::default(),
            held: Signal::default(),
            restarts: Signal::default(),
            keyboard: Keyboard::new(clock_hz, 0, false, true),
            count: DFF::default(),
            restart_count: DFF::default(),
        }
    }
}
