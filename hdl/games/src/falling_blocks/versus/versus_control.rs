//! Garbage between two players: the rows that wait, the attack and the rise.
//!
//! ```text
//!  line clear --> attack --> cancel own rows --> exchange --> append to the other's rows
//!                                  |                                |
//!  lock without clear --> garbage_rise --> take a row <-- garbage <-+--> status for the picture
//! ```
//!
//! `attack` and `garbage_rise` are machines of play: at most one machine of play works at a time.
//! With `versus` low they stay in reset.
//!
//! **Interface**: see [`VersusPort`]. `raise_board` is a strobe; `hole` is valid with it and until
//! the board is idle.

use super::attack::Attack;
use super::garbage::Garbage;
use super::garbage_rise::GarbageRise;
use super::player_status::PlayerStatus;
use crate::falling_blocks::exchange::context_switch::ExchangeStateReader;
use crate::falling_blocks::exchange::game_memory::MemoryClient;
use crate::falling_blocks::shell::picture::PerPlayerSource;
use gatefall_macros::{clocked, interface, Module};
use rust_hdl::prelude::*;

/// Commands of the lock, and the events that follow.
#[interface(client = VersusClient)]
pub struct VersusPort {
    /// Strobe: a new game begins; abort.
    pub new_game: Signal<In, Bit>,
    /// Strobe: all units are idle; no rows wait.
    pub restart: Signal<In, Bit>,
    /// Strobe: rows are full; send the attack.
    pub attack: Signal<In, Bit>,
    /// Strobe: a lock without a clear; rows rise. Only while `waits` is high.
    pub rise: Signal<In, Bit>,
    /// Level: rows wait for the player at hand.
    pub waits: Signal<Out, Bit>,
    /// Level: an attack or a rise is under way.
    pub busy: Signal<Out, Bit>,
    /// Level: a command of `garbage` runs.
    pub garbage_busy: Signal<Out, Bit>,
    /// Strobe: exchange the players.
    pub exchange: Signal<Out, Bit>,
    /// Strobe: all rows have risen; the next piece comes in.
    pub next_piece: Signal<Out, Bit>,
    /// Strobe: all rows have risen; the player has topped out.
    pub enter_out: Signal<Out, Bit>,
    /// Strobe: push the board up by a row.
    pub raise_board: Signal<Out, Bit>,
    /// Level: the board sweeps.
    pub board_busy: Signal<In, Bit>,
    /// Level while the board is idle: the last row pushed a cell out at the top.
    pub overflow: Signal<In, Bit>,
}

/// Garbage, its two machines, and the status of both players.
#[derive(LogicBlock, Module)]
pub struct VersusControl {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Commands and events.
    pub control: VersusPort,
    /// Level: a game of two.
    pub two_players: Signal<In, Bit>,
    /// Exchange of the players.
    pub exchange_state: ExchangeStateReader,
    /// Level: a game with garbage.
    pub versus: Signal<In, Bit>,
    /// Player at hand, 0 or 1.
    pub player: Signal<In, Bit>,
    /// Rows that the lock sends, 0 to 15.
    pub lines: Signal<In, Bits<4>>,
    /// Progress of the lock delay of the player at hand, 0 to 3.
    pub stage: Signal<In, Bits<2>>,
    /// Column of the hole in the row that rises, 0 to 9.
    pub hole: Signal<Out, Bits<4>>,
    /// Strobe: an attack has arrived at the player at hand.
    pub attacked: Signal<Out, Bit>,
    /// Rows that wait, at most 31.
    pub pending: PerPlayerSource<5>,
    /// Progress of the lock delay in steps of eight ticks.
    pub lock_stage: PerPlayerSource<2>,
    /// The memory of the games.
    pub memory: MemoryClient,
    /// Level: shift the context.
    pub context_shift: Signal<In, Bit>,
    /// Input of the context chain.
    pub context_in: Signal<In, Bit>,
    /// Output of the context chain.
    pub context_out: Signal<Out, Bit>,
    #[part]
    #[context]
    garbage: Garbage,
    #[part]
    attack: Attack,
    #[part]
    garbage_rise: GarbageRise,
    #[part]
    status_one: PlayerStatus,
    #[part]
    status_two: PlayerStatus,
    waits: Signal<Local, Bit>,
}

