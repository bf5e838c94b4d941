// Signs all outputs of {{ game.name }} for {{ cycles }} cycles after the reset, with each button pressed in turn, and compares with what the netlist gave
// when this was written. `+wave` writes {{ game.name }}_tb.vcd.
`timescale 1ps / 1ps
`default_nettype none

module {{ game.name }}_tb;
    reg clock = 1'b0;
    reg reset = 1'b1;
    reg [31:0] cycle = 32'd0;
    reg [63:0] signature = 64'd0;
    wire [3:0] turn = cycle[{{ press_bits + 3 }}:{{ press_bits }}];
{%- for input in inputs %}
    wire {{ input.name }} = {% if let Some(button) = input.button %}turn == 4'd{{ button }}{% else %}1'b{% if input.idle %}1{% else %}0{% endif %}{% endif %};
{%- endfor %}
{%- for port in outputs %}
    wire {{ port.range() }}{{ port.name }};
{%- endfor %}
    wire [{{ width - 1 }}:0] outputs = { {%- for port in outputs %}{{ port.name }}{% if !loop.last %}, {% endif %}{% endfor -%} };

    {{ game.name }} core (
        .clock(clock),
        .reset(reset)
{%- for input in inputs %},
        .{{ input.name }}({{ input.name }})
{%- endfor %}
{%- for port in outputs %},
        .{{ port.name }}({{ port.name }})
{%- endfor %}
    );

    always #{{ half_period_ps }} clock = ~clock;

    initial begin
        if ($test$plusargs("wave")) begin
            $dumpfile("{{ game.name }}_tb.vcd");
            $dumpvars(0, {{ game.name }}_tb);
        end
        repeat ({{ reset_cycles }}) @(negedge clock);
        reset = 1'b0;
        repeat ({{ cycles }}) begin
            @(negedge clock);
            signature = {signature[62:0], signature[63]} ^ outputs;
            cycle = cycle + 32'd1;
        end
        if (signature === 64'h{{ signature }})
            $display("PASS");
        else
            $display("FAIL: signature %h, expected {{ signature }}", signature);
        $finish;
    end
endmodule

`default_nettype wire
