//! Contents of the memory of [`Voices`](super::Voices) at power-up: tunes, effects and constants,
//! as words.
//!
//! ```text
//! 0x00  cells: 8 of each of four voices, then those that all share
//! 0x40  tempos: amount that a sample subtracts from a voice's clock; for effects, then for
//!       levels 1 to 31
//! 0x80  starts, as jumps: of the voices of each tune
//! 0xA0  starts of effects 0 to 31
//! 0xC0  tones, four words each, and lines of notes; tones also fill the gaps before
//! ```
//!
//! | word | bit 15 | 14 to 9 | 8 | 7 to 0 |
//! |---|---|---|---|---|
//! | note | 0 | units - 1 | 0 | address of its tone / 4 |
//!
//! | word | bit 15 | 14 | 13 to 11 | 10 | 9 to 0 |
//! |---|---|---|---|---|---|
//! | jump | 1 | 1 | 0 | mark | address before the note to go on with |
//! | branch | 1 | 0 | 0 | mark | the same; passed over where the mark is set |
//!
//! A jump sets or clears the mark of its voice. So a part can be repeated, with another ending.
//!
//! A tone is `{pitch, goal, slide, fade}`: 2^16 times the turns in a sample, its first level plus
//! 1, and what a unit adds to the two. A drum is a tone to which each sample adds them. Its phase
//! is then a quadratic function of time. A large slide makes it noise.

/// Clocks of a sample: four carrier periods of 2^8.
pub const CLOCKS_PER_SAMPLE: u64 = 1024;
/// Most units of a note.
pub const MAX_UNITS: u8 = 64;
/// Tunes.
pub const TUNES: usize = 4;
/// Voices of a tune: melody, bass, drums.
pub const VOICES: usize = 3;
/// Numbers of effects, with 0 for none.
pub const EFFECTS: usize = 32;
/// Address of the tempos.
pub(super) const TEMPOS: u16 = 0x40;
/// Address of the starts.
pub(super) const STARTS: u16 = 0x80;
/// Offset of the starts of effects among the starts.
pub(super) const EFFECT_STARTS: usize = 0x20;
/// Words that nothing else uses: room for tones.
const GAPS: [std::ops::Range<usize>; 3] = [0x2C..0x40, 0x60..0x80, 0x90..0xA0];
const FIRST_FREE: usize = 0xC0;
const WORDS: usize = 1024;
/// The highest level of a voice.
const FULL: f64 = 16383.0;
/// A jump, a branch, and the mark of both.
const JUMP: u16 = 0xC000;
const BRANCH: u16 = 0x8000;
const MARK: u16 = 0x0400;

/// Cells: those of a voice stand 8 times its number higher.
pub(super) mod cell {
    /// Change of the phase in a sample. This and the next three in the order of a tone.
    pub const PITCH: u8 = 0;
    /// Goal of the level, plus 1.
    pub const GOAL: u8 = 1;
    /// Change of the pitch in a unit.
    pub const SLIDE: u8 = 2;
    /// Change of the goal in a unit.
    pub const FADE: u8 = 3;
    /// Phase in the turn.
    pub const PHASE: u8 = 4;
    /// Level of the wave.
    pub const LEVEL: u8 = 5;
    /// The note; the units that are left of it count down.
    pub const LEFT: u8 = 6;
    /// Position in the line.
    pub const POSITION: u8 = 7;
    /// For all voices: 0.
    pub const ZERO: u8 = 32;
    /// For all voices: 1, which as a goal is silence.
    pub const ONE: u8 = 33;
    /// For all voices: takes a unit from a note.
    pub const MINUS_UNIT: u8 = 34;
    /// For all voices: a unit on a voice's clock.
    pub const UNIT: u8 = 35;
    /// The clocks of the voices: they run down to the end of a unit.
    pub const CLOCKS: u8 = 36;
    /// The voices so far.
    pub const MIX: u8 = 40;
}

/// A tone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tone {
    /// Frequency at its start; 0 is silence.
    pub hz: f64,
    /// Loudness at its start, 0 to 1.
    pub loudness: f64,
    /// Change of the frequency in a unit.
    pub slide: f64,
    /// Change of the loudness in a unit.
    pub fade: f64,
}

impl Tone {
    /// Silence.
    pub const REST: Tone = Tone {
        hz: 0.0,
        loudness: 0.0,
        slide: 0.0,
        fade: 0.0,
    };
}

/// A tone for a number of units, in the last of which it dies away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Note {
    /// Its tone.
    pub tone: Tone,
    /// 1 to [`MAX_UNITS`].
    pub units: u8,
}

