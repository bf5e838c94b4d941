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
    /// Input pad of each PLL: the pins that `SB_PLL40_PAD` takes. Empty if there is no PLL.
    pub pll_pads: &'static [&'static str],
}

/// Device, package, pads of the PLLs, and the list of pins as text. Pads are facts from Project
/// IceStorm's chip database: the pins at `PLLOUT_A` of the PLLs that are not `LOCKED`.
const SOURCES: &[(&str, &str, &[&str], &str)] = &[
    (
        "hx8k",
        "cb132",
        &["P7", "A6"],
        include_str!("../packages/hx8k-cb132.txt"),
    ),
    (
        "hx1k",
        "tq144",
        &["49"],
        include_str!("../packages/hx1k-tq144.txt"),
    ),
    (
        "hx1k",
        "vq100",
        &[],
        include_str!("../packages/hx1k-vq100.txt"),
    ),
    (
        "hx8k",
        "ct256",
        &["R9", "F7"],
        include_str!("../packages/hx8k-ct256.txt"),
    ),
    (
        "lp8k",
        "cm81",
        &["G4"],
        include_str!("../packages/lp8k-cm81.txt"),
    ),
    (
        "up5k",
        "sg48",
        &["35"],
        include_str!("../packages/up5k-sg48.txt"),
    ),
];

/// Most bits of an adder without a carry chain. On the smallest part no adder has one.
const SHORT_ADDER: u32 = 6;

/// Rounds of four mappings of the logic to tables, see [`Package::mappings`]. More save nothing.
const MAPPINGS: usize = 4;

/// Most words of a memory that becomes flip-flops on the UltraPlus.
const SMALL_MEMORY: u64 = 16;

