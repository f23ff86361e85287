//! Law: prover and checker read a module alike. The prover imports it through LLVM, the checker reads
//! its text; instruction by instruction both must see the same names, types, operands, flags and
//! places. What the checker refuses the prover refuses too, and the other way round but for calls.

use std::path::{Path, PathBuf};

use certificates::DataModel;
use checker::reader as read;
use prover::frontend::{Options, load};
use prover::program as imported;

#[test]
fn both_read_all_cases_alike() {
    let files = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("cases"));
    // Most of the time goes into running the C compiler.
    let results: Vec<Vec<Option<Vec<String>>>> = std::thread::scope(|scope| {
        let halves = files.chunks(files.len().div_ceil(2).max(1));
        let threads: Vec<_> = halves
            .map(|half| scope.spawn(|| half.iter().map(|file| compare(file)).collect()))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("no panic"))
            .collect()
    });
    let read: Vec<Vec<String>> = results.into_iter().flatten().flatten().collect();
    assert!(!read.is_empty(), "no case was read");
    let differences: Vec<String> = read.into_iter().flatten().collect();
    assert!(
        differences.is_empty(),
        "{} differences\n{}",
        differences.len(),
        differences.join("\n")
    );
}

/// The differences, or `None` for a case that is bad input.
fn compare(file: &Path) -> Option<Vec<String>> {
    let source = std::fs::read_to_string(file).unwrap_or_default();
    let data_model = match source.contains("ilp32") {
        true => DataModel::Ilp32,
        false => DataModel::Lp64,
    };
    let program = load(file, Options { data_model }).ok()?;
    let found = match read::read(&program.text) {
        Ok(module) => Comparison::of(&program, &module),
        Err(error) => vec![error.to_string()],
    };
    Some(
        found
            .into_iter()
            .map(|text| format!("{}: {text}", file.display()))
            .collect(),
    )
}

fn files(root: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(root) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut all = Vec::new();
    for path in paths {
        if path.is_dir() {
            all.extend(files(&path));
        } else if path.extension().is_some_and(|e| e == "c" || e == "ll") {
            all.push(path);
        }
    }
    all
}

/// Compares by writing both views down in one notation.
struct Comparison {
    differences: Vec<String>,
}

impl Comparison {
    fn of(program: &imported::Program, module: &read::Module) -> Vec<String> {
        let mut comparison = Comparison {
            differences: Vec::new(),
        };
        comparison.same(
            "pointer width",
            &program.pointer_bits,
            &module.layout.pointer_bits,
        );
        comparison.globals(program, module);
        for function in program.functions.values() {
            match module.functions.get(function.name.as_str()) {
                Some(other) => comparison.function(function, other, &module.layout),
                None => comparison
                    .differences
                    .push(format!("function {}", function.name)),
            }
        }
        comparison.same(
            "functions",
            &program.functions.len(),
            &module.functions.len(),
        );
        comparison.differences
    }

