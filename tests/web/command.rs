//! The command and its server.

use crate::{attributes, gatefall, serve, site};
use gatefall_tests::{contents, limit, signal};
use gatefall_web::SiteFile;
use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Time for an answer.
const PATIENCE: Duration = limit(1);

/// Exit status and standard error of the command.
fn outcome(arguments: &[&str]) -> (i32, String) {
    let output = gatefall(arguments).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), errors)
}

/// Bytes of the pictures of connectors, which are a part of a page of the guide.
fn drawings() -> usize {
    let wiring = site().iter().find(|file| file.name == "guide-wiring.html");
    let page = String::from_utf8_lossy(&wiring.unwrap().bytes);
    let parts = page.split("<svg").skip(1);
    parts.map(|part| part.find("</svg>").unwrap()).sum()
}

#[test]
fn the_site_is_small_and_has_no_address_of_another_host() {
    // The sources are fetched when a module is opened.
    let is_source = |file: &&SiteFile| file.name.ends_with(".sources.bin");
    let is_of_guide = |file: &&SiteFile| file.name.starts_with("picture-");
    let own = site().iter().filter(|file| !is_of_guide(file));
    let bytes_of = |has_sources: bool| -> usize {
        let files = own.clone().filter(|file| is_source(file) == has_sources);
        files.map(|file| file.bytes.len()).sum()
    };
    let (bytes, sources, drawings) = (bytes_of(false), bytes_of(true), drawings());
    assert!(drawings < 250_000, "{drawings}");
    assert!(bytes - drawings < 1_680_000, "{bytes}");
    assert!(sources < 600_000, "{sources}");
    assert_eq!(site().iter().filter(is_source).count(), 5);
    // The guide may link to other sites.
    for file in site()
        .iter()
        .filter(|file| !file.name.starts_with("guide-"))
    {
        let text = String::from_utf8_lossy(&file.bytes);
        let text = text.replace("http://www.w3.org/2000/svg", "");
        let is_own = !text.contains("http://") && !text.contains("https://");
        assert!(is_own, "{}", file.name);
    }
}

#[test]
fn every_link_of_the_site_leads_to_a_file_and_an_anchor() {
    let text = |name: &str| {
        let file = site().iter().find(|file| file.name == name);
        file.map(|file| String::from_utf8_lossy(&file.bytes))
    };
    let mut links = 0;
    for file in site().iter().filter(|file| file.name.ends_with(".html")) {
        let html = text(&file.name).unwrap();
        for source in attributes(&html, "src") {
            assert!(text(source).is_some(), "{}: {source}", file.name);
        }
        for link in attributes(&html, "href") {
            if link.starts_with("https://") || link == "#" {
                continue;
            }
            let (name, anchor) = link.split_once('#').unwrap_or((link, ""));
            let name = if name.is_empty() { &file.name } else { name };
            let target = text(name).unwrap_or_else(|| panic!("{}: {link}", file.name));
            let has_anchor = anchor.is_empty() || attributes(&target, "id").contains(&anchor);
            assert!(has_anchor, "{}: {link}", file.name);
            links += 1;
        }
    }
    assert!(links > 200, "{links}");
}

/// Scripts that a script imports, directly or by another one.
fn imports(name: &str, found: &mut BTreeSet<String>) {
    let file = site().iter().find(|file| file.name == name).unwrap();
    let text = String::from_utf8_lossy(&file.bytes);
    for part in text.split("from \"./").skip(1) {
        let name = part.split('"').next().unwrap();
        if found.insert(name.to_owned()) {
            imports(name, found);
        }
    }
}

#[test]
fn the_page_names_all_its_scripts_so_that_they_load_at_once() {
    let mut imported = BTreeSet::new();
    imports("page.js", &mut imported);
    assert!(imported.len() > 10, "{imported:?}");
    let file = site()
        .iter()
        .find(|file| file.name == "index.html")
        .unwrap();
    let html = String::from_utf8_lossy(&file.bytes);
    let links = html.lines().filter(|line| line.contains("modulepreload"));
    let named = links.flat_map(|line| attributes(line, "href"));
    assert_eq!(named.map(str::to_owned).collect::<BTreeSet<_>>(), imported);
}

#[test]
fn a_port_in_use_is_an_error_with_advice() {
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let (code, errors) = outcome(&["web", "--port", &port]);
    assert_eq!(code, 1);
    assert!(
        errors.contains(&format!("port {port} is in use")),
        "{errors}"
    );
    assert!(errors.contains("--port"), "{errors}");
}

#[test]
fn a_port_and_a_folder_exclude_each_other() {
    let (code, errors) = outcome(&["web", "--port", "1", "--out", "somewhere"]);
    assert_eq!(code, 2);
    assert!(errors.contains("cannot be used with"), "{errors}");
}

