//! External Verilog simulators.

use super::engine::{About, Pace};
use super::process::Process;
use crate::error::{io, AppError};
use gatefall_toolchain::{Run, Session};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Placeholder for the share folder of yosys in a command line.
const SHARE: &str = "SHARE/";
/// Name of the Verilog file with the circuit.
const SOURCE: &str = "measured.v";

/// Description of a Verilog simulator.
pub(crate) struct ExternalSimulator {
    pub about: About,
    /// Required programs. The first one prints its version when called with `version_argument`.
    pub programs: &'static [&'static str],
    pub version_argument: &'static str,
    /// Required header file, if any.
    header: Option<Header>,
    /// Files beside the circuit: name and text.
    files: &'static [(&'static str, &'static str)],
    /// Command lines that build the simulation.
    steps: &'static [&'static str],
    /// Command line that runs the simulation.
    run: &'static str,
}

/// A header file, the folders of the share folder that may contain it, and its package.
#[derive(Clone, Copy)]
struct Header {
    name: &'static str,
    folders: &'static [&'static str],
    package: &'static str,
}

/// Translates the circuit with the fastest flags of Verilator. Before C++17 `new` does not align a
/// model for the widest instructions of the processor.
const VERILATE: &str = "verilator --cc --exe -O3 --x-assign fast --x-initial fast --noassert \
    -CFLAGS -O3 -CFLAGS -march=native -CFLAGS -std=gnu++17 --top-module measured --Mdir objects \
    -o simulation ../harness.cpp measured.v";

/// Verilator. The options of g++ replace Verilator's own, which are weaker and would come later on
/// the command line. Compilers have different options for precompiled headers, so there are none.
pub(crate) const VERILATOR: ExternalSimulator = ExternalSimulator {
    about: About {
        name: "Verilator",
        flags: "-O3 --x-assign fast --x-initial fast --noassert, g++ -O3 -march=native",
        pace: Pace::Compiled,
    },
    programs: &["verilator", "make", "g++"],
    version_argument: "--version",
    header: None,
    files: &[("harness.cpp", include_str!("harness/verilator.cpp"))],
    steps: &[
        VERILATE,
        "make -j2 -C objects -f Vmeasured.mk VK_PCH_I_FAST= VK_PCH_I_SLOW= OPT_FAST= OPT_SLOW= \
         OPT_GLOBAL=",
    ],
    run: "objects/simulation",
};

/// The same with another compiler. Newer versions need a library of it.
pub(crate) const VERILATOR_CLANG: ExternalSimulator = ExternalSimulator {
    about: About {
        name: "Verilator, clang",
        flags: "-O3 --x-assign fast --x-initial fast --noassert, clang++ -O3 -march=native",
        pace: Pace::Compiled,
    },
    programs: &["verilator", "make", "clang++"],
    steps: &[
        VERILATE,
        "make -j2 -C objects -f Vmeasured.mk CXX=clang++ LINK=clang++ VM_USER_LDLIBS=-latomic \
         VK_PCH_I_FAST= VK_PCH_I_SLOW= OPT_FAST= OPT_SLOW= OPT_GLOBAL=",
    ],
    ..VERILATOR
};

/// The Verilator that `--verilator` names.
pub(crate) const OTHER_VERILATOR: ExternalSimulator = ExternalSimulator {
    about: About {
        name: "other Verilator",
        ..VERILATOR.about
    },
    ..VERILATOR
};

/// That one with another compiler.
pub(crate) const OTHER_VERILATOR_CLANG: ExternalSimulator = ExternalSimulator {
    about: About {
        name: "other Verilator, clang",
        ..VERILATOR_CLANG.about
    },
    ..VERILATOR_CLANG
};

