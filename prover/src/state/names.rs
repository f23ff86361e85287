//! Names of variables in terms of the C program, for messages.

use super::State;
use super::expression::{AT_ENTRY, Expressions};
use super::open::Valued;
use super::spot::Spot;
use crate::algebra::{Atom, Monomial, Rel, Term, Var};
use crate::index::Idx as _;
use crate::program::places::CType;
use crate::program::{Function, Reg, Type};
use certificates::Kind;
use std::collections::{BTreeMap, BTreeSet};

/// Names of variables; each name belongs to one variable.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    names: BTreeMap<Var, Name>,
    taken: BTreeSet<String>,
    /// Variables without a name in the program, with their numbers.
    others: BTreeMap<Var, usize>,
}

/// The value of a register, with its name.
pub(super) struct Bound<'s> {
    pub(super) name: String,
    pub(super) value: &'s Term,
    /// Whether the name is that of a variable of the program.
    pub(super) of_program: bool,
    pub(super) is_address: bool,
    /// What it points to, as far as known.
    target: Option<CType>,
    /// The line that computes it, unless it is a variable's value.
    line: Option<u32>,
}

/// The program's name for `factor * v + constant`, where v is a variable.
#[derive(Clone, Debug)]
struct Name {
    text: String,
    factor: i128,
    constant: i128,
    is_address: bool,
}

impl Name {
    /// An expression for the variable alone.
    fn alone(&self) -> String {
        let Name { text, factor, constant, .. } = self;
        let shifted = match constant {
            0 => text.clone(),
            1.. => format!("({text} - {constant})"),
            _ => format!("({text} + {})", constant.unsigned_abs()),
        };
        if *factor == 1 { shifted } else { format!("{shifted}/{factor}") }
    }
}

/// Widths of the machine words at which arithmetic wraps.
const WORDS: [u32; 4] = [64, 32, 16, 8];

impl Names {
    /// Whether all variables have names.
    pub(crate) fn know(&self, t: &Term) -> bool {
        t.vars().all(|v| self.names.contains_key(&v))
    }

    /// The name of a variable; a number if it has none in the program.
    pub(crate) fn name(&self, v: Var) -> String {
        self.names.get(&v).map_or_else(|| self.number(v), Name::alone)
    }

    fn number(&self, v: Var) -> String {
        self.others.get(&v).map_or_else(|| "?".to_owned(), |number| format!("?{number}"))
    }

    /// Whether the atom only states a distance from the ends of the address space.
    pub(super) fn is_bound_of_address(&self, atom: &Atom) -> bool {
        let [v] = atom.term.vars().collect::<Vec<_>>()[..] else { return false };
        atom.rel == Rel::Le && self.names.get(&v).is_some_and(|name| name.is_address)
    }

    /// The values that have names of their own.
    pub(super) fn values(&self) -> Vec<Valued> {
        let valued = |(v, name): (&Var, &Name)| {
            let value = Term::var(*v).scale(name.factor).and_then(|value| value.plus(name.constant)).ok()?;
            Some(Valued { name: name.text.clone(), value, is_address: name.is_address })
        };
        self.names.iter().filter_map(valued).collect()
    }

    /// All variables with their names.
    pub(crate) fn all(&self) -> impl Iterator<Item = (Var, String)> {
        self.names.iter().map(|(v, name)| (*v, name.alone()))
    }

    /// The term in these names. An unknown number of wraps is shown as the modulus.
    pub(crate) fn show(&self, t: &Term) -> String {
        let wraps = |bits: &u32| t.parts().iter().any(|part| self.is_wrap(part, *bits));
        if t.as_constant().is_none()
            && let Some(bits) = WORDS.into_iter().find(wraps)
            && let Ok(rest) = Term::from_parts(t.parts().iter().filter(|part| !self.is_wrap(part, bits)).cloned())
        {
            return format!("({}) mod 2^{bits}", self.show(&rest));
        }
        let whole: BTreeMap<Var, &Name> = t.vars().filter_map(|v| Some((v, self.whole(t, v)?))).collect();
        let mut inner = t.clone();
        for (v, Name { factor, constant, .. }) in &whole {
            let times = t.coefficient(&[*v]) / factor;
            let change = Term::var(*v).scale(times - times * factor).and_then(|change| change.plus(-times * constant));
            let Ok(changed) = change.and_then(|change| inner.add(&change)) else {
                return t.show(&|v| self.name(v));
            };
            inner = changed;
        }
        inner.show(&|v| whole.get(&v).map_or_else(|| self.name(v), |name| name.text.clone()))
    }

