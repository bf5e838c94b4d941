//! Proof of a property by yosys and yosys-smtbmc.

use gatefall_netlist::{Module, Netlist};
use gatefall_tests::{verilog_name, KeptRun};
use gatefall_widgets::property::{Definition, FreeConstant, Mutant, Observer, Property, Wait};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Clocks of the base case beyond those of the induction.
const BEYOND_RESET: u32 = 1;

/// Width of numbers of clocks.
const CLOCK_BITS: u32 = 20;

/// A module as Verilog, with the files of its parts.
pub struct Circuit {
    netlist: Netlist,
    text: String,
}

impl Circuit {
    pub fn new(netlist: Netlist) -> Circuit {
        let text = gatefall_verilog::text(&netlist, &Default::default());
        Circuit { netlist, text }
    }

    /// The circuit with a fault.
    pub fn mutated(&self, mutant: &Mutant) -> Circuit {
        let mut changed = self.text.clone();
        for (text, becomes) in [(mutant.text, mutant.becomes)]
            .into_iter()
            .chain(mutant.also)
        {
            assert!(changed.contains(text), "no {text:?} in\n{changed}");
            changed = changed.replacen(text, becomes, 1);
        }
        Circuit {
            netlist: self.netlist.clone(),
            text: changed,
        }
    }

    /// Proves the property with its lemmas. Returns the words of the solver and the clocks of a
    /// counterexample if it fails.
    pub fn prove(&self, property: &Property) -> Result<(), String> {
        let folder = tempfile::tempdir().unwrap();
        let lemmas = property.lemmas.iter().copied();
        let statements: Vec<&str> = lemmas.chain([property.holds]).collect();
        self.write(property, property.assumed, &statements, folder.path());
        let depth = property.k + BEYOND_RESET;
        let trace = ["--dump-smtc", "trace"];
        let base = ["-t", &depth.to_string(), "--presat"];
        check(folder.path(), &[&trace[..], &base].concat(), passed)?;
        let induction = ["-t", &property.k.to_string(), "-i"];
        check(folder.path(), &[&trace[..], &induction].concat(), passed)
    }

    /// Finds a clock after power-up in which the property is false. Otherwise returns the words of
    /// the solver.
    pub fn refute(&self, property: &Property) -> Result<(), String> {
        let folder = tempfile::tempdir().unwrap();
        let assumed = [property.assumed, property.mutant.given].concat();
        self.write(property, &assumed, &[property.holds], folder.path());
        let clocks = property.mutant.clocks;
        check(folder.path(), &["-t", &clocks.to_string()], failed)
    }

    /// Writes the module with the statements inside it as a formula for the solver.
    fn write(&self, property: &Property, assumed: &[&str], statements: &[&str], folder: &Path) {
        let top = &self.netlist.modules[self.netlist.top];
        let start = self.text.rfind("endmodule").unwrap();
        let (before, after) = self.text.split_at(start);
        let formal = self.formal(top, property, assumed, statements);
        fs::write(folder.join("module.v"), format!("{before}{formal}{after}")).unwrap();
        // A table stays logic. As a memory it would have any contents in the induction.
        let script = format!(
            "read_verilog -sv -formal module.v; hierarchy -check -top {0}; proc -norom; \
             flatten; prep -top {0}; check -assert; delete -output o:*; opt_clean -purge; \
             dffunmap; write_smt2 -wires module.smt2",
            top.name
        );
        let mut yosys = Command::new("yosys");
        // A warning, of a name that nothing drives for example, is an error.
        yosys.args(["-q", "-e", ".", "-p", &script]);
        let output = KeptRun::new(yosys.current_dir(folder)).run(2);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {said}", property.name);
    }

    fn formal(
        &self,
        top: &Module,
        property: &Property,
        assumed: &[&str],
        statements: &[&str],
    ) -> String {
        let mut parts = BTreeSet::new();
        let mut text = String::new();
        let has_reset = top.nets.values().any(|net| net.name == "reset");
        let mut verilog = |words: &str| self.verilog(words, &mut parts);
        if has_reset {
            text += "    reg after_reset = 1'b0;\n    \
                     always @(posedge clock) after_reset <= after_reset || reset;\n    \
                     always @* assume (after_reset || reset);\n";
        }
        for FreeConstant { name, bits } in property.constants {
            text += &format!("    (* anyconst *) reg [{bits}-1:0] {name};\n");
        }
        for Observer { name, bits, .. } in property.observers {
            text += &format!("    reg [{bits}-1:0] {name} = {bits}'d0;\n");
        }
        for wait in property.waits {
            text += &formal_wait(wait, &verilog(wait.busy));
        }
        for Definition { name, bits, value } in property.definitions {
            let value = verilog(value);
            text += &format!("    wire [{bits}-1:0] {name} = {value};\n");
        }
        if let Some(ending) = &property.ending {
            let (busy, spent) = (verilog(ending.busy), verilog(ending.spent));
            text += &formal_ending(&busy, &spent, ending.clocks);
        }
        for Observer { name, bits, next } in property.observers {
            let next = verilog(next);
            let at_reset = match has_reset {
                true => format!("reset ? {bits}'d0 : "),
                false => String::new(),
            };
            text += &format!("    always @(posedge clock) {name} <= {at_reset}{next};\n");
        }
        for (index, input) in property.stable.iter().enumerate() {
            let input = verilog(input);
            text += &format!(
                "    (* anyconst *) reg [63:0] stable_{index};\n    \
                 always @* assume ({input} == stable_{index});\n"
            );
        }
        for words in assumed {
            text += &format!("    always @* assume ({});\n", verilog(words));
        }
        let guard = if has_reset { "if (after_reset) " } else { "" };
        for words in statements {
            text += &format!("    always @* {guard}assert ({});\n", verilog(words));
        }
        parts.into_iter().collect::<String>() + &text
    }

