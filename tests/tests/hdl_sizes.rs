//! Lengths of the files of `hdl/` and of their `update()`, without benches.
//!
//! `cargo test --test hdl_sizes -- --nocapture` prints the figures.

#![allow(clippy::unwrap_used)]

use gatefall_tests::files_below;
use std::fs;
use std::path::{Path, PathBuf};

/// Limits: median, 95th percentile, longest.
const FILES: [usize; 3] = [120, 300, 400];
/// The same for `update()`.
const UPDATES: [usize; 3] = [33, 118, 120];

#[derive(Default)]
struct Lengths(Vec<(usize, String)>);

impl Lengths {
    /// Median, 95th percentile and the longest.
    fn figures(&mut self) -> [usize; 3] {
        self.0.sort();
        let last = self.0.len() - 1;
        [last / 2, last * 95 / 100, last].map(|index| self.0[index].0)
    }

    /// Prints the figures and the longest items.
    fn report(&mut self, what: &str, limits: [usize; 3]) -> bool {
        let figures = self.figures();
        let [median, percentile, longest] = figures;
        println!(
            "{} {what}: median {median}, 95th percentile {percentile}, longest {longest} lines \
             (limits {limits:?})",
            self.0.len()
        );
        for (lines, name) in self.0.iter().rev().take(5) {
            println!("  {lines:4} {name}");
        }
        figures
            .iter()
            .zip(limits)
            .all(|(figure, limit)| *figure <= limit)
    }
}

/// The Rust files of a folder, without those of tests.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = files_below(folder);
    files.retain(|path| {
        let mut parts = path.strip_prefix(folder).unwrap().iter();
        let is_test = parts.any(|part| part == "tests" || part == "tests.rs");
        path.extension().is_some_and(|end| end == "rs") && !is_test
    });
    files
}

/// The lines before the bench at the end of a file.
fn without_bench(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().collect();
    let bench = lines
        .windows(2)
        .position(|pair| pair[0] == "#[cfg(test)]" && pair[1].starts_with("mod tests"));
    lines[..bench.unwrap_or(lines.len())].to_vec()
}

/// Lines between the braces of each `update()`.
fn updates<'a>(lines: &'a [&'a str]) -> impl Iterator<Item = usize> + 'a {
    let starts = lines.iter().enumerate();
    starts.filter_map(|(start, line)| {
        let indent = line.find("fn update(&mut self) {")?;
        let end = format!("{}}}", " ".repeat(indent));
        lines[start + 1..].iter().position(|line| *line == end)
    })
}

#[test]
fn files_and_updates_of_the_hardware_are_short() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../hdl");
    let parts = ["games/src", "widgets/src"];
    let paths = parts.iter().flat_map(|part| rust_files(&root.join(part)));
    let (mut files, mut bodies) = (Lengths::default(), Lengths::default());
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let lines = without_bench(&text);
        let name = path.strip_prefix(&root).unwrap().display().to_string();
        bodies
            .0
            .extend(updates(&lines).map(|count| (count, name.clone())));
        files.0.push((lines.len(), name));
    }
    assert!(bodies.0.len() > 50, "updates are found");
    let is_short = [
        files.report("files", FILES),
        bodies.report("updates", UPDATES),
    ];
    assert_eq!(is_short, [true, true], "see the figures above");
}
