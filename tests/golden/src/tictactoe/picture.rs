//! LedPicture of the LED matrix.

use super::{Game, Phase, Player, Position};

/// Red, green and blue of an LED, at most an eighth of full brightness.
pub type Colour = [u8; 3];

/// Red, green and blue at full brightness.
type Ink = [u32; 3];

const PIECES: [Ink; 2] = [[0, 40, 255], [255, 104, 0]];
const CURSORS: [Ink; 2] = [[128, 168, 255], [255, 200, 120]];
const RED: Ink = [255, 0, 0];
const WHITE: Ink = [255, 255, 255];
/// Brightness levels, of 255.
const SHADES: [u32; 8] = [0, 8, 24, 48, 80, 128, 184, 255];
/// Shade of the lines while a game is played.
const LINES: usize = 2;
/// Shade of a piece in hand.
const IN_HAND: usize = 4;
/// Shade of pieces at the end.
const FADED: usize = 3;
const FULL: usize = 7;
const DARK: Colour = [0, 0, 0];

/// Period of the picture in ticks of 1/64 s.
const TICKS: u64 = 128;
/// Ticks for which a refusal blinks: half a second, less a tick.
const ALARM_TICKS: u64 = 31;

/// Small, medium and large: a digit is the smallest size that lights the LED.
const PIECES_OF_2: [&[u8; 2]; 2] = [b"13", b"32"];
const PIECES_OF_4: [&[u8; 4]; 4] = [b"3223", b"2112", b"2112", b"3223"];

/// The time-dependent state of the picture.
#[derive(Clone, Copy, Debug)]
pub struct LedPicture {
    /// LEDs on a side: 8 or 16.
    side: usize,
    /// Ticks since the cursor last changed.
    ticks: u64,
    /// Remaining ticks of a refusal.
    alarm: u64,
}

/// Position of an LED.
enum Place {
    /// On a cell, with the smallest size that lights the LED.
    Cell {
        row: usize,
        column: usize,
        least: u8,
    },
    /// On the row of a player's hand, lit by this number of pieces of the size.
    Hand {
        player: Player,
        size: u8,
        pieces: u8,
    },
    Line,
    Gap,
}

fn shade(ink: Ink, shade: usize) -> Colour {
    ink.map(|light| (light * SHADES[shade] / 255 / 8) as u8)
}

impl LedPicture {
    /// The picture after a reset, on a matrix with 8 or 16 LEDs on a side.
    pub fn new(side: usize) -> Self {
        assert!(side == 8 || side == 16, "{side} LEDs on a side");
        Self {
            side,
            ticks: 0,
            alarm: 0,
        }
    }

    /// Advances by 1/64 s.
    pub fn tick(&mut self) {
        self.ticks = (self.ticks + 1) % TICKS;
        self.alarm = self.alarm.saturating_sub(1);
    }

    /// The cursor has changed. Blinking restarts.
    pub fn moved(&mut self) {
        self.ticks = 0;
        self.alarm = 0;
    }

    /// The selected cell accepts no size.
    pub fn refused(&mut self) {
        self.alarm = ALARM_TICKS;
    }

    /// All LEDs, row by row from the top left.
    pub fn leds(&self, game: &Game) -> Vec<Colour> {
        let side = self.side;
        let all = (0..side * side).map(|n| self.led(game, n / side, n % side));
        all.collect()
    }

    fn led(&self, game: &Game, row: usize, column: usize) -> Colour {
        match game.phase() {
            Phase::Start => self.ring(row, column),
            Phase::Turn | Phase::Placing(_) => self.play(game, row, column),
            Phase::End(winner) => self.end(game.position(), winner, row, column),
        }
    }

    fn place(&self, row: usize, column: usize) -> Place {
        // Two or four LEDs of a cell, then one or two between cells.
        let (width, pitch) = (self.side / 4, self.side / 8 * 3);
        let (down, right) = (row % pitch, column % pitch);
        if down < width && right < width {
            let least = match self.side {
                8 => PIECES_OF_2[down][right],
                _ => PIECES_OF_4[down][right],
            };
            return Place::Cell {
                row: row / pitch,
                column: column / pitch,
                least: least - b'0',
            };
        }
        if let Some(hand) = self.hand(row, column) {
            return hand;
        }
        match self.is_on_line(row, column) {
            true => Place::Line,
            false => Place::Gap,
        }
    }

    fn is_on_line(&self, row: usize, column: usize) -> bool {
        let lines = if self.side == 8 { [2, 5] } else { [4, 11] };
        lines.contains(&row) || lines.contains(&column)
    }

