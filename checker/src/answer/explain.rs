//! `haltcheck explain`: one step of a certificate for people, with what it obliges the checker to decide and why that
//! holds; or one node, with its state and the steps that lead to it.
//!
//! Nothing here decides anything: the certificate is checked first, as always. Then the path to the step is replayed,
//! and the step is repeated with changed witnesses. With k + 1 witnesses its rule stops after obligation k, and the
//! counters show how the obligation was decided. With a wrong witness k the rule names the obligation in its rejection.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use certificates::{Certificate, Farkas, Int, Measure, NodeId, Step, StepId, Witness};

use crate::answer::report::escape;
use crate::answer::show::{position, state, step_text};
use crate::answer::structures::term;
use crate::answer::verdict::{Checked, How, Rejection, Stop, Tally};
use crate::decide::entail::Knowledge;
use crate::decide::term::Poly;
use crate::proof::calls;
use crate::proof::context::Context;
use crate::proof::covers::{Site, covers};
use crate::proof::expectation::{Expectation, module_of};
use crate::proof::ranking::{self, EdgeObligation};
use crate::proof::replay::{Proof, Seen, take_step};
use crate::proof::state::State;
use crate::proof::wellformed::{self, successors};
use crate::reader::Module;

/// What is to be explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The state of a node, and the steps that lead to it.
    Node(NodeId),
    /// The obligations of a step, and how each was decided.
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

/// Obligations of one step that are listed, at most.
const MOST: usize = 200;

/// Facts that are listed, at most.
const FACTS: usize = 200;

/// Explains a node or a step of a certificate that is valid for its module.
///
/// # Errors
/// There is no such node or step.
pub fn explain(module: &str, certificate: &Certificate, subject: Subject) -> Result<String, String> {
    let mut out = String::new();
    match subject {
        Subject::Node(number) => node(&mut out, certificate, number)?,
        Subject::Step(number) => {
            let read = module_of(module, &certificate.claim, &Expectation::of(&certificate.claim))?;
            explain_step(&mut out, module, &read, certificate, number)?;
        }
    }
    Ok(out.lines().map(|line| escape(line) + "\n").collect())
}

/// Writing to a string cannot fail; this message stands in for a panic.
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
    // A step refers to earlier ones only, so this ends.
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
    /// The obligation as its rejection describes it; `None` if it has no variable.
    told: Option<Box<Rejection>>,
    /// The facts that the witness combines.
    facts: Vec<String>,
}

fn explain_step(
    out: &mut String,
    text: &str,
    module: &Module,
    certificate: &Certificate,
    target: StepId,
) -> Result<(), String> {
    let step = certificate.steps.get(target as usize);
    let step = step.ok_or_else(|| format!("there is no step {target}, the last is {}", certificate.steps.len() - 1))?;
    let (owner, path) = path(certificate, target).ok_or("the step is in no tree")?;
    let (extended, given) = with_variants(certificate, step);
    let mut replayed = Replayed::begin(module, &extended, certificate, owner).map_err(|stop| told(&stop))?;
    replayed.follow(&path).map_err(|stop| told(&stop))?;
    let known: Vec<String> = replayed.cx.knowledge.facts().iter().map(ToString::to_string).collect();
    let place = replayed.state.position.describe();
    let instruction =
        replayed.state.position.instruction().and_then(|i| text.lines().nth((i.line as usize).checked_sub(1)?));
    let mut obligations = replayed.obligations(certificate.steps.len() as StepId, &given);
    obligations.extend(replayed.ranks(certificate, target).map_err(|stop| told(&stop))?);
    let added = replayed.taken(target);
    let mut text = || {
        writeln!(out, "step {target} of node {owner}, at {place}")?;
        if let Some(line) = instruction {
            writeln!(out, "  instruction there: {}", line.trim())?;
        }
        writeln!(out, "  {}", step_text(step))?;
        writeln!(out, "known before it: {} facts", known.len())?;
        for (number, fact) in known.iter().enumerate().take(FACTS) {
            writeln!(out, "  fact {number}: {fact}")?;
        }
        if known.len() > FACTS {
            writeln!(out, "  ({} more)", known.len() - FACTS)?;
        }
        writeln!(out, "obligations:{}", if obligations.is_empty() { " none" } else { "" })?;
        for (number, obligation) in (1..).zip(&obligations) {
            write_obligation(out, number, obligation)?;
        }
        if obligations.len() >= MOST {
            writeln!(out, "  (and perhaps more)")?;
        }
        let pages: BTreeSet<&str> = obligations.iter().filter_map(|obligation| page(obligation.rule)).collect();
        if !pages.is_empty() {
            let pages: Vec<&str> = pages.into_iter().collect();
            writeln!(out, "what these rules demand, and why that is enough: {}", pages.join(", "))?;
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
        How::Native => "the checker's own linear arithmetic, from the facts known",
        How::Farkas => "the certificate's multipliers of these facts",
        How::Solver => "Z3: the facts and its negation contradict each other",
    };
    writeln!(out, "     holds by: {why}")?;
    obligation.facts.iter().try_for_each(|fact| writeln!(out, "       {fact}"))
}

/// The page of the specification that has a rule.
fn page(rule: &str) -> Option<&'static str> {
    let (family, name) = rule.split_once('-')?;
    Some(match family {
        "A" => "spec/rules/arithmetic.md",
        "B" => "spec/rules/compare.md",
        "T" if matches!(name, "NIL" | "FOLD" | "CELLS" | "EMPTIED" | "FIRST") => "spec/rules/tree.md",
        "T" => "spec/rules/cast.md",
        "P" => "spec/rules/pointer.md",
        "M" => "spec/rules/memory.md",
        "F" => "spec/rules/heap.md",
        "L" => "spec/rules/list.md",
        "J" => "spec/rules/branch.md",
        "X" if matches!(name, "LIBRARY" | "LOCATION") => "spec/rules/library.md",
        "X" => "spec/rules/call.md",
        "C" | "G" => "spec/graph.md",
        "K" => "spec/ranking.md",
        _ => return None,
    })
}

