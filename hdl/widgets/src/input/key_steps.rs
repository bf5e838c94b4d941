//! Steps of the keyboard decoder with the code at work.
//!
//! ```text
//! a code  Idle, Read, Check, Store; with a search Idle, Read, Word until its end, Check, Store
//! a walk  Read, Word for each key; then Store for one that is down, or as with a search
//! ```
//!
//! In a walk a key that becomes stale has the step `Note` besides. In the step `Lend` the setter or
//! the saved block has the memory.
//!
//! **Interface**: `work` changes one clock after its causes. A code that arrives during a walk or a
//! loan waits for its end.

use super::key_code::KeyCode;
use super::key_finder::KeyFinder;
use super::key_meaning::CodeKindReader;
use crate::property::{Ending, Mutant, Observer, Property, Wait};
use gatefall_macros::{clocked, interface, Module};
use rust_hdl::prelude::*;

/// A step.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Step {
    /// No code is at work.
    Idle,
    /// The word of the key is read.
    Read,
    /// It is there, or the key is looked up in the list.
    Word,
    /// The code acts.
    Check,
    /// The word is written.
    Store,
    /// A stale key is written to the list.
    Note,
    /// The memory is lent.
    Lend,
}

/// The code at work.
#[interface(client = CodeAtWorkReader)]
pub struct CodeAtWork {
    /// Step that it is in.
    pub step: Signal<Out, Step>,
    /// `{extended, code}` of the word at work.
    pub key: Signal<Out, Bits<9>>,
    /// Level: it is a release.
    pub released: Signal<Out, Bit>,
    /// Level: it is one of the Pause key.
    pub skipping: Signal<Out, Bit>,
    /// Level: a walk through all keys.
    pub in_walk: Signal<Out, Bit>,
    /// Level: a walk that counts the keys that are down.
    pub recounting: Signal<Out, Bit>,
    /// Strobe: a walk begins.
    pub begins_walk: Signal<Out, Bit>,
    /// Level: the key is looked up in the list.
    pub looks_up: Signal<Out, Bit>,
    /// Strobe, in a walk: the key is stale from now on.
    pub notes: Signal<Out, Bit>,
    /// The key map and, in bit 2, whether set keys act.
    pub mode: Signal<Out, Bits<3>>,
}

/// The steps.
#[derive(LogicBlock, Module)]
pub struct KeySteps {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: a walk begins.
    pub reset: Signal<In, Bit>,
    /// The key map and, in bit 2, whether set keys act.
    pub mode: Signal<In, Bits<3>>,
    /// The byte received.
    pub code: Signal<In, Bits<8>>,
    /// Strobe: a byte was received.
    pub code_valid: Signal<In, Bit>,
    /// Strobe: a byte was lost.
    pub code_error: Signal<In, Bit>,
    /// Code of a button of a gamepad.
    pub pad_code: Signal<In, Bits<8>>,
    /// That button is up.
    pub pad_released: Signal<In, Bit>,
    /// Strobe: a button was read.
    pub pad_valid: Signal<In, Bit>,
    /// Level: the code waits before it acts.
    pub stall: Signal<In, Bit>,
    /// Kind of the code.
    pub kind: CodeKindReader,
    /// Strobe: the key is given to an action.
    pub gives: Signal<In, Bit>,
    /// Level: keys are looked up in the list.
    pub searches: Signal<In, Bit>,
    /// Level: the search has not begun.
    pub rests: Signal<In, Bit>,
    /// Strobe: it is at its end.
    pub ends: Signal<In, Bit>,
    /// Level: the saved block has the memory.
    pub is_open: Signal<In, Bit>,
    /// Level: the setter needs it.
    pub wants: Signal<In, Bit>,
    /// Strobe: the setter does not need the key any more.
    pub is_done: Signal<In, Bit>,
    /// The code at work.
    pub work: CodeAtWork,
    /// Level: the next code begins a key.
    pub is_between_keys: Signal<Out, Bit>,
    #[part]
    key_code: KeyCode,
    #[reset(Step::Read, or = begins_walk)]
    step: DFF<Step>,
    /// The mode by which the keys now act.
    mode_now: DFF<Bits<3>>,
    #[reset(true, or = begins_walk)]
    in_walk: DFF<Bit>,
    /// A code that is stalled has lent the memory.
    #[reset(or = begins_walk)]
    is_stalled: DFF<Bit>,
    /// `code` arrived during a walk.
    code_waits: DFF<Bit>,
    has_code: Signal<Local, Bit>,
    /// The mode changes. It waits for the end of a key's codes, so that no key is taken for its
    /// neighbour and no release for a press.
    mode_changes: Signal<Local, Bit>,
    begins_walk: Signal<Local, Bit>,
    storing: Signal<Local, Bit>,
    /// In a walk: the key is up, or a word of the list.
    is_past: Signal<Local, Bit>,
    /// The walk goes to the next key.
    advances: Signal<Local, Bit>,
}

