//! Hints for the checker's rules, worked out from the values (`spec/rules`): those that make the
//! result exact, and all others that a rule knows, which must never say something false.

use super::semantics::{bits, exactly};
use super::{Flags, Form, Operation, Type, mask, signed};
use certificates::{Access, Bits, Detail, Hint, Int, Multiple, Overflow, Sign, Wrap};

use Sign::{Signed, Unsigned};

/// The hints of an operation's instructions, in order, and the sign its result is bound with.
#[derive(Clone, Debug)]
pub struct Steps {
    pub hints: Vec<Hint>,
    pub sign: Sign,
}

/// A hint without anything.
pub fn plain(sign: Sign) -> Hint {
    Hint { sign, wraps: Vec::new(), phis: Vec::new(), detail: Detail::None }
}

/// The sign of a binding: pointers and `i1` are always unsigned.
pub fn bound(ty: Type, sign: Sign) -> Sign {
    match ty {
        Type::Pointer | Type::Int(1) => Unsigned,
        Type::Int(_) => sign,
    }
}

/// The number that bits of this width read as.
pub fn number(value: u64, width: u32, sign: Sign) -> i128 {
    match sign {
        Signed => signed(value, width),
        Unsigned => i128::from(value & mask(width)),
    }
}

/// Operands of known value, bound with these signs, and the wraps that reading them has cost.
pub struct Reader<'o> {
    pub operation: &'o Operation,
    pub values: &'o [u64],
    pub signs: &'o [Sign],
    pub mode: Overflow,
    /// The sign that the result should be bound with, where the rule leaves that open.
    pub wish: Sign,
    /// Numbers of blocks and entries that are free.
    pub blocks: u32,
    pub entries: u32,
    wraps: Vec<Wrap>,
}

impl<'o> Reader<'o> {
    pub fn new(operation: &'o Operation, values: &'o [u64], signs: &'o [Sign], mode: Overflow, wish: Sign) -> Self {
        Self { operation, values, signs, mode, wish, blocks: 0, entries: 0, wraps: Vec::new() }
    }

    fn width(&self, place: usize) -> u32 {
        self.operation.operands[place].width(self.operation.pointer)
    }

    /// A-FIT of a number.
    fn fit(&mut self, value: i128, width: u32, sign: Sign) -> Option<i128> {
        let result = number(bits(value, width), width, sign);
        let times = value.checked_sub(result)? >> width;
        self.wraps.push(Wrap::By(Int(times)));
        Some(result)
    }

    /// An operand read with its own sign.
    fn either(&self, place: usize) -> i128 {
        let sign = bound(self.operation.operands[place], self.signs[place]);
        number(self.values[place], self.width(place), sign)
    }

    /// An operand read with the sign that is asked for.
    fn read(&mut self, place: usize, asked: Sign) -> Option<i128> {
        let ty = self.operation.operands[place];
        let asked = bound(ty, asked);
        let value = self.either(place);
        if bound(ty, self.signs[place]) == asked {
            return Some(value);
        }
        self.fit(value, self.width(place), asked)
    }

    fn hint(&mut self, sign: Sign, detail: Detail) -> Hint {
        Hint { wraps: std::mem::take(&mut self.wraps), detail, ..plain(sign) }
    }

    fn one(&mut self, sign: Sign, detail: Detail) -> Option<Steps> {
        let sign = bound(self.operation.result, sign);
        let hints = vec![self.hint(sign, detail)];
        Some(Steps { hints, sign })
    }

