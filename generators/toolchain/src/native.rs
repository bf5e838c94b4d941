//! Native tools: those on PATH.

use crate::hash::sha256_of_file;
use crate::run::{on_path, Session};
use crate::tools::{Flavour, Tool, Toolset};
use crate::ToolError;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Name and required version of a native tool.
pub struct NativeTool {
    /// Program name.
    pub name: &'static str,
    /// Argument that prints the version. icepack has none.
    version_argument: Option<&'static str>,
    /// Oldest supported version.
    pub oldest: (u32, u32),
}

/// Native tools that a bitstream requires.
///
/// yosys 0.23 and nextpnr 0.4 are the versions of Debian 12, and the oldest that builds are tested
/// with.
pub const NATIVE: [NativeTool; 3] = [
    NativeTool {
        name: "yosys",
        version_argument: Some("-V"),
        oldest: (0, 23),
    },
    NativeTool {
        name: "nextpnr-ice40",
        version_argument: Some("--version"),
        oldest: (0, 4),
    },
    NativeTool {
        name: "icepack",
        version_argument: None,
        oldest: (0, 0),
    },
];

/// Result of the search for a native tool.
pub enum ToolStatus {
    /// Usable.
    Usable {
        /// Path of the program.
        path: PathBuf,
        /// Version as printed. For icepack, which prints none, a hash of the program.
        version: String,
    },
    /// Too old.
    TooOld {
        /// Version as printed.
        version: String,
    },
    /// Present, but does not print its version.
    Broken {
        /// Path of the program.
        path: PathBuf,
    },
    /// Not on PATH.
    Missing,
}

/// Searches for one native tool.
///
/// # Errors
/// If the user interrupts.
pub fn probe(tool: &NativeTool, session: &Session) -> Result<ToolStatus, ToolError> {
    let Some(path) = on_path(tool.name) else {
        return Ok(ToolStatus::Missing);
    };
    let version = match tool.version_argument {
        Some(argument) => version_of(&path, argument, session)?,
        None => hash_of(&path),
    };
    Ok(match version {
        None => ToolStatus::Broken { path },
        Some(version) if number(&version) < tool.oldest => ToolStatus::TooOld { version },
        Some(version) => ToolStatus::Usable { path, version },
    })
}

/// The version that a program prints when called with this argument.
///
/// # Errors
/// If the user interrupts.
pub fn version_of(
    program: &Path,
    argument: &str,
    session: &Session,
) -> Result<Option<String>, ToolError> {
    let output = session.output_of(program, &[OsStr::new(argument)])?;
    Ok(output.and_then(|text| version_in(&text)))
}

/// All native tools, or the problem with the first unusable one.
pub(crate) fn find(session: &Session) -> Result<Toolset, ToolError> {
    let mut tools = Vec::new();
    for native in &NATIVE {
        let name = native.name;
        let (path, version) = match probe(native, session)? {
            ToolStatus::Usable { path, version } => (path, version),
            ToolStatus::TooOld { version } => {
                let (major, minor) = native.oldest;
                let message =
                    format!("{name} {version} is too old, it must be {major}.{minor} or newer");
                return Err(ToolError::NoNative(message));
            }
            ToolStatus::Broken { path } => {
                let message = format!("`{}` does not print its version", path.display());
                return Err(ToolError::NoNative(message));
            }
            ToolStatus::Missing => {
                return Err(ToolError::NoNative(format!("{name} is not on PATH")))
            }
        };
        tools.push(Tool {
            name,
            version,
            command: vec![path.into()],
            // Yosys does not quote this path, which may have blanks. It can be relative, since each
            // run has a folder of its own.
            environment: vec![("TMPDIR".into(), ".".into())],
        });
    }
    let [yosys, nextpnr, icepack] = <[Tool; 3]>::try_from(tools)
        .unwrap_or_else(|_| unreachable!("one tool per entry of NATIVE"));
    Ok(Toolset {
        flavour: Flavour::Native,
        yosys,
        nextpnr,
        icepack,
    })
}

/// The first word that looks like a version. Examples of texts: `Yosys 0.23 (git ..)`,
/// `(Version 0.4-1+b1)`, `(Version nextpnr-0.11.1)`, `v20.20.2`.
fn version_in(text: &str) -> Option<String> {
    text.split(|c: char| c.is_whitespace() || c == '(' || c == ')')
        .map(|word| word.trim_start_matches("nextpnr-").trim_start_matches('v'))
        .find(|word| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.'))
        .map(str::to_owned)
}

/// Major and minor number of a version.
fn number(version: &str) -> (u32, u32) {
    let mut numbers = version
        .split(|c: char| !c.is_ascii_digit())
        .map(|n| n.parse().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
}

fn hash_of(path: &Path) -> Option<String> {
    let hash = sha256_of_file(path).ok()?;
    Some(format!("sha256-{}", &hash[..12]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_what_the_tools_print() {
        let cases = [
            ("Yosys 0.23 (git sha1 7ce5011c24b)", "0.23", (0, 23)),
            ("Yosys 0.38+92 (git sha1 84116c9a3)", "0.38+92", (0, 38)),
            (
                "nextpnr-ice40 -- Next Generation Place and Route (Version 0.4-1+b1)",
                "0.4-1+b1",
                (0, 4),
            ),
            (
                "\"nextpnr-ice40\" -- Next Generation Place and Route (Version nextpnr-0.11.1)",
                "0.11.1",
                (0, 11),
            ),
            ("v20.20.2", "20.20.2", (20, 20)),
        ];
        for (text, version, numbers) in cases {
            assert_eq!(version_in(text).as_deref(), Some(version));
            assert_eq!(number(version), numbers);
        }
        assert_eq!(version_in("segmentation fault"), None);
    }
}
