// The ports that the tops use, and no circuit.
/* verilator lint_off UNUSED */
module SB_IO #(
    parameter [5:0] PIN_TYPE = 6'b000000
) (
    inout wire PACKAGE_PIN,
    input wire OUTPUT_CLK,
    input wire D_OUT_0,
    input wire D_OUT_1
);
endmodule