/// A repeated replay succeeded once already, but may still run into a limit.
fn told(stop: &Stop) -> String {
    match stop {
        Stop::Invalid(rejection) | Stop::Undecided(rejection) => rejection.to_string(),
    }
}

/// A witness that combines no facts: it proves no obligation that has a variable.
static WRONG: [Witness; 1] = [Witness::Farkas(Farkas { scale: Int(1), facts: Vec::new() })];

/// Appends variants of the step to the certificate's own steps: for each k, one with k + 1 witnesses, and one whose
/// witness k is wrong. Also returns the witnesses that the step has.
fn with_variants(certificate: &Certificate, step: &Step) -> (Certificate, Vec<Witness>) {
    let given = witnesses(&mut step.clone()).cloned().unwrap_or_default();
    let solver = given.is_empty();
    let mut extended = certificate.clone();
    let count = if solver { MOST } else { given.len().min(MOST) };
    for k in 0..count {
        let before = |n: usize| if solver { vec![Witness::Solver; n] } else { given[..n].to_vec() };
        for list in [before(k + 1), [before(k), WRONG.to_vec()].concat()] {
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
        | Step::Compare { witnesses, .. }
        | Step::Exit { witnesses, .. } => Some(witnesses),
        Step::Split { .. } => None,
    }
}

/// A replay that has reached a step.
struct Replayed<'m> {
    cx: Context<'m>,
    proof: Proof<'m>,
    owner: NodeId,
    state: State<'m>,
}

