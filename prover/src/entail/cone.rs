//! Cone of influence: the atoms that are connected with a goal by shared variables.

use crate::algebra::{Atom, Term, Var};

/// Positions of the atoms that are connected with the variables of a term, ascending. The other atoms share no variable
/// with these, so they matter only if they contradict each other.
pub(super) fn cone(kb: &[Atom], term: &Term) -> Vec<usize> {
    let mut reached = Set::default();
    for v in term.vars() {
        reached.insert(v);
    }
    let mut inside = vec![false; kb.len()];
    let mut grown = true;
    while grown {
        grown = false;
        for (i, atom) in kb.iter().enumerate() {
            if !inside[i] && atom.term.vars().any(|v| reached.contains(v)) {
                inside[i] = true;
                for v in atom.term.vars() {
                    grown |= reached.insert(v);
                }
            }
        }
    }
    (0..kb.len()).filter(|i| inside[*i]).collect()
}

/// Atoms with more variables do not lead to further ones.
const SHORT: usize = 3;

/// Positions of the atoms that say most about the variables of a term, ascending: those about these variables, and
/// those about the variables that short atoms relate to them.
pub(super) fn near(kb: &[Atom], term: &Term) -> Vec<usize> {
    let (mut about, mut beside) = (Set::default(), Set::default());
    for v in term.vars() {
        about.insert(v);
        beside.insert(v);
    }
    for atom in kb {
        if atom.term.vars().nth(SHORT).is_none() && atom.term.vars().any(|v| about.contains(v)) {
            for v in atom.term.vars() {
                beside.insert(v);
            }
        }
    }
    (0..kb.len()).filter(|i| kb[*i].term.vars().all(|v| beside.contains(v))).collect()
}

/// A set of small numbers.
#[derive(Default)]
struct Set {
    words: Vec<u64>,
}

impl Set {
    fn insert(&mut self, v: Var) -> bool {
        let (word, bit) = (v as usize / 64, 1u64 << (v % 64));
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    fn contains(&self, v: Var) -> bool {
        self.words.get(v as usize / 64).is_some_and(|w| w & (1 << (v % 64)) != 0)
    }
}
