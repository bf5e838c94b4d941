//! Points that nothing reaches, with reasons.

use std::fs;
use std::path::Path;

/// Compares points with the list of a game.
///
/// # Panics
/// If a point is not in the list, or a line of the list fits none.
pub fn compare(game: &str, open: &[String]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/coverage");
    let text = fs::read_to_string(folder.join(format!("{game}.txt"))).unwrap();
    let wrong = differences(&text, open);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn differences(text: &str, open: &[String]) -> Vec<String> {
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let lines: Vec<&str> = lines.collect();
    let fits = |line: &str, point: &str| match line.strip_suffix('*') {
        Some(begin) => point.starts_with(begin),
        None => point == line,
    };
    let unknown = open.iter();
    let unknown = unknown.filter(|point| !lines.iter().any(|line| fits(line, point)));
    let stale = lines.iter();
    let stale = stale.filter(|line| !open.iter().any(|point| fits(line, point)));
    let unknown = unknown.map(|point| format!("not reached: {point}"));
    let stale = stale.map(|line| format!("reached, or no point: {line}"));
    unknown.chain(stale).collect()
}

#[test]
fn a_point_that_is_not_listed_and_a_line_that_is_not_open_are_found() {
    let text = "# A reason.\na: x is 1\na: y*\nb: z is 0\n";
    let open = ["a: x is 1", "a: y[1] is 1", "c: w is 1"].map(String::from);
    assert_eq!(
        differences(text, &open),
        ["not reached: c: w is 1", "reached, or no point: b: z is 0"]
    );
}
