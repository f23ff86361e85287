//! Bounds, with their potentials and case analyses.

use super::steps::witness;
use super::*;

/// `[v0 - v1][v2]*2 + 3`: square brackets are maxima.
pub fn potential(text: &str) -> Potential {
    let products = text.split(" + ").filter(|text| text.trim() != "0").map(|product| {
        let mut coefficient = 1;
        let mut atoms = Vec::new();
        for part in product.split(['[', ']', '*']).map(str::trim).filter(|part| !part.is_empty()) {
            match part.parse::<i128>() {
                Ok(number) => coefficient *= number,
                Err(_) => atoms.push(term(&part.replace("plus", "+"))),
            }
        }
        Product { coefficient: Int(coefficient), atoms }
    });
    Potential(products.collect())
}

/// `1: 2#0 1#1*2 1#3*(v0+1)`
fn combination(text: &str) -> Combination {
    let (scale, facts) = text.split_once(':').unwrap();
    let facts = facts.split_whitespace().map(|fact| {
        let (coefficient, what) = fact.split_once('#').unwrap();
        let combined = match what.split_once('*') {
            None => Combined::Fact(number(what)),
            Some((fact, factor)) if factor.starts_with('(') => {
                Combined::Times(number(fact), term(factor.trim_matches(['(', ')'])))
            }
            Some((left, right)) => Combined::Product(number(left), number(right)),
        };
        (combined, Int(coefficient.parse().unwrap()))
    });
    Combination { scale: Int(scale.trim().parse().unwrap()), facts: facts.collect() }
}

/// `split v0 <= 3; lemma -v0*v1 by 1: 1#0*1; positive v0 by solver; zero v1 by 1: 1#2; open v2; leaf by 1: 1#0`
pub fn analysis(text: &str) -> Vec<Case> {
    let case = |text: &str| {
        let (what, by) = text.split_once(" by ").map_or((text, None), |(what, by)| (what, Some(by)));
        let (word, rest) = what.split_once(' ').unwrap_or((what, ""));
        match word {
            "split" => Case::Split(atom(rest)),
            "lemma" => Case::Lemma(term(rest), combination(by.unwrap())),
            "positive" => Case::Maximum(term(rest), Maximum::Positive(witness(by.unwrap_or("solver")))),
            "zero" => Case::Maximum(term(rest), Maximum::Zero(witness(by.unwrap_or("solver")))),
            "open" => Case::Maximum(term(rest), Maximum::Open),
            "leaf" => Case::Leaf(by.map(combination)),
            _ => panic!("{text}"),
        }
    };
    text.split(';').map(|part| case(part.trim())).collect()
}

impl Parser {
    /// `bound iterations <= n + 1`, `bound stack main 16 f 8 <= 64`, then lines `scaled 2`, `potential 1: ...`,
    /// `because LABEL: ...`, `because step 3: ...` and `because root 0: ...`.
    pub fn bound(&mut self, nodes: usize, roots: usize) -> Bound {
        let line = self.line();
        let text = line.strip_prefix("bound").unwrap().trim();
        let (left, most) = text.split_once("<=").unwrap();
        let (limit, frames) = match left.trim().strip_prefix("stack ") {
            Some(frames) => (format!("stack <= {most}"), frames),
            None => (text.into(), ""),
        };
        let Limit { mut resource, factor, most } = limit.parse().unwrap();
        if let Resource::Stack(list) = &mut resource {
            let words: Vec<&str> = frames.split_whitespace().collect();
            list.extend(words.chunks(2).map(|pair| (pair[0].to_string(), u64::from(number(pair[1])))));
        }
        let (potentials, steps) = (vec![Potential::default(); nodes], Vec::new());
        let mut bound =
            Bound { resource, factor, most, scale: Int(1), potentials, roots: vec![Vec::new(); roots], steps };
        while let Some(line) = self.peek() {
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match (word, rest.split_once(':')) {
                ("scaled", _) => bound.scale = Int(number(rest).into()),
                ("potential", Some((node, sum))) => bound.potentials[number(node) as usize] = potential(sum),
                ("because", Some((place, cases))) => match place.split_once(' ') {
                    Some(("root", root)) => bound.roots[number(root) as usize] = analysis(cases),
                    Some((_, step)) => bound.steps.push((number(step), analysis(cases))),
                    None => bound.steps.push((self.labels[place], analysis(cases))),
                },
                _ => break,
            }
            self.next += 1;
        }
        bound.steps.sort_by_key(|(step, _)| *step);
        bound
    }
}
