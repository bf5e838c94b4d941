//! Result of a verification without a difference.

/// What was compared.
#[derive(Debug)]
pub(crate) struct Summary {
    pub(crate) text: String,
    /// Numbers of it, by name.
    pub(crate) figures: Vec<(&'static str, u64)>,
}
