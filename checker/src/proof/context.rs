//! What every rule needs: obligations with their witnesses, facts, and fresh variables (`spec/rules/README.md`).

use std::collections::{BTreeMap, BTreeSet};

use certificates::{Kind, NodeId, Overflow, Sign, Witness, Wrap};

use crate::answer::verdict::{Checked, Rejection, Stop, Tally};
use crate::contract::clause::Contract;
use crate::decide::entail::{Decision, Knowledge};
use crate::decide::premises;
use crate::decide::term::{Atom, Poly, TooLarge};
use crate::proof::state::State;
use crate::reader::layout::end_of_memory;
use crate::reader::{Global, Module, Type, WIDE};

/// Monomials handled for one certificate, at most; beyond, the answer is UNDECIDED.
pub const MAX_WORK: u64 = 500_000_000;
/// An obligation or a fact counts as much as this many monomials.
const STEP: usize = 16;

/// An integer or pointer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// In bits, 1 to 64.
    pub width: u32,
    /// Whether it is a pointer; its width is then that of the target.
    pub pointer: bool,
}

impl Shape {
    /// The sign of a binding of this type: as asked, but pointers and `i1` are always unsigned.
    pub fn sign(self, asked: Sign) -> Sign {
        if self.pointer || self.width == 1 { Sign::Unsigned } else { asked }
    }
}

/// The smallest number of a width.
pub fn lo(width: u32, sign: Sign) -> i128 {
    match sign {
        Sign::Unsigned => 0,
        Sign::Signed => -(power(width) / 2),
    }
}

/// The largest number of a width.
pub fn hi(width: u32, sign: Sign) -> i128 {
    match sign {
        Sign::Unsigned => power(width) - 1,
        Sign::Signed => power(width) / 2 - 1,
    }
}

/// The number that these bits stand for at a width, read with a sign.
pub fn number(bits: u64, width: u32, sign: Sign) -> i128 {
    let bits = i128::from(bits);
    if bits > hi(width, sign) { bits - power(width) } else { bits }
}

/// 2^exponent, for exponents up to 64.
pub fn power(exponent: u32) -> i128 {
    1i128 << exponent.min(64)
}

/// Rejects the step because of a premise if one of the conditions holds.
macro_rules! reject_if {
    ($cx:expr, $($condition:expr),+ => $premise:expr, $($message:tt)+) => {
        if $($condition && $cx.demands(stringify!($condition)))||+ {
            return Err($cx.rejection($premise, format!($($message)+)));
        }
    };
}

/// Binds the variables of a pattern, or rejects the step because of a premise.
macro_rules! take {
    ($cx:expr, $pattern:pat = $value:expr => $premise:expr, $($message:tt)+) => {
        let $pattern = $value else {
            return $cx.reject($premise, format!($($message)+));
        };
    };
}

/// Evaluates to the value of an option, or rejects the step because of a premise.
macro_rules! some {
    ($cx:expr, $option:expr => $premise:expr, $($message:tt)+) => {
        match $option {
            Some(value) => value,
            None => return $cx.reject($premise, format!($($message)+)),
        }
    };
}

/// Decides obligations and counts them.
pub struct Context<'m> {
    /// The module that the claim is about.
    pub module: &'m Module,
    /// What cells of lists and trees look like.
    pub shapes: &'m [certificates::Shape],
    /// What a signed overflow means.
    pub mode: Overflow,
    /// Whether an allocation may return null.
    pub malloc_may_fail: bool,
    /// The facts on the path, and what decides obligations.
    pub knowledge: Knowledge,
    /// By rule: how many obligations were decided in which way.
    pub tally: BTreeMap<&'static str, Tally>,
    /// Whether the graph is that of a refutation, a recurrent set: no run leaves it, and node 0 describes a state that
    /// a run reaches.
    pub closed: bool,
    /// External functions whose contract was used.
    pub contracts: BTreeSet<String>,
    /// Functions elsewhere of which the claim's contract says what their calls do: the alternatives of each contract.
    pub elsewhere: BTreeMap<String, Vec<Contract>>,
    work: u64,
    /// The rule that is applied, and what the step provides for it.
    pub(super) rule: &'static str,
    witnesses: std::slice::Iter<'m, Witness>,
    pub(super) wraps: std::slice::Iter<'m, Wrap>,
    /// Whether the step provides a witness for each obligation.
    witnessed: bool,
}

