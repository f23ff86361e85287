//! A small language for certificates written by hand.
//!
//! ```text
//! node 1 entry 0 at f test 0        node 1 of the graph of node 0, at @f, block %test, instruction 0
//!   vars 3                          its variables v0, v1, v2
//!   a = v0 s                        binding of %a, signed (u or nothing: unsigned)
//!   know v0 < 2*v1                  an atom: <= < >= > = !=
//!   block 0 heap v1 v2 align 8      base, size; also stack:NAME, global:NAME, function:NAME, caller:N; ro, optional
//!   cell 0 in 0 at 4 width 4 s = v0 an entry
//!   exec s wraps 0 ? phis su true   steps, one a line; details at the end of exec
//!   split v0 <= 5 {                 a split has two trees
//!     ...
//!   } else {
//!     ...
//!   }
//!   goto 2 (v0, v1 + 1) blocks 0<-1 cells 0<-3 as back
//! claim f (int n) requires n > 0    entry and contract (default: main, none)
//! root 0 (v0) blocks 0<-0           one for each case; also: root infeasible because WITNESS
//! globals a b                       the globals kept (default: all)
//! linear 1: v1 - v0 removes back    a round of the ranking; nested 1: v0 , v1 ; 2: ... removes a b
//! ```
//!
//! A step may end in `because WITNESS; WITNESS`, a witness being `solver`, `1: 2#0 1#3` (scale and
//! coefficient#fact), `both ... and ...`, `above ...` or `below ...`. A node without steps is a return node.

use std::collections::BTreeMap;

use certificates::*;

/// Parses a whole certificate about a module; the claim is the strictest.
pub fn certificate(module: &str, text: &str) -> Certificate {
    let mut parser = Parser { lines: lines(text), next: 0, steps: Vec::new(), labels: BTreeMap::new() };
    let mut nodes = Vec::new();
    let mut ranking = Vec::new();
    let (mut entry, mut precondition) = ("main".to_string(), None);
    let mut roots = Vec::new();
    let mut globals = globals(module);
    while let Some(line) = parser.peek() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[0] {
            "node" => nodes.push(parser.node()),
            "root" => roots.push(parser.root()),
            "claim" => (entry, precondition) = parser.claim(),
            "globals" => globals = parser.line().split_whitespace().skip(1).map(String::from).collect(),
            "linear" | "nested" => ranking.push(parser.round()),
            other => panic!("unexpected {other}"),
        }
    }
    nodes.sort_by_key(|(number, _)| *number);
    assert!(nodes.iter().map(|(number, _)| *number).eq(0..nodes.len() as u32), "numbers of nodes");
    let mut nodes: Vec<Node> = nodes.into_iter().map(|(_, node)| node).collect();
    for place in 0..nodes.len() {
        // A node that declares no variables has those of its entry.
        let entry = nodes.get(nodes[place].entry as usize).map_or(0, |entry| entry.state.variables);
        if nodes[place].state.variables == 0 {
            nodes[place].state.variables = entry;
        }
    }
    let contracts = contracts(module);
    if roots.is_empty() {
        roots.push(Root::Covered { node: 0, instance: Instance::default() });
    }
    Certificate {
        claim: Claim {
            module_hash: hash::sha256_hex(module.as_bytes()),
            entry,
            precondition,
            properties: Properties { memory_safety: true, no_overflow: true, termination: true },
            data_model: DataModel::Lp64,
            overflow: Overflow::Error,
            malloc_may_fail: false,
            contracts,
        },
        module: module.into(),
        nodes,
        steps: parser.steps,
        globals,
        roots,
        ranking,
    }
}

/// The declared functions of a module, intrinsics excepted.
fn contracts(module: &str) -> Vec<String> {
    let declared = module.lines().filter(|line| line.starts_with("declare "));
    let names = declared.filter_map(|line| line.split('@').nth(1)?.split('(').next());
    let mut names: Vec<String> = names.filter(|name| !name.starts_with("llvm.")).map(String::from).collect();
    names.sort();
    names
}

/// The global variables that are not refused.
fn globals(module: &str) -> Vec<String> {
    let read = checker::reader::read(module);
    read.map_or(Vec::new(), |m| checker::initial::globals(&m).iter().map(|global| global.name.to_string()).collect())
}

fn lines(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or("").trim().to_string());
    lines.filter(|line| !line.is_empty()).collect()
}

struct Parser {
    lines: Vec<String>,
    next: usize,
    steps: Vec<Step>,
    labels: BTreeMap<String, StepId>,
}

