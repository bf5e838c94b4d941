//! The engine in gates and the golden model play the same games, compared after every press and every tick.

mod gates;

use gatefall_golden::{
    Action, BagChecker, Game, Mode, Piece, Player as Model, Scene, Settings, Shape, Turn,
};
use gates::Gates;

/// A press, a release or a tick: what both sides take.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    Press(Action),
    Release(Action),
    Tick,
}

/// Both sides of the comparison.
struct Pair {
    gates: Gates,
    model: Game,
    bags: BagChecker,
    history: Vec<Step>,
    name: String,
}

fn new_model() -> Game {
    Game::new(Mode::Marathon, Settings::default())
}

impl Pair {
    /// Both sides at the start of a game.
    fn new(name: &str, cycles_before: u64) -> Self {
        let mut pair = Self {
            gates: Gates::new(),
            model: new_model(),
            bags: BagChecker::default(),
            history: Vec::new(),
            name: name.to_owned(),
        };
        pair.gates.wait(cycles_before);
        pair.start();
        pair
    }

    fn start(&mut self) {
        // The model is a new one, of which no key is held.
        for held in [Action::Left, Action::Right, Action::SoftDrop] {
            self.gates.release(held);
        }
        self.gates.new_game();
        self.model = new_model();
        self.bags = BagChecker::default();
        self.supply();
        self.model.press(Action::Start);
        self.compare();
    }

    /// Hands the shapes that the gates have dealt to the model, which checks that they are bags.
    fn supply(&mut self) {
        for shape in self.gates.dealt() {
            self.bags
                .check(shape)
                .expect("every seven pieces are the seven shapes");
            self.model.supply(shape);
        }
    }

    fn step(&mut self, step: Step) {
        self.history.push(step);
        match step {
            Step::Press(action) => self.gates.press(action),
            Step::Release(action) => self.gates.release(action),
            Step::Tick => self.gates.tick(),
        }
        self.supply();
        match step {
            Step::Press(action) => self.model.press(action),
            Step::Release(action) => self.model.release(action),
            Step::Tick => self.model.tick(),
        }
        self.compare();
    }

    fn tap(&mut self, action: Action) {
        self.step(Step::Press(action));
        self.step(Step::Release(action));
    }

    fn compare(&mut self) {
        let gates = self.gates.state();
        let model = gates::State::of(self.model.player());
        if gates != model {
            let recent = &self.history[self.history.len().saturating_sub(12)..];
            panic!(
                "{}: gates and model differ after {} steps, the last of them {recent:?}\n\
                 gates:\n{gates}\nmodel:\n{model}",
                self.name,
                self.history.len(),
            );
        }
    }

    fn is_over(&self) -> bool {
        self.model.scene() == Scene::GameOver
    }
}

/// Where to put a piece: rotation as turns clockwise, and column of its box.
struct Target {
    turns: u32,
    x: i32,
}

/// The placement that leaves the board lowest and most even.
fn best(model: &Model, piece: Piece) -> Target {
    let mut best: Option<(i32, Target)> = None;
    for turns in 0..4 {
        let mut turned = piece;
        for _ in 0..turns {
            turned.rotation = turned.rotation.turned(Turn::Clockwise);
        }
        for x in -2..10 {
            let mut placed = Piece { x, ..turned };
            if !model.board().fits(placed) {
                continue;
            }
            while model.board().fits(placed.moved(0, -1)) {
                placed = placed.moved(0, -1);
            }
            let mut board = model.board().clone();
            board.settle(placed);
            let cost = cost(&mut board, placed);
            if best.as_ref().is_none_or(|(lowest, _)| cost < *lowest) {
                best = Some((cost, Target { turns, x }));
            }
        }
    }
    best.map_or(
        Target {
            turns: 0,
            x: piece.x,
        },
        |(_, target)| target,
    )
}

fn cost(board: &mut gatefall_golden::Board, placed: Piece) -> i32 {
    let lines = board.full_rows() as i32;
    board.remove_full_rows();
    let heights: Vec<i32> = (0..10)
        .map(|x| {
            (0..24)
                .rev()
                .find(|&y| board.occupied(x, y))
                .map_or(0, |y| y + 1)
        })
        .collect();
    let holes = (0..10)
        .map(|x| {
            (0..heights[x as usize])
                .filter(|&y| !board.occupied(x, y))
                .count() as i32
        })
        .sum::<i32>();
    let steps: i32 = heights
        .windows(2)
        .map(|pair| (pair[0] - pair[1]).abs())
        .sum();
    36 * holes + 18 * steps + 5 * heights.iter().sum::<i32>() + 4 * placed.lowest_row() - 40 * lines
}

/// A player who mostly plays well, so that games last, and otherwise does anything.
struct Player {
    random: fastrand::Rng,
}

