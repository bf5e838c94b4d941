"""Proves that the cells which yosys made are the circuit of the Verilog.

usage: cones.py GOLD.json GATE.json FOLDER

GOLD has the gates of the Verilog as it was read: processes and memories are mapped, nothing else.
GATE has those of the netlist, with the vendor's models in place of tables, carries and registers.
Both are cut at registers, block RAMs and other cells with a meaning of their own. What goes into a
cut is compared by abc: for all inputs, all words that block RAMs give, and all states that the
registers can reach from power-up. Where the Verilog leaves a value open, the netlist may have any.

A register of GOLD has the name of a net of GATE. That net is a register, or a constant, or another
register's. That is a claim: it holds at power-up, and the comparison shows that a clock keeps it.
yosys also removes registers that gates can replace in all states that can be reached. Such a
register stays in GOLD, beside those that both circuits have.
"""

import json
import subprocess
import sys
from pathlib import Path

REGISTER = "$_DFF_P_"
BUFFER = "$_TBUF_"
GATES = {"$_BUF_", "$_NOT_", "$_AND_", "$_OR_", "$_XOR_", "$_MUX_"}
RAM = "SB_RAM40_4K"
CONSTANTS = {"0": "zero", "1": "one"}
# Pins of a block RAM that tell nothing while it does not write. They are compared as one effect.
WRITE_PINS = {"WADDR", "WDATA", "MASK", "WE", "WCLKE", "WCLK"}
# The bit of each group of RDATA and WDATA that a mode uses.
DATA_BIT = [0, 0, 1, 3]


class Failure(Exception):
    """The netlists cannot be compared, or differ."""


