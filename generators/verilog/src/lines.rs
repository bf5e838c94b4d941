//! Lines of text with indentation.

/// Buffer for indented text.
#[derive(Default)]
pub(crate) struct Lines {
    text: String,
    depth: usize,
}

impl Lines {
    /// Appends a line at the current indentation.
    pub(crate) fn line(&mut self, line: impl AsRef<str>) {
        let line = line.as_ref();
        if !line.is_empty() {
            self.text.push_str(&"    ".repeat(self.depth));
            self.text.push_str(line);
        }
        self.text.push('\n');
    }

    /// Appends an empty line, unless the text is empty or ends in one.
    pub(crate) fn gap(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    /// Indents the lines that `body` appends.
    pub(crate) fn indented(&mut self, body: impl FnOnce(&mut Lines)) {
        self.depth += 1;
        body(self);
        self.depth -= 1;
    }

    /// Appends a comment, line by line.
    pub(crate) fn comment(&mut self, text: &str) {
        for line in text.lines() {
            self.line(format!("// {line}").trim_end());
        }
    }

    /// Appends another buffer.
    pub(crate) fn append(&mut self, other: Lines) {
        self.text.push_str(&other.text);
    }

    pub(crate) fn into_text(self) -> String {
        self.text
    }
}

/// Vector range with a trailing blank: `[7:0] `. Empty for a single bit.
pub(crate) fn range(width: u32) -> String {
    match width {
        1 => String::new(),
        _ => format!("[{}:0] ", width - 1),
    }
}
