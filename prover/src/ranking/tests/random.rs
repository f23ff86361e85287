//! Random systems: whatever is found must pass the brute-force judge, and the search must end.

use super::brute::judge;
use super::run;
use crate::algebra::{Atom, Term, Var};
use crate::its::{Edge, EdgeId, Node, NodeId, System};

/// A small linear congruential generator: the same systems on every machine.
pub(super) struct Dice(pub u64);

impl Dice {
    /// A number in `0..n`.
    pub(super) fn roll(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    fn small(&mut self) -> i128 {
        self.roll(5) as i128 - 2
    }

    fn affine(&mut self, vars: &[Var]) -> Term {
        let mut t = Term::constant(self.small());
        for v in vars {
            if self.roll(2) == 0 {
                t = t.add_scaled(&Term::var(*v), self.small()).unwrap();
            }
        }
        t
    }
}

/// A system with few variables and mostly decreasing updates, so that some of them terminate.
pub(super) fn system(dice: &mut Dice) -> System {
    let count = 1 + dice.roll(2) as usize;
    let width = 1 + dice.roll(2) as u32;
    let vars: Vec<Var> = (0..width).collect();
    let local = width; // one path-local variable
    let nodes = (0..count).map(|id| Node { id: NodeId(id), vars: vars.clone() }).collect();
    let mut edges = Vec::new();
    for id in 0..1 + dice.roll(4) as usize {
        let with_local: Vec<Var> = (0..=local).collect();
        let facts = (0..1 + dice.roll(3))
            .map(|_| {
                let t = dice.affine(&with_local);
                match dice.roll(6) {
                    0 => Atom::new(crate::algebra::Rel::Eq, t),
                    1 => Atom::new(crate::algebra::Rel::Ne, t),
                    _ => Atom::new(crate::algebra::Rel::Le, t),
                }
            })
            .collect();
        let target = vars
            .iter()
            .filter_map(|v| {
                Some(match dice.roll(8) {
                    0 => return None,
                    1 => (*v, dice.affine(&with_local)),
                    2 | 3 => (*v, Term::var(*v)),
                    4 => (*v, Term::var(*v).plus(1).unwrap()),
                    _ => (*v, Term::var(*v).plus(-1).unwrap()),
                })
            })
            .collect();
        edges.push(Edge {
            id: EdgeId(id),
            from: NodeId(dice.roll(count as u64) as usize),
            to: NodeId(dice.roll(count as u64) as usize),
            facts,
            target,
        });
    }
    System { nodes, edges }
}

#[test]
fn random_systems() {
    let mut dice = Dice(7);
    let (mut proved, mut cyclic) = (0, 0);
    for _ in 0..1500 {
        let s = system(&mut dice);
        let r = run(&s);
        if r.unranked.is_empty() {
            judge(&s, &r, 4);
            proved += 1;
            cyclic += usize::from(!r.rounds.is_empty());
        }
    }
    assert!(proved > 100 && cyclic > 50, "{proved} {cyclic}");
}
