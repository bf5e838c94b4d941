//! A keyboard and its cable.

use fastrand::Rng;
use gatefall_host::{Machine, SignalId};
use gatefall_netlist::Netlist;

/// The lowest clock that the keyboard takes.
pub const CLOCK_HZ: u64 = 3_000_000;
const CYCLES_PER_US: u64 = CLOCK_HZ / 1_000_000;
/// Ticks of the game, 64 in a second.
const TICK_US: u64 = 15_625;
/// After so many ticks a key that was down before an error is forgotten, with one to spare.
const STALE_TICKS: u64 = 37;
/// The shortest and the longest half period of the keyboard's clock.
const HALF_US: std::ops::RangeInclusive<u64> = 30..=50;
/// The longest spike that is no edge: the filter counts eight samples in a row.
const SPIKE_US: u64 = 6;
/// The data line is read so long after the clock line fell, at most, and a spike there is over so
/// long before it falls.
const READ_US: u64 = 11;
const SETTLED_US: u64 = 2;
/// A frame that stands still for so long is over, with some to spare.
const FRAME_END_US: u64 = 2_200;
/// A key that the decoder has forgotten at an error stays so for at least so many ticks.
const SURE_TICKS: u64 = 30;
/// The last keys that the decoder forgets so.
const MOST_FORGOTTEN: usize = 4;
/// Ticks between the codes of a key that is held, and as many codes as take longer than
/// [`STALE_TICKS`].
const REPEAT_TICKS: u64 = 6;
const HELD_REPEATS: u64 = 8;
/// Clocks of a reset.
const RESET: u64 = 16;
/// Time for the decoder to clear its keys after a reset.
const CLEAR_US: u64 = 2_000;
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

/// Fate of a byte on its way.
#[derive(Clone, Copy, PartialEq)]
enum Damage {
    None,
    /// A bit arrives wrong.
    Bit(usize),
    /// The frame ends after so many bits.
    Cut(usize),
    /// The circuit is reset after so many bits.
    Reset(usize),
}

/// Action of a key.
#[derive(Clone, Copy, PartialEq)]
enum KeyStep {
    Press,
    Repeat,
    Release,
}

/// A key that was down when a byte was lost.
struct Unknown {
    key: usize,
    /// The tick of the error if the decoder knew the key until then, or that of the key's last
    /// repeat: it makes no press of the key for [`SURE_TICKS`]. `None` if it may not know the key.
    since: Option<u64>,
    /// Most keys that it has forgotten together with this one or later.
    later: usize,
}

/// A keyboard and its cable.
pub struct Cable {
    machine: Machine,
    clock: SignalId,
    data: SignalId,
    tick: SignalId,
    presses: SignalId,
    held: SignalId,
    restarts: SignalId,
    reset: SignalId,
    random: Rng,
    /// Bytes sent so far, and those that were lost of keys that the decoder did not know.
    pub bytes: u64,
    pub lost: u64,
    /// Microseconds to the next tick.
    to_tick: u64,
    /// Share of damaged bytes.
    damaged: f64,
    /// Keys that are down.
    down: Vec<usize>,
    /// Those that were down when a byte was lost. The decoder does not know them, so the release of
    /// such a key without its F0 could be a press.
    unknown: Vec<Unknown>,
    /// Ticks so far.
    ticks: u64,
    /// Level of the data line.
    bit: bool,
    /// All that was done, for messages.
    log: Vec<String>,
}

