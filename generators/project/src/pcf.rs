//! PCF file: signals and their pins.

use crate::filters;
use crate::top::Pin;
use askama::Template;

/// The PCF file.
#[derive(Template)]
#[template(path = "pins.pcf", escape = "none")]
pub(crate) struct Pcf<'a> {
    /// Name of the game.
    pub game: &'a str,
    /// Name of the board.
    pub board: &'a str,
    /// Title of the board.
    pub title: &'a str,
    /// Name of the setup, if the board has several.
    pub setup: Option<&'a str>,
    /// Frequency of the clock pin, if there is one. nextpnr derives the clock of the PLL from it,
    /// and has that of the FPGA's own oscillator.
    pub clock_mhz: Option<String>,
    /// Port, ball and provider.
    pub pins: Vec<Pin>,
}
