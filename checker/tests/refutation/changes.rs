//! Changes of valid refutations: none of them is valid, unless it is another run with an error as good.

use certificates::{Call, CallObject, Choice, Content, Ending, Graph, Int, Run};
use checker::Verdict;

use super::cases;

/// A refutation with one thing wrong: a step too many or too few, a choice missing, one left over.
#[test]
fn nothing_may_be_missing_or_left_over() {
    for case in cases().into_iter().filter(super::Case::is_valid) {
        let mut wrong = Vec::new();
        let mut change = |what: &str, change: &dyn Fn(&mut super::Case)| {
            let mut other = case.clone();
            change(&mut other);
            if let Verdict::Valid(shown) = other.check() {
                wrong.push(format!("{what}: {}", shown.message));
            }
        };
        // A loop of one instruction comes back at each step.
        let short = match &case.refutation.ending {
            Ending::Lasso { first, second } => *second == first + 1,
            // As one of a graph may do.
            Ending::Closed { .. } => true,
            Ending::Error { .. } => false,
        };
        for (what, by) in [("a step more", 1), ("a step less", u64::MAX)].into_iter().skip(usize::from(short)) {
            change(what, &|other| match &mut other.refutation.ending {
                Ending::Error { steps } | Ending::Closed { steps, .. } => *steps = steps.wrapping_add(by),
                Ending::Lasso { second, .. } => *second = second.wrapping_add(by),
            });
        }
        for more in [Choice::Null, Choice::Byte(0), Choice::Value(Int(0)), Choice::Address(1 << 20)] {
            change("a choice more", &|other| other.refutation.choices.push(more));
        }
        if !case.refutation.choices.is_empty() {
            change("a choice less", &|other| other.refutation.choices.truncate(other.refutation.choices.len() - 1));
        }
        change("another hash", &|other| other.refutation.claim.module_hash.replace_range(0..1, "x"));
        change("another contract", &|other| other.refutation.claim.contracts.push("zzz".into()));
        change("the other kind", &|other| {
            other.refutation.ending = match other.refutation.ending {
                Ending::Error { steps } => Ending::Lasso { first: 0, second: steps },
                Ending::Lasso { first: steps, .. } | Ending::Closed { steps, .. } => Ending::Error { steps },
            }
        });
        assert!(wrong.is_empty(), "{}: {}", case.place, wrong.join(", "));
    }
}

