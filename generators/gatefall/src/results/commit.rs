//! The commit of the project.

use crate::root::Root;
use std::process::Command;

/// Files that records write: figures of a commit, not sources.
const RECORDS: [&str; 7] = [
    "docs/bench.json",
    "docs/builds.json",
    "docs/modules.json",
    "docs/results.md",
    "docs/verification.json",
    "docs/verification.md",
    "docs/web.json",
];

/// The commit of the project, with `-dirty` if anything but records has changed. `None` without
/// git.
pub(crate) fn commit(root: &Root) -> Option<String> {
    let name = git(root, &["rev-parse", "--short=7", "HEAD"])?;
    let mut status = vec!["status", "--porcelain", "--untracked-files=no", "--", "."];
    let excluded = RECORDS.map(|file| format!(":(exclude){file}"));
    status.extend(excluded.iter().map(String::as_str));
    let is_clean = git(root, &status)?.is_empty();
    Some(name + if is_clean { "" } else { "-dirty" })
}

/// Output of git in the project, if it succeeds.
fn git(root: &Root, arguments: &[&str]) -> Option<String> {
    let mut git = Command::new("git");
    git.arg("-C").arg(root.path(".")).args(arguments);
    let output = git.output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    Some(text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_records_exist() {
        let root = Root::find().unwrap();
        for file in RECORDS {
            assert!(root.path(file).is_file(), "{file}");
        }
    }
}
