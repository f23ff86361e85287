//! Transition systems written as text: `edge("x >= 1, y != 0", "x = x - 1")`.

use crate::algebra::{Atom, Rel, Term, Var};
use crate::its::{Edge, EdgeId, Node, NodeId, System};

/// Variables are the letters `a` to `z`, numbered from 0.
pub(super) fn var(c: char) -> Var {
    c as u32 - 'a' as u32
}

/// A sum of products of letters and numbers, such as `2*x - y*z + 3`.
pub(super) fn term(text: &str) -> Term {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut sum = Term::zero();
    let mut rest = text.as_str();
    while !rest.is_empty() {
        let sign = if rest.starts_with('-') { -1 } else { 1 };
        rest = rest.trim_start_matches(['+', '-']);
        let end = rest.find(['+', '-']).unwrap_or(rest.len());
        let mut product = Term::constant(sign);
        for factor in rest[..end].split('*') {
            let value = match factor.parse::<i128>() {
                Ok(n) => Term::constant(n),
                Err(_) => Term::var(var(factor.chars().next().unwrap())),
            };
            product = product.mul(&value).unwrap();
        }
        sum = sum.add(&product).unwrap();
        rest = &rest[end..];
    }
    sum
}

/// A comparison of two terms.
pub(super) fn atom(text: &str) -> Atom {
    for op in ["<=", ">=", "!=", "<", ">", "="] {
        if let Some((a, b)) = text.split_once(op) {
            let (a, b) = (term(a), term(b));
            return match op {
                "<=" => Atom::le(&a, &b).ok(),
                ">=" => Atom::le(&b, &a).ok(),
                "<" => Atom::lt(&a, &b).ok(),
                ">" => Atom::lt(&b, &a).ok(),
                "!=" => Atom::ne(&a, &b).ok(),
                _ => Some(Atom::new(Rel::Eq, a.sub(&b).unwrap())),
            }
            .unwrap();
        }
    }
    panic!("no comparison in {text}");
}

/// Nodes as strings of letters; edges as (from, to, facts, assignments). A variable of the target
/// that is not assigned keeps its value; `x = ?` gives it any value.
pub(super) fn system(nodes: &[&str], edges: &[(usize, usize, &str, &str)]) -> System {
    let nodes: Vec<Node> = nodes
        .iter()
        .enumerate()
        .map(|(id, vars)| Node { id: NodeId(id), vars: vars.chars().map(var).collect() })
        .collect();
    let edges = edges
        .iter()
        .enumerate()
        .map(|(i, (from, to, facts, sets))| {
            let mut target: Vec<(Var, Term)> = nodes[*to].vars.iter().map(|v| (*v, Term::var(*v))).collect();
            for set in sets.split(',').filter(|s| !s.trim().is_empty()) {
                let (v, t) = set.split_once('=').unwrap();
                let v = var(v.trim().chars().next().unwrap());
                target.retain(|(w, _)| *w != v);
                if t.trim() != "?" {
                    target.push((v, term(t)));
                }
            }
            Edge {
                id: EdgeId(10 + i),
                from: NodeId(*from),
                to: NodeId(*to),
                facts: facts.split(',').filter(|s| !s.trim().is_empty()).map(atom).collect(),
                target,
            }
        })
        .collect();
    System { nodes, edges }
}
