//! Filters that write text of board files by the rules of the target file.
//!
//! A name needs no filter. Text for people does: `{{ title|yaml }}`.

use std::fmt::{Display, Write};

/// The rest of a line that is a comment: `#` of make and PCF, `//` of Verilog.
#[askama::filter_fn]
pub(crate) fn comment(text: impl Display, _values: &dyn askama::Values) -> askama::Result<String> {
    Ok(in_comment(&text.to_string()))
}

/// A scalar of YAML in quotes.
#[askama::filter_fn]
pub(crate) fn yaml(text: impl Display, _values: &dyn askama::Values) -> askama::Result<String> {
    Ok(yaml_scalar(&text.to_string()))
}

/// Words within a line of Markdown.
#[askama::filter_fn]
pub(crate) fn markdown(text: impl Display, _values: &dyn askama::Values) -> askama::Result<String> {
    Ok(markdown_words(&text.to_string()))
}

/// A comment ends with its line, and a `\` at the end of a line takes the next one in.
fn in_comment(text: &str) -> String {
    let line: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    match line.ends_with('\\') {
        true => line + " ",
        false => line,
    }
}

/// YAML 1.2, 5.7 and 7.3.1: in double quotes `\` begins an escape, and nothing else has a meaning.
fn yaml_scalar(text: &str) -> String {
    let mut scalar = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => scalar.extend(['\\', c]),
            c if c.is_control() => {
                write!(scalar, "\\u{:04X}", u32::from(c)).expect("a string takes everything");
            }
            c => scalar.push(c),
        }
    }
    scalar + "\""
}

/// Text as words within a line of Markdown, without a link, an emphasis or another meaning.
///
/// CommonMark 2.4: a `\` before a punctuation character of ASCII takes its meaning away. Those that
/// mean nothing within a line are left as they are.
pub fn markdown_words(text: &str) -> String {
    let mut words = String::new();
    for c in text.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '#' | '~' | '|' | '!' | '$' => {
                words.extend(['\\', c]);
            }
            c if c.is_control() => words.push(' '),
            c => words.push(c),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_end_with_their_line() {
        assert_eq!(in_comment("a $(b) # \\ c"), "a $(b) # \\ c");
        assert_eq!(in_comment("a\nb\r\u{b}c\\"), "a b  c\\ ");
    }

    #[test]
    fn scalars_of_yaml_are_quoted() {
        assert_eq!(yaml_scalar("on"), "\"on\"");
        assert_eq!(yaml_scalar("a: \"b\" \\ # c"), "\"a: \\\"b\\\" \\\\ # c\"");
        assert_eq!(yaml_scalar("a\n"), "\"a\\u000A\"");
    }

    #[test]
    fn words_of_markdown_are_only_words() {
        assert_eq!(markdown_words("iCE40-IO (V1), 1.0"), "iCE40-IO (V1), 1.0");
        assert_eq!(
            markdown_words("[a](b) <c> `d`"),
            "\\[a\\](b) \\<c\\> \\`d\\`"
        );
    }
}