impl Parser {
    fn peek(&self) -> Option<String> {
        self.lines.get(self.next).cloned()
    }

    fn line(&mut self) -> String {
        self.next += 1;
        self.lines[self.next - 1].clone()
    }

    fn push(&mut self, step: Step) -> StepId {
        self.steps.push(step);
        self.steps.len() as StepId - 1
    }

    fn node(&mut self) -> (NodeId, Node) {
        let header = self.line();
        let words: Vec<&str> = header.split_whitespace().collect();
        let ["node", id, "entry", entry, "at", function, block, index] = words[..] else { panic!("{header}") };
        let mut state = State::default();
        while let Some(line) = self.peek() {
            if !state_line(&mut state, &line) {
                break;
            }
            self.next += 1;
        }
        state.bindings.sort_by(|a, b| a.register.cmp(&b.register));
        let ends = |line: &str| ["node ", "root ", "linear ", "nested "].iter().any(|word| line.starts_with(word));
        let tree = self.peek().filter(|line| !ends(line)).map(|_| self.tree());
        let position = Position { function: function.into(), block: block.into(), index: number(index) };
        (number(id), Node { entry: number(entry), position, state, tree })
    }

    fn claim(&mut self) -> (String, Option<String>) {
        let line = self.line();
        let rest = line.strip_prefix("claim").unwrap().trim();
        let (entry, contract) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        (entry.into(), (!contract.is_empty()).then(|| contract.trim().into()))
    }

    fn root(&mut self) -> Root {
        let line = self.line();
        let rest = line.strip_prefix("root").unwrap().trim();
        if let Some(rest) = rest.strip_prefix("infeasible") {
            let because = rest.trim().strip_prefix("because");
            return Root::Infeasible {
                witnesses: because.map_or(Vec::new(), |list| list.split(';').map(witness).collect()),
            };
        }
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (node, rest) = rest.split_at(digits);
        Root::Covered { node: node.parse().unwrap_or(0), instance: instance(rest) }
    }

    /// Steps up to one without a single successor.
    fn tree(&mut self) -> StepId {
        let full = self.line();
        let (line, witnesses) = match full.split_once(" because ") {
            Some((line, because)) => (line.to_string(), because.split(';').map(witness).collect()),
            None => (full.clone(), Vec::new()),
        };
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[0] {
            "exec" => {
                let hint = hint(&words[1..]);
                let next = self.tree();
                self.push(Step::Exec { hint, next, witnesses })
            }
            "exit" => {
                let hint = hint(&words[1..]);
                self.push(Step::Exit { hint, witnesses })
            }
            "infeasible" => self.push(Step::Infeasible { witnesses }),
            "split" => {
                let atom = atom(line.strip_prefix("split").unwrap().trim_end_matches('{'));
                let (yes, no) = (self.branch("} else {"), self.branch("}"));
                self.push(Step::Split { atom, yes, no })
            }
            "apart" => {
                let (left_first, right_first) = (self.branch("} else {"), self.branch("}"));
                let (left, right) = (number(words[1]), number(words[2]));
                self.push(Step::Apart { left, right, left_first, right_first, witnesses })
            }
            "goto" | "call" => self.edge(&line, witnesses),
            _ => {
                let ghost = ghost(&line);
                let next = self.tree();
                self.push(Step::Ghost { ghost, next, witnesses })
            }
        }
    }

    fn branch(&mut self, end: &str) -> StepId {
        let tree = self.tree();
        assert_eq!(self.line(), end);
        tree
    }

