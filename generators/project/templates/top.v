// {{ game }} on {{ title|comment }}: clock, reset and pins around the game's core.
{%- if !settings.is_empty() %}
// Settings of the game: {{ settings }}.
{%- endif %}
`default_nettype none

module top (
{%- if oscillator_divider.is_none() %}
    input  wire clock,
{%- endif %}
{%- if reset_button_active_low.is_some() %}
    input  wire reset_button,
{%- endif %}
{%- for held in tie_offs %}
    output wire {{ held.name }},
{%- endfor %}
{%- for leds in dark %}
    output wire {{ leds.range }}{{ leds.name }},
{%- endfor %}
{%- for port in ports %}
    {{ port.kind.direction() }} wire {{ port.range }}{{ port.name }}{% if !loop.last %},{% endif %}
{%- endfor %}
);
    wire core_clock;
    wire core_ready;
{%- if let Some(divider) = oscillator_divider %}

    // The FPGA's own oscillator: {{ board_mhz }} MHz, give or take a tenth.
    wire clock;
    SB_HFOSC #(
        .CLKHF_DIV("{{ divider }}")
    ) oscillator (
        .CLKHFPU(1'b1),
        .CLKHFEN(1'b1),
        .CLKHF(clock)
    );
{%- endif %}
{%- for held in tie_offs %}

    assign {{ held.name }} = 1'b{{ held.level }};
{%- endfor %}
{%- for leds in dark %}

    // The game has no use for these LEDs: off.
    assign {{ leds.name }} = {{ leds.off() }};
{%- endfor %}
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
{%- if let Some(reset_button_active_low) = reset_button_active_low %}

    assign core_ready = pll_locked & {% if !reset_button_active_low %}~{% endif %}reset_button;
{%- else %}

    assign core_ready = pll_locked;
{%- endif %}

    // The reset begins with the configuration and with each press of the button. It ends {{
        reset_microseconds }} us after the last of:
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
{% match port.kind %}
    {%- when PortKind::Input %}
    wire {{ port.range }}core_{{ port.name }} = {% if port.inverted %}~{% endif %}{{ port.name }};
    {%- when PortKind::PulledDown %}
    wire core_{{ port.name }};
    wire {{ port.name }}_discharge;
    bufif1 {{ port.name }}_pin ({{ port.name }}, 1'b0, {{ port.name }}_discharge);
    fake_pull_down {{ port.name }}_pull_down (
        .clock(core_clock),
        .reset(core_reset),
        .level({{ port.name }}),
        .discharge({{ port.name }}_discharge),
        .pressed(core_{{ port.name }})
    );
    {%- when PortKind::Output %}
    wire {{ port.range }}core_{{ port.name }};
    {%- if let Some(surplus) = port.surplus %}
    // The board has no pins for these.
    wire {{ surplus }}unused_{{ port.name }};
    {%- endif %}
    SB_IO #(
        .PIN_TYPE(6'b010101)
    ) {{ port.name }}_pin{% if !port.range.is_empty() %} {{ port.range.trim_end() }}{% endif %} (
        .PACKAGE_PIN({{ port.name }}),
        .OUTPUT_CLK(core_clock),
        .D_OUT_0({% if port.inverted %}~{% endif %}core_{{ port.name }}),
        .D_OUT_1(1'b0)
    );
    {%- when PortKind::DataEnable %}
    wire core_{{ port.name }};
    data_enable {{ port.name }}_counter (
        .clock(core_clock),
        .reset(core_reset),
        .h_sync(core_vga_h_sync),
        .v_sync(core_vga_v_sync),
        .visible(core_{{ port.name }})
    );
    SB_IO #(
        .PIN_TYPE(6'b010101)
    ) {{ port.name }}_pin (
        .PACKAGE_PIN({{ port.name }}),
        .OUTPUT_CLK(core_clock),
        .D_OUT_0({% if port.inverted %}~{% endif %}core_{{ port.name }}),
        .D_OUT_1(1'b0)
    );
    {%- when PortKind::PixelClock %}
    // Low in the first half of each dot and high in the second.
    SB_IO #(
        .PIN_TYPE(6'b010001)
    ) {{ port.name }}_pin (
        .PACKAGE_PIN({{ port.name }}),
        .OUTPUT_CLK(core_clock),
        .D_OUT_0(1'b{% if port.inverted %}1{% else %}0{% endif %}),
        .D_OUT_1(1'b{% if port.inverted %}0{% else %}1{% endif %})
    );
    {%- endmatch %}
{%- endfor %}
{%- if !unused.is_empty() %}

    // Nothing on this board takes these.
    {%- for output in unused %}
    wire {{ output.range }}unused_{{ output.name }};
    {%- endfor %}
{%- endif %}

    {{ game }} core (
        .clock(core_clock),
        .reset(core_reset)
{%- for port in ports %}
{%- if port.kind.is_of_core() %},
        .{{ port.name }}(
{%- if port.surplus.is_some() %}{unused_{{ port.name }}, core_{{ port.name }}}
{%- else %}core_{{ port.name }}{% endif %})
{%- endif %}
{%- endfor %}
{%- for output in unused %},
        .{{ output.name }}(unused_{{ output.name }})
{%- endfor %}
{%- for input in idle %},
        .{{ input.name }}(1'b{{ input.level }})
{%- endfor %}
    );
endmodule

`default_nettype wire
