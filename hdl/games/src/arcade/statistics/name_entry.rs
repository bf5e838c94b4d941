//! Entry of a name, letter by letter, into a new entry of a score table.
//!
//! The letter under the cursor is the last one of the name that is not `-`. Up and down change it,
//! from A to Z and the space; a typed letter replaces it. Enter, right and a typed letter go on to
//! the next one, left and Backspace go back. The entry ends after the last letter, by Escape, and
//! when the scene is left.
//!
//! The memory has the letter of each key: the last items of the [`text_rom`](super::text_rom).
//!
//! ```text
//! typed     _|~|_______   also of keys without an action
//! looks_up  _|~|_______   the memory reads the meaning of the key
//! is_read   ___|~|_____   it is a letter, which is written; or the action acts
//! changes   _____|~|___   up, down: the letter that the memory has read is changed
//! opens     _____|~|___   the next letter is A
//! ```
//!
//! **Interface**: `adds` and the strobes of keys are ignored unless `is_free`, and `is_acting` is
//! high while the memory is needed. `code` belongs to `place` in the clock of `writes`.

use super::next_letter::NextLetter;
use crate::arcade::control::keys::action;
use crate::arcade::picture::font;
use gatefall_macros::{clocked, construct, interface, Module};
use rust_hdl::prelude::*;

/// Keys that go down.
#[interface(client = TypedKeysReader)]
pub struct TypedKeys {
    /// Strobe: a key of the keyboard or of a pad goes down, with an action or without.
    pub typed: Signal<Out, Bit>,
    /// Strobe: a key with an action repeats it.
    pub repeated: Signal<Out, Bit>,
    /// The key: {extended, code}.
    pub key: Signal<Out, Bits<9>>,
    /// Level: the key has an action now.
    pub acts: Signal<Out, Bit>,
    /// Its action.
    pub action: Signal<Out, Bits<5>>,
}

/// The entry.
#[derive(LogicBlock, Module)]
pub struct NameEntry {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: a new entry is in the table.
    pub adds: Signal<In, Bit>,
    /// Level: the scene that shows the table.
    pub is_shown: Signal<In, Bit>,
    /// Keys.
    pub keys: TypedKeysReader,
    /// Level: no walk of the decimal unit goes on.
    pub is_free: Signal<In, Bit>,
    /// The character that the memory has read.
    pub read_data: Signal<In, Bits<8>>,
    /// Level: a name is being entered.
    pub is_open: Signal<Out, Bit>,
    /// Strobe: a letter changes, or the cursor moves.
    pub moves: Signal<Out, Bit>,
    /// Level: the memory is needed.
    pub is_acting: Signal<Out, Bit>,
    /// Level: the memory is to read the meaning of `keys.key`, else the letter at `place`.
    pub looks_up: Signal<Out, Bit>,
    /// Which letter, 0 to 2.
    pub place: Signal<Out, Bits<2>>,
    /// Strobe: write `code`.
    pub writes: Signal<Out, Bit>,
    /// Character for that place.
    pub code: Signal<Out, Bits<6>>,
    next_letter: NextLetter,
    open: DFF<Bit>,
    place_now: DFF<Bits<2>>,
    is_read: DFF<Bit>,
    changes: DFF<Bit>,
    opens: DFF<Bit>,
    goes_up: DFF<Bit>,
    /// The action of the key, in the clock after it.
    acts_up: DFF<Bit>,
    acts_down: DFF<Bit>,
    goes_on: DFF<Bit>,
    goes_back: DFF<Bit>,
    ends: DFF<Bit>,
    /// Without names the entry never begins, so synthesis removes it.
    has_names: Constant<Bit>,
    /// The key may be a letter, and its bit 6.
    is_plain: DFF<Bit>,
    is_high: DFF<Bit>,
    begins: Signal<Local, Bit>,
    /// The character that was read is an arrow, which is no plain key.
    is_arrow: Signal<Local, Bit>,
    is_known: Signal<Local, Bit>,
    is_letter: Signal<Local, Bit>,
    advances: Signal<Local, Bit>,
    returns: Signal<Local, Bit>,
    will_change: Signal<Local, Bit>,
    letter: Signal<Local, Bits<6>>,
    last_place: Signal<Local, Bit>,
    #[value(action::TURN_CLOCKWISE)]
    turn: Constant<Bits<5>>,
    #[value(action::SOFT_DROP)]
    soft_drop: Constant<Bits<5>>,
    #[value(action::LEFT)]
    left: Constant<Bits<5>>,
    #[value(action::RIGHT)]
    right: Constant<Bits<5>>,
    #[value(action::START)]
    start: Constant<Bits<5>>,
    #[value(action::ESCAPE)]
    escape: Constant<Bits<5>>,
    #[value(font::code('A'))]
    first_letter: Constant<Bits<6>>,
    #[value(font::code('-'))]
    hyphen: Constant<Bits<6>>,
}

