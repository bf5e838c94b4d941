//! Shows what is running and for how long.

use gatefall_toolchain::Watcher;
use indicatif::{ProgressBar, ProgressStyle};
use std::cell::RefCell;
use std::io::IsTerminal;
use std::time::Duration;

/// On a terminal a moving line with the last output of the tool, otherwise one line for each step.
#[derive(Default)]
pub(crate) struct Progress {
    bar: RefCell<Option<ProgressBar>>,
}

impl Watcher for Progress {
    fn begin(&self, step: &str) {
        if !std::io::stderr().is_terminal() {
            eprint!("{step} ... ");
            return;
        }
        let style = ProgressStyle::with_template("{spinner} {prefix} [{elapsed}] {wide_msg:.dim}")
            .expect("the template is well-formed");
        let bar = ProgressBar::new_spinner()
            .with_style(style)
            .with_prefix(step.to_owned());
        bar.enable_steady_tick(Duration::from_millis(100));
        self.bar.replace(Some(bar));
    }

    fn line(&self, line: &str) {
        if let Some(bar) = self.bar.borrow().as_ref() {
            bar.set_message(line.to_owned());
        }
    }

    fn end(&self, step: &str, took: Duration, well: bool) {
        let result = match well {
            true => format!("{:.1} s", took.as_secs_f64()),
            false => "failed".to_owned(),
        };
        match self.bar.take() {
            None => eprintln!("{result}"),
            Some(bar) => {
                bar.finish_and_clear();
                eprintln!("{step} ... {result}");
            }
        }
    }
}
