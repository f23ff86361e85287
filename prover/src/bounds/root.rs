//! The bound of a call: a sum of products over what a contract can name, which pays the potential of each entry.

use super::Search;
use super::debts::{Debt, Owed};
use super::potential::{Potential, Product, image};
use super::region::{Unknowns, regions};
use super::resource::{Costs, Price};
use super::solve::{Budget, Solved, cost, solve};
use super::templates::Templates;
use super::upper::{primitive, upper_bounds};
use crate::algebra::exact::ceil_div;
use crate::algebra::{Atom, Rel, Term, Var};
use crate::graph::{Instance, NodeIndex, TreeIndex};
use crate::index::Idx as _;
use crate::start::Start;
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
    pub places: Vec<String>,
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
    /// The values of the places, in their order; 0 where the case does not describe one.
    values: Vec<Term>,
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
    let mut places: Vec<String> = Vec::new();
    for (text, _) in cases.iter().flat_map(|case| &case.start.places) {
        if !places.contains(text) {
            places.push(text.clone());
        }
    }
    let seen = cases.iter().map(|case| described(case, &places, costs, known, usable)).collect::<Option<Vec<_>>>();
    let seen = seen.ok_or(None)?;
    let mut products = vec![Product::new()];
    for (case, seen) in cases.iter().zip(&seen) {
        let alone = |(_, image): &&(Term, Term)| {
            image.as_constant().is_none() && candidates(seen, &vec![Term::clone(image)]).is_empty()
        };
        if let Some((atom, _)) = seen.own.iter().find(alone) {
            return Err(Some((case.root, atom.clone())));
        }
        for found in seen.owed.parts.keys().flat_map(|product| candidates(seen, product)) {
            if !products.contains(&found) && products.len() < MOST {
                products.push(found);
            }
        }
    }
    // Numbers that bound what has a name are the last resort.
    let named: BTreeSet<Var> = seen.iter().flat_map(|case| &case.values).filter_map(Term::as_var).collect();
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

/// A case over the names of its initial state.
fn described(
    case: &Case<'_>,
    places: &[String],
    costs: &Costs<'_>,
    known: &BTreeMap<NodeIndex, Potential>,
    usable: &dyn Fn(&[Atom]) -> Vec<Atom>,
) -> Option<Seen> {
    let meaning = |v: Var| case.start.meaning.get(&v).cloned();
    let value = |v: Var| {
        let term = case.instance.apply(v).unwrap_or_else(|| Term::var(v));
        term.substitute(&meaning).ok()
    };
    let value_of = |text: &String| {
        let place = case.start.places.iter().find(|(other, _)| other == text);
        place.map_or_else(Term::zero, |(_, term)| term.clone())
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
        let value = |v: Var| case.values.get(v as usize).cloned();
        let here = products.iter().map(|product| {
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
            leaf: TreeIndex::new(0),
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
fn candidates(case: &Seen, product: &Product) -> Vec<Product> {
    let place_of = |v: Var| case.values.iter().position(|term| term.as_var() == Some(v));
    let named = |term: &Term| {
        let as_places = term.substitute(&|v| Some(Term::var(Var::try_from(place_of(v)?).ok()?)));
        term.vars().all(|v| place_of(v).is_some()).then(|| as_places.ok()).flatten()
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
        let name = |v: Var| self.places.get(v as usize).cloned().unwrap_or_default();
        let factor = |atom: &Term| match atom.as_var() {
            Some(v) => name(v),
            None => format!("max(0, {})", plain(atom, &name)),
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
fn plain(term: &Term, name: &dyn Fn(Var) -> String) -> String {
    let mut out = String::new();
    let mut parts: Vec<_> = term.parts().iter().collect();
    parts.sort_by_key(|(m, c)| (*c < 0, m.is_empty()));
    for (monomial, c) in parts {
        out.push_str(match (out.is_empty(), *c < 0) {
            (true, true) => "0 - ",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        });
        let mut factors: Vec<String> = monomial.iter().map(|v| name(*v)).collect();
        if c.unsigned_abs() != 1 || factors.is_empty() {
            factors.insert(0, c.unsigned_abs().to_string());
        }
        out.push_str(&factors.join("*"));
    }
    out
}
