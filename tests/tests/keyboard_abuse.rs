//! A PS/2 keyboard with a bad cable: jitter, spikes, wrong bits, cut frames, and a plug that is
//! pulled and put back. No key stays held, none is pressed by itself, and the next good press of a
//! key counts once.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use fastrand::Rng;
use gatefall_games::arcade::control::keyboard::Keyboard;
use gatefall_host::{Machine, SignalId};
use gatefall_tests::{record, seed, Work};
use rust_hdl::prelude::*;

/// Bytes that the keyboard sends in `make test`. The ignored test sends a million.
const BYTES: u64 = 20_000;
/// The lowest clock that the keyboard takes.
const CLOCK_HZ: u64 = 3_000_000;
const CYCLES_PER_US: u64 = CLOCK_HZ / 1_000_000;
/// Ticks of the game, 64 in a second.
const TICK_US: u64 = 15_625;
/// After so many ticks a key that was down before an error is forgotten, with one to spare.
const STALE_TICKS: u64 = 37;
/// The shortest and the longest half period of the keyboard's clock.
const HALF_US: std::ops::RangeInclusive<u64> = 30..=50;
/// The longest spike that is no edge: the filter counts eight samples in a row.
const SPIKE_US: u64 = 6;
/// A frame that stands still for so long is over, with some to spare.
const FRAME_END_US: u64 = 2_200;
/// Keys that are held at the same time. After an error the decoder knows four: one of them may be
/// a key whose prefix E0 was lost, which it takes for a key of the keypad.
const MOST_HELD: usize = 3;

/// Keys of one player: prefix E0, code, and the bit of the direction that they hold.
const KEYS: [(bool, u8, u64); 11] = [
    (false, 0x3B, LEFT),
    (false, 0x1C, LEFT),
    (true, 0x6B, LEFT),
    (false, 0x4B, RIGHT),
    (true, 0x74, RIGHT),
    (false, 0x42, DOWN),
    (true, 0x72, DOWN),
    (false, 0x43, 0),
    (true, 0x75, 0),
    (false, 0x29, 0),
    (false, 0x2D, 0),
];
/// The key among them that begins a game again when it is held.
const RESTART: usize = 10;
const LEFT: u64 = 1;
const RIGHT: u64 = 2;
const DOWN: u64 = 4;

/// The keyboard of the arcade with a counter of presses, for one player in play.
#[derive(LogicBlock)]
struct Counted {
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
    fn new() -> Counted {
        Counted {
            clock: Signal::default(),
            reset: Signal::default(),
            ps2_clock: Signal::default(),
            ps2_data: Signal::default(),
            tick: Signal::default(),
            presses: Signal::default(),
            held: Signal::default(),
            restarts: Signal::default(),
            keyboard: Keyboard::new(CLOCK_HZ, 0, false, true),
            count: DFF::default(),
            restart_count: DFF::default(),
        }
    }
}

/// What happens to a byte on its way.
#[derive(Clone, Copy, PartialEq)]
enum Damage {
    None,
    /// A bit arrives wrong.
    Bit(usize),
    /// The frame ends after so many bits.
    Cut(usize),
}

/// A keyboard and its cable.
struct Cable {
    machine: Machine,
    clock: SignalId,
    data: SignalId,
    tick: SignalId,
    presses: SignalId,
    held: SignalId,
    restarts: SignalId,
    random: Rng,
    /// Bytes sent so far.
    bytes: u64,
    /// Microseconds to the next tick.
    to_tick: u64,
    /// Share of damaged bytes.
    damaged: f64,
    /// Keys that are down.
    down: Vec<usize>,
    /// Those that were down when a byte was lost. The decoder does not know them, so a second lost
    /// byte of such a key could turn its release into a press.
    unknown: Vec<usize>,
    /// What was done, for messages.
    log: Vec<String>,
}

