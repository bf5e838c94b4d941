//! The type of a field: its kind, the type of its value, and the width of that.

use syn::{Error, Expr, ExprLit, GenericArgument, Lit, PathArguments, Result, Type};

/// The name of a type without its arguments: `DFF` of `DFF<Bit>`.
pub fn outer(ty: &Type) -> String {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|s| s.ident.to_string()),
        _ => None,
    }
    .unwrap_or_default()
}

/// The last argument of a type: `Bit` of `Signal<In, Bit>`.
pub fn inner(ty: &Type) -> Type {
    if let Type::Path(path) = ty {
        if let Some(PathArguments::AngleBracketed(list)) =
            path.path.segments.last().map(|s| &s.arguments)
        {
            if let Some(GenericArgument::Type(ty)) = list.args.last() {
                return ty.clone();
            }
        }
    }
    ty.clone()
}

/// The bits of `Bit` or of `Bits<N>` with a number as N.
pub fn width(ty: &Type) -> Result<usize> {
    if outer(ty) == "Bit" {
        return Ok(1);
    }
    if let Type::Path(path) = ty {
        if let Some(PathArguments::AngleBracketed(list)) =
            path.path.segments.last().map(|s| &s.arguments)
        {
            if let Some(GenericArgument::Const(Expr::Lit(ExprLit {
                lit: Lit::Int(bits),
                ..
            }))) = list.args.first()
            {
                return bits.base10_parse();
            }
        }
    }
    Err(Error::new_spanned(
        ty,
        "the context holds registers of type `Bit` or `Bits<NUMBER>`",
    ))
}
