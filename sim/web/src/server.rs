//! Web server for the files of a site, on the loopback address.
//!
//! The files are in memory, and a request names one of them. So there are no paths, folders or
//! links to follow.

use crate::SiteFile;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::{
    HeaderMap, HeaderName, HeaderValue, ALLOW, CACHE_CONTROL, CONTENT_TYPE, HOST,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::Router;
use std::collections::HashMap;
use std::future::IntoFuture;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::time::Duration;

/// Interval of the checks for the end.
const POLL: Duration = Duration::from_millis(100);
/// Name of the page that `/` stands for.
const INDEX: &str = "index.html";

/// Header fields of an answer.
type Fields = [(HeaderName, &'static str); 3];

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
        source: io::Error,
    },
}

/// A server that has its port.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
}

/// Files by name.
type Files = HashMap<String, Bytes>;

impl Server {
    /// Takes a port of the loopback address. Port 0 is any free port.
    ///
    /// # Errors
    /// If the port is in use or may not be used.
    pub fn bind(port: u16) -> Result<Server, ServerError> {
        let bound = || {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
            listener.set_nonblocking(true)?;
            let address = listener.local_addr()?;
            Ok(Server { listener, address })
        };
        bound().map_err(|source: io::Error| match source.kind() {
            io::ErrorKind::AddrInUse => ServerError::PortInUse(port),
            _ => ServerError::Port { port, source },
        })
    }

    /// Address for a browser.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Answers requests for these files until `ended` is true.
    ///
    /// # Errors
    /// If the system has no means to wait for connections.
    pub fn run(self, files: Vec<SiteFile>, ended: &AtomicBool) -> io::Result<()> {
        let files = files.into_iter().map(|file| (file.name, file.bytes.into()));
        let files: Files = files.collect();
        let router = Router::new().fallback(answer).with_state(Arc::new(files));
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            tokio::spawn(axum::serve(listener, router).into_future());
            // The server itself never ends.
            while !ended.load(Ordering::Relaxed) {
                tokio::time::sleep(POLL).await;
            }
            // Connections may be open. They end with the runtime.
            Ok(())
        })
    }
}

async fn answer(
    State(files): State<Arc<Files>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    // A page of another site whose name leads here gets nothing.
    if !headers.get(HOST).is_none_or(is_own_host) {
        let text = "This server answers requests for the loopback address only.\n";
        return plain(StatusCode::MISDIRECTED_REQUEST, text);
    }
    if method != Method::GET && method != Method::HEAD {
        let mut response = plain(
            StatusCode::METHOD_NOT_ALLOWED,
            "Only GET and HEAD are possible.\n",
        );
        let allowed = HeaderValue::from_static("GET, HEAD");
        response.headers_mut().insert(ALLOW, allowed);
        return response;
    }
    let name = match uri.path().strip_prefix('/') {
        Some("") | None => INDEX,
        Some(name) => name,
    };
    match files.get(name) {
        Some(bytes) => (fields(content_type(name)), bytes.clone()).into_response(),
        None => plain(StatusCode::NOT_FOUND, "There is no such file.\n"),
    }
}

fn is_own_host(host: &HeaderValue) -> bool {
    let host = host.to_str().unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    ["127.0.0.1", "localhost"].contains(&name)
}

fn plain(status: StatusCode, text: &'static str) -> Response {
    (status, fields(content_type("")), text).into_response()
}

fn fields(content_type: &'static str) -> Fields {
    [
        (CONTENT_TYPE, content_type),
        (CACHE_CONTROL, "no-cache"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ]
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