#[clocked]
impl Logic for KeySteps {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_between_keys.next = self.key_code.is_between_keys.val();
        self.storing.next = self.step.q.val() == Step::Store;
        self.has_code.next = self.code_valid.val() | self.code_waits.q.val();
        self.code_waits.d.next = self.has_code.val() & (self.step.q.val() != Step::Idle);
        self.mode_changes.next = (self.step.q.val() == Step::Idle)
            & (self.mode_now.q.val() != self.mode.val())
            & !self.has_code.val()
            & self.is_between_keys.val()
            & !self.code_error.val();
        self.is_past.next = self.in_walk.q.val()
            & (!self.kind.is_down.val() | self.key_code.key.val().get_bits::<2>(7).all());
        self.work.looks_up.next =
            (self.step.q.val() == Step::Word) & self.searches.val() & !self.is_past.val();
        self.work.notes.next = self.storing.val()
            & self.in_walk.q.val()
            & self.key_code.released.val()
            & self.kind.has_action.val();
        self.advances.next = self.in_walk.q.val()
            & (((self.step.q.val() == Step::Word) & self.rests.val() & self.is_past.val())
                | (self.storing.val() & !self.work.notes.val())
                | (self.step.q.val() == Step::Note));
        self.begins_walk.next = self.code_error.val()
            | (self.code_valid.val() & self.code_waits.q.val())
            | self.mode_changes.val()
            | (self.storing.val() & !self.in_walk.q.val() & self.kind.releases_all.val());

        self.work.step.next = self.step.q.val();
        self.work.key.next = self.key_code.key.val();
        self.work.released.next = self.key_code.released.val();
        self.work.skipping.next = self.key_code.skipping.val();
        self.work.in_walk.next = self.in_walk.q.val();
        self.work.recounting.next = self.in_walk.q.val() & !self.key_code.released.val();
        self.work.begins_walk.next = self.begins_walk.val();
        self.work.mode.next = self.mode_now.q.val();

        self.key_code.code.next = self.code.val();
        self.key_code.takes_code.next = (self.step.q.val() == Step::Idle) & self.has_code.val();
        self.key_code.pad_code.next = self.pad_code.val();
        self.key_code.pad_released.next = self.pad_released.val();
        self.key_code.takes_pad.next = (self.step.q.val() == Step::Idle)
            & !self.has_code.val()
            & self.pad_valid.val()
            & self.is_between_keys.val();
        CodeKindReader::link(&mut self.kind, &mut self.key_code.kind);
        self.key_code.stores.next = self.storing.val() & !self.in_walk.q.val();
        self.key_code.keeps.next = self.gives.val();
        self.key_code.drops.next = (self.step.q.val() == Step::Lend) & self.is_done.val();
        self.key_code.advances.next = self.advances.val();
        self.key_code.walks.next = self.begins_walk.val();
        self.key_code.recounts.next = self.mode_changes.val();

        match self.step.q.val() {
            Step::Idle => {
                if self.has_code.val() | (self.pad_valid.val() & self.is_between_keys.val()) {
                    self.step.d.next = Step::Read;
                } else if self.is_open.val() | (self.wants.val() & self.is_between_keys.val()) {
                    self.step.d.next = Step::Lend;
                }
            }
            Step::Read => {
                self.step.d.next = Step::Word;
                if !self.searches.val() & !self.in_walk.q.val() {
                    self.step.d.next = Step::Check;
                }
            }
            Step::Word => {
                if self.rests.val() & !self.searches.val() {
                    self.step.d.next = Step::Store;
                }
                if self.ends.val() {
                    self.step.d.next = Step::Check;
                }
            }
            Step::Check => {
                if !self.stall.val() | self.in_walk.q.val() {
                    self.step.d.next = Step::Store;
                } else if self.is_open.val() {
                    self.step.d.next = Step::Lend;
                    self.is_stalled.d.next = true;
                }
            }
            Step::Store => {
                self.step.d.next = Step::Idle;
                if self.work.notes.val() {
                    self.step.d.next = Step::Note;
                }
                if self.gives.val() {
                    self.step.d.next = Step::Lend;
                }
            }
            Step::Lend => {
                self.is_stalled.d.next = self.is_stalled.q.val() & self.is_open.val();
                if !self.is_open.val() {
                    if self.is_stalled.q.val() | self.in_walk.q.val() {
                        self.step.d.next = Step::Read;
                    } else if !self.wants.val() {
                        self.step.d.next = Step::Idle;
                    }
                }
            }
            // `Note`, see below.
            _ => {}
        }
        if self.advances.val() {
            self.step.d.next = Step::Read;
            if self.is_open.val() {
                self.step.d.next = Step::Lend;
            }
            if self.key_code.is_last.val() {
                self.step.d.next = Step::Idle;
                self.in_walk.d.next = false;
            }
        }
        if self.mode_changes.val() {
            self.mode_now.d.next = self.mode.val();
        }
    }
}

impl KeySteps {
    /// Properties that are proved.
    ///
    /// `searching` follows the states of the [`KeyFinder`].
    pub const PROPERTIES: &'static [Property] = &[Property {
        lemmas: &[
            "step <= STEP_LEND && (step != STEP_NOTE || in_walk)",
            "rests || step == STEP_WORD",
        ],
        assumed: &["rests == !searching && (!ends || searching)"],
        observers: &[Observer::new(
            "searching",
            1,
            "!begins_walk && (searching ? !ends : work.looks_up)",
        )],
        waits: &[Wait::new("search", "!rests", KeyFinder::MOST_CLOCKS)],
        ..Property::ends(
            "but for stalls and loans, a code or a key of a walk ends within 73 clocks",
            Ending {
                busy: "step != STEP_IDLE && step != STEP_LEND && !begins_walk && !advances \
                       && !(step == STEP_CHECK && stall && !in_walk)",
                spent: "step == STEP_READ ? 0 \
                        : step == STEP_WORD ? (rests ? 1 : 2 + search_for) \
                        : step == STEP_CHECK ? 3 + search_limit \
                        : step == STEP_STORE ? 4 + search_limit : 5 + search_limit",
                clocks: KeyFinder::MOST_CLOCKS + 6,
            },
            Mutant::new("rests && !searches", "1'b0", 6),
        )
    }];
}