static PACKAGES: LazyLock<Vec<Package>> = LazyLock::new(|| {
    SOURCES
        .iter()
        .map(|&(device, name, pll_pads, text)| Package {
            device,
            name,
            pins: pins(text),
            pll_pads,
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

    /// Most words of a memory that is in flip-flops instead of block RAM. The UltraPlus has only 30
    /// block RAMs, so its smallest memories are in flip-flops.
    pub fn register_words(&self) -> u64 {
        match self.chip() {
            "5k" => SMALL_MEMORY,
            _ => 0,
        }
    }

    /// Options of yosys' `synth_ice40` besides the top.
    ///
    /// - `-abc9` gives 15 % more speed on yosys 0.23; newer versions use it by default.
    /// - `-dff` lets ABC optimise across flip-flops. It merges those that are always equal.
    /// - `-dffe_min_ce_use 3`: an enable that fewer than three flip-flops share becomes part of
    ///   their input logic.
    /// - `-no-rw-check` leaves the result of a read undefined if a write to the same word occurs in
    ///   the same cycle. Without it yosys adds about 25 logic cells to each memory, so that such a
    ///   read returns the old word. The games do not use it, see `tests/tests/undefined`.
    /// - `-nocarry`, on the smallest part only: adders do not use carry chains, because both ends
    ///   of a chain take extra cells. It has speed to spare, but few cells. The other parts do
    ///   without a chain in short adders, see [`Package::synthesis_script`].
    pub fn synthesis(&self) -> Vec<&'static str> {
        let family = match self.device {
            "up5k" => "u",
            "lp8k" => "lp",
            _ => "hx",
        };
        let mut options = vec!["-abc9", "-dff", "-dffe_min_ce_use", "3", "-no-rw-check"];
        if self.chip() == "1k" {
            options.push("-nocarry");
        }
        options.extend(["-device", family]);
        options
    }

    /// Delay of tables, without wires, that logic may have between two registers, in ps: about half
    /// of what the placed circuit reaches. Less delay takes more cells.
    fn mapped_delay(&self) -> u32 {
        match self.device {
            "hx1k" => 12_000,
            "lp8k" => 11_000,
            "up5k" => 18_500,
            _ => 7_000,
        }
    }

    /// One of several equal parts of the script of `abc9`, which maps gates to tables.
    ///
    /// The script that yosys has maps once, for speed. This one maps again and again, each time
    /// with new choices of the structure, and saves cells wherever the delay allows it (`&if`).
    /// The choices come from `&dch` and `&synch2` in two variants by turns: each finds a way on
    /// where the others have come to rest. For `arcade` on the HX8K breakout board sixteen by turns
    /// leave 4,057 tables beside the carry chains, and twelve with `&dch` alone 4,164.
    pub fn mappings(&self) -> String {
        let delay = self.mapped_delay();
        let map = |choices| format!("{choices};&if -C 64 -F 8 -A 16 -D {delay} {{W}};&mfs");
        ["&dch -f", "&synch2 -K 4", "&dch -x", "&synch2 -K 4 -R 50"]
            .map(map)
            .join(";")
    }

    /// Commands of yosys, one in a line, from the Verilog that was read to a netlist: of the module
    /// `top`, in the file `json`.
    ///
    /// `synth_ice40` makes a carry chain of every adder and comparison. Both ends of a chain take
    /// extra cells, so for short ones tables alone are smaller. They are mapped to gates right
    /// before the chains are made. On the UltraPlus this saves 4 % of `arcade`.
    pub fn synthesis_script(&self, top: &str, json: &str) -> String {
        let synth = format!("synth_ice40 {} -top {top} -run", self.synthesis().join(" "));
        let mappings = vec![self.mappings(); MAPPINGS].join(";");
        let mut commands = vec![format!(
            "scratchpad -set abc9.script \"+&scorr;&sweep;{mappings}\""
        )];
        let mut rest = "begin";
        if self.chip() != "1k" {
            commands.push(format!("{synth} begin:map_gates"));
            commands.push(format!("techmap */t:$alu */r:Y_WIDTH<={SHORT_ADDER} %i"));
            rest = "map_gates";
        }
        commands.push(format!("{synth} {rest}: -json {json}"));
        commands.join("\n")
    }

    /// True if the FPGA has an internal oscillator: `SB_HFOSC`.
    pub fn has_oscillator(&self) -> bool {
        self.device == "up5k"
    }

    /// Pad of the PLL, if the package has one PLL only. The pad cannot be an input while the PLL
    /// runs on another clock.
    pub fn only_pll_pad(&self) -> Option<&'static str> {
        match self.pll_pads {
            [pad] => Some(pad),
            _ => None,
        }
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
        let found = Package::all().iter().map(|package| {
            let mut pins = package.pins.clone();
            pins.sort_unstable();
            let hash = fnv_1a(&pins.join(" "));
            (package.device, package.name, pins.len(), hash)
        });
        // Hashes of the names in the sections `.pins` of chipdb-1k, chipdb-5k and chipdb-8k,
        // sorted as text and separated by blanks.
        let expected = [
            ("hx8k", "cb132", 95, 0x1ec5_6c46_674b_dff7),
            ("hx1k", "tq144", 96, 0xcbde_d06f_d010_7115),
            ("hx1k", "vq100", 72, 0x090d_6f93_02b8_9a19),
            ("hx8k", "ct256", 206, 0xabe5_aafb_7ed1_7716),
            ("lp8k", "cm81", 63, 0x4eaf_3497_9996_6c3c),
            ("up5k", "sg48", 39, 0x7bb2_970c_beb1_a61c),
        ];
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }

    /// FNV-1a of 64 bits.
    fn fnv_1a(text: &str) -> u64 {
        let bytes = text.bytes().map(u64::from);
        bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ byte).wrapping_mul(0x0100_0000_01b3)
        })
    }

    #[test]
    fn pads_of_plls_are_pins() {
        for package in Package::all() {
            for pad in package.pll_pads {
                assert!(package.pin(pad).is_some(), "{pad}");
            }
        }
    }
}
