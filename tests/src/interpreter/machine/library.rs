//! External functions and intrinsics.

use super::super::syntax::Type;
use super::super::{ErrorKind, Mode, Outcome, Value};
use super::arithmetic::{mask, overflow, signed};
use super::memory::Region;
use super::values::{address, width};
use super::{Machine, Stop};

/// The part of an intrinsic's name before its type.
fn stem(name: &str) -> &str {
    match name.strip_prefix("llvm.") {
        Some(rest) => {
            let kind = |part: &str| {
                let digits = part.trim_start_matches(['i', 'p', 'f']);
                digits.len() < part.len() && digits.bytes().all(|byte| byte.is_ascii_digit())
            };
            let end = rest.split('.').take_while(|part| !kind(part)).map(|part| part.len() + 1).sum::<usize>();
            &name[..5 + end.saturating_sub(1).min(rest.len())]
        }
        None => name,
    }
}

/// Whether nothing is said of the result of a function.
fn is_arbitrary(name: &str, result: &Type) -> bool {
    let names = "lrint lround llrint llround ilogb close dup dup2 fsync getpid isatty lseek sleep usleep";
    let floating = matches!(result, Type::Float | Type::Double) && !matches!(name, "strtod" | "atof");
    floating || names.split(' ').any(|known| known == name)
}

