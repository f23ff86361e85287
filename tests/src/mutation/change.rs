//! A change of one value of a certificate: another number, name, sign, term or variant, a list with elements removed,
//! doubled, exchanged, or the value of another place of this certificate or of another one.

use super::places::{Donors, Field, identity, places};
use super::schema::{CERTIFICATE, Type};
use crate::interpreter::Inputs;
use certificates::Certificate;
use serde_json::{Value, json};

/// Where values for a change come from.
pub struct Sources<'a> {
    pub random: &'a mut Inputs,
    /// Values of all certificates of the suite.
    pub donors: &'a Donors,
    /// The certificate and its places.
    pub root: &'a Value,
    pub places: &'a [Field],
}

impl Sources<'_> {
    fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound as u64) as usize
    }

    fn choose<'v, T>(&mut self, from: &'v [T]) -> Option<&'v T> {
        from.get(self.below(from.len()))
    }

    /// A value that stands elsewhere in this certificate and may stand at the place.
    fn near(&mut self, place: &Field) -> Option<Value> {
        let wanted = identity(place);
        let alike: Vec<&Field> =
            self.places.iter().filter(|other| other.pointer != place.pointer && identity(other) == wanted).collect();
        let other = self.choose(&alike)?;
        self.root.pointer(&other.pointer).cloned()
    }
}

/// Another value for the place; `None` where the change made nothing.
pub fn changed(place: &Field, from: &mut Sources) -> Option<Value> {
    let old = from.root.pointer(&place.pointer)?.clone();
    let new = match from.below(10) {
        0 | 1 => from.near(place),
        2 => {
            let donors = from.donors;
            from.choose(donors.of(place)).cloned()
        }
        _ => None,
    };
    let new = match new {
        Some(new) => new,
        None => other(&old, place.ty, &place.key, from),
    };
    (new != old).then_some(new)
}

/// A value of the type, made from the old one.
fn other(old: &Value, ty: &'static Type, key: &str, from: &mut Sources) -> Value {
    match (ty, old) {
        (Type::Bool, _) => json!(old != &json!(true)),
        (Type::Number, _) => number(old.as_u64().unwrap_or(0), from),
        (Type::Int, _) => {
            let value = old.as_str().and_then(|text| text.parse().ok()).unwrap_or(0);
            json!(int(value, from).to_string())
        }
        (Type::Text, _) => text(old.as_str().unwrap_or_default(), from),
        (Type::Term, _) => term(old, from),
        (Type::Optional(of), Value::Null) => made(of, key, 3, from),
        (Type::Optional(of), _) if from.below(2) == 0 => other(old, of, key, from),
        (Type::Optional(_), _) => Value::Null,
        (Type::List(of), Value::Array(items)) => list(items, of, key, from),
        (Type::Tuple(types), Value::Array(items)) => {
            let mut items = items.clone();
            let at = from.below(items.len());
            if let (Some(item), Some(of)) = (items.get_mut(at), types.get(at)) {
                *item = other(item, of, &format!("{key}[{at}]"), from);
            }
            Value::Array(items)
        }
        (Type::Record(_, fields), Value::Object(given)) => {
            let mut given = given.clone();
            if let Some((name, of)) = from.choose(fields)
                && let Some(item) = given.get_mut(*name)
            {
                *item = other(item, of, &format!("{key}.{name}"), from);
            }
            Value::Object(given)
        }
        _ => made(ty, key, 3, from),
    }
}

fn number(old: u64, from: &mut Sources) -> Value {
    json!(
        match from.below(9) {
            0..=2 => old.wrapping_add(1),
            3..=5 => old.wrapping_sub(1),
            6 => old.wrapping_mul(2),
            7 => u64::from(u32::MAX),
            _ => from.random.below(8),
        } & 0xffff_ffff
    )
}

fn int(old: i128, from: &mut Sources) -> i128 {
    match from.below(9) {
        0..=2 => old.wrapping_add(1),
        3..=5 => old.wrapping_sub(1),
        6 => old.wrapping_neg(),
        7 => i128::MAX,
        _ => i128::from(from.random.below(5)),
    }
}

fn text(old: &str, from: &mut Sources) -> Value {
    json!(match from.below(4) {
        0 => format!("{old} "),
        1 => old.chars().skip(1).collect(),
        2 => format!("{old}{}", from.below(10)),
        _ => String::new(),
    })
}

fn list(items: &[Value], of: &'static Type, key: &str, from: &mut Sources) -> Value {
    let mut items = items.to_vec();
    if items.is_empty() {
        items.push(made(of, &format!("{key}[]"), 3, from));
        return Value::Array(items);
    }
    let (a, b) = (from.below(items.len()), from.below(items.len()));
    match from.below(9) {
        0..=2 => drop(items.remove(a)),
        3 => items.insert(a, items[b].clone()),
        4 => items.swap(a, b),
        5 => items[a] = items[b].clone(),
        6 => items.truncate(a),
        7 => items.insert(a, made(of, &format!("{key}[]"), 3, from)),
        _ => items[a] = other(&items[a], of, &format!("{key}[]"), from),
    }
    Value::Array(items)
}

