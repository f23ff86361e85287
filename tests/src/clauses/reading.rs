//! Random conjuncts that read memory, and formulas, all true of a call. What they read lies inside what stands before.

use super::random::{pick, those};
use super::{Conjunct, Element, Elements, Part, Place, Pointer, Range, Term, World};
use crate::interpreter::Inputs;

const RELATIONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

/// Bytes that may be read: from so many behind a pointer to so many.
type Covered = Vec<(Pointer, i128, i128)>;

struct Reading<'w> {
    world: &'w World,
    covered: Covered,
    conjuncts: Vec<Conjunct>,
}

/// A few conjuncts, in the order in which they must stand.
pub(super) fn reading(world: &World, random: &mut Inputs) -> Vec<Conjunct> {
    let globals = world.objects.iter().filter_map(|object| Some((object.global.clone()?, object.bytes.len() as i128)));
    let covered = globals.map(|(name, length)| (Pointer::Global(name), 0, length)).collect();
    let mut reading = Reading { world, covered, conjuncts: Vec::new() };
    for _ in 0..random.below(9) {
        match random.below(9) {
            0..=1 => reading.valid(random),
            8 => {
                let conjunct = reading.elements(random);
                reading.push(conjunct);
            }
            2 => reading.through(random),
            3 => reading.indexed(random),
            4 => reading.formula(random),
            _ => {
                let conjunct = reading.comparison(random);
                reading.push(conjunct);
            }
        }
    }
    reading.conjuncts
}

