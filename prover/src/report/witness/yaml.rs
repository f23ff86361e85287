//! YAML as far as witnesses need it: mappings and lists in block style, and texts in double quotes.

/// A value.
pub(super) enum Yaml {
    Text(String),
    Number(u64),
    List(Vec<Yaml>),
    Map(Vec<(&'static str, Yaml)>),
    /// A mapping whose keys may be any texts.
    Named(Vec<(String, Yaml)>),
}

impl Yaml {
    pub(super) fn text(text: impl Into<String>) -> Yaml {
        Yaml::Text(text.into())
    }

    /// The value as a document.
    pub(super) fn document(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, 0);
        out
    }

    /// Writes the value after `- ` or on a new line, where the indentation is already written.
    fn write(&self, out: &mut String, depth: usize) {
        let indent = |out: &mut String, first: bool| {
            if !first {
                out.extend(std::iter::repeat_n(' ', 2 * depth));
            }
        };
        match self {
            Yaml::List(items) => {
                for (number, item) in items.iter().enumerate() {
                    indent(out, number == 0);
                    out.push_str("- ");
                    item.write(out, depth + 1);
                }
            }
            Yaml::Map(entries) => {
                for (number, (key, value)) in entries.iter().enumerate() {
                    indent(out, number == 0);
                    out.push_str(key);
                    value.behind(out, depth);
                }
            }
            Yaml::Named(entries) => {
                for (number, (key, value)) in entries.iter().enumerate() {
                    indent(out, number == 0);
                    out.push_str(&quoted(key));
                    value.behind(out, depth);
                }
            }
            Yaml::Text(text) => {
                out.push_str(&quoted(text));
                out.push('\n');
            }
            Yaml::Number(number) => {
                out.push_str(&number.to_string());
                out.push('\n');
            }
        }
    }

    /// Writes the value after a key.
    fn behind(&self, out: &mut String, depth: usize) {
        let empty = match self {
            Yaml::Text(_) | Yaml::Number(_) => {
                out.push_str(": ");
                self.write(out, depth);
                return;
            }
            Yaml::List(items) => items.is_empty().then_some("[]"),
            Yaml::Map(entries) => entries.is_empty().then_some("{}"),
            Yaml::Named(entries) => entries.is_empty().then_some("{}"),
        };
        match empty {
            Some(empty) => {
                out.push_str(": ");
                out.push_str(empty);
                out.push('\n');
            }
            None => {
                out.push_str(":\n");
                out.extend(std::iter::repeat_n(' ', 2 * (depth + 1)));
                self.write(out, depth + 1);
            }
        }
    }
}

/// A text in double quotes. A JSON string is also a YAML string if it contains only printable ASCII.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            ' '..='~' => out.push(c),
            _ => out.push_str(&format!("\\U{:08X}", u32::from(c))),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents() {
        let inner = Yaml::Map(vec![("b", Yaml::Number(1)), ("c", Yaml::List(vec![Yaml::text("x: \"\u{e9}\"\n")]))]);
        let named = Yaml::Named(vec![("a b".to_owned(), Yaml::text(""))]);
        let all = Yaml::List(vec![Yaml::Map(vec![("a", inner), ("d", named), ("e", Yaml::List(Vec::new()))])]);
        let expected =
            "- a:\n    b: 1\n    c:\n      - \"x: \\\"\\U000000E9\\\"\\n\"\n  d:\n    \"a b\": \"\"\n  e: []\n";
        assert_eq!(all.document(), expected);
    }
}
