//! Functions of mathematics (X-PURE of `spec/rules/call.md`): their results are arbitrary, and they change no memory but
//! `errno`.

/// Functions of `double`, with their types (in the letters of `arguments::typed`). With an `f` behind their names they are
/// about `float`.
#[rustfmt::skip]
const FUNCTIONS: [(&str, &str); 51] = [
    ("acos", "dd"), ("acosh", "dd"), ("asin", "dd"), ("asinh", "dd"), ("atan", "dd"), ("atan2", "ddd"), ("atanh", "dd"),
    ("cbrt", "dd"), ("ceil", "dd"), ("copysign", "ddd"), ("cos", "dd"), ("cosh", "dd"), ("erf", "dd"), ("erfc", "dd"),
    ("exp", "dd"), ("exp2", "dd"), ("expm1", "dd"), ("fabs", "dd"), ("fdim", "ddd"), ("floor", "dd"), ("fma", "dddd"),
    ("fmax", "ddd"), ("fmin", "ddd"), ("fmod", "ddd"), ("hypot", "ddd"), ("ilogb", "id"), ("ldexp", "ddi"),
    ("llrint", "Ld"), ("llround", "Ld"), ("log", "dd"), ("log10", "dd"), ("log1p", "dd"), ("log2", "dd"), ("logb", "dd"),
    ("lrint", "ld"), ("lround", "ld"), ("nearbyint", "dd"), ("nextafter", "ddd"), ("pow", "ddd"), ("remainder", "ddd"),
    ("rint", "dd"), ("round", "dd"), ("roundeven", "dd"), ("scalbn", "ddi"), ("sin", "dd"), ("sinh", "dd"),
    ("sqrt", "dd"), ("tan", "dd"), ("tanh", "dd"), ("tgamma", "dd"), ("trunc", "dd"),
];

/// Families of intrinsics for floating point, with LangRef's types.
#[rustfmt::skip]
const INTRINSICS: [(&str, &str); 26] = [
    ("ceil", "TT"), ("copysign", "TTT"), ("cos", "TT"), ("exp", "TT"), ("exp2", "TT"), ("fabs", "TT"), ("floor", "TT"),
    ("fma", "TTTT"), ("fmuladd", "TTTT"), ("log", "TT"), ("log10", "TT"), ("log2", "TT"), ("maximum", "TTT"),
    ("maxnum", "TTT"), ("minimum", "TTT"), ("minnum", "TTT"), ("nearbyint", "TT"), ("pow", "TTT"), ("powi", "TTi"),
    ("rint", "TT"), ("round", "TT"), ("roundeven", "TT"), ("sin", "TT"), ("sqrt", "TT"), ("tan", "TT"), ("trunc", "TT"),
];

/// The types of a function of mathematics.
pub(crate) fn types(name: &str) -> Option<String> {
    let of = |name: &str| FUNCTIONS.iter().find(|(known, _)| *known == name).map(|(_, types)| *types);
    of(name).map(str::to_owned).or_else(|| Some(of(name.strip_suffix('f')?)?.replace('d', "f")))
}

/// The types of an intrinsic, whose name stands behind `llvm.`.
pub(crate) fn intrinsic(name: &str) -> Option<&'static str> {
    let of = |family: &str| name.strip_prefix(family).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    INTRINSICS.iter().find(|(family, _)| of(family)).map(|(_, types)| *types)
}