    /// The name of the variable, if the term contains a multiple of the named expression, and the variable nowhere
    /// else.
    fn whole(&self, t: &Term, v: Var) -> Option<&Name> {
        let name = self.names.get(&v)?;
        let mut with = t.parts().iter().filter(|(monomial, _)| monomial.contains(&v));
        let small = |number: &i128| number.unsigned_abs() < 1 << 62;
        let divides = |c: &i128| c % name.factor == 0 && small(c) && small(&name.constant);
        with.all(|(monomial, c)| monomial.len() == 1 && divides(c)).then_some(name)
    }

    /// Whether a summand is an unknown multiple of 2^bits, or a known one of 2^64, which no value has.
    fn is_wrap(&self, (monomial, coefficient): &(Monomial, i128), bits: u32) -> bool {
        let is_multiple = match &monomial[..] {
            [] => bits == WORDS[0],
            [v] => !self.names.contains_key(v),
            _ => false,
        };
        is_multiple && coefficient % (1 << bits) == 0
    }

    /// Gives the variable of a register's value the register's name. Where that is the name of another value by now, it
    /// says when this one was read.
    fn give_bound(&mut self, Bound { name, value, is_address, line, .. }: &Bound<'_>, exact: bool) {
        match line {
            Some(line) if self.taken.contains(name) => {
                self.give(value, &format!("{name} of line {line}"), exact, *is_address);
            }
            _ => self.give(value, name, exact, *is_address),
        }
    }

    /// Gives a term's variable a name: the term is this variable or, unless `exact` is required, a multiple of it plus
    /// a constant.
    fn give(&mut self, term: &Term, text: &str, exact: bool, is_address: bool) {
        let [v] = term.vars().collect::<Vec<_>>()[..] else { return };
        let (factor, constant) = (term.coefficient(&[v]), term.constant_part());
        let plain = factor == 1 && constant == 0;
        if !term.is_linear() || factor <= 0 || exact && !plain || self.names.contains_key(&v) {
            return;
        }
        if self.taken.insert(text.to_owned()) {
            self.names.insert(v, Name { text: text.to_owned(), factor, constant, is_address });
        }
    }
}

impl State {
    /// Names for variables, from bindings, blocks and entries: `x`, `&x`, `offset(p)` in the block of p, `size(*p)` of
    /// that block, `*p`, and `end(*p)`, the place of a zero byte in it; `x at entry` for the value of x when the
    /// function was called, if that is a different one.
    pub(crate) fn names(&self, function: &Function) -> Names {
        // Variables come before expressions.
        let (own, others): (Vec<_>, Vec<_>) = self.bound(function).into_iter().partition(|bound| bound.of_program);
        let mut names = Names::default();
        for b in self.blocks.values() {
            let name = match &b.kind {
                Kind::Stack(register) => function
                    .registers
                    .iter()
                    .find(|r| r.name == *register)
                    .and_then(|r| r.variable.clone())
                    .map(|v| format!("&{v}")),
                Kind::Global(g) | Kind::Function(g) if !g.starts_with("@@") => {
                    Some(format!("&{}", g.trim_start_matches('@')))
                }
                _ => None,
            };
            if let Some(name) = name {
                names.give(&b.base, &name, true, true);
            }
        }
        for exact in [true, false] {
            // What memory holds now comes before what was read from it.
            for bound in [&own, &others] {
                bound.iter().for_each(|bound| names.give_bound(bound, exact));
                bound.iter().for_each(|bound| self.pointed(function, bound, exact, &mut names));
            }
            for (v, name) in &*self.at_entry {
                let is_address = self.blocks.values().any(|b| b.base.as_var() == Some(*v));
                names.give(&Term::var(*v), &format!("{name}{AT_ENTRY}"), exact, is_address);
            }
        }
        for l in self.lists.values() {
            let at = names.show(&l.head);
            names.give(&l.length, &format!("length(list at {at})"), false, false);
        }
        for t in self.trees.values() {
            let at = names.show(&t.root);
            names.give(&t.cells, &format!("cells(tree at {at})"), false, false);
        }
        let unnamed: Vec<Var> = self.variables().into_iter().filter(|v| !names.names.contains_key(v)).collect();
        names.others = unnamed.into_iter().zip(1..).collect();
        names
    }

