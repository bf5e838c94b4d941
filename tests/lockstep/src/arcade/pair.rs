//! The whole game in hardware and the golden model, compared.

use super::clock::Clock;
use super::coverage::Coverage;
use super::gates::{netlist, Gates};
use super::step::Step;
use super::surroundings::{set_keys, Surroundings};
use crate::falling_blocks::{Difference, State};
use gatefall_devices::WireFault;
use gatefall_golden::arcade::{Scores, ENTRIES};
use gatefall_golden::picture::{draw, TIME_LINES, WIDTH};
use gatefall_golden::{Arcade, BagChecker, Input, Mode, Page, Row, Side};
use gatefall_netlist::Netlist;
use thiserror::Error;

/// A session in which hardware and model differ.
#[derive(Clone, Debug, Error)]
#[error("after {} steps: {difference}", steps.len())]
pub struct Failure {
    /// The steps from power-up to the first difference.
    pub steps: Vec<Step>,
    /// The difference.
    pub difference: Box<Difference>,
}

/// Both sides of the comparison.
pub struct Pair {
    gates: Gates,
    model: Arcade,
    bags: BagChecker,
    clock: Clock,
    coverage: Coverage,
    steps: Vec<Step>,
}

impl Default for Pair {
    fn default() -> Self {
        Gates::default().into()
    }
}

impl From<Gates> for Pair {
    fn from(gates: Gates) -> Self {
        Self {
            gates,
            model: Arcade::default(),
            bags: BagChecker::default(),
            clock: Clock::default(),
            coverage: Coverage::default(),
            steps: Vec::new(),
        }
    }
}

impl Pair {
    /// Both sides, with a change of the hardware's netlist.
    ///
    /// # Panics
    /// As [`Gates::of`].
    pub fn changed(change: impl FnOnce(Netlist) -> Netlist) -> Self {
        Self::of(&change(netlist()))
    }

    /// Hardware as this netlist, which may have a fault.
    ///
    /// # Panics
    /// As [`Gates::of`].
    pub fn of(netlist: &Netlist) -> Self {
        Gates::of(netlist).into()
    }

    /// Both sides after power-up.
    pub fn switch_on(&mut self) {
        self.gates.switch_on();
        self.clock.switch_on(&mut self.gates);
        self.model = Arcade::default();
        self.steps.clear();
    }

    /// The model.
    pub fn model(&self) -> &Arcade {
        &self.model
    }

    /// The hardware.
    pub fn gates(&mut self) -> &mut Gates {
        &mut self.gates
    }

    /// Coverage since the last call.
    pub fn take_coverage(&mut self) -> Coverage {
        let visits = self.gates.take_visits();
        self.coverage.note_states(visits);
        std::mem::take(&mut self.coverage)
    }

    /// Plays a session from power-up.
    ///
    /// # Errors
    /// If the sides differ after a step.
    pub fn replay(&mut self, steps: &[Step]) -> Result<(), Box<Failure>> {
        self.switch_on();
        steps.iter().try_for_each(|&step| self.step(step))
    }

    /// Executes a step on both sides.
    ///
    /// # Errors
    /// If the sides differ after it.
    pub fn step(&mut self, step: Step) -> Result<(), Box<Failure>> {
        self.steps.push(step);
        self.take(step).map_err(|difference| {
            Box::new(Failure {
                steps: self.steps.clone(),
                difference,
            })
        })
    }

