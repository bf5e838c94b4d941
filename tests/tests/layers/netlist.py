"""The netlist of yosys: cells, their places, and the driver of each net."""

import json
import re

PLL_TYPES = {"SB_PLL40_PAD": 2, "SB_PLL40_CORE": 3}


class Difference(Exception):
    """A cell of the netlist is another one in the bitstream."""


def ensure(holds, *what):
    if not holds:
        raise Difference(" ".join(str(word) for word in what))


def pin_cell(cell):
    """A buffer with three states is a pin."""
    if cell["type"] != "$_TBUF_":
        return cell
    nets = cell["connections"]
    return {"type": "SB_IO", "parameters": {"PIN_TYPE": "101001"}, "connections": {
        "PACKAGE_PIN": nets["Y"], "D_IN_0": nets["Y"], "D_OUT_0": nets["A"],
        "OUTPUT_ENABLE": nets["E"]}}


def names_of(top):
    """The names of each net, one bit each."""
    names = {}
    for name, known in top["netnames"].items():
        for index, net in enumerate(known["bits"]):
            full = name if len(known["bits"]) == 1 else f"{name}[{index}]"
            names.setdefault(net, set()).add(full)
    return names


class Netlist:
    def __init__(self, netlist, placed, pcf, pins):
        top = json.load(open(netlist))["modules"]["top"]
        self.cells = {name: pin_cell(cell) for name, cell in top["cells"].items()}
        self.names = names_of(top)
        self.ports = top["ports"]
        self.place = {}  # of a cell
        self.drivers = {}  # of the number of a net
        self.pads = {}  # of a net's number: place of the pad
        self.pad_of_cell = {}
        self.pull_ups = set()
        self.read_pins(pcf, pins)
        self.read_places(placed)
        for name, cell in self.cells.items():
            self.read_outputs(name, cell)

    def net(self, cell, port):
        """The only net of a port, or none."""
        nets = cell["connections"].get(port, [])
        return nets[0] if nets else None

    def read_pins(self, pcf, pins):
        places = {}
        for line in open(pcf):
            words = line.split("#")[0].split()
            if words[:1] == ["set_io"]:
                name, ball = [word for word in words[1:] if word not in ("-pullup", "yes")]
                places[name] = pins[ball]
                if "-pullup" in words:
                    self.pull_ups.add(pins[ball])
        cells = {self.net(c, "PACKAGE_PIN"): c for c in self.cells.values()
                 if c["type"] == "SB_IO"}
        self.bare_pins = []
        for name, port in self.ports.items():
            for index, net in enumerate(port["bits"]):
                full = name if len(port["bits"]) == 1 else f"{name}[{index}]"
                place = places[full] if full in places else places[f"{name}[{index}]"]
                if net in cells:
                    self.pads[net] = place
                else:
                    self.bare_pins.append((full, port["direction"], net, place))
                    if port["direction"] == "input":
                        self.drivers[net] = ("in", *place)

    def read_places(self, placed):
        top = json.load(open(placed))["modules"]["top"]
        cells = top["cells"]
        at = {}
        for name, cell in cells.items():
            numbers = re.match(r"X(\d+)/Y(\d+)/\D+(\d*)", cell["attributes"]["NEXTPNR_BEL"])
            at[name] = (tuple(int(n or 0) for n in numbers.groups()), cell["parameters"])
        registers = {}
        for name, cell in self.cells.items():
            if cell["type"].startswith("SB_DFF"):
                registers[self.net(cell, "D")] = name
        for name, cell in self.cells.items():
            for suffix in ("_LC", "_DFFLC", "$CARRY", "_RAM", "_PLL", ""):
                if name + suffix not in at:
                    continue
                self.place[name], parameters = at[name + suffix]
                if cell["type"] == "SB_LUT4" and int(parameters["DFF_ENABLE"], 2):
                    register = registers[self.net(cell, "O")]
                    self.place[register] = self.place[name]
                break
        self.place_by_names(top)
        for name, cell in self.cells.items():
            if cell["type"] == "SB_IO":
                self.place[name] = self.pads[self.net(cell, "PACKAGE_PIN")]
        missing = [name for name in self.cells if self.place.get(name) is None
                   and self.cells[name]["type"] != "SB_GB"]
        ensure(not missing, "no place is known of", missing[:3])

    def place_by_names(self, top):
        """The other cells are where the placed netlist has an output with the name of theirs."""
        names, places = names_of(top), {"O": {}, "COUT": {}}
        for kind, cell in top["cells"].items():
            x, y, z = [*map(int, re.findall(r"\d+", cell["attributes"]["NEXTPNR_BEL"])), 0][:3]
            for port in places:
                for net in cell["connections"].get(port, []):
                    place = (x, y, z)
                    if port == "O" and kind.startswith("$nextpnr"):
                        # nextpnr put a cell there that passes the carry of the one before.
                        below = (x, y, z - 1) if z else (x, y - 1, 7)
                        places["COUT"].update(dict.fromkeys(names.get(net, ()), below))
                    places[port].update(dict.fromkeys(names.get(net, ()), place))
        for name, cell in self.cells.items():
            ports = {"SB_LUT4": ("O", "O"), "SB_CARRY": ("CO", "COUT")}
            if name not in self.place and cell["type"] in ports:
                ours, theirs = ports[cell["type"]]
                for known in self.names[self.net(cell, ours)] & places[theirs].keys():
                    self.place[name] = places[theirs][known]

    def read_outputs(self, name, cell):
        kind, nets, place = cell["type"], cell["connections"], self.place.get(name)
        outputs = {}
        if kind == "SB_LUT4":
            outputs["O"] = [("lut", *place)]
        elif kind == "SB_CARRY":
            outputs["CO"] = [("cout", *place)]
        elif kind.startswith("SB_DFF"):
            outputs["Q"] = [("ff", *place)]
        elif kind.startswith("SB_RAM40_4K"):
            outputs["RDATA"] = [("ram", *place[:2], bit) for bit in range(16)]
        elif kind == "SB_IO":
            outputs = {"D_IN_0": [("in", *place)], "D_IN_1": [("in1", *place)]}
        elif kind in PLL_TYPES:
            pll = [("pll", *place[:2])]
            outputs = {"PLLOUTGLOBAL": pll, "PLLOUTCORE": pll, "LOCK": [("lock", *place[:2])]}
        elif kind != "SB_GB":
            raise Difference(f"{name}: cells {kind} are not known")
        for port, drivers in outputs.items():
            for net, driver in zip(nets.get(port, []), drivers):
                ensure(net not in self.drivers, "two cells drive net", net)
                self.drivers[net] = driver
        if kind == "SB_GB":
            net = self.net(cell, "USER_SIGNAL_TO_GLOBAL_BUFFER")
            self.drivers[self.net(cell, "GLOBAL_BUFFER_OUTPUT")] = ("same", net)

    def driver(self, net, default=0):
        """An undefined net is 0, as nextpnr has it; one that is not connected has the default."""
        if net is None:
            return default
        if isinstance(net, str):
            return 1 if net == "1" else 0
        driver = self.drivers.get(net, default)
        return self.driver(driver[1]) if driver not in (0, 1) and driver[0] == "same" else driver
