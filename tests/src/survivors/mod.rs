//! Why a changed certificate that is still VALID is right to be. [`explain`] compares it with the original in five
//! respects and finds an argument for each respect in which they differ; what has none is a hole in the checker until
//! somebody shows otherwise.
//!
//! The claim: [`claim`]. What each node's state says: [`states`]. The ranks: [`ranks`]. The proof trees: [`derivation`].
//! What concrete runs see, for all of them: [`crate::inside::observe`].

pub mod derivation;
pub mod hints;
pub mod ranks;
pub mod states;
mod structures;
pub mod terms;

use crate::inside::{Trace, observe};
use crate::mutation::trees::{numbered, owners, witnesses_mut};
use certificates::{CallerId, Certificate, Detail, Kind, Node, NodeId, Properties, Root, Step, Witness, encode};
use checker::{Expectation, Verdict, check, contract};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// Runs that are followed, and steps of each.
const RUNS: u64 = 24;
const STEPS: u64 = 1500;

/// An argument why a survivor is valid. What each one shows, and what it does not, stands in `spec/mutants.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Argument {
    WeakerClaim,
    SameClaim,
    RunsFail,
    OtherCall,
    Equal,
    OtherWitnesses,
    WeakerState,
    RunsInState,
    NoState,
    NoCall,
    SameState,
    EdgesProve,
    CorruptionRejected,
    Unreached,
    RankScaled,
    RankKept,
    RunsDecrease,
    PathsDecrease,
    NoCycle,
    NoPremise,
    NotNeeded,
    SaysLess,
    NoInfluence,
    SplitProves,
    EqualTerms,
    Impossible,
    RunsPass,
    SameStatement,
}

impl Argument {
    /// What a table calls it.
    pub fn describe(self) -> &'static str {
        match self {
            Self::WeakerClaim => "claim: implied by the original's",
            Self::SameClaim => "claim: may allocation fail, of a program that allocates nothing",
            Self::RunsFail => "claim: allocation may fail, and runs in which it does stay inside",
            Self::OtherCall => "call: another one that satisfies the contract, or none, which the user allows",
            Self::Equal => "the same up to order and repetition",
            Self::OtherWitnesses => "only witnesses differ, and the original is valid without any",
            Self::WeakerState => "state: implied by the original's",
            Self::RunsInState => "state: every run that comes to the node lies in it",
            Self::NoState => "state: the node's knowledge was contradictory already",
            Self::NoCall => "state: the case of the contract was contradictory already",
            Self::SameState => "state: that of another node of the original there",
            Self::EdgesProve => "state: in the original every edge to the node proves the new facts (G-ASSERT)",
            Self::CorruptionRejected => "what is new no run tests; with other values of it, it is rejected",
            Self::Unreached => "nothing leads to the node from a root, so it says nothing",
            Self::RankScaled => "rank: a positive multiple of the original's, and not smaller",
            Self::RankKept => "rank: each edge is one of the original's, with its ranks",
            Self::RunsDecrease => "rank: decreases and is bounded on every edge that runs take",
            Self::PathsDecrease => "rank: on edges that no run takes the path proves that it decreases (G-ASSERT)",
            Self::NoCycle => "rank: the edge that changed lies on no cycle",
            Self::NoPremise => "tree: the rule allows any value here",
            Self::NotNeeded => "tree: a fact is left out that nothing needs",
            Self::SaysLess => "tree: the hint leaves more open",
            Self::NoInfluence => "tree: all other values do the same",
            Self::SplitProves => "tree: a fact that follows by case distinction",
            Self::EqualTerms => "tree: the maps name equal terms and cells",
            Self::Impossible => "tree: the place was contradictory already, and no run comes there",
            Self::RunsPass => "tree: another derivation of the same states; runs pass it",
            Self::SameStatement => "tree: another witness (map, multiple) of the same statement",
        }
    }
}

/// A certificate of the suite.
pub struct Original {
    pub name: String,
    /// Its steps in the order of [`numbered`].
    pub certificate: Certificate,
    bare: OnceLock<bool>,
    trace: OnceLock<Trace>,
}

impl Original {
    /// `None` where the certificate is not valid.
    pub fn new(name: String, certificate: Certificate) -> Option<Self> {
        let certificate = numbered(certificate)?;
        rejection(&certificate).is_none().then_some(Self {
            name,
            certificate,
            bare: OnceLock::new(),
            trace: OnceLock::new(),
        })
    }

    /// Whether it is valid when the solver decides what witnesses decided.
    fn valid_without_witnesses(&self) -> bool {
        *self.bare.get_or_init(|| rejection(&bare(&self.certificate)).is_none())
    }

