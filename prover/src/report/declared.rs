//! Values as the C types of their variables have them. The prover reads a register as signed or unsigned, whichever its
//! uses suggest; people expect `-1` where the variable is an `int`.

use super::outcome::{Missing, Violated};
use crate::program::Program;
use crate::program::debug::Metadata;
use crate::program::places::function;
use std::collections::BTreeMap;

/// The width in bits and signedness of the functions' integer variables, by the names of both. A name that a function
/// gives to variables of several types has `None`.
pub(super) struct Declared<'a>(BTreeMap<(&'a str, &'a str), Option<(u32, bool)>>);

/// What stands behind a parameter's name if the variable has another value by now.
const AT_ENTRY: &str = " at entry";

impl<'a> Declared<'a> {
    /// Reads the debug information of a program.
    pub(super) fn of(program: &'a Program) -> Declared<'a> {
        let metadata = Metadata::of(&program.text);
        let mut types = BTreeMap::new();
        for (_, node) in metadata.nodes().filter(|(_, node)| node.kind == "DILocalVariable") {
            let Some(name) = node.text("name") else { continue };
            let Some(function) = node.reference("scope").and_then(|scope| function(&metadata, scope)) else { continue };
            let ty = node.reference("type").and_then(|ty| metadata.integer(ty));
            let known = types.entry((function, name)).or_insert(ty);
            if *known != ty {
                *known = None;
            }
        }
        Declared(types)
    }

    /// Says of the values in an example what they are in C, where the prover reads them otherwise. The values stay: facts
    /// and conditions speak of these.
    pub(super) fn apply(&self, missing: &mut Missing) {
        for example in &mut missing.example {
            example.in_c = self.in_c(&missing.function, &example.name, &example.value);
        }
    }

    /// Writes the values of inputs as the variables that receive them have them, if the variables of such a name have one
    /// type in all functions.
    pub(super) fn apply_to_inputs(&self, violated: &mut Violated) {
        for asked in &mut violated.inputs {
            let Some(name) = asked.name.as_deref() else { continue };
            let mut types = self.0.iter().filter(|((_, other), _)| *other == name).map(|(_, ty)| *ty);
            let ty = types.next().flatten().filter(|ty| types.all(|other| other == Some(*ty)));
            asked.value = ty.and_then(|ty| turned(ty, asked.value)).unwrap_or(asked.value);
        }
    }

    fn in_c(&self, function: &str, name: &str, value: &str) -> Option<(String, &'static str)> {
        let name = name.strip_suffix(AT_ENTRY).unwrap_or(name);
        let ty = self.0.get(&(function, name)).copied().flatten()?;
        let turned = turned(ty, value.parse().ok()?)?;
        Some((turned.to_string(), if ty.1 { "as unsigned" } else { "as signed" }))
    }
}

/// What a type of this width and signedness makes of a value that was read in the other way; `None` if that is the same.
fn turned((bits, signed): (u32, bool), number: i128) -> Option<i128> {
    let (half, whole) = (1i128 << (bits - 1), 1i128 << bits);
    match signed {
        true if (half..whole).contains(&number) => Some(number - whole),
        false if (-half..0).contains(&number) => Some(number + whole),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Declared;
    use std::collections::BTreeMap;

    #[test]
    fn values_have_the_signs_of_their_types() {
        let types = [(("f", "n"), Some((32, true))), (("f", "u"), Some((64, false))), (("f", "x"), None)];
        let declared = Declared(BTreeMap::from(types));
        let in_c = |function: &str, name: &str, value: &str| declared.in_c(function, name, value);
        let signed = |value: &str| Some((value.to_owned(), "as unsigned"));
        assert_eq!(in_c("f", "n", "4294967295"), signed("-1"));
        assert_eq!(in_c("f", "n at entry", "2147483648"), signed("-2147483648"));
        assert_eq!(in_c("f", "u", "-1"), Some(("18446744073709551615".into(), "as signed")));
        for (name, value) in
            [("n", "2147483647"), ("n", "4294967296"), ("n", "-1"), ("n", "null"), ("u", "1"), ("x", "4294967295")]
        {
            assert_eq!(in_c("f", name, value), None, "{name} = {value}");
        }
        assert_eq!(in_c("g", "n", "4294967295"), None);
    }
}
