//! The globals that a function can reach: those a certificate keeps.

use crate::program::{Function, Op, Operand, Program, liveness};
use std::collections::BTreeSet;

/// Names of the globals that the entry function mentions, or a function that it calls (or could call
/// through a pointer), or the initialiser of such a global; and those in `also`.
pub fn kept_globals(program: &Program, entry: &str, also: &[String]) -> BTreeSet<String> {
    let mut reach = Reach {
        globals: BTreeSet::new(),
        functions: BTreeSet::new(),
        open_globals: also.to_vec(),
        open_functions: vec![entry.to_owned()],
    };
    loop {
        if let Some(name) = reach.open_functions.pop() {
            if let Some(function) = program.functions.get(&name)
                && reach.functions.insert(name)
            {
                reach.function(program, function);
            }
        } else if let Some(name) = reach.open_globals.pop() {
            if let Some(global) = program.globals.iter().find(|g| g.name == name)
                && reach.globals.insert(name)
            {
                let cells = global.cells.iter().flatten();
                cells.for_each(|cell| reach.operand(&cell.value));
            }
        } else {
            return reach.globals;
        }
    }
}

struct Reach {
    globals: BTreeSet<String>,
    functions: BTreeSet<String>,
    open_globals: Vec<String>,
    open_functions: Vec<String>,
}

impl Reach {
    fn operand(&mut self, op: &Operand) {
        match op {
            Operand::Global { name, .. } => self.open_globals.push(name.clone()),
            Operand::Function(name) => self.open_functions.push(name.clone()),
            _ => {}
        }
    }

    fn function(&mut self, program: &Program, function: &Function) {
        for block in &function.blocks {
            for (_, op) in block.phis.iter().flat_map(|p| &p.incoming) {
                self.operand(op);
            }
            for i in &block.instructions {
                if let Op::Call { callee, .. } = &i.op {
                    self.open_functions.push(callee.clone());
                }
                if let Op::IndirectCall { .. } = &i.op {
                    // The pointer may come from anywhere.
                    self.open_functions
                        .extend(program.functions.keys().cloned());
                }
                let values = liveness::operands(&i.op);
                values.into_iter().for_each(|op| self.operand(op));
            }
        }
    }
}
