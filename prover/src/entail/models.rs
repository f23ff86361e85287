//! Integer models of a prepared knowledge base. Each one answers many questions with "no".

use super::prepared::{Linear, MODELS, Model, Prepared, value_in};
use crate::algebra::exact::{ceil_div, mul};
use crate::algebra::{Rel, Term, Var};
use crate::linear::tableau::Name;
use std::collections::BTreeMap;
use std::rc::Rc;

impl Prepared {
    /// The known models, the latest first.
    pub(super) fn assignments(&self) -> Vec<BTreeMap<Var, i128>> {
        let value = |model: &Model, name: &Name| model.get(*name as usize).copied().unwrap_or(0);
        let of = |model: &Model| self.variables.iter().map(|(v, name)| (*v, value(model, name))).collect();
        self.models.iter().map(of).collect()
    }

    pub(super) fn remember_model(&mut self, model: Model) {
        if self.models.len() == MODELS {
            self.models.pop();
        }
        self.models.insert(0, model);
    }

    /// Remembers a model with these values, and those of the latest model for other variables, if that is a model.
    pub(super) fn learn(&mut self, values: &BTreeMap<Var, i128>) -> bool {
        let base = self.models.first().cloned().unwrap_or_default();
        let mut model = vec![0; self.tableau.names()];
        for (v, name) in &self.variables {
            model[*name as usize] = values.get(v).copied().unwrap_or_else(|| value_in(&base, *name));
        }
        let model = self.with_products(model).filter(|model| self.is_model(model));
        let found = model.is_some();
        model.into_iter().for_each(|model| self.remember_model(Rc::new(model)));
        found
    }

    /// Recomputes the products from their factors.
    pub(super) fn with_products(&self, mut values: Vec<i128>) -> Option<Vec<i128>> {
        for (name, monomial) in &self.products {
            values[*name as usize] = self.product(&values, monomial)?;
        }
        Some(values)
    }

    /// Whether all atoms hold.
    pub(super) fn is_model(&self, values: &[i128]) -> bool {
        let value_of = |term: &Term| {
            term.parts().iter().try_fold(0i128, |sum, (m, c)| sum.checked_add(mul(self.product(values, m)?, *c)?))
        };
        self.atoms.iter().all(|atom| match (value_of(&atom.term), atom.rel) {
            (None, _) => false,
            (Some(value), Rel::Eq) => value == 0,
            (Some(value), Rel::Ne) => value != 0,
            (Some(value), Rel::Le) => value <= 0,
        })
    }

    /// Keeps the models that satisfy a new atom. A model without a value for one of its variables gets a suitable
    /// value.
    pub(super) fn extend_models(&mut self, linear: &Linear, rel: Rel) {
        self.models.retain_mut(|model| complete(model, linear, rel).is_some());
    }
}

/// Makes `factor * form + constant rel 0` true by choosing the last unknown value; `None` if that is impossible.
fn complete(model: &mut Model, linear: &Linear, rel: Rel) -> Option<()> {
    let unknown = linear.form.iter().filter(|(n, _)| *n as usize >= model.len()).max_by_key(|(n, _)| *n).copied();
    let value = mul(linear.factor, Prepared::evaluate(model, &linear.form)?)?.checked_add(linear.constant)?;
    let holds = match rel {
        Rel::Eq => value == 0,
        Rel::Ne => value != 0,
        Rel::Le => value <= 0,
    };
    let Some((name, c)) = unknown else {
        return holds.then_some(());
    };
    let choice = if holds {
        0
    } else {
        let k = mul(linear.factor, c)?;
        let size = k.checked_abs()?;
        let quotient = match rel {
            Rel::Eq if value % size != 0 => return None,
            Rel::Eq => value / size,
            Rel::Ne => 1,
            Rel::Le => ceil_div(value, size)?,
        };
        if k > 0 { quotient.checked_neg()? } else { quotient }
    };
    let values = Rc::make_mut(model);
    values.resize(name as usize, 0);
    values.push(choice);
    Some(())
}