    /// `goto NODE INSTANCE as LABEL`, `call ENTRY INSTANCE as LABEL {`, then `from NODE {` trees `}`, `}`.
    fn edge(&mut self, line: &str, witnesses: Vec<Witness>) -> StepId {
        let line = line.trim_end_matches('{').trim();
        let (line, label) = match line.split_once(" as ") {
            Some((line, label)) => (line, Some(label.trim().to_string())),
            None => (line, None),
        };
        let (keyword, rest) = line.split_once(' ').unwrap();
        let (node, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let map = instance(rest);
        let step = if keyword == "goto" {
            self.push(Step::Goto { node: number(node), instance: map, witnesses })
        } else {
            let mut returns = Vec::new();
            loop {
                let line = self.line();
                match line.split_whitespace().collect::<Vec<_>>()[..] {
                    ["from", from, "{"] => returns.push((number(from), self.branch("}"))),
                    ["}"] => break,
                    _ => panic!("{line}"),
                }
            }
            self.push(Step::Call { entry: number(node), instance: map, returns, witnesses })
        };
        label.map(|label| self.labels.insert(label, step));
        step
    }

    fn round(&mut self) -> Round {
        let line = self.line();
        let (left, removed) = line.split_once(" removes ").unwrap();
        let (kind, functions) = left.split_once(' ').unwrap();
        let pairs = functions.split(';').map(|part| part.split_once(':').unwrap());
        let measure = match kind {
            "linear" => Measure::Linear(pairs.map(|(node, f)| (number(node), term(f))).collect()),
            _ => Measure::Nested(pairs.map(|(n, fs)| (number(n), fs.split(',').map(term).collect())).collect()),
        };
        let mut removed: Vec<StepId> = removed.split_whitespace().map(|label| self.labels[label]).collect();
        removed.sort_unstable();
        Round { measure, removed }
    }
}

/// Whether the line is part of a state.
fn state_line(state: &mut State, line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["vars", count] => state.variables = number(count),
        ["know", ..] => state.knowledge.push(atom(&line[4..])),
        ["block", id, kind, base, size, "align", align, ref marks @ ..] => state.blocks.push(Block {
            id: number(id),
            base: term(base),
            size: term(size),
            align: align.parse().unwrap(),
            kind: block_kind(kind),
            read_only: marks.contains(&"ro"),
            optional: marks.contains(&"optional"),
        }),
        ["cell", id, "in", block, "at", offset, "width", width, s, "=", ..] => state.entries.push(Entry {
            id: number(id),
            block: number(block),
            offset: term(offset),
            width: number(width),
            sign: sign(s),
            value: term(line.split_once(" = ").unwrap().1),
        }),
        [register, "=", ref rest @ ..] => {
            let (value, signed) = match rest.split_last() {
                Some((last, value)) if ["s", "u"].contains(last) => (value.join(""), sign(last)),
                _ => (rest.join(""), Sign::Unsigned),
            };
            state.bindings.push(Binding { register: register.into(), sign: signed, value: term(&value) });
        }
        _ => return false,
    }
    true
}

fn block_kind(text: &str) -> Kind {
    match text.split_once(':') {
        None => Kind::Heap,
        Some(("stack", name)) => Kind::Stack(name.into()),
        Some(("global", name)) => Kind::Global(name.into()),
        Some(("function", name)) => Kind::Function(name.into()),
        Some((_, caller)) => Kind::Caller(number(caller)),
    }
}

fn number(text: &str) -> u32 {
    text.trim().parse().unwrap_or_else(|_| panic!("number {text:?}"))
}

fn sign(text: &str) -> Sign {
    if text == "s" { Sign::Signed } else { Sign::Unsigned }
}

/// Sums of products: `2*v0*v1 - 3 + v2`.
pub fn term(text: &str) -> Term {
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut sum: BTreeMap<Vec<u32>, i128> = BTreeMap::new();
    for summand in compact.replace('-', "+-").split('+').filter(|summand| !summand.is_empty()) {
        let (mut coefficient, mut variables) = (1i128, Vec::new());
        let positive = summand.strip_prefix('-').inspect(|_| coefficient = -1).unwrap_or(summand);
        for factor in positive.split('*') {
            match factor.strip_prefix('v') {
                Some(variable) => variables.push(number(variable)),
                None => coefficient *= factor.parse::<i128>().unwrap_or_else(|_| panic!("term {text:?}")),
            }
        }
        variables.sort_unstable();
        *sum.entry(variables).or_default() += coefficient;
    }
    Term(sum.into_iter().filter(|(_, c)| *c != 0).map(|(m, c)| (Monomial(m), Int(c))).collect())
}

fn plus(a: &Term, b: &Term, factor: i128) -> Term {
    let mut sum: BTreeMap<Vec<u32>, i128> = a.0.iter().map(|(m, c)| (m.0.clone(), c.0)).collect();
    for (m, c) in &b.0 {
        *sum.entry(m.0.clone()).or_default() += factor * c.0;
    }
    Term(sum.into_iter().filter(|(_, c)| *c != 0).map(|(m, c)| (Monomial(m), Int(c))).collect())
}

