//! Texts and buttons of each game on the page.

use gatefall_games::Game;
use gatefall_web::{KeyRow, Pad, Pads, SitePage};
use std::collections::BTreeMap;

/// A row of the table of keys: an action, and keys that are separated by spaces.
type Row = (&'static str, &'static str);
/// A button on the screen: its label, its control, and its place in the cross or nothing.
type Button = (&'static str, &'static str, &'static str);

/// Texts of a game.
struct Texts {
    name: &'static str,
    title: &'static str,
    tagline: &'static str,
    /// Text alternative of the picture.
    picture: &'static str,
    keys: &'static [Row],
    cross: &'static [Button],
    actions: &'static [Button],
    system: &'static [Button],
    /// Buttons of the standard gamepad and their controls, for each player.
    gamepads: &'static [&'static [(&'static str, &'static str)]],
}

const TEXTS: &[Texts] = &[
    Texts {
        name: "arcade",
        title: "Arcade",
        tagline: "Falling blocks by the modern rules, for one or two players: VGA picture, PS/2 \
                  keyboard, three voices of music.",
        picture: "Picture of the simulated VGA monitor: the board of each player with the next \
                  pieces, the held piece, score, level and lines.",
        keys: &[
            ("start, one player", "Enter"),
            ("start, two players", "2"),
            ("menu", "← →"),
            ("move", "← →"),
            ("rotate", "↑ Z"),
            ("soft drop", "↓"),
            ("hard drop", "Space"),
            ("hold", "C Shift"),
            ("player one: move, soft drop", "A D S"),
            ("player one: rotate, drop, hold", "W Q Space E"),
            ("player two: move, soft drop", "← → ↓"),
            ("player two: rotate, drop, hold", "↑ / Enter ."),
            ("pause", "P Esc"),
            ("restart, held", "R"),
            ("gamepad: pause, hard drop", "Start ↑"),
            ("gamepad: rotate, hold", "A B L"),
            ("mute, music, effects", "F2 F3 F4"),
            ("next skin", "F1"),
        ],
        cross: &[
            ("Up", "Up", "up"),
            ("Left", "Left", "left"),
            ("Right", "Right", "right"),
            ("Down", "Down", "down"),
        ],
        actions: &[("Hold", "C", ""), ("Turn", "Z", ""), ("Drop", "Space", "")],
        system: &[
            ("Start", "Enter", ""),
            ("2 players", "2", ""),
            ("Pause", "P", ""),
            ("Restart, held", "R", ""),
            ("Skin", "F1", ""),
        ],
        // The buttons at the right by their places: the lower one is B.
        gamepads: &[
            &[
                ("left", "pad1_left"),
                ("right", "pad1_right"),
                ("down", "pad1_down"),
                ("up", "pad1_up"),
                ("a", "pad1_b"),
                ("b", "pad1_a"),
                ("x", "pad1_y"),
                ("y", "pad1_x"),
                ("l", "pad1_l"),
                ("r", "pad1_r"),
                ("start", "pad1_start"),
                ("select", "pad1_select"),
            ],
            &[
                ("left", "pad2_left"),
                ("right", "pad2_right"),
                ("down", "pad2_down"),
                ("up", "pad2_up"),
                ("a", "pad2_b"),
                ("b", "pad2_a"),
                ("x", "pad2_y"),
                ("y", "pad2_x"),
                ("l", "pad2_l"),
                ("r", "pad2_r"),
                ("start", "pad2_start"),
                ("select", "pad2_select"),
            ],
        ],
    },
    Texts {
        name: "handheld",
        title: "Handheld",
        tagline: "The same rules on an LCD of 160 x 128 pixels with eight buttons. It fits the \
                  1,280 logic cells of an iCEstick.",
        picture: "Picture of the simulated ST7735 LCD: the board, the next pieces, the held piece \
                  and the score.",
        keys: &[
            ("start, pause", "Enter P"),
            ("move", "← →"),
            ("rotate", "X Z"),
            ("soft drop", "↓"),
            ("hard drop", "Space ↑"),
            ("hold", "C"),
        ],
        cross: &[
            ("Drop", "button_up", "up"),
            ("Left", "button_left", "left"),
            ("Right", "button_right", "right"),
            ("Down", "button_down", "down"),
        ],
        actions: &[("B", "button_b", ""), ("A", "button_a", "")],
        system: &[
            ("M1: start, pause", "button_m1", ""),
            ("M2: hold", "button_m2", ""),
        ],
        gamepads: &[&[
            ("left", "button_left"),
            ("right", "button_right"),
            ("down", "button_down"),
            ("up", "button_up"),
            ("a", "button_a"),
            ("b", "button_b"),
            ("x", "button_m2"),
            ("y", "button_up"),
            ("start", "button_m1"),
        ]],
    },
    Texts {
        name: "matrix",
        title: "Matrix",
        tagline: "Steer each block for three seconds. Fill three rows of the LED matrix within 99 \
                  seconds.",
        picture: "70 LEDs in ten rows, four digits for the time and the score, and an LED that \
                  shows that the block can be steered.",
        keys: &[
            ("start", "Enter Space"),
            ("move", "← →"),
            ("rotate", "↑"),
            ("reset", "R"),
        ],
        cross: &[
            ("Turn", "rotate", "up"),
            ("Left", "shift_left", "left"),
            ("Right", "shift_right", "right"),
        ],
        actions: &[("Start", "start", "")],
        system: &[("Reset", "restart", "")],
        gamepads: &[&[
            ("left", "shift_left"),
            ("right", "shift_right"),
            ("up", "rotate"),
            ("a", "rotate"),
            ("start", "start"),
            ("select", "restart"),
        ]],
    },
    Texts {
        name: "tictactoe",
        title: "Tic-tac-toe",
        tagline: "Stacking tic-tac-toe for two: larger pieces cover smaller ones.",
        picture: "64 LEDs in eight rows: nine squares with the pieces of both players, and the \
                  pieces in their hands.",
        keys: &[("select", "← → ↑ ↓"), ("place", "Enter Space")],
        cross: &[
            ("Up", "up", "up"),
            ("Left", "left", "left"),
            ("Right", "right", "right"),
            ("Down", "down", "down"),
        ],
        actions: &[("Place", "confirm", "")],
        system: &[],
        gamepads: &[&[
            ("left", "left"),
            ("right", "right"),
            ("up", "up"),
            ("down", "down"),
            ("a", "confirm"),
            ("start", "confirm"),
        ]],
    },
];

