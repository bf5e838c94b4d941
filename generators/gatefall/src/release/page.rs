//! Page of a release, as HTML and as text.

use super::contents::Contents;
use askama::Template;

#[derive(Template)]
#[template(path = "release.html")]
struct Html<'a> {
    contents: &'a Contents,
    version: &'a str,
}

#[derive(Template)]
#[template(path = "release.md")]
struct Markdown<'a> {
    contents: &'a Contents,
    version: &'a str,
}

/// `index.html`.
pub(super) fn html(contents: &Contents, version: &str) -> String {
    let page = Html { contents, version };
    page.render().expect("a string takes everything")
}

/// `README.md`.
pub(super) fn markdown(contents: &Contents, version: &str) -> String {
    let page = Markdown { contents, version };
    page.render().expect("a string takes everything")
}

#[cfg(test)]
mod tests {
    use super::super::contents::{BoardFiles, BuiltFile};
    use super::*;

    #[test]
    fn a_title_is_text_in_the_page() {
        let build = BuiltFile {
            game: "arcade",
            setup: None,
            file: "board-arcade.bin".into(),
            bytes: Vec::new(),
            logic_cells: String::new(),
            block_rams: String::new(),
            speed: String::new(),
            commands: Vec::new(),
            wiring: String::new(),
        };
        let board = BoardFiles {
            name: "board".into(),
            title: "[a](b) <c>".into(),
            part: String::new(),
            usb: None,
            drive: None,
            programmers: Vec::new(),
            builds: vec![build],
        };
        let contents = Contents {
            boards: vec![board],
            left_out: Vec::new(),
        };
        let page = markdown(&contents, "1");
        assert!(page.contains("\n## \\[a\\](b) \\<c\\>\n"), "{page}");
        let page = html(&contents, "1");
        assert!(!page.contains("<c>"), "{page}");
    }
}
