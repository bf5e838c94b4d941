//! Proof of claims by z3.

use gatefall_tests::KeptRun;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Counterexamples in a message.
const MOST_SHOWN: usize = 5;

/// Two formulas that are equal for all values of the inputs.
pub struct Claim {
    /// The rule and its operands.
    pub name: String,
    pub left: String,
    pub right: String,
    /// Condition on the inputs, in SMT-LIB.
    pub given: String,
}

impl Claim {
    fn negation(&self) -> String {
        let Claim {
            left, right, given, ..
        } = self;
        format!("(assert {given})\n(assert (distinct {left} {right}))\n(check-sat)\n")
    }
}

/// Proves all claims.
///
/// # Panics
/// With counterexamples, if a claim is false.
pub fn prove(declarations: &str, inputs: &[String], claims: &[Claim]) {
    let folder = tempfile::tempdir().unwrap();
    let mut text = declarations.to_owned();
    for claim in claims {
        write!(text, "(push)\n{}(pop)\n", claim.negation()).unwrap();
    }
    let answers = solve(folder.path(), &text);
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!(answers.len(), claims.len(), "{answers:?}");
    let failed = claims.iter().zip(&answers);
    let failed = failed.filter(|(_, answer)| **answer != "unsat");
    let failed: Vec<&Claim> = failed.map(|(claim, _)| claim).collect();
    let shown = failed.iter().take(MOST_SHOWN);
    let shown = shown.map(|claim| counterexample(folder.path(), declarations, inputs, claim));
    let shown: Vec<String> = shown.collect();
    assert!(
        failed.is_empty(),
        "{} of {} claims are false:\n{}",
        failed.len(),
        claims.len(),
        shown.join("\n")
    );
}

fn counterexample(folder: &Path, declarations: &str, inputs: &[String], claim: &Claim) -> String {
    let Claim { left, right, .. } = claim;
    let formulas = format!("{left} {right} {}", claim.given);
    let used = inputs.iter().filter(|input| formulas.contains(*input));
    let values: String = used.map(|input| format!(" {input}")).collect();
    let negation = claim.negation();
    let text = format!("{declarations}{negation}(get-value ({left} {right}{values}))\n");
    let answer = solve(folder, &text);
    format!("{}\n  {left}\n  became {right}\n  {answer}", claim.name)
}

fn solve(folder: &Path, text: &str) -> String {
    fs::write(folder.join("claims.smt2"), text).unwrap();
    let mut solver = Command::new("z3");
    let run = KeptRun::new(solver.arg("claims.smt2").current_dir(folder));
    let output = run.run(60);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(!said.contains("(error"), "{said}\n{text}");
    said
}
