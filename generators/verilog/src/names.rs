//! Verilog identifiers: source names, made legal, unique and different from keywords.

use std::collections::{HashMap, HashSet};

use gatefall_netlist::{BlackBox, InstanceId, MemoryId, Module, ModuleId, NetId, NetKind, Netlist};
use heck::ToShoutySnakeCase;

/// Keywords of Verilog-2001 and SystemVerilog, and `unused`, which the writer itself uses.
const RESERVED: &str = "\
    accept_on alias always always_comb always_ff always_latch and assert assign assume automatic \
    before begin bind bins binsof bit break buf bufif0 bufif1 byte case casex casez cell chandle \
    checker class clocking cmos config const constraint context continue cover covergroup \
    coverpoint cross deassign default defparam design disable dist do edge else end endcase \
    endchecker endclass endclocking endconfig endfunction endgenerate endgroup endinterface \
    endmodule endpackage endprimitive endprogram endproperty endsequence endspecify endtable \
    endtask enum event eventually expect export extends extern final first_match for force foreach \
    forever fork forkjoin function generate genvar global highz0 highz1 if iff ifnone ignore_bins \
    illegal_bins implements implies import incdir include initial inout input inside instance int \
    integer interconnect interface intersect join join_any join_none large let liblist library \
    local localparam logic longint macromodule matches medium modport module nand negedge nettype \
    new nexttime nmos nor noshowcancelled not notif0 notif1 null or output package packed \
    parameter pmos posedge primitive priority program property protected pull0 pull1 pulldown \
    pullup pulsestyle_ondetect pulsestyle_onevent pure rand randc randcase randsequence rcmos real \
    realtime ref reg reject_on release repeat restrict return rnmos rpmos rtran rtranif0 rtranif1 \
    s_always s_eventually s_nexttime s_until s_until_with scalared sequence shortint shortreal \
    showcancelled signed small soft solve specify specparam static string strong strong0 strong1 \
    struct super supply0 supply1 sync_accept_on sync_reject_on table tagged task this throughout \
    time timeprecision timeunit tran tranif0 tranif1 tri tri0 tri1 triand trior trireg type \
    typedef union unique unique0 unsigned until until_with untyped use uwire var vectored virtual \
    void wait wait_order wand weak weak0 weak1 while wildcard wire with within wor xnor xor unused";

/// Used identifiers, each with the lowest number that may still be free behind it.
type Taken = HashMap<String, usize>;

/// Number of the second signal of one name: `count_2`.
const FIRST_NUMBER: usize = 2;

/// Identifiers of the whole netlist.
pub(crate) struct Names {
    modules: Vec<String>,
    scopes: Vec<Scope>,
}

/// Identifiers of one module.
#[derive(Clone)]
pub(crate) struct Scope {
    nets: Vec<String>,
    memories: Vec<String>,
    instances: Vec<String>,
    taken: Taken,
    /// State names of each enumeration that the module may use.
    states: HashMap<usize, Vec<String>>,
}

impl Names {
    pub(crate) fn new(netlist: &Netlist) -> Names {
        let mut taken = reserved();
        // Primitives of the FPGA keep their names.
        let black_boxes = netlist
            .modules
            .values()
            .flat_map(|module| &module.black_box);
        let declared = black_boxes.flat_map(BlackBox::declared);
        let primitives = netlist
            .modules
            .values()
            .filter(|module| is_primitive(module));
        let kept = declared
            .filter_map(|(name, _)| name)
            .chain(primitives.map(|module| module.name.as_str()));
        taken.extend(kept.map(|name| (name.to_owned(), FIRST_NUMBER)));
        let modules: Vec<String> = (netlist.modules.values())
            .map(|module| match is_primitive(module) {
                true => module.name.clone(),
                false => unique(&mut taken, identifier(&module.name)),
            })
            .collect();
        let scopes = netlist
            .modules
            .iter()
            .map(|(id, _)| Scope::new(netlist, id))
            .collect();
        Names { modules, scopes }
    }

    pub(crate) fn module(&self, id: ModuleId) -> &str {
        &self.modules[usize::from(id)]
    }

    pub(crate) fn scope(&self, id: ModuleId) -> &Scope {
        &self.scopes[usize::from(id)]
    }
}

