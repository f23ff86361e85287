//! Farkas witnesses: a goal as a combination of facts that the checker verifies by arithmetic
//! alone (`spec/graph.md`, section "Witnesses").

use super::cone::cone;
use super::echelon::Multipliers;
use super::prepared::{DERIVED, Prepared};
use crate::algebra::exact::{gcd, mul};
use crate::algebra::{Atom, Monomial, Rel, Term};
use crate::linear::simplex::Maximum;
use crate::linear::tableau::{Checked, MINUS_NEVER, NEVER, Name, Tableau, some};
use certificates::{Farkas, Int, Witness};

/// The common denominator of reduced costs, and their numerators.
type Costs = (i128, Vec<(Name, i128)>);

/// How the checker can decide that the goal follows from the prepared knowledge base.
pub(super) fn certify(kb: &mut Prepared, goal: &Atom) -> Witness {
    let one = |kb: &mut Prepared, term: Option<Term>| at_most_zero(kb, &term?);
    match goal.rel {
        Rel::Le => one(kb, Some(goal.term.clone())).map_or(Witness::Solver, Witness::Farkas),
        Rel::Eq => {
            let Some(up) = one(kb, Some(goal.term.clone())) else {
                return Witness::Solver;
            };
            match one(kb, goal.term.neg().ok()) {
                Some(down) => Witness::Both(up, down),
                None => Witness::Solver,
            }
        }
        Rel::Ne => {
            if let Some(below) = one(kb, goal.term.plus(1).ok()) {
                return Witness::Strict(false, below);
            }
            match one(kb, goal.term.neg().ok().and_then(|t| t.plus(1).ok())) {
                Some(above) => Witness::Strict(true, above),
                None => Witness::Solver,
            }
        }
    }
}

/// Turns a witness for a part of a knowledge base into one for the whole; `places` are the positions of the part's
/// atoms.
pub(super) fn placed(witness: Witness, places: &[usize]) -> Witness {
    let of = |farkas: Farkas| {
        let facts = farkas.facts.into_iter();
        Farkas { facts: facts.map(|(i, c)| (places[i as usize] as u32, c)).collect(), ..farkas }
    };
    match witness {
        Witness::Solver => Witness::Solver,
        Witness::Farkas(farkas) => Witness::Farkas(of(farkas)),
        Witness::Both(up, down) => Witness::Both(of(up), of(down)),
        Witness::Strict(above, farkas) => Witness::Strict(above, of(farkas)),
    }
}

/// A witness for `term <= 0`.
fn at_most_zero(kb: &mut Prepared, term: &Term) -> Option<Farkas> {
    if term.as_constant().is_some_and(|c| c <= 0) {
        return Some(Farkas { scale: Int(1), facts: Vec::new() });
    }
    if let Some(witness) = from_tableau(kb, term) {
        return Some(witness);
    }
    from_raw_atoms(&kb.atoms, term)
}

/// From the prepared tableau: the reduced costs at the maximum are the multipliers of the atoms that gave the bounds.
/// Equalities were eliminated there, and are put back by elimination.
fn from_tableau(kb: &mut Prepared, term: &Term) -> Option<Farkas> {
    if kb.contradictory || kb.lost || term.as_constant().is_some() {
        return None;
    }
    let linear = kb.linear(term).ok()?;
    let negative = linear.factor < 0;
    let size = linear.factor.checked_abs()?;
    if let Some(name) = kb.known(&linear.form) {
        let (lower, upper) = kb.origins(name);
        let from = if negative { lower } else { upper };
        if from != DERIVED {
            let other = kb.atoms[from as usize].term.content();
            if let Some(found) = finish(kb, term, other, vec![(from, size)]) {
                return Some(found);
            }
        }
    }
    let mut form = linear.form;
    if negative {
        for (_, c) in &mut form {
            *c = c.checked_neg()?;
        }
    }
    let Ok(costs) = costs(kb, &form) else {
        kb.lost = true;
        return None;
    };
    let (den, costs) = costs?;
    // den * form = sum of cost * name; an atom is (its content) * name + constant.
    let mut multipliers = Vec::with_capacity(costs.len());
    for (name, cost) in costs {
        let (lower, upper) = kb.origins(name);
        let from = if cost > 0 { upper } else { lower };
        if from == DERIVED {
            return None;
        }
        let content = kb.atoms[from as usize].term.content();
        multipliers.push((from, mul(cost.checked_abs()?, size)?, content));
    }
    let missing = multipliers.iter().try_fold(1i128, |m, (_, whole, content)| {
        let part = content / gcd(*whole, *content);
        mul(m, part / gcd(m, part))
    })?;
    let multipliers = multipliers
        .into_iter()
        .map(|(atom, whole, content)| Some((atom, mul(whole, missing)? / content)))
        .collect::<Option<Multipliers>>()?;
    finish(kb, term, mul(den, missing)?, multipliers)
}

