//! `docs/results.md`: sizes of all builds and speeds of all simulators.
//!
//! The page is written from three files of records. `gatefall build --all --record` updates
//! `docs/builds.json`, `gatefall bench --record` updates `docs/bench.json`, and `gatefall web
//! --bench --record` updates `docs/web.json`. Each writes the whole page. `gatefall report
//! --record` updates `docs/modules.json`, which the page of `gatefall web` shows.

mod builds;
mod commit;
mod json;
mod modules;
mod speeds;
mod web;

pub(crate) use builds::{Record, Records, Result as Recorded};
pub(crate) use commit::commit;
pub(crate) use json::FOLDER;
#[cfg(feature = "sim")]
pub(crate) use json::{read_json, write_json};
pub(crate) use modules::{ModuleCost, ModuleCosts, Modules};
use speeds::Runs;
#[cfg(feature = "sim")]
pub(crate) use speeds::{figure, Run};
use web::Web;
#[cfg(feature = "sim")]
pub(crate) use web::{Size, WebRun};

use crate::error::AppError;
use crate::output;
use crate::root::Root;

/// The page, in the project.
const PAGE: &str = "docs/results.md";

/// All recorded results.
pub(crate) struct Results {
    builds: Records,
    runs: Runs,
    web: Web,
}

impl Results {
    /// The project, if its records can be read. A command asks before it measures for long.
    #[cfg(feature = "sim")]
    pub(crate) fn project() -> Result<Root, AppError> {
        let root = Root::find()?;
        Results::read(&root)?;
        Ok(root)
    }

    /// Changes the records and the page. Other commands may have written since a measurement began,
    /// so the records are read only now, under a lock.
    pub(crate) fn change(
        root: &Root,
        change: impl FnOnce(Results) -> Results,
    ) -> Result<(), AppError> {
        let _lock = output::lock(&root.path(FOLDER));
        change(Results::read(root)?).write(root)
    }

    /// Reads the records of the project.
    pub(crate) fn read(root: &Root) -> Result<Results, AppError> {
        Ok(Results {
            builds: Records::read(root)?,
            runs: Runs::read(root)?,
            web: Web::read(root)?,
        })
    }

    /// Replaces records of builds by newer ones.
    pub(crate) fn with_builds(mut self, new: Vec<Record>) -> Results {
        self.builds = self.builds.merge(new);
        self
    }

    /// Replaces the run of the same game and number of players.
    #[cfg(feature = "sim")]
    pub(crate) fn with_run(mut self, new: Run) -> Results {
        self.runs = self.runs.with(new);
        self
    }

    /// Replaces the run of the page in a browser.
    #[cfg(feature = "sim")]
    pub(crate) fn with_web(mut self, new: WebRun) -> Results {
        self.web = Web::of(new);
        self
    }

    /// Writes all files of records and the page.
    fn write(&self, root: &Root) -> Result<(), AppError> {
        self.builds.write(root)?;
        self.runs.write(root)?;
        self.web.write(root)?;
        output::write(&root.path(PAGE), self.page().as_bytes())
    }

    fn page(&self) -> String {
        format!(
            "<!-- Written by `gatefall build --all --record`, `gatefall bench --record` and \
             `gatefall web\n     --bench --record` from docs/builds.json, docs/bench.json and \
             docs/web.json. Do not edit. -->\n\n\
             # Results\n\n\
             Sizes and speeds of every recorded build, and speeds of every recorded simulator.\n\
             A figure changes only when it is recorded again.\n\n\
             ## Builds\n\n\
             `gatefall build --all --record` builds every game on every setup of every board.\n\
             The needed clock, in MHz, is in parentheses. The last column has the first digits of \
             the\nSHA-256 of the bitstream: with the same tools, a build that gives other digits \
             is of another\ncircuit than the recorded one.\n\n\
             {}\n\
             ## Simulators\n\n\
             `gatefall bench --record` runs each circuit in every simulator: a game and a player \
             for its keys, or\na design that needs no input, and a signature of the outputs in \
             every cycle. Different signatures\nare an error.\n\n\
             A speed is the median of the repetitions, in million clock cycles per second of \
             processor time;\nthe spread is from the slowest to the fastest. *x real time* \
             compares with the clock of the board.\n\
             *Warm-up* is the processor time of 20 million cycles before the first repetition, in \
             which the\ncircuit is compiled again from a profile; a game is compiled once more in \
             a repetition, which is\nthe slowest one then. *Instructions* are those of \
             WebAssembly in a cycle, in two pictures after the\nlast repetition; they do not \
             depend on the load of the machine. Other simulators run code of the\nprocessor, \
             which is not counted. V8 runs the bytes that gatefall has after the warm-up. The \
             other\nVerilator is that of Python's package, version 5.48.0, which does not say its \
             number.\n{}\n\
             ## Browser\n\n\
             `make web-bench` plays the page in a headless Chromium, with sound. The clock of the \
             arcade gives\n59.9 pictures in a second. Two players take most of a processor: on a \
             shared one that is slow for\nsome seconds, time is dropped and the sound has gaps. A \
             server may send the files with gzip.\n\n{}",
            self.builds.table(),
            self.runs.text(),
            self.web.text()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_committed_page_is_that_of_the_committed_records() {
        let root = Root::find().unwrap();
        let page = Results::read(&root).unwrap().page();
        assert_eq!(
            fs::read_to_string(root.path(PAGE)).unwrap(),
            page,
            "record a build, a bench or `gatefall web --bench`, or restore the records"
        );
    }
}
