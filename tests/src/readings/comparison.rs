//! Both views of a module, item by item.

use super::module::{operation_text, phi_text, signature_text, text, type_text};
use super::program::{operand, operation, phi_name, signature_name, type_name};
use super::{Counts, REFUSED};
use checker::reader as read;
use prover::program as imported;

/// Compares by writing both views down in one notation.
#[derive(Default)]
struct Comparison {
    differences: Vec<String>,
    counts: Counts,
}

/// The differences, and how much was compared.
pub fn compare(program: &imported::Program, module: &read::Module) -> (Vec<String>, Counts) {
    let comparison = Comparison::of(program, module);
    (comparison.differences, comparison.counts)
}

impl Comparison {
    fn of(program: &imported::Program, module: &read::Module) -> Comparison {
        let mut comparison = Comparison::default();
        comparison.same("pointer width", &program.pointer_bits, &module.layout.pointer_bits);
        comparison.globals(program, module);
        for function in program.functions.values() {
            match module.functions.get(function.name.as_str()) {
                Some(other) => comparison.function(function, other, &module.layout),
                None => comparison.differences.push(format!("function {}", function.name)),
            }
        }
        comparison.same("functions", &program.functions.len(), &module.functions.len());
        comparison.declarations(program, module);
        comparison.structures(program, &module.layout);
        comparison
    }

