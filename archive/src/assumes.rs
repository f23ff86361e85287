//! What one claim assumes that another one does not: the comparison of a proof with its baseline.

use crate::statement::Claim;

/// What `now` assumes, or does not claim, in contrast to `before`, in words; empty if it claims at least as much. Every
/// field of a claim is compared.
pub fn assumes_more(now: &Claim, before: &Claim) -> Vec<String> {
    let contract = |claim: &Claim| claim.precondition.clone().unwrap_or_else(|| "none".into());
    let fewer = before.properties.iter().any(|property| !now.properties.contains(property));
    let (new, old) = (&now.external_contracts, &before.external_contracts);
    let believed: Vec<&str> = new.iter().filter(|name| !old.contains(name)).map(String::as_str).collect();
    let differences = [
        (before.function != now.function).then(|| "another function".to_owned()),
        (!same_contract(before, now))
            .then(|| format!("another contract: {}; it was: {}", contract(now), contract(before))),
        fewer.then(|| {
            format!("fewer properties: {}; they were: {}", now.properties.join(", "), before.properties.join(", "))
        }),
        (before.data_model != now.data_model).then(|| format!("another data model: {}", now.data_model)),
        (before.signed_overflow != now.signed_overflow)
            .then(|| format!("another meaning of signed overflow: {}", now.signed_overflow)),
        (!before.no_builtin && now.no_builtin).then(|| "now only compiled with -fno-builtin".to_owned()),
        (before.malloc_may_fail && !now.malloc_may_fail).then(|| "malloc is now assumed to succeed".to_owned()),
        (before.not_vacuous && !now.not_vacuous)
            .then(|| "no call is given any more that satisfies the contract".to_owned()),
        (!believed.is_empty()).then(|| {
            format!("more is assumed of functions that are defined elsewhere: the contracts of {}", believed.join(", "))
        }),
    ];
    differences.into_iter().flatten().collect()
}

/// Whether the preconditions describe the same calls; white space does not matter.
fn same_contract(one: &Claim, other: &Claim) -> bool {
    match (&one.precondition, &other.precondition) {
        (Some(one), Some(other)) => checker::contract::same(one, other),
        (None, None) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::assumes_more;
    use crate::statement::Claim;

    type Change = fn(&mut Claim);

    fn claim(change: impl FnOnce(&mut Claim)) -> Claim {
        let mut claim = Claim {
            function: "f".into(),
            precondition: Some("(int n) requires n > 0".into()),
            properties: vec!["memory-safety".into(), "termination".into()],
            data_model: "lp64".into(),
            signed_overflow: "error".into(),
            malloc_may_fail: true,
            no_builtin: false,
            external_contracts: vec!["malloc".into()],
            not_vacuous: true,
        };
        change(&mut claim);
        claim
    }

    #[test]
    fn each_field_that_assumes_more_is_named() {
        let changes: [(&str, Change); 10] = [
            ("another function", |claim| claim.function = "g".into()),
            ("another contract", |claim| claim.precondition = Some("(int n) requires n > 1".into())),
            ("another contract", |claim| claim.precondition = None),
            ("fewer properties", |claim| claim.properties.truncate(1)),
            ("data model", |claim| claim.data_model = "ilp32".into()),
            ("signed overflow", |claim| claim.signed_overflow = "wrap".into()),
            ("malloc is now assumed", |claim| claim.malloc_may_fail = false),
            ("-fno-builtin", |claim| claim.no_builtin = true),
            ("no call is given", |claim| claim.not_vacuous = false),
            ("the contracts of assume", |claim| claim.external_contracts.push("assume".into())),
        ];
        for (words, change) in changes {
            let more = assumes_more(&claim(change), &claim(|_| ()));
            assert!(more.len() == 1 && more[0].contains(words), "{words}: {more:?}");
        }
    }

    #[test]
    fn a_claim_that_assumes_less_is_no_loss() {
        let changes: [Change; 4] = [
            |_| (),
            |claim| claim.precondition = Some("(int n)  requires n>0".into()),
            |claim| claim.properties.push("no-overflow".into()),
            |claim| claim.external_contracts.clear(),
        ];
        for change in changes {
            assert_eq!(assumes_more(&claim(change), &claim(|_| ())), [""; 0]);
        }
        assert_eq!(assumes_more(&claim(|_| ()), &claim(|claim| claim.malloc_may_fail = false)), [""; 0]);
        assert_eq!(assumes_more(&claim(|_| ()), &claim(|claim| claim.not_vacuous = false)), [""; 0]);
    }
}
