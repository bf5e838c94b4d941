//! A headless Chromium, driven through WebDriver.

use gatefall_tests::has_programs;
use serde_json::{json, Value};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use ureq::Agent;

/// Time that anything in the browser may take. The machine may be busy.
pub const PATIENCE: Duration = Duration::from_secs(120);
const POLL: Duration = Duration::from_millis(50);

/// Keys by their codes in WebDriver.
pub const ENTER: &str = "\u{e006}";
pub const LEFT: &str = "\u{e012}";
pub const UP: &str = "\u{e013}";
pub const RIGHT: &str = "\u{e014}";
pub const DOWN: &str = "\u{e015}";
pub const CONTROL: &str = "\u{e009}";

/// A browser with one page.
pub struct Browser {
    driver: Child,
    agent: Agent,
    /// Address of the session.
    session: String,
    /// Profile of the browser.
    _profile: TempDir,
}

impl Browser {
    /// Starts a browser, or notes that the test is left out.
    pub fn start(test: &str) -> Option<Browser> {
        let needs = [("chromium", "chromium"), ("chromedriver", "chromium-driver")];
        if !has_programs(test, &needs) {
            return None;
        }
        let profile = tempfile::tempdir().unwrap();
        let log = profile.path().join("driver.log");
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .arg(format!("--log-path={}", log.display()))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let port = port(&mut driver);
        let agent: Agent = Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            .http_status_as_error(false)
            .build()
            .into();
        let mut browser = Browser {
            driver,
            agent,
            session: format!("http://127.0.0.1:{port}/session"),
            _profile: profile,
        };
        let folder = browser._profile.path().join("profile");
        let options = json!({
            "args": [
                "--headless=new",
                // Tests may run as root, in a container without a large /dev/shm.
                "--no-sandbox",
                "--disable-dev-shm-usage",
                "--window-size=1400,1000",
                format!("--user-data-dir={}", folder.display()),
            ],
        });
        let answer = browser.post(
            "",
            &json!({ "capabilities": { "alwaysMatch": {
                "goog:chromeOptions": options,
                "goog:loggingPrefs": { "browser": "ALL" },
                "timeouts": { "script": PATIENCE.as_millis() as u64 },
            } } }),
        );
        let id = answer["sessionId"].as_str().unwrap();
        browser.session = format!("{}/{id}", browser.session);
        Some(browser)
    }

    fn post(&self, command: &str, body: &Value) -> Value {
        let request = self.agent.post(format!("{}{command}", self.session));
        let request = request.header("Content-Type", "application/json");
        let mut response = request.send(body.to_string()).unwrap();
        answer(command, &response.body_mut().read_to_string().unwrap())
    }

    /// Opens an address.
    pub fn open(&self, url: &str) {
        self.post("/url", &json!({ "url": url }));
    }

    /// Runs the body of an asynchronous function, and returns its result.
    pub fn run(&self, script: &str) -> Value {
        let script = format!(
            "const done = arguments[arguments.length - 1];\
             (async () => {{ {script} }})().then((value) => done({{ value }}), \
             (error) => done({{ error: `${{error.stack}}` }}));"
        );
        let body = json!({ "script": script, "args": [] });
        let answer = self.post("/execute/async", &body);
        assert!(answer["error"].is_null(), "{}", answer["error"]);
        answer["value"].clone()
    }

    /// Waits until an expression of the page is true.
    pub fn wait_for(&self, condition: &str) {
        let begun = Instant::now();
        while self.run(&format!("return Boolean({condition});")) != json!(true) {
            let state = "return JSON.stringify(globalThis.gatefall?.page);";
            assert!(
                begun.elapsed() < PATIENCE,
                "`{condition}` does not come true; the page is {}",
                self.run(state)
            );
            std::thread::sleep(POLL);
        }
    }

    /// Presses keys one after another, and then releases them.
    pub fn chord(&self, keys: &[&str]) {
        let down = keys.iter().map(|key| action("keyDown", key));
        let up = keys.iter().rev().map(|key| action("keyUp", key));
        let pause = json!({ "type": "pause", "duration": 60 });
        self.act(down.chain([pause]).chain(up).collect());
    }

    /// Presses and releases a key.
    pub fn tap(&self, key: &str) {
        self.chord(&[key]);
    }

    /// Presses a key without a release.
    pub fn press(&self, key: &str) {
        self.act(vec![action("keyDown", key)]);
    }

    fn act(&self, actions: Vec<Value>) {
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": actions });
        self.post("/actions", &json!({ "actions": [keyboard] }));
    }

    /// Messages of the console since the last call that are no mere information.
    pub fn complaints(&self) -> Vec<String> {
        let log = self.post("/se/log", &json!({ "type": "browser" }));
        let entries = log.as_array().unwrap().iter();
        let entries = entries.filter(|entry| {
            let level = entry["level"].as_str().unwrap_or_default();
            ["SEVERE", "WARNING"].contains(&level)
        });
        entries.map(Value::to_string).collect()
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

/// The port that the driver has taken.
fn port(driver: &mut Child) -> u16 {
    use std::io::{BufRead, BufReader};
    let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines();
    let port = lines.find_map(|line| {
        let line = line.unwrap();
        let (_, port) = line.split_once("started successfully on port ")?;
        port.trim_end_matches('.').parse().ok()
    });
    // Later lines must not block the driver.
    std::thread::spawn(move || lines.for_each(drop));
    port.expect("the driver says its port")
}

fn answer(command: &str, text: &str) -> Value {
    let answer: Value = serde_json::from_str(text).unwrap();
    let value = answer["value"].clone();
    assert!(value["error"].is_null(), "{command}: {text}");
    value
}
