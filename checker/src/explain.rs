//! One step of a certificate for people: what it obliges the checker to decide, and why that holds. Or one node: its state,
//! and the steps that lead to it.
//!
//! Nothing here decides anything: the certificate is checked first, as always. Then the path to the step is replayed, and
//! the step is taken again and again by the rule itself: with so many witnesses that the rule stops behind an obligation,
//! which tells how it was decided, and with a witness that is wrong, so that the rule says which obligation it was.

use std::collections::BTreeMap;
use std::fmt::Write;

use certificates::{Certificate, Farkas, Int, Measure, NodeId, Step, StepId, Witness};

use crate::context::Context;
use crate::entail::Knowledge;
use crate::expectation::{Expectation, module_of};
use crate::ranking;
use crate::reader::Module;
use crate::replay::{Proof, Seen, take_step};
use crate::report::escape;
use crate::show::{position, state, step_text};
use crate::state::State;
use crate::structures::term;
use crate::verdict::{Checked, How, Rejection, Stop, Tally};
use crate::wellformed::{self, successors};

/// What is to be explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    Node(NodeId),
    Step(StepId),
}

impl std::str::FromStr for Subject {
    type Err = String;

    fn from_str(text: &str) -> Result<Subject, String> {
        let number = |digits: &str| digits.parse().map_err(|_| format!("'{text}' is neither node:N nor step:N"));
        match text.strip_prefix("node:") {
            Some(digits) => number(digits).map(Subject::Node),
            None => number(text.strip_prefix("step:").unwrap_or(text)).map(Subject::Step),
        }
    }
}

/// Obligations of one step that are told, at most.
const MOST: usize = 200;

/// The explanation; the certificate is valid for its module.
///
/// # Errors
/// There is no such node or step.
pub fn explain(module: &str, certificate: &Certificate, subject: Subject) -> Result<String, String> {
    let mut out = String::new();
    match subject {
        Subject::Node(number) => node(&mut out, certificate, number)?,
        Subject::Step(number) => {
            let read = module_of(module, &certificate.claim, &Expectation::of(&certificate.claim))?;
            explain_step(&mut out, &read, certificate, number)?;
        }
    }
    Ok(out.lines().map(|line| escape(line) + "\n").collect())
}

/// The text could not be written: a string always can.
fn unwritten(_: std::fmt::Error) -> String {
    "no text".into()
}

fn node(out: &mut String, certificate: &Certificate, number: NodeId) -> Result<(), String> {
    let known = certificate.nodes.get(number as usize);
    let found =
        known.ok_or_else(|| format!("there is no node {number}, the last is {}", certificate.nodes.len() - 1))?;
    let mut text = || {
        writeln!(out, "node {number} at {} (entry {})", position(&found.position), found.entry)?;
        state(out, &found.state)?;
        match found.tree {
            Some(root) => writeln!(out, "proved by the tree that begins with step {root}")?,
            None => writeln!(out, "a return: its callers go on from here")?,
        }
        let leads = |step: &Step| match step {
            Step::Goto { node, .. } => *node == number,
            Step::Call { entry, returns, .. } => *entry == number || returns.iter().any(|(node, _)| *node == number),
            _ => false,
        };
        let from: Vec<String> = certificate
            .steps
            .iter()
            .enumerate()
            .filter(|(_, step)| leads(step))
            .map(|(place, _)| place.to_string())
            .collect();
        writeln!(out, "steps that lead here: {}", if from.is_empty() { "none".into() } else { from.join(", ") })?;
        for (round, ranked) in certificate.ranking.iter().enumerate() {
            let measure = match &ranked.measure {
                Measure::Linear(list) => list.iter().find(|(n, _)| *n == number).map(|(_, t)| term(t)),
                Measure::Nested(list) => {
                    let found = list.iter().find(|(n, _)| *n == number);
                    found.map(|(_, tuple)| tuple.iter().map(term).collect::<Vec<_>>().join(", then "))
                }
            };
            if let Some(measure) = measure {
                writeln!(out, "round {round}: {measure} decreases on the edges {:?}", ranked.removed)?;
            }
        }
        Ok(())
    };
    text().map_err(unwritten)
}

