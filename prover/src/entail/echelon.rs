//! Equalities of a knowledge base in echelon form, each with the combination of atoms that it is.

use crate::algebra::exact::{gcd, mul};
use crate::algebra::{Atom, Monomial, Term};
use std::rc::Rc;

/// Multipliers of atoms by place.
pub(super) type Multipliers = Vec<(u32, i128)>;

/// The equalities of a knowledge base in echelon form, each with its combination of atoms.
#[derive(Clone, Default)]
pub(super) struct Echelon {
    pub rows: Rc<Vec<EchelonRow>>,
    /// Number of equalities taken in.
    done: usize,
}

#[derive(Clone)]
pub(super) struct EchelonRow {
    pub pivot: Monomial,
    pub term: Term,
    pub combination: Multipliers,
}

impl Echelon {
    /// Takes in the equalities (places in `atoms`) that it has not yet; `None` on overflow.
    pub(super) fn extend(&mut self, atoms: &[Atom], equalities: &[u32]) -> Option<()> {
        while self.done < equalities.len() {
            let place = equalities[self.done];
            let mut term = atoms[place as usize].term.clone();
            let mut combination = vec![(place, 1)];
            for row in self.rows.iter() {
                let c = term.coefficient(&row.pivot);
                if c == 0 {
                    continue;
                }
                let p = row.term.coefficient(&row.pivot);
                let g = gcd(c, p);
                let (m, h) = (p / g, c / g);
                term = term.scale(m).ok()?.add_scaled(&row.term, h.checked_neg()?).ok()?;
                for (_, f) in &mut combination {
                    *f = mul(*f, m)?;
                }
                for (atom, f) in &row.combination {
                    let f = mul(*f, h)?.checked_neg()?;
                    match combination.iter_mut().find(|x| x.0 == *atom) {
                        Some(x) => x.1 = x.1.checked_add(f)?,
                        None => combination.push((*atom, f)),
                    }
                }
            }
            // The last linear monomial: newest variables are expressed by older ones.
            let pivot = term.parts().iter().rev().find(|(m, _)| !m.is_empty());
            if let Some((pivot, _)) = pivot {
                let pivot = pivot.clone();
                Rc::make_mut(&mut self.rows).push(EchelonRow { pivot, term, combination });
            }
            self.done += 1;
        }
        Some(())
    }
}
