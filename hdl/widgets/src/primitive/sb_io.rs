//! The pin cell of the iCE40, as a declaration in Verilog.

/// Declaration of the cell. `blackbox` says that the tools have its contents.
pub(super) const SB_IO: &str = "(* blackbox *)
module SB_IO (inout PACKAGE_PIN, input OUTPUT_CLK, input D_OUT_0, output D_IN_0);
    parameter [5:0] PIN_TYPE = 6'b000000;
endmodule";
