//! Steps of random play, with a progress bar.

use crate::cli::VerifyArguments;
use crate::interrupt::is_interrupted;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::{Duration, Instant};

/// Amount of random play.
pub(super) struct Amount {
    pub(super) seed: u64,
    /// Number of games or other units.
    pub(super) count: u64,
    pub(super) duration: Option<Duration>,
}

impl Amount {
    /// `usual` is the default count.
    pub(super) fn new(arguments: &VerifyArguments, usual: u64) -> Self {
        Self {
            seed: arguments.seed.unwrap_or(1),
            count: match arguments.duration {
                Some(_) => u64::MAX,
                None => arguments.games.unwrap_or(usual),
            },
            duration: arguments.duration,
        }
    }
}

/// Progress bar with an end. Steps end after a time, or at Ctrl-C.
pub(super) struct Steps {
    bar: ProgressBar,
    end: Option<Instant>,
}

impl Steps {
    /// `unit` is the plural name of the steps.
    pub(super) fn new(amount: &Amount, unit: &str) -> Self {
        let (length, template) = match amount.duration {
            Some(_) => (
                None,
                format!("{{spinner}} {{human_pos}} {unit}, {{elapsed}}"),
            ),
            None => (
                Some(amount.count),
                format!("{{wide_bar}} {{human_pos}}/{{human_len}} {unit}, {{eta}} left"),
            ),
        };
        let style = ProgressStyle::with_template(&template).expect("the template is well-formed");
        let target = ProgressDrawTarget::stderr_with_hz(5);
        Self {
            bar: ProgressBar::with_draw_target(length, target).with_style(style),
            end: amount.duration.map(|duration| Instant::now() + duration),
        }
    }

    /// Counts a step. True to continue.
    pub(super) fn step(&self) -> bool {
        self.bar.inc(1);
        let is_over = self.end.is_some_and(|end| Instant::now() >= end);
        !is_over && !is_interrupted()
    }
}
