//! What a state says about C variables, as C expressions that can be evaluated without overflow.

use crate::algebra::exact::{floor_div, gcd};
use crate::algebra::{Atom, Rel, Term, Var};
use std::collections::BTreeMap;

/// A variable of the program with an integer type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) bits: u32,
    pub(super) signed: bool,
}

impl Variable {
    fn least(&self) -> i128 {
        if self.signed { -(1 << (self.bits - 1)) } else { 0 }
    }

    fn most(&self) -> i128 {
        (1 << (self.bits - u32::from(self.signed))) - 1
    }
}

/// A linear combination of variables without a constant; a variable is its index in the list of all variables.
type Sum = Vec<(usize, i128)>;

/// What is known of sums: upper bounds, values that they equal, and values that they do not equal.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    most: BTreeMap<Sum, i128>,
    not: BTreeMap<Sum, Vec<i128>>,
}

/// The first variable number that stands for a variable of the program; a certificate's numbers are smaller.
const FIRST: Var = 1 << 24;

/// The number of variables in a sum, at most; larger sums are ignored.
const MOST_IN_SUM: usize = 4;

/// Translates the known values of variables, and other knowledge, into facts about the variables. `values`: the index
/// of a variable, and the term of its value.
pub(super) fn facts(values: &[(usize, Term)], knowledge: &[Atom]) -> Facts {
    let mut facts = Facts::default();
    let mut solved: BTreeMap<Var, Term> = BTreeMap::new();
    let mut pending: Vec<(Term, &Term)> = values.iter().map(|(place, term)| (own(*place), term)).collect();
    loop {
        let before = pending.len();
        pending.retain(|(variable, term)| solve(variable, term, &mut solved, &mut facts).is_none());
        if pending.len() == before || pending.is_empty() {
            break;
        }
    }
    for atom in knowledge {
        if let Ok(atom) = atom.substitute(&|v| solved.get(&v).cloned()) {
            facts.take(&atom);
        }
    }
    facts
}

fn own(place: usize) -> Term {
    Term::var(FIRST.saturating_add(Var::try_from(place).unwrap_or(Var::MAX)))
}

/// Takes `variable = term` into account; `None` if the term's variables cannot be expressed by the program's yet.
fn solve(variable: &Term, term: &Term, solved: &mut BTreeMap<Var, Term>, facts: &mut Facts) -> Option<()> {
    let known = term.substitute(&|v| solved.get(&v).cloned()).ok()?;
    let mut unknown: Vec<Var> = known.vars().filter(|v| *v < FIRST).collect();
    unknown.dedup();
    match unknown[..] {
        [] => {
            facts.take(&Atom::eq(variable, &known).ok()?);
        }
        [v] if known.is_linear() && known.coefficient(&[v]).unsigned_abs() == 1 => {
            let factor = known.coefficient(&[v]);
            let rest = known.sub(&Term::var(v).scale(factor).ok()?).ok()?;
            // Here variable = factor * v + rest, and the factor is its own inverse.
            solved.insert(v, variable.sub(&rest).ok()?.scale(factor).ok()?);
        }
        _ => return None,
    }
    Some(())
}

impl Facts {
    fn take(&mut self, atom: &Atom) -> Option<()> {
        let term = &atom.term;
        if !term.is_linear() || term.vars().any(|v| v < FIRST) {
            return None;
        }
        let mut sum: Sum = Vec::new();
        for v in term.vars() {
            sum.push((usize::try_from(v - FIRST).ok()?, term.coefficient(&[v])));
        }
        let divisor = sum.iter().fold(0, |all, (_, c)| gcd(all, *c));
        if divisor == 0 || sum.len() > MOST_IN_SUM {
            return None;
        }
        sum.iter_mut().for_each(|(_, c)| *c /= divisor);
        let negative: Option<Sum> = sum.iter().map(|(v, c)| Some((*v, c.checked_neg()?))).collect();
        let bound = term.constant_part().checked_neg()?;
        let exact = bound % divisor == 0;
        match atom.rel {
            Rel::Le => self.at_most(sum, floor_div(bound, divisor)),
            Rel::Eq if exact => {
                self.at_most(negative?, (bound / divisor).checked_neg()?);
                self.at_most(sum, bound / divisor);
            }
            Rel::Ne if exact => {
                let leading = sum.first().is_some_and(|(_, c)| *c > 0);
                let (sum, value) =
                    if leading { (sum, bound / divisor) } else { (negative?, (bound / divisor).checked_neg()?) };
                let values = self.not.entry(sum).or_default();
                if !values.contains(&value) {
                    values.push(value);
                }
            }
            Rel::Eq | Rel::Ne => {}
        }
        Some(())
    }

