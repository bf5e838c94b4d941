use super::*;
use crate::Shape;

/// Holds buttons down for some ticks.
fn run(handheld: &mut Handheld, down: &[Button], ticks: usize) {
    for _ in 0..ticks * BEATS {
        handheld.beat(down.contains(&handheld.looks_at()));
    }
}

fn tap(handheld: &mut Handheld, button: Button) {
    run(handheld, &[button], 1);
    run(handheld, &[], 1);
}

/// A game in play after the splash screen, with enough shapes.
fn playing(exchanged: bool) -> Handheld {
    let mut handheld = Handheld::default();
    let (held, start) = match exchanged {
        true => (&[Button::B][..], Button::Up),
        false => (&[][..], Button::M1),
    };
    run(&mut handheld, held, 1);
    run(&mut handheld, &[], 118);
    assert_eq!(handheld.page(), Page::Splash);
    tap(&mut handheld, start);
    assert_eq!(handheld.page(), Page::Title);
    for shape in [Shape::ALL; 20].concat() {
        handheld.supply(shape);
    }
    tap(&mut handheld, start);
    assert_eq!(handheld.page(), Page::Play);
    handheld
}

#[test]
fn from_the_splash_through_a_pause_to_the_end_and_the_next_game() {
    let mut handheld = playing(false);
    tap(&mut handheld, Button::M1);
    assert_eq!(handheld.page(), Page::Paused);
    tap(&mut handheld, Button::Up);
    assert!(handheld.player().tally().score() == 0);
    tap(&mut handheld, Button::M1);
    assert_eq!(handheld.page(), Page::Play);
    for _ in 0..20 {
        tap(&mut handheld, Button::Up);
    }
    assert_eq!(handheld.page(), Page::GameOver);
    tap(&mut handheld, Button::M1);
    assert_eq!(handheld.page(), Page::Play);
    assert_eq!(handheld.player().tally().score(), 0);
}

#[test]
fn m2_holds_or_mutes() {
    let mut handheld = playing(false);
    tap(&mut handheld, Button::M2);
    assert_eq!(handheld.player().hold(), Some(Shape::I));
    for is_mute in [true, false] {
        run(&mut handheld, &[Button::M2], 61);
        run(&mut handheld, &[], 1);
        assert_eq!(handheld.is_mute(), is_mute);
    }
    assert_eq!(handheld.player().hold(), Some(Shape::I));
}

#[test]
fn b_at_power_up_exchanges_the_hands() {
    let mut handheld = playing(true);
    let x = |handheld: &Handheld| handheld.player().falling().map(|falling| falling.piece().x);
    let before = x(&handheld).unwrap();
    tap(&mut handheld, Button::B);
    assert_eq!(x(&handheld), Some(before - 1));
    tap(&mut handheld, Button::Down);
    assert_eq!(handheld.player().hold(), Some(Shape::I));
    tap(&mut handheld, Button::M1);
    assert!(handheld.player().tally().score() > 0, "dropped");
    tap(&mut handheld, Button::Up);
    assert_eq!(handheld.page(), Page::Paused);
}

#[test]
fn the_picture_has_the_field_the_numbers_and_the_pieces() {
    let mut handheld = playing(false);
    tap(&mut handheld, Button::Up);
    let tiles = tiles(&handheld);
    assert_eq!(
        tiles[15][3..7],
        [Tile::Settled; 4],
        "the I lies on the floor"
    );
    assert_eq!(tiles[15][2], Tile::Empty);
    let score: String = tiles[2][11..18]
        .iter()
        .map(|tile| match tile {
            Tile::Text(character) => *character,
            _ => '?',
        })
        .collect();
    assert_eq!(score, format!("{:07}", handheld.player().tally().score()));
    assert_eq!(tiles[6][12], Tile::Text(' '));
    assert_eq!(tiles[8][12], Tile::Piece(Shape::T), "the T comes next");
    let picture = draw(&handheld);
    assert_eq!(picture.len(), WIDTH * HEIGHT);
    assert_eq!(picture[(15 * 8 + 4) * WIDTH + 3 * 8 + 4], [198, 195, 198]);
    assert_eq!(picture[15 * 8 * WIDTH + 3 * 8 + 4], [0; 3]);
}

#[test]
fn left_and_right_choose_the_level_before_a_game_and_after_it() {
    let mut handheld = playing(false);
    assert_eq!(handheld.start_level(), 1);
    tap(&mut handheld, Button::Right);
    assert_eq!(handheld.start_level(), 1, "a game goes on");
    for _ in 0..20 {
        tap(&mut handheld, Button::Up);
    }
    assert_eq!(handheld.page(), Page::GameOver);
    for level in (2..=15).chain([15]) {
        tap(&mut handheld, Button::Right);
        assert_eq!(handheld.start_level(), level);
    }
    for level in (4..=14).rev() {
        tap(&mut handheld, Button::Left);
        assert_eq!(handheld.start_level(), level);
    }
    assert_eq!(
        handheld.player().tally().level(),
        1,
        "that of the last game"
    );
    tap(&mut handheld, Button::M1);
    assert_eq!(handheld.player().tally().level(), 4);
}

#[test]
fn the_best_score_outlives_its_game() {
    let mut handheld = playing(false);
    let mut scores = vec![];
    for drops in [20, 3, 20] {
        for _ in 0..drops {
            tap(&mut handheld, Button::Up);
        }
        let score = handheld.player().tally().score();
        scores.push(score);
        assert_eq!(Some(handheld.best()), scores.iter().copied().max());
        while handheld.page() == Page::Play {
            tap(&mut handheld, Button::Up);
        }
        scores.push(handheld.player().tally().score());
        tap(&mut handheld, Button::M1);
        assert_eq!(Some(handheld.best()), scores.iter().copied().max());
    }
}

#[test]
fn no_two_shapes_of_the_title_touch_and_all_seven_are_there() {
    let tiles = tiles(&Handheld::default());
    let mut shapes = vec![];
    let at = |row: usize, column: usize| match tiles[row][column] {
        Tile::Piece(shape) => Some(shape),
        _ => None,
    };
    for (row, column) in (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (row, column))) {
        let Some(shape) = at(row, column) else {
            continue;
        };
        shapes.push(shape);
        let around = [(row, column + 1), (row + 1, column), (row + 1, column + 1)];
        for (row, column) in around {
            assert!(at(row, column).is_none_or(|other| other == shape));
        }
    }
    for shape in Shape::ALL {
        let cells = shapes.iter().filter(|other| **other == shape).count();
        assert_eq!(cells, 4, "{shape:?}");
    }
}
