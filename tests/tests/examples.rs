//! Examples beside what could not be proved: their values make what is known true and the condition false, computed here
//! from the words of the answer alone.

use serde_json::Value;
use tests::cases::root;
use tests::command::{Folder, haltcert};

/// Names with their values, longer names first.
struct Values(Vec<(String, i128)>);

/// Reads a condition.
struct Reader<'a> {
    rest: &'a str,
    values: &'a Values,
}

impl Reader<'_> {
    fn eat(&mut self, text: &str) -> bool {
        let after = self.rest.trim_start().strip_prefix(text);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn primary(&mut self) -> Option<i128> {
        self.rest = self.rest.trim_start();
        let ends = |rest: &str, name: &str| {
            let word = |c: char| c.is_alphanumeric() || c == '_';
            !(rest.starts_with(" at entry") || name.ends_with(word) && rest.starts_with(word))
        };
        for (name, value) in &self.values.0 {
            if let Some(rest) = self.rest.strip_prefix(name.as_str()).filter(|rest| ends(rest, name)) {
                self.rest = rest;
                return Some(*value);
            }
        }
        let mut value = if self.eat("(") {
            let value = self.sum()?;
            self.eat(")").then_some(value)?
        } else if self.eat("-") {
            return Some(-self.product()?);
        } else {
            let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
            let number: i128 = self.rest[..end].parse().ok()?;
            self.rest = &self.rest[end..];
            // `2^64`
            if self.eat("^") { 1 << u32::try_from(self.primary()?).ok().filter(|_| number == 2)? } else { number }
        };
        if self.eat("mod 2^") {
            let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
            let bits: u32 = self.rest[..end].parse().ok()?;
            self.rest = &self.rest[end..];
            value = i128::rem_euclid(value, 1 << bits);
        }
        Some(value)
    }

    fn product(&mut self) -> Option<i128> {
        let mut product = self.primary()?;
        loop {
            if self.eat("*") {
                product *= self.primary()?;
            } else if self.eat("/") {
                let divisor = self.primary()?;
                product = (product % divisor == 0).then(|| product / divisor)?;
            } else {
                return Some(product);
            }
        }
    }

    fn sum(&mut self) -> Option<i128> {
        let mut sum = self.product()?;
        loop {
            if self.eat("+") {
                sum += self.product()?;
            } else if self.eat("- ") {
                sum -= self.product()?;
            } else {
                return Some(sum);
            }
        }
    }

    /// Comparisons, in a chain or joined by "and".
    fn condition(&mut self) -> Option<bool> {
        let mut holds = true;
        loop {
            let mut left = self.sum()?;
            let mut compared = false;
            while let Some(relation) = ["<=", ">=", "!=", "=", "<", ">"].into_iter().find(|r| self.eat(r)) {
                let right = self.sum()?;
                holds &= match relation {
                    "<=" => left <= right,
                    ">=" => left >= right,
                    "!=" => left != right,
                    "=" => left == right,
                    "<" => left < right,
                    _ => left > right,
                };
                (left, compared) = (right, true);
            }
            if !compared {
                return None;
            }
            if !self.eat("and ") {
                return Some(holds);
            }
        }
    }
}

fn truth(text: &str, values: &Values) -> Option<bool> {
    let mut reader = Reader { rest: text, values };
    let truth = reader.condition()?;
    reader.rest.trim().is_empty().then_some(truth)
}

/// What is missing first, with the values of the example.
fn missing(file: &str, options: &[&str]) -> (Value, Values) {
    let answer = haltcert(&[&["prove", file, "--json", "--no-refute", "--timeout", "30"], options].concat());
    let json: Value = serde_json::from_str(&answer.out).expect("one JSON object");
    let first = json["missing"][0].clone();
    let examples = first["example"].as_array().cloned().unwrap_or_default();
    let value = |e: &Value| {
        let value = e["value"].as_str().expect("a value");
        (
            e["name"].as_str().expect("a name").to_owned(),
            if value == "null" { 0 } else { value.parse().expect("a number") },
        )
    };
    let mut values: Vec<(String, i128)> = examples.iter().map(value).collect();
    values.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    (first, Values(values))
}