/// A drum, in words: each sample adds `slide` to the pitch and takes `fade` from the goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drum {
    /// 2^16 times the turns in a sample, at its start.
    pub pitch: u16,
    /// Loudness at its start, 0 to 1.
    pub loudness: f64,
    /// Change of the pitch in a sample, modulo 2^16.
    pub slide: u16,
    /// Loss of the goal in a sample, of 16383.
    pub fade: u16,
}

/// A step of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// Plays a note.
    Note(Note),
    /// Plays a drum for a number of units, 1 to [`MAX_UNITS`].
    Drum(Drum, u8),
    /// A place of this number.
    Place(u8),
    /// Goes on at a place, and sets or clears the mark.
    Jump {
        /// The place.
        to: u8,
        /// The mark from now on.
        mark: bool,
    },
    /// As a jump, but nothing where the mark is set.
    Branch {
        /// The place.
        to: u8,
        /// The mark from now on.
        mark: bool,
    },
}

/// One voice of a tune. Its last step is a jump.
pub type Line = Vec<Step>;

/// Tunes, effects and tempos of the voices.
#[derive(Clone, Debug)]
pub struct Repertoire {
    /// Units of tunes in a second, for levels from 1; the last holds for all higher levels.
    pub units_per_second: Vec<f64>,
    /// Units of effects in a second.
    pub effect_units_per_second: f64,
    /// The tunes. Equal lines are stored once.
    pub tunes: [[Line; VOICES]; TUNES],
    /// Effects from number 1.
    pub effects: Vec<Vec<Note>>,
}

/// The memory at power-up.
#[derive(Clone, Debug)]
pub struct Memory {
    samples_per_second: f64,
    words: Vec<u16>,
    tones: Vec<([u16; 4], usize)>,
    gaps: Vec<usize>,
}

impl Memory {
    /// The words for a module clock of `clock_hz`.
    ///
    /// # Panics
    /// If something does not fit: too much of it, a note that is too long, a tone that leaves its
    /// range.
    pub fn new(clock_hz: u64, repertoire: &Repertoire) -> Self {
        let mut memory = Memory {
            samples_per_second: clock_hz as f64 / CLOCKS_PER_SAMPLE as f64,
            words: vec![0; FIRST_FREE],
            tones: vec![],
            gaps: GAPS.into_iter().flat_map(|gap| gap.step_by(4)).collect(),
        };
        memory.gaps.reverse();
        memory.add_tempos(repertoire);
        memory.words[usize::from(cell::ONE)] = 1;
        memory.words[usize::from(cell::MINUS_UNIT)] = (1_u16 << 9).wrapping_neg();
        // All tones first: they stand at multiples of 4.
        let rest = memory.note(&Note {
            tone: Tone::REST,
            units: MAX_UNITS,
        });
        for step in repertoire.tunes.iter().flatten().flatten() {
            memory.sound(step);
        }
        let mut line = |notes: &Vec<Note>| notes.iter().map(|note| memory.note(note)).collect();
        let effects: Vec<Vec<u16>> = repertoire.effects.iter().map(&mut line).collect();
        memory.add_tunes(&repertoire.tunes);
        memory.add_effects(rest, &effects);
        assert!(memory.words.len() <= WORDS, "{} words", memory.words.len());
        memory.words.resize(WORDS, 0);
        memory
    }

