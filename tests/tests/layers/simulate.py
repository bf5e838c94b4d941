"""Simulates a bitstream and its netlist beside the Verilog.

simulate.py NETLIST PLACED PCF DEVICE PACKAGE CELLS EVENT...

Reads `bench.v`, the exported test bench, and `chip.v`, which icebox_vlog made of the bitstream.
Writes `layers_tb.v`, in which the bench plays all three circuits and compares their pins in every
clock; `named.json`, the netlist with short names of its cells; `bitstream.v`, and `cells.v`, the
part of the vendor's models in CELLS that is needed. The bench cuts waits short by setting
registers. In the other two circuits these are flip-flops, which PLACED helps to find: a wrong one
makes the circuits differ. An EVENT is a signal of the core that must be 1 at some time.
"""

import json
import re
import sys

sys.path.insert(0, "/usr/share/fpga-icestorm/python")

import icebox  # noqa: E402
from netlist import Netlist, ensure  # noqa: E402

# Pins and PLL have models in the bench.
MODELS = re.compile(
    r"^module (SB_LUT4|SB_CARRY|SB_DFF\w*|SB_RAM40_4K\w*)\b.*?^endmodule", re.M | re.S)
TRISTATE = "module \\$_TBUF_ (input A, input E, output Y); assign Y = E ? A : 1'bz; endmodule\n"
REGISTER = re.compile(r"/\* FF +(\d+) +(\d+) +(\d+) \*/ always @\(\w+ \w+\) if \(\S+\) (\w+) <=")
JUMP = re.compile(r"if \(dut\.core\.([\w.]+) == ([^;]*?)\)\s*dut\.core\.\1 <= ([^;]+);")
PLL_PORTS = ("PACKAGEPIN", "REFERENCECLK", "PLLOUTGLOBAL", "LOCK", "RESETB", "BYPASS")
PLL_SETTINGS = ("FEEDBACK_PATH", "DIVR", "DIVF", "DIVQ", "FILTER_RANGE")
LAYERS = ("netlist", "bitstream")


class FlipFlops:
    """The flip-flops of a register, in both circuits."""

    def __init__(self, netlist, chip):
        self.netlist = netlist
        self.nets = {name: known["bits"] for name, known in netlist.top["netnames"].items()}
        self.drivers = {}
        for name, cell in netlist.cells.items():
            for port in ("Q", "O"):
                for net in cell["connections"].get(port, []):
                    self.drivers[net] = name
        self.registers = {tuple(map(int, found[:3])): found[3] for found in REGISTER.findall(chip)}

    def set(self, register, value):
        """Statements that set the bits of a register to those of a value."""
        lines = []
        for index, net in enumerate(self.nets["core." + register]):
            name, is_inverted = self.flip_flop(net)
            if name is None:
                continue
            bit = f"{'~' if is_inverted else ''}{value}[{index}]"
            lines.append(f"netlist_layer.{self.netlist.short[name]}.Q <= {bit};")
            place = self.netlist.place[name]
            lines.append(f"bitstream_layer.{self.registers[place]} <= {bit};")
        return lines

    def flip_flop(self, net):
        """The flip-flop of a net, and whether it holds the inverted bit."""
        name = self.drivers.get(net)
        if name is None:
            return None, False
        cell = self.netlist.cells[name]
        if cell["type"].startswith("SB_DFF"):
            return name, False
        # A bit that starts with 1 is inverted on both sides of its flip-flop.
        inputs = [cell["connections"][f"I{i}"][0] for i in range(4)]
        inputs = [net for net in inputs if net in self.drivers]
        ensure(len(inputs) == 1, f"{name} is no inverter")
        return self.drivers[inputs[0]], True