impl<'m> Context<'m> {
    /// Nothing is known, and no step has begun.
    pub fn new(module: &'m Module, mode: Overflow, malloc_may_fail: bool) -> Context<'m> {
        let (knowledge, tally, contracts, elsewhere) = Default::default();
        let (witnesses, wraps) = ([].iter(), [].iter());
        let (work, rule, witnessed) = (0, "", false);
        Context {
            module,
            shapes: &[],
            mode,
            malloc_may_fail,
            knowledge,
            tally,
            closed: false,
            contracts,
            elsewhere,
            work,
            rule,
            witnesses,
            wraps,
            witnessed,
        }
    }

    /// Starts a step with its wraps and witnesses.
    pub fn begin(&mut self, wraps: &'m [Wrap], witnesses: &'m [Witness]) {
        (self.wraps, self.witnesses, self.witnessed) = (wraps.iter(), witnesses.iter(), !witnesses.is_empty());
    }

    /// Sets the rule that the following rejections name.
    pub fn rule(&mut self, rule: &'static str) {
        self.rule = rule;
    }

    /// Ends a step: all wraps are consumed (H-WRAPS), and there was one witness per obligation.
    pub fn end(&mut self) -> Checked {
        reject_if!(self, self.witnesses.len() > 0 => "witnesses", "there are more witnesses than obligations");
        self.rule = "H-WRAPS";
        reject_if!(self, self.wraps.len() > 0 => "all consumed", "{} wraps too many are given", self.wraps.len());
        Ok(())
    }

    /// Rejects the step: this premise of the rule does not hold.
    #[cfg_attr(feature = "premises", track_caller)]
    pub fn reject<T>(&self, premise: &str, message: impl Into<String>) -> Checked<T> {
        self.demands("");
        Err(self.rejection(premise, message))
    }

    /// The rejection of the step for this premise.
    pub fn rejection(&self, premise: &str, message: impl Into<String>) -> Stop {
        Stop::invalid(self.rule, premise, message)
    }

    /// Whether a premise that does not hold leads to a rejection; a test may switch the premise off.
    #[cfg_attr(feature = "premises", track_caller)]
    pub fn demands(&self, condition: &'static str) -> bool {
        premises::demanded(self.rule, condition)
    }

    /// Counts effort against the limit.
    pub fn charge(&mut self, size: usize) -> Checked {
        self.work = self.work.saturating_add(size as u64 + 1);
        if self.work > MAX_WORK {
            return Err(Stop::undecided(self.rule, "the certificate needs more work than the limit allows"));
        }
        Ok(())
    }

    /// Whether the runs of a refutation's graph begin at the node.
    pub fn is_start(&self, node: NodeId) -> bool {
        self.closed && node == 0
    }

    /// Pointer width in bits.
    pub fn pointer(&self) -> u32 {
        self.module.layout.pointer_bits
    }

    /// Where memory ends: one past the end of any block is at most this.
    pub fn top(&self) -> i128 {
        end_of_memory(self.pointer()).into()
    }

    /// Whether a block of this kind is a global that is constant, or on which the C library relies.
    pub fn is_constant(&self, kind: &Kind) -> bool {
        matches!(kind, Kind::Global(name) if self.module.globals.get(name.as_str()).is_none_or(Global::is_unwritable))
    }

    /// The largest size of a block.
    pub fn max_size(&self) -> i128 {
        hi(self.pointer(), Sign::Signed)
    }

    /// The largest size of an object that the program does not make itself (claim.md, 2).
    pub fn max_given(&self) -> i128 {
        self.max_size().min((1 << 56) - 1)
    }

    /// The shape of an integer or pointer type; `None` for void and for types whose values are opaque.
    pub fn shape(&self, ty: &Type) -> Checked<Option<Shape>> {
        match ty {
            Type::Int(width @ 1..=64) => Ok(Some(Shape { width: *width, pointer: false })),
            Type::Pointer => Ok(Some(Shape { width: self.pointer(), pointer: true })),
            Type::Float(_) | Type::Int(WIDE) | Type::Void => Ok(None),
            Type::Refused(reason) => self.reject("type", format!("type is outside the subset: {reason}")),
            _ => self.reject("type", "the type is neither an integer of at most 64 bits nor a pointer"),
        }
    }

    // Obligations.

    fn next_witness(&mut self) -> Checked<&'m Witness> {
        match self.witnesses.next() {
            None if self.witnessed => self.reject("witnesses", "there are fewer witnesses than obligations"),
            witness => Ok(witness.unwrap_or(&Witness::Solver)),
        }
    }

    /// **P** obliges the knowledge to imply the atom.
    #[cfg_attr(feature = "premises", track_caller)]
    pub fn require(&mut self, premise: &str, atom: Atom) -> Checked {
        let witness = self.next_witness()?;
        let decided = self.require_with(premise, &atom, witness);
        self.demand(decided)
    }

    /// The result of an obligation, unless a test has switched its premise off.
    #[cfg_attr(feature = "premises", track_caller)]
    fn demand(&self, decided: Checked) -> Checked {
        match decided {
            Err(_) if !self.demands("") => Ok(()),
            _ => decided,
        }
    }

