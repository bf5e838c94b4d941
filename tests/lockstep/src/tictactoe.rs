//! The whole game at its pins: five buttons that bounce, and a chain of LEDs.

use gatefall_games::tictactoe::pixel_map::Side;
use gatefall_games::tictactoe::Tictactoe;
use gatefall_golden::tictactoe::{
    Button, Colour, Event, Game, LedPicture, Outcome, Phase, Placement, Player, Position,
};
use gatefall_host::{Machine, SignalId};
use gatefall_netlist::Netlist;
use rust_hdl::prelude::Block;

/// Clock of the game, in Hz.
pub const CLOCK_HZ: u64 = 12_000_000;
/// In the order of [`Button::ALL`].
const PINS: [&str; 5] = ["confirm", "up", "down", "left", "right"];
/// Values of the divider: it strobes in the same clock, or not during a picture.
const NOW: u64 = (1 << 19) - 1;
const LATER: u64 = (1 << 18) - 1;
/// Longer than any command of the referee.
const WALK: u64 = 500;
/// Notes of a sound effect in its memory.
const NOTES: u64 = 16;

/// Number of the sound effect of an event.
fn effect(event: Event) -> Option<u64> {
    match event {
        Event::Nothing => None,
        Event::Moved => Some(0),
        Event::Placed => Some(1),
        Event::Refused => Some(2),
        Event::Won => Some(3),
        Event::Drawn => Some(4),
    }
}

/// The ends of a game.
pub const ENDS: [Outcome; 3] = [
    Outcome::Won(Player::First),
    Outcome::Won(Player::Second),
    Outcome::Drawn,
];

/// Placements of a random game that ends like this.
pub fn game_to(end: Outcome, random: &mut fastrand::Rng) -> Vec<Placement> {
    loop {
        let (mut position, mut outcome, mut placements) =
            (Position::default(), Outcome::GoesOn, vec![]);
        while outcome == Outcome::GoesOn {
            let choices: Vec<Placement> = position.placements().collect();
            let placement = choices[random.usize(..choices.len())];
            placements.push(placement);
            (position, outcome) = position.after(placement);
        }
        if outcome == end {
            return placements;
        }
    }
}

/// The game in gates, the model, and the picture of the model.
pub struct Table {
    machine: Machine,
    side: usize,
    /// The model's side.
    pub model: Game,
    picture: LedPicture,
    pins: [SignalId; 5],
    led_data: SignalId,
    /// Place of the note that sounds, and whether one does.
    sound: [SignalId; 2],
    /// Number of the sound that played at the last comparison.
    last_sound: Option<u64>,
    /// The last event, of the model.
    event: Event,
    held: [bool; 5],
    random: fastrand::Rng,
    history: Vec<String>,
}

impl Table {
    /// Both right after the reset.
    pub fn new(side: Side) -> Self {
        Self::changed(side, |netlist| netlist)
    }

    /// The same with a change of the netlist.
    pub fn changed(side: Side, change: impl FnOnce(Netlist) -> Netlist) -> Self {
        let mut game = Tictactoe::new(CLOCK_HZ, side);
        game.connect_all();
        let netlist = gatefall_bench::netlist(&game, "tictactoe");
        let netlist = change(netlist);
        let mut machine = Machine::new(&netlist).expect("the game compiles");
        let mut signal = |name: &str| machine.signal(name).expect("the game has this pin");
        let leds = usize::from(side.leds());
        let mut table = Self {
            side: leds,
            model: Game::default(),
            picture: LedPicture::new(leds),
            pins: PINS.map(&mut signal),
            led_data: signal("led_data"),
            sound: ["sound_effects.place", "sound_effects.is_playing"].map(&mut signal),
            last_sound: None,
            event: Event::Nothing,
            machine,
            held: [false; 5],
            random: fastrand::Rng::with_seed(leds as u64),
            history: vec![],
        };
        table.reset();
        table
    }

    /// The machine, for inspection.
    pub fn machine(&mut self) -> &mut Machine {
        &mut self.machine
    }

    /// Asserts the reset for some clocks, at any time. Buttons may be held during it.
    pub fn reset(&mut self) {
        self.poke("reset", 1);
        self.machine.run(self.random.u64(1..5));
        self.poke("reset", 0);
        self.model = Game::default();
        self.picture = LedPicture::new(self.side);
        self.held = [false; 5];
        self.event = Event::Nothing;
        self.history = vec!["reset".to_owned()];
        self.last_sound = None;
    }

    fn poke(&mut self, name: &str, value: u64) {
        self.machine.poke(name, value).expect("the game has this");
    }

    fn set_pins(&mut self, levels: [bool; 5]) {
        for (pin, level) in self.pins.into_iter().zip(levels) {
            self.machine
                .poke(pin, level.into())
                .expect("it is an input");
        }
    }

    /// The next sample of the buttons: they bounce and settle at these levels, and 1/64 s is over.
    /// The time between samples is skipped.
    pub fn look(&mut self, levels: [bool; 5]) -> Event {
        for _ in 0..8 {
            let bounces = [(); 5].map(|()| self.random.bool());
            self.set_pins(bounces);
            self.machine.run(1);
        }
        self.set_pins(levels);
        self.machine.run(3);
        self.poke("is_second_slot", 1);
        self.poke("divider.left", NOW);
        self.machine.run(1);
        self.poke("divider.left", LATER);
        self.picture.tick();
        let is_pressed = |button: &Button| levels[*button as usize] && !self.held[*button as usize];
        let pressed: Vec<Button> = Button::ALL.into_iter().filter(is_pressed).collect();
        self.held = levels;
        let event = self.model.press_all(&pressed);
        match event {
            Event::Moved | Event::Placed | Event::Won | Event::Drawn => self.picture.moved(),
            Event::Refused => self.picture.refused(),
            Event::Nothing => (),
        }
        self.history.push(format!("{pressed:?} {event:?}"));
        self.event = event;
        event
    }

