//! Positions of add-on plugs on connectors, and the FPGA pins at their positions.

use crate::add_ons::AddOns;
use crate::error::{fail, suggest, FileError, Problem, SourceFile};
use crate::file::AddOnUse;
use crate::words::{Name, Word};
use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;
use toml::Spanned;

/// Naming scheme for the pins of a peripheral.
pub(crate) enum PinNames<'a> {
    /// Pin names of the package, on the board itself.
    Balls,
    /// `plug:position`, on an add-on.
    Plugs(BTreeMap<Name, Plug<'a>>),
}

/// A plug and its position on a connector.
pub(crate) struct Plug<'a> {
    connector: &'a str,
    /// Connector position, from 1, and FPGA pin of each position of the plug.
    at: Vec<(usize, Option<&'static str>)>,
}

impl Plug<'_> {
    /// FPGA pins at its positions. For an add-on on this plug they form a connector.
    pub(crate) fn pins(&self) -> Vec<Option<&'static str>> {
        self.at.iter().map(|(_, pin)| *pin).collect()
    }
}

pub(crate) type Connectors = BTreeMap<Name, Vec<Option<&'static str>>>;

/// The board or add-on that an add-on is plugged into.
pub(crate) struct Plugged<'a> {
    /// Its name, for messages.
    pub(crate) user: String,
    pub(crate) source: &'a Arc<SourceFile>,
    pub(crate) add_ons: &'a AddOns,
    pub(crate) connectors: &'a Connectors,
    /// For an add-on: its own host, and its use there.
    pub(crate) within: Option<(&'a Plugged<'a>, &'a AddOnUse)>,
}

impl<'a> Plugged<'a> {
    /// The enclosing add-ons from the inside out, each with the file that names it.
    pub(crate) fn around(&self) -> impl Iterator<Item = (&'a Spanned<Name>, &'a Arc<SourceFile>)> {
        let outwards = |(plugged, _): &(&'a Self, &'a AddOnUse)| plugged.within;
        let around = std::iter::successors(self.within, outwards);
        around.map(|(plugged, usage)| (&usage.name, plugged.source))
    }
}

/// Each plug of the add-on with its connector.
pub(crate) fn plugs<'a>(
    plugged: &Plugged<'a>,
    usage: &'a AddOnUse,
    add_on_plugs: &[Name],
) -> Result<BTreeMap<Name, Plug<'a>>, Box<FileError>> {
    let source = plugged.source;
    let mut plugs = BTreeMap::new();
    for (plug, connector) in usage.plugs.as_ref() {
        if !add_on_plugs.contains(plug.as_ref()) {
            let problem = Problem::UnknownPlug {
                add_on: usage.name.as_ref().to_string(),
                plug: plug.as_ref().to_string(),
                known: list(add_on_plugs),
            };
            return Err(fail(source, plug.span(), problem));
        }
        let place = site(plugged, connector)?;
        plugs.insert(plug.as_ref().clone(), place);
    }
    match add_on_plugs.iter().find(|plug| !plugs.contains_key(*plug)) {
        None => Ok(plugs),
        Some(plug) => {
            let add_on = usage.name.as_ref().to_string();
            let problem = Problem::PlugNotConnected {
                add_on,
                plug: plug.to_string(),
            };
            Err(fail(source, usage.plugs.span(), problem))
        }
    }
}

fn list(names: &[Name]) -> String {
    let names: Vec<&str> = names.iter().map(Name::deref).collect();
    names.join(", ")
}

/// The plug at a connector, or at a position on it.
fn site<'a>(plugged: &Plugged<'a>, at: &'a Spanned<Word>) -> Result<Plug<'a>, Box<FileError>> {
    let connectors = plugged.connectors;
    let text: &str = at.as_ref();
    let (text, is_packed) = match text.strip_suffix("..") {
        Some(text) => (text, true),
        None => (text, false),
    };
    let (connector, begin) = match text.split_once(':') {
        None => (text, Some(1)),
        Some((connector, begin)) => (connector, begin.parse().ok().filter(|&begin| begin > 0)),
    };
    let problem = match (connectors.get(connector), begin) {
        (Some(pins), Some(begin)) => {
            let positions = (1..).zip(pins.iter().copied());
            let at = positions
                .skip(begin - 1)
                .filter(|(_, pin)| !is_packed || pin.is_some());
            return Ok(Plug {
                connector,
                at: at.collect(),
            });
        }
        (Some(_), None) => Problem::NotAPosition {
            text: at.as_ref().to_string(),
        },
        (None, _) => Problem::UnknownConnector {
            user: plugged.user.clone(),
            connector: connector.to_owned(),
            help: suggest(connector, connectors.keys().map(Name::deref)),
        },
    };
    Err(fail(plugged.source, at.span(), problem))
}

/// Resolves a pin name of a peripheral to a pin name of the package.
pub(crate) fn ball<'a>(
    source: &Arc<SourceFile>,
    at: &'a Spanned<Word>,
    names: &'a PinNames,
    user: &str,
) -> Result<&'a str, Box<FileError>> {
    let text: &str = at.as_ref();
    let PinNames::Plugs(plugs) = names else {
        return Ok(text);
    };
    let found = text.split_once(':').and_then(|(plug, position)| {
        let position: usize = position.parse().ok()?;
        Some((plugs.get(plug)?, position))
    });
    let Some((plug, position)) = found else {
        let problem = Problem::NotAPosition {
            text: text.to_owned(),
        };
        return Err(fail(source, at.span(), problem));
    };
    // Positions count from 1, on plugs and on connectors.
    let index = position.checked_sub(1);
    match index.and_then(|index| plug.at.get(index)) {
        Some((_, Some(pin))) => Ok(*pin),
        found => {
            // Beyond the end of the plug, assume that the positions continue on the connector.
            let first = plug.at.first().map_or(1, |(first, _)| *first);
            let beyond = index.map_or(position, |index| first + index);
            let problem = Problem::NoPinThere {
                connector: plug.connector.to_owned(),
                position: found.map_or(beyond, |(position, _)| *position),
                user: user.to_owned(),
            };
            Err(fail(source, at.span(), problem))
        }
    }
}
