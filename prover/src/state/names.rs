//! Names of variables in terms of the C program, for messages.

use super::State;
use crate::algebra::{Term, Var};
use crate::program::{Function, Reg};
use certificates::Kind;
use std::collections::{BTreeMap, BTreeSet};

/// Names given so far, each to one variable.
#[derive(Default)]
struct Names {
    names: BTreeMap<Var, String>,
    taken: BTreeSet<String>,
}

impl Names {
    /// Names the term if it is a variable without a name.
    fn give(&mut self, term: &Term, name: String) {
        if let Some(v) = term.as_var()
            && !self.names.contains_key(&v)
            && self.taken.insert(name.clone())
        {
            self.names.insert(v, name);
        }
    }
}

impl State {
    /// C names for variables, where bindings, blocks and entries give one: `x`, `&x`, `offset(p)` in p's
    /// block, `size(*p)` of that block, `*p`, and `end(*p)`, where a zero byte stands in it.
    pub fn names(&self, function: &Function) -> BTreeMap<Var, String> {
        let mut names = Names::default();
        for b in self.blocks.values() {
            let name = match &b.kind {
                Kind::Stack(register) => function
                    .registers
                    .iter()
                    .find(|r| r.name == *register)
                    .and_then(|r| r.variable.clone())
                    .map(|v| format!("&{v}")),
                Kind::Global(g) | Kind::Function(g) => Some(format!("&{g}")),
                _ => None,
            };
            if let Some(name) = name {
                names.give(&b.base, name);
            }
        }
        let bound = |(r, value): (&Reg, _)| {
            let r = &function.registers[*r];
            let name = r.variable.clone().unwrap_or(format!("%{}", r.name));
            Some((name, value))
        };
        let bound: Vec<_> = self.bindings.iter().filter_map(bound).collect();
        for (name, value) in &bound {
            names.give(&value.term, name.clone());
        }
        for (name, value) in &bound {
            self.pointed(name, &value.term, &mut names);
        }
        names.names
    }

    /// Names what a pointer points to.
    fn pointed(&self, name: &str, pointer: &Term, names: &mut Names) {
        for (id, b) in &self.blocks {
            let Ok(offset) = pointer.sub(&b.base) else {
                continue;
            };
            let based = b.base.as_var().is_some_and(|v| pointer.coefficient(&[v]) == 1);
            if !based {
                continue;
            }
            names.give(&offset, format!("offset({name})"));
            names.give(&b.size, format!("size(*{name})"));
            for e in self.entries.values().filter(|e| e.block == *id) {
                if e.offset == offset {
                    names.give(&e.value, format!("*{name}"));
                } else if e.value.as_constant() == Some(0) {
                    names.give(&e.offset, format!("end(*{name})"));
                }
            }
        }
    }
}