/// The node whose tree has the step, and the steps from the tree's root to it.
fn path(certificate: &Certificate, target: StepId) -> Option<(NodeId, Vec<StepId>)> {
    let mut parents: BTreeMap<StepId, StepId> = BTreeMap::new();
    for (number, step) in (0..).zip(&certificate.steps) {
        parents.extend(successors(step).into_iter().map(|next| (next, number)));
    }
    let mut path = vec![target];
    // A step refers to earlier ones only, so that this ends.
    while let Some(parent) = parents.get(path.last()?) {
        path.push(*parent);
    }
    let root = path.last().copied();
    let owner = (0..).zip(&certificate.nodes).find(|(_, node)| node.tree == root)?.0;
    path.reverse();
    Some((owner, path))
}

/// What the step has to decide.
struct Obligation {
    rule: &'static str,
    how: How,
    /// None where it has no variable.
    told: Option<Box<Rejection>>,
    /// The facts that the witness combines.
    facts: Vec<String>,
}

fn explain_step(out: &mut String, module: &Module, certificate: &Certificate, target: StepId) -> Result<(), String> {
    let step = certificate.steps.get(target as usize);
    let step = step.ok_or_else(|| format!("there is no step {target}, the last is {}", certificate.steps.len() - 1))?;
    let (owner, path) = path(certificate, target).ok_or("the step is in no tree")?;
    let (extended, given) = with_variants(certificate, step);
    let mut replayed = Replayed::begin(module, &extended, certificate, owner).map_err(|stop| told(&stop))?;
    replayed.follow(&path).map_err(|stop| told(&stop))?;
    let known = replayed.cx.knowledge.facts().len();
    let place = replayed.state.position.describe();
    let obligations = replayed.obligations(certificate.steps.len() as StepId, &given);
    let (added, edges) = replayed.taken(target, certificate);
    let mut text = || {
        writeln!(out, "step {target} of node {owner}, at {place}\n  {}", step_text(step))?;
        writeln!(out, "known before it: {known} facts")?;
        writeln!(out, "obligations:{}", if obligations.is_empty() { " none" } else { "" })?;
        for (number, obligation) in (1..).zip(&obligations) {
            write_obligation(out, number, obligation)?;
        }
        if obligations.len() == MOST {
            writeln!(out, "  (and perhaps more)")?;
        }
        if edges > 0 {
            writeln!(out, "of the ranking: {edges} obligations, decided where the step passes the edge")?;
        }
        if !added.is_empty() {
            writeln!(out, "known after it, in addition:")?;
            added.iter().try_for_each(|fact| writeln!(out, "  {fact}"))?;
        }
        let next: Vec<String> = successors(step).iter().map(ToString::to_string).collect();
        writeln!(out, "next: {}", if next.is_empty() { "the path ends".into() } else { next.join(", ") })
    };
    text().map_err(unwritten)
}

fn write_obligation(out: &mut String, number: usize, obligation: &Obligation) -> std::fmt::Result {
    let (premise, what) = match &obligation.told {
        Some(told) => (format!(" {}", told.premise), told.obligation.as_deref().unwrap_or("?")),
        None => (String::new(), "a comparison of numbers"),
    };
    writeln!(out, "  {number}. {}{premise}: {what}", obligation.rule)?;
    if let Some(meaning) = obligation.told.as_ref().and_then(|told| told.meaning.as_ref()).filter(|m| !m.is_empty()) {
        writeln!(out, "     where: {meaning}")?;
    }
    let why = match obligation.how {
        How::Trivial => "no variable is in it",
        How::Native => "the checker's own linear arithmetic",
        How::Farkas => "the certificate's multipliers of these facts",
        How::Solver => "Z3: the facts and its negation contradict each other",
    };
    writeln!(out, "     holds by: {why}")?;
    obligation.facts.iter().try_for_each(|fact| writeln!(out, "       {fact}"))
}

