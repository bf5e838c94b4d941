//! Guide of the site: the pages of `docs`, with drawings of connectors and with live circuits.
//!
//! The site has no folders, so `docs/games.md` becomes `guide-games.html`, and the picture
//! `docs/pictures/menu.png` becomes `picture-menu.png`. A link to a source file becomes its text. A
//! comment `<!-- wiring -->` or `<!-- circuit: NAME -->` is replaced by what is made here.

#[cfg(test)]
mod commands;
mod drawing;
mod list;
mod markdown;
mod tour;
mod wiring;

use crate::error::{io, AppError};
use crate::root::Root;
use askama::Template;
use gatefall_board::read_text;
use gatefall_web::SiteFile;
use list::{pages, PARTS};
use std::collections::BTreeSet;
use std::fs;

const PICTURES: &str = "docs/pictures";

#[derive(Template)]
#[template(path = "guide.html")]
struct Page<'a> {
    title: &'a str,
    parts: Vec<ListedPart<'a>>,
    /// The page has live circuits, so it needs scripts.
    has_circuits: bool,
    /// HTML.
    body: &'a str,
}

struct ListedPart<'a> {
    title: &'a str,
    /// Names of files, titles, and true for this page.
    pages: Vec<(String, &'a str, bool)>,
}

/// The pages, their pictures, and the programs of the live circuits.
pub(super) fn guide(root: &Root) -> Result<Vec<SiteFile>, AppError> {
    let mut pictures = BTreeSet::new();
    let mut files = Vec::new();
    let circuits = tour::circuits(root)?;
    for (path, title) in pages() {
        let place = root.path(path);
        let text = read_text(&place).map_err(io("read", &place))?;
        let mut has_circuits = false;
        let mut made = |mark: &str| match mark.strip_prefix("circuit: ") {
            Some(name) => {
                has_circuits = true;
                let circuit = circuits.iter().find(|circuit| circuit.name == name);
                Ok(circuit.map_or(String::new(), tour::TourCircuit::html))
            }
            None if mark == "wiring" => wiring::html(root),
            None => Ok(String::new()),
        };
        let body = markdown::body(path, &text, &mut pictures, &mut made)?;
        let parts = PARTS.iter().map(|(part, pages)| ListedPart {
            title: part,
            pages: pages
                .iter()
                .map(|&(other, title)| (markdown::file_name(other), title, other == path))
                .collect(),
        });
        let page = Page {
            title,
            parts: parts.collect(),
            has_circuits,
            body: &body,
        };
        let page = page.render().expect("a string takes everything");
        files.push(SiteFile::new(markdown::file_name(path), page));
    }
    for name in pictures {
        let place = root.path(PICTURES).join(&name);
        let bytes = fs::read(&place).map_err(io("read", &place))?;
        files.push(SiteFile::new(markdown::picture_name(&name), bytes));
    }
    for circuit in circuits {
        files.extend(circuit.files);
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commands_of_every_page_are_tested() {
        let tested = gatefall_tests::pages();
        for (page, _) in pages() {
            assert!(tested.iter().any(|known| known == page), "{page}");
        }
    }

    #[test]
    fn every_page_is_there_and_every_mark_is_replaced() {
        let root = Root::find().unwrap();
        let files = guide(&root).unwrap();
        let text = |file: &SiteFile| String::from_utf8_lossy(&file.bytes).into_owned();
        for (path, title) in pages() {
            let name = markdown::file_name(path);
            let page = files.iter().find(|file| file.name == name).unwrap();
            let heading = format!("<title>{title} - gatefall</title>");
            assert!(text(page).contains(&heading), "{name}");
            assert!(!text(page).contains("<!-- "), "{name}");
        }
        let tour = files.iter().find(|file| file.name == "guide-tour.html");
        let tour = text(tour.unwrap());
        let names: Vec<&str> = tour
            .split("data-circuit=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap())
            .collect();
        assert_eq!(names.len(), 8, "{names:?}");
    }
}
