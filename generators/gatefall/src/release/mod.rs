//! `gatefall release`: bitstreams of all boards, the site, checksums, and a page about the files.
//!
//! The owner of a board needs the folder and a programmer, but no Rust. Everything is built before
//! the first file is written, so a failed build leaves an earlier release as it was.

mod contents;
mod page;

use crate::build::{build_all, targets};
use crate::cli::ReleaseArguments;
use crate::error::AppError;
use crate::output::{self, Folder, RELEASE, SITE};
use crate::results::commit;
use crate::root::Root;
use crate::web::site;
use contents::Contents;
use gatefall_games::GAMES;
use gatefall_toolchain::{self as toolchain, sha256, Session};
use gatefall_web::SiteFile;

/// Folder of a release, in the project.
const FOLDER: &str = "build/release";
/// Folder of the site in a release.
const SITE_FOLDER: &str = "play";
/// Checksums of all files of a release.
const SUMS: &str = "SHA256SUMS";

pub(crate) fn run(arguments: &ReleaseArguments, session: &Session) -> Result<(), AppError> {
    let root = Root::find()?;
    let boards = match &arguments.board {
        Some(name) => vec![root.library()?.board(name)?],
        None => root.boards()?,
    };
    let targets = targets(GAMES, &boards, &arguments.seeds);
    if targets.is_empty() {
        return Err(AppError::NothingToBuild);
    }
    // Check the folders first, so that they fail before anything is built.
    let out = match &arguments.out {
        Some(folder) => folder.clone(),
        None => root.path(FOLDER),
    };
    let site_folder = out.join(SITE_FOLDER);
    let mut folder = Folder::open(&out, &[], RELEASE, arguments.force)?;
    let mut play = Folder::open(&site_folder, &[], SITE, arguments.force)?;
    output::make_folder(&root.build_folder())?;
    let tools = toolchain::find(arguments.tools.into(), &root.tools_folder(), session)?;
    let outcomes = build_all(&root, &targets, &tools, session)?;
    let failed = outcomes
        .iter()
        .filter(|outcome| matches!(outcome.report, Err(None)));
    match failed.count() {
        0 => {}
        failed => {
            let of = outcomes.len();
            return Err(AppError::SomeFailed { failed, of });
        }
    }
    let contents = Contents::new(&root, &boards, &targets, &outcomes)?;
    let site = site()?;
    let version = version(&root);
    let mut files = vec![
        SiteFile::new("index.html", page::html(&contents, &version)),
        SiteFile::new("README.md", page::markdown(&contents, &version)),
    ];
    let bitstreams = contents.boards.iter().flat_map(|board| &board.builds);
    files.extend(bitstreams.map(|build| SiteFile::new(build.file.clone(), build.bytes.clone())));
    files.push(SiteFile::new(SUMS, sums(&files, &site)));
    folder.make()?;
    play.make()?;
    for file in &site {
        play.write(&file.name, &file.bytes)?;
    }
    for file in &files {
        folder.write(&file.name, &file.bytes)?;
    }
    play.finish()?;
    folder.finish()?;
    output::print(&format!(
        "{} bitstreams and the site in {}; {} left out\n",
        contents
            .boards
            .iter()
            .map(|board| board.builds.len())
            .sum::<usize>(),
        out.display(),
        contents.left_out.len()
    ))
}

/// Version of the project and, in a git repository, the commit.
fn version(root: &Root) -> String {
    let version = env!("CARGO_PKG_VERSION");
    match commit(root) {
        Some(commit) => format!("{version}, commit {commit}"),
        None => version.to_owned(),
    }
}

/// Lines for `sha256sum --check`, in the folder of the release.
fn sums(files: &[SiteFile], site: &[SiteFile]) -> String {
    let line = |folder: &str, file: &SiteFile| {
        let hash = sha256(&file.bytes);
        format!("{hash}  {folder}{}\n", file.name)
    };
    let own = files.iter().map(|file| line("", file));
    let play = format!("{SITE_FOLDER}/");
    let site = site.iter().map(|file| line(&play, file));
    own.chain(site).collect()
}
