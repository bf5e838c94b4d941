//! Contents of the memory of [`Voices`](super::Voices) at power-up: tunes, effects and constants,
//! as words.
//!
//! ```text
//! 0x00  cells: 8 of each voice, then 8 that all share
//! 0x20  tempos: amount that a sample subtracts from a voice's clock; for effects, then for
//!       levels 1 to 31
//! 0x40  starts: of the lines of tunes, from 0x50 of effects 0 to 15, as jumps
//! 0x60  tones, four words each, and lines of notes
//! ```
//!
//! | word | bit 15 | 14 | 13 to 9 | 8 to 0 |
//! |---|---|---|---|---|
//! | note | 0 | units - 1, high bit | units - 1 | address of its tone |
//! | jump | 1 | 1 | 0 | address before the note to go on with |
//! | repeat | 1 | 0 | 1: in the repeat | the same; passed over when in the repeat |
//!
//! A tone is `{pitch, goal, slide, fade}`: 2^16 times the turns in a sample, its first level plus
//! 1, and what a unit adds to the two.

/// Clocks of a sample: four carrier periods of 2^8.
pub const CLOCKS_PER_SAMPLE: u64 = 1024;
/// Most units of a note.
pub const MAX_UNITS: u8 = 64;
/// Address of the tempos.
pub(super) const TEMPOS: u16 = 0x20;
/// Address of the starts.
pub(super) const STARTS: u16 = 0x40;
/// Offset of the starts of effects among the starts.
pub(super) const EFFECT_STARTS: usize = 0x10;
/// Starts that nobody uses: room for tones.
const SPARE_STARTS: std::ops::Range<usize> = 0x44..0x50;
const FIRST_FREE: usize = 0x60;
const WORDS: usize = 512;
/// The highest level of a voice.
const FULL: f64 = 16383.0;

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
    pub const ZERO: u8 = 24;
    /// For all voices: 1, which as a goal is silence.
    pub const ONE: u8 = 25;
    /// For all voices: takes a unit from a note.
    pub const MINUS_UNIT: u8 = 26;
    /// For all voices: a unit on a voice's clock.
    pub const UNIT: u8 = 27;
    /// The clocks of the voices: they run down to the end of a unit.
    pub const CLOCKS: u8 = 28;
    /// The voices so far.
    pub const MIX: u8 = 31;
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

/// One voice of a tune: the first part twice, then the second, and again.
#[derive(Clone, Debug)]
pub struct Line {
    /// Played twice.
    pub first: Vec<Note>,
    /// Played once.
    pub second: Vec<Note>,
}

/// All that the voices know.
#[derive(Clone, Debug)]
pub struct Repertoire {
    /// Units of tunes in a second, for levels from 1; the last holds for all higher levels.
    pub units_per_second: Vec<f64>,
    /// Units of effects in a second.
    pub effect_units_per_second: f64,
    /// Two tunes of two voices.
    pub tunes: [[Line; 2]; 2],
    /// Effects from number 1.
    pub effects: Vec<Vec<Note>>,
}

/// The memory at power-up.
#[derive(Clone, Debug)]
pub struct Memory {
    samples_per_second: f64,
    words: Vec<u16>,
    tones: Vec<([u16; 4], usize)>,
    spare_starts: std::ops::Range<usize>,
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
            spare_starts: SPARE_STARTS,
        };
        memory.add_tempos(repertoire);
        memory.words[usize::from(cell::ONE)] = 1;
        memory.words[usize::from(cell::MINUS_UNIT)] = (1_u16 << 9).wrapping_neg();
        // All tones first: they stand at multiples of 4.
        let rest = memory.word(&Note {
            tone: Tone::REST,
            units: MAX_UNITS,
        });
        let mut line = |notes: &Vec<Note>| notes.iter().map(|note| memory.word(note)).collect();
        let mut tunes: Vec<[Vec<u16>; 2]> = vec![];
        for voice in repertoire.tunes.iter().flatten() {
            tunes.push([line(&voice.first), line(&voice.second)]);
        }
        let effects: Vec<Vec<u16>> = repertoire.effects.iter().map(line).collect();
        memory.add_tunes(&tunes);
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

    fn add_tunes(&mut self, lines: &[[Vec<u16>; 2]]) {
        for (number, [first, second]) in lines.iter().enumerate() {
            let before = self.words.len() as u16 - 1;
            self.words.extend(first);
            self.words.push(0x8200 | before);
            self.words.extend(second);
            self.words.push(0xC000 | before);
            self.words[usize::from(STARTS) + number] = 0xC000 | before;
        }
    }

    fn add_effects(&mut self, rest: u16, effects: &[Vec<u16>]) {
        assert!(effects.len() < 16, "{} effects", effects.len());
        let silence = 0xC000 | (self.words.len() as u16 - 1);
        self.words.extend([rest, silence]);
        let starts = usize::from(STARTS) + EFFECT_STARTS;
        self.words[starts..starts + 16].fill(silence);
        for (effect, number) in effects.iter().zip(1..) {
            self.words[starts + number] = 0xC000 | (self.words.len() as u16 - 1);
            self.words.extend(effect);
            self.words.push(silence);
        }
        // Without a reset too the third voice begins in silence.
        for field in [cell::LEFT, cell::POSITION] {
            self.words[usize::from(2 * 8 + field)] = silence;
        }
    }

    /// The word of a note; its tone gets a place.
    fn word(&mut self, note: &Note) -> u16 {
        assert!((1..=MAX_UNITS).contains(&note.units), "{note:?}");
        let tone = self.tone_words(note);
        u16::from(note.units - 1) << 9 | self.place(tone) as u16
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
            let (pitch, level) = (pitch + unit * slide, level + unit * fade);
            assert!(
                (0..1 << 14).contains(&pitch),
                "unit {unit} of {note:?} is too high or low"
            );
            assert!(
                (0..1 << 14).contains(&level),
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
        let address = match self.spare_starts.next() {
            Some(address) => {
                self.spare_starts.nth(2);
                address
            }
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
