//! Operands: registers, constants (LangRef, "Constants"), and the offsets of `getelementptr`.

use super::ast::{Constant, Index, Operand, Type, Typed, WIDE};
use super::lexer::{Kind, shorten, unescape};
use super::parser::{Parser, Read, Symbol};

impl Parser<'_, '_> {
    /// An operand with its type in front.
    pub(super) fn typed(&mut self) -> Read<Typed> {
        let ty = self.ty()?;
        if let Type::Refused(reason) = ty {
            return Err(reason);
        }
        let value = self.operand(&ty)?;
        Ok(Typed { ty, value })
    }

    /// A register or a constant of this type.
    pub(super) fn operand(&mut self, ty: &Type) -> Read<Operand> {
        let line = self.line();
        if let Some(token) = self.accept_kind(Kind::Local) {
            let name = self.name(token)?;
            self.uses.push((name.clone(), ty.clone(), line));
            return Ok(Operand::Register(name));
        }
        match self.constant(ty)? {
            Constant::Scalar(operand) => Ok(operand),
            Constant::Bytes(_) | Constant::Aggregate(_) => Ok(Operand::Refused("aggregate constant".into())),
        }
    }

    /// A constant of this type (LangRef, "Constants").
    pub(super) fn constant(&mut self, ty: &Type) -> Read<Constant> {
        let start = self.at;
        let token = self.next()?;
        let scalar = match (token.kind, token.text, ty) {
            (Kind::Integer, text, Type::Int(width)) => integer(text, *width)?,
            (Kind::Word, "true" | "false", Type::Int(1)) => {
                Operand::Int { width: 1, bits: u64::from(token.text == "true") }
            }
            (Kind::Word, "null", Type::Pointer) => Operand::Null,
            (Kind::Word, "zeroinitializer", Type::Int(width)) => integer("0", *width)?,
            (Kind::Word, "zeroinitializer", Type::Pointer) => Operand::Null,
            (Kind::Word, "zeroinitializer", Type::Float(_)) => Operand::Float,
            (Kind::Word, "zeroinitializer", _) => Operand::Zero,
            (Kind::Word, "undef", _) => Operand::Undef,
            (Kind::Word, "poison", _) => Operand::Poison,
            (Kind::Float, _, Type::Float(_)) => Operand::Float,
            (Kind::Global, _, Type::Pointer) => {
                let name = self.name(token)?;
                match self.env.symbols.get(&name) {
                    Some(Symbol::Global) => Operand::Global { name, offset: 0 },
                    Some(Symbol::Defined | Symbol::Declared) => Operand::Function(name),
                    Some(Symbol::Refused(reason)) => Operand::Refused(reason.clone()),
                    None => return self.fail(format!("@{} is not defined", shorten(&name))),
                }
            }
            (Kind::Bytes, text, Type::Array(count, element)) if **element == Type::Int(8) => {
                let bytes = unescape(text);
                fail_if!(self, bytes.len() as u64 != *count => "string constant of another length than its type");
                return Ok(Constant::Bytes(bytes.into()));
            }
            (Kind::Punctuation, "[" | "{" | "<", _) => {
                self.at = start;
                return self.aggregate(ty);
            }
            (Kind::Word, word, _)
                if self.peek().is_some_and(|next| matches!(next.kind, Kind::Word | Kind::Global) || self.is("(")) =>
            {
                self.at = start;
                return self.nested(|parser| parser.expression(word, ty)).map(Constant::Scalar);
            }
            _ => {
                self.at = start;
                return self.unexpected("a constant of its type");
            }
        };
        Ok(Constant::Scalar(scalar))
    }

