//! FPGA packages that board files can name, and their pins.

use std::sync::LazyLock;

/// An FPGA in a package.
#[derive(Debug, PartialEq, Eq)]
pub struct Package {
    /// Part name without prefix: `hx8k`.
    pub device: &'static str,
    /// Package name: `cb132`.
    pub name: &'static str,
    /// The pins that a design can use.
    pub pins: Vec<&'static str>,
}

/// Device, package, and the list of pins as text.
const SOURCES: &[(&str, &str, &str)] = &[
    ("hx8k", "cb132", include_str!("../packages/hx8k-cb132.txt")),
    ("hx1k", "tq144", include_str!("../packages/hx1k-tq144.txt")),
    ("hx1k", "vq100", include_str!("../packages/hx1k-vq100.txt")),
    ("hx8k", "ct256", include_str!("../packages/hx8k-ct256.txt")),
    ("lp8k", "cm81", include_str!("../packages/lp8k-cm81.txt")),
    ("up5k", "sg48", include_str!("../packages/up5k-sg48.txt")),
];

/// Most bits of an adder without a carry chain.
const SHORT_ADDER: u32 = 6;

/// Number of mappings of the logic to tables, see [`Package::mapping`]. On the HX8K `arcade` takes
/// 4,856 cells with one, 4,712 with four and 4,668 with twelve.
const MAPPINGS: usize = 12;

/// Most words of a memory that becomes flip-flops on the UltraPlus.
const SMALL_MEMORY: usize = 16;

static PACKAGES: LazyLock<Vec<Package>> = LazyLock::new(|| {
    SOURCES
        .iter()
        .map(|&(device, name, text)| Package {
            device,
            name,
            pins: pins(text),
        })
        .collect()
});

fn pins(text: &'static str) -> Vec<&'static str> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .flat_map(str::split_whitespace)
        .collect()
}

