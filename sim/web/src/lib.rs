//! Web page that runs a compiled circuit in a browser.
//!
//! ```text
//!   GAME.wasm, GAME.json            compiled and described here
//!        |
//!   gatefall.js                     loads both: poke, peek, run, snapshot
//!        |
//!   bench.js with its devices       monitor, keyboard, speaker, LEDs, LCD
//!        |
//!   worker.js                       keeps in step with the clock on the wall
//!        | messages
//!   page.js                         keys, picture, sound, replays
//! ```
//!
//! The circuit is compiled with its recorders and its keyboard
//! ([`gatefall_devices::DeviceBench`]), as for a terminal. So the scripts of the page do what
//! `gatefall_devices::Running` does: they write words of keys, and read recorded pins once for
//! thousands of cycles.
//!
//! **Boundary:** this crate depends on no game. It makes files and serves them, but writes none.

mod assets;
mod browser;
mod export;
mod inside;
mod server;

pub use assets::{assets, SiteFile};
pub use browser::{Browser, BrowserError, PROGRAMS};
pub use export::{export, export_circuit, Control, Exported, KeyRow, Pad, Pads, SitePage};
pub use inside::{
    CellKind, CostsOrigin, Inside, InstanceEntry, MemoryBoard, ModuleEntry, ModuleTree,
    SourceTexts, Turns,
};
pub use server::{Server, ServerError};
