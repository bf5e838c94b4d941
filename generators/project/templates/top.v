// {{ game }} on {{ title }}: clock, reset and pins around the game's core.
`default_nettype none

module top (
    input  wire clock,
{%- if reset_button.is_some() %}
    input  wire reset_button,
{%- endif %}
{%- for port in ports %}
    {% if port.is_input %}input  wire {% else %}output wire {% endif %}
    {%- if !port.range.is_empty() %}{{ port.range }} {% endif %}{{ port.name }}{% if !loop.last %},{% endif %}
{%- endfor %}
);
    wire core_clock;
    wire core_ready;
{%- if let Some(pll) = pll %}

    // {{ board_mhz }} MHz to {{ core_mhz }} MHz.
    wire pll_locked;
    {{ pll.cell }} #(
        .FEEDBACK_PATH("SIMPLE"),
        .DIVR(4'd{{ pll.settings.divr }}),
        .DIVF(7'd{{ pll.settings.divf }}),
        .DIVQ(3'd{{ pll.settings.divq }}),
        .FILTER_RANGE(3'd{{ pll.settings.filter }})
    ) pll (
        .{{ pll.input }}(clock),
        .PLLOUTGLOBAL(core_clock),
        .LOCK(pll_locked),
        .RESETB(1'b1),
        .BYPASS(1'b0)
    );
{%- else %}

    wire pll_locked = 1'b1;
    assign core_clock = clock;
{%- endif %}
{%- if let Some(reset_button) = reset_button %}

    wire reset_button_level;
    SB_IO #(
        .PIN_TYPE(6'b000001),
        .PULLUP(1'b{{ reset_button.pull_up }})
    ) reset_button_pin (
        .PACKAGE_PIN(reset_button),
        .D_IN_0(reset_button_level)
    );
    assign core_ready = pll_locked & {% if !reset_button.active_low %}~{% endif %}reset_button_level;
{%- else %}

    assign core_ready = pll_locked;
{%- endif %}

    // The reset begins with the configuration and with each press of the button. It ends {{ reset_microseconds }} us after the last of:
    // the PLL locks, the button is released. By then block RAM can be read.
    reg [1:0] core_ready_sync = 2'b00;
    reg [{{ reset_bits }}:0] reset_count = {{ reset_bits + 1 }}'d0;
    wire core_reset = ~reset_count[{{ reset_bits }}];

    always @(posedge core_clock) begin
        core_ready_sync <= {core_ready_sync[0], core_ready};
        if (!core_ready_sync[1])
            reset_count <= {{ reset_bits + 1 }}'d0;
        else if (core_reset)
            reset_count <= reset_count + {{ reset_bits + 1 }}'d1;
    end
{%- for port in ports %}

    wire {% if !port.range.is_empty() %}{{ port.range }} {% endif %}core_{{ port.name }};
    {%- if port.is_input %}
    wire {% if !port.range.is_empty() %}{{ port.range }} {% endif %}{{ port.name }}_level;
    SB_IO #(
        .PIN_TYPE(6'b000001),
        .PULLUP(1'b{{ port.pull_up }})
    ) {{ port.name }}_pin{% if !port.range.is_empty() %} {{ port.range }}{% endif %} (
        .PACKAGE_PIN({{ port.name }}),
        .D_IN_0({{ port.name }}_level)
    );
    assign core_{{ port.name }} = {% if port.inverted %}~{% endif %}{{ port.name }}_level;
    {%- else %}
    SB_IO #(
        .PIN_TYPE(6'b010101)
    ) {{ port.name }}_pin{% if !port.range.is_empty() %} {{ port.range }}{% endif %} (
        .PACKAGE_PIN({{ port.name }}),
        .OUTPUT_CLK(core_clock),
        .D_OUT_0({% if port.inverted %}~{% endif %}core_{{ port.name }})
    );
    {%- endif %}
{%- endfor %}

    {{ game }} core (
        .clock(core_clock),
        .reset(core_reset),
{%- for port in ports %}
        .{{ port.name }}(core_{{ port.name }}){% if !loop.last %},{% endif %}
{%- endfor %}
    );
endmodule

`default_nettype wire