impl NameEntry {
    /// With or without names.
    pub fn new(has_names: bool) -> Self {
        construct!(NameEntry {
            has_names: Constant::new(has_names),
        })
    }
}

#[clocked]
impl Logic for NameEntry {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_open.next = self.open.q.val();
        self.place.next = self.place_now.q.val();
        // Arrows repeat, but not letters.
        self.begins.next = self.open.q.val()
            & self.is_free.val()
            & (self.keys.typed.val() | (self.keys.repeated.val() & self.keys.key.val().get_bit(8)));
        self.looks_up.next = self.begins.val();
        self.is_acting.next =
            self.begins.val() | self.is_read.q.val() | self.changes.q.val() | self.opens.q.val();
        self.is_read.d.next = self.begins.val();
        self.is_plain.d.next = !self.keys.key.val().get_bits::<2>(7).any();
        self.is_high.d.next = self.keys.key.val().get_bit(6);
        self.acts_up.d.next = self.keys.acts.val() & (self.keys.action.val() == self.turn.val());
        self.acts_down.d.next =
            self.keys.acts.val() & (self.keys.action.val() == self.soft_drop.val());
        self.goes_on.d.next = self.keys.acts.val()
            & self.keys.typed.val()
            & ((self.keys.action.val() == self.right.val())
                | (self.keys.action.val() == self.start.val()));
        self.goes_back.d.next = self.keys.acts.val()
            & self.keys.typed.val()
            & (self.keys.action.val() == self.left.val());
        self.ends.d.next = self.keys.acts.val() & (self.keys.action.val() == self.escape.val());

        self.letter.next = self.read_data.val().get_bits::<6>(0);
        self.is_arrow.next = !self.letter.val().get_bit(5)
            & self.letter.val().get_bit(4)
            & (self.letter.val().get_bit(3) != self.letter.val().get_bit(2));
        self.is_known.next = self.is_plain.q.val()
            & self.read_data.val().get_bit(7)
            & !self.is_arrow.val()
            & (self.read_data.val().get_bit(6) == self.is_high.q.val());
        // A letter or the space, but not the hyphen.
        self.is_letter.next =
            self.is_known.val() & (self.letter.val().get_bit(5) | self.letter.val().get_bit(3));
        self.advances.next = self.is_read.q.val()
            & (self.is_letter.val() | (self.goes_on.q.val() & !self.is_known.val()));
        self.returns.next = self.is_read.q.val()
            & !self.is_letter.val()
            & (self.goes_back.q.val() | self.is_known.val())
            & self.place_now.q.val().any();
        self.will_change.next = self.is_read.q.val()
            & !self.is_known.val()
            & (self.acts_up.q.val() | self.acts_down.q.val());
        self.changes.d.next = self.will_change.val();
        self.moves.next = self.advances.val() | self.returns.val() | self.will_change.val();
        self.goes_up.d.next = self.acts_up.q.val();
        self.last_place.next = self.place_now.q.val().get_bit(1);
        self.opens.d.next = self.advances.val() & !self.last_place.val();

