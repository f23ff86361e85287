//! Bounds against a second reading: no run that the concrete interpreter counts costs more than a bound that the checker
//! accepts, however the potentials were changed.
//!
//! ```text
//! MUTANTS=2000 cargo test -p tests --test bounds                     the long form
//! CERTIFICATES=FOLDER cargo test -p tests --test bounds others       certificates that lie there (FILE.cert), too
//! ```
//!
//! The last one prints how far bounds lie above the costs that runs have.

// The programs and the language of the checker's own tests; what only they use is unused here.
#[allow(dead_code, unused_imports, unreachable_pub, reason = "the checker uses the rest")]
#[path = "../../checker/tests/rules/costly.rs"]
mod costly;
#[allow(dead_code, unused_imports, unreachable_pub, reason = "the checker uses the rest")]
#[path = "../../checker/tests/rules/language/mod.rs"]
mod language;

use certificates::{Bound, Case, Certificate, Int, Monomial, Resource, Term};
use checker::{Expectation, Verdict, check_decoded};
use prover::contract::{Base, Evaluation, Parameter};
use prover::program::Program;
use std::collections::BTreeMap;
use tests::costs::{Counter, value};
use tests::effort;
use tests::interpreter::{Inputs, Mode, Outcome, RunLimits, parse, run_module};

/// Texts that a mutant may claim in the place of its own.
const TEXTS: [&str; 14] = [
    "0",
    "1",
    "n",
    "2*n",
    "3*n + 1",
    "max(0, n - 1)",
    "max(0, n - 2) + 1",
    "n + 3",
    "5*n + 4",
    "5*n + 5",
    "6*n + 2",
    "6*n + 3",
    "n*n",
    "n + max(0, n / 2)",
];

/// Programs with bounds, and the names of their parameters.
fn sources() -> Vec<(Certificate, &'static [&'static str])> {
    let counted = [
        "bound iterations <= n\npotential 0: [v0]\npotential 1: [v0 - v1]",
        "bound iterations <= n\nscaled 2\npotential 0: [v0]*2\npotential 1: [v0 - v1]*2",
        "bound instructions <= 5*n + 5\npotential 0: [v0]*5 + 5\npotential 1: [v0 - v1]*5 + 3",
        "bound loop f:loop <= n + 3\npotential 0: [v0] + 1\npotential 1: [v0 - v1]",
        "bound iterations <= n\npotential 0: [v0]\npotential 1: [v0 - v1]\n\
         because back: positive v0 - v1 by 1: 1#3; positive v0 - v1 - 1 by 1: 1#3; leaf by 1:",
    ];
    let recursive = [
        "bound iterations <= n\npotential 0: [v0]",
        "bound iterations <= n + 3\npotential 0: [v0] + 3\npotential 1: 3",
        "bound instructions <= 6*n + 3\npotential 0: [v0]*6 + 3",
        "bound instructions <= 7*n + 4\npotential 0: [v0]*7 + 4\npotential 1: 1",
        "bound calls g <= n\npotential 0: [v0]",
    ];
    let nested = [
        "bound iterations <= n + n * m\npotential 0: [v0] + [v0][v1]\npotential 1: [v0 - v2] + [v0 - v2][v1]\n\
         potential 2: [v0 - v2 - 1] + [v0 - v2 - 1][v1] + [v1 - v3] + 1",
        "bound loop f:inner <= n * m\npotential 0: [v0][v1]\npotential 1: [v0 - v2][v1]\n\
         potential 2: [v0 - v2 - 1][v1] + [v1 - v3]",
    ];
    let of = |certificate: Certificate, names: &'static [&'static str]| (certificate, names);
    let counted = counted.into_iter().map(|text| of(costly::counter(text), &["n"]));
    let recursive = recursive.into_iter().map(|text| of(costly::recursive(text), &["n"]));
    counted.chain(recursive).chain(nested.into_iter().map(|text| of(costly::nested(text), &["n", "m"]))).collect()
}

