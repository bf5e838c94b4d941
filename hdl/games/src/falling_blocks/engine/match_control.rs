//! Order of the two players, and the end of the game.
//!
//! Each player's phase and due tick are in a [`PlayerPhase`]. Player 1 has a tick first. A game of
//! one is over when its player is out or at the goal, or when its time is up. A match is judged
//! when both players have been served the tick: a player who is out then, or whose opponent is at
//! the goal, has lost; if that holds for both, it is a draw. In versus a [`LevelClock`] raises the
//! levels.
//!
//! **Interface**: the levels `is_starting` to `delay_ends` are those of `player`.
//!
//! **Latency**: one clock.
//!
//! **Source**: `docs/rules.md`, two players and garbage, top-out.

use super::level_clock::LevelClock;
use super::player_phase::PlayerPhase;
use crate::falling_blocks::shell::picture::PerPlayerSource;
use gatefall_macros::{clocked, interface, Module};
use gatefall_widgets::property::{Mutant, Observer, Property};
use rust_hdl::prelude::*;

/// Phase of the player at hand, and the strobes of the sequencer.
#[interface(client = PhaseClient)]
pub struct PhasePort {
    /// Strobe: new game.
    pub restart: Signal<In, Bit>,
    /// Strobe: the tick of `player` is served.
    pub take_tick: Signal<In, Bit>,
    /// Strobe: no action waits for either player.
    pub rest: Signal<In, Bit>,
    /// Level: the game of `player` has to be started.
    pub is_starting: Signal<Out, Bit>,
    /// Level: a piece of `player` falls.
    pub is_playing: Signal<Out, Bit>,
    /// Level: rows of `player` wait to clear.
    pub is_clearing: Signal<Out, Bit>,
    /// Level: a tick of `player` has to be served.
    pub tick_due: Signal<Out, Bit>,
    /// Level: that tick raises the level first.
    pub raise_due: Signal<Out, Bit>,
    /// Level: the next served tick ends the line clear delay.
    pub delay_ends: Signal<Out, Bit>,
    /// Level: the line clear delay is over, but the rows are not removed.
    pub delay_over: Signal<Out, Bit>,
    /// Level: a tick, a start, a key press or full rows without a delay of the other player wait.
    pub other_due: Signal<Out, Bit>,
    /// Level: the game has ended.
    pub game_over: Signal<Out, Bit>,
}

/// Phases of both players, and the end of the game.
#[derive(LogicBlock, Module)]
pub struct MatchControl {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: no game.
    pub reset: Signal<In, Bit>,
    /// Level: a game of two.
    pub two_players: Signal<In, Bit>,
    /// Phase of the player at hand, and the strobes of the sequencer.
    pub phase: PhasePort,
    /// Level: a game with garbage, whose level rises by time.
    pub versus: Signal<In, Bit>,
    /// Strobe: time is up.
    pub time_up: Signal<In, Bit>,
    /// Strobe: a piece of `player` has come in.
    pub enter_play: Signal<In, Bit>,
    /// Strobe: rows of `player` are full.
    pub enter_clear: Signal<In, Bit>,
    /// Line clear delay in ticks, 0 to 40.
    pub clear_delay: Signal<In, Bits<6>>,
    /// Strobe: `player` has topped out.
    pub enter_out: Signal<In, Bit>,
    /// Strobe: `player` has reached the goal.
    pub enter_goal: Signal<In, Bit>,
    /// Level: the other player is out.
    pub other_out: Signal<Out, Bit>,
    /// Strobe: game tick.
    pub tick: Signal<In, Bit>,
    /// Player whose game the engine holds, 0 or 1.
    pub player: Signal<In, Bit>,
    /// Level: a key press of the other player waits.
    pub other_pending: Signal<In, Bit>,
    /// Ticks of the line clear delay that are left, 40 to 1, or 0.
    pub clear_ticks: PerPlayerSource<6>,
    /// Players that have lost: bit 0 player 1, bit 1 player 2. Before a game both are set.
    pub out: Signal<Out, Bits<2>>,
    /// Level: the game was ended by its goal or its time.
    pub finished: Signal<Out, Bit>,
    #[part(idle(enter_play, enter_clear, enter_out, take_tick))]
    one: PlayerPhase,
    #[part(idle(enter_play, enter_clear, enter_out, take_tick))]
    two: PlayerPhase,
    #[part]
    level_clock: LevelClock,
    /// Players at the goal.
    #[reset(or = self.phase.restart.val())]
    one_done: DFF<Bit>,
    #[reset(or = self.phase.restart.val())]
    two_done: DFF<Bit>,
    one_lost: Signal<Local, Bit>,
    two_lost: Signal<Local, Bit>,
    #[reset(or = self.phase.restart.val())]
    to_judge: DFF<Bit>,
    #[reset(or = self.phase.restart.val())]
    is_over: DFF<Bit>,
    #[reset(or = self.phase.restart.val())]
    is_finished: DFF<Bit>,
}

