//! Results of external programs, kept by content in `build/kept`.
//!
//! The key of a run is a hash of all that its results depend on: the programs, the arguments, the
//! variables that the test sets, and each file that is read. The results are what the run printed
//! and the files that it wrote. They are kept only if the run succeeded. A test judges them each
//! time, also those of an earlier run.
//!
//! With `GATEFALL_FRESH` every program runs, and nothing is kept.

mod input_hash;
mod store;

use crate::folder::files_below;
use crate::process::run;
use input_hash::{digest, InputHash};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use store::{Results, Store, WrittenFile};

/// The folder of results.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../build/kept");
/// Turns this off.
const FRESH: &str = "GATEFALL_FRESH";

/// A run of a program whose results are kept. It works in a folder of its own, the current
/// directory of the command. Each file in it is an input, and so is each file or folder whose path
/// is an argument.
pub struct KeptRun<'a> {
    command: &'a mut Command,
    programs: Vec<&'a str>,
    reads: Vec<PathBuf>,
    leaves: Option<&'a [&'a str]>,
    is_kept: fn(&Output) -> bool,
}

impl<'a> KeptRun<'a> {
    /// A run of this command, which has a current directory.
    pub fn new(command: &'a mut Command) -> Self {
        Self {
            command,
            programs: Vec::new(),
            reads: Vec::new(),
            leaves: None,
            is_kept: |output| output.status.success(),
        }
    }

    /// Programs on PATH that the run starts itself.
    #[must_use]
    pub fn starts(mut self, programs: &[&'a str]) -> Self {
        self.programs.extend(programs);
        self
    }

    /// A file or folder that the run reads, besides those of the arguments.
    #[must_use]
    pub fn reads(mut self, path: impl Into<PathBuf>) -> Self {
        self.reads.push(path.into());
        self
    }

    /// Of the files that the run writes, only these are needed.
    #[must_use]
    pub fn leaves(mut self, files: &'a [&'a str]) -> Self {
        self.leaves = Some(files);
        self
    }

    /// Keeps the results that the test expects, if a success is none.
    #[must_use]
    pub fn keeps(mut self, is_kept: fn(&Output) -> bool) -> Self {
        self.is_kept = is_kept;
        self
    }

    /// Runs the program as [`run`] does, or repeats the results of a run with the same inputs.
    ///
    /// # Panics
    /// As [`run`] does. Also when a file cannot be read or written.
    #[track_caller]
    pub fn run(self, usual_seconds: u64) -> Output {
        let is_fresh = std::env::var_os(FRESH).is_some_and(|value| !value.is_empty());
        match is_fresh {
            true => run(self.command, usual_seconds),
            false => self.run_with(&Store::new(Path::new(FOLDER)), usual_seconds),
        }
    }

    #[track_caller]
    fn run_with(self, store: &Store, usual_seconds: u64) -> Output {
        let folder = self.command.get_current_dir();
        let folder = folder.expect("a run has its own folder").to_owned();
        let before = digests(&folder);
        let key = self.key(&folder, &before);
        if let Some(results) = store.get(&key) {
            for file in &results.files {
                file.write(&folder);
            }
            return results.output;
        }
        let output = run(self.command, usual_seconds);
        if (self.is_kept)(&output) {
            let after = digests(&folder);
            // A file that was removed cannot be repeated.
            if before.keys().all(|name| after.contains_key(name)) {
                let is_wanted = |name: &&String| {
                    let is_new = before.get(*name) != after.get(*name);
                    is_new
                        && self
                            .leaves
                            .is_none_or(|files| files.contains(&name.as_str()))
                };
                let names = after.keys().filter(is_wanted);
                let files = names.map(|name| WrittenFile::read(&folder, name)).collect();
                let results = Results { output, files };
                store.put(&key, &results);
                // A repeated run leaves no others. In the folder they would be inputs of the next.
                let others = after.keys().filter(|name| !is_wanted(name));
                for name in others.filter(|name| !before.contains_key(*name)) {
                    fs::remove_file(folder.join(name)).expect("a file of the run");
                }
                return results.output;
            }
        }
        output
    }

    fn key(&self, folder: &Path, files: &BTreeMap<String, String>) -> String {
        let mut key = InputHash::new();
        let place = folder.to_string_lossy();
        // The folder has another name in each run.
        let word = |word: &OsStr| word.to_string_lossy().replace(&*place, ".");
        let program = Path::new(self.command.get_program());
        match program.is_absolute() {
            true => key.add("program", &tree(program)),
            false => key.add_program(&program.to_string_lossy()),
        }
        for program in &self.programs {
            key.add_program(program);
        }
        for argument in self.command.get_args() {
            let path = Path::new(argument);
            match path.is_absolute() && path.exists() && path != folder {
                true => key.add("read", &tree(path)),
                false => key.add("argument", &word(argument)),
            }
        }
        for path in &self.reads {
            key.add("read", &tree(path));
        }
        for (name, value) in self.command.get_envs() {
            key.add("variable", &name.to_string_lossy());
            key.add("value", &value.map(word).unwrap_or_default());
        }
        for (name, digest) in files {
            key.add("file", name);
            key.add("content", digest);
        }
        key.add("leaves", &format!("{:?}", self.leaves));
        key.finish()
    }
}

/// Digests of all files of a folder, by their path in it.
fn digests(folder: &Path) -> BTreeMap<String, String> {
    let files = files_below(folder).into_iter().map(|path| {
        let name = path.strip_prefix(folder).expect("it is in the folder");
        let name = name.to_str().expect("names are UTF-8").to_owned();
        (name, digest(&fs::read(&path).expect("an input")))
    });
    files.collect()
}

/// Digests of a file, or of all files of a folder with their names in it.
fn tree(path: &Path) -> String {
    match path.is_dir() {
        true => format!("{:?}", digests(path)),
        false => digest(&fs::read(path).expect("an input")),
    }
}

#[cfg(test)]
mod tests;