/// A value of the type: one that stands somewhere, or a new one with at most so many parts that are new.
pub fn made(ty: &'static Type, key: &str, depth: u32, from: &mut Sources) -> Value {
    let donors = from.donors.named(&ty.name().unwrap_or_else(|| key.to_owned()));
    if !donors.is_empty() && from.below(3) > 0 && !matches!(ty, Type::Enum(..)) {
        return donors[from.below(donors.len())].clone();
    }
    let next = depth.saturating_sub(1);
    match ty {
        Type::Bool => json!(from.below(2) == 0),
        Type::Number => json!(from.below(6)),
        Type::Int => json!(from.below(4).to_string()),
        Type::Text => json!(["main", "f", "x", "0", "free"][from.below(5)]),
        Type::Term => json!([[[], (1 + from.below(8)).to_string()]]),
        Type::Optional(_) if depth == 0 || from.below(3) == 0 => Value::Null,
        Type::Optional(of) => made(of, key, next, from),
        Type::List(_) if depth == 0 => json!([]),
        Type::List(of) => {
            let count = from.below(3);
            (0..count).map(|_| made(of, &format!("{key}[]"), next, from)).collect()
        }
        Type::Tuple(types) => {
            types.iter().enumerate().map(|(at, of)| made(of, &format!("{key}[{at}]"), next, from)).collect()
        }
        Type::Record(_, fields) => Value::Object(
            fields
                .iter()
                .map(|(name, of)| ((*name).to_owned(), made(of, &format!("{key}.{name}"), next, from)))
                .collect(),
        ),
        Type::Enum(_, variants) => match from.choose(variants) {
            Some((name, None)) => json!(name),
            Some((name, Some(of))) => {
                json!({ *name: made(of, &format!("{key}.{name}"), next, from) })
            }
            None => Value::Null,
        },
    }
}

/// A term like the old one: a constant or a coefficient is another, a product is dropped, a variable is another.
fn term(old: &Value, from: &mut Sources) -> Value {
    let mut sum: Vec<(Vec<u32>, i128)> = serde_json::from_value::<Vec<(Vec<u32>, String)>>(old.clone())
        .unwrap_or_default()
        .into_iter()
        .map(|(product, factor)| (product, factor.parse().unwrap_or(0)))
        .collect();
    let add = |sum: &mut Vec<(Vec<u32>, i128)>, product: Vec<u32>, factor: i128| match sum
        .binary_search_by(|(other, _)| other.cmp(&product))
    {
        Ok(at) => sum[at].1 = sum[at].1.wrapping_add(factor),
        Err(at) => sum.insert(at, (product, factor)),
    };
    let at = from.below(sum.len());
    match from.below(10) {
        0..=2 => add(&mut sum, vec![], 1),
        3 | 4 => add(&mut sum, vec![], -1),
        5 if !sum.is_empty() => sum[at].1 = int(sum[at].1, from),
        6 if !sum.is_empty() => drop(sum.remove(at)),
        7 if !sum.is_empty() => {
            let (mut product, factor) = sum.remove(at);
            let variable = from.below(8) as u32;
            match product.first_mut() {
                Some(first) => *first = variable,
                None => product.push(variable),
            }
            product.sort_unstable();
            add(&mut sum, product, factor);
        }
        8 => sum.iter_mut().for_each(|(_, factor)| *factor = factor.wrapping_neg()),
        _ => {
            let (variable, factor) = (from.below(8) as u32, from.below(4) as i128 + 1);
            add(&mut sum, vec![variable], factor);
        }
    }
    sum.retain(|(_, factor)| *factor != 0);
    sum.into_iter().map(|(product, factor)| json!([product, factor.to_string()])).collect()
}

/// The certificate with one change at a random place, values taken from itself only, and where. `None` where the
/// change gives nothing else, or no certificate.
pub fn certificate(original: &Certificate, random: &mut Inputs) -> Option<(Certificate, String)> {
    let mut json = serde_json::to_value(original).ok()?;
    let places = places(&json, &CERTIFICATE).ok()?;
    let place = places.get(1 + random.below(places.len() as u64 - 1) as usize)?;
    let mut from = Sources { random, donors: &Donors::default(), root: &json, places: &places };
    let value = changed(place, &mut from)?;
    *json.pointer_mut(&place.pointer)? = value;
    let mutant: Certificate = serde_json::from_value(json).ok()?;
    (mutant != *original).then(|| (mutant, place.pointer.clone()))
}
