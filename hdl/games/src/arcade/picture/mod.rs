//! From the beam's position to the colour at the pins.
//!
//! `pixel_generator` is the pipeline. `cell_grid` finds the cell under the beam, `cell_picture` and
//! `texture` draw it. `backdrop` is the sky, sun and floor; `text_layer` draws letters and frames
//! from the tables of `screens` and `font`; `flashes` adds the effects. `palette` turns codes into
//! colours of a skin (`skins`). `sprite_table` and `painter` keep the moving cells in a memory.

pub mod backdrop;
pub mod cell_grid;
pub mod cell_picture;
pub mod flashes;
pub mod font;
pub mod painter;
pub mod palette;
pub mod pixel_generator;
pub mod screens;
pub mod skins;
pub mod sprite_cells;
pub mod sprite_table;
pub mod text_layer;
pub mod texture;