class Circuit:
    """The top module of a file."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            modules = json.load(file)["modules"]
        top = modules["top"]
        self.models = modules
        for cell in top["cells"].values():
            if cell["type"].startswith("$") and cell["type"] not in {REGISTER, BUFFER, *GATES}:
                raise Failure(f"{cell['type']} is not known")
        self.ports = top["ports"]
        self.cells = top["cells"]
        self.nets = {
            (name, place): bit
            for name, net in top["netnames"].items()
            if not net["hide_name"]
            for place, bit in enumerate(net["bits"])
        }
        self.starts = {}
        for net in top["netnames"].values():
            start = net["attributes"].get("init")
            if start is not None:
                self.starts.update(zip(net["bits"], reversed(start)))
        self.registers = {
            cell["connections"]["Q"][0]: cell["connections"]
            for cell in self.cells.values()
            if cell["type"] == REGISTER
        }
        self.cuts = {
            name: cell for name, cell in self.cells.items() if not cell["type"].startswith("$")
        }
        self.leaves, self.outputs = {}, {}
        self._cut()
        # Nets that a cell or a port reads.
        self.read = {*self.outputs.values()}
        for cell in self.cells.values():
            if cell["type"].startswith("$_"):
                pins = cell["connections"]
                self.read.update(bits[0] for pin, bits in pins.items() if pin not in "QY")

    def _cut(self):
        """Names what comes out of cuts, and what goes into them."""
        for name, port in self.ports.items():
            for place, bit in enumerate(port["bits"]):
                if port["direction"] == "output":
                    self.outputs[f"{name}[{place}]"] = bit
                else:
                    self.leaves[bit] = f"{name}[{place}]"
        for name, cell in self.cuts.items():
            ports = self.models[cell["type"]]["ports"]
            for pin, bits in cell["connections"].items():
                for place, bit in enumerate(bits):
                    direction = ports[pin]["direction"]
                    if direction == "output":
                        self.leaves.setdefault(bit, f"{name}.{pin}[{place}]")
                    elif direction == "input" and not (cell["type"] == RAM and pin in WRITE_PINS):
                        self.outputs[f"{name}.{pin}[{place}]"] = bit
        for cell in self.cells.values():
            if cell["type"] == BUFFER:
                pins = cell["connections"]
                port = self.leaves[pins["Y"][0]]
                self.outputs[f"{port} level"] = pins["A"][0]
                self.outputs[f"{port} drive"] = pins["E"][0]


class Text:
    """Gates as BLIF. A value is a pair of nets: the level, and whether it is undefined."""

    def __init__(self):
        self.lines = [".names zero", ".names one", "1"]
        self.count = 0

    def gate(self, rows, *inputs):
        """A net with this table."""
        self.count += 1
        self.lines += [f".names {' '.join(inputs)} g{self.count}", *rows]
        return f"g{self.count}"

    def invert(self, a):
        if a in ("zero", "one"):
            return "one" if a == "zero" else "zero"
        return self.gate(["0 1"], a)

    def both(self, a, b):
        if "zero" in (a, b):
            return "zero"
        if a == "one" or b == "one":
            return b if a == "one" else a
        return self.gate(["11 1"], a, b)

    def either(self, a, b):
        if "one" in (a, b):
            return "one"
        if a == "zero" or b == "zero":
            return b if a == "zero" else a
        return self.gate(["1- 1", "-1 1"], a, b)

    def differ(self, a, b):
        return self.gate(["10 1", "01 1"], a, b)

    def choose(self, select, a, b):
        """`b` if selected."""
        return a if a == b else self.gate(["0-1 1", "11- 1"], select, b, a)


class Values:
    """Values of a circuit's nets, as they are asked for."""

    def __init__(self, text, circuit):
        self.text, self.circuit = text, circuit
        self.values = {"0": ("zero", "zero"), "1": ("one", "zero")}
        self.values.update({"x": ("zero", "one"), "z": ("zero", "one")})
        self.drivers = {
            cell["connections"]["Y"][0]: cell
            for cell in circuit.cells.values()
            if cell["type"] in GATES
        }
        for bit, name in circuit.leaves.items():
            if name in CONSTANTS.values():
                self.values[bit] = (name, "zero")
            elif bit not in self.values:
                self.values[bit] = (leaf(name), "zero")

    def of(self, bit):
        """The value of a net."""
        waiting = [bit]
        while waiting:
            net = waiting[-1]
            if net in self.values:
                waiting.pop()
                continue
            cell = self.drivers.get(net)
            if cell is None:
                # No cell drives it.
                self.values[net] = ("zero", "one")
                continue
            pins = {pin: bits[0] for pin, bits in cell["connections"].items() if pin != "Y"}
            missing = [pin for pin in pins.values() if pin not in self.values]
            if missing:
                waiting += missing
            else:
                values = {pin: self.values[net] for pin, net in pins.items()}
                self.values[net] = self.gate(cell["type"], **values)
        return self.values[bit]

    def gate(self, kind, A, B=None, S=None):
        """The value of a cell. It is undefined if an undefined input can change it."""
        text = self.text
        if kind == "$_BUF_":
            return A
        if kind == "$_NOT_":
            return text.invert(A[0]), A[1]
        if kind == "$_XOR_":
            return text.differ(A[0], B[0]), text.either(A[1], B[1])
        if kind == "$_AND_":
            matters = text.both(text.either(A[1], A[0]), text.either(B[1], B[0]))
            return text.both(A[0], B[0]), text.both(matters, text.either(A[1], B[1]))
        if kind == "$_OR_":
            low = text.invert(A[0]), text.invert(B[0])
            matters = text.both(text.either(A[1], low[0]), text.either(B[1], low[1]))
            return text.either(A[0], B[0]), text.both(matters, text.either(A[1], B[1]))
        undefined = text.choose(S[0], A[1], B[1])
        return text.choose(S[0], A[0], B[0]), text.either(undefined, S[1])


def leaf(name):
    """The name of a leaf in BLIF."""
    return "i:" + name.replace(" ", "_")


class Writes:
    """The effect of a block RAM's writes: a row, and for each column whether and what."""

    def __init__(self, values, cell):
        text, pins = values.text, cell["connections"]
        level = {
            pin: [values.of(bit) for bit in pins[pin]] for pin in ("WADDR", "WDATA", "MASK")
        }
        enables = [values.of(pins[pin][0]) for pin in ("WE", "WCLKE")]
        self.enable = (text.both(*[enable[0] for enable in enables]), enables)
        self.clock = values.of(pins["WCLK"][0])
        self.row = level["WADDR"][:8]
        mode = int(cell["parameters"].get("WRITE_MODE", "0"), 2)
        self.columns = []
        for column in range(16):
            group = column >> mode << mode
            data = level["WDATA"][group + DATA_BIT[mode]]
            if mode == 0:
                mask = level["MASK"][column]
                written = (text.invert(mask[0]), mask[1])
            else:
                written = ("one", "zero")
                for place in range(mode):
                    address = level["WADDR"][8 + place]
                    wanted = column >> place & 1
                    match = address[0] if wanted else text.invert(address[0])
                    written = (
                        text.both(written[0], match),
                        text.either(written[1], address[1]),
                    )
            self.columns.append((written, data))


