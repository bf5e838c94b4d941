//! The handheld, played with its buttons and judged by what its panel shows.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

mod panel;

use gatefall_devices::{Bench, Glass, Running};
use gatefall_games::handheld::{Handheld, GAME, PANEL, TICKS_HZ};
use gatefall_golden::{Board, Piece, Rotation, Shape, Turn};
use gatefall_lockstep::falling_blocks::{best_rest, rests, Aim, Move, Rest};
use panel::{Digits, Panel, Tile};
use rust_hdl::prelude::Block;

const GLASS: Glass = Glass {
    column_offset: 0,
    row_offset: 0,
    is_turned: true,
    is_blue_first: true,
};
/// Half of the real clock: the same game in half as many cycles. The sounds ask for this much.
const CLOCK_HZ: u64 = 12_000_000;
/// Milliseconds that a button is down, and up afterwards: two looks each.
const TAP_MS: u64 = 17;
/// Milliseconds after which the panel has followed.
const SETTLE_MS: u64 = 9;

/// The shape of this number, if it is one.
fn shape(number: u64) -> Option<Shape> {
    use Shape::{I, J, L, O, S, T, Z};
    [
        None,
        Some(I),
        Some(J),
        Some(L),
        Some(O),
        Some(S),
        Some(T),
        Some(Z),
    ][number as usize]
}

/// The game on the bench, and what happened in it.
struct Game {
    running: Running,
    clock_hz: u64,
    /// The field as it has to be: what was put where, by the golden model's rules.
    board: Board,
    kicks: u32,
    spins: u32,
    clears: [u32; 5],
    lines: u32,
    digits: Digits,
}

impl Game {
    fn new(clock_hz: u64) -> Self {
        let mut block = Handheld::new(clock_hz, TICKS_HZ, PANEL);
        block.connect_all();
        let netlist = gatefall_lower::netlist(&block, GAME.name).unwrap();
        let bench = Bench::new(&netlist, &[]).unwrap().with_glass(GLASS);
        Self {
            running: Running::start(bench, clock_hz).unwrap(),
            clock_hz,
            board: Board::default(),
            kicks: 0,
            spins: 0,
            clears: [0; 5],
            lines: 0,
            digits: Digits::default(),
        }
    }

    fn run_ms(&mut self, milliseconds: u64) {
        self.running
            .run(milliseconds * self.clock_hz / 1000)
            .unwrap();
        assert_eq!(self.running.fault().map(|fault| fault.to_string()), None);
    }

    /// Presses a button and lets it go, with contacts that bounce.
    fn tap(&mut self, button: &str) {
        for is_down in [true, false] {
            for level in [is_down, !is_down, is_down, !is_down] {
                self.running.set_button(button, level).unwrap();
                self.run_ms(1);
            }
            self.running.set_button(button, is_down).unwrap();
            self.run_ms(TAP_MS);
        }
    }

    fn panel(&self) -> Panel {
        Panel::of(&self.running.lcd().unwrap().rgb())
    }

    fn engine(&mut self, signal: &str) -> u64 {
        let name = format!("handheld.game_engine.{signal}");
        self.running.machine().peek(name.as_str()).unwrap()
    }

    /// The falling piece as the engine has it: the player's eyes, quicker than the panel.
    fn piece(&mut self) -> Option<Piece> {
        let signed = |value: u64, bits: u32| ((value << (64 - bits)) as i64 >> (64 - bits)) as i32;
        Some(Piece {
            shape: shape(self.engine("shape"))?,
            rotation: Rotation::ALL[self.engine("rotation") as usize],
            x: signed(self.engine("x"), 5),
            y: signed(self.engine("y"), 6),
        })
    }

    fn is_over(&mut self) -> bool {
        self.engine("game_over") == 1
    }

    /// Starts a game from the title or after an end.
    fn start(&mut self) {
        self.tap("button_m1");
        self.board = Board::default();
        self.lines = 0;
        self.run_ms(40);
    }

    /// Makes a move; a turn that only a kick makes fit is counted.
    fn step(&mut self, step: Move) {
        let before = self.piece();
        self.tap(match step {
            Move::Left => "button_left",
            Move::Right => "button_right",
            Move::Down => "button_down",
            Move::Turn(Turn::Clockwise) => "button_a",
            Move::Turn(Turn::Counter) => "button_b",
        });
        let (Some(before), Some(after)) = (before, self.piece()) else {
            return;
        };
        let has_turned = before.rotation != after.rotation;
        self.kicks += u32::from(has_turned && before.x != after.x);
    }

