//! Roles and buttons that games require of boards, by the names that board files use.

/// Device at a game's pins. A board or an add-on offers roles; a game needs some and uses others if
/// they are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// `vga_h_sync`, `vga_v_sync`, `vga_red`, `vga_green`, `vga_blue`: 640 x 480 at 60 Hz.
    Vga,
    /// `ps2_clock`, `ps2_data`: a keyboard, scan code set 2.
    Ps2,
    /// `audio`: one bit for a speaker behind a low-pass filter.
    Audio,
    /// `led_data`: a chain of WS2812 LEDs, row by row from the top left.
    Ws2812,
    /// `row_clock`, `row_data`, `row_latch`, `row_enable`: rows of two-colour LEDs behind a chain
    /// of 74HC595 shift registers, one row at a time.
    ///
    /// The outputs of the registers are, from the first: the rows from the top, of which one is
    /// high; the columns from the left in the first colour; the columns in the second. The bit of
    /// the last output is shifted first. `row_enable` is high while the LEDs are lit.
    RowScan,
    /// `segments[7:0]`, `digits[3:0]`: four seven-segment digits, one at a time. Segment a is bit
    /// 0, the point bit 7. The leftmost digit is bit 0.
    Digits,
    /// `lcd_clock`, `lcd_data`, `lcd_dc`, `lcd_cs`, `lcd_reset`: a 128 x 160 LCD with an ST7735
    /// controller. Select and reset are active low, as on the chip.
    St7735,
    /// `control_led`: one LED.
    ControlLed,
    /// `leds`: the LEDs of a board. A circuit has 32 outputs, of which a board connects the first.
    Leds,
    /// `flash_clock`, `flash_cs`, `flash_mosi`, `flash_miso`: the SPI flash with the bitstream,
    /// which is free after configuration. The select is active low, as on the chip.
    ConfigFlash,
    /// `gamepad_clock`, `gamepad_latch`, `gamepad_data`: a gamepad of the SNES type. Data is low
    /// for a button that is down.
    Gamepad,
    /// `second_gamepad_data`: a second one. Clock and latch are those of the first.
    SecondGamepad,
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 12] = [
        Role::Vga,
        Role::Ps2,
        Role::Audio,
        Role::Ws2812,
        Role::RowScan,
        Role::Digits,
        Role::St7735,
        Role::ControlLed,
        Role::Leds,
        Role::ConfigFlash,
        Role::Gamepad,
        Role::SecondGamepad,
    ];

    /// The name that board files use.
    pub fn name(self) -> &'static str {
        match self {
            Role::Vga => "vga",
            Role::Ps2 => "ps2",
            Role::Audio => "audio",
            Role::Ws2812 => "ws2812",
            Role::RowScan => "row-scan",
            Role::Digits => "digits",
            Role::St7735 => "st7735",
            Role::ControlLed => "control-led",
            Role::Leds => "leds",
            Role::ConfigFlash => "config-flash",
            Role::Gamepad => "gamepad",
            Role::SecondGamepad => "second-gamepad",
        }
    }
}

/// A push button of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Button {
    /// Up on a direction pad.
    Up,
    /// Down on a direction pad.
    Down,
    /// Left on a direction pad.
    Left,
    /// Right on a direction pad.
    Right,
    /// Middle of a direction pad.
    Centre,
    /// First button at the right.
    A,
    /// Second button at the right.
    B,
    /// First button beside the screen.
    M1,
    /// Second button beside the screen.
    M2,
}

impl Button {
    /// Every button.
    pub const ALL: [Button; 9] = [
        Button::Up,
        Button::Down,
        Button::Left,
        Button::Right,
        Button::Centre,
        Button::A,
        Button::B,
        Button::M1,
        Button::M2,
    ];

    /// The name that board files use.
    pub fn name(self) -> &'static str {
        match self {
            Button::Up => "up",
            Button::Down => "down",
            Button::Left => "left",
            Button::Right => "right",
            Button::Centre => "centre",
            Button::A => "a",
            Button::B => "b",
            Button::M1 => "m1",
            Button::M2 => "m2",
        }
    }
}

/// An input of a game for a button: high while it is pressed, not debounced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ButtonPort {
    /// The input.
    pub port: &'static str,
    /// The button of a board.
    pub button: Button,
    /// The keys of a keyboard that stand for the button in a simulation.
    pub keys: &'static [&'static str],
}

impl ButtonPort {
    /// The input `port`, driven by `button` on a board and by `keys` in a simulation.
    pub const fn new(
        port: &'static str,
        button: Button,
        keys: &'static [&'static str],
    ) -> ButtonPort {
        ButtonPort { port, button, keys }
    }
}
