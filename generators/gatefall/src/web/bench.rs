//! `gatefall web --bench`: measures the page in a headless Chromium.
//!
//! The arcade is played by two players, with sound. A script in the page presses the keys. The
//! latency is the time from the dispatch of a key event until a picture that shows its effect was
//! put on the canvas. The causes of gaps in the sound go to standard error: how late the worker was
//! at its turns, its speed in multiples of real time, and when it was late for how many turns.

use super::error::WebError;
use super::gzip::gzip;
use super::site::site;
use crate::bench::cpu;
use crate::cli::WebArguments;
use crate::error::AppError;
use crate::output;
use crate::results::{commit, Results, Size, WebRun};
use gatefall_toolchain::on_path;
use gatefall_web::{Browser, Server, SiteFile, PROGRAMS};
use serde::Deserialize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Script that plays and measures, as the body of an asynchronous function.
const SCRIPT: &str = include_str!("bench.js");
/// Time between the start of the game and the measurement, and length of the latter.
const WARM_UP_MS: u32 = 8_000;
const MEASURED_MS: u32 = 60_000;
/// Part of a measurement that one request to the browser takes.
const PART_MS: u32 = 10_000;

/// Measured latencies, and those of one request. An even number keeps the menu where it was.
const LATENCIES: usize = 40;
const LATENCIES_OF_PART: usize = 8;

/// Counts of the page at one time.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Counts {
    ms: f64,
    pictures: u64,
    cycles: u64,
    underruns: u64,
    dropped_ms: f64,
}

pub(super) fn run(arguments: &WebArguments) -> Result<(), AppError> {
    if let Some((program, package)) = PROGRAMS.iter().find(|(name, _)| on_path(name).is_none()) {
        return Err(WebError::NoBrowser { program, package }.into());
    }
    let root = arguments.record.then(Results::project).transpose()?;
    let load = load();
    let files = site()?;
    let sizes = sizes(&files);
    let server = Server::bind(0).map_err(WebError::from)?;
    let url = server.url();
    let ended = AtomicBool::new(false);
    let run = thread::scope(|scope| {
        let serving = scope.spawn(|| server.run(files, &ended));
        let run = measure(&url);
        ended.store(true, Ordering::Relaxed);
        let _ = serving.join();
        run
    })?;
    let run = WebRun {
        commit: root.as_ref().and_then(commit),
        sizes,
        load,
        ..run
    };
    output::print(&run.text())?;
    match root {
        Some(root) => Results::change(&root, |results| results.with_web(run)),
        None => Ok(()),
    }
}

/// A page without the drawings in it.
fn without_drawings(page: &[u8]) -> Vec<u8> {
    let page = String::from_utf8_lossy(page);
    let parts = page.split("<svg").enumerate();
    let rests = parts.map(|(index, part)| match (index, part.split_once("</svg>")) {
        (1.., Some((_, rest))) => rest,
        _ => part,
    });
    rests.collect::<String>().into_bytes()
}

/// Sizes of the files without the guide's pictures, as they are and as a server compresses them.
/// Drawings within its pages are pictures, too.
fn sizes(files: &[SiteFile]) -> Vec<Size> {
    let ends = [".wasm", ".json", ".bin", ".js", ".html", ".css", ".svg"];
    let own = || {
        files
            .iter()
            .filter(|file| !file.name.starts_with("picture-"))
    };
    let size = |end: &&str| {
        let files = own().filter(|file| file.name.ends_with(*end));
        let (mut bytes, mut packed) = (0, 0);
        for file in files {
            let counted = match file.name.starts_with("guide-") {
                true => without_drawings(&file.bytes),
                false => file.bytes.clone(),
            };
            bytes += counted.len() as u64;
            packed += gzip(&counted).len() as u64;
        }
        Size {
            files: (*end).to_owned(),
            bytes,
            gzip: packed,
        }
    };
    ends.iter().map(size).collect()
}

