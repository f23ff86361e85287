//! Trees: steps left out, exchanged, referred to wrongly; hints that say too much.

use super::{nodes, steps};
use certificates::{Allocation, Bits, Certificate, Detail, Ghost, Hint, Int, Rel, Side, Step, Wrap};
use tests::mutation::trees::children_mut;

pub fn impossible() -> Step {
    Step::Infeasible { witnesses: vec![] }
}

pub fn branch_dropped(c: &Certificate) -> Vec<Certificate> {
    steps(c, |c, at| {
        let Step::Split { no, .. } = c.steps[at] else {
            return None;
        };
        c.steps[no as usize] = impossible();
        Some(())
    })
}

pub fn instruction_skipped(c: &Certificate) -> Vec<Certificate> {
    steps(c, |c, at| {
        let child = *children_mut(&mut c.steps[at]).into_iter().next()?;
        let Step::Exec { next, .. } = c.steps[child as usize] else {
            return None;
        };
        *children_mut(&mut c.steps[at]).into_iter().next()? = next;
        Some(())
    })
}

pub fn return_dropped(c: &Certificate) -> Vec<Certificate> {
    steps(c, |c, at| {
        let Step::Call { returns, .. } = &mut c.steps[at] else {
            return None;
        };
        returns.pop().map(|_| ())
    })
}

pub fn infeasible_leaf(c: &Certificate) -> Vec<Certificate> {
    steps(c, |c, at| (!matches!(c.steps[at], Step::Infeasible { .. })).then(|| c.steps[at] = impossible()))
}

/// Not numbered anew, which would find nothing to number.
pub fn referred_twice(c: &Certificate) -> Vec<Certificate> {
    let changed = |at: usize| {
        let mut new = c.clone();
        let Step::Split { yes, no, .. } = &mut new.steps[at] else {
            return None;
        };
        *no = *yes;
        Some(new)
    };
    (0..c.steps.len()).filter_map(changed).collect()
}

/// These are not collected: the references would not survive it.
pub fn redirected(c: &Certificate, target: impl Fn(usize) -> u32) -> Vec<Certificate> {
    let changed = |at: usize| {
        let mut new = c.clone();
        *children_mut(&mut new.steps[at]).into_iter().next()? = target(at);
        Some(new)
    };
    (0..c.steps.len()).filter_map(changed).collect()
}

pub fn cyclic(c: &Certificate) -> Vec<Certificate> {
    redirected(c, |at| at as u32)
}

pub fn forward(c: &Certificate) -> Vec<Certificate> {
    redirected(c, |at| at as u32 + 1)
}

pub fn free_keeps(c: &Certificate) -> Vec<Certificate> {
    steps(c, |c, at| {
        let Step::Exec { hint, .. } = &mut c.steps[at] else {
            return None;
        };
        let Detail::Release(block @ Some(_)) = &mut hint.detail else {
            return None;
        };
        *block = None;
        Some(())
    })
}

pub fn outcome_flipped(c: &Certificate) -> Vec<Certificate> {
    steps(c, |c, at| {
        let Step::Exec { hint, .. } = &mut c.steps[at] else {
            return None;
        };
        let Detail::Outcome(outcome) = &mut hint.detail else {
            return None;
        };
        *outcome = !*outcome;
        Some(())
    })
}

pub fn wrap_changed(c: &Certificate) -> Vec<Certificate> {
    steps(c, |c, at| {
        let Step::Exec { hint, .. } = &mut c.steps[at] else {
            return None;
        };
        let Wrap::By(Int(times)) = hint.wraps.first_mut()? else {
            return None;
        };
        *times += 1;
        Some(())
    })
}

/// The call is passed over: the path goes on as after its first return.
pub fn call_dropped(c: &Certificate) -> Vec<Certificate> {
    steps(c, |c, at| {
        let Step::Call { returns, .. } = &c.steps[at] else {
            return None;
        };
        let next = returns.first()?.1;
        let mut references = c.steps.iter_mut().flat_map(children_mut);
        *references.find(|reference| **reference as usize == at)? = next;
        Some(())
    })
}

/// A call goes to another function.
pub fn other_callee(c: &Certificate) -> Vec<Certificate> {
    let entries: Vec<u32> = (0..).zip(&c.nodes).filter(|(at, node)| node.entry == *at).map(|(at, _)| at).collect();
    steps(c, |c, at| {
        let Step::Call { entry, .. } = &mut c.steps[at] else {
            return None;
        };
        *entry = *entries.iter().find(|other| *other != entry)?;
        Some(())
    })
}

/// A certificate for each instruction whose hint `change` can falsify.
fn hints(c: &Certificate, change: impl Fn(&mut Hint) -> Option<()>) -> Vec<Certificate> {
    steps(c, |c, at| match &mut c.steps[at] {
        Step::Exec { hint, .. } | Step::Exit { hint, .. } => change(hint),
        _ => None,
    })
}

pub fn other_block(c: &Certificate) -> Vec<Certificate> {
    hints(c, |hint| {
        let access = match &mut hint.detail {
            Detail::Load { access, .. } | Detail::Store { access, .. } => access,
            Detail::Move { target, source, .. } => target.as_mut().or(source.as_mut())?,
            Detail::Fill { target, .. } => target.as_mut()?,
            _ => return None,
        };
        access.block = if access.block == 0 { 1 } else { 0 };
        Some(())
    })
}

