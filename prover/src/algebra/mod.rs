//! Exact integer polynomials: the terms the prover computes with.
//!
//! All arithmetic is checked and 128 bits wide; an overflow is a [`TooLarge`], and never wraps. Terms of a state are
//! computed with `?`, so that an overflow ends the path (`rules::Stop::TooLarge`). Only a search that may fail for many
//! reasons treats an overflow as "not found", and writes `.ok()`.

mod atom;
pub(crate) mod data;
pub(crate) mod exact;

pub use atom::{Atom, Rel};

use exact::gcd;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A computation left 128 bits, or a product has too many factors or terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("numbers beyond 128 bits, or products of more than {MAX_DEGREE} variables or {MAX_PARTS} summands")]
pub struct TooLarge;

/// A symbolic variable; unique in the graph of one entry.
pub type Var = u32;

/// A product of variables, ascending, repeated for powers; empty is 1.
pub type Monomial = SmallVec<[Var; 2]>;

/// A polynomial with integer coefficients in canonical form: monomials strictly ascending, no
/// zero coefficient. Copies share their parts: states along a path share most of their atoms, so
/// copying them is cheap and comparing them is comparing addresses.
#[derive(Clone, Eq, PartialOrd, Ord, Default)]
pub struct Term {
    parts: Rc<[(Monomial, i128)]>,
}

impl PartialEq for Term {
    fn eq(&self, other: &Term) -> bool {
        Rc::ptr_eq(&self.parts, &other.parts) || self.parts == other.parts
    }
}

impl Hash for Term {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.parts.hash(state);
    }
}

/// Degree of a product, at most: larger ones prove nothing and cost much.
const MAX_DEGREE: usize = 8;
/// Number of monomials of a product, at most.
const MAX_PARTS: usize = 400;

impl Term {
    /// 0.
    pub fn zero() -> Term {
        Term::default()
    }

    /// A constant.
    pub fn constant(value: i128) -> Term {
        if value == 0 { Term::zero() } else { Term { parts: Rc::from([(Monomial::new(), value)]) } }
    }

    /// A variable.
    pub fn var(v: Var) -> Term {
        Term { parts: Rc::from([(SmallVec::from_slice(&[v]), 1)]) }
    }

    /// Monomials with their coefficients, ascending.
    pub fn parts(&self) -> &[(Monomial, i128)] {
        &self.parts
    }

    /// Builds the canonical form of a sum of parts.
    pub fn from_parts(parts: impl IntoIterator<Item = (Monomial, i128)>) -> Result<Term, TooLarge> {
        let mut sum: BTreeMap<Monomial, i128> = BTreeMap::new();
        for (mut m, c) in parts {
            m.sort_unstable();
            let slot = sum.entry(m).or_insert(0);
            *slot = slot.checked_add(c).ok_or(TooLarge)?;
        }
        Ok(Term { parts: sum.into_iter().filter(|(_, c)| *c != 0).collect() })
    }

    /// Whether the polynomial is 0.
    pub fn is_zero(&self) -> bool {
        self.parts.is_empty()
    }

    /// The value, if the term is a constant.
    pub fn as_constant(&self) -> Option<i128> {
        match &*self.parts {
            [] => Some(0),
            [(m, c)] if m.is_empty() => Some(*c),
            _ => None,
        }
    }

    /// The variable, if the term is just one.
    pub fn as_var(&self) -> Option<Var> {
        match &*self.parts {
            [(m, 1)] if m.len() == 1 => Some(m[0]),
            _ => None,
        }
    }

    /// The constant summand.
    pub fn constant_part(&self) -> i128 {
        match self.parts.first() {
            Some((m, c)) if m.is_empty() => *c,
            _ => 0,
        }
    }

    /// The coefficient of a monomial.
    pub fn coefficient(&self, m: &[Var]) -> i128 {
        self.parts.binary_search_by(|(n, _)| n.as_slice().cmp(m)).map_or(0, |i| self.parts[i].1)
    }

    /// Whether no monomial has more than one factor.
    pub fn is_linear(&self) -> bool {
        self.parts.iter().all(|(m, _)| m.len() <= 1)
    }

    /// Whether the variable occurs.
    pub fn contains(&self, v: Var) -> bool {
        self.parts.iter().any(|(m, _)| m.contains(&v))
    }

