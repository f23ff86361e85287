//! What a contract ensures at the returns of the entry function (R-ENSURES). It is asked where a path returns, so that a
//! case analysis can still be made; and of each return node of the finished graph, which is what the certificate shows.

use crate::algebra::{Atom, Term, TooLarge, Var};
use crate::explore::continuations::{continuation, returned};
use crate::explore::explorer::Explorer;
use crate::graph::{Failure, Graph, Instance, NodeIndex, Reason, Site};
use crate::program::Program;
use crate::rules::{Context, Goal, GoalKind, Stop, cell, highest, lowest, width_of};
use crate::start::{Ensured, Memory, MemoryKind, Promised, Said, Start, Step};
use crate::state::{Block, Named, Path, State, Value};
use certificates::{BlockId, EntryId, Int, Kind, Overflow, Sign, Wrap};
use std::collections::BTreeSet;

/// Entries that are compared with a place by more than a look at them, at most.
const MOST_COMPARED: usize = 8;

/// Why everything that is ensured holds at a return, in the prover's names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shown {
    /// For each conjunct the alternative that holds.
    pub ways: Vec<usize>,
    /// For each place the entry that says what it holds.
    pub entries: Vec<Option<EntryId>>,
    /// For each range and new block the block.
    pub blocks: Vec<Option<BlockId>>,
    pub wraps: Vec<Wrap>,
    /// The names that the return makes.
    pub made: Named,
}

/// A place: its block, offset, width in bytes and sign.
type Unread = (BlockId, Term, (u32, Sign));

/// A conjunct that is not known to hold.
struct Missing {
    text: String,
    /// What does not follow, if it is one comparison.
    condition: Vec<Atom>,
    /// A comparison that would tell alternatives apart.
    split: Option<Atom>,
    /// Places of which no entry says what they hold.
    unread: Vec<Unread>,
}

impl Explorer<'_, '_> {
    /// What a path of the entry function that is about to return needs for what the contract ensures.
    pub(super) fn missing_promise(&mut self, st: &mut Path) -> Result<Option<Stop>, Box<Failure>> {
        let Some(promised) = self.promised.clone().filter(|_| self.calls.len() == 1) else { return Ok(None) };
        // A recursive call has generalized the entry: then only the finished graph says what holds.
        if self.calls.iter().any(|active| active.description.generalized.is_some()) {
            return Ok(None);
        }
        let entry = &self.graph.nodes[self.calls[0].entry].state;
        let old = entry.blocks.iter().filter(|(_, block)| block.kind != Kind::Heap).map(|(id, _)| *id).collect();
        let result = result(self.cx.program, st);
        let mut judged = Judge::new(self.cx, &promised, st, &old).judge(result.clone());
        if let Ok(Err(Missing { unread, .. })) = &judged {
            // Whatever a place holds that nobody has read, it holds a value of its type.
            let name = |(block, offset, how): &Unread| cell::name(self.cx, st, *block, offset, *how);
            if unread.iter().filter_map(name).count() > 0 {
                judged = Judge::new(self.cx, &promised, st, &old).judge(result);
            }
        }
        Ok(match judged.map_err(|TooLarge| self.too_large(st))? {
            Ok(_) => None,
            Err(Missing { split: Some(atom), .. }) => Some(Stop::Split(atom)),
            Err(Missing { text, condition, .. }) => {
                Some(Stop::Unproved(Box::new(Goal { rule: "R-ENSURES", condition, ..GoalKind::Ensured(text).into() })))
            }
        })
    }
}

/// What a state returns, with its width.
fn result(program: &Program, st: &State) -> Option<(Value, u32)> {
    let ty = program.functions.get(&*st.function)?.signature.result;
    Some((returned(program, st, ty)?, width_of(ty, program.pointer_bits)?))
}