    /// All words by address.
    pub fn words(&self) -> impl Iterator<Item = u16> + '_ {
        self.words.iter().copied()
    }

    fn add_tempos(&mut self, repertoire: &Repertoire) {
        let levels = &repertoire.units_per_second;
        let last = levels.last().expect("there is a tempo");
        let rates: Vec<f64> = std::iter::once(&repertoire.effect_units_per_second)
            .chain(levels)
            .chain(std::iter::repeat(last))
            .take(32)
            .map(|rate| rate / self.samples_per_second)
            .collect();
        // Steps are whole numbers, so some units hold them all better than others.
        let error = |unit: u16| {
            let off = |rate: &f64| {
                let step = rate * f64::from(unit);
                (step.round() / step - 1.0).abs()
            };
            rates.iter().map(off).fold(0.0, f64::max)
        };
        let unit = (16_000..32_000)
            .min_by(|&a, &b| error(a).total_cmp(&error(b)))
            .expect("there are units");
        self.words[usize::from(cell::UNIT)] = unit;
        for (word, rate) in self.words[usize::from(TEMPOS)..].iter_mut().zip(rates) {
            *word = ((rate * f64::from(unit)).round() as u16).wrapping_neg();
        }
    }

    fn add_tunes(&mut self, tunes: &[[Line; VOICES]; TUNES]) {
        let mut known: Vec<(&Line, u16)> = vec![];
        for (tune, lines) in tunes.iter().enumerate() {
            for (voice, line) in lines.iter().enumerate() {
                let start = match known.iter().find(|(other, _)| *other == line) {
                    Some(&(_, start)) => start,
                    None => self.add_line(line),
                };
                known.push((line, start));
                self.words[usize::from(STARTS) + 4 * tune + voice] = JUMP | start;
            }
        }
    }

    /// Appends a line and returns the address before it.
    fn add_line(&mut self, line: &Line) -> u16 {
        assert!(matches!(line.last(), Some(Step::Jump { .. })), "{line:?}");
        let before = self.words.len() as u16 - 1;
        let mut places = vec![];
        let mut address = before;
        for step in line {
            match step {
                Step::Place(place) => places.push((*place, address)),
                _ => address += 1,
            }
        }
        let at = |to: &u8| {
            let place = places.iter().find(|(place, _)| place == to);
            place.unwrap_or_else(|| panic!("no place {to}")).1
        };
        for step in line {
            let marked = |mark: &bool| if *mark { MARK } else { 0 };
            let word = match step {
                Step::Place(_) => continue,
                Step::Jump { to, mark } => JUMP | marked(mark) | at(to),
                Step::Branch { to, mark } => BRANCH | marked(mark) | at(to),
                sound => self.sound(sound),
            };
            self.words.push(word);
        }
        before
    }

    fn add_effects(&mut self, rest: u16, effects: &[Vec<u16>]) {
        assert!(effects.len() < EFFECTS, "{} effects", effects.len());
        let silence = JUMP | (self.words.len() as u16 - 1);
        self.words.extend([rest, silence]);
        let starts = usize::from(STARTS) + EFFECT_STARTS;
        self.words[starts..starts + EFFECTS].fill(silence);
        for (effect, number) in effects.iter().zip(1..) {
            self.words[starts + number] = JUMP | (self.words.len() as u16 - 1);
            self.words.extend(effect);
            self.words.push(silence);
        }
        // Without a reset too the voice of effects begins in silence.
        for field in [cell::LEFT, cell::POSITION] {
            self.words[VOICES * 8 + usize::from(field)] = silence;
        }
    }

    /// The word of a step that sounds; 0 for another one.
    fn sound(&mut self, step: &Step) -> u16 {
        match step {
            Step::Note(note) => self.note(note),
            Step::Drum(drum, units) => {
                let level = (drum.loudness * FULL).round() as u16;
                // A goal of 0 would be a level below silence.
                assert!(
                    drum.fade > 0 && !(level + 1).is_multiple_of(drum.fade),
                    "{drum:?} fades to less than nothing, or never"
                );
                let fade = drum.fade.wrapping_neg();
                self.word([drum.pitch, level + 1, drum.slide, fade], *units)
            }
            _ => 0,
        }
    }

    fn note(&mut self, note: &Note) -> u16 {
        let tone = self.tone_words(note);
        self.word(tone, note.units)
    }

    /// The word of a note; its tone gets a place.
    fn word(&mut self, tone: [u16; 4], units: u8) -> u16 {
        assert!((1..=MAX_UNITS).contains(&units), "{units} units");
        u16::from(units - 1) << 9 | (self.place(tone) / 4) as u16
    }

    fn tone_words(&self, note: &Note) -> [u16; 4] {
        let turn = |hz: f64| (hz / self.samples_per_second * 65536.0).round() as i32;
        let tone = &note.tone;
        let (pitch, slide) = (turn(tone.hz), turn(tone.slide));
        let (level, fade) = (
            (tone.loudness * FULL).round() as i32,
            (tone.fade * FULL).round() as i32,
        );
        for unit in 0..i32::from(note.units) {
            // A goal that would be negative stays; one of 0 would be a level below silence.
            let (pitch, level) = (pitch + unit * slide, level + unit * fade);
            assert!(
                (0..1 << 14).contains(&pitch),
                "unit {unit} of {note:?} is too high or low"
            );
            assert!(
                level < 1 << 14 && level != -1,
                "unit {unit} of {note:?} is too loud or soft"
            );
        }
        [pitch, level + 1, slide, fade].map(|word| word as u16)
    }

    /// Address of the tone, a multiple of 4.
    fn place(&mut self, tone: [u16; 4]) -> usize {
        if let Some((_, address)) = self.tones.iter().find(|(known, _)| *known == tone) {
            return *address;
        }
        let address = match self.gaps.pop() {
            Some(address) => address,
            None => {
                let address = self.words.len().next_multiple_of(4);
                self.words.resize(address + 4, 0);
                address
            }
        };
        self.words[address..address + 4].copy_from_slice(&tone);
        self.tones.push((tone, address));
        address
    }
}