/// Title of a game in the list.
pub(super) fn title(game: &Game) -> &'static str {
    let texts = TEXTS.iter().find(|texts| texts.name == game.name);
    texts.map_or(game.name, |texts| texts.title)
}

/// Texts and buttons of a game. A game without texts has its summary and its ports.
pub(super) fn page(game: &Game, facts: Vec<(String, String)>) -> SitePage {
    let pads = |buttons: &[Button]| -> Vec<Pad> {
        buttons
            .iter()
            .map(|&(label, control, place)| Pad {
                label,
                control,
                place,
            })
            .collect()
    };
    let Some(texts) = TEXTS.iter().find(|texts| texts.name == game.name) else {
        let ports = game.buttons.iter();
        return SitePage {
            title: game.name,
            tagline: game.summary,
            picture: game.summary,
            facts,
            keys: ports
                .clone()
                .map(|port| KeyRow {
                    action: port.port,
                    keys: port.keys.to_vec(),
                })
                .collect(),
            pads: Pads {
                actions: ports.map(|port| Pad::of(port.port)).collect(),
                ..Pads::default()
            },
            gamepads: Vec::new(),
        };
    };
    SitePage {
        title: texts.title,
        tagline: texts.tagline,
        picture: texts.picture,
        facts,
        keys: texts
            .keys
            .iter()
            .map(|(action, keys)| KeyRow {
                action,
                keys: keys.split(' ').collect(),
            })
            .collect(),
        pads: Pads {
            cross: pads(texts.cross),
            actions: pads(texts.actions),
            system: pads(texts.system),
        },
        gamepads: texts
            .gamepads
            .iter()
            .map(|pad| pad.iter().copied().collect::<BTreeMap<_, _>>())
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_devices::gamepad::INPUTS;
    use gatefall_devices::Key;
    use gatefall_games::{Role, GAMES};

    #[test]
    fn the_texts_are_of_games_and_every_control_exists() {
        for texts in TEXTS {
            assert!(
                GAMES.iter().any(|game| game.name == texts.name),
                "{}",
                texts.name
            );
        }
        for game in GAMES {
            let page = page(game, Vec::new());
            let has_pads = game.wants.contains(&Role::Gamepad);
            let is_pad = |control: &str| has_pads && INPUTS.as_flattened().contains(&control);
            let is_control = |control: &str| match game.buttons {
                [] => {
                    let is_key = Key::named(control).is_some_and(|key| key.name() == control);
                    is_key || is_pad(control)
                }
                ports => ports.iter().any(|port| port.port == control),
            };
            let Pads {
                cross,
                actions,
                system,
            } = &page.pads;
            let pads = cross.iter().chain(actions).chain(system);
            let controls = pads.map(|pad| pad.control);
            let gamepads = page.gamepads.iter().flat_map(BTreeMap::values).copied();
            for control in controls.chain(gamepads) {
                assert!(is_control(control), "{}: {control}", game.name);
            }
        }
    }
}
