//! Events about what the exploration does at merge points, to find out where a proof was lost
//! (`haltcert prove --trace FILE`). Nothing but [`lacking`] is computed if nobody reads the events.

use crate::algebra::Term;
use crate::domain::Description;
use crate::domain::lending::Gap;
use crate::program::Program;
use crate::rules::Stop;
use crate::state::{Line, State};
use certificates::Kind;
use std::collections::BTreeSet;
use tracing::{Level, debug, enabled};

/// A state reaches a merge point, or leaves it unchanged; `what` says how.
pub(super) fn passed(program: &Program, what: &str, st: &State) {
    if enabled!(Level::DEBUG) {
        let structures = structures(program, st).join("; ");
        debug!(at = place(program, st), facts = st.knowledge.len(), structures, "{what}");
    }
}

/// A path ends where a fact cannot be proved.
pub(super) fn stuck(program: &Program, st: &State, stop: &Stop) {
    if enabled!(Level::DEBUG) {
        let (structures, facts) = (structures(program, st).join("; "), facts(program, st).join("; "));
        debug!(at = place(program, st), structures, facts, why = ?stop, "stuck");
    }
}

/// A case of the callee's contract that does not describe a call, and why.
pub(super) fn gap(program: &Program, callee: &str, case: usize, gap: &Gap, st: &State) {
    if enabled!(Level::DEBUG) {
        let missing = lacking(program, gap, st);
        debug!(at = place(program, st), callee, case, missing, "not described by the contract");
    }
}

/// What a call lacks of a case of the callee's contract, in words.
pub(super) fn lacking(program: &Program, gap: &Gap, st: &State) -> String {
    let names = program.functions.get(&*st.function).map(|f| st.names(f)).unwrap_or_default();
    match gap {
        Gap::Part(part) => (*part).to_owned(),
        Gap::Facts(facts) => {
            let shown = facts.iter().map(|atom| atom.show(&|v| names.name(v)).unwrap_or_else(|| "a fact".to_owned()));
            shown.collect::<Vec<_>>().join("; ")
        }
        Gap::Function(name) => format!("the address of {name}"),
        Gap::Parts(..) => "an object of which the caller assigns a part".to_owned(),
    }
}

/// The description at a merge point becomes a wider one.
pub(super) fn widened(program: &Program, what: &str, before: &State, wider: &Description) {
    if enabled!(Level::DEBUG) {
        let after: BTreeSet<String> = facts(program, &wider.state).into_iter().collect();
        let lost: Vec<String> = facts(program, before).into_iter().filter(|fact| !after.contains(fact)).collect();
        let generalized = wider.generalized.as_ref().map_or(0, BTreeSet::len);
        let structures = structures(program, &wider.state).join("; ");
        let (at, facts, lost) = (place(program, before), after.len(), lost.join("; "));
        debug!(at, facts, generalized, structures, lost, "{what}");
    }
}

/// Function, block and line.
fn place(program: &Program, st: &State) -> String {
    let block = program.functions.get(&*st.function).and_then(|f| f.blocks.get(st.place.block));
    let label = block.map_or("", |b| b.label.as_str());
    let located = block.into_iter().flat_map(|b| b.instructions.iter().skip(st.place.index));
    match located.filter_map(|i| i.location.as_ref()).next() {
        Some(at) => format!("{} %{label} ({}:{})", st.function, at.file, at.line),
        None => format!("{} %{label}", st.function),
    }
}

/// What is known, with the names of C variables as far as the state has them.
fn facts(program: &Program, st: &State) -> Vec<String> {
    let names = program.functions.get(&*st.function).map(|f| st.names(f)).unwrap_or_default();
    st.knowledge.iter().filter_map(|atom| atom.show(&|v| names.name(v))).collect()
}

/// The uniform facts, segments and trees, and the number of other blocks.
fn structures(program: &Program, st: &State) -> Vec<String> {
    let names = program.functions.get(&*st.function).map(|f| st.names(f)).unwrap_or_default();
    let show = |t: &Term| t.show(&|v| names.name(v));
    let lists = st.lists.iter().map(|(id, l)| {
        let (head, end, length) = (show(&l.head), show(&l.end), show(&l.length));
        let back = if l.rear.is_zero() {
            String::new()
        } else {
            format!(", back to {}, rear {}", show(&l.before), show(&l.rear))
        };
        let line = |(field, line): (usize, &Option<Line>)| {
            let Line { slope, rest } = line.as_ref()?;
            let slope = slope.map_or("?".into(), |slope| slope.to_string());
            Some(format!(", field {field} {} + {slope}*behind", show(rest)))
        };
        let lines: String = l.lines.iter().enumerate().filter_map(line).collect();
        format!("list {id}: {length} cells from {head} to {end}{back}{lines}")
    });
    let trees = st.trees.iter().map(|(id, t)| {
        let hole = t.hole.as_ref().map_or(String::new(), |hole| format!(" without {}", show(hole)));
        format!("tree {id}: {} cells at {}{hole}", show(&t.cells), show(&t.root))
    });
    let uniforms = st.uniforms.iter().map(|(id, u)| {
        let all = |bounds: &[Term]| bounds.iter().map(show).collect::<Vec<_>>().join(" and ");
        let (count, offset, width, block) = (show(&u.count), show(&u.offset), u.width, u.block);
        let (least, most) = (all(&u.least), all(&u.most));
        let owned = u.owned.as_ref().map_or_else(String::new, |owned| {
            format!(", each owns memory of {}", owned.size().map_or_else(|| "any size".to_owned(), show))
        });
        format!(
            "fact {id}: {count} elements of {width} bytes at {offset} of block {block} from {least} to {most}{owned}"
        )
    });
    let heap = st.blocks.values().filter(|b| b.kind == Kind::Heap).count();
    let blocks = (heap > 0).then(|| format!("{heap} heap blocks"));
    uniforms.chain(lists).chain(trees).chain(blocks).collect()
}