/// A cell survives a write to its block that did not.
pub fn cell_survives(c: &Certificate) -> Vec<Certificate> {
    hints(c, |hint| {
        let (Detail::Store { keep, .. } | Detail::Move { keep, .. } | Detail::Fill { keep, .. }) = &mut hint.detail
        else {
            return None;
        };
        let next = (0..).find(|id| keep.iter().all(|(kept, _)| kept != id))?;
        keep.push((next, Side::Before));
        keep.sort_by_key(|(id, _)| *id);
        Some(())
    })
}

pub fn side_flipped(c: &Certificate) -> Vec<Certificate> {
    hints(c, |hint| {
        let (Detail::Store { keep, .. } | Detail::Move { keep, .. } | Detail::Fill { keep, .. }) = &mut hint.detail
        else {
            return None;
        };
        let (_, side) = keep.first_mut()?;
        *side = match side {
            Side::Before => Side::After,
            Side::After => Side::Before,
        };
        Some(())
    })
}

pub fn other_cell(c: &Certificate) -> Vec<Certificate> {
    hints(c, |hint| {
        let Detail::Load { entry, .. } = &mut hint.detail else {
            return None;
        };
        *entry = Some(entry.map_or(0, |entry| entry + 1));
        Some(())
    })
}

pub fn other_case(c: &Certificate) -> Vec<Certificate> {
    hints(c, |hint| {
        let Detail::Case(case) = &mut hint.detail else {
            return None;
        };
        *case = match case {
            Some(0) => None,
            Some(place) => Some(*place - 1),
            None => Some(0),
        };
        Some(())
    })
}

pub fn allocation(c: &Certificate) -> Vec<Certificate> {
    hints(c, |hint| {
        let (Detail::Allocate { outcome, .. } | Detail::Reallocate { outcome, .. }) = &mut hint.detail else {
            return None;
        };
        *outcome = match outcome {
            Allocation::Succeeds => Allocation::Optional,
            Allocation::Optional => Allocation::Succeeds,
        };
        Some(())
    })
}

pub fn operand_signs(c: &Certificate) -> Vec<Certificate> {
    hints(c, |hint| {
        let Detail::Division { divisor, .. } = &mut hint.detail else {
            return None;
        };
        *divisor = !*divisor;
        Some(())
    })
}

pub fn bits(c: &Certificate) -> Vec<Certificate> {
    hints(c, |hint| {
        let Detail::Bits(form) = &mut hint.detail else {
            return None;
        };
        *form = match *form {
            Bits::Bounds => Bits::LowMask(1),
            Bits::LowMask(k) => Bits::LowMask(k.saturating_sub(1)),
            Bits::HighMask(k) => Bits::HighMask(k + 1),
            Bits::Below(k) => Bits::Below(k.saturating_sub(1)),
            Bits::Disjoint(k) => Bits::Disjoint(k + 1),
            Bits::ClearLowest => Bits::Complement,
            Bits::Complement => Bits::ClearLowest,
            Bits::Class(_) => Bits::Complement,
            Bits::Field(k) => Bits::Field(k + 1),
        };
        Some(())
    })
}

/// A certificate for each ghost step that `change` can falsify.
fn ghosts(c: &Certificate, change: impl Fn(&mut Ghost) -> Option<()>) -> Vec<Certificate> {
    steps(c, |c, at| match &mut c.steps[at] {
        Step::Ghost { ghost, .. } => change(ghost),
        _ => None,
    })
}

/// The opposite of what follows is asserted.
pub fn false_fact(c: &Certificate) -> Vec<Certificate> {
    ghosts(c, |ghost| {
        let Ghost::Assert(atom) = ghost else {
            return None;
        };
        atom.rel = match atom.rel {
            Rel::Eq => Rel::Ne,
            Rel::Ne => Rel::Eq,
            Rel::Le => {
                let terms = &mut atom.term.0;
                terms.iter_mut().for_each(|(_, Int(factor))| *factor = factor.saturating_neg());
                match terms.first_mut() {
                    Some((product, Int(constant))) if product.0.is_empty() && *constant != -1 => *constant += 1,
                    _ => return None,
                }
                Rel::Le
            }
        };
        Some(())
    })
}

pub fn cells_exchanged(c: &Certificate) -> Vec<Certificate> {
    ghosts(c, |ghost| {
        let (Ghost::Distinct { left, right } | Ghost::Same { left, right }) = ghost else {
            return None;
        };
        std::mem::swap(left, right);
        Some(())
    })
}

/// An allocation that failed is there, or one that succeeded is not.
pub fn resolved(c: &Certificate) -> Vec<Certificate> {
    ghosts(c, |ghost| {
        let Ghost::Resolve { present, .. } = ghost else {
            return None;
        };
        *present = !*present;
        Some(())
    })
}

pub fn other_address(c: &Certificate) -> Vec<Certificate> {
    let names: Vec<String> = c.nodes.iter().map(|node| node.position.function.clone()).collect();
    ghosts(c, |ghost| {
        let Ghost::Function(name) = ghost else {
            return None;
        };
        name.clone_from(names.iter().find(|other| *other != name)?);
        Some(())
    })
}

/// Of two blocks one always lies first.
pub fn one_order(c: &Certificate) -> Vec<Certificate> {
    steps(c, |c, at| {
        let Step::Apart { right_first, .. } = c.steps[at] else {
            return None;
        };
        c.steps[right_first as usize] = impossible();
        Some(())
    })
}

/// A node's path ends before it begins.
pub fn no_tree(c: &Certificate) -> Vec<Certificate> {
    nodes(c, |c, at| c.nodes[at].tree.take().map(|_| ()))
}
