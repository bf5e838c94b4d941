//! From the beam's position to the colour at the pins.
//!
//! `screen` is the whole. `pixel_generator` is the pipeline. `cell_grid` finds the cell under the
//! beam; `cell_layer` draws it with `cell_picture` and `texture`. `ground_layer` draws what is
//! behind: the `backdrop` (sky, sun and floor), letters and frames of the `text_layer` (`text_row`,
//! `glyph`) from the tables of `screens` and `font`, the `screen_effects` and the `garbage_meter`.
//! `palette` turns codes into colours of a skin (`skins`); `vga_output` holds the output registers.
//! `sprite_table` and `painter` keep the moving cells in a memory; `sprite_source`,
//! `standing_sprites` and `title_rotation` say which, `sprite_walk` goes over their cells.

pub mod backdrop;
pub mod cell_grid;
pub mod cell_layer;
pub mod cell_picture;
pub mod font;
pub mod garbage_meter;
pub mod glyph;
pub mod ground_layer;
pub mod painter;
pub mod palette;
pub mod pixel_generator;
pub mod screen;
pub mod screen_effects;
pub mod screens;
pub mod selection;
pub mod skins;
pub mod sprite_cells;
pub mod sprite_source;
pub mod sprite_table;
pub mod sprite_walk;
pub mod standing_sprites;
pub mod text_layer;
pub mod text_row;
pub mod texture;
pub mod title_rotation;
pub mod vga_output;
