//! Maps of coverings.

use super::states::affine;
use super::{places, steps};
use certificates::{Certificate, Instance, Root, Step};

/// A certificate for each covering whose map `change` can falsify.
pub fn maps(c: &Certificate, change: impl Fn(&mut Instance) -> Option<()>) -> Vec<Certificate> {
    let mut all = steps(c, |c, at| match &mut c.steps[at] {
        Step::Goto { instance, .. } | Step::Call { instance, .. } => change(instance),
        _ => None,
    });
    all.extend(places(c, c.roots.len(), |c, at| match &mut c.roots[at] {
        Root::Covered { instance, .. } => change(instance),
        Root::Infeasible { .. } => None,
    }));
    all
}

pub fn other_value(c: &Certificate) -> Vec<Certificate> {
    maps(c, |map| {
        let term = map.variables.last_mut()?;
        *term = affine(term, 1, 1);
        Some(())
    })
}

pub fn counted_twice(c: &Certificate) -> Vec<Certificate> {
    maps(c, |map| {
        let [.., (_, first), (_, second)] = map.blocks.as_mut_slice() else {
            return None;
        };
        *second = *first;
        Some(())
    })
}

pub fn blocks_exchanged(c: &Certificate) -> Vec<Certificate> {
    maps(c, |map| {
        let [.., (_, first), (_, second)] = map.blocks.as_mut_slice() else {
            return None;
        };
        std::mem::swap(first, second);
        Some(())
    })
}

pub fn cells_exchanged(c: &Certificate) -> Vec<Certificate> {
    maps(c, |map| {
        let [.., (_, first), (_, second)] = map.entries.as_mut_slice() else {
            return None;
        };
        std::mem::swap(first, second);
        Some(())
    })
}

/// A block of the node stands for none of the state.
pub fn block_left_out(c: &Certificate) -> Vec<Certificate> {
    maps(c, |map| map.blocks.pop().map(|_| ()))
}

pub fn cell_left_out(c: &Certificate) -> Vec<Certificate> {
    maps(c, |map| map.entries.pop().map(|_| ()))
}
