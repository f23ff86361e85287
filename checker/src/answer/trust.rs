//! `haltcheck trust`: what must be believed for one certificate.

use std::fmt::Write;

use crate::answer::report::{self, Origin, REBUILD};
use crate::answer::verdict::{How, Report};
use crate::answer::{bounds, call};
use crate::decide::entail::Solvers;
use crate::decide::solver;

/// The answer for a certificate that is valid for its own claim.
pub fn text(report: &Report, origin: Origin, solvers: &Solvers) -> String {
    let mut out = String::new();
    written(&mut out, report, origin, solvers).map_or_else(|_| String::new(), |()| out)
}

fn written(out: &mut String, report: &Report, origin: Origin, solvers: &Solvers) -> std::fmt::Result {
    let claim = &report.claim;
    writeln!(out, "VALID for what the certificate claims itself (haltcheck CERT compares it with what you want)")?;
    if origin == Origin::Embedded {
        writeln!(out, "{REBUILD}")?;
    }
    writeln!(out, "claim: {} of {}", report::properties(claim).join(", "), claim.entry)?;
    writeln!(out, "  {}, signed overflow: {}, module sha256 {}", claim.data_model, claim.overflow, claim.module_hash)?;
    writeln!(out, "obligations: {}", report.total())?;
    let solver = report.decided(How::Solver);
    let lines = [
        (How::Trivial, "trivial: no variable in them"),
        (How::Native, "native: the checker's own linear steps, exact arithmetic"),
        (How::Farkas, "Farkas: coefficients in the certificate, exact arithmetic"),
    ];
    for (how, meaning) in lines {
        writeln!(out, "  {:>8}  {meaning}", report.decided(how))?;
    }
    writeln!(out, "  {solver:>8}  solver: {}", rests(solver, solvers))?;
    for (rule, tally) in &report.obligations {
        if let count @ 1.. = tally[How::Solver as usize] {
            writeln!(out, "  {count:>18}  {rule}")?;
        }
    }
    writeln!(out, "vacuity:")?;
    writeln!(out, "  {} infeasible leaves (paths that the knowledge excludes)", report.infeasible)?;
    writeln!(out, "  contradictory nodes: {}", report::contradictory(report))?;
    if let Some(cases) = &report.cases {
        writeln!(out, "  precondition: {}", report::precondition(cases))?;
        for line in call::vacuity(claim, cases) {
            writeln!(out, "  {line}")?;
        }
    }
    for limit in &report.bounds {
        writeln!(out, "bounded: {}", bounds::line(limit))?;
        writeln!(out, "  counted: {}", bounds::meaning(&limit.resource))?;
    }
    writeln!(out, "assumptions:")?;
    for assumption in report::assumptions(claim) {
        writeln!(out, "  {assumption}")?;
    }
    writeln!(
        out,
        "contracts of external functions: {}",
        match claim.contracts.as_slice() {
            [] => "none".into(),
            names => names.join(", "),
        }
    )?;
    writeln!(out, "versions:")?;
    writeln!(out, "  haltcheck {}, certificate format {}", env!("CARGO_PKG_VERSION"), certificates::FORMAT_VERSION)?;
    writeln!(out, "  solver: {}", solver::version())?;
    if let Solvers::Two(second) = solvers {
        writeln!(out, "  second solver: {}", second.version)?;
    }
    writeln!(out, "what else must be believed, in order of size: spec/trust.md")
}

/// What the obligations that a solver decided rest on.
fn rests(count: u64, solvers: &Solvers) -> &'static str {
    match (count, solvers) {
        (0, _) => "nothing rests on a solver",
        (_, Solvers::Two(_)) => "Z3 and Yices agree",
        _ => "Z3 alone (--cross-check asks Yices as well)",
    }
}
