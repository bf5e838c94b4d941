// Runs the circuit in Icarus Verilog. Reads numbers: for a number of cycles it answers `done`,
// for 0 the signature.
module harness;
    localparam STDIN = 32'h8000_0000;

    reg clock = 1'b0;
    wire [31:0] signature;
    integer cycles;
    integer found;

    measured circuit (.clock(clock), .signature(signature));

    initial begin
        found = $fscanf(STDIN, "%d", cycles);
        while (found == 1) begin
            if (cycles == 0) begin
                $display("%h", signature);
            end else begin
                repeat (cycles) begin
                    #1 clock = 1'b1;
                    #1 clock = 1'b0;
                end
                $display("done");
            end
            $fflush;
            found = $fscanf(STDIN, "%d", cycles);
        end
        $finish;
    end
endmodule
