//! Names and scan codes of keys.
//!
//! **Source**: scan code set 2. An extended key sends 0xE0 first. A release has 0xF0 before the
//! code.

use strsim::jaro_winkler;

const EXTENDED: u16 = 0x100;
const EXTENDED_PREFIX: u8 = 0xE0;
const RELEASE_PREFIX: u8 = 0xF0;
/// Least similarity of a name in a hint.
const SIMILAR: f64 = 0.6;

/// Names and codes; 0x100 marks an extended key.
const KEYS: &[(&str, u16)] = &[
    ("Left", 0x16B),
    ("Right", 0x174),
    ("Up", 0x175),
    ("Down", 0x172),
    ("Space", 0x029),
    ("Enter", 0x05A),
    ("Esc", 0x076),
    ("Tab", 0x00D),
    ("Backspace", 0x066),
    ("Delete", 0x171),
    ("LeftShift", 0x012),
    ("RightShift", 0x059),
    ("LeftCtrl", 0x014),
    ("RightCtrl", 0x114),
    ("F1", 0x005),
    ("F2", 0x006),
    ("F3", 0x004),
    ("F4", 0x00C),
    ("A", 0x01C),
    ("B", 0x032),
    ("C", 0x021),
    ("D", 0x023),
    ("E", 0x024),
    ("F", 0x02B),
    ("G", 0x034),
    ("H", 0x033),
    ("I", 0x043),
    ("J", 0x03B),
    ("K", 0x042),
    ("L", 0x04B),
    ("M", 0x03A),
    ("N", 0x031),
    ("O", 0x044),
    ("P", 0x04D),
    ("Q", 0x015),
    ("R", 0x02D),
    ("S", 0x01B),
    ("T", 0x02C),
    ("U", 0x03C),
    ("V", 0x02A),
    ("W", 0x01D),
    ("X", 0x022),
    ("Y", 0x035),
    ("Z", 0x01A),
    ("0", 0x045),
    ("1", 0x016),
    ("2", 0x01E),
    ("3", 0x026),
    ("4", 0x025),
    ("5", 0x02E),
    ("6", 0x036),
    ("7", 0x03D),
    ("8", 0x03E),
    ("9", 0x046),
    ("Keypad0", 0x070),
    ("Keypad1", 0x069),
    ("Keypad2", 0x072),
    ("Keypad3", 0x07A),
    ("Keypad4", 0x06B),
    ("Keypad5", 0x073),
    ("Keypad6", 0x074),
    ("Keypad7", 0x06C),
    ("Keypad8", 0x075),
    ("Keypad9", 0x07D),
    ("KeypadDot", 0x071),
    ("KeypadPlus", 0x079),
    ("KeypadEnter", 0x15A),
    ("Period", 0x049),
    ("Slash", 0x04A),
];

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key(usize);

impl Key {
    /// All keys.
    pub fn all() -> impl Iterator<Item = Key> {
        (0..KEYS.len()).map(Key)
    }

    /// Finds a key by name. Case does not matter.
    pub fn named(name: &str) -> Option<Key> {
        KEYS.iter()
            .position(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(Key)
    }

    /// The most similar name of a key, if any is similar.
    pub fn nearest(name: &str) -> Option<&'static str> {
        let wanted = name.to_ascii_lowercase();
        let score = |known: &str| jaro_winkler(&wanted, &known.to_ascii_lowercase());
        KEYS.iter()
            .map(|&(known, _)| (score(known), known))
            .filter(|&(score, _)| score >= SIMILAR)
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, known)| known)
    }

    /// Name of the key.
    pub fn name(self) -> &'static str {
        KEYS[self.0].0
    }

    /// Bytes that the keyboard sends when the key goes down.
    pub fn make(self) -> Vec<u8> {
        self.bytes(&[])
    }

    /// Bytes that the keyboard sends when the key goes up.
    pub fn break_(self) -> Vec<u8> {
        self.bytes(&[RELEASE_PREFIX])
    }

    fn bytes(self, prefix: &[u8]) -> Vec<u8> {
        let code = KEYS[self.0].1;
        let extended = (code & EXTENDED != 0).then_some(EXTENDED_PREFIX);
        extended
            .into_iter()
            .chain(prefix.iter().copied())
            .chain([code as u8])
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_send_their_codes() {
        let left = Key::named("left").unwrap();
        assert_eq!(left.make(), [0xE0, 0x6B]);
        assert_eq!(left.break_(), [0xE0, 0xF0, 0x6B]);
        let turn = Key::named("I").unwrap();
        assert_eq!(turn.make(), [0x43]);
        assert_eq!(turn.break_(), [0xF0, 0x43]);
    }

    #[test]
    fn no_two_keys_share_a_code_or_a_name() {
        for (index, (name, code)) in KEYS.iter().enumerate() {
            assert_eq!(Key::named(name), Some(Key(index)));
            assert_eq!(
                KEYS.iter().filter(|key| key.1 == *code).count(),
                1,
                "{name}"
            );
        }
    }

    #[test]
    fn a_misspelt_key_has_a_nearest_name() {
        assert_eq!(Key::nearest("Lft"), Some("Left"));
        assert_eq!(Key::nearest("spcae"), Some("Space"));
        assert_eq!(Key::nearest("%%"), None);
    }
}
