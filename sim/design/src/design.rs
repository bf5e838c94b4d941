//! A design: a rust-hdl block, and its netlist once it is needed.

use std::cell::OnceCell;
use std::fs;
use std::path::{Path, PathBuf};

use gatefall_lower::LowerError;
use gatefall_netlist::Netlist;
use gatefall_verilog::{Docs, File};
use heck::ToSnakeCase;
use rust_hdl::core::prelude::Block;

use crate::error::{failed, DesignError};

/// Limit of ticks, far more than any test bench needs.
const MAX_TICKS: u64 = 100_000_000;
/// Clock rate of waveforms.
const CLOCK_HZ: u64 = 100_000_000;

/// A circuit: a rust-hdl block that has not been simulated yet.
///
/// The block is converted to a netlist at the first use. A fault of the circuit is an error of each
/// method that needs the netlist.
pub struct Design<B> {
    /// In a box, since a large block would fill the stack with its copies.
    pub(crate) block: Box<B>,
    pub(crate) name: String,
    pub(crate) clock_hz: u64,
    pub(crate) max_ticks: u64,
    netlist: OnceCell<Result<Netlist, LowerError>>,
}

impl<B: Block> Design<B> {
    /// Takes a block and connects it. The design is named after the type of the block:
    /// `SPIMaster<32>` becomes `spi_master`.
    ///
    /// The block must be new: after a simulation by rust-hdl its memories have other contents.
    pub fn new(block: B) -> Design<B> {
        let mut block = Box::new(block);
        block.connect_all();
        Design {
            name: name_of::<B>(),
            block,
            clock_hz: CLOCK_HZ,
            max_ticks: MAX_TICKS,
            netlist: OnceCell::new(),
        }
    }

    /// Gives the design, and thus its top module, another name. Takes back
    /// [`Design::set_netlist`].
    pub fn named(mut self, name: &str) -> Design<B> {
        self.name = name.to_owned();
        self.netlist = OnceCell::new();
        self
    }

    /// Takes another netlist for the block, such as one with a fault. Its top has the same ports; a
    /// simulation of another number of ports panics.
    pub fn set_netlist(&mut self, netlist: Netlist) {
        self.netlist = OnceCell::from(Ok(netlist));
    }

    /// Sets the clock rate, which is the time scale of waveforms. Without it the rate is 100 MHz. A
    /// period is rounded down to picoseconds.
    pub fn clock_hz(mut self, hz: u64) -> Design<B> {
        self.clock_hz = hz;
        self
    }

    /// Sets the number of ticks after which a simulation is an error. It ends a test bench that
    /// waits for an event that never comes. Without it the limit is 100 million. Cycles of
    /// [`Simulator::run`](crate::Simulator::run) do not count.
    pub fn max_ticks(mut self, ticks: u64) -> Design<B> {
        self.max_ticks = ticks;
        self
    }

    /// Finds the faults of the circuit: signals that are undriven or have two drivers, latches,
    /// combinational loops, data that crosses clock domains without a synchronizer, and constructs
    /// that cannot be interpreted.
    ///
    /// # Errors
    /// The first fault, with module, signal and expression.
    pub fn check(&self) -> Result<(), DesignError> {
        self.netlist().map(drop)
    }

    /// The netlist, for the other crates of the toolchain.
    ///
    /// # Errors
    /// As [`Design::check`].
    pub fn netlist(&self) -> Result<&Netlist, DesignError> {
        let netlist = (self.netlist)
            .get_or_init(|| gatefall_lower::netlist(self.block.as_ref(), &self.name))
            .as_ref();
        netlist.map_err(|error| error.clone().into())
    }

    /// The Verilog of all modules in one text, children before parents.
    ///
    /// # Errors
    /// As [`Design::check`].
    pub fn verilog(&self) -> Result<String, DesignError> {
        Ok(gatefall_verilog::text(self.netlist()?, &Docs::new()))
    }

    /// The Verilog with one file per module, children before parents.
    ///
    /// # Errors
    /// As [`Design::check`].
    pub fn verilog_files(&self) -> Result<Vec<File>, DesignError> {
        Ok(gatefall_verilog::files(self.netlist()?, &Docs::new()))
    }

    /// Writes the Verilog to a folder, one file per module. A missing folder is made, and files of
    /// the same names are replaced. Returns the paths, the top last.
    ///
    /// # Errors
    /// As [`Design::check`], or if a file cannot be written.
    pub fn write_verilog(&self, folder: impl AsRef<Path>) -> Result<Vec<PathBuf>, DesignError> {
        let folder = folder.as_ref();
        let files = self.verilog_files()?;
        fs::create_dir_all(folder).map_err(failed(folder))?;
        let write = |file: File| {
            let path = folder.join(file.name);
            fs::write(&path, file.text).map_err(failed(&path))?;
            Ok(path)
        };
        files.into_iter().map(write).collect()
    }
}

/// The name of a type without path and parameters, in snake case.
fn name_of<B>() -> String {
    let path = std::any::type_name::<B>();
    let path = path.split('<').next().unwrap_or(path);
    path.rsplit("::").next().unwrap_or(path).to_snake_case()
}
