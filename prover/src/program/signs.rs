//! Chooses for each register whether its value is read as unsigned or signed (Hensel16, section 3: U_P and S_P).

use crate::index::Table;
use crate::program::{BinaryOp, CastOp, Function, Op, Operand, Predicate, Program, Reg, Type};
use certificates::{Overflow, Sign};
use std::collections::BTreeMap;

/// For every function and every register, the signedness that its uses suggest.
pub(crate) fn preferred_signs(program: &Program, overflow: Overflow) -> BTreeMap<String, Table<Reg, Sign>> {
    let votes: Vec<Votes> = program.functions.values().map(|f| of_function(f, overflow)).collect();
    // A register that is only stored is read elsewhere, mostly like what is loaded from such memory.
    let mut memory: BTreeMap<u32, i64> = BTreeMap::new();
    for (f, votes) in program.functions.values().zip(&votes) {
        for (width, register) in loaded(f) {
            *memory.entry(width).or_default() += i64::from(votes.votes[register].signum());
        }
    }
    let decided = program.functions.iter().zip(votes);
    decided.map(|((name, f), votes)| (name.clone(), decide(f, votes, &memory))).collect()
}

/// The registers that loads of integers define, with their widths.
fn loaded(f: &Function) -> impl Iterator<Item = (u32, Reg)> {
    f.blocks.iter().flat_map(|block| &block.instructions).filter_map(|i| match &i.op {
        Op::Load { ty: Type::Int(width), .. } => Some((*width, i.result?)),
        _ => None,
    })
}

/// Undecided registers that are stored follow the loads of the program.
fn decide(f: &Function, mut votes: Votes, memory: &BTreeMap<u32, i64>) -> Table<Reg, Sign> {
    for i in f.blocks.iter().flat_map(|block| &block.instructions) {
        if let Op::Store { ty: Type::Int(width), value, .. } = &i.op {
            let unsigned = memory.get(width).is_some_and(|n| *n > 0);
            votes.suggest(value, i32::from(unsigned));
        }
    }
    // A value with a range is compared with it as unsigned.
    for i in f.blocks.iter().flat_map(|block| &block.instructions) {
        if let (Some(result), Op::Load { range: Some(_), .. }) = (i.result, &i.op) {
            votes.votes[result] = 1;
        }
    }
    f.registers
        .iter()
        .zip(&votes.votes)
        .map(|(r, v)| match r.ty {
            Type::Int(w) if w > 1 && *v <= 0 => Sign::Signed,
            _ => Sign::Unsigned,
        })
        .collect()
}

struct Votes {
    /// Votes; a positive sum means unsigned.
    votes: Table<Reg, i32>,
    /// Registers that should agree (phis, copies).
    links: Vec<(Reg, Reg)>,
}

impl Votes {
    fn vote(&mut self, op: &Operand, weight: i32) {
        if let Operand::Register(r) = op {
            self.votes[*r] += weight;
        }
    }

    /// Adds a vote that counts only if there is no other one.
    fn suggest(&mut self, op: &Operand, weight: i32) {
        if let Operand::Register(r) = op
            && self.votes[*r] == 0
        {
            self.votes[*r] = weight;
        }
    }

    fn result(&mut self, r: Option<Reg>, weight: i32) {
        if let Some(r) = r {
            self.vote(&Operand::Register(r), weight);
        }
    }

    fn link(&mut self, r: Option<Reg>, op: &Operand) {
        if let (Some(a), Operand::Register(b)) = (r, op) {
            self.links.push((a, *b));
        }
    }
}

fn of_function(f: &Function, overflow: Overflow) -> Votes {
    let mut votes = Votes { votes: f.registers.iter().map(|_| 0).collect(), links: Vec::new() };
    for block in &f.blocks {
        for phi in &block.phis {
            for (_, op) in &phi.incoming {
                votes.link(Some(phi.result), op);
            }
        }
        for i in &block.instructions {
            count(&mut votes, i.result, &i.op, overflow);
        }
    }
    spread(&mut votes);
    for i in f.blocks.iter().flat_map(|block| &block.instructions) {
        if let Op::Binary { op: BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, left, right, .. } = &i.op {
            votes.suggest(left, 1);
            votes.suggest(right, 1);
        }
    }
    agree(f, &mut votes);
    spread(&mut votes);
    votes
}