#[clocked]
impl Logic for MatchControl {
    #[hdl_gen]
    fn update(&mut self) {
        self.level_clock.restart.next = self.phase.restart.val();
        self.level_clock.tick.next = self.tick.val() & self.versus.val();
        self.one.clear_delay.next = self.clear_delay.val();
        self.two.clear_delay.next = self.clear_delay.val();
        self.one.raise.next = self.level_clock.raise.val();
        self.two.raise.next = self.level_clock.raise.val();
        self.one.restart.next = self.phase.restart.val();
        self.one.takes_part.next = true;
        self.one.tick.next = self.tick.val() & !self.is_over.q.val();
        self.two.restart.next = self.phase.restart.val();
        self.two.takes_part.next = self.two_players.val();
        self.two.tick.next = self.tick.val() & !self.is_over.q.val() & self.two_players.val();
        if self.player.val() {
            self.two.enter_play.next = self.enter_play.val();
            self.two.enter_clear.next = self.enter_clear.val();
            self.two.enter_out.next = self.enter_out.val() | self.enter_goal.val();
            self.two.take_tick.next = self.phase.take_tick.val();
            self.phase.is_starting.next = self.two.is_starting.val();
            self.phase.is_playing.next = self.two.is_playing.val();
            self.phase.is_clearing.next = self.two.is_clearing.val();
            self.phase.raise_due.next = self.two.raise_due.val();
            self.phase.delay_ends.next = self.two.delay_ends.val();
            self.phase.delay_over.next = self.two.delay_over.val();
            self.other_out.next = self.one.is_out.val();
            // Player 1 has the tick first.
            self.phase.tick_due.next = self.two.tick_due.val() & !self.one.tick_due.val();
            self.phase.other_due.next = self.one.tick_due.val()
                | self.one.is_starting.val()
                | self.one.delay_over.val()
                | (self.other_pending.val() & self.one.is_playing.val());
        } else {
            self.one.enter_play.next = self.enter_play.val();
            self.one.enter_clear.next = self.enter_clear.val();
            self.one.enter_out.next =
                self.enter_out.val() | (self.enter_goal.val() & self.two_players.val());
            self.one.take_tick.next = self.phase.take_tick.val();
            self.phase.is_starting.next = self.one.is_starting.val();
            self.phase.is_playing.next = self.one.is_playing.val();
            self.phase.is_clearing.next = self.one.is_clearing.val();
            self.phase.raise_due.next = self.one.raise_due.val();
            self.phase.delay_ends.next = self.one.delay_ends.val();
            self.phase.delay_over.next = self.one.delay_over.val();
            self.other_out.next = self.two.is_out.val();
            self.phase.tick_due.next = self.one.tick_due.val();
            self.phase.other_due.next = (self.two.tick_due.val() & !self.one.tick_due.val())
                | self.two.is_starting.val()
                | self.two.delay_over.val()
                | (self.other_pending.val() & self.two.is_playing.val());
        }
        self.clear_ticks.one.next = self.one.clear_ticks.val();
        self.clear_ticks.two.next = self.two.clear_ticks.val();
        self.one_lost.next =
            (self.one.is_out.val() & !self.one_done.q.val()) | self.two_done.q.val();
        self.two_lost.next =
            (self.two.is_out.val() & !self.two_done.q.val()) | self.one_done.q.val();
        self.out.next = (bit_cast::<2, 1>(self.two_lost.val().into()) << 1)
            | bit_cast::<2, 1>(self.one_lost.val().into());
        self.finished.next = self.is_finished.q.val();
        self.phase.game_over.next =
            self.is_over.q.val() | (self.one.is_out.val() & !self.two_players.val());

        if self.phase.rest.val() & self.to_judge.q.val() {
            self.to_judge.d.next = false;
            if self.two_players.val() & (self.one.is_out.val() | self.two.is_out.val()) {
                self.is_over.d.next = true;
            }
        }
        if self.tick.val() & !self.is_over.q.val() {
            self.to_judge.d.next = true;
        }
        if self.time_up.val() | (self.enter_goal.val() & !self.two_players.val()) {
            self.is_over.d.next = true;
            self.is_finished.d.next = true;
        }
        if self.enter_goal.val() & self.two_players.val() {
            self.one_done.d.next = self.one_done.q.val() | !self.player.val();
            self.two_done.d.next = self.two_done.q.val() | self.player.val();
        }
    }
}

