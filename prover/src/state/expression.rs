//! Names for values that no C variable holds: the expression that computes the value.

use crate::index::Idx as _;
use crate::program::{BinaryOp, CastOp, Function, Instruction, Op, Operand, Predicate, Reg, Type};
use std::collections::{BTreeMap, BTreeSet};

/// Depth of expressions that are shown, at most.
const DEPTH: usize = 4;

/// The definitions of a function's registers, and what holds the value of each variable.
///
/// An expression may use a register that is held. While such a register is alive, everything it was computed from
/// either still has its value of that time, or is no longer held.
pub(super) struct Expressions<'f> {
    function: &'f Function,
    definitions: BTreeMap<Reg, &'f Instruction>,
    /// For each register that holds the current value of a variable, the variable's name.
    held: BTreeMap<Reg, String>,
    /// These variables.
    variables: BTreeSet<String>,
}

impl<'f> Expressions<'f> {
    pub(super) fn new(function: &'f Function, held: BTreeMap<Reg, String>) -> Expressions<'f> {
        let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
        let definitions = instructions.filter_map(|i| Some((i.result?, i))).collect();
        let variables = held.values().cloned().collect();
        Expressions { function, definitions, held, variables }
    }

    /// The expression, or else the line that computes the value. A function without debug information has no other
    /// names than its registers'.
    pub(super) fn of(&self, register: Reg) -> String {
        let name = &self.function.registers[register].name;
        if self.function.line.is_none() {
            return format!("%{name}");
        }
        let line = || {
            let at = self.definitions.get(&register).and_then(|i| i.location.as_ref());
            at.map(|at| at.line).or_else(|| self.line_of_phi(register))
        };
        self.computed(register, DEPTH).unwrap_or_else(|| match line() {
            Some(line) => format!("(value of line {line})"),
            None => format!("(value {})", register.number()),
        })
    }

    /// The line for a phi, which has none of its own: that of the instruction after it.
    fn line_of_phi(&self, register: Reg) -> Option<u32> {
        let block = self.function.blocks.iter().find(|block| block.phis.iter().any(|phi| phi.result == register))?;
        block.instructions.iter().find_map(|i| i.location.as_ref()).map(|at| at.line)
    }

    fn operand(&self, operand: &Operand, depth: usize) -> Option<String> {
        match operand {
            Operand::Register(register) => self.register(*register, depth),
            Operand::Int { width, bits } => Some(signed(*bits, *width).to_string()),
            Operand::Null => Some("null".to_owned()),
            Operand::Global { name, offset: 0 } => Some(format!("&{name}")),
            Operand::Global { name, offset } => Some(format!("(&{name} + {offset} bytes)")),
            Operand::Function(name) => Some(name.clone()),
            Operand::Float | Operand::Undef => None,
        }
    }

    fn register(&self, register: Reg, depth: usize) -> Option<String> {
        if let Some(name) = self.held.get(&register) {
            return Some(name.clone());
        }
        if let Some(text) = depth.checked_sub(1).and_then(|depth| self.computed(register, depth)) {
            return Some(text);
        }
        // No other value of the variable exists at this point.
        self.function.registers[register].variable.clone().filter(|variable| !self.variables.contains(variable))
    }

    /// A load of an element: `a[i]`.
    fn element(&self, ty: Type, pointer: &Operand, depth: usize) -> Option<String> {
        let size = match ty {
            Type::Int(bits) => i64::from(bits / 8),
            Type::Float(bytes) => i64::from(bytes),
            Type::Pointer | Type::Void => return None,
        };
        let Operand::Register(register) = pointer else { return None };
        let Op::GetElementPtr { base, constant: 0, indices } = &self.definitions.get(register)?.op else { return None };
        let [index] = &indices[..] else { return None };
        let (base, at) = (self.operand(base, depth)?, self.operand(&index.value, depth)?);
        let at = at.strip_prefix('(').and_then(|inside| inside.strip_suffix(')')).unwrap_or(&at);
        (index.stride == size).then(|| format!("{}[{at}]", base.trim_start_matches('&')))
    }

    fn computed(&self, register: Reg, depth: usize) -> Option<String> {
        let name = &self.function.registers[register].name;
        match &self.definitions.get(&register)?.op {
            Op::Binary { op, width, left, right, .. } => {
                let (left, right) = (self.operand(left, depth)?, self.operand(right, depth)?);
                Some(binary(*op, *width, &left, &right))
            }
            Op::Compare { predicate, left, right, .. } => {
                let (left, right) = (self.operand(left, depth)?, self.operand(right, depth)?);
                Some(format!("({left} {} {right})", relation(*predicate)))
            }
            Op::Cast { op: CastOp::Trunc, to: Type::Int(bits), value, .. } => {
                Some(format!("(the low {bits} bits of {})", self.operand(value, depth)?))
            }
            Op::Cast { value, .. } | Op::Freeze { value, .. } => self.operand(value, depth),
            Op::Select { condition, yes, no, .. } => {
                let [condition, yes, no] = [condition, yes, no].map(|part| self.operand(part, depth));
                Some(format!("({} ? {} : {})", condition?, yes?, no?))
            }
            Op::GetElementPtr { base, constant, indices } => {
                let mut sum = String::new();
                for index in indices {
                    let times = if index.stride == 1 { String::new() } else { format!("{}*", index.stride) };
                    sum = format!("{sum} + {times}{}", self.operand(&index.value, depth)?);
                }
                if *constant != 0 {
                    let sign = if *constant < 0 { '-' } else { '+' };
                    sum = format!("{sum} {sign} {}", constant.unsigned_abs());
                }
                let base = self.operand(base, depth)?;
                Some(if sum.is_empty() { base } else { format!("({base}{sum} bytes)") })
            }
            // The name that clang gives the memory of a variable.
            Op::Alloca { .. } => {
                let variable = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches(".addr");
                (!variable.is_empty()).then(|| format!("&{variable}"))
            }
            Op::Load { ty, pointer, .. } => {
                if let Some(element) = self.element(*ty, pointer, depth) {
                    return Some(element);
                }
                let pointer = self.operand(pointer, depth)?;
                Some(pointer.strip_prefix('&').map_or_else(|| format!("*{pointer}"), str::to_owned))
            }
            Op::Call { callee, arguments, .. } if !callee.starts_with("llvm.") => {
                let arguments: Option<Vec<String>> = arguments.iter().map(|(_, a)| self.operand(a, depth)).collect();
                Some(format!("{callee}({})", arguments.map_or_else(|| "...".to_owned(), |all| all.join(", "))))
            }
            _ => None,
        }
    }
}

fn binary(op: BinaryOp, width: u32, left: &str, right: &str) -> String {
    // Compilers write "not" like this.
    if op == BinaryOp::Xor && right == "-1" {
        return if width == 1 { format!("!{left}") } else { format!("~{left}") };
    }
    let sign = match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::UDiv | BinaryOp::SDiv => "/",
        BinaryOp::URem | BinaryOp::SRem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::LShr | BinaryOp::AShr => ">>",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
    };
    match right.strip_prefix('-') {
        Some(positive) if op == BinaryOp::Add => format!("({left} - {positive})"),
        _ => format!("({left} {sign} {right})"),
    }
}

fn relation(predicate: Predicate) -> &'static str {
    match predicate {
        Predicate::Eq => "==",
        Predicate::Ne => "!=",
        Predicate::Ult | Predicate::Slt => "<",
        Predicate::Ule | Predicate::Sle => "<=",
        Predicate::Ugt | Predicate::Sgt => ">",
        Predicate::Uge | Predicate::Sge => ">=",
    }
}

/// A bit pattern as a signed number.
fn signed(bits: u64, width: u32) -> i128 {
    let value = i128::from(bits);
    if (2..=64).contains(&width) && bits >> (width - 1) & 1 == 1 { value - (1i128 << width) } else { value }
}
