//! `#[interface]`: both sides of a bundle of signals from one list.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Error, Fields, GenericArgument, ItemStruct, PathArguments, Result, Type};

pub fn expand(arguments: TokenStream, item: &ItemStruct) -> Result<TokenStream> {
    let argument: syn::MetaNameValue = syn::parse2(arguments)?;
    if !argument.path.is_ident("client") {
        return Err(Error::new_spanned(
            argument.path,
            "expected `client = NAME`",
        ));
    }
    let syn::Expr::Path(client) = &argument.value else {
        return Err(Error::new_spanned(argument.value, "expected a name"));
    };
    let (name, client) = (&item.ident, client.path.require_ident()?);
    let mut other = item.clone();
    let Fields::Named(fields) = &mut other.fields else {
        return Err(Error::new_spanned(
            item,
            "the signals of an interface have names",
        ));
    };
    for field in &mut fields.named {
        turn_around(&mut field.ty)?;
    }
    other.ident = client.clone();
    let doc = format!("Client side of [`{name}`].");
    other.attrs = syn::parse_quote!(#[doc = #doc]);
    let (client_name, port_name) = (client.to_string(), name.to_string());
    let (visibility, module) = (&item.vis, format_ident!("__{name}"));
    // The derive writes public methods without documentation, which only a module can allow.
    Ok(quote! {
        #visibility use #module::{#name, #client};
        #[allow(missing_docs, non_snake_case)]
        mod #module {
            use super::*;
            #[derive(LogicInterface, Default)]
            #[join = #client_name]
            #item
            #[derive(LogicInterface, Default)]
            #[join = #port_name]
            #other
        }
    })
}

/// `In` becomes `Out` and `Out` becomes `In`.
fn turn_around(ty: &mut Type) -> Result<()> {
    let message = "expected `Signal<In, _>` or `Signal<Out, _>`";
    let error = Error::new_spanned(&*ty, message);
    let Type::Path(path) = ty else {
        return Err(error);
    };
    let Some(PathArguments::AngleBracketed(list)) = path
        .path
        .segments
        .last_mut()
        .map(|last| &mut last.arguments)
    else {
        return Err(error);
    };
    let Some(GenericArgument::Type(Type::Path(direction))) = list.args.first_mut() else {
        return Err(error);
    };
    let Some(word) = direction.path.segments.last_mut() else {
        return Err(error);
    };
    word.ident = match word.ident.to_string().as_str() {
        "In" => format_ident!("Out"),
        "Out" => format_ident!("In"),
        _ => return Err(error),
    };
    Ok(())
}
