use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Write;

/// Names the file to which figures are appended, a line of JSON each.
const RECORD: &str = "GATEFALL_RECORD";

/// Prints figures of a test, and notes them for `docs/verification.md` if `gatefall soak` runs it.
/// `subject` is what they are about, and empty if that is clear.
///
/// # Panics
/// If the record cannot be written.
pub fn record(subject: &str, figures: &[(&str, u64)]) {
    let figures: BTreeMap<&str, u64> = figures.iter().copied().collect();
    println!("{subject} {figures:?}");
    note(subject, &figures);
}

/// The same without a print.
pub(crate) fn note(subject: &str, figures: &BTreeMap<&str, u64>) {
    let Some(path) = std::env::var_os(RECORD) else {
        return;
    };
    let line = serde_json::json!({ "subject": subject, "figures": figures });
    let file = OpenOptions::new().create(true).append(true).open(&path);
    // One write, since several binaries append at once.
    file.and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()))
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
