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

/// Hz as MHz without needless zeros: `100`, `25.125`.
pub(crate) fn megahertz(hz: u64) -> String {
    let (whole, rest) = (hz / 1_000_000, hz % 1_000_000);
    match rest {
        0 => whole.to_string(),
        _ => format!("{whole}.{rest:06}")
            .trim_end_matches('0')
            .to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn megahertz_have_no_needless_zeros() {
        let cases = [
            (100_000_000, "100"),
            (25_125_000, "25.125"),
            (12_000_001, "12.000001"),
        ];
        for (hz, text) in cases {
            assert_eq!(megahertz(hz), text);
        }
    }
}
