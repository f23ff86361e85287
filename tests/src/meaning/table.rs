//! All instructions of the subset, at every width and with every combination of flags, and those
//! beside them that the specification refuses (`spec/language.md`).

use super::{Flags, Form, Operation, Type};

use Type::{Int, Pointer};

/// Widths of integers in registers.
const WIDTHS: [u32; 7] = [1, 7, 8, 16, 32, 33, 64];
/// Widths of integers in memory.
const MEMORY: [u32; 4] = [8, 16, 32, 64];

/// The rows for one data model. Only pointers differ, so the others are left out for 32 bits.
pub fn operations(pointer: u32) -> Vec<Operation> {
    let mut rows = Rows { pointer, list: Vec::new() };
    if pointer == 64 {
        rows.binary();
        rows.casts();
        rows.choices();
        rows.intrinsics();
        rows.switches();
    }
    rows.comparisons();
    rows.pointers();
    rows.addresses();
    rows.memory();
    rows.list
}

struct Rows {
    pointer: u32,
    list: Vec<Operation>,
}

impl Rows {
    fn add(&mut self, text: String, operands: &[Type], result: Type, form: Form, refused: Option<&'static str>) {
        let text = format!("  %r# = {text}");
        self.body(text, operands, result, form, refused);
    }

    fn body(&mut self, text: String, operands: &[Type], result: Type, form: Form, refused: Option<&'static str>) {
        self.list.push(Operation { text, operands: operands.to_vec(), result, form, pointer: self.pointer, refused });
    }

    fn binary(&mut self) {
        for name in ["add", "sub", "mul", "shl", "udiv", "sdiv", "lshr", "ashr", "urem", "srem", "and", "or", "xor"] {
            for width in WIDTHS {
                for (flags, words) in flags(name) {
                    let refused = match name {
                        _ if flags.disjoint => Some("disjoint"),
                        _ if width > 1 => None,
                        _ if flags.nuw || flags.nsw => Some("nuw and nsw of i1"),
                        "sdiv" | "srem" | "ashr" => Some("signed arithmetic of i1"),
                        _ => None,
                    };
                    let text = format!("{name}{words} i{width} {{0}}, {{1}}");
                    let form = Form::Binary { name, flags };
                    self.add(text, &[Int(width); 2], Int(width), form, refused);
                }
            }
        }
    }

    fn comparisons(&mut self) {
        let mut types: Vec<Type> = WIDTHS.map(Int).to_vec();
        if self.pointer == 32 {
            types.clear();
        }
        types.push(Pointer);
        for ty in types {
            for predicate in ["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"] {
                for samesign in [false, true] {
                    let order = predicate.starts_with('s') && matches!(ty, Int(1) | Pointer);
                    let refused = match (samesign, order) {
                        (true, _) => Some("samesign"),
                        (_, true) => Some("signed order of i1 and pointers"),
                        _ => None,
                    };
                    let flag = if samesign { "samesign " } else { "" };
                    let text = format!("icmp {flag}{predicate} {} {{0}}, {{1}}", ty.name());
                    let form = Form::Compare { predicate, samesign };
                    self.add(text, &[ty; 2], Int(1), form, refused);
                }
            }
        }
    }

    fn cast(&mut self, name: &'static str, flag: &'static str, from: Type, to: Type) {
        let space = if flag.is_empty() { "" } else { " " };
        let text = format!("{name}{space}{flag} {} {{0}} to {}", from.name(), to.name());
        let refused = (!flag.is_empty()).then_some("nneg, nuw and nsw of casts");
        self.add(text, &[from], to, Form::Cast { name, flag }, refused);
    }

    fn casts(&mut self) {
        for small in WIDTHS {
            for large in WIDTHS.into_iter().filter(|large| *large > small) {
                for flag in ["", "nuw", "nsw"] {
                    self.cast("trunc", flag, Int(large), Int(small));
                }
                for flag in ["", "nneg"] {
                    self.cast("zext", flag, Int(small), Int(large));
                }
                self.cast("sext", "", Int(small), Int(large));
            }
            self.cast("bitcast", "", Int(small), Int(small));
        }
    }

    fn choices(&mut self) {
        for ty in WIDTHS.map(Int).into_iter().chain([Pointer]) {
            let name = ty.name();
            let text = format!("select i1 {{0}}, {name} {{1}}, {name} {{2}}");
            self.add(text, &[Int(1), ty, ty], ty, Form::Select, None);
            self.add(format!("freeze {name} {{0}}"), &[ty], ty, Form::Freeze, None);
        }
    }

