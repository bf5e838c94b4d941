//! Parser for times in options and key scripts.

use std::time::Duration;

/// Parses a time such as `500ms` or `1.5s`.
pub(crate) fn duration(word: &str) -> Result<Duration, String> {
    let not_a_time = || format!("`{word}` is not a time such as `500ms` or `1.5s`");
    let (number, seconds) = match (word.strip_suffix("ms"), word.strip_suffix('s')) {
        (Some(number), _) => (number, 1e-3),
        (None, Some(number)) => (number, 1.0),
        (None, None) => return Err(not_a_time()),
    };
    if !number.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(not_a_time());
    }
    let number: f64 = number.parse().map_err(|_| not_a_time())?;
    let nanoseconds = (number * seconds * 1e9).round();
    // Larger times would overflow later.
    if nanoseconds > 1e17 {
        return Err(format!("`{word}` is too long"));
    }
    Ok(Duration::from_nanos(nanoseconds as u64))
}
