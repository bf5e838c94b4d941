//! Which effect is started by what.

use super::*;
use gatefall_bench::{peek, poke, tick, Bench};

/// A game in which a piece stands still.
fn in_play() -> Bench<SoundTrigger> {
    let mut uut = Bench::new(SoundTrigger::default());
    poke!(uut.reset = true);
    assert_eq!(heard(&mut uut), []);
    poke!(uut.reset = false);
    poke!(uut.new_game = true);
    assert_eq!(heard(&mut uut), []);
    poke!(uut.new_game = false);
    poke!(uut.level = 1.into());
    assert_eq!(heard(&mut uut), []);
    poke!(uut.shape = 2.into());
    assert_eq!(heard(&mut uut), []);
    uut
}

/// Effects that start in the next clocks.
fn heard(uut: &mut Bench<SoundTrigger>) -> Vec<u8> {
    let mut heard = vec![];
    for _ in 0..5 {
        tick!(uut);
        if peek!(uut.start) {
            heard.push(peek!(uut.effect).to_u8());
        }
        poke!(uut, lock.scored = false);
    }
    heard
}

/// A lock.
#[derive(Clone, Copy, Default)]
struct Lock {
    lines: u8,
    t_spin: bool,
    succession: u8,
    perfect: bool,
}

/// Effects of a lock.
fn scored(uut: &mut Bench<SoundTrigger>, lock: Lock) -> Vec<u8> {
    poke!(uut.shape = 0.into());
    assert_eq!(heard(uut), []);
    poke!(uut, lock.lines = lock.lines.to_bits());
    poke!(uut, lock.t_spin = lock.t_spin);
    poke!(uut, kind.succession = lock.succession.to_bits());
    poke!(uut, kind.perfect = lock.perfect);
    poke!(uut, lock.scored = true);
    heard(uut)
}

/// A clear of these rows, the first of its kind.
fn clear(lines: u8) -> Lock {
    Lock {
        lines,
        succession: u8::from(lines > 0),
        ..Lock::default()
    }
}

#[test]
fn passes_the_checks_of_rust_hdl() {
    let mut uut = SoundTrigger::default();
    uut.connect_all();
    assert!(generate_verilog(&uut).contains("module top"));
}

#[test]
fn what_a_player_does_is_heard() {
    let mut uut = in_play();
    poke!(uut, events.shifted = true);
    tick!(uut);
    assert_eq!(peek!(uut.effect), u64::from(effect::MOVE));
    poke!(uut, events.turned = true);
    tick!(uut);
    assert_eq!(peek!(uut.effect), u64::from(effect::ROTATE));
    poke!(uut, events.held = true);
    tick!(uut);
    assert_eq!(peek!(uut.effect), u64::from(effect::HOLD));
    poke!(uut, events.shifted = false);
    poke!(uut, events.turned = false);
    poke!(uut, events.held = false);
    poke!(uut.dropped = true);
    tick!(uut);
    assert_eq!(peek!(uut.effect), u64::from(effect::HARD_DROP));
    poke!(uut.dropped = false);
    assert_eq!(heard(&mut uut), []);
}

#[test]
fn a_lock_has_the_first_effect_that_applies() {
    let spin = |lines| Lock {
        t_spin: true,
        ..clear(lines)
    };
    let after = |succession, lock| Lock { succession, ..lock };
    let perfect = |lock| Lock {
        perfect: true,
        ..lock
    };
    for (lock, expected) in [
        (clear(0), effect::LOCK),
        (clear(1), effect::CLEAR_1),
        (clear(2), effect::CLEAR_2),
        (clear(3), effect::CLEAR_3),
        (clear(4), effect::QUAD),
        (spin(0), effect::SPIN_ONLY),
        (spin(2), effect::T_SPIN),
        (after(2, clear(3)), effect::SUCCESSION | 2),
        (after(13, clear(1)), effect::SUCCESSION | 13),
        (after(14, clear(1)), effect::SUCCESSION | 13),
        (after(40, clear(2)), effect::SUCCESSION | 13),
        (after(5, clear(4)), effect::QUAD),
        (after(5, spin(3)), effect::T_SPIN),
        (perfect(clear(1)), effect::PERFECT_CLEAR),
        (perfect(after(9, clear(4))), effect::PERFECT_CLEAR),
        (perfect(spin(2)), effect::PERFECT_CLEAR),
    ] {
        assert_eq!(scored(&mut in_play(), lock), [expected]);
    }
}

#[test]
fn what_comes_from_elsewhere_is_heard() {
    type Strobe = fn(&mut Bench<SoundTrigger>, bool);
    let strobes: [(Strobe, u8); 6] = [
        (|uut, value| poke!(uut.attacked = value), effect::GARBAGE),
        (|uut, value| poke!(uut.alarm = value), effect::ALARM),
        (
            |uut, value| poke!(uut, menu_events.counted = value),
            effect::COUNT,
        ),
        (
            |uut, value| {
                poke!(uut, menu_events.counted = value);
                poke!(uut, menu_events.goes = value);
            },
            effect::GO,
        ),
        (
            |uut, value| poke!(uut, menu_events.cursor_moved = value),
            effect::MOVE,
        ),
        (
            |uut, value| poke!(uut, menu_events.setting_changed = value),
            effect::ROTATE,
        ),
    ];
    for (strobe, expected) in strobes {
        let mut uut = in_play();
        strobe(&mut uut, true);
        tick!(uut);
        strobe(&mut uut, false);
        assert_eq!(peek!(uut.effect), u64::from(expected));
        assert_eq!(heard(&mut uut), []);
    }
}

#[test]
fn a_new_level_is_heard_when_the_next_piece_comes() {
    let mut uut = in_play();
    poke!(uut.shape = 0.into());
    assert_eq!(heard(&mut uut), []);
    poke!(uut.level = 2.into());
    poke!(uut, lock.lines = 1.into());
    poke!(uut, lock.scored = true);
    tick!(uut);
    poke!(uut, lock.scored = false);
    assert!(peek!(uut.levels_up));
    assert_eq!(peek!(uut.effect), u64::from(effect::CLEAR_1));
    assert_eq!(heard(&mut uut), []);
    assert!(!peek!(uut.levels_up));
    // The piece is not valid yet.
    poke!(uut.shape = 5.into());
    poke!(uut.busy = true);
    assert_eq!(heard(&mut uut), []);
    poke!(uut.busy = false);
    assert_eq!(heard(&mut uut), [effect::LEVEL_UP]);
    assert_eq!(scored(&mut uut, clear(1)), [effect::CLEAR_1]);
    poke!(uut.shape = 1.into());
    assert_eq!(heard(&mut uut), []);
}

#[test]
fn an_end_is_heard_once_it_is_recorded() {
    for (won, expected) in [(false, effect::LOSS), (true, effect::WIN)] {
        let mut uut = in_play();
        poke!(uut, menu_events.won = won);
        assert_eq!(heard(&mut uut), []);
        poke!(uut, menu_events.ended = true);
        assert_eq!(heard(&mut uut), [expected]);
        assert_eq!(heard(&mut uut), []);
        // The next game begins at another level.
        poke!(uut.new_game = true);
        heard(&mut uut);
        poke!(uut.new_game = false);
        poke!(uut, menu_events.ended = false);
        poke!(uut.level = 4.into());
        poke!(uut.shape = 1.into());
        assert_eq!(heard(&mut uut), []);
    }
}
