//! A knowledge base prepared for many questions: a feasible simplex tableau, bounds with the atoms they come from,
//! disequalities, and a few integer models.

use super::Answer;
use super::echelon::Echelon;
use crate::algebra::exact::{ceil_div, floor_div, gcd, mul};
use crate::algebra::{Atom, Monomial, Rel, Term, Var};
use crate::linear::tableau::{Checked, MINUS_NEVER, NEVER, Name, Overflow, Tableau, some};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// The number of integer models that are kept.
pub(super) const MODELS: usize = 6;

/// A primitive linear form: coprime coefficients, the first one positive, in the terms' order.
pub(super) type Form = SmallVec<[(Name, i128); 4]>;

/// A term as `factor * form + constant`, factor not 0.
pub(super) struct Linear {
    pub form: Form,
    pub factor: i128,
    pub constant: i128,
}

/// A known disequality: `form != value`.
#[derive(Clone, Copy)]
pub(super) struct Disequality {
    pub name: Name,
    pub value: i128,
    /// Whether `examine` has already tried to find out on which side of the value the form lies.
    pub examined: bool,
}

/// The origin of a bound that does not come from a single atom.
pub(super) const DERIVED: u32 = u32::MAX;

/// The number of pivots after which the linear engine gives up on a query.
const PIVOTS: usize = 400;

/// An integer model: a value for each name of a variable or product (other names are not used). Names beyond its end
/// have the value 0.
pub(super) type Model = Rc<Vec<i128>>;

#[derive(Clone)]
pub(super) struct Prepared {
    pub atoms: Vec<Atom>,
    pub tableau: Tableau,
    /// There is no solution, so everything follows.
    pub contradictory: bool,
    /// The linear engine overflowed, so only Z3 can answer.
    pub lost: bool,
    pub variables: FxHashMap<Var, Name>,
    product_names: FxHashMap<Monomial, Name>,
    /// The names of variables and products, in order.
    pub integers: Vec<Name>,
    pub products: Vec<(Name, Monomial)>,
    forms: FxHashMap<Rc<[(Name, i128)]>, Name>,
    lower_from: Vec<u32>,
    upper_from: Vec<u32>,
    pub equalities: Vec<u32>,
    pub disequalities: Vec<Disequality>,
    pub models: Vec<Model>,
    pub answers: FxHashMap<Atom, Answer>,
    pub echelon: Echelon,
    /// Whether the solver has been asked for a model of all atoms.
    pub completed: bool,
}

impl Prepared {
    /// The empty knowledge base.
    pub(super) fn new() -> Prepared {
        Prepared {
            atoms: Vec::new(),
            tableau: Tableau::new(PIVOTS),
            contradictory: false,
            lost: false,
            variables: FxHashMap::default(),
            product_names: FxHashMap::default(),
            integers: Vec::new(),
            products: Vec::new(),
            forms: FxHashMap::default(),
            lower_from: Vec::new(),
            upper_from: Vec::new(),
            equalities: Vec::new(),
            disequalities: Vec::new(),
            models: vec![Rc::new(Vec::new())],
            answers: FxHashMap::default(),
            echelon: Echelon::default(),
            completed: false,
        }
    }

    /// A copy to be extended by atoms: it has everything except the answers.
    pub(super) fn child(&self) -> Prepared {
        Prepared {
            atoms: self.atoms.clone(),
            tableau: self.tableau.clone(),
            contradictory: self.contradictory,
            lost: self.lost,
            variables: self.variables.clone(),
            product_names: self.product_names.clone(),
            integers: self.integers.clone(),
            products: self.products.clone(),
            forms: self.forms.clone(),
            lower_from: self.lower_from.clone(),
            upper_from: self.upper_from.clone(),
            equalities: self.equalities.clone(),
            disequalities: self.disequalities.clone(),
            models: self.models.clone(),
            answers: FxHashMap::default(),
            echelon: self.echelon.clone(),
            completed: false,
        }
    }

    /// The approximate size in bytes.
    pub(super) fn weight(&self) -> usize {
        let names = self.tableau.names();
        1000 + self.tableau.weight() + 100 * self.atoms.len() + (200 + 16 * MODELS) * names
    }

    /// Adds atoms.
    pub(super) fn extend(&mut self, atoms: &[Atom]) {
        let first = self.atoms.len();
        self.atoms.extend_from_slice(atoms);
        if self.contradictory || self.lost {
            return;
        }
        match self.try_extend(first, atoms) {
            Ok(true) => {}
            Ok(false) => self.contradictory = true,
            Err(Overflow) => self.lost = true,
        }
        if self.contradictory || self.lost {
            self.models.clear();
        }
    }

