//! Turns the text of a board file into a checked board.

use crate::board::{Board, Clock, ClockInput, Library, Peripheral, Reset, SignalPins};
use crate::error::{suggest, FileError, Place, Problem, SourceFile};
use crate::file::{AddOnFile, AddOnUse, BoardFile, PeripheralFile, PllInput};
use crate::package::Package;
use crate::role::{Role, SignalShape};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use toml::Spanned;

/// The fastest clock that the global nets of the iCE40 take.
const MAX_CLOCK_HZ: u64 = 275_000_000;

type Connectors = BTreeMap<String, Vec<Option<String>>>;

/// Each plug of an add-on with the connector that it sits on: its name and its pins.
type Plugs<'a> = BTreeMap<&'a str, (&'a str, &'a [Option<String>])>;

/// The board of this name, with the add-ons that are plugged into it.
pub(crate) fn board(
    name: &str,
    source: &Arc<SourceFile>,
    library: &Library,
) -> Result<Board, Box<FileError>> {
    let file: BoardFile = parse(source)?;
    let package = package(source, &file)?;
    let mut resolver = Resolver {
        package,
        users: BTreeMap::new(),
        peripherals: Vec::new(),
    };

    let clock = resolver.clock(source, &file)?;
    let reset = match file.reset {
        None => None,
        Some(reset) => {
            let pin = resolver.claim(source, &reset.pin, reset.pin.as_ref(), "`reset`")?;
            Some(Reset {
                pin,
                active_low: reset.active_low,
                pull_up: reset.pull_up,
            })
        }
    };
    let connectors = resolver.connectors(source, &file.connector)?;
    for peripheral in &file.peripheral {
        resolver.peripheral(source, name, peripheral, &PinNames::Balls)?;
    }
    for add_on in &file.add_on {
        resolver.add_on(name, source, library, &connectors, add_on)?;
    }
    let peripherals = resolver
        .peripherals
        .into_iter()
        .map(|(peripheral, _)| peripheral)
        .collect();
    Ok(Board {
        name: name.to_owned(),
        title: file.title,
        package,
        clock,
        reset,
        connectors,
        peripherals,
    })
}

fn parse<T: DeserializeOwned>(source: &Arc<SourceFile>) -> Result<T, Box<FileError>> {
    toml::from_str(&source.text).map_err(|error| {
        let problem = Problem::Syntax {
            message: error.message().to_owned(),
        };
        fail(source, error.span().unwrap_or(0..0), problem)
    })
}

fn fail(file: &Arc<SourceFile>, span: Range<usize>, problem: Problem) -> Box<FileError> {
    Box::new(FileError {
        problem,
        place: Place {
            file: Arc::clone(file),
            span,
        },
    })
}

fn package(source: &Arc<SourceFile>, file: &BoardFile) -> Result<&'static Package, Box<FileError>> {
    let wanted = (file.device.as_str(), file.package.as_ref().as_str());
    Package::all()
        .iter()
        .find(|known| (known.device, known.name) == wanted)
        .ok_or_else(|| {
            let known: Vec<String> = Package::all()
                .iter()
                .map(|known| format!("{}-{}", known.device, known.name))
                .collect();
            let problem = Problem::UnknownPackage {
                device: wanted.0.to_owned(),
                package: wanted.1.to_owned(),
                known: known.join(", "),
            };
            fail(source, file.package.span(), problem)
        })
}

/// How a peripheral names its pins.
enum PinNames<'a> {
    /// By the pins of the package: on the board itself.
    Balls,
    /// As `plug:position`: on an add-on.
    Plugs(Plugs<'a>),
}

struct Resolver {
    package: &'static Package,
    /// Who uses a pin, and where that is written.
    users: BTreeMap<String, (String, Place)>,
    peripherals: Vec<(Peripheral, Place)>,
}

impl Resolver {
    /// Notes that `user` uses `pin`, as written at `at`.
    fn claim(
        &mut self,
        source: &Arc<SourceFile>,
        at: &Spanned<String>,
        pin: &str,
        user: &str,
    ) -> Result<String, Box<FileError>> {
        self.check_pin(source, at.span(), pin, user)?;
        let place = Place {
            file: Arc::clone(source),
            span: at.span(),
        };
        if let Some((first, first_place)) = self.users.get(pin) {
            let problem = Problem::PinUsedTwice {
                pin: pin.to_owned(),
                first: first.clone(),
                first_place: first_place.clone(),
                second: user.to_owned(),
                second_place: place,
            };
            return Err(fail(source, at.span(), problem));
        }
        self.users.insert(pin.to_owned(), (user.to_owned(), place));
        Ok(pin.to_owned())
    }

    fn check_pin(
        &self,
        source: &Arc<SourceFile>,
        span: Range<usize>,
        pin: &str,
        user: &str,
    ) -> Result<(), Box<FileError>> {
        if self.package.has(pin) {
            return Ok(());
        }
        let problem = Problem::PackageLacksPin {
            package: format!("{}-{}", self.package.device, self.package.name),
            pin: pin.to_owned(),
            user: user.to_owned(),
        };
        Err(fail(source, span, problem))
    }

