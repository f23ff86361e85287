//! Patterns of functions: `function = "text_*"` stands for all functions of the files that have a contract and such a
//! name.

use super::file::{self, Project, Request};
use super::prover::Prover;
use crate::failure::{Failure, Outcome};

/// The project with the functions that its patterns stand for. A function that another proof names for one of these
/// files is not taken once more.
///
/// # Errors
/// A file cannot be read, a pattern stands for nothing, or two proofs get one name.
pub fn expanded(project: Project, prover: &Prover) -> Outcome<Project> {
    let mut proofs = Vec::new();
    for request in &project.proofs {
        match request.is_pattern() {
            true => proofs.extend(functions(&project, prover, request)?),
            false => proofs.push(request.clone()),
        }
    }
    file::require_names(proofs.iter()).map_err(Failure::usage)?;
    Ok(Project { proofs, ..project })
}

fn functions(project: &Project, prover: &Prover, request: &Request) -> Outcome<Vec<Request>> {
    let pattern = &request.function;
    let listed = prover.functions(project, request)?;
    let named = |function: &str| {
        let same = |other: &&Request| !other.is_pattern() && other.function == function;
        project.proofs.iter().filter(same).any(|other| other.files.iter().any(|file| request.files.contains(file)))
    };
    let matching = listed.into_iter().filter(|found| found.contract && matches(pattern, &found.name));
    let all: Vec<String> = matching.map(|found| found.name).collect();
    if all.is_empty() {
        let files = request.files.join(", ");
        return Err(Failure::usage(format!("'{pattern}': no function of {files} with a contract has such a name")));
    }
    let one = |function: String| {
        let name = match request.name == *pattern {
            true => function.clone(),
            false => format!("{}.{function}", request.name),
        };
        file::require_name(&name).map_err(Failure::usage)?;
        Ok(Request { name, function, ..request.clone() })
    };
    all.into_iter().filter(|function| !named(function)).map(one).collect()
}

/// Whether a request may be what a proof of this name comes from.
pub fn may_be(request: &Request, name: &str) -> bool {
    let inner = name.strip_prefix(&request.name).and_then(|rest| rest.strip_prefix('.'));
    match (request.is_pattern(), request.name == request.function) {
        (false, _) => request.name == name,
        (true, true) => matches(&request.function, name),
        (true, false) => inner.is_some_and(|inner| matches(&request.function, inner)),
    }
}

/// Whether a name is as a pattern says: `*` stands for any text, `?` for one character.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    // For each beginning of the name: whether the part of the pattern so far stands for it.
    let mut stands: Vec<bool> = std::iter::once(true).chain(name.iter().map(|_| false)).collect();
    for c in pattern {
        let mut earlier = false;
        let next = (0..stands.len()).map(|end| {
            let before = |wanted: Option<char>| {
                let at = end.checked_sub(1);
                at.is_some_and(|at| stands[at] && wanted.is_none_or(|wanted| name[at] == wanted))
            };
            earlier = match c {
                '*' => stands[end] || earlier,
                '?' => before(None),
                c => before(Some(c)),
            };
            earlier
        });
        stands = next.collect();
    }
    stands.last().copied().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn stars_and_question_marks() {
        for (pattern, name) in [("*", "f"), ("text_*", "text_copy"), ("*_?", "a_b"), ("a*b*c", "axxbc"), ("f", "f")] {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("text_*", "test_copy"), ("?", ""), ("a*b", "abc"), ("f", "ff"), ("", "f")] {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }
}
