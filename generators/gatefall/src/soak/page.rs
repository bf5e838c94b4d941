//! `docs/verification.md`: the text of `verification.md` with the figures of the records.
//!
//! `{{CHECK.FIGURE}}` is a figure of a record, `{{CHECK.time}}` its seconds, and `{{layers}}` the
//! table of all checks.

use super::checks::CHECKS;
use super::record::{Evidence, Records};
use crate::error::AppError;
use crate::output;
use crate::report::grouped;
use crate::root::Root;

/// The page, in the project.
const PAGE: &str = "docs/verification.md";
const TEMPLATE: &str = include_str!("verification.md");
/// Stands for a figure that no record has.
const MISSING: &str = "not recorded";

pub(super) fn write(records: &Records, root: &Root) -> Result<(), AppError> {
    output::write(&root.path(PAGE), text(records).as_bytes())
}

/// The page.
fn text(records: &Records) -> String {
    let mut parts = TEMPLATE.split("{{");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("}}").unwrap_or((part, ""));
        text += &value(name, records).unwrap_or_else(|| MISSING.to_owned());
        text += rest;
    }
    text
}

/// The text for a name in the template.
fn value(name: &str, records: &Records) -> Option<String> {
    if name == "layers" {
        return Some(layers(records));
    }
    let (check, figure) = name.split_once('.')?;
    let evidence = records.of(check)?;
    match figure {
        "time" => time(evidence),
        "commit" => evidence.commit.clone(),
        "seed" => Some(evidence.seed.to_string()),
        _ => evidence.figures.get(figure).map(|count| grouped(*count)),
    }
}

/// A row for each check.
fn layers(records: &Records) -> String {
    let rows = CHECKS.iter().map(|check| {
        let start = format!(
            "| {} | {} | `{}` |",
            check.layer, check.evidence, check.name
        );
        match records.of(check.name) {
            None => format!("{start} {MISSING} | | | |\n"),
            Some(evidence) => format!("{start}{}\n", of_record(evidence)),
        }
    });
    format!(
        "| layer | evidence | check | figures | commit | seed | time |\n\
         |---|---|---|---|---|---|---|\n{}",
        rows.collect::<String>()
    )
}

fn of_record(evidence: &Evidence) -> String {
    format!(
        " {} | {} | {} | {} |",
        evidence.shown(),
        evidence.commit.as_deref().unwrap_or("unknown"),
        evidence.seed,
        time(evidence).unwrap_or_default()
    )
}

fn time(evidence: &Evidence) -> Option<String> {
    Some(format!("{} s", grouped(evidence.seconds?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::soak::record::FILE;

    #[test]
    fn the_committed_page_is_that_of_the_committed_records() {
        let root = Root::find().unwrap();
        let page = std::fs::read_to_string(root.path(PAGE)).unwrap();
        let records = Records::read(&root, FILE).unwrap();
        assert!(page == text(&records), "run `gatefall soak --page`");
    }

    /// The names in the template.
    fn names() -> impl Iterator<Item = &'static str> {
        let parts = TEMPLATE.split("{{").skip(1);
        parts.map(|part| part.split_once("}}").expect("a name ends").0)
    }

    #[test]
    fn every_name_in_the_template_is_of_a_check() {
        for name in names() {
            let check = name.split_once('.').map_or(name, |(check, _)| check);
            let is_known = CHECKS.iter().any(|known| known.name == check);
            assert!(is_known || name == "layers", "{name}");
        }
    }

    #[test]
    fn every_figure_of_a_recorded_check_is_recorded() {
        let records = Records::read(&Root::find().unwrap(), FILE).unwrap();
        for name in names() {
            let check = name.split_once('.').map(|(check, _)| check);
            let is_recorded = check.is_some_and(|check| records.of(check).is_some());
            assert!(!is_recorded || value(name, &records).is_some(), "{name}");
        }
    }
}
