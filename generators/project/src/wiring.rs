//! Wiring: ports of a game and their pins.

use crate::ProjectError;
use gatefall_board::{Board, Peripheral, PinDirection, Pull, Role, Setup, SignalPins, SignalShape};
use gatefall_games::{Game, Params};
use gatefall_widgets::memory::FlashChip;

/// The ports of a game on a setup of a board.
pub(crate) struct Wiring<'a> {
    /// With pins, in the order of the game's roles, then its buttons.
    pub connected: Vec<Connection<'a>>,
    /// Outputs of the game that the setup does not use.
    pub unconnected: Vec<Unconnected>,
    /// Inputs of the game that the setup does not have.
    pub idle: Vec<Idle>,
    /// LEDs of the board that the game does not use, without those that are held high.
    pub dark: Vec<Connection<'a>>,
    /// The role that is present, of the roles of which the game needs one.
    pub choice: Option<gatefall_games::Role>,
    /// Chip of the role `config-flash`.
    pub flash: Option<FlashChip>,
}

/// Signals that the top makes.
pub(crate) const DATA_ENABLE_PORT: &str = "vga_data_enable";
pub(crate) const PIXEL_CLOCK_PORT: &str = "vga_pixel_clock";

/// Data lines of the gamepads.
const GAMEPAD_PORTS: [&str; 2] = ["gamepad_data", "second_gamepad_data"];

/// A port and its pins.
pub(crate) struct Connection<'a> {
    pub port: &'static str,
    pub direction: PinDirection,
    /// The port is a vector, even if it has one pin.
    pub is_bus: bool,
    /// Bits of the port that have no pin, above those that have one.
    pub surplus: usize,
    /// Bit 0 first.
    pub pins: &'a [&'static str],
    pub active_low: bool,
    /// Held high if the game does not use it.
    pub idle_high: bool,
    pub pull: Pull,
    /// Board or add-on with the pins.
    pub provider: &'a str,
}

/// An unconnected output.
pub(crate) struct Unconnected {
    pub port: &'static str,
    pub width: usize,
}

/// An input without a pin.
pub(crate) struct Idle {
    pub port: &'static str,
    pub level: bool,
}

impl<'a> Wiring<'a> {
    pub(crate) fn new(
        game: &Game,
        board: &Board,
        setup: &'a Setup,
    ) -> Result<Wiring<'a>, ProjectError> {
        let lacks = missing(game, setup);
        if !lacks.is_empty() {
            return Err(ProjectError::Missing {
                board: board.name.clone(),
                setup: setup.name.clone(),
                game: game.name,
                lacks,
                offers: setup.offers(),
            });
        }
        let choice = game
            .one_of
            .iter()
            .copied()
            .find(|role| find(setup, *role).is_some());
        let roles = game.needs.iter().copied().chain(choice);
        let mut connected: Vec<Connection> = roles
            .chain(game.wants.iter().copied())
            .filter_map(|role| find(setup, role))
            .flat_map(connections)
            .collect();
        connected.extend(game.buttons.iter().filter_map(|port| {
            let (peripheral, pins) = setup.button(port.button.name())?;
            Some(Connection {
                port: port.port,
                ..connection(peripheral, pins)
            })
        }));
        let left_out = game
            .wants
            .iter()
            .filter(|role| find(setup, **role).is_none());
        let (inputs, outputs): (Vec<&SignalShape>, Vec<&SignalShape>) = left_out
            .filter_map(|role| board_role(*role))
            .flat_map(Role::signals)
            .filter(|shape| !shape.made_by_top)
            .partition(|shape| shape.direction == PinDirection::Input);
        let unconnected = outputs.into_iter().map(|shape| Unconnected {
            port: shape.port,
            width: *shape.width.end(),
        });
        let inputs = inputs.into_iter().map(|shape| Idle {
            port: shape.port,
            level: true,
        });
        let buttons = game.buttons.iter();
        let buttons = buttons.filter(|port| setup.button(port.button.name()).is_none());
        let buttons = buttons.map(|port| Idle {
            port: port.port,
            level: false,
        });
        let used = |connection: &Connection| connected.iter().any(|c| c.port == connection.port);
        let dark = setup
            .peripherals
            .iter()
            .filter(|peripheral| [Role::Leds, Role::ControlLed].contains(&peripheral.role))
            .flat_map(connections)
            .filter(|connection| !used(connection) && !connection.idle_high)
            .collect();
        Ok(Wiring {
            connected,
            unconnected: unconnected.collect(),
            idle: inputs.chain(buttons).collect(),
            dark,
            choice,
            flash: setup.peripheral(Role::ConfigFlash).and_then(flash_chip),
        })
    }

    /// Parameters of the circuit, from the board.
    pub(crate) fn params(&self, game: &Game, board: &Board, clock_hz: u64) -> Params {
        Params {
            clock_hz,
            colour_bits: self.colour_bits().unwrap_or(game.params().colour_bits),
            choice: self.choice,
            gamepads: self.gamepads(),
            flash: self.flash,
            settings: game.settings.on(board.package.logic_cells()),
        }
    }

    /// Number of pins for each colour of the screen.
    fn colour_bits(&self) -> Option<u8> {
        let mut ports = self.connected.iter();
        let red = ports.find(|connection| connection.port == "vga_red")?;
        Some(red.pins.len() as u8)
    }

    /// Number of gamepads: each has a data line.
    fn gamepads(&self) -> u8 {
        let ports = self.connected.iter().map(|connection| connection.port);
        ports
            .map(|port| u8::from(GAMEPAD_PORTS.contains(&port)))
            .sum()
    }

    /// The port with an input at this pin.
    pub(crate) fn input_at(&self, pin: &str) -> Option<&'static str> {
        let mut inputs = self.connected.iter().filter(|connection| {
            connection.direction == PinDirection::Input && connection.pins.contains(&pin)
        });
        inputs.next().map(|connection| connection.port)
    }

    /// True if a port of the game has this pin.
    pub(crate) fn uses(&self, pin: &str) -> bool {
        let mut pins = self.connected.iter().flat_map(|connection| connection.pins);
        pins.any(|used| *used == pin)
    }

    /// True if a port is the data enable.
    pub(crate) fn has_data_enable(&self) -> bool {
        let mut ports = self.connected.iter();
        ports.any(|connection| connection.port == DATA_ENABLE_PORT)
    }

    pub(crate) fn has_fake_pull_down(&self) -> bool {
        let mut ports = self.connected.iter();
        ports.any(|connection| connection.pull == Pull::FakeDown)
    }
}

