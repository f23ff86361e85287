//! A small language for certificates written by hand.
//!
//! ```text
//! node 1 entry 0 at f test 0        node 1 of the graph of node 0, at @f, block %test, instruction 0
//!   vars 3                          its variables v0, v1, v2
//!   a = v0 s                        binding of %a, signed (u or nothing: unsigned)
//!   know v0 < 2*v1                  an atom: <= < >= > = !=
//!   block 0 heap v1 v2 align 8      base, size; also stack:NAME, global:NAME, function:NAME, caller:N, part:OBJECT.N, variadic:AREA; ro, optional
//!   cell 0 in 0 at 4 width 4 s = v0 an entry
//!   exec s wraps 0 ? phis su true   steps, one a line; details at the end of exec
//!   split v0 <= 5 {                 a split has two trees
//!     ...
//!   } else {
//!     ...
//!   }
//!   choose v0 + 1 s                 an input, in the graph of a refutation
//!   goto 2 (v0, v1 + 1) blocks 0<-1 cells 0<-3 as back
//! claim f (int n) requires n > 0    entry and contract (default: main, none)
//! root 0 (v0) blocks 0<-0           one for each case; also: root infeasible because WITNESS
//! returns ways 0 1 entries 3 - blocks - wraps 0    why what is ensured holds, for each return node; - for none
//! shape 16 align 8 links 8          a shape; also: anchor 4, back 0, fields 0:4:s, owned 0:24:16 0:f1:1:string 0:list0
//!   list 0 shape 0 from v0 to 0 length v1 before 0 rear v2 first 0=v3 last 0=v4 all f0 <= v3 ; f0 >= 0 marks ro kept
//!   tree 0 shape 1 root v0 cells v1 hole v2 all ... marks ...
//!   fact 1 in 0 at 0 count v1 every 4 width 4 s all f0 <= v3    a uniform fact; also: owns 24:8, owns list0
//! globals a b                       the globals kept (default: all)
//! concrete parameters 7; ...        a call that satisfies the contract: concrete.rs
//! linear 1: v1 - v0 removes back    a round of the ranking; nested 1: v0 , v1 ; 2: ... removes a b
//! bound iterations <= n + 1         a bound: bounds.rs
//! ```
//!
//! A step may end in `because WITNESS; WITNESS`, a witness being `solver`, `1: 2#0 1#3` (scale and
//! coefficient#fact), `both ... and ...`, `above ...` or `below ...`. A node without steps is a return node.

mod bounds;
mod concrete;
mod states;
mod steps;
mod structures;
mod terms;

use std::collections::BTreeMap;

use certificates::*;

#[allow(unused_imports, reason = "only some of the tests that have this language use it")]
pub use bounds::analysis;
pub use concrete::concrete;
use states::state_line;
use steps::{ghost, hint, witness, wrap};
use structures::shape;
pub use terms::{atom, term};
use terms::{instance, number, sign};

/// Parses a whole certificate about a module; the claim is the strictest.
pub fn certificate(module: &str, text: &str) -> Certificate {
    let (steps, shapes, labels) = Default::default();
    let mut parser = Parser { lines: lines(text), next: 0, steps, shapes, labels };
    let mut nodes = Vec::new();
    let mut ranking = Vec::new();
    let (mut entry, mut precondition) = ("main".to_string(), None);
    let (mut roots, mut call, mut bounds) = (Vec::new(), None, Vec::new());
    let mut globals = globals(module);
    while let Some(line) = parser.peek() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[0] {
            "node" => nodes.push(parser.node()),
            "root" => roots.push(parser.root()),
            "shape" => {
                let line = parser.line();
                parser.shapes.push(shape(&line));
            }
            "concrete" => call = Some(concrete(module, parser.line().trim_start_matches("concrete"))),
            "claim" => (entry, precondition) = parser.claim(),
            "globals" => globals = parser.line().split_whitespace().skip(1).map(String::from).collect(),
            "linear" | "nested" => ranking.push(parser.round()),
            "bound" => bounds.push(parser.bound(nodes.len(), roots.len().max(1))),
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
        roots.push(Root::Covered { node: 0, instance: Instance::default(), returns: Vec::new() });
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
            no_builtin: checker::reader::read(module).is_ok_and(|read| !read.recognised.is_empty()),
            contracts,
        },
        module: module.into(),
        nodes,
        steps: parser.steps,
        shapes: parser.shapes,
        globals,
        roots,
        ranking,
        call,
        bounds,
    }
}

/// `returns ways 0 1 entries 3 - blocks - wraps 0`
fn ensured(line: &str) -> Ensured {
    let (mut made, mut part) = (Ensured::default(), "");
    for word in line.split_whitespace().skip(1) {
        match part {
            _ if ["ways", "entries", "blocks", "wraps"].contains(&word) => part = word,
            "ways" => made.ways.push(number(word)),
            "entries" => made.entries.push((word != "-").then(|| number(word))),
            "blocks" => made.blocks.push((word != "-").then(|| number(word))),
            _ => made.wraps.push(wrap(word)),
        }
    }
    made
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
    read.map_or(Vec::new(), |m| {
        checker::proof::initial::globals(&m).iter().map(|global| global.name.to_string()).collect()
    })
}

fn lines(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or("").trim().to_string());
    lines.filter(|line| !line.is_empty()).collect()
}

struct Parser {
    lines: Vec<String>,
    next: usize,
    steps: Vec<Step>,
    shapes: Vec<Shape>,
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
            if !state_line(&mut state, &line, &self.shapes) {
                break;
            }
            self.next += 1;
        }
        state.bindings.sort_by(|a, b| a.register.cmp(&b.register));
        let ends = |line: &str| {
            ["bound ", "concrete ", "node ", "root ", "linear ", "nested "].iter().any(|word| line.starts_with(word))
        };
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
        let (node, instance) = (node.parse().unwrap_or(0), instance(rest));
        let mut returns = Vec::new();
        while self.peek().is_some_and(|line| line.starts_with("returns")) {
            returns.push(ensured(&self.line()));
        }
        Root::Covered { node, instance, returns }
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
            "choose" => {
                let (value, sign) = match line.strip_suffix(" s") {
                    Some(line) => (line, Sign::Signed),
                    None => (line.trim_end_matches(" u"), Sign::Unsigned),
                };
                let value = term(value.strip_prefix("choose").unwrap());
                let next = self.tree();
                self.push(Step::Choose { value, sign, next, witnesses })
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
            "compare" => {
                let hint = hint(&words[1..words.len() - 1]);
                let (called, returned) = (self.branch("} else {"), self.branch("}"));
                self.push(Step::Compare { hint, called, returned, witnesses })
            }
            "goto" | "call" => self.edge(&line, witnesses),
            _ => {
                let ghost = ghost(&line, &self.shapes);
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
