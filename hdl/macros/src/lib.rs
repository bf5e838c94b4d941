//! Clock, reset, defaults and construction of a rust-hdl module, from the fields of its struct.
//!
//! A rust-hdl module names each register in four places: in the struct, in `dff_setup!`, in the
//! reset block and in the constructor. A register that is missing in one of them is a fault that
//! compiles. With this crate the struct is the only list:
//!
//! ```
//! use gatefall_macros::{clocked, Module};
//! use rust_hdl::prelude::*;
//!
//! /// Counts 0 to 9 and reports the wrap.
//! #[derive(LogicBlock, Module)]
//! pub struct Decade {
//!     /// Module clock.
//!     pub clock: Signal<In, Clock>,
//!     /// Synchronous reset.
//!     pub reset: Signal<In, Bit>,
//!     /// Count in this cycle.
//!     pub enable: Signal<In, Bit>,
//!     /// Strobe: the count wraps.
//!     #[default(false)]
//!     pub wrapped: Signal<Out, Bit>,
//!     count: DFF<Bits<4>>,
//!     next_count: Signal<Local, Bits<4>>,
//!     #[value(9)]
//!     last: Constant<Bits<4>>,
//! }
//!
//! #[clocked]
//! impl Logic for Decade {
//!     #[hdl_gen]
//!     fn update(&mut self) {
//!         self.next_count.next = self.count.q.val() + 1;
//!         if self.enable.val() {
//!             self.count.d.next = self.next_count.val();
//!             if self.count.q.val() == self.last.val() {
//!                 self.count.d.next = 0.into();
//!                 self.wrapped.next = true;
//!             }
//!         }
//!     }
//! }
//!
//! let decade = Decade::default();
//! ```
//!
//! `#[derive(Module)]` reads the fields, `#[clocked]` puts plain statements around the body of
//! `update`, before `#[hdl_gen]` reads it. The statements are, in this order:
//!
//! 1. `dff_setup!` of all registers;
//! 2. clock and reset of all parts, and their idle inputs;
//! 3. the defaults of outputs and locals;
//! 4. the body as written;
//! 5. the shift of the context chain;
//! 6. the reset block.
//!
//! # Attributes of a field
//!
//! | field | attribute | meaning |
//! |---|---|---|
//! | `DFF<Bit>`, `DFF<Bits<N>>` | none | reset to `false` or 0 |
//! | `DFF<T>` | `#[reset(VALUE)]` | reset to VALUE; needed for the states of a state machine |
//! | `DFF<T>` | `#[reset(VALUE, or = PORT)]` | the level PORT resets it, too; VALUE may be left out |
//! | `DFF<T>` | `#[reset(or = EXPRESSION)]` | the same with an expression, as `self.a.val()` |
//! | `DFF<T>` | `#[reset(none)]` | not reset; the documentation of the field says why |
//! | `Signal<Out, T>`, `Signal<Local, T>` | `#[default(VALUE)]` | VALUE unless the body assigns it |
//! | `Constant<T>` | `#[value(VALUE)]` | the constant; without it `construct!` takes the value |
//! | a part | `#[part]` | connect `clock` and `reset` |
//! | a part | `#[part(clock)]` | connect `clock` only; of a `RAM` both clocks |
//! | a part | `idle(a, b)` in `part` | inputs that are low unless the body assigns them, as `b.c` |
//! | any | `#[given]` | `construct!` takes it; otherwise it is `Default::default()` |
//! | register or part | `#[context]` | a link of the context chain, in the order of the fields |
//!
//! An integer as VALUE is converted to the width of the field. A module without a `reset` port has
//! no reset block, so only `#[reset(none)]` is allowed there. An attribute that has no effect on
//! its field is an error. If every field has a default, the module implements [`Default`];
//! otherwise [`construct!`] is the struct literal of the fields that have none.
//!
//! # The context chain
//!
//! The registers marked `#[context]` form one shift register from `context_in` to `context_out`.
//! While `context_shift` is high they move by one bit in each cycle. `CONTEXT_BITS` is the length.
//! In the module that holds the chain's two ends in a part, `#[context(switch = PART)]` above the
//! struct names the part whose ports are used instead of those of the module.