impl<'m> Replayed<'m> {
    /// Begins before the first step of a node's tree.
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
            cx.add(crate::decide::term::Atom::clone(fact))?;
        }
        Ok(Replayed {
            cx,
            proof: Proof { steps: &extended.steps, nodes, obligations, bounds: Vec::new() },
            owner,
            state,
        })
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

    fn take(&mut self, step: StepId, state: &mut State<'m>) -> Checked<crate::proof::state::Next<'m>> {
        let Some(node) = self.proof.nodes.get(self.owner as usize) else {
            return self.cx.reject("node", "there is no such node");
        };
        let taken = take_step(&mut self.cx, &self.proof, (self.owner, node), step, state, &mut Seen::default());
        taken.map(|(next, _)| next)
    }

    /// Takes a variant of the step and undoes it. Returns why it stops, how the counters changed, and the facts at that
    /// point.
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

    /// The obligations of the step whose variants begin at `variants`.
    fn obligations(&mut self, variants: StepId, given: &[Witness]) -> Vec<Obligation> {
        let mut found = Vec::new();
        let mut before: BTreeMap<&'static str, Tally> = BTreeMap::new();
        let count = (self.proof.steps.len() - variants as usize) / 2;
        for k in 0..count {
            let first = variants + 2 * k as StepId;
            let (stopped, tally, _) = self.try_variant(first);
            // There are no more obligations than witnesses: the rule is done.
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

    /// What the ranking's rounds oblige the edge to, if the step is one.
    fn ranks(&mut self, certificate: &'m Certificate, target: StepId) -> Checked<Vec<Obligation>> {
        let Some(asked) = self.proof.obligations.get(&target) else { return Ok(Vec::new()) };
        let (state, mark) = (&mut self.state.clone(), self.cx.knowledge.mark());
        let node = |number: NodeId| self.proof.nodes.get(number as usize);
        let cover = match certificate.steps.get(target as usize) {
            Some(Step::Goto { node: number, instance, .. }) if let Some(node) = node(*number) => {
                self.cx.begin(&instance.wraps, &[]);
                let entry = self.proof.nodes.get(node.entry as usize).filter(|_| !self.cx.is_start(node.entry));
                let constants = entry.map_or(0, |entry| entry.state.variables);
                covers(&mut self.cx, state, node, instance, Site::Goto { constants })?
            }
            Some(Step::Call { entry, instance, .. }) if let Some(node) = node(*entry) => {
                self.cx.begin(&instance.wraps, &[]);
                calls::enter(&mut self.cx, state, node, instance)?.0
            }
            _ => return Ok(Vec::new()),
        };
        let mut found = Vec::new();
        for (rule, premise, left, right) in demands(asked, &cover.images)? {
            self.cx.rule(rule);
            self.cx.tally.clear();
            self.cx.begin(&[], &[]);
            self.cx.require_le(premise, &left, &right)?;
            let how = more(&BTreeMap::new(), &self.cx.tally).map_or(How::Trivial, |(_, how)| how);
            self.cx.begin(&[], &WRONG);
            let told = self.cx.require_le(premise, &left, &right).map_err(|stop| stop.explained(state)).err();
            let told = told.map(|(Stop::Invalid(told) | Stop::Undecided(told))| told);
            found.push(Obligation { rule, how, told, facts: Vec::new() });
        }
        self.cx.knowledge.undo(mark);
        Ok(found)
    }

    /// Takes the step itself, and returns the facts that it adds.
    fn taken(&mut self, target: StepId) -> Vec<String> {
        let known = self.cx.knowledge.facts().len();
        let mut state = self.state.clone();
        let _ = self.take(target, &mut state);
        self.cx.knowledge.facts().iter().skip(known).map(ToString::to_string).collect()
    }
}

/// The rule and the kind of decision whose counter is one higher than before; `None` if there is none.
fn more(before: &BTreeMap<&'static str, Tally>, after: &BTreeMap<&'static str, Tally>) -> Option<(&'static str, How)> {
    const WAYS: [How; 4] = [How::Trivial, How::Native, How::Farkas, How::Solver];
    let grown = |(rule, tally): (&&'static str, &Tally)| {
        let old = before.get(rule).copied().unwrap_or_default();
        let way = WAYS.into_iter().find(|way| tally[*way as usize] > old[*way as usize])?;
        Some((*rule, way))
    };
    after.iter().find_map(grown)
}

/// The obligations of an edge of the ranking, whose substitution is `images` (spec/ranking.md), with rule and premise:
/// the first term must be at most the second.
fn demands(asked: &[EdgeObligation], images: &[Poly]) -> Checked<Vec<(&'static str, &'static str, Poly, Poly)>> {
    let (zero, one) = (Poly::constant(0), Poly::constant(1));
    let mut found = Vec::new();
    for obligation in asked {
        let (source, target) = match obligation {
            EdgeObligation::Linear { source, target, .. } | EdgeObligation::Nested { source, target } => {
                (source, target)
            }
        };
        let mut previous = None;
        for (f, after) in source.iter().zip(target.iter()) {
            let decrease = f.sub(&after.substitute(images)?)?;
            found.push(match (obligation, previous) {
                (EdgeObligation::Linear { removed: true, .. }, _) => ("K-LINEAR", "P2", one.clone(), decrease),
                (EdgeObligation::Linear { .. }, _) => ("K-LINEAR", "P1", zero.clone(), decrease),
                (_, None) => ("K-NESTED", "P1", one.clone(), decrease),
                (_, Some(previous)) => ("K-NESTED", "P2", one.clone(), decrease.add(previous)?),
            });
            previous = Some(f);
        }
        match (obligation, previous) {
            (EdgeObligation::Linear { removed: true, .. }, Some(f)) => {
                found.push(("K-LINEAR", "P3", zero.clone(), f.clone()));
            }
            (EdgeObligation::Nested { .. }, Some(f)) => found.push(("K-NESTED", "P3", zero.clone(), f.clone())),
            _ => {}
        }
    }
    Ok(found)
}

/// The facts that a witness combines, with their multipliers.
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
