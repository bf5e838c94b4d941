//! Embeds the Rust source of the hardware, which has the names and comments of the emitted Verilog.
//! Each text has its path in the project.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let package = env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it for build scripts");
    let hdl = Path::new(&package).join("../../hdl");
    println!("cargo::rerun-if-changed={}", hdl.display());
    let mut files = Vec::new();
    for package in ["widgets", "games"] {
        collect(&hdl.join(package).join("src"), &mut files)?;
    }
    files.sort();
    let texts: Vec<String> = files
        .iter()
        .map(|file| {
            let below = file.strip_prefix(&hdl).unwrap_or(file);
            let path = Path::new("hdl").join(below);
            format!("({path:?}, include_str!({file:?}))")
        })
        .collect();
    let out = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    fs::write(
        PathBuf::from(out).join("hdl_sources.rs"),
        format!("&[{}]", texts.join(",\n")),
    )
}

/// Every Rust file in a folder and in its folders.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}
