//! `#[derive(Module)]`: from fields to the two macros behind `clocked` and `construct!`.

use crate::macro_name::macro_name;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{format_ident, quote, ToTokens};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Data, DeriveInput, Error, Expr, ExprLit, Field, Fields, GenericArgument, Lit, Meta,
    PathArguments, Result, Token, Type,
};

pub fn expand(input: &DeriveInput) -> Result<TokenStream> {
    let module = Plan::read(input)?;
    let (name, new, update) = (
        &input.ident,
        macro_name(&input.ident, "new"),
        macro_name(&input.ident, "update"),
    );
    let defaults = &module.construction;
    let (before, after) = module.statements();
    let (generics, arguments, bounds) = input.generics.split_for_impl();
    let default = (!module.has_given).then(|| {
        quote! {
            #[automatically_derived]
            impl #generics ::core::default::Default for #name #arguments #bounds {
                fn default() -> Self {
                    #new! {}
                }
            }
        }
    });
    let length = module.context_bits().map(|bits| {
        quote! {
            #[automatically_derived]
            impl #generics #name #arguments #bounds {
                /// Bits of the context chain in this module and its parts.
                pub const CONTEXT_BITS: u64 = #bits;
            }
        }
    });
    Ok(quote! {
        #[allow(unused_macros)]
        macro_rules! #new {
            ($($given:tt)*) => { #name { #defaults $($given)* } };
        }
        #[allow(unused_macros)]
        macro_rules! #update {
            ([$($head:tt)*] [$($attribute:tt)*] $self:ident { $($body:tt)* }) => {
                $($head)* {
                    $($attribute)*
                    fn update(&mut $self) { #before $($body)* #after }
                }
            };
        }
        #default
        #length
    })
}

/// All information of the attributes.
#[derive(Default)]
struct Plan {
    /// The fields of a struct literal that have a default.
    construction: TokenStream,
    /// True if a field has no default.
    has_given: bool,
    has_reset: bool,
    registers: Vec<Ident>,
    /// The reset blocks: another condition as text and tokens, and the assignments.
    resets: Vec<(String, TokenStream, TokenStream)>,
    /// Clocks, resets and idle inputs of parts, then defaults of signals.
    parts: TokenStream,
    defaults: TokenStream,
    links: Vec<Link>,
    /// Path to the ports of the context chain: `$self` or a part of it.
    ends: TokenStream,
}

/// A link of the context chain.
enum Link {
    /// A register of so many bits; 1 is a `Bit`.
    Register(Ident, usize),
    Part(Ident, Box<Type>),
}

