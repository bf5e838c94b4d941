//! Scenes, menus and settings.
//!
//! `keyboard` is the way from the cable to presses; `keys` maps keys to actions, and `key_choice`
//! says which action gets another key. `scene_control` is
//! the state machine of the scenes: title, menu, settings, countdown, play, pause, end;
//! `scene_decoder` exports them, and `screen_number` numbers their screens. `menu` moves the
//! cursor; `settings` holds the values of the rows that `rows` lists (`row_registers`,
//! `row_item`, `start_level`, `goal_choice`, `game_limits`).
//!
//! `saved_block` keeps settings and score tables in the flash.
//!
//! `recorded_game` plays a game by itself when the title is idle; `recording` has its presses.
//!
//! `game_course` has what goes with a game. `start_count` counts three, two, one. `key_help` says
//! when the keys need not be shown any more. `end_clock` counts the time after a game, and
//! `match_score` the games that the players have won.

pub mod end_clock;
pub mod game_course;
pub mod game_limits;
pub mod goal_choice;
pub mod key_choice;
pub mod key_conversion;
pub mod key_help;
pub mod key_map;
pub mod keyboard;
pub mod keys;
pub mod match_score;
pub mod menu;
pub mod recorded_game;
pub mod recording;
pub mod restart_key;
pub mod row_item;
pub mod row_registers;
pub mod rows;
pub mod saved_block;
pub mod scene_control;
pub mod scene_decoder;
pub mod scene_levels;
pub mod screen_number;
pub mod settings;
pub mod start_count;
pub mod start_level;
pub mod wishes;
