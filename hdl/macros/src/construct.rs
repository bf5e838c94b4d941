//! `construct!`: passes the fields of a struct literal to the macro that has the others.

use crate::macro_name::macro_name;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, ExprStruct, Result};

pub fn expand(literal: &ExprStruct) -> Result<TokenStream> {
    let Some(module) = literal.path.get_ident() else {
        return Err(Error::new_spanned(
            &literal.path,
            "expected the name of the module: replace `Self` or the path by it",
        ));
    };
    if let Some(rest) = &literal.rest {
        return Err(Error::new_spanned(
            rest,
            "the other fields have their defaults: remove `..` and the text after it",
        ));
    }
    let fields = &literal.fields;
    let all = macro_name(module, "new");
    Ok(quote!(#all! { #fields }))
}
