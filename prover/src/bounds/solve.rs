//! Coefficients of the potentials of one component, as the cheapest solution of all obligations: counterexamples are
//! added until there are none.

use super::potential::Product;
use super::region::{Cut, Region};
use crate::algebra::exact::gcd;
use crate::linear::{Cuts, Vector};

/// Rounds of counterexamples, at most.
const ROUNDS: usize = 150;

/// How a search ended.
pub(super) enum Solved {
    Found(Vector),
    /// No coefficients meet all obligations.
    None,
    /// A number became too large, or a limit was reached.
    TooHard,
}

/// What is left of the work that the search may do, in visited cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget(pub u64);

impl Budget {
    fn spend(&mut self, cells: usize) -> Option<()> {
        self.0 = self.0.checked_sub(cells as u64 + 50)?;
        Some(())
    }
}

/// The cheapest coefficients for which all regions hold; those of `zero` are 0.
pub(super) fn solve(costs: &[i128], regions: &mut [Region], zero: &[usize], budget: &mut Budget) -> Solved {
    match search(costs, regions, zero, budget) {
        Some(Some(found)) => Solved::Found(found),
        Some(None) => Solved::None,
        None => Solved::TooHard,
    }
}

/// Coefficients cost more the more factors their products have, and the longer these are.
pub(super) fn cost(product: &Product) -> i128 {
    let summands: usize = product.iter().map(|atom| atom.parts().len()).sum();
    let of_factors = match product.len() {
        0 => 1,
        1 => 8,
        2 => 200,
        _ => 4000,
    };
    of_factors + summands as i128
}

fn search(costs: &[i128], regions: &mut [Region], zero: &[usize], budget: &mut Budget) -> Option<Option<Vector>> {
    let count = costs.len();
    let mut cuts = Cuts::non_negative(costs);
    for unknown in zero {
        let mut row = vec![0; count];
        row[*unknown] = -1;
        cuts.add(&row, 0)?;
    }
    for _ in 0..ROUNDS {
        budget.spend(2 * count * (cuts.count() + 1))?;
        if !cuts.solve()? {
            return Some(None);
        }
        let found = cuts.solution()?;
        let mut fine = true;
        for region in regions.iter_mut() {
            budget.spend(region.size())?;
            if let Some(cut) = region.cut(&found.num, found.den)? {
                add(&mut cuts, count, &cut)?;
                fine = false;
            }
        }
        if fine {
            return Some(Some(found));
        }
    }
    None
}

fn add(cuts: &mut Cuts, count: usize, cut: &Cut) -> Option<()> {
    let common = cut.coefficients.iter().fold(cut.least, |g, (_, c)| gcd(g, *c)).max(1);
    let mut row = vec![0; count];
    for (unknown, c) in &cut.coefficients {
        row[*unknown] = c / common;
    }
    cuts.add(&row, cut.least / common)
}
