//! Output folder with a manifest.

use super::atomic::{is_pending, Pending};
use super::manifest::{lock, Manifest};
use super::path::{make_folder, no_file_above};
use super::OutputError;
use crate::error::{io, AppError};
use gatefall_project::TextFile;
use gatefall_toolchain::{sha256, sha256_of_file};
use std::collections::BTreeSet;
use std::fs::{self, DirEntry};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Treatment of existing files in the folder, by name.
pub(crate) struct Rules {
    /// True for files that the command may write later.
    claims: fn(&str) -> bool,
    /// True for files that tools would use together with the output.
    joins: fn(&str) -> bool,
    /// True for files to be removed, if an earlier run wrote them.
    goes: fn(&str) -> bool,
}

/// Rules for Verilog modules, which can be mixed with other files.
pub(crate) const VERILOG: Rules = Rules {
    claims: |_| false,
    joins: |_| false,
    goes: |_| false,
};

/// Rules for an exported project, of which tools use every source.
pub(crate) const EXPORT: Rules = Rules {
    claims: |_| false,
    joins: is_source,
    goes: |name| is_source(name) || name.ends_with(".gtkw"),
};

/// Rules for numbered pictures of a simulation.
#[cfg(feature = "sim")]
pub(crate) const PICTURES: Rules = Rules {
    claims: is_picture,
    joins: |_| false,
    goes: is_picture,
};

/// Rules for a site. A web server would serve every file of its folder.
#[cfg(feature = "sim")]
pub(crate) const SITE: Rules = Rules {
    claims: |name| name != super::manifest::NAME,
    joins: |_| false,
    goes: |_| true,
};

/// Rules for a release. Every file of its folder is published. The subfolder of the site has its
/// own rules.
#[cfg(feature = "sim")]
pub(crate) const RELEASE: Rules = Rules {
    claims: |name| ![super::manifest::NAME, "play"].contains(&name),
    joins: |_| false,
    goes: |_| true,
};

/// True for names such as `000123.png`.
#[cfg(feature = "sim")]
fn is_picture(name: &str) -> bool {
    let number = name.strip_suffix(".png").unwrap_or_default();
    number.len() >= 6 && number.bytes().all(|digit| digit.is_ascii_digit())
}

/// True for files that make, FuseSoC and apio search for.
fn is_source(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let ends = [".v", ".sv", ".core", ".pcf"];
    ends.iter().any(|end| name.ends_with(end))
        || ["apio.ini", "makefile", "gnumakefile"].contains(&name.as_str())
}

/// An output folder and its manifest.
pub(crate) struct Folder {
    path: PathBuf,
    manifest: Manifest,
    rules: Rules,
    force: bool,
    written: BTreeSet<String>,
}

/// Owner of a file.
enum Owner {
    /// The file does not exist, or may be replaced.
    Nobody,
    Gatefall,
    /// The user: the file was changed since gatefall wrote it.
    Changed,
    User,
}

impl Folder {
    /// Opens a folder that need not exist. Fails if a file of the user would be replaced by
    /// `files`, or is one that the rules claim. Writes nothing.
    pub(crate) fn open(
        path: &Path,
        files: &[TextFile],
        rules: Rules,
        force: bool,
    ) -> Result<Folder, AppError> {
        no_file_above(path)?;
        let folder = Folder {
            path: path.to_owned(),
            manifest: Manifest::read(path)?,
            rules,
            force,
            written: BTreeSet::new(),
        };
        folder.check(files)?;
        Ok(folder)
    }

    fn check(&self, files: &[TextFile]) -> Result<(), AppError> {
        let (mut foreign, mut changed, mut joining) = (Vec::new(), Vec::new(), Vec::new());
        let mut judge = |path: PathBuf, new: Option<&str>| {
            match self.owner(&path, new)? {
                Owner::Nobody | Owner::Gatefall => {}
                Owner::Changed => changed.push(path),
                Owner::User => foreign.push(path),
            }
            Ok::<_, AppError>(())
        };
        for TextFile { name, text } in files {
            judge(self.path.join(name), Some(&sha256(text.as_bytes())))?;
        }
        for entry in self.entries()? {
            let (path, name) = (entry.path(), entry.file_name());
            let name = name.to_string_lossy();
            if is_pending(&name) || files.iter().any(|file| file.name == name) {
                continue;
            }
            if (self.rules.claims)(&name) {
                judge(path, None)?;
            } else if (self.rules.joins)(&name) && !path.is_dir() {
                match self.owner(&path, None)? {
                    Owner::Nobody | Owner::Gatefall => {}
                    Owner::Changed | Owner::User => joining.push(path),
                }
            }
        }
        if self.force {
            return Ok(());
        }
        let other = "folder";
        if let Some((path, more)) = first(foreign) {
            return Err(OutputError::Foreign { path, more, other }.into());
        }
        if let Some((path, more)) = first(changed) {
            return Err(OutputError::Changed { path, more, other }.into());
        }
        match first(joining) {
            Some((path, more)) => Err(OutputError::Joins { path, more }.into()),
            None => Ok(()),
        }
    }

