use super::*;
use crate::activity::Activity;
use crate::flatten::flatten;
use crate::layout::Layout;
use crate::options::Options;
use crate::place::ScheduleSlot;
use crate::plan::plans;
use crate::region::{Item, RegionId};
use gatefall_netlist::Netlist;

/// A counter; a divider that it steps; in another instance two registers that follow the divider,
/// one after the other; two registers that change in every cycle; a memory that the divider writes.
const TEXT: &str = "top t

module followers {
  input clock : clock
  input slow : 16
  output third : 16
  net second : 16
  net last : 16
  assign third = last
  register second clock clock initial 16'h0000 next (mul slow (add slow 16'h0003))
  register last clock clock initial 16'h0000 next (xor second (add slow 16'h0007))
}

module t {
  input clock : clock
  output out : 16
  net count : 16
  net slow : 16
  net third : 16
  net mixed : 16
  net product : 16
  net step : 1
  net m.data : 16
  assign out = mixed
  assign step = (eq (slice count 0 8) 8'hff)
  register count clock clock initial 16'h0000 next (add count 16'h0001)
  register slow clock clock initial 16'h0000 next (mux step (add slow 16'h0001) slow)
  register mixed clock clock initial 16'h0000 \
      next (mux (slice count 0 1) (add third (mul slow m.data)) \
      (mul (xor (mul mixed count) (add mixed (mul count 16'h0007))) (xor mixed (mul mixed count))))
  register product clock clock initial 16'h0000 next (mul mixed count)
  memory m width 16 address 4
  read m data m.data address (slice slow 0 4)
  write m clock clock enable step address (slice slow 0 4) data third
  instance followers of followers
  connect followers clock = clock
  connect followers slow = slow
  drive followers third -> third
}
";

/// A free-running counter; a register that it steps; a pipeline behind an enable; a register that
/// changes in every cycle. The last two share a value with a part that rarely changes.
const LEFT_OUT: &str = "top t