impl Player {
    fn play(&mut self, pair: &mut Pair, pieces: usize) {
        for _ in 0..pieces {
            if pair.is_over() {
                pair.start();
            }
            match self.random.u32(0..10) {
                0 => self.fumble(pair, 40),
                1 => self.spin(pair),
                _ => self.place(pair),
            }
        }
    }

    /// Brings the falling piece to a good place.
    fn place(&mut self, pair: &mut Pair) {
        let Some(piece) = pair.model.player().falling().map(|falling| falling.piece()) else {
            return pair.step(Step::Tick);
        };
        let target = best(pair.model.player(), piece);
        for _ in 0..target.turns {
            pair.tap(Action::Turn(Turn::Clockwise));
        }
        for _ in 0..10 {
            let Some(piece) = pair.model.player().falling().map(|falling| falling.piece()) else {
                break;
            };
            match target.x.cmp(&piece.x) {
                std::cmp::Ordering::Less => pair.tap(Action::Left),
                std::cmp::Ordering::Greater => pair.tap(Action::Right),
                std::cmp::Ordering::Equal => break,
            }
        }
        for _ in 0..self.random.u32(0..4) {
            pair.step(Step::Tick);
        }
        pair.tap(Action::HardDrop);
        while pair.model.player().falling().is_none() && !pair.is_over() {
            if self.random.u32(0..6) == 0 {
                self.random_press(pair);
            }
            pair.step(Step::Tick);
        }
    }

    /// Slides a piece down to the ground and turns it there, under whatever hangs over.
    fn spin(&mut self, pair: &mut Pair) {
        for _ in 0..self.random.u32(0..8) {
            self.random_press(pair);
        }
        pair.step(Step::Press(Action::SoftDrop));
        for _ in 0..70 {
            pair.step(Step::Tick);
        }
        pair.step(Step::Release(Action::SoftDrop));
        for _ in 0..self.random.u32(1..6) {
            let turn = [Turn::Clockwise, Turn::Counter][self.random.usize(0..2)];
            pair.tap(Action::Turn(turn));
            if self.random.bool() {
                pair.step(Step::Tick);
            }
        }
        for _ in 0..40 {
            pair.step(Step::Tick);
        }
    }

    /// Presses, holds and releases keys at random.
    fn fumble(&mut self, pair: &mut Pair, steps: usize) {
        for _ in 0..steps {
            match self.random.u32(0..4) {
                0 => self.random_press(pair),
                1 => {
                    let held = [Action::Left, Action::Right, Action::SoftDrop];
                    pair.step(Step::Release(held[self.random.usize(0..3)]));
                }
                _ => pair.step(Step::Tick),
            }
            if pair.is_over() {
                break;
            }
        }
        for held in [Action::Left, Action::Right, Action::SoftDrop] {
            pair.step(Step::Release(held));
        }
    }

    fn random_press(&mut self, pair: &mut Pair) {
        let actions = [
            Action::Left,
            Action::Left,
            Action::Right,
            Action::Right,
            Action::Turn(Turn::Clockwise),
            Action::Turn(Turn::Clockwise),
            Action::Turn(Turn::Counter),
            Action::Turn(Turn::Counter),
            Action::SoftDrop,
            Action::Hold,
            Action::HardDrop,
        ];
        pair.step(Step::Press(actions[self.random.usize(0..actions.len())]));
    }
}

#[test]
fn random_games_agree_with_the_golden_model() {
    for seed in 0..4 {
        let mut pair = Pair::new(&format!("seed {seed}"), 1000 + 77 * seed);
        let mut player = Player {
            random: fastrand::Rng::with_seed(seed),
        };
        player.play(&mut pair, 250);
    }
}

#[test]
fn wild_presses_agree_with_the_golden_model() {
    for seed in 0..4 {
        let mut pair = Pair::new(&format!("wild seed {seed}"), 5000 + 131 * seed);
        let mut player = Player {
            random: fastrand::Rng::with_seed(1000 + seed),
        };
        for _ in 0..12 {
            if pair.is_over() {
                pair.start();
            }
            player.fumble(&mut pair, 400);
        }
    }
}

#[test]
fn an_unattended_game_ends_by_topping_out() {
    let mut pair = Pair::new("unattended", 4242);
    for _ in 0..60 * 60 * 6 {
        pair.step(Step::Tick);
        if pair.is_over() {
            assert!(pair.model.player().board().occupied(4, 18));
            return;
        }
    }
    panic!("the game went on for six minutes");
}

#[test]
fn shapes_of_both_sides_have_the_same_numbers() {
    assert_eq!(Shape::ALL.map(gates::number), [1, 4, 6, 5, 7, 2, 3]);
}