    /// Brings the falling piece to rest at this place, as far as gravity lets it; tells where it locked.
    fn bring(&mut self, target: &Rest) -> Rest {
        let mut has_turned = false;
        for _ in 0..60 {
            let piece = self.piece().unwrap();
            if piece == target.piece && (has_turned || !target.is_spin) {
                break;
            }
            let rests = rests(&self.board, piece);
            let is_target =
                |rest: &&Rest| rest.piece == target.piece && rest.is_spin == target.is_spin;
            let way = rests.iter().find(is_target).map(|rest| &rest.path[..]);
            // What is left of a way straight down is the drop's.
            let Some([step, ..]) = way.filter(|way| way.iter().any(|step| *step != Move::Down))
            else {
                break;
            };
            self.step(*step);
            has_turned = matches!(step, Move::Turn(_));
        }
        let mut piece = self.piece().unwrap();
        let mut moved = false;
        while self.board.fits(piece.moved(0, -1)) {
            piece = piece.moved(0, -1);
            moved = true;
        }
        let at_rest = rests(&self.board, piece);
        let is_here = |rest: &Rest| rest.piece == piece && rest.path.is_empty();
        let mut rest = at_rest.into_iter().find(is_here).unwrap();
        rest.is_spin = target.is_spin && !moved && piece == target.piece;
        rest
    }

    /// Puts the falling piece to the best place, and sees that the panel shows what the rules say.
    fn place(&mut self, aim: Aim) {
        let piece = self.piece().unwrap();
        let target = best_rest(&self.board, piece, aim).unwrap();
        let rest = self.bring(&target);
        self.tap("button_up");
        self.board = rest.board;
        self.clears[rest.lines as usize] += 1;
        self.lines += rest.lines;
        self.spins += u32::from(rest.is_spin && self.engine("spin_kind") != 0);
        if rest.lines > 0 {
            // 18 ticks.
            self.run_ms(330);
        }
        self.run_ms(SETTLE_MS);
        if !self.is_over() {
            self.check_panel();
        }
    }

    /// Gives the game a field of four rows that lack their last cell.
    fn lay_four_rows(&mut self) {
        self.board = Board::default();
        for _ in 0..4 {
            self.board.rise(9);
        }
        for copy in ["game_copy", "picture_copy"] {
            let name = format!("handheld.game_engine.board_controller.{copy}");
            let mut memory = self.running.machine().memory(&name).unwrap();
            for word in 0..256 {
                // The last two columns of rows 0 to 3 are words 192 to 223.
                let is_taken = word < 32 || (192..224).contains(&word) && word % 8 == 0;
                memory.set(word, u64::from(is_taken)).unwrap();
            }
        }
    }

    /// The settled cells are where they have to be, the piece and its ghost too, and the lines are right.
    fn check_panel(&mut self) {
        let panel = self.panel();
        let piece = self.piece().unwrap();
        let mut ghost = piece;
        while self.board.fits(ghost.moved(0, -1)) {
            ghost = ghost.moved(0, -1);
        }
        for y in 0..panel::ROWS as i32 {
            for x in 0..10 {
                let expected = if piece.cells().contains(&(x, y)) {
                    Tile::Piece(piece.shape)
                } else if self.board.occupied(x, y) {
                    Tile::Settled
                } else if ghost.cells().contains(&(x, y)) {
                    Tile::Ghost(piece.shape)
                } else {
                    Tile::Blank
                };
                let shown = panel.cell(x as usize, y as usize);
                assert_eq!(shown, expected, "column {x}, row {y} with {piece:?}");
            }
        }
        let next = shape(self.engine("random_tetris.next"));
        assert_eq!(panel.standing(11, 8), next, "the next piece");
        let held = shape(self.engine("held"));
        assert_eq!(panel.standing(16, 8), held, "the held piece");
        for row in [11, 14] {
            assert!(panel.standing(11, row).is_some(), "a piece at row {row}");
        }
        // Digits show what they are by counting.
        if self.lines < 10 {
            self.digits.learn(&panel, 19, 4, self.lines);
        }
        if let Some(lines) = self.digits.read(&panel, 17, 4, 3) {
            assert_eq!(lines, self.lines);
        }
        if let Some(level) = self.digits.read(&panel, 17, 3, 2) {
            assert_eq!(level, 1 + self.lines / 10);
        }
    }
}

/// A game at its start, after two seconds of splash and so many milliseconds.
fn started(clock_hz: u64, milliseconds: u64) -> Game {
    let mut game = Game::new(clock_hz);
    game.run_ms(2000 + milliseconds);
    game.start();
    game
}

