//! Influence analysis: registers whose values influence control flow, addresses and sizes, or operations that may fail.
//! For all others, such as what a cipher computes, only the range matters to a proof of memory safety or termination.

use super::liveness::operands;
use super::{BinaryOp, CastOp, Function, Instruction, Op, Operand, Program, Reg, Type};
use std::collections::{BTreeMap, BTreeSet};

/// Which operations pass influence from the result to their operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Through {
    /// All operations.
    All,
    /// All except masks, shifts right by a constant, and extensions from a byte: bounds of their results do not depend
    /// on the operand.
    Exact,
}

/// The registers of each function whose values have influence.
#[derive(Clone, Debug)]
pub struct Influence {
    through: Through,
    registers: BTreeMap<String, BTreeSet<Reg>>,
    /// Functions whose results have influence.
    results: BTreeSet<String>,
    /// Classes of memory that values with influence are loaded from, so that what is stored there has influence, too.
    memory: BTreeSet<Class>,
    /// For each function, the number of sums, differences and products without influence.
    sums: BTreeMap<String, usize>,
}

/// A class of memory accesses. Loads and stores of different classes rarely meet; where they do, only a proof is lost,
/// not soundness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Class {
    /// Bits of an integer, or bytes of a floating-point number.
    size: u32,
    is_float: bool,
    /// The constant distance from a pointer, if there is one, which distinguishes the members of a structure. An access
    /// without one may meet any member.
    member: Option<i64>,
}

impl Class {
    fn may_meet(self, other: Class) -> bool {
        let members = self.member.is_none() || other.member.is_none() || self.member == other.member;
        self.size == other.size && self.is_float == other.is_float && members
    }
}

impl Influence {
    /// Computes the analysis from the program's text alone, as a least fixed point. `promising`: a function of whose result
    /// a contract says something.
    pub fn of(program: &Program, through: Through, promising: Option<&str>) -> Influence {
        let mut found = Influence {
            through,
            registers: BTreeMap::new(),
            results: promising.into_iter().map(str::to_owned).collect(),
            memory: BTreeSet::new(),
            sums: BTreeMap::new(),
        };
        loop {
            let before = found.size();
            for (name, function) in &program.functions {
                found.visit(program, name, function);
            }
            if found.size() == before {
                let sums = |name: &String, function| (name.clone(), found.sums_of(name, function));
                found.sums = program.functions.iter().map(|(name, function)| sums(name, function)).collect();
                return found;
            }
        }
    }

    /// Whether the value has influence. Registers of unknown functions have.
    pub fn has(&self, function: &str, register: Reg) -> bool {
        self.registers.get(function).is_none_or(|known| known.contains(&register))
    }

    /// Whether values stored at this width have influence.
    pub fn has_memory(&self, bits: u32) -> bool {
        self.memory.iter().any(|class| class.size == bits && !class.is_float)
    }

    /// The number of sums, differences and products without influence in the function.
    pub fn sums(&self, function: &str) -> usize {
        self.sums.get(function).copied().unwrap_or(0)
    }

    fn sums_of(&self, name: &str, function: &Function) -> usize {
        let is_sum = |i: &&Instruction| {
            let ring = matches!(&i.op, Op::Binary { op: BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, .. });
            ring && i.result.is_some_and(|r| !self.has(name, r))
        };
        function.blocks.iter().flat_map(|block| &block.instructions).filter(is_sum).count()
    }

    fn size(&self) -> (usize, usize, usize) {
        (self.registers.values().map(BTreeSet::len).sum(), self.results.len(), self.memory.len())
    }

    fn visit(&mut self, program: &Program, name: &str, function: &Function) {
        // A copy, because a recursive call asks for what is known about the function itself.
        let mut known = self.registers.get(name).cloned().unwrap_or_default();
        let members = members(function);
        for block in function.blocks.iter().rev() {
            for i in block.instructions.iter().rev() {
                let operands = self.influential(program, name, i, &known, &members);
                known.extend(operands.into_iter().filter_map(register));
                // The result must lie in the range, so its value matters.
                known.extend(i.result.filter(|_| matches!(i.op, Op::Load { range: Some(_), .. })));
            }
            for phi in &block.phis {
                if phi.ty == Type::Pointer || known.contains(&phi.result) {
                    known.extend(phi.incoming.iter().filter_map(|(_, value)| register(value)));
                }
            }
        }
        self.registers.insert(name.to_string(), known);
    }

