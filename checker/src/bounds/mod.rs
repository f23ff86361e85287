//! Bounds of what runs cost (`spec/bounds.md`): an account for each bound follows each path of a tree, beside the replay
//! that there is anyway.

pub mod cases;
pub mod frames;
pub mod meter;
pub mod sum;

use std::collections::BTreeMap;
use std::rc::Rc;

use certificates::{Case, Certificate, Hint, Int, Limit, NodeId, Resource, Step, StepId};

use crate::answer::verdict::Checked;
use crate::bounds::cases::require;
use crate::bounds::meter::{Before, Cost, Meter};
use crate::bounds::sum::Sum;
use crate::decide::term::{Poly, TooLarge};
use crate::proof::context::Context;
use crate::proof::covers::Cover;
use crate::proof::state::State;
use crate::proof::wellformed::Node;

/// A bound whose form has been checked.
pub struct Bound<'m> {
    /// What the certificate says.
    pub given: &'m certificates::Bound,
    /// What is counted.
    pub meter: Meter<'m>,
    /// The potential of each node.
    pub potentials: Vec<Rc<Sum>>,
    analyses: BTreeMap<StepId, &'m [Case]>,
}

/// Whether both are costs of one kind: of the stack, whatever the frames.
pub fn same(left: &Resource, right: &Resource) -> bool {
    match (left, right) {
        (Resource::Stack(_), Resource::Stack(_)) => true,
        (left, right) => left == right,
    }
}

/// O-FORM: the bounds of a certificate.
pub fn bounds<'m>(cx: &mut Context<'m>, certificate: &'m Certificate, nodes: &[Node]) -> Checked<Vec<Bound<'m>>> {
    let mut bounds = Vec::new();
    for (number, given) in certificate.bounds.iter().enumerate() {
        cx.rule("O-FORM");
        let again = certificate.bounds.iter().take(number).any(|other| same(&other.resource, &given.resource));
        reject_if!(cx, again => "once", "{} is bounded twice", given.resource);
        let meter = Meter::new(cx, &given.resource)?;
        reject_if!(cx, given.factor.0 < 1, given.scale.0 < 1 => "factor", "a factor or scale that is not positive");
        reject_if!(cx, given.roots.len() != certificate.roots.len() => "roots", "not one analysis for each root");
        reject_if!(cx, given.potentials.len() != nodes.len() => "potentials", "not one potential for each node");
        let returns = nodes.iter().zip(0..).any(|(node, number)| node.is_return() && node.entry == number);
        reject_if!(cx, meter.counts_returns() && returns => "returns", "an entry node is a return node: its ret costs nothing");
        let mut potentials = Vec::new();
        for (node, potential) in nodes.iter().zip(&given.potentials) {
            let mut sum = Sum::default();
            for product in &potential.0 {
                reject_if!(cx, product.coefficient.0 < 1 => "coefficient", "a coefficient that is not positive");
                let read = |atom| Poly::read(atom, node.state.variables).or_else(|message| cx.reject("term", message));
                let atoms = product.atoms.iter().map(read).collect::<Checked<Vec<Poly>>>()?;
                cx.charge(atoms.iter().map(Poly::size).sum())?;
                sum.push(product.coefficient.0, &atoms)?;
            }
            potentials.push(Rc::new(sum));
        }
        reject_if!(cx, !given.steps.is_sorted_by(|a, b| a.0 < b.0) => "steps", "the steps are not ascending");
        let analyses = given.steps.iter().map(|(step, analysis)| (*step, &analysis[..])).collect();
        bounds.push(Bound { given, meter, potentials, analyses });
    }
    Ok(bounds)
}

/// A bound over the call: the certificate's, or the user's, for which the same potentials serve.
pub struct Stated<'a, 'm> {
    /// The potentials.
    pub bound: &'a Bound<'m>,
    /// A multiple of the cost is bounded.
    pub factor: i128,
    /// The bound, as it is written.
    pub most: &'a str,
    /// Whether the certificate has analyses for it.
    pub own: bool,
}