    fn same<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, left: &T, right: &T) {
        if left != right {
            self.differences
                .push(format!("{what}: prover {left:?}, checker {right:?}"));
        }
    }

    fn globals(&mut self, program: &imported::Program, module: &read::Module) {
        let names: Vec<&str> = program
            .globals
            .iter()
            .map(|global| global.name.as_str())
            .collect();
        for global in module
            .globals
            .values()
            .filter(|global| global.refused.is_none())
        {
            if !names.contains(&&*global.name) {
                self.differences
                    .push(format!("only the checker has global {}", global.name));
            }
        }
        for global in &program.globals {
            let Some(other) = module.globals.get(global.name.as_str()) else {
                self.differences
                    .push(format!("only the prover has global {}", global.name));
                continue;
            };
            let what = format!("global {}", global.name);
            self.same(
                &what,
                &(
                    global.size,
                    global.align,
                    global.constant,
                    global.unnamed_addr,
                    true,
                    global.cells.is_some(),
                ),
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
            let known = |scalar: &&read::Scalar| !matches!(scalar.ty, read::Type::Float(_));
            let other: Vec<_> = match scalars.complete {
                true => scalars
                    .scalars
                    .iter()
                    .filter(known)
                    .map(|s| (s.offset, s.width, text(&s.value)))
                    .collect(),
                false => Vec::new(),
            };
            self.same(&what, &cells, &other);
        }
    }

    fn function(
        &mut self,
        function: &imported::Function,
        other: &read::Function,
        layout: &read::Layout,
    ) {
        let name = &function.name;
        self.same(
            &format!("{name} refused"),
            &function.refused.is_some(),
            &other.refused.is_some(),
        );
        // The checker gives the result of a refused instruction no type.
        let known = |register: &&imported::Register| {
            let other = other.registers.get(register.name.as_str());
            !matches!(
                other.map(|ty| type_text(layout, ty)).as_deref(),
                Some("void")
            )
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
        let labels: Vec<&str> = function
            .blocks
            .iter()
            .map(|block| block.label.as_str())
            .collect();
        let others: Vec<&str> = other.blocks.iter().map(|block| &*block.label).collect();
        self.same(&format!("{name} blocks"), &labels, &others);
        for (block, other) in function.blocks.iter().zip(&other.blocks) {
            let what = format!("{name} {}", block.label);
            if function.refused.is_none() {
                let phis: Vec<_> = block
                    .phis
                    .iter()
                    .map(|phi| phi_name(function, phi))
                    .collect();
                let others: Vec<_> = other.phis.iter().map(|phi| phi_text(layout, phi)).collect();
                self.same(&what, &phis, &others);
            }
            self.same(&what, &block.instructions.len(), &other.instructions.len());
            for (instruction, other) in block.instructions.iter().zip(&other.instructions) {
                let what = format!("{what}: {}", instruction.text);
                let prover = operation(function, &instruction.op);
                let checker = operation_text(layout, other);
                // The checker decides about the types at a call when it gets there.
                if !(prover == REFUSED && matches!(other.op, read::Op::Call { .. })) {
                    self.same(&what, &prover, &checker);
                }
                let result = instruction
                    .result
                    .map(|register| function.registers[register].name.clone());
                self.same(
                    &what,
                    &result,
                    &other.result.as_ref().map(ToString::to_string),
                );
                let place = instruction
                    .location
                    .as_ref()
                    .map(|l| (l.file.clone(), l.line, l.column));
                let source = other
                    .source
                    .as_ref()
                    .map(|l| (l.file.to_string(), l.line, l.column));
                self.same(&what, &place, &source);
            }
        }
    }
}

const REFUSED: &str = "refused";

// --- the prover's view ------------------------------------------------------------------------------

fn type_name(ty: imported::Type) -> String {
    match ty {
        imported::Type::Int(width) => format!("i{width}"),
        imported::Type::Pointer => "ptr".into(),
        imported::Type::Float(bytes) => format!("float{bytes}"),
        imported::Type::Void => "void".into(),
    }
}

fn operand(function: Option<&imported::Function>, operand: &imported::Operand) -> String {
    use imported::Operand;
    match operand {
        Operand::Register(register) => match function {
            Some(function) => format!("%{}", function.registers[*register].name),
            None => "register".into(),
        },
        Operand::Int { width, bits } => format!("{bits}:{width}"),
        Operand::Null => "null".into(),
        Operand::Global { name, offset } => format!("@{name}+{offset}"),
        Operand::Function(name) => format!("function {name}"),
        Operand::Float => "float".into(),
        Operand::Undef => "undef".into(),
    }
}

fn phi_name(function: &imported::Function, phi: &imported::Phi) -> String {
    let incoming: Vec<_> = phi
        .incoming
        .iter()
        .map(|(block, value)| {
            format!(
                "{} from {}",
                operand(Some(function), value),
                function.blocks[*block].label
            )
        })
        .collect();
    format!(
        "%{} {} {incoming:?}",
        function.registers[phi.result].name,
        type_name(phi.ty)
    )
}

fn operation(function: &imported::Function, op: &imported::Op) -> String {
    use imported::Op;
    let value = |value: &imported::Operand| operand(Some(function), value);
    let label = |block: &usize| function.blocks[*block].label.clone();
    let list = |arguments: &[(imported::Type, imported::Operand)]| {
        let all: Vec<_> = arguments
            .iter()
            .map(|(ty, v)| format!("{} {}", type_name(*ty), value(v)))
            .collect();
        format!("{all:?}")
    };
    match op {
        Op::Binary {
            op,
            width,
            flags,
            left,
            right,
        } => format!(
            "{op:?} i{width} {} {} {} {} {}",
            flags.nuw,
            flags.nsw,
            flags.exact,
            value(left),
            value(right)
        ),
        Op::Compare {
            predicate,
            ty,
            left,
            right,
        } => {
            format!(
                "icmp {predicate:?} {} {} {}",
                type_name(*ty),
                value(left),
                value(right)
            )
        }
        Op::Cast {
            op,
            from,
            to,
            value: v,
        } => {
            format!(
                "{} {} {} {}",
                format!("{op:?}").to_lowercase(),
                type_name(*from),
                type_name(*to),
                value(v)
            )
        }
        Op::Select {
            ty,
            condition,
            yes,
            no,
        } => {
            format!(
                "select {} {} {} {}",
                type_name(*ty),
                value(condition),
                value(yes),
                value(no)
            )
        }
        Op::Freeze { ty, value: v } => format!("freeze {} {}", type_name(*ty), value(v)),
        Op::FloatResult | Op::FloatToInt { .. } => "floating point".into(),
        Op::GetElementPtr {
            base,
            constant,
            indices,
        } => {
            let all: Vec<_> = indices
                .iter()
                .map(|i| format!("{}:{} * {}", value(&i.value), i.width, i.stride))
                .collect();
            format!("address {} + {constant} {all:?}", value(base))
        }
        Op::Alloca {
            element_size,
            align,
            count,
            is_static,
            ..
        } => {
            format!(
                "alloca {element_size} * {} align {align} {is_static}",
                value(count)
            )
        }
        Op::Load {
            ty,
            pointer,
            align,
            volatile,
        } => {
            format!(
                "load {} {} align {align} {volatile}",
                type_name(*ty),
                value(pointer)
            )
        }
        Op::Store {
            ty,
            value: v,
            pointer,
            align,
            volatile,
        } => {
            format!(
                "store {} {} {} align {align} {volatile}",
                type_name(*ty),
                value(v),
                value(pointer)
            )
        }
        Op::Branch { target } => format!("br {}", label(target)),
        Op::CondBranch { condition, yes, no } => {
            format!("br {} {} {}", value(condition), label(yes), label(no))
        }
        Op::Switch {
            width,
            value: v,
            cases,
            default,
        } => {
            let all: Vec<_> = cases
                .iter()
                .map(|(case, block)| format!("{case}: {}", label(block)))
                .collect();
            format!("switch i{width} {} {all:?} {}", value(v), label(default))
        }
        Op::Return { value: None, .. } => "ret void".into(),
        Op::Return { ty, value: Some(v) } => format!("ret {} {}", type_name(*ty), value(v)),
        Op::Unreachable => "unreachable".into(),
        Op::Call {
            callee,
            result,
            arguments,
        } => {
            format!("call {} @{callee} {}", type_name(*result), list(arguments))
        }
        Op::IndirectCall {
            callee,
            extensions,
            result,
            arguments,
        } => {
            format!(
                "call {} {} {} {extensions:?}",
                type_name(*result),
                value(callee),
                list(arguments)
            )
        }
        Op::Unsupported(_) => REFUSED.into(),
    }
}

// --- the checker's view -----------------------------------------------------------------------------

fn type_text(layout: &read::Layout, ty: &read::Type) -> String {
    match ty {
        read::Type::Int(width) if *width <= 64 => format!("i{width}"),
        read::Type::Pointer => "ptr".into(),
        read::Type::Float(_) => format!("float{}", layout.store_size(ty).unwrap_or_default()),
        // The prover gives registers of other types no type.
        _ => "void".into(),
    }
}

fn text(operand: &read::Operand) -> String {
    use read::Operand;
    match operand {
        Operand::Register(name) => format!("%{name}"),
        Operand::Int { width, bits } => format!("{bits}:{width}"),
        Operand::Null => "null".into(),
        Operand::Global { name, offset } => format!("@{name}+{offset}"),
        Operand::Function(name) => format!("function {name}"),
        Operand::Float => "float".into(),
        Operand::Undef | Operand::Poison => "undef".into(),
        Operand::Zero | Operand::Refused(_) => REFUSED.into(),
    }
}

fn phi_text(layout: &read::Layout, phi: &read::Phi) -> String {
    let incoming: Vec<_> = phi
        .incoming
        .iter()
        .map(|(value, label)| format!("{} from {label}", text(value)))
        .collect();
    format!(
        "%{} {} {incoming:?}",
        phi.result,
        type_text(layout, &phi.ty)
    )
}

fn operation_text(layout: &read::Layout, instruction: &read::Instruction) -> String {
    use read::Op;
    let ty = |ty: &read::Type| type_text(layout, ty);
    let written = match &instruction.op {
        Op::Binary {
            op,
            nuw,
            nsw,
            exact,
            left,
            right,
        } => {
            format!(
                "{op:?} {} {nuw} {nsw} {exact} {} {}",
                ty(&instruction.ty),
                text(left),
                text(right)
            )
        }
        Op::Compare {
            predicate,
            ty: operands,
            left,
            right,
        } => {
            format!(
                "icmp {predicate:?} {} {} {}",
                ty(operands),
                text(left),
                text(right)
            )
        }
        Op::Cast { kind, from, value } => format!(
            "{} {} {} {}",
            format!("{kind:?}").to_lowercase(),
            ty(from),
            ty(&instruction.ty),
            text(value)
        ),
        Op::Select {
            condition,
            if_true,
            if_false,
        } => {
            format!(
                "select {} {} {} {}",
                ty(&instruction.ty),
                text(condition),
                text(if_true),
                text(if_false)
            )
        }
        Op::Freeze(value) => format!("freeze {} {}", ty(&instruction.ty), text(value)),
        Op::Float(_) => "floating point".into(),
        Op::ElementPtr {
            base,
            offset,
            indices,
        } => {
            let all: Vec<_> = indices
                .iter()
                .map(|i| format!("{}:{} * {}", text(&i.value), i.width, i.stride))
                .collect();
            format!("address {} + {offset} {all:?}", text(base))
        }
        Op::Alloca {
            size,
            count,
            align,
            is_static,
            ..
        } => {
            format!(
                "alloca {size} * {} align {align} {is_static}",
                text(&count.value)
            )
        }
        Op::Load {
            pointer,
            align,
            volatile,
            ..
        } => {
            format!(
                "load {} {} align {align} {volatile}",
                ty(&instruction.ty),
                text(pointer)
            )
        }
        Op::Store {
            ty: stored,
            value,
            pointer,
            align,
            volatile,
        } => {
            format!(
                "store {} {} {} align {align} {volatile}",
                ty(stored),
                text(value),
                text(pointer)
            )
        }
        Op::Branch(label) => format!("br {label}"),
        Op::CondBranch {
            condition,
            if_true,
            if_false,
        } => {
            format!("br {} {if_true} {if_false}", text(condition))
        }
        Op::Switch {
            width,
            value,
            default,
            cases,
        } => {
            let all: Vec<_> = cases
                .iter()
                .map(|(case, label)| format!("{case}: {label}"))
                .collect();
            format!("switch i{width} {} {all:?} {default}", text(value))
        }
        Op::Return(None) => "ret void".into(),
        Op::Return(Some(value)) => format!("ret {} {}", ty(&value.ty), text(&value.value)),
        Op::Unreachable => "unreachable".into(),
        Op::Call {
            callee,
            signature,
            arguments,
        } => {
            let all: Vec<_> = arguments
                .iter()
                .map(|a| format!("{} {}", ty(&a.ty), text(&a.value)))
                .collect();
            let result = ty(&signature.result);
            match callee {
                read::Callee::Direct(name) => format!("call {result} @{name} {all:?}"),
                read::Callee::Indirect(value) => {
                    let extensions = &signature.extensions;
                    format!("call {result} {} {all:?} {extensions:?}", text(value))
                }
            }
        }
        // Not imported by the prover.
        Op::Refused { .. } => REFUSED.into(),
    };
    // An instruction with a refused operand is refused as a whole by the prover.
    if written.contains(REFUSED) {
        REFUSED.into()
    } else {
        written
    }
}