    /// The values of registers, under the names of their C variables. A parameter that another register holds by now is
    /// named "at entry". A value that no variable holds gets the expression that computes it.
    pub(super) fn bound(&self, function: &Function) -> Vec<Bound<'_>> {
        let count = function.signature.parameters.len();
        let (initial, current): (Vec<_>, Vec<_>) = self.bindings.iter().partition(|(reg, _)| reg.number() < count);
        let mut named: Vec<(Reg, Option<String>, &Term)> = Vec::new();
        let mut held = BTreeSet::new();
        for (reg, value) in current {
            let variable = function.registers[*reg].variable.as_ref().filter(|variable| held.insert(*variable));
            named.push((*reg, variable.cloned(), &value.term));
        }
        for (reg, value) in initial {
            let variable = function.registers[*reg].variable.as_ref();
            let name = variable.map(|variable| match held.contains(variable) {
                true => format!("{variable}{AT_ENTRY}"),
                false => variable.clone(),
            });
            named.push((*reg, name, &value.term));
        }
        let known = named.iter().filter_map(|(reg, name, _)| Some((*reg, name.clone()?))).collect();
        let expressions = Expressions::new(function, known);
        let bound = |(reg, name, value): (Reg, Option<String>, _)| Bound {
            of_program: name.is_some(),
            name: name.unwrap_or_else(|| expressions.of(reg)),
            value,
            target: expressions.target(reg),
            line: (!expressions.holds(reg)).then(|| expressions.line(reg)).flatten(),
            is_address: function.registers[reg].ty == Type::Pointer,
        };
        named.into_iter().map(bound).collect()
    }

    /// The program's variables with their values.
    pub(super) fn bound_values(&self, function: &Function) -> Vec<Valued> {
        let of_program = self.bound(function).into_iter().filter(|bound| bound.of_program);
        of_program.map(|b| Valued { name: b.name, value: b.value.clone(), is_address: b.is_address }).collect()
    }

    /// Names for what a pointer points to.
    fn pointed(&self, function: &Function, bound: &Bound<'_>, exact: bool, names: &mut Names) {
        let Bound { name, value: pointer, target, .. } = bound;
        for (id, b) in &self.blocks {
            let Ok(offset) = pointer.sub(&b.base) else {
                continue;
            };
            let based = b.base.as_var().is_some_and(|v| pointer.coefficient(&[v]) == 1);
            if !based {
                continue;
            }
            names.give(&offset, &format!("offset({name})"), exact, false);
            names.give(&b.size, &format!("size(*{name})"), exact, false);
            for e in self.entries.values().filter(|e| e.block == *id) {
                let distance = e.offset.sub(&offset).ok().and_then(|distance| distance.as_constant());
                let named = target.zip(distance).and_then(|(ty, distance)| {
                    let spot = Spot::target(name.clone(), ty).plus(distance);
                    let (name, ty) = spot.part(&function.places, Some(i128::from(e.width)))?;
                    Some((name, function.places.is_pointer(ty)))
                });
                let named = named.or_else(|| (distance == Some(0)).then(|| (format!("*{name}"), false)));
                if let Some((named, is_pointer)) = named {
                    let is_address = is_pointer || self.blocks.values().any(|b| b.base == e.value);
                    names.give(&e.value, &named, exact, is_address);
                } else if e.value.as_constant() == Some(0) {
                    names.give(&e.offset, &format!("end(*{name})"), exact, false);
                }
            }
        }
    }
}