    fn take(&mut self, step: Step) -> Result<(), Box<Difference>> {
        if self.clock.runs_out(&self.model) {
            self.clock.run_out(&mut self.gates);
            self.together(None, |_| Ok(()))?;
        }
        match step {
            Step::Rate(hz) => {
                self.gates.set_rate(hz);
                Ok(())
            }
            Step::Deal(shapes) => {
                let shapes: Vec<_> = shapes.into_iter().flatten().collect();
                self.gates.deal(&shapes);
                self.model.stage_shapes(&shapes);
                Ok(())
            }
            Step::Row(side, y, cells) => {
                self.gates.put_row(side, y, &cells);
                self.model.stage_row(side, y, cells);
                self.gates.put_danger(side, self.model.endangers(side));
                Ok(())
            }
            Step::Counts(side, counts) => {
                if self.model.page() == Page::Play && self.model.sides().contains(&side) {
                    self.gates.put_counts(side, counts)?;
                    self.model.stage_counts(side, counts);
                }
                Ok(())
            }
            Step::Statistics(side, statistics) => {
                let is_two = self.model.is_two();
                if self.model.page() == Page::Play {
                    self.gates.put_statistics(side, is_two, statistics);
                    self.model.stage_statistics(side, statistics);
                }
                Ok(())
            }
            Step::Wait(clocks) => self.together(None, |gates| {
                gates.wait(clocks);
                Ok(())
            }),
            Step::Clock(hundredths) => self.set_clock(hundredths),
            Step::Drum => {
                self.gates.drum();
                Ok(())
            }
            Step::Press(key) => self.bytes(&key.make()),
            Step::Release(key) => self.bytes(&key.break_()),
            Step::Pad(side, button, is_down) => {
                let input = Input::Pad(side, button, is_down);
                self.together(Some(input), |gates| gates.pad(side, button, is_down))
            }
            Step::Byte(byte) => self.bytes(&[byte]),
            Step::Damaged(byte) => self.together(Some(Input::Lost), |gates| {
                gates.byte(byte, Some(WireFault::Parity))
            }),
            // Only play has ticks that a press can meet.
            Step::Meet(key, _) if self.model.page() != Page::Play || self.model.is_recorded() => {
                self.bytes(&key.make())
            }
            Step::Meet(key, clocks) => {
                let bytes = key.make();
                let (&last, first) = bytes.split_last().expect("a key has a code");
                self.bytes(first)?;
                self.together(Some(Input::ByteAndTick(last)), |gates| {
                    gates.byte_on_tick(last, clocks)
                })
            }
            Step::Tick => self.together(Some(Input::Tick), Gates::tick),
            Step::Frame => {
                self.compare_pictures()?;
                self.together(Some(Input::Tick), Gates::tick)
            }
        }
    }

    fn set_clock(&mut self, hundredths: u32) -> Result<(), Box<Difference>> {
        if self.model.page() == Page::Play && !self.model.is_two() {
            let mode = self.model.mode_of_one();
            self.clock.set(&mut self.gates, mode, hundredths);
        }
        self.together(None, |_| Ok(()))
    }

    /// The clock runs while a picture is sent, so its pixels may show any time in between.
    fn compare_pictures(&mut self) -> Result<(), Box<Difference>> {
        self.coverage.note_picture(&self.model);
        let before = draw(&self.model);
        let seen = self.gates.picture()?;
        let mut expected = vec![before];
        let first = self.model.books().time();
        self.tell_time()?;
        // A game of two shows no time.
        let times = match self.model.is_two() {
            true => 0..0,
            false => first + 1..self.model.books().time() + 1,
        };
        for time in times {
            let mut model = self.model.clone();
            model.supply_time(time);
            expected.push(draw(&model));
        }
        let is_wrong = |&place: &usize| {
            let candidates = match TIME_LINES.contains(&(place / WIDTH)) {
                true => &expected[..],
                false => &expected[..1],
            };
            !candidates
                .iter()
                .any(|picture| picture[place] == seen[place])
        };
        let wrong: Vec<usize> = (0..seen.len()).filter(is_wrong).collect();
        let Some(&place) = wrong.first() else {
            return Ok(());
        };
        let what = format!(
            "the picture of {:?}: {} pixels, the first at {}, {}, which",
            self.model.page(),
            wrong.len(),
            place % WIDTH,
            place / WIDTH
        );
        let [gates, model] =
            [&seen, &expected[0]].map(|picture| format!("#{:03x}", picture[place]));
        Difference::unless_equal(&what, &gates, &model)
    }

    fn bytes(&mut self, bytes: &[u8]) -> Result<(), Box<Difference>> {
        bytes.iter().try_for_each(|&byte| {
            let input = Some(Input::Byte(byte));
            match byte {
                // Nothing is known from a prefix. After rows were staged, the ghost of the gates is
                // the old one until the key acts.
                0xE0 => self
                    .advance(input, |gates| gates.byte(byte, None))
                    .map(drop),
                _ => self.together(input, |gates| gates.byte(byte, None)),
            }
        })
    }

    /// Advances both and compares.
    fn together(
        &mut self,
        input: Option<Input>,
        run: impl FnOnce(&mut Gates) -> Result<(), Box<Difference>>,
    ) -> Result<(), Box<Difference>> {
        let states = self.advance(input, run)?;
        self.compare(&states)?;
        self.coverage.inputs += 1;
        self.compare_sounds()
    }