/// The condition of the reason, without the case of the contract.
fn condition(first: &Value) -> Option<String> {
    let reason = first["reason"].as_str()?.split(" (when ").next()?;
    let (missing, condition) = reason.split_once(": ")?;
    Some(if missing.ends_with("is not zero") { format!("{condition} != 0") } else { condition.to_owned() })
}

/// What is known is true for the values; the number of facts that say nothing else.
fn facts_hold(first: &Value, values: &Values, about: &str) -> usize {
    let facts = first["state"]["facts"].as_array().cloned().unwrap_or_default();
    let facts = facts.iter().filter_map(Value::as_str).filter_map(|fact| Some((fact, truth(fact, values)?)));
    facts.inspect(|(fact, holds)| assert!(holds, "{about}: {fact}")).count()
}

#[test]
fn examples_make_the_condition_false() {
    let folder = Folder::new();
    let programs = [
        ("int f(int *a, unsigned n, unsigned i) { return a[i]; }", r"n > 0 && \valid(a + (0 .. n - 1)) && i <= n"),
        ("int f(int *a, int n, int i) { return a[n - i]; }", r"\valid(a + (0 .. n - 1)) && 0 < n && 0 <= i <= n"),
        ("int f(int a, int b) { return a * b; }", "0 <= a && 0 <= b && b <= 100000"),
        ("int f(int a, int b) { return a / (b - 3); }", "a > 0 && b > 2"),
        ("int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += n; return s; }", "n > 10"),
        ("int f(char *p, int k) { char a[8] = {0}; return a[(*p >> 3) & 15]; }", r"\valid(p)"),
        ("int f(int n, int k) { int a[10]; for (int i = 0; i <= n; i++) a[i] = k; return a[0]; }", "n < 12"),
        ("unsigned f(unsigned n, unsigned k) { return n << k; }", "n < 3"),
    ];
    for (program, contract) in programs {
        let file = folder.write("f.c", format!("/*@ requires {contract}; */\n{program}"));
        let (first, values) = missing(&file, &["--entry", "f"]);
        assert!(!values.0.is_empty(), "{program}: no example for {first}");
        facts_hold(&first, &values, program);
        match condition(&first) {
            Some(condition) => assert_eq!(truth(&condition, &values), Some(false), "{program}: {condition} {first}"),
            None => assert!(program.contains("<<"), "{program}: {first}"),
        }
    }
}

#[test]
fn examples_of_cases_agree_with_what_is_known() {
    let mut compared = 0;
    let folders = ["memory", "arithmetic", "loops", "strings"].map(|family| root().join(family));
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).expect("cases")).flatten();
    let mut files: Vec<_> =
        files.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|e| e == "c")).collect();
    files.sort();
    let wrong = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        text.starts_with("// expect: unknown") && !text.contains("entry:") && !text.contains("options:")
    };
    for path in files.iter().filter(|path| wrong(path)).step_by(4) {
        let name = path.display().to_string();
        let (first, values) = missing(&name, &[]);
        compared += facts_hold(&first, &values, &name);
        if let Some(condition) = condition(&first).filter(|_| !values.0.is_empty()) {
            assert_ne!(truth(&condition, &values), Some(true), "{name}: {condition} {first}");
            compared += 1;
        }
    }
    assert!(compared >= 20, "{compared}");
}

#[test]
fn no_internal_names_are_told() {
    let folder = Folder::new();
    let program = r"
        unsigned char box[16][16];
        struct s { unsigned idx; unsigned char data[16]; };
        /*@ requires \valid(p) && \valid(q + (0 .. 3)); */
        int f(struct s *p, unsigned char *q, int n) {
            int sum = 0;
            for (int i = 0; i < n; i++) { q[p->idx >> 2] = box[q[i & 3] >> 4][q[2] & 15]; sum += q[1]; }
            return sum;
        }";
    let file = folder.write("f.c", program);
    let answer = haltcert(&["prove", &file, "--entry", "f", "--no-refute"]);
    let told =
        answer.out.lines().filter(|line| !line.trim_start().starts_with("in 'f':")).collect::<Vec<_>>().join("\n");
    assert!(told.contains("could not prove") && !told.contains('%'), "{told}");
    let full = haltcert(&["prove", &file, "--entry", "f", "--no-refute", "--state"]);
    assert!(full.out.contains("memory:\n"), "{}", full.out);
}