    fn at_most(&mut self, sum: Sum, bound: i128) {
        self.most.entry(sum).and_modify(|known| *known = bound.min(*known)).or_insert(bound);
    }

    /// The facts that hold on both sides.
    pub(super) fn join(&self, other: &Facts) -> Facts {
        let both = |(sum, bound): (&Sum, &i128)| Some((sum.clone(), *bound.max(other.most.get(sum)?)));
        Facts { most: self.most.iter().filter_map(both).collect(), not: BTreeMap::new() }
    }

    /// Whether these facts imply all of the others.
    pub(super) fn within(&self, other: &Facts, variables: &[Variable]) -> bool {
        let holds = |sum: &Sum, bound: i128| self.implied_by_all(sum, bound, variables);
        let differs = |(sum, values): (&Sum, &Vec<i128>)| {
            values.iter().all(|value| self.not.get(sum).is_some_and(|known| known.contains(value)))
        };
        other.most.iter().all(|(sum, bound)| holds(sum, *bound)) && other.not.iter().all(differs)
    }

    /// The facts as C expressions.
    pub(super) fn expressions(&self, variables: &[Variable]) -> Vec<String> {
        let mut alone = Vec::new();
        let mut sums = Vec::new();
        for (sum, bound) in &self.most {
            let negative: Sum = sum.iter().map(|(v, c)| (*v, -c)).collect();
            let is = self.most.get(&negative).is_some_and(|least| *least == -bound);
            let leading = sum.first().is_some_and(|(_, c)| *c > 0);
            // An equation consists of two bounds, and is written once.
            if is && !leading || !is && self.implied(sum, *bound, variables) {
                continue;
            }
            let rel = if is { "==" } else { "<=" };
            let list = if sum.len() == 1 { &mut alone } else { &mut sums };
            list.extend(expression(sum, rel, *bound, variables));
        }
        for (sum, values) in &self.not {
            for value in values {
                let negative: Sum = sum.iter().map(|(v, c)| (*v, -c)).collect();
                let below = value.checked_sub(1).is_some_and(|less| self.implied_by_all(sum, less, variables));
                let above = value.checked_add(1).is_some_and(|more| self.implied_by_all(&negative, -more, variables));
                if !below && !above {
                    let list = if sum.len() == 1 { &mut alone } else { &mut sums };
                    list.extend(expression(sum, "!=", *value, variables));
                }
            }
        }
        alone.append(&mut sums);
        alone
    }

    /// Whether the types of the variables imply the bound, or, for a sum of several, what is known of each of them.
    fn implied(&self, sum: &Sum, bound: i128, variables: &[Variable]) -> bool {
        let bounded = sum.len() > 1;
        self.greatest(sum, bounded, variables).is_some_and(|most| most <= bound)
    }

    fn implied_by_all(&self, sum: &Sum, bound: i128, variables: &[Variable]) -> bool {
        self.most.get(sum).is_some_and(|known| *known <= bound) || self.implied(sum, bound, variables)
    }

