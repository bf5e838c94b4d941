//! Markdown as HTML: links of the site, anchors of headings, pictures.

use super::list::pages;
use crate::error::AppError;
use pulldown_cmark::{html, CowStr, Event, Options, Parser, Tag, TagEnd};
use std::collections::{BTreeSet, HashMap};

/// `docs/games.md` becomes `guide-games.html`, `sim/design/README.md`
/// `guide-sim-design-readme.html`.
pub(super) fn file_name(path: &str) -> String {
    let name = path.strip_prefix("docs/").unwrap_or(path);
    let name = name.trim_end_matches(".md").replace('/', "-");
    format!("guide-{}.html", name.to_lowercase())
}

pub(super) fn picture_name(name: &str) -> String {
    format!("picture-{name}")
}

/// The text of a page as HTML. Adds the names of its pictures. `made` gives the HTML for a comment.
pub(super) fn body(
    page: &str,
    text: &str,
    pictures: &mut BTreeSet<String>,
    made: &mut dyn FnMut(&str) -> Result<String, AppError>,
) -> Result<String, AppError> {
    let parser = Parser::new_ext(text, Options::ENABLE_TABLES);
    let mut events = Vec::new();
    for event in parser {
        match event {
            // The pages have no HTML of their own but comments.
            Event::Html(text) => {
                let text = text.trim();
                let mark = text
                    .strip_prefix("<!--")
                    .and_then(|text| text.strip_suffix("-->"));
                let html = mark.map_or(Ok(String::new()), |mark| made(mark.trim()))?;
                events.push(Event::Html(html.into()));
            }
            Event::InlineHtml(_) => {}
            event => events.push(event),
        }
    }
    add_anchors(&mut events);
    let mut dropped = false;
    let events = events.into_iter().filter_map(|event| match event {
        Event::Start(Tag::Link {
            link_type,
            dest_url,
            title,
            id,
        }) => match target(page, &dest_url) {
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
    let mut html = String::new();
    html::push_html(&mut html, events);
    Ok(html)
}

/// Address on the site of a link of a page. `None` for files that the site lacks.
fn target(page: &str, url: &str) -> Option<String> {
    if url.starts_with('#') || url.starts_with("https://") {
        return Some(url.to_owned());
    }
    let (path, anchor) = url
        .split_once('#')
        .map_or((url, None), |(a, b)| (a, Some(b)));
    let path = resolved(page, path);
    let (page, _) = pages().find(|(page, _)| *page == path)?;
    let anchor = anchor.map_or(String::new(), |anchor| format!("#{anchor}"));
    Some(format!("{}{anchor}", file_name(page)))
}

/// Path of a linked file in the project: `docs/a.md` with `../hdl/b.rs` is `hdl/b.rs`.
fn resolved(page: &str, link: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." | "" => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
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
    use std::path::Path;

    fn html(page: &str, text: &str, pictures: &mut BTreeSet<String>) -> String {
        let mut made = |mark: &str| Ok(format!("[{mark}]"));
        body(page, text, pictures, &mut made).unwrap()
    }

    #[test]
    fn a_page_has_anchors_links_of_the_site_and_pictures() {
        let text = "<!-- made -->\n# A *title*, twice\n\n## Part\n\n## Part\n\n\
            [other](boards.md#wiring) [home](../README.md) [crate](../sim/design/README.md) \
            [source](../hdl/a.rs) ![menu](pictures/menu.png)\n";
        let mut pictures = BTreeSet::new();
        assert_eq!(
            html("docs/games.md", text, &mut pictures),
            "[made]\n<h1 id=\"a-title-twice\">A <em>title</em>, twice</h1>\n\
             <h2 id=\"part\">Part</h2>\n<h2 id=\"part-1\">Part</h2>\n\
             <p><a href=\"guide-boards.html#wiring\">other</a> \
             <a href=\"guide-readme.html\">home</a> \
             <a href=\"guide-sim-design-readme.html\">crate</a> source \
             <img src=\"picture-menu.png\" alt=\"menu\" /></p>\n"
        );
        assert_eq!(pictures.into_iter().collect::<Vec<_>>(), ["menu.png"]);
    }

    /// Links of a Markdown text.
    fn links(text: &str) -> Vec<String> {
        let parser = Parser::new_ext(text, Options::ENABLE_TABLES);
        let links = parser.filter_map(|event| match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                Some(dest_url.into_string())
            }
            _ => None,
        });
        links.collect()
    }

    #[test]
    fn every_link_of_a_page_leads_to_a_file_and_to_a_heading() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let read = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
        let mut count = 0;
        for (page, _) in pages() {
            for link in links(&read(page)) {
                if link.starts_with("https://") {
                    continue;
                }
                let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
                let path = match path {
                    "" => page.to_owned(),
                    path => resolved(page, path),
                };
                assert!(root.join(&path).exists(), "{page}: {link}");
                if !anchor.is_empty() {
                    let html = html(&path, &read(&path), &mut BTreeSet::new());
                    let id = format!("id=\"{anchor}\"");
                    assert!(html.contains(&id), "{page}: {link}");
                }
                count += 1;
            }
        }
        assert!(count > 100, "{count}");
    }

    #[test]
    fn a_damaged_page_is_a_page() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let pages: Vec<Vec<u8>> = pages()
            .map(|(page, _)| std::fs::read(root.join(page)).unwrap())
            .collect();
        for seed in 0..100 {
            let (_, bytes) = gatefall_tests::damaged(&pages, seed);
            let text = String::from_utf8_lossy(&bytes);
            let made = &mut |_: &str| Ok(String::new());
            body("docs/games.md", &text, &mut BTreeSet::new(), made).unwrap();
        }
    }
}