/// Shows for each return node of a root that what the contract ensures holds there.
pub(crate) fn ensured(
    cx: &mut Context<'_>,
    graph: &Graph,
    start: &Start,
    (root, instance): (NodeIndex, &Instance),
) -> Result<Vec<Shown>, Box<Failure>> {
    let Some(promised) = &start.promised else { return Ok(Vec::new()) };
    let path = Path::of(start.state.clone());
    let old = start.names.blocks.iter().copied().collect();
    let mut all = Vec::new();
    for (index, node) in graph.nodes.entries().filter(|(index, node)| node.entry == root && *index != root) {
        if node.tree.is_some() {
            continue;
        }
        let failed = |reason: Reason| Failure::new(reason, site(cx.program, &node.state));
        let large = failed(crate::graph::Limit::Numbers.into());
        let unknown = |text: String| failed(GoalKind::Ensured(text).into());
        let made = match continuation(cx, graph, &path, index, instance, &node.state) {
            Ok(made) => made,
            Err(TooLarge) => return Err(Box::new(large)),
        };
        let names = |t: &Term| t.substitute(&|v| made.names.get(&v).cloned());
        let result = result(cx.program, &node.state);
        let result = result.map(|(value, width)| Ok((Value { term: names(&value.term)?, ..value }, width))).transpose();
        let judged = result.and_then(|result| Judge::new(cx, promised, made.path.state(), &old).judge(result));
        match judged {
            Ok(Ok(shown)) => all.push(Shown { made: made.made, ..shown }),
            Ok(Err(Missing { text, .. })) => {
                let function = node.state.function.to_string();
                let mut failure = unknown(text);
                failure.function = function;
                return Err(Box::new(failure));
            }
            Err(TooLarge) => return Err(Box::new(large)),
        }
    }
    Ok(all)
}

/// The place of a state in the program.
fn site(program: &Program, st: &State) -> Site {
    let function = program.functions.get(&*st.function);
    let block = function.and_then(|function| function.blocks.get(st.place.block));
    let instruction = block.and_then(|block| block.instructions.get(st.place.index));
    Site {
        function: st.function.to_string(),
        location: instruction.and_then(|i| i.location.clone()),
        instruction: instruction.map(|i| i.text.clone()).unwrap_or_default(),
    }
}

/// Looks at one return.
struct Judge<'a, 'c, 'p> {
    cx: &'c mut Context<'p>,
    promised: &'a Promised,
    st: &'a State,
    /// Blocks that are not new.
    old: &'a BTreeSet<BlockId>,
    knowledge: Vec<Atom>,
    values: Vec<Option<Term>>,
    /// Places of which no entry says what they hold.
    unread: Vec<Unread>,
    /// Variables that stand for quotients here, and for nothing on the path.
    own: BTreeSet<Var>,
    shown: Shown,
}