    /// The greatest value of a sum according to the types. `bounded`: known bounds of the variables count as well.
    fn greatest(&self, sum: &Sum, bounded: bool, variables: &[Variable]) -> Option<i128> {
        let mut all: i128 = 0;
        for (place, c) in sum {
            let variable = variables.get(*place)?;
            let known = |sign: i128| self.most.get(&vec![(*place, sign)]).filter(|_| bounded).copied();
            let most = known(1).unwrap_or(variable.most()).min(variable.most());
            let least = known(-1).map_or(variable.least(), |bound| -bound).max(variable.least());
            all = all.checked_add(c.checked_mul(if *c > 0 { most } else { least })?)?;
        }
        Some(all)
    }
}

/// `sum rel bound` in C; `None` if it cannot be written without a possible overflow.
fn expression(sum: &Sum, rel: &str, bound: i128, variables: &[Variable]) -> Option<String> {
    if let [(place, c)] = sum[..] {
        let variable = variables.get(place)?;
        let (rel, value) = match (c, rel) {
            (1, _) => (rel, bound),
            (-1, "<=") => (">=", bound.checked_neg()?),
            (-1, _) => (rel, bound.checked_neg()?),
            _ => return None,
        };
        // A bound outside the type says nothing, or contradicts it.
        let inside = variable.least() <= value && value <= variable.most();
        return inside.then(|| format!("{} {rel} {}", variable.name, number(value, variable.signed)));
    }
    if let [(left, 1), (right, -1)] | [(right, -1), (left, 1)] = sum[..] {
        let (left, right) = (variables.get(left)?, variables.get(right)?);
        let direct = match (rel, bound) {
            (_, 0) => Some(rel),
            ("<=", -1) => Some("<"),
            _ => None,
        };
        if let Some(rel) = direct.filter(|_| left.signed == right.signed) {
            return Some(format!("{} {rel} {}", left.name, right.name));
        }
    }
    wide(sum, rel, bound, variables)
}

/// `sum rel bound` in `long long`, if variables have at most 32 bits and the numbers are small.
fn wide(sum: &Sum, rel: &str, bound: i128, variables: &[Variable]) -> Option<String> {
    let mut all = bound.unsigned_abs();
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (place, c) in sum {
        let variable = variables.get(*place).filter(|variable| variable.bits <= 32)?;
        all = all.checked_add(c.unsigned_abs().checked_mul(1 << 32)?)?;
        let side = if *c > 0 { &mut left } else { &mut right };
        side.push(match c.unsigned_abs() {
            1 => format!("(long long){}", variable.name),
            factor => format!("{factor}LL * {}", variable.name),
        });
    }
    if all >= 1 << 62 {
        return None;
    }
    let constant = |value: i128| format!("{value}LL");
    if right.is_empty() || bound < 0 && !left.is_empty() && left.len() <= right.len() {
        // `x + 3 <= y` reads better than `x <= y + -3`.
        if right.is_empty() {
            right.push(constant(bound));
        } else {
            left.push(constant(-bound));
        }
    } else if bound != 0 && left.is_empty() {
        left.push(constant(-bound));
    } else if bound > 0 {
        right.push(constant(bound));
    } else if bound < 0 {
        left.push(constant(-bound));
    }
    if left.is_empty() {
        left.push("0LL".to_owned());
    }
    Some(format!("{} {rel} {}", left.join(" + "), right.join(" + ")))
}

/// A constant that C compares with a variable of this signedness without converting either to another value.
pub(super) fn number(value: i128, signed: bool) -> String {
    const LEAST: i128 = i64::MIN as i128;
    const LEAST_INT: i128 = i32::MIN as i128;
    match (i32::try_from(value).is_ok(), signed) {
        _ if value == LEAST => "(-9223372036854775807LL - 1)".to_owned(),
        _ if value == LEAST_INT => "(-2147483647 - 1)".to_owned(),
        (true, true) => value.to_string(),
        (false, true) => format!("{value}LL"),
        (_, false) if u32::try_from(value).is_ok() => format!("{value}U"),
        (_, false) => format!("{value}ULL"),
    }
}
