//! Displays pictures with the kitty graphics protocol.
//!
//! The picture is sent as PNG, and the terminal scales it to the given cells. A picture with the
//! same number replaces the previous one.

use super::layout::Layout;
use crate::sim::{encode_png, SimError};
use base64::prelude::{Engine, BASE64_STANDARD};
use gatefall_devices::Picture;

/// Maximum size of a data chunk, in bytes.
const PART: usize = 4096;

/// Query for support of the protocol. Every terminal answers its second part.
pub(crate) const QUERY: &[u8] = b"\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[c";
/// Answer of a terminal with support.
pub(crate) const YES: &[u8] = b"\x1b_Gi=31;OK";
/// Removes all pictures.
pub(crate) const CLEAR: &[u8] = b"\x1b_Ga=d,d=A,q=2\x1b\\";

/// Renderer for the kitty graphics protocol.
pub(crate) struct Kitty;

impl Kitty {
    /// Bytes that draw the picture on the terminal.
    pub(crate) fn draw(&mut self, picture: &Picture, layout: &Layout) -> Result<Vec<u8>, SimError> {
        let Layout {
            left,
            top,
            columns,
            rows,
            ..
        } = layout;
        let head = format!("a=T,f=100,i=1,p=1,q=2,C=1,c={columns},r={rows},");
        let mut bytes = format!("\x1b[{};{}H", top + 1, left + 1).into_bytes();
        let text = BASE64_STANDARD.encode(encode_png(picture)?);
        bytes.extend(parts(&head, text.as_bytes()));
        Ok(bytes)
    }
}

/// Escape sequences with the data. The first one also has `head`.
fn parts(head: &str, data: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let count = data.len().div_ceil(PART);
    for (index, part) in data.chunks(PART).enumerate() {
        let head = if index == 0 { head } else { "q=2," };
        let more = u8::from(index + 1 < count);
        bytes.extend(format!("\x1b_G{head}m={more};").bytes());
        bytes.extend(part);
        bytes.extend(b"\x1b\\");
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_pictures_go_in_parts() {
        let data = vec![b'A'; PART + 1];
        let text = String::from_utf8(parts("a=T,", &data)).unwrap();
        let all = "A".repeat(PART);
        assert_eq!(
            text,
            format!("\x1b_Ga=T,m=1;{all}\x1b\\\x1b_Gq=2,m=0;A\x1b\\")
        );
    }
}
