//! Measures the text of the project: width of lines and first words of comments.
//!
//! Each text file of the tree is measured. These lines may be wider than the limit: table rows,
//! lines that are too wide only because of a URL, and all lines of snapshots (also inline ones),
//! lock files, generated files and case files.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Columns of a line.
const WIDTH: usize = 100;
/// Comment lines of the tree that may begin with one of [`CLAUSE_WORDS`].
const MOST_CLAUSES: usize = 80;
/// A comment that begins with one of these words describes a thing by a clause about it.
const CLAUSE_WORDS: [&str; 5] = ["What", "Who", "Where", "How", "Whether"];

/// Folders that are not part of the tree, relative to the root: results of builds.
const NOT_OURS: [&str; 3] = [".git", "build", "target"];
/// gatefall writes this file to each folder that it fills.
const MANIFEST: &str = "gatefall-manifest.sha256";

/// Files whose lines have any width.
fn has_any_width(path: &str) -> bool {
    let in_folder = |name: &str| path.split('/').rev().skip(1).any(|part| part == name);
    let is_lock = path.ends_with(".lock") || path.ends_with("/requirements.txt");
    let is_generated = path.starts_with("constraints/")
        || [".json", ".snap", ".proptest-regressions"]
            .iter()
            .any(|end| path.ends_with(end));
    let is_case = path.starts_with("tests/cases/") || in_folder("broken") || in_folder("plays");
    is_lock || is_generated || is_case || in_folder("snapshots")
}

/// Text of a comment line, or nothing if the line is not one.
fn comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let marks = ["//!", "///", "//", "#"];
    marks.iter().find_map(|mark| line.strip_prefix(mark))
}

/// Row of a table in Markdown, also in the comments of a program.
fn is_table_row(line: &str) -> bool {
    let text = comment(line).unwrap_or(line).trim();
    text.len() > 1 && text.starts_with('|') && text.ends_with('|')
}

/// Columns of the line without its URLs.
fn columns(line: &str) -> usize {
    let ends_url = |c: char| c.is_whitespace() || "\"'`<>()[]|".contains(c);
    let mut count = 0;
    let mut rest = line;
    while let Some(start) = ["https://", "http://"]
        .iter()
        .filter_map(|scheme| rest.find(scheme))
        .min()
    {
        count += rest[..start].chars().count();
        rest = &rest[start..];
        rest = &rest[rest.find(ends_url).unwrap_or(rest.len())..];
    }
    count + rest.chars().count()
}

fn is_too_wide(line: &str) -> bool {
    columns(line) > WIDTH && !is_table_row(line)
}

/// A comment line that begins with a clause.
fn begins_with_clause(line: &str) -> bool {
    let Some(text) = comment(line) else {
        return false;
    };
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_alphabetic());
    CLAUSE_WORDS.contains(&&text[..end.unwrap_or(text.len())])
}