    fn aggregate(&mut self, ty: &Type) -> Read<Constant> {
        let layout = &self.env.layout;
        let (count, closing) = match layout.resolve(ty) {
            Type::Array(count, _) if self.accept("[") => (*count, "]"),
            Type::Struct { packed: false, fields } if self.accept("{") => (fields.len() as u64, "}"),
            Type::Struct { packed: true, fields } if self.accept("<") => {
                self.expect("{")?;
                (fields.len() as u64, "}")
            }
            _ => return self.unexpected("a constant of its type"),
        };
        let mut parts = Vec::new();
        while !self.accept(closing) {
            if !parts.is_empty() {
                self.expect(",")?;
            }
            let part = self.ty()?;
            let fits = match layout.resolve(ty) {
                Type::Array(_, element) => **element == part,
                Type::Struct { fields, .. } => fields.get(parts.len()) == Some(&part),
                _ => false,
            };
            fail_if!(self, !fits => "element of another type than the aggregate says");
            parts.push(self.nested(|parser| parser.constant(&part))?);
        }
        if matches!(layout.resolve(ty), Type::Struct { packed: true, .. }) {
            self.expect(">")?;
        }
        fail_if!(self, parts.len() as u64 != count => "aggregate constant of another length than its type");
        Ok(Constant::Aggregate(parts))
    }

    /// A constant expression. One that is neither a number nor an address becomes a refused operand.
    fn expression(&mut self, word: &str, ty: &Type) -> Read<Operand> {
        let start = self.at;
        self.skip(1);
        let refusal = match self.known_expression(word, ty) {
            Ok(operand) => return Ok(operand),
            Err(reason) => reason,
        };
        self.at = start + 1;
        while self.accept_kind(Kind::Word).is_some() {}
        if self.is("(") {
            self.skip_balanced()?;
        } else if self.accept_kind(Kind::Global).is_none() {
            return self.unexpected("a constant");
        }
        Ok(Operand::Refused(format!("constant expression `{}`: {refusal}", shorten(word)).into()))
    }

    fn known_expression(&mut self, word: &str, ty: &Type) -> Read<Operand> {
        let bits = self.env.layout.pointer_bits;
        match word {
            "getelementptr" if *ty == Type::Pointer => {
                while self.accept_word(&["inbounds", "nusw", "nuw"]).is_some() {}
                self.expect("(")?;
                let source = self.ty()?;
                let (base, offset, indices) = self.element_ptr(&source)?;
                self.expect(")")?;
                if indices.is_empty() { self.shift(base, offset) } else { self.fail("index is not a number") }
            }
            "ptrtoint" | "inttoptr" | "bitcast" | "trunc" => {
                self.expect("(")?;
                let from = self.ty()?;
                let value = self.operand(&from)?;
                self.expect("to")?;
                let to = self.ty()?;
                self.expect(")")?;
                let whole = |ty: &Type| matches!(ty, Type::Pointer) || *ty == Type::Int(bits);
                match (value, &to) {
                    _ if to != *ty || (word == "bitcast" && from != to) => self.fail("type does not fit"),
                    (value @ Operand::Global { .. }, _) if whole(&from) && whole(&to) => Ok(value),
                    (Operand::Null, Type::Int(width @ 1..=64)) => Ok(Operand::Int { width: *width, bits: 0 }),
                    (Operand::Int { bits, .. }, Type::Int(width @ 1..=64)) => {
                        Ok(Operand::Int { width: *width, bits: bits & mask(*width) })
                    }
                    (value @ Operand::Null, Type::Pointer) => Ok(value),
                    (Operand::Int { bits, .. }, Type::Pointer) => self.shift(Operand::Null, bits as i64),
                    _ => self.fail("not a number or an address"),
                }
            }
            "add" | "sub" => {
                self.expect("(")?;
                let left = self.typed()?;
                self.expect(",")?;
                let right = self.typed()?;
                self.expect(")")?;
                let Type::Int(width @ 1..=64) = *ty else { return self.fail("type does not fit") };
                fail_if!(self, left.ty != *ty || right.ty != *ty => "type does not fit");
                let int = |bits: u64| Ok(Operand::Int { width, bits: bits & mask(width) });
                let negated = |bits: u64| if word == "add" { bits } else { bits.wrapping_neg() };
                match (left.value, right.value) {
                    (Operand::Int { bits: a, .. }, Operand::Int { bits: b, .. }) => int(a.wrapping_add(negated(b))),
                    (base @ Operand::Global { .. }, Operand::Int { bits, .. }) => {
                        self.shift(base, negated(bits) as i64)
                    }
                    (Operand::Global { name: a, offset: x }, Operand::Global { name: b, offset: y })
                        if word == "sub" && a == b =>
                    {
                        int(x.wrapping_sub(y) as u64)
                    }
                    _ => self.fail("not a number or an address"),
                }
            }
            _ => self.fail("not supported"),
        }
    }

