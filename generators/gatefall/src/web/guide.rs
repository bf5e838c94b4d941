//! Guide of the site: the pages of `docs` and the README as HTML.
//!
//! The site has no folders, so `docs/games.md` becomes `guide-games.html`, and the picture
//! `docs/pictures/menu.png` becomes `picture-menu.png`. A link to a source file becomes its text.

use crate::error::{io, AppError};
use crate::root::Root;
use askama::Template;
use gatefall_web::SiteFile;
use pulldown_cmark::{html, CowStr, Event, Options, Parser, Tag, TagEnd};
use std::collections::{BTreeSet, HashMap};
use std::fs;

/// Files and titles of the pages, in the order of the list.
const PAGES: &[(&str, &str)] = &[
    ("README.md", "Start"),
    ("docs/games.md", "Games"),
    ("docs/rules.md", "Rules"),
    ("docs/boards.md", "Boards"),
    ("docs/commands.md", "Commands"),
    ("docs/web.md", "Browser"),
    ("docs/simulator.md", "Simulator"),
    ("docs/key-to-pixel.md", "Key to pixel"),
    ("docs/screen.md", "Screen"),
    ("docs/verification.md", "Verification"),
    ("docs/results.md", "Results"),
    ("ARCHITECTURE.md", "Architecture"),
];
const PICTURES: &str = "docs/pictures";

#[derive(Template)]
#[template(path = "guide.html")]
struct Page<'a> {
    title: &'a str,
    /// Names of files, titles, and true for this page.
    list: Vec<(String, &'a str, bool)>,
    /// HTML.
    body: &'a str,
}

/// The pages and their pictures.
pub(super) fn guide(root: &Root) -> Result<Vec<SiteFile>, AppError> {
    let mut pictures = BTreeSet::new();
    let mut files = Vec::new();
    for &(path, title) in PAGES {
        let place = root.path(path);
        let text = fs::read_to_string(&place).map_err(io("read", &place))?;
        let body = body(&text, &mut pictures);
        let list = PAGES.iter();
        let list = list.map(|&(other, title)| (file_name(other), title, other == path));
        let page = Page {
            title,
            list: list.collect(),
            body: &body,
        };
        let page = page.render().expect("a string takes everything");
        files.push(SiteFile::new(file_name(path), page));
    }
    for name in pictures {
        let place = root.path(PICTURES).join(&name);
        let bytes = fs::read(&place).map_err(io("read", &place))?;
        files.push(SiteFile::new(picture_name(&name), bytes));
    }
    Ok(files)
}

/// `docs/games.md` becomes `guide-games.html`.
fn file_name(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    format!("guide-{}.html", name.trim_end_matches(".md").to_lowercase())
}

fn picture_name(name: &str) -> String {
    format!("picture-{name}")
}

/// The text as HTML. Adds the names of its pictures.
fn body(text: &str, pictures: &mut BTreeSet<String>) -> String {
    let parser = Parser::new_ext(text, Options::ENABLE_TABLES);
    // The pages have no HTML of their own but comments.
    let mut events: Vec<Event> = parser
        .filter(|event| !matches!(event, Event::Html(_) | Event::InlineHtml(_)))
        .collect();
    add_anchors(&mut events);
    let mut dropped = false;
    let events = events.into_iter().filter_map(|event| match event {
        Event::Start(Tag::Link {
            link_type,
            dest_url,
            title,
            id,
        }) => match target(&dest_url) {
            Some(dest_url) => Some(Event::Start(Tag::Link {
                link_type,
                dest_url: dest_url.into(),
                title,
                id,
            })),
            None => {
                dropped = true;
                None
            }
        },
        Event::End(TagEnd::Link) if std::mem::take(&mut dropped) => None,
        Event::Start(Tag::Image {
            link_type,
            dest_url,
            title,
            id,
        }) => {
            let name = dest_url.rsplit('/').next().unwrap_or_default().to_owned();
            let dest_url = CowStr::from(picture_name(&name));
            pictures.insert(name);
            Some(Event::Start(Tag::Image {
                link_type,
                dest_url,
                title,
                id,
            }))
        }
        event => Some(event),
    });
    let mut page = String::new();
    html::push_html(&mut page, events);
    page
}

/// Address of a link on the site. `None` for files that the site lacks.
fn target(url: &str) -> Option<String> {
    if url.starts_with('#') || url.starts_with("https://") {
        return Some(url.to_owned());
    }
    let (path, anchor) = url
        .split_once('#')
        .map_or((url, None), |(a, b)| (a, Some(b)));
    let name = path.rsplit('/').next()?;
    let is_page = |page: &&(&str, &str)| page.0.rsplit('/').next() == Some(name);
    // Crates have a README, too.
    let in_crate = path.starts_with("generators/") || path.starts_with("sim/");
    let (page, _) = PAGES.iter().find(is_page).filter(|_| !in_crate)?;
    let anchor = anchor.map_or(String::new(), |anchor| format!("#{anchor}"));
    Some(format!("{}{anchor}", file_name(page)))
}

/// Gives each heading an anchor: its words in lower case, with hyphens.
fn add_anchors(events: &mut [Event]) {
    let mut seen: HashMap<String, usize> = HashMap::new();
    for index in 0..events.len() {
        if !matches!(events[index], Event::Start(Tag::Heading { .. })) {
            continue;
        }
        let text: String = events[index..]
            .iter()
            .take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))))
            .filter_map(|event| match event {
                Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
                _ => None,
            })
            .collect();
        let anchor = anchor(&text);
        let count = seen.entry(anchor.clone()).or_default();
        let numbered = match *count {
            0 => anchor,
            count => format!("{anchor}-{count}"),
        };
        *count += 1;
        if let Event::Start(Tag::Heading { id, .. }) = &mut events[index] {
            *id = Some(numbered.into());
        }
    }
}

fn anchor(text: &str) -> String {
    let kept = text.to_lowercase();
    let kept = kept.chars().filter_map(|letter| match letter {
        ' ' => Some('-'),
        letter if letter.is_alphanumeric() || "-_".contains(letter) => Some(letter),
        _ => None,
    });
    kept.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_anchors_links_of_the_site_and_pictures() {
        let text = "<!-- made -->\n# A *title*, twice\n\n## Part\n\n## Part\n\n\
            [other](boards.md#wiring) [home](../README.md) [source](../hdl/a.rs) \
            ![menu](pictures/menu.png)\n";
        let mut pictures = BTreeSet::new();
        assert_eq!(
            body(text, &mut pictures),
            "<h1 id=\"a-title-twice\">A <em>title</em>, twice</h1>\n\
             <h2 id=\"part\">Part</h2>\n<h2 id=\"part-1\">Part</h2>\n\
             <p><a href=\"guide-boards.html#wiring\">other</a> \
             <a href=\"guide-readme.html\">home</a> source \
             <img src=\"picture-menu.png\" alt=\"menu\" /></p>\n"
        );
        assert_eq!(pictures.into_iter().collect::<Vec<_>>(), ["menu.png"]);
    }
}
