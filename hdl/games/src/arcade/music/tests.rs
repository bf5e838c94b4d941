//! The player from its inputs to the widths of its pulses.

use super::*;
use korobeiniki::Pitch;

const CLOCK_HZ: u64 = 25_000_000;

struct Player {
    uut: Music,
}

impl Player {
    /// A player of the tune with units of `unit_steps`, at level 1, at the start of a carrier period. 20 steps are one carrier period.
    fn new(unit_steps: u64) -> Self {
        let mut uut = Music::with_tempo(CLOCK_HZ, unit_steps);
        uut.connect_all();
        uut.level.next = 1.into();
        let mut player = Self { uut };
        player.carriers(2);
        player.uut.playing.next = true;
        player
    }

    fn tick(&mut self) {
        for clk in [false, true] {
            self.uut.clock.next = Clock { clk };
            assert!(simulate(&mut self.uut, 20));
        }
    }

    /// The widths of the next `count` pulses.
    fn carriers(&mut self, count: usize) -> Vec<usize> {
        let mut widths = vec![0; count];
        for width in &mut widths {
            for _ in 0..1 << SAMPLE_BITS {
                self.tick();
                *width += usize::from(self.uut.audio.val());
            }
        }
        widths
    }

    fn position(&self) -> usize {
        self.uut.position.q.val().index()
    }
}

#[test]
fn passes_the_checks_of_rust_hdl() {
    let mut uut = Music::new(CLOCK_HZ);
    uut.connect_all();
    assert!(generate_verilog(&uut).contains("module top"));
}

#[test]
fn pitch_and_tempo_are_right_at_any_clock() {
    for clock_hz in (12_000_000..=40_000_000).step_by(125_000) {
        let period_hz = clock_hz as f64 / 256.0;
        for note in korobeiniki::notes() {
            let word = score_word(note, clock_hz).to_u16();
            assert_eq!(word >> PITCH_BITS, u16::from(note.eighths) - 1);
            let hz = f64::from(word & 0x1FFF) / 262_144.0 * period_hz;
            let wanted = note.pitch.hz().unwrap_or(0.0);
            assert!(
                (hz - wanted).abs() <= 0.001 * wanted,
                "{clock_hz} {note:?} {hz}"
            );
        }
        // An eighth, ten units, is 208.33 ms at level 1, where a carrier period takes 20 steps.
        let eighth_ms = 10_000.0 * unit_steps(clock_hz) as f64 / 20.0 / period_hz;
        assert!((eighth_ms - 208.333).abs() < 0.1, "{clock_hz} {eighth_ms}");
    }
}

#[test]
fn plays_the_tune_note_by_note_and_begins_again() {
    let mut player = Player::new(20);
    player.carriers(1);
    for _ in 0..3 {
        player.tick();
    }
    for (position, note) in korobeiniki::notes()
        .chain(korobeiniki::notes().take(3))
        .enumerate()
    {
        assert_eq!(player.position(), position % korobeiniki::LENGTH);
        player.carriers(10 * usize::from(note.eighths));
    }
}

#[test]
fn the_speed_rises_by_5_percent_a_level_up_to_160_percent() {
    for level in [1_u8, 2, 8, 12, 13, 14, 31] {
        let mut player = Player::new(160);
        player.uut.level.next = level.to_bits();
        let first_note = (0..).find(|_| {
            player.carriers(1);
            player.position() == 1
        });
        let at_level_1 = 20.0 * 160.0 / 20.0;
        let expected = at_level_1 / (1.0 + 0.05 * f64::from(level.min(13) - 1));
        let carriers = f64::from(first_note.unwrap());
        assert!(
            (carriers - expected).abs() < 1.5,
            "{level}: {carriers} for {expected}"
        );
    }
}

#[test]
fn a_note_is_a_soft_square_wave_that_fades() {
    // 50 carrier periods a unit: the first note has 1000, the last 100 of them silent.
    let mut player = Player::new(1000);
    let samples = player.carriers(1000);
    assert!(samples
        .windows(2)
        .all(|pair| pair[0].abs_diff(pair[1]) <= 1));
    let starts: Vec<_> = (1..1000)
        .filter(|&i| samples[i - 1] == 0 && samples[i] > 0)
        .collect();
    let turn = CLOCK_HZ as f64 / 256.0 / Pitch::E5.hz().unwrap();
    for (turns, &start) in (0..).zip(&starts) {
        let expected = starts[0] as f64 + turn * f64::from(turns);
        assert!((start as f64 - expected).abs() < 1.5, "{starts:?}");
    }
    assert_eq!(starts.len(), 6);
    let loudest = |range: std::ops::Range<usize>| samples[range].iter().max().copied();
    assert_eq!(loudest(110..200), Some(56));
    assert_eq!(loudest(820..890), Some(28));
    assert_eq!(loudest(930..1000), Some(0));
}

/// Lets the first note sound, changes an input, and looks at the 4 ms after that. 540 of 1000 carrier periods of the note are over.
fn silenced(change: impl Fn(&mut Music)) -> Player {
    let mut player = Player::new(1000);
    let before = *player.carriers(140).last().unwrap();
    assert_eq!(before, 56);
    change(&mut player.uut);
    let slope = player.carriers(100);
    assert!(
        slope
            .windows(2)
            .all(|pair| pair[1] == pair[0].saturating_sub(1)),
        "{slope:?}"
    );
    assert!(player.carriers(300).iter().all(|&width| width == 0));
    player
}

#[test]
fn pausing_holds_the_position() {
    let mut player = silenced(|uut| uut.paused.next = true);
    player.carriers(100);
    player.uut.paused.next = false;
    assert!(player.carriers(140).into_iter().max() > Some(40));
    player.carriers(1000 - 280 - 2);
    assert_eq!(player.position(), 0);
    player.carriers(4);
    assert_eq!(player.position(), 1);
}

#[test]
fn muting_lets_the_tune_go_on() {
    let mut player = silenced(|uut| uut.mute.next = true);
    player.carriers(1000 - 540 - 2);
    assert_eq!(player.position(), 0);
    player.carriers(4);
    assert_eq!(player.position(), 1);
    player.uut.mute.next = false;
    assert!(player.carriers(200).into_iter().max() > Some(40));
}

#[test]
fn stopping_rewinds() {
    let mut player = Player::new(20);
    player.carriers(200);
    assert!(player.position() > 3);
    player.uut.playing.next = false;
    player.carriers(1);
    assert_eq!(player.position(), 0);
    silenced(|uut| uut.playing.next = false);
}

#[test]
fn reset_is_silent_at_once() {
    let mut player = Player::new(2000);
    player.carriers(140);
    player.uut.reset.next = true;
    player.tick();
    assert!(player.carriers(3).iter().all(|&width| width == 0));
    assert_eq!(player.position(), 0);
}
