use super::*;

const BLACK: Rgb = [0, 0, 0];

/// As pins of `N` bits send it, in a bright line or a dim one.
fn seen<const N: usize>(colour: Rgb, is_dim: bool) -> [f64; 3] {
    let most = (1u64 << N) - 1;
    colour.map(|channel| {
        let level = level::<N>(channel);
        let lost = u64::from(is_dim && N > 2 && level > most / 2) & level;
        (level - lost) as f64 / most as f64
    })
}

fn luminance(colour: [f64; 3]) -> f64 {
    let [red, green, blue] = colour.map(|c| match c {
        c if c <= 0.04045 => c / 12.92,
        c => ((c + 0.055) / 1.055).powf(2.4),
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

fn contrast_of<const N: usize>(a: Rgb, b: Rgb, is_dim: bool) -> f64 {
    let [a, b] = [a, b].map(|colour| luminance(seen::<N>(colour, is_dim)) + 0.05);
    a.max(b) / a.min(b)
}

/// At four bits, in a bright line.
fn contrast(a: Rgb, b: Rgb) -> f64 {
    contrast_of::<4>(a, b, false)
}

/// Colours on which the empty cells of a board lie: the well, and the sun behind it.
fn board_grounds() -> impl Iterator<Item = usize> {
    std::iter::once(usize::from(index::WELL)).chain(0xFC..0x100)
}

/// The least and the greatest contrast of a colour to grounds, in every kind of line.
fn range<const N: usize>(
    number: usize,
    ink: usize,
    grounds: impl Iterator<Item = usize>,
) -> (f64, f64) {
    let colours = colours(&ALL[number]);
    // Skins with textures have no dim lines.
    let kinds = if number < 2 {
        &[false, true][..]
    } else {
        &[false]
    };
    let pairs = grounds.flat_map(|ground| kinds.iter().map(move |&is_dim| (ground, is_dim)));
    pairs.fold((f64::MAX, 0.0), |(least, most), (ground, is_dim)| {
        let contrast = contrast_of::<N>(colours[ink], colours[ground], is_dim);
        (least.min(contrast), most.max(contrast))
    })
}

fn ghosts_stand_out<const N: usize>() {
    for (number, skin) in ALL.iter().enumerate() {
        for piece in 1..8 {
            let ghost = 0x40 | piece << 3 | GHOST;
            // The trail of the piece before may lie there, too.
            let trails = (1..8).map(|other| LIT_GRID | other);
            let (least, _) = range::<N>(number, ghost, board_grounds().chain(trails));
            let name = skin.name;
            assert!(least >= 3.0, "{name}, {N} bits, piece {piece}: {least:.2}");
        }
    }
}

#[test]
fn ghosts_stand_out_from_everything_behind_them() {
    ghosts_stand_out::<3>();
    ghosts_stand_out::<4>();
}

fn grids_are_seen_and_faint<const N: usize>() {
    for (number, skin) in ALL.iter().enumerate() {
        let (least, most) = range::<N>(number, index::GRID.into(), board_grounds());
        let name = skin.name;
        let is_good = least >= 1.2 && most <= 1.8;
        assert!(is_good, "{name}, {N} bits: {least:.2} to {most:.2}");
    }
}

#[test]
fn grids_are_seen_and_faint_in_front_of_the_sun_too() {
    grids_are_seen_and_faint::<3>();
    grids_are_seen_and_faint::<4>();
}

#[test]
fn every_ink_of_every_skin_is_legible_on_sky_and_glass() {
    for skin in ALL {
        let colours = colours(&skin);
        for (index, &ink) in colours.iter().enumerate().skip(0x80) {
            let class = index >> 2 & 3;
            // Class 2 is not text but frames, where 3 is enough; class 3 is not on a ground.
            let least = [4.5, 4.5, 3.0, 1.0][class];
            // No text lies on the bare sun.
            let suns = 0xFC..0x100;
            let grounds = (0..SKY_STEPS).chain(suns).chain([FLOOR, 0x47]);
            for ground in grounds.map(|ground| colours[ground]) {
                assert!(
                    contrast(ink, ground) >= least,
                    "{} {index:02x}: {ink:02x?} on {ground:02x?} {:.2}",
                    skin.name,
                    contrast(ink, ground)
                );
            }
        }
    }
}

#[test]
fn the_bar_stands_out_and_its_text_from_it() {
    for skin in ALL {
        let bar = colours(&skin)[BAR];
        let [text, bar] = [skin.bright, skin.well].map(|colour| contrast(bar, colour));
        assert!(text >= 4.5, "{}: text {text:.2}", skin.name);
        assert!(bar >= 1.5, "{}: bar {bar:.2}", skin.name);
    }
}

#[test]
fn every_piece_stands_out_from_the_board() {
    for skin in ALL {
        for piece in skin.pieces {
            let contrast = contrast(piece, skin.well);
            assert!(contrast >= 4.5, "{} {piece:02x?} {contrast:.2}", skin.name);
        }
    }
}

#[test]
fn pieces_without_textures_have_colours_of_their_own() {
    for skin in &ALL[..2] {
        for (number, piece) in skin.pieces.iter().enumerate() {
            for other in &skin.pieces[..number] {
                let apart: u32 = (0..3).map(|i| u32::from(piece[i].abs_diff(other[i]))).sum();
                assert!(apart > 80, "{} {piece:02x?} {other:02x?}", skin.name);
            }
        }
    }
}

#[test]
fn the_trail_is_never_taken_for_a_ghost() {
    for skin in ALL {
        let colours = colours(&skin);
        for piece in 1..8 {
            let [trail, ghost] = [LIT_GRID | piece, 0x40 | piece << 3 | GHOST];
            let [trail, ghost] = [trail, ghost].map(|index| contrast(colours[index], skin.well));
            assert!(
                ghost > 1.2 * trail,
                "{} {piece}: {trail:.2} {ghost:.2}",
                skin.name
            );
        }
    }
}

#[test]
fn the_sun_behind_the_well_is_faint() {
    for skin in ALL {
        let colours = colours(&skin);
        for band in 0..4 {
            let behind = contrast(colours[0xFC | band], skin.well);
            assert!(behind < 1.4, "{} {band}: {behind:.2}", skin.name);
        }
    }
}

/// The average of the sky over a line and the pattern.
#[test]
fn the_sky_reaches_from_one_colour_to_the_other() {
    for skin in ALL {
        let colours = colours(&skin);
        for line in 0..480 {
            for channel in 0..3 {
                let sum: u64 = (0..16)
                    .map(|threshold| level::<4>(colours[line / 16 + threshold][channel]))
                    .sum();
                let [top, bottom] = skin.sky.map(|end| f64::from(end[channel]));
                let expected = (top + (bottom - top) * line as f64 / 480.0) * 15.0 / 255.0;
                let seen = sum as f64 / 16.0;
                assert!(
                    (seen - expected).abs() < 0.4,
                    "{} line {line}, channel {channel}: {seen} for {expected}",
                    skin.name
                );
            }
        }
    }
}

#[test]
fn the_regions_start_where_the_machine_expects_them() {
    let skin = &ALL[0];
    let colours = colours(skin);
    assert_eq!(colours[0x40], skin.grid);
    assert_eq!(colours[0x47], skin.well);
    assert_eq!(colours[0x45], mix(skin.stone, BLACK, 40));
    assert_eq!(colours[0x40 | 7 << 3 | 5], mix(skin.pieces[6], BLACK, 40));
    // The outline of a ghost has the colour of its piece.
    assert_eq!(colours[0x40 | 3 << 3 | GHOST], skin.pieces[2]);
    // White all over: the first step of a cleared row.
    assert_eq!(colours[0x80 | 6 << 4 | 3 << 2], skin.bright);
}

#[test]
fn a_word_has_as_many_bits_as_the_pins() {
    assert_eq!(words::<4>().count(), COLOURS * ALL.len());
    assert_eq!(words::<4>().nth(0xE0 | 12), Some(0xFFF));
    assert_eq!(words::<3>().nth(0xE0 | 12), Some(0o777));
    assert_eq!(words::<1>().nth(0xE0 | 12), Some(0b111));
    // Aqua, #34f7ff.
    assert_eq!(words::<4>().nth(0x80 | 0x60 | 0x30), Some(0x3FF));
}