impl Plan {
    fn read(input: &DeriveInput) -> Result<Self> {
        let Data::Struct(data) = &input.data else {
            return Err(Error::new_spanned(input, "a module is a struct"));
        };
        let Fields::Named(fields) = &data.fields else {
            return Err(Error::new_spanned(
                input,
                "the fields of a module have names",
            ));
        };
        let mut plan = Self {
            ends: quote!($self),
            ..Self::default()
        };
        if let Some(attribute) = find(&input.attrs, "context") {
            let switch: syn::MetaNameValue = attribute.parse_args()?;
            let part = &switch.value;
            plan.ends = quote!($self.#part);
        }
        for field in &fields.named {
            plan.field(field)?;
        }
        Ok(plan)
    }

    fn field(&mut self, field: &Field) -> Result<()> {
        let name = field.ident.clone().expect("the fields have names");
        self.has_reset |= name == "reset";
        let mut is_given = find(&field.attrs, "given").is_some();
        let mut value = quote!(::core::default::Default::default());
        match outer(&field.ty).as_str() {
            "DFF" => self.register(field, &name)?,
            "Signal" => {
                if let Some(default) = find(&field.attrs, "default") {
                    let default = literal(&default.parse_args()?, &inner(&field.ty));
                    self.defaults.extend(quote!($self.#name.next = #default;));
                }
            }
            "Constant" => match find(&field.attrs, "value") {
                Some(attribute) => value = constant(attribute, &inner(&field.ty))?,
                None => is_given = true,
            },
            _ => self.part(field, &name)?,
        }
        if is_given {
            self.has_given = true;
        } else {
            self.construction.extend(quote!(#name: #value,));
        }
        Ok(())
    }

    fn register(&mut self, field: &Field, name: &Ident) -> Result<()> {
        let ty = inner(&field.ty);
        self.registers.push(name.clone());
        let reset = match find(&field.attrs, "reset") {
            Some(attribute) => attribute.parse_args()?,
            None => Reset::default(),
        };
        if !reset.is_none {
            let value = match reset.value {
                Some(value) => literal(&value, &ty),
                None if outer(&ty) == "Bit" => quote!(false),
                None if outer(&ty) == "Bits" => quote!(0.into()),
                None => {
                    return Err(Error::new_spanned(
                        field,
                        "the reset value of this type is not known: add #[reset(VALUE)]",
                    ));
                }
            };
            let assignment = quote!($self.#name.d.next = #value;);
            let also = reset
                .also
                .map_or_else(TokenStream::new, |also| condition(&also));
            match self
                .resets
                .iter_mut()
                .find(|(key, ..)| *key == also.to_string())
            {
                Some((_, _, block)) => block.extend(assignment),
                None => self.resets.push((also.to_string(), also, assignment)),
            }
        }
        if find(&field.attrs, "context").is_some() {
            self.links.push(Link::Register(name.clone(), width(&ty)?));
        }
        Ok(())
    }

    fn part(&mut self, field: &Field, name: &Ident) -> Result<()> {
        if find(&field.attrs, "context").is_some() {
            self.links
                .push(Link::Part(name.clone(), Box::new(field.ty.clone())));
        }
        let Some(attribute) = find(&field.attrs, "part") else {
            return Ok(());
        };
        let words = match &attribute.meta {
            Meta::Path(_) => Punctuated::new(),
            _ => attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)?,
        };
        let mut only_clock = false;
        let mut idle = TokenStream::new();
        for word in &words {
            match word {
                Meta::Path(path) if path.is_ident("clock") => only_clock = true,
                Meta::List(list) if list.path.is_ident("idle") => {
                    let inputs =
                        list.parse_args_with(Punctuated::<Expr, Token![,]>::parse_terminated)?;
                    for input in &inputs {
                        idle.extend(quote!($self.#name.#input.next = false;));
                    }
                }
                other => {
                    return Err(Error::new_spanned(
                        other,
                        "expected `clock` or `idle(inputs)`",
                    ));
                }
            }
        }
        let clocks: &[&str] = match outer(&field.ty).as_str() {
            "RAM" => &["read_clock", "write_clock"],
            _ => &["clock"],
        };
        for clock in clocks.iter().map(|clock| format_ident!("{clock}")) {
            self.parts
                .extend(quote!($self.#name.#clock.next = $self.clock.val();));
        }
        if !only_clock {
            self.parts
                .extend(quote!($self.#name.reset.next = $self.reset.val();));
        }
        self.parts.extend(idle);
        Ok(())
    }

    /// The statements before and after the body of `update`.
    fn statements(&self) -> (TokenStream, TokenStream) {
        let (registers, parts, defaults) = (&self.registers, &self.parts, &self.defaults);
        let setup =
            (!registers.is_empty()).then(|| quote!(dff_setup!($self, clock #(, #registers)*);));
        let before = quote!(#setup #parts #defaults);
        let mut after = self.shift();
        if self.has_reset {
            for (_, also, assignments) in &self.resets {
                let also = (!also.is_empty()).then(|| quote!(#also |));
                after.extend(quote!(if #also $self.reset.val() { #assignments }));
            }
        }
        (before, after)
    }

    /// The context chain: each link takes the last bit of the one before.
    fn shift(&self) -> TokenStream {
        if self.links.is_empty() {
            return TokenStream::new();
        }
        let ends = &self.ends;
        let (mut wires, mut shifts) = (TokenStream::new(), TokenStream::new());
        let mut bit = quote!(#ends.context_in.val());
        for link in &self.links {
            match link {
                Link::Register(name, 1) => {
                    shifts.extend(quote!($self.#name.d.next = #bit;));
                    bit = quote!($self.#name.q.val());
                }
                Link::Register(name, width) => {
                    let last = syn::Index::from(width - 1);
                    let width = syn::Index::from(*width);
                    shifts.extend(quote! {
                        $self.#name.d.next =
                            ($self.#name.q.val() << 1) | bit_cast::<#width, 1>(#bit.into());
                    });
                    bit = quote!($self.#name.q.val().get_bit(#last));
                }
                Link::Part(name, _) => {
                    wires.extend(quote! {
                        $self.#name.context_in.next = #bit;
                        $self.#name.context_shift.next = #ends.context_shift.val();
                    });
                    bit = quote!($self.#name.context_out.val());
                }
            }
        }
        let shifts = (!shifts.is_empty()).then(|| quote!(if #ends.context_shift.val() { #shifts }));
        quote!(#wires #ends.context_out.next = #bit; #shifts)
    }

    fn context_bits(&self) -> Option<TokenStream> {
        if self.links.is_empty() {
            return None;
        }
        let terms = self.links.iter().map(|link| match link {
            Link::Register(_, width) => syn::Index::from(*width).into_token_stream(),
            Link::Part(_, ty) => quote!(<#ty>::CONTEXT_BITS),
        });
        Some(quote!(0 #(+ #terms)*))
    }
}

fn find<'a>(attributes: &'a [Attribute], name: &str) -> Option<&'a Attribute> {
    attributes.iter().find(|a| a.path().is_ident(name))
}

/// The arguments of `#[reset(..)]`.
#[derive(Default)]
struct Reset {
    is_none: bool,
    value: Option<Expr>,
    /// Resets the register, too.
    also: Option<Expr>,
}

impl Parse for Reset {
    fn parse(input: ParseStream) -> Result<Self> {
        let mut reset = Self::default();
        for word in Punctuated::<Expr, Token![,]>::parse_terminated(input)? {
            match word {
                Expr::Assign(assign) if assign.left.to_token_stream().to_string() == "or" => {
                    reset.also = Some(*assign.right);
                }
                Expr::Path(path) if path.path.is_ident("none") => reset.is_none = true,
                value => reset.value = Some(value),
            }
        }
        Ok(reset)
    }
}

/// A condition: the name of a port or part's output, or an expression.
fn condition(value: &Expr) -> TokenStream {
    match value {
        Expr::Path(path) if path.path.get_ident().is_some() => quote!($self.#path.val()),
        value => with_self(value.to_token_stream()),
    }
}

/// The name of a type without its arguments: `DFF` of `DFF<Bit>`.
fn outer(ty: &Type) -> String {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|s| s.ident.to_string()),
        _ => None,
    }
    .unwrap_or_default()
}

/// The last argument of a type: `Bit` of `Signal<In, Bit>`.
fn inner(ty: &Type) -> Type {
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
fn width(ty: &Type) -> Result<usize> {
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

/// The value of an attribute, converted when it is an integer.
fn literal(value: &Expr, ty: &Type) -> TokenStream {
    let is_integer = matches!(
        &value,
        Expr::Lit(ExprLit {
            lit: Lit::Int(_),
            ..
        })
    );
    let value = with_self(value.to_token_stream());
    if is_integer && outer(ty) == "Bits" {
        quote!(#value.into())
    } else {
        value
    }
}

fn constant(attribute: &Attribute, ty: &Type) -> Result<TokenStream> {
    let value: Expr = attribute.parse_args()?;
    let value = match &value {
        Expr::Lit(ExprLit {
            lit: Lit::Int(number),
            ..
        }) if number.suffix().is_empty() => {
            let number: u64 = number.base10_parse()?;
            quote!(#number)
        }
        other => other.into_token_stream(),
    };
    Ok(if outer(ty) == "Bits" {
        quote!(Constant::new((#value).to_bits()))
    } else {
        quote!(Constant::new(#value))
    })
}

/// `self` inside of a value means the module, so it becomes the parameter of the written macro.
fn with_self(value: TokenStream) -> TokenStream {
    value
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Ident(word) if word == "self" => {
                let this = format_ident!("self");
                quote!($#this)
            }
            TokenTree::Group(group) => {
                let inner = with_self(group.stream());
                let mut group_again = Group::new(group.delimiter(), inner);
                group_again.set_span(group.span());
                TokenTree::Group(group_again).into()
            }
            other => TokenTree::into(other),
        })
        .collect()
}
