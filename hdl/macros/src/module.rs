//! `#[derive(Module)]`: from fields to the two macros behind `clocked` and `construct!`.

use crate::attributes::{check, find};
use crate::field_type::{inner, outer, width};
use crate::macro_name::macro_name;
use crate::reset::ResetArguments;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{format_ident, quote, ToTokens};
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Data, DeriveInput, Error, Expr, ExprLit, Field, Fields, Lit, Meta, MetaNameValue,
    Result, Token, Type,
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
        check(input, fields)?;
        let is_reset = |field: &Field| field.ident.as_ref().is_some_and(|name| name == "reset");
        let mut plan = Self {
            ends: quote!($self),
            has_reset: fields.named.iter().any(is_reset),
            ..Self::default()
        };
        if let Some(attribute) = find(&input.attrs, "context") {
            let switch: MetaNameValue = attribute.parse_args()?;
            if !switch.path.is_ident("switch") {
                return Err(Error::new_spanned(switch.path, "expected `switch = PART`"));
            }
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
        let attribute = find(&field.attrs, "reset");
        let reset: ResetArguments = match attribute {
            Some(attribute) => attribute.parse_args()?,
            None => ResetArguments::default(),
        };
        if let (Some(attribute), false) = (attribute, self.has_reset || reset.is_none) {
            return Err(Error::new_spanned(
                attribute,
                "`#[reset]` has no effect in a module without a `reset` port: add the port, \
                 or remove the attribute",
            ));
        }
        if self.has_reset && !reset.is_none {
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
        for (_, also, assignments) in &self.resets {
            let also = (!also.is_empty()).then(|| quote!((#also) |));
            after.extend(quote!(if #also $self.reset.val() { #assignments }));
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

/// A condition: the name of a port or another signal of the module, or an expression with `self`.
fn condition(value: &Expr) -> TokenStream {
    match value {
        Expr::Path(path) if path.path.get_ident().is_some() => quote!($self.#path.val()),
        value => with_self(value.to_token_stream()),
    }
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

#[cfg(test)]
mod tests {
    use super::expand;
    use proc_macro2::TokenStream;
    use quote::quote;
    use syn::parse_quote;

    const OF_REGISTER: &str = "a register takes `#[reset]`, `#[context]`, `#[given]`";
    const OF_SIGNAL: &str = "a signal takes `#[default]`, `#[given]`";

    /// The errors of a struct with these attributes and fields, and a `reset` port.
    fn errors(attributes: TokenStream, fields: TokenStream) -> Vec<String> {
        let input = parse_quote! {
            #attributes
            struct Example {
                reset: Signal<In, Bit>,
                #fields
            }
        };
        let errors = expand(&input).err().into_iter().flatten();
        errors.map(|error| error.to_string()).collect()
    }

    /// The errors of these fields.
    fn errors_of(fields: TokenStream) -> Vec<String> {
        errors(quote!(), fields)
    }

    #[test]
    fn every_kind_of_field_takes_its_own_attributes() {
        let fields = quote! {
            #[reset(State::Idle, or = start)]
            state: DFF<State>,
            #[reset(none)]
            #[context]
            count: DFF<Bits<4>>,
            #[reset(3)]
            #[given]
            ticks: DFF<Bits<4>>,
            #[default(false)]
            done: Signal<Out, Bit>,
            #[value(9)]
            last: Constant<Bits<4>>,
            #[given]
            limit: Constant<Bits<4>>,
            #[part(idle(step))]
            #[context]
            #[given]
            counter: Counter,
        };
        assert!(errors(quote!(#[context(switch = counter)]), fields).is_empty());
    }

    #[test]
    fn each_attribute_without_effect_is_an_error() {
        let found = errors_of(quote! {
            #[default(true)]
            #[part]
            register: DFF<Bit>,
            #[reset(1)]
            #[context]
            signal: Signal<Local, Bit>,
            #[default(1)]
            constant: Constant<Bit>,
            #[given]
            #[value(1)]
            limit: Constant<Bit>,
            #[reset(1)]
            registers: [DFF<Bit>; 4],
        });
        let expected = [
            format!("`#[default]` has no effect here: {OF_REGISTER}"),
            format!("`#[part]` has no effect here: {OF_REGISTER}"),
            format!("`#[reset]` has no effect here: {OF_SIGNAL}"),
            format!("`#[context]` has no effect here: {OF_SIGNAL}"),
            "`#[default]` has no effect here: a constant takes `#[value]`, `#[given]`".into(),
            "`#[value]` has no effect here: a given constant takes `#[given]`".into(),
            "`#[reset]` has no effect here: a part takes `#[part]`, `#[context]`, `#[given]`"
                .into(),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn an_attribute_that_is_there_twice_is_an_error() {
        let found = errors_of(quote!(#[reset(1)] #[reset(2)] count: DFF<Bits<4>>));
        let second = "a second `#[reset]` has no effect: remove one of them";
        assert_eq!(found, [second]);
    }

    #[test]
    fn a_word_without_arguments_is_refused_with_arguments() {
        for field in [
            quote!(#[context(switch = a)] count: DFF<Bit>),
            quote!(#[given(1)] table: Table),
        ] {
            assert_eq!(errors_of(field).len(), 1);
        }
    }

    #[test]
    fn reset_takes_one_value_and_one_condition_or_none() {
        let second = "`#[reset]` takes one value and one `or`: remove this argument";
        let none = "`none` excludes the other arguments: remove it or them";
        for (arguments, message) in [
            (quote!(1, 2), second),
            (quote!(or = a, or = b), second),
            (quote!(none, or = a), none),
            (quote!(or = a, none), none),
            (quote!(1, none), none),
            (quote!(if_ = a), "expected `or = CONDITION`"),
        ] {
            let found = errors_of(quote!(#[reset(#arguments)] count: DFF<Bits<4>>));
            assert_eq!(found, [message], "{arguments}");
        }
    }

    #[test]
    fn a_module_without_reset_port_resets_no_register() {
        let message = "`#[reset]` has no effect in a module without a `reset` port: \
                       add the port, or remove the attribute";
        for arguments in [quote!(1), quote!(1, or = start), quote!(or = start)] {
            let input = parse_quote!(
                struct Example {
                    #[reset(#arguments)]
                    count: DFF<Bits<4>>,
                }
            );
            assert_eq!(expand(&input).unwrap_err().to_string(), message);
        }
        let input = parse_quote! {
            struct Example {
                #[reset(none)]
                count: DFF<Bits<4>>,
                state: DFF<State>,
            }
        };
        assert!(expand(&input).is_ok());
    }

    #[test]
    fn only_switch_and_context_stand_above_a_struct() {
        let of_module = "`#[part]` has no effect here: a module takes `#[context]`";
        assert_eq!(errors(quote!(#[part]), quote!()), [of_module]);
        let found = errors(quote!(#[context(ends = part)]), quote!());
        assert_eq!(found, ["expected `switch = PART`"]);
    }
}