    /// A constant address plus a number of bytes.
    fn shift(&self, base: Operand, bytes: i64) -> Read<Operand> {
        let width = self.env.layout.pointer_bits;
        match base {
            Operand::Global { name, offset } => {
                Ok(Operand::Global { name, offset: self.wrap(i128::from(offset) + i128::from(bytes)) })
            }
            Operand::Function(_) if bytes == 0 => Ok(base),
            Operand::Null | Operand::Int { .. } => {
                let start = if let Operand::Int { bits, .. } = base { bits } else { 0 };
                match start.wrapping_add(bytes as u64) & mask(width) {
                    0 => Ok(Operand::Null),
                    bits => Ok(Operand::Int { width, bits }),
                }
            }
            _ => self.fail("not an address of data"),
        }
    }

    /// A number modulo 2^pointer width, as a signed number.
    fn wrap(&self, number: i128) -> i64 {
        if self.env.layout.pointer_bits == 32 { i64::from(number as i32) } else { number as i64 }
    }

    /// `, ptr base, index...`: the base, the constant part of the offset, and the other indices.
    pub(super) fn element_ptr(&mut self, source: &Type) -> Read<(Operand, i64, Vec<Index>)> {
        let layout = &self.env.layout;
        self.expect(",")?;
        fail_if!(self, self.ty()? != Type::Pointer => "getelementptr from something else than a pointer");
        let base = self.operand(&Type::Pointer)?;
        let (mut offset, mut indices, mut current) = (0i64, Vec::new(), None::<Type>);
        while self.is(",") && self.peek_at(1).is_some_and(|next| next.kind != Kind::Metadata) {
            self.skip(1);
            let ty = self.ty()?;
            need!(self, Type::Int(width @ 1..=64) = ty => "getelementptr with an index of another type");
            let value = self.operand(&ty)?;
            let element = match &current {
                None => source.clone(),
                Some(aggregate) => match (layout.resolve(aggregate), &value) {
                    (Type::Array(_, element), _) => element.as_ref().clone(),
                    (Type::Struct { .. }, Operand::Int { bits, .. }) => {
                        let (field, place) = layout.element(aggregate, *bits)?;
                        offset = self.wrap(i128::from(offset) + i128::from(place));
                        current = Some(field);
                        continue;
                    }
                    _ => return self.fail("getelementptr into a type without elements"),
                },
            };
            let stride = layout.size(&element)?;
            match value {
                Operand::Int { bits, .. } => {
                    // Sign-extended; both factors have at most 64 bits.
                    let number = i128::from(((bits << (64 - width)) as i64) >> (64 - width));
                    offset = self.wrap(i128::from(offset).wrapping_add(number.wrapping_mul(i128::from(stride))));
                }
                value => indices.push(Index { value, width, stride }),
            }
            current = Some(element);
        }
        Ok((base, offset, indices))
    }
}

/// The bits of a value of this width (1 ..= 64).
pub(super) fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width.clamp(1, 64))
}

/// An integer constant; one that does not fit its type is an error, as in LLVM.
fn integer(text: &str, width: u32) -> Read<Operand> {
    if width == WIDE {
        return Ok(Operand::Float);
    } else if width > 64 {
        return Ok(Operand::Refused("integer of more than 64 bits".into()));
    }
    let value = match text.strip_prefix("u0x") {
        Some(digits) => i128::from_str_radix(digits, 16),
        None => text.parse::<i128>(),
    };
    match value {
        Ok(value) if value <= i128::from(mask(width)) && value >= -(1i128 << (width - 1)) => {
            Ok(Operand::Int { width, bits: value as u64 & mask(width) })
        }
        _ => Err(format!("`{}` does not fit i{width}", shorten(text)).into()),
    }
}