    /// The LEDs of a piece in hand: at both ends of a size's part of the row.
    fn hand(&self, row: usize, column: usize) -> Option<Place> {
        let (first, second, ends) = match self.side {
            8 => (2, 5, ["01", "34", "67"]),
            _ => (5, 10, ["03", "69", "cf"]),
        };
        let player = match row {
            _ if row == first => Player::First,
            _ if row == second => Player::Second,
            _ => return None,
        };
        (1..).zip(ends).find_map(|(size, ends)| {
            let mut ends = ends.chars();
            let piece = ends.position(|end| end.to_digit(16) == Some(column as u32))?;
            Some(Place::Hand {
                player,
                size,
                pieces: piece as u8 + 1,
            })
        })
    }

    /// Phase of an outward wave at an LED: 64 steps, half of them for each player.
    fn wave(&self, row: usize, column: usize) -> usize {
        let middle = (self.side as f64 - 1.0) / 2.0;
        let radius = ((row as f64 - middle).powi(2) + (column as f64 - middle).powi(2)).sqrt();
        let outwards = (96.0 * radius / self.side as f64).round() as i64;
        (self.ticks as i64 / 2 - outwards).rem_euclid(64) as usize
    }

    /// Brightness of the wave: eight levels up and down again.
    fn height(&self, row: usize, column: usize) -> usize {
        match self.wave(row, column) % 32 {
            rising @ 0..16 => rising / 2,
            falling => (31 - falling) / 2,
        }
    }

    fn ring(&self, row: usize, column: usize) -> Colour {
        let player = self.wave(row, column) / 32;
        shade(PIECES[player], self.height(row, column))
    }

    /// True in the first half of each half second.
    fn is_on(&self) -> bool {
        self.ticks % 32 < 16
    }

    fn play(&self, game: &Game, row: usize, column: usize) -> Colour {
        let mover = game.position().mover();
        let (cell_row, cell_column, least) = match self.place(row, column) {
            Place::Cell { row, column, least } => (row, column, least),
            Place::Hand {
                player,
                size,
                pieces,
            } => return self.in_hand(game, player, size, pieces),
            Place::Line => return shade(PIECES[mover as usize], LINES),
            Place::Gap => return DARK,
        };
        let is_selected = game.selection() == (cell_row, cell_column);
        if is_selected && self.alarm / 4 % 2 == 1 {
            return shade(RED, FULL);
        }
        let is_on = is_selected && self.is_on();
        let piece = match game.phase() {
            Phase::Placing(size) if is_on => Some((mover, size)),
            Phase::Turn if is_on && least == 3 => return shade(CURSORS[mover as usize], FULL),
            _ => piece(game.position(), cell_row, cell_column),
        };
        match piece {
            Some((player, size)) if size >= least => shade(PIECES[player as usize], FULL),
            _ => DARK,
        }
    }

    /// Colour of an LED for a piece in hand: the piece to place is on the board or here.
    fn in_hand(&self, game: &Game, player: Player, size: u8, pieces: u8) -> Colour {
        let position = game.position();
        let is_picked = player == position.mover() && game.phase() == Phase::Placing(size);
        let on_board = u8::from(is_picked && self.is_on());
        if position.in_hand(player, size) - on_board < pieces {
            return DARK;
        }
        shade(
            PIECES[player as usize],
            if is_picked { FULL } else { IN_HAND },
        )
    }

    fn end(
        &self,
        position: &Position,
        winner: Option<Player>,
        row: usize,
        column: usize,
    ) -> Colour {
        let height = self.height(row, column);
        let Place::Cell {
            row: cell_row,
            column: cell_column,
            least,
        } = self.place(row, column)
        else {
            return match winner {
                _ if !self.is_on_line(row, column) => DARK,
                Some(player) => shade(PIECES[player as usize], height / 2),
                None => shade(WHITE, height),
            };
        };
        let is_in_line = position.is_in_line(cell_row, cell_column);
        match piece(position, cell_row, cell_column) {
            Some((player, _)) if is_in_line && self.is_on() => {
                shade(CURSORS[player as usize], FULL)
            }
            Some((player, size)) if size >= least => shade(
                PIECES[player as usize],
                if is_in_line { FULL } else { FADED },
            ),
            _ => DARK,
        }
    }
}

/// Owner and size of the visible piece of a cell.
fn piece(position: &Position, row: usize, column: usize) -> Option<(Player, u8)> {
    match position.cell(row, column) {
        0 => None,
        cell @ 1.. => Some((Player::First, cell as u8)),
        cell => Some((Player::Second, cell.unsigned_abs())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inks_and_shades_are_those_of_the_page() {
        crate::rules_page::check_colours("ink | red, green, blue", 6, |name| {
            let ink = match name {
                "player 1" => PIECES[0],
                "player 2" => PIECES[1],
                "cursor of player 1" => CURSORS[0],
                "cursor of player 2" => CURSORS[1],
                "refusal" => RED,
                "draw" => WHITE,
                _ => panic!("no ink `{name}`"),
            };
            ink.map(|light| light.to_string()).join(", ")
        });
        let shades = crate::rules_page::table("shade | 0");
        assert_eq!(shades[0][1..], SHADES.map(|shade| shade.to_string()));
    }
}
