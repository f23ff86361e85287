//! Functions of mathematics, whose results are arbitrary: X-PURE of `spec/rules/call.md`.

/// Functions of `double`, by their types in the letters of [`super::library::Contract`]. With an `f` behind their names they
/// are about `float`.
const FUNCTIONS: [(&str, &str); 7] = [
    (
        "dd",
        "acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp2 expm1 fabs floor log log10 log1p log2 logb \
         nearbyint rint round roundeven sin sinh sqrt tan tanh tgamma trunc",
    ),
    ("ddd", "atan2 copysign fdim fmax fmin fmod hypot nextafter pow remainder"),
    ("dddd", "fma"),
    ("ddi", "ldexp scalbn"),
    ("id", "ilogb"),
    ("ld", "lrint lround"),
    ("Ld", "llrint llround"),
];

/// The types of a function of mathematics.
pub fn types(name: &str) -> Option<String> {
    let of = |name: &str| {
        let known = |(_, names): &&(&str, &str)| names.split(' ').any(|known| known == name);
        FUNCTIONS.iter().find(known).map(|(types, _)| *types)
    };
    match of(name) {
        Some(types) => Some(types.to_owned()),
        None => Some(of(name.strip_suffix('f')?)?.replace('d', "f")),
    }
}

/// The number of arguments of an intrinsic for floating point, whose name stands behind `llvm.`.
pub fn intrinsic(name: &str) -> Option<usize> {
    let family = name.split('.').next().unwrap_or_default();
    Some(match family {
        "ceil" | "cos" | "exp" | "exp2" | "fabs" | "floor" | "log" | "log10" | "log2" | "nearbyint" | "rint"
        | "round" | "roundeven" | "sin" | "sqrt" | "tan" | "trunc" => 1,
        "copysign" | "maximum" | "maxnum" | "minimum" | "minnum" | "pow" | "powi" => 2,
        "fma" | "fmuladd" => 3,
        _ => return None,
    })
}
