//! SHA-256 in hexadecimal digits.

use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// SHA-256 of bytes, as 64 hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    digits(Sha256::digest(bytes))
}

/// SHA-256 of a file, as 64 hexadecimal digits. Reads it in parts, because it may be larger than
/// the memory.
///
/// # Errors
/// If the file cannot be read.
pub fn sha256_of_file(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(digits(hash.finalize())),
            Ok(length) => hash.update(&buffer[..length]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

fn digits(hash: impl AsRef<[u8]>) -> String {
    let bytes = hash.as_ref().iter();
    bytes.map(|byte| format!("{byte:02x}")).collect()
}