    /// Waits until the referee has finished, and compares the sound that it has started. The time
    /// of a slot is longer.
    pub fn settle(&mut self) {
        self.machine.run(WALK);
        let peek = |signal| self.machine.peek(signal).expect("it is a register");
        let [place, is_playing] = self.sound.map(peek);
        let sound = (is_playing == 1).then_some(place / NOTES);
        let expected = match effect(self.event) {
            Some(expected) => Some(expected),
            // That of an earlier press goes on.
            None => sound.and(self.last_sound),
        };
        assert_eq!(
            sound,
            expected,
            "sound after {:?}",
            &self.history[self.history.len().saturating_sub(20)..],
        );
        self.last_sound = sound;
    }

    /// Runs the referee for some clocks.
    pub fn run(&mut self, clocks: u64) {
        self.machine.run(clocks);
    }

    /// A press and a release of one button.
    pub fn tap(&mut self, button: Button) -> Event {
        let mut levels = [false; 5];
        levels[button as usize] = true;
        let event = self.look(levels);
        self.settle();
        self.look([false; 5]);
        event
    }

    /// 1/64 s without a press.
    pub fn wait(&mut self) {
        self.look(self.held);
    }

    /// Random presses: all buttons at once, buttons that stay down, and resets at any time. Returns
    /// how many of them met the end of a game.
    pub fn mash(&mut self, random: &mut fastrand::Rng, presses: u32) -> u32 {
        let mut ends = 0;
        for step in 0..presses {
            let chance = [8, 2, 20][step as usize / 60 % 3];
            let levels = [(); 5].map(|()| random.u32(..chance) == 0);
            self.look(levels);
            ends += u32::from(matches!(self.model.phase(), Phase::End(_)));
            if random.u32(..200) == 0 {
                self.run(random.u64(..60));
                self.reset();
            }
            self.settle();
            if step % 40 == 0 {
                self.compare();
            }
        }
        ends
    }

    /// Plays a game at its pins, and compares the LEDs whenever they change.
    pub fn play(&mut self, placements: &[Placement]) {
        self.tap(Button::Right);
        for placement in placements {
            self.compare();
            let ways = [
                (placement.row, Button::Up, Button::Down),
                (placement.column, Button::Left, Button::Right),
            ];
            for (to, less, more) in ways {
                match to {
                    0 => drop(self.tap(less)),
                    1 => (),
                    _ => drop(self.tap(more)),
                }
            }
            self.tap(Button::Confirm);
            while self.model.phase() != Phase::Placing(placement.size) {
                self.tap(Button::Up);
            }
            self.compare();
            (0..16).for_each(|_| self.wait());
            self.compare();
            self.tap(Button::Confirm);
        }
    }

    /// Compares the LEDs with the model's.
    pub fn compare(&mut self) {
        self.poke("divider.left", LATER);
        let shown = self.shown();
        let expected = self.picture.leds(&self.model);
        for (led, (shown, expected)) in shown.iter().zip(&expected).enumerate() {
            assert_eq!(
                shown,
                expected,
                "LED {} of row {} after {:?}, {:?}",
                led % self.side,
                led / self.side,
                &self.history[self.history.len().saturating_sub(20)..],
                self.picture,
            );
        }
        assert_eq!(shown.len(), expected.len());
    }

    /// The next picture of the chain, as red, green and blue.
    fn shown(&mut self) -> Vec<Colour> {
        // The chain latches its data after 280 us.
        while self.level(false, CLOCK_HZ * 28 / 100_000) < CLOCK_HZ * 28 / 100_000 {
            self.level(true, CLOCK_HZ);
        }
        self.level(false, CLOCK_HZ);
        let mut bits = vec![];
        loop {
            bits.push(self.bit());
            if self.level(false, CLOCK_HZ / 100_000) == CLOCK_HZ / 100_000 {
                break;
            }
        }
        let byte = |bits: &[bool]| bits.iter().fold(0, |byte, &bit| byte << 1 | u8::from(bit));
        let leds = bits.chunks(24);
        leds.map(|led| [byte(&led[8..16]), byte(&led[..8]), byte(&led[16..])])
            .collect()
    }

    /// Bit of the next pulse: 0.4 us are a 0 and 0.8 us a 1, each within 0.15 us.
    fn bit(&mut self) -> bool {
        let ns = self.level(true, CLOCK_HZ) * 1_000_000_000 / CLOCK_HZ;
        assert!(
            (250..=550).contains(&ns) || (650..=950).contains(&ns),
            "{ns} ns"
        );
        ns > 600
    }

    /// Number of clocks from now on in which the pin has this level, at most `limit`.
    fn level(&mut self, level: bool, limit: u64) -> u64 {
        let wanted = u64::from(level);
        for clocks in 0..limit {
            if self.machine.peek(self.led_data).expect("it is a pin") != wanted {
                return clocks;
            }
            self.machine.run(1);
        }
        limit
    }
}
