//! `#[clocked]`: passes an `impl Logic` to the macro that completes its `update`.

use crate::macro_name::macro_name;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, FnArg, ImplItem, ItemImpl, Result, Type};

pub fn expand(arguments: TokenStream, item: &ItemImpl) -> Result<TokenStream> {
    if !arguments.is_empty() {
        return Err(Error::new_spanned(
            arguments,
            "`#[clocked]` takes no arguments: remove them",
        ));
    }
    let Type::Path(path) = &*item.self_ty else {
        return Err(Error::new_spanned(
            &item.self_ty,
            "expected the name of a struct that derives `Module`",
        ));
    };
    let module = &path.path.segments.last().expect("a path has a name").ident;
    let [ImplItem::Fn(update)] = item.items.as_slice() else {
        return Err(Error::new_spanned(
            item,
            "expected one function, `update`: move other items to another `impl`",
        ));
    };
    if update.sig.ident != "update" {
        return Err(Error::new_spanned(
            &update.sig.ident,
            "expected the function `update`",
        ));
    }
    let Some(FnArg::Receiver(receiver)) = update.sig.inputs.first() else {
        return Err(Error::new_spanned(
            &update.sig,
            "`update` has no `&mut self`: add it as the first parameter",
        ));
    };
    let Some((_, logic, _)) = &item.trait_ else {
        return Err(Error::new_spanned(
            item,
            "`update` belongs to the trait `Logic`: write `impl Logic for` and the module",
        ));
    };
    let complete = macro_name(module, "update");
    let (generics, _, bounds) = item.generics.split_for_impl();
    let (own, attributes, this) = (&item.attrs, &update.attrs, &receiver.self_token);
    let (ty, body) = (&item.self_ty, &update.block.stmts);
    Ok(quote! {
        #complete! {
            [#(#own)* impl #generics #logic for #ty #bounds]
            [#(#attributes)*]
            #this
            { #(#body)* }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::expand;
    use quote::quote;
    use syn::parse_quote;

    #[test]
    fn an_error_says_which_part_of_the_block_to_change() {
        let cases = [
            (
                parse_quote!(impl Logic for (A, B) { fn update(&mut self) {} }),
                "expected the name of a struct that derives `Module`",
            ),
            (
                parse_quote!(impl Logic for A { fn update(&mut self) {} fn connect(&mut self) {} }),
                "expected one function, `update`: move other items to another `impl`",
            ),
            (
                parse_quote!(impl Logic for A { fn connect(&mut self) {} }),
                "expected the function `update`",
            ),
            (
                parse_quote!(impl Logic for A { fn update() {} }),
                "`update` has no `&mut self`: add it as the first parameter",
            ),
            (
                parse_quote!(impl A { fn update(&mut self) {} }),
                "`update` belongs to the trait `Logic`: write `impl Logic for` and the module",
            ),
        ];
        for (item, message) in cases {
            assert_eq!(expand(quote!(), &item).unwrap_err().to_string(), message);
        }
        let item = parse_quote!(impl Logic for A { fn update(&mut self) {} });
        assert!(expand(quote!(), &item).is_ok());
        let error = expand(quote!(clock), &item).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`#[clocked]` takes no arguments: remove them"
        );
    }
}