    /// All variables, possibly repeated.
    pub fn vars(&self) -> impl Iterator<Item = Var> + '_ {
        self.parts.iter().flat_map(|(m, _)| m.iter().copied())
    }

    /// `self + factor * other`.
    pub fn add_scaled(&self, other: &Term, factor: i128) -> Result<Term, TooLarge> {
        if factor == 0 {
            return Ok(self.clone());
        }
        let (a, b) = (&self.parts, &other.parts);
        let mut parts = Vec::with_capacity(a.len() + b.len());
        let (mut i, mut j) = (0, 0);
        while i < a.len() || j < b.len() {
            let order = match (a.get(i), b.get(j)) {
                (Some(x), Some(y)) => x.0.cmp(&y.0),
                (Some(_), None) => std::cmp::Ordering::Less,
                _ => std::cmp::Ordering::Greater,
            };
            match order {
                std::cmp::Ordering::Less => {
                    parts.push(a[i].clone());
                    i += 1;
                }
                std::cmp::Ordering::Greater => {
                    parts.push((b[j].0.clone(), b[j].1.checked_mul(factor).ok_or(TooLarge)?));
                    j += 1;
                }
                std::cmp::Ordering::Equal => {
                    let summand = b[j].1.checked_mul(factor).ok_or(TooLarge)?;
                    let c = a[i].1.checked_add(summand).ok_or(TooLarge)?;
                    if c != 0 {
                        parts.push((a[i].0.clone(), c));
                    }
                    i += 1;
                    j += 1;
                }
            }
        }
        Ok(Term { parts: parts.into() })
    }

    /// `self + other`.
    pub fn add(&self, other: &Term) -> Result<Term, TooLarge> {
        self.add_scaled(other, 1)
    }

    /// `self - other`.
    pub fn sub(&self, other: &Term) -> Result<Term, TooLarge> {
        self.add_scaled(other, -1)
    }

    /// `self + constant`.
    pub fn plus(&self, constant: i128) -> Result<Term, TooLarge> {
        self.add_scaled(&Term::constant(1), constant)
    }

    /// `factor * self`.
    pub fn scale(&self, factor: i128) -> Result<Term, TooLarge> {
        Term::zero().add_scaled(self, factor)
    }

    /// `-self`.
    pub fn neg(&self) -> Result<Term, TooLarge> {
        self.scale(-1)
    }

    /// `self * other`, expanded.
    pub fn mul(&self, other: &Term) -> Result<Term, TooLarge> {
        if self.parts.len().saturating_mul(other.parts.len()) > MAX_PARTS {
            return Err(TooLarge);
        }
        let mut parts = Vec::with_capacity(self.parts.len() * other.parts.len());
        for (m, c) in self.parts.iter() {
            for (n, d) in other.parts.iter() {
                if m.len() + n.len() > MAX_DEGREE {
                    return Err(TooLarge);
                }
                let mut product = m.clone();
                product.extend(n.iter().copied());
                parts.push((product, c.checked_mul(*d).ok_or(TooLarge)?));
            }
        }
        Term::from_parts(parts)
    }

    /// Replaces every variable by a term; `None` from `map` leaves the variable alone.
    pub fn substitute(&self, map: &dyn Fn(Var) -> Option<Term>) -> Result<Term, TooLarge> {
        let mut sum = Term::zero();
        for (m, c) in self.parts.iter() {
            if m.iter().all(|v| map(*v).is_none()) {
                sum = sum.add(&Term { parts: Rc::from([(m.clone(), *c)]) })?;
                continue;
            }
            let mut product = Term::constant(*c);
            for v in m {
                product = match map(*v) {
                    Some(t) => product.mul(&t)?,
                    None => product.mul(&Term::var(*v))?,
                };
            }
            sum = sum.add(&product)?;
        }
        Ok(sum)
    }

    /// The term with other names for its variables. Different variables must get different names: then monomials
    /// stay apart, and nothing can grow.
    pub fn renamed(&self, name: impl Fn(Var) -> Var) -> Term {
        let renamed = |m: &Monomial| {
            let mut m: Monomial = m.iter().map(|v| name(*v)).collect();
            m.sort_unstable();
            m
        };
        let mut parts: Vec<(Monomial, i128)> = self.parts.iter().map(|(m, c)| (renamed(m), *c)).collect();
        parts.sort_unstable();
        Term { parts: parts.into() }
    }

    /// The value of the term for these values of its variables; `None` if a variable has none, or a number overflows.
    pub fn value(&self, values: &BTreeMap<Var, i128>) -> Option<i128> {
        self.parts.iter().try_fold(0i128, |sum, (monomial, coefficient)| {
            let product = monomial.iter().try_fold(*coefficient, |product, v| product.checked_mul(*values.get(v)?))?;
            sum.checked_add(product)
        })
    }

    /// Divides all coefficients by `divisor`, if that is exact.
    pub fn divide_exactly(&self, divisor: i128) -> Option<Term> {
        if divisor == 0 || self.parts.iter().any(|(_, c)| c.checked_rem(divisor) != Some(0)) {
            return None;
        }
        Some(Term { parts: self.parts.iter().map(|(m, c)| (m.clone(), c / divisor)).collect() })
    }

    /// Greatest common divisor of the coefficients of all non-constant monomials (0 if none).
    pub fn content(&self) -> i128 {
        self.parts.iter().filter(|(m, _)| !m.is_empty()).fold(0, |g, (_, c)| gcd(g, *c))
    }
}

