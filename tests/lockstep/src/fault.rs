//! Faults for checks that must find them.

use gatefall_netlist::Netlist;
use std::panic::{catch_unwind, AssertUnwindSafe};

/// The circuit with a change in the text of a module, as [`Netlist::to_text`] writes it.
///
/// # Panics
/// If the module does not have exactly one such text, or the changed text is no circuit.
#[must_use]
pub fn planted(netlist: &Netlist, module: &str, text: &str, instead: &str) -> Netlist {
    let all = netlist.to_text();
    let begin = all.find(&format!("\nmodule {module} {{\n"));
    let begin = begin.unwrap_or_else(|| panic!("there is no module `{module}`"));
    let (before, rest) = all.split_at(begin);
    let (inside, after) = rest.split_at(rest.find("\n}\n").expect("a module has an end"));
    let found = inside.matches(text).count();
    assert_eq!(found, 1, "places of `{text}` in{inside}");
    let changed = [before, &inside.replace(text, instead), after].concat();
    let read = Netlist::from_text(&changed);
    let netlist = read.unwrap_or_else(|error| panic!("`{instead}` in `{module}`: {error}"));
    let verified = netlist.verify();
    verified.unwrap_or_else(|error| panic!("`{instead}` in `{module}`: {error}"));
    netlist
}

/// The message of a check that panics, if it does.
pub fn message_of(check: impl FnOnce()) -> Option<String> {
    let panic = catch_unwind(AssertUnwindSafe(check)).err()?;
    let text = panic.downcast_ref::<String>().cloned();
    Some(text.unwrap_or_else(|| "no text".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DESIGN: &str = "top outer

module inner {
  input a : 2
  output b : 2
  assign b = (add a 2'h1)
}

module outer {
  input a : 2
  output b : 2
  net part.b : 2
  assign b = (add (add a 2'h1) part.b)
  instance part of inner
  connect part a = a
  drive part b -> part.b
}
";

    #[test]
    fn the_text_of_one_module_is_changed() {
        let netlist = Netlist::from_text(DESIGN).unwrap();
        let changed = planted(&netlist, "inner", "(add ", "(sub ").to_text();
        assert_eq!(changed, netlist.to_text().replacen("(add ", "(sub ", 1));
    }

    #[test]
    fn what_is_no_fault_of_the_circuit_is_refused() {
        let netlist = Netlist::from_text(DESIGN).unwrap();
        for (module, text, instead, expected) in [
            ("none", "", "", "there is no module `none`"),
            ("inner", "(sub ", "", "places of `(sub ` in\nmodule inner {"),
            (
                "outer",
                "(add ",
                "(sub ",
                "places of `(add ` in\nmodule outer {",
            ),
            ("inner", "2'h1", "3'h1", "`3'h1` in `inner`: "),
        ] {
            let message = message_of(|| drop(planted(&netlist, module, text, instead)));
            let message = message.expect("it is refused");
            assert!(message.contains(expected), "{message}");
        }
    }
}