    fn try_extend(&mut self, first: usize, atoms: &[Atom]) -> Checked<bool> {
        let equalities = self.equalities.len();
        for (i, atom) in atoms.iter().enumerate() {
            if !self.add(atom, (first + i) as u32)? {
                return Ok(false);
            }
        }
        if self.equalities.len() > equalities && !self.tableau.tighten()? {
            return Ok(false);
        }
        for d in &mut self.disequalities {
            d.examined = false;
        }
        if !self.settle()? {
            return Ok(false);
        }
        if self.models.is_empty()
            && let Some(model) = self.point()
        {
            self.models.push(model);
        }
        Ok(true)
    }

    /// Moves to a point within all bounds; `false` if there is none, so that the knowledge base is contradictory.
    pub(super) fn settle(&mut self) -> Checked<bool> {
        Ok(self.tableau.check()?.is_none())
    }

    fn add(&mut self, atom: &Atom, index: u32) -> Checked<bool> {
        if let Some(truth) = atom.decide() {
            return Ok(truth);
        }
        let linear = self.linear(&atom.term)?;
        self.extend_models(&linear, atom.rel);
        let Linear { form, factor, constant } = linear;
        let size = some(factor.checked_abs())?;
        match atom.rel {
            Rel::Le => {
                let name = self.name(&form)?;
                if factor > 0 {
                    let bound = floor_div(some(constant.checked_neg())?, size);
                    self.set_upper(name, bound, index)
                } else {
                    let bound = some(ceil_div(constant, size))?;
                    self.set_lower(name, bound, index)
                }
            }
            Rel::Eq => {
                if constant % size != 0 {
                    return Ok(false);
                }
                let name = self.name(&form)?;
                self.equalities.push(index);
                let value = some(constant.checked_neg())? / factor;
                if !self.tableau.fix(name, value, true)? {
                    return Ok(false);
                }
                Ok(!self.disequalities.iter().any(|d| d.name == name && d.value == value))
            }
            Rel::Ne => {
                if constant % size != 0 {
                    return Ok(true);
                }
                let name = self.name(&form)?;
                let value = some(constant.checked_neg())? / factor;
                self.disequalities.push(Disequality { name, value, examined: false });
                self.sharpen(name)
            }
        }
    }

    /// `from`: the index of the atom that implies the bound, or `DERIVED`; then the older origin is kept as a guess.
    pub(super) fn set_upper(&mut self, name: Name, bound: i128, from: u32) -> Checked<bool> {
        if bound >= self.tableau.upper(name) {
            return Ok(true);
        }
        remember(&mut self.upper_from, name, from);
        Ok(self.tableau.set_upper(name, bound)? && self.sharpen(name)?)
    }

    pub(super) fn set_lower(&mut self, name: Name, bound: i128, from: u32) -> Checked<bool> {
        if bound <= self.tableau.lower(name) {
            return Ok(true);
        }
        remember(&mut self.lower_from, name, from);
        Ok(self.tableau.set_lower(name, bound)? && self.sharpen(name)?)
    }

    /// If a disequality excludes a bound itself, the bound moves by one.
    fn sharpen(&mut self, name: Name) -> Checked<bool> {
        let mut again = true;
        while again {
            again = false;
            for i in 0..self.disequalities.len() {
                let d = self.disequalities[i];
                if d.name != name {
                    continue;
                }
                let (lower, upper) = (self.tableau.lower(name), self.tableau.upper(name));
                if lower == d.value && upper == d.value {
                    return Ok(false);
                }
                if upper == d.value {
                    let bound = some(d.value.checked_sub(1))?;
                    again |= self.tableau.set_upper(name, bound)?;
                } else if lower == d.value {
                    let bound = some(d.value.checked_add(1))?;
                    again |= self.tableau.set_lower(name, bound)?;
                }
            }
        }
        Ok(self.tableau.lower(name) <= self.tableau.upper(name))
    }

    /// The indices of the atoms that gave a name's lower and upper bound. They are guesses if derived facts have moved
    /// the bounds since.
    pub(super) fn origins(&self, name: Name) -> (u32, u32) {
        let at = |v: &Vec<u32>| v.get(name as usize).copied().unwrap_or(DERIVED);
        (at(&self.lower_from), at(&self.upper_from))
    }

    /// Writes a term that is not constant as a multiple of a form plus a constant.
    pub(super) fn linear(&mut self, term: &Term) -> Checked<Linear> {
        let mut form = Form::new();
        let mut constant = 0;
        let mut content = 0;
        for (monomial, c) in term.parts() {
            if monomial.is_empty() {
                constant = *c;
                continue;
            }
            content = gcd(content, *c);
            form.push((self.monomial(monomial), *c));
        }
        let Some((_, first)) = form.first() else {
            return Err(Overflow);
        };
        let factor = if *first < 0 { -content } else { content };
        if factor != 1 {
            for (_, c) in &mut form {
                *c = some(c.checked_div(factor))?;
            }
        }
        Ok(Linear { form, factor, constant })
    }