impl Cable {
    pub fn new(netlist: &Netlist, seed: u64, damaged: f64) -> Cable {
        let mut machine = Machine::new(netlist).unwrap();
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
        for line in [clock, data] {
            machine.poke(line, 1).unwrap();
        }
        let mut cable = Cable {
            machine,
            clock,
            data,
            tick,
            presses,
            held,
            restarts,
            reset,
            random: Rng::with_seed(seed),
            bytes: 0,
            lost: 0,
            to_tick: TICK_US,
            damaged,
            down: Vec::new(),
            unknown: Vec::new(),
            ticks: 0,
            bit: true,
            log: Vec::new(),
        };
        cable.reset();
        cable.wait(CLEAR_US);
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
                self.ticks += 1;
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

    /// Half a period of the clock, sometimes with a spike. On the clock line it is no edge: the
    /// filter sees one only after the line was still. On the data line it comes when nobody reads.
    fn half(&mut self, level: bool) {
        let half = self.random.u64(HALF_US);
        if self.random.f64() > self.damaged {
            return self.wait(half);
        }
        if self.random.bool() {
            let spike = self.random.u64(1..=SPIKE_US);
            let before = self.random.u64(9..half - 9 - spike);
            self.wait(before);
            self.spike(self.clock, !level, spike);
            return self.wait(half - before - spike);
        }
        let [first, last] = match level {
            true => [0, half - SETTLED_US],
            false => [READ_US, half],
        };
        let before = self.random.u64(first..last);
        let spike = self.random.u64(1..=last - before);
        self.wait(before);
        self.spike(self.data, !self.bit, spike);
        self.wait(half - before - spike);
    }

    /// A line has the other level for a while.
    fn spike(&mut self, line: SignalId, level: bool, us: u64) {
        self.line(line, level);
        self.wait(us);
        self.line(line, !level);
    }

    /// A pause, sometimes with spikes on both lines. The clock line stays high, so the data line
    /// means nothing.
    fn pause(&mut self, us: u64) {
        let mut left = us;
        while left > 100 && self.random.f64() < 10.0 * self.damaged {
            let still = self.random.u64(9..50);
            let (line, most) = match self.random.bool() {
                true => (self.clock, SPIKE_US),
                false => (self.data, 50),
            };
            let spike = self.random.u64(1..=most);
            self.wait(still);
            self.spike(line, false, spike);
            left -= still + spike;
        }
        self.wait(left);
    }

    /// Sends a byte.
    fn send(&mut self, byte: u8, damage: Damage) {
        self.bytes += 1;
        let mut bits: Vec<bool> = (0..8).map(|bit| byte >> bit & 1 != 0).collect();
        bits.insert(0, false);
        bits.push(byte.count_ones().is_multiple_of(2));
        bits.push(true);
        match damage {
            Damage::None | Damage::Reset(_) => {}
            Damage::Bit(bit) => bits[bit] = !bits[bit],
            Damage::Cut(length) => bits.truncate(length),
        }
        for (number, bit) in bits.into_iter().enumerate() {
            if damage == Damage::Reset(number) {
                self.reset();
            }
            self.line(self.data, bit);
            self.bit = bit;
            self.half(true);
            self.line(self.clock, false);
            self.half(false);
            self.line(self.clock, true);
        }
        self.line(self.data, true);
        let pause = self.random.u64(60..1_500);
        let rest = if matches!(damage, Damage::Cut(_) | Damage::Reset(_)) {
            FRAME_END_US
        } else {
            0
        };
        self.wait(pause + rest);
    }

    fn reset(&mut self) {
        self.machine.poke(self.reset, 1).unwrap();
        self.machine.run(RESET);
        self.machine.poke(self.reset, 0).unwrap();
    }

    /// A reset while nothing is sent, or while a key is released, which nobody hears.
    fn restart(&mut self) {
        self.reset();
        self.forget(None, true);
        self.wait(CLEAR_US);
        self.log.push("reset".to_owned());
        if !self.down.is_empty() && self.random.bool() {
            let key = self.down.remove(self.random.usize(0..self.down.len()));
            self.unknown.retain(|unknown| unknown.key != key);
            self.log
                .push(format!("unheard release {:02X}", KEYS[key].1));
            self.wait_ticks(STALE_TICKS);
        }
        let held = self.machine.peek(self.held).unwrap();
        assert_eq!(held, 0, "held after {}", self.story());
    }

    /// The last key is held for so long that it repeats its code several times.
    fn hold(&mut self) {
        for _ in 0..HELD_REPEATS {
            if let Some(&key) = self.down.last() {
                self.wait_ticks(REPEAT_TICKS);
                self.repeat(key);
            }
        }
    }

    /// The decoder forgets all keys; a reset makes it forget also that it has forgotten some. It
    /// does not know a key that is being pressed. A key of the keypad, that is none, may be known.
    fn forget(&mut self, pressed: Option<usize>, is_reset: bool) {
        let is_known = |key: &usize| self.unknown_at(*key).is_none() && pressed != Some(*key);
        let known: Vec<usize> = self.down.iter().copied().filter(is_known).collect();
        for unknown in &mut self.unknown {
            unknown.later += known.len() + 1;
            unknown.since = unknown.since.filter(|_| !is_reset);
        }
        let later = known.len();
        let known = known.into_iter().map(|key| (key, Some(self.ticks)));
        let pressed = pressed.filter(|&key| self.unknown_at(key).is_none());
        let all = known.chain(pressed.map(|key| (key, None)));
        let all: Vec<_> = all
            .map(|(key, since)| Unknown { key, since, later })
            .collect();
        self.unknown.extend(all);
    }

    fn unknown_at(&self, key: usize) -> Option<usize> {
        self.unknown.iter().position(|unknown| unknown.key == key)
    }

    /// True if the code of a key is no press, after the decoder has known `more` keys since.
    fn is_forgotten(&self, unknown: &Unknown, more: usize) -> bool {
        let is_recent = |tick| self.ticks - tick <= SURE_TICKS;
        unknown.since.is_some_and(is_recent) && unknown.later + more < MOST_FORGOTTEN
    }

    /// Chooses the fate of a byte of a key, so that what follows is known: the release of an
    /// unknown key without its F0 could be a press.
    fn damage(&mut self, key: usize, byte: u8) -> Damage {
        if self.random.f64() >= self.damaged {
            return Damage::None;
        }
        let damage = match self.random.u32(0..5) {
            0 | 1 => Damage::Bit(self.random.usize(0..11)),
            2 | 3 => Damage::Cut(self.random.usize(1..11)),
            _ => Damage::Reset(self.random.usize(1..11)),
        };
        // Without its F0, an extended one is taken for a key of the keypad.
        let (is_extended, ..) = KEYS[key];
        match self.unknown_at(key) {
            Some(at) if byte == 0xF0 && !is_extended => {
                let known = self.down.len() + 1 - self.unknown.len();
                let is_sure = self.is_forgotten(&self.unknown[at], known + 1);
                match damage {
                    Damage::Bit(_) | Damage::Cut(_) if is_sure => damage,
                    _ => Damage::None,
                }
            }
            _ => damage,
        }
    }

    /// Sends the codes of a key. False if a byte was damaged.
    fn codes(&mut self, key: usize, step: KeyStep) -> bool {
        let (is_press, is_release) = (step == KeyStep::Press, step == KeyStep::Release);
        let (is_extended, code, _) = KEYS[key];
        let prefixes = [(is_extended, 0xE0), (is_release, 0xF0), (true, code)];
        let mut is_whole = true;
        for (_, byte) in prefixes.into_iter().filter(|(is_sent, _)| *is_sent) {
            let damage = self.damage(key, byte);
            if damage != Damage::None {
                is_whole = false;
                self.lost += u64::from(self.unknown_at(key).is_some());
                let pressed = Some(key).filter(|_| is_press);
                self.forget(pressed, matches!(damage, Damage::Reset(_)));
            }
            self.send(byte, damage);
        }
        self.log.push(format!(
            "{}{:02X}{}",
            match step {
                KeyStep::Press => "press ",
                KeyStep::Repeat => "repeat ",
                KeyStep::Release => "release ",
            },
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
        if self.codes(key, KeyStep::Press) {
            assert_eq!(self.presses() - before, 1, "{}", self.story());
            let held = self.machine.peek(self.held).unwrap();
            assert_eq!(held & KEYS[key].2, KEYS[key].2, "{}", self.story());
        }
    }

    /// A key goes up. If a byte of it is lost, the decoder knows that only after some time.
    fn release(&mut self, at: usize) {
        let key = self.down.remove(at);
        let before = self.presses();
        if !self.codes(key, KeyStep::Release) {
            self.wait_ticks(STALE_TICKS);
        }
        self.unknown.retain(|unknown| unknown.key != key);
        assert_eq!(self.presses(), before, "{}", self.story());
    }

    /// A held key sends its code again. That is no press if a byte is lost, if the decoder knows
    /// that the key is held, or if it has forgotten the key not long ago.
    fn repeat(&mut self, key: usize) {
        let before = self.presses();
        let is_whole = self.codes(key, KeyStep::Repeat);
        let unknown = self.unknown_at(key).filter(|_| is_whole);
        let is_no_press = |at: usize| self.is_forgotten(&self.unknown[at], 0);
        let most = unknown.map_or(0, |at| u64::from(!is_no_press(at)));
        assert!(self.presses() - before <= most, "{}", self.story());
        if let Some(at) = unknown {
            self.unknown[at].since = Some(self.ticks).filter(|_| most == 0);
        }
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

    /// A key or the plug is moved, the circuit is reset, or a held key repeats its code.
    pub fn act(&mut self) {
        if self.log.len() > 100 {
            self.log.clear();
        }
        let up: Vec<usize> = (0..KEYS.len())
            .filter(|key| !self.down.contains(key))
            .collect();
        let restarts = self.machine.peek(self.restarts).unwrap();
        match self.random.u32(0..200) {
            0 => self.replug(),
            1 => self.restart(),
            2 => self.hold(),
            3..90 if self.down.len() < MOST_HELD => {
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
        self.pause(pause);
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
