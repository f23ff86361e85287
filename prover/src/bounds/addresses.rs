//! Variables that are addresses. How large an address is says nothing of what a run costs: only distances do.

use crate::algebra::{Monomial, Term, Var};
use crate::graph::Graph;
use crate::program::{Program, Type};
use std::collections::BTreeSet;

/// The variables that are bases of blocks or values of pointers in any node, and those that are known to be pointers.
pub(super) fn addresses(program: &Program, graph: &Graph, known: BTreeSet<Var>) -> BTreeSet<Var> {
    let mut found = known;
    for (_, node) in graph.nodes.entries() {
        let bases = node.state.blocks.values().map(|block| &block.base);
        found.extend(bases.filter_map(Term::as_var));
        let Some(function) = program.functions.get(&*node.state.function) else { continue };
        for (register, value) in &node.state.bindings {
            let pointer = function.registers[*register].ty == Type::Pointer;
            found.extend(value.term.as_var().filter(|_| pointer));
        }
    }
    found
}

/// Whether a term depends on how large addresses are: pointers occur in it other than in differences.
pub(super) fn is_absolute(term: &Term, addresses: &BTreeSet<Var>) -> bool {
    let (single, several): (Vec<_>, Vec<_>) = term.parts().iter().partition(|(m, _)| m.len() <= 1);
    let of_address = |m: &Monomial| m.iter().any(|v| addresses.contains(v));
    let mut coefficients = single.iter().filter(|(m, _)| of_address(m)).map(|(_, c)| *c);
    let sum = coefficients.try_fold(0i128, i128::checked_add);
    sum != Some(0) || several.iter().any(|(m, _)| of_address(m))
}
