//! Parser for times in options and key scripts.

use std::time::Duration;

/// Longest time. A larger one would overflow later.
const LONGEST: Duration = Duration::from_secs(100_000_000);

/// Parses a time such as `500ms` or `1.5s`.
pub(crate) fn duration(word: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(word);
    let time = time.map_err(|_| format!("`{word}` is not a time such as `500ms` or `1.5s`"))?;
    match time > LONGEST {
        true => Err(format!("`{word}` is too long")),
        false => Ok(time),
    }
}