    fn require_with(&mut self, premise: &str, atom: &Atom, witness: &Witness) -> Checked {
        self.charge(STEP + atom.poly.size())?;
        let outcome = self.knowledge.decide(atom, witness);
        let rejection = |message: &str, model: Option<String>| {
            let obligation = Some(atom.to_string());
            Box::new(Rejection { obligation, model, ..Rejection::new(self.rule, premise, message) })
        };
        match outcome {
            Decision::Holds(how) => self.tally.entry(self.rule).or_default()[how as usize] += 1,
            Decision::Fails(model) => {
                return Err(Stop::Invalid(rejection("the obligation does not follow from the knowledge", Some(model))));
            }
            Decision::WrongWitness => {
                return Err(Stop::Invalid(rejection("the witness does not prove the obligation", None)));
            }
            Decision::Unknown(reason) => return Err(Stop::Undecided(rejection(&reason, None))),
        }
        Ok(())
    }

    /// **P** obliges the knowledge to imply one of the atoms; one witness is given, for the first atom that it fits.
    #[cfg_attr(feature = "premises", track_caller)]
    pub fn require_either(&mut self, premise: &str, first: Atom, others: &[Atom]) -> Checked {
        let witness = self.next_witness()?;
        let mut decided = self.require_with(premise, &first, witness);
        for atom in others {
            let Err(reason) = decided else { break };
            decided = match self.require_with(premise, atom, witness) {
                // An earlier atom may hold even though the solver gave up on it.
                Err(Stop::Invalid(_)) if matches!(reason, Stop::Undecided(_)) => Err(reason),
                other => other,
            };
        }
        self.demand(decided)
    }

    /// Whether an atom follows from the knowledge, where no rule demands it.
    pub fn follows(&mut self, atom: &Atom) -> Checked<bool> {
        self.charge(STEP + atom.poly.size())?;
        let decision = self.knowledge.decide(atom, &Witness::Solver);
        if let Decision::Holds(how) = decision {
            self.tally.entry(self.rule).or_default()[how as usize] += 1;
        }
        Ok(matches!(decision, Decision::Holds(_)))
    }

    /// Obliges the knowledge to imply `left <= right`.
    #[cfg_attr(feature = "premises", track_caller)]
    pub fn require_le(&mut self, premise: &str, left: &Poly, right: &Poly) -> Checked {
        self.require(premise, Atom::le(left, right)?)
    }

    /// Obliges the knowledge to imply `left = right`.
    #[cfg_attr(feature = "premises", track_caller)]
    pub fn require_eq(&mut self, premise: &str, left: &Poly, right: &Poly) -> Checked {
        self.require(premise, Atom::eq(left, right)?)
    }

    /// Obliges the knowledge to imply `left != right`.
    #[cfg_attr(feature = "premises", track_caller)]
    pub fn require_ne(&mut self, premise: &str, left: &Poly, right: &Poly) -> Checked {
        self.require(premise, Atom::ne(left, right)?)
    }

    // Facts.

    /// Adds a fact to the knowledge.
    pub fn add(&mut self, atom: Atom) -> Checked {
        self.charge(STEP + atom.poly.size())?;
        Ok(self.knowledge.add(atom)?)
    }

    /// Adds the fact `left <= right`.
    pub fn add_le(&mut self, left: &Poly, right: &Poly) -> Checked {
        self.add(Atom::le(left, right)?)
    }

    /// Adds the fact `left = right`.
    pub fn add_eq(&mut self, left: &Poly, right: &Poly) -> Checked {
        self.add(Atom::eq(left, right)?)
    }

    /// `low <= term <= high`, as two facts in this order.
    pub fn add_range(&mut self, low: i128, term: &Poly, high: i128) -> Checked {
        self.add_le(&Poly::constant(low), term)?;
        self.add_le(term, &Poly::constant(high))
    }

    /// The next unused variable of the path.
    pub fn fresh(&mut self, s: &mut State) -> Checked<Poly> {
        let variable = Poly::var(s.variables);
        s.variables = s.variables.checked_add(1).ok_or(TooLarge)?;
        Ok(variable)
    }

    /// `fresh ranged x of (w, s)`
    pub fn fresh_ranged(&mut self, s: &mut State, width: u32, sign: Sign) -> Checked<Poly> {
        let x = self.fresh(s)?;
        self.add_range(lo(width, sign), &x, hi(width, sign))?;
        Ok(x)
    }

    /// `fresh open x of (w, s)`
    pub fn fresh_open(&mut self, s: &mut State, width: u32, sign: Sign) -> Checked<Poly> {
        match (self.mode, sign) {
            (Overflow::Ideal, Sign::Signed) => self.fresh(s),
            _ => self.fresh_ranged(s, width, sign),
        }
    }
}
