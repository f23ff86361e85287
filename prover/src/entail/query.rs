//! Questions to a prepared knowledge base, cheapest first: bounds, models, simplex, case splits.

use super::Answer;
use super::prepared::{DERIVED, Flaw, Form, Linear, Model, Prepared, point};
use super::products;
use crate::algebra::exact::{floor_div, mul};
use crate::algebra::{Atom, Rel, Term};
use crate::linear::simplex::Maximum;
use crate::linear::tableau::{Checked, Name, Overflow, Tableau, some};

/// The answer of the native tiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    Decided(Answer),
    /// Only products of variables prevent a counter-model.
    Products,
    /// A limit was reached: case splits, or the size of numbers.
    Limit,
}

/// Whether a model refutes the goal.
type Refutes<'r> = dyn Fn(&[i128]) -> bool + 'r;

const YES: Found = Found::Decided(Answer::Yes);
const NO: Found = Found::Decided(Answer::No);

/// A bound on a form: `form <= bound`, or (`negative`) `-form <= bound`.
struct Goal {
    form: Form,
    negative: bool,
    bound: i128,
}

impl Goal {
    /// Whether a model shows that the goal does not hold.
    fn refuted_by(&self, model: &[i128]) -> bool {
        let value = Prepared::evaluate(model, &self.form);
        let value = if self.negative { value.and_then(i128::checked_neg) } else { value };
        value.is_some_and(|v| v > self.bound)
    }
}

impl Prepared {
    /// Whether the goal follows. `cases` limits case splits.
    pub(super) fn ask(&mut self, goal: &Atom, cases: u32) -> Found {
        if let Some(truth) = goal.decide()
            && truth
        {
            return YES;
        }
        if self.contradictory {
            return YES;
        }
        if self.lost {
            return Found::Limit;
        }
        let found = match self.try_ask(goal, cases) {
            Ok(found) => found,
            Err(_) => {
                self.lost = true;
                Found::Limit
            }
        };
        if self.contradictory { YES } else { found }
    }

    fn try_ask(&mut self, goal: &Atom, cases: u32) -> Checked<Found> {
        if goal.term.as_constant().is_some() {
            return self.refute_all(cases);
        }
        let linear = self.linear(&goal.term)?;
        match goal.rel {
            Rel::Le => {
                let goal = upper_goal(linear)?;
                self.below(&goal, cases)
            }
            Rel::Eq => self.equal(linear, cases),
            Rel::Ne => self.differs(linear, cases),
        }
    }

    /// Whether the knowledge base is contradictory.
    fn refute_all(&mut self, cases: u32) -> Checked<Found> {
        if !self.models.is_empty() {
            return Ok(NO);
        }
        let found = self.search(self.tableau.clone(), cases, &Form::new(), &|_| true)?;
        if found == YES {
            self.contradictory = true;
        }
        Ok(found)
    }

    fn equal(&mut self, linear: Linear, cases: u32) -> Checked<Found> {
        let size = some(linear.factor.checked_abs())?;
        if linear.constant % size != 0 {
            return self.refute_all(cases);
        }
        let value = some(linear.constant.checked_neg())? / linear.factor;
        if self.models.iter().any(|m| Prepared::evaluate(m, &linear.form).is_some_and(|other| other != value)) {
            return Ok(NO);
        }
        let mut goal = Goal { form: linear.form, negative: false, bound: value };
        let up = self.below(&goal, cases)?;
        if up != YES {
            return Ok(up);
        }
        goal.negative = true;
        goal.bound = some(value.checked_neg())?;
        self.below(&goal, cases)
    }

    /// `form <= bound` (or `-form <= bound`).
    fn below(&mut self, goal: &Goal, cases: u32) -> Checked<Found> {
        if let Some(name) = self.known(&goal.form)
            && self.name_below(name, goal)
        {
            return Ok(YES);
        }
        if self.models.iter().any(|m| goal.refuted_by(m)) {
            return Ok(NO);
        }
        if self.interval(&goal.form, goal.negative).is_some_and(|max| max <= goal.bound) {
            return Ok(YES);
        }
        loop {
            let row = self.objective(&goal.form, goal.negative)?;
            let above = some(goal.bound.checked_add(1))?;
            let Some(threshold) = self.tableau.round_up(row, above)? else {
                self.contradictory = true;
                return Ok(YES);
            };
            if self.tableau.maximise(row, Some(threshold))? == Maximum::Optimal {
                self.tableau.pop_row();
                return Ok(YES);
            }
            let name = (self.tableau.names() - 1) as Name;
            if !self.tableau.set_lower(name, threshold)? {
                return Err(Overflow);
            }
            let mut tableau = std::mem::take(&mut self.tableau);
            let found = self.dodged(&mut tableau);
            self.tableau = tableau;
            let flaw = match found? {
                Ok(model) => {
                    self.tableau.pop_row();
                    self.remember_model(model);
                    return Ok(NO);
                }
                Err(flaw) => flaw,
            };
            if let Flaw::Equal(i) = flaw
                && !self.disequalities[i].examined
            {
                self.tableau.pop_row();
                self.examine(i)?;
                if self.contradictory {
                    return Ok(YES);
                }
                continue;
            }
            let cases_of = self.tableau.clone();
            self.tableau.pop_row();
            return self.search(cases_of, cases, &goal.form, &|m| goal.refuted_by(m));
        }
    }

