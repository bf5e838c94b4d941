//! The course of a game besides its rules: key map, countdown, help with the keys, end, and score
//! of the match.
//!
//! ```text
//! new game            play                  end                       next game
//! 3 2 1  GO!   keys shown, then hidden     keys ignored, grey board, score of the match
//! ```
//!
//! **Interface**: strobes and levels are those of the parts.

use super::end_clock::EndClock;
use super::key_help::KeyHelp;
use super::key_map::{KeyMap, PlayerKeys};
use super::match_score::MatchScore;
use super::scene_levels::SceneLevelsReader;
use super::start_count::StartCount;
use crate::arcade::picture::cell_layer::LostBoardsSource;
use crate::falling_blocks::shell::scenes::GameResultReader;
use gatefall_macros::{clocked, interface, Module};
use rust_hdl::prelude::*;

/// Scenes from the countdown to the end.
#[interface(client = GameScenesReader)]
pub struct GameScenes {
    /// Level: the countdown, or the wait after a pause.
    pub is_counting: Signal<Out, Bit>,
    /// Level: the game runs, or is about to begin or to go on.
    pub under_way: Signal<Out, Bit>,
    /// Level: the scene after a game.
    pub in_end: Signal<Out, Bit>,
    /// Strobe: begin the wait after a pause.
    pub resumes: Signal<Out, Bit>,
    /// Strobe: the scene after the game begins. A press in that clock comes first, since it belongs
    /// to the game and may leave it.
    pub ends: Signal<Out, Bit>,
}

/// The course.
#[derive(LogicBlock, Module)]
pub struct GameCourse {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Scenes from the countdown to the end.
    pub scenes: GameScenesReader,
    /// All scenes. The recorded game has no countdown.
    pub levels: SceneLevelsReader,
    /// End of the engine's game and its result.
    pub result: GameResultReader,
    /// Level: the last game of one is the best of its mode.
    pub record: Signal<In, Bit>,
    /// Level: player 2 shall have the keypad.
    pub keypad_chosen: Signal<In, Bit>,
    /// Games that win a match, less one.
    pub best_of: Signal<In, Bits<2>>,
    /// Strobe: a piece has locked.
    pub locked: Signal<In, Bit>,
    /// Strobe: a picture has ended.
    pub tick: Signal<In, Bit>,
    /// The number of the countdown: 3, 2, 1, or 0 when it does not count.
    pub number: Signal<Out, Bits<2>>,
    /// Strobe: the number is another one.
    pub changed: Signal<Out, Bit>,
    /// Strobe: the countdown goes on, or play begins.
    pub beeps: Signal<Out, Bit>,
    /// Level: the number, or from the start of the game on the word, is to be seen.
    pub count_shown: Signal<Out, Bit>,
    /// Strobe: the count is over.
    pub counted: Signal<Out, Bit>,
    /// Level: two players are chosen.
    pub two_chosen: Signal<In, Bit>,
    /// The keys of the players.
    pub keys: PlayerKeys,
    /// Level: the screen shows the keys of a game with the keypad.
    pub shows_keypad: Signal<Out, Bit>,
    /// Level: the keys need not be shown any more.
    pub keys_hidden: Signal<Out, Bit>,
    /// Level: presses are ignored.
    pub is_deaf: Signal<Out, Bit>,
    /// Boards that turn grey.
    pub lost: LostBoardsSource,
    /// Level: a player has won the game, or it is a record or has reached its goal.
    pub won: Signal<Out, Bit>,
    /// Level: the scene after the last game of a match.
    pub match_over: Signal<Out, Bit>,
    /// Level: nobody has won a game of the match.
    pub match_fresh: Signal<Out, Bit>,
    #[part]
    countdown: StartCount,
    /// Registered because the way on to the pixels is long.
    is_count_shown: DFF<Bit>,
    #[part]
    key_map: KeyMap,
    #[part]
    key_help: KeyHelp,
    #[part]
    end_clock: EndClock,
    #[part]
    match_score: MatchScore,
}

#[clocked]
impl Logic for GameCourse {
    #[hdl_gen]
    fn update(&mut self) {
        self.countdown.start.next = self.levels.new_game.val() & !self.levels.is_recorded.val();
        self.countdown.resume.next = self.scenes.resumes.val();
        self.countdown.counting.next = self.scenes.is_counting.val();
        self.countdown.tick.next = self.tick.val();
        self.number.next = self.countdown.number.val();
        self.changed.next = self.countdown.changed.val();
        self.beeps.next = self.countdown.changed.val() & self.scenes.under_way.val();
        self.is_count_shown.d.next = self.countdown.is_shown.val() & self.scenes.under_way.val();
        self.count_shown.next = self.is_count_shown.q.val();
        self.counted.next = self.countdown.counted.val();

        self.key_map.new_game.next = self.levels.new_game.val();
        self.key_map.two_players.next = self.levels.two_players.val();
        self.key_map.under_way.next = self.scenes.under_way.val();
        self.key_map.keypad_chosen.next = self.keypad_chosen.val();
        self.key_map.in_keys.next = self.levels.in_keys.val();
        self.key_map.two_chosen.next = self.two_chosen.val();
        PlayerKeys::link(&mut self.keys, &mut self.key_map.keys);
        self.shows_keypad.next = self.key_map.shows_keypad.val();

        self.key_help.new_game.next = self.levels.new_game.val();
        self.key_help.locked.next = self.locked.val();
        self.key_help.in_play.next = self.scenes.under_way.val();
        self.keys_hidden.next = self.key_help.is_over.val();

        self.end_clock.in_end.next = self.scenes.in_end.val();
        self.end_clock.two_players.next = self.levels.two_players.val();
        self.end_clock.out.next = self.result.out.val();
        self.end_clock.tick.next = self.tick.val();
        self.is_deaf.next = self.end_clock.is_deaf.val();
        self.lost.rows.next = self.end_clock.grey_rows.val();
        self.lost.players.next = self.end_clock.losers.val();
        self.won.next = self.result.finished.val() | self.record.val();
        if self.levels.two_players.val() {
            self.won.next = !self.result.out.val().all();
        }

        self.match_score.ends.next = self.scenes.ends.val();
        self.match_score.out.next = self.result.out.val();
        self.match_score.two_players.next = self.levels.two_players.val();
        self.match_score.new_game.next = self.levels.new_game.val();
        self.match_score.no_game.next = self.levels.no_game.val();
        self.match_score.best_of.next = self.best_of.val();
        self.match_over.next = self.match_score.is_over.val() & self.scenes.in_end.val();
        self.match_fresh.next = self.match_score.is_fresh.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, Bench};

    #[test]
    fn a_game_of_two_is_won_unless_both_are_out() {
        let mut uut = Bench::new(GameCourse::default());
        for (two_players, finished, record, out, won) in [
            (false, false, false, 1, false),
            (false, true, false, 0, true),
            (false, false, true, 1, true),
            (true, false, false, 1, true),
            (true, false, true, 3, false),
        ] {
            poke!(uut, levels.two_players = two_players);
            poke!(uut, result.finished = finished);
            poke!(uut.record = record);
            poke!(uut, result.out = u64::to_bits(out));
            assert_eq!(peek!(uut.won), won, "{two_players}, {finished}, {record}");
        }
    }
}
