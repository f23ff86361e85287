//! Thresholds of widening (Blanchet03): the numbers that are tried as bounds of a value that changes.

use super::candidates::Candidates;
use crate::program::{BinaryOp, Function, Op, Operand, Program, Reg, Type};
use crate::rules::Context;
use certificates::{BlockId, Overflow, Sign};
use std::collections::{BTreeMap, BTreeSet};

/// Strings whose ends are tried as bounds, at most.
const MOST_ENDS: usize = 4;
/// Factors beyond this are not considered.
const SCALE: i128 = 1 << 16;
/// Products of a function whose images are considered, at most.
const MOST_SCALINGS: usize = 6;
/// Limits that callees give to other functions, at most.
const MOST_LIMITS: usize = 8;
/// The roots of greater numbers are not considered.
const SQUARE: i128 = 1 << 64;

impl Candidates<'_> {
    /// Where strings with known contents end: an index that stops at a 0 stays below.
    pub(super) fn ends(&self) -> BTreeSet<i128> {
        let mut last: BTreeMap<BlockId, i128> = BTreeMap::new();
        for e in self.state.entries.values().filter(|e| e.width == 1 && e.value.as_constant() == Some(0)) {
            if let Some(offset) = e.offset.as_constant().filter(|o| *o > 0) {
                let known = last.entry(e.block).or_insert(offset);
                *known = offset.max(*known);
            }
        }
        last.into_values().take(MOST_ENDS).collect()
    }

    /// With which signs compared values have the limits of their type. Ideal numbers have no limits, but unsigned
    /// values wrap in every mode.
    fn limited(&self, cx: &Context<'_>, compared: [&Operand; 2]) -> &'static [Sign] {
        let signs = cx.signs.get(&*self.state.function);
        let unsigned = |op: &&Operand| match op {
            Operand::Register(r) => signs.is_some_and(|signs| signs[*r] == Sign::Unsigned),
            _ => false,
        };
        match cx.overflow {
            Overflow::Ideal if compared.iter().any(unsigned) => &[Sign::Unsigned],
            Overflow::Ideal => &[],
            Overflow::Error | Overflow::Wrap => &[Sign::Signed, Sign::Unsigned],
        }
    }

    /// Widening thresholds: constants that the function compares with (in registers, too), what its products make of
    /// them, masks, the roots of what a square is compared with, and the limits of its types.
    pub(super) fn thresholds(&self, cx: &mut Context<'_>) -> BTreeSet<i128> {
        let mut set = BTreeSet::new();
        let program = cx.program;
        let Some(function) = program.functions.get(&*self.state.function) else {
            return set;
        };
        let mut compared = BTreeSet::new();
        for i in function.blocks.iter().flat_map(|b| &b.instructions) {
            // An argument of a call is often a limit of the result.
            if let Op::Call { arguments, .. } = &i.op {
                for (_, op) in arguments {
                    if let Operand::Int { bits, width } = op {
                        set.insert(crate::rules::constant(*bits, *width, Sign::Signed));
                    }
                }
            }
            // A mask is the greatest value that it leaves.
            if let Op::Binary { op: BinaryOp::And, left, right, .. } = &i.op
                && let Some((_, mask)) = constant_of(left, right, true)
            {
                set.extend(Some(mask).filter(|mask| *mask > 0));
            }
            let Op::Compare { left, right, ty, .. } = &i.op else {
                continue;
            };
            for op in [left, right] {
                if let Operand::Int { bits, width } = op {
                    for sign in [Sign::Signed, Sign::Unsigned] {
                        compared.insert(crate::rules::constant(*bits, *width, sign));
                    }
                }
            }
            if let Type::Int(w) = ty
                && *w > 1
            {
                for &sign in self.limited(cx, [left, right]) {
                    set.insert(crate::rules::lowest(*w, sign));
                    set.insert(crate::rules::highest(*w, sign));
                }
            }
        }
        for (factor, summand) in scalings(function) {
            let image = |c: i128| c.checked_mul(factor).and_then(|c| c.checked_add(summand));
            set.extend(compared.iter().filter(|c| **c > 1).flat_map(|c| [image(c - 1), image(*c)]).flatten());
        }
        if squares(function) {
            let known = self.old.bindings.values().map(|value| &value.term);
            let bounds: Vec<i128> = known.filter_map(|t| cx.engine.maximum(&self.old.knowledge, t)).collect();
            let squares = bounds.iter().chain(&compared).filter(|c| (1..=SQUARE).contains(*c));
            set.extend(squares.flat_map(|c| [c.isqrt(), c.isqrt() + 1]));
        }
        set.extend(compared.iter().flat_map(|c| [c - 1, *c, c + 1]));
        set.extend(limits_of_callees(program, function));
        set.extend(limits_of_memory(program, function).into_iter().flat_map(|c| [c - 1, c, c + 1]));
        let limits = cx.limits.get(&*self.state.function).into_iter().flatten();
        set.extend(limits.flat_map(|c| [c - 1, *c, c + 1]));
        set
    }
}