/// CXXRTL. It flattens the hierarchy itself, with better results than after `flatten`.
pub(crate) const CXXRTL: ExternalSimulator = ExternalSimulator {
    about: About {
        name: "CXXRTL",
        flags: "write_cxxrtl -O6 -g0, g++ -O3 -march=native",
        pace: Pace::Compiled,
    },
    programs: &["yosys", "g++"],
    version_argument: "-V",
    header: Some(Header {
        name: "cxxrtl.h",
        folders: &[
            "include/backends/cxxrtl",
            "include/backends/cxxrtl/runtime/cxxrtl",
        ],
        package: "yosys-dev",
    }),
    files: &[
        ("harness.cpp", include_str!("harness/cxxrtl.cpp")),
        (
            "script.ys",
            "read_verilog measured.v\nhierarchy -top measured\n\
            write_cxxrtl -O6 -g0 measured.cpp\n",
        ),
    ],
    steps: &[
        "yosys -q -s script.ys",
        "g++ -std=c++14 -O3 -march=native -I SHARE/include -I \
         SHARE/include/backends/cxxrtl/runtime -o simulation harness.cpp",
    ],
    run: "./simulation",
};

/// Icarus Verilog.
pub(crate) const IVERILOG: ExternalSimulator = ExternalSimulator {
    about: About {
        name: "Icarus Verilog",
        flags: "",
        pace: Pace::Interpreted,
    },
    programs: &["iverilog", "vvp"],
    version_argument: "-V",
    header: None,
    files: &[("harness.v", include_str!("harness/iverilog.v"))],
    steps: &["iverilog -g2001 -s harness -o simulation.vvp harness.v measured.v"],
    run: "vvp -n simulation.vvp",
};

/// Share folder of yosys, relative to the folder of its programs.
fn share(program: &Path) -> PathBuf {
    program.with_file_name("../share/yosys")
}

/// Replaces `SHARE/` at the start of a word by the folder, which may contain blanks.
fn in_share(word: &str, share: &Path) -> OsString {
    match word.strip_prefix(SHARE) {
        Some(rest) => share.join(rest.trim_start_matches('/')).into(),
        None => word.into(),
    }
}

impl ExternalSimulator {
    /// The missing header and the searched place, if the header is missing. `program` is the path
    /// of the first program.
    pub(crate) fn missing_header(&self, program: &Path) -> Option<(&'static str, String)> {
        let Header {
            name,
            folders,
            package,
        } = self.header?;
        let share = share(program);
        let is_there = |folder: &&str| share.join(folder).join(name).exists();
        if folders.iter().any(is_there) {
            return None;
        }
        let place = share.join(folders[0]);
        let place = format!("in {}; Debian has it in {package}", place.display());
        Some((name, place))
    }

    /// Builds the simulation of the circuit's Verilog in a folder, and starts it. `simulator` is
    /// the path of the first program.
    pub(crate) fn start(
        &self,
        simulator: &Path,
        verilog: &str,
        folder: &Path,
        session: &Session,
    ) -> Result<Process, AppError> {
        let name = self.about.name;
        for (file, text) in self.files.iter().chain([&(SOURCE, verilog)]) {
            let path = folder.join(file);
            std::fs::write(&path, text).map_err(io("write", &path))?;
        }
        let share = share(simulator);
        for step in self.steps {
            let tool = step.split_whitespace().next().unwrap_or(name);
            let words = step.split_whitespace().map(|word| match word {
                first if first == self.programs[0] => simulator.into(),
                word => in_share(word, &share),
            });
            let log = folder.join(format!("{tool}.log"));
            session.run(&Run {
                tool,
                step: &format!("{name}: {tool}"),
                command: words.collect(),
                environment: &[],
                folder,
                log: &log,
                failures: &[],
            })?;
        }
        let mut words = self.run.split_whitespace();
        let program = words.next().unwrap_or(name);
        // A relative path with a folder would be resolved from the current folder of this process.
        let program = match program.contains('/') {
            true => folder.join(program),
            false => program.into(),
        };
        let mut command = Command::new(program);
        Ok(Process::start(name, command.args(words), folder)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_with_a_blank_stays_within_one_word() {
        let share = Path::new("/opt/my tools/share/yosys");
        let step = CXXRTL.steps[1].split_whitespace();
        let words: Vec<OsString> = step.map(|word| in_share(word, share)).collect();
        let include = "/opt/my tools/share/yosys/include";
        assert!(words.contains(&include.into()), "{words:?}");
        assert!(words.contains(&"harness.cpp".into()), "{words:?}");
    }
}
