//! Frequencies as text.

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
