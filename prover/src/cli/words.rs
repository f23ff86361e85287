//! Options whose values are words of a claim, with what the help says of each.

use certificates::{DataModel, Overflow, Property, UnknownWord};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::str::FromStr;

/// Reads one of these words.
fn one_of<T>(words: impl IntoIterator<Item = PossibleValue>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err = UnknownWord> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(words).try_map(|word| word.parse())
}

/// `--data-model`
pub(super) fn data_model() -> impl TypedValueParser<Value = DataModel> {
    one_of(DataModel::ALL.map(|model| PossibleValue::new(model.word())))
}

/// `--signed-overflow`
pub(super) fn overflow() -> impl TypedValueParser<Value = Overflow> {
    let help = |overflow| match overflow {
        Overflow::Error => "Undefined behaviour: a program that can reach it is not proved",
        Overflow::Wrap => "Wraps around",
        Overflow::Ideal => "Unbounded integers",
    };
    one_of(Overflow::ALL.map(|overflow| PossibleValue::new(overflow.word()).help(help(overflow))))
}

/// `--property`
pub(super) fn property() -> impl TypedValueParser<Value = Property> {
    let help = |property| match property {
        Property::MemorySafety => "No error of memory, nor any other undefined behaviour of the claim",
        Property::NoOverflow => "No signed operation overflows",
        Property::Termination => "Every run ends",
    };
    one_of(Property::ALL.map(|property| PossibleValue::new(property.word()).help(help(property))))
}
