//! The bound of a call: a sum of products over what a contract can name, which pays the potential of each entry.

use super::Search;
use super::addresses::is_absolute;
use super::debts::{Debt, Owed};
use super::potential::{Potential, Product, image};
use super::region::{Unknowns, regions};
use super::resource::{Costs, Price};
use super::solve::{Budget, Solved, cost, solve};
use super::templates::Templates;
use super::upper::{primitive, upper_bounds};
use crate::algebra::exact::ceil_div;
use crate::algebra::{Atom, Monomial, Rel, Term, Var};
use crate::graph::{Instance, NodeIndex, TreeIndex};
use crate::index::Idx as _;
use crate::start::{Name, Place, Start};
use std::collections::{BTreeMap, BTreeSet};

/// A bound of a multiple of the cost is a bound of so many times the cost, at most.
const LARGEST_FACTOR: i128 = 12;
/// Products of a bound that are tried, at most.
const MOST: usize = 24;
/// The additional cost of a product that is not owed itself but bounds one that is.
const INEXACT: i128 = 4;

/// A case of the contract with the entry node that describes it.
pub(crate) struct Case<'a> {
    pub start: &'a Start,
    pub root: NodeIndex,
    pub instance: &'a Instance,
}

/// A bound over the places of a contract, which are named by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Most {
    pub factor: i128,
    pub parts: BTreeMap<Product, i128>,
    pub places: Vec<Name>,
}

/// The node that stands for the call. No graph has it.
const CALL: usize = usize::MAX - 1;

/// A case with what the search needs of it: everything over the names of the initial state.
#[derive(Clone)]
struct Seen {
    facts: Vec<Atom>,
    owed: Potential,
    /// The terms of the root's potential, and what they are here.
    own: Vec<(Term, Term)>,
    /// The values of the places, in their order; `None` where the case does not describe one.
    values: Vec<Option<Term>>,
}

/// The least bound that is found; otherwise a quantity of the entry that nothing in the call bounds, if one is known.
pub(super) fn most(
    search: &Search<'_, '_>,
    costs: &Costs<'_>,
    known: &BTreeMap<NodeIndex, Potential>,
    usable: &dyn Fn(&[Atom]) -> Vec<Atom>,
    budget: &mut Budget,
) -> Result<Most, Option<(NodeIndex, Term)>> {
    let cases = search.cases;
    let places = names(cases);
    let seen = cases.iter().map(|case| described(case, &places, costs, known, usable)).collect::<Option<Vec<_>>>();
    let seen = seen.ok_or(None)?;
    let mut products = vec![Product::new()];
    for (case, seen) in cases.iter().zip(&seen) {
        let alone = |(_, image): &&(Term, Term)| {
            image.as_constant().is_none() && candidates(seen, &places, &vec![Term::clone(image)]).is_empty()
        };
        if let Some((atom, _)) = seen.own.iter().find(alone) {
            return Err(Some((case.root, atom.clone())));
        }
        for found in seen.owed.parts.keys().flat_map(|product| candidates(seen, &places, product)) {
            if !products.contains(&found) && products.len() < MOST {
                products.push(found);
            }
        }
    }
    // Numbers that bound what has a name are the last resort.
    let named: BTreeSet<Var> =
        seen.iter().flat_map(|case| case.values.iter().flatten()).filter_map(Term::as_var).collect();
    let without = |case: &Seen| {
        let number = |fact: &&Atom| {
            fact.rel == Rel::Le
                && fact.term.content() != 0
                && fact.term.vars().all(|v| named.contains(&v))
                && fact.term.parts().len() == 2
                && fact.term.parts().iter().any(|(m, c)| !m.is_empty() && *c > 0)
        };
        Seen { facts: case.facts.iter().filter(|fact| !number(fact)).cloned().collect(), ..case.clone() }
    };
    let symbols: Vec<Seen> = seen.iter().map(without).collect();
    let found = [symbols, seen].iter().find_map(|cases| cheapest(cases, &products, budget)).ok_or(None)?;
    Ok(Most { places, ..found })
}

