//! Compression of files, as servers and browsers know it.

use flate2::write::GzEncoder;
use flate2::Compression;
use std::io::Write;

/// The bytes of a gzip file.
pub(super) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("a vector takes everything")
}