    fn name_below(&self, name: Name, goal: &Goal) -> bool {
        if goal.negative {
            // -name <= bound
            self.tableau.lower(name).checked_neg().is_some_and(|l| l <= goal.bound)
        } else {
            self.tableau.upper(name) <= goal.bound
        }
    }

    /// A temporary last row for a form or its negation.
    fn objective(&mut self, form: &Form, negative: bool) -> Checked<usize> {
        if negative {
            let mut negated = form.clone();
            for (_, c) in &mut negated {
                *c = some(c.checked_neg())?;
            }
            self.tableau.new_row(&negated)?;
        } else {
            self.tableau.new_row(form)?;
        }
        Ok(self.tableau.rows() - 1)
    }

    /// The maximum of a form, rounded to an integer that the form can have; `None` if it is unbounded.
    fn top(&mut self, form: &Form, negative: bool) -> Checked<Option<i128>> {
        let row = self.objective(form, negative)?;
        let outcome = self.tableau.maximise(row, None)?;
        let top = match outcome {
            Maximum::Optimal => {
                let floor = self.tableau.floor(row);
                match self.tableau.round_down(row, floor)? {
                    None => {
                        self.contradictory = true;
                        None
                    }
                    bound => bound,
                }
            }
            _ => None,
        };
        self.tableau.pop_row();
        Ok(top)
    }

    /// Determines whether the form of a disequality is on one side of its value. If so, strengthens the form's bound
    /// permanently.
    fn examine(&mut self, i: usize) -> Checked<()> {
        self.disequalities[i].examined = true;
        let (name, value) = (self.disequalities[i].name, self.disequalities[i].value);
        let form = Form::from_slice(&[(name, 1)]);
        let (above, below) = (some(value.checked_add(1))?, some(value.checked_sub(1))?);
        let row = self.objective(&form, false)?;
        let up = self.tableau.maximise(row, Some(above))?;
        self.tableau.pop_row();
        let possible = if up == Maximum::Optimal {
            self.set_upper(name, below, DERIVED)?
        } else {
            let row = self.objective(&form, true)?;
            let down = self.tableau.maximise(row, Some(some(below.checked_neg())?))?;
            self.tableau.pop_row();
            if down != Maximum::Optimal {
                return Ok(());
            }
            self.set_lower(name, above, DERIVED)?
        };
        if !possible || !self.settle()? {
            self.contradictory = true;
            self.models.clear();
        }
        Ok(())
    }

    /// `factor * form + constant != 0`
    fn differs(&mut self, linear: Linear, cases: u32) -> Checked<Found> {
        let size = some(linear.factor.checked_abs())?;
        if linear.constant % size != 0 {
            return Ok(YES);
        }
        let value = some(linear.constant.checked_neg())? / linear.factor;
        if let Some(name) = self.known(&linear.form) {
            let outside = self.tableau.upper(name) < value || self.tableau.lower(name) > value;
            if outside || self.disequalities.iter().any(|d| d.name == name && d.value == value) {
                return Ok(YES);
            }
        }
        if self.models.iter().any(|m| Prepared::evaluate(m, &linear.form) == Some(value)) {
            return Ok(NO);
        }
        for negative in [false, true] {
            let row = self.objective(&linear.form, negative)?;
            let value = if negative { some(value.checked_neg())? } else { value };
            let outcome = self.tableau.maximise(row, Some(value))?;
            self.tableau.pop_row();
            if outcome == Maximum::Optimal {
                return Ok(YES);
            }
        }
        let mut tableau = self.tableau.clone();
        let name = match self.known(&linear.form) {
            Some(name) => name,
            None => tableau.new_row(&linear.form)?,
        };
        if !tableau.fix(name, value, true)? || !tableau.tighten()? {
            return Ok(YES);
        }
        let form = linear.form;
        self.search(tableau, cases, &form, &|m| Prepared::evaluate(m, &form) == Some(value))
    }