/// A replay that is asked again was successful once; a limit may end it even so.
fn told(stop: &Stop) -> String {
    match stop {
        Stop::Invalid(rejection) | Stop::Undecided(rejection) => rejection.to_string(),
    }
}

/// The certificate with variants of the step behind its own steps: for each number k, one with k + 1 witnesses, and one
/// whose witness k is wrong. Also the witnesses that the step has.
fn with_variants(certificate: &Certificate, step: &Step) -> (Certificate, Vec<Witness>) {
    let given = witnesses(&mut step.clone()).cloned().unwrap_or_default();
    // No combination of no facts proves anything with a variable in it.
    let wrong = Witness::Farkas(Farkas { scale: Int(1), facts: Vec::new() });
    let solver = given.is_empty();
    let mut extended = certificate.clone();
    let count = if solver { MOST } else { given.len().min(MOST) };
    for k in 0..count {
        let before = |n: usize| if solver { vec![Witness::Solver; n] } else { given[..n].to_vec() };
        for list in [before(k + 1), [before(k), vec![wrong.clone()]].concat()] {
            let mut variant = step.clone();
            if let Some(witnesses) = witnesses(&mut variant) {
                *witnesses = list;
            }
            extended.steps.push(variant);
        }
    }
    (extended, given)
}

fn witnesses(step: &mut Step) -> Option<&mut Vec<Witness>> {
    match step {
        Step::Exec { witnesses, .. }
        | Step::Ghost { witnesses, .. }
        | Step::Apart { witnesses, .. }
        | Step::Call { witnesses, .. }
        | Step::Goto { witnesses, .. }
        | Step::Infeasible { witnesses }
        | Step::Choose { witnesses, .. }
        | Step::Exit { witnesses, .. } => Some(witnesses),
        Step::Split { .. } => None,
    }
}

/// A replay that stands before a step.
struct Replayed<'m> {
    cx: Context<'m>,
    proof: Proof<'m>,
    owner: NodeId,
    state: State<'m>,
}