class Comparison:
    """Nets that are 1 where the circuits differ."""

    def __init__(self, gold, gate):
        self.text = Text()
        self.gold, self.gate = Values(self.text, gold), Values(self.text, gate)
        self.differences, self.states = {}, {}

    def add_state(self, name, value, start="0"):
        """A leaf is a register with this next value, of which it takes the level."""
        self.states[leaf(name)] = (value[0], start)

    def add(self, name, gold, gate, when="one"):
        """Two values must be equal, unless the first is undefined."""
        if gate[1] != "zero" and gold[1] != "one":
            # The netlist may leave open what the Verilog leaves open.
            gate = self.text.choose(gate[1], gate[0], self.text.invert(gold[0])), "zero"
        wrong = self.text.both(self.text.differ(gold[0], gate[0]), self.text.invert(gold[1]))
        self.differences[name] = self.text.both(wrong, when)

    def add_output(self, name, gold, gate):
        self.add(name, self.gold.of(gold), self.gate.of(gate))

    def add_writes(self, name, gold, gate):
        """A block RAM is written alike, in the columns that are read."""
        mode = int(gate["parameters"].get("READ_MODE", "0"), 2)
        data = gate["connections"]["RDATA"]
        is_read = [
            data[(column >> mode << mode) + DATA_BIT[mode]] in self.gate.circuit.read
            for column in range(16)
        ]
        gold, gate = Writes(self.gold, gold), Writes(self.gate, gate)
        undefined = self.text.either(*[enable[1] for enable in gold.enable[1]])
        self.add(f"{name} write", (gold.enable[0], undefined), (gate.enable[0], "zero"))
        enabled = gate.enable[0]
        self.add(f"{name} write clock", gold.clock, gate.clock, enabled)
        for place, (ours, theirs) in enumerate(zip(gold.row, gate.row)):
            self.add(f"{name} row[{place}]", ours, theirs, enabled)
        for column, (ours, theirs) in enumerate(zip(gold.columns, gate.columns)):
            if not is_read[column]:
                continue
            self.add(f"{name} column {column}", ours[0], theirs[0], enabled)
            written = self.text.both(enabled, theirs[0][0])
            self.add(f"{name} data {column}", ours[1], theirs[1], written)

    def prove(self, folder):
        """Shows that no difference can be 1."""
        leaves = {*self.gold.circuit.leaves.values(), *self.gate.circuit.leaves.values()}
        leaves = sorted(map(leaf, leaves - {*CONSTANTS.values()}))
        names = sorted(self.differences)
        lines = [".model circuit"]
        lines.append(".inputs " + " ".join(name for name in leaves if name not in self.states))
        lines.append(".outputs " + " ".join(f"o{place}" for place in range(len(names))))
        for name, (value, start) in self.states.items():
            lines.append(f".latch {value} {name} {start}")
        lines += self.text.lines
        for place, name in enumerate(names):
            lines += [f".names {self.differences[name]} o{place}", "1 1"]
        with open(f"{folder}/differences.blif", "w", encoding="utf-8") as file:
            file.write("\n".join([*lines, ".end", ""]))
        # Replaces a net by a constant or another net where induction shows that they are equal.
        left = Path(folder, "left.aig")
        # abc succeeds even if a command fails. Then there must be no file of an earlier run.
        left.unlink(missing_ok=True)
        script = f"read_blif {folder}/differences.blif; strash; scorr; write_aiger {left}"
        subprocess.run(["yosys-abc", "-c", script], capture_output=True, check=True)
        results = zip(names, outputs(left), strict=True)
        wrong = [f"`{name}`" for name, bit in results if bit != 0]
        if wrong:
            raise Failure(f"{len(wrong)} of {len(names)} functions: {' '.join(wrong)}")
        return len(names), len(leaves)


def outputs(path):
    """The outputs of a file in the binary AIGER format: 0 is the constant."""
    with path.open("rb") as file:
        _, _, _, latches, count, _ = file.readline().split()
        lines = [file.readline() for _ in range(int(latches) + int(count))]
    return [int(line) for line in lines[int(latches) :]]


