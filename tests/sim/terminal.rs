//! Tests of `gatefall play` in a terminal that reports releases of keys. The test acts as the
//! terminal.

use super::Desk;
use gatefall_tests::{finish, has_programs, limit};
use std::fs;
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

/// Time without output at which the program counts as hanging. The start takes three seconds.
const SILENCE: Duration = limit(3);
/// Most pictures until the effect of a key must be visible.
const MOST_PICTURES: usize = 600;
/// Keys in the protocol that reports releases: number and last letter.
const F1: (u32, char) = (1, 'P');
const ENTER: (u32, char) = (13, 'u');
/// Pictures within which a tap has changed the skin.
const PICTURES_OF_A_SKIN: usize = 20;
/// Pictures within which a changed setting is in the flash, with time to spare.
const PICTURES_OF_A_SAVE: usize = 30;
/// Twice as many as there are skins, and more.
const MOST_TAPS: usize = 20;
/// End of a picture and its status line.
const DRAWN: &str = "\x1b[?2026l";
/// A cell of the picture.
const CELL: &str = "▀";

/// A terminal that runs a program.
pub struct Terminal {
    /// None after its end.
    child: Option<Child>,
    keys: ChildStdin,
    output: Receiver<String>,
    /// Output that was received but not searched yet.
    rest: String,
}

