"""Proves that a bitstream is the netlist of yosys: prove.py NETLIST PLACED PCF PACKAGE ASC FLIPS.

PLACED only says where nextpnr put each cell. A wrong place makes the proof fail, so it need not be
trusted. ASC is the text that iceunpack made of the bitstream. FLIPS bits are then inverted, one at
a time, and the proof must fail for each.
"""

import random
import sys
import time
from collections import Counter

sys.path.insert(0, "/usr/share/fpga-icestorm/python")

import icebox  # noqa: E402
from bitstream import Bitstream, Conflict, table_over  # noqa: E402
from netlist import PLL_TYPES, Difference, Netlist, ensure  # noqa: E402

RAM_INPUTS = [("RADDR", 11), ("WADDR", 11), ("MASK", 16), ("WDATA", 16)]
RAM_SINGLE = {"WE": 0, "WCLKE": 1, "WCLK": 0, "RE": 0, "RCLKE": 1, "RCLK": 0}
FEEDBACK = {"DELAY": 0, "SIMPLE": 1, "PHASE_AND_DELAY": 2, "EXTERNAL": 6}
LUT_INPUTS = ["I0", "I1", "I2", "I3"]


class Proof:
    def __init__(self, netlist, bits):
        self.netlist, self.bits = netlist, bits
        own = {"SB_LUT4": "lut", "SB_CARRY": "cout"}
        places = [(own.get(c["type"], "ff" if c["type"].startswith("SB_DFF") else c["type"]),
                   *netlist.place.get(n, ())) for n, c in netlist.cells.items()
                  if c["type"] != "SB_GB"]
        ensure(len(places) == len(set(places)), "two cells are in one place")
        bits.kept = frozenset(places)

    def check(self):
        """Compares all cells; returns their number."""
        count = 0
        for name, cell in self.netlist.cells.items():
            place, kind = self.netlist.place.get(name), cell["type"]
            if kind == "SB_GB":
                continue
            if kind == "SB_LUT4":
                self.lut(name, cell, place)
            elif kind == "SB_CARRY":
                self.carry(name, cell, place)
            elif kind.startswith("SB_DFF"):
                self.register(name, cell, place)
            elif kind.startswith("SB_RAM40_4K"):
                self.memory(name, cell, place)
            elif kind == "SB_IO":
                self.pin(name, cell, place)
            else:
                self.pll(name, cell, place)
            count += 1
        for name, direction, net, place in self.netlist.bare_pins:
            ports = {"D_OUT_0": [net]} if direction == "output" else {"D_IN_0": [net]}
            kind = "011001" if direction == "output" else "000001"
            self.pin(name, {"parameters": {"PIN_TYPE": kind}, "connections": ports}, place)
        self.other_pads()
        return count

    def same(self, name, cell, port, place, wire, default=0, index=0):
        nets = cell["connections"].get(port, [])
        ours = self.netlist.driver(nets[index] if index < len(nets) else None, default)
        theirs = self.bits.input(*place[:2], wire, default)
        ensure(ours == theirs, f"{name}.{port}[{index}]: {ours} is {theirs} in the bitstream")

    def lut(self, name, cell, place):
        ours = [self.netlist.driver(self.netlist.net(cell, port)) for port in LUT_INPUTS]
        table = int(cell["parameters"]["LUT_INIT"].replace("x", "0"), 2)
        self.function(name, ours, lambda index: table >> index & 1, place)

    def function(self, name, ours, ours_at, place):
        theirs, theirs_at = self.bits.lut(*place)
        names = sorted({i for i in ours + theirs if i not in (0, 1)}, key=str)
        # An input that is not in the other function is compared for both of its values.
        equal = table_over(names, ours, ours_at) == table_over(names, theirs, theirs_at)
        ensure(equal, f"{name}: the function of {ours} is another one of {theirs}")

    def carry(self, name, cell, place):
        ours = [self.netlist.driver(self.netlist.net(cell, port)) for port in ("I0", "I1", "CI")]
        enabled, theirs = self.bits.carry(*place)
        ensure(enabled and sorted(map(str, ours)) == sorted(map(str, theirs)),
               f"{name}: the carry of {ours} is that of {theirs}")

    def register(self, name, cell, place):
        x, y, z = place
        kind, at = cell["type"][6:], "lutff_global/"
        ensure(self.bits.cell_bit(*place, 9), name, "is no register")
        data = self.netlist.driver(self.netlist.net(cell, "D"))
        if data != ("lut", *place):
            self.function(name, [data, 0, 0, 0], lambda index: index & 1, place)
        self.same(name, cell, "C", place, at + "clk")
        negative = kind.startswith("N")
        ensure(self.bits.bit(x, y, 0, 0) == negative, name, "has the other clock edge")
        self.same(name, cell, "E", place, at + "cen", 1)
        reset = "S" if kind.endswith("S") else "R"
        self.same(name, cell, reset, place, at + "s_r")
        if reset in cell["connections"]:
            ensure(self.bits.cell_bit(*place, 18) == (reset == "S"), name, "has another reset")
            ensure(self.bits.cell_bit(*place, 19) == ("S" + reset not in kind), name,
                   "has another kind of reset")

    def memory(self, name, cell, place):
        x, y, _ = place
        bits, parameters = self.bits, cell["parameters"]
        ensure(bits.setting(x, y, "RamConfig", "PowerUp") == (not bits.small), name, "is off")
        for mode, first in (("WRITE_MODE", 0), ("READ_MODE", 2)):
            value = sum(bits.setting(x, y + 1, "RamConfig", f"CBIT_{first + i}") << i
                        for i in range(2))
            ensure(value == int(parameters.get(mode, "0"), 2), name, mode, value)
        kind = cell["type"][len("SB_RAM40_4K"):]
        upper = "NR" if bits.small else "NW"
        lower = "NW" if bits.small else "NR"
        ensure(bits.bit(x, y, 0, 0) == (lower in kind), name, "has another clock edge")
        ensure(bits.bit(x, y + 1, 0, 0) == (upper in kind), name, "has another clock edge")
        for row in range(16):
            ours = parameters.get(f"INIT_{row:X}", "0" * 256).rjust(256, "0")
            theirs = f"{int(bits.ic.ram_data[x, y][row], 16):0256b}"
            for index, (one, other) in enumerate(zip(ours, theirs)):
                if one != "x":
                    bits.use("contents", [("ram", x, y, row, 255 - index)])
                    ensure(one == other, name, "has another content in row", row)
        for port, width in RAM_INPUTS:
            for index in range(len(cell["connections"].get(port, []))):
                tile = y if self.has(x, y, f"ram/{port}_{index}") else y + 1
                self.same(name, cell, port, (x, tile), f"ram/{port}_{index}", 0, index)
        for port, default in RAM_SINGLE.items():
            tile = y if self.has(x, y, f"ram/{port}") else y + 1
            named = port + "N" if f"{port}N" in cell["connections"] else port
            self.same(name, cell, named, (x, tile), f"ram/{port}", default)

    def has(self, x, y, wire):
        return any(wire in entry[1:3] for _, entry in self.bits.table(x, y))

    def pin(self, name, cell, place):
        x, y, z = place
        bits, nets = self.bits, cell["connections"]
        kind = cell["parameters"]["PIN_TYPE"]
        theirs = self.pin_type(place)
        ensure(kind == theirs, f"{name}: pin type {kind} is {theirs}")
        output, enable = kind[2:4], kind[:2]
        if enable != "00":
            self.same(name, cell, "D_OUT_0", place, f"io_{z}/D_OUT_0")
            if output == "00":
                self.same(name, cell, "D_OUT_1", place, f"io_{z}/D_OUT_1")
            if enable != "01":
                self.same(name, cell, "OUTPUT_ENABLE", place, f"io_{z}/OUT_ENB", 1)
            if output != "10" or enable == "11":
                self.same(name, cell, "OUTPUT_CLK", place, "io_global/outclk")
                self.same(name, cell, "CLOCK_ENABLE", place, "io_global/cen", 1)
        if "D_IN_0" in nets or "D_IN_1" in nets:
            if kind[5] == "0" or "D_IN_1" in nets:
                self.same(name, cell, "INPUT_CLK", place, "io_global/inclk")
            ex, ey, ez = next(e[3:] for e in bits.ic.ieren_db() if e[:3] == place)
            on = bits.setting(ex, ey, "IoCtrl", f"IE_{ez}") != bits.small
            ensure(on, name, "has no input buffer")
            pull_up = place in self.netlist.pull_ups
            pull_up |= int(cell["parameters"].get("PULLUP", "0"), 2) == 1
            theirs = not bits.setting(ex, ey, "IoCtrl", f"REN_{ez}")
            ensure(theirs == pull_up, name, "has another pull-up")

    def pin_type(self, place, length=6):
        """The first bits of the type, as PIN_TYPE has them."""
        x, y, z = place
        names = [f"PINTYPE_{i}" for i in (5, 4, 3, 2, 1, 0)[:length]]
        return "".join(str(int(self.bits.setting(x, y, f"IOB_{z}", n))) for n in names)

    def other_pads(self):
        """No other pad may be driven."""
        named = {p[3] for p in self.netlist.bare_pins} | set(self.netlist.pads.values())
        for x, y in self.bits.ic.io_tiles:
            for z in (0, 1):
                if (x, y, z) not in named:
                    kind = self.pin_type((x, y, z), 2)
                    ensure(kind == "00", "the pad at", x, y, z, "is driven")

    def pll(self, name, cell, place):
        found = [p for p in self.bits.plls.values() if p["place"] == place[:2]]
        ensure(found, name, "is off")
        pll, want = found[0], {"PLLTYPE": PLL_TYPES[cell["type"]]}
        for key, value in cell["parameters"].items():
            if key == "FEEDBACK_PATH":
                want[key] = FEEDBACK[value]
            elif key == "PLLOUT_SELECT":
                want["PLLOUT_SELECT_A"] = {"GENCLK": 0, "GENCLK_HALF": 1}[value]
            elif set(value) <= {"0", "1"}:
                want[key] = int(value, 2)
        for key, config in pll["config"].items():
            group, _, index = key.rpartition("_")
            if not index.isdigit():
                group, index = key, 0
            ours = want.get(group, 0) >> int(index) & 1
            ensure(self.bits.bit(*config[1:]) == ours, name, key, "is not", ours)
        wires = {"BYPASS": "BYPASS", "RESETB": "RESETB"}
        if cell["type"] == "SB_PLL40_CORE":
            wires["REFERENCECLK"] = "REFERENCECLK"
        for port in wires:
            x, y, wire = pll["info"][port]
            self.same(name, cell, port, (x, y), wire)


