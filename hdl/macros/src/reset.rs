//! The arguments of `#[reset(..)]`.

use quote::ToTokens;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Error, Expr, Result, Token};

#[derive(Default)]
pub struct ResetArguments {
    pub is_none: bool,
    pub value: Option<Expr>,
    /// Resets the register, too.
    pub also: Option<Expr>,
}

impl Parse for ResetArguments {
    fn parse(input: ParseStream) -> Result<Self> {
        let mut reset = Self::default();
        let words = Punctuated::<Expr, Token![,]>::parse_terminated(input)?;
        for word in &words {
            let (argument, value) = match word {
                Expr::Path(path) if path.path.is_ident("none") => {
                    if words.len() > 1 {
                        return Err(Error::new_spanned(
                            word,
                            "`none` excludes the other arguments: remove it or them",
                        ));
                    }
                    reset.is_none = true;
                    continue;
                }
                Expr::Assign(assign) if assign.left.to_token_stream().to_string() == "or" => {
                    (&mut reset.also, &*assign.right)
                }
                Expr::Assign(assign) => {
                    return Err(Error::new_spanned(
                        &assign.left,
                        "expected `or = CONDITION`",
                    ));
                }
                value => (&mut reset.value, value),
            };
            if argument.replace(value.clone()).is_some() {
                return Err(Error::new_spanned(
                    word,
                    "`#[reset]` takes one value and one `or`: remove this argument",
                ));
            }
        }
        Ok(reset)
    }
}
