//! The reader of one instruction.

use super::super::syntax::*;
use super::function::Names;
use super::lexer::Token;
use super::line::Line;

impl Line<'_> {
    /// One line of a function.
    pub fn instruction(&mut self, names: &mut Names) -> Result<Instruction, String> {
        let mut register = None;
        if let Some(Token::Local(name)) = self.peek() {
            self.at += 1;
            self.expect('=')?;
            register = Some(names.register(name));
        }
        let name = self.word()?;
        let operation = match self.operation(name, names) {
            Ok(operation) => operation,
            Err(error) => Operation::Unsupported(format!("{name}: {error}")),
        };
        Ok(Instruction { register, operation })
    }

    /// A value of a known type.
    fn operand(&mut self, kind: &Type, names: &mut Names) -> Result<Operand, String> {
        if let Some(Token::Local(name)) = self.peek() {
            self.at += 1;
            return Ok(Operand::Register(names.register(name)));
        }
        self.constant(kind).map(Operand::Constant)
    }

    fn typed(&mut self, names: &mut Names) -> Result<Typed, String> {
        let kind = self.kind()?;
        let operand = self.operand(&kind, names)?;
        Ok((kind, operand))
    }

    /// `, type value`.
    fn comma_typed(&mut self, names: &mut Names) -> Result<Typed, String> {
        self.expect(',')?;
        self.typed(names)
    }

    fn label(&mut self, names: &Names) -> Result<usize, String> {
        if !self.eat_word("label") {
            return Err("expected label".to_owned());
        }
        self.label_name(names)
    }

    fn label_name(&mut self, names: &Names) -> Result<usize, String> {
        match self.next()? {
            Token::Local(name) => names.label(name),
            other => Err(format!("expected a label, found {other:?}")),
        }
    }

    /// Words before the type.
    fn flags(&mut self) -> Vec<String> {
        let mut flags = Vec::new();
        while !self.at_type() {
            let Some(word) = self.peek_word() else { break };
            flags.push(word.to_owned());
            self.at += 1;
        }
        flags
    }

    /// `, align 4` if it is there.
    fn align(&mut self) -> Result<Option<u64>, String> {
        if self.peek() == Some(&Token::Punctuation(',')) {
            self.at += 1;
            if self.eat_word("align") {
                return self.number().map(Some);
            }
            self.at -= 1;
        }
        Ok(None)
    }

    /// What follows the name of an instruction.
    fn operation(&mut self, name: &str, names: &mut Names) -> Result<Operation, String> {
        match name {
            "add" | "sub" | "mul" | "udiv" | "sdiv" | "urem" | "srem" | "shl" | "lshr" | "ashr" | "and" | "or"
            | "xor" | "fadd" | "fsub" | "fmul" | "fdiv" | "frem" => self.binary(name, names),
            "icmp" | "fcmp" => self.compare(name, names),
            "fneg" => {
                self.flags();
                self.typed(names).map(Operation::NegateFloat)
            }
            "trunc" | "zext" | "sext" | "ptrtoint" | "inttoptr" | "bitcast" | "fptrunc" | "fpext" | "fptosi"
            | "fptoui" | "sitofp" | "uitofp" => self.cast(name, names),
            "select" => self.select(names),
            "freeze" => self.typed(names).map(Operation::Freeze),
            "alloca" => self.alloca(names),
            "load" => self.load(names),
            "store" => self.store(names),
            "getelementptr" => self.element(names),
            "call" | "tail" | "notail" => self.call(names),
            "musttail" | "invoke" => Err("refused".to_owned()),
            "extractvalue" => {
                let from = self.typed(names)?;
                Ok(Operation::Extract { from, path: self.path()? })
            }
            "insertvalue" => {
                let into = self.typed(names)?;
                let value = self.comma_typed(names)?;
                Ok(Operation::Insert { into, value, path: self.path()? })
            }
            "phi" => self.phi(names),
            "br" => self.branch(names),
            "switch" => self.switch(names),
            "ret" => {
                if self.eat_word("void") {
                    return Ok(Operation::Return(None));
                }
                self.typed(names).map(|value| Operation::Return(Some(value)))
            }
            "unreachable" => Ok(Operation::Unreachable),
            _ => Err("not supported".to_owned()),
        }
    }

    fn binary(&mut self, name: &str, names: &mut Names) -> Result<Operation, String> {
        let flags = self.flags();
        let (kind, left) = self.typed(names)?;
        self.expect(',')?;
        let right = self.operand(&kind, names)?;
        Ok(Operation::Binary { name: name.to_owned(), flags, kind, left, right })
    }

    fn compare(&mut self, name: &str, names: &mut Names) -> Result<Operation, String> {
        let mut flags = self.flags();
        let predicate = flags.pop().ok_or("no predicate")?;
        let (kind, left) = self.typed(names)?;
        self.expect(',')?;
        let right = self.operand(&kind, names)?;
        if name == "fcmp" {
            return Ok(Operation::CompareFloat { predicate, left: (kind, left), right });
        }
        Ok(Operation::Compare { predicate, flags, kind, left, right })
    }

    fn cast(&mut self, name: &str, names: &mut Names) -> Result<Operation, String> {
        let flags = self.flags();
        let value = self.typed(names)?;
        if !self.eat_word("to") {
            return Err("expected to".to_owned());
        }
        Ok(Operation::Cast { name: name.to_owned(), flags, value, to: self.kind()? })
    }

    fn select(&mut self, names: &mut Names) -> Result<Operation, String> {
        self.flags();
        let condition = self.typed(names)?;
        let yes = self.comma_typed(names)?;
        let no = self.comma_typed(names)?;
        Ok(Operation::Select { condition, yes, no })
    }

    fn load(&mut self, names: &mut Names) -> Result<Operation, String> {
        let flags = self.flags();
        if flags.iter().any(|flag| flag == "atomic") {
            return Err("atomic".to_owned());
        }
        let kind = self.kind()?;
        let (_, address) = self.comma_typed(names)?;
        let volatile = flags.iter().any(|flag| flag == "volatile");
        Ok(Operation::Load { kind, address, align: self.align()?, volatile })
    }

    fn store(&mut self, names: &mut Names) -> Result<Operation, String> {
        if self.flags().iter().any(|flag| flag == "atomic") {
            return Err("atomic".to_owned());
        }
        let value = self.typed(names)?;
        let (_, address) = self.comma_typed(names)?;
        Ok(Operation::Store { value, address, align: self.align()? })
    }

    fn element(&mut self, names: &mut Names) -> Result<Operation, String> {
        self.flags();
        let source = self.kind()?;
        let (_, base) = self.comma_typed(names)?;
        let mut indices = Vec::new();
        while self.eat(',') {
            if !self.at_type() {
                break;
            }
            indices.push(self.typed(names)?);
        }
        Ok(Operation::Element { source, base, indices })
    }

    fn phi(&mut self, names: &mut Names) -> Result<Operation, String> {
        self.flags();
        let kind = self.kind()?;
        let mut from = Vec::new();
        while self.eat('[') {
            let value = self.operand(&kind, names)?;
            self.expect(',')?;
            from.push((self.label_name(names)?, value));
            self.expect(']')?;
            if !self.eat(',') {
                break;
            }
        }
        Ok(Operation::Phi { kind, from })
    }

    fn branch(&mut self, names: &mut Names) -> Result<Operation, String> {
        if self.peek_word() == Some("label") {
            let target = self.label(names)?;
            return Ok(Operation::Branch { condition: None, yes: target, no: target });
        }
        let (_, condition) = self.typed(names)?;
        self.expect(',')?;
        let yes = self.label(names)?;
        self.expect(',')?;
        let no = self.label(names)?;
        Ok(Operation::Branch { condition: Some(condition), yes, no })
    }

    fn switch(&mut self, names: &mut Names) -> Result<Operation, String> {
        let on = self.typed(names)?;
        self.expect(',')?;
        let default = self.label(names)?;
        self.expect('[')?;
        let mut cases = Vec::new();
        while !self.eat(']') {
            let kind = self.kind()?;
            let Constant::Int(value) = self.constant(&kind)? else {
                return Err("a case is no integer".into());
            };
            self.expect(',')?;
            cases.push((value, self.label(names)?));
        }
        Ok(Operation::Switch { on, default, cases })
    }

    fn path(&mut self) -> Result<Vec<usize>, String> {
        let mut path = Vec::new();
        while self.eat(',') {
            if self.peek() == Some(&Token::Meta) {
                break;
            }
            path.push(self.number()?);
        }
        Ok(path)
    }

    fn alloca(&mut self, names: &mut Names) -> Result<Operation, String> {
        if self.flags().iter().any(|flag| flag == "inalloca") {
            return Err("inalloca".to_owned());
        }
        let kind = self.kind()?;
        let mut count = None;
        if self.eat(',') {
            if self.at_type() {
                count = Some(self.typed(names)?);
            } else {
                self.at -= 1;
            }
        }
        Ok(Operation::Allocate { kind, count, align: self.align()? })
    }

    fn call(&mut self, names: &mut Names) -> Result<Operation, String> {
        self.eat_word("call");
        self.skip_to_type()?;
        let result = self.kind()?;
        if self.peek() == Some(&Token::Punctuation('(')) {
            // The whole type of a variadic function.
            self.skip_brackets();
        }
        if self.peek_word() == Some("asm") {
            return Err("inline assembly".to_owned());
        }
        let callee = self.operand(&Type::Pointer, names)?;
        self.expect('(')?;
        let mut arguments = Vec::new();
        while !self.eat(')') {
            if self.peek_word() == Some("metadata") {
                return Err("metadata argument".to_owned());
            }
            let kind = self.kind()?;
            let copied = self.attributes()?;
            let operand = self.operand(&kind, names)?;
            arguments.push(Argument { value: (kind, operand), copied });
            self.eat(',');
        }
        while matches!(self.peek(), Some(Token::Attributes | Token::Word(_))) {
            self.at += 1;
            self.skip_brackets();
        }
        if self.peek() == Some(&Token::Punctuation('[')) {
            return Err("operand bundle".to_owned());
        }
        Ok(Operation::Call { result, callee, arguments })
    }
}