/// Answer to a request, as it comes.
fn ask(address: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!("{request}Connection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

/// The project with a folder `build` of its own.
fn project() -> TempDir {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(root.canonicalize().unwrap()).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name();
        if name != "build" && name != "target" {
            symlink(entry.path(), folder.path().join(name)).unwrap();
        }
    }
    folder
}

#[test]
fn a_site_is_written_again_and_served_but_not_over_files_of_the_user() {
    // One run for all of this, since it takes seconds to compile the games.
    let project = project();
    let folder = project.path().join("build/web");
    write_older_site(&folder);
    let (url, mut process) = serve(project.path());
    // The same circuits give the same bytes.
    let again = contents(&folder);
    assert!(!again.contains_key("old.js"));
    assert_eq!(again.len(), site().len());
    for file in site() {
        assert!(again.get(&file.name) == Some(&file.bytes), "{}", file.name);
    }
    let address = url.trim_start_matches("http://").trim_end_matches('/');
    asks_for_files(address);
    opens_connections_that_ask_nothing(address, &process.0.id().to_string());
    ends_by_ctrl_c(&mut process.0, address);
    keeps_files_of_the_user(&folder);
}

fn ends_by_ctrl_c(server: &mut Child, address: &str) {
    // A connection on which nothing is asked does not delay the end.
    let _open = TcpStream::connect(address).unwrap();
    assert!(signal("INT", &server.id().to_string()));
    let end = Instant::now() + PATIENCE;
    let status = loop {
        if let Some(status) = server.try_wait().unwrap() {
            break status;
        }
        assert!(Instant::now() < end, "the server goes on");
        sleep(Duration::from_millis(10));
    };
    assert_eq!(status.code(), Some(0));
    assert!(TcpStream::connect(address).is_err());
}

/// Writes the site with a file of an earlier version, which has the hash of nothing.
fn write_older_site(folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    for file in site() {
        fs::write(folder.join(&file.name), &file.bytes).unwrap();
    }
    let manifest = folder.join("gatefall-manifest.sha256");
    let hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, format!("{text}{hash}  old.js\n")).unwrap();
    fs::write(folder.join("old.js"), "").unwrap();
}

fn keeps_files_of_the_user(folder: &Path) {
    let notes = folder.join("notes.txt");
    fs::write(&notes, "mine").unwrap();
    let (code, errors) = outcome(&["web", "--out", folder.to_str().unwrap()]);
    assert_eq!(code, 2);
    assert!(errors.contains("notes.txt"), "{errors}");
    assert_eq!(fs::read_to_string(&notes).unwrap(), "mine");
}

fn asks_for_files(address: &str) {
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    let get = |path: &str| {
        ask(
            address,
            &format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n"),
        )
    };
    for (path, kind) in [
        ("/", "text/html; charset=utf-8"),
        ("/index.html?a=b", "text/html; charset=utf-8"),
        ("/page.js", "text/javascript; charset=utf-8"),
        ("/style.css", "text/css; charset=utf-8"),
        ("/arcade.wasm", "application/wasm"),
        ("/arcade.json", "application/json"),
        ("/icon.svg", "image/svg+xml"),
    ] {
        let answer = get(path);
        assert!(answer.starts_with("HTTP/1.1 200 "), "{path}: {answer:.200}");
        assert!(
            answer.contains(&format!("content-type: {kind}\r\n")),
            "{path}"
        );
        assert!(answer.contains("cache-control: no-cache\r\n"), "{path}");
    }
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/gatefall-manifest.sha256",
        "/./page.js",
        "/index.html/",
        "/none",
    ] {
        let answer = get(path);
        assert!(answer.starts_with("HTTP/1.1 404 "), "{path}: {answer:.200}");
    }
    let post = ask(
        address,
        &format!("POST / HTTP/1.1\r\nHost: {address}\r\nContent-Length: 0\r\n"),
    );
    assert!(post.starts_with("HTTP/1.1 405 "), "{post:.200}");
    let foreign = ask(address, "GET / HTTP/1.1\r\nHost: example.org\r\n");
    assert!(foreign.starts_with("HTTP/1.1 421 "), "{foreign:.200}");
}

fn opens_connections_that_ask_nothing(address: &str, server: &str) {
    // A browser opens connections on which it never asks. They come at once, since the server
    // stands still meanwhile.
    for round in 0..10 {
        assert!(signal("STOP", server));
        let open = |_| TcpStream::connect(address).unwrap();
        let streams: Vec<TcpStream> = (0..40).map(open).collect();
        assert!(signal("CONT", server));
        let mut stream = streams.last().expect("some are open");
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(stream, "GET /style.css HTTP/1.1\r\nHost: {address}\r\n\r\n").unwrap();
        let mut first = String::new();
        let answer = BufReader::new(stream).read_line(&mut first);
        assert!(answer.is_ok(), "no answer in round {round}");
        assert_eq!(first, "HTTP/1.1 200 OK\r\n");
    }
}
