//! What the prover takes for true of random states (`prover/src/laws`), handed to the checker: whatever covers for the
//! prover covers for the checker, and folding and unfolding make the same state for both.

use certificates::{Int, Monomial, Term};
use checker::Verdict;
use checker::decide::entail::Solvers;
use prover::laws::Laws;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use tests::fuzz::judge;
use tests::interpreter::Inputs;

/// So many states are tried, or fewer on a slow machine; `LAWS=5000` tries more, without a limit of time.
const STATES: usize = 250;
const TIME: Duration = Duration::from_secs(12);
/// The sorts of claims that are made.
const LAWS: usize = 12;

/// Bytes that choose states.
fn bytes(random: &mut Inputs) -> Vec<u8> {
    (0..random.below(240)).map(|_| random.below(256) as u8).collect()
}

#[test]
fn the_checker_agrees() {
    let more: Option<usize> = std::env::var("LAWS").ok().and_then(|text| text.parse().ok());
    let (laws, start) = (Laws::new(), Instant::now());
    let mut random = Inputs::seeded(1);
    let mut agreed: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..more.unwrap_or(STATES) {
        for claim in laws.tried(&bytes(&mut random)).claims {
            let law = claim.about.lines().next().unwrap_or_default().to_owned();
            match judge(claim.certificate, Solvers::One) {
                Verdict::Valid(_) => *agreed.entry(law).or_default() += 1,
                Verdict::Invalid(reason) | Verdict::Undecided(reason) => panic!("{reason}\n{}", claim.about),
                Verdict::BadInput(message) => panic!("{message}\n{}", claim.about),
            }
        }
        if more.is_none() && start.elapsed() > TIME {
            break;
        }
    }
    println!("{agreed:#?} in {:.1} s", start.elapsed().as_secs_f64());
    assert_eq!(agreed.len(), LAWS, "some laws are not tried: {agreed:#?}");
}

/// A description that says one more of a register than is true is refused: the certificates do say what they should.
#[test]
fn false_claims_are_refused() {
    let (laws, mut random, mut refused) = (Laws::new(), Inputs::seeded(2), 0);
    for _ in 0..60 {
        // What is unfolded may be a cell that cannot be: then everything follows.
        let claims = laws.tried(&bytes(&mut random)).claims.into_iter();
        for mut claim in claims.filter(|claim| claim.about.starts_with("a state covers")) {
            let description = claim.certificate.nodes.last_mut().expect("a description");
            let Some(binding) = description.state.bindings.first_mut() else { continue };
            binding.value = plus_one(&binding.value);
            let verdict = judge(claim.certificate, Solvers::One);
            assert!(matches!(verdict, Verdict::Invalid(_)), "{verdict:?}\n{}", claim.about);
            refused += 1;
        }
    }
    assert!(refused > 30, "{refused}");
}

fn plus_one(term: &Term) -> Term {
    let mut parts = term.0.to_vec();
    match parts.first_mut() {
        Some((monomial, Int(constant))) if monomial.0.is_empty() => *constant += 1,
        _ => parts.insert(0, (Monomial(Vec::new()), Int(1))),
    }
    parts.retain(|(_, factor)| factor.0 != 0);
    Term::from(parts)
}
