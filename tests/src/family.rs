//! A family of programs that grow: straight code with many calls, to measure how work grows with size.

use std::fmt::Write;

/// Lines of one part of the program.
const PART: usize = 40;

/// A C program of about `lines` lines: parts of equal shape, each with functions of its own and calls of
/// functions that all parts share. Every program of the family is safe and terminates.
pub fn program(lines: usize) -> String {
    let parts = (lines / PART).max(1);
    let mut text = String::from(SHARED);
    for part in 0..parts {
        text += &PATTERN.replace('@', &part.to_string());
    }
    text += "int main(void)\n{\n    struct record r;\n    r.count = 0;\n    r.limit = 500;\n    r.errors = 0;\n";
    for part in 0..parts {
        let _ = writeln!(text, "    run{part}(&r);");
    }
    text + "    return r.count < 0;\n}\n"
}

const SHARED: &str = "extern int __VERIFIER_nondet_int(void);
struct record {
    int count;
    int limit;
    int errors;
};

static int clamp(int x, int high)
{
    if (x < 0)
        return 0;
    if (x > high)
        return high;
    return x;
}

static void fail(struct record *r)
{
    if (r->errors < 1000)
        r->errors++;
}
";

const PATTERN: &str = "
static int sum@(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s = clamp(s + clamp(a[i], 1000), 100000);
    return s;
}

static void step@(struct record *r, int x)
{
    int y = clamp(x, 1000);
    r->count = y;
    if (r->count > r->limit) {
        r->count = r->limit;
        fail(r);
    }
}

static void run@(struct record *r)
{
    int a[4];
    int x = __VERIFIER_nondet_int();
    a[0] = clamp(x, 10);
    a[1] = clamp(x, 20);
    a[2] = @ % 7;
    a[3] = a[0] + a[1];
    step@(r, x);
    step@(r, sum@(a, 4));
    r->limit = clamp(r->count, 400);
    if (r->limit < 10)
        r->limit = 10;
    step@(r, a[1]);
    step@(r, a[2] * 2);
    step@(r, __VERIFIER_nondet_int());
    if (r->count > 5)
        fail(r);
    fail(r);
}
";

#[cfg(test)]
mod tests {
    #[test]
    fn has_as_many_lines_as_asked_for() {
        for lines in [1000, 4000] {
            let text = super::program(lines);
            let count = text.lines().count();
            assert!(count.abs_diff(lines) < lines / 5, "{count} for {lines}");
        }
    }
}
