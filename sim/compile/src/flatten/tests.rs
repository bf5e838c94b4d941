//! Test of the limit of operations.

use super::*;

#[test]
fn registers_above_the_limit_are_refused_before_they_are_made() {
    let mut text = "top t\n\nmodule t {\n  input clock : clock\n".to_owned();
    for number in 0..100 {
        text += &format!("  net r{number} : 640\n");
    }
    for number in 0..100 {
        text += &format!("  register r{number} clock clock initial 640'h0 next r{number}\n");
    }
    let netlist = Netlist::from_text(&(text + "}\n")).unwrap();
    let mut flat = Flatten::new(&netlist, 100);
    assert_eq!(flat.seed(), Err(CompileError::TooMany { most: 100 }));
    assert!(flat.design.registers.len() <= 110);
    assert_eq!(Flatten::new(&netlist, 1001).seed(), Ok(()));
}