pub fn atom(text: &str) -> Atom {
    for operator in ["<=", ">=", "!=", "<", ">", "="] {
        let Some((left, right)) = text.split_once(operator) else { continue };
        let (left, right) = (term(left), term(right));
        let one = term("1");
        let (rel, term) = match operator {
            "<=" => (Rel::Le, plus(&left, &right, -1)),
            "<" => (Rel::Le, plus(&plus(&left, &right, -1), &one, 1)),
            ">=" => (Rel::Le, plus(&right, &left, -1)),
            ">" => (Rel::Le, plus(&plus(&right, &left, -1), &one, 1)),
            "=" => (Rel::Eq, plus(&left, &right, -1)),
            _ => (Rel::Ne, plus(&left, &right, -1)),
        };
        return Atom { rel, term };
    }
    panic!("atom {text:?}")
}

/// `(t, t) blocks a<-b cells a<-b wraps 0 ?`, every part optional.
fn instance(text: &str) -> Instance {
    let mut map = Instance::default();
    let rest = match text.split_once('(') {
        Some((_, rest)) => {
            let (terms, rest) = rest.split_once(')').unwrap();
            map.variables = terms.split(',').filter(|t| !t.trim().is_empty()).map(term).collect();
            rest
        }
        None => text,
    };
    let mut mode = "";
    for word in rest.split_whitespace() {
        match (mode, word.split_once("<-")) {
            ("blocks", Some((node, state))) => map.blocks.push((number(node), number(state))),
            ("cells", Some((node, state))) => map.entries.push((number(node), number(state))),
            ("wraps", None) => map.wraps.push(wrap(word)),
            (_, None) => mode = word,
            _ => panic!("instance {text:?}"),
        }
    }
    map
}

fn wrap(word: &str) -> Wrap {
    if word == "?" { Wrap::Quotient } else { Wrap::By(Int(word.parse().unwrap_or_else(|_| panic!("wrap {word:?}")))) }
}

fn witness(text: &str) -> Witness {
    let text = text.trim();
    let farkas = |text: &str| {
        let (scale, facts) = text.split_once(':').unwrap();
        let facts = facts.split_whitespace().map(|fact| {
            let (coefficient, place) = fact.split_once('#').unwrap();
            (number(place), Int(coefficient.parse().unwrap()))
        });
        Farkas { scale: Int(scale.trim().parse().unwrap()), facts: facts.collect() }
    };
    if text == "solver" {
        Witness::Solver
    } else if let Some((first, second)) = text.strip_prefix("both").and_then(|rest| rest.split_once(" and ")) {
        Witness::Both(farkas(first), farkas(second))
    } else if let Some(rest) = text.strip_prefix("below") {
        Witness::Strict(false, farkas(rest))
    } else if let Some(rest) = text.strip_prefix("above") {
        Witness::Strict(true, farkas(rest))
    } else {
        Witness::Farkas(farkas(text))
    }
}

fn ghost(line: &str) -> Ghost {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["assert", ..] => Ghost::Assert(atom(&line[6..])),
        ["distinct", a, b] => Ghost::Distinct { left: number(a), right: number(b) },
        ["same", a, b] => Ghost::Same { left: number(a), right: number(b) },
        ["inblock", entry] => Ghost::InBlock(number(entry)),
        ["bounds", block] => Ghost::Block(number(block)),
        ["divide", t, "by", c] => Ghost::Divide { term: term(t), divisor: Int(c.parse().unwrap()) },
        ["present", block] => Ghost::Resolve { block: number(block), present: true },
        ["absent", block] => Ghost::Resolve { block: number(block), present: false },
        ["function", name] => Ghost::Function(name.into()),
        ["unfold", list] => Ghost::Unfold(number(list)),
        _ => panic!("step {line:?}"),
    }
}

/// Sign, `wraps ...`, `phis ...`, then the detail.
fn hint(words: &[&str]) -> Hint {
    let mut hint = Hint { sign: Sign::Unsigned, wraps: Vec::new(), phis: Vec::new(), detail: Detail::None };
    let mut rest = words;
    if let [first @ ("s" | "u"), more @ ..] = rest {
        (hint.sign, rest) = (sign(first), more);
    }
    if let ["wraps", more @ ..] = rest {
        rest = more;
        while let [word, more @ ..] = rest
            && (*word == "?" || word.parse::<i128>().is_ok())
        {
            hint.wraps.push(wrap(word));
            rest = more;
        }
    }
    if let ["phis", signs, more @ ..] = rest {
        hint.phis = signs.chars().map(|c| sign(&c.to_string())).collect();
        rest = more;
    }
    hint.detail = detail(rest);
    hint
}

