//! Finds the cases by search, with the golden model alone.

use gatefall_golden::{kicks, Board, Cell, Piece, Rotation, Shape, Side, Turn};
use gatefall_lockstep::arcade::{rehearse, steps, Coverage, Scenario, Step};
use gatefall_lockstep::falling_blocks::{rests, way_to_kick, Move, Rest};

/// A case for each coverage point, if one was found.
pub type Found = (String, Option<Vec<Step>>);

/// Boards that are tried for each case.
const TRIES: u32 = 4000;

/// All of them.
pub fn all() -> Vec<Found> {
    let mut found = turns();
    found.extend(spins());
    found.extend(clears());
    found.extend(garbage());
    found.extend(restarts());
    found.extend(ends());
    found.extend(super::scenes::scenes());
    found.extend(super::play::play());
    let sounds = super::sounds::sounds(&found);
    found.extend(sounds);
    let names = super::names::names(&found);
    found.extend(names);
    found.extend(super::modes::modes());
    found
}

/// A case of these scenarios, if the model reaches the coverage points.
pub fn case(what: &str, players: usize, scenarios: &[Scenario]) -> Option<Vec<Step>> {
    let steps = steps(players, scenarios);
    (rehearse(&steps).of(what) > 0).then_some(steps)
}

/// Cases with the coverage of each.
pub struct Rehearsed(Vec<(Coverage, Vec<Step>)>);

impl FromIterator<Vec<Step>> for Rehearsed {
    fn from_iter<I: IntoIterator<Item = Vec<Step>>>(cases: I) -> Self {
        let cases = cases.into_iter().map(|steps| (rehearse(&steps), steps));
        Self(cases.collect())
    }
}

impl Rehearsed {
    /// The shortest case that reaches this coverage point.
    pub fn shortest(&self, what: &str) -> Option<Vec<Step>> {
        let suits = self.0.iter().filter(|(coverage, _)| coverage.of(what) > 0);
        let shortest = suits.min_by_key(|(_, steps)| steps.len());
        shortest.map(|(_, steps)| steps.clone())
    }
}

fn scenario(shape: Shape, rows: &[&str], path: Vec<Move>) -> Scenario {
    Scenario {
        side: Side::One,
        rows: Some(rows.iter().map(|&row| row.to_owned()).collect()),
        shape,
        path,
    }
}

pub fn of_two(scenario: Scenario) -> Scenario {
    Scenario {
        side: Side::Two,
        ..scenario
    }
}

fn board(rows: &[String]) -> Board {
    let mut board = Board::default();
    for (y, row) in rows.iter().enumerate() {
        let mut marks = row.chars();
        let cells = std::array::from_fn(|_| marks.next().filter(|&mark| mark != '.'));
        board.stage_row(y, cells.map(|mark| mark.map(|_| Cell::Garbage)));
    }
    board
}

/// Place of a piece after its spawn.
fn start(shape: Shape) -> Piece {
    Piece::spawned(shape).moved(0, -1)
}

fn random_rows(random: &mut fastrand::Rng) -> Vec<String> {
    let density = random.u32(2..9);
    let height = random.usize(1..17);
    let mut row = || {
        let hole = random.usize(0..10);
        let mark = |column| match column != hole && random.u32(0..10) < density {
            true => '#',
            false => '.',
        };
        (0..10).map(mark).collect()
    };
    (0..height).map(|_| row()).collect()
}

/// A place in which a T fills three rows, if the last place of its turn is the first with room.
const THREE: [&str; 5] = [
    "###.######",
    "###..#####",
    "###.######",
    "###.......",
    "####......",
];

/// A place in which a T fills two rows. It is turned under an overhang, and one of the corners
/// beside its point is free. The fourth place of its turn is the first with room.
const MINI_TWO: [&str; 5] = [
    "####.#####",
    "####..####",
    "####......",
    "..........",
    "....#.....",
];

/// Rows with a narrow gap, cells over it, and some holes far from it.
fn rows_with_a_slot(random: &mut fastrand::Rng) -> Vec<String> {
    match random.u32(0..100) {
        0 => return THREE.map(str::to_owned).to_vec(),
        1 => return MINI_TWO.map(str::to_owned).to_vec(),
        _ => {}
    }
    let slot = random.usize(0..10);
    let far = (slot + 5) % 10;
    let height = random.usize(2..7);
    let mut row = || {
        let around = random.u32(1..10);
        let has_hole = random.u32(0..4) == 0;
        let mark = |column: usize| {
            let is_taken = match column.abs_diff(slot) {
                0 => around > 8,
                1 => random.u32(0..10) < around,
                _ => column != far || !has_hole,
            };
            if is_taken {
                '#'
            } else {
                '.'
            }
        };
        (0..10).map(mark).collect::<String>()
    };
    let mut rows: Vec<String> = (0..height).map(|_| row()).collect();
    for row in &mut rows {
        if !row.contains('.') {
            row.replace_range(slot..=slot, ".");
        }
    }
    rows
}