impl Scope {
    /// Ports get their names first, so that these do not depend on the module's contents.
    fn new(netlist: &Netlist, id: ModuleId) -> Scope {
        let module = &netlist.modules[id];
        let mut taken = Scope::forbidden(netlist, id);
        let mut nets = vec![String::new(); module.nets.len()];
        let constants: HashSet<NetId> = module.constants.iter().map(|c| c.net).collect();
        let ports = module.ports.iter().map(|port| port.net);
        for net in ports.chain(module.nets.ids()) {
            if nets[usize::from(net)].is_empty() {
                let name = identifier(&module.nets[net].name);
                let constant = constants.contains(&net);
                let name = if constant { name.to_uppercase() } else { name };
                nets[usize::from(net)] = unique(&mut taken, name);
            }
        }
        let memories = module
            .memories
            .values()
            .map(|memory| {
                let name = identifier(&memory.name);
                let hides = taken.contains_key(&name);
                unique(
                    &mut taken,
                    if hides { format!("{name}_words") } else { name },
                )
            })
            .collect();
        let instances = module
            .instances
            .values()
            .map(|item| unique(&mut taken, identifier(&item.name)))
            .collect();
        let states = name_states(netlist, module, &mut taken);
        Scope {
            nets,
            memories,
            instances,
            taken,
            states,
        }
    }

    /// Keywords, and names of the module and its instances. A signal of the same name would shadow
    /// them, and linters warn. Hand-written modules keep their port names.
    fn forbidden(netlist: &Netlist, id: ModuleId) -> Taken {
        let module = &netlist.modules[id];
        if module.black_box.is_some() {
            return Taken::new();
        }
        let instances = netlist
            .modules
            .values()
            .flat_map(|module| module.instances.values());
        let instances = instances.filter(|instance| instance.module == id);
        let mut taken = reserved();
        taken.insert(identifier(&module.name), FIRST_NUMBER);
        taken.extend(instances.map(|instance| (identifier(&instance.name), FIRST_NUMBER)));
        taken
    }

    pub(crate) fn net(&self, id: NetId) -> &str {
        &self.nets[usize::from(id)]
    }

    pub(crate) fn memory(&self, id: MemoryId) -> &str {
        &self.memories[usize::from(id)]
    }

    pub(crate) fn instance(&self, id: InstanceId) -> &str {
        &self.instances[usize::from(id)]
    }

    pub(crate) fn state(&self, kind: gatefall_netlist::EnumId, number: usize) -> Option<&str> {
        self.states
            .get(&usize::from(kind))?
            .get(number)
            .map(String::as_str)
    }

    /// A new unique identifier.
    pub(crate) fn invent(&mut self, name: &str) -> String {
        unique(&mut self.taken, name.to_owned())
    }
}

/// State names of each enumeration of the module's nets: `WaitAck` of `Phase` becomes
/// `PHASE_WAIT_ACK`.
fn name_states(
    netlist: &Netlist,
    module: &Module,
    taken: &mut Taken,
) -> HashMap<usize, Vec<String>> {
    let mut states: HashMap<usize, Vec<String>> = HashMap::new();
    for net in module.nets.values() {
        if let NetKind::Enum(id) = net.kind {
            states.entry(usize::from(id)).or_insert_with(|| {
                let kind = &netlist.enums[id];
                let prefix = kind.name.to_shouty_snake_case();
                let name =
                    |variant: &String| format!("{prefix}_{}", variant.to_shouty_snake_case());
                kind.variants
                    .iter()
                    .map(|variant| unique(taken, identifier(&name(variant))))
                    .collect()
            });
        }
    }
    states
}

/// True if the word is a keyword, or `unused`.
pub fn is_reserved(word: &str) -> bool {
    RESERVED.split_whitespace().any(|reserved| reserved == word)
}

fn reserved() -> Taken {
    let words = RESERVED.split_whitespace();
    words.map(|word| (word.to_owned(), FIRST_NUMBER)).collect()
}

/// True for a primitive of the FPGA.
fn is_primitive(module: &Module) -> bool {
    (module.black_box.as_ref()).is_some_and(|black_box| black_box.body.is_none())
}

/// `lanes[0].go` becomes `lanes_0_go`.
fn identifier(name: &str) -> String {
    let name = name
        .replace("].", "_")
        .replace(['[', '.'], "_")
        .replace(']', "");
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        format!("_{name}")
    } else {
        name
    }
}

fn unique(taken: &mut Taken, name: String) -> String {
    let Some(&next) = taken.get(&name) else {
        taken.insert(name.clone(), FIRST_NUMBER);
        return name;
    };
    let mut number = next;
    while taken.contains_key(&format!("{name}_{number}")) {
        number += 1;
    }
    let free = format!("{name}_{number}");
    taken.insert(name, number + 1);
    taken.insert(free.clone(), FIRST_NUMBER);
    free
}