impl<'m> Replayed<'m> {
    /// Before the first step of a node's tree.
    fn begin(
        module: &'m Module,
        extended: &'m Certificate,
        certificate: &'m Certificate,
        owner: NodeId,
    ) -> Checked<Replayed<'m>> {
        let claimed = &certificate.claim;
        let mut cx = Context::new(module, claimed.overflow, claimed.malloc_may_fail);
        cx.knowledge = Knowledge::new(Default::default());
        cx.shapes = &certificate.shapes;
        let nodes = wellformed::nodes(&mut cx, &certificate.nodes)?;
        let owners = wellformed::owners(&mut cx, &certificate.nodes, &certificate.steps)?;
        let edges = ranking::edges(&certificate.steps, &nodes, &owners);
        let obligations = match claimed.properties.termination {
            true => ranking::obligations(&mut cx, &certificate.ranking, &nodes, &edges)?,
            false => Default::default(),
        };
        let Some(node) = nodes.get(owner as usize) else { return cx.reject("node", "there is no such node") };
        let (state, facts) = (node.state.clone(), node.facts.clone());
        for fact in &facts {
            cx.add(crate::term::Atom::clone(fact))?;
        }
        Ok(Replayed { cx, proof: Proof { steps: &extended.steps, nodes, obligations }, owner, state })
    }

    /// Takes all steps of the path but the last.
    fn follow(&mut self, path: &[StepId]) -> Checked {
        for pair in path.windows(2) {
            let [step, wanted] = pair else { continue };
            let mut state = self.state.clone();
            let next = self.take(*step, &mut state)?;
            let found = next.into_iter().find(|(number, ..)| number == wanted);
            let Some((_, after, facts)) = found else { return self.cx.reject("path", "the path is not there") };
            self.state = after.unwrap_or(state);
            facts.into_iter().try_for_each(|fact| self.cx.add(fact))?;
        }
        Ok(())
    }

    fn take(&mut self, step: StepId, state: &mut State<'m>) -> Checked<crate::state::Next<'m>> {
        let Some(node) = self.proof.nodes.get(self.owner as usize) else {
            return self.cx.reject("node", "there is no such node");
        };
        take_step(&mut self.cx, &self.proof, (self.owner, node), step, state, &mut Seen::default())
    }

    /// Takes a variant of the step, and goes back: why it stops, how often which rule decided how, and the facts by then.
    fn try_variant(&mut self, step: StepId) -> (Option<Box<Rejection>>, BTreeMap<&'static str, Tally>, Vec<String>) {
        let mark = self.cx.knowledge.mark();
        self.cx.tally.clear();
        let mut state = self.state.clone();
        let stopped = self.take(step, &mut state).map_err(|stop| stop.explained(&state)).err();
        let rejection = stopped.map(|stop| match stop {
            Stop::Invalid(rejection) | Stop::Undecided(rejection) => rejection,
        });
        let facts = self.cx.knowledge.facts().iter().map(ToString::to_string).collect();
        self.cx.knowledge.undo(mark);
        (rejection, std::mem::take(&mut self.cx.tally), facts)
    }

    /// The obligations of the step whose variants begin here.
    fn obligations(&mut self, variants: StepId, given: &[Witness]) -> Vec<Obligation> {
        let mut found = Vec::new();
        let mut before: BTreeMap<&'static str, Tally> = BTreeMap::new();
        let count = (self.proof.steps.len() - variants as usize) / 2;
        for k in 0..count {
            let first = variants + 2 * k as StepId;
            let (stopped, tally, _) = self.try_variant(first);
            // With more witnesses than obligations the rule has come to its end.
            let Some((rule, how)) = more(&before, &tally) else { break };
            if stopped.is_some_and(|why| why.message.starts_with("there are more witnesses")) {
                break;
            }
            before = tally;
            let (why, _, facts) = self.try_variant(first + 1);
            let told = why.filter(|why| why.obligation.is_some() && how != How::Trivial);
            let used = match given.get(k).filter(|_| how == How::Farkas) {
                Some(witness) => combined(witness, &facts),
                None => Vec::new(),
            };
            found.push(Obligation { rule, how, told, facts: used });
        }
        found
    }

    /// Takes the step itself: the facts that it adds, and the number of obligations that the ranking has at it.
    fn taken(&mut self, target: StepId, certificate: &Certificate) -> (Vec<String>, u64) {
        let known = self.cx.knowledge.facts().len();
        let edges = match certificate.steps.get(target as usize) {
            Some(Step::Goto { .. } | Step::Call { .. }) => self.proof.obligations.get(&target).map_or(0, Vec::len),
            _ => 0,
        };
        let mut state = self.state.clone();
        let _ = self.take(target, &mut state);
        let added = self.cx.knowledge.facts().iter().skip(known).map(ToString::to_string).collect();
        (added, edges as u64)
    }
}

/// The rule and the way that count one more; none if nothing does.
fn more(before: &BTreeMap<&'static str, Tally>, after: &BTreeMap<&'static str, Tally>) -> Option<(&'static str, How)> {
    const WAYS: [How; 4] = [How::Trivial, How::Native, How::Farkas, How::Solver];
    let grown = |(rule, tally): (&&'static str, &Tally)| {
        let old = before.get(rule).copied().unwrap_or_default();
        let way = WAYS.into_iter().find(|way| tally[*way as usize] > old[*way as usize])?;
        Some((*rule, way))
    };
    after.iter().find_map(grown)
}

/// The facts of a combination with their multipliers.
fn combined(witness: &Witness, facts: &[String]) -> Vec<String> {
    let one = |farkas: &Farkas| {
        let fact = |(place, k): &(u32, Int)| {
            let text = facts.get(*place as usize).map_or("?", String::as_str);
            format!("{} times fact {place}: {text}", k.0)
        };
        farkas.facts.iter().map(fact).collect::<Vec<_>>()
    };
    match witness {
        Witness::Solver => Vec::new(),
        Witness::Farkas(farkas) | Witness::Strict(_, farkas) => one(farkas),
        Witness::Both(upper, lower) => {
            let (upper, lower) = (one(upper), one(lower));
            [vec!["<=:".to_owned()], upper, vec![">=:".to_owned()], lower].concat()
        }
    }
}