impl Terminal {
    pub fn run(command: &str) -> Terminal {
        let mut child = Command::new("script")
            .args(["-qec", command, "/dev/null"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .env("TERM", "xterm-256color")
            .env("COLORTERM", "truecolor")
            .spawn()
            .unwrap();
        let keys = child.stdin.take().unwrap();
        let stdout = child.stdout.take().unwrap();
        let (output, rest) = (receive(stdout), String::new());
        Terminal {
            child: Some(child),
            keys,
            output,
            rest,
        }
    }

    /// Answers the queries of a game: the terminal does not support pictures and reports releases
    /// of keys.
    pub fn answer(&mut self) {
        self.until("\x1b[c");
        self.send("\x1b[?62c");
        self.until("\x1b[?u\x1b[c");
        self.send("\x1b[?0u\x1b[?62c");
    }

    pub fn send(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Presses and releases the key with this number and last letter.
    fn tap(&mut self, (number, letter): (u32, char)) {
        self.send(&format!(
            "\x1b[{number};1:1{letter}\x1b[{number};1:3{letter}"
        ));
    }

    /// Output up to a mark.
    fn until(&mut self, mark: &str) -> String {
        loop {
            if let Some(place) = self.rest.find(mark) {
                let rest = self.rest.split_off(place + mark.len());
                return std::mem::replace(&mut self.rest, rest);
            }
            let more = self.output.recv_timeout(SILENCE);
            self.rest += &more.unwrap_or_else(|error| panic!("{error}: {}", self.rest));
        }
    }

    /// The first of the next pictures that satisfies a condition.
    pub fn picture(&mut self, mut wanted: impl FnMut(&str) -> bool) -> String {
        for _ in 0..MOST_PICTURES {
            let picture = self.until(DRAWN);
            if wanted(&picture) {
                return picture;
            }
        }
        panic!("none of {MOST_PICTURES} pictures is as wanted");
    }

    /// Output until the program ends, and its exit code.
    pub fn end(mut self) -> (String, Option<i32>) {
        loop {
            match self.output.recv_timeout(SILENCE) {
                Ok(more) => self.rest += &more,
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the program does not end: {}", self.rest),
            }
        }
        let output = finish(self.child.take().unwrap(), 1);
        (std::mem::take(&mut self.rest), output.status.code())
    }
}

/// A test that fails leaves no game behind: the terminal hangs up.
impl Drop for Terminal {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            // The program may have ended by itself.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Receives output of the program without delay, in whole characters.
fn receive(mut stdout: ChildStdout) -> Receiver<String> {
    let (sender, receiver) = channel();
    spawn(move || {
        let (mut bytes, mut buffer) = (Vec::new(), [0; 1 << 16]);
        while let Ok(count @ 1..) = stdout.read(&mut buffer) {
            bytes.extend(&buffer[..count]);
            let whole = match std::str::from_utf8(&bytes) {
                Ok(text) => text.len(),
                Err(error) => error.valid_up_to(),
            };
            let rest = bytes.split_off(whole);
            let text = String::from_utf8(std::mem::replace(&mut bytes, rest));
            if sender.send(text.unwrap()).is_err() {
                break;
            }
        }
    });
    receiver
}

/// True if a tenth of the cells is redrawn. A change of the whole screen may reach the terminal in
/// parts, since it can begin in the middle of a picture.
fn is_large(picture: &str) -> bool {
    picture.matches(CELL).count() > 120 * 40 / 10
}

/// True if all colours are shades of green, as in one skin only.
fn is_green(picture: &str) -> bool {
    let mut colours = picture.split("8;2;").skip(1);
    colours.all(|colour| {
        let levels = colour.split_once('m').unwrap().0.split(';');
        let levels: Vec<u8> = levels.map(|level| level.parse().unwrap()).collect();
        levels[1] > levels[0].max(levels[2])
    })
}

#[test]
#[cfg(target_os = "linux")]
fn a_game_ends_with_its_terminal_and_keeps_what_was_saved() {
    if !has_programs(
        "a_game_ends_with_its_terminal_and_keeps_what_was_saved",
        &[("script", "bsdutils")],
    ) {
        return;
    }
    let gatefall = env!("CARGO_BIN_EXE_gatefall");
    let desk = Desk::new();
    let saves = desk.path("saves");
    let command = format!(
        "stty cols 120 rows 40; echo $$; exec '{gatefall}' play arcade --flash '{}'",
        saves.display()
    );
    let mut terminal = Terminal::run(&command);
    let process = terminal.until("\r\n").trim().to_owned();
    terminal.answer();
    terminal.picture(is_large);
    let state = format!("/proc/{process}/stat");
    let runs = || fs::read_to_string(&state).is_ok_and(|state| !state.contains(") Z "));
    assert!(runs(), "{process}");
    terminal.tap(F1);
    terminal.picture(is_large);
    for _ in 0..PICTURES_OF_A_SAVE {
        terminal.picture(|_| true);
    }
    drop(terminal);
    let end = Instant::now() + SILENCE;
    while runs() {
        assert!(Instant::now() < end, "the game goes on without a terminal");
        sleep(Duration::from_millis(20));
    }
    assert_eq!(fs::read(saves).unwrap().len(), 8192);
    assert_eq!(desk.skin("--flash saves"), Some('1'));
}

#[test]
#[cfg(target_os = "linux")]
fn a_game_is_played_in_a_terminal_which_is_put_back_as_it_was() {
    let test = "a_game_is_played_in_a_terminal_which_is_put_back_as_it_was";
    if !has_programs(test, &[("script", "bsdutils")]) {
        return;
    }
    let gatefall = env!("CARGO_BIN_EXE_gatefall");
    let mut terminal = Terminal::run(&format!(
        "stty cols 120 rows 40; modes=$(stty -g); '{gatefall}' play arcade; code=$?; \
         test \"$modes\" = \"$(stty -g)\" && echo as it was; exit $code"
    ));
    terminal.answer();
    let first = terminal.picture(is_large);
    assert!(first.contains("\x1b[?1049h") && first.contains("\x1b[?25l"));
    assert!(!is_green(&first));

    // Each tap chooses the next skin. A slow machine may show one later than the next tap.
    let mut turns_green = || {
        terminal.tap(F1);
        let mut pictures = (0..PICTURES_OF_A_SKIN).map(|_| terminal.picture(|_| true));
        pictures.any(|picture| is_large(&picture) && is_green(&picture))
    };
    assert!((0..MOST_TAPS).any(|_| turns_green()), "no skin is green");
    terminal.tap(ENTER);
    terminal.picture(is_large);
    let status = |picture: &str| {
        let (_, line) = picture.rsplit_once("\x1b[2m").unwrap();
        let (pictures, rest) = line.split_once(" pictures/s, ")?;
        let (real_time, _) = rest.split_once(" of real time; Ctrl-C ends")?;
        Some((
            pictures.parse::<u32>().ok()?,
            real_time.parse::<f64>().ok()?,
        ))
    };
    let picture = terminal.picture(|picture| status(picture).is_some());
    assert!(status(&picture).unwrap().1 > 0.0);

    terminal.send("\x1b[99;5u");
    let (last, code) = terminal.end();
    assert_eq!(code, Some(0), "{last}");
    let (_, left) = last.split_once("\x1b[<1u").unwrap();
    let (shows_cursor, said) = left.split_once("\x1b[?1049l").unwrap();
    assert!(shows_cursor.contains("\x1b[?25h"));
    assert!(said.contains(" pictures a second, ") && !said.contains(CELL));
    assert!(said.ends_with("as it was\r\n"), "{said}");
}