impl<'m> Stated<'_, 'm> {
    /// What is bounded.
    pub fn limit(&self) -> Limit {
        let (resource, factor) = (self.bound.given.resource.clone(), Int(self.factor));
        Limit { resource, factor, most: self.most.to_owned() }
    }

    /// O-ROOT: the bound in a case, times D, is at least the potential of the root and what the entry itself costs.
    pub fn at_most(
        &self,
        cx: &mut Context<'m>,
        (entry, node, case): (&str, NodeId, usize),
        most: Sum,
        images: &[Poly],
        variables: u32,
    ) -> Checked {
        let given = self.bound.given;
        let mut owed = self.bound.potential(node, images)?;
        owed.plain = owed.plain.add(&self.bound.scaled(&Poly::constant(self.bound.meter.begins(entry)))?)?;
        let left =
            Sum::default().combine(&most, given.scale.0)?.combine(&owed, self.factor.checked_neg().ok_or(TooLarge)?)?;
        let analysis = given.roots.get(case).filter(|_| self.own).map_or(&[][..], |analysis| analysis);
        cx.rule("O-ROOT");
        require(cx, &left, variables, analysis)
    }
}

/// What is left of a node's potential on a path: `potential - spent`.
#[derive(Clone)]
pub struct Account {
    potential: Rc<Sum>,
    spent: Poly,
}

/// The accounts of all bounds at a place.
pub type Accounts = Rc<[Account]>;

/// The accounts at the beginning of a node's tree.
pub fn open(bounds: &[Bound], node: NodeId) -> Accounts {
    let potential = |bound: &Bound| bound.potentials.get(node as usize).cloned().unwrap_or_default();
    bounds.iter().map(|bound| Account { potential: potential(bound), spent: Poly::default() }).collect()
}

impl Bound<'_> {
    /// D times a cost.
    fn scaled(&self, cost: &Poly) -> Result<Poly, TooLarge> {
        cost.scale(self.given.scale.0)
    }

    fn potential(&self, node: NodeId, images: &[Poly]) -> Result<Sum, TooLarge> {
        self.potentials.get(node as usize).map_or_else(|| Ok(Sum::default()), |sum| sum.substitute(images))
    }
}

impl Account {
    fn pay(&self, cost: &Poly) -> Result<Account, TooLarge> {
        Ok(Account { potential: self.potential.clone(), spent: self.spent.add(cost)? })
    }

    /// Number of terms, for budgets.
    pub fn size(&self) -> usize {
        self.potential.size() + self.spent.size()
    }

    fn left(&self) -> Result<Sum, TooLarge> {
        let mut sum = (*self.potential).clone();
        sum.plain = sum.plain.sub(&self.spent)?;
        Ok(sum)
    }
}

/// A step that replay has taken: its number, the place before it, the state behind it, and what it covers.
pub struct Taken<'a, 'm> {
    /// The number of the step.
    pub number: StepId,
    /// The step.
    pub step: &'m Step,
    /// The place before it.
    pub before: Before<'m>,
    /// The state behind it: of a call, that of the caller before the callee runs.
    pub after: &'a State<'m>,
    /// How a Goto or Call covers its node.
    pub cover: Option<&'a Cover>,
}

/// The hint of a step that executes something.
pub fn hint(step: &Step) -> Option<&Hint> {
    match step {
        Step::Exec { hint, .. } | Step::Exit { hint, .. } | Step::Compare { hint, .. } => Some(hint),
        _ => None,
    }
}

