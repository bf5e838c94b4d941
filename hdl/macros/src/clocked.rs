//! `#[clocked]`: passes an `impl Logic` to the macro that completes its `update`.

use crate::macro_name::macro_name;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, FnArg, ImplItem, ItemImpl, Result, Type};

pub fn expand(arguments: TokenStream, item: &ItemImpl) -> Result<TokenStream> {
    if !arguments.is_empty() {
        return Err(Error::new_spanned(arguments, "takes no arguments"));
    }
    let Type::Path(path) = &*item.self_ty else {
        return Err(Error::new_spanned(&item.self_ty, "name a module"));
    };
    let Some(module) = path.path.segments.last() else {
        return Err(Error::new_spanned(path, "name a module"));
    };
    let [ImplItem::Fn(update)] = item.items.as_slice() else {
        return Err(Error::new_spanned(item, "`update` alone belongs here"));
    };
    let Some(FnArg::Receiver(receiver)) = update.sig.inputs.first() else {
        return Err(Error::new_spanned(
            &update.sig,
            "`update` takes `&mut self`",
        ));
    };
    let Some((_, logic, _)) = &item.trait_ else {
        return Err(Error::new_spanned(item, "stands above `impl Logic for`"));
    };
    let complete = macro_name(&module.ident, "update");
    let (generics, _, bounds) = item.generics.split_for_impl();
    let (attributes, this) = (&update.attrs, &receiver.self_token);
    let (ty, body) = (&item.self_ty, &update.block.stmts);
    Ok(quote! {
        #complete! {
            [impl #generics #logic for #ty #bounds]
            [#(#attributes)*]
            #this
            { #(#body)* }
        }
    })
}