impl<'a, 'c, 'p> Judge<'a, 'c, 'p> {
    fn new(
        cx: &'c mut Context<'p>,
        promised: &'a Promised,
        st: &'a State,
        old: &'a BTreeSet<BlockId>,
    ) -> Judge<'a, 'c, 'p> {
        let (knowledge, values) = (st.knowledge.clone(), promised.symbols.clone());
        let (unread, own, shown) = Default::default();
        Judge { cx, promised, st, old, knowledge, values, unread, own, shown }
    }

    fn judge(mut self, result: Option<(Value, u32)>) -> Result<Result<Shown, Missing>, TooLarge> {
        let promised = self.promised;
        for step in &promised.meaning.after {
            let value = match step {
                Step::Result(signed) => match &result {
                    Some((value, width)) => Some(self.converted(value, *width, *signed)?),
                    None => None,
                },
                Step::Read { address, width, sign, .. } => self.read(address, *width, *sign)?,
                Step::Quotient { dividend, divisor, natural } => match self.value(dividend)? {
                    Some(dividend) => Some(self.quotient(&dividend, *divisor, *natural)?),
                    None => None,
                },
                _ => None,
            };
            self.values.push(value);
        }
        for conjunct in &promised.meaning.ensured {
            match self.way(conjunct)? {
                Some(way) => self.shown.ways.push(way),
                None => {
                    let missing = self.missing(conjunct)?;
                    return Ok(Err(missing));
                }
            }
        }
        Ok(Ok(self.shown))
    }

    /// A term over the contract's variables, if all of these have values.
    fn value(&self, t: &Term) -> Result<Option<Term>, TooLarge> {
        match t.vars().all(|v| self.knows(v)) {
            true => Ok(Some(t.substitute(&|v| self.values.get(v as usize).cloned().flatten())?)),
            false => Ok(None),
        }
    }

    fn atom(&self, atom: &Atom) -> Result<Option<Atom>, TooLarge> {
        Ok(self.value(&atom.term)?.map(|term| Atom::new(atom.rel, term)))
    }

    fn knows(&self, v: Var) -> bool {
        self.values.get(v as usize).is_some_and(Option::is_some)
    }

    /// Adds the range of a value, but for the unbounded integers of the mode ideal.
    fn ranged(&mut self, value: &Term, width: u32, sign: Sign) -> Result<(), TooLarge> {
        if (self.cx.overflow, sign) != (Overflow::Ideal, Sign::Signed) {
            self.knowledge.push(Atom::le(&Term::constant(lowest(width, sign)), value)?);
            self.knowledge.push(Atom::le(value, &Term::constant(highest(width, sign)))?);
        }
        Ok(())
    }

    fn entails(&mut self, atom: &Atom) -> bool {
        atom.decide().unwrap_or_else(|| self.cx.engine.entails(&self.knowledge, atom))
    }

    /// The result with the sign of its type in the contract (A-FIT).
    fn converted(&mut self, value: &Value, width: u32, signed: bool) -> Result<Term, TooLarge> {
        let sign = if signed && width > 1 { Sign::Signed } else { Sign::Unsigned };
        let mut term = value.term.clone();
        if value.sign != sign {
            let modulus = 1i128 << width;
            let (low, high) = (Term::constant(lowest(width, sign)), Term::constant(highest(width, sign)));
            let mut found = None;
            for k in [0, -1, 1] {
                let moved = value.term.plus(-k * modulus)?;
                if found.is_none() && self.entails(&Atom::le(&low, &moved)?) && self.entails(&Atom::le(&moved, &high)?)
                {
                    found = Some((Wrap::By(Int(k)), moved));
                }
            }
            let (wrap, moved) = match found {
                Some(found) => found,
                None => {
                    let q = self.fresh();
                    (Wrap::Quotient, value.term.add_scaled(&q, -modulus)?)
                }
            };
            self.shown.wraps.push(wrap);
            term = moved;
            // Of a quotient this is what it means, also in the mode ideal.
            self.knowledge.push(Atom::le(&low, &term)?);
            self.knowledge.push(Atom::le(&term, &high)?);
        }
        self.ranged(&term, width, sign)?;
        Ok(term)
    }

    fn fresh(&mut self) -> Term {
        let v = self.cx.names.vars;
        self.cx.names.vars += 1;
        self.own.insert(v);
        Term::var(v)
    }

    /// What a place holds, if an entry says so.
    fn read(&mut self, address: &Term, width: u32, sign: Sign) -> Result<Option<Term>, TooLarge> {
        let entry = match self.value(address)? {
            Some(address) => {
                let entry = self.entry(&address, width, sign)?;
                if entry.is_none() {
                    self.note_unread(&address, width, sign)?;
                }
                entry
            }
            None => None,
        };
        self.shown.entries.push(entry.as_ref().map(|(id, _)| *id));
        let Some((_, value)) = entry else { return Ok(None) };
        self.ranged(&value, width, sign)?;
        Ok(Some(value))
    }

    /// Notes a place without an entry, if it lies by looking in a block that is not new.
    fn note_unread(&mut self, address: &Term, width: u32, sign: Sign) -> Result<(), TooLarge> {
        for (id, block) in self.st.blocks.iter().filter(|(id, _)| self.old.contains(id)) {
            let offset = address.sub(&block.base)?;
            if offset.as_constant().is_some_and(|offset| offset >= 0) {
                self.unread.push((*id, offset, (width / 8, sign)));
            }
        }
        Ok(())
    }

    fn entry(&mut self, address: &Term, width: u32, sign: Sign) -> Result<Option<(EntryId, Term)>, TooLarge> {
        let st = self.st;
        let (mut near, mut far) = (Vec::new(), Vec::new());
        for (id, e) in st.entries.iter().filter(|(_, e)| 8 * e.width == width) {
            let Some(block) = st.blocks.get(&e.block) else { continue };
            if matches!(block.kind, Kind::Stack(_)) {
                continue;
            }
            let distance = block.base.add(&e.offset)?.sub(address)?;
            match distance.as_constant() {
                Some(0) => near.push((id, e, distance)),
                Some(_) => {}
                None => far.push((id, e, distance)),
            }
        }
        for list in [&mut near, &mut far] {
            list.sort_by_key(|(_, e, _)| e.sign != sign);
        }
        for (id, e, distance) in near.into_iter().chain(far.into_iter().take(MOST_COMPARED)) {
            let at_address = Atom::eq(&distance, &Term::zero())?;
            if !self.entails(&at_address) {
                continue;
            }
            let most = Term::constant(highest(width, Sign::Signed));
            let same = e.sign == sign
                || self.entails(&Atom::le(&Term::zero(), &e.value)?) && self.entails(&Atom::le(&e.value, &most)?);
            if same {
                return Ok(Some((*id, e.value.clone())));
            }
        }
        Ok(None)
    }

    fn quotient(&mut self, dividend: &Term, divisor: i128, natural: bool) -> Result<Term, TooLarge> {
        let quotient = self.fresh();
        let rest = dividend.add_scaled(&quotient, divisor.checked_neg().ok_or(TooLarge)?)?;
        let most = divisor.checked_abs().and_then(|d| d.checked_sub(1)).ok_or(TooLarge)?;
        let least = if natural { 0 } else { -most };
        self.knowledge.push(Atom::le(&Term::constant(least), &rest)?);
        self.knowledge.push(Atom::le(&rest, &Term::constant(most))?);
        if !natural {
            self.knowledge.push(Atom::le(&Term::zero(), &dividend.mul(&rest)?)?);
        }
        Ok(quotient)
    }

    /// An alternative of the conjunct that holds, if the others that are single comparisons do not.
    fn way(&mut self, conjunct: &Ensured) -> Result<Option<usize>, TooLarge> {
        let mark = self.knowledge.len();
        for (number, way) in conjunct.ways.iter().enumerate() {
            if !way.reads.iter().all(|v| self.knows(*v)) {
                continue;
            }
            for (_, other) in conjunct.ways.iter().enumerate().filter(|(other, _)| *other != number) {
                if let [Said::Atom(atom)] = other.said.as_slice()
                    && other.reads.iter().all(|v| self.knows(*v))
                    && let Some(atom) = self.atom(atom)?
                {
                    self.knowledge.push(atom.negate()?);
                }
            }
            let blocks = self.shown.blocks.clone();
            let mut holds = true;
            for said in &way.said {
                holds = holds
                    && match said {
                        Said::Atom(atom) => match self.atom(atom)? {
                            Some(atom) => self.entails(&atom),
                            None => false,
                        },
                        Said::Memory(place, memory) => self.memory(*place, memory)?,
                        Said::Separated(one, two) => self.separated(&way.said, (*one, *two))?,
                    };
            }
            self.knowledge.truncate(mark);
            if holds {
                return Ok(Some(number));
            }
            self.shown.blocks = blocks;
        }
        Ok(None)
    }

    /// Whether the memory is there. Notes the block.
    fn memory(&mut self, place: usize, memory: &Memory) -> Result<bool, TooLarge> {
        let (Some(address), Some(length)) = (self.value(&memory.address)?, self.value(&memory.length)?) else {
            return Ok(false);
        };
        let mut found = None;
        for (id, block) in self.st.blocks.iter().filter(|(_, b)| !b.optional && !matches!(b.kind, Kind::Stack(_))) {
            let (id, block) = self.object(id).unwrap_or((id, block));
            let offset = address.sub(&block.base)?;
            let conditions = match memory.kind {
                MemoryKind::Fresh => {
                    let taken = self.shown.blocks.contains(&Some(*id));
                    if self.old.contains(id) || taken || block.kind != Kind::Heap || block.kept || block.read_only {
                        continue;
                    }
                    [Atom::eq(&offset, &Term::zero())?, Atom::eq(&block.size, &length)?]
                }
                MemoryKind::Valid { align, writable } => {
                    let kept_back = block.read_only && !self.promised.protected.contains(id);
                    let fixed = matches!(&block.kind, Kind::Global(name) if self.is_unwritable(name));
                    let multiple = |t: &Term| t.parts().iter().all(|(_, c)| c % i128::from(align) == 0);
                    if writable && (kept_back || fixed) || block.align % align != 0 || !multiple(&offset) {
                        continue;
                    }
                    [Atom::le(&Term::zero(), &offset)?, Atom::le(&offset.add(&length)?, &block.size)?]
                }
            };
            if conditions.iter().all(|condition| self.entails(condition)) {
                found = Some(*id);
                break;
            }
        }
        let empty = Atom::le(&length, &Term::zero())?;
        let holds = found.is_some() || memory.kind != MemoryKind::Fresh && self.entails(&empty);
        if self.shown.blocks.len() <= place {
            self.shown.blocks.resize(place + 1, None);
        }
        self.shown.blocks[place] = found;
        Ok(holds)
    }

    /// The object of which a block is a part, by the name of its first part.
    fn object(&self, block: &BlockId) -> Option<(&'a BlockId, &'a Block)> {
        let parted = self.promised.parted.iter().find(|object| object.parts.contains(block))?;
        Some((parted.parts.first()?, &parted.whole))
    }

    /// Whether two ranges of an alternative do not overlap: one is empty, or they lie in two blocks of which one is
    /// written, or apart. What is protected is written by others.
    fn separated(&mut self, said: &[Said], (one, two): (usize, usize)) -> Result<bool, TooLarge> {
        let block = |place: usize| self.shown.blocks.get(place).copied().flatten();
        let (Some(left), Some(right)) = (block(one), block(two)) else { return Ok(true) };
        let single = |id: &BlockId| {
            self.st.blocks.get(id).is_some_and(|block| {
                let fixed = matches!(&block.kind, Kind::Global(name) if self.is_unwritable(name));
                !fixed && (!block.read_only || self.promised.protected.contains(id))
            })
        };
        if left != right && (single(&left) || single(&right)) {
            return Ok(true);
        }
        let range = |place: usize| {
            said.iter().find_map(|said| match said {
                Said::Memory(number, memory) if *number == place => Some(memory.clone()),
                _ => None,
            })
        };
        let (Some(left), Some(right)) = (range(one), range(two)) else { return Ok(false) };
        let (low, high) = (self.value(&left.address)?, self.value(&right.address)?);
        let (size, length) = (self.value(&left.length)?, self.value(&right.length)?);
        let (Some((low, high)), Some((size, length))) = (low.zip(high), size.zip(length)) else { return Ok(false) };
        let (apart, other) = (Atom::le(&low.add(&size)?, &high)?, Atom::le(&high.add(&length)?, &low)?);
        Ok(self.entails(&apart) || self.entails(&other))
    }

    fn is_unwritable(&self, name: &str) -> bool {
        self.cx.program.globals.iter().any(|g| g.is_unwritable() && g.name == name)
    }

    /// What is missing for a conjunct, none of whose alternatives is known to hold.
    fn missing(&mut self, conjunct: &Ensured) -> Result<Missing, TooLarge> {
        let mut missing = Missing {
            text: conjunct.text.clone(),
            condition: Vec::new(),
            split: None,
            unread: std::mem::take(&mut self.unread),
        };
        for way in &conjunct.ways {
            for said in &way.said {
                let Said::Atom(atom) = said else { continue };
                let Some(atom) = self.atom(atom)? else { continue };
                if self.entails(&atom) {
                    continue;
                }
                if conjunct.ways.len() == 1 {
                    missing.condition.push(atom);
                    return Ok(missing);
                }
                let of_path = atom.term.vars().all(|v| !self.own.contains(&v));
                if missing.split.is_none() && of_path && !self.entails(&atom.negate()?) {
                    missing.split = Some(atom);
                }
            }
        }
        Ok(missing)
    }
}
