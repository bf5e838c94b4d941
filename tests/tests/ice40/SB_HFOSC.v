// The ports that the tops use, and no circuit.
/* verilator lint_off UNUSED */
/* verilator lint_off UNDRIVEN */
module SB_HFOSC #(
    parameter CLKHF_DIV = "0b00"
) (
    input  wire CLKHFPU,
    input  wire CLKHFEN,
    output wire CLKHF
);
endmodule