fn turns() -> Vec<Found> {
    let mut found = Vec::new();
    for shape in Shape::ALL {
        for from in Rotation::ALL {
            for turn in [Turn::Clockwise, Turn::Counter] {
                for kick in 0..kicks(shape, from, turn).len() {
                    let to = from.turned(turn);
                    let what = format!("kick: {shape:?} {from:?} to {to:?}, place {}", kick + 1);
                    let steps = find_kick(&what, shape, from, turn, kick);
                    found.push((what, steps));
                }
            }
        }
    }
    // Upright at the bottom of a gap as narrow as itself.
    let mut path = upright();
    path.extend(vec![Move::Down; 17]);
    path.extend(upright());
    let what = "kick: no room".to_owned();
    let steps = case(&what, 1, &[scenario(Shape::I, &[COLUMN; 9], path)]);
    found.push((what, steps));
    found
}

fn find_kick(
    what: &str,
    shape: Shape,
    from: Rotation,
    turn: Turn,
    kick: usize,
) -> Option<Vec<Step>> {
    let mut random = fastrand::Rng::with_seed(7);
    (0..TRIES).find_map(|_| {
        let rows = random_rows(&mut random);
        let path = way_to_kick(&board(&rows), start(shape), from, turn, kick)?;
        let scenario = Scenario {
            side: Side::One,
            rows: Some(rows),
            shape,
            path,
        };
        case(what, 1, &[scenario])
    })
}

/// A T that is turned into its place: every kind, and twice in a row.
fn spins() -> Vec<Found> {
    let kinds = [("mini T-spin", 2), ("T-spin", 3)];
    let kinds = kinds
        .iter()
        .flat_map(|&(kind, most)| (0..=most).map(move |lines| (kind, lines)));
    let mut found = Vec::new();
    for (kind, lines) in kinds {
        let what = format!("lock: {kind}, {lines} lines");
        let scenario = find_rest(Shape::T, rows_with_a_slot, |scenario, rest| {
            rest.is_spin
                && rest.lines == lines
                && case(&what, 1, std::slice::from_ref(scenario)).is_some()
        });
        let again = format!("back-to-back: {kind}, {lines}");
        let twice = scenario
            .as_ref()
            .and_then(|one| case(&again, 1, &[one.clone(), one.clone()]));
        found.push((
            what.clone(),
            scenario.and_then(|one| case(&what, 1, &[one])),
        ));
        if lines > 0 {
            found.push((again, twice));
        }
    }
    let what = "lock: T-spin by its kick".to_owned();
    let by_kick = find_rest(Shape::T, rows_with_a_slot, |scenario, rest| {
        rest.is_spin && case(&what, 1, std::slice::from_ref(scenario)).is_some()
    });
    let steps = by_kick.and_then(|one| case(&what, 1, &[one]));
    found.push((what, steps));
    // Slid below the overhang.
    let mut path = vec![Move::Down; 19];
    path.extend([Move::Left; 3]);
    let what = "lock: three corners, but not turned last".to_owned();
    let slid = scenario(Shape::T, &["..........", REST], path);
    found.push((what.clone(), case(&what, 1, &[slid])));
    found
}

fn find_rest(
    shape: Shape,
    rows: impl Fn(&mut fastrand::Rng) -> Vec<String>,
    suits: impl Fn(&Scenario, &Rest) -> bool,
) -> Option<Scenario> {
    let mut random = fastrand::Rng::with_seed(11);
    (0..TRIES).find_map(|_| {
        let rows = rows(&mut random);
        rests(&board(&rows), start(shape))
            .into_iter()
            .find_map(|rest| {
                let scenario = Scenario {
                    side: Side::One,
                    rows: Some(rows.clone()),
                    shape,
                    path: rest.path.clone(),
                };
                suits(&scenario, &rest).then_some(scenario)
            })
    })
}

const REST: &str = "#.........";
const FOR_I: &str = "###....###";
const FOR_O: &str = "####..####";
const COLUMN: &str = "#####.####";

/// I upright, over the sixth column.
fn upright() -> Vec<Move> {
    vec![Move::Turn(Turn::Clockwise)]
}

/// A clear of one row.
pub fn single() -> Scenario {
    scenario(Shape::I, &[FOR_I, REST], vec![])
}

fn double() -> Scenario {
    scenario(Shape::O, &[FOR_O, FOR_O, REST], vec![])
}

fn triple() -> Scenario {
    scenario(Shape::I, &[COLUMN, COLUMN, COLUMN, REST], upright())
}

/// A clear of four rows.
pub fn quad() -> Scenario {
    scenario(Shape::I, &[COLUMN, COLUMN, COLUMN, COLUMN, REST], upright())
}

fn nothing() -> Scenario {
    scenario(Shape::O, &[REST], vec![])
}