    /// The hints that make the result exact; `None` where no rule knows it exactly. Where the
    /// instruction is undefined, the hints that a forger would try.
    pub fn exact(&mut self) -> Option<Steps> {
        self.wraps.clear();
        let result = self.operation.result.width(self.operation.pointer);
        let wish = self.wish;
        match &self.operation.form {
            Form::Binary { name, flags } => self.binary(name, *flags, result),
            Form::Compare { predicate, .. } => {
                let asked = match predicate.as_bytes()[0] {
                    b'u' => Unsigned,
                    b's' => Signed,
                    _ => wish,
                };
                let (a, b) = (self.read(0, asked)?, self.read(1, asked)?);
                let outcome = match &predicate[predicate.len() - 2..] {
                    "eq" => a == b,
                    "ne" => a != b,
                    "lt" => a < b,
                    "le" => a <= b,
                    "gt" => a > b,
                    _ => a >= b,
                };
                let mut hint = self.hint(wish, Detail::Outcome(outcome));
                hint.sign = wish;
                let hints = vec![hint];
                Some(Steps { hints, sign: Unsigned })
            }
            Form::Cast { name, .. } => self.cast(name, result),
            Form::Select => {
                self.read(0, Unsigned)?;
                let yes = self.values[0] == 1;
                self.read(if yes { 1 } else { 2 }, wish)?;
                self.one(wish, Detail::Outcome(yes))
            }
            Form::Freeze | Form::Expect => {
                self.read(0, wish)?;
                self.one(wish, Detail::None)
            }
            Form::Switch(cases) => {
                let value = self.read(0, wish)?;
                let width = self.width(0);
                let sign = bound(self.operation.operands[0], wish);
                let place = cases.iter().position(|case| number(*case, width, sign) == value);
                let first = self.hint(wish, Detail::Case(place.map(|p| p as u32)));
                let mut second = plain(wish);
                second.phis = vec![wish];
                Some(Steps { hints: vec![first, second], sign: wish })
            }
            Form::Address { constant, strides } => {
                let mut sum = self.read(0, Unsigned)? + constant;
                for (place, stride) in strides.iter().enumerate() {
                    sum += self.read(place + 1, Signed)? * stride;
                }
                if !(strides.is_empty() && *constant == 0) {
                    self.fit(sum, self.operation.pointer, Unsigned)?;
                }
                self.one(Unsigned, Detail::None)
            }
            Form::Extremum { signed, max } => {
                let sign = if *signed { Signed } else { Unsigned };
                let (a, b) = (self.read(0, sign)?, self.read(1, sign)?);
                self.one(sign, Detail::Outcome((a >= b) == *max))
            }
            Form::Absolute { .. } => {
                let a = self.read(0, Signed)?;
                // The smallest value has no absolute value in any mode.
                (a != -(1i128 << (result - 1))).then(|| self.one(Signed, Detail::Outcome(a >= 0))).flatten()
            }
            Form::Memory { offset } => {
                let whole = *offset == 0 && self.operation.operands[0] == self.operation.result;
                whole.then(|| self.memory(0, true)).flatten()
            }
            Form::Intrinsic { name, poison } => self.intrinsic(name, *poison),
            Form::Overflowing { name, part } => self.overflowing(name, *part),
            Form::Wide { .. } => None,
        }
    }

    fn intrinsic(&mut self, name: &str, poison: bool) -> Option<Steps> {
        let sign = if name.starts_with('s') { Signed } else { Unsigned };
        match name {
            "fshl" | "fshr" => {
                for place in 0..3 {
                    self.read(place, Unsigned)?;
                }
                let amount = u32::try_from(self.values[2]).ok()?;
                self.one(Unsigned, Detail::Shift(amount))
            }
            "ctpop" | "ctlz" | "cttz" => {
                self.read(0, Unsigned)?;
                self.one(Unsigned, if poison { Detail::Outcome(true) } else { Detail::None })
            }
            "bswap" | "bitreverse" => self.one(Unsigned, Detail::None),
            _ => {
                let (a, b) = (self.read(0, sign)?, self.read(1, sign)?);
                let t = if name.contains("add") { a + b } else { a - b };
                let width = self.width(0);
                let all = i128::from(mask(width));
                let (lo, hi) = if sign == Signed { (-(all >> 1) - 1, all >> 1) } else { (0, all) };
                let side = if t < lo { Some(0) } else { (t > hi).then_some(1) };
                self.one(sign, Detail::Case(side))
            }
        }
    }

