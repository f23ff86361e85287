//! JSON without duplicate keys. Readers disagree about which of two values counts, so a person could be shown one of
//! them while the checker uses the other.

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Parses this text.
///
/// # Errors
/// The text is not JSON, is nested too deeply, has something after its end, or has a duplicate key.
pub fn parse(text: &str) -> Result<Value, serde_json::Error> {
    serde_json::from_str::<Strict>(text).map(|Strict(value)| value)
}

struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader).map(Strict)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom("a number that is none"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Strict(value)) = list.next_element()? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            let Strict(value) = map.next_value()?;
            if fields.contains_key(&key) {
                return Err(A::Error::custom(format!("the key {key:?} stands twice in one object")));
            }
            fields.insert(key, value);
        }
        Ok(Value::Object(fields))
    }
}

#[cfg(test)]
mod tests {
    use super::parse;
    use serde_json::json;

    #[test]
    fn means_what_json_means() {
        let text = r#"{"a": [1, -2, 0.5, "x\u0022", null, true], "b": {"a": {}}}"#;
        assert_eq!(parse(text).expect("JSON"), json!({"a": [1, -2, 0.5, "x\"", null, true], "b": {"a": {}}}));
    }

    #[test]
    fn a_key_stands_once() {
        for text in [r#"{"a":1,"a":1}"#, r#"[{"b":{"a":1,"\u0061":2}}]"#] {
            let message = parse(text).expect_err("twice").to_string();
            assert!(message.contains("\"a\" stands twice"), "{message}");
        }
    }

    #[test]
    fn what_is_no_json_is_refused() {
        let deep = "[".repeat(100_000);
        for text in ["", "{", "{} {}", "[1,]", "nul", "1e999", "\"\u{1}\"", deep.as_str()] {
            assert!(parse(text).is_err(), "{text:.10}");
        }
    }
}
