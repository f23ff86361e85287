//! Single instructions (LangRef, "Instruction Reference").

use super::ast::{
    Argument, BinaryOp, Callee, CastKind, Header, Name, Op, Operand, Owner, Predicate, Reason, Signature, Site, Type,
    Typed, WIDE, pair, part,
};
use super::lexer::{Kind, Token, shorten};
use super::parser::{Parser, Read, Symbol};

/// What a statement is.
pub(super) enum Parsed {
    Phi {
        ty: Type,
        incoming: Vec<(Operand, Name)>,
        refused: Option<Reason>,
    },
    /// `tail`: whether the call is so marked and its callee might reach the caller's stack.
    Op {
        ty: Type,
        op: Op,
        tail: bool,
    },
    /// A debug intrinsic.
    Debug,
}

/// Intrinsics that are debug information, not instructions.
const DEBUG: &[&str] = &["llvm.dbg.declare", "llvm.dbg.value", "llvm.dbg.assign", "llvm.dbg.label"];

/// Flags that only restrict which floating-point results are arbitrary; here all of them are.
const FAST_MATH: &[&str] = &["nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc", "fast"];

impl<'a> Parser<'_, 'a> {
    /// Reads an instruction after its opcode, without attached metadata. On an error the instruction is refused.
    pub(super) fn instruction(&mut self, opcode: Token<'a>, header: &Header, entry: bool) -> Read<Parsed> {
        let (ty, op) = match opcode.text {
            "phi" => return self.phi(),
            "call" => return self.call(false),
            marker @ ("tail" | "notail" | "musttail") => {
                self.expect("call")?;
                return if marker == "musttail" {
                    self.fail("outside the subset")
                } else {
                    self.call(marker == "tail")
                };
            }
            "icmp" => self.compare()?,
            "select" => self.select()?,
            "freeze" => {
                let ty = self.value_type()?;
                let value = self.operand(&ty)?;
                (ty, Op::Freeze(value))
            }
            "getelementptr" => {
                while self.accept_word(&["inbounds", "nusw", "nuw"]).is_some() {}
                let source = self.ty()?;
                let (base, offset, indices) = self.element_ptr(&source)?;
                (Type::Pointer, Op::ElementPtr { base, offset, indices })
            }
            "alloca" => self.alloca(entry)?,
            "load" => self.load()?,
            "store" => self.store()?,
            "br" => self.branch()?,
            "switch" => self.switch()?,
            "ret" => self.ret(header)?,
            "unreachable" => (Type::Void, Op::Unreachable),
            "extractvalue" => self.extract()?,
            name => match (known(BINARY, name), known(CASTS, name)) {
                (Some(op), _) => self.binary(op)?,
                (_, Some(kind)) => self.cast(kind)?,
                _ => self.float(name)?,
            },
        };
        Ok(Parsed::Op { ty, op, tail: false })
    }

    /// The type of a scalar: integer of at most 64 bits or of 128, pointer, floating point.
    fn value_type(&mut self) -> Read<Type> {
        match self.ty()? {
            ty @ (Type::Int(1..=64 | WIDE) | Type::Pointer | Type::Float(_)) => Ok(ty),
            Type::Int(bits) => self.fail(format!("integer of {bits} bits")),
            Type::Refused(reason) => Err(reason),
            _ => self.fail("value that is no scalar"),
        }
    }

    /// An integer type of at most 64 bits.
    fn integer_type(&mut self) -> Read<Type> {
        self.value_type().and_then(|ty| match ty {
            Type::Int(1..=64) => Ok(ty),
            _ => self.fail("operand that is no integer of at most 64 bits"),
        })
    }

    /// The type of a scalar in memory.
    fn memory_type(&mut self) -> Read<Type> {
        match self.value_type()? {
            Type::Int(bits) if !matches!(bits, 8 | 16 | 32 | 64 | WIDE) => {
                self.fail(format!("integer of {bits} bits in memory"))
            }
            ty => Ok(ty),
        }
    }

    fn pointer(&mut self) -> Read<Operand> {
        match self.ty()? {
            Type::Pointer => self.operand(&Type::Pointer),
            Type::Refused(reason) => Err(reason),
            _ => self.unexpected("a pointer"),
        }
    }

    fn binary(&mut self, op: BinaryOp) -> Read<(Type, Op)> {
        use BinaryOp::{AShr, Add, LShr, Mul, SDiv, Shl, Sub, UDiv};
        let allowed: &[&str] = match op {
            Add | Sub | Mul | Shl => &["nuw", "nsw"],
            UDiv | SDiv | LShr | AShr => &["exact"],
            _ => &[],
        };
        let (mut nuw, mut nsw, mut exact) = (false, false, false);
        while let Some(flag) = self.accept_word(allowed) {
            match flag {
                "nuw" => nuw = true,
                "nsw" => nsw = true,
                _ => exact = true,
            }
        }
        let flagged = nuw || nsw || exact;
        if self.is("i128") && !flagged && !matches!(op, UDiv | SDiv | BinaryOp::URem | BinaryOp::SRem) {
            return self.wide(matches!(op, Shl | LShr | AShr));
        }
        let ty = self.integer_type()?;
        let left = self.operand(&ty)?;
        self.expect(",")?;
        let right = self.operand(&ty)?;
        Ok((ty, Op::Binary { op, nuw, nsw, exact, left, right }))
    }

    /// The operands of an operation on i128 that cannot fail. A shift needs a constant amount below 128.
    fn wide(&mut self, shift: bool) -> Read<(Type, Op)> {
        let left = self.typed()?;
        self.expect(",")?;
        if shift {
            fail_if!(self, self.number()? >= u64::from(WIDE) => "shift of an i128 by its width or more");
            return Ok((Type::Int(WIDE), Op::Float(vec![left])));
        }
        let right = Typed { value: self.operand(&left.ty)?, ty: left.ty.clone() };
        Ok((Type::Int(WIDE), Op::Float(vec![left, right])))
    }

    fn compare(&mut self) -> Read<(Type, Op)> {
        let word = self.next()?.text;
        need!(self, Some(predicate) = known(PREDICATES, word) => "`{}`", shorten(word));
        let ty = self.value_type()?;
        fail_if!(self, matches!(ty, Type::Float(_)) => "operand that is no integer");
        let left = self.operand(&ty)?;
        self.expect(",")?;
        let right = self.operand(&ty)?;
        if ty == Type::Int(WIDE) {
            let operands = [left, right].map(|value| Typed { ty: ty.clone(), value });
            return Ok((Type::Int(1), Op::Float(operands.into())));
        }
        Ok((Type::Int(1), Op::Compare { predicate, ty, left, right }))
    }

    fn select(&mut self) -> Read<(Type, Op)> {
        while self.accept_word(FAST_MATH).is_some() {}
        fail_if!(self, self.ty()? != Type::Int(1) => "condition that is no i1");
        let condition = self.operand(&Type::Int(1))?;
        self.expect(",")?;
        let ty = self.value_type()?;
        let if_true = self.operand(&ty)?;
        self.expect(",")?;
        fail_if!(self, self.value_type()? != ty => "values of two types");
        let if_false = self.operand(&ty)?;
        Ok((ty, Op::Select { condition, if_true, if_false }))
    }

    fn cast(&mut self, kind: CastKind) -> Read<(Type, Op)> {
        let from = self.value_type()?;
        let value = self.operand(&from)?;
        self.expect("to")?;
        let to = self.value_type()?;
        let fits = match (kind, &from, &to) {
            (CastKind::Trunc, Type::Int(from), Type::Int(to)) => from > to,
            (CastKind::ZExt | CastKind::SExt, Type::Int(from), Type::Int(to)) => from < to,
            (CastKind::PtrToInt, Type::Pointer, Type::Int(_)) | (CastKind::IntToPtr, Type::Int(_), Type::Pointer) => {
                true
            }
            (CastKind::BitCast, Type::Float(kind), Type::Int(bits))
            | (CastKind::BitCast, Type::Int(bits), Type::Float(kind)) => kind.bits() == *bits,
            (CastKind::BitCast, from, to) => from == to,
            _ => false,
        };
        let wide = [&from, &to].contains(&&Type::Int(WIDE)) && kind != CastKind::BitCast;
        if wide && fits && !matches!((&from, &to), (Type::Pointer, _) | (_, Type::Pointer)) {
            return Ok((to, Op::Float(vec![Typed { ty: from, value }])));
        }
        let fits = fits && !wide;
        if fits { Ok((to, Op::Cast { kind, from, value })) } else { self.fail("conversion between these types") }
    }

    fn float(&mut self, opcode: &str) -> Read<(Type, Op)> {
        let (arity, converts) = match opcode {
            "fneg" => (1, false),
            "fadd" | "fsub" | "fmul" | "fdiv" | "frem" | "fcmp" => (2, false),
            "fptosi" | "fptoui" | "sitofp" | "uitofp" | "fpext" | "fptrunc" => (1, true),
            _ => return self.fail("outside the subset"),
        };
        while self.accept_word(FAST_MATH).is_some() {}
        if opcode == "fcmp" {
            self.next()?;
        }
        let ty = self.value_type()?;
        fail_if!(self, matches!(ty, Type::Float(_)) == matches!(opcode, "sitofp" | "uitofp") || ty == Type::Pointer =>
            "operand of another type");
        let mut operands = vec![Typed { value: self.operand(&ty)?, ty: ty.clone() }];
        if arity == 2 {
            self.expect(",")?;
            operands.push(Typed { value: self.operand(&ty)?, ty: ty.clone() });
        }
        let result = if opcode == "fcmp" {
            Type::Int(1)
        } else if converts {
            self.expect("to")?;
            let to = self.value_type()?;
            fail_if!(self, matches!(to, Type::Float(_)) == matches!(opcode, "fptosi" | "fptoui") || to == Type::Pointer =>
                "conversion between these types");
            to
        } else {
            ty
        };
        Ok((result, Op::Float(operands)))
    }

    /// `, align N` if it is there.
    fn optional_align(&mut self) -> Read<Option<u64>> {
        if self.is(",") && self.peek_at(1).is_some_and(|next| next.kind == Kind::Word && next.text == "align") {
            self.skip(2);
            return self.alignment().map(Some);
        }
        Ok(None)
    }

    fn alloca(&mut self, entry: bool) -> Read<(Type, Op)> {
        let element = self.ty()?;
        let layout = &self.env.layout;
        let (size, natural) = (layout.size(&element)?, layout.align(&element)?);
        let mut count = Typed { ty: Type::Int(32), value: Operand::Int { width: 32, bits: 1 } };
        if self.is(",")
            && self
                .peek_at(1)
                .is_some_and(|next| next.kind == Kind::Word && next.text != "align" && next.text != "addrspace")
        {
            self.skip(1);
            let ty = self.integer_type()?;
            count = Typed { value: self.operand(&ty)?, ty };
        }
        let align = self.optional_align()?.unwrap_or(natural);
        let is_static = entry && matches!(count.value, Operand::Int { .. });
        Ok((Type::Pointer, Op::Alloca { element, size, count, align, is_static }))
    }

    fn load(&mut self) -> Read<(Type, Op)> {
        let volatile = self.accept("volatile");
        let ty = self.memory_type()?;
        self.expect(",")?;
        let pointer = self.pointer()?;
        let align = self.optional_align()?.map_or_else(|| self.env.layout.align(&ty), Ok)?;
        Ok((ty, Op::Load { pointer, align, volatile, range: None }))
    }

    fn store(&mut self) -> Read<(Type, Op)> {
        let volatile = self.accept("volatile");
        let ty = self.memory_type()?;
        let value = self.operand(&ty)?;
        self.expect(",")?;
        let pointer = self.pointer()?;
        let align = self.optional_align()?.map_or_else(|| self.env.layout.align(&ty), Ok)?;
        Ok((Type::Void, Op::Store { ty, value, pointer, align, volatile }))
    }

    fn branch(&mut self) -> Read<(Type, Op)> {
        if self.is("label") {
            return Ok((Type::Void, Op::Branch(self.label()?)));
        }
        fail_if!(self, self.ty()? != Type::Int(1) => "condition that is no i1");
        let condition = self.operand(&Type::Int(1))?;
        self.expect(",")?;
        let if_true = self.label()?;
        self.expect(",")?;
        let if_false = self.label()?;
        Ok((Type::Void, Op::CondBranch { condition, if_true, if_false }))
    }

    fn switch(&mut self) -> Read<(Type, Op)> {
        let ty = self.integer_type()?;
        need!(self, Type::Int(width) = ty => "value that is no integer");
        let value = self.operand(&ty)?;
        self.expect(",")?;
        let default = self.label()?;
        self.expect("[")?;
        let (mut cases, mut seen) = (Vec::new(), std::collections::HashSet::new());
        while !self.accept("]") {
            fail_if!(self, self.ty()? != ty => "case of another type");
            need!(self, Operand::Int { bits, .. } = self.operand(&ty)? => "case that is no number");
            self.expect(",")?;
            cases.push((bits, self.label()?));
            fail_if!(self, !seen.insert(bits) => "two cases of one value");
        }
        Ok((Type::Void, Op::Switch { width, value, default, cases }))
    }

    fn ret(&mut self, header: &Header) -> Read<(Type, Op)> {
        let result = self.ty()?;
        fail_if!(self, result != header.signature.result => "value of another type than the function returns");
        let value = match result {
            Type::Void => None,
            Type::Refused(reason) => return Err(reason),
            ty => Some(Typed { value: self.operand(&ty)?, ty }),
        };
        fail_if!(self, header.noreturn => "return from a noreturn function");
        Ok((Type::Void, Op::Return(value)))
    }

    /// One part of a pair; it was bound together with the pair.
    fn extract(&mut self) -> Read<(Type, Op)> {
        let ty = self.ty()?;
        let value = self.operand(&ty)?;
        self.expect(",")?;
        let place = self.number()?;
        let field = pair(&ty).and_then(|fields| fields.get(usize::try_from(place).ok()?));
        let (Some(field), Operand::Register(name)) = (field, value) else {
            return self.fail("value of aggregate type");
        };
        let op =
            Op::Cast { kind: CastKind::BitCast, from: field.clone(), value: Operand::Register(part(&name, place)) };
        Ok((field.clone(), op))
    }

    fn phi(&mut self) -> Read<Parsed> {
        while self.accept_word(FAST_MATH).is_some() {}
        let ty = self.value_type()?;
        let mut incoming = Vec::new();
        loop {
            self.expect("[")?;
            let value = self.operand(&ty)?;
            self.expect(",")?;
            incoming.push((value, self.bare_label()?));
            self.expect("]")?;
            if !(self.is(",") && self.peek_at(1).is_some_and(|next| next.text == "[" && !next.quoted)) {
                return Ok(Parsed::Phi { ty, incoming, refused: None });
            }
            self.skip(1);
        }
    }

    fn call(&mut self, tail: bool) -> Read<Parsed> {
        while self.accept_word(FAST_MATH).is_some() {}
        self.accept("ccc");
        let mut attributes = self.attributes(Owner::Result)?;
        let mut extensions = vec![attributes.extension.take()];
        let result = self.ty()?;
        let mut explicit = None;
        if self.accept("(") {
            explicit = Some(self.function_type()?);
        }
        let (callee, site) = self.callee()?;
        let moves = matches!(&callee, Callee::Direct(name)
            if ["llvm.memcpy.", "llvm.memmove.", "llvm.memset."].iter().any(|prefix| name.starts_with(prefix)));
        if matches!(&callee, Callee::Direct(name) if DEBUG.contains(&name.as_ref())) && site == Site::Declaration {
            self.skip_balanced()?;
            self.attributes(Owner::Function)?;
            return Ok(Parsed::Debug);
        }
        self.expect("(")?;
        let mut arguments = Vec::new();
        while !self.accept(")") {
            if !arguments.is_empty() {
                self.expect(",")?;
            }
            let ty = self.ty()?;
            if let Type::Refused(reason) = ty {
                return Err(reason);
            }
            fail_if!(self, ty == Type::Metadata => "metadata argument");
            let mut of_argument = self.attributes(Owner::Parameter(arguments.len()))?;
            let align = of_argument.align.take();
            fail_if!(self, align.is_some() && !moves => "attribute `align`");
            extensions.push(of_argument.extension.take());
            attributes.merge(&of_argument);
            arguments.push(Argument { value: self.operand(&ty)?, ty, align });
        }
        attributes.merge(&self.attributes(Owner::Function)?);
        fail_if!(self, self.is("[") => "operand bundle");
        let intrinsic = matches!(&callee, Callee::Direct(name) if name.starts_with("llvm."));
        fail_if!(self, !self.env.recognised.is_empty() && !intrinsic && (!attributes.nobuiltin || attributes.builtin) =>
            "call without `nobuiltin` beside a definition of a function that compilers recognise by its name");
        // LangRef defines what an intrinsic does; a call must not promise less.
        let site_of_promises = if intrinsic { Site::Definition } else { site };
        if let Some(reason) =
            attributes.refusal(site_of_promises).or(attributes.align.map(|_| "attribute `align`".into()))
        {
            return Err(reason);
        }
        let noreturn = matches!(&callee, Callee::Direct(name) if self.env.noreturn.contains(name));
        // Only a step `Exit` executes a trap, so no path continues after it.
        let trap = matches!(&callee, Callee::Direct(name) if matches!(&**name, "llvm.trap" | "llvm.ubsantrap"));
        fail_if!(self, (noreturn || attributes.noreturn) && !trap && !self.followed_by_unreachable() =>
            "noreturn call that `unreachable` does not follow");
        let types: Vec<Type> = arguments.iter().map(|argument| argument.ty.clone()).collect();
        let (parameters, varargs) = explicit.unwrap_or_else(|| (types.clone(), false));
        let count = parameters.len();
        fail_if!(self, types.get(..count) != Some(&parameters[..]) || (types.len() > count && !varargs) =>
            "arguments that do not fit the called type");
        if let Type::Refused(reason) = result {
            return Err(reason);
        }
        extensions.truncate(count + 1);
        let signature = Signature { extensions, result: result.clone(), parameters, varargs };
        // A library function reaches memory only through its arguments.
        let harmless = site == Site::Declaration && !types.contains(&Type::Pointer);
        let op = Op::Call { callee, signature, arguments, promises: attributes.promises };
        Ok(Parsed::Op { ty: result, op, tail: tail && !harmless })
    }

    /// `types)` or `types, ...)`
    fn function_type(&mut self) -> Read<(Vec<Type>, bool)> {
        let mut types = Vec::new();
        loop {
            if self.accept(")") {
                return Ok((types, false));
            }
            if !types.is_empty() {
                self.expect(",")?;
            }
            if self.accept("...") {
                self.expect(")")?;
                return Ok((types, true));
            }
            types.push(self.ty()?);
        }
    }

    /// What is called, and which kind of function the attributes are about.
    fn callee(&mut self) -> Read<(Callee, Site)> {
        fail_if!(self, self.is("asm") => "inline assembly");
        match self.operand(&Type::Pointer)? {
            Operand::Function(name) => {
                let declared = matches!(self.env.symbols.get(&name), Some(Symbol::Declared));
                Ok((Callee::Direct(name), if declared { Site::Declaration } else { Site::Definition }))
            }
            Operand::Refused(reason) => Err(reason),
            operand => Ok((Callee::Indirect(operand), Site::Definition)),
        }
    }

    /// Whether the next statement (after attached metadata and debug records) is `unreachable`.
    fn followed_by_unreachable(&self) -> bool {
        let rest = self.env.tokens.get(self.at..self.end).unwrap_or_default();
        let begins = |token: &&Token<'_>| token.indent.is_some() && token.kind != Kind::Record;
        rest.iter().find(begins).is_some_and(|token| token.kind == Kind::Word && token.text == "unreachable")
    }
}