    fn overflowing(&mut self, name: &str, part: u32) -> Option<Steps> {
        let sign = if name.starts_with('s') { Signed } else { Unsigned };
        self.read(0, sign)?;
        self.read(1, sign)?;
        let width = self.width(0);
        let t = exactly(name, width, self.values).filter(|t| t.unsigned_abs() >> 126 == 0)?;
        let fits = number(bits(t, width), width, sign) == t;
        let bound_with = if fits { sign } else { self.wish };
        if !fits {
            self.fit(t, width, bound_with)?;
        }
        let first = self.hint(bound_with, Detail::Outcome(!fits));
        let sign = if part == 0 { bound_with } else { Unsigned };
        Some(Steps { hints: vec![first, plain(sign)], sign })
    }

    fn binary(&mut self, name: &str, flags: Flags, width: u32) -> Option<Steps> {
        let shift = self.values[1];
        match name {
            "add" | "sub" | "mul" | "shl" => {
                let times = |a: i128| match shift < 64 {
                    true => a.checked_mul(1i128 << shift),
                    false => None,
                };
                let asked = match (flags.nuw, flags.nsw && self.mode != Overflow::Wrap) {
                    (true, _) => Some(Unsigned),
                    (false, true) => Some(Signed),
                    _ => None,
                };
                let exactly = |reader: &mut Self, asked: Option<Sign>, amount: bool| {
                    let mut get = |place| match asked {
                        Some(sign) => reader.read(place, sign),
                        None => Some(reader.either(place)),
                    };
                    let a = get(0)?;
                    if name == "shl" {
                        if amount {
                            reader.read(1, Unsigned)?;
                        }
                        return times(a);
                    }
                    let b = get(1)?;
                    match name {
                        "add" => a.checked_add(b),
                        "sub" => a.checked_sub(b),
                        _ => a.checked_mul(b),
                    }
                };
                let t = exactly(self, asked, true)?;
                // Beyond, differences with multiples of 2^w leave the 128 bits of the checker's terms.
                if t.unsigned_abs() >> 126 != 0 {
                    return None;
                }
                let mut sign = asked.unwrap_or(self.wish);
                if flags.nuw && flags.nsw && self.mode == Overflow::Error {
                    exactly(self, Some(Signed), false)?;
                }
                if asked.is_none() {
                    sign = bound(self.operation.result, sign);
                    self.fit(t, width, sign)?;
                }
                let detail = match name {
                    "shl" => Detail::Shift(shift as u32),
                    _ => Detail::None,
                };
                self.one(sign, detail)
            }
            "udiv" | "urem" => {
                self.read(0, Unsigned)?;
                self.read(1, Unsigned)?;
                self.one(Unsigned, Detail::None)
            }
            "sdiv" | "srem" => {
                let (a, b) = (self.read(0, Signed)?, self.read(1, Signed)?);
                let detail = Detail::Division { dividend: Some(a >= 0), divisor: b > 0 };
                self.one(Signed, detail)
            }
            "lshr" | "ashr" => {
                let sign = if name == "lshr" { Unsigned } else { Signed };
                self.read(0, sign)?;
                self.read(1, Unsigned)?;
                self.one(sign, Detail::Shift(shift as u32))
            }
            _ => {
                let (a, b) = (self.read(0, Unsigned)?, self.read(1, Unsigned)?);
                let form = exact_bits(name, a as u64, b as u64, width);
                self.one(Unsigned, Detail::Bits(form))
            }
        }
    }

    fn cast(&mut self, name: &str, result: u32) -> Option<Steps> {
        let (pointer, wish) = (self.operation.pointer, self.wish);
        let from = self.width(0);
        match name {
            "trunc" => {
                let value = self.either(0);
                self.fit(value, result, bound(self.operation.result, wish))?;
                self.one(wish, Detail::None)
            }
            "zext" => {
                self.read(0, Unsigned)?;
                self.one(wish, Detail::None)
            }
            "sext" => {
                self.read(0, Signed)?;
                self.one(Signed, Detail::None)
            }
            "ptrtoint" => {
                let value = self.read(0, Unsigned)?;
                if result >= pointer {
                    return self.one(Unsigned, Detail::None);
                }
                self.fit(value, result, bound(self.operation.result, wish))?;
                self.one(wish, Detail::None)
            }
            "inttoptr" if from <= pointer => {
                self.read(0, Unsigned)?;
                self.one(Unsigned, Detail::None)
            }
            "inttoptr" => {
                let value = self.either(0);
                self.fit(value, pointer, Unsigned)?;
                self.one(Unsigned, Detail::None)
            }
            _ => {
                self.read(0, wish)?;
                self.one(wish, Detail::None)
            }
        }
    }