impl Machine<'_> {
    /// Calls a function that the module only declares.
    pub fn external(
        &mut self,
        name: &str,
        result: &Type,
        kinds: &[&Type],
        values: &[Value],
    ) -> Result<Option<Value>, Stop> {
        let unknown = || Stop::unsupported(format!("external function {name}"));
        let bits = |at: usize| match values.get(at) {
            Some(Value::Bits(bits)) => Ok(*bits),
            _ => Err(unknown()),
        };
        let pointer = self.module.layout.pointer;
        if name.starts_with("__VERIFIER_nondet_") {
            return self.nondeterministic(name, result);
        }
        let value = match stem(name) {
            "__VERIFIER_assume" if bits(0)? == 0 => return Err(Stop::Outcome(Outcome::Exited)),
            "__VERIFIER_assume" => return Ok(None),
            "llvm.assume" if bits(0)? == 0 => return Err(ErrorKind::Assume.into()),
            "llvm.assume" | "llvm.donothing" | "llvm.prefetch" | "llvm.debugtrap" | "srand" => return Ok(None),
            "exit" | "_Exit" | "_exit" | "abort" | "__VERIFIER_error" | "reach_error" | "__assert_fail"
            | "__assert" | "__assert_rtn" | "assert_fail" | "llvm.trap" | "llvm.ubsantrap" => {
                return Err(Stop::Outcome(Outcome::Exited));
            }
            "malloc" => self.heap(bits(0)?, false)?,
            "calloc" => self.heap(bits(0)? * bits(1)?, true)?,
            "realloc" => self.realloc(address(&values[0])?, bits(1)?)?,
            "free" => {
                self.free(address(&values[0])?)?;
                return Ok(None);
            }
            "llvm.memcpy" | "llvm.memmove" | "memcpy" | "memmove" => {
                self.copy(bits(0)?, bits(1)? as u64, bits(2)? as u64, name.contains("memcpy"))?
            }
            "bzero" | "explicit_bzero" => {
                self.fill(bits(0)?, 0, bits(1)? as u64)?;
                return Ok(None);
            }
            "llvm.memset" | "memset" | "memset_explicit" => self.fill(bits(0)?, bits(1)? as u8, bits(2)? as u64)?,
            "llvm.abs" | "abs" | "labs" | "llabs" => {
                absolute(width(kinds[0], pointer)?, bits(0)?, !name.starts_with("llvm") || bits(1)? == 1)?
            }
            stem @ ("llvm.smax" | "llvm.smin" | "llvm.umax" | "llvm.umin") => {
                extreme(stem, width(kinds[0], pointer)?, bits(0)?, bits(1)?)
            }
            "llvm.expect" => bits(0)?,
            "llvm.ctlz" | "llvm.cttz" if bits(0)? == 0 && bits(1)? == 1 => {
                return Err(ErrorKind::Flag("is_zero_poison").into());
            }
            name @ ("llvm.ctpop" | "llvm.ctlz" | "llvm.cttz" | "llvm.bswap" | "llvm.bitreverse") => {
                rearranged(name, width(kinds[0], pointer)?, bits(0)?)
            }
            name @ ("llvm.fshl" | "llvm.fshr") => {
                let width = width(kinds[0], pointer)?;
                let by = bits(2)? % u128::from(width);
                let pair = bits(0)? << width | bits(1)?;
                (if name == "llvm.fshl" { pair << by >> width } else { pair >> by }) & mask(width)
            }
            name @ ("llvm.sadd.sat" | "llvm.uadd.sat" | "llvm.ssub.sat" | "llvm.usub.sat") => {
                saturated(name, width(kinds[0], pointer)?, bits(0)?, bits(1)?)
            }
            "llvm.is.constant" | "llvm.objectsize" | "llvm.returnaddress" | "llvm.frameaddress" => {
                return self.arbitrary(result).map(Some);
            }
            stem if stem.ends_with(".with.overflow") => {
                let width = width(kinds[0], pointer)?;
                return with_overflow(stem, width, bits(0)?, bits(1)?).map(Some).ok_or_else(unknown);
            }
            name if is_arbitrary(name, result) => return self.arbitrary(result).map(Some),
            "putchar" | "getchar" | "rand" | "random" | "time" | "clock" => {
                let Value::Bits(value) = self.arbitrary(result)? else {
                    return Err(unknown());
                };
                among_results(name, value)
            }
            _ => self.strings(name, result, values)?.ok_or_else(unknown)?,
        };
        Ok(if *result == Type::Void { None } else { Some(Value::Bits(value)) })
    }

    /// Any value of the type that `__VERIFIER_nondet_...` returns.
    fn nondeterministic(&mut self, name: &str, result: &Type) -> Result<Option<Value>, Stop> {
        Ok(match result {
            Type::Void => None,
            Type::Int(_) if name.ends_with("bool") || name.ends_with("Bool") => {
                Some(Value::Bits(self.inputs.input(1).into()))
            }
            Type::Int(width) => Some(Value::Bits(self.inputs.input(*width).into())),
            Type::Pointer => Some(Value::Bits(self.inputs.input(self.module.layout.pointer).into())),
            kind => Some(self.arbitrary(kind)?),
        })
    }

    /// Copies bytes, also to where they overlap unless `apart`; the target.
    fn copy(&mut self, to: u128, from: u64, size: u64, apart: bool) -> Result<u128, Stop> {
        if size > 0 {
            let bytes = self.memory.read(from, size, 1)?.to_vec();
            self.memory.write(to as u64, &bytes, 1)?;
            let overlap = (to as u64).abs_diff(from) < size && to as u64 != from;
            if apart && overlap {
                return Err(ErrorKind::Overlap.into());
            }
        }
        Ok(to)
    }

    /// Sets bytes; the target.
    fn fill(&mut self, to: u128, byte: u8, size: u64) -> Result<u128, Stop> {
        if size > 0 {
            self.memory.read(to as u64, size, 1)?;
            self.memory.write(to as u64, &vec![byte; size as usize], 1)?;
        }
        Ok(to)
    }

    /// `malloc`: null above the largest signed size.
    pub fn heap(&mut self, size: u128, zero: bool) -> Result<u128, Stop> {
        if size > mask(self.module.layout.pointer - 1) {
            return Ok(0);
        }
        if self.limits.malloc_may_fail && self.inputs.below(3) == 0 {
            return Ok(0);
        }
        let base = self.allocate(size as u64, 16, Region::Heap)?;
        if zero {
            self.memory.initialise(base, vec![0; size as usize]);
        }
        Ok(base.into())
    }

    fn free(&mut self, base: u64) -> Result<(), Stop> {
        if base != 0 {
            if !self.memory.is_heap(base) {
                return Err(ErrorKind::BadFree.into());
            }
            self.memory.remove(base);
        }
        Ok(())
    }

    fn realloc(&mut self, old: u64, size: u128) -> Result<u128, Stop> {
        if old != 0 && !self.memory.is_heap(old) {
            return Err(ErrorKind::BadFree.into());
        }
        let base = self.heap(size, false)?;
        if base != 0 && old != 0 {
            let bytes = self.memory.remove(old).map(|block| block.bytes).unwrap_or_default();
            let kept = bytes.len().min(size as usize);
            self.memory.write(base as u64, &bytes[..kept], 1)?;
        }
        Ok(base)
    }

    /// The bytes before the 0.
    pub fn string(&self, from: u64) -> Result<Vec<u8>, Stop> {
        let mut text = Vec::new();
        loop {
            match self.memory.read(from.wrapping_add(text.len() as u64), 1, 1)?[0] {
                0 => return Ok(text),
                byte => text.push(byte),
            }
        }
    }
}

