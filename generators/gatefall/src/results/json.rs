//! Files of records, in JSON.

use crate::error::{io, AppError};
use crate::output;
use crate::root::Root;
use serde::de::DeserializeOwned;
use serde::Serialize;
use std::fs;

/// Folder of the records and pages, in the project.
pub(crate) const FOLDER: &str = "docs";

/// Reads a file of the project. Without the file, the value is the default.
pub(crate) fn read_json<T: Default + DeserializeOwned>(
    root: &Root,
    name: &str,
) -> Result<T, AppError> {
    let path = root.path(name);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(T::default()),
        Err(error) => return Err(io("read", &path)(error)),
    };
    serde_json::from_slice(&bytes).map_err(|error| AppError::NotUnderstood {
        path,
        message: error.to_string(),
        help: "restore an older one, or remove it",
    })
}

/// Writes a file of the project.
pub(crate) fn write_json(root: &Root, name: &str, value: &impl Serialize) -> Result<(), AppError> {
    let path = root.path(name);
    if let Some(folder) = path.parent() {
        output::make_folder(folder)?;
    }
    let json = serde_json::to_string_pretty(value).expect("records are plain data");
    output::write(&path, (json + "\n").as_bytes())
}
