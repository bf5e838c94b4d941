//! Progress display: running steps and their times.

use crate::output;
use gatefall_toolchain::Watcher;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Prints a line for each finished step. On a terminal it also shows an animated line for each
/// running step, with the last output of its tool.
#[derive(Default)]
pub(crate) struct Progress {
    lines: MultiProgress,
    bars: Mutex<BTreeMap<String, ProgressBar>>,
}

impl Progress {
    /// The bars. A panic of another thread leaves the map valid.
    fn bars(&self) -> MutexGuard<'_, BTreeMap<String, ProgressBar>> {
        self.bars.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watcher for Progress {
    fn begin(&self, step: &str) {
        if !std::io::stderr().is_terminal() {
            return;
        }
        let style = ProgressStyle::with_template("{spinner} {prefix} [{elapsed}] {wide_msg:.dim}")
            .expect("the template is well-formed");
        let bar = ProgressBar::new_spinner()
            .with_style(style)
            .with_prefix(step.to_owned());
        let bar = self.lines.add(bar);
        bar.enable_steady_tick(Duration::from_millis(100));
        self.bars().insert(step.to_owned(), bar);
    }

    fn line(&self, step: &str, line: &str) {
        if let Some(bar) = self.bars().get(step) {
            bar.set_message(line.to_owned());
        }
    }

    fn end(&self, step: &str, took: Duration, well: bool) {
        let result = match well {
            true => format!("{:.1} s", took.as_secs_f64()),
            false => "failed".to_owned(),
        };
        if let Some(bar) = self.bars().remove(step) {
            bar.finish_and_clear();
        }
        // Printed above the animated lines of other steps.
        let line = format!("{step} ... {result}");
        self.lines.suspend(|| output::note(&line));
    }
}