/// Bits counted or in another order.
fn rearranged(name: &str, width: u32, bits: u128) -> u128 {
    let top = bits << (128 - width);
    match name {
        "llvm.ctpop" => bits.count_ones().into(),
        "llvm.ctlz" => top.leading_zeros().min(width).into(),
        "llvm.cttz" => bits.trailing_zeros().min(width).into(),
        "llvm.bswap" => top.swap_bytes(),
        _ => top.reverse_bits(),
    }
}

/// A sum or difference, or the bound of the range that it leaves.
fn saturated(name: &str, width: u32, a: u128, b: u128) -> u128 {
    let is_signed = name.starts_with("llvm.s");
    let (a, b) = if is_signed { (signed(a, width), signed(b, width)) } else { (a as i128, b as i128) };
    let exact = if name.contains("add") { a + b } else { a - b };
    let (low, high) = match is_signed {
        true => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
        false => (0, mask(width) as i128),
    };
    exact.clamp(low, high) as u128 & mask(width)
}

/// The absolute value; `checked` makes that of the smallest number an error.
fn absolute(width: u32, bits: u128, checked: bool) -> Result<u128, Stop> {
    let value = signed(bits, width);
    if value == -(1 << (width - 1)) && checked {
        overflow(Mode::Error)?;
    }
    Ok(value.unsigned_abs() & mask(width))
}

/// The larger or smaller of two numbers.
fn extreme(stem: &str, width: u32, a: u128, b: u128) -> u128 {
    let first_larger = if stem.contains(".s") { signed(a, width) >= signed(b, width) } else { a >= b };
    if first_larger == stem.ends_with("max") { a } else { b }
}

/// The result of an operation and whether it overflowed.
fn with_overflow(stem: &str, width: u32, a: u128, b: u128) -> Option<Value> {
    let is_signed = stem.starts_with("llvm.s");
    let (x, y) = if is_signed { (signed(a, width), signed(b, width)) } else { (a as i128, b as i128) };
    let (exact, bits) = match stem.get(6..9)? {
        "add" => (Some(x + y), x.wrapping_add(y)),
        "sub" => (Some(x - y), x.wrapping_sub(y)),
        "mul" => (x.checked_mul(y), x.wrapping_mul(y)),
        _ => return None,
    };
    let bits = bits as u128 & mask(width);
    let back = if is_signed { signed(bits, width) } else { bits as i128 };
    Some(Value::Parts(vec![Value::Bits(bits), Value::Bits((exact != Some(back)).into())]))
}

/// A number that this function may return, made of an arbitrary one.
fn among_results(name: &str, value: u128) -> u128 {
    match name {
        "rand" | "random" => value & 0x7fff_ffff,
        // An unsigned char, or EOF.
        "putchar" | "getchar" => (value % 257).wrapping_sub(1) & 0xffff_ffff,
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn stems() {
        assert_eq!(stem("llvm.memcpy.p0.p0.i64"), "llvm.memcpy");
        assert_eq!(stem("llvm.sadd.with.overflow.i32"), "llvm.sadd.with.overflow");
        assert_eq!(stem("llvm.assume"), "llvm.assume");
        assert_eq!(stem("llvm.abs.i32"), "llvm.abs");
        assert_eq!(stem("malloc"), "malloc");
    }
}
