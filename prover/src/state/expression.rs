//! Names for values that no C variable holds: the expression that computes the value.

use super::spot::Spot;
use crate::index::Idx as _;
use crate::program::places::CType;
use crate::program::{BinaryOp, CastOp, Function, Instruction, Op, Operand, Predicate, Reg, Type};
use std::collections::{BTreeMap, BTreeSet};

/// Depth of expressions that are shown, at most.
const DEPTH: usize = 4;

/// What stands behind a parameter's name if the variable has another value by now.
pub(super) const AT_ENTRY: &str = " at entry";

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

    /// What the value of a register points to in C, if it is a pointer of a known type.
    pub(super) fn target(&self, register: Reg) -> Option<CType> {
        self.pointee(register, DEPTH)
    }

    /// The expression, or else the line that computes the value. A function without debug information has no other
    /// names than its registers'.
    pub(super) fn of(&self, register: Reg) -> String {
        let name = &self.function.registers[register].name;
        if self.function.line.is_none() {
            return format!("%{name}");
        }
        self.computed(register, DEPTH).unwrap_or_else(|| match self.line(register) {
            Some(line) => format!("(value of line {line})"),
            None => format!("(value {})", register.number()),
        })
    }

    /// What C calls the value of a register: the variable that holds it, or an expression.
    pub(super) fn of_value(&self, register: Reg) -> String {
        self.held.get(&register).cloned().unwrap_or_else(|| match self.function.registers[register].variable.as_ref() {
            Some(variable) if self.definition(register).is_none() => variable.clone(),
            _ => self.of(register),
        })
    }

    /// What C calls the pointer that is stored at an address.
    pub(super) fn place(&self, address: &Operand) -> Option<String> {
        self.placed(address, Some(self.function.places.pointer), DEPTH)
    }

    /// The line that computes a register.
    pub(super) fn line(&self, register: Reg) -> Option<u32> {
        let at = self.definition(register).and_then(|i| i.location.as_ref());
        at.map(|at| at.line).or_else(|| self.line_of_phi(register))
    }

    /// Whether a register holds the value of a variable.
    pub(super) fn holds(&self, register: Reg) -> bool {
        self.held.contains_key(&register)
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

    /// What the value of a register points to in C, if it is a pointer of a known type.
    fn pointee(&self, register: Reg, depth: usize) -> Option<CType> {
        let places = &self.function.places;
        let own = self.function.registers[register].variable.as_deref();
        let name = self.held.get(&register).map(|name| name.strip_suffix(AT_ENTRY).unwrap_or(name)).or(own);
        if let Some(ty) = name.and_then(|name| places.variable(&self.function.name, name)) {
            return places.pointee(ty);
        }
        match &self.definition(register)?.op {
            Op::Load { ty: Type::Pointer, pointer, .. } => {
                let (_, ty) = self.spot(pointer, depth.checked_sub(1)?)?.part(places, Some(places.pointer))?;
                places.pointee(ty)
            }
            Op::GetElementPtr { .. } => {
                let (_, ty) = self.spot(&Operand::Register(register), depth.checked_sub(1)?)?.part(places, None)?;
                Some(ty)
            }
            _ => None,
        }
    }

    /// Which object of C an address leads to.
    fn spot(&self, address: &Operand, depth: usize) -> Option<Spot> {
        let places = &self.function.places;
        let register = match address {
            Operand::Register(register) => *register,
            Operand::Global { name, offset } => {
                let spot = Spot::variable(name.clone(), places.global(name)?);
                return Some(spot.plus(i128::from(*offset)));
            }
            _ => return None,
        };
        match self.definition(register).map(|i| &i.op) {
            Some(Op::GetElementPtr { base, constant, indices }) if !self.held.contains_key(&register) => {
                let depth = depth.checked_sub(1)?;
                let spot = self.spot(base, depth)?;
                let spot = match &indices[..] {
                    [] => spot,
                    [index] => {
                        let at = self.operand(&index.value, depth)?;
                        spot.element(places, without_brackets(&at), i128::from(index.stride))?
                    }
                    _ => return None,
                };
                Some(spot.plus(i128::from(*constant)))
            }
            Some(Op::Alloca { .. }) => {
                let depth = depth.checked_sub(1)?;
                let own = self.function.registers[register].variable.clone();
                let name = own.or_else(|| Some(self.computed(register, depth)?.trim_start_matches('&').to_owned()))?;
                let ty = places.variable(&self.function.name, &name)?;
                Some(Spot::variable(name, ty))
            }
            _ => Some(Spot::target(self.register(register, depth)?, self.pointee(register, depth)?)),
        }
    }

    /// What C calls the place that is read or whose address is computed.
    fn placed(&self, address: &Operand, width: Option<i128>, depth: usize) -> Option<String> {
        Some(self.spot(address, depth)?.part(&self.function.places, width)?.0)
    }

    /// The instruction that computes a register.
    fn definition(&self, register: Reg) -> Option<&'f Instruction> {
        self.definitions.get(&register).copied()
    }

    /// A load of an element: `a[i]`.
    fn element(&self, size: Option<i128>, pointer: &Operand, depth: usize) -> Option<String> {
        let Operand::Register(register) = pointer else { return None };
        let Op::GetElementPtr { base, constant: 0, indices } = &self.definition(*register)?.op else { return None };
        let [index] = &indices[..] else { return None };
        let (base, at) = (self.operand(base, depth)?, self.operand(&index.value, depth)?);
        let at = without_brackets(&at);
        (Some(i128::from(index.stride)) == size).then(|| format!("{}[{at}]", base.trim_start_matches('&')))
    }

    fn computed(&self, register: Reg, depth: usize) -> Option<String> {
        let name = &self.function.registers[register].name;
        match &self.definition(register)?.op {
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
            Op::GetElementPtr { .. } if let Some(name) = self.placed(&Operand::Register(register), None, depth) => {
                Some(name.strip_prefix('*').map_or_else(|| format!("&{name}"), str::to_owned))
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
                let size = match ty {
                    Type::Int(bits) => Some(i128::from(bits.div_ceil(8))),
                    Type::Float(bytes) => Some(i128::from(*bytes)),
                    Type::Pointer => Some(self.function.places.pointer),
                    Type::Void => None,
                };
                let named = size.and_then(|size| self.placed(pointer, Some(size), depth));
                if let Some(named) = named.or_else(|| self.element(size, pointer, depth)) {
                    return Some(named);
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

/// An expression without the brackets around the whole of it.
fn without_brackets(text: &str) -> &str {
    text.strip_prefix('(').and_then(|inside| inside.strip_suffix(')')).unwrap_or(text)
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
