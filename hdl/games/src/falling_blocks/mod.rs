//! What falling-block games share: pieces, board, randomizer, rules of play.

pub mod auto_shift;
pub mod award;
pub mod board_controller;
pub mod cell_address;
pub mod clear_line;
pub mod falling_piece_update;
pub mod game_engine;
pub mod game_memory;
pub mod garbage;
pub mod gravity;
pub mod hold;
pub mod judge_spin;
pub mod lock_delay;
pub mod match_control;
pub mod pieces;
pub mod player_switch;
pub mod press_queue;
pub mod raise_rows;
pub mod random_tetris;
pub mod rule_tables;
pub mod scoreboard;
