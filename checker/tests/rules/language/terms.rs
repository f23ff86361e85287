//! Numbers, terms, atoms and instances.

use super::*;

pub fn number(text: &str) -> u32 {
    text.trim().parse().unwrap_or_else(|_| panic!("number {text:?}"))
}

pub fn sign(text: &str) -> Sign {
    if text == "s" { Sign::Signed } else { Sign::Unsigned }
}

/// Sums of products: `2*v0*v1 - 3 + v2`.
pub fn term(text: &str) -> Term {
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut sum: BTreeMap<Vec<u32>, i128> = BTreeMap::new();
    for summand in compact.replace('-', "+-").split('+').filter(|summand| !summand.is_empty()) {
        let (mut coefficient, mut variables) = (1i128, Vec::new());
        let positive = summand.strip_prefix('-').inspect(|_| coefficient = -1).unwrap_or(summand);
        for factor in positive.split('*') {
            match factor.strip_prefix('v') {
                Some(variable) => variables.push(number(variable)),
                None => coefficient *= factor.parse::<i128>().unwrap_or_else(|_| panic!("term {text:?}")),
            }
        }
        variables.sort_unstable();
        *sum.entry(variables).or_default() += coefficient;
    }
    Term(sum.into_iter().filter(|(_, c)| *c != 0).map(|(m, c)| (Monomial(m), Int(c))).collect())
}

fn plus(a: &Term, b: &Term, factor: i128) -> Term {
    let mut sum: BTreeMap<Vec<u32>, i128> = a.0.iter().map(|(m, c)| (m.0.clone(), c.0)).collect();
    for (m, c) in &b.0 {
        *sum.entry(m.0.clone()).or_default() += factor * c.0;
    }
    Term(sum.into_iter().filter(|(_, c)| *c != 0).map(|(m, c)| (Monomial(m), Int(c))).collect())
}

pub fn atom(text: &str) -> Atom {
    for operator in ["<=", ">=", "!=", "<", ">", "="] {
        let Some((left, right)) = text.split_once(operator) else { continue };
        let (left, right) = (term(left), term(right));
        let one = term("1");
        let (rel, term) = match operator {
            "<=" => (Rel::Le, plus(&left, &right, -1)),
            "<" => (Rel::Le, plus(&plus(&left, &right, -1), &one, 1)),
            ">=" => (Rel::Le, plus(&right, &left, -1)),
            ">" => (Rel::Le, plus(&plus(&right, &left, -1), &one, 1)),
            "=" => (Rel::Eq, plus(&left, &right, -1)),
            _ => (Rel::Ne, plus(&left, &right, -1)),
        };
        return Atom { rel, term };
    }
    panic!("atom {text:?}")
}

/// `(t, t) blocks a<-b cells a<-b facts a<-b lists a<-b trees a<-b wraps 0 ?`, every part optional.
pub fn instance(text: &str) -> Instance {
    let mut map = Instance::default();
    let rest = match text.split_once('(') {
        Some((_, rest)) => {
            let (terms, rest) = rest.split_once(')').unwrap();
            map.variables = terms.split(',').filter(|t| !t.trim().is_empty()).map(term).collect();
            rest
        }
        None => text,
    };
    let (mut uniforms, mut lists, mut trees) = (Vec::new(), Vec::new(), Vec::new());
    let mut mode = "";
    for word in rest.split_whitespace() {
        match (mode, word.split_once("<-")) {
            ("blocks", Some((node, state))) => map.blocks.push((number(node), number(state))),
            ("cells", Some((node, state))) => map.entries.push((number(node), number(state))),
            ("facts", Some((node, state))) => uniforms.push((number(node), number(state))),
            ("lists", Some((node, state))) => lists.push((number(node), number(state))),
            ("trees", Some((node, state))) => trees.push((number(node), number(state))),
            ("wraps", None) => map.wraps.push(wrap(word)),
            (_, None) => mode = word,
            _ => panic!("instance {text:?}"),
        }
    }
    (map.uniforms, map.lists, map.trees) = (uniforms.into(), lists.into(), trees.into());
    map
}
