use super::super::name_writer::LENGTH;
use super::*;
use crate::arcade::picture::font;
use crate::arcade::picture::screens::field;
use gatefall_bench::{peek, poke, tick, Bench};

/// A clear: player, lines, spin, mini, perfect, back-to-back, clears in succession, rows sent.
#[derive(Clone, Copy)]
struct Clear {
    player: bool,
    lines: u64,
    spin: bool,
    mini: bool,
    perfect: bool,
    back_to_back: bool,
    succession: u64,
    sent: u64,
}

const CLEAR: Clear = Clear {
    player: false,
    lines: 1,
    spin: false,
    mini: false,
    perfect: false,
    back_to_back: false,
    succession: 1,
    sent: 0,
};

/// The text memory beside the module.
struct Page {
    uut: Bench<ClearNames>,
    text: [u8; 4096],
    clocks: u64,
}

impl Page {
    fn new() -> Self {
        let mut page = Self {
            uut: Bench::new(ClearNames::default()),
            text: [font::code('X'); 4096],
            clocks: 0,
        };
        poke!(page.uut.new_game = true);
        tick!(page.uut);
        poke!(page.uut.new_game = false);
        page.settle(false);
        page
    }

    /// Lets it write until nothing is left. In every third clock somebody else writes.
    fn settle(&mut self, is_shared: bool) {
        for clock in 0..400 {
            let uut = &mut self.uut;
            let other = is_shared && clock % 3 == 0;
            poke!(uut, other.write = other);
            poke!(uut, other.address = 1.into());
            poke!(uut, other.code = 2.into());
            if other {
                let written = (peek!(uut, character.address), peek!(uut, character.code));
                assert!(peek!(uut, character.write) && written == (1.into(), 2.into()));
            } else if peek!(uut, character.write) {
                let address = peek!(uut, character.address).to_u64();
                self.text[address as usize] = peek!(uut, character.code).to_u8();
                self.clocks = clock;
            }
            tick!(uut);
        }
    }

    fn lock(&mut self, clear: Clear) {
        let uut = &mut self.uut;
        poke!(uut.player = clear.player);
        poke!(uut, lock.lines = clear.lines.to_bits());
        poke!(uut, lock.t_spin = clear.spin);
        poke!(uut, kind.perfect = clear.perfect);
        poke!(uut, kind.back_to_back = clear.back_to_back);
        poke!(uut, kind.succession = clear.succession.to_bits());
        poke!(uut, detail.mini = clear.mini);
        poke!(uut, detail.sent = clear.sent.to_bits());
        poke!(uut, lock.scored = true);
        tick!(uut);
        poke!(uut, lock.scored = false);
    }

    fn ticks(&mut self, count: usize) {
        self.settle(false);
        for _ in 0..count {
            poke!(self.uut.tick = true);
            tick!(self.uut);
            poke!(self.uut.tick = false);
        }
        self.settle(false);
    }

    /// The two lines of a player.
    fn lines(&self, player: bool) -> [String; 2] {
        let (line, column) = if player {
            field::NAMES_TWO
        } else {
            field::NAMES_ONE
        };
        let name = |code| {
            let mut names = ('A'..='Z').chain('0'..='9').chain(" -+".chars());
            names.find(|&name| font::code(name) == code).unwrap()
        };
        [line, line + 1].map(|line| {
            let text = (column..column + LENGTH).map(|column| {
                let address = 64 * usize::from(line) + usize::from(column) % 64;
                name(self.text[address])
            });
            text.collect::<String>().trim_start().to_owned()
        })
    }
}

/// The lines after a clear in a game of versus.
fn named(clear: Clear) -> [String; 2] {
    let mut page = Page::new();
    poke!(page.uut.versus = true);
    page.lock(clear);
    page.settle(true);
    assert!(page.clocks < 120, "{} clocks", page.clocks);
    assert_eq!(page.lines(!clear.player), ["", ""]);
    page.lines(clear.player)
}

#[test]
fn every_kind_of_clear_has_its_name() {
    let spin = |lines, mini| Clear {
        lines,
        mini,
        spin: true,
        succession: u64::from(lines > 0),
        ..CLEAR
    };
    for (clear, name) in [
        (CLEAR, "SINGLE"),
        (Clear { lines: 2, ..CLEAR }, "DOUBLE"),
        (Clear { lines: 3, ..CLEAR }, "TRIPLE"),
        (Clear { lines: 4, ..CLEAR }, "QUAD"),
        (spin(0, false), "T-SPIN"),
        (spin(1, false), "T-SPIN SINGLE"),
        (spin(2, false), "T-SPIN DOUBLE"),
        (spin(3, false), "T-SPIN TRIPLE"),
        (spin(0, true), "MINI T-SPIN"),
        (spin(1, true), "MINI T-SPIN SINGLE"),
        (spin(2, true), "MINI T-SPIN DOUBLE"),
    ] {
        assert_eq!(named(clear), [name, ""]);
        let of_two = Clear {
            player: true,
            ..clear
        };
        assert_eq!(named(of_two), [name, ""]);
    }
}

