//! What falling-block games share: pieces, board, randomizer, rules of play.

pub mod award;
pub mod board_controller;
pub mod clear_line;
pub mod falling_piece_update;
pub mod game_engine;
pub mod get_input;
pub mod gravity;
pub mod hold;
pub mod judge_spin;
pub mod lock_delay;
pub mod pieces;
pub mod random_tetris;
pub mod scoreboard;