fn perfect(lines: usize) -> Scenario {
    match lines {
        1 => scenario(Shape::I, &[FOR_I], vec![]),
        2 => scenario(Shape::O, &[FOR_O, FOR_O], vec![]),
        // J with its foot to the right: turned clockwise it has the upper cell there.
        3 => scenario(
            Shape::J,
            &["####.#####", "####.#####", "####..####"],
            upright(),
        ),
        _ => scenario(Shape::I, &[COLUMN; 4], upright()),
    }
}

fn clears() -> Vec<Found> {
    let mut found = Vec::new();
    let mut add = |what: String, scenarios: &[Scenario]| {
        let steps = case(&what, 1, scenarios);
        found.push((what, steps));
    };
    for (lines, one) in [nothing(), single(), double(), triple(), quad()]
        .iter()
        .enumerate()
    {
        add(
            format!("lock: no spin, {lines} lines"),
            std::slice::from_ref(one),
        );
    }
    add("back-to-back: 4 lines".into(), &[quad(), nothing(), quad()]);
    add("back-to-back: ended".into(), &[quad(), single()]);
    add(
        "perfect clear: 4 lines, back-to-back".into(),
        &[perfect(4), perfect(4)],
    );
    for lines in 1..=4 {
        add(format!("perfect clear: {lines} lines"), &[perfect(lines)]);
    }
    for combo in 1..=11 {
        add(format!("combo: {combo}"), &vec![single(); combo + 1]);
    }
    found
}

/// Attacks of every size by player 1, and as many rows that rise for player 2.
fn garbage() -> Vec<Found> {
    let mut found = Vec::new();
    for rows in 1..=10 {
        let what = format!("garbage: {rows} rows sent");
        let steps = attacks().find_map(|attacks| case(&what, 2, &attacks));
        found.push((what, steps));
        let what = format!("garbage: {rows} rows rose");
        let steps = attacks().find_map(|mut attacks| {
            attacks.push(of_two(nothing()));
            case(&what, 2, &attacks)
        });
        found.push((what, steps));
    }
    let what = "garbage: cancelled".to_owned();
    let steps = case(&what, 2, &[quad(), of_two(double()), of_two(nothing())]);
    found.push((what, steps));
    let what = "garbage: waits while rows clear".to_owned();
    let steps = case(&what, 2, &[quad(), of_two(single()), of_two(nothing())]);
    found.push((what, steps));
    found
}

/// Singles before one clear, and short sequences of clears.
fn attacks() -> impl Iterator<Item = Vec<Scenario>> {
    let kinds = [double, triple, quad, nothing];
    let sequences = (0..4_usize.pow(4)).map(move |number| {
        let digits = (0..4).map(|place| number / 4_usize.pow(place) % 4);
        digits.map(|digit| kinds[digit]()).collect::<Vec<_>>()
    });
    let combos = (0..12).flat_map(|singles| {
        [double(), triple(), quad()].map(|last| {
            let mut all = vec![single(); singles];
            all.push(last);
            all
        })
    });
    let perfect = std::iter::once(vec![perfect(1)]);
    perfect.chain(combos).chain(sequences)
}

/// A piece on the ground that is moved to and fro.
fn restarts() -> Vec<Found> {
    let to_and_fro = |what: String, moves: usize| {
        let mut path = vec![Move::Down; 19];
        path.extend([Move::Left, Move::Right].iter().cycle().take(moves));
        let steps = case(&what, 1, &[scenario(Shape::T, &[], path)]);
        (what, steps)
    };
    let counted = |restarts| to_and_fro(format!("lock restarts: {restarts}"), restarts);
    let mut found: Vec<Found> = (0..=15).map(counted).collect();
    found.push(to_and_fro("lock restarts: no more".into(), 17));
    // Off a ledge.
    let mut path = vec![Move::Down; 18];
    path.extend([Move::Left, Move::Right]);
    path.extend([Move::Right; 3]);
    path.push(Move::Down);
    let what = "lock restarts: regained lower down".to_owned();
    let steps = case(&what, 1, &[scenario(Shape::T, &["#####....."], path)]);
    found.push((what, steps));
    found
}

fn ends() -> Vec<Found> {
    let high = |shape, row, height, path| scenario(shape, &vec![row; height], path);
    // On the cells that are there.
    let stays = Scenario {
        rows: None,
        ..nothing()
    };
    let mut found = Vec::new();
    for (what, players, scenarios) in [
        (
            "out: locked out of sight",
            1,
            vec![high(Shape::O, ".########.", 18, vec![]), stays.clone()],
        ),
        (
            "out: no room",
            1,
            vec![high(Shape::I, ".########.", 17, upright()), stays.clone()],
        ),
        (
            "out: pushed out",
            2,
            vec![perfect(1), of_two(high(Shape::O, "########..", 17, vec![]))],
        ),
    ] {
        let steps = case(what, players, &scenarios);
        found.push((what.to_owned(), steps));
    }
    found
}