module t {
  input clock : clock
  input enable : 1
  output out : 16
  net ticks : 16
  net slow : 16
  net noise : 16
  net first : 16
  net second : 16
  net third : 16
  net step : 1
  net shared : 16
  assign out = third
  assign shared = (add first (mul slow (xor slow 16'h0007)))
  assign step = (eq ticks 16'h03e7)
  register ticks clock clock initial 16'h0000 next (mux step 16'h0000 (add ticks 16'h0001))
  register slow clock clock initial 16'h0000 next (mux step (add slow 16'h0001) slow)
  register noise clock clock initial 16'h0000 \
      next (add (add (mul noise 16'h6255) 16'h3619) shared)
  register first clock clock initial 16'h0000 next (mux enable (add first 16'h0001) first)
  register second clock clock initial 16'h0000 \
      next (mul (add first 16'h0005) (mul shared (xor shared 16'h0007)))
  register third clock clock initial 16'h0000 \
      next (mul (add second 16'h000b) (mul second (xor second 16'h000d)))
}
";

fn planned(text: &str) -> (Design, Gates, Plans) {
    let design = flatten(&Netlist::from_text(text).unwrap()).unwrap();
    let layout = Layout::new(&design).unwrap();
    let mut activity = Activity::new(&design);
    for enable in 0..2 {
        let mut image = vec![0; layout.size as usize];
        for input in 0..design.inputs.len() as u32 {
            let slot = layout.slot(Node::Input(input));
            slot.write(&mut image, enable);
        }
        activity.sample(&design, &layout, &image);
    }
    let gates = Gates::new(&design, &activity, Options::default());
    let plans = plans(&design, &gates);
    (design, gates, plans)
}

fn register(design: &Design, name: &str) -> usize {
    let node = design.signals[name].word[0];
    let mut registers = design.registers.iter();
    registers
        .position(|register| register.node == node)
        .unwrap()
}

/// The fault after a change of the plans.
fn fault(change: impl Fn(&Design, &mut Gates, &mut Plans)) -> String {
    fault_of(TEXT, change)
}

fn fault_of(text: &str, change: impl Fn(&Design, &mut Gates, &mut Plans)) -> String {
    let (design, mut gates, mut plans) = planned(text);
    assert_eq!(verify(&design, &gates, &plans), Ok(()));
    change(&design, &mut gates, &mut plans);
    verify(&design, &gates, &plans).unwrap_err()
}

#[test]
fn a_register_that_does_not_activate_its_readers_is_found() {
    let fault = fault(|design, gates, _| {
        gates.register_activates[register(design, "slow")].clear();
    });
    assert!(
        fault.ends_with("register 1 `slow` does not activate it"),
        "{fault}"
    );
}

#[test]
fn a_memory_that_does_not_activate_its_readers_is_found() {
    let fault = fault(|_, gates, _| gates.memory_activates[0].clear());
    assert!(
        fault.ends_with("memory `m` does not activate it"),
        "{fault}"
    );
}

#[test]
fn a_detected_node_that_does_not_activate_its_readers_is_found() {
    let fault = fault(|_, gates, _| {
        gates
            .detected
            .values_mut()
            .for_each(|activates| activates.clear());
    });
    assert!(fault.contains("change-detected n"), "{fault}");
    assert!(fault.ends_with(" does not activate it"), "{fault}");
}

#[test]
fn a_write_before_a_read_of_another_partition_is_found() {
    let fault = fault(|design, gates, _| {
        let slow = register(design, "slow");
        assert!(gates.deferred_registers[slow]);
        gates.deferred_registers[slow] = false;
    });
    assert_eq!(
        fault,
        "partition 3: register 1 `slow` is read after it was overwritten"
    );
}

#[test]
fn a_read_after_the_write_of_a_register_is_found() {
    let fault = fault(|_, gates, plans| {
        gates.deferred_registers.fill(false);
        for (_, plan) in &mut plans.partitions {
            plan.before.clear();
            plan.regions[0].items.reverse();
        }
    });
    assert!(
        fault.ends_with("is read after it was overwritten"),
        "{fault}"
    );
}

#[test]
fn a_value_that_is_defined_nowhere_is_found() {
    let fault = fault(|_, _, plans| plans.always.slots.clear());
    assert!(fault.ends_with("is used before it is defined"), "{fault}");
}

#[test]
fn a_value_that_is_defined_in_another_branch_is_found() {
    let fault = fault(|design, _, plans| {
        let plan = &mut plans.always;
        assert!(!plan.arms.is_empty(), "there is a branch");
        // Everything is put into a local at its first use, and nothing before a branch.
        plan.stored.extend(plan.slots.keys());
        plan.before.clear();
        // The product is first used in the branch.
        let items = &mut plan.regions[0].items;
        items.retain(|item| !matches!(item, Item::Detect { .. }));
        items.sort_by_key(|item| match item {
            Item::Set {
                register: number, ..
            } => *number != register(design, "mixed"),
            _ => false,
        });
    });
    assert!(
        fault.ends_with("is defined in another branch than its use"),
        "{fault}"
    );
}

#[test]
fn a_hoisted_value_before_its_partition_is_found() {
    let fault = fault(|_, gates, plans| {
        assert!(gates.early.is_empty());
        let items = &mut plans.always.regions[RegionId(0).0].items;
        items.retain(|item| !matches!(item, Item::RunPartitions));
    });
    assert!(fault.ends_with("is used before it is defined"), "{fault}");
}

#[test]
fn an_unnoticed_change_of_the_stall_condition_is_found() {
    let fault = fault(|design, gates, _| {
        gates.stall = Some(StallDomain {
            condition: design.signals["count"].word[0],
            registers: BTreeSet::new(),
            detected: BTreeSet::new(),
            sources: BTreeSet::new(),
            depth: 1,
        });
    });
    assert_eq!(
        fault,
        "condition of the stall domain: register 0 `count` does not activate it"
    );
}

#[test]
fn a_counter_that_is_read_between_its_deadlines_is_found() {
    let fault = fault_of(LEFT_OUT, |design, _, plans| {
        let ticks = design.signals["ticks"].word[0];
        let (region, plan) = (RegionId(0), &mut plans.always);
        let item = plan.regions[region.0].items.len();
        plan.slots.insert(ticks, ScheduleSlot { region, item });
        plan.regions[region.0].items.push(Item::Set {
            register: register(design, "noise"),
            value: ticks,
        });
    });
    assert_eq!(fault, "register 0 `ticks` is read while it is not exact");
}

#[test]
fn a_detected_value_that_is_not_compared_is_found() {
    let fault = fault_of(LEFT_OUT, |_, _, plans| {
        let counters = plans.counters.as_mut().expect("there is a counter");
        let items = &mut counters.regions[0].items;
        items.retain(|item| !matches!(item, Item::Detect { .. }));
    });
    assert_eq!(fault, "counters: other values are compared than detected");
}
