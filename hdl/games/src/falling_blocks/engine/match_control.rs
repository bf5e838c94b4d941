//! Who plays, who waits and who is out; when the engine has to turn to the other player, and when the game is over.
//!
//! Each player's game rests in one of four *phases* between the things that the engine does for it. Ticks are kept here until the engine has served
//! them, player 1 first. A game of one is over when its player is out. A game of two is judged after both have had their tick: whoever is out
//! then has lost, and both is a draw. A game that has an end of its own is over when its goal is reached or its time is up.
//!
//! **Shape**: `phase`, `tick_due` and `clear_ticks` are those of `player`; strobes change them for the next cycle.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Where a player's game rests.
pub mod phase {
    /// No game, or it has ended for this player.
    pub const OUT: u8 = 0;
    /// A game is about to begin.
    pub const START: u8 = 1;
    /// A piece falls.
    pub const PLAY: u8 = 2;
    /// Full rows are about to go.
    pub const CLEAR: u8 = 3;
}

/// Keeps the phases.
#[derive(LogicBlock, Module)]
pub struct MatchControl {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: no game.
    pub reset: Signal<In, Bit>,
    /// Level: two play.
    pub two_players: Signal<In, Bit>,
    /// Strobe: a new game, everybody starts.
    pub restart: Signal<In, Bit>,
    /// Strobe: game tick.
    pub tick: Signal<In, Bit>,
    /// Strobe: the goal is reached, or time is up.
    pub finish: Signal<In, Bit>,
    /// Whose game the engine has at hand.
    pub player: Signal<In, Bit>,
    /// Strobe: that game goes over to `new_phase`.
    pub set_phase: Signal<In, Bit>,
    /// One of [`phase`]; going over to `CLEAR` begins the delay.
    pub new_phase: Signal<In, Bits<2>>,
    /// Strobe: its tick is served; in `CLEAR` that counts the delay down.
    pub take_tick: Signal<In, Bit>,
    /// Strobe: the engine has nothing to do for either player.
    pub rest: Signal<In, Bit>,
    /// Level: a press of the other player waits.
    pub other_pending: Signal<In, Bit>,
    /// Phase of `player`.
    pub phase: Signal<Out, Bits<2>>,
    /// Level: `player` has a tick to be served.
    pub tick_due: Signal<Out, Bit>,
    /// Level: the served tick is the last of the delay.
    pub delay_ends: Signal<Out, Bit>,
    /// Level: the other player's game has something to do.
    pub other_due: Signal<Out, Bit>,
    /// Level: the other player is out.
    pub other_out: Signal<Out, Bit>,
    /// Ticks until player 1's marked rows go, 18 to 1, or 0.
    pub clear_ticks_one: Signal<Out, Bits<5>>,
    /// The same of player 2.
    pub clear_ticks_two: Signal<Out, Bits<5>>,
    /// Who is out: bit 0 player 1, bit 1 player 2.
    pub out: Signal<Out, Bits<2>>,
    /// Level: the game was ended by its goal or its time.
    pub finished: Signal<Out, Bit>,
    /// Level: the game has ended.
    pub game_over: Signal<Out, Bit>,
    phase_one: DFF<Bits<2>>,
    phase_two: DFF<Bits<2>>,
    #[reset(or = restart)]
    due_one: DFF<Bit>,
    #[reset(or = restart)]
    due_two: DFF<Bit>,
    #[reset(or = restart)]
    delay_one: DFF<Bits<5>>,
    #[reset(or = restart)]
    delay_two: DFF<Bits<5>>,
    #[reset(or = restart)]
    to_judge: DFF<Bit>,
    #[reset(or = restart)]
    is_over: DFF<Bit>,
    #[reset(or = restart)]
    is_finished: DFF<Bit>,
    other_phase: Signal<Local, Bits<2>>,
    delay: Signal<Local, Bits<5>>,
    next_delay: Signal<Local, Bits<5>>,
    other_tick: Signal<Local, Bit>,
    #[value(phase::OUT)]
    phase_out: Constant<Bits<2>>,
    #[value(phase::START)]
    phase_start: Constant<Bits<2>>,
    #[value(phase::PLAY)]
    phase_play: Constant<Bits<2>>,
    #[value(phase::CLEAR)]
    phase_clear: Constant<Bits<2>>,
    #[value(CLEAR_TICKS)]
    clear_delay: Constant<Bits<5>>,
}

/// 300 ms between a clearing lock and the next piece.
const CLEAR_TICKS: u8 = 18;

