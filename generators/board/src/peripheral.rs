//! Peripherals of boards and add-ons, checked against their roles.

use crate::board::{FlashPart, Peripheral, Pull, SignalPins};
use crate::error::{fail, place, suggest, FileError, Problem, SourceFile};
use crate::file::PeripheralFile;
use crate::plugs::{ball, PinNames};
use crate::resolve::Resolver;
use crate::role::{PinDirection, Role, SignalShape};
use crate::words::{Name, Word};
use std::sync::Arc;
use toml::Spanned;

impl Resolver {
    /// Checks and adds a peripheral of a board or an add-on.
    pub(crate) fn peripheral(
        &mut self,
        source: &Arc<SourceFile>,
        provider: &Name,
        file: &PeripheralFile,
        names: &PinNames,
    ) -> Result<(), Box<FileError>> {
        let role = role(source, file)?;
        self.check_offered_once(source, provider, file, role)?;
        check_keys(source, file, role)?;
        let mut signals = Vec::new();
        for shape in role.signals() {
            let written = file
                .pins
                .iter()
                .find(|(key, _)| **key.as_ref() == *shape.key);
            match written {
                Some((_, written)) => {
                    let pins = self.pins(source, role, shape, written, names)?;
                    let lists = |keys: &[Spanned<Name>]| {
                        keys.iter().any(|key| **key.as_ref() == *shape.key)
                    };
                    signals.push(SignalPins {
                        shape,
                        pins,
                        active_low: file.active_low || lists(&file.active_low_signals),
                        idle_high: lists(&file.idle_high_signals),
                    });
                }
                None if role.is_collection() || shape.made_by_top => {}
                None => {
                    let problem = Problem::MissingSignal {
                        role: role.name(),
                        signal: shape.key,
                    };
                    return Err(fail(source, file.role.span(), problem));
                }
            }
        }
        check_colours(source, role, file, &signals)?;
        let peripheral = Peripheral {
            role,
            provider: provider.clone(),
            signals,
            pull: pull(source, role, file)?,
            flash: flash(source, role, file)?,
        };
        let place = place(source, file.role.span());
        self.peripherals.push((peripheral, place));
        Ok(())
    }

    /// Checks that no other peripheral offers the role or, in a collection, one of the same
    /// signals.
    fn check_offered_once(
        &self,
        source: &Arc<SourceFile>,
        provider: &Name,
        file: &PeripheralFile,
        role: Role,
    ) -> Result<(), Box<FileError>> {
        for (other, first_place) in self.peripherals.iter().filter(|(p, _)| p.role == role) {
            let (what, span) = match role.is_collection() {
                false => (role.name().to_owned(), file.role.span()),
                true => {
                    let mut keys = file.pins.keys();
                    let Some(key) = keys.find(|key| other.signal(key.as_ref()).is_some()) else {
                        continue;
                    };
                    (format!("{}.{}", role.name(), key.as_ref()), key.span())
                }
            };
            let problem = Problem::RoleTwice {
                role: what,
                first: other.provider.to_string(),
                first_place: first_place.clone(),
                second: provider.to_string(),
                second_place: place(source, span.clone()),
            };
            return Err(fail(source, span, problem));
        }
        Ok(())
    }

    fn pins(
        &mut self,
        source: &Arc<SourceFile>,
        role: Role,
        shape: &'static SignalShape,
        written: &Spanned<Vec<Spanned<Word>>>,
        names: &PinNames,
    ) -> Result<Vec<&'static str>, Box<FileError>> {
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
        Ok(pins)
    }
}

fn role(source: &Arc<SourceFile>, file: &PeripheralFile) -> Result<Role, Box<FileError>> {
    let written = file.role.as_ref();
    Role::from_name(written).ok_or_else(|| {
        let problem = Problem::UnknownRole {
            role: written.to_string(),
            help: suggest(written, Role::ALL.into_iter().map(Role::name)),
        };
        fail(source, file.role.span(), problem)
    })
}

/// Checks that there are signals, and that each one belongs to the role.
fn check_keys(
    source: &Arc<SourceFile>,
    file: &PeripheralFile,
    role: Role,
) -> Result<(), Box<FileError>> {
    let known = || role.signals().iter().map(|shape| shape.key);
    if file.pins.is_empty() {
        let problem = Problem::NoSignal {
            role: role.name(),
            known: known().collect::<Vec<_>>().join(", "),
        };
        return Err(fail(source, file.role.span(), problem));
    }
    for key in &file.idle_high_signals {
        let mut inputs = role
            .signals()
            .iter()
            .filter(|shape| shape.direction == PinDirection::Input);
        if inputs.any(|shape| **key.as_ref() == *shape.key) {
            let problem = Problem::IdleInput {
                signal: format!("{}.{}", role.name(), key.as_ref()),
            };
            return Err(fail(source, key.span(), problem));
        }
    }
    let pins = file.pins.keys();
    let listed = file
        .active_low_signals
        .iter()
        .chain(&file.idle_high_signals);
    let mut keys = pins.chain(listed);
    match keys.find(|key| known().all(|known| *known != **key.as_ref())) {
        None => Ok(()),
        Some(key) => {
            let problem = Problem::UnknownSignal {
                role: role.name(),
                signal: key.as_ref().to_string(),
                help: suggest(key.as_ref(), known()),
            };
            Err(fail(source, key.span(), problem))
        }
    }
}

fn pull(
    source: &Arc<SourceFile>,
    role: Role,
    file: &PeripheralFile,
) -> Result<Pull, Box<FileError>> {
    match &file.fake_pull_down {
        Some(fake) if *fake.as_ref() => {
            // The circuit of a fake pull-down does not invert.
            let is_inverted = file.active_low || !file.active_low_signals.is_empty();
            if role != Role::Buttons || is_inverted || file.pull_up {
                return Err(fail(source, fake.span(), Problem::FakePullDownElsewhere));
            }
            Ok(Pull::FakeDown)
        }
        _ if file.pull_up => Ok(Pull::Up),
        _ => Ok(Pull::None),
    }
}

/// Size and id of the chip, if the file has them.
fn flash(
    source: &Arc<SourceFile>,
    role: Role,
    file: &PeripheralFile,
) -> Result<Option<FlashPart>, Box<FileError>> {
    let Some(flash) = &file.flash else {
        return Ok(None);
    };
    if role != Role::ConfigFlash {
        return Err(fail(source, flash.span(), Problem::FlashElsewhere));
    }
    let flash = flash.as_ref();
    let (bytes, id) = (*flash.bytes.as_ref(), *flash.id.as_ref());
    if !bytes.is_power_of_two() || !(1 << 18..=1 << 24).contains(&bytes) {
        return Err(fail(
            source,
            flash.bytes.span(),
            Problem::FlashSize { bytes },
        ));
    }
    // 00 and FF are lines without a chip.
    if !(0x01_0000..0xFF_0000).contains(&id) {
        return Err(fail(source, flash.id.span(), Problem::FlashId { id }));
    }
    Ok(Some(FlashPart {
        bytes,
        id,
        is_locked: flash.locked,
    }))
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