    /// Runs the hardware, supplies its random values to the model, which checks them, and advances
    /// the model. Returns the states of the hardware.
    fn advance(
        &mut self,
        input: Option<Input>,
        run: impl FnOnce(&mut Gates) -> Result<(), Box<Difference>>,
    ) -> Result<Vec<State>, Box<Difference>> {
        let begins = input.and_then(|input| self.model.begins(input));
        if let Some(players) = begins {
            self.gates.new_game(players);
            self.clock.restart();
            self.bags = BagChecker::default();
        }
        let is_tick = input == Some(Input::Tick);
        let press = is_tick.then(|| self.gates.recorded_press()).flatten();
        run(&mut self.gates)?;
        self.gates.note_states();
        let had_game = begins.is_some() || !self.model.sides().is_empty();
        let states = match had_game && self.gates.has_game() {
            true => self.look()?,
            false => Vec::new(),
        };
        self.tell_time()?;
        let has_ticked = matches!(input, Some(Input::Tick | Input::ByteAndTick(_)));
        if has_ticked && self.gates.has_begun_a_pulse() {
            self.model.supply_drum();
        }
        if let Some(action) = press {
            self.model.supply_press(action);
        }
        if let Some(input) = input {
            self.model.take(input);
        }
        self.coverage.note(input, &mut self.model);
        Ok(states)
    }

    /// Both players' effects of a tick may come in another order.
    fn compare_sounds(&mut self) -> Result<(), Box<Difference>> {
        let [mut gates, mut model] = [self.gates.take_sounds(), self.model.take_sounds()];
        self.coverage.note_sounds(&model);
        gates.sort();
        model.sort();
        let [gates, model] = [gates, model].map(|sounds| format!("{sounds:?}"));
        Difference::unless_equal("the sound effects", &gates, &model)
    }

    /// Supplies the hardware's clock to the model, after a check.
    fn tell_time(&mut self) -> Result<(), Box<Difference>> {
        self.clock.follow(&mut self.gates);
        if self.model.player(Side::One).is_some() {
            let mode = match self.model.is_two() {
                true => Mode::Marathon,
                false => self.model.mode_of_one(),
            };
            let time = self.clock.check(&mut self.gates, mode)?;
            self.model.supply_time(time);
        }
        Ok(())
    }

    fn look(&mut self) -> Result<Vec<State>, Box<Difference>> {
        let (states, drawn) = self.gates.look()?;
        for shape in drawn.shapes {
            let checked = self.bags.check(shape);
            checked.map_err(|error| Difference::drawn("bags", &error))?;
            self.model.supply(shape);
        }
        for side in Side::BOTH {
            let column = drawn.holes[side as usize];
            let supplied = column.map_or(Ok(()), |column| self.model.supply_hole(side, column));
            supplied.map_err(|error| Difference::drawn("holes", &error))?;
        }
        Ok(states)
    }

    fn compare(&mut self, gates: &[State]) -> Result<(), Box<Difference>> {
        let surroundings = Surroundings::of(&self.model);
        Difference::unless_equal("the scene", &self.gates.surroundings(), &surroundings)?;
        let ended = self.model.page() == Page::GameOver;
        if ended {
            // The time of an ultra may have ended in the very last clocks.
            self.gates.record_end();
            self.gates.note_states();
        }
        if ended || matches!(self.model.page(), Page::Settings(Row::Scores)) {
            let gates = format!("{:?}", self.gates.score_tables());
            let model = format!("{:?}", score_tables(self.model.scores()));
            Difference::unless_equal("the score tables", &gates, &model)?;
        }
        if has_set_keys_to_compare(self.model.page()) {
            let model = set_keys(self.model.set_keys());
            Difference::unless_equal("the set keys", &self.gates.set_keys(), &model)?;
        }
        for (side, gates) in self.model.sides().iter().zip(gates) {
            if let Some(player) = self.model.player(*side) {
                let model = State::of(player, ended);
                Difference::unless_equal(&format!("player {side:?}"), gates, &model)?;
            }
        }
        Ok(())
    }
}

/// True for pages on which set keys change.
fn has_set_keys_to_compare(page: Page) -> bool {
    use Row::{Defaults, Keys};
    matches!(page, Page::SetKeys(_) | Page::Settings(Keys | Defaults))
}

/// Names and results of the score tables of the model, as characters.
fn score_tables(scores: &Scores) -> Vec<[String; 2]> {
    let modes = [Mode::Marathon, Mode::Sprint, Mode::Ultra];
    let places = modes
        .into_iter()
        .flat_map(|mode| (0..ENTRIES).map(move |place| (mode, place)));
    places
        .map(|(mode, place)| scores.shown(mode, place))
        .collect()
}
