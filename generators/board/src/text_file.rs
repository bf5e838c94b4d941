//! Reader for text files of the user.

use std::fs;
use std::io::{Error, ErrorKind, Result};
use std::path::Path;

/// Text of a file.
///
/// # Errors
/// If the file cannot be read. If it is not UTF-8, the error is of the kind
/// [`ErrorKind::InvalidData`], and its message has the first line that is not.
pub fn read_text(path: &Path) -> Result<String> {
    String::from_utf8(fs::read(path)?).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
        Error::new(ErrorKind::InvalidData, format!("line {line} is not UTF-8"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_is_not_utf_8_is_named() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let read = |bytes: &[u8]| {
            fs::write(file.path(), bytes).unwrap();
            read_text(file.path()).map_err(|error| error.to_string())
        };
        assert_eq!(read("é\n".as_bytes()), Ok("é\n".to_owned()));
        assert_eq!(read(b"\xe9\n"), Err("line 1 is not UTF-8".to_owned()));
        let cut_off = b"\xc3\xa9\n\nthe last one is \xc3";
        assert_eq!(read(cut_off), Err("line 3 is not UTF-8".to_owned()));
    }
}