/// Roles and buttons that the game needs and the setup does not offer.
pub(crate) fn missing(game: &Game, setup: &Setup) -> Vec<String> {
    let lacks = |role: &&gatefall_games::Role| find(setup, **role).is_none();
    let quoted = |role: &gatefall_games::Role| format!("`{}`", role.name());
    let mut missing: Vec<String> = game.needs.iter().filter(lacks).map(quoted).collect();
    if !game.one_of.is_empty() && game.one_of.iter().all(|role| lacks(&role)) {
        let any: Vec<String> = game.one_of.iter().map(quoted).collect();
        missing.push(any.join(" or "));
    }
    let buttons = game.buttons.iter().map(|port| port.button.name());
    missing.extend(
        buttons
            .filter(|button| game.needs_buttons && setup.button(button).is_none())
            .map(|button| format!("button `{button}`")),
    );
    missing
}

fn find(setup: &Setup, role: gatefall_games::Role) -> Option<&Peripheral> {
    setup.peripheral(board_role(role)?)
}

/// Role of a board for a role of a game: both have the same name.
fn board_role(role: gatefall_games::Role) -> Option<Role> {
    Role::from_name(role.name())
}

fn flash_chip(peripheral: &Peripheral) -> Option<FlashChip> {
    let flash = peripheral.flash?;
    Some(FlashChip {
        bytes: flash.bytes,
        id: flash.id,
        is_locked: flash.is_locked,
    })
}

fn connections(peripheral: &Peripheral) -> impl Iterator<Item = Connection<'_>> {
    let signals = peripheral.signals.iter();
    signals.map(move |signal| connection(peripheral, signal))
}

fn connection<'a>(peripheral: &'a Peripheral, signal: &'a SignalPins) -> Connection<'a> {
    Connection {
        port: signal.shape.port,
        direction: signal.shape.direction,
        is_bus: *signal.shape.width.end() > 1,
        // Games follow the width of a screen, and have all LEDs.
        surplus: match peripheral.role {
            Role::Leds => signal.shape.width.end() - signal.pins.len(),
            _ => 0,
        },
        pins: &signal.pins,
        active_low: signal.active_low,
        idle_high: signal.idle_high,
        pull: peripheral.pull,
        provider: &peripheral.provider,
    }
}
