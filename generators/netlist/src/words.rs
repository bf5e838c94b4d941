//! Tokenizer for lines of the text form.

use std::collections::VecDeque;

use crate::limits::too_wide;

/// Parsed value, or the description of an error.
pub(crate) type Parsed<T> = Result<T, String>;

/// Words of a line. A parenthesis is a word. A string in double quotes is one word.
pub(crate) struct Words {
    pub(crate) rest: VecDeque<String>,
}

impl Words {
    pub(crate) fn new(line: &str) -> Parsed<Words> {
        let mut rest = VecDeque::new();
        let mut chars = line.chars().peekable();
        while let Some(&c) = chars.peek() {
            if c.is_whitespace() {
                chars.next();
            } else if c == '(' || c == ')' {
                rest.push_back(c.to_string());
                chars.next();
            } else if c == '"' {
                chars.next();
                rest.push_back(string(&mut chars)?);
            } else {
                let mut word = String::new();
                while let Some(c) = chars.next_if(|c| !c.is_whitespace() && !"()\"".contains(*c)) {
                    word.push(c);
                }
                rest.push_back(word);
            }
        }
        Ok(Words { rest })
    }

    pub(crate) fn next(&mut self) -> Parsed<String> {
        self.rest
            .pop_front()
            .ok_or_else(|| "the line ends too early".to_owned())
    }

    pub(crate) fn expect(&mut self, word: &str) -> Parsed<()> {
        let next = self.next()?;
        if next == word {
            return Ok(());
        }
        Err(format!("expected `{word}`, found `{next}`"))
    }

    /// Takes the next word if it equals `word`. Returns true in that case.
    pub(crate) fn accept(&mut self, word: &str) -> bool {
        let found = self.rest.front().is_some_and(|next| next == word);
        if found {
            self.rest.pop_front();
        }
        found
    }

    pub(crate) fn number(&mut self) -> Parsed<u32> {
        let word = self.next()?;
        word.parse()
            .map_err(|_| format!("`{word}` is not a number"))
    }

    /// Parses a width in bits.
    pub(crate) fn width(&mut self) -> Parsed<u32> {
        let width = self.number()?;
        too_wide(width).map_or(Ok(width), Err)
    }

    pub(crate) fn end(&self) -> Parsed<()> {
        match self.rest.front() {
            None => Ok(()),
            Some(word) => Err(format!("expected the end of the line, found `{word}`")),
        }
    }
}

fn string(chars: &mut impl Iterator<Item = char>) -> Parsed<String> {
    let mut text = String::new();
    while let Some(c) = chars.next() {
        match c {
            '"' => return Ok(text),
            '\\' => match chars.next() {
                Some('n') => text.push('\n'),
                Some(c) => text.push(c),
                None => break,
            },
            c => text.push(c),
        }
    }
    Err("a string is not closed".into())
}
