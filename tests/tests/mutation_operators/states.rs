//! Nodes: states that say more, or of another place.

use super::nodes;
use certificates::{Atom, CallerId, Certificate, Int, Kind, Monomial, Rel, Sign, Term};

/// `factor * term + constant`
pub fn affine(term: &Term, factor: i128, constant: i128) -> Term {
    let mut out = Term::default();
    let mut sum = constant;
    for (monomial, Int(coefficient)) in &term.0 {
        if monomial.0.is_empty() {
            sum += factor * coefficient;
        } else {
            out.0.push((monomial.clone(), Int(factor * coefficient)));
        }
    }
    if sum != 0 {
        out.0.insert(0, (Monomial(vec![]), Int(sum)));
    }
    out
}

/// Adds an atom about the first value of a node that is not constant.
pub fn learn(c: &mut Certificate, node: usize, rel: Rel, factor: i128, constant: i128) -> Option<()> {
    let state = &mut c.nodes[node].state;
    let term = &state.bindings.iter().find(|b| b.value.0.iter().any(|(m, _)| !m.0.is_empty()))?.value;
    let term = affine(term, factor, constant);
    state.knowledge.push(Atom { rel, term });
    Some(())
}

pub fn node_strengthened(c: &Certificate) -> Vec<Certificate> {
    nodes(c, |c, at| learn(c, at, Rel::Eq, 1, -123_457))
}

pub fn range_assumed(c: &Certificate) -> Vec<Certificate> {
    let mut all = nodes(c, |c, at| learn(c, at, Rel::Le, 1, -1));
    all.extend(nodes(c, |c, at| learn(c, at, Rel::Le, -1, 2)));
    all
}

pub fn entry_value(c: &Certificate) -> Vec<Certificate> {
    nodes(c, |c, at| {
        let shared = c.nodes.get(c.nodes[at].entry as usize)?.state.variables;
        let state = &mut c.nodes[at].state;
        let own = |t: &Term| t.0.iter().any(|(m, _)| m.0.iter().any(|v| *v >= shared));
        let binding = state.bindings.iter_mut().find(|b| own(&b.value))?;
        (shared > 0).then(|| binding.value = Term::from(vec![(Monomial(vec![0]), Int(1))]))
    })
}

pub fn flip(sign: &mut Sign) {
    *sign = match sign {
        Sign::Signed => Sign::Unsigned,
        Sign::Unsigned => Sign::Signed,
    };
}

pub fn binding_sign(c: &Certificate) -> Vec<Certificate> {
    nodes(c, |c, at| c.nodes[at].state.bindings.first_mut().map(|b| flip(&mut b.sign)))
}

pub fn cell_sign(c: &Certificate) -> Vec<Certificate> {
    nodes(c, |c, at| c.nodes[at].state.entries.first_mut().map(|e| flip(&mut e.sign)))
}

pub fn cell_value(c: &Certificate) -> Vec<Certificate> {
    nodes(c, |c, at| {
        let cell = c.nodes[at].state.entries.first_mut()?;
        cell.value = affine(&cell.value, 1, 1);
        Some(())
    })
}

pub fn block_larger(c: &Certificate) -> Vec<Certificate> {
    nodes(c, |c, at| {
        let block = c.nodes[at].state.blocks.first_mut()?;
        block.size = affine(&block.size, 1, 8);
        Some(())
    })
}

pub fn other_function(c: &Certificate) -> Vec<Certificate> {
    let names: Vec<String> = c.nodes.iter().map(|n| n.position.function.clone()).collect();
    nodes(c, |c, at| {
        let other = names.iter().find(|name| **name != names[at])?;
        c.nodes[at].position.function.clone_from(other);
        Some(())
    })
}

pub fn other_entry(c: &Certificate) -> Vec<Certificate> {
    nodes(c, |c, at| {
        let mine = c.nodes[at].entry;
        let other = c.nodes.iter().map(|n| n.entry).find(|entry| *entry != mine)?;
        c.nodes[at].entry = other;
        Some(())
    })
}

/// The first fact `t <= 0` that is not about a constant becomes `t + 1 <= 0`.
pub fn fact_sharper(c: &Certificate) -> Vec<Certificate> {
    nodes(c, |c, at| {
        let facts = &mut c.nodes[at].state.knowledge;
        let fact = facts.iter_mut().find(|fact| fact.rel == Rel::Le && fact.term.0.len() > 1)?;
        fact.term = affine(&fact.term, 1, 1);
        Some(())
    })
}

pub fn fact_dropped(c: &Certificate) -> Vec<Certificate> {
    nodes(c, |c, at| {
        let facts = &mut c.nodes[at].state.knowledge;
        (!facts.is_empty()).then(|| drop(facts.remove(0)))
    })
}

/// Memory that is there is said to be missing perhaps, or the other way round.
pub fn optional(c: &Certificate) -> Vec<Certificate> {
    nodes(c, |c, at| {
        let block = c.nodes[at].state.blocks.last_mut()?;
        block.optional = !block.optional;
        Some(())
    })
}

/// What a caller keeps from being written may be written.
pub fn writable(c: &Certificate) -> Vec<Certificate> {
    nodes(c, |c, at| {
        let block = c.nodes[at].state.blocks.iter_mut().find(|block| block.read_only)?;
        block.read_only = false;
        Some(())
    })
}

pub fn better_aligned(c: &Certificate) -> Vec<Certificate> {
    nodes(c, |c, at| {
        let block = c.nodes[at].state.blocks.first_mut()?;
        block.align *= 64;
        Some(())
    })
}

/// A block of the caller's is said to be a part of an object that may be written.
pub fn part_of_an_object(c: &Certificate) -> Vec<Certificate> {
    nodes(c, |c, at| {
        c.nodes[at].state.blocks.iter_mut().find_map(|block| match block.kind {
            Kind::Caller(CallerId::Block(number)) => {
                block.kind = Kind::Caller(CallerId::Part { object: 0, number });
                Some(())
            }
            _ => None,
        })
    })
}

/// A block of another identity or sort: what a caller has is on the heap, and the other way round.
pub fn other_kind(c: &Certificate) -> Vec<Certificate> {
    nodes(c, |c, at| {
        let block = c.nodes[at].state.blocks.first_mut()?;
        block.kind = match block.kind {
            Kind::Heap => Kind::Caller(CallerId::Block(9)),
            _ => Kind::Heap,
        };
        Some(())
    })
}

/// The address of a function is that of another one.
pub fn other_function_block(c: &Certificate) -> Vec<Certificate> {
    let names: Vec<String> = c.nodes.iter().map(|node| node.position.function.clone()).collect();
    nodes(c, |c, at| {
        let blocks = &mut c.nodes[at].state.blocks;
        let name = blocks.iter_mut().find_map(|block| match &mut block.kind {
            Kind::Function(name) => Some(name),
            _ => None,
        })?;
        name.clone_from(names.iter().find(|other| *other != name)?);
        Some(())
    })
}