    fn intrinsics(&mut self) {
        for width in WIDTHS {
            let ty = Int(width);
            let (one, small) = (ty.name(), (width == 1).then_some("min, max and abs of i1"));
            for name in ["smax", "smin", "umax", "umin"] {
                let text = format!("call {one} @llvm.{name}.{one}({one} {{0}}, {one} {{1}})");
                let (signed, max) = (name.starts_with('s'), name.ends_with("max"));
                self.add(text, &[ty; 2], ty, Form::Extremum { signed, max }, small);
            }
            for poison in [false, true] {
                let text = format!("call {one} @llvm.abs.{one}({one} {{0}}, i1 {poison})");
                self.add(text, &[ty], ty, Form::Absolute { poison }, small);
            }
            let text = format!("call {one} @llvm.expect.{one}({one} {{0}}, {one} 1)");
            self.add(text, &[ty], ty, Form::Expect, None);
            self.bits(width);
        }
    }

    /// Intrinsics about bits and ranges.
    fn bits(&mut self, width: u32) {
        let ty = Int(width);
        let one = ty.name();
        let mut row = |name: &'static str, arguments: &str, poison: bool, refused| {
            let text = format!("call {one} @llvm.{name}.{one}({arguments})");
            let count = arguments.matches('{').count();
            self.add(text, &vec![ty; count], ty, Form::Intrinsic { name, poison }, refused);
        };
        let two = format!("{one} {{0}}, {one} {{1}}");
        for name in ["fshl", "fshr"] {
            row(name, &format!("{two}, {one} {{2}}"), false, None);
        }
        row("ctpop", &format!("{one} {{0}}"), false, None);
        row("bitreverse", &format!("{one} {{0}}"), false, None);
        if width > 8 && width.is_multiple_of(16) {
            row("bswap", &format!("{one} {{0}}"), false, None);
        }
        for poison in [false, true] {
            for name in ["ctlz", "cttz"] {
                row(name, &format!("{one} {{0}}, i1 {poison}"), poison, None);
            }
        }
        let small = (width == 1).then_some("sums of i1");
        for name in ["sadd.sat", "uadd.sat", "ssub.sat", "usub.sat"] {
            row(name, &two, false, small);
        }
        for name in ["sadd", "uadd", "ssub", "usub", "smul", "umul"] {
            for part in [0, 1] {
                let text = format!(
                    "  %p# = call {{{one},i1}} @llvm.{name}.with.overflow.{one}({two})\n  \
                     %r# = extractvalue {{{one},i1}} %p#, {part}"
                );
                let result = if part == 0 { ty } else { Int(1) };
                self.body(text, &[ty; 2], result, Form::Overflowing { name, part }, small);
            }
        }
        for name in ["add", "sub", "mul", "and", "or", "xor"] {
            for shift in [0, 64] {
                let text = format!(
                    "  %v# = zext {one} {{0}} to i128\n  %w# = sext {one} {{1}} to i128\n  \
                     %o# = {name} i128 %v#, %w#\n  %h# = lshr i128 %o#, {shift}\n  %r# = trunc i128 %h# to {one}"
                );
                self.body(text, &[ty; 2], ty, Form::Wide { name, shift }, None);
            }
        }
    }

    fn switches(&mut self) {
        for width in WIDTHS {
            let high = 1u64 << (width - 1);
            let mut cases = vec![0, high, super::mask(width), 1 & super::mask(width)];
            let mut seen = Vec::new();
            cases.retain(|case| !seen.contains(case) && (seen.push(*case), true).1);
            if width == 1 {
                cases.pop();
            }
            let constant = |case: u64| Int(width).constant(case, self.pointer);
            let mut text = format!("  switch i{width} {{0}}, label %d# [\n");
            let mut phi = format!("j#:\n  %r# = phi i8 [ {}, %d# ]", cases.len());
            let mut blocks = String::new();
            for (number, case) in cases.iter().enumerate() {
                let value = constant(*case);
                text += &format!("    i{width} {value}, label %e{number}.#\n");
                blocks += &format!("e{number}.#:\n  br label %j#\n");
                phi += &format!(", [ {number}, %e{number}.# ]");
            }
            text += &format!("  ]\nd#:\n  br label %j#\n{blocks}{phi}");
            self.body(text, &[Int(width)], Int(8), Form::Switch(cases), None);
        }
    }

    fn pointers(&mut self) {
        for width in WIDTHS {
            self.cast("ptrtoint", "", Pointer, Int(width));
            self.cast("inttoptr", "", Int(width), Pointer);
        }
        self.cast("bitcast", "", Pointer, Pointer);
    }

    fn address(&mut self, text: &str, indices: &[u32], constant: i128, strides: &[i128]) {
        let mut operands = vec![Pointer];
        operands.extend(indices.iter().map(|width| Int(*width)));
        let strides = strides.to_vec();
        let wide = indices.iter().any(|width| *width > self.pointer);
        let refused = match () {
            () if wide => Some("index wider than a pointer"),
            () if indices.contains(&1) => Some("index of i1"),
            () => None,
        };
        // The flags make poison in LLVM; here they are ignored, which the claim names as an assumption.
        for flags in ["", "inbounds ", "nusw ", "nuw "] {
            let text = format!("getelementptr {flags}{text}");
            let form = Form::Address { constant, strides: strides.clone() };
            self.add(text, &operands, Pointer, form, refused);
        }
    }

    fn addresses(&mut self) {
        let aligned = if self.pointer == 64 { 8 } else { 4 };
        for width in WIDTHS {
            for (element, stride) in [("i8", 1), ("i32", 4), ("[3 x i16]", 6), ("i64", 8)] {
                let text = format!("{element}, ptr {{0}}, i{width} {{1}}");
                self.address(&text, &[width], 0, &[stride]);
            }
        }
        let index = |number: i128| format!("i{} {number}", self.pointer);
        let (minus, three) = (index(-1), index(3));
        self.address(&format!("i32, ptr {{0}}, {minus}"), &[], -4, &[]);
        self.address(&format!("i32, ptr {{0}}, {three}"), &[], 12, &[]);
        self.address("i32, ptr {0}, i16 -32768", &[], -131_072, &[]);
        self.address("i8, ptr {0}, i8 -1", &[], -1, &[]);
        self.address("{}, ptr {0}, i32 {1}", &[32], 0, &[0]);
        // Structures: a byte, then what is aligned to the word, and an array.
        let mixed = "{ i8, i64, [5 x i16] }";
        let (size, array) = (aligned + 8 + 10, aligned + 8);
        let size = (size + aligned - 1) / aligned * aligned;
        let text = format!("{mixed}, ptr {{0}}, i32 {{1}}, i32 1");
        self.address(&text, &[32], aligned, &[size]);
        let text = format!("{mixed}, ptr {{0}}, i16 {{1}}, i32 2, i32 {{2}}");
        self.address(&text, &[16, 32], array, &[size, 2]);
        let text = "<{ i8, i64, [5 x i16] }>, ptr {0}, i32 {1}, i32 2, i16 {2}";
        self.address(text, &[32, 16], 9, &[19, 2]);
        let text = "[3 x [4 x i32]], ptr {0}, i32 -1, i32 {1}, i8 {2}";
        self.address(text, &[32, 8], -48, &[16, 4]);
        let text = "[2 x { ptr, i8 }], ptr {0}, i8 {1}, i32 -1, i32 1";
        let pair = 2 * aligned;
        self.address(text, &[8], aligned - pair, &[2 * pair]);
    }

    fn memory(&mut self) {
        let types = MEMORY.map(Int).into_iter().chain([Pointer]);
        let types: Vec<Type> = types.collect();
        for stored in &types {
            for loaded in &types {
                let bytes = |ty: &Type| u64::from(ty.width(self.pointer) / 8);
                let (stored_bytes, loaded_bytes) = (bytes(stored), bytes(loaded));
                for offset in 0..stored_bytes {
                    if offset + loaded_bytes > stored_bytes {
                        continue;
                    }
                    let (store, load) = (stored.name(), loaded.name());
                    let align = [1, stored_bytes][offset as usize % 2];
                    let text = format!(
                        "  %m# = alloca [8 x i8], align 8\n  store {store} {{0}}, ptr %m#, align {align}\n  \
                         %g# = getelementptr i8, ptr %m#, i{} {offset}\n  %r# = load {load}, ptr %g#, align 1",
                        self.pointer
                    );
                    self.body(text, &[*stored], *loaded, Form::Memory { offset }, None);
                }
            }
        }
    }
}

/// All combinations of the flags that an instruction may have, and how they are written.
fn flags(name: &str) -> Vec<(Flags, String)> {
    let none = Flags::default();
    let exact = Flags { exact: true, ..none };
    let disjoint = Flags { disjoint: true, ..none };
    match name {
        "add" | "sub" | "mul" | "shl" => [(false, false), (true, false), (false, true), (true, true)]
            .into_iter()
            .map(|(nuw, nsw)| {
                let words = format!("{}{}", if nuw { " nuw" } else { "" }, if nsw { " nsw" } else { "" });
                (Flags { nuw, nsw, ..none }, words)
            })
            .collect(),
        "udiv" | "sdiv" | "lshr" | "ashr" => vec![(none, String::new()), (exact, " exact".into())],
        "or" => vec![(none, String::new()), (disjoint, " disjoint".into())],
        _ => vec![(none, String::new())],
    }
}
