//! Tests of `gatefall web`: the command, its server, and the page in a real browser.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

mod access;
mod browser;
mod command;
mod controls;
mod gamepads;
mod guide;
mod inside;
mod loads;
mod modules;
mod native;
mod page;
mod replays;
mod saves;
mod turns;
mod waves;

use gatefall_tests::contents;
use gatefall_web::{Server, SiteFile};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::OnceLock;

/// Command that runs `gatefall` in the project.
fn gatefall(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gatefall"));
    command.args(arguments).env("NO_COLOR", "1");
    command
}

/// Files of the site. All tests share them, because it takes seconds to compile the games.
fn site() -> &'static [SiteFile] {
    static SITE: OnceLock<Vec<SiteFile>> = OnceLock::new();
    SITE.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let output = gatefall(&["web", "--out", folder.path().to_str().unwrap()]).output();
        let output = output.unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        let files = contents(folder.path()).into_iter();
        files
            .map(|(name, bytes)| SiteFile::new(name, bytes))
            .collect()
    })
}

/// Address of a server with the site, which runs as long as the tests.
fn url() -> &'static str {
    static URL: OnceLock<String> = OnceLock::new();
    static ENDED: AtomicBool = AtomicBool::new(false);
    URL.get_or_init(|| {
        let server = Server::bind(0).unwrap();
        let url = server.url();
        std::thread::spawn(move || server.run(site().to_vec(), &ENDED));
        url
    })
}

/// Values of an attribute in HTML.
fn attributes<'a>(html: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    let parts = html.split(start.as_str()).skip(1);
    parts.filter_map(|part| part.split('"').next()).collect()
}

/// A process that ends with the test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts `gatefall web` in a project, on a free port. Returns its address.
fn serve(project: &Path) -> (String, Process) {
    let mut command = gatefall(&["web", "--port", "0"]);
    let mut child = command
        .current_dir(project)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let process = Process(child);
    out.read_line(&mut line).unwrap();
    let url = line
        .split_whitespace()
        .find(|word| word.starts_with("http"));
    let url = url.expect("the first line has the address").to_owned();
    (url, process)
}
