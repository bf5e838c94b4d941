// Plays {{ game.name }} at the pins of `top` for {{ clocks }} clocks, and compares a signature of all
// output pins in all clocks with the one that the netlist gave. A second `top` is not played: a press
// must make a difference. Long waits are cut short: a register that has come to one value is set to
// another. `+wave` writes {{ game.name }}_tb.vcd.
`timescale 1ps / 1ps
`default_nettype none

module {{ game.name }}_tb;
    localparam CLOCKS = {{ clocks }};
    localparam LETTERS = {{ letters }};
    localparam [63:0] EXPECTED = 64'h{{ signature }};
    // What is pressed, a letter for each {{ slot_clocks }} clocks.
    localparam [8 * LETTERS - 1:0] PLAY = {
{%- for line in play %}
        "{{ line }}"{% if !loop.last %},{% endif %}
{%- endfor %}
    };

    integer cycle = -1;
    integer waited = 0;
    reg [63:0] signature = 64'd0;
    reg is_playing = 1'b0;
    reg is_press_seen = 1'b0;
    reg is_held = 1'b1;
    real began;
    wire [31:0] slot = cycle >> {{ slot_bits }};
    wire [7:0] letter = (cycle >= 0 && slot < LETTERS) ? PLAY[8 * (LETTERS - 1 - slot) +: 8] : ".";
{%- if has_window %}
    // The lines that this frame shows begin here.
    reg [9:0] window = 10'd0;
{%- endif %}
{%- if has_clock_pin %}
    reg clock = 1'b0;
    // The second stands still as soon as it has done its work.
    wire still_clock = clock & ~is_press_seen;

    always #{{ half_period_ps }} clock = ~clock;
{%- endif %}
{%- if let Some(pressed) = reset_pressed %}
    reg reset_button = 1'b{{ pressed }};
{%- endif %}
{%- if !keys.is_empty() %}

    // The keyboard: {{ bit_clocks }} clocks for a bit, {{ byte_clocks }} for a byte.
    reg [63:0] key_bytes;
    wire [7:0] key_byte = key_bytes[8 * cycle[{{ slot_bits - 1 }}:{{ key_bit_bits + 4 }}] +: 8];
    wire [10:0] key_frame = {1'b1, ~^key_byte, key_byte, 1'b0};
    wire [3:0] key_bit = cycle[{{ key_bit_bits + 3 }}:{{ key_bit_bits }}];
    wire is_sending = key_byte != 8'h00 && key_bit < 4'd11;

    always @*
        case (letter)
{%- for key in keys %}
            "{{ key.letter }}": key_bytes = 64'h{{ key.bytes }};
{%- endfor %}
            default: key_bytes = 64'h0;
        endcase
{%- endif %}
{%- for input in inputs %}
{%- if input.is_bare %}

    // A pin that floats up when its button is open.
    wire {{ input.name }};
    wire still_{{ input.name }};
    reg {{ input.name }}_level = 1'b1;
    integer {{ input.name }}_open = 0;
    assign (pull1, pull0) {{ input.name }} = {{ input.name }}_level;
    assign (pull1, pull0) still_{{ input.name }} = 1'b0;
{%- else %}
    wire {{ input.name }} = {{ input.level }};
    wire still_{{ input.name }} = {{ input.idle }};
{%- endif %}
{%- endfor %}
{%- for output in outputs %}
    wire {{ output.range }}{{ output.name }};
    wire {{ output.range }}still_{{ output.name }};
{%- endfor %}
    wire [{{ width - 1 }}:0] pins = { {%- for output in signed %}{{ output }}{% if !loop.last %}, {% endif %}{% endfor -%} };
    wire [{{ width - 1 }}:0] still_pins = { {%- for output in signed %}still_{{ output }}{% if !loop.last %}, {% endif %}{% endfor -%} };

    top dut (
{%- for port in ports %}
        .{{ port }}({{ port }}){% if !loop.last %},{% endif %}
{%- endfor %}
    );

    top still (
{%- for port in ports %}
        .{{ port }}({% if *port != "reset_button" %}still_{% endif %}{{ port }}){% if !loop.last %},{% endif %}
{%- endfor %}
    );