/// Names, widths and signs of the parameters; `None` if one is no integer. Without a contract there are none.
fn parameters(certificate: &Certificate) -> Option<Vec<(String, u32, bool)>> {
    let Some(text) = &certificate.claim.precondition else { return Some(Vec::new()) };
    let contract = prover::contract::parse(text).ok()?;
    let integer = |parameter: &Parameter| {
        let (bits, signed) = match parameter.ty.base {
            Base::Fixed { bits, signed } => (bits, signed),
            Base::Word { signed } => (64, signed),
            _ => return None,
        };
        (parameter.ty.stars == 0).then(|| (parameter.name.clone(), bits, signed))
    };
    contract.parameters.iter().map(integer).collect()
}

/// Whether the contract holds of these parameters, as far as it can be told.
fn satisfied(text: &str, values: &[(&str, i128)]) -> bool {
    let Ok(contract) = prover::contract::parse(text) else { return false };
    let values = values.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
    let evaluation = Evaluation {
        program: &Program { pointer_bits: 64, ..Program::default() },
        parameters: &contract.parameters,
        clause: &contract.clause,
        values: &values,
        memory: Some(&[]),
        outside: Default::default(),
    };
    evaluation.holds() == Some(true)
}

/// Costs of runs beside bounds.
#[derive(Default)]
struct Compared {
    costs: u64,
    /// For each bound of the certificate the run that costs most, with what the bound says of it.
    greatest: BTreeMap<usize, (i128, i128)>,
}

impl Compared {
    fn add(&mut self, bound: usize, cost: i128, most: i128) {
        self.costs += 1;
        let greatest = self.greatest.entry(bound).or_insert((cost, most));
        if cost > greatest.0 {
            *greatest = (cost, most);
        }
    }
}

/// How far a bound lies above the costs that runs have: the quotients for the runs that cost most, in ascending order.
fn spread(quotients: &mut [f64]) -> String {
    quotients.sort_by(f64::total_cmp);
    let at = |share: usize| quotients.get((quotients.len() * share / 10).min(quotients.len().saturating_sub(1)));
    let told = |share| at(share).map_or("none".to_owned(), |quotient| format!("{quotient:.2}"));
    format!("{} bounds, bound / cost: median {}, nine in ten at most {}", quotients.len(), told(5), told(9))
}

/// A run of a certificate's entry that costs more than a bound says.
fn outdone(certificate: &Certificate, random: &mut Inputs, compared: &mut Compared) -> Option<String> {
    let (module, parameters) = (parse(&certificate.module).ok()?, parameters(certificate)?);
    for seed in 0..effort::number("RUNS", 20, 200) {
        let value = |signed: bool, random: &mut Inputs| {
            let small =
                [random.below(4), random.below(12), random.below(60), random.below(2000)][random.below(4) as usize];
            if signed && random.below(5) == 0 { -i128::from(small) } else { i128::from(small) }
        };
        let values: Vec<i128> = parameters.iter().map(|(_, _, signed)| value(*signed, random)).collect();
        let named: Vec<(&str, i128)> =
            parameters.iter().zip(&values).map(|((name, ..), value)| (name.as_str(), *value)).collect();
        if certificate.claim.precondition.as_ref().is_some_and(|text| !satisfied(text, &named)) {
            continue;
        }
        let mut counter = Counter::new(&module);
        let mut inputs = Inputs::given(&values.iter().map(|value| *value as u64).collect::<Vec<_>>(), seed);
        let mode = match certificate.claim.overflow {
            certificates::Overflow::Error => Mode::Error,
            certificates::Overflow::Wrap => Mode::Wrap,
            certificates::Overflow::Ideal => Mode::Ideal,
        };
        let entry = &certificate.claim.entry;
        let limits = RunLimits { steps: 200_000, ..RunLimits::default() };
        let outcome = run_module(&module, entry, &mut inputs, mode, limits, Some(&mut counter));
        // A run in which something overflows is none of the claim.
        if outcome == Outcome::Overflowed {
            continue;
        }
        for (number, bound) in certificate.bounds.iter().enumerate() {
            let (Some(cost), Some(most)) = (counter.cost(&bound.resource), tests::costs::value(&bound.most, &named))
            else {
                continue;
            };
            compared.add(number, i128::from(cost) * bound.factor.0, most);
            if i128::from(cost) * bound.factor.0 > most {
                return Some(format!("{} costs {cost} of {named:?} ({outcome:?})", bound.limit()));
            }
        }
    }
    None
}