    fn clock(
        &mut self,
        source: &Arc<SourceFile>,
        file: &BoardFile,
    ) -> Result<Clock, Box<FileError>> {
        let clock = &file.clock;
        let hz = *clock.hz.as_ref();
        if !(1..=MAX_CLOCK_HZ).contains(&hz) {
            return Err(fail(
                source,
                clock.hz.span(),
                Problem::ClockOutOfRange { hz },
            ));
        }
        let input = match clock.pll {
            PllInput::Pad => ClockInput::Pad,
            PllInput::Core => ClockInput::Core,
            PllInput::None => ClockInput::NoPll,
        };
        let pin = self.claim(source, &clock.pin, clock.pin.as_ref(), "`clock`")?;
        Ok(Clock { pin, hz, input })
    }

    /// Pins on a connector are not claimed: they are free until something is plugged in.
    fn connectors(
        &self,
        source: &Arc<SourceFile>,
        file: &BTreeMap<String, Spanned<String>>,
    ) -> Result<Connectors, Box<FileError>> {
        let mut connectors = Connectors::new();
        for (name, text) in file {
            let mut pins = Vec::new();
            for word in text.as_ref().split_whitespace() {
                if word == "-" {
                    pins.push(None);
                    continue;
                }
                let user = format!("connector `{name}`");
                self.check_pin(source, word_span(source, text, word), word, &user)?;
                pins.push(Some(word.to_owned()));
            }
            connectors.insert(name.clone(), pins);
        }
        Ok(connectors)
    }

    fn add_on(
        &mut self,
        board: &str,
        source: &Arc<SourceFile>,
        library: &Library,
        connectors: &Connectors,
        usage: &AddOnUse,
    ) -> Result<(), Box<FileError>> {
        let name = usage.name.as_ref();
        let Some(add_on_source) = library.add_on(name) else {
            let help = suggest(name, library.add_on_names());
            let problem = Problem::UnknownAddOn {
                name: name.clone(),
                help,
            };
            return Err(fail(source, usage.name.span(), problem));
        };
        let add_on: AddOnFile = parse(add_on_source)?;
        let plugs = plugs(board, source, connectors, usage, &add_on.plugs)?;
        let names = PinNames::Plugs(plugs);
        for peripheral in &add_on.peripheral {
            self.peripheral(add_on_source, name, peripheral, &names)?;
        }
        Ok(())
    }

    fn peripheral(
        &mut self,
        source: &Arc<SourceFile>,
        provider: &str,
        file: &PeripheralFile,
        names: &PinNames,
    ) -> Result<(), Box<FileError>> {
        let role = self.role(source, provider, file)?;
        for key in file.pins.keys() {
            if role.signals().iter().all(|shape| shape.key != key.as_ref()) {
                let help = suggest(key.as_ref(), role.signals().iter().map(|shape| shape.key));
                let signal = key.as_ref().clone();
                let problem = Problem::UnknownSignal {
                    role: role.name(),
                    signal,
                    help,
                };
                return Err(fail(source, key.span(), problem));
            }
        }
        let mut signals = Vec::new();
        for shape in role.signals() {
            signals.push(self.signal(source, role, shape, file, names)?);
        }
        check_colours(source, role, file, &signals)?;
        let place = Place {
            file: Arc::clone(source),
            span: file.role.span(),
        };
        let peripheral = Peripheral {
            role,
            provider: provider.to_owned(),
            signals,
            active_low: file.active_low,
            pull_up: file.pull_up,
        };
        self.peripherals.push((peripheral, place));
        Ok(())
    }

    fn role(
        &self,
        source: &Arc<SourceFile>,
        provider: &str,
        file: &PeripheralFile,
    ) -> Result<Role, Box<FileError>> {
        let written = file.role.as_ref();
        let Some(role) = Role::from_name(written) else {
            let help = suggest(written, Role::ALL.into_iter().map(Role::name));
            let problem = Problem::UnknownRole {
                role: written.clone(),
                help,
            };
            return Err(fail(source, file.role.span(), problem));
        };
        match self
            .peripherals
            .iter()
            .find(|(peripheral, _)| peripheral.role == role)
        {
            None => Ok(role),
            Some((other, first_place)) => {
                let problem = Problem::RoleTwice {
                    role: role.name(),
                    first: other.provider.clone(),
                    first_place: first_place.clone(),
                    second: provider.to_owned(),
                    second_place: Place {
                        file: Arc::clone(source),
                        span: file.role.span(),
                    },
                };
                Err(fail(source, file.role.span(), problem))
            }
        }
    }