    /// Names of Rust become names of Verilog. A signal of a part needs a declaration.
    fn verilog(&self, words: &str, parts: &mut BTreeSet<String>) -> String {
        let is_name = |c: char| c.is_ascii_alphanumeric() || "._$'".contains(c);
        let mut text = String::new();
        let mut rest = words;
        while let Some(start) = rest.find(is_name) {
            let (before, from_name) = rest.split_at(start);
            let end = from_name.find(|c| !is_name(c)).unwrap_or(from_name.len());
            let (name, after) = from_name.split_at(end);
            text += before;
            let top = &self.netlist.modules[self.netlist.top];
            if !name.contains('.') {
                text += name;
            } else if top.nets.values().any(|net| net.name == name) {
                text += &verilog_name(name);
            } else {
                let (width, path) = self.signal_of_part(top, name, words);
                parts.insert(format!("    (* hierconn *) wire [{width}-1:0] {path};\n"));
                text += &path;
            }
            rest = after;
        }
        text + rest
    }

    /// Width and name of `part.signal` after the parts have been flattened.
    fn signal_of_part(&self, top: &Module, name: &str, words: &str) -> (u32, String) {
        let (mut module, mut path, mut rest) = (top, String::new(), name);
        loop {
            if let Some(net) = module.nets.values().find(|net| net.name == rest) {
                return (net.width, format!("\\{path}{} ", verilog_name(rest)));
            }
            let (part, signal) = rest.split_once('.').unwrap_or((rest, ""));
            let mut instances = module.instances.values();
            let Some(instance) = instances.find(|instance| instance.name == part) else {
                panic!("no signal {name} of {} in: {words}", top.name);
            };
            path += &format!("{}.", verilog_name(part));
            (module, rest) = (&self.netlist.modules[instance.module], signal);
        }
    }
}

/// Counts the clocks of a level, and takes their limit as given.
fn formal_wait(wait: &Wait, busy: &str) -> String {
    let Wait { name, clocks, .. } = wait;
    format!(
        "    localparam [{CLOCK_BITS}-1:0] {name}_limit = {CLOCK_BITS}'d{clocks};
    wire waits_for_{name} = {busy};
    reg [{CLOCK_BITS}-1:0] {name}_for = 0;
    always @(posedge clock) {name}_for <= reset || !waits_for_{name} ? 0 : {name}_for + 1;
    wire [{CLOCK_BITS}-1:0] {name}_wait = waits_for_{name} ? {name}_for : {name}_limit;
    always @* assume (!waits_for_{name} || {name}_for < {name}_limit);\n"
    )
}

/// The names of a property about an end.
fn formal_ending(busy: &str, spent: &str, clocks: u32) -> String {
    format!(
        "    localparam [{CLOCK_BITS}-1:0] limit = {CLOCK_BITS}'d{clocks};
    wire is_busy = {busy};
    wire [{CLOCK_BITS}-1:0] spent = {spent};
    reg was_busy = 0;
    always @(posedge clock) was_busy <= !reset && is_busy;
    reg [{CLOCK_BITS}-1:0] spent_before = 0;
    always @(posedge clock) spent_before <= reset ? 0 : spent;\n"
    )
}

/// The solver has found no counterexample.
fn passed(output: &Output) -> bool {
    output.status.success() && has_status(output, "PASSED")
}

/// The solver has found one.
fn failed(output: &Output) -> bool {
    !output.status.success() && has_status(output, "FAILED")
}

fn has_status(output: &Output, status: &str) -> bool {
    String::from_utf8_lossy(&output.stdout).contains(&format!("Status: {status}"))
}

/// Runs the solver. Its results are kept if they are the expected ones. One formula for all clocks
/// (`--unroll`) is much faster. Any other result is an error with the last words of the solver and
/// the trace.
fn check(
    folder: &Path,
    arguments: &[&str],
    is_expected: fn(&Output) -> bool,
) -> Result<(), String> {
    let mut solver = Command::new("yosys-smtbmc");
    solver.args(["-s", "z3", "--unroll"]);
    solver.args(arguments).arg("module.smt2");
    let run = KeptRun::new(solver.current_dir(folder)).starts(&["yosys", "z3"]);
    let output = run.keeps(is_expected).run(30);
    if is_expected(&output) {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let module = fs::read_to_string(folder.join("module.v")).unwrap();
    let said: String = said
        .lines()
        .filter(|line| !line.contains("Checking") && !line.contains("Trying"))
        .map(|line| format!("{line}\n{}", statement(line, &module)))
        .collect();
    let trace = fs::read_to_string(folder.join("trace")).unwrap_or_default();
    Err(format!(
        "{said}{}{trace}",
        String::from_utf8_lossy(&output.stderr)
    ))
}

/// The line of the module that a line of the solver names.
fn statement(said: &str, module: &str) -> String {
    let number = said.split_once("module.v:").map(|(_, rest)| rest);
    let number = number.and_then(|rest| rest.split('.').next()?.parse().ok());
    let line = number.and_then(|number: usize| module.lines().nth(number.checked_sub(1)?));
    line.map_or_else(String::new, |line| format!("{}\n", line.trim()))
}