#[rustfmt::skip]
const BINARY: &[(&str, BinaryOp)] = &[
    ("add", BinaryOp::Add), ("sub", BinaryOp::Sub), ("mul", BinaryOp::Mul), ("udiv", BinaryOp::UDiv),
    ("sdiv", BinaryOp::SDiv), ("urem", BinaryOp::URem), ("srem", BinaryOp::SRem), ("shl", BinaryOp::Shl),
    ("lshr", BinaryOp::LShr), ("ashr", BinaryOp::AShr), ("and", BinaryOp::And), ("or", BinaryOp::Or),
    ("xor", BinaryOp::Xor),
];
#[rustfmt::skip]
const CASTS: &[(&str, CastKind)] = &[
    ("trunc", CastKind::Trunc), ("zext", CastKind::ZExt), ("sext", CastKind::SExt),
    ("ptrtoint", CastKind::PtrToInt), ("inttoptr", CastKind::IntToPtr), ("bitcast", CastKind::BitCast),
];
#[rustfmt::skip]
const PREDICATES: &[(&str, Predicate)] = &[
    ("eq", Predicate::Eq), ("ne", Predicate::Ne), ("ugt", Predicate::Ugt), ("uge", Predicate::Uge),
    ("ult", Predicate::Ult), ("ule", Predicate::Ule), ("sgt", Predicate::Sgt), ("sge", Predicate::Sge),
    ("slt", Predicate::Slt), ("sle", Predicate::Sle),
];

fn known<T: Copy>(table: &[(&str, T)], name: &str) -> Option<T> {
    table.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
}
