//! Record of the page in a browser, `docs/web.json`, and its text.

use super::json::{read_json, write_json};
use crate::error::AppError;
use crate::report::grouped;
use crate::root::Root;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// File of the record, in the project.
const FILE: &str = "docs/web.json";

/// One run of `gatefall web --bench`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct WebRun {
    /// Commit of the measured page, with `-dirty` if there were changes. Absent without git.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    pub game: String,
    pub players: u8,
    pub cpu: String,
    pub processors: usize,
    /// Processes that wanted a processor before the start, on average over a minute. Absent if the
    /// system does not count them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<f64>,
    pub browser: String,
    /// Length of the measurement.
    pub seconds: f64,
    /// Pictures in a second.
    pub pictures: f64,
    /// Simulated time in relation to the time of the measurement.
    pub real_time: f64,
    /// Gaps in the sound.
    pub underruns: u64,
    /// Time that the page dropped, because the machine had no time for it.
    pub dropped_ms: f64,
    /// Time from the start of loading to the first picture.
    pub ready_ms: f64,
    /// Time from a key event to the first changed picture: median and longest.
    pub latency_ms: f64,
    pub longest_latency_ms: f64,
    /// Pictures put on the canvas from a key event to the changed one: the most of all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latency_pictures: Option<u32>,
    pub sizes: Vec<Size>,
}

/// Size of all files with one ending.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Size {
    pub files: String,
    pub bytes: u64,
    pub gzip: u64,
}

/// The record, if there is one.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Web(Option<WebRun>);

impl Web {
    pub(super) fn read(root: &Root) -> Result<Web, AppError> {
        read_json(root, FILE)
    }

    pub(super) fn write(&self, root: &Root) -> Result<(), AppError> {
        match &self.0 {
            Some(run) => write_json(root, FILE, run),
            None => Ok(()),
        }
    }

    /// The record of a new run.
    #[cfg(feature = "sim")]
    pub(super) fn of(run: WebRun) -> Web {
        Web(Some(run))
    }

    pub(super) fn text(&self) -> String {
        let run = self.0.as_ref();
        run.map_or("Nothing is recorded.\n".to_owned(), WebRun::text)
    }
}

impl WebRun {
    /// Conditions and tables.
    pub(crate) fn text(&self) -> String {
        let commit = self.commit.as_ref();
        let commit = commit.map_or("unknown".to_owned(), |commit| format!("`{commit}`"));
        let load = self.load;
        let load = load.map_or(String::new(), |load| {
            format!(", load before the start {load:.1}")
        });
        let mut text = format!(
            "{}, {} players, for {:.0} s. {}.\nProcessor: {} ({} of them{load}). Commit: {commit}.\
             \n\n| figure | value |\n|---|---:|\n",
            self.game, self.players, self.seconds, self.browser, self.cpu, self.processors
        );
        let rows = [
            ("pictures in a second", format!("{:.1}", self.pictures)),
            ("x real time", format!("{:.3}", self.real_time)),
            ("gaps in the sound", self.underruns.to_string()),
            ("dropped time", format!("{:.0} ms", self.dropped_ms)),
            (
                "from loading to the first picture",
                format!("{:.0} ms", self.ready_ms),
            ),
            (
                "from key event to changed picture, median",
                format!("{:.0} ms", self.latency_ms),
            ),
            (
                "the same, longest of 40",
                format!("{:.0} ms", self.longest_latency_ms),
            ),
        ];
        let pictures = self.latency_pictures;
        let pictures = pictures.map(|most| ("the same in pictures, most of 40", most.to_string()));
        for (name, value) in rows.into_iter().chain(pictures) {
            writeln!(text, "| {name} | {value} |").expect("a string takes everything");
        }
        text += "\n| files, without pictures and drawings | bytes | gzip |\n|---|---:|---:|\n";
        for Size { files, bytes, gzip } in &self.sizes {
            let (bytes, gzip) = (grouped(*bytes), grouped(*gzip));
            writeln!(text, "| `{files}` | {bytes} | {gzip} |").expect("a string takes everything");
        }
        let sum = |of: fn(&Size) -> u64| grouped(self.sizes.iter().map(of).sum());
        let (bytes, gzip) = (sum(|size| size.bytes), sum(|size| size.gzip));
        writeln!(text, "| all | {bytes} | {gzip} |").expect("a string takes everything");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_a_table_of_figures_and_one_of_sizes() {
        let size = |files: &str, bytes, gzip| Size {
            files: files.to_owned(),
            bytes,
            gzip,
        };
        let run = WebRun {
            commit: Some("0123abc".to_owned()),
            game: "arcade".to_owned(),
            players: 2,
            cpu: "a processor".to_owned(),
            processors: 2,
            load: Some(0.25),
            browser: "Chromium 1".to_owned(),
            seconds: 60.01,
            pictures: 59.52,
            real_time: 0.9999,
            underruns: 0,
            dropped_ms: 0.0,
            ready_ms: 512.3,
            latency_ms: 20.4,
            longest_latency_ms: 31.6,
            latency_pictures: Some(2),
            sizes: vec![size(".wasm", 200_000, 60_000), size(".js", 1_000, 400)],
        };
        insta::assert_snapshot!(Web(Some(run)).text(), @r"
        arcade, 2 players, for 60 s. Chromium 1.
        Processor: a processor (2 of them, load before the start 0.2). Commit: `0123abc`.

        | figure | value |
        |---|---:|
        | pictures in a second | 59.5 |
        | x real time | 1.000 |
        | gaps in the sound | 0 |
        | dropped time | 0 ms |
        | from loading to the first picture | 512 ms |
        | from key event to changed picture, median | 20 ms |
        | the same, longest of 40 | 32 ms |
        | the same in pictures, most of 40 | 2 |

        | files, without pictures and drawings | bytes | gzip |
        |---|---:|---:|
        | `.wasm` | 200,000 | 60,000 |
        | `.js` | 1,000 | 400 |
        | all | 201,000 | 60,400 |
        ");
        assert_eq!(Web::default().text(), "Nothing is recorded.\n");
    }
}
