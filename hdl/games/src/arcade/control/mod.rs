//! Scenes, menus and settings.
//!
//! `keys` maps keys to actions. `scene_control` is the state machine of the scenes: title, menu,
//! settings, countdown, play, pause, end. `menu` moves the cursor; `settings` holds the values.
//! `countdown` counts three, two, one.

pub mod countdown;
pub mod keys;
pub mod menu;
pub mod scene_control;
pub mod settings;
