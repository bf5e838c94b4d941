//! Values of options that choose seeds and tools of a build.

use clap::ValueEnum;
use gatefall_toolchain::Choice;

/// Seeds of the placement.
#[derive(Clone)]
pub(crate) struct Seeds {
    /// Each of them is tried.
    pub all: Vec<u32>,
    /// More of them for a missed clock.
    pub spare: Vec<u32>,
}

/// Parses a number, a range that includes both ends, or one without an end.
pub(super) fn seeds(text: &str) -> Result<Seeds, String> {
    const MOST: u32 = 64;
    const SPARE: u32 = 3;
    let number = |text: &str| {
        let number = text.parse::<u32>();
        number.map_err(|_| format!("`{text}` is not a seed such as `7` or `1..8`"))
    };
    let (first, last) = match text.split_once("..") {
        Some((first, "")) => {
            let first = number(first)?;
            let spare = (1..=SPARE).filter_map(|more| first.checked_add(more));
            return Ok(Seeds {
                all: vec![first],
                spare: spare.collect(),
            });
        }
        Some((first, last)) => (number(first)?, number(last)?),
        None => (number(text)?, number(text)?),
    };
    match last.checked_sub(first) {
        Some(more) if more < MOST => Ok(Seeds {
            all: (first..=last).collect(),
            spare: Vec::new(),
        }),
        Some(_) => Err(format!("more than {MOST} seeds")),
        None => Err(format!("{first} is more than {last}")),
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Tools {
    /// The native tools if all are on PATH and new enough, else the pinned ones
    Auto,
    /// yosys, nextpnr-ice40 and icepack from PATH
    Native,
    /// Exact versions, installed under build/tools at first use
    Pinned,
}

impl From<Tools> for Choice {
    fn from(tools: Tools) -> Choice {
        match tools {
            Tools::Auto => Choice::Auto,
            Tools::Native => Choice::Native,
            Tools::Pinned => Choice::Pinned,
        }
    }
}