    fn entries(&self) -> Result<Vec<DirEntry>, AppError> {
        let failed = || io("open", &self.path);
        match fs::read_dir(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
            entries => {
                let entries = entries.map_err(failed())?;
                let entries = entries.map(|entry| entry.map_err(failed()));
                entries.collect()
            }
        }
    }

    /// Owner of a file. A file with the hash of the new contents counts as unowned.
    fn owner(&self, path: &Path, new: Option<&str>) -> Result<Owner, AppError> {
        let there = match fs::symlink_metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Owner::Nobody),
            there => there.map_err(io("read", path))?,
        };
        if there.is_dir() {
            return match new {
                Some(_) => Err(OutputError::FileIsFolder(path.to_owned()).into()),
                None => Ok(Owner::User),
            };
        }
        if !there.is_file() {
            return Ok(Owner::User);
        }
        let hash = sha256_of_file(path).map_err(io("read", path))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        Ok(
            if new == Some(hash.as_str()) || self.manifest.has(&name, &hash) {
                Owner::Gatefall
            } else if self.manifest.knows(&name) {
                Owner::Changed
            } else {
                Owner::User
            },
        )
    }

    /// Creates the folder if necessary.
    pub(crate) fn make(&self) -> Result<(), AppError> {
        make_folder(&self.path)
    }

    /// Writes one file.
    #[cfg(feature = "sim")]
    pub(crate) fn write(&mut self, name: &str, contents: &[u8]) -> Result<(), AppError> {
        let pending = Pending::in_folder(&self.path, name, contents)?;
        self.publish(name, &sha256(contents), pending)
    }

    /// Writes all files. They are moved to their final paths after all are on the disk.
    pub(crate) fn write_all(mut self, files: &[TextFile]) -> Result<(), AppError> {
        self.make()?;
        let pending = files
            .iter()
            .map(|file| Pending::in_folder(&self.path, &file.name, file.text.as_bytes()));
        let pending = pending.collect::<Result<Vec<_>, _>>()?;
        for (file, pending) in files.iter().zip(pending) {
            self.publish(&file.name, &sha256(file.text.as_bytes()), pending)?;
        }
        self.finish()
    }

    fn publish(&mut self, name: &str, hash: &str, pending: Pending) -> Result<(), AppError> {
        let _lock = lock(&self.path);
        let path = self.path.join(name);
        // The user may have created a file in the meantime.
        if !self.force {
            let (more, other) = (0, "folder");
            match self.owner(&path, Some(hash))? {
                Owner::Nobody | Owner::Gatefall => {}
                Owner::Changed => return Err(OutputError::Changed { path, more, other }.into()),
                Owner::User => return Err(OutputError::Foreign { path, more, other }.into()),
            }
        }
        self.manifest.add(name, hash)?;
        pending.replace()?;
        self.written.insert(name.to_owned());
        Ok(())
    }

    /// Removes unchanged files of earlier runs, as the rules say, and updates the manifest.
    pub(crate) fn finish(mut self) -> Result<(), AppError> {
        let _lock = lock(&self.path);
        for name in self.manifest.names().difference(&self.written) {
            let path = self.path.join(name);
            let is_ours = || matches!(self.owner(&path, None), Ok(Owner::Gatefall));
            if (self.rules.goes)(name) && is_ours() {
                fs::remove_file(&path).map_err(io("remove", &path))?;
            }
        }
        self.manifest.tidy()
    }
}

/// The first path in alphabetical order, and the number of other paths.
fn first(mut paths: Vec<PathBuf>) -> Option<(PathBuf, usize)> {
    paths.sort();
    let more = paths.len().checked_sub(1)?;
    Some((paths.swap_remove(0), more))
}
