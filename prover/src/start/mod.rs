//! The initial states of a claim (`spec/graph.md`, section "Root"; with a contract
//! `spec/precondition.md`, section "Initial states").

mod arguments;
mod cases;
mod cells;
mod elements;
mod elsewhere;
mod ensures;
mod freeable;
mod memory;
mod parts;
mod places;
mod placing;
mod pointers;
mod ranges;
mod reach;
mod structures;
mod terms;

use crate::algebra::{Term, TooLarge, Var};
use crate::contract::{Contract, ContractError};
pub(crate) use crate::contract::{Ensured, Meaning, Memory, MemoryKind, Said, Step, Structure};
use crate::faults::Fault;
use crate::graph::Case;
use crate::program::{Function, Global, Operand, Program, Reg, Type};
use crate::rules::{Context, function, heap, highest, lowest, width_of};
use crate::state::{Block, Entry, Named, State, Value};
use cases::{Choice, MOST_CASES};
pub(crate) use cells::KEPT_CELLS;
use certificates::{BlockId, CallerId, Kind, Sign};
pub(crate) use elements::Placed;
pub(crate) use elsewhere::elsewhere;
use memory::{named, named_atom};
pub(crate) use parts::{Parted, aligned, divide};
pub(crate) use places::{Name, Place};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The initial states of a claim.
pub(crate) struct Starts {
    /// The kept globals, by their place in the program.
    pub globals: Vec<usize>,
    /// One for each case of the contract; a single one without a contract.
    pub cases: Vec<Start>,
}

impl Starts {
    /// Whether an initial state has lists or trees.
    pub(crate) fn have_structures(&self) -> bool {
        self.cases.iter().any(|start| !start.names.lists.is_empty() || !start.names.trees.is_empty())
    }
}

/// One initial state.
pub(crate) struct Start {
    pub state: State,
    /// All names, also those of entries that the prover does not keep.
    pub names: Named,
    /// What the prover's own variables in `state` stand for, over those in `names`.
    pub meaning: BTreeMap<Var, Term>,
    /// What distinguishes the case, in words.
    pub case: Option<Case>,
    /// Those of the names that are pointers in memory.
    pub pointers: BTreeSet<Var>,
    /// What a bound may be stated in: parameters, lengths of strings, values in memory, sizes of lists and trees.
    pub places: Vec<Place>,
    /// Blocks that only the contract's `assigns` makes read-only.
    pub protected: BTreeSet<BlockId>,
    /// What the contract says of elements of arrays, over the names.
    pub elements: Vec<Placed>,
    /// What the function promises, if it promises anything of its returns.
    pub promised: Option<Rc<Promised>>,
}

/// What is to hold at the returns of a case.
pub(crate) struct Promised {
    pub meaning: Meaning,
    /// The values of the contract's variables at the call, over those of the initial state.
    pub symbols: Vec<Option<Term>>,
    /// Blocks that only the contract's `assigns` makes read-only.
    pub protected: BTreeSet<BlockId>,
    /// The objects that it assigns in part.
    pub parted: Vec<Parted>,
}

/// What the alternatives of a contract say of a call, over the parameters, the lengths of the strings, the addresses of
/// these globals, and what is read, in this order.
pub(crate) fn meanings(
    program: &Program,
    function: &Function,
    contract: &Contract,
    globals: &[&str],
) -> Result<Vec<Meaning>, ContractError> {
    ranges::understand(program, (&function.name, &function.signature), contract, globals)
}

/// The names of the globals that a certificate of a claim about the entry function keeps.
pub(crate) fn kept(program: &Program, entry: &str, contract: &Contract) -> BTreeSet<String> {
    reach::kept_globals(program, entry, &reach::named_globals(contract))
}

/// The initial states of the entry function.
pub(crate) fn initial(cx: &mut Context<'_>, entry: &str, contract: Option<&Contract>) -> Result<Starts, StartError> {
    starts(cx, entry, contract, Purpose::Claim)
}

/// The states in which calls under a function's contract begin; each object is one block.
pub(crate) fn agreed(cx: &mut Context<'_>, callee: &str, contract: &Contract) -> Result<Starts, StartError> {
    starts(cx, callee, Some(contract), Purpose::Calls)
}