    /// What runs see of it; nothing where they cannot be followed (the module has no `main`, or does what the
    /// interpreter does not know).
    pub fn trace(&self) -> &Trace {
        self.trace.get_or_init(|| match observe(&self.certificate, RUNS, STEPS) {
            (None, trace) => trace,
            (Some(_), _) => Trace::default(),
        })
    }
}

/// The rule that rejects a certificate, for somebody who expects what it claims itself, and allows that no call is given.
pub fn rejection(certificate: &Certificate) -> Option<String> {
    let allow_vacuous = certificate.call.is_none();
    let expected = Expectation { allow_vacuous, ..Expectation::of(&certificate.claim) };
    match check(&certificate.module, &encode(certificate), &expected) {
        Verdict::Valid(_) => None,
        Verdict::Invalid(r) => Some(r.rule.to_owned()),
        Verdict::Undecided(r) => Some(format!("undecided {}", r.rule)),
        Verdict::BadInput(_) => Some("bad input".to_owned()),
    }
}

/// Without witnesses.
pub fn bare(certificate: &Certificate) -> Certificate {
    let mut bare = certificate.clone();
    let roots = bare.roots.iter_mut().filter_map(root_witnesses);
    bare.steps.iter_mut().filter_map(witnesses_mut).chain(roots).for_each(Vec::clear);
    bare
}

/// Without witnesses, with facts of nodes in order, each once. A node's facts are a conjunction.
fn normal(certificate: &Certificate) -> Certificate {
    let mut normal = bare(certificate);
    for node in &mut normal.nodes {
        node.state.knowledge.sort();
        node.state.knowledge.dedup();
    }
    callers(&mut normal);
    normal
}

/// Gives the caller's blocks of each graph the numbers 0, 1, ... in the order of the entry's blocks: a number stands
/// for an identity, and any other does as well.
fn callers(c: &mut Certificate) {
    let numbers = |node: &Node| -> BTreeMap<u32, u32> {
        let callers = node.state.blocks.iter().filter_map(|block| match block.kind {
            Kind::Caller(id) => Some(id.number()),
            _ => None,
        });
        callers.zip(0..).collect()
    };
    let all: Vec<BTreeMap<u32, u32>> = c.nodes.iter().map(numbers).collect();
    for node in &mut c.nodes {
        for block in &mut node.state.blocks {
            if let Kind::Caller(CallerId::Block(number) | CallerId::Part { number, .. }) = &mut block.kind
                && let Some(new) = all.get(node.entry as usize).and_then(|all| all.get(number))
            {
                *number = *new;
            }
        }
    }
}

/// For each node of the mutant the node of the original that it is compared with.
pub type Matching = Vec<Option<NodeId>>;

/// What is compared.
pub struct Pair<'a> {
    pub original: &'a Original,
    pub mutant: &'a Certificate,
    pub nodes: Matching,
    /// Nodes of the mutant that something leads to.
    pub reached: BTreeSet<NodeId>,
    pub trace: OnceLock<(Option<String>, Trace)>,
}

impl Pair<'_> {
    /// What runs see of the mutant. The first problem, if there is one.
    pub fn observed(&self) -> &(Option<String>, Trace) {
        self.trace.get_or_init(|| observe(self.mutant, RUNS, STEPS))
    }

    /// Whether a run is in this node of the mutant.
    pub fn passed_node(&self, node: NodeId) -> bool {
        let (problem, trace) = self.observed();
        problem.is_none() && trace.visits.contains_key(&node)
    }

    /// Whether a run passes this step of the mutant.
    pub fn passed(&self, step: u32) -> bool {
        let (problem, trace) = self.observed();
        problem.is_none() && trace.steps.contains(&step)
    }
}

/// Why the mutant, which is VALID, is right to be.
///
/// # Errors
/// What has no argument.
pub fn explain(original: &Original, mutant: &Certificate) -> Result<BTreeSet<Argument>, String> {
    let mutant = numbered(mutant.clone()).ok_or("its trees are no trees, but it is accepted")?;
    if mutant.nodes.iter().any(|node| node.state.variables > 1 << 16) {
        return Err("too many variables to follow runs".into());
    }
    let mut arguments = BTreeSet::new();
    arguments.extend(claim(&original.certificate, &mutant)?);
    // A claim that is implied is proved by the same proof.
    let mut same_claim = mutant.clone();
    same_claim.claim = original.certificate.claim.clone();
    if !mutant.claim.properties.termination && mutant.ranking.is_empty() {
        same_claim.ranking.clone_from(&original.certificate.ranking);
    }
    if mutant.call != original.certificate.call {
        arguments.insert(Argument::OtherCall);
        same_claim.call.clone_from(&original.certificate.call);
    }
    let (before, after) = (normal(&original.certificate), normal(&same_claim));
    if before == after {
        if witnesses(&original.certificate) != witnesses(&same_claim) {
            if !original.valid_without_witnesses() {
                return Err("witnesses changed, and the solver does not decide what they decided".into());
            }
            arguments.insert(Argument::OtherWitnesses);
        }
        if arguments.is_empty() || bare(&original.certificate) != bare(&same_claim) {
            arguments.insert(Argument::Equal);
        }
        return Ok(arguments);
    }
    let nodes = states::matching(&before, &after);
    let pair = Pair { original, mutant: &after, nodes, reached: reached(&after), trace: OnceLock::new() };
    arguments.extend(states::explain(&pair, &before)?);
    arguments.extend(derivation::explain(&pair, &before)?);
    if mutant.claim.properties.termination {
        arguments.extend(ranks::explain(&pair, &before)?);
    }
    // Whatever the argument, runs must not contradict it.
    let followed = !original.trace().visits.is_empty();
    match &pair.observed().0 {
        Some(problem) if followed => Err(format!("a run contradicts it: {problem}")),
        _ => Ok(arguments),
    }
}