/// Denominator and reduced costs at the maximum of a form; `None` if there is no maximum.
fn costs(kb: &mut Prepared, form: &[(Name, i128)]) -> Checked<Option<Costs>> {
    kb.tableau.new_row(form)?;
    let row = kb.tableau.rows() - 1;
    let found = kb.tableau.maximise(row, None)?;
    let costs = (found == Maximum::Optimal).then(|| (kb.tableau.row_value(row).1, kb.tableau.row(row).collect()));
    kb.tableau.pop_row();
    Ok(costs)
}

/// Adds multipliers of equalities to those of inequalities, and verifies the result exactly.
fn finish(kb: &mut Prepared, term: &Term, scale: i128, facts: Multipliers) -> Option<Farkas> {
    let mut rest = term.scale(scale).ok()?;
    for (atom, c) in &facts {
        rest = rest.add_scaled(&kb.atoms[*atom as usize].term, c.checked_neg()?).ok()?;
    }
    let (mut scale, mut facts) = (scale, facts);
    if rest.as_constant().is_none() {
        kb.echelon.extend(&kb.atoms, &kb.equalities)?;
        for row in kb.echelon.rows.iter() {
            let c = rest.coefficient(&row.pivot);
            if c == 0 {
                continue;
            }
            let p = row.term.coefficient(&row.pivot);
            let g = gcd(c, p);
            // m * rest - h * row: m positive keeps the scale positive.
            let (mut m, mut h) = (p / g, c / g);
            if m < 0 {
                (m, h) = (m.checked_neg()?, h.checked_neg()?);
            }
            rest = rest.scale(m).ok()?.add_scaled(&row.term, h.checked_neg()?).ok()?;
            scale = mul(scale, m)?;
            for (_, f) in &mut facts {
                *f = mul(*f, m)?;
            }
            for (atom, f) in &row.combination {
                facts.push((*atom, mul(*f, h)?));
            }
        }
    }
    verified(&kb.atoms, term, scale, facts)
}

/// The witness in its smallest form, if it is valid.
fn verified(atoms: &[Atom], term: &Term, scale: i128, facts: Multipliers) -> Option<Farkas> {
    let mut facts = facts;
    facts.sort_unstable_by_key(|f| f.0);
    let mut merged: Multipliers = Vec::with_capacity(facts.len());
    for (atom, c) in facts {
        match merged.last_mut() {
            Some(last) if last.0 == atom => last.1 = last.1.checked_add(c)?,
            _ => merged.push((atom, c)),
        }
    }
    merged.retain(|f| f.1 != 0);
    let g = merged.iter().fold(scale, |g, f| gcd(g, f.1));
    let scale = scale.checked_div(g)?;
    for f in &mut merged {
        f.1 /= g;
    }
    let mut rest = term.scale(scale).ok()?;
    for (atom, c) in &merged {
        let fact = &atoms[*atom as usize];
        let allowed = match fact.rel {
            Rel::Eq => true,
            Rel::Le => *c > 0,
            Rel::Ne => false,
        };
        if !allowed {
            return None;
        }
        rest = rest.add_scaled(&fact.term, c.checked_neg()?).ok()?;
    }
    (scale > 0 && rest.as_constant()? < scale)
        .then(|| Farkas { scale: Int(scale), facts: merged.into_iter().map(|(a, c)| (a, Int(c))).collect() })
}