/// The obligations of the step, and the accounts on each path behind it. `ways` is the number of these paths.
pub fn follow<'m>(
    cx: &mut Context<'m>,
    bounds: &[Bound<'m>],
    nodes: &[Node],
    taken: &Taken<'_, 'm>,
    accounts: &Accounts,
    ways: usize,
) -> Checked<Vec<Accounts>> {
    cx.rule("O-COMPARE");
    reject_if!(cx, matches!(taken.step, Step::Compare { .. }) && !bounds.is_empty() =>
        "calls", "how often the library compares is not known");
    if !matches!(taken.step, Step::Exec { .. } | Step::Exit { .. } | Step::Goto { .. } | Step::Call { .. }) {
        return Ok(vec![accounts.clone(); ways]);
    }
    cx.charge(bounds.len())?;
    let mut behind: Vec<Vec<Account>> = vec![Vec::new(); ways];
    for (bound, account) in bounds.iter().zip(accounts.iter()) {
        let accounts = one(cx, bound, nodes, taken, account)?;
        behind.iter_mut().zip(accounts).for_each(|(list, account)| list.push(account));
    }
    Ok(behind.into_iter().map(Into::into).collect())
}

/// The obligation of a step for one bound, and the account on each path behind it.
fn one<'m>(
    cx: &mut Context<'m>,
    bound: &Bound<'m>,
    nodes: &[Node],
    taken: &Taken<'_, 'm>,
    account: &Account,
) -> Checked<Vec<Account>> {
    let (meter, after) = (&bound.meter, taken.after);
    let analysis = bound.analyses.get(&taken.number).copied().unwrap_or_default();
    let images = taken.cover.map_or(&[][..], |cover| &cover.images);
    let node = |number: NodeId| nodes.get(number as usize);
    match taken.step {
        Step::Exec { .. } => {
            let Cost { pay, lend, back } = meter.exec(&taken.before, after)?;
            let paid = account.pay(&bound.scaled(&pay)?)?;
            if !lend.is_zero() || meter.is_heap() && !pay.is_zero() {
                cx.rule("O-PEAK");
                require(cx, &paid.pay(&bound.scaled(&lend)?)?.left()?, after.variables, analysis)?;
            }
            Ok(vec![paid.pay(&bound.scaled(&back)?.neg()?)?])
        }
        Step::Exit { .. } => {
            let left = account.pay(&bound.scaled(&Poly::constant(meter.last(&taken.before)))?)?.left()?;
            cx.rule("O-EXIT");
            require(cx, &left, after.variables, analysis)?;
            Ok(Vec::new())
        }
        Step::Goto { node: target, .. } => {
            let returns = meter.counts_returns() && node(*target).is_some_and(Node::is_return);
            let paid = account.pay(&bound.scaled(&Poly::constant(returns.into()))?)?;
            let left = paid.left()?.combine(&bound.potential(*target, images)?, -1)?;
            cx.rule("O-GOTO");
            require(cx, &left, after.variables, analysis)?;
            Ok(Vec::new())
        }
        Step::Call { entry, returns, .. } => {
            let callee = node(*entry).map_or("", |node| &*node.state.position.function.name);
            let cost = meter.enters(&taken.before, callee);
            let paid = account.pay(&bound.scaled(&Poly::constant(cost))?)?;
            let left = paid.left()?.combine(&bound.potential(*entry, images)?, -1)?;
            cx.rule("O-CALL");
            require(cx, &left, after.variables, analysis)?;
            if meter.is_stack() {
                return Ok(vec![account.clone(); returns.len()]);
            }
            let behind = |(place, _): &(NodeId, StepId)| {
                // The return node's own variables are the next ones of the path.
                let own = node(*place).map_or(0, |node| node.state.variables).saturating_sub(images.len() as u32);
                let fresh = (0..own).map(|number| Poly::var(after.variables.saturating_add(number)));
                let images: Vec<Poly> = images.iter().cloned().chain(fresh).collect();
                let potential = Rc::new(left.combine(&bound.potential(*place, &images)?, 1)?);
                Ok(Account { potential, spent: Poly::default() })
            };
            returns.iter().map(behind).collect()
        }
        _ => Ok(vec![account.clone()]),
    }
}
