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