def bench(text, netlist, flip_flops, events):
    """The test bench with two more circuits."""
    top = re.search(r"top dut \((.*?)\);", text, re.S).group(1)
    compared, wires, instances = [], [], {layer: [] for layer in LAYERS}
    for port, net in re.findall(r"\.(\w+)\((\w+)\)", top):
        known = netlist.ports[port]
        width = len(known["bits"])
        for layer in LAYERS:
            mine = net
            if known["direction"] != "input":
                mine = f"{layer}_{net}"
                wires.append(f"wire [{width - 1}:0] {mine};")
                if known["direction"] == "inout":
                    wires.append(f"assign (pull1, pull0) {mine} = {net}_level;")
                compared.append(f"{net} !== {mine}")
            if layer == "netlist" or width == 1:
                instances[layer].append(f".{port}({mine})")
            else:
                instances[layer] += [f".\\{port}[{i}] ({mine}[{i}])" for i in range(width)]
    parts = [f"{layer} {layer}_layer ({', '.join(instances[layer])});" for layer in LAYERS]
    registers = ["reg [63:0] jump_value;", "reg [63:0] events = 64'd0;"]
    text = after(r"    top dut \(.*?\);\n", registers + wires + parts, text)

    def with_layers(found):
        register, condition, value = found.groups()
        lines = "\n".join(flip_flops.set(register, "jump_value"))
        return (f"if (dut.core.{register} == {condition}) begin\njump_value = {value};\n"
                f"dut.core.{register} <= jump_value;\n{lines}\nend")

    text, count = JUMP.subn(with_layers, text)
    ensure(count > 0, "the bench cuts no wait short")
    check = [f"if ({' || '.join(compared)})", 'fail("a pin of another layer differs");']
    check += [f"events[{i}] = events[{i}] | dut.core.{event};" for i, event in enumerate(events)]
    text = after(r"\n +sign\(pins\);\n", check, text)
    ends = [f"if (events != {(1 << len(events)) - 1})", 'fail("something did not happen");']
    return after(r"task judge;\s+begin\n", ends, text)


def after(place, lines, text):
    """The text with lines after a place that it has once."""
    new = "\n".join([*lines, ""])
    text, count = re.subn(place, lambda found: found.group(0) + new, text, flags=re.S)
    ensure(count == 1, f"the bench has {count} times {place}")
    return text


def bitstream(text):
    """The text of icebox_vlog with declarations that a simulator accepts, and the PLL's pad."""
    ports = re.search(r"module bitstream \((.*?)\);", text, re.S)
    found = re.findall(r"(input|output|inout) (\\\S+ |\w+)", ports.group(1))
    names = ", ".join(name for _, name in found)
    lines = [f"{direction} {name};" for direction, name in found]
    text = text.replace(ports.group(0), "\n".join([f"module bitstream ({names});", *lines]))

    def pll(match):
        kind, settings, connections = match.groups()
        settings = [s for s in re.findall(r"\.(\w+)\((.*?)\)", settings) if s[0] in PLL_SETTINGS]
        nets = dict(re.findall(r"\.(\w+)\((\\\S+ |[^()]*)\)", connections))
        if "PACKAGEPIN" in nets:
            nets["PACKAGEPIN"] = "clock"
        nets = {port: net for port, net in nets.items() if port in PLL_PORTS}
        return "SB_PLL40_{} #({}) pll ({});".format(
            kind, ", ".join(f".{name}({value})" for name, value in settings),
            ", ".join(f".{port}({net})" for port, net in nets.items()))

    return re.sub(r"SB_PLL40_(\w+) #\((.*?)\n\) \w+ \((.*?)\n\);", pll, text, flags=re.S)


def models(text):
    """The vendor's models of logic, registers and block RAM."""
    head = text[:text.index("\nmodule ")]
    found = [match.group(0) for match in MODELS.finditer(text)]
    return "\n".join(["`define NO_ICE40_DEFAULT_ASSIGNMENTS", head, *found, TRISTATE])


def main():
    netlist_path, placed, pcf, device, package, cells, *events = sys.argv[1:]
    pins = {entry[0]: tuple(entry[1:4]) for entry in icebox.pinloc_db[f"{device}-{package}"]}
    netlist = Netlist(netlist_path, placed, pcf, pins)
    design = json.load(open(netlist_path))
    netlist.top = design["modules"]["top"]
    netlist.short = {name: f"cell_{index}" for index, name in enumerate(netlist.cells)}
    named = design["modules"].pop("top")
    named["cells"] = {netlist.short[name]: cell for name, cell in named["cells"].items()}
    for name, cell in named["cells"].items():
        # The bench's model of a pin has no such input.
        enable = cell["connections"].pop("CLOCK_ENABLE", ["1"]) if cell["type"] == "SB_IO" else "1"
        ensure(enable[0] == "1", f"{name} is a pin that does not always follow its clock")
    design["modules"]["netlist"] = named
    json.dump(design, open("named.json", "w"))
    chip = open("chip.v").read()
    flip_flops = FlipFlops(netlist, chip)
    open("layers_tb.v", "w").write(bench(open("bench.v").read(), netlist, flip_flops, events))
    open("bitstream.v", "w").write(bitstream(chip))
    open("cells.v", "w").write(models(open(cells).read()))


if __name__ == "__main__":
    main()
