//! A headless Chromium, driven through WebDriver: for tests and measurements of the page.

use serde_json::{json, Value};
use std::io::{self, BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use ureq::Agent;

/// Programs that a browser needs, and the Debian packages that have them.
pub const PROGRAMS: [(&str, &str); 2] = [
    ("chromium", "chromium"),
    ("chromedriver", "chromium-driver"),
];

/// Time that one request may take: ten times that of the longest, a part of a measurement.
const PATIENCE: Duration = Duration::from_secs(100);
const POLL: Duration = Duration::from_millis(50);
/// Starts of the driver before it counts as failed. It takes a free port of IPv4 and ends if IPv6
/// has a use of the same number.
const STARTS: usize = 5;
/// Duration of a tapped key.
const TAP_MS: u64 = 60;
/// The driver writes this and its port.
const STARTED: &str = "started successfully on port ";

/// Reason for which the browser does not do what it should.
#[derive(Debug, thiserror::Error)]
pub enum BrowserError {
    /// The driver cannot be started.
    #[error("cannot start chromedriver")]
    Start(#[source] io::Error),
    /// The driver ended before it was ready, in each try.
    #[error("chromedriver ended before it was ready: {0}")]
    Ended(String),
    /// A request to the driver failed.
    #[error("the browser does not answer")]
    Request(#[source] Box<ureq::Error>),
    /// The driver refused a request.
    #[error("the browser refused `{command}`: {message}")]
    Refused {
        /// The request.
        command: String,
        /// Reason of the driver.
        message: String,
    },
    /// A script failed.
    #[error("a script of the page failed: {0}")]
    Script(String),
    /// A condition does not hold in time.
    #[error("`{condition}` does not come true; the page is {page}")]
    Late {
        /// The condition.
        condition: String,
        /// State of the page.
        page: String,
    },
}

/// A browser with one page.
pub struct Browser {
    driver: Child,
    agent: Agent,
    /// Address of the session.
    session: String,
    version: String,
    /// Folder of the browser's profile.
    _profile: TempDir,
}

impl Browser {
    /// Starts a browser.
    ///
    /// # Errors
    /// If a program of [`PROGRAMS`] is missing or fails.
    pub fn start() -> Result<Browser, BrowserError> {
        let profile = tempfile::tempdir().map_err(BrowserError::Start)?;
        let (driver, port) = start_driver()?;
        let agent = Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            .http_status_as_error(false)
            .build();
        let folder = profile.path().join("profile");
        let mut browser = Browser {
            driver,
            agent: agent.into(),
            session: format!("http://127.0.0.1:{port}/session"),
            version: String::new(),
            _profile: profile,
        };
        let options = json!({ "args": [
            "--headless=new",
            // It may run as root, in a container without a large /dev/shm.
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--window-size=1400,1000",
            format!("--user-data-dir={}", folder.display()),
        ] });
        let wanted = json!({
            "goog:chromeOptions": options,
            "goog:loggingPrefs": { "browser": "ALL" },
            "timeouts": { "script": PATIENCE.as_millis() as u64 },
        });
        let answer = browser.post("", &json!({ "capabilities": { "alwaysMatch": wanted } }))?;
        let id = answer["sessionId"].as_str().unwrap_or_default();
        browser.session = format!("{}/{id}", browser.session);
        let version = answer["capabilities"]["browserVersion"].as_str();
        version
            .unwrap_or("unknown")
            .clone_into(&mut browser.version);
        Ok(browser)
    }

    /// Version of the browser.
    pub fn version(&self) -> &str {
        &self.version
    }

    fn post(&self, command: &str, body: &Value) -> Result<Value, BrowserError> {
        let request = self.agent.post(format!("{}{command}", self.session));
        let request = request.header("Content-Type", "application/json");
        let failed = |error| BrowserError::Request(Box::new(error));
        let mut response = request.send(body.to_string()).map_err(failed)?;
        let text = response.body_mut().read_to_string().map_err(failed)?;
        let refused = |message: String| BrowserError::Refused {
            command: command.to_owned(),
            message,
        };
        let answer: Value = serde_json::from_str(&text).map_err(|_| refused(text))?;
        match answer["value"]["error"].is_string() {
            true => Err(refused(answer["value"].to_string())),
            false => Ok(answer["value"].clone()),
        }
    }

    /// Opens an address.
    ///
    /// # Errors
    /// If the browser refuses it.
    pub fn open(&self, url: &str) -> Result<(), BrowserError> {
        self.post("/url", &json!({ "url": url })).map(drop)
    }

    /// Runs the body of an asynchronous function, and returns its result.
    ///
    /// # Errors
    /// If the function throws an error.
    pub fn run(&self, script: &str) -> Result<Value, BrowserError> {
        let script = format!(
            "const done = arguments[arguments.length - 1];\
             (async () => {{ {script} }})().then((value) => done({{ value }}), \
             (error) => done({{ error: `${{error.stack}}` }}));"
        );
        let body = json!({ "script": script, "args": [] });
        let mut answer = self.post("/execute/async", &body)?;
        match answer["error"].as_str() {
            Some(error) => Err(BrowserError::Script(error.to_owned())),
            None => Ok(answer["value"].take()),
        }
    }

    /// Waits until an expression of the page is true.
    ///
    /// # Errors
    /// If that takes minutes.
    pub fn wait_for(&self, condition: &str) -> Result<(), BrowserError> {
        let begun = Instant::now();
        while self.run(&format!("return Boolean({condition});"))? != json!(true) {
            if begun.elapsed() > PATIENCE {
                let page = self.run("return globalThis.gatefall?.page;")?;
                return Err(BrowserError::Late {
                    condition: condition.to_owned(),
                    page: page.to_string(),
                });
            }
            std::thread::sleep(POLL);
        }
        Ok(())
    }

    /// Presses keys one after another, and then releases them.
    ///
    /// # Errors
    /// If the browser refuses them.
    pub fn chord(&self, keys: &[&str]) -> Result<(), BrowserError> {
        let down = keys.iter().map(|key| action("keyDown", key));
        let up = keys.iter().rev().map(|key| action("keyUp", key));
        let pause = json!({ "type": "pause", "duration": TAP_MS });
        self.act(&down.chain([pause]).chain(up).collect::<Vec<_>>())
    }

    /// Presses a key without a release.
    ///
    /// # Errors
    /// If the browser refuses it.
    pub fn press(&self, key: &str) -> Result<(), BrowserError> {
        self.act(&[action("keyDown", key)])
    }

    /// Touches a place of the window for the time of a tap.
    ///
    /// # Errors
    /// If the place is not in the window.
    pub fn touch(&self, x: u32, y: u32) -> Result<(), BrowserError> {
        let finger = json!({
            "type": "pointer",
            "id": "finger",
            "parameters": { "pointerType": "touch" },
            "actions": [
                { "type": "pointerMove", "duration": 0, "x": x, "y": y },
                { "type": "pointerDown", "button": 0 },
                { "type": "pause", "duration": TAP_MS },
                { "type": "pointerUp", "button": 0 },
            ],
        });
        self.post("/actions", &json!({ "actions": [finger] }))
            .map(drop)
    }

    fn act(&self, actions: &[Value]) -> Result<(), BrowserError> {
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": actions });
        self.post("/actions", &json!({ "actions": [keyboard] }))
            .map(drop)
    }

    /// Sends a command of the browser's developer tools.
    ///
    /// # Errors
    /// If the browser refuses it.
    pub fn devtools(&self, command: &str, parameters: &Value) -> Result<Value, BrowserError> {
        let body = json!({ "cmd": command, "params": parameters });
        self.post("/goog/cdp/execute", &body)
    }

    /// Warnings and errors of the console since the last call.
    ///
    /// # Errors
    /// If the browser has no log.
    pub fn complaints(&self) -> Result<Vec<String>, BrowserError> {
        let log = self.post("/se/log", &json!({ "type": "browser" }))?;
        let entries = log.as_array().map(Vec::as_slice).unwrap_or_default().iter();
        let is_complaint = |entry: &&Value| {
            let level = entry["level"].as_str().unwrap_or_default();
            ["SEVERE", "WARNING"].contains(&level)
        };
        Ok(entries.filter(is_complaint).map(Value::to_string).collect())
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Ends the browser, which is a child of the driver.
        let _ = self.agent.delete(&self.session).call();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

fn action(kind: &str, key: &str) -> Value {
    json!({ "type": kind, "value": key })
}

/// Starts the driver, and returns it with its port.
fn start_driver() -> Result<(Child, u16), BrowserError> {
    let mut written = String::new();
    for _ in 0..STARTS {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(BrowserError::Start)?;
        match port(&mut driver) {
            Ok(port) => return Ok((driver, port)),
            Err(lines) => written = lines,
        }
        // It has closed its output, so it ends.
        let _ = driver.wait();
    }
    Err(BrowserError::Ended(written))
}

/// The port that the driver has taken, or all that it wrote.
fn port(driver: &mut Child) -> Result<u16, String> {
    let output = driver.stdout.take().ok_or_else(String::new)?;
    let mut lines = BufReader::new(output).lines().map_while(io::Result::ok);
    let mut written = Vec::new();
    let port = lines.by_ref().find_map(|line| {
        let port = line
            .split_once(STARTED)
            .and_then(|(_, port)| port.trim_end_matches('.').parse().ok());
        written.push(line);
        port
    });
    // Later lines must not block the driver.
    std::thread::spawn(move || lines.for_each(drop));
    port.ok_or_else(|| written.join(" "))
}