    fn same<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, left: &T, right: &T) {
        if left != right {
            self.differences.push(format!("{what}: prover {left:?}, checker {right:?}"));
        }
    }

    fn globals(&mut self, program: &imported::Program, module: &read::Module) {
        let names: Vec<&str> = program.globals.iter().map(|global| global.name.as_str()).collect();
        for global in module.globals.values().filter(|global| global.refused.is_none()) {
            if !names.contains(&&*global.name) {
                self.differences.push(format!("only the checker has global {}", global.name));
            }
        }
        for global in &program.globals {
            let Some(other) = module.globals.get(global.name.as_str()) else {
                self.differences.push(format!("only the prover has global {}", global.name));
                continue;
            };
            let what = format!("global {}", global.name);
            self.counts.globals += 1;
            self.same(
                &what,
                &(global.size, global.align, global.constant, global.unnamed_addr, true, global.cells.is_some()),
                &(
                    other.size,
                    other.align,
                    other.constant,
                    other.unnamed_addr,
                    other.refused.is_none(),
                    other.initializer.is_some(),
                ),
            );
            let cells: Vec<_> = global
                .cells
                .iter()
                .flatten()
                .map(|cell| (cell.offset, cell.width, operand(None, &cell.value)))
                .collect();
            let scalars = module.layout.cells(other);
            // What a table of the library holds at most places nobody knows, and the prover does not list them.
            let of_the_library = global.name.starts_with('@');
            let unlisted = |value: &read::Operand| of_the_library && matches!(value, read::Operand::Undef);
            let known = |scalar: &&read::Scalar| {
                let is_read = !matches!(scalar.ty, read::Type::Float(_) | read::Type::Int(65..));
                is_read && !unlisted(&scalar.value)
            };
            let other: Vec<_> = match scalars.complete {
                true => scalars.scalars.iter().filter(known).map(|s| (s.offset, s.width, text(&s.value))).collect(),
                false => Vec::new(),
            };
            self.same(&what, &cells, &other);
        }
    }

    fn function(&mut self, function: &imported::Function, other: &read::Function, layout: &read::Layout) {
        let name = &function.name;
        self.counts.functions += 1;
        if function.refused.is_none() {
            self.same(
                &format!("{name} signature"),
                &signature_name(&function.signature),
                &signature_text(layout, &other.signature),
            );
        }
        self.same(&format!("{name} refused"), &function.refused.is_some(), &other.refused.is_some());
        // The checker gives the result of a refused instruction no type.
        let known = |register: &&imported::Register| {
            let other = other.registers.get(register.name.as_str());
            !matches!(other.map(|ty| type_text(layout, ty)).as_deref(), Some("void"))
        };
        let mut registers: Vec<_> = function
            .registers
            .iter()
            .filter(known)
            .map(|register| (register.name.clone(), type_name(register.ty)))
            .collect();
        registers.sort();
        let mut others: Vec<_> = other
            .registers
            .iter()
            .map(|(name, ty)| (name.to_string(), type_text(layout, ty)))
            .filter(|(_, ty)| ty != "void")
            .collect();
        others.sort();
        self.same(&format!("{name} registers"), &registers, &others);
        let labels: Vec<&str> = function.blocks.iter().map(|block| block.label.as_str()).collect();
        let others: Vec<&str> = other.blocks.iter().map(|block| &*block.label).collect();
        self.same(&format!("{name} blocks"), &labels, &others);
        for (block, other) in function.blocks.iter().zip(&other.blocks) {
            let what = format!("{name} {}", block.label);
            if function.refused.is_none() {
                let phis: Vec<_> = block.phis.iter().map(|phi| phi_name(function, phi)).collect();
                let others: Vec<_> = other.phis.iter().map(|phi| phi_text(layout, phi)).collect();
                self.same(&what, &phis, &others);
            }
            self.same(&what, &block.instructions.len(), &other.instructions.len());
            for (instruction, other) in block.instructions.iter().zip(&other.instructions) {
                let what = format!("{what}: {}", instruction.text);
                let prover = operation(function, &instruction.op);
                let checker = operation_text(layout, other);
                self.counts.instructions += 1;
                self.counts.refused += usize::from(prover == REFUSED);
                // The checker decides about the types at a call and about wide indices when it gets there.
                let stricter = match &other.op {
                    read::Op::Call { .. } => true,
                    read::Op::ElementPtr { indices, .. } => {
                        indices.iter().any(|index| index.width > layout.pointer_bits)
                    }
                    _ => false,
                };
                if !(prover == REFUSED && stricter) {
                    self.same(&what, &prover, &checker);
                }
                let result = instruction.result.map(|register| function.registers[register].name.clone());
                self.same(&what, &result, &other.result.as_ref().map(ToString::to_string));
                let place = instruction.location.as_ref().map(|l| (l.file.clone(), l.line, l.column));
                let source = other.source.as_ref().map(|l| (l.file.to_string(), l.line, l.column));
                self.same(&what, &place, &source);
            }
        }
    }

    /// The prover has declarations whose types are within the subset; the checker has all.
    fn declarations(&mut self, program: &imported::Program, module: &read::Module) {
        for (name, signature) in &program.declarations {
            match module.declarations.get(name.as_str()) {
                Some(other) => self.same(
                    &format!("declaration {name}"),
                    &signature_name(signature),
                    &signature_text(&module.layout, &other.signature),
                ),
                None => self.differences.push(format!("only the prover has declaration {name}")),
            }
        }
        for (name, other) in &module.declarations {
            let signature = &other.signature;
            let mut types = signature.parameters.iter().chain([&signature.result]);
            let outside = types.any(|ty| match type_text(&module.layout, ty).as_str() {
                "void" => *ty != read::Type::Void,
                _ => false,
            });
            // LLVM knows of no intrinsic that it has turned into a record.
            let gone = name.starts_with("llvm.dbg.");
            if !(program.declarations.contains_key(&**name) || outside || gone) {
                self.differences.push(format!("only the checker has declaration {name}"));
            }
        }
    }

    /// Sizes and alignments of named structures.
    fn structures(&mut self, program: &imported::Program, layout: &read::Layout) {
        for (tag, known) in &program.layouts.structs {
            let ty = read::Type::Named(format!("struct.{tag}").into());
            let other = layout.size(&ty).and_then(|size| Ok((size, layout.align(&ty)?)));
            self.same(&format!("struct {tag}"), &Ok(*known), &other);
        }
        let scalar = |ty: &read::Type| layout.align(ty).unwrap_or_default();
        let (long, double) = (read::Type::Int(64), read::Type::Float(read::FloatKind::Double));
        let scalars = (program.layouts.align_i64, program.layouts.align_double);
        self.same("alignments", &scalars, &(scalar(&long), scalar(&double)));
    }
}
