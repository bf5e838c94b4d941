//! Excerpts of files with very long lines, for messages. Of such a line only the part around the
//! mistake is shown, since a terminal shows no more, and miette panics at column 65,536.

use miette::{LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

/// Longest line that is shown whole, in bytes.
const LONGEST: usize = 240;
/// Of a longer line: bytes before and after the mistake, and most bytes of the mistake.
const MARGIN: usize = 60;

/// The excerpts of a file.
pub(crate) struct Excerpts<'a>(pub &'a dyn SourceCode);

impl Excerpts<'_> {
    /// The label of a mistake with a very long line is at the first bytes of the mistake.
    pub(crate) fn label(&self, label: &LabeledSpan) -> LabeledSpan {
        let text = label.label().map(str::to_owned);
        let length = match self.0.read_span(label.inner(), 0, 0) {
            Ok(mistake) if has_long_line(mistake.data()) => {
                character_before(mistake.data(), MARGIN)
            }
            _ => label.len(),
        };
        LabeledSpan::new(text, label.offset(), length)
    }
}

impl SourceCode for Excerpts<'_> {
    /// # Errors
    /// As the file, or if the span itself has a very long line.
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let whole = self.0.read_span(span, lines_before, lines_after)?;
        let data = whole.data();
        let start = span.offset() - whole.span().offset();
        let end = (start + span.len()).min(data.len());
        let has_context = lines_before + lines_after > 0;
        if !has_context || !has_long_line(data) {
            return Ok(whole);
        }
        if has_long_line(&data[start..end]) {
            return Err(MietteError::OutOfBounds);
        }
        let is_end = |&byte: &u8| byte == b'\n';
        let of_line = data[..start].iter().rev().take_while(|byte| !is_end(byte));
        let first = character_after(data, start - of_line.count().min(MARGIN));
        let of_line = data[end..].iter().take_while(|byte| !is_end(byte));
        let last = character_before(data, end + of_line.count().min(MARGIN));
        let lines_left_out = data[..first].iter().filter(|byte| is_end(byte)).count();
        Ok(Box::new(MietteSpanContents::new_named(
            whole.name().unwrap_or_default().to_owned(),
            &data[first..last],
            (whole.span().offset() + first, last - first).into(),
            whole.line() + lines_left_out,
            0,
            data[first..last].iter().filter(|byte| is_end(byte)).count(),
        )))
    }
}

fn has_long_line(text: &[u8]) -> bool {
    text.split(|&byte| byte == b'\n')
        .any(|line| line.len() > LONGEST)
}

/// The first beginning of a UTF-8 character from there on.
fn character_after(text: &[u8], mut place: usize) -> usize {
    while place < text.len() && text[place] & 0xC0 == 0x80 {
        place += 1;
    }
    place
}

/// The last beginning of a UTF-8 character up to there, or the end.
fn character_before(text: &[u8], mut place: usize) -> usize {
    while place < text.len() && text[place] & 0xC0 == 0x80 {
        place -= 1;
    }
    place
}
