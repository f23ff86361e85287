//! All places of a certificate's JSON view, with their types.

use super::schema::Type;
use serde_json::Value;
use std::collections::BTreeMap;

/// A value in a certificate.
#[derive(Clone, Debug)]
pub struct Field {
    /// Where it stands, the numbers of lists left out; for an enum with the variant that stands there: `.steps[].Goto.node`.
    pub key: String,
    /// JSON pointer.
    pub pointer: String,
    pub ty: &'static Type,
}

/// Every place, in the order of the text.
///
/// # Errors
/// Where the value is not of the type.
pub fn places(value: &Value, ty: &'static Type) -> Result<Vec<Field>, String> {
    let mut out = Vec::new();
    walk(value, ty, &mut String::new(), &mut String::new(), &mut out)?;
    Ok(out)
}

fn walk(
    value: &Value,
    ty: &'static Type,
    key: &mut String,
    pointer: &mut String,
    out: &mut Vec<Field>,
) -> Result<(), String> {
    let wrong = |pointer: &str| Err(format!("{pointer}: {value} is no {ty:?}"));
    let (key_length, pointer_length) = (key.len(), pointer.len());
    let back = |key: &mut String, pointer: &mut String| {
        key.truncate(key_length);
        pointer.truncate(pointer_length);
    };
    let variant = match (ty, value) {
        (Type::Enum(_, variants), Value::String(name)) => {
            variants.iter().find(|(known, of)| known == name && of.is_none())
        }
        (Type::Enum(_, variants), Value::Object(fields)) => {
            variants.iter().find(|(known, of)| of.is_some() && fields.len() == 1 && fields.contains_key(*known))
        }
        _ => None,
    };
    let mut own = key.clone();
    if let Some((name, _)) = variant {
        own += "=";
        own += name;
    }
    out.push(Field { key: own, pointer: pointer.clone(), ty });
    let mut inside = |name: &str, part: &str, value: &Value, ty: &'static Type, out: &mut Vec<Field>| {
        *key += name;
        *pointer += "/";
        *pointer += part;
        walk(value, ty, key, pointer, out)?;
        back(key, pointer);
        Ok(())
    };
    match (ty, value) {
        (Type::Bool, Value::Bool(_))
        | (Type::Number, Value::Number(_))
        | (Type::Int | Type::Text, Value::String(_))
        | (Type::Term, Value::Array(_))
        | (Type::Optional(_), Value::Null) => Ok(()),
        (Type::Optional(of), _) => {
            // The place of the value itself; that of the option stays without a key of its own.
            walk(value, of, key, pointer, out)
        }
        (Type::List(of), Value::Array(items)) => {
            for (at, item) in items.iter().enumerate() {
                inside("[]", &at.to_string(), item, of, out)?;
            }
            Ok(())
        }
        (Type::Tuple(types), Value::Array(items)) if types.len() == items.len() => {
            for (at, (item, of)) in items.iter().zip(*types).enumerate() {
                inside(&format!("[{at}]"), &at.to_string(), item, of, out)?;
            }
            Ok(())
        }
        (Type::Record(_, fields), Value::Object(given)) if fields.len() == given.len() => {
            for (name, of) in *fields {
                let Some(item) = given.get(*name) else {
                    return wrong(pointer);
                };
                inside(&format!(".{name}"), name, item, of, out)?;
            }
            Ok(())
        }
        (Type::Enum(..), _) => match variant {
            None => wrong(pointer),
            Some((_, None)) => Ok(()),
            Some((name, Some(of))) => inside(&format!(".{name}"), name, &value[*name], of, out),
        },
        _ => wrong(pointer),
    }
}

/// Values by what they can stand for.
#[derive(Clone, Debug, Default)]
pub struct Donors(BTreeMap<String, Vec<Value>>);

/// How many values of one kind are kept.
const KEPT: usize = 120;

impl Donors {
    /// Adds the values at some places of a certificate.
    pub fn add(&mut self, root: &Value, places: &[Field]) {
        // Beginnings and ends of certificates alike.
        let every = places.len().div_ceil(4000).max(1);
        for place in places.iter().step_by(every) {
            let Some(value) = root.pointer(&place.pointer) else {
                continue;
            };
            let kept = self.0.entry(identity(place)).or_default();
            if kept.len() < KEPT && !kept.contains(value) {
                kept.push(value.clone());
            }
        }
    }

    /// Values that may stand at the place.
    pub fn of(&self, place: &Field) -> &[Value] {
        self.named(&identity(place))
    }

    /// Values of this identity.
    pub fn named(&self, identity: &str) -> &[Value] {
        self.0.get(identity).map_or(&[], Vec::as_slice)
    }
}

/// The name of the type, or where numbers and texts stand.
pub fn identity(place: &Field) -> String {
    place.ty.name().unwrap_or_else(|| place.key.clone())
}
