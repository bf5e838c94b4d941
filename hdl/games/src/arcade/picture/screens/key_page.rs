//! The page that sets the keys, which are shown as in a game.

use super::key_texts::{NEXT_KEYS, SPLIT_KEYS};
use super::layout::{
    blank, keep_players_keys, keys_of_one, players_keys, sound, BOARDS, KEY_ROW, NAMES,
};
use super::paper::Screen;

pub(super) fn keys() -> Screen {
    let mut screen = blank();
    screen.stars(0..8);
    screen.stars(16..18);
    sound(&mut screen);
    // Above and below the sun.
    screen.text(8..9, 35, "ONE PLAYER");
    keys_of_one(&mut screen, 10);
    for (name, board) in NAMES.into_iter().zip(BOARDS) {
        screen.text(39..40, board + 5, name);
    }
    players_keys(&mut screen, 41, SPLIT_KEYS);
    keep_players_keys(&mut screen, 41);
    screen.key_row(KEY_ROW, 28, 2, NEXT_KEYS);
    screen
}