/// Initial states that examples of calls are made from: those of the claim, and others in which no two blocks overlap;
/// [`MOST_CASES`] at most.
pub(crate) fn examples(cx: &mut Context<'_>, entry: &str, contract: &Contract) -> Result<Starts, StartError> {
    starts(cx, entry, Some(contract), Purpose::Examples)
}

/// What initial states are for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// The claim. An object that the contract assigns in part is one block for each part.
    Claim,
    /// Calls of the function within the program, which may hand over objects of any size.
    Calls,
    /// Examples: blocks that nothing writes may lie in any way, or else disjoint, as those that may be written.
    Examples,
}

fn starts(
    cx: &mut Context<'_>,
    entry: &str,
    contract: Option<&Contract>,
    purpose: Purpose,
) -> Result<Starts, StartError> {
    let program = cx.program;
    let missing = || ContractError::new(format!("there is no function '{entry}'"));
    let function = program.functions.get(entry).ok_or_else(missing)?;
    let named = contract.map(reach::named_globals).unwrap_or_default();
    let kept = reach::kept_globals(program, entry, &named);
    let globals: Vec<usize> = (0..program.globals.len()).filter(|g| kept.contains(&program.globals[*g].name)).collect();
    let Some(contract) = contract else {
        let cases = vec![plain(cx, function, &globals)?];
        return Ok(Starts { globals, cases });
    };
    let kept: Vec<&Global> = globals.iter().map(|g| &program.globals[*g]).collect();
    let names: Vec<&str> = kept.iter().map(|g| g.name.as_str()).collect();
    let meanings = ranges::understand(program, (&function.name, &function.signature), contract, &names)?;
    let mut choices = Vec::new();
    for meaning in &meanings {
        let found = cases::cases(meaning, &kept, MOST_CASES - choices.len());
        let found = found.ok_or_else(|| cases::too_many(meaning, &kept))?;
        choices.extend(found.into_iter().map(|chosen| (meaning, chosen)));
    }
    for meaning in meanings.iter().filter(|_| purpose == Purpose::Examples) {
        for chosen in cases::layouts(meaning, &kept, MOST_CASES - choices.len()) {
            if !choices.iter().any(|(other, known)| std::ptr::eq(*other, meaning) && *known == chosen) {
                choices.push((meaning, chosen));
            }
        }
    }
    let only = choices.len() == 1;
    let mut starts = Vec::new();
    for (meaning, chosen) in &choices {
        let mut start = case(cx, function, (contract, meaning), &globals, (chosen, purpose))?;
        start.case = cases::describe(meaning, &kept, chosen, only);
        starts.push(start);
    }
    Ok(Starts { globals, cases: starts })
}

