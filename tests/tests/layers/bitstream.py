"""Reads a bitstream back: the cells, and the driver of each input along the switches that are on.

Only the configuration bits are read, with icebox's tables. A driver is a tuple:
("lut", x, y, z), ("ff", x, y, z), ("cout", x, y, z), ("ram", x, y, bit), ("in", x, y, pad),
("in1", x, y, pad), ("pll", x, y), ("lock", x, y), or 0 or 1 for a constant.
"""

import re

import icebox

LUT_BITS = [4, 14, 15, 5, 6, 16, 17, 7, 3, 13, 12, 2, 1, 11, 10, 0]
PIN = re.compile(r"(lutff_(\d)/(out|lout|cout)|ram/RDATA_(\d+)|io_(\d)/D_IN_(\d))$")


class Conflict(Exception):
    """A wire has two drivers."""


class Bitstream:
    def __init__(self, path):
        self.ic = icebox.iceconfig()
        self.ic.read_file(path)
        self.small = self.ic.device in ("1k", "384")
        self.tables = {}  # of a tile type, the entries with their bits as numbers
        self.wires = {}  # a wire to its class: all wires that are the same metal
        self.classes = {}
        self.used = {}  # configuration bits on which a result has depended, with their kind
        self.on = {}  # (x, y) to its switches that are on: (from, to, is both ways, bits)
        self.into = {}  # a class to the switches that feed it: (class, tile, bits)
        for x in range(self.ic.max_x + 1):
            for y in range(self.ic.max_y + 1):
                if self.ic.tile(x, y) is not None:
                    self.read_switches(x, y)
        self.plls = self.read_plls()
        columns = self.ic.colbuf_db()
        self.buffers = {(tx, ty): (cx, cy) for cx, cy, tx, ty in columns}
        self.memo = {}

    # Configuration bits

    def use(self, kind, places):
        for place in places:
            self.used.setdefault(place, kind)

    def bit(self, x, y, row, column, kind="mode"):
        self.use(kind, [("tile", x, y, row, column)])
        return int(self.ic.tile(x, y)[row][column])

    def table(self, x, y):
        entries = self.ic.tile_db(x, y)
        if id(entries) not in self.tables:
            parsed = []
            for entry in entries:
                bits = [re.match(r"(!?)B(\d+)\[(\d+)\]", text).groups() for text in entry[0]]
                bits = [(int(row), int(col), "0" if no else "1") for no, row, col in bits]
                parsed.append((bits, entry[1:]))
            self.tables[id(entries)] = parsed
        return self.tables[id(entries)]

    def setting(self, x, y, *names):
        """True if the setting of the tile is on."""
        for bits, entry in self.table(x, y):
            if tuple(entry) == names:
                return all([self.bit(x, y, row, col) == int(v) for row, col, v in bits])
        raise KeyError((x, y, names))

    def flip(self, place):
        """Inverts one configuration bit."""
        if place[0] == "extra":
            self.ic.extra_bits ^= {place[1:]}
        elif place[0] == "ram":
            _, x, y, row, number = place
            rows = self.ic.ram_data[x, y]
            rows[row] = f"{int(rows[row], 16) ^ 1 << number:064x}"
        else:
            _, x, y, row, col = place
            tile = self.ic.tile(x, y)
            line = tile[row]
            tile[row] = line[:col] + "10"[int(line[col])] + line[col + 1 :]
            self.read_switches(x, y)
            self.plls = self.read_plls()
        self.memo = {}

    # Wires

    def read_switches(self, x, y):
        for start, end, both, bits in self.on.get((x, y), []):
            self.into[end].remove((start, (x, y), bits))
            if both:
                self.into[start].remove((end, (x, y), bits))
        tile, switches = self.ic.tile(x, y), []
        for bits, entry in self.table(x, y):
            if entry[0] not in ("routing", "buffer"):
                continue
            if all(tile[row][col] == value for row, col, value in bits):
                if all(self.ic.tile_has_net(x, y, name) for name in entry[1:3]):
                    start, end = (self.wire(x, y, name) for name in entry[1:3])
                    switches.append((start, end, entry[0] == "routing", tuple(bits)))
        self.on[x, y] = switches
        for start, end, both, bits in switches:
            self.into.setdefault(end, []).append((start, (x, y), bits))
            if both:
                self.into.setdefault(start, []).append((end, (x, y), bits))

    def wire(self, x, y, name):
        if name.startswith("glb_netwk_"):
            return ("global", int(name[10:]), x, y)
        seg = (x, y, name)
        if seg not in self.wires:
            same = self.ic.expand_net(seg)
            number = len(self.classes)
            self.classes[number] = [(s, m) for s in same if (m := PIN.match(s[2]))]
            for other in same:
                self.wires[other] = ("wire", number)
        return self.wires[seg]

    def input(self, x, y, name, default=0):
        """The driver of an input of a cell, or the default if it has none."""
        place = self.wire(x, y, name)
        if place not in self.memo:
            self.memo[place] = self.walk(place)
        drivers, path = self.memo[place]
        if len(drivers) > 1:
            raise Conflict(f"{name} at {x}, {y} has the drivers {sorted(map(str, drivers))}")
        driver = self.resolved(next(iter(drivers), default))
        # A switch for a constant that is there without it is of no use.
        if driver != default:
            self.use("routing", path)
        return driver

    def walk(self, place):
        """All drivers of a wire, and the bits of the switches between it and the drivers."""
        drivers, path = set(), set()
        reached, queue = {place: (None, ())}, [place]
        for here in queue:
            found, feeds = self.sources(here)
            if found:
                drivers |= found
                back = here
                while back is not None:
                    back, bits = reached[back]
                    path.update(bits)
            for start, bits in feeds:
                if start not in reached:
                    reached[start] = (here, bits)
                    queue.append(start)
        return drivers, path

    def sources(self, here):
        """Drivers that are on a wire, and the wires that feed it, each with bits."""
        if here[0] == "driver":
            return {here[1]}, []
        if here[0] == "global":
            return set(), self.global_sources(here)
        found = {self.pin(x, y, match) for (x, y, _), match in self.classes[here[1]]}
        for pll in self.plls.values():
            if here in pll["locks"]:
                found.add(("lock", *pll["place"]))
        return found, [
            (start, [("tile", x, y, row, col) for row, col, _ in bits])
            for start, (x, y), bits in self.into.get(here, [])]

    def global_sources(self, here):
        """A global net ends at a column's buffer. Its source is a pad or a wire of the fabric."""
        _, number, x, y = here
        bits = []
        if (x, y) in self.buffers:
            cx, cy = self.buffers[x, y]
            for places, entry in self.table(cx, cy):
                if entry[0] == "ColBufCtrl" and entry[1].endswith(f"glb_netwk_{number}"):
                    (row, col, _), = places
                    bits.append(("tile", cx, cy, row, col))
                    if self.ic.tile(cx, cy)[row][col] == "0":
                        return []
        for bit, (kind, index) in self.ic.extra_bits_db().items():
            if kind == "padin_glb_netwk" and int(index) == number:
                bits.append(("extra", *bit))
                if bit in self.ic.extra_bits:
                    return [(("driver", self.pad(*self.ic.padin_pio_db()[number])), bits)]
        return [(self.wire(gx, gy, "fabout"), bits)
                for gx, gy, index in self.ic.gbufin_db() if index == number]

    def pad(self, x, y, z):
        for pll in self.plls.values():
            if (x, y, z) == pll["output"]:
                return ("pll", *pll["place"])
        return ("in", x, y, z)

    def pin(self, x, y, found):
        _, z, kind, ram, io, which = found.groups()
        if ram is not None:
            # Both tiles of a block RAM have outputs; the lower one names the cell.
            return ("ram", x, y - (0 if (x, y) in self.ic.ramb_tiles else 1), int(ram))
        if io is not None:
            return self.pad(x, y, int(io)) if which == "0" else ("in1", x, y, int(io))
        z = int(z)
        if kind == "out":
            _, has_ff, _, _ = icebox.get_lutff_seq_bits(self.ic.tile(x, y), z)
            kind = "ff" if has_ff == "1" else "lut"
        return ("lut" if kind == "lout" else kind, x, y, z)

    # Cells

    def cell_bit(self, x, y, z, number):
        kind = "table" if number in LUT_BITS else "mode"
        return self.bit(x, y, 2 * z + number // 10, 36 + number % 10, kind)

    def lut(self, x, y, z):
        """Drivers of the inputs and the truth table; bits that no input reaches are not read."""
        inputs = [self.input(x, y, f"lutff_{z}/in_{i}") for i in range(4)]
        return inputs, lambda index: self.cell_bit(x, y, z, LUT_BITS[index])

    def carry(self, x, y, z):
        enabled = self.cell_bit(x, y, z, 8)
        inputs = [self.input(x, y, f"lutff_{z}/in_{i}") for i in (1, 2)]
        if z > 0:
            return enabled, [*inputs, self.resolved(("cout", x, y, z - 1))]
        if self.bit(x, y, 1, 50):
            return enabled, [*inputs, 1]
        return enabled, [*inputs, self.input(x, y, "carry_in_mux")]

    def resolved(self, driver):
        """Follows cells that only pass on one signal, or are constant, if no cell was put there."""
        if driver in (0, 1) or driver in self.kept or driver[0] not in ("lut", "cout"):
            return driver
        if driver not in self.memo:
            self.memo[driver] = driver  # A circle ends here.
            if driver[0] == "cout":
                enabled, inputs = self.carry(*driver[1:])
                function = (lambda index: int(bin(index).count("1") > 1)) if enabled else (
                    lambda index: 0)
            else:
                inputs, function = self.lut(*driver[1:])
            names, values = tabulate(inputs, function)
            if not any(values) or all(values):
                self.memo[driver] = values[0]
            for bit, name in enumerate(names):
                if values == [i >> bit & 1 for i in range(len(values))]:
                    self.memo[driver] = name
        return self.memo[driver]

    def read_plls(self):
        """The PLLs that are on, with the place of each configuration bit."""
        plls, where = {}, {}
        for bits, entry in self.table(0, 1):
            if entry[0] == "PLL":
                where[entry[1]] = bits[0][:2]
        for name in self.ic.pll_list():
            info = icebox.pllinfo_db[name]
            config = {key: ("tile", *value[:2], *where[value[2]]) for key, value in info.items()
                      if str(value[-1]).startswith("PLLCONFIG")}
            kind = [self.ic.tile(x, y)[row][col] for _, x, y, row, col in
                    (config[f"PLLTYPE_{i}"] for i in range(3))]
            if "1" in kind:
                plls[name] = {"place": info["LOC"], "output": info["PLLOUT_A"], "info": info,
                              "config": config, "locks": {self.wire(*info["LOCK"])}}
        return plls

    kept = frozenset()


def tabulate(inputs, function):
    """Names of the variable inputs, and the function as a table over them."""
    names = sorted({i for i in inputs if i not in (0, 1)}, key=str)
    return names, table_over(names, inputs, function)


def table_over(names, inputs, function):
    values = []
    for index in range(1 << len(names)):
        value = {0: 0, 1: 1, **{name: index >> bit & 1 for bit, name in enumerate(names)}}
        values.append(function(sum(value[i] << n for n, i in enumerate(inputs))))
    return values