impl Package {
    /// Every supported package.
    pub fn all() -> &'static [Package] {
        &PACKAGES
    }

    /// Chip in the package: `1k`, `5k` or `8k`. HX8K and LP8K are speed grades of the same chip.
    pub fn chip(&self) -> &'static str {
        &self.device[2..]
    }

    /// Logic cells of the chip.
    pub fn logic_cells(&self) -> u32 {
        match self.chip() {
            "1k" => 1280,
            "5k" => 5280,
            _ => 7680,
        }
    }

    /// Options of yosys' `synth_ice40` besides the top.
    ///
    /// `-abc9` gives 15 % more speed on yosys 0.23; newer versions use it by default.
    ///
    /// The smallest part has speed to spare, but few cells. Three more options save cells there:
    /// - Adders do not use carry chains, because both ends of a chain take extra cells.
    /// - An enable that fewer than three flip-flops share becomes part of their input logic.
    /// - ABC optimises across flip-flops and merges some.
    ///
    /// Together they save 6 % of `handheld`, which fits only with them.
    ///
    /// On the 8K parts only short adders do without a carry chain, see
    /// [`Package::synthesis_script`], and an enable of fewer than three flip-flops is input logic.
    /// This saves 6 % of `arcade`. Long adders without a chain would be too slow. The UltraPlus has
    /// less speed to spare: with short adders some seeds miss the needed clock. Only an enable of
    /// one flip-flop is input logic there, which saves 2 % of `arcade`.
    ///
    /// `-no-rw-check` leaves the result of a read undefined if a write to the same word occurs in
    /// the same cycle. Without it yosys adds about 25 logic cells to each memory, so that such a
    /// read returns the old word. The games contain no such read.
    pub fn synthesis(&self) -> &'static [&'static str] {
        match self.device {
            "hx1k" => &[
                "-abc9",
                "-dff",
                "-nocarry",
                "-dffe_min_ce_use",
                "3",
                "-no-rw-check",
                "-device",
                "hx",
            ],
            "up5k" => &[
                "-abc9",
                "-dffe_min_ce_use",
                "2",
                "-no-rw-check",
                "-device",
                "u",
            ],
            "lp8k" => &[
                "-abc9",
                "-dffe_min_ce_use",
                "3",
                "-no-rw-check",
                "-device",
                "lp",
            ],
            _ => &[
                "-abc9",
                "-dffe_min_ce_use",
                "3",
                "-no-rw-check",
                "-device",
                "hx",
            ],
        }
    }

    /// Delay of tables, without wires, that logic may have between two registers, in ps: about half
    /// of what the placed circuit reaches. Less delay takes more cells.
    fn mapped_delay(&self) -> u32 {
        match self.device {
            "hx1k" => 12_000,
            "lp8k" => 10_000,
            "up5k" => 17_000,
            _ => 6_600,
        }
    }

    /// One of several equal parts of the script of `abc9`, which maps gates to tables.
    ///
    /// The script that yosys has maps once, for speed. This one maps again and again, each time
    /// with new choices of the structure (`&dch`), and saves cells wherever the delay allows it
    /// (`&if`). It saves 5 % of the cells of `arcade`, which is not slower with it and takes half a
    /// minute longer to build, and 2 % of those of `handheld` on the iCEstick.
    pub fn mapping(&self) -> String {
        let delay = self.mapped_delay();
        format!("&dch -f;&if -C 64 -F 8 -A 16 -D {delay} {{W}};&mfs")
    }

    /// Commands of yosys, one in a line, from the Verilog that was read to a netlist: of the module
    /// `top`, in the file `json`.
    ///
    /// `synth_ice40` makes a carry chain of every adder and comparison. Both ends of a chain take
    /// extra cells, so for short ones tables alone are smaller. They are mapped to gates right
    /// before the chains are made.
    ///
    /// The UltraPlus has 30 block RAMs only, so its smallest memories become flip-flops.
    pub fn synthesis_script(&self, top: &str, json: &str) -> String {
        let synth = format!("synth_ice40 {} -top {top}", self.synthesis().join(" "));
        let commands = match self.chip() {
            "1k" => format!("{synth} -json {json}"),
            "5k" => format!(
                "{synth} -run begin:map_ram\n\
                 memory_map */t:$mem_v2 */r:SIZE<={SMALL_MEMORY} %i\n\
                 {synth} -run map_ram: -json {json}"
            ),
            _ => format!(
                "{synth} -run begin:map_gates\n\
                 techmap */t:$alu */r:Y_WIDTH<={SHORT_ADDER} %i\n\
                 {synth} -run map_gates: -json {json}"
            ),
        };
        let mappings = vec![self.mapping(); MAPPINGS].join(";");
        format!("scratchpad -set abc9.script \"+&scorr;&sweep;&dc2;{mappings}\"\n{commands}")
    }

    /// True if the FPGA has an internal oscillator: `SB_HFOSC`.
    pub fn has_oscillator(&self) -> bool {
        self.device == "up5k"
    }

    /// Pad of the PLL, if the package has one PLL only. The pad cannot be an input while the PLL
    /// runs on another clock.
    pub fn only_pll_pad(&self) -> Option<&'static str> {
        match (self.device, self.name) {
            ("up5k", "sg48") => Some("35"),
            ("hx1k", "tq144") => Some("49"),
            ("lp8k", "cm81") => Some("G4"),
            _ => None,
        }
    }

    /// True if the package has this pin.
    pub fn has(&self, pin: &str) -> bool {
        self.pin(pin).is_some()
    }

    /// The static name of a pin, if the package has it.
    pub fn pin(&self, name: &str) -> Option<&'static str> {
        self.pins.iter().copied().find(|pin| *pin == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_package_lists_a_pin_twice() {
        for package in Package::all() {
            let distinct: BTreeSet<_> = package.pins.iter().collect();
            assert_eq!(
                distinct.len(),
                package.pins.len(),
                "{}-{}",
                package.device,
                package.name
            );
        }
    }

    #[test]
    fn packages_have_the_pins_of_the_chip_database() {
        let sizes: Vec<_> = Package::all()
            .iter()
            .map(|package| (package.device, package.name, package.pins.len()))
            .collect();
        let expected = [
            ("hx8k", "cb132", 95),
            ("hx1k", "tq144", 96),
            ("hx1k", "vq100", 72),
            ("hx8k", "ct256", 206),
            ("lp8k", "cm81", 63),
            ("up5k", "sg48", 39),
        ];
        assert_eq!(sizes, expected);
        let cb132 = &Package::all()[0];
        assert!(cb132.has("P14") && !cb132.has("P6"));
    }
}
