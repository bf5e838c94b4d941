//! Errors of lowering.

use thiserror::Error;

/// Reasons to reject a design. Each message has the path of the module from the top, the signal
/// and the expression.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LowerError {
    /// A signal that depends on itself.
    #[error(
        "{module}: combinational loop through `{}` by `{}`",
        signals.join("` -> `"),
        expressions.join("`, `")
    )]
    CombinationalLoop {
        /// The module in which the loop closes.
        module: String,
        /// The signals on the loop.
        signals: Vec<String>,
        /// The statements of this module that drive them.
        expressions: Vec<String>,
    },
    /// A signal that is not assigned on some path.
    #[error(
        "{module}: `{signal}` is a latch: some path has neither `{expression}` nor another value \
         for it; give it a default at the top of update()"
    )]
    Latch {
        /// The module.
        module: String,
        /// The signal.
        signal: String,
        /// The last statement that assigns it.
        expression: String,
    },
    /// A signal without a driver.
    #[error("{module}: `{signal}` is not driven")]
    Undriven {
        /// The module.
        module: String,
        /// The signal.
        signal: String,
    },
    /// A signal with two drivers.
    #[error("{module}: `{signal}` is driven by `{expression}` and by {other}")]
    DoublyDriven {
        /// The module.
        module: String,
        /// The signal.
        signal: String,
        /// One driver.
        expression: String,
        /// The other driver.
        other: String,
    },
    /// A path that is neither a signal nor a state, usually a Rust constant.
    #[error(
        "{module}: `{name}` in `{expression}` is not a signal of the module, and rust-hdl does \
         not carry the values of Rust constants; use a `Constant<..>` field or a literal"
    )]
    UnknownName {
        /// The module.
        module: String,
        /// The name.
        name: String,
        /// The statement that contains it.
        expression: String,
    },
    /// A name for the top module that Verilog does not allow.
    #[error(
        "`{0}` is no name for a design: it must consist of ASCII letters, digits and `_`, at \
         least one; choose another name"
    )]
    DesignName(String),
    /// A name of a signal, block or state that Verilog does not allow.
    #[error(
        "{module}: `{name}`: the name is not made of ASCII letters, digits and `_`, as one in \
         Verilog has to be; rename it"
    )]
    Name {
        /// The module.
        module: String,
        /// The name.
        name: String,
    },
    /// A `Constant<Clock>`, which has no edges.
    #[error(
        "{module}: `{signal}` is a constant clock; declare a `Signal<In, Clock>` and connect it to \
         a clock"
    )]
    ConstantClock {
        /// The module.
        module: String,
        /// The constant.
        signal: String,
    },
    /// A design that the netlist cannot represent, usually because it exceeds a size limit such as
    /// [`MAX_WIDTH`](gatefall_netlist::MAX_WIDTH).
    #[error("{module}: the netlist cannot represent the design: {problem}")]
    Netlist {
        /// The module.
        module: String,
        /// The violated invariant, with value and limit.
        problem: String,
    },
    /// A state of an enumeration whose name another one has, with other states.
    #[error(
        "{module}: `{states}` in `{expression}` is the name of two enumerations with different \
         states, and the syntax tree does not tell which one is meant; rename one of them"
    )]
    AmbiguousState {
        /// The module.
        module: String,
        /// Name of the enumerations.
        states: String,
        /// The statement that contains it.
        expression: String,
    },
    /// An array index beyond the array. rust-hdl's simulation panics.
    #[error(
        "{module}: index {index} is beyond the {length} elements of `{array}` in `{expression}`"
    )]
    ArrayIndexOutOfRange {
        /// The module.
        module: String,
        /// The array.
        array: String,
        /// The index.
        index: String,
        /// Number of elements of the array.
        length: usize,
        /// The statement that contains it.
        expression: String,
    },
    /// A block with hand-written Verilog that is not one of rust-hdl's primitives.
    #[error("{module}: hand-written Verilog that is not known: `{text}`")]
    UnknownCustomBlock {
        /// The block.
        module: String,
        /// The first line of its text.
        text: String,
    },
    /// A primitive of the FPGA whose name another module has.
    #[error(
        "{module}: `{name}` is a primitive of the FPGA, and `{other}` has the same name with other \
         ports or another text; rename `{other}`, or use one type for both"
    )]
    PrimitiveName {
        /// The block.
        module: String,
        /// Name of the primitive.
        name: String,
        /// Path of the other module.
        other: String,
    },
    /// Data from another clock domain without a crossing.
    #[error(
        "{module}: `{signal}` is on clock `{clock}` and depends on clock `{other}` by \
         `{expression}`, and nothing crosses between them; use a synchronizer"
    )]
    SecondClock {
        /// The module.
        module: String,
        /// The register or memory.
        signal: String,
        /// Its clock.
        clock: String,
        /// The clock of its data.
        other: String,
        /// The statement that connects the data.
        expression: String,
    },
    /// A computed clock.
    #[error(
        "{module}: clock `{signal}` is made by `{expression}`; a clock must be wired straight \
         from an input"
    )]
    DerivedClock {
        /// The module.
        module: String,
        /// The clock input.
        signal: String,
        /// Its driver.
        expression: String,
    },
    /// A bidirectional signal.
    #[error(
        "{module}: `{signal}` is tristate (InOut), which the netlist does not have; use an input, \
         an output and an enable, and put the pad itself into a black box"
    )]
    Tristate {
        /// The module.
        module: String,
        /// The signal.
        signal: String,
    },
    /// Widths that differ. rustc rejects most cases; the others come from conversions that the
    /// syntax tree does not contain.
    #[error("{module}: `{expression}` has {found} bits where {expected} are needed")]
    Width {
        /// The module.
        module: String,
        /// The expression.
        expression: String,
        /// Its width.
        found: u32,
        /// The required width.
        expected: u32,
    },
    /// A width that the syntax tree does not contain.
    #[error(
        "{module}: the width of `{expression}` is not known; put it into a \
         `Signal<Local, ..>` first"
    )]
    UnknownWidth {
        /// The module.
        module: String,
        /// The expression.
        expression: String,
    },
    /// A number that does not fit. rust-hdl's simulation panics.
    #[error("{module}: {value} does not fit {width} bits in `{expression}`")]
    LiteralTooWide {
        /// The module.
        module: String,
        /// The number.
        value: String,
        /// The available width.
        width: u32,
        /// The statement that contains it.
        expression: String,
    },
    /// A constant index beyond the signal. rust-hdl's simulation panics.
    #[error("{module}: index {index} is beyond the {width} bits of `{expression}`")]
    IndexOutOfRange {
        /// The module.
        module: String,
        /// The index.
        index: String,
        /// Width of the indexed signal.
        width: u32,
        /// The expression.
        expression: String,
    },
    /// Arithmetic within an index, or with a loop counter in a comparison. The syntax tree does not
    /// show if it wraps at the width of the signal or of `usize`.
    #[error(
        "{module}: it is not known at which width `{expression}` wraps; put it into a \
         `Signal<Local, ..>` first"
    )]
    AmbiguousWidth {
        /// The module.
        module: String,
        /// The sum or product.
        expression: String,
    },
    /// Any other construct that has no hardware equivalent.
    #[error("{module}: `{expression}`: {problem}")]
    Unsupported {
        /// The module.
        module: String,
        /// The expression or signal.
        expression: String,
        /// Reason.
        problem: String,
    },
}