impl MatchControl {
    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[
        Property {
            assumed: &["!enter_play && !enter_clear || !phase.game_over"],
            stable: &["two_players"],
            observers: &[Observer::new(
                "was_over",
                1,
                "phase.game_over && !phase.restart",
            )],
            ..Property::new(
                "a game that is over stays over until a new one",
                "!was_over || phase.game_over",
                Mutant::new(
                    "one_is_out && !two_players",
                    "one_tick_due && !two_players",
                    6,
                ),
            )
        },
        Property {
            stable: &["two_players"],
            observers: &[
                Observer::new("was_over", 1, "phase.game_over && !phase.restart"),
                Observer::new("may_end", 1, "phase.rest && to_judge || time_up"),
            ],
            ..Property::new(
                "a match ends at rest after a tick, or with its time",
                "!two_players || was_over || !phase.game_over || may_end",
                Mutant::new("one_is_out && !two_players", "one_is_out", 6),
            )
        },
        Property {
            assumed: &["!enter_play && !enter_clear || !phase.game_over && !phase.rest"],
            stable: &["two_players"],
            ..Property::new(
                "a match that is over has a loser or is finished",
                "!two_players || !phase.game_over || finished || out != 0",
                Mutant::new("one_is_out || two_is_out", "!one_is_out || two_is_out", 6),
            )
        },
        Property::new(
            "player 2 has no tick while one of player 1 is due",
            "!player || !phase.tick_due || !one.tick_due",
            Mutant::new("two_tick_due && !one_tick_due", "two_tick_due", 6),
        ),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    const CLEAR_TICKS: u64 = 18;

    type Strobe = fn(&mut MatchControl) -> &mut Signal<In, Bit>;
    const PLAY: Strobe = |uut| &mut uut.enter_play;
    const CLEAR: Strobe = |uut| &mut uut.enter_clear;
    const OUT: Strobe = |uut| &mut uut.enter_out;
    const GOAL: Strobe = |uut| &mut uut.enter_goal;

    /// A game of one or two in which pieces fall.
    fn playing(two_players: bool) -> Bench<MatchControl> {
        let mut uut = Bench::new(MatchControl::default());
        poke!(uut.clear_delay = u64::to_bits(CLEAR_TICKS));
        poke!(uut.two_players = two_players);
        poke!(uut, phase.restart = true);
        tick!(uut);
        poke!(uut, phase.restart = false);
        for player in 0..1 + usize::from(two_players) {
            turn_to(&mut uut, player);
            assert!(peek!(uut, phase.is_starting));
            strobe(&mut uut, PLAY);
        }
        uut
    }

    /// Player 0 or 1 is at hand.
    fn turn_to(uut: &mut Bench<MatchControl>, player: usize) {
        poke!(uut.player = player == 1);
    }

    fn strobe(uut: &mut Bench<MatchControl>, strobe: Strobe) {
        uut.poke(strobe, true);
        tick!(uut);
        uut.poke(strobe, false);
    }

    fn tick_comes(uut: &mut Bench<MatchControl>) {
        poke!(uut.tick = true);
        tick!(uut);
        poke!(uut.tick = false);
    }

    fn take_tick(uut: &mut Bench<MatchControl>) {
        assert!(peek!(uut, phase.tick_due));
        poke!(uut, phase.take_tick = true);
        tick!(uut);
        poke!(uut, phase.take_tick = false);
    }

    fn rest(uut: &mut Bench<MatchControl>) {
        poke!(uut, phase.rest = true);
        tick!(uut);
        poke!(uut, phase.rest = false);
    }

    /// One tick, which is served for both players, and the judgement after it.
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
            assert_eq!(peek!(uut, phase.tick_due), player == 0);
            assert_eq!(peek!(uut, phase.other_due), player == 1);
            turn_to(&mut uut, 0);
            take_tick(&mut uut);
            assert!(!peek!(uut, phase.tick_due));
            assert!(peek!(uut, phase.other_due));
            turn_to(&mut uut, 1);
            assert!(!peek!(uut, phase.other_due));
            take_tick(&mut uut);
            assert!(!peek!(uut, phase.tick_due) && !peek!(uut, phase.other_due));
        }
    }

    #[test]
    fn a_game_of_one_has_no_ticks_for_the_other() {
        let mut uut = playing(false);
        tick_comes(&mut uut);
        take_tick(&mut uut);
        assert!(!peek!(uut, phase.other_due));
        assert!(!peek!(uut, phase.game_over));
        strobe(&mut uut, OUT);
        assert!(peek!(uut, phase.game_over));
        assert!(!peek!(uut.finished));
    }

    #[test]
    fn a_start_and_a_press_in_play_request_an_exchange() {
        let mut uut = playing(true);
        poke!(uut.other_pending = true);
        for (phase, is_due, is_out) in [
            (OUT, false, true),
            (CLEAR, false, false),
            (PLAY, true, false),
        ] {
            turn_to(&mut uut, 1);
            strobe(&mut uut, phase);
            turn_to(&mut uut, 0);
            assert_eq!(peek!(uut, phase.other_due), is_due);
            assert_eq!(peek!(uut.other_out), is_out);
        }
        poke!(uut.other_pending = false);
        turn_to(&mut uut, 0);
        assert!(!peek!(uut, phase.other_due));
        strobe(&mut uut, |uut| &mut uut.phase.restart);
        assert!(peek!(uut, phase.other_due));
    }

    #[test]
    fn the_clear_delay_ends_with_the_eighteenth_tick_of_its_player() {
        let mut uut = playing(true);
        turn_to(&mut uut, 1);
        strobe(&mut uut, CLEAR);
        for left in (1..=CLEAR_TICKS).rev() {
            assert_eq!(peek!(uut, clear_ticks.two), left);
            assert_eq!(peek!(uut, clear_ticks.one), 0);
            tick_comes(&mut uut);
            turn_to(&mut uut, 0);
            assert!(!peek!(uut, phase.delay_ends));
            take_tick(&mut uut);
            turn_to(&mut uut, 1);
            assert_eq!(peek!(uut, phase.delay_ends), left == 1);
            take_tick(&mut uut);
        }
        assert_eq!(peek!(uut, clear_ticks.two), 0);
    }

    #[test]
    fn a_player_who_is_out_after_the_tick_of_both_has_lost() {
        let mut uut = playing(true);
        pass_tick(&mut uut);
        turn_to(&mut uut, 0);
        strobe(&mut uut, OUT);
        rest(&mut uut);
        assert!(
            !peek!(uut, phase.game_over),
            "player 2 has until the next tick"
        );
        tick_comes(&mut uut);
        take_tick(&mut uut);
        turn_to(&mut uut, 1);
        take_tick(&mut uut);
        assert!(!peek!(uut, phase.game_over));
        rest(&mut uut);
        assert!(peek!(uut, phase.game_over));
        assert_eq!(peek!(uut.out), 0b01);
    }

    #[test]
    fn both_out_by_the_same_tick_is_a_draw() {
        let mut uut = playing(true);
        strobe(&mut uut, OUT);
        tick_comes(&mut uut);
        turn_to(&mut uut, 0);
        take_tick(&mut uut);
        strobe(&mut uut, OUT);
        turn_to(&mut uut, 1);
        take_tick(&mut uut);
        rest(&mut uut);
        assert!(peek!(uut, phase.game_over));
        assert_eq!(peek!(uut.out), 0b11);
    }

    #[test]
    fn goal_and_time_end_a_game_of_one_until_the_next_one_starts() {
        for end in [GOAL, |uut: &mut MatchControl| &mut uut.time_up] {
            let mut uut = playing(false);
            strobe(&mut uut, end);
            tick_comes(&mut uut);
            assert!(peek!(uut, phase.game_over) && peek!(uut.finished));
            assert!(!peek!(uut, phase.tick_due), "no tick comes any more");
            poke!(uut, phase.restart = true);
            tick!(uut);
            assert!(!peek!(uut, phase.game_over) && !peek!(uut.finished));
        }
    }

    /// Players who have lost when these strobes came to each player before a tick.
    fn lost(strobes: [Option<Strobe>; 2]) -> u8 {
        let mut uut = playing(true);
        for (player, event) in strobes.into_iter().enumerate() {
            turn_to(&mut uut, player);
            if let Some(event) = event {
                strobe(&mut uut, event);
            }
        }
        assert!(!peek!(uut, phase.game_over));
        pass_tick(&mut uut);
        assert!(peek!(uut, phase.game_over) && !peek!(uut.finished));
        peek!(uut.out).to_u8()
    }

    #[test]
    fn who_is_at_the_goal_has_won_and_both_at_the_goal_is_a_draw() {
        assert_eq!(lost([Some(GOAL), None]), 0b10);
        assert_eq!(lost([None, Some(GOAL)]), 0b01);
        assert_eq!(lost([Some(GOAL), Some(GOAL)]), 0b11);
        assert_eq!(lost([Some(GOAL), Some(OUT)]), 0b10);
        assert_eq!(lost([Some(OUT), Some(GOAL)]), 0b01);
        assert_eq!(lost([None, Some(OUT)]), 0b10);
    }

    #[test]
    fn in_versus_the_level_rises_for_both_with_every_1800th_tick() {
        for versus in [true, false] {
            let mut uut = playing(true);
            poke!(uut.versus = versus);
            for number in 1..=3600 {
                tick_comes(&mut uut);
                for player in 0..2 {
                    turn_to(&mut uut, player);
                    let rises = versus && number % 1800 == 0;
                    assert_eq!(peek!(uut, phase.raise_due), rises, "tick {number}");
                    take_tick(&mut uut);
                    assert!(!peek!(uut, phase.raise_due));
                }
                rest(&mut uut);
            }
        }
    }
}