fn witnesses(certificate: &Certificate) -> Vec<Vec<Witness>> {
    let mut c = certificate.clone();
    let roots = c.roots.iter_mut().filter_map(root_witnesses);
    c.steps.iter_mut().filter_map(witnesses_mut).chain(roots).map(std::mem::take).collect()
}

fn root_witnesses(root: &mut Root) -> Option<&mut Vec<Witness>> {
    match root {
        Root::Infeasible { witnesses } => Some(witnesses),
        Root::Covered { .. } => None,
    }
}

/// The nodes that something leads to from a root; what the others say is about no state.
pub fn reached(c: &Certificate) -> BTreeSet<NodeId> {
    let mut edges: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
    for (step, owner) in c.steps.iter().zip(owners(c)) {
        if let (Step::Goto { node: to, .. } | Step::Call { entry: to, .. }, Some(owner)) = (step, owner) {
            edges.entry(owner).or_default().push(*to);
        }
    }
    let mut open: Vec<NodeId> = c
        .roots
        .iter()
        .filter_map(|root| match root {
            Root::Covered { node, .. } => Some(*node),
            Root::Infeasible { .. } => None,
        })
        .collect();
    let mut reached = BTreeSet::new();
    while let Some(node) = open.pop() {
        if reached.insert(node) {
            open.extend(edges.get(&node).into_iter().flatten());
        }
    }
    reached
}

/// The claim is the original's or implied by it: fewer properties, allocation assumed not to fail, a program that is
/// said to be compiled with `-fno-builtin`, the same contract written with other blanks.
fn claim(before: &Certificate, after: &Certificate) -> Result<Option<Argument>, String> {
    let (old, new) = (&before.claim, &after.claim);
    if old == new && before.module == after.module {
        return Ok(None);
    }
    let implies = |all: Properties, part: Properties| {
        (all.memory_safety || !part.memory_safety)
            && (all.no_overflow || !part.no_overflow)
            && (all.termination || !part.termination)
    };
    let same_contract = match (&old.precondition, &new.precondition) {
        (Some(old), Some(new)) => contract::same(old, new),
        // A condition on nothing, where a contract would leave open what variables hold at first.
        (None, Some(new)) => {
            let held = |line: &str| line.starts_with('@') && line.contains(" global ") && !line.contains(" external ");
            contract::same("(void) requires \\true", new) && !after.module.lines().any(held)
        }
        (old, new) => old == new,
    };
    let implied = before.module == after.module
        && old.module_hash == new.module_hash
        && old.entry == new.entry
        && old.data_model == new.data_model
        && old.overflow == new.overflow
        && old.contracts == new.contracts
        && old.no_builtin <= new.no_builtin
        && same_contract
        && implies(old.properties, new.properties);
    if !implied {
        return Err(format!("another claim: {new:?}"));
    }
    // For failing allocation it is a stronger claim, unless nothing is allocated.
    if !old.malloc_may_fail && new.malloc_may_fail {
        let reached = reached(after);
        let in_use = |owner: &Option<NodeId>| owner.is_some_and(|owner| reached.contains(&owner));
        let allocates = |step: &Step| match step {
            Step::Exec { hint, .. } => matches!(hint.detail, Detail::Allocate { .. } | Detail::Reallocate { .. }),
            _ => false,
        };
        if !after.steps.iter().zip(owners(after)).any(|(step, owner)| in_use(&owner) && allocates(step)) {
            return Ok(Some(Argument::SameClaim));
        }
        return match observe(after, RUNS, STEPS) {
            (None, _) => Ok(Some(Argument::RunsFail)),
            (Some(problem), _) => Err(format!("a claim about failing allocation: {problem}")),
        };
    }
    Ok(Some(Argument::WeakerClaim))
}