/// A number for people: a large one near a power of two is written as a sum with that.
pub fn shown(number: i128) -> String {
    match near_power(number.unsigned_abs()) {
        Some(sum) if number < 0 => negated(&sum),
        Some(sum) => sum,
        None => number.to_string(),
    }
}

/// `2^64 - 4`: a number of at least 32 bits near a power of two, or as far from one as another power of two is large.
fn near_power(number: u128) -> Option<String> {
    const LEAST: u32 = 32;
    const FAR: u128 = 1 << 17;
    let below = number.checked_ilog2()?;
    let powers = [below, below + 1].into_iter().filter(|exponent| (LEAST..128).contains(exponent));
    let (distance, exponent) = powers.map(|exponent| (number.abs_diff(1 << exponent), exponent)).min()?;
    let distance_told = match distance {
        0 => return Some(format!("2^{exponent}")),
        1..FAR => distance.to_string(),
        _ if distance.is_power_of_two() && distance.ilog2() >= LEAST => format!("2^{}", distance.ilog2()),
        _ => return None,
    };
    let sign = if number < 1 << exponent { '-' } else { '+' };
    Some(format!("2^{exponent} {sign} {distance_told}"))
}

/// `-2^64 + 4` for `2^64 - 4`.
fn negated(sum: &str) -> String {
    let turned = |c: char| match c {
        '+' => '-',
        '-' => '+',
        other => other,
    };
    format!("-{}", sum.chars().map(turned).collect::<String>())
}

impl Term {
    /// The term for people, with these names for its variables; the constant comes last.
    pub fn show(&self, name: &dyn Fn(Var) -> String) -> String {
        self.written(name, &near_power)
    }

    /// The term with these names for its variables, and these forms of numbers.
    fn written(&self, name: &dyn Fn(Var) -> String, short: &dyn Fn(u128) -> Option<String>) -> String {
        let mut out = String::new();
        let (constant, rest): (Vec<_>, Vec<_>) = self.parts.iter().partition(|(m, _)| m.is_empty());
        for (m, c) in rest.into_iter().chain(constant) {
            let names: Vec<String> = m.iter().map(|v| name(*v)).collect();
            out.push_str(match (out.is_empty(), *c < 0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            });
            let number = |n: u128| short(n).unwrap_or_else(|| n.to_string());
            match (c.unsigned_abs(), m.is_empty()) {
                // The sign stands already.
                (n, true) if *c < 0 => out.push_str(&negated(&number(n))[1..]),
                (n, true) => out.push_str(&number(n)),
                (1, false) => out.push_str(&names.join("*")),
                (n, false) => {
                    let factor = number(n);
                    let factor = if factor.contains(' ') { format!("({factor})") } else { factor };
                    out.push_str(&format!("{factor}*{}", names.join("*")));
                }
            }
        }
        if out.is_empty() { "0".into() } else { out }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written(&|v| format!("v{v}"), &|_| None))
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::{Term, shown};

    #[test]
    fn numbers_near_powers_of_two_are_sums() {
        let large = 1i128 << 64;
        let told = [large, large - 1, large - 4, large + 8, large - (1 << 34), -large, 4 - large, large - 123_456_789];
        let words =
            ["2^64", "2^64 - 1", "2^64 - 4", "2^64 + 8", "2^64 - 2^34", "-2^64", "-2^64 + 4", "18446744073586094827"];
        assert_eq!(told.map(shown), words.map(str::to_owned));
        // Numbers that people know stay as they are.
        assert_eq!([0, 65_535, i128::from(i32::MAX)].map(shown), ["0", "65535", "2147483647"].map(str::to_owned));
        assert_eq!([u32::MAX.into(), i64::MAX.into()].map(shown), ["2^32 - 1", "2^63 - 1"].map(str::to_owned));
        assert_eq!(shown(i128::MIN), "-2^127");
    }

    #[test]
    fn sums_keep_their_signs() {
        let term = |factor: i128, constant: i128| {
            let product = Term::var(0).scale(factor).expect("a product");
            product.add(&Term::constant(constant)).expect("a sum").show(&|_| "n".to_owned())
        };
        let large = 1i128 << 64;
        assert_eq!(term(4, large - 4), "4*n + 2^64 - 4");
        assert_eq!(term(4, 4 - large), "4*n - 2^64 + 4");
        assert_eq!(term(large - 4, -1), "(2^64 - 4)*n - 1");
        assert_eq!(term(0, 4 - large), "-2^64 + 4");
    }
}