impl Reading<'_> {
    /// Keeps a conjunct if it is true.
    fn push(&mut self, conjunct: Option<Conjunct>) -> bool {
        let kept = conjunct.filter(|conjunct| self.world.satisfies(conjunct));
        let found = kept.is_some();
        self.conjuncts.extend(kept);
        found
    }

    fn range(&self, random: &mut Inputs) -> Option<(usize, i128, i128, Conjunct)> {
        let pointers = those(self.world, true);
        let parameter = *pointers.get(random.below(pointers.len().max(1) as u64) as usize)?;
        let low = random.below(4) as i128 - 1;
        let high = low + random.below(12) as i128;
        let part = Part::Span(Term::Constant(low), Term::Constant(high));
        let range = Range { parameter, through: None, cast: Some(Element::Char), part };
        Some((parameter, low, high + 1, Conjunct::Valid(random.below(2) == 0, vec![range])))
    }

    /// Bytes behind a parameter.
    fn valid(&mut self, random: &mut Inputs) {
        let Some((parameter, low, end, conjunct)) = self.range(random) else { return };
        if self.push(Some(conjunct)) {
            self.covered.push((Pointer::Parameter(parameter), low, end));
        }
    }

    /// A place of so many bits.
    fn place(&self, bits: u32, random: &mut Inputs) -> Option<Place> {
        let room = |(_, low, end): &&(Pointer, i128, i128)| end - low >= i128::from(bits / 8);
        let wide: Vec<_> = self.covered.iter().filter(room).collect();
        let (pointer, low, end) = *wide.get(random.below(wide.len().max(1) as u64) as usize)?;
        let offset = low + random.below((end - low - i128::from(bits / 8)) as u64 + 1) as i128;
        Some(Place { pointer: pointer.clone(), offset: Box::new(Term::Constant(offset)) })
    }

    fn value(&self, random: &mut Inputs) -> Option<Term> {
        let bits = pick(&[8, 8, 8, 16, 32, 64], random);
        Some(Term::Read(bits, random.below(2) == 0, self.place(bits, random)?))
    }

    /// Bytes behind a pointer in memory, perhaps as many as memory says.
    fn through(&mut self, random: &mut Inputs) {
        let Some(place) = self.place(8 * self.world.pointer as u32, random) else { return };
        let cast = Some(pick(&[Element::Char, Element::Char, Element::Short, Element::Int], random));
        let constant = random.below(6) as i128;
        let high = match self.value(random) {
            Some(value) if random.below(2) == 0 => Term::Sub(Box::new(value), Box::new(Term::Constant(1))),
            _ => Term::Constant(constant),
        };
        let known = matches!(high, Term::Constant(_));
        let part = Part::Span(Term::Constant(0), high);
        let range = Range { parameter: 0, through: Some(place.clone()), cast, part };
        let writable = random.below(2) == 0;
        if self.push(Some(Conjunct::Valid(writable, vec![range]))) && known {
            let size = cast.map_or(1, |element| element.layout(self.world.pointer).0);
            self.covered.push((Pointer::Read(Box::new(place)), 0, (constant + 1) * size));
        }
    }

    /// A byte at a place that a parameter says, which is said to be inside.
    fn indexed(&mut self, random: &mut Inputs) {
        let integers = those(self.world, false);
        let Some(&index) = integers.get(random.below(integers.len().max(1) as u64) as usize) else { return };
        let wide: Vec<_> = self.covered.iter().filter(|(_, low, end)| end > low).cloned().collect();
        if wide.is_empty() {
            return;
        }
        let (pointer, low, end) = pick(&wide, random);
        let index = Term::Parameter(index);
        let inside = vec![("<=", index.clone()), ("<", Term::Constant(end))];
        if self.push(Some(Conjunct::Chain(Term::Constant(low), inside))) {
            let read = Term::Read(8, random.below(2) == 0, Place { pointer, offset: Box::new(index) });
            let conjunct = self.compared(read, random);
            self.push(conjunct);
        }
    }

    /// A comparison that may be false.
    fn comparison(&self, random: &mut Inputs) -> Option<Conjunct> {
        if random.below(4) > 0 {
            let value = self.value(random)?;
            return self.compared(value, random);
        }
        let one = |random: &mut Inputs| {
            let parameters = those(self.world, true);
            let pointer = match (random.below(3), self.place(8 * self.world.pointer as u32, random)) {
                (0, Some(place)) => Pointer::Read(Box::new(place)),
                _ if parameters.is_empty() => return None,
                _ => Pointer::Parameter(pick(&parameters, random)),
            };
            Some((pointer, (random.below(5) as i128 - 1) * random.below(2) as i128))
        };
        Some(Conjunct::Pointers(one(random)?, pick(&RELATIONS, random), one(random)?))
    }

    /// What may hold of all elements of an array.
    fn elements(&self, random: &mut Inputs) -> Option<Conjunct> {
        let bits = pick(&[8, 8, 16, 32], random);
        let bytes = i128::from(bits / 8);
        let room = |(_, low, end): &&(Pointer, i128, i128)| end - low >= bytes;
        let wide: Vec<_> = self.covered.iter().filter(room).collect();
        let (pointer, begin, end) = *wide.get(random.below(wide.len().max(1) as u64) as usize)?;
        let stride = bytes + random.below(3) as i128 * random.below(2) as i128;
        let count = random.below(((end - begin - bytes) / stride) as u64 + 2) as i128;
        let low = random.below(5) as i128 - 2;
        let other = match random.below(3) {
            0 => self.value(random)?,
            1 => Term::Parameter(pick(&[&those(self.world, false)[..], &[0]].concat(), random)),
            _ => Term::Constant(random.below(300) as i128 - 150),
        };
        let integer =
            |other: &Term| !matches!(other, Term::Parameter(place) if those(self.world, true).contains(place));
        Some(other).filter(integer).map(|other| {
            Conjunct::All(Elements {
                bits,
                signed: random.below(2) == 0,
                pointer: pointer.clone(),
                first: begin - stride * low,
                stride,
                low,
                high: low + count,
                factor: pick(&[1, 1, 1, -1, 3], random),
                relation: pick(&RELATIONS, random),
                other,
            })
        })
    }

    fn compared(&self, value: Term, random: &mut Inputs) -> Option<Conjunct> {
        let mut value = value;
        for _ in 0..random.below(3) {
            let divisor = pick(&[2, 3, 4, 8, 10, -3], random);
            value = match random.below(4) {
                0 => Term::Div(Box::new(value), divisor),
                1 => Term::Rem(Box::new(value), divisor),
                2 => Term::Add(Box::new(value), Box::new(Term::Constant(random.below(9) as i128 - 4))),
                _ => value,
            };
        }
        let other = match random.below(3) {
            0 => self.value(random)?,
            1 => Term::Constant(self.world.term(&value)),
            _ => Term::Constant(random.below(99) as i128),
        };
        Some(Conjunct::Chain(value, vec![(pick(&RELATIONS, random), other)]))
    }

    /// A formula; in its alternatives memory may be valid.
    fn formula(&mut self, random: &mut Inputs) {
        let (Some(a), Some(b)) = (self.comparison(random), self.comparison(random)) else { return };
        let memory = self.range(random).map(|(_, _, _, conjunct)| conjunct);
        let memory = memory.and_then(|valid| Some(Conjunct::Both(vec![valid, self.comparison(random)?])));
        let formula = match (random.below(7), memory) {
            (0, _) => Conjunct::Not(Box::new(a)),
            (1, _) => Conjunct::Not(Box::new(Conjunct::Both(vec![a, b]))),
            (2, Some(memory)) => Conjunct::Or(vec![a, memory, b]),
            (3, Some(memory)) => Conjunct::Or(vec![memory, a]),
            (4, Some(memory)) => Conjunct::Implies(vec![a, b, memory]),
            (5, _) => Conjunct::Implies(vec![Conjunct::Not(Box::new(a)), b]),
            _ => Conjunct::Or(vec![Conjunct::Both(vec![a.clone(), b.clone()]), Conjunct::Not(Box::new(a)), b]),
        };
        self.push(Some(formula));
    }
}
