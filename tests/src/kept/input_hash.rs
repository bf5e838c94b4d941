use crate::process::run;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fmt::Write;
use std::fs;
use std::process::Command;
use std::sync::{Mutex, OnceLock};

/// Changes with the meaning of the key and with the format of an entry.
const FORMAT: &str = "1";
/// Variables of the user that change compilers.
const VARIABLES: [&str; 5] = ["CC", "CXX", "CFLAGS", "CXXFLAGS", "LDFLAGS"];
/// Options that ask for a version. A program knows one of them, or is a single file.
const VERSION: [&str; 2] = ["--version", "-V"];

/// Hash of all inputs of a run.
pub struct InputHash(Sha256);

impl InputHash {
    pub fn new() -> Self {
        let mut key = Self(Sha256::new());
        key.add("format", FORMAT);
        for name in VARIABLES {
            let value = std::env::var_os(name).unwrap_or_default();
            key.add(name, &value.to_string_lossy());
        }
        key
    }

    /// Adds an input. Its length keeps it apart from the next one.
    pub fn add(&mut self, kind: &str, value: &str) {
        for text in [kind, value] {
            self.0.update((text.len() as u64).to_le_bytes());
            self.0.update(text);
        }
    }

    /// Adds a program on PATH: its file, and its version for what else belongs to it.
    pub fn add_program(&mut self, name: &str) {
        static KNOWN: OnceLock<Mutex<HashMap<String, String>>> = OnceLock::new();
        let mut known = KNOWN.get_or_init(Mutex::default).lock();
        let known = known.as_mut().expect("no other thread has panicked");
        let value = known
            .entry(name.to_owned())
            .or_insert_with(|| program(name));
        self.add("program", value);
    }

    pub fn finish(self) -> String {
        hexadecimal(&self.0.finalize())
    }
}

fn program(name: &str) -> String {
    let Ok(path) = which::which_global(name) else {
        return String::new();
    };
    let mut text = digest(&fs::read(&path).expect("a program can be read"));
    for option in VERSION {
        let printed = run(Command::new(&path).arg(option), 1);
        text += &String::from_utf8_lossy(&[printed.stdout, printed.stderr].concat());
    }
    text
}

pub fn digest(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

fn hexadecimal(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        write!(text, "{byte:02x}").expect("a text can be written");
    }
    text
}
