//! Prints a rust-hdl 0.46 design as readable Verilog.
//!
//! `cargo run -p gatefall-lower --example verilog`

use rust_hdl::prelude::*;

fn main() -> Result<(), gatefall_lower::LowerError> {
    // A third-party design: rust-hdl's own SPI master.
    let master = SPIMaster::<32>::new(SPIConfig {
        clock_speed: 48_000_000,
        cs_off: true,
        mosi_off: false,
        speed_hz: 1_000_000,
        cpha: true,
        cpol: false,
    });
    let netlist = gatefall_lower::netlist(&master, "spi_master")?;
    print!("{}", gatefall_verilog::text(&netlist, &Default::default()));
    Ok(())
}
