//! Names by which the macros of this crate call each other.

/// Name of a macro that the derive `Module` writes for the struct.
pub fn macro_name(module: &syn::Ident, role: &str) -> syn::Ident {
    quote::format_ident!("__{module}_{role}")
}
