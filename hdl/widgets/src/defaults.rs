//! Fields of a module, most of them by default.

/// `Self` with the fields under `default` as [`Default`] makes them and the others as given.
///
/// What `#[derive(Default)]` cannot do: tables and constants of rust-hdl have no default.
#[macro_export]
macro_rules! with_defaults {
    (default { $($field:ident),* $(,)? } $($name:ident: $value:expr),* $(,)?) => {
        Self {
            $($field: Default::default(),)*
            $($name: $value),*
        }
    };
}