    fn signal(
        &mut self,
        source: &Arc<SourceFile>,
        role: Role,
        shape: &'static SignalShape,
        file: &PeripheralFile,
        names: &PinNames,
    ) -> Result<SignalPins, Box<FileError>> {
        let Some((_, written)) = file.pins.iter().find(|(key, _)| key.as_ref() == shape.key) else {
            let problem = Problem::MissingSignal {
                role: role.name(),
                signal: shape.key,
            };
            return Err(fail(source, file.role.span(), problem));
        };
        let count = written.as_ref().len();
        if !shape.width.contains(&count) {
            let (least, most) = (*shape.width.start(), *shape.width.end());
            let takes = if least == most {
                format!("{least}")
            } else {
                format!("{least} to {most}")
            };
            let problem = Problem::WrongWidth {
                signal: format!("{}.{}", role.name(), shape.key),
                pins: count,
                takes,
            };
            return Err(fail(source, written.span(), problem));
        }
        let mut pins = Vec::new();
        for (bit, at) in written.as_ref().iter().enumerate() {
            let user = match count {
                1 => format!("`{}.{}`", role.name(), shape.key),
                _ => format!("`{}.{}` bit {bit}", role.name(), shape.key),
            };
            let ball = ball(source, at, names, &user)?;
            pins.push(self.claim(source, at, ball, &user)?);
        }
        Ok(SignalPins { shape, pins })
    }
}

/// Each plug of the add-on with the connector of the board that it sits on.
fn plugs<'a>(
    board: &str,
    source: &Arc<SourceFile>,
    connectors: &'a Connectors,
    usage: &'a AddOnUse,
    add_on_plugs: &[String],
) -> Result<Plugs<'a>, Box<FileError>> {
    let mut plugs = BTreeMap::new();
    for (plug, connector) in usage.plugs.as_ref() {
        if !add_on_plugs.contains(plug.as_ref()) {
            let problem = Problem::UnknownPlug {
                add_on: usage.name.as_ref().clone(),
                plug: plug.as_ref().clone(),
                known: add_on_plugs.join(", "),
            };
            return Err(fail(source, plug.span(), problem));
        }
        let Some(pins) = connectors.get(connector.as_ref()) else {
            let problem = Problem::UnknownConnector {
                board: board.to_owned(),
                connector: connector.as_ref().clone(),
                help: suggest(connector.as_ref(), connectors.keys().map(String::as_str)),
            };
            return Err(fail(source, connector.span(), problem));
        };
        plugs.insert(
            plug.as_ref().as_str(),
            (connector.as_ref().as_str(), pins.as_slice()),
        );
    }
    match add_on_plugs
        .iter()
        .find(|plug| !plugs.contains_key(plug.as_str()))
    {
        None => Ok(plugs),
        Some(plug) => {
            let add_on = usage.name.as_ref().clone();
            let problem = Problem::PlugNotConnected {
                add_on,
                plug: plug.clone(),
            };
            Err(fail(source, usage.plugs.span(), problem))
        }
    }
}

/// The pin of the package that is meant.
fn ball<'a>(
    source: &Arc<SourceFile>,
    at: &'a Spanned<String>,
    names: &'a PinNames,
    user: &str,
) -> Result<&'a str, Box<FileError>> {
    let text = at.as_ref();
    let PinNames::Plugs(plugs) = names else {
        return Ok(text);
    };
    let position = text.split_once(':').and_then(|(plug, position)| {
        let position: usize = position.parse().ok()?;
        plugs.get(plug).map(|connector| (connector, position))
    });
    let Some(((connector, pins), position)) = position else {
        return Err(fail(
            source,
            at.span(),
            Problem::NotAPosition { text: text.clone() },
        ));
    };
    let pin = position.checked_sub(1).and_then(|index| pins.get(index));
    pin.and_then(|pin| pin.as_deref()).ok_or_else(|| {
        let connector = (*connector).to_owned();
        let problem = Problem::NoPinThere {
            connector,
            position,
            user: user.to_owned(),
        };
        fail(source, at.span(), problem)
    })
}

fn check_colours(
    source: &Arc<SourceFile>,
    role: Role,
    file: &PeripheralFile,
    signals: &[SignalPins],
) -> Result<(), Box<FileError>> {
    let width = |key| {
        let signal = signals.iter().find(|signal| signal.shape.key == key);
        signal.map_or(0, |signal| signal.pins.len())
    };
    let (red, green, blue) = (width("red"), width("green"), width("blue"));
    if role != Role::Vga || (red == green && green == blue) {
        return Ok(());
    }
    Err(fail(
        source,
        file.role.span(),
        Problem::UnequalColours { red, green, blue },
    ))
}

/// Where a word of a connector's text stands in the file.
fn word_span(source: &SourceFile, text: &Spanned<String>, word: &str) -> Range<usize> {
    let written = &source.text[text.span()];
    let start = written
        .split_ascii_whitespace()
        .find(|found| found.trim_matches('"') == word)
        .map(|found| found.as_ptr() as usize - written.as_ptr() as usize);
    match start {
        Some(start) => text.span().start + start..text.span().start + start + word.len(),
        None => text.span(),
    }
}
