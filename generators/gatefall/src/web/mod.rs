//! `gatefall web`: writes a site on which the games are played in a browser, and serves it.

mod bench;
pub(crate) mod error;
mod guide;
mod gzip;
mod inside;
mod pages;
mod site;
pub(crate) mod tune;

use error::WebError;
pub(crate) use site::site;

use crate::cli::WebArguments;
use crate::error::AppError;
use crate::interrupt::INTERRUPTED;
use crate::output::{self, Folder, SITE};
use crate::root::Root;
use gatefall_web::{Server, SiteFile};

/// Folder of the site, in the project.
const FOLDER: &str = "build/web";

pub(crate) fn run(arguments: &WebArguments) -> Result<(), AppError> {
    if arguments.bench {
        return bench::run(arguments);
    }
    let folder = match &arguments.out {
        Some(folder) => folder.clone(),
        None => Root::find()?.path(FOLDER),
    };
    // Check the folder and the port first, so that they fail before the games are compiled.
    let force = arguments.force || arguments.out.is_none();
    let mut output = Folder::open(&folder, &[], SITE, force)?;
    let server = match arguments.out {
        Some(_) => None,
        None => Some(Server::bind(arguments.port).map_err(WebError::from)?),
    };
    let files = site()?;
    output.make()?;
    for file in &files {
        output.write(&file.name, &file.bytes)?;
    }
    output.finish()?;
    let bytes: usize = files.iter().map(|file| file.bytes.len()).sum();
    output::note(&format!(
        "{} files, {:.2} MB in {}",
        files.len(),
        bytes as f64 / 1e6,
        folder.display()
    ));
    match server {
        Some(server) => serve(server, files),
        None => Ok(()),
    }
}

fn serve(server: Server, files: Vec<SiteFile>) -> Result<(), AppError> {
    output::print(&format!("Play at {} (Ctrl-C ends)\n", server.url()))?;
    server.run(files, &INTERRUPTED).map_err(WebError::Serve)?;
    Ok(())
}