    /// The operands of an instruction whose values have influence.
    fn influential<'o>(
        &mut self,
        program: &Program,
        name: &str,
        i: &'o Instruction,
        known: &BTreeSet<Reg>,
        members: &BTreeMap<Reg, i64>,
    ) -> Vec<&'o Operand> {
        let wanted = i.result.is_some_and(|r| known.contains(&r));
        match &i.op {
            op if self.through == Through::Exact && has_bounds(op) => Vec::new(),
            Op::Binary { op, flags, left, right, .. } => {
                let may_fail = flags.nsw || flags.nuw || flags.exact || divides(*op);
                match op {
                    _ if wanted || may_fail => vec![left, right],
                    BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => vec![right],
                    _ => Vec::new(),
                }
            }
            Op::WithOverflow(operation) => match operation.parts.iter().any(|part| known.contains(part)) {
                true => operands(&i.op),
                false => Vec::new(),
            },
            Op::Call { callee, .. } if is_about_bits(callee) => match wanted {
                true => operands(&i.op),
                false => Vec::new(),
            },
            Op::Cast { value, to, from, .. } => {
                let address = *to == Type::Pointer || *from == Type::Pointer;
                if wanted || address { vec![value] } else { Vec::new() }
            }
            Op::Select { condition, yes, no, ty } => match wanted || *ty == Type::Pointer {
                true => vec![condition, yes, no],
                false => vec![condition],
            },
            Op::Freeze { value, .. } => {
                if wanted {
                    vec![value]
                } else {
                    Vec::new()
                }
            }
            Op::Load { ty, pointer, range, .. } => {
                if wanted || range.is_some() {
                    self.memory.extend(class(*ty, pointer, members));
                }
                vec![pointer]
            }
            Op::Store { ty, value, pointer, .. } => {
                let class = class(*ty, pointer, members);
                match class.is_none_or(|stored| self.memory.iter().any(|loaded| loaded.may_meet(stored))) {
                    true => vec![value, pointer],
                    false => vec![pointer],
                }
            }
            Op::Return { value, ty } => {
                let wanted = *ty == Type::Pointer || self.results.contains(name);
                value.iter().filter(|_| wanted).collect()
            }
            Op::Call { callee, arguments, .. } if program.functions.contains_key(callee) => {
                if wanted {
                    self.results.insert(callee.clone());
                }
                let parameters = self.registers.get(callee);
                let wanted = |n: usize| parameters.is_some_and(|known| known.contains(&Reg::parameter(n)));
                let handed = arguments.iter().enumerate();
                handed.filter(|(n, (ty, _))| *ty == Type::Pointer || wanted(*n)).map(|(_, (_, value))| value).collect()
            }
            // Comparisons, branches, addresses, sizes, and calls of unknown functions.
            _ => {
                if matches!(i.op, Op::IndirectCall { .. }) {
                    self.results.extend(program.address_taken.iter().cloned());
                }
                operands(&i.op)
            }
        }
    }
}

fn register(operand: &Operand) -> Option<Reg> {
    match operand {
        Operand::Register(register) => Some(*register),
        _ => None,
    }
}

/// Whether the result has bounds that do not depend on the operand.
fn has_bounds(op: &Op) -> bool {
    match op {
        Op::Binary { op: BinaryOp::And | BinaryOp::LShr | BinaryOp::URem, right, .. } => {
            matches!(right, Operand::Int { .. })
        }
        Op::Cast { op: CastOp::ZExt, from: Type::Int(width), .. } => *width <= 8,
        _ => false,
    }
}

/// Whether this is an intrinsic that cannot fail, and whose result is any value of its range where it does not matter.
fn is_about_bits(callee: &str) -> bool {
    let family = callee.strip_prefix("llvm.").map(|rest| rest.split('.').next().unwrap_or_default());
    matches!(family, Some("fshl" | "fshr" | "bswap" | "bitreverse" | "ctpop"))
}

fn divides(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem)
}

/// The class of an access; `None` for pointers, which always have influence.
fn class(ty: Type, pointer: &Operand, members: &BTreeMap<Reg, i64>) -> Option<Class> {
    let member = register(pointer).and_then(|r| members.get(&r).copied());
    match ty {
        Type::Int(size) => Some(Class { size, is_float: false, member }),
        Type::Float(size) => Some(Class { size, is_float: true, member }),
        Type::Pointer | Type::Void => None,
    }
}

/// Registers that point a constant number of bytes after another pointer, with that number.
fn members(function: &Function) -> BTreeMap<Reg, i64> {
    let mut found: BTreeMap<Reg, i64> = BTreeMap::new();
    for i in function.blocks.iter().flat_map(|block| &block.instructions) {
        if let (Some(result), Op::GetElementPtr { base, constant, indices }) = (i.result, &i.op)
            && indices.is_empty()
        {
            // A member of a member, through any number of steps.
            let outer = register(base).and_then(|r| found.get(&r)).copied().unwrap_or(0);
            found.insert(result, outer.saturating_add(*constant));
        }
    }
    found
}