/// The places of all cases, each once.
fn names(cases: &[Case<'_>]) -> Vec<Name> {
    let mut places: Vec<Name> = Vec::new();
    for Place { name, .. } in cases.iter().flat_map(|case| &case.start.places) {
        if !places.contains(name) {
            places.push(name.clone());
        }
    }
    places
}

/// The variables of entries that nothing which the contract names bounds from above (`true`), or from below.
pub(super) fn unnamed(
    search: &Search<'_, '_>,
    costs: &Costs<'_>,
    usable: &dyn Fn(&[Atom]) -> Vec<Atom>,
) -> BTreeSet<(Var, bool)> {
    let places = names(search.cases);
    let mut found = BTreeSet::new();
    for case in search.cases {
        let known = BTreeMap::from([(case.root, Potential::default())]);
        let Some(seen) = described(case, &places, costs, &known, usable) else { continue };
        let place_of = |v: Var| seen.values.iter().any(|term| term.as_ref().and_then(Term::as_var) == Some(v));
        let (variables, _) = search.graph.variables(case.root);
        for (variable, above) in variables.into_iter().flat_map(|v| [(v, true), (v, false)]) {
            let term = value_in(case, variable).and_then(|term| if above { Some(term) } else { term.neg().ok() });
            let bounded = |term: &Term| !upper_bounds(term, &seen.facts, &place_of).is_empty();
            if !term.is_some_and(|term| bounded(&term)) {
                found.insert((variable, above));
            }
        }
    }
    found
}

/// What one of the root's variables is in the initial state.
fn value_in(case: &Case<'_>, variable: Var) -> Option<Term> {
    let term = case.instance.apply(variable).unwrap_or_else(|| Term::var(variable));
    term.substitute(&|v| case.start.meaning.get(&v).cloned()).ok()
}

/// A case over the names of its initial state.
fn described(
    case: &Case<'_>,
    places: &[Name],
    costs: &Costs<'_>,
    known: &BTreeMap<NodeIndex, Potential>,
    usable: &dyn Fn(&[Atom]) -> Vec<Atom>,
) -> Option<Seen> {
    let meaning = |v: Var| case.start.meaning.get(&v).cloned();
    let value = |v: Var| value_in(case, v);
    let value_of = |name: &Name| {
        let place = case.start.places.iter().find(|place| place.name == *name);
        place.map(|place| place.value.clone())
    };
    let facts = usable(&case.start.state.knowledge);
    let frame = costs.frame(&case.start.state.function).unwrap_or(0);
    let own = known.get(&case.root)?.parts.keys().flatten();
    Some(Seen {
        own: own.filter_map(|atom| Some((atom.clone(), atom.substitute(&value).ok()?))).collect(),
        facts: facts.iter().filter_map(|fact| fact.substitute(&meaning).ok()).collect(),
        owed: known.get(&case.root)?.image(&value)?.plus(frame)?,
        values: places.iter().map(value_of).collect(),
    })
}

/// Coefficients of the products, the same in all cases.
fn cheapest(cases: &[Seen], products: &[Product], budget: &mut Budget) -> Option<Most> {
    let (call, entry) = (NodeIndex::new(CALL), NodeIndex::new(0));
    let instance = Instance::default();
    let unknowns = Unknowns::new(&Templates::from([(call, products.to_vec())]));
    let mut all = Vec::new();
    let mut zero = Vec::new();
    let mut exact: BTreeSet<usize> = BTreeSet::new();
    for case in cases {
        let value = |v: Var| case.values.get(v as usize).cloned().flatten();
        let here = products.iter().map(|product| {
            // What the case does not describe counts as 0.
            if product.iter().flat_map(Term::vars).any(|v| value(v).is_none()) {
                return Some(vec![Term::zero()]);
            }
            let factors = product.iter().map(|atom| atom.substitute(&value).ok());
            factors.collect::<Option<Product>>().map(|mut product| {
                product.sort();
                product
            })
        });
        let here = here.collect::<Option<Vec<_>>>()?;
        exact.extend((0..here.len()).filter(|number| case.owed.parts.contains_key(&here[*number])));
        let templates = Templates::from([(call, here)]);
        let debt = Debt {
            from: call,
            place: (TreeIndex::new(0), None),
            facts: &[],
            cost: Price::default(),
            owed: vec![Owed { to: entry, instance: &instance }],
        };
        let known = BTreeMap::from([(entry, case.owed.clone())]);
        let (found, impossible) = regions(&debt, case.facts.clone(), &templates, &unknowns, &known)?;
        all.extend(found);
        zero.extend(impossible);
    }
    // What is owed itself is better than what bounds it.
    let inexact = |number: usize, product: &Product| !product.is_empty() && !exact.contains(&number);
    let costs = unknowns.all.iter().enumerate();
    let costs = costs.map(|(n, (_, product))| cost(product) + if inexact(n, product) { INEXACT } else { 0 });
    let costs: Vec<i128> = costs.collect();
    let Solved::Found(found) = solve(&costs, &mut all, &zero, budget) else { return None };
    let fractional = |(product, n): (&Product, &i128)| !product.is_empty() && n % found.den != 0;
    let needed = found.den <= LARGEST_FACTOR && products.iter().zip(&found.num).any(fractional);
    let factor = if needed { found.den } else { 1 };
    let up = |n: &i128| ceil_div(n.checked_mul(factor)?, found.den);
    let parts = products.iter().zip(&found.num).map(|(product, n)| Some((product.clone(), up(n)?)));
    let parts: BTreeMap<Product, i128> = parts.collect::<Option<_>>()?;
    Some(Most { factor, parts: parts.into_iter().filter(|(_, c)| *c != 0).collect(), places: Vec::new() })
}

/// Products over places that may bound a product of an entry's potential.
fn candidates(case: &Seen, places: &[Name], product: &Product) -> Vec<Product> {
    let place_of = |v: Var| case.values.iter().position(|term| term.as_ref().and_then(Term::as_var) == Some(v));
    let pointers = places.iter().zip(0..).filter(|(name, _)| name.pointer).map(|(_, v)| v).collect();
    let named = |term: &Term| {
        let as_places = term.substitute(&|v| Some(Term::var(Var::try_from(place_of(v)?).ok()?)));
        let as_places = term.vars().all(|v| place_of(v).is_some()).then(|| as_places.ok()).flatten();
        as_places.filter(|term| !is_absolute(term, &pointers))
    };
    let mut all = vec![Product::new()];
    let Some((factors, 1..)) = image(product, 1, &|_| None) else { return Vec::new() };
    for factor in factors {
        let mut bounds: BTreeSet<Term> = BTreeSet::new();
        if term_is_named(&factor, &place_of) {
            bounds.extend(primitive(&factor));
        }
        bounds.extend(upper_bounds(&factor, &case.facts, &|v| place_of(v).is_some()));
        let singles: Vec<Term> = bounds.iter().flat_map(positive).collect();
        bounds.extend(singles);
        let named: Vec<Term> = bounds.iter().filter_map(named).collect();
        let with = |bound: &Term| {
            let extended = |mut product: Product| {
                product.extend(bound.as_constant().is_none().then(|| bound.clone()));
                product.sort();
                product
            };
            all.iter().cloned().map(extended).collect::<Vec<_>>()
        };
        all = named.iter().flat_map(with).take(MOST).collect();
    }
    all
}

fn term_is_named(term: &Term, place_of: &dyn Fn(Var) -> Option<usize>) -> bool {
    term.is_linear() && term.vars().all(|v| place_of(v).is_some())
}

/// The variables with positive coefficients.
fn positive(term: &Term) -> Vec<Term> {
    let parts = term.parts().iter().filter(|(m, c)| m.len() == 1 && *c > 0);
    parts.map(|(m, _)| Term::var(m[0])).collect()
}

impl Most {
    /// The text of the bound, in the words of the contract.
    pub(crate) fn text(&self) -> String {
        let factor = |atom: &Term| match atom.as_var() {
            Some(v) => self.places.get(v as usize).map(|name| name.text.clone()).unwrap_or_default(),
            None => format!("max(0, {})", plain(atom, &self.places)),
        };
        let mut sums: Vec<(&Product, &i128)> = self.parts.iter().collect();
        // The largest products first, the number last.
        sums.sort_by_key(|(product, _)| std::cmp::Reverse(product.len()));
        let shown = |(product, c): (&Product, &i128)| {
            let factors: Vec<String> = product.iter().map(factor).collect();
            match (*c, factors.is_empty()) {
                (c, true) => c.to_string(),
                (1, false) => factors.join("*"),
                (c, false) => format!("{c}*{}", factors.join("*")),
            }
        };
        let texts: Vec<String> = sums.into_iter().map(shown).collect();
        if texts.is_empty() { "0".to_owned() } else { texts.join(" + ") }
    }
}

/// A sum with its positive summands first, as contracts write it.
fn plain(term: &Term, places: &[Name]) -> String {
    let is_pointer = |m: &[Var]| m.iter().any(|v| places.get(*v as usize).is_some_and(|name| name.pointer));
    let text = |v: &Var| places.get(*v as usize).map(|name| name.text.clone()).unwrap_or_default();
    let (pointers, others): (Vec<_>, Vec<_>) = term.parts().iter().partition(|(m, _)| is_pointer(m));
    let mut summands: Vec<(i128, Vec<String>)> = distances(&pointers, &text);
    // In front of all others a distance needs no brackets.
    for (_, factors) in summands.iter_mut().enumerate().filter(|(place, (c, _))| *place > 0 || *c != 1).map(|(_, s)| s)
    {
        *factors = vec![format!("({})", factors.concat())];
    }
    let mut parts: Vec<_> = others;
    parts.sort_by_key(|(m, c)| (*c < 0, m.is_empty()));
    summands.extend(parts.into_iter().map(|(m, c)| (*c, m.iter().map(text).collect())));
    let mut out = String::new();
    for (c, mut factors) in summands {
        out.push_str(match (out.is_empty(), c < 0) {
            (true, true) => "0 - ",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        });
        if c.unsigned_abs() != 1 || factors.is_empty() {
            factors.insert(0, c.unsigned_abs().to_string());
        }
        out.push_str(&factors.join("*"));
    }
    out
}

/// Summands with pointers as multiples of distances.
fn distances(pointers: &[&(Monomial, i128)], text: &dyn Fn(&Var) -> String) -> Vec<(i128, Vec<String>)> {
    let with = |sign: i128| {
        let parts = pointers.iter().filter(move |(_, c)| c.signum() == sign);
        parts.map(|(m, c)| (m.iter().map(text).collect::<String>(), c.unsigned_abs())).collect::<Vec<_>>()
    };
    let (mut ends, mut begins) = (with(1), with(-1));
    let mut found = Vec::new();
    while let (Some((end, more)), Some((begin, less))) = (ends.pop(), begins.pop()) {
        let times = more.min(less);
        found.extend(i128::try_from(times).map(|times| (times, vec![format!("{end} - {begin}")])));
        ends.extend((more > times).then(|| (end, more - times)));
        begins.extend((less > times).then(|| (begin, less - times)));
    }
    found
}