/// Constants that the callees of a function give to functions of the program in turn: limits between which these keep a
/// value in memory of the caller.
fn limits_of_callees(program: &Program, function: &Function) -> BTreeSet<i128> {
    let defined = |name: &str| program.functions.get(name);
    let callees: BTreeSet<&str> = calls(function).map(|(callee, _)| callee).collect();
    let inner = callees.into_iter().filter_map(defined).flat_map(calls);
    let given = inner.filter(|(callee, _)| defined(callee).is_some()).flat_map(|(_, arguments)| arguments);
    let limits = given.filter_map(|(_, argument)| match argument {
        Operand::Int { bits, width } => Some(crate::rules::constant(*bits, *width, Sign::Signed)),
        _ => None,
    });
    let limits: BTreeSet<i128> = limits.collect();
    if limits.len() <= MOST_LIMITS { limits } else { BTreeSet::new() }
}

/// Constants with which the callees of a function compare what they read from memory: they bound a counter that only the
/// callees test and change. Bytes are left out, since most constants that these are compared with are characters.
fn limits_of_memory(program: &Program, function: &Function) -> BTreeSet<i128> {
    let callees: BTreeSet<&str> = calls(function).map(|(callee, _)| callee).collect();
    let mut limits = BTreeSet::new();
    for callee in callees.into_iter().filter_map(|name| program.functions.get(name)) {
        let instructions = || callee.blocks.iter().flat_map(|b| &b.instructions);
        let read = instructions().filter(|i| match &i.op {
            Op::Load { pointer: Operand::Global { .. }, .. } => true,
            Op::Load { ty, .. } => matches!(ty, Type::Int(width) if *width > 8),
            _ => false,
        });
        let read: BTreeSet<Reg> = read.filter_map(|i| i.result).collect();
        limits.extend(instructions().filter_map(|i| match &i.op {
            Op::Compare { left, right, .. } => match constant_of(left, right, true)? {
                (Operand::Register(register), limit) if read.contains(register) => Some(limit),
                _ => None,
            },
            _ => None,
        }));
    }
    if limits.len() <= MOST_LIMITS { limits } else { BTreeSet::new() }
}

/// The calls of functions by name, with their arguments.
fn calls(function: &Function) -> impl Iterator<Item = (&str, &[(Type, Operand)])> {
    let instructions = function.blocks.iter().flat_map(|b| &b.instructions);
    instructions.filter_map(|i| match &i.op {
        Op::Call { callee, arguments, .. } => Some((&**callee, &**arguments)),
        _ => None,
    })
}

/// The constant of `value op constant`, in either order if `both`.
fn constant_of<'a>(left: &'a Operand, right: &'a Operand, both: bool) -> Option<(&'a Operand, i128)> {
    let signed = |bits, width| crate::rules::constant(bits, width, Sign::Signed);
    match (left, right) {
        (value @ Operand::Register(_), Operand::Int { bits, width }) => Some((value, signed(*bits, *width))),
        (Operand::Int { bits, width }, value @ Operand::Register(_)) if both => Some((value, signed(*bits, *width))),
        _ => None,
    }
}

/// The factor of a product of a register and a number, or of a sum of a register with itself.
fn factor(op: &Op) -> Option<i128> {
    let Op::Binary { op, left, right, .. } = op else { return None };
    match op {
        BinaryOp::Mul => constant_of(left, right, true).map(|(_, c)| c),
        BinaryOp::Shl => constant_of(left, right, false).and_then(|(_, c)| 1i128.checked_shl(u32::try_from(c).ok()?)),
        BinaryOp::Add if left == right => Some(2),
        _ => None,
    }
}

/// The a and b of what a function computes as `a*x + b`: what it compares x with before, that is compared with
/// `a*x + b` afterwards.
fn scalings(function: &Function) -> BTreeSet<(i128, i128)> {
    let instructions = || function.blocks.iter().flat_map(|b| &b.instructions);
    let scaled = instructions().filter_map(|i| Some((i.result?, factor(&i.op).filter(|a| (2..=SCALE).contains(a))?)));
    let scaled: BTreeMap<Reg, i128> = scaled.collect();
    let mut found: BTreeSet<(i128, i128)> = scaled.values().map(|a| (*a, 0)).collect();
    for i in instructions().filter(|_| !scaled.is_empty()) {
        if let Op::Binary { op: BinaryOp::Add, left, right, .. } = &i.op
            && let Some((Operand::Register(product), b)) = constant_of(left, right, true)
            && let Some(a) = scaled.get(product)
        {
            found.insert((*a, b));
        }
    }
    found.into_iter().take(MOST_SCALINGS).collect()
}

/// Whether the function multiplies a register with itself, converted or not.
fn squares(function: &Function) -> bool {
    let instructions = || function.blocks.iter().flat_map(|b| &b.instructions);
    let products = instructions().filter_map(|i| match &i.op {
        Op::Binary { op: BinaryOp::Mul, left: Operand::Register(a), right: Operand::Register(b), .. } => Some((*a, *b)),
        _ => None,
    });
    let products: BTreeSet<(Reg, Reg)> = products.collect();
    let converted = instructions().filter_map(|i| match &i.op {
        Op::Cast { value: Operand::Register(value), .. } => Some((i.result?, *value)),
        _ => None,
    });
    let converted: BTreeMap<Reg, Reg> = converted.filter(|_| !products.is_empty()).collect();
    let origin = |r: &Reg| converted.get(r).copied().unwrap_or(*r);
    products.iter().any(|(a, b)| origin(a) == origin(b))
}