/// Why there are no initial states.
#[derive(Debug)]
pub(crate) enum StartError {
    /// The contract does not fit the function.
    Contract(ContractError),
    /// An internal error of the prover.
    Internal(&'static str),
}

impl<E: Into<ContractError>> From<E> for StartError {
    fn from(error: E) -> StartError {
        StartError::Contract(error.into())
    }
}

/// R-ROOT, without a contract.
fn plain(cx: &mut Context<'_>, function: &Function, globals: &[usize]) -> Result<Start, TooLarge> {
    let known = if function.name == "main" { Known::All } else { Known::Constants };
    let mut b = Builder::new(cx, function, globals, (known, Purpose::Claim))?;
    for (number, ty) in function.signature.parameters.iter().enumerate() {
        let Some(w) = width_of(*ty, b.bits()) else {
            continue;
        };
        let sign = match ty {
            Type::Int(w) if *w > 1 => Sign::Signed,
            _ => Sign::Unsigned,
        };
        let x = b.parameter(Reg::parameter(number), w, sign)?;
        if b.cx.faults.on(Fault::InitialState) {
            b.start.state.add_le(&Term::zero(), &x)?;
        }
    }
    b.cells()?;
    if function.name == "main" {
        b.arguments(&function.signature.parameters)?;
    }
    Ok(b.start)
}

/// Names for the contract's own variables: first the parameters, then the lengths of strings, then globals.
fn names(b: &mut Builder<'_, '_>, meaning: &Meaning) -> Result<Vec<Option<Term>>, StartError> {
    let mut names: Vec<Option<Term>> = Vec::new();
    for (number, parameter) in meaning.parameters.iter().enumerate() {
        let Some((w, signed)) = *parameter else {
            names.push(None);
            continue;
        };
        let sign = if signed { Sign::Signed } else { Sign::Unsigned };
        let x = b.parameter(Reg::parameter(number), w, sign)?;
        if b.cx.faults.on(Fault::InitialState) {
            b.start.state.add_le(&Term::zero(), &x)?;
        }
        names.push(Some(x));
    }
    for _ in 0..meaning.strings {
        let l = b.fresh();
        b.start.state.add_le(&Term::zero(), &l)?;
        names.push(Some(l));
    }
    names.extend(b.globals.iter().map(|(_, _, base)| Some(base.clone())));
    Ok(names)
}

/// One case of a contract.
fn case(
    cx: &mut Context<'_>,
    function: &Function,
    (contract, meaning): (&Contract, &Meaning),
    globals: &[usize],
    (chosen, purpose): (&[Choice], Purpose),
) -> Result<Start, StartError> {
    let mut b = Builder::new(cx, function, globals, (Known::Constants, purpose))?;
    let mut names = names(&mut b, meaning)?;
    for fact in &meaning.facts {
        let atom = named_atom(&names, fact)?;
        b.start.state.add(atom);
    }
    let mut placed: Vec<Option<(BlockId, Term)>> = Vec::new();
    for (number, step) in meaning.steps.iter().chain(&meaning.before).enumerate() {
        match step {
            Step::Range(number) => {
                let range = &meaning.ranges[*number];
                let (a, e) = (named(&names, &range.address)?, named(&names, &range.length)?);
                let place = b.range(meaning, chosen, *number, &a, &e, &placed)?;
                placed.push(place);
            }
            Step::Structure(number) => {
                let empty = chosen.get(meaning.ranges.len() + number) == Some(&Choice::Empty);
                let structure =
                    meaning.structures.get(*number).ok_or(StartError::Internal("a step without its list"))?;
                b.structure(structure, empty, &names)?;
            }
            Step::Fact(fact) => {
                let atom = named_atom(&names, fact)?;
                b.start.state.add(atom);
            }
            Step::Callback(name, pointer) => {
                let base = pointer.as_ref().map(|pointer| named(&names, pointer)).transpose()?;
                let (base, id) = (base.unwrap_or_else(|| b.fresh()), b.next_block());
                function::add(b.cx, &mut b.start.state, name, base, id)?;
            }
            Step::Read { pointer, .. } => {
                let value = b.read(meaning, step, &names, &placed, number < meaning.steps.len())?;
                b.start.pointers.extend(value.as_var().filter(|_| *pointer));
                names.push(Some(value));
            }
            Step::Elements(elements) => b.elements(meaning, elements, &names, &placed)?,
            Step::Quotient { dividend, divisor, natural } => {
                let value = b.quotient(&named(&names, dividend)?, *divisor, *natural)?;
                names.push(Some(value));
            }
            Step::Result(_) => {}
        }
    }
    for (number, range) in meaning.ranges.iter().enumerate() {
        let (Some(width), Some(Some((block, base)))) = (range.string, placed.get(number)) else {
            continue;
        };
        let end = named(&names, &range.address)?.add(&named(&names, &range.length)?)?;
        let offset = end.plus(-i128::from(width))?.sub(base)?;
        let entry = Entry { block: *block, offset, width, sign: Sign::Signed, value: Term::zero() };
        b.entry(Some(entry));
    }
    b.cells()?;
    let ensures::Protected { blocks: mut protected, mut parted } = b.protect(meaning, &names)?;
    match purpose {
        Purpose::Calls | Purpose::Examples => parted.clear(),
        Purpose::Claim => parted.iter().try_for_each(|(id, _)| b.aligned(*id))?,
    }
    let variables: Vec<Option<Var>> = names.iter().map(|t| t.as_ref()?.as_var()).collect();
    pointers::based(b.cx, &mut b.start, &mut names, meaning, &variables, &placed);
    pointers::constants(&mut b.start, &mut names, &variables);
    places::add(&mut b.start, contract, meaning, &names);
    let parts = parted.iter().map(|(id, bytes)| b.part(*id, bytes, &mut protected));
    let parted = parts.filter_map(Result::transpose).collect::<Result<_, _>>()?;
    b.start.protected.clone_from(&protected);
    if !meaning.ensured.is_empty() {
        let promised = Promised { meaning: meaning.clone(), symbols: names, protected, parted };
        b.start.promised = Some(Rc::new(promised));
    }
    Ok(b.start)
}

struct Builder<'c, 'p> {
    cx: &'c mut Context<'p>,
    start: Start,
    /// The kept globals with their blocks.
    globals: Vec<(&'p Global, BlockId, Term)>,
    known: Known,
    purpose: Purpose,
}

/// The kept globals whose contents are known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    All,
    Constants,
}

impl<'c, 'p> Builder<'c, 'p> {
    /// The state with the kept globals and the functions whose addresses they hold (R-ROOT 1).
    fn new(
        cx: &'c mut Context<'p>,
        function: &Function,
        globals: &[usize],
        (known, purpose): (Known, Purpose),
    ) -> Result<Self, TooLarge> {
        let program: &'p Program = cx.program;
        let mut b = Builder {
            cx,
            start: Start {
                state: State::new(&function.name),
                names: Named::default(),
                meaning: BTreeMap::new(),
                case: None,
                pointers: BTreeSet::new(),
                protected: BTreeSet::new(),
                promised: None,
                elements: Vec::new(),
                places: Vec::new(),
            },
            globals: Vec::new(),
            known,
            purpose,
        };
        for g in globals.iter().filter_map(|g| program.globals.get(*g)) {
            let base = b.fresh();
            let size = Term::constant(i128::from(g.size));
            b.start.state.add_le(&Term::constant(1), &base)?;
            let end = base.add(&size)?;
            b.top(&end)?;
            let kind = Kind::Global(g.name.clone());
            let id = b.block(base.clone(), size, g.align.max(1), Some(kind), false);
            b.globals.push((g, id, base));
        }
        for (g, _, _) in b.globals.clone() {
            for cell in b.known(g) {
                if let Operand::Function(name) = &cell.value
                    && b.function(name).is_none()
                {
                    let base = b.fresh();
                    let id = b.next_block();
                    function::add(b.cx, &mut b.start.state, name, base, id)?;
                }
            }
        }
        Ok(b)
    }