    /// alloca, store, getelementptr, load; the load takes the stored entry or makes one of its own.
    fn memory(&mut self, offset: u64, entry: bool) -> Option<Steps> {
        let access = || Access { block: self.blocks, multiple: Multiple::Plain };
        let (store, load) = (access(), access());
        let alloca = plain(Unsigned);
        let kept = bound(self.operation.operands[0], self.wish);
        self.read(0, kept)?;
        let detail = Detail::Store { access: store, keep: Vec::new(), within: Vec::new() };
        let store = self.hint(kept, detail);
        if offset > 0 {
            self.wraps.push(Wrap::By(Int(0)));
        }
        let address = self.hint(Unsigned, Detail::None);
        // The value is read back with the other sign.
        let sign = match self.wish {
            Signed => Unsigned,
            Unsigned => Signed,
        };
        let sign = bound(self.operation.result, sign);
        if entry && sign != kept {
            let width = self.width(0);
            let value = number(self.values[0], width, kept);
            self.fit(value, width, sign)?;
        }
        let detail = Detail::Load { access: load, entry: entry.then_some(self.entries) };
        let load = self.hint(sign, detail);
        Some(Steps { hints: vec![alloca, store, address, load], sign })
    }

    /// Every other hint that the rule knows, true or not.
    pub fn others(&mut self) -> Vec<Steps> {
        let mut found = Vec::new();
        let details: Vec<Detail> = match &self.operation.form {
            Form::Memory { offset } => {
                self.wraps.clear();
                let (offset, signs) = (*offset, [Signed, Unsigned]);
                for (entry, wish) in [(true, signs[0]), (false, signs[0]), (false, signs[1])] {
                    self.wish = wish;
                    self.wraps.clear();
                    found.extend(self.memory(offset, entry));
                }
                return found;
            }
            Form::Binary { name, .. } => self.binary_details(name),
            Form::Compare { .. } | Form::Select | Form::Extremum { .. } | Form::Absolute { .. } => {
                vec![Detail::None, Detail::Outcome(true), Detail::Outcome(false)]
            }
            Form::Intrinsic { name: "fshl" | "fshr", .. } => {
                let amount = u32::try_from(self.values[2]).unwrap_or(u32::MAX);
                [0, 1, amount, amount.wrapping_add(1)].map(Detail::Shift).into_iter().chain([Detail::None]).collect()
            }
            Form::Intrinsic { name, .. } if name.ends_with("sat") => {
                [None, Some(0), Some(1)].map(Detail::Case).into_iter().collect()
            }
            Form::Intrinsic { .. } | Form::Overflowing { .. } => {
                vec![Detail::None, Detail::Outcome(true), Detail::Outcome(false)]
            }
            Form::Switch(_) => return found,
            Form::Wide { .. } => {
                for sign in [Signed, Unsigned] {
                    found.push(Steps { hints: vec![plain(sign); 5], sign: bound(self.operation.result, sign) });
                }
                return found;
            }
            _ => vec![Detail::None],
        };
        let exact = self.exact();
        let bitwise =
            matches!(&self.operation.form, Form::Binary { name, .. } if matches!(*name, "and" | "or" | "xor"));
        // The wraps of the exact hint, the same with a quotient for each, and wrong numbers of them.
        let wraps = exact.as_ref().map(|steps| steps.hints[0].wraps.clone()).unwrap_or_default();
        let quotients: Vec<Wrap> = wraps.iter().map(|_| Wrap::Quotient).collect();
        let off: Vec<Wrap> = wraps.iter().map(|_| Wrap::By(Int(1))).collect();
        let still: Vec<Wrap> = wraps.iter().map(|_| Wrap::By(Int(0))).collect();
        for detail in details {
            for wraps in [&wraps, &quotients, &off, &still] {
                for sign in [Signed, Unsigned] {
                    let wraps = wraps.clone();
                    let hint = Hint { wraps, detail: detail.clone(), ..plain(sign) };
                    let wish = sign;
                    let sign = self.result_sign(sign);
                    let mut hints = vec![hint];
                    if let Form::Overflowing { .. } = &self.operation.form {
                        hints.push(plain(if detail == Detail::Outcome(false) { sign } else { wish }));
                    }
                    found.push(Steps { hints, sign });
                }
                if wraps.is_empty() || bitwise {
                    break;
                }
            }
        }
        found
    }