mod attributes;
mod clocked;
mod construct;
mod field_type;
mod interface;
mod macro_name;
mod module;
mod reset;

use proc_macro::TokenStream;

/// Reads the fields of a module for [`clocked`] and [`construct!`]. The crate's page has an example
/// and the list of attributes.
#[proc_macro_derive(Module, attributes(reset, default, value, part, given, context))]
pub fn module(input: TokenStream) -> TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    module::expand(&input)
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}

/// Completes the `update` of a module that derives [`Module`].
///
/// Write it above `impl Logic for NAME`, in the file of the struct.
#[proc_macro_attribute]
pub fn clocked(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let item = syn::parse_macro_input!(item as syn::ItemImpl);
    clocked::expand(arguments.into(), &item)
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}

/// A module from the fields that have no default, written as a struct literal.
///
/// ```
/// # use gatefall_macros::{clocked, construct, Module};
/// # use rust_hdl::prelude::*;
/// /// Compares with a limit.
/// #[derive(LogicBlock, Module)]
/// pub struct AtLeast {
///     /// Input.
///     pub value: Signal<In, Bits<8>>,
///     /// Level: `value` is at least the limit.
///     pub reached: Signal<Out, Bit>,
///     limit: Constant<Bits<8>>,
/// }
///
/// impl AtLeast {
///     /// For this limit.
///     pub fn new(limit: u8) -> Self {
///         construct!(AtLeast { limit: Constant::new(limit.to_bits()) })
///     }
/// }
/// # #[clocked]
/// # impl Logic for AtLeast {
/// #     #[hdl_gen]
/// #     fn update(&mut self) {
/// #         self.reached.next = self.value.val() >= self.limit.val();
/// #     }
/// # }
/// ```
#[proc_macro]
pub fn construct(input: TokenStream) -> TokenStream {
    let literal = syn::parse_macro_input!(input as syn::ExprStruct);
    construct::expand(&literal)
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}

/// Declares both sides of an interface from the signals of one side.
///
/// Directions are those of the module that offers the interface. The client has them turned around.
/// `Client::join` connects the two sides, `Port::link` passes an interface on to a part.
///
/// ```
/// # use gatefall_macros::{clocked, interface, Module};
/// # use rust_hdl::prelude::*;
/// /// Adds one.
/// #[interface(client = IncrementClient)]
/// pub struct IncrementPort {
///     /// The number.
///     pub number: Signal<In, Bits<4>>,
///     /// The number plus one, modulo 16.
///     pub sum: Signal<Out, Bits<4>>,
/// }
///
/// /// Offers the interface.
/// #[derive(LogicBlock, Module)]
/// pub struct Increment {
///     /// The interface.
///     pub port: IncrementPort,
/// }
/// # #[clocked]
/// # impl Logic for Increment {
/// #     #[hdl_gen]
/// #     fn update(&mut self) {
/// #         self.port.sum.next = self.port.number.val() + 1;
/// #     }
/// # }
///
/// /// Uses it.
/// #[derive(LogicBlock, Module)]
/// pub struct User {
///     /// The interface.
///     pub port: IncrementClient,
///     /// One more than seven.
///     pub eight: Signal<Out, Bits<4>>,
/// }
/// # #[clocked]
/// # impl Logic for User {
/// #     #[hdl_gen]
/// #     fn update(&mut self) {
/// #         self.port.number.next = 7.into();
/// #         self.eight.next = self.port.sum.val();
/// #     }
/// # }
///
/// /// Connects both.
/// #[derive(LogicBlock, Module)]
/// pub struct Pair {
///     /// One more than seven.
///     pub eight: Signal<Out, Bits<4>>,
///     increment: Increment,
///     user: User,
/// }
///
/// #[clocked]
/// impl Logic for Pair {
///     #[hdl_gen]
///     fn update(&mut self) {
///         IncrementClient::join(&mut self.user.port, &mut self.increment.port);
///         self.eight.next = self.user.eight.val();
///     }
/// }
/// ```
#[proc_macro_attribute]
pub fn interface(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let item = syn::parse_macro_input!(item as syn::ItemStruct);
    interface::expand(arguments.into(), &item)
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}