    /// The address of a function.
    fn function(&self, name: &str) -> Option<Term> {
        let st = &self.start.state;
        let id = st.block_of_kind(&Kind::Function(name.to_owned()))?;
        st.blocks.get(&id).map(|b| b.base.clone())
    }

    fn next_block(&mut self) -> BlockId {
        let id = self.cx.names.blocks;
        self.cx.names.blocks += 1;
        self.start.names.blocks.push(id);
        id
    }

    fn bits(&self) -> u32 {
        self.cx.program.pointer_bits
    }

    fn fresh(&mut self) -> Term {
        let v = self.cx.names.vars;
        self.cx.names.vars += 1;
        self.start.names.vars.push(v);
        Term::var(v)
    }

    /// What ends here lies in memory.
    fn top(&mut self, end: &Term) -> Result<(), TooLarge> {
        let top = Term::constant(heap::end_of_memory(self.bits()));
        self.start.state.add_le(end, &top)
    }

    /// Limits the size of an object that is there when the call begins.
    fn given(&mut self, size: &Term) -> Result<(), TooLarge> {
        let most = match self.purpose {
            Purpose::Claim | Purpose::Examples => heap::largest_given(self.bits()),
            Purpose::Calls => heap::largest_block(self.cx),
        };
        self.start.state.add_le(size, &most)
    }

    /// A new block; without a kind it is a caller's.
    fn block(&mut self, base: Term, size: Term, align: u64, kind: Option<Kind>, read_only: bool) -> BlockId {
        let id = self.next_block();
        let block = Block {
            base,
            size,
            align,
            kind: kind.unwrap_or(Kind::Caller(CallerId::Block(id))),
            read_only,
            kept: false,
            optional: false,
        };
        self.start.state.blocks.insert(id, block);
        id
    }

    /// An arbitrary value for a parameter.
    fn parameter(&mut self, register: Reg, width: u32, sign: Sign) -> Result<Term, TooLarge> {
        let x = self.fresh();
        let st = &mut self.start.state;
        st.add_le(&Term::constant(lowest(width, sign)), &x)?;
        st.add_le(&x, &Term::constant(highest(width, sign)))?;
        st.bindings.insert(register, Value { sign, term: x.clone() });
        Ok(x)
    }
}
