//! `construct!`: passes the fields of a struct literal to the macro that has the others.

use crate::macro_name::macro_name;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, ExprStruct, Result};

pub fn expand(literal: &ExprStruct) -> Result<TokenStream> {
    let module = literal.path.get_ident();
    let Some(module) = module.filter(|name| *name != "Self") else {
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

#[cfg(test)]
mod tests {
    use super::expand;
    use syn::parse_quote;

    #[test]
    fn a_path_that_names_no_macro_is_an_error() {
        let refused = [parse_quote!(Self { a: 1 }), parse_quote!(other::A { a: 1 })];
        for literal in refused {
            let error = expand(&literal).unwrap_err().to_string();
            assert_eq!(
                error,
                "expected the name of the module: replace `Self` or the path by it"
            );
        }
        assert!(expand(&parse_quote!(A { a: 1 })).is_ok());
    }
}