/// The text with empty lines instead of the lines of inline snapshots, `@"..."` or `@r#"..."#`.
fn without_inline_snapshots(text: &str) -> String {
    let mut end: Option<&str> = None;
    let lines = text.lines().map(|line| {
        let starts = [
            ("@r##\"", "\"##"),
            ("@r#\"", "\"#"),
            ("@r\"", "\""),
            ("@\"", "\""),
        ];
        let rest = match end {
            Some(_) => line,
            None => {
                let Some((start, mark)) = starts.iter().find(|(start, _)| {
                    // An argument of its own, not the end of a string.
                    let before = line.split_once(start).map(|(before, _)| before.trim_end());
                    before.is_some_and(|before| before.is_empty() || before.ends_with(['(', ',']))
                }) else {
                    return line;
                };
                end = Some(mark);
                line.split_once(start).map_or("", |(_, rest)| rest)
            }
        };
        // An escaped quotation mark does not end a snapshot.
        if end.is_some_and(|end| rest.replace("\\\"", "").contains(end)) {
            end = None;
        }
        ""
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Adds the names of all files below a folder, relative to the root.
fn collect(folder: &Path, name: &str, files: &mut Vec<String>) {
    let entries = fs::read_dir(folder).unwrap();
    for entry in entries.map(Result::unwrap) {
        let part = entry.file_name().into_string().unwrap();
        let name = match name {
            "" => part,
            folder => format!("{folder}/{part}"),
        };
        let path = entry.path();
        let kind = entry.file_type().unwrap();
        if kind.is_file() {
            files.push(name);
        } else if kind.is_dir()
            && !NOT_OURS.contains(&name.as_str())
            && !path.join(MANIFEST).exists()
        {
            collect(&path, &name, files);
        }
    }
}

/// Every text file of the tree: its name and its text.
fn texts() -> Vec<(String, String)> {
    let mut names = Vec::new();
    collect(&root(), "", &mut names);
    names.sort();
    let read = |name: String| {
        let text = String::from_utf8(fs::read(root().join(&name)).unwrap()).ok()?;
        let text = match name.ends_with(".rs") {
            true => without_inline_snapshots(&text),
            false => text,
        };
        (!text.contains('\0')).then_some((name, text))
    };
    names.into_iter().filter_map(read).collect()
}

/// A line that breaks a rule.
struct Offender<'a> {
    file: &'a str,
    number: usize,
    line: &'a str,
}

/// All lines for which the rule holds.
fn offenders(
    texts: &[(String, String)],
    file_counts: impl Fn(&str) -> bool,
    line_counts: impl Fn(&str) -> bool,
) -> Vec<Offender<'_>> {
    let files = texts.iter().filter(|(file, _)| file_counts(file));
    files
        .flat_map(|(file, text)| {
            let lines = text.lines().enumerate();
            lines.map(move |(index, line)| Offender {
                file,
                number: index + 1,
                line,
            })
        })
        .filter(|offender| line_counts(offender.line))
        .collect()
}

/// Counts for each folder, then each line with its file and number.
fn list(offenders: &[Offender]) -> String {
    let mut folders: BTreeMap<String, usize> = BTreeMap::new();
    for offender in offenders {
        let parts: Vec<&str> = offender.file.split('/').collect();
        let depth = (parts.len() - 1).min(2);
        *folders.entry(parts[..depth].join("/")).or_default() += 1;
    }
    let mut text = String::new();
    for (folder, count) in folders {
        let folder = if folder.is_empty() { "." } else { &folder };
        writeln!(text, "{count:6}  {folder}").unwrap();
    }
    for Offender { file, number, line } in offenders {
        let start: String = line.trim().chars().take(80).collect();
        writeln!(text, "{file}:{number}: {start}").unwrap();
    }
    text
}

#[test]
fn no_line_is_wider_than_100_columns() {
    let texts = texts();
    let wide = offenders(&texts, |file| !has_any_width(file), is_too_wide);
    assert!(
        wide.is_empty(),
        "{} lines are wider than {WIDTH} columns:\n{}",
        wide.len(),
        list(&wide)
    );
}

#[test]
fn few_comments_begin_with_a_clause() {
    let texts = texts();
    let is_program = |file: &str| !file.ends_with(".md") && !has_any_width(file);
    let clauses = offenders(&texts, is_program, begins_with_clause);
    assert!(
        clauses.len() <= MOST_CLAUSES,
        "{} comment lines begin with one of {CLAUSE_WORDS:?}, at most {MOST_CLAUSES} may:\n{}",
        clauses.len(),
        list(&clauses)
    );
}

#[test]
fn every_folder_of_the_project_is_measured() {
    let texts = texts();
    let start = ["README.md", ".ci/", "boards/", "docs/", "generators/"];
    let more = ["hdl/", "sim/", "tests/"];
    for name in start.iter().chain(&more) {
        assert!(
            texts.iter().any(|(file, _)| file.starts_with(name)),
            "{name}"
        );
    }
    assert!(texts.iter().all(|(file, _)| !file.starts_with("target/")));
}

#[test]
fn tables_and_urls_do_not_count() {
    let wide = "word ".repeat(21);
    assert!(is_too_wide(&wide));
    assert!(!is_too_wide(&wide[..WIDTH]));
    assert!(is_too_wide(&format!("/// {wide}")));
    for row in [format!("| {wide} |"), format!("//! | {wide} |")] {
        assert!(!is_too_wide(&row), "{row}");
    }
    // A closure or a pattern of a program is not a table row.
    assert!(is_too_wide(&format!("| {wide}")));
    let url = format!("https://example.org/{}", "a".repeat(WIDTH));
    assert!(!is_too_wide(&format!("# See <{url}>, page 3.")));
    assert!(is_too_wide(&format!("# See {url}. {wide}")));
    // Columns are characters, not bytes.
    assert!(!is_too_wide(&"é".repeat(WIDTH)));
}

#[test]
fn clauses_are_found_at_the_start_of_comments_only() {
    for line in [
        "// What it does",
        "    /// Whether it is",
        "//! Who, then",
        "# How",
    ] {
        assert!(begins_with_clause(line), "{line}");
    }
    for line in [
        "// Whatever it is",
        "let a = 1; // What",
        "What it does",
        "// Says what",
    ] {
        assert!(!begins_with_clause(line), "{line}");
    }
}

#[test]
fn inline_snapshots_do_not_count() {
    let text = "a\nassert_snapshot!(x, @\"one \\\" line\");\nb\n\
                assert_snapshot!(x, @r#\"\nmore \" lines\n\"#);\nc";
    assert_eq!(without_inline_snapshots(text), "a\n\nb\n\n\n\nc");
}

#[test]
fn generated_files_and_cases_have_any_width() {
    for file in [
        "Cargo.lock",
        "generators/toolchain/requirements.txt",
        "tests/cases/kick/i.case",
        "generators/board/tests/broken/unknown_key.toml",
        "tests/cli/snapshots/list.txt",
        "constraints/icestick/matrix.pcf",
    ] {
        assert!(has_any_width(file), "{file}");
    }
    for file in [
        "README.md",
        "docs/screen.md",
        "tests/tests/text.rs",
        "hdl/macros/Cargo.toml",
    ] {
        assert!(!has_any_width(file), "{file}");
    }
}
