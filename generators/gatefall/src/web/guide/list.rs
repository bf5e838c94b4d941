//! Pages of the guide, in their parts.

/// Parts of the guide: title, and files and titles of the pages.
pub(super) type Part = (&'static str, &'static [(&'static str, &'static str)]);

pub(super) const PARTS: &[Part] = &[
    (
        "Play",
        &[
            ("README.md", "Start"),
            ("docs/games.md", "Games"),
            ("docs/rules.md", "Rules"),
            ("docs/web.md", "Browser"),
        ],
    ),
    (
        "Boards",
        &[
            ("docs/boards.md", "Boards"),
            ("docs/wiring.md", "Wiring"),
            ("docs/power-up.md", "Power-up"),
            ("docs/add-a-board.md", "Add a board"),
        ],
    ),
    (
        "Inside",
        &[
            ("docs/tour.md", "Tour"),
            ("docs/lowering.md", "From Rust to gates"),
            ("docs/key-to-pixel.md", "Key to pixel"),
            ("docs/screen.md", "Screen"),
            ("ARCHITECTURE.md", "Architecture"),
            ("docs/verification.md", "Verification"),
            ("docs/results.md", "Results"),
        ],
    ),
    (
        "Use",
        &[
            ("docs/commands.md", "Commands"),
            ("docs/simulator.md", "Simulator"),
            ("docs/add-a-game.md", "Add a game"),
            ("sim/design/README.md", "Your design"),
            ("generators/lower/README.md", "Limits"),
            ("CONTRIBUTING.md", "Contribute"),
            ("tests/README.md", "Tests"),
            ("CHANGELOG.md", "Changes"),
        ],
    ),
];

/// Files and titles of all pages.
pub(super) fn pages() -> impl Iterator<Item = (&'static str, &'static str)> {
    PARTS.iter().flat_map(|(_, pages)| pages.iter().copied())
}