fn is_valid(certificate: &Certificate) -> bool {
    let expected = Expectation { allow_vacuous: true, ..Expectation::of(&certificate.claim) };
    matches!(check_decoded(&certificate.module, certificate, 0, &expected), Verdict::Valid(_))
}

/// A call that costs more than a bound says.
fn exceeded(certificate: &Certificate, names: &[&str], random: &mut Inputs) -> Option<String> {
    let module = parse(&certificate.module).expect("a module");
    for _ in 0..8 {
        // The contracts ask for less than 1000, or for nothing; a negative number is one that is signed.
        let signed = names.len() > 1;
        let bits = names.iter().map(|_| [0, 1, 2, random.below(12), random.below(40)][random.below(5) as usize]);
        let bits: Vec<u64> = bits.collect();
        let bits: Vec<u64> = match signed && random.below(6) == 0 {
            true => bits.iter().map(|bits| bits.wrapping_neg()).collect(),
            false => bits,
        };
        let mut counter = Counter::new(&module);
        let mut inputs = Inputs::given(&bits, 1);
        run_module(
            &module,
            &certificate.claim.entry,
            &mut inputs,
            Mode::Error,
            RunLimits::default(),
            Some(&mut counter),
        );
        let values: Vec<(&str, i128)> =
            names.iter().copied().zip(bits.iter().map(|bits| i128::from(*bits as i64))).collect();
        for bound in &certificate.bounds {
            let (Some(cost), Some(most)) = (counter.cost(&bound.resource), value(&bound.most, &values)) else {
                continue;
            };
            if i128::from(cost) * bound.factor.0 > most {
                return Some(format!("{} costs {cost} of {values:?}", bound.limit()));
            }
        }
    }
    None
}

/// Changes one thing about a bound.
fn change(bound: &mut Bound, random: &mut Inputs) {
    let node = random.below(bound.potentials.len() as u64) as usize;
    let products = &mut bound.potentials[node].0;
    let place = random.below(products.len() as u64) as usize;
    match random.below(10) {
        0 | 1 if !products.is_empty() => {
            products[place].coefficient = Int(products[place].coefficient.0 + [-1, 1, 2, -2][random.below(4) as usize]);
        }
        2 | 3 if products.get(place).is_some_and(|product| !product.atoms.is_empty()) => {
            let atoms = &mut products[place].atoms;
            let atom = random.below(atoms.len() as u64) as usize;
            let mut summands = atoms[atom].0.to_vec();
            let by = Int([-2, -1, 1, 2][random.below(4) as usize]);
            match summands.first_mut().filter(|(monomial, _)| monomial.0.is_empty()) {
                Some((_, constant)) => constant.0 += by.0,
                None => summands.insert(0, (Monomial(Vec::new()), by)),
            }
            summands.retain(|(_, coefficient)| coefficient.0 != 0);
            atoms[atom] = Term::from(summands);
        }
        4 if !products.is_empty() => drop(products.remove(place)),
        5 if !products.is_empty() => products.push(products[place].clone()),
        6 => bound.most = TEXTS[random.below(TEXTS.len() as u64) as usize].to_owned(),
        7 => bound.scale = Int(1 + i128::from(random.below(3))),
        8 => bound.factor = Int(1 + i128::from(random.below(3))),
        _ => {
            let all = [Resource::Iterations, Resource::Instructions, Resource::Calls("g".into()), Resource::Heap];
            bound.resource = all[random.below(4) as usize].clone();
        }
    }
    // Otherwise most mutants have analyses that are not about them.
    if random.below(8) > 0 {
        bound.steps.clear();
    } else if let Some((_, analysis)) = bound.steps.first_mut() {
        let case = random.below(analysis.len() as u64) as usize;
        analysis[case] = Case::Leaf(None);
    }
}