/// Undecided registers that are loaded follow the other accesses to the same place of memory: a member may be compared
/// with 0 here, and with an unsigned number there. What is known of the place is known with one sign.
fn agree<'f>(f: &'f Function, votes: &mut Votes) {
    let instructions = || f.blocks.iter().flat_map(|block| &block.instructions);
    let members = instructions().filter_map(|i| match &i.op {
        Op::GetElementPtr { base, constant, indices } if indices.is_empty() => Some((i.result?, (base, *constant))),
        _ => None,
    });
    let members: BTreeMap<Reg, (&Operand, i64)> = members.collect();
    let place = |pointer: &'f Operand| match pointer {
        Operand::Register(r) => members.get(r).copied().unwrap_or((pointer, 0)),
        _ => (pointer, 0),
    };
    let accesses = instructions().filter_map(|i| match &i.op {
        Op::Load { ty: Type::Int(width), pointer, .. } => Some((place(pointer), *width, i.result?)),
        Op::Store { ty: Type::Int(width), pointer, value: Operand::Register(r), .. } => {
            Some((place(pointer), *width, *r))
        }
        _ => None,
    });
    let accesses: Vec<((&Operand, i64), u32, Reg)> = accesses.collect();
    let mut known: BTreeMap<((&Operand, i64), u32), i32> = BTreeMap::new();
    for (place, width, register) in &accesses {
        *known.entry((*place, *width)).or_default() += votes.votes[*register].signum();
    }
    for (place, width, register) in accesses {
        let sum = known.get(&(place, width)).copied().unwrap_or_default();
        votes.suggest(&Operand::Register(register), sum.signum());
    }
}

fn count(votes: &mut Votes, result: Option<Reg>, op: &Op, overflow: Overflow) {
    let heeded = overflow != Overflow::Wrap;
    match op {
        Op::Binary { op, flags, left, right, .. } => {
            let weight = match op {
                BinaryOp::UDiv | BinaryOp::URem | BinaryOp::LShr => 2,
                BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => 0,
                BinaryOp::SDiv | BinaryOp::SRem | BinaryOp::AShr => -2,
                _ if flags.nsw && heeded => -2,
                _ if flags.nsw => -1,
                _ if flags.nuw => 2,
                _ => 1,
            };
            votes.vote(left, weight);
            votes.vote(right, weight);
            votes.result(result, weight);
            if weight.abs() == 1 {
                votes.link(result, left);
                votes.link(result, right);
            }
        }
        Op::Compare { predicate, left, right, .. } => {
            let weight = match predicate {
                Predicate::Eq | Predicate::Ne => 0,
                Predicate::Ult | Predicate::Ule | Predicate::Ugt | Predicate::Uge => 2,
                _ => -2,
            };
            votes.vote(left, weight);
            votes.vote(right, weight);
        }
        Op::WithOverflow(operation) => {
            let weight = if operation.signed { -2 } else { 2 };
            for operand in [&operation.left, &operation.right, &Operand::Register(operation.parts[0])] {
                votes.vote(operand, weight);
            }
        }
        Op::Cast { op, value, .. } => match op {
            CastOp::ZExt => votes.vote(value, 2),
            CastOp::SExt => {
                votes.vote(value, -2);
                votes.result(result, -1);
            }
            CastOp::Bitcast => votes.link(result, value),
            _ => {}
        },
        Op::Select { yes, no, .. } => {
            votes.link(result, yes);
            votes.link(result, no);
        }
        Op::Freeze { value, .. } => votes.link(result, value),
        Op::GetElementPtr { indices, .. } => {
            for index in indices {
                votes.vote(&index.value, -1);
            }
        }
        _ => {}
    }
}

/// Gives undecided registers the signedness of the registers that they are linked with.
fn spread(votes: &mut Votes) {
    for _ in 0..8 {
        let mut changed = false;
        for (a, b) in votes.links.clone() {
            let (x, y) = (votes.votes[a], votes.votes[b]);
            if x == 0 && y != 0 {
                votes.votes[a] = y.signum();
                changed = true;
            } else if y == 0 && x != 0 {
                votes.votes[b] = x.signum();
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}
