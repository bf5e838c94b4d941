//! Scripts of key strokes: `500ms press Left`, `620ms release Left`, `1s tap Space`.
//!
//! A line is a time since power-up, what happens, and a key or a button of the game. `#` begins a comment. Times never go back. A tap is a press and, 50 ms
//! later, the release.

use super::controls::{Control, Controls};
use crate::duration::duration;
use miette::{Diagnostic, NamedSource, SourceSpan};
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// How long a tap holds its key.
pub(crate) const TAP: Duration = Duration::from_millis(50);

/// A key goes down or up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stroke {
    pub time: Duration,
    pub control: Control,
    pub is_down: bool,
}

/// A mistake in a script.
#[derive(Debug, Error, Diagnostic)]
#[error("{problem}")]
pub(crate) struct ScriptError {
    problem: String,
    #[help]
    help: String,
    #[source_code]
    text: Arc<NamedSource<String>>,
    #[label]
    span: SourceSpan,
}

/// A mistake, and which word of the line it is in.
struct Mistake<'a> {
    word: &'a str,
    problem: String,
    help: String,
}

/// Reads a script; `name` is for messages. Strokes come out in order of time.
pub(crate) fn parse(
    name: &str,
    text: &str,
    controls: Controls,
) -> Result<Vec<Stroke>, ScriptError> {
    let mut strokes = Vec::new();
    let mut now = ("0s", Duration::ZERO);
    for line in text.lines() {
        let code = line.split('#').next().unwrap_or_default();
        let read = read_line(code, controls, &mut now, &mut strokes);
        read.map_err(|mistake| ScriptError {
            problem: mistake.problem,
            help: mistake.help,
            // Every word is a part of `text`.
            span: (
                mistake.word.as_ptr() as usize - text.as_ptr() as usize,
                mistake.word.len(),
            )
                .into(),
            text: Arc::new(NamedSource::new(name, text.to_owned())),
        })?;
    }
    strokes.sort_by_key(|stroke| stroke.time);
    Ok(strokes)
}

fn read_line<'a>(
    line: &'a str,
    controls: Controls,
    now: &mut (&'a str, Duration),
    strokes: &mut Vec<Stroke>,
) -> Result<(), Mistake<'a>> {
    let mut words = line.split_whitespace();
    let Some(time_word) = words.next() else {
        return Ok(());
    };
    let time = duration(time_word).map_err(|problem| Mistake {
        word: time_word,
        problem,
        help: "a time is written `500ms` or `1.5s`".into(),
    })?;
    if time < now.1 {
        return Err(Mistake {
            word: time_word,
            problem: format!("the time goes back from {} to {time_word}", now.0),
            help: "lines come in the order of their times".into(),
        });
    }
    *now = (time_word, time);
    let missing = |what: &str| Mistake {
        word: line.trim(),
        problem: format!("the line has no {what}"),
        help: "a line is a time, an action and a key: `500ms press Left`".into(),
    };
    let action = words.next().ok_or_else(|| missing("action"))?;
    if !["press", "release", "tap"].contains(&action) {
        return Err(Mistake {
            word: action,
            problem: format!("unknown action `{action}`"),
            help: "an action is `press`, `release` or `tap`".into(),
        });
    }
    let key_word = words.next().ok_or_else(|| missing("key"))?;
    let control = controls.named(key_word).map_err(|help| Mistake {
        word: key_word,
        problem: format!("unknown key `{key_word}`"),
        help,
    })?;
    if let Some(word) = words.next() {
        return Err(Mistake {
            word,
            problem: format!("`{word}` is one word too many"),
            help: "a line is a time, an action and a key; `#` begins a comment".into(),
        });
    }
    if action != "release" {
        strokes.push(Stroke {
            time,
            control,
            is_down: true,
        });
    }
    if action != "press" {
        let time = if action == "tap" { time + TAP } else { time };
        strokes.push(Stroke {
            time,
            control,
            is_down: false,
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_devices::Key;
    use gatefall_games::{arcade, tictactoe};
    use miette::{GraphicalReportHandler, GraphicalTheme};

    fn stroke(ms: u64, key: &str, is_down: bool) -> Stroke {
        Stroke {
            time: Duration::from_millis(ms),
            control: Control::Key(Key::named(key).unwrap()),
            is_down,
        }
    }

    #[test]
    fn a_script_is_a_list_of_strokes() {
        let text = "# start\n500ms press Left  # and hold\n\n0.62s release Left\n1s tap space\n1.01s press C\n";
        assert_eq!(
            arcade(text).unwrap(),
            [
                stroke(500, "Left", true),
                stroke(620, "Left", false),
                stroke(1000, "Space", true),
                stroke(1010, "C", true),
                stroke(1050, "Space", false),
            ]
        );
    }

    fn arcade(text: &str) -> Result<Vec<Stroke>, ScriptError> {
        parse("a.keys", text, Controls::new(&arcade::GAME))
    }

    #[test]
    fn buttons_have_the_names_of_the_games_inputs_and_their_keys() {
        let controls = Controls::new(&tictactoe::GAME);
        let strokes = parse("a.keys", "1s press confirm\n2s release Space", controls).unwrap();
        let button = |seconds, is_down| Stroke {
            time: Duration::from_secs(seconds),
            control: Control::Button("confirm"),
            is_down,
        };
        assert_eq!(strokes, [button(1, true), button(2, false)]);
        let error = parse("a.keys", "1s tap Z", controls).unwrap_err();
        assert_eq!(error.to_string(), "unknown key `Z`");
    }

    fn message(text: &str) -> String {
        let error = arcade(text).unwrap_err();
        let mut message = String::new();
        GraphicalReportHandler::new_themed(GraphicalTheme::none())
            .render_report(&mut message, &error)
            .unwrap();
        message
    }

    #[test]
    fn an_unknown_key_is_shown_with_the_nearest_name() {
        assert_eq!(
            message("1s tap Space\n1s press Lft\n"),
            "  x unknown key `Lft`
   ,-[a.keys:2:10]
 1 | 1s tap Space
 2 | 1s press Lft
   :          ^^^
   `----
  help: did you mean `Left`?
"
        );
    }

    #[test]
    fn a_time_that_goes_back_is_shown() {
        assert_eq!(
            message("620ms press Left\n0.5s release Left"),
            "  x the time goes back from 620ms to 0.5s
   ,-[a.keys:2:1]
 1 | 620ms press Left
 2 | 0.5s release Left
   : ^^^^
   `----
  help: lines come in the order of their times
"
        );
    }

    #[test]
    fn other_mistakes_have_their_own_words() {
        for (text, problem) in [
            ("soon tap A", "`soon` is not a time"),
            ("-1s tap A", "`-1s` is not a time"),
            ("1e99s tap A", "`1e99s` is too long"),
            ("1s", "the line has no action"),
            ("1s tap", "the line has no key"),
            ("1s hit A", "unknown action `hit`"),
            ("1s tap A B", "`B` is one word too many"),
            ("1s tap %", "unknown key `%`"),
        ] {
            assert_eq!(arcade(text).unwrap_err().to_string(), problem);
        }
    }
}
