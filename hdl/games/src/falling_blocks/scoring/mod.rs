//! Scores: points, lines, level, and the rows of an attack.
//!
//! ```text
//!  turns, corners -> t_spin_detector -> clear_scoring -> scoreboard -> digits of the picture
//!                    full rows -----------^     |            ^
//!                                               |            +-- rows of a soft or hard drop
//!                                               +-> rows of garbage to send
//! ```
//!
//! - `lock_scoring` connects the other three and is the unit that `engine::play` commands.
//! - `t_spin_detector` detects a T-spin from the last move and the corners of the piece's box.
//! - `clear_scoring` computes points and rows of garbage from lines, spin, combo and back-to-back.
//! - `scoreboard` adds points and lines to the decimal digits in `exchange::game_memory`, raises
//!   the level, and writes each digit to the text. `digit_adder` adds one digit;
//!   `line_goal` compares the lines with the goal of a game.

pub mod clear_scoring;
pub mod digit_adder;
pub mod line_goal;
pub mod lock_scoring;
pub mod scoreboard;
pub mod t_spin_detector;