fn measure(url: &str) -> Result<WebRun, WebError> {
    let browser = Browser::start()?;
    browser.open(&format!("{url}#arcade"))?;
    browser.wait_for("globalThis.gatefall?.page.firstPictureMs")?;
    let ready_ms = number(&browser, "return gatefall.page.firstPictureMs;")?;
    // A real key allows the page to play sound.
    browser.chord(&["m"])?;
    browser.chord(&["m"])?;
    browser.run(SCRIPT)?;
    browser.run("await gatefall.bench.menu();")?;
    let mut latencies: Vec<(f64, u32)> = Vec::new();
    for _ in 0..LATENCIES / LATENCIES_OF_PART {
        let script = format!("return await gatefall.bench.latencies({LATENCIES_OF_PART});");
        latencies.extend(read::<Vec<(f64, u32)>>(&browser, &script)?);
    }
    let latency_pictures = latencies.iter().map(|&(_, pictures)| pictures).max();
    let mut latency_ms: Vec<f64> = latencies.iter().map(|&(ms, _)| ms).collect();
    latency_ms.sort_by(f64::total_cmp);
    browser.run("await gatefall.bench.play();")?;
    rest(&browser, WARM_UP_MS)?;
    browser.run("await gatefall.bench.causes();")?;
    let before: Counts = read(&browser, "return gatefall.bench.counts();")?;
    for _ in 0..MEASURED_MS / PART_MS {
        rest(&browser, PART_MS)?;
    }
    let after: Counts = read(&browser, "return gatefall.bench.counts();")?;
    let causes = browser.run("return await gatefall.bench.causes();")?;
    output::note(&causes.to_string());
    let clock_hz = number(&browser, "return gatefall.player.description.clock_hz;")?;
    let seconds = (after.ms - before.ms) / 1000.0;
    Ok(WebRun {
        commit: None,
        game: "arcade".to_owned(),
        players: 2,
        cpu: cpu(),
        processors: thread::available_parallelism().map_or(1, usize::from),
        load: None,
        browser: format!("Chromium {}", browser.version()),
        seconds,
        pictures: (after.pictures - before.pictures) as f64 / seconds,
        real_time: (after.cycles - before.cycles) as f64 / clock_hz / seconds,
        underruns: after.underruns - before.underruns,
        dropped_ms: after.dropped_ms - before.dropped_ms,
        ready_ms,
        latency_ms: latency_ms[latency_ms.len() / 2],
        longest_latency_ms: latency_ms[latency_ms.len() - 1],
        latency_pictures,
        sizes: Vec::new(),
    })
}

/// Processes that wanted a processor in the last minute, on average.
fn load() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

fn rest(browser: &Browser, ms: u32) -> Result<(), WebError> {
    let wait = format!("await new Promise((resolve) => setTimeout(resolve, {ms}));");
    browser.run(&wait)?;
    Ok(())
}

fn number(browser: &Browser, script: &str) -> Result<f64, WebError> {
    read(browser, script)
}

fn read<T: serde::de::DeserializeOwned>(browser: &Browser, script: &str) -> Result<T, WebError> {
    let value = browser.run(script)?;
    let text = value.to_string();
    serde_json::from_value(value).map_err(|_| WebError::Figure(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_of_the_guide_are_not_counted() {
        let files = [
            SiteFile::new(
                "guide-wiring.html",
                "<p>a</p><svg id=\"b\"><g/></svg><p>c</p>",
            ),
            SiteFile::new("index.html", "<svg></svg>"),
            SiteFile::new("picture-screen.svg", "<svg></svg>"),
        ];
        let sizes = sizes(&files);
        let bytes = |end: &str| {
            sizes
                .iter()
                .find(|size| size.files == end)
                .map(|size| size.bytes)
        };
        assert_eq!((bytes(".html"), bytes(".svg")), (Some(16 + 11), Some(0)));
    }
}
