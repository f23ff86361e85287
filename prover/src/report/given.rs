//! Places under the paths that the user gave. A module names a C file without its folder, so that it is the same
//! wherever the file lies; people and editors want to find the file.

use super::outcome::Outcome;
use super::sources::Sources;
use std::collections::BTreeMap;

/// The outcome with files as the user named them.
pub(crate) fn as_given(outcome: &Outcome, sources: &Sources) -> Outcome {
    let mut given = outcome.clone();
    let mut paths = BTreeMap::new();
    let mut change = |file: &mut String| {
        let path = sources.path(file).display().to_string();
        if path != *file {
            let name = std::mem::replace(file, path.clone());
            paths.insert(name, path);
        }
    };
    given.defined.iter_mut().for_each(|at| change(&mut at.file));
    for missing in &mut given.missing {
        let own = missing.location.iter_mut().chain(&mut missing.named);
        own.chain(missing.state.way.iter_mut().map(|passed| &mut passed.location)).for_each(|at| change(&mut at.file));
    }
    let bounds = given.bounds.iter_mut().filter_map(|bound| bound.result.as_mut().err()?.location.as_mut());
    bounds.for_each(|at| change(&mut at.file));
    given.departures.iter_mut().filter_map(|one| one.at.as_mut()).for_each(|(file, _)| change(file));
    given.loops.iter_mut().filter_map(|one| one.file.as_mut()).for_each(&mut change);
    for violated in &mut given.violations {
        violated.location.iter_mut().for_each(|at| change(&mut at.file));
        violated.inputs.iter_mut().filter_map(|asked| asked.location.as_mut()).for_each(|at| change(&mut at.file));
        violated.run.iter_mut().filter_map(|told| told.at.as_mut()).for_each(|at| change(&mut at.file));
    }
    given.nodes.iter_mut().filter_map(|node| node.location.as_mut()).for_each(|at| change(&mut at.file));
    let partial = given.suggestion.iter_mut().filter_map(|suggestion| suggestion.partial.as_mut());
    partial.filter_map(|partial| partial.location.as_mut()).for_each(|at| change(&mut at.file));
    for missing in &mut given.missing {
        missing.origin.iter_mut().for_each(|origin| change_words(origin, &paths));
        // What is wrong with a contract begins with its place.
        missing.named.iter().for_each(|_| change_words(&mut missing.reason, &paths));
    }
    for violated in &mut given.violations {
        change_words(&mut violated.what, &paths);
        violated.run.iter_mut().for_each(|told| change_words(&mut told.text, &paths));
    }
    given
}

/// Replaces the names of files in places that words mention: `name.c:12`, at the beginning or behind a space.
fn change_words(text: &mut String, paths: &BTreeMap<String, String>) {
    for (name, path) in paths {
        let mut changed = format!(" {text}").replace(&format!(" {name}:"), &format!(" {path}:"));
        *text = changed.split_off(1);
    }
}
