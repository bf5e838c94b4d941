//! Entries of the menu of a pause, and the times of a pause and of an end.

/// Ticks of the wait after a pause.
pub const WAIT: u32 = 60;
/// Ticks after the end of a game in which keys are ignored.
pub const END_TICKS: u32 = 45;
/// Ticks for which the key is held that begins a game of one player again.
pub const RESTART_TICKS: u32 = 30;

/// An entry of the menu of a pause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// The game goes on.
    Resume,
    /// The game begins again.
    Restart,
    /// Opens the settings.
    Settings,
    /// The game is left.
    Title,
}

impl Entry {
    /// The entries, from the top.
    pub const ALL: [Entry; 4] = [Entry::Resume, Entry::Restart, Entry::Settings, Entry::Title];

    pub(super) fn beside(self, below: bool) -> Entry {
        let step = if below { 1 } else { 3 };
        Entry::ALL[(self as usize + step) % 4]
    }
}
