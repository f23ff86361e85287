//! Chains of instructions with operands of known value, each result compared with a number, as
//! modules; and certificates for them by hand.

use super::hints::{Reader, Steps, bound, plain};
use super::{Operation, native};
use crate::sample::about;
use certificates::*;
use std::fmt::Write;

/// A function `main` that executes operations one after the other and meets `unreachable` if a result is
/// not what it is compared with.
#[derive(Default)]
pub struct Chain {
    lines: String,
    operations: Vec<Operation>,
    hints: Vec<Hint>,
    pointer: u32,
    mode: Option<Overflow>,
    number: usize,
    /// Blocks and entries that the steps have made.
    blocks: u32,
    entries: u32,
}

impl Chain {
    pub fn new(pointer: u32, mode: Overflow) -> Chain {
        Chain { pointer, mode: Some(mode), ..Chain::default() }
    }

    pub fn len(&self) -> usize {
        self.number
    }

    /// Pointer width in bits.
    pub fn pointer(&self) -> u32 {
        self.pointer
    }

    pub fn is_empty(&self) -> bool {
        self.number == 0
    }

    /// The hints that make the operation exact, its operands being bound with these signs.
    pub fn reader<'o>(&self, operation: &'o Operation, values: &'o [u64], signs: &'o [Sign], wish: Sign) -> Reader<'o> {
        let mode = self.mode.unwrap_or(Overflow::Error);
        let mut reader = Reader::new(operation, values, signs, mode, wish);
        (reader.blocks, reader.entries) = (self.blocks, self.entries);
        reader
    }

    /// Adds the operation with these operands and, for the certificate, these steps. With `compare`
    /// (a predicate and a number) the result must stand in this relation to the number.
    pub fn push(
        &mut self,
        operation: &Operation,
        values: &[u64],
        signs: &[Sign],
        steps: Option<&Steps>,
        compare: Option<(&str, u64)>,
    ) {
        let n = self.number;
        self.number += 1;
        for (place, ty) in operation.operands.iter().enumerate() {
            let (name, value) = (ty.name(), ty.constant(values[place], self.pointer));
            let _ = writeln!(self.lines, "  %a{n}.{place} = freeze {name} {value}");
            self.hints.push(plain(bound(*ty, signs[place])));
        }
        let body = native::instance(operation, n, |place| format!("%a{n}.{place}"));
        let _ = writeln!(self.lines, "{body}");
        if let Some(steps) = steps {
            self.hints.extend(steps.hints.iter().cloned());
            self.count(operation, steps);
        }
        if let Some((predicate, value)) = compare {
            let ty = operation.result;
            let constant = ty.constant(value, self.pointer);
            let _ = writeln!(
                self.lines,
                "  %c{n} = icmp {predicate} {} %r{n}, {constant}\n  br i1 %c{n}, label %k{n}, label %bad\nk{n}:",
                ty.name()
            );
            if let Some(steps) = steps {
                let detail = Detail::Outcome(true);
                for sign in [steps.sign, Sign::Unsigned] {
                    let detail = detail.clone();
                    self.hints.push(Hint { detail, ..plain(sign) });
                }
            }
        }
        self.operations.push(operation.clone());
    }

    /// Counts the blocks and entries that the steps make.
    fn count(&mut self, operation: &Operation, steps: &Steps) {
        if !matches!(operation.form, super::Form::Memory { .. }) {
            return;
        }
        self.blocks += 1;
        self.entries += 1;
        let made = |hint: &Hint| matches!(&hint.detail, Detail::Load { entry: None, .. });
        self.entries += u32::from(steps.hints.iter().any(made));
    }

    /// The module.
    pub fn module(&self) -> String {
        let bad = match self.lines.contains("%bad") {
            true => "bad:\n  unreachable\n",
            false => "",
        };
        format!(
            "{}define i32 @main() {{\nentry:\n{}  ret i32 0\n{bad}}}\n{}",
            native::header(self.pointer),
            self.lines,
            native::declarations(&self.operations)
        )
    }

    /// The certificate that the steps make: one node at the beginning, one at the end.
    pub fn certificate(&self) -> Certificate {
        let module = self.module();
        let mode = self.mode.unwrap_or(Overflow::Error);
        let goto = Step::Goto { node: 1, instance: Instance::default(), witnesses: Vec::new() };
        let mut steps = vec![goto];
        for (next, hint) in self.hints.iter().rev().enumerate() {
            steps.push(Step::Exec { hint: hint.clone(), next: next as u32, witnesses: Vec::new() });
        }
        let node = |block: &str, index: usize, tree: Option<u32>| Node {
            entry: 0,
            position: Position { function: "main".into(), block: block.into(), index: index as u32 },
            state: State::default(),
            tree,
        };
        let (block, index) = self.end();
        let last = steps.len() as u32 - 1;
        let mut sample = about(&module);
        sample.claim.properties.no_overflow = mode == Overflow::Error;
        sample.claim.overflow = mode;
        if self.pointer != 64 {
            sample.claim.data_model = DataModel::Ilp32;
        }
        Certificate {
            nodes: vec![node("entry", 0, Some(last)), node(&block, index, None)],
            steps,
            roots: vec![Root::Covered { node: 0, instance: Instance::default(), returns: Vec::new() }],
            ..sample
        }
    }

    /// Label and index of the `ret`.
    fn end(&self) -> (String, usize) {
        let (mut block, mut index) = ("entry".to_owned(), 0);
        for line in self.lines.lines() {
            if let Some(label) = line.strip_suffix(':') {
                (block, index) = (label.to_owned(), 0);
            } else if line.starts_with("  ") && !line.starts_with("   ") && !line.contains(" phi ") {
                index += usize::from(line != "  ]");
            }
        }
        (block, index)
    }
}

/// What the checker says about a chain's certificate.
pub fn verdict(chain: &Chain) -> checker::Verdict {
    let certificate = chain.certificate();
    let expected = checker::Expectation::of(&certificate.claim);
    checker::check(&certificate.module, &encode(&certificate), &expected)
}
