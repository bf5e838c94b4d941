// Plays {{ game.name }} at the pins of `top` for {{ clocks }} clocks.
// Compares a signature with that of the netlist, {{ signatures.len() }} times. It is of all output
// pins in all clocks, of the core's registers every {{ look_clocks }} clocks from {{ first_look
    }} on, and of its
// memories every {{ memory_clocks }} clocks.
{%- if letters > 0 %}
// A second `top` is not played: a press must make a difference.
{%- endif %}
{%- if !jumps.is_empty() %}
// Long waits are cut short: a register that reaches one value is set to another.
{%- endif %}
// `+wave` writes {{ game.name }}_tb.vcd; `+spans=1` ends at the first comparison.
`timescale 1ps / 1ps
`default_nettype none

module {{ game.name }}_tb;
    localparam CLOCKS = {{ clocks }};
{%- if letters > 0 %}
    localparam LETTERS = {{ letters }};
{%- endif %}
    // Clocks between two comparisons of the signature.
    localparam SPAN = {{ span }};
    // Clocks with the reset button down{% if reset.is_none() %}: there is none{% endif %}.
    localparam RESET_AGE = {{ reset_age }};
    localparam [64 * {{ signatures.len() }} - 1:0] EXPECTED = {
{%- for signature in signatures %}
        64'h{{ signature }}{% if !loop.last %},{% endif %}
{%- endfor %}
    };
{%- if letters > 0 %}
    // Play: a letter for each {{ slot_clocks }} clocks.
    localparam [8 * LETTERS - 1:0] PLAY = {
{%- for line in play %}
        "{{ line }}"{% if !loop.last %},{% endif %}
{%- endfor %}
    };
{%- endif %}

    // Clock of the play, -1 before it.
    integer cycle = -1;
    integer age = 0;
{%- if !memories.is_empty() %}
    integer word;
{%- endif %}
    integer spans = {{ signatures.len() }};
{%- if letters > 0 %}
    reg [7:0] letter = ".";
    reg is_press_seen = 1'b0;
{%- endif %}
    reg [63:0] signature = 64'd0;
    reg is_over = 1'b0;
    real began;
{%- for window in windows %}
    // The {{ window.name }} that are drawn next begin with this one.
    reg [9:0] {{ window.name }} = 10'd{{ window.first }};
{%- endfor %}
{%- if has_clock_pin %}
    reg clock = 1'b0;
{%- if letters > 0 %}
    // The clock of the second `top` stops when a difference has been seen.
    wire still_clock = clock & ~is_press_seen;
{%- endif %}

    always #{{ half_period_ps }} clock = ~clock;
{%- endif %}
{%- if let Some(reset) = reset %}
    reg reset_button = 1'b{{ reset.pressed }};
{%- endif %}
{%- if !keys.is_empty() %}

    // Keyboard: {{ bit_clocks }} clocks for a bit, {{ byte_clocks }} for a byte.
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
{%- if letters > 0 %}
    wire still_{{ input.name }} = {{ input.idle }};
{%- endif %}
{%- endif %}
{%- endfor %}
{%- for output in outputs %}
    wire {{ output.range }}{{ output.name }};
{%- if letters > 0 %}
    wire {{ output.range }}still_{{ output.name }};
{%- endif %}
{%- endfor %}
    wire [{{ width - 1 }}:0] pins = {
        {%- for output in signed %}{{ output }}{% if !loop.last %}, {% endif %}{% endfor -%} };
{%- if letters > 0 %}
    wire [{{ width - 1 }}:0] still_pins = {
        {%- for output in signed %}still_{{ output }}{% if !loop.last %}, {% endif %}
        {%- endfor -%} };
{%- endif %}

    top dut (
{%- for port in ports %}
        .{{ port }}({{ port }}){% if !loop.last %},{% endif %}
{%- endfor %}
    );
{%- if letters > 0 %}

    top still (
{%- for port in ports %}
        .{{ port }}({% if *port != "reset_button" %}still_{% endif %}{{ port }})
{%- if !loop.last %},{% endif %}
{%- endfor %}
    );
{%- endif %}

