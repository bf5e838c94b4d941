//! The slowest path, in signal names of the design.

use super::Design;
use gatefall_toolchain::{CriticalPath, PathStep};

/// Consecutive steps of one signal.
#[derive(Debug, PartialEq)]
pub(super) struct Hop {
    /// Name of the signal in the design.
    pub signal: String,
    /// Delay of look-up tables and registers, in nanoseconds.
    pub logic: f64,
    /// Delay of wires, in nanoseconds.
    pub routing: f64,
    /// Total delay from the clock edge to the end of the hop, in nanoseconds.
    pub at: f64,
}

/// The longest path between clocked elements.
pub(super) fn slowest(design: &Design) -> Option<&CriticalPath> {
    let clocked = |path: &&CriticalPath| !path.from.starts_with('<') && !path.to.starts_with('<');
    let time = |path: &CriticalPath| path.path.iter().map(|step| step.delay).sum::<f64>();
    let paths = design.critical_paths.iter().filter(clocked);
    paths.max_by(|a, b| time(a).total_cmp(&time(b)))
}

/// The hops of a path.
pub(super) fn hops(path: &CriticalPath) -> Vec<Hop> {
    let mut hops: Vec<Hop> = Vec::new();
    let mut at = 0.0;
    for step in &path.path {
        at += step.delay;
        let signal = signal(step);
        let (logic, routing) = match step.kind.as_str() {
            "routing" => (0.0, step.delay),
            _ => (step.delay, 0.0),
        };
        match hops.last_mut() {
            Some(last) if last.signal == signal => {
                last.logic += logic;
                last.routing += routing;
                last.at = at;
            }
            _ => hops.push(Hop {
                signal,
                logic,
                routing,
                at,
            }),
        }
    }
    hops
}

/// Signal name of a step, without the suffixes of synthesis.
fn signal(step: &PathStep) -> String {
    let name = step.net.as_deref().unwrap_or(&step.to.cell);
    let name = name.split("_SB_").next().unwrap_or(name);
    let name = name.split('$').find(|part| !part.is_empty());
    let name = name.unwrap_or("(unnamed)");
    name.trim_end_matches("_LC").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_toolchain::PathEnd;

    fn step(kind: &str, delay: f64, net: Option<&str>, cell: &str) -> PathStep {
        PathStep {
            delay,
            kind: kind.to_owned(),
            net: net.map(str::to_owned),
            to: PathEnd {
                cell: cell.to_owned(),
            },
        }
    }

    #[test]
    fn steps_of_one_signal_are_one_hop() {
        let path = CriticalPath {
            from: "posedge clock".to_owned(),
            to: "posedge clock".to_owned(),
            path: vec![
                step("clk-to-q", 0.5, None, "core.row_SB_DFF_Q_LC"),
                step("routing", 1.5, Some("core.row[1]"), "core.sum_SB_LUT4_O_LC"),
                step("logic", 0.25, None, "core.sum_SB_LUT4_O_LC"),
                step(
                    "routing",
                    1.0,
                    Some("core.sum_SB_LUT4_O_I3[2]"),
                    "core.sum_SB_LUT4_O_1_LC",
                ),
                step("setup", 0.25, None, "core.sum_SB_LUT4_O_1_LC"),
            ],
        };
        let hops = hops(&path);
        let shown: Vec<_> = hops
            .iter()
            .map(|hop| format!("{} {} {} {}", hop.signal, hop.logic, hop.routing, hop.at))
            .collect();
        assert_eq!(
            shown,
            [
                "core.row 0.5 0 0.5",
                "core.row[1] 0 1.5 2",
                "core.sum 0.5 1 3.5"
            ]
        );
    }
}