impl Cable {
    fn new(seed: u64, damaged: f64) -> Cable {
        let netlist = gatefall_bench::netlist(&Counted::new(), "counted");
        let mut machine = Machine::new(&netlist).unwrap();
        let names = [
            "ps2_clock",
            "ps2_data",
            "tick",
            "presses",
            "held",
            "restarts",
            "reset",
        ];
        let [clock, data, tick, presses, held, restarts, reset] =
            names.map(|name| machine.signal(name).unwrap());
        for (line, level) in [(clock, 1), (data, 1), (reset, 1)] {
            machine.poke(line, level).unwrap();
        }
        machine.run(16);
        machine.poke(reset, 0).unwrap();
        let mut cable = Cable {
            machine,
            clock,
            data,
            tick,
            presses,
            held,
            restarts,
            random: Rng::with_seed(seed),
            bytes: 0,
            to_tick: TICK_US,
            damaged,
            down: Vec::new(),
            unknown: Vec::new(),
            log: Vec::new(),
        };
        cable.wait(2_000);
        cable
    }

    fn wait(&mut self, mut us: u64) {
        while us > 0 {
            let step = us.min(self.to_tick);
            self.machine.run(step * CYCLES_PER_US);
            us -= step;
            self.to_tick -= step;
            if self.to_tick == 0 {
                self.machine.poke(self.tick, 1).unwrap();
                self.machine.run(1);
                self.machine.poke(self.tick, 0).unwrap();
                self.to_tick = TICK_US;
            }
        }
    }

    fn wait_ticks(&mut self, ticks: u64) {
        self.wait(ticks * TICK_US);
    }

    fn line(&mut self, line: SignalId, level: bool) {
        self.machine.poke(line, level.into()).unwrap();
    }

    /// Half a period of the clock, sometimes with a spike on the clock line. The filter sees an
    /// edge only after the line was still.
    fn half(&mut self, level: bool) {
        let half = self.random.u64(HALF_US);
        if self.random.f64() > self.damaged {
            return self.wait(half);
        }
        let spike = self.random.u64(1..=SPIKE_US);
        let before = self.random.u64(9..half - 9 - spike);
        self.wait(before);
        self.line(self.clock, !level);
        self.wait(spike);
        self.line(self.clock, level);
        self.wait(half - before - spike);
    }

    /// Sends a byte.
    fn send(&mut self, byte: u8, damage: Damage) {
        self.bytes += 1;
        let mut bits: Vec<bool> = (0..8).map(|bit| byte >> bit & 1 != 0).collect();
        bits.insert(0, false);
        bits.push(byte.count_ones().is_multiple_of(2));
        bits.push(true);
        match damage {
            Damage::None => {}
            Damage::Bit(bit) => bits[bit] = !bits[bit],
            Damage::Cut(length) => bits.truncate(length),
        }
        for bit in bits {
            self.line(self.data, bit);
            self.half(true);
            self.line(self.clock, false);
            self.half(false);
            self.line(self.clock, true);
        }
        self.line(self.data, true);
        let pause = self.random.u64(60..1_500);
        let rest = if matches!(damage, Damage::Cut(_)) {
            FRAME_END_US
        } else {
            0
        };
        self.wait(pause + rest);
    }

    /// Sends the codes of a key. False if a byte was damaged.
    fn codes(&mut self, key: usize, is_release: bool) -> bool {
        let (is_extended, code, _) = KEYS[key];
        let prefixes = [(is_extended, 0xE0), (is_release, 0xF0), (true, code)];
        let mut is_whole = true;
        for (_, byte) in prefixes.into_iter().filter(|(is_sent, _)| *is_sent) {
            let may_fail = !self.unknown.contains(&key);
            let damage = match may_fail && self.random.f64() < self.damaged {
                false => Damage::None,
                true if self.random.bool() => Damage::Bit(self.random.usize(0..11)),
                true => Damage::Cut(self.random.usize(1..11)),
            };
            if damage != Damage::None {
                is_whole = false;
                self.unknown = self.down.clone();
            }
            self.send(byte, damage);
        }
        self.log.push(format!(
            "{}{:02X}{}",
            if is_release { "release " } else { "press " },
            code,
            if is_whole { "" } else { " damaged" }
        ));
        is_whole
    }

    fn presses(&mut self) -> u64 {
        self.machine.peek(self.presses).unwrap()
    }

