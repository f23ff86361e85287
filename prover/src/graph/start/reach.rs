//! The globals that a function can reach: those a certificate keeps.

use crate::program::{Global, Operand, Program, reach};
use std::collections::{BTreeMap, BTreeSet};

/// Names of the globals that the entry function may touch, those that their initialisers point to, and
/// those in `also`, with theirs.
pub(super) fn kept_globals(program: &Program, entry: &str, also: &[String]) -> BTreeSet<String> {
    let globals: BTreeMap<&str, &Global> = program.globals.iter().map(|g| (g.name.as_str(), g)).collect();
    let touched = reach::reach(program).remove(entry).unwrap_or_default();
    if touched.anything {
        return globals.keys().map(|name| (*name).to_owned()).collect();
    }
    let mut open: Vec<&str> = touched.globals.iter().chain(also).map(String::as_str).collect();
    let mut kept = BTreeSet::new();
    while let Some(name) = open.pop() {
        let Some(global) = globals.get(name).filter(|_| !kept.contains(name)) else {
            continue;
        };
        kept.insert(name.to_owned());
        for cell in global.cells.iter().flatten() {
            if let Operand::Global { name, .. } = &cell.value {
                open.push(name);
            }
        }
    }
    kept
}