#[clocked]
impl Logic for MatchControl {
    #[hdl_gen]
    fn update(&mut self) {
        self.phase.next = self.phase_one.q.val();
        self.other_phase.next = self.phase_two.q.val();
        self.delay.next = self.delay_one.q.val();
        // Player 1 is served first.
        self.tick_due.next = self.due_one.q.val();
        self.other_tick.next = self.due_two.q.val() & !self.due_one.q.val();
        if self.player.val() {
            self.phase.next = self.phase_two.q.val();
            self.other_phase.next = self.phase_one.q.val();
            self.delay.next = self.delay_two.q.val();
            self.tick_due.next = self.due_two.q.val() & !self.due_one.q.val();
            self.other_tick.next = self.due_one.q.val();
        }
        self.next_delay.next = self.delay.val() - 1;
        self.delay_ends.next = self.delay.val() == 1;
        self.other_due.next = self.other_tick.val()
            | (self.other_phase.val() == self.phase_start.val())
            | (self.other_pending.val() & (self.other_phase.val() == self.phase_play.val()));
        self.other_out.next = self.other_phase.val() == self.phase_out.val();
        self.clear_ticks_one.next = self.delay_one.q.val();
        self.clear_ticks_two.next = self.delay_two.q.val();
        self.out.next = (bit_cast::<2, 1>((self.phase_two.q.val() == self.phase_out.val()).into())
            << 1)
            | bit_cast::<2, 1>((self.phase_one.q.val() == self.phase_out.val()).into());
        self.finished.next = self.is_finished.q.val();
        self.game_over.next =
            self.is_over.q.val() | (self.out.val().get_bit(0) & !self.two_players.val());

        if self.set_phase.val() {
            if self.player.val() {
                self.phase_two.d.next = self.new_phase.val();
                if self.new_phase.val() == self.phase_clear.val() {
                    self.delay_two.d.next = self.clear_delay.val();
                }
            } else {
                self.phase_one.d.next = self.new_phase.val();
                if self.new_phase.val() == self.phase_clear.val() {
                    self.delay_one.d.next = self.clear_delay.val();
                }
            }
        }
        if self.take_tick.val() {
            if self.player.val() {
                self.due_two.d.next = false;
                if self.phase_two.q.val() == self.phase_clear.val() {
                    self.delay_two.d.next = self.next_delay.val();
                }
            } else {
                self.due_one.d.next = false;
                if self.phase_one.q.val() == self.phase_clear.val() {
                    self.delay_one.d.next = self.next_delay.val();
                }
            }
        }
        if self.rest.val() & self.to_judge.q.val() {
            self.to_judge.d.next = false;
            if self.two_players.val() & self.out.val().any() {
                self.is_over.d.next = true;
            }
        }
        if self.tick.val() & !self.is_over.q.val() {
            self.due_one.d.next = true;
            self.due_two.d.next = self.two_players.val();
            self.to_judge.d.next = true;
        }
        if self.finish.val() {
            self.is_over.d.next = true;
            self.is_finished.d.next = true;
        }
        if self.restart.val() {
            self.phase_one.d.next = self.phase_start.val();
            self.phase_two.d.next = self.phase_out.val();
            if self.two_players.val() {
                self.phase_two.d.next = self.phase_start.val();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// A match or a game of one in which pieces fall.
    fn playing(two_players: bool) -> Bench<MatchControl> {
        let mut uut = Bench::new(MatchControl::default());
        poke!(uut.two_players = two_players);
        poke!(uut.restart = true);
        tick!(uut);
        poke!(uut.restart = false);
        for player in 0..1 + usize::from(two_players) {
            turn_to(&mut uut, player);
            assert_eq!(peek!(uut.phase), u64::from(phase::START));
            go_over(&mut uut, phase::PLAY);
        }
        uut
    }

    /// The engine takes up the game of player 0 or 1.
    fn turn_to(uut: &mut Bench<MatchControl>, player: usize) {
        poke!(uut.player = player == 1);
    }

    fn go_over(uut: &mut Bench<MatchControl>, phase: u8) {
        poke!(uut.new_phase = phase.to_bits());
        poke!(uut.set_phase = true);
        tick!(uut);
        poke!(uut.set_phase = false);
    }

    fn tick_comes(uut: &mut Bench<MatchControl>) {
        poke!(uut.tick = true);
        tick!(uut);
        poke!(uut.tick = false);
    }

    fn take_tick(uut: &mut Bench<MatchControl>) {
        assert!(peek!(uut.tick_due));
        poke!(uut.take_tick = true);
        tick!(uut);
        poke!(uut.take_tick = false);
    }

    fn rest(uut: &mut Bench<MatchControl>) {
        poke!(uut.rest = true);
        tick!(uut);
        poke!(uut.rest = false);
    }

    /// A tick that changes nothing for the players, and what follows from it.
    fn pass_tick(uut: &mut Bench<MatchControl>) {
        tick_comes(uut);
        for player in 0..2 {
            turn_to(uut, player);
            take_tick(uut);
        }
        rest(uut);
    }

    #[test]
    fn player_1_has_the_tick_first() {
        let mut uut = playing(true);
        for player in [1, 0] {
            turn_to(&mut uut, player);
            tick_comes(&mut uut);
            assert_eq!(peek!(uut.tick_due), player == 0);
            assert_eq!(peek!(uut.other_due), player == 1);
            turn_to(&mut uut, 0);
            take_tick(&mut uut);
            assert!(!peek!(uut.tick_due));
            assert!(peek!(uut.other_due));
            turn_to(&mut uut, 1);
            assert!(!peek!(uut.other_due));
            take_tick(&mut uut);
            assert!(!peek!(uut.tick_due) && !peek!(uut.other_due));
        }
    }

    #[test]
    fn a_game_of_one_has_no_ticks_for_the_other() {
        let mut uut = playing(false);
        tick_comes(&mut uut);
        take_tick(&mut uut);
        assert!(!peek!(uut.other_due));
        assert!(!peek!(uut.game_over));
        go_over(&mut uut, phase::OUT);
        assert!(peek!(uut.game_over));
        assert!(!peek!(uut.finished));
    }

    #[test]
    fn a_start_and_a_press_in_play_call_the_engine_over() {
        let mut uut = playing(true);
        poke!(uut.other_pending = true);
        for (phase, is_due) in [
            (phase::OUT, false),
            (phase::CLEAR, false),
            (phase::PLAY, true),
        ] {
            turn_to(&mut uut, 1);
            go_over(&mut uut, phase);
            turn_to(&mut uut, 0);
            assert_eq!(peek!(uut.other_due), is_due, "phase {phase}");
            assert_eq!(peek!(uut.other_out), phase == phase::OUT);
        }
        poke!(uut.other_pending = false);
        turn_to(&mut uut, 0);
        assert!(!peek!(uut.other_due));
        turn_to(&mut uut, 1);
        go_over(&mut uut, phase::START);
        turn_to(&mut uut, 0);
        assert!(peek!(uut.other_due));
    }

    #[test]
    fn rows_go_with_the_eighteenth_tick_of_their_player() {
        let mut uut = playing(true);
        turn_to(&mut uut, 1);
        go_over(&mut uut, phase::CLEAR);
        for left in (1..=u64::from(CLEAR_TICKS)).rev() {
            assert_eq!(peek!(uut.clear_ticks_two), left);
            assert_eq!(peek!(uut.clear_ticks_one), 0);
            tick_comes(&mut uut);
            turn_to(&mut uut, 0);
            assert!(!peek!(uut.delay_ends));
            take_tick(&mut uut);
            turn_to(&mut uut, 1);
            assert_eq!(peek!(uut.delay_ends), left == 1);
            take_tick(&mut uut);
        }
        assert_eq!(peek!(uut.clear_ticks_two), 0);
    }

    #[test]
    fn who_is_out_after_both_have_had_the_tick_has_lost() {
        let mut uut = playing(true);
        pass_tick(&mut uut);
        turn_to(&mut uut, 0);
        go_over(&mut uut, phase::OUT);
        rest(&mut uut);
        assert!(!peek!(uut.game_over), "player 2 has until the next tick");
        tick_comes(&mut uut);
        take_tick(&mut uut);
        turn_to(&mut uut, 1);
        take_tick(&mut uut);
        assert!(!peek!(uut.game_over));
        rest(&mut uut);
        assert!(peek!(uut.game_over));
        assert_eq!(peek!(uut.out), 0b01);
    }

    #[test]
    fn both_out_by_the_same_tick_is_a_draw() {
        let mut uut = playing(true);
        go_over(&mut uut, phase::OUT);
        tick_comes(&mut uut);
        turn_to(&mut uut, 0);
        take_tick(&mut uut);
        go_over(&mut uut, phase::OUT);
        turn_to(&mut uut, 1);
        take_tick(&mut uut);
        rest(&mut uut);
        assert!(peek!(uut.game_over));
        assert_eq!(peek!(uut.out), 0b11);
    }

    #[test]
    fn a_goal_ends_the_game_and_a_new_one_begins_afresh() {
        let mut uut = playing(false);
        poke!(uut.finish = true);
        tick!(uut);
        poke!(uut.finish = false);
        tick_comes(&mut uut);
        assert!(peek!(uut.game_over) && peek!(uut.finished));
        assert!(!peek!(uut.tick_due), "no tick comes any more");
        poke!(uut.restart = true);
        tick!(uut);
        assert!(!peek!(uut.game_over) && !peek!(uut.finished));
    }
}
