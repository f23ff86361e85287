//! Random C programs that may do anything wrong: some can be proved, and what is proved must hold.

use crate::interpreter::Inputs;
use std::fmt::Write;

const INTS: [&str; 4] = ["a", "b", "c", "d"];

/// A program that reads inputs, computes, and accesses memory in loops.
pub fn program(seed: u64) -> String {
    let mut writer = Writer { random: Inputs::seeded(seed), text: String::new(), loops: 0 };
    writer.program();
    writer.text
}

struct Writer {
    random: Inputs,
    text: String,
    loops: u32,
}

const PRELUDE: &str = "#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct cell { char tag; int value; short list[3]; };
static int global = 4;
static const int table[4] = {2, 0, 3, 1};
static void step(int *x, int by) { *x = *x - by; }
static int clip(int x, int top) { return x < 0 ? 0 : x > top ? top : x; }
static int sum(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s ^= p[i]; return s; }
";

impl Writer {
    fn below(&mut self, bound: u64) -> u64 {
        self.random.below(bound)
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }

    fn int(&mut self) -> &'static str {
        self.pick(&INTS)
    }

    fn small(&mut self) -> String {
        (self.below(9) as i64 - 1).to_string()
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "  ".repeat(depth));
    }

    fn atom(&mut self) -> String {
        match self.below(9) {
            0..=3 => self.int().into(),
            4 => self.small(),
            5 => "(int)u".into(),
            6 => format!("A[{}]", self.index()),
            7 => "s.value".into(),
            _ => "n".into(),
        }
    }

    fn expression(&mut self) -> String {
        let (x, y) = (self.atom(), self.atom());
        match self.below(12) {
            0..=2 => x,
            3 => format!("{x} + 1"),
            4 => format!("{x} - {}", self.small()),
            5 => format!("{x} / {}", 1 + self.below(3)),
            6 => format!("{x} % {}", 2 + self.below(6)),
            7 => format!("{x} & {}", self.below(16)),
            8 => format!("clip({x}, {})", self.small()),
            9 => format!("{x} >> 1"),
            10 => format!("{x} - {y}"),
            _ => "__VERIFIER_nondet_int()".into(),
        }
    }

    /// Mostly inside an array of five.
    fn index(&mut self) -> String {
        match self.below(8) {
            0 => self.int().into(),
            1 => format!("{} & 3", self.int()),
            2 => "u % 5".into(),
            3 => "ch % 6".into(),
            4 => "table[u & 3]".into(),
            5 => format!("clip({}, 4)", self.int()),
            _ => self.below(5).to_string(),
        }
    }

    fn condition(&mut self) -> String {
        let x = self.int();
        match self.below(9) {
            0 => format!("{x} > 0"),
            1 => format!("{x} >= 0 && {x} < 5"),
            2 => format!("{x} < {}", self.int()),
            3 => format!("{x} != {}", self.small()),
            4 => "u > 3".into(),
            5 => "q < A + 5 && q >= A".into(),
            6 => "__VERIFIER_nondet_int()".into(),
            7 => "p".into(),
            _ => format!("{x} < n"),
        }
    }

    fn statement(&mut self, depth: usize) {
        let x = self.int();
        match self.below(22) {
            0..=4 => {
                let value = self.expression();
                self.line(depth, &format!("{x} = {value};"));
            }
            5 => {
                let (at, value) = (self.index(), self.expression());
                self.line(depth, &format!("A[{at}] = {value};"));
            }
            6 => self.line(depth, "u = u / 2;"),
            7 => {
                let at = self.index();
                self.line(depth, &format!("q = A + ({at});"));
            }
            8 => {
                let how = self.pick(&["q++;", "q--;", "*q = 3;", "a = *q;", "*q++ = b;"]);
                self.line(depth, how);
            }
            9 => {
                let guard = self.pick(&["if (q >= A && q < A + 5) ", "if (p) ", "", "if (n > 2) "]);
                let what = self.pick(&["*q = c;", "p[0] = 1;", "p[n - 1] = 2;", "d = p[n / 2];", "memset(p, 0, n);"]);
                self.line(depth, &format!("{guard}{what}"));
            }
            10 => {
                let what = self.pick(&["free(p); p = 0;", "p = realloc(p, n);", "free(p);", "p = malloc(n);"]);
                self.line(depth, what);
            }
            11 => self.line(depth, &format!("step(&{x}, 1);")),
            12 => {
                let n = self.below(7);
                self.line(depth, &format!("{x} = sum(A, {n});"));
            }
            13 => self.line(depth, "s.value--; s.list[u % 3] = (short)a;"),
            14 => self.line(depth, "global--;"),
            15 | 16 => {
                let condition = self.condition();
                self.line(depth, &format!("if ({condition}) {{"));
                self.statement(depth + 1);
                self.line(depth, "}");
            }
            17 => self.line(depth, "ch++;"),
            _ if self.loops < 3 && depth < 4 => self.repeat(depth),
            _ => self.line(depth, &format!("{x}--;")),
        }
    }

    fn repeat(&mut self, depth: usize) {
        self.loops += 1;
        let x = self.int();
        let (head, progress) = match self.below(9) {
            0 => (format!("while ({x} > 0) {{"), format!("{x}--;")),
            1 => (format!("while ({x} < n) {{"), format!("{x}++;")),
            2 => (format!("for ({x} = 0; {x} < 5; {x}++) {{"), format!("A[{x}] = {x};")),
            3 => ("while (u > 0) {".into(), "u >>= 1;".into()),
            4 => ("while (q < A + 5) {".into(), "*q++ = 0;".into()),
            5 => (format!("while ({x} != 0) {{"), format!("{x} = {x} / 2;")),
            6 => ("while (s.value > 0) {".into(), "s.value -= 2;".into()),
            7 => (format!("for ({x} = 0; {x} < n && p; {x}++) {{"), format!("p[{x}] = 0;")),
            _ => ("while (global > 0) {".into(), "global--;".into()),
        };
        self.line(depth, &head);
        for _ in 0..self.below(2) {
            self.statement(depth + 1);
        }
        if self.below(8) > 0 {
            self.line(depth + 1, &progress);
        }
        self.line(depth, "}");
    }

    fn program(&mut self) {
        self.text += PRELUDE;
        self.line(0, "int main(void) {");
        for x in INTS {
            let value = if self.below(3) == 0 { self.small() } else { "__VERIFIER_nondet_int()".into() };
            self.line(1, &format!("int {x} = {value};"));
        }
        self.line(1, "unsigned u = __VERIFIER_nondet_uint();");
        self.line(1, "unsigned char ch = __VERIFIER_nondet_uchar();");
        self.line(1, "int A[5], *q = A, n = __VERIFIER_nondet_int();");
        let bound = self.pick(&["n < 1", "n < 1 || n > 50", "n < 0", "n > 9"]);
        self.line(1, &format!("if ({bound}) n = 3;"));
        self.line(1, "char *p = malloc(n);");
        self.line(1, "struct cell s;");
        self.line(1, "s.value = a;");
        for _ in 0..3 + self.below(3) {
            self.statement(1);
        }
        self.line(1, "return 0;");
        self.line(0, "}");
    }
}
