//! The whole game in gates and the golden model, side by side.

use super::coverage::Coverage;
use super::gates::{Gates, Surroundings};
use super::step::Step;
use crate::falling_blocks::{Difference, State};
use gatefall_devices::WireFault;
use gatefall_golden::{Arcade, BagChecker, Input, Page, Side};
use thiserror::Error;

/// A session in which gates and model are not the same.
#[derive(Clone, Debug, Error)]
#[error("after {} steps: {difference}", steps.len())]
pub struct Failure {
    /// The steps, from power-up to the one after which they differ.
    pub steps: Vec<Step>,
    /// What differs.
    pub difference: Box<Difference>,
}

/// Both sides of the comparison.
#[derive(Default)]
pub struct Pair {
    gates: Gates,
    model: Arcade,
    bags: BagChecker,
    coverage: Coverage,
    steps: Vec<Step>,
}

impl Pair {
    /// Both sides as after switching on.
    pub fn switch_on(&mut self) {
        self.gates.switch_on();
        self.model = Arcade::default();
        self.steps.clear();
    }

    /// The model.
    pub fn model(&self) -> &Arcade {
        &self.model
    }

    /// The gates.
    pub fn gates(&mut self) -> &mut Gates {
        &mut self.gates
    }

    /// What has happened since the last call.
    pub fn take_coverage(&mut self) -> Coverage {
        std::mem::take(&mut self.coverage)
    }

    /// Plays a session from power-up.
    ///
    /// # Errors
    /// When the sides are not the same some time.
    pub fn replay(&mut self, steps: &[Step]) -> Result<(), Box<Failure>> {
        self.switch_on();
        steps.iter().try_for_each(|&step| self.step(step))
    }

    /// Takes a step on both sides.
    ///
    /// # Errors
    /// When the sides are not the same after it.
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
                Ok(())
            }
            Step::Wait(clocks) => {
                self.gates.wait(clocks);
                Ok(())
            }
            Step::Press(key) => self.bytes(&key.make()),
            Step::Release(key) => self.bytes(&key.break_()),
            Step::Byte(byte) => self.bytes(&[byte]),
            Step::Damaged(byte) => self.together(&[Input::Lost], |gates| {
                gates.byte(byte, Some(WireFault::Parity))
            }),
            Step::Meet(key, clocks) => {
                let bytes = key.make();
                let (&last, first) = bytes.split_last().expect("a key has a code");
                self.bytes(first)?;
                self.together(&[Input::Byte(last), Input::Tick], |gates| {
                    gates.byte_on_tick(last, clocks)
                })
            }
            Step::Tick => self.together(&[Input::Tick], |gates| gates.tick(false)),
            Step::Frame => self.together(&[Input::Tick], |gates| gates.tick(true)),
        }
    }

    fn bytes(&mut self, bytes: &[u8]) -> Result<(), Box<Difference>> {
        bytes.iter().try_for_each(|&byte| {
            self.together(&[Input::Byte(byte)], |gates| gates.byte(byte, None))
        })
    }

    /// Moves the gates on; hands what they have drawn to the model, which checks it; moves the model on; compares.
    fn together(
        &mut self,
        inputs: &[Input],
        advance: impl FnOnce(&mut Gates) -> Result<(), Box<Difference>>,
    ) -> Result<(), Box<Difference>> {
        let begins = inputs.iter().find_map(|&input| self.model.begins(input));
        if let Some(players) = begins {
            self.gates.new_game(players);
            self.bags = BagChecker::default();
        }
        advance(&mut self.gates)?;
        let states = match begins.is_some() || !self.model.sides().is_empty() {
            true => self.look()?,
            false => Vec::new(),
        };
        for &input in inputs {
            self.model.take(input);
        }
        self.coverage.note(&mut self.model);
        self.compare(&states)
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
        for (side, gates) in self.model.sides().iter().zip(gates) {
            if let Some(player) = self.model.player(*side) {
                let model = State::of(player, ended);
                Difference::unless_equal(&format!("player {side:?}"), gates, &model)?;
            }
        }
        Ok(())
    }
}
