//! Result of a verification without a difference.

/// Text and numbers of all that was compared.
#[derive(Debug)]
pub(crate) struct Summary {
    pub(crate) text: String,
    /// Numbers of it, by name.
    pub(crate) figures: Vec<(&'static str, u64)>,
}
