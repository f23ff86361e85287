//! Random C functions without undefined behaviour (signed overflow wraps), to compare the
//! interpreter with what a compiled program does.

use crate::interpreter::Inputs;
use std::fmt::Write;

const TYPES: [&str; 8] =
    ["signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long"];

/// Functions `f0` to `f(count - 1)` of type `unsigned long (void)`.
pub fn functions(count: usize, seed: u64) -> String {
    let mut text = String::from(PRELUDE);
    for number in 0..count {
        let mut writer =
            Writer { random: Inputs::seeded(seed.wrapping_mul(1009) + number as u64), text: String::new() };
        writer.function(number);
        text += &writer.text;
    }
    text
}

/// A `main` that prints the result of each function.
pub fn main(count: usize) -> String {
    let mut text = String::from("#include <stdio.h>\nint main(void) {\n");
    for number in 0..count {
        let _ = writeln!(text, "  printf(\"%lu\\n\", f{number}());");
    }
    text + "  return 0;\n}\n"
}

const PRELUDE: &str = "#include <string.h>
#include <stdlib.h>
struct mixed { char a; int b; short c[3]; long d; unsigned char e : 5; unsigned f : 11; };
union overlay { unsigned long u; unsigned char b[8]; int i[2]; };
static const int table[8] = {3, -1, 40000, 7, -2147483647 - 1, 2147483647, 0, 12};
static long helper(int x, unsigned char y, long *z) { *z += x; return x * 3L - y; }
static struct mixed make(int x) { struct mixed m; memset(&m, 0, sizeof m); m.b = x; m.c[1] = x; m.f = x; return m; }
static int by_value(struct mixed m, int *p) { m.b++; *p = m.b; return m.c[1] + m.f; }
";

struct Writer {
    random: Inputs,
    text: String,
}

impl Writer {
    fn below(&mut self, bound: u64) -> u64 {
        self.random.below(bound)
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }

    fn constant(&mut self) -> String {
        let value = self.random.choice(32) as i32;
        let suffix = self.pick(&["", "", "u", "l", "ul"]);
        if value < 0 {
            format!("({value}{suffix})").replace("-2147483648", "-2147483647")
        } else {
            format!("{value}{suffix}")
        }
    }

    fn variable(&mut self) -> String {
        match self.below(12) {
            0 => "m.b".into(),
            1 => format!("m.c[{} & 1]", self.place()),
            2 => "m.f".into(),
            3 => "o.u".into(),
            4 => format!("o.b[{} & 7]", self.place()),
            5 => format!("array[{} & 7]", self.place()),
            6 => "*p".into(),
            7 => format!("heap[{} & 3]", self.place()),
            _ => self.place(),
        }
    }

    fn place(&mut self) -> String {
        format!("v{}", self.below(8))
    }

    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 {
            return if self.below(3) == 0 { self.constant() } else { self.variable() };
        }
        let a = self.expression(depth - 1);
        let b = self.expression(depth - 1);
        match self.below(14) {
            0..=4 => format!("({a} {} {b})", self.pick(&["+", "-", "*", "&", "|", "^"])),
            // No division by zero and no INT_MIN / -1.
            5 => format!("((unsigned long)({a}) {} ((unsigned long)({b}) | 1))", self.pick(&["/", "%"])),
            6 => format!("((int)({a}) {} (((int)({b}) & 1023) + 2))", self.pick(&["/", "%"])),
            7 => format!("((unsigned)({a}) {} (({b}) & 31))", self.pick(&["<<", ">>"])),
            8 => format!("((long)({a}) >> (({b}) & 63))"),
            9 => format!("({a} {} {b})", self.pick(&["<", "<=", "==", "!=", ">", ">="])),
            10 => format!("(({}) ({a}))", self.pick(&TYPES)),
            11 => format!("({a} ? {b} : {})", self.variable()),
            12 => format!("({}{a})", self.pick(&["-", "~", "!"])),
            _ => format!("table[({a}) & 7]"),
        }
    }

    fn statement(&mut self, depth: u32, indent: usize) {
        let pad = "  ".repeat(indent);
        let mut line = |text: String| {
            let _ = writeln!(self.text, "{pad}{text}");
        };
        let choice = self.random.below(if depth == 0 { 7 } else { 10 });
        match choice {
            4 => line("p = &array[v1 & 7];".into()),
            5 => line("v6 += helper(v4, v1, &v7);".into()),
            6 => line("{ int out; v4 += by_value(make(v5), &out); v2 ^= out; }".into()),
            7 => {
                let condition = self.expression(1);
                let _ = writeln!(self.text, "{pad}if ({condition}) {{");
                self.statement(depth - 1, indent + 1);
                let _ = writeln!(self.text, "{pad}}} else {{");
                self.statement(depth - 1, indent + 1);
                let _ = writeln!(self.text, "{pad}}}");
            }
            8 => {
                let times = self.below(9);
                let _ = writeln!(self.text, "{pad}for (int k = 0; k < {times}; k++) {{");
                self.statement(depth - 1, indent + 1);
                self.statement(depth - 1, indent + 1);
                let _ = writeln!(self.text, "{pad}}}");
            }
            9 => {
                let on = self.expression(1);
                let _ = writeln!(self.text, "{pad}switch (({on}) & 3) {{\n{pad}case 0:");
                self.statement(depth - 1, indent + 1);
                let _ = writeln!(self.text, "{pad}case 2:");
                self.statement(depth - 1, indent + 1);
                let _ = writeln!(self.text, "{pad}  break;\n{pad}default:");
                self.statement(depth - 1, indent + 1);
                let _ = writeln!(self.text, "{pad}}}");
            }
            _ => {
                let to = self.variable();
                let value = self.expression(3);
                let operator = self.pick(&["=", "=", "+=", "-=", "*=", "^=", "|="]);
                let _ = writeln!(self.text, "{pad}{to} {operator} {value};");
            }
        }
    }

    fn function(&mut self, number: usize) {
        let _ = writeln!(self.text, "unsigned long f{number}(void) {{");
        for (at, kind) in TYPES.iter().enumerate() {
            let value = self.constant();
            let _ = writeln!(self.text, "  {kind} v{at} = {value};");
        }
        self.text += "  int array[8] = {1, 2, 3}, *p = array + 3;\n";
        self.text += "  struct mixed m = make(v3);\n  union overlay o;\n  o.u = v7;\n";
        self.text += "  short *heap = calloc(4, sizeof(short));\n";
        for _ in 0..8 {
            self.statement(2, 1);
        }
        self.text += "  unsigned long hash = heap[0] + 3 * heap[1] + 5 * heap[2] + 7 * heap[3];\n";
        self.text += "  for (int k = 0; k < 8; k++) hash = hash * 31 + array[k] + o.b[k];\n";
        self.text += "  hash = hash * 31 + m.a + m.b * 3 + m.c[0] * 5 + m.c[1] * 7 + m.d + m.e + m.f * 11;\n";
        for at in 0..TYPES.len() {
            let _ = writeln!(self.text, "  hash = hash * 1000003 + v{at};");
        }
        self.text += "  free(heap);\n  return hash;\n}\n";
    }
}