def pins_of(device, package):
    return {entry[0]: tuple(entry[1:4]) for entry in icebox.pinloc_db[f"{device}-{package}"]}


def draw(used, count):
    """As many bits of each kind, by a fixed seed."""
    chosen, kinds = [], sorted(set(used.values()))
    source = random.Random(1)
    for number, kind in enumerate(kinds):
        share = count * (number + 1) // len(kinds) - count * number // len(kinds)
        places = sorted((place for place in used if used[place] == kind), key=str)
        chosen += [(kind, place) for place in source.sample(places, share)]
    return chosen


def main():
    netlist_path, placed, pcf, package, asc, flips = sys.argv[1:]
    start = time.process_time()
    bits = Bitstream(asc)
    netlist = Netlist(netlist_path, placed, pcf, pins_of(bits.ic.device, package))
    proof = Proof(netlist, bits)
    count = proof.check()
    kinds = Counter(bits.used.values())
    print(f"{count} cells are equal, by bits of {dict(kinds)}; {time.process_time() - start:.1f} s")
    chosen = draw(dict(bits.used), int(flips))
    unseen = []
    for kind, place in chosen:
        bits.flip(place)
        try:
            proof.check()
            unseen.append((kind, place))
        except (Difference, Conflict):
            pass
        bits.flip(place)
    found = len(chosen) - len(unseen)
    print(f"{found} of {len(chosen)} inverted bits are found; {time.process_time() - start:.1f} s")
    for kind, place in unseen:
        print("not found:", kind, *place)
    proof.check()  # All bits are as they were.
    sys.exit(1 if unseen else 0)


if __name__ == "__main__":
    main()