#[test]
fn a_game_from_the_splash_to_its_end_and_the_next() {
    let mut game = Game::new(CLOCK_HZ);
    // The panel wakes up for a second, then shows the name; the question comes when two are over.
    game.run_ms(1700);
    let splash = game.panel();
    let lit = |panel: &Panel, rows: std::ops::Range<usize>| {
        rows.flat_map(|y| (0..160).map(move |x| (x, y)))
            .filter(|&(x, y)| panel.pixel(x, y) != [0; 3])
            .count()
    };
    assert!(lit(&splash, 24..40) > 500 && lit(&splash, 96..128) == 0);
    game.run_ms(400);
    assert!(lit(&game.panel(), 96..128) > 100);
    game.start();
    game.check_panel();

    // Hold: the piece stands in the panel, and another comes.
    let piece = game.piece().unwrap();
    assert_eq!(game.panel().standing(16, 8), None);
    game.tap("button_m2");
    game.run_ms(SETTLE_MS);
    assert_eq!(game.panel().standing(16, 8), Some(piece.shape));
    game.check_panel();

    // Pause hides the field, and nothing falls.
    let before = game.panel();
    game.tap("button_m1");
    game.run_ms(40);
    assert!((0..10).all(|x| (0..16).all(|y| game.panel().cell(x, y) == Tile::Other)));
    let paused = game.piece();
    game.run_ms(1500);
    assert_eq!(game.piece(), paused);
    game.tap("button_m1");
    game.run_ms(40);
    assert!(game.panel() == before, "the game goes on where it was");

    play_for_all(&mut game);

    while !game.is_over() {
        game.tap("button_up");
        game.run_ms(400);
    }
    game.run_ms(40);
    assert!(game.panel().has_message());
    game.run_ms(500);
    assert!(game.panel().has_message(), "it is kept");
    game.start();
    assert!(!game.panel().has_message());
    game.check_panel();
}

/// A kick, a T-spin, four rows at once, single rows and the second level.
fn play_for_all(game: &mut Game) {
    for _ in 0..100 {
        if game.spins > 0 && game.clears[1] > 0 && game.clears[4] > 0 && game.lines >= 10 {
            break;
        }
        if game.kicks == 0 {
            kick(game);
        }
        let aim = match game.spins {
            0 => Aim::Spins,
            _ => Aim::Low,
        };
        let is_i = game.piece().unwrap().shape == Shape::I;
        if is_i && game.clears[4] == 0 {
            game.lay_four_rows();
            game.place(Aim::FourRows);
        } else {
            game.place(aim);
        }
        assert!(!game.is_over(), "the player is not good enough");
    }
    let done = (game.kicks, game.spins, game.clears, game.lines);
    assert!(game.kicks > 0 && game.spins > 0, "{done:?}");
    assert!(game.clears[1] > 0 && game.clears[4] == 1, "{done:?}");
    assert!(game.lines >= 10, "{done:?}");
}

/// Stands a piece at the left wall and turns it, which only a kick makes fit.
fn kick(game: &mut Game) {
    let piece = game.piece().unwrap();
    if matches!(piece.shape, Shape::I | Shape::O) {
        return;
    }
    game.step(Move::Turn(Turn::Clockwise));
    for _ in 0..5 {
        game.step(Move::Left);
    }
    game.step(Move::Turn(Turn::Clockwise));
    assert_eq!(game.kicks, 1);
    game.run_ms(SETTLE_MS);
    game.check_panel();
}

/// Clocks until the panel shows what it will show, looked at every so many.
fn clocks_to_settle(game: &mut Game, step: u64, limit: u64) -> u64 {
    let mut clocks = 0;
    let mut last = (game.panel(), 0);
    while clocks < limit {
        game.running.run(step).unwrap();
        clocks += step;
        let panel = game.panel();
        if panel != last.0 {
            last = (panel, clocks);
        }
    }
    last.1
}

#[test]
fn a_moved_piece_is_on_the_panel_within_two_milliseconds_and_a_scene_within_35() {
    let clock_hz = GAME.clock.preferred_hz;
    let mut game = started(clock_hz, 200);
    game.run_ms(100);
    // Nobody sees an O turn.
    while game.piece().unwrap().shape == Shape::O {
        game.tap("button_up");
        game.run_ms(20);
    }
    for button in ["button_left", "button_a", "button_right", "button_b"] {
        let before = (game.engine("x"), game.engine("rotation"));
        game.running.set_button(button, true).unwrap();
        while (game.engine("x"), game.engine("rotation")) == before {
            game.running.run(48).unwrap();
        }
        let clocks = clocks_to_settle(&mut game, 240, clock_hz / 250);
        assert!(
            clocks > 0 && clocks <= clock_hz / 500,
            "{button}: {clocks} clocks"
        );
        game.running.set_button(button, false).unwrap();
        game.run_ms(TAP_MS);
    }
    game.running.set_button("button_m1", true).unwrap();
    while game
        .running
        .machine()
        .peek("handheld.scene_control.in_play")
        .unwrap()
        == 1
    {
        game.running.run(48).unwrap();
    }
    let mut clocks = 0;
    let paints = "handheld.tile_composer.paints_all";
    let mut has_begun = false;
    loop {
        let is_painting = game.running.machine().peek(paints).unwrap() == 1;
        if has_begun && !is_painting {
            break;
        }
        has_begun |= is_painting;
        game.running.run(240).unwrap();
        clocks += 240;
    }
    assert!(clocks <= clock_hz * 35 / 1000, "{clocks} clocks");
    assert!(clocks > clock_hz * 25 / 1000, "every tile is sent");
}
