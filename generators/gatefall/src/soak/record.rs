//! Records of long checks, `docs/verification.json`.

use super::checks::CHECKS;
use crate::error::AppError;
use crate::report::grouped;
use crate::results::{read_json, write_json};
use crate::root::Root;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// File of the records, in the project.
const FILE: &str = "docs/verification.json";

/// Numbers of a check, by name.
pub(super) type Figures = BTreeMap<String, u64>;

/// A check that passed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Evidence {
    pub(super) check: String,
    /// Commit of the checked project, with `-dirty` if there were changes. Absent without git.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) commit: Option<String>,
    pub(super) seed: u64,
    /// Absent in records of older commands, which did not note it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) seconds: Option<u64>,
    pub(super) figures: Figures,
}

impl Evidence {
    /// The figures in a line.
    pub(super) fn shown(&self) -> String {
        let figures = self.figures.iter();
        let figures = figures.map(|(name, count)| format!("{} {name}", grouped(*count)));
        figures.collect::<Vec<_>>().join(", ")
    }
}

/// All records, in the order of the checks.
#[derive(Debug, Default)]
pub(super) struct Records(pub(super) Vec<Evidence>);

impl Records {
    pub(super) fn read(root: &Root) -> Result<Records, AppError> {
        Ok(Records(read_json(root, FILE)?))
    }

    /// Replaces the record of a check by a newer one.
    pub(super) fn add(&mut self, new: Evidence) {
        self.0.retain(|old| old.check != new.check);
        self.0.push(new);
        let place = |evidence: &Evidence| {
            let mut checks = CHECKS.iter();
            checks.position(|check| check.name == evidence.check)
        };
        self.0.retain(|evidence| place(evidence).is_some());
        self.0.sort_by_key(place);
    }

    /// The record of a check.
    pub(super) fn of(&self, check: &str) -> Option<&Evidence> {
        self.0.iter().find(|evidence| evidence.check == check)
    }

    pub(super) fn write(&self, root: &Root) -> Result<(), AppError> {
        write_json(root, FILE, &self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_record_replaces_that_of_its_check_in_the_order_of_the_checks() {
        let evidence = |check: &str, seed| Evidence {
            check: check.to_owned(),
            commit: None,
            seed,
            seconds: Some(1),
            figures: Figures::from([("modules".to_owned(), 1_229)]),
        };
        let mut records = Records(vec![evidence("proofs", 1), evidence("gone", 1)]);
        records.add(evidence("proofs", 2));
        records.add(evidence("arcade", 3));
        assert_eq!(records.0, [evidence("arcade", 3), evidence("proofs", 2)]);
        assert_eq!(records.0[0].shown(), "1,229 modules");
    }
}