`ifdef SB_DFF_INIT
    // apio brings the cell models of yosys, which make no clocks.
{%- if let Some(pll) = pll %}
    wire made_clock;
    wire made_lock;
    pll_model #({{ pll }}) maker (clock, made_clock, made_lock);
    initial begin
        force dut.core_clock = made_clock;
        force dut.pll_locked = made_lock;
        force still.core_clock = made_clock;
        force still.pll_locked = made_lock;
    end
{%- endif %}
`endif

    task fail(input [8 * 40 - 1:0] what);
        begin
            $display("FAIL: %0s", what);
            $finish;
        end
    endtask

    initial begin
        if ($test$plusargs("wave")) begin
            $dumpfile("{{ game.name }}_tb.vcd");
            $dumpvars(0, {{ game.name }}_tb);
        end
{%- if let Some(pressed) = reset_pressed %}
        repeat ({{ reset_clocks * 2 + 100 }}) @(negedge dut.core_clock);
        if (dut.core_reset !== 1'b1)
            fail("the reset button does not reset");
        reset_button = 1'b{{ 1 - pressed }};
{%- endif %}
        while (waited <= {{ reset_clocks + 100 }} && dut.core_reset !== 1'b0) begin
            @(negedge dut.core_clock);
            waited = waited + 1;
        end
        if (waited < {{ reset_clocks }} || waited > {{ reset_clocks + 100 }})
            fail("the reset has another length");
        began = $realtime;
        is_playing = 1'b1;
        play;
        while (cycle < CLOCKS) begin
            @(negedge dut.core_clock);
            play;
        end
        judge;
    end

    // At each falling edge of the core's clock.
    task play;
        begin
            if (cycle + 1 < CLOCKS)
                signature = {signature[62:0], 1'b0} ^ (signature[63] ? 64'h1b : 64'h0) ^ pins;
            if (pins !== still_pins)
                is_press_seen = 1'b1;
{%- for pin in fixed %}
            if ({{ pin.name }} !== {{ pin.level }})
                is_held = 1'b0;
{%- endfor %}
            cycle = cycle + 1;
{%- for input in inputs %}
{%- if input.is_bare %}
            if ({{ input.name }}_level && {{ input.name }} === 1'b0) begin
                {{ input.name }}_level = 1'b0;
                {{ input.name }}_open = 0;
            end else if (letter == "{{ input.letter }}")
                {{ input.name }}_level = 1'b1;
            else if (!{{ input.name }}_level) begin
                {{ input.name }}_open = {{ input.name }}_open + 1;
                {{ input.name }}_level = {{ input.name }}_open == {{ leak_clocks }};
            end
{%- endif %}
{%- endfor %}
{%- for jump in jumps %}
            if (dut.core.{{ jump.register }} == {{ jump.from }})
                dut.core.{{ jump.register }} <= {{ jump.to }};
            if (still.core.{{ jump.register }} == {{ jump.from }})
                still.core.{{ jump.register }} <= {{ jump.to }};
{%- endfor %}
{%- if let Some(window_register) = window_register %}
            if (dut.core.{{ window_register }} == window + 10'd{{ window_lines }})
                window <= (window + 10'd{{ window_lines }}) % 10'd{{ picture_lines }};
{%- endif %}
        end
    endtask

    task judge;
        begin
            if (($realtime - began) / CLOCKS > {{ period_ps }} * 1.001
                || ($realtime - began) / CLOCKS < {{ period_ps }} * 0.999)
                fail("the core has another clock");
            if (!is_held)
                fail("a pin that never changes has changed");
            if (!is_press_seen)
                fail("no press makes a difference");
            if (signature !== EXPECTED) begin
                $display("FAIL: signature %h, expected %h", signature, EXPECTED);
                $finish;
            end
            $display("PASS");
            $finish;
        end
    endtask
endmodule

// The cells of the iCE40 as far as `top` uses them.
`ifndef SB_DFF_INIT
module SB_IO #(
    parameter [5:0] PIN_TYPE = 6'b000000
) (
    inout  wire PACKAGE_PIN,
    input  wire OUTPUT_CLK,
    input  wire D_OUT_0,
    input  wire D_OUT_1
);
    reg first = 1'b0;
    reg second = 1'b0;

    always @(posedge OUTPUT_CLK) first <= D_OUT_0;
    always @(negedge OUTPUT_CLK) second <= D_OUT_1;

    // Registered, or one register for each half of the clock.
    assign PACKAGE_PIN = (PIN_TYPE[2] || OUTPUT_CLK) ? first : second;
endmodule
{%- if let Some(cell) = pll_cell %}

module {{ cell.cell }} #(
    parameter FEEDBACK_PATH = "SIMPLE",
    parameter [3:0] DIVR = 4'd0,
    parameter [6:0] DIVF = 7'd0,
    parameter [2:0] DIVQ = 3'd0,
    parameter [2:0] FILTER_RANGE = 3'd0
) (
    input  wire {{ cell.input }},
    output wire PLLOUTGLOBAL,
    output wire LOCK,
    input  wire RESETB,
    input  wire BYPASS
);
    pll_model #(DIVR, DIVF, DIVQ) model ({{ cell.input }}, PLLOUTGLOBAL, LOCK);
endmodule
{%- endif %}
{%- if !has_clock_pin %}

module SB_HFOSC #(
    parameter CLKHF_DIV = "0b00"
) (
    input  wire CLKHFPU,
    input  wire CLKHFEN,
    output reg  CLKHF
);
    initial CLKHF = 1'b0;
    always #{{ half_period_ps }} CLKHF = CLKHFPU & CLKHFEN & ~CLKHF;
endmodule
{%- endif %}
`endif
{%- if pll.is_some() %}

// (DIVF + 1) / ((DIVR + 1) * 2^DIVQ) times the frequency of its input; it stops with its input.
module pll_model #(
    parameter integer DIVR = 0,
    parameter integer DIVF = 0,
    parameter integer DIVQ = 0
) (
    input  wire reference,
    output reg  made,
    output reg  lock
);
    time last;
    time period;
    integer edges;

    always @(posedge reference) last = $time;

    initial begin
        made = 1'b0;
        lock = 1'b0;
        edges = 0;
        @(posedge reference) period = $time;
        @(posedge reference) period = $time - period;
        forever begin
            #(period * (DIVR + 1) * (1 << DIVQ) / ((DIVF + 1) * 2));
            if ($time - last > 4 * period)
                @(posedge reference);
            made = ~made;
            edges = edges + 1;
            // At a falling edge.
            if (edges == 32)
                lock = 1'b1;
        end
    end
endmodule
{%- endif %}

`default_nettype wire