    /// A key goes down. A good press of a key that was up counts once.
    fn press(&mut self, key: usize) {
        let before = self.presses();
        self.down.push(key);
        if self.codes(key, false) {
            assert_eq!(self.presses() - before, 1, "{}", self.story());
            let held = self.machine.peek(self.held).unwrap();
            assert_eq!(held & KEYS[key].2, KEYS[key].2, "{}", self.story());
        }
    }

    /// A key goes up. If a byte of it is lost, the decoder knows that only after some time.
    fn release(&mut self, at: usize) {
        let key = self.down.remove(at);
        let before = self.presses();
        if !self.codes(key, true) {
            self.wait_ticks(STALE_TICKS);
        }
        self.unknown.retain(|&unknown| unknown != key);
        assert_eq!(self.presses(), before, "{}", self.story());
    }

    /// A held key sends its code again. That is no press if the decoder knows that it is held.
    fn repeat(&mut self, key: usize) {
        let before = self.presses();
        let is_known = !self.unknown.contains(&key);
        let is_whole = self.codes(key, false);
        let most = u64::from(!is_known || !is_whole);
        assert!(self.presses() - before <= most, "{}", self.story());
    }

    /// The plug is pulled and put back: the lines bounce, and the keyboard starts again.
    fn replug(&mut self) {
        for _ in 0..self.random.u64(1..100) {
            let [clock, data] = [self.random.bool(), self.random.bool()];
            self.line(self.clock, clock);
            self.line(self.data, data);
            let us = self.random.u64(1..100);
            self.wait(us);
        }
        self.line(self.clock, true);
        self.line(self.data, true);
        self.down.clear();
        self.unknown.clear();
        self.wait(FRAME_END_US);
        self.send(0xAA, Damage::None);
        self.wait_ticks(STALE_TICKS);
        self.log.push("replug".to_owned());
    }

    /// The last things that happened.
    fn story(&self) -> String {
        let from = self.log.len().saturating_sub(12);
        format!("byte {}: {}", self.bytes, self.log[from..].join(", "))
    }

    /// A key or the plug is moved, or a held key repeats its code.
    fn act(&mut self) {
        let up: Vec<usize> = (0..KEYS.len())
            .filter(|key| !self.down.contains(key))
            .collect();
        let restarts = self.machine.peek(self.restarts).unwrap();
        match self.random.u32(0..200) {
            0 => self.replug(),
            1..90 if self.down.len() < MOST_HELD => {
                let key = up[self.random.usize(0..up.len())];
                self.press(key);
            }
            90..170 if !self.down.is_empty() => {
                let at = self.random.usize(0..self.down.len());
                self.release(at);
            }
            _ => {
                if let Some(&key) = self.down.last() {
                    self.repeat(key);
                }
            }
        }
        let pause = self.random.u64(0..5_000);
        let before = self.presses();
        self.wait(pause);
        assert_eq!(self.presses(), before, "in a pause, {}", self.story());
        let allowed = self.down.iter().fold(0, |held, &key| held | KEYS[key].2);
        let held = self.machine.peek(self.held).unwrap();
        assert_eq!(held & !allowed, 0, "a key is stuck, {}", self.story());
        if up.contains(&RESTART) && !self.down.contains(&RESTART) {
            let now = self.machine.peek(self.restarts).unwrap();
            assert_eq!(now, restarts, "R is stuck, {}", self.story());
        }
    }
}

/// The number of bytes that were sent.
fn abuse(seed: u64, bytes: u64, work: &Work) -> u64 {
    let mut cable = Cable::new(seed, 0.02);
    while cable.bytes < bytes && !work.is_over() {
        cable.act();
        if cable.log.len() > 100 {
            cable.log.clear();
        }
    }
    cable.bytes
}

#[test]
fn a_bad_cable_leaves_no_key_stuck_and_loses_no_good_press() {
    abuse(1, BYTES, &Work::wanted());
}

#[test]
#[ignore = "takes minutes"]
fn a_million_bytes_over_a_bad_cable() {
    let work = Work::wanted();
    let part = work.part(1_000_000);
    // Each part has its seed.
    let seed = seed(2).wrapping_add(part.start);
    let bytes = abuse(seed, part.end - part.start, &work);
    record("", &[("bytes", bytes)]);
}