fn detail(words: &[&str]) -> Detail {
    match words {
        [] => Detail::None,
        ["true"] => Detail::Outcome(true),
        ["false"] => Detail::Outcome(false),
        ["case", place] => Detail::Case(Some(number(place))),
        ["default"] => Detail::Case(None),
        ["shift", amount] => Detail::Shift(number(amount)),
        ["div", dividend, divisor] => Detail::Division {
            dividend: if *dividend == "?" { None } else { Some(*dividend == "+") },
            divisor: *divisor == "+",
        },
        ["bits", form, rest @ ..] => {
            let k = rest.first().map_or(0, |k| number(k));
            Detail::Bits(match *form {
                "bounds" => Bits::Bounds,
                "low" => Bits::LowMask(k),
                "high" => Bits::HighMask(k),
                "clear" => Bits::ClearLowest,
                "below" => Bits::Below(k),
                "disjoint" => Bits::Disjoint(k),
                "complement" => Bits::Complement,
                other => panic!("bits {other}"),
            })
        }
        ["load", rest @ ..] => {
            let (access, rest) = access(rest);
            Detail::Load { access: access.unwrap(), entry: parts(rest, "cell").first().map(|entry| number(entry)) }
        }
        ["store", rest @ ..] => {
            let (access, rest) = access(rest);
            Detail::Store { access: access.unwrap(), keep: keep(rest) }
        }
        ["move", rest @ ..] => {
            let (target, rest) = access(rest);
            let (source, rest) = access(rest);
            let copy = parts(rest, "copy").iter().map(|entry| number(entry)).collect();
            Detail::Move { target, source, keep: keep(rest), copy }
        }
        ["fill", rest @ ..] => {
            let (target, rest) = access(rest);
            Detail::Fill { target, keep: keep(rest), cells: cells(rest) }
        }
        ["alloc", outcome, rest @ ..] => Detail::Allocate { outcome: allocation(outcome), cells: cells(rest) },
        ["release", "null"] => Detail::Release(None),
        ["release", block] => Detail::Release(Some(number(block))),
        ["realloc", block, outcome, rest @ ..] => Detail::Reallocate {
            block: (*block != "null").then(|| number(block)),
            outcome: allocation(outcome),
            keep: parts(rest, "keep").iter().map(|entry| number(entry)).collect(),
        },
        ["library", rest @ ..] => {
            let (access, rest) = access(rest);
            let entries = parts(rest, "cell").iter().map(|entry| number(entry)).collect();
            Detail::Library { accesses: access.into_iter().collect(), entries, keep: keep(rest) }
        }
        _ => panic!("detail {words:?}"),
    }
}

/// `BLOCK [x=TERM]`, or `none`.
fn access<'a>(words: &'a [&'a str]) -> (Option<Access>, &'a [&'a str]) {
    match words {
        ["none", rest @ ..] => (None, rest),
        [block, multiple, rest @ ..] if multiple.starts_with("x=") => {
            (Some(Access { block: number(block), multiple: Some(term(&multiple[2..])) }), rest)
        }
        [block, rest @ ..] => (Some(Access { block: number(block), multiple: None }), rest),
        [] => panic!("access"),
    }
}

/// The words between `name` and the next name.
fn parts<'a>(words: &'a [&'a str], name: &str) -> Vec<&'a str> {
    let names = ["cell", "keep", "copy", "cells"];
    let after = words.iter().skip_while(|word| **word != name).skip(1);
    after.take_while(|word| !names.contains(word)).copied().collect()
}

/// `keep 1< 2>`: entry 1 lies before, entry 2 after.
fn keep(words: &[&str]) -> Vec<(EntryId, Side)> {
    let side = |word: &&str| match word.strip_suffix('<') {
        Some(entry) => (number(entry), Side::Before),
        None => (number(word.trim_end_matches('>')), Side::After),
    };
    parts(words, "keep").iter().map(side).collect()
}

/// `cells OFFSET:WIDTH:SIGN ...`
fn cells(words: &[&str]) -> Vec<Cell> {
    let cell = |word: &&str| {
        let part: Vec<&str> = word.split(':').collect();
        Cell { offset: term(part[0]), width: number(part[1]), sign: sign(part[2]) }
    };
    parts(words, "cells").iter().map(cell).collect()
}

fn allocation(word: &str) -> Allocation {
    match word {
        "ok" => Allocation::Succeeds,
        _ => Allocation::Optional,
    }
}