        self.next_letter.letter.next = self.letter.val();
        self.next_letter.up.next = self.goes_up.q.val();
        self.code.next = self.hyphen.val();
        if self.is_read.q.val() & self.is_letter.val() {
            self.code.next = self.letter.val();
            // The sign of the space becomes a space.
            if !self.letter.val().get_bit(5) {
                self.code.next = self.letter.val() & 0x2F;
            }
        } else if self.opens.q.val() {
            self.code.next = self.first_letter.val();
        } else if self.changes.q.val() {
            self.code.next = self.next_letter.neighbour.val();
        }
        self.writes.next = (self.is_read.q.val() & self.is_letter.val())
            | self.returns.val()
            | self.changes.q.val()
            | self.opens.q.val();
        if self.advances.val() {
            self.place_now.d.next = self.place_now.q.val() + 1;
        } else if self.returns.val() {
            self.place_now.d.next = self.place_now.q.val() - 1;
        }
        if (self.advances.val() & self.last_place.val())
            | (self.is_read.q.val() & self.ends.q.val() & !self.is_known.val())
            | !self.is_shown.val()
        {
            self.open.d.next = false;
        }
        if self.adds.val() {
            self.open.d.next = self.has_names.val();
            self.place_now.d.next = 0.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arcade::statistics::text_rom::{self, contents, item};
    use gatefall_bench::{peek, poke, tick, Bench};

    const ENTER: (u16, u8) = (0x05A, action::START);
    const UP: (u16, u8) = (0x175, action::TURN_CLOCKWISE);
    const DOWN: (u16, u8) = (0x172, action::SOFT_DROP);
    const LEFT: (u16, u8) = (0x16B, action::LEFT);
    const RIGHT: (u16, u8) = (0x174, action::RIGHT);
    const ESCAPE: (u16, u8) = (0x076, action::ESCAPE);
    const BACKSPACE: (u16, u8) = (0x066, 0);
    const NO_KEY: (u16, u8) = (0x02E, 0);
    const A: (u16, u8) = (0x01C, action::LEFT);
    const B: (u16, u8) = (0x032, 0);
    const O: (u16, u8) = (0x044, 0);
    const SPACE: (u16, u8) = (0x029, action::SPACE);
    /// F3, whose code differs from that of O in one bit.
    const F3: (u16, u8) = (0x004, action::MUSIC);
    /// A on a gamepad.
    const PAD_A: (u16, u8) = (0x098, action::TURN_CLOCKWISE);
    /// A key of the keypad with the code of the letter R in its low bits, extended.
    const EXTENDED: (u16, u8) = (0x12D, 0);

    struct Entry {
        uut: Bench<NameEntry>,
        name: Vec<u8>,
    }

    impl Entry {
        fn new() -> Self {
            let mut uut = Bench::new(NameEntry::new(true));
            poke!(uut.is_free = true);
            poke!(uut.is_shown = true);
            poke!(uut.adds = true);
            tick!(uut);
            poke!(uut.adds = false);
            let name = "A--".chars().map(font::code).collect();
            Self { uut, name }
        }

        fn clock(&mut self) {
            let place = usize::from(peek!(self.uut.place).to_u8());
            let key = peek!(self.uut, keys.key).to_u16();
            let looks_up = peek!(self.uut.looks_up);
            if peek!(self.uut.writes) {
                self.name[place] = peek!(self.uut.code).to_u8();
            }
            tick!(self.uut);
            let read = match looks_up {
                true => {
                    let first = usize::from(text_rom::address(item::SIGNS));
                    contents(true)[first + usize::from(key & 63)]
                }
                false => self.name.get(place).copied().unwrap_or(0),
            };
            poke!(self.uut.read_data = read.to_bits());
        }

        fn strobe(&mut self, (key, action): (u16, u8), is_repeat: bool) {
            poke!(self.uut, keys.typed = !is_repeat);
            poke!(self.uut, keys.repeated = is_repeat);
            poke!(self.uut, keys.key = key.to_bits());
            poke!(self.uut, keys.action = action.to_bits());
            poke!(self.uut, keys.acts = action > 0);
            self.clock();
            poke!(self.uut, keys.typed = false);
            poke!(self.uut, keys.repeated = false);
            poke!(self.uut, keys.key = 0.into());
            poke!(self.uut, keys.acts = false);
            for _ in 0..4 {
                self.clock();
            }
            assert!(!peek!(self.uut.is_acting));
        }

        fn press(&mut self, keys: &[(u16, u8)]) -> String {
            for key in keys {
                self.strobe(*key, false);
            }
            self.name()
        }

        fn name(&self) -> String {
            let characters = self.name.iter().map(|code| font::character(*code));
            characters.map(Option::unwrap).collect()
        }

        fn is_open(&mut self) -> bool {
            peek!(self.uut.is_open)
        }
    }

    #[test]
    fn letters_are_chosen_and_taken() {
        let mut entry = Entry::new();
        assert_eq!(entry.press(&[UP, UP, UP, DOWN]), "C--");
        assert_eq!(entry.press(&[ENTER]), "CA-");
        assert_eq!(entry.press(&[DOWN]), "C -");
        assert_eq!(entry.press(&[DOWN]), "CZ-");
        assert_eq!(entry.press(&[UP, UP]), "CA-");
        assert_eq!(entry.press(&[UP, RIGHT, UP, PAD_A]), "CBC");
        assert!(entry.is_open());
        assert_eq!(entry.press(&[ENTER]), "CBC");
        assert!(!entry.is_open());
        assert_eq!(entry.press(&[UP, B, BACKSPACE]), "CBC", "it is over");
    }

    #[test]
    fn letters_are_typed_and_the_cursor_goes_back() {
        let mut entry = Entry::new();
        assert_eq!(entry.press(&[LEFT, BACKSPACE]), "A--");
        assert_eq!(entry.press(&[B, O]), "BOA");
        assert_eq!(entry.press(&[BACKSPACE]), "BO-");
        assert_eq!(entry.press(&[LEFT, UP]), "C--");
        assert_eq!(entry.press(&[SPACE, A]), " AA");
        assert_eq!(entry.press(&[NO_KEY, F3, EXTENDED]), " AA");
        assert!(entry.is_open());
        assert_eq!(entry.press(&[O]), " AO");
        assert!(!entry.is_open());
    }

    #[test]
    fn only_arrows_repeat_and_only_up_and_down() {
        let mut entry = Entry::new();
        entry.strobe(UP, true);
        assert_eq!(entry.name(), "B--");
        for key in [A, RIGHT, ENTER, SPACE] {
            entry.strobe(key, true);
        }
        assert_eq!(entry.name(), "B--");
        entry.press(&[ENTER]);
        entry.strobe(LEFT, true);
        assert_eq!(entry.name(), "BA-");
    }

    #[test]
    fn escape_and_the_end_of_the_scene_end_the_entry() {
        let mut entry = Entry::new();
        assert_eq!(entry.press(&[B, ESCAPE]), "BA-");
        assert!(!entry.is_open());
        let mut entry = Entry::new();
        poke!(entry.uut.is_shown = false);
        entry.clock();
        assert!(!entry.is_open());
    }

    #[test]
    fn without_names_no_entry_begins() {
        let mut uut = Bench::new(NameEntry::new(false));
        poke!(uut.is_shown = true);
        poke!(uut.adds = true);
        tick!(uut);
        assert!(!peek!(uut.is_open));
    }

    #[test]
    fn keys_during_a_walk_are_lost() {
        let mut entry = Entry::new();
        poke!(entry.uut.is_free = false);
        assert_eq!(entry.press(&[B, UP, ENTER]), "A--");
        assert!(entry.is_open());
    }
}