#[test]
fn the_sources_are_valid_and_tight() {
    let mut random = Inputs::seeded(5);
    for (certificate, names) in sources() {
        assert!(is_valid(&certificate), "{}", certificate.bounds[0].limit());
        assert_eq!(exceeded(&certificate, names, &mut random), None);
        // With a bound that is too small by one, some run exceeds it: the counter counts.
        let mut less = certificate.clone();
        less.bounds[0].most = "0".to_owned();
        assert!(!is_valid(&less));
        assert!(exceeded(&less, names, &mut random).is_some(), "{}", certificate.bounds[0].limit());
    }
}

#[test]
fn no_mutant_that_is_valid_is_exceeded() {
    let sources = sources();
    let (mut valid, mut exceeding) = (0, 0);
    let count = effort::number("MUTANTS", 240, 20_000);
    for seed in effort::seeds(count) {
        let mut random = Inputs::seeded(seed);
        let (source, names) = &sources[random.below(sources.len() as u64) as usize];
        let mut mutant = source.clone();
        for _ in 0..1 + random.below(3) {
            change(&mut mutant.bounds[0], &mut random);
        }
        let refuted = exceeded(&mutant, names, &mut random);
        exceeding += u64::from(refuted.is_some());
        if is_valid(&mutant) {
            valid += 1;
            assert_eq!(refuted, None, "seed {seed}: {:?}", mutant.bounds[0]);
        }
    }
    eprintln!("{count} mutants, {valid} VALID, {exceeding} exceeded by a run");
    assert!(20 * valid > count && 20 * exceeding > count, "{valid} valid, {exceeding} exceeded of {count}");
}

/// Certificates that lie in a folder, and mutants of them.
#[test]
fn certificates_of_others() {
    let Some(folder) = std::env::var_os("CERTIFICATES") else { return };
    let (mut files, mut costs, mut valid, mut mutants) = (0, 0, 0, 0);
    let mut quotients: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|kind| kind == "cert")) {
        let certificate = certificates::decode(&std::fs::read(path).expect("a file")).expect("a certificate");
        if certificate.bounds.is_empty() || !is_valid(&certificate) {
            continue;
        }
        let mut random = Inputs::seeded(files);
        files += 1;
        let mut compared = Compared::default();
        assert_eq!(outdone(&certificate, &mut random, &mut compared), None, "{}", path.display());
        costs += compared.costs;
        for (number, (cost, most)) in compared.greatest.into_iter().filter(|(_, (cost, _))| *cost > 0) {
            let resource = certificate.bounds[number].resource.to_string();
            quotients.entry(resource).or_default().push(most as f64 / cost as f64);
        }
        for _ in 0..effort::number("MUTANTS", 10, 100) {
            let mut mutant = certificate.clone();
            let place = random.below(mutant.bounds.len() as u64) as usize;
            change(&mut mutant.bounds[place], &mut random);
            mutants += 1;
            if let Some(why) = outdone(&mutant, &mut random, &mut Compared::default()) {
                assert!(!is_valid(&mutant), "{}: {why}", path.display());
            } else {
                valid += u64::from(is_valid(&mutant));
            }
        }
    }
    eprintln!("{files} certificates, {costs} costs compared; {mutants} mutants, {valid} VALID");
    for (resource, quotients) in &mut quotients {
        eprintln!("{resource}: {}", spread(quotients));
    }
}
