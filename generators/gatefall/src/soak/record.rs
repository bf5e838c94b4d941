//! Records of long checks, `docs/verification.json`.

use super::checks::CHECKS;
use crate::error::AppError;
use crate::report::grouped;
use crate::results::{read_json, write_json};
use crate::root::Root;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// File of the records, in the project.
pub(super) const FILE: &str = "docs/verification.json";
/// File of sittings that were interrupted, in the project.
pub(super) const UNFINISHED: &str = "build/soak/unfinished.json";

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

/// Figure of a check that plays sessions of consecutive seeds, and can be interrupted after any.
const SESSIONS: &str = "sessions";

impl Evidence {
    /// Sittings on this commit add up: the check counts sessions, and no source had changed.
    pub(super) fn can_continue(&self) -> bool {
        let is_clean = |commit: &String| !commit.ends_with("-dirty");
        self.commit.as_ref().is_some_and(is_clean) && self.sessions().is_some()
    }

    /// The sessions that were played, if the check counts them.
    fn sessions(&self) -> Option<u64> {
        self.figures.get(SESSIONS).copied()
    }

    /// The seed of the session after the last one, if the check counts them.
    pub(super) fn next_seed(&self) -> Option<u64> {
        Some(self.seed.wrapping_add(self.sessions()?))
    }

    /// The figures of an earlier sitting and of this one, which began with its next seed.
    pub(super) fn after(mut self, earlier: &Evidence) -> Evidence {
        self.seed = earlier.seed;
        for (name, count) in &earlier.figures {
            *self.figures.entry(name.clone()).or_default() += count;
        }
        let times = self.seconds.zip(earlier.seconds);
        self.seconds = times.map(|(own, other)| own + other);
        self
    }

    /// The figures in a line, those of a subject after its name.
    pub(super) fn shown(&self) -> String {
        let mut shown = String::new();
        let mut last = "";
        for (name, count) in &self.figures {
            let (subject, figure) = name.split_once(": ").unwrap_or(("", name));
            if !shown.is_empty() {
                shown += if subject == last { ", " } else { "; " };
            }
            if subject != last && !subject.is_empty() {
                shown += &format!("{subject}: ");
            }
            shown += &format!("{} {figure}", grouped(*count));
            last = subject;
        }
        shown
    }
}

/// All records, in the order of the checks.
#[derive(Debug, Default)]
pub(super) struct Records(pub(super) Vec<Evidence>);

impl Records {
    pub(super) fn read(root: &Root, file: &str) -> Result<Records, AppError> {
        Ok(Records(read_json(root, file)?))
    }

    /// Replaces the record of a check by a newer one.
    pub(super) fn add(&mut self, new: Evidence) {
        self.remove(&new.check);
        self.0.push(new);
        let place = |evidence: &Evidence| {
            let mut checks = CHECKS.iter();
            checks.position(|check| check.name == evidence.check)
        };
        self.0.retain(|evidence| place(evidence).is_some());
        self.0.sort_by_key(place);
    }

    /// Removes the record of a check. True if there was one.
    pub(super) fn remove(&mut self, check: &str) -> bool {
        let count = self.0.len();
        self.0.retain(|old| old.check != check);
        self.0.len() < count
    }

    /// The record that a new sitting of a check continues.
    pub(super) fn continued(&self, check: &str, commit: Option<&str>) -> Option<&Evidence> {
        let record = self.of(check)?;
        (record.can_continue() && record.commit.as_deref() == commit).then_some(record)
    }

    /// The record of a check.
    pub(super) fn of(&self, check: &str) -> Option<&Evidence> {
        self.0.iter().find(|evidence| evidence.check == check)
    }

    pub(super) fn write(&self, root: &Root, file: &str) -> Result<(), AppError> {
        write_json(root, file, &self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sitting(commit: &str, seed: u64, sessions: u64) -> Evidence {
        Evidence {
            check: "arcade".to_owned(),
            commit: Some(commit.to_owned()),
            seed,
            seconds: Some(sessions),
            figures: Figures::from([
                (SESSIONS.to_owned(), sessions),
                ("inputs".to_owned(), 1_000 * sessions),
            ]),
        }
    }

    #[test]
    fn sittings_on_one_commit_add_up() {
        let records = Records(vec![sitting("c0ffee", 7, 800)]);
        let earlier = records.continued("arcade", Some("c0ffee")).unwrap();
        let seed = earlier.next_seed().unwrap();
        assert_eq!(seed, 807);
        let both = sitting("c0ffee", seed, 100).after(earlier);
        assert_eq!(both, sitting("c0ffee", 7, 900));
    }

    #[test]
    fn no_other_record_is_continued() {
        let proof = Evidence {
            check: "proofs".to_owned(),
            figures: Figures::from([("modules".to_owned(), 229)]),
            ..sitting("c0ffee", 1, 0)
        };
        let records = Records(vec![sitting("c0ffee-dirty", 7, 800), proof]);
        for (check, commit) in [
            ("arcade", Some("c0ffee")),
            ("arcade", Some("c0ffee-dirty")),
            ("arcade", None),
            ("proofs", Some("c0ffee")),
            ("matrix", Some("c0ffee")),
        ] {
            assert_eq!(records.continued(check, commit), None, "{check} {commit:?}");
        }
    }

    #[test]
    fn figures_of_a_subject_stand_together() {
        let figures = [
            ("arcade: cells", 5_912),
            ("arcade: faults", 100),
            ("changed texts", 9),
            ("matrix: cells", 951),
        ];
        let figures = figures.map(|(name, count)| (name.to_owned(), count));
        let evidence = Evidence {
            figures: Figures::from(figures),
            ..sitting("c0ffee", 1, 0)
        };
        let shown = "arcade: 5,912 cells, 100 faults; 9 changed texts; matrix: 951 cells";
        assert_eq!(evidence.shown(), shown);
    }

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
        assert!(records.remove("proofs") && !records.remove("proofs"));
        assert_eq!(records.0, [evidence("arcade", 3)]);
    }
}
