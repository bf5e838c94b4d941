//! Printer for registers and memories.

use gatefall_netlist::{ExprId, MemoryId, NetId, Value};

use crate::expression::{literal, Printer};
use crate::lines::{range, Lines};
use crate::statement::Target;

/// Declares registers and memories with their contents at power-up.
pub(crate) fn declare(printer: &Printer<'_>, lines: &mut Lines) {
    let (plan, module) = (printer.plan, printer.plan.module);
    for &id in &plan.live.registers {
        let register = &module.registers[id];
        let net = &module.nets[register.net];
        let initial = match net.kind {
            gatefall_netlist::NetKind::Enum(kind) => printer.initial(&register.initial, kind),
            _ => literal(&register.initial),
        };
        let (range, name) = (range(net.width), plan.names.net(register.net));
        lines.line(format!("reg {range}{name} = {initial};"));
    }
    for &id in &plan.live.memories {
        let memory = &module.memories[id];
        let clocked = memory.reads.iter().filter(|read| read.clock.is_some());
        for read in clocked {
            let (range, name) = (range(memory.width), plan.names.net(read.data));
            lines.line(format!("reg {range}{name};"));
        }
        if is_array(printer, id) {
            declare_memory(printer, id, lines);
        }
    }
}

/// True if the memory is declared as an array. Tables with combinational reads only become `case`.
fn is_array(printer: &Printer<'_>, id: MemoryId) -> bool {
    let memory = &printer.plan.module.memories[id];
    !memory.writes.is_empty() || memory.reads.iter().any(|read| read.clock.is_some())
}

fn declare_memory(printer: &Printer<'_>, id: MemoryId, lines: &mut Lines) {
    let memory = &printer.plan.module.memories[id];
    let name = printer.plan.names.memory(id);
    let words = 1u64 << memory.address_width;
    lines.gap();
    // With this attribute every flow maps the memory in the same way, without a script.
    let style = match words <= printer.plan.register_words {
        true => "registers",
        false => "block",
    };
    lines.line(format!("(* ram_style = \"{style}\" *)"));
    lines.line(format!(
        "reg {}{name} [0:{}];",
        range(memory.width),
        words - 1
    ));
    let counter = printer.plan.word_counters.get(&id);
    if let Some(counter) = counter {
        lines.line(format!("integer {counter};"));
    }
    lines.line("initial begin");
    lines.indented(|lines| {
        if let Some(counter) = counter {
            let zero = literal(&Value::zero(memory.width));
            lines.line(format!(
                "for ({counter} = 0; {counter} < {words}; {counter} = {counter} + 1) begin"
            ));
            lines.indented(|lines| lines.line(format!("{name}[{counter}] = {zero};")));
            lines.line("end");
        }
        for (address, word) in memory.initial.iter().enumerate() {
            if counter.is_none() || !word.is_zero() {
                lines.line(format!("{name}[{address}] = {};", literal(word)));
            }
        }
    });
    lines.line("end");
    lines.gap();
}

/// Prints the address of a port. A constant address is assigned to a wire.
fn address_in(
    wire: Option<&String>,
    printer: &Printer<'_>,
    id: MemoryId,
    address: ExprId,
    lines: &mut Lines,
) -> String {
    let value = printer.value(address);
    let Some(wire) = wire else {
        return value;
    };
    let range = range(printer.plan.module.memories[id].address_width);
    lines.line(format!("wire {range}{wire} = {value};"));
    wire.clone()
}

/// Writes a combinational read port.
pub(crate) fn read(printer: &Printer<'_>, id: MemoryId, index: usize, lines: &mut Lines) {
    let memory = &printer.plan.module.memories[id];
    let read = &memory.reads[index];
    let name = printer.plan.names.net(read.data);
    lines.gap();
    let wire = printer.plan.fixed_reads.get(&(id, index));
    let address = address_in(wire, printer, id, read.address, lines);
    lines.line(format!("reg {}{name};", range(memory.width)));
    lines.line("always @* begin");
    lines.indented(|lines| {
        if is_array(printer, id) {
            let array = printer.plan.names.memory(id);
            lines.line(format!("{name} = {array}[{address}];"));
            return;
        }
        lines.line(format!("case ({address})"));
        lines.indented(|lines| {
            for (address, word) in memory.initial.iter().enumerate() {
                if !word.is_zero() {
                    let address = literal(&Value::new(memory.address_width, address));
                    lines.line(format!("{address}: {name} = {};", literal(word)));
                }
            }
            lines.line(format!(
                "default: {name} = {};",
                literal(&Value::zero(memory.width))
            ));
        });
        lines.line("endcase");
    });
    lines.line("end");
    lines.gap();
}

/// Writes the clocked processes.
pub(crate) fn write(printer: &Printer<'_>, lines: &mut Lines) {
    let (plan, module) = (printer.plan, printer.plan.module);
    for &id in &plan.live.registers {
        let register = &module.registers[id];
        let target = Target {
            name: plan.names.net(register.net),
            kind: module.nets[register.net].kind,
            operator: "<=",
            holds: Some(register.net),
        };
        lines.gap();
        lines.line(format!(
            "always @(posedge {}) begin",
            printer.net(register.clock)
        ));
        lines.indented(|lines| match register.enable {
            None => printer.assign(register.next, &target, lines),
            Some(enable) => {
                lines.line(format!("if ({}) begin", printer.value(enable)));
                lines.indented(|lines| printer.assign(register.next, &target, lines));
                lines.line("end");
            }
        });
        lines.line("end");
    }
    for &id in &plan.live.memories {
        write_memory(printer, id, lines);
    }
}

fn write_memory(printer: &Printer<'_>, id: MemoryId, lines: &mut Lines) {
    let (plan, module) = (printer.plan, printer.plan.module);
    let memory = &module.memories[id];
    let name = plan.names.memory(id);
    for read in &memory.reads {
        if let Some(clock) = read.clock {
            let (data, address) = (plan.names.net(read.data), printer.value(read.address));
            lines.gap();
            lines.line(format!("always @(posedge {}) begin", printer.net(clock)));
            lines.indented(|lines| lines.line(format!("{data} <= {name}[{address}];")));
            lines.line("end");
        }
    }
    let mut clocks: Vec<NetId> = Vec::new();
    for write in &memory.writes {
        if !clocks.contains(&write.clock) {
            clocks.push(write.clock);
        }
    }
    for clock in clocks {
        let writes = memory.writes.iter().enumerate();
        let writes = writes.filter(|(_, write)| write.clock == clock);
        let mut statements = Vec::new();
        lines.gap();
        for (index, write) in writes {
            let (data, enable) = (printer.value(write.data), printer.value(write.enable));
            let wire = plan.fixed_addresses.get(&(id, index));
            let address = address_in(wire, printer, id, write.address, lines);
            statements.push((enable, address, data));
        }
        // All writes are in one process, because the last write to an address wins.
        lines.line(format!("always @(posedge {}) begin", printer.net(clock)));
        lines.indented(|lines| {
            for (enable, address, data) in statements {
                lines.line(format!("if ({enable}) begin"));
                lines.indented(|lines| lines.line(format!("{name}[{address}] <= {data};")));
                lines.line("end");
            }
        });
        lines.line("end");
    }
}
