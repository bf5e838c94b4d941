//! The fonts of the circuits, and where they are.

use super::sheet::{Glyph, Sheet};
use gatefall_games::arcade::picture::font;
use gatefall_games::selftest::text;
use gatefall_games::{arcade, handheld, matrix, selftest, Game};
use gatefall_netlist::Netlist;

/// A memory with glyphs.
pub struct Font {
    /// The circuit.
    pub game: &'static Game,
    /// Name of the memory.
    pub memory: &'static str,
    /// Words of a drawing.
    pub lines: usize,
    /// Draws the words; the name of each sheet.
    draw: fn(&[u8]) -> Vec<(&'static str, Sheet)>,
}

/// All of them. The logo of `arcade` and the pictures of `tictactoe` are cells, no glyphs.
pub const FONTS: &[Font] = &[
    Font {
        game: &arcade::GAME,
        memory: "font",
        lines: 8,
        draw: arcade_sheets,
    },
    Font {
        game: &handheld::GAME,
        memory: "font",
        lines: 8,
        draw: |words| vec![("handheld", sheet(words, handheld_name))],
    },
    Font {
        game: &selftest::GAME,
        memory: "dots",
        lines: 8,
        draw: |words| vec![("selftest", sheet(words, selftest_name))],
    },
    Font {
        game: &matrix::GAME,
        memory: "patterns",
        lines: 1,
        draw: |words| vec![("decimal-digits", segments(words))],
    },
    Font {
        game: &selftest::GAME,
        memory: "patterns",
        lines: 1,
        draw: |words| vec![("hexadecimal-digits", segments(words))],
    },
];

impl Font {
    /// The circuit, without a board.
    pub fn circuit(&self) -> Netlist {
        let block = (self.game.build)(&self.game.params()).unwrap();
        gatefall_bench::netlist(block.as_ref(), self.game.name)
    }

    /// Words of the memory at power-up.
    fn words(&self, circuit: &Netlist) -> Vec<u8> {
        let memories = circuit
            .modules
            .values()
            .flat_map(|module| module.memories.values());
        let mut memories = memories.filter(|memory| memory.name == self.memory);
        let (memory, more) = (memories.next(), memories.next());
        let memory = memory.filter(|memory| more.is_none() && memory.writes.is_empty());
        let memory = memory.unwrap_or_else(|| {
            let (game, memory) = (self.game.name, self.memory);
            panic!("{game} has not exactly one table `{memory}`")
        });
        assert_eq!(memory.initial.len(), 1 << memory.address_width);
        let words = memory.initial.iter().map(|word| word.to_u64().unwrap());
        words.map(|word| u8::try_from(word).unwrap()).collect()
    }

    /// Number of drawings.
    pub fn drawings(&self, circuit: &Netlist) -> usize {
        self.words(circuit).len() / self.lines
    }

    /// Names of the sheets, and the sheets as the memory has them.
    pub fn sheets(&self, circuit: &Netlist) -> Vec<(&'static str, Sheet)> {
        (self.draw)(&self.words(circuit))
    }
}

/// A sheet of drawings of 8 x 8 dots, 16 in a row.
fn sheet(words: &[u8], name: impl Fn(usize) -> String) -> Sheet {
    let drawings = words.chunks(8).enumerate();
    let glyphs = drawings.map(|(drawing, lines)| Glyph {
        name: format!("{} (drawing {drawing})", name(drawing)),
        lines: lines.to_vec(),
    });
    Sheet::new(16, glyphs.collect())
}

/// A sheet of the glyphs that are two tiles tall, and one of the others.
fn arcade_sheets(words: &[u8]) -> Vec<(&'static str, Sheet)> {
    const TALL: usize = 16;
    let drawing = |number: usize| &words[8 * number..8 * number + 8];
    let tall = (0..TALL).map(|upper| Glyph {
        name: format!(
            "tall {} (drawings {upper} and {})",
            arcade_name(upper),
            upper + TALL
        ),
        lines: [drawing(upper), drawing(upper + TALL)].concat(),
    });
    let others = (2 * TALL..words.len() / 8).map(|number| Glyph {
        name: format!("{} (drawing {number})", arcade_name(number)),
        lines: drawing(number).to_vec(),
    });
    vec![
        ("arcade-tall", Sheet::new(TALL, tall.collect())),
        ("arcade", Sheet::new(16, others.collect())),
    ]
}

/// The character of a drawing; those from 64 on are page 1.
fn arcade_name(drawing: usize) -> String {
    quoted(font::character(drawing as u8 % 64))
}

fn handheld_name(drawing: usize) -> String {
    let letters = ('A'..='Z').chain('0'..='9').chain([' ', '<', '>']);
    let mut letters =
        letters.filter(|letter| usize::from(handheld::font::glyph(*letter)) == drawing);
    match drawing as u8 {
        handheld::font::CELL => "the cell".to_owned(),
        handheld::font::GHOST => "the outline".to_owned(),
        _ => quoted(letters.next()),
    }
}

fn selftest_name(drawing: usize) -> String {
    quoted(text::CHARACTERS.chars().nth(drawing))
}

fn quoted(character: Option<char>) -> String {
    character.map_or_else(
        || "no character".to_owned(),
        |character| format!("'{character}'"),
    )
}

/// The digits of a seven-segment display, 6 x 11 dots each.
fn segments(words: &[u8]) -> Sheet {
    /// First and last line, and dots, of the segments a to g.
    const PLACES: [(usize, usize, u8); 7] = [
        (1, 1, 0b0011_1100),
        (2, 5, 0b0000_0010),
        (7, 10, 0b0000_0010),
        (11, 11, 0b0011_1100),
        (7, 10, 0b0100_0000),
        (2, 5, 0b0100_0000),
        (6, 6, 0b0011_1100),
    ];
    let glyphs = words.iter().enumerate().map(|(digit, word)| {
        let mut lines = vec![0; 13];
        let segments = PLACES.iter().enumerate();
        for (_, (first, last, dots)) in segments.filter(|(index, _)| word >> index & 1 == 1) {
            for line in &mut lines[*first..=*last] {
                *line |= dots;
            }
        }
        Glyph {
            name: format!("digit {digit:X} (drawing {digit})"),
            lines,
        }
    });
    Sheet::new(16, glyphs.collect())
}