`ifdef SB_DFF_INIT
    // apio brings the cell models of yosys, which make no clocks.
{%- if let Some(pll) = pll %}
    wire made_clock;
    wire made_lock;
    pll_model #({{ pll }}) maker (clock, made_clock, made_lock);
    initial begin
        force dut.core_clock = made_clock;
        force dut.pll_locked = made_lock;
{%- if letters > 0 %}
        force still.core_clock = made_clock;
        force still.pll_locked = made_lock;
{%- endif %}
    end
{%- endif %}
`endif

    task fail(input [8 * 40 - 1:0] what);
        begin
            if (!is_over) begin
                $display("FAIL: %0s", what);
                $finish;
            end
            is_over = 1'b1;
        end
    endtask

    initial begin
        if ($test$plusargs("wave")) begin
            $dumpfile("{{ game.name }}_tb.vcd");
            $dumpvars(0, {{ game.name }}_tb);
        end
        if (!$value$plusargs("spans=%d", spans))
            spans = {{ signatures.len() }};
        #(64'd{{ limit_ps }});
        fail("the core has no clock");
    end

    // One process does everything, at the clock edge at which the circuit does not change. So the
    // order is the same in every simulator.
    always @(negedge dut.core_clock)
        if (!is_over) begin
            if (cycle >= 0 || (age > RESET_AGE && dut.core_reset === 1'b0))
                play;
            else
                wait_for_reset;
        end

{%- if let Some(pin) = pixel_clock %}

    // A quarter of a dot after each edge: {{ pin.halves }}.
    always @(dut.core_clock) begin
        #({{ period_ps / 4 }});
        if (cycle >= 0 && {{ pin.name }} !== {{ pin.level }})
            fail("the pixel clock has the wrong polarity");
    end
{%- endif %}

    task wait_for_reset;
        begin
            age = age + 1;
{%- if let Some(reset) = reset %}
            if (age == RESET_AGE) begin
                if (dut.core_reset !== 1'b1)
                    fail("the reset button does not reset");
                reset_button = 1'b{{ 1 - reset.pressed }};
            end
{%- endif %}
            if (age > RESET_AGE + {{ reset_clocks + 100 }})
                fail("the reset does not end");
        end
    endtask

    task play;
        begin
            if (cycle < 0) begin
                began = $realtime;
                if (age < RESET_AGE + {{ reset_clocks }})
                    fail("the reset is too short");
            end
            cycle = cycle + 1;
            // Outputs of the circuit before a register is set.
            sign(pins);
            if (cycle >= {{ first_look }} && cycle % {{ look_clocks }} == {{ look_clocks - 1 }})
                sign_registers;
            if (cycle % {{ memory_clocks }} == {{ memory_clocks - 1 }})
                sign_memories;
{%- if letters > 0 %}
            if (pins !== still_pins)
                is_press_seen = 1'b1;
{%- endif %}
{%- for pin in fixed %}
            if ({{ pin.name }} !== {{ pin.level }})
                fail("a pin that never changes has changed");
{%- endfor %}
            if (cycle % SPAN == SPAN - 1
                && signature !== EXPECTED[64 * ((CLOCKS - 1 - cycle) / SPAN) +: 64]) begin
                $display("Signature %h after %0d clocks.", signature, cycle + 1);
                fail("the circuit does something else");
            end
            if (cycle == spans * SPAN - 1)
                judge;
{%- if letters > 0 %}
            if (cycle % {{ slot_clocks }} == 0)
                letter = PLAY[8 * (LETTERS - 1 - cycle / {{ slot_clocks }}) +: 8];
{%- endif %}
{%- if let Some(reset) = reset %}
            if (cycle == {{ reset.at }})
                reset_button = 1'b{{ reset.pressed }};
            if (cycle == {{ reset.until }})
                reset_button = 1'b{{ 1 - reset.pressed }};
{%- endif %}
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
{%- if letters > 0 %}
            if (still.core.{{ jump.register }} == {{ jump.from }})
                still.core.{{ jump.register }} <= {{ jump.to }};
{%- endif %}
{%- endfor %}
{%- for jump in jumps %}
{%- if let Some(window) = jump.moves %}
            if (dut.core.{{ jump.register }} == {{ jump.from }})
                {{ window.name }} <=
                    ({{ window.name }} + 10'd{{ window.step - window.first }})
                    % 10'd{{ window.places }} + 10'd{{ window.first }};
{%- endif %}
{%- endfor %}
        end
    endtask

    task sign(input [63:0] value);
        signature = {signature[62:0], 1'b0} ^ (signature[63] ? 64'h1b : 64'h0) ^ value;
    endtask

    task sign_registers;
        begin
{%- for register in registers %}
            sign(dut.core.{{ register }});
{%- endfor %}
        end
    endtask

    task sign_memories;
        begin
{%- for memory in memories %}
            for (word = 0; word < {{ memory.words }}; word = word + 1)
                sign(dut.core.{{ memory.name }}[word]);
{%- endfor %}
        end
    endtask

    task judge;
        begin
            if (($realtime - began) / cycle > {{ period_ps }} * 1.001
                || ($realtime - began) / cycle < {{ period_ps }} * 0.999)
                fail("the core has another clock");
{%- if letters > 0 %}
            if (!is_press_seen)
                fail("no press makes a difference");
{%- endif %}
            if (!is_over) begin
                $display("PASS");
                $finish;
            end
            is_over = 1'b1;
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
