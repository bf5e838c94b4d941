use super::input_hash::digest;
use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Output};
use std::sync::Once;
use std::time::{Duration, SystemTime};

/// An entry that is not used for so long is removed.
const LIFETIME: Duration = Duration::from_secs(30 * 24 * 3600);
/// Letters of a digest.
const DIGEST: usize = 64;

/// A folder with a file for each run: the digest of the rest, and the results.
pub struct Store {
    folder: PathBuf,
}

/// Output and files of a run.
pub struct Results {
    pub output: Output,
    pub files: Vec<WrittenFile>,
}

pub struct WrittenFile {
    /// Path in the folder of the run.
    name: String,
    is_program: bool,
    content: Vec<u8>,
}

impl WrittenFile {
    pub fn read(folder: &Path, name: &str) -> Self {
        let path = folder.join(name);
        let mode = fs::metadata(&path).expect("a result").permissions().mode();
        Self {
            name: name.to_owned(),
            is_program: mode & 0o100 != 0,
            content: fs::read(&path).expect("a result"),
        }
    }

    pub fn write(&self, folder: &Path) {
        let path = folder.join(&self.name);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).expect("the folder of a run can be written");
        fs::write(&path, &self.content).expect("the folder of a run can be written");
        if self.is_program {
            let permissions = Permissions::from_mode(0o755);
            fs::set_permissions(&path, permissions).expect("a mode can be set");
        }
    }
}

impl Store {
    pub fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
        }
    }

    /// The results of a run, if its entry is there and whole.
    pub fn get(&self, key: &str) -> Option<Results> {
        let path = self.folder.join(key);
        let bytes = fs::read(&path).ok()?;
        let (sum, content) = bytes.split_at_checked(DIGEST)?;
        let results = (sum == digest(content).as_bytes()).then(|| parsed(content))??;
        // Its time is that of its last use. Another test may have removed it.
        let now = SystemTime::now();
        let _ = File::open(&path).and_then(|file| file.set_modified(now));
        Some(results)
    }

    /// Adds an entry. It appears as a whole, even if two tests add it at once.
    pub fn put(&self, key: &str, results: &Results) {
        static CLEAN: Once = Once::new();
        CLEAN.call_once(|| self.remove_unused());
        let content = written(results);
        fs::create_dir_all(&self.folder).expect("the folder of results can be written");
        let file = tempfile::NamedTempFile::new_in(&self.folder);
        let file = file.expect("the folder of results can be written");
        let bytes = [digest(&content).as_bytes(), &content].concat();
        fs::write(file.path(), bytes).expect("a result can be written");
        let kept = file.persist(self.folder.join(key));
        kept.expect("a result can be renamed");
    }

    /// Removes entries that nobody has used for long.
    pub fn remove_unused(&self) {
        let entries = fs::read_dir(&self.folder).into_iter().flatten();
        for path in entries.flatten().map(|entry| entry.path()) {
            let used = path.metadata().and_then(|data| data.modified()).ok();
            let age = used.and_then(|used| used.elapsed().ok());
            if age.is_some_and(|age| age > LIFETIME) {
                // Another test may have removed it.
                let _ = fs::remove_file(path);
            }
        }
    }
}

/// Each part is its length and its bytes.
fn written(results: &Results) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut add = |part: &[u8]| {
        bytes.extend((part.len() as u64).to_le_bytes());
        bytes.extend(part);
    };
    let output = &results.output;
    add(&output.status.into_raw().to_le_bytes());
    add(&output.stdout);
    add(&output.stderr);
    for file in &results.files {
        add(file.name.as_bytes());
        add(&[u8::from(file.is_program)]);
        add(&file.content);
    }
    bytes
}

fn parsed(mut bytes: &[u8]) -> Option<Results> {
    let mut parts = Vec::new();
    while !bytes.is_empty() {
        let (length, rest) = bytes.split_first_chunk()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let (part, rest) = rest.split_at_checked(length)?;
        parts.push(part.to_vec());
        bytes = rest;
    }
    let mut parts = parts.into_iter();
    let status = i32::from_le_bytes(parts.next()?.try_into().ok()?);
    let output = Output {
        status: ExitStatus::from_raw(status),
        stdout: parts.next()?,
        stderr: parts.next()?,
    };
    let mut files = Vec::new();
    while let Some(name) = parts.next() {
        files.push(WrittenFile {
            name: String::from_utf8(name).ok()?,
            is_program: parts.next()? == [1],
            content: parts.next()?,
        });
    }
    Some(Results { output, files })
}
