//! A deserializer with a budget for the memory of lists: in a hostile file an element of a list can take one byte, but
//! more than a hundred in memory.

use crate::sharing::given_back;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error, SeqAccess, VariantAccess, Visitor};
use std::cell::Cell;
use std::fmt;

/// Memory for lists that every file may use, in bytes.
const FREE: usize = 24 << 20;
/// Additional memory for lists for each byte of the payload read. A large proof needs 3 to 6, one without its module's
/// text up to 10, and sums of small multiples that all differ 17. The smallest parts need 24 (an empty name) to 104 (an
/// empty step).
const RATE: usize = 20;

/// The memory that lists may still use. It grows with what has been read: honest certificates are mixed, so a file that
/// consists of the smallest parts only is refused early.
pub(crate) struct Budget {
    limit: usize,
    used: Cell<usize>,
    read: Cell<usize>,
}

/// The message of the error when the budget is used up.
pub(crate) const EXHAUSTED: &str = "too many parts";

impl Budget {
    /// A budget of at most `limit` bytes, however much is read.
    pub(crate) fn new(limit: usize) -> Budget {
        Budget { limit, used: Cell::new(0), read: Cell::new(0) }
    }

    fn charge<E: Error>(&self, bytes: usize) -> Result<(), E> {
        let used = self.used.get().saturating_add(bytes);
        let earned = self.read.get().saturating_mul(RATE).saturating_add(FREE);
        self.used.set(used);
        if used.saturating_sub(given_back()) > earned.min(self.limit) {
            return Err(E::custom(EXHAUSTED));
        }
        Ok(())
    }

    /// Adds the memory for this many bytes of the file that have been read.
    fn earn(&self, bytes: usize) {
        self.read.set(self.read.get().saturating_add(bytes));
    }
}

/// Bytes of an unsigned integer in the file.
fn length(value: u128) -> usize {
    match value {
        0..251 => 1,
        251..0x1_0000 => 3,
        0x1_0000..0x1_0000_0000 => 5,
        0x1_0000_0000..0x1_0000_0000_0000_0000 => 9,
        _ => 17,
    }
}

/// Bytes of a signed integer in the file.
fn signed(value: i128) -> usize {
    length(value.unsigned_abs().saturating_mul(2))
}

/// A serde object together with the budget.
pub(crate) struct Counted<'b, T> {
    inner: T,
    budget: &'b Budget,
    /// Whether this is a sequence of any length, whose elements count (the fields of a struct do not).
    list: bool,
}

impl<'b, T> Counted<'b, T> {
    /// A deserializer that uses this budget.
    pub(crate) fn new(inner: T, budget: &'b Budget) -> Self {
        Counted { inner, budget, list: false }
    }

    fn with<U>(&self, inner: U) -> Counted<'b, U> {
        Counted::new(inner, self.budget)
    }
}

/// Passes deserialization on, with a counting visitor.
macro_rules! forward {
    ($($method:ident($($argument:ident: $ty:ty),*);)*) => {
        $(fn $method<V: Visitor<'de>>(self, $($argument: $ty,)* visitor: V) -> Result<V::Value, D::Error> {
            let visitor = self.with(visitor);
            self.inner.$method($($argument,)* visitor)
        })*
    };
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Counted<'_, D> {
    type Error = D::Error;

    forward! {
        deserialize_any(); deserialize_bool(); deserialize_char(); deserialize_str(); deserialize_string();
        deserialize_i8(); deserialize_i16(); deserialize_i32(); deserialize_i64(); deserialize_i128();
        deserialize_u8(); deserialize_u16(); deserialize_u32(); deserialize_u64(); deserialize_u128();
        deserialize_f32(); deserialize_f64(); deserialize_bytes(); deserialize_byte_buf();
        deserialize_option(); deserialize_unit(); deserialize_map(); deserialize_identifier();
        deserialize_ignored_any();
        deserialize_unit_struct(name: &'static str);
        deserialize_newtype_struct(name: &'static str);
        deserialize_tuple(len: usize);
        deserialize_tuple_struct(name: &'static str, len: usize);
        deserialize_struct(name: &'static str, fields: &'static [&'static str]);
        deserialize_enum(name: &'static str, variants: &'static [&'static str]);
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.budget.earn(1);
        let mut visitor = self.with(visitor);
        visitor.list = true;
        self.inner.deserialize_seq(visitor)
    }

    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }
}

/// Passes a plain value to the visitor, and counts its bytes in the file.
macro_rules! values {
    ($($method:ident($value:ident: $ty:ty) $bytes:expr;)*) => {
        $(fn $method<E: Error>(self, $value: $ty) -> Result<V::Value, E> {
            self.budget.earn($bytes);
            self.inner.$method($value)
        })*
    };
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Counted<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.expecting(f)
    }

    values! {
        visit_bool(v: bool) 1; visit_char(v: char) 1; visit_f32(v: f32) 4; visit_f64(v: f64) 8;
        visit_u8(v: u8) 1; visit_u16(v: u16) length(v.into()); visit_u32(v: u32) length(v.into());
        visit_u64(v: u64) length(v.into()); visit_u128(v: u128) length(v);
        visit_i8(v: i8) 1; visit_i16(v: i16) signed(v.into()); visit_i32(v: i32) signed(v.into());
        visit_i64(v: i64) signed(v.into()); visit_i128(v: i128) signed(v);
        visit_str(v: &str) v.len() + 1; visit_borrowed_str(v: &'de str) v.len() + 1; visit_string(v: String) v.len() + 1;
        visit_bytes(v: &[u8]) v.len() + 1; visit_borrowed_bytes(v: &'de [u8]) v.len() + 1;
        visit_byte_buf(v: Vec<u8>) v.len() + 1;
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.budget.earn(1);
        self.inner.visit_none()
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.budget.earn(1);
        let deserializer = self.with(deserializer);
        self.inner.visit_some(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        let deserializer = self.with(deserializer);
        self.inner.visit_newtype_struct(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<V::Value, A::Error> {
        let mut counted = self.with(seq);
        counted.list = self.list;
        self.inner.visit_seq(counted)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<V::Value, A::Error> {
        let data = self.with(data);
        self.inner.visit_enum(data)
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Counted<'_, A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        let seed = self.with(seed);
        let element = self.inner.next_element_seed(seed)?;
        if self.list && element.is_some() {
            self.budget.charge(size_of::<S::Value>())?;
        }
        Ok(element)
    }

    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Counted<'_, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        let deserializer = self.with(deserializer);
        self.inner.deserialize(deserializer)
    }
}

impl<'de, 'b, A: EnumAccess<'de>> EnumAccess<'de> for Counted<'b, A> {
    type Error = A::Error;
    type Variant = Counted<'b, A::Variant>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self::Variant), A::Error> {
        let (seed, budget) = (self.with(seed), self.budget);
        let (value, variant) = self.inner.variant_seed(seed)?;
        Ok((value, Counted::new(variant, budget)))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for Counted<'_, A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        self.inner.unit_variant()
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        let seed = self.with(seed);
        self.inner.newtype_variant_seed(seed)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, A::Error> {
        let visitor = self.with(visitor);
        self.inner.tuple_variant(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        let visitor = self.with(visitor);
        self.inner.struct_variant(fields, visitor)
    }
}
