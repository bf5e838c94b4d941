//! Files of the page that are the same for all games.

/// A file of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteFile {
    /// Name, without folders.
    pub name: String,
    /// Contents.
    pub bytes: Vec<u8>,
}

impl SiteFile {
    /// A file.
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> SiteFile {
        SiteFile {
            name: name.into(),
            bytes: bytes.into(),
        }
    }
}

/// Includes files of the folder `site`.
macro_rules! site {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_bytes!(concat!("../site/", $name)).as_slice())),*]
    };
}

/// The page, its scripts and its style.
pub fn assets() -> Vec<SiteFile> {
    let files = site![
        "bench.js",
        "dom.js",
        "early.js",
        "example.html",
        "example.js",
        "flash-watch.js",
        "flash.js",
        "gatefall.js",
        "guide.css",
        "icon.svg",
        "index.html",
        "input.js",
        "inside.css",
        "inside.js",
        "inspector.js",
        "keyboard.js",
        "led-panel.js",
        "memories.js",
        "modules.js",
        "page.js",
        "panel.js",
        "player.js",
        "replay.js",
        "replays.js",
        "saves.js",
        "screen.js",
        "session.js",
        "signals.js",
        "sound-worklet.js",
        "sound.js",
        "source-view.js",
        "speaker.js",
        "st7735.js",
        "style.css",
        "tabs.js",
        "timing.js",
        "tour-screen.js",
        "tour-views.js",
        "tour.js",
        "turns.js",
        "values.js",
        "vga-monitor.js",
        "wave.js",
        "worker.js",
    ];
    files
        .into_iter()
        .map(|(name, bytes)| SiteFile::new(name, bytes))
        .collect()
}