    fn monomial(&mut self, monomial: &Monomial) -> Name {
        if let [v] = monomial.as_slice() {
            return self.variable(*v);
        }
        if let Some(name) = self.product_names.get(monomial) {
            return *name;
        }
        for v in monomial {
            self.variable(*v);
        }
        let name = self.tableau.new_column();
        self.product_names.insert(monomial.clone(), name);
        self.products.push((name, monomial.clone()));
        let variables = &self.variables;
        self.models.retain_mut(|model| {
            let product = product_value(variables, model, monomial);
            let values = Rc::make_mut(model);
            values.resize(name as usize, 0);
            values.extend(product);
            product.is_some()
        });
        name
    }

    fn variable(&mut self, v: Var) -> Name {
        if let Some(name) = self.variables.get(&v) {
            return *name;
        }
        let name = self.tableau.new_column();
        self.variables.insert(v, name);
        self.integers.push(name);
        name
    }

    /// The name that stands for a form, if it has one.
    pub(super) fn known(&self, form: &Form) -> Option<Name> {
        match form.as_slice() {
            [(name, 1)] => Some(*name),
            several => self.forms.get(several).copied(),
        }
    }

    fn name(&mut self, form: &Form) -> Checked<Name> {
        if let Some(name) = self.known(form) {
            return Ok(name);
        }
        let name = self.tableau.new_row(form)?;
        self.forms.insert(Rc::from(form.as_slice()), name);
        Ok(name)
    }

    /// The value of a form in a model.
    pub(super) fn evaluate(model: &[i128], form: &Form) -> Option<i128> {
        form.iter().try_fold(0i128, |sum, (n, c)| sum.checked_add(mul(value_in(model, *n), *c)?))
    }

    /// The current point of the tableau, if it is an integer model of the whole knowledge base.
    pub(super) fn point(&self) -> Option<Model> {
        point(self, &self.tableau).ok()
    }

    /// An upper bound of `sum of c * name` from the bounds of the names alone.
    pub(super) fn interval(&self, form: &Form, negative: bool) -> Option<i128> {
        form.iter().try_fold(0i128, |sum, (n, c)| {
            let c = if negative { c.checked_neg()? } else { *c };
            let bound = if c > 0 { self.tableau.upper(*n) } else { self.tableau.lower(*n) };
            if bound == NEVER || bound == MINUS_NEVER {
                return None;
            }
            sum.checked_add(mul(bound, c)?)
        })
    }

    /// The value of a product of variables in a model.
    pub(super) fn product(&self, model: &[i128], monomial: &Monomial) -> Option<i128> {
        product_value(&self.variables, model, monomial)
    }
}

/// Why a point of a tableau is not a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flaw {
    /// It violates this disequality (by position).
    Equal(usize),
    /// This variable has a fractional value, whose floor this is.
    Fraction(Name, i128),
    /// A product's value is not the product of its factors' values.
    Product,
}

/// The point of a tableau for this knowledge base, as a model.
pub(super) fn point(kb: &Prepared, tableau: &Tableau) -> Result<Model, Flaw> {
    for (i, d) in kb.disequalities.iter().enumerate() {
        let (n, den) = tableau.value(d.name);
        if den == 1 && n == d.value {
            return Err(Flaw::Equal(i));
        }
    }
    let length = kb.integers.iter().chain(kb.products.iter().map(|(n, _)| n)).max();
    let mut values = vec![0; length.map_or(0, |n| *n as usize + 1)];
    for name in &kb.integers {
        let (n, den) = tableau.value(*name);
        if den != 1 {
            return Err(Flaw::Fraction(*name, n.div_euclid(den)));
        }
        values[*name as usize] = n;
    }
    for (name, monomial) in &kb.products {
        let Some(product) = kb.product(&values, monomial) else {
            return Err(Flaw::Product);
        };
        if tableau.value(*name) != (product, 1) {
            return Err(Flaw::Product);
        }
        values[*name as usize] = product;
    }
    Ok(Rc::new(values))
}

/// The value of a name in a model. A name that is newer than the model occurs in none of its atoms, so any value will
/// do: 0, unless a later atom needs another one (`complete`).
pub(super) fn value_in(model: &[i128], name: Name) -> i128 {
    model.get(name as usize).copied().unwrap_or(0)
}

fn product_value(variables: &FxHashMap<Var, Name>, model: &[i128], monomial: &Monomial) -> Option<i128> {
    monomial.iter().try_fold(1i128, |product, v| {
        let name = variables.get(v)?;
        mul(product, value_in(model, *name))
    })
}

fn remember(from: &mut Vec<u32>, name: Name, atom: u32) {
    if atom == DERIVED {
        return;
    }
    let place = name as usize;
    if from.len() <= place {
        from.resize(place + 1, DERIVED);
    }
    from[place] = atom;
}