    /// The point of a tableau as a model, after small steps that avoid violated disequalities.
    fn dodged(&self, tableau: &mut Tableau) -> Checked<Result<Model, Flaw>> {
        for _ in 0..2 * self.disequalities.len() {
            match point(self, tableau) {
                Err(Flaw::Equal(i)) if tableau.dodge(self.disequalities[i].name)? => {}
                other => return Ok(other),
            }
        }
        Ok(point(self, tableau))
    }

    /// Branch and bound: splits cases at violated disequalities and fractional values until every case is refuted, or
    /// one of them is a model (which must refute the goal, if its products had to be recomputed). Variables of the
    /// goal's form are split first: they decide most.
    fn search(&mut self, tableau: Tableau, cases: u32, form: &Form, refutes: &Refutes<'_>) -> Checked<Found> {
        // An overflow in a copy does not damage the knowledge base.
        Ok(self.try_search(tableau, cases, form, refutes).unwrap_or(Found::Limit))
    }

    fn try_search(&mut self, tableau: Tableau, cases: u32, form: &Form, refutes: &Refutes<'_>) -> Checked<Found> {
        let mut open = vec![tableau];
        let (mut spent, mut rounds) = (0, 0);
        while let Some(mut tableau) = open.pop() {
            if tableau.check()?.is_some() {
                continue;
            }
            let (name, below, above) = match self.dodged(&mut tableau)? {
                Ok(model) => {
                    self.remember_model(model);
                    return Ok(NO);
                }
                Err(Flaw::Product) => {
                    let Some(model) = self.repaired(&tableau).filter(|m| refutes(m)) else {
                        if rounds == products::ROUNDS {
                            return Ok(Found::Products);
                        }
                        rounds += 1;
                        if products::strengthen(self, &mut tableau)? {
                            open.push(tableau);
                        }
                        continue;
                    };
                    self.remember_model(model);
                    return Ok(NO);
                }
                Err(Flaw::Equal(i)) => {
                    let d = self.disequalities[i];
                    (d.name, some(d.value.checked_sub(1))?, some(d.value.checked_add(1))?)
                }
                Err(Flaw::Fraction(name, floor)) => {
                    let (name, floor) = fraction(&tableau, form).unwrap_or((name, floor));
                    (name, floor, some(floor.checked_add(1))?)
                }
            };
            spent += 1;
            if spent > cases {
                return Ok(Found::Limit);
            }
            let mut other = tableau.clone();
            if tableau.set_upper(name, below)? {
                open.push(tableau);
            }
            if other.set_lower(name, above)? {
                open.push(other);
            }
        }
        Ok(YES)
    }

    /// The point of a tableau with recomputed products, if that is a model of all atoms.
    fn repaired(&self, tableau: &Tableau) -> Option<Model> {
        let mut values = vec![0; tableau.names()];
        for name in &self.integers {
            let (n, den) = tableau.value(*name);
            values[*name as usize] = (den == 1).then_some(n)?;
        }
        let values = self.with_products(values)?;
        self.is_model(&values).then(|| Model::new(values))
    }

    /// An upper bound of a term.
    pub(super) fn maximum(&mut self, term: &Term) -> Option<i128> {
        if let Some(c) = term.as_constant() {
            return Some(c);
        }
        if self.contradictory || self.lost {
            return None;
        }
        match self.try_maximum(term) {
            Ok(bound) => bound,
            Err(_) => {
                self.lost = true;
                None
            }
        }
    }

    fn try_maximum(&mut self, term: &Term) -> Checked<Option<i128>> {
        let Linear { form, factor, constant } = self.linear(term)?;
        let Some(top) = self.top(&form, factor < 0)? else {
            return Ok(None);
        };
        Ok(some(factor.checked_abs()).ok().and_then(|f| mul(f, top)).and_then(|t| t.checked_add(constant)))
    }
}

/// A variable of the form that has a fractional value, and the value's floor.
fn fraction(tableau: &Tableau, form: &Form) -> Option<(Name, i128)> {
    let values = form.iter().map(|(name, _)| (*name, tableau.value(*name)));
    values.filter(|(_, (_, den))| *den != 1).map(|(name, (n, den))| (name, n.div_euclid(den))).next()
}

/// `term <= 0` as a bound on the term's form.
fn upper_goal(linear: Linear) -> Checked<Goal> {
    let size = some(linear.factor.checked_abs())?;
    Ok(Goal {
        form: linear.form,
        negative: linear.factor < 0,
        bound: floor_div(some(linear.constant.checked_neg())?, size),
    })
}
