//! Web server for the files of a site, on the loopback address.
//!
//! The files are in memory, and a request names one of them. So there are no paths, folders or
//! links to follow.

use crate::SiteFile;
use std::collections::HashMap;
use std::io::{self, Cursor, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tiny_http::{HTTPVersion, Header, Method, Request, Response, StatusCode};

/// Interval of the checks for the end.
const POLL: Duration = Duration::from_millis(100);
/// Name of the page that `/` stands for.
const INDEX: &str = "index.html";

/// Reason for which the server does not start.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The port is used by another program.
    #[error("port {0} is in use")]
    PortInUse(u16),
    /// Any other reason.
    #[error("cannot serve on port {port}")]
    Port {
        /// The port.
        port: u16,
        /// The reason.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

/// A server that has its port.
pub struct Server {
    server: tiny_http::Server,
    address: SocketAddr,
}

/// Files by name.
type Files = HashMap<String, Vec<u8>>;

impl Server {
    /// Takes a port of the loopback address. Port 0 is any free port.
    ///
    /// # Errors
    /// If the port is in use or may not be used.
    pub fn bind(port: u16) -> Result<Server, ServerError> {
        let server = tiny_http::Server::http((Ipv4Addr::LOCALHOST, port)).map_err(|source| {
            let kind = source.downcast_ref::<io::Error>().map(io::Error::kind);
            match kind {
                Some(io::ErrorKind::AddrInUse) => ServerError::PortInUse(port),
                _ => ServerError::Port { port, source },
            }
        })?;
        let address = server.server_addr().to_ip();
        Ok(Server {
            server,
            address: address.unwrap_or_else(|| (Ipv4Addr::LOCALHOST, port).into()),
        })
    }

    /// Address for a browser.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Answers requests for these files until `ended` is true.
    ///
    /// # Errors
    /// If the port is lost.
    pub fn run(&self, files: Vec<SiteFile>, ended: &AtomicBool) -> io::Result<()> {
        let files = files.into_iter().map(|file| (file.name, file.bytes));
        let files: Files = files.collect();
        while !ended.load(Ordering::Relaxed) {
            if let Some(request) = self.server.recv_timeout(POLL)? {
                let response = answer(&files, &request);
                // A browser may close its connection before it has the whole answer.
                let _ = respond(request, response);
            }
        }
        Ok(())
    }
}

/// Sends a response that asks the browser to close the connection.
///
/// `tiny_http` gives each connection a thread. If several connections come at once, some may wait
/// until a thread is free, and a thread stays busy as long as its connection is open. The library
/// does not let a response set this header, so it is inserted here.
fn respond(request: Request, response: Response<Cursor<Vec<u8>>>) -> io::Result<()> {
    let is_head = *request.method() == Method::Head;
    let mut bytes = Vec::new();
    response.raw_print(&mut bytes, HTTPVersion(1, 1), &[], is_head, None)?;
    let first_line = bytes.iter().position(|&byte| byte == b'\n');
    let (status, rest) = bytes.split_at(first_line.map_or(0, |end| end + 1));
    let mut writer = request.into_writer();
    for part in [status, b"Connection: close\r\n", rest] {
        writer.write_all(part)?;
    }
    writer.flush()
}

fn answer(files: &Files, request: &Request) -> Response<Cursor<Vec<u8>>> {
    let is_read = matches!(request.method(), Method::Get | Method::Head);
    let host = request
        .headers()
        .iter()
        .find(|header| header.field.equiv("Host"));
    // A page of another site whose name leads here gets nothing.
    if !host.is_none_or(|host| is_own_host(host.value.as_str())) {
        return plain(
            421,
            "This server answers requests for the loopback address only.\n",
        );
    }
    if !is_read {
        let allowed = header("Allow", "GET, HEAD");
        return plain(405, "Only GET and HEAD are possible.\n").with_header(allowed);
    }
    let path = request.url().split(['?', '#']).next().unwrap_or_default();
    let name = match path.strip_prefix('/') {
        Some("") | None => INDEX,
        Some(name) => name,
    };
    match files.get(name) {
        Some(bytes) => Response::from_data(bytes.clone())
            .with_header(header("Content-Type", content_type(name)))
            .with_header(header("Cache-Control", "no-cache"))
            .with_header(header("X-Content-Type-Options", "nosniff")),
        None => plain(404, "There is no such file.\n"),
    }
}

fn is_own_host(host: &str) -> bool {
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    ["127.0.0.1", "localhost"].contains(&name)
}

fn plain(status: u16, text: &str) -> Response<Cursor<Vec<u8>>> {
    Response::from_string(text)
        .with_status_code(StatusCode(status))
        .with_header(header("Cache-Control", "no-cache"))
}

fn header(field: &str, value: &str) -> Header {
    Header::from_bytes(field, value).expect("the headers are ASCII")
}

/// Media type by the end of a name.
fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "text/plain; charset=utf-8",
    }
}