def match_registers(gold, gate):
    """Names registers alike on both sides.

    Returns counts, pairs of nets to compare, and the registers that only GOLD has.
    """
    counts = {"registers": 0, "equal": 0, "constant": 0}
    names = {}
    for key, bit in gold.nets.items():
        if bit in gold.registers:
            names.setdefault(bit, []).append(key)
    owners, pairs, removed = {}, [], []
    for bit in names:
        own = "{}[{}]".format(*names[bit][0])
        nets = {gate.nets[key] for key in names[bit] if key in gate.nets}
        known = [net for net in nets if net in gate.registers or net in CONSTANTS]
        if len(known) > 1:
            raise Failure(f"{own} has several registers")
        if not known:
            # Nothing may depend on it, or gates can replace it.
            removed.append(bit)
            gold.leaves[bit] = f"{own} removed"
            continue
        net, start = known[0], gold.starts.get(bit, "x")
        # Registers of the chip start at 0.
        if start not in ("x", net if net in CONSTANTS else "0"):
            raise Failure(f"{own} starts with {start}")
        if net in CONSTANTS:
            counts["constant"] += 1
            gold.leaves[bit] = CONSTANTS[net]
        else:
            counts["equal" if net in owners else "registers"] += 1
            gold.leaves[bit] = gate.leaves[net] = owners.setdefault(net, own)
        pairs.append((own, bit, net))
    # Mapping a deep memory makes a register without a name, for an upper bit of its address.
    unnamed = [bit for bit in gold.registers if bit not in names]
    left = [net for net in gate.registers if net not in owners]
    if len(unnamed) != len(left) or len(left) > 1:
        raise Failure(f"{len(left)} registers of the netlist have no name of the Verilog")
    for bit, net in zip(unnamed, left):
        counts["registers"] += 1
        gold.leaves[bit] = gate.leaves[net] = "without a name"
        pairs.append(("without a name", bit, net))
    return {**counts, "removed": len(removed)}, pairs, removed


def add_states(comparison, pairs, removed):
    """Adds the registers of the most common clock. The others may have any state."""
    gold, gate = comparison.gold.circuit, comparison.gate.circuit
    clocks = [pins["C"][0] for pins in gate.registers.values()]
    clock = max(clocks, key=clocks.count)
    states = {net: pins for net, pins in gate.registers.items() if pins["C"][0] == clock}
    for net, pins in states.items():
        value = comparison.gate.of(pins["D"][0])
        if value[1] == "zero":
            comparison.add_state(gate.leaves[net], value)
    clocks = {gold.registers[bit]["C"][0] for _, bit, net in pairs if net in states}
    for bit in removed:
        pins = gold.registers[bit]
        if pins["C"][0] in clocks:
            start = "1" if gold.starts.get(bit) == "1" else "0"
            comparison.add_state(gold.leaves[bit], comparison.gold.of(pins["D"][0]), start)


def compare_cells(gold, gate):
    """Cells with a meaning of their own are the same ones."""
    if gold.cuts.keys() != gate.cuts.keys():
        raise Failure(f"other cells: {sorted(gold.cuts.keys() ^ gate.cuts.keys())}")
    for name, cell in gold.cuts.items():
        other = gate.cuts[name]
        defaults = gold.models[cell["type"]].get("parameter_default_values", {})
        ours, theirs = ({**defaults, **one["parameters"]} for one in (cell, other))
        if cell["type"] == RAM:
            # Writes are compared by their effect.
            ours["WRITE_MODE"] = theirs["WRITE_MODE"]
        if cell["type"] != other["type"] or ours != theirs:
            raise Failure(f"{name} is another cell")


def prove(gold_path, gate_path, folder):
    """Compares both circuits; returns the words of the proof."""
    gold, gate = Circuit(gold_path), Circuit(gate_path)
    compare_cells(gold, gate)
    if gold.outputs.keys() != gate.outputs.keys():
        raise Failure(f"other pins: {sorted(gold.outputs.keys() ^ gate.outputs.keys())[:9]}")
    counts, pairs, removed = match_registers(gold, gate)
    comparison = Comparison(gold, gate)
    for name, bit in gold.outputs.items():
        comparison.add_output(name, bit, gate.outputs[name])
    for name, ours, theirs in pairs:
        pins = gold.registers[ours]
        if theirs in CONSTANTS:
            comparison.add_output(f"{name} next", pins["D"][0], theirs)
            continue
        for pin in ("D", "C"):
            other = gate.registers[theirs][pin][0]
            comparison.add_output(f"{name} {pin}", pins[pin][0], other)
    add_states(comparison, pairs, removed)
    rams = 0
    for name, cell in gold.cuts.items():
        if cell["type"] == RAM:
            comparison.add_writes(name, cell, gate.cuts[name])
            rams += 1
    functions, leaves = comparison.prove(folder)
    return f"{functions} functions of {leaves} values, {counts}, {rams} block RAMs"


def main():
    try:
        print(prove(*sys.argv[1:4]))
    except Failure as failure:
        sys.exit(f"not equal: {failure}")


if __name__ == "__main__":
    main()