#[test]
fn the_second_line_has_back_to_back_and_combo() {
    let quad = Clear {
        lines: 4,
        back_to_back: true,
        ..CLEAR
    };
    assert_eq!(named(quad)[1], "BACK TO BACK");
    for (succession, combo) in [
        (2, "COMBO 1"),
        (10, "COMBO 9"),
        (11, "COMBO10"),
        (40, "COMBO39"),
    ] {
        let in_combo = Clear {
            succession,
            ..CLEAR
        };
        assert_eq!(named(in_combo)[1], combo);
        let both = Clear {
            back_to_back: true,
            ..in_combo
        };
        assert_eq!(named(both)[1], format!("BACK TO BACK {combo}"));
    }
    // A T-spin without lines is neither.
    let spin = Clear {
        lines: 0,
        spin: true,
        succession: 0,
        back_to_back: true,
        ..CLEAR
    };
    assert_eq!(named(spin), ["T-SPIN", ""]);
}

#[test]
fn a_perfect_clear_stands_alone() {
    let perfect = Clear {
        lines: 4,
        perfect: true,
        back_to_back: true,
        succession: 3,
        sent: 10,
        ..CLEAR
    };
    assert_eq!(named(perfect), ["PERFECT CLEAR +10", ""]);
}

#[test]
fn versus_adds_the_rows_that_are_sent() {
    let quad = Clear {
        lines: 4,
        sent: 4,
        ..CLEAR
    };
    assert_eq!(named(quad)[0], "QUAD +4");
    let mini = Clear {
        lines: 2,
        spin: true,
        mini: true,
        sent: 7,
        ..CLEAR
    };
    assert_eq!(named(mini)[0], "MINI T-SPIN DOUBLE+7");
    let mut page = Page::new();
    page.lock(quad);
    page.settle(false);
    assert_eq!(page.lines(false)[0], "QUAD", "without versus");
}

#[test]
fn a_name_stands_for_sixty_ticks() {
    let mut page = Page::new();
    page.lock(CLEAR);
    page.ticks(59);
    assert_eq!(page.lines(false), ["SINGLE", ""]);
    page.ticks(1);
    assert_eq!(page.lines(false), ["", ""]);
    page.lock(CLEAR);
    page.ticks(30);
    page.lock(Clear { lines: 0, ..CLEAR });
    page.settle(false);
    assert_eq!(page.lines(false), ["SINGLE", ""], "a lock without a name");
    page.lock(Clear {
        lines: 2,
        succession: 2,
        ..CLEAR
    });
    page.ticks(59);
    assert_eq!(page.lines(false), ["DOUBLE", "COMBO 1"], "a newer name");
    page.ticks(1);
    assert_eq!(page.lines(false), ["", ""]);
}

#[test]
fn each_player_has_lines_of_their_own() {
    for (first, clocks) in [false, true].into_iter().flat_map(|it| [(it, 0), (it, 1)]) {
        let mut page = Page::new();
        page.lock(Clear {
            player: first,
            ..CLEAR
        });
        page.settle(false);
        page.ticks(59);
        // It comes when the other name is to be erased, or while it is being erased.
        poke!(page.uut.tick = true);
        tick!(page.uut);
        poke!(page.uut.tick = false);
        for _ in 0..clocks {
            tick!(page.uut);
        }
        page.lock(Clear {
            player: !first,
            lines: 4,
            ..CLEAR
        });
        page.settle(false);
        assert_eq!(page.lines(first), ["", ""]);
        assert_eq!(page.lines(!first), ["QUAD", ""]);
    }
}

#[test]
fn a_new_game_clears_the_lines() {
    let mut page = Page::new();
    page.lock(CLEAR);
    page.settle(false);
    poke!(page.uut.new_game = true);
    tick!(page.uut);
    poke!(page.uut.new_game = false);
    page.settle(false);
    assert_eq!(page.lines(false), ["", ""]);
}

#[test]
fn passes_the_checks_of_rust_hdl() {
    let mut uut = ClearNames::default();
    uut.connect_all();
    assert!(generate_verilog(&uut).contains("module top"));
}