    /// Details that a hint of an operation on two numbers may have, right or wrong.
    fn binary_details(&self, name: &str) -> Vec<Detail> {
        match name {
            "sdiv" | "srem" => [Some(true), Some(false), None]
                .into_iter()
                .flat_map(|dividend| [true, false].map(|divisor| Detail::Division { dividend, divisor }))
                .collect(),
            "shl" | "lshr" | "ashr" => {
                vec![Detail::None, Detail::Outcome(true), Detail::Shift(0), Detail::Shift(1)]
            }
            "and" | "or" | "xor" => {
                let width = self.width(0);
                let mut forms = vec![Bits::Bounds, Bits::ClearLowest, Bits::Complement];
                let exact: [fn(u32) -> Bits; 5] =
                    [Bits::LowMask, Bits::HighMask, Bits::Field, Bits::Below, Bits::Disjoint];
                forms.extend([0, 1, width / 2, width - 1, width].iter().flat_map(|k| exact.map(|form| form(*k))));
                forms.into_iter().map(Detail::Bits).collect()
            }
            _ => vec![Detail::None],
        }
    }

    /// The sign that the rule binds the result with.
    fn result_sign(&self, wish: Sign) -> Sign {
        let nsw = |flags: &Flags| flags.nsw && self.mode != Overflow::Wrap;
        let sign = match &self.operation.form {
            Form::Binary { name, flags } => match *name {
                "add" | "sub" | "mul" | "shl" if flags.nuw => Unsigned,
                "add" | "sub" | "mul" | "shl" if nsw(flags) => Signed,
                "add" | "sub" | "mul" | "shl" => wish,
                "sdiv" | "srem" | "ashr" => Signed,
                _ => Unsigned,
            },
            Form::Compare { .. } | Form::Address { .. } => Unsigned,
            Form::Extremum { signed: true, .. } | Form::Absolute { .. } => Signed,
            Form::Extremum { .. } => Unsigned,
            Form::Intrinsic { name, .. } => match *name {
                "sadd.sat" | "ssub.sat" => Signed,
                _ => Unsigned,
            },
            Form::Overflowing { name, .. } if name.starts_with('s') => Signed,
            Form::Overflowing { .. } => Unsigned,
            Form::Cast { name, .. } => match *name {
                "sext" => Signed,
                "ptrtoint" if self.operation.result.width(64) >= self.operation.pointer => Unsigned,
                _ => wish,
            },
            _ => wish,
        };
        bound(self.operation.result, sign)
    }
}

/// The form that makes a bitwise result of these operands exact: where there is none for operands of
/// their sort, the one for two numbers.
fn exact_bits(name: &str, a: u64, b: u64, width: u32) -> Bits {
    let all = mask(width);
    if b == all && name == "xor" {
        return Bits::Complement;
    }
    let ones = b.trailing_ones().min(width);
    let zeros = b.trailing_zeros().min(width);
    let low = |k: u32| if k == 0 { 0 } else { mask(k) };
    let k = (64 - b.leading_zeros()).min(width);
    match name {
        "and" if b == low(ones) => Bits::LowMask(ones),
        "and" if b == all & !low(zeros) => Bits::HighMask(zeros),
        "and" if b == low(k) & !low(zeros) => Bits::Field(zeros),
        "or" | "xor" if a & low(k) == 0 => Bits::Disjoint(k),
        _ => Bits::Bounds,
    }
}
