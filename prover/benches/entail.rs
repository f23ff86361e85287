//! Speed of the entailment engine on knowledge bases like those of symbolic execution:
//! `cargo bench -p prover --bench entail`.

use prover::algebra::{Atom, Rel, Term};
use prover::entail::{Engine, QueryLimits};
use std::hint::black_box;
use std::time::Instant;

fn v(i: u32) -> Term {
    Term::var(i)
}

fn c(value: i128) -> Term {
    Term::constant(value)
}

fn le(a: &Term, b: &Term) -> Atom {
    Atom::le(a, b).ok().unwrap_or(Atom::new(Rel::Le, Term::zero()))
}

fn eq(a: &Term, b: &Term) -> Atom {
    Atom::eq(a, b).ok().unwrap_or(Atom::new(Rel::Eq, Term::zero()))
}

fn scaled(a: &Term, by: i128) -> Term {
    a.scale(by).ok().unwrap_or_default()
}

/// `arrays` arrays of n ints with an index, a cursor and a 32-bit value each.
fn knowledge(arrays: u32) -> Vec<Atom> {
    let n = v(0);
    let top = c((1 << 31) - 1);
    let mut kb = vec![le(&c(1), &n), le(&n, &top)];
    for a in 0..arrays {
        let [base, size, i, offset, value] = [1, 2, 3, 4, 5].map(|k| v(5 * a + k));
        let end = base.add(&size).ok().unwrap_or_default();
        kb.push(le(&c(1), &base));
        kb.push(le(&end, &c(u64::MAX as i128)));
        kb.push(eq(&size, &scaled(&n, 4)));
        kb.push(le(&c(0), &i));
        kb.push(le(&i.plus(1).ok().unwrap_or_default(), &n));
        kb.push(eq(&offset, &scaled(&i, 4)));
        kb.push(le(&c(-(1 << 31)), &value));
        kb.push(le(&value, &top));
        kb.push(Atom::new(Rel::Ne, value.clone()));
    }
    kb
}

/// What an access, a branch and an addition ask.
fn goals(arrays: u32) -> Vec<Atom> {
    let mut goals = Vec::new();
    for a in 0..arrays {
        let [base, size, i, offset, value] = [1, 2, 3, 4, 5].map(|k| v(5 * a + k));
        let end = offset.plus(4).ok().unwrap_or_default();
        goals.push(le(&c(0), &offset));
        goals.push(le(&end, &size));
        goals.push(le(&end, &offset));
        goals.push(le(&i.plus(1).ok().unwrap_or_default(), &c((1 << 31) - 1)));
        goals.push(Atom::new(Rel::Eq, value.clone()));
        goals.push(le(&value, &i));
        goals.push(le(&base.add(&offset).ok().unwrap_or_default(), &c(u64::MAX as i128 - 4)));
        goals.push(Atom::new(Rel::Ne, base));
    }
    goals
}

fn report(what: &str, count: usize, start: Instant) {
    let each = start.elapsed().as_nanos() as f64 / count.max(1) as f64 / 1000.0;
    println!("{what:<44} {count:>6} x {each:>8.2} us");
}

fn main() {
    for arrays in [2, 5, 15] {
        let kb = knowledge(arrays);
        let goals = goals(arrays);
        println!("{} atoms", kb.len());
        let rounds = 200;
        let start = Instant::now();
        for _ in 0..rounds {
            let mut engine = Engine::new(QueryLimits::default());
            black_box(engine.consistent(&kb));
        }
        report("prepare from nothing", rounds, start);

        let start = Instant::now();
        for _ in 0..rounds {
            let mut engine = Engine::new(QueryLimits::default());
            for n in 0..=kb.len() {
                black_box(engine.consistent(&kb[..n]));
            }
        }
        report("extend by one atom", rounds * kb.len(), start);

        let (mut fresh, mut again, mut certify) = (0, 0, 0);
        for _ in 0..rounds {
            let mut engine = Engine::new(QueryLimits::default());
            engine.consistent(&kb);
            let mut time = |sum: &mut u128, certify: bool| {
                let start = Instant::now();
                for goal in &goals {
                    if certify {
                        black_box(engine.certify(&kb, goal));
                    } else {
                        black_box(engine.entails(&kb, goal));
                    }
                }
                *sum += start.elapsed().as_nanos();
            };
            time(&mut fresh, false);
            time(&mut again, false);
            time(&mut certify, true);
        }
        let count = rounds * goals.len();
        for (what, sum) in [("query", fresh), ("query again", again), ("certify", certify)] {
            let each = sum as f64 / count as f64 / 1000.0;
            println!("{what:<44} {count:>6} x {each:>8.2} us");
        }
    }
}
