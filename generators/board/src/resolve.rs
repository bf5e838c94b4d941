//! Resolver: turns the text of a board file into a checked board.

use crate::add_ons::{AddOns, Unread};
use crate::board::{
    Board, ClockInput, Oscillator, Peripheral, PinArrangement, Reset, Setup, TieOff,
};
use crate::error::{fail, place, suggest, FileError, Problem, SourceFile, SourceLocation};
use crate::file::{AddOnFile, AddOnUse, BoardFile, ClockFile, PllInput, SetupFile};
use crate::package::Package;
use crate::plugs::{plugs, Connectors, PinNames, Plugged};
use crate::program;
use crate::words::{split_help, visible, Name, Word};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use toml::Spanned;

/// Highest clock frequency of the global nets of the iCE40, in hertz.
const MAX_CLOCK_HZ: u64 = 275_000_000;

/// Frequencies of the oscillator inside of an UltraPlus, in hertz.
const OSCILLATOR_HZ: [u64; 4] = [48_000_000, 24_000_000, 12_000_000, 6_000_000];

/// Parses and checks the board with its add-ons.
pub(crate) fn board(
    name: &Name,
    source: &Arc<SourceFile>,
    add_ons: &AddOns,
) -> Result<Board, Box<FileError>> {
    let file: BoardFile = parse(source)?;
    let package = package(source, &file)?;
    let mut resolver = Resolver {
        package,
        users: BTreeMap::new(),
        peripherals: Vec::new(),
    };

    let clock = resolver.clock(source, &file.clock)?;
    let reset = match &file.reset {
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
    let tie_offs = resolver.tie_offs(source, &file)?;
    let program = file.program.as_ref();
    let program = program
        .map(|file| program::program(source, file))
        .transpose()?;
    let connectors = resolver.connectors(source, &file.connector)?;
    let arrangements = arrangements(name, source, &file.arrangement, &connectors)?;
    for peripheral in &file.peripheral {
        resolver.peripheral(source, name, peripheral, &PinNames::Balls)?;
    }
    let plugged = Plugged {
        user: format!("board `{name}`"),
        source,
        add_ons,
        connectors: &connectors,
        within: None,
    };
    for add_on in &file.add_on {
        resolver.add_on(&plugged, add_on)?;
    }
    let setups = setups(resolver, clock, &plugged, &file.setup)?;
    Ok(Board {
        name: name.clone(),
        title: file.title,
        package,
        reset,
        tie_offs,
        program,
        connectors,
        arrangements,
        setups,
    })
}

/// Checks that each arrangement is of a connector.
fn arrangements(
    board: &Name,
    source: &Arc<SourceFile>,
    file: &BTreeMap<Spanned<Name>, PinArrangement>,
    connectors: &Connectors,
) -> Result<BTreeMap<Name, PinArrangement>, Box<FileError>> {
    if let Some(name) = file
        .keys()
        .find(|name| !connectors.contains_key(name.as_ref()))
    {
        let problem = Problem::UnknownConnector {
            user: format!("board `{board}`"),
            connector: name.as_ref().to_string(),
            help: suggest(name.as_ref(), connectors.keys().map(|known| &**known)),
        };
        return Err(fail(source, name.span(), problem));
    }
    let own = file.iter();
    Ok(own
        .map(|(name, kind)| (name.as_ref().clone(), *kind))
        .collect())
}

/// Resolves each setup separately, on top of what all setups share.
fn setups(
    always: Resolver,
    clock: Oscillator,
    plugged: &Plugged,
    files: &[SetupFile],
) -> Result<Vec<Setup>, Box<FileError>> {
    if files.is_empty() {
        return Ok(vec![always.into_setup(None, clock)]);
    }
    let mut setups = Vec::new();
    for (index, file) in files.iter().enumerate() {
        let name = file.name.as_ref();
        if let Some(first) = files[..index].iter().find(|other| other.name == file.name) {
            let problem = Problem::SetupTwice {
                name: name.to_string(),
                first_place: place(plugged.source, first.name.span()),
            };
            return Err(fail(plugged.source, file.name.span(), problem));
        }
        let mut resolver = always.clone();
        let clock = match &file.clock {
            Some(own) => {
                // On the pin of the board's clock it replaces that clock. On another one, the pin
                // of the board's clock stays in use, because its oscillator drives it.
                let pin = own.pin.as_ref().map(|pin| &**pin.as_ref());
                if let Some(pin) = clock.pin.filter(|shared| pin == Some(*shared)) {
                    resolver.users.remove(pin);
                }
                resolver.clock(plugged.source, own)?
            }
            None => clock.clone(),
        };
        for add_on in &file.add_on {
            resolver.add_on(plugged, add_on)?;
        }
        setups.push(resolver.into_setup(Some(name.clone()), clock));
    }
    Ok(setups)
}

fn parse<T: DeserializeOwned>(source: &Arc<SourceFile>) -> Result<T, Box<FileError>> {
    toml::from_str(&source.text).map_err(|error| {
        let (message, help) = split_help(error.message());
        let problem = Problem::Syntax { message, help };
        fail(source, error.span().unwrap_or(0..0), problem)
    })
}

fn package(source: &Arc<SourceFile>, file: &BoardFile) -> Result<&'static Package, Box<FileError>> {
    let wanted: (&str, &str) = (&file.device, file.package.as_ref());
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

/// Claimed pins and peripherals so far.
#[derive(Clone)]
pub(crate) struct Resolver {
    package: &'static Package,
    /// User of each claimed pin, and the location of the claim in the file.
    users: BTreeMap<&'static str, (String, SourceLocation)>,
    /// Peripherals and their locations in the files.
    pub(crate) peripherals: Vec<(Peripheral, SourceLocation)>,
}

impl Resolver {
    fn into_setup(self, name: Option<Name>, clock: Oscillator) -> Setup {
        let peripherals = self.peripherals.into_iter();
        let peripherals = peripherals.map(|(peripheral, _)| peripheral).collect();
        Setup {
            name,
            clock,
            peripherals,
        }
    }

    /// Records that `user` uses `pin`, as written at `at`. Fails if the pin has another user.
    pub(crate) fn claim(
        &mut self,
        source: &Arc<SourceFile>,
        at: &Spanned<Word>,
        pin: &str,
        user: &str,
    ) -> Result<&'static str, Box<FileError>> {
        let pin = self.known_pin(source, at.span(), pin, user)?;
        let place = place(source, at.span());
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
        self.users.insert(pin, (user.to_owned(), place));
        Ok(pin)
    }

    /// The pin as a static name of the package. The text of the file is not used further.
    fn known_pin(
        &self,
        source: &Arc<SourceFile>,
        span: Range<usize>,
        pin: &str,
        user: &str,
    ) -> Result<&'static str, Box<FileError>> {
        self.package.pin(pin).ok_or_else(|| {
            let problem = Problem::PackageLacksPin {
                package: format!("{}-{}", self.package.device, self.package.name),
                pin: pin.to_owned(),
                user: user.to_owned(),
            };
            fail(source, span, problem)
        })
    }

    fn clock(
        &mut self,
        source: &Arc<SourceFile>,
        clock: &ClockFile,
    ) -> Result<Oscillator, Box<FileError>> {
        let hz = *clock.hz.as_ref();
        if !(1..=MAX_CLOCK_HZ).contains(&hz) {
            return Err(fail(
                source,
                clock.hz.span(),
                Problem::ClockOutOfRange { hz },
            ));
        }
        let pin = match &clock.pin {
            Some(pin) => Some(self.claim(source, pin, pin.as_ref(), "`clock`")?),
            None => {
                let problem = match OSCILLATOR_HZ.contains(&hz) {
                    _ if !self.package.has_oscillator() => Some(Problem::NoOscillator {
                        device: self.package.device.to_owned(),
                    }),
                    false => Some(Problem::NotOfOscillator { hz }),
                    true => None,
                };
                if let Some(problem) = problem {
                    return Err(fail(source, clock.hz.span(), problem));
                }
                None
            }
        };
        let input = self.pll_input(source, pin, &clock.pll)?;
        Ok(Oscillator { pin, hz, input })
    }

    /// The path from a clock to a PLL. Fails if the package does not have it.
    fn pll_input(
        &self,
        source: &Arc<SourceFile>,
        pin: Option<&'static str>,
        written: &Spanned<PllInput>,
    ) -> Result<ClockInput, Box<FileError>> {
        let pads = self.package.pll_pads;
        let problem = match (written.as_ref(), pin) {
            (PllInput::None, _) => return Ok(ClockInput::NoPll),
            _ if pads.is_empty() => Problem::NoPll {
                package: format!("{}-{}", self.package.device, self.package.name),
            },
            (PllInput::Pad, Some(pin)) if pads.contains(&pin) => return Ok(ClockInput::Pad),
            (PllInput::Pad, pin) => Problem::NotPllPad {
                clock: pin.map_or("the oscillator of the FPGA".to_owned(), |pin| {
                    format!("pin `{pin}`")
                }),
                pads: pads.join("` or `"),
            },
            (PllInput::Core, Some(pin)) if *pads == [pin] => Problem::OnlyPllPad {
                pin: pin.to_owned(),
            },
            (PllInput::Core, _) => return Ok(ClockInput::Core),
        };
        Err(fail(source, written.span(), problem))
    }

    /// Claims the pins that are held at a level, so that no peripheral can use them.
    fn tie_offs(
        &mut self,
        source: &Arc<SourceFile>,
        file: &BoardFile,
    ) -> Result<Vec<TieOff>, Box<FileError>> {
        let high = file.held_high.iter().map(|pin| (pin, true));
        let low = file.held_low.iter().map(|pin| (pin, false));
        let mut tie_offs = Vec::new();
        for (pin, high) in high.chain(low) {
            let user = match high {
                true => "`held-high`",
                false => "`held-low`",
            };
            let pin = self.claim(source, pin, pin.as_ref(), user)?;
            tie_offs.push(TieOff { pin, high });
        }
        Ok(tie_offs)
    }

    /// Parses the connectors. Their pins are free until an add-on claims them.
    fn connectors(
        &self,
        source: &Arc<SourceFile>,
        file: &BTreeMap<Name, Spanned<String>>,
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
                let span = word_span(source, text, word);
                let word = Word::new(word);
                pins.push(Some(self.known_pin(source, span, &word, &user)?));
            }
            connectors.insert(name.clone(), pins);
        }
        Ok(connectors)
    }

    fn add_on(&mut self, plugged: &Plugged, usage: &AddOnUse) -> Result<(), Box<FileError>> {
        let name = usage.name.as_ref();
        let source = add_on_source(plugged, usage)?;
        let file: AddOnFile = parse(source)?;
        let plugs = plugs(plugged, usage, &file.plugs)?;
        let pins = plugs.iter().map(|(name, plug)| (name.clone(), plug.pins()));
        let connectors = pins.collect();
        let names = PinNames::Plugs(plugs);
        for peripheral in &file.peripheral {
            self.peripheral(source, name, peripheral, &names)?;
        }
        let inside = Plugged {
            user: format!("add-on `{name}`"),
            source,
            add_ons: plugged.add_ons,
            connectors: &connectors,
            within: Some((plugged, usage)),
        };
        file.add_on
            .iter()
            .try_for_each(|part| self.add_on(&inside, part))
    }
}

/// The file of an add-on. Fails if the add-on contains itself.
fn add_on_source<'a>(
    plugged: &Plugged<'a>,
    usage: &AddOnUse,
) -> Result<&'a Arc<SourceFile>, Box<FileError>> {
    let name = usage.name.as_ref();
    let problem = match plugged.add_ons.get(name) {
        Some(Err(Unread { path, error })) => Problem::UnreadableAddOn {
            name: name.to_string(),
            path: visible(&path.display().to_string()),
            message: error.to_string(),
        },
        Some(Ok(source)) => match plugged.around().find(|(around, _)| around.as_ref() == name) {
            None => return Ok(source),
            Some((first, file)) => Problem::CircularAddOn {
                first: name.to_string(),
                last: plugged.user.clone(),
                first_place: place(file, first.span()),
            },
        },
        None => Problem::UnknownAddOn {
            name: name.to_string(),
            user: plugged.user.clone(),
            help: suggest(name, plugged.add_ons.names()),
        },
    };
    Err(fail(plugged.source, usage.name.span(), problem))
}

/// Span of a word of a connector's text in the file.
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
