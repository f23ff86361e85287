//! Laws of the tiers: what the native one says, the solver says too; and both forget what is undone.

use certificates::{Rel, Witness};
use checker::answer::verdict::How;
#[cfg(feature = "solver")]
use checker::decide::cross_check::Answer;
use checker::decide::entail::{Decision, Knowledge};
use checker::decide::native::Native;
#[cfg(feature = "solver")]
use checker::decide::solver::Solver;
use checker::decide::term::{Atom, Mono, Poly};

struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> i128 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        i128::from(self.0 % limit)
    }

    fn poly(&mut self) -> Poly {
        let mut poly = Poly::constant(self.below(9) - 4);
        for _ in 0..=self.below(3) {
            let (v, w) = (self.below(5) as u32, self.below(5) as u32);
            let product = Mono::Product([v.min(w), v.max(w)].into());
            let mono = if self.below(10) == 0 { product } else { Mono::Var(v) };
            let term = Poly { constant: 0, terms: vec![(mono, 1)] };
            poly = poly.combine(1, &term, self.below(5) - 2).unwrap();
        }
        poly
    }

    fn atom(&mut self) -> Atom {
        let rel = [Rel::Le, Rel::Le, Rel::Le, Rel::Eq, Rel::Ne][self.below(5) as usize];
        Atom { rel, poly: self.poly() }
    }
}

#[test]
#[cfg(feature = "solver")]
fn native_never_says_more_than_the_solver() {
    let mut random = Random(7);
    let mut solver = Solver::default();
    let mut agreed = 0;
    for _ in 0..1500 {
        let mut native = Native::default();
        let facts: Vec<Atom> = (0..random.below(8)).map(|_| random.atom()).collect();
        facts.iter().for_each(|fact| native.add(fact));
        for _ in 0..6 {
            let goal = random.atom();
            if native.follows(&goal) {
                agreed += 1;
                let answer = solver.follows(&facts, &[], &goal);
                assert_eq!(answer, Answer::Follows, "{facts:?} |= {goal}");
                solver.shrink(0);
            }
        }
        solver.shrink(0);
    }
    assert!(agreed > 300, "{agreed}");
}

/// After undoing, the knowledge answers as if the facts had never been there.
#[test]
fn undoing() {
    let mut random = Random(11);
    let holds =
        |knowledge: &mut Knowledge, goal: &Atom| matches!(knowledge.decide(goal, &Witness::Solver), Decision::Holds(_));
    for _ in 0..150 {
        let base: Vec<Atom> = (0..random.below(5)).map(|_| random.atom()).collect();
        let more: Vec<Atom> = (0..4).map(|_| random.atom()).collect();
        let goals: Vec<Atom> = (0..4).map(|_| random.atom()).collect();
        let (mut kept, mut plain) = (Knowledge::default(), Knowledge::default());
        for fact in &base {
            kept.add(fact.clone()).unwrap();
            plain.add(fact.clone()).unwrap();
        }
        let mark = kept.mark();
        for round in 0..3 {
            for fact in &more[round..] {
                kept.add(fact.clone()).unwrap();
                holds(&mut kept, &goals[round]);
                kept.mark();
            }
            kept.undo(mark);
            for goal in &goals {
                assert_eq!(holds(&mut kept, goal), holds(&mut plain, goal), "{base:?} |= {goal}");
            }
        }
    }
}

/// Typical obligations are decided without the solver.
#[test]
fn easy_obligations_need_no_solver() {
    use crate::language::{atom, term};
    let facts = [
        "1 <= v0",
        "v0 + v1 <= 18446744073709551615",
        "0 <= v1",
        "v2 = v0 + v3",
        "0 <= v3",
        "v3 + 4 <= v1",
        "v4 <= v3",
        "0 <= v4",
        "v5 != v4",
        "v5 <= v4",
        "8*v6 <= 8*v4 + 7",
        "v7 = 3",
        "v8 <= v9",
        "v9 <= v10",
        "v10 <= 100",
    ];
    let goals = [
        "0 <= v2 - v0",
        "v2 - v0 + 4 <= v1",
        "1 <= v2",
        "v2 + 3 <= 18446744073709551615",
        "v5 + 1 <= v4",
        "v6 <= v4",
        "v7*v7 = 9",
        "v8 <= 100",
        "v8 <= 2147483647",
        "v2 = v3 + v0",
        "v4 + 4 <= v1",
        "v8 != 101",
        "0 <= 2*v4 + 3*v3",
    ];
    assert_eq!(term("v0 - v0"), term("0"));
    let mut knowledge = Knowledge::default();
    for fact in facts {
        knowledge.add(Atom::read(&atom(fact), 99).unwrap()).unwrap();
    }
    for goal in goals {
        let outcome = knowledge.decide(&Atom::read(&atom(goal), 99).unwrap(), &Witness::Solver);
        assert_eq!(outcome, Decision::Holds(How::Native), "{goal}");
    }
}

/// Facts in the language of the tests.
fn known(facts: &[String]) -> Native {
    let mut native = Native::default();
    facts.iter().for_each(|fact| native.add(&read(fact)));
    native
}

fn read(text: &str) -> Atom {
    Atom::read(&crate::language::atom(text), 100).expect("a canonical term")
}

/// Two old facts suffice, while the newest lead from each variable to all others.
#[test]
fn few_facts_are_combined_before_many() {
    let mut facts = vec!["v0 <= 20".to_owned(), "0 <= v1".to_owned()];
    let pairs = (0..12).flat_map(|a| (0..12).map(move |b| (a, b))).filter(|(a, b)| a != b);
    facts.extend(pairs.map(|(a, b)| format!("v{a} <= v{b} + 100")));
    let native = known(&facts);
    assert!(native.follows(&read("v0 <= v1 + 20")));
    assert!(!native.follows(&read("v0 <= v1 + 19")));
}

/// A counter that many calls have increased: each fact has one successor.
#[test]
fn long_chains_are_followed() {
    let mut facts: Vec<String> = (1..25).map(|v| format!("v{v} <= v{} + 6", v - 1)).collect();
    // The counter never falls, which leads back and forth.
    facts.extend((1..25).map(|v| format!("v{} + 1 <= v{v}", v - 1)));
    facts.push("v0 <= 5".to_owned());
    let native = known(&facts);
    assert!(native.follows(&read("v24 <= 149")));
    assert!(!native.follows(&read("v24 <= 148")));
}

#[test]
fn a_value_that_is_excluded_is_no_bound() {
    let facts = ["v0 <= v1".to_owned(), "v1 <= 4".to_owned(), "v0 != 4".to_owned()];
    let native = known(&facts);
    assert!(native.follows(&read("v0 <= 3")));
    assert!(!native.follows(&read("v0 <= 2")));
    assert!(!native.follows(&read("v1 <= 3")));
    assert!(!known(&facts[..2]).follows(&read("v0 <= 3")));
}