/// A generator of numbers that look random (xorshift), so that a failure can be repeated.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound.max(1)
    }

    fn choice(&mut self, known: &[Choice]) -> Choice {
        let number = [0, 1, -1, 7, 4096, i128::from(i32::MAX), i128::from(i32::MIN), i128::from(u64::MAX)];
        match self.below(5) {
            0 => Choice::Value(Int(number[self.below(number.len())])),
            1 => Choice::Address(16 * self.below(2000) as u64),
            2 => Choice::Null,
            3 => Choice::Byte(self.below(256) as u8),
            _ => known.get(self.below(known.len())).copied().unwrap_or(Choice::Null),
        }
    }

    /// Another run into the graph, or a graph with one thing changed.
    fn closed(&mut self, mut steps: u64, mut graph: Graph) -> Ending {
        let places = graph.steps.len();
        match self.below(8) {
            0 => steps = self.below(20) as u64,
            1 => graph.variables.iter_mut().for_each(|value| value.0 = value.0.wrapping_add(1)),
            2 => graph.blocks.iter_mut().for_each(|(_, base)| *base = base.wrapping_add(16)),
            3 => graph.unbounded_memory = !graph.unbounded_memory,
            4 => drop(graph.nodes.pop()),
            5 => {
                let node = self.below(graph.nodes.len());
                let state = graph.nodes.get_mut(node).map(|node| &mut node.state);
                state.map(|state| state.knowledge.pop());
            }
            6 if places > 1 => graph.steps.swap(self.below(places), places - 1),
            _ if places > 0 => {
                let (from, to) = (self.below(places), self.below(places));
                let other = graph.steps[from].clone();
                graph.steps[to] = other;
            }
            _ => {}
        }
        Ending::Closed { steps, graph: Box::new(graph) }
    }

    /// Another value for a number of a call.
    fn number(&mut self, now: u64, known: &[u64]) -> u64 {
        match self.below(6) {
            0 => now.wrapping_add(1),
            1 => now.wrapping_sub(1),
            2 => now ^ 1 << self.below(64),
            3 => 16 * self.below(1000) as u64,
            4 => self.below(20) as u64,
            _ => known.get(self.below(known.len())).copied().unwrap_or(now),
        }
    }

    /// A call with one thing changed.
    fn call(&mut self, call: &mut Call) {
        let known: Vec<u64> = call.objects.iter().map(|object| object.address).chain(call.globals.clone()).collect();
        let (object, place) = (self.below(call.objects.len()), self.below(call.parameters.len()));
        let number = self.number(call.parameters.get(place).copied().unwrap_or(0), &known);
        let byte = [0, 1, 16, 32, 97, 255][self.below(6)];
        match (self.below(12), call.objects.get_mut(object)) {
            (0..=2, _) if place < call.parameters.len() => call.parameters[place] = number,
            (3, Some(object)) => object.address = self.number(object.address, &known),
            (4, Some(object)) => object.size = self.number(object.size, &[]) % (1 << 20),
            (5, Some(object)) => object.writable = !object.writable,
            (6, Some(object)) => object.heap = !object.heap,
            (7, Some(object)) => object.content.fill = byte,
            (8 | 9, Some(object)) => match object.content.runs.first_mut() {
                Some(run) if !run.bytes.is_empty() => {
                    let place = self.below(run.bytes.len());
                    run.bytes[place] = byte;
                }
                _ => object.content.runs.push(Run { offset: self.below(9) as u64, bytes: vec![byte] }),
            },
            (10, Some(_)) => drop(call.objects.remove(object)),
            (_, Some(_)) => {
                let (other, next) = (call.objects[object].clone(), self.number(4096, &[]));
                call.objects.push(CallObject { address: next, ..other });
            }
            _ => match call.contents.first_mut() {
                Some((_, content)) => content.fill = byte,
                None => call.contents.push((0, Content { fill: byte, runs: Vec::new() })),
            },
        }
    }

    /// One random change of the run, or of the call with which it begins.
    fn change(&mut self, refutation: &mut certificates::Refutation) {
        if let Some(call) = &mut refutation.call
            && self.below(3) > 0
        {
            return self.call(call);
        }
        let (length, kind) = (refutation.choices.len(), self.below(6));
        let other = self.choice(&refutation.choices.clone());
        let place = self.below(length);
        let number = |random: &mut Random, now: u64| match random.below(3) {
            0 => random.below(40) as u64,
            1 => now.wrapping_add(1),
            _ => now.wrapping_sub(1),
        };
        match kind {
            0 if length > 0 => refutation.choices[place] = other,
            1 => refutation.choices.insert(place, other),
            2 if length > 0 => drop(refutation.choices.remove(place)),
            3 if length > 1 => refutation.choices.swap(place, length - 1),
            4 => {
                refutation.ending = match &refutation.ending {
                    Ending::Error { steps } => Ending::Error { steps: number(self, *steps) },
                    Ending::Lasso { first, second } => {
                        Ending::Lasso { first: number(self, *first), second: number(self, *second) }
                    }
                    Ending::Closed { steps, graph } => self.closed(*steps, graph.as_ref().clone()),
                }
            }
            _ => {
                let (first, second) = (self.below(20) as u64, self.below(40) as u64);
                let lasso = self.below(2) == 0;
                refutation.ending =
                    if lasso { Ending::Lasso { first, second } } else { Ending::Error { steps: first } };
                let one = |at: usize, is: usize| at == is;
                let at = if lasso { 2 } else { self.below(2) };
                refutation.claim.properties = certificates::Properties {
                    memory_safety: one(at, 0),
                    no_overflow: one(at, 1),
                    termination: one(at, 2),
                };
            }
        }
    }
}

/// Random changes of the runs of correct programs: whatever they are, the programs have no error and end.
#[test]
fn correct_programs_are_never_refuted() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let correct: Vec<super::Case> = cases().into_iter().filter(|case| case.place.starts_with("correct")).collect();
    assert!(correct.len() > 5);
    let mut answers = std::collections::BTreeMap::new();
    for round in 0..6_000 {
        let mut case = correct[round % correct.len()].clone();
        for _ in 0..=random.below(4) {
            random.change(&mut case.refutation);
        }
        case.expected.properties = None;
        let verdict = case.check();
        assert!(!matches!(verdict, Verdict::Valid(_)), "{}: {:?}", case.place, case.refutation);
        *answers.entry(super::said(&verdict).0).or_insert(0) += 1;
    }
    // The changes get to all sorts of premises.
    assert!(answers.len() > 8, "{answers:?}");
}

/// Random changes of valid refutations: no panic, and one that is still valid has an error where it says.
#[test]
fn changes_of_refutations_do_not_panic() {
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let valid: Vec<super::Case> = cases().into_iter().filter(super::Case::is_valid).collect();
    for round in 0..3_000 {
        let mut case = valid[round % valid.len()].clone();
        for _ in 0..=random.below(3) {
            random.change(&mut case.refutation);
        }
        case.expected.properties = None;
        if let Verdict::Valid(shown) = case.check() {
            let said = case.refutation.claim.properties;
            let shown = shown.property;
            assert!(match shown {
                "memory safety" => said.memory_safety,
                "no overflow" => said.no_overflow,
                _ => said.termination,
            });
        }
    }
}
