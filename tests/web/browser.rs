//! The browser of a test. A failure of the browser fails the test.

use gatefall_tests::has_programs;
use gatefall_web::PROGRAMS;
use serde_json::{json, Value};

/// Keys by their codes in WebDriver.
pub const ENTER: &str = "\u{e006}";
pub const LEFT: &str = "\u{e012}";
pub const UP: &str = "\u{e013}";
pub const RIGHT: &str = "\u{e014}";
pub const DOWN: &str = "\u{e015}";
pub const CONTROL: &str = "\u{e009}";
pub const TAB: &str = "\u{e004}";
pub const F1: &str = "\u{e031}";

/// A browser with one page.
pub struct Browser(gatefall_web::Browser);

impl Browser {
    /// Starts a browser, or notes that the test is left out.
    pub fn start(test: &str) -> Option<Browser> {
        has_programs(test, &PROGRAMS).then(|| Browser(gatefall_web::Browser::start().unwrap()))
    }

    pub fn open(&self, url: &str) {
        self.0.open(url).unwrap();
    }

    /// Runs the body of an asynchronous function, and returns its result.
    #[track_caller]
    pub fn run(&self, script: &str) -> Value {
        self.0.run(script).unwrap()
    }

    /// Waits until an expression of the page is true.
    #[track_caller]
    pub fn wait_for(&self, condition: &str) {
        self.0.wait_for(condition).unwrap();
    }

    /// Presses keys one after another, and then releases them.
    pub fn chord(&self, keys: &[&str]) {
        self.0.chord(keys).unwrap();
    }

    /// Presses and releases a key.
    pub fn tap(&self, key: &str) {
        self.chord(&[key]);
    }

    /// Moves an element into the window. Returns its centre.
    fn centre(&self, selector: &str) -> [u32; 2] {
        let place = self.run(&format!(
            "const element = document.querySelector('{selector}');\
             element.scrollIntoView({{ block: 'center' }});\
             const {{ left, top, width, height }} = element.getBoundingClientRect();\
             return [Math.round(left + width / 2), Math.round(top + height / 2)];"
        ));
        serde_json::from_value(place).unwrap()
    }

    /// Touches the centre of an element.
    pub fn touch(&self, selector: &str) {
        let [x, y] = self.centre(selector);
        self.0.touch(x, y).unwrap();
    }

    /// Clicks the centre of an element with a mouse.
    pub fn click(&self, selector: &str) {
        let [x, y] = self.centre(selector);
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
            self.devtools("Input.dispatchMouseEvent", &event);
        }
    }

    /// Presses a key without a release.
    pub fn press(&self, key: &str) {
        self.0.press(key).unwrap();
    }

    /// Sends a command of the developer tools.
    pub fn devtools(&self, command: &str, parameters: &Value) -> Value {
        self.0.devtools(command, parameters).unwrap()
    }

    /// Prefers a colour scheme, `dark` or `light`, and reduced motion.
    pub fn prefer(&self, scheme: &str) {
        let feature = |name: &str, value: &str| json!({ "name": name, "value": value });
        let features = [
            feature("prefers-color-scheme", scheme),
            feature("prefers-reduced-motion", "reduce"),
        ];
        let media = json!({ "features": features });
        self.devtools("Emulation.setEmulatedMedia", &media);
    }

    /// Warnings and errors of the console since the last call.
    pub fn complaints(&self) -> Vec<String> {
        self.0.complaints().unwrap()
    }
}