#[clocked]
impl Logic for VersusControl {
    #[hdl_gen]
    fn update(&mut self) {
        self.waits.next = self.versus.val() & self.garbage.pending.val().any();
        self.attack.new_game.next = self.control.new_game.val();
        self.attack.versus.next = self.versus.val();
        self.attack.begin_attack.next = self.control.attack.val();
        self.attack.left_over.next = self.garbage.control.left_over.val();
        ExchangeStateReader::link(&mut self.exchange_state, &mut self.attack.exchange_state);
        self.attack.garbage_busy.next = self.garbage.control.busy.val();
        self.attacked.next = self.attack.attacked.val();

        self.garbage_rise.new_game.next = self.control.new_game.val();
        self.garbage_rise.versus.next = self.versus.val();
        self.garbage_rise.rise.next = self.control.rise.val();
        self.garbage_rise.garbage_waits.next = self.waits.val();
        self.garbage_rise.garbage_busy.next = self.garbage.control.busy.val();
        self.garbage_rise.board_busy.next = self.control.board_busy.val();
        self.garbage_rise.overflow.next = self.control.overflow.val();

        self.garbage.control.restart.next = self.control.restart.val();
        self.garbage.control.cancel.next = self.control.attack.val();
        self.garbage.control.append.next = self.attack.append.val();
        self.garbage.control.rise.next = self.garbage_rise.take_row.val();
        self.garbage.two_players.next = self.two_players.val();
        self.garbage.player.next = self.player.val();
        self.garbage.lines.next = self.lines.val();
        self.hole.next = self.garbage.hole.val();
        MemoryClient::link(&mut self.memory, &mut self.garbage.memory);

        self.control.waits.next = self.waits.val();
        self.control.busy.next = self.attack.busy.val() | self.garbage_rise.busy.val();
        self.control.garbage_busy.next = self.garbage.control.busy.val();
        self.control.exchange.next = self.attack.exchange.val();
        self.control.next_piece.next = self.garbage_rise.next_piece.val();
        self.control.enter_out.next = self.garbage_rise.enter_out.val();
        self.control.raise_board.next = self.garbage_rise.raise_board.val();

        self.status_one.two_players.next = self.two_players.val();
        self.status_one.sample.next = !self.exchange_state.exchanging.val() & !self.player.val();
        self.status_one.rows_waiting.next = self.garbage.pending.val();
        self.status_one.stage.next = self.stage.val();
        self.pending.one.next = self.status_one.pending.val();
        self.lock_stage.one.next = self.status_one.lock_stage.val();
        self.status_two.two_players.next = self.two_players.val();
        self.status_two.sample.next = !self.exchange_state.exchanging.val() & self.player.val();
        self.status_two.rows_waiting.next = self.garbage.pending.val();
        self.status_two.stage.next = self.stage.val();
        self.pending.two.next = self.status_two.pending.val();
        self.lock_stage.two.next = self.status_two.lock_stage.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    #[test]
    fn each_player_has_the_status_of_the_own_game() {
        let mut uut = Bench::new(VersusControl::default());
        poke!(uut.two_players = true);
        // Player at hand, an exchange, progress of the lock delay; then that of both players.
        for (player, exchanging, stage, one, two) in [
            (false, false, 1u8, 1u64, 0u64),
            (false, true, 2, 1, 0),
            (true, true, 2, 1, 0),
            (true, false, 3, 1, 3),
            (false, false, 2, 2, 3),
        ] {
            poke!(uut.player = player);
            poke!(uut, exchange_state.exchanging = exchanging);
            poke!(uut.stage = stage.to_bits());
            tick!(uut);
            assert_eq!(peek!(uut, lock_stage.one), one);
            assert_eq!(peek!(uut, lock_stage.two), two);
        }
    }
}