/// From the original atoms, without rounding or derived bounds, in a fresh tableau.
fn from_raw_atoms(atoms: &[Atom], term: &Term) -> Option<Farkas> {
    let places = if term.as_constant().is_some() { (0..atoms.len()).collect() } else { cone(atoms, term) };
    let mut raw = Raw { tableau: Tableau::new(400), monomials: Vec::new(), origins: Vec::new() };
    let conflict = raw.load(atoms, &places).ok()?;
    if term.as_constant().is_some() || conflict.is_some() {
        // The facts contradict each other: they imply that a positive constant is at most 0.
        let row = conflict?;
        let (name, den) = (raw.tableau.row_name(row), raw.tableau.row_value(row).1);
        let (value, _) = raw.tableau.row_value(row);
        let rise = raw.tableau.lower(name) != MINUS_NEVER && value < mul(raw.tableau.lower(name), den)?;
        let mut costs = vec![(name, if rise { -den } else { den })];
        for (n, c) in raw.tableau.row(row) {
            costs.push((n, if rise { c } else { c.checked_neg()? }));
        }
        term.as_constant()?;
        return verified_constant(atoms, term, raw.multipliers(&costs)?);
    }
    let form = raw.form(term);
    raw.tableau.new_row(&form).ok()?;
    let row = raw.tableau.rows() - 1;
    if raw.tableau.maximise(row, None).ok()? != Maximum::Optimal {
        return None;
    }
    let den = raw.tableau.row_value(row).1;
    let costs: Vec<(Name, i128)> = raw.tableau.row(row).collect();
    verified(atoms, term, den, raw.multipliers(&costs)?)
}

/// A witness for a positive constant. The facts' combination is a constant; if that is less than the goal's, everything
/// is scaled up.
fn verified_constant(atoms: &[Atom], term: &Term, facts: Multipliers) -> Option<Farkas> {
    let goal = term.as_constant()?;
    let mut sum = Term::zero();
    for (atom, c) in &facts {
        sum = sum.add_scaled(&atoms[*atom as usize].term, *c).ok()?;
    }
    let sum = sum.as_constant().filter(|s| *s > 0)?;
    let times = (goal / sum).checked_add(1)?;
    let facts = facts.into_iter().map(|(a, c)| Some((a, mul(c, times)?))).collect::<Option<Multipliers>>()?;
    verified(atoms, term, 1, facts)
}

/// A tableau with one row per atom, without any normalisation.
struct Raw {
    tableau: Tableau,
    monomials: Vec<(Monomial, Name)>,
    /// For each row name, its atom.
    origins: Vec<(Name, u32)>,
}

impl Raw {
    fn load(&mut self, atoms: &[Atom], places: &[usize]) -> Checked<Option<usize>> {
        for place in places {
            let atom = &atoms[*place];
            if atom.rel == Rel::Ne {
                continue;
            }
            let form = self.form(&atom.term);
            let name = self.tableau.new_row(&form)?;
            self.origins.push((name, *place as u32));
            let bound = atom.term.constant_part().checked_neg();
            let bound = some(bound.filter(|b| *b != NEVER && *b != MINUS_NEVER))?;
            self.tableau.set_upper(name, bound)?;
            if atom.rel == Rel::Eq {
                self.tableau.set_lower(name, bound)?;
            }
        }
        self.tableau.check()
    }

    fn form(&mut self, term: &Term) -> Vec<(Name, i128)> {
        let mut form = Vec::with_capacity(term.parts().len());
        for (monomial, c) in term.parts() {
            if monomial.is_empty() {
                continue;
            }
            let name = match self.monomials.iter().find(|(m, _)| m == monomial) {
                Some((_, name)) => *name,
                None => {
                    let name = self.tableau.new_column();
                    self.monomials.push((monomial.clone(), name));
                    name
                }
            };
            form.push((name, *c));
        }
        form
    }

    /// Turns costs of names into multipliers of their atoms; `None` if a name has no atom.
    fn multipliers(&self, costs: &[(Name, i128)]) -> Option<Multipliers> {
        costs
            .iter()
            .map(|(name, c)| {
                let place = self.origins.binary_search_by_key(name, |o| o.0).ok()?;
                Some((self.origins[place].1, *c))
            })
            .collect()
    }
}
