//! Functions that sort and search arrays, and call a function of the program to compare elements: G-COMPARE and X-SORT of
//! `spec/rules/sorting.md`.

use super::choices::{NullOr, null_or_behind};
use super::function::pointee;
use super::memory::{ProvedAccess, access, is_writable, survivors, sweep};
use super::uniform::MOST_KNOWN;
use super::{Argument, Callee, GoalKind, Next, Premise, Rule, Step, Stop, heap, owned};
use crate::algebra::{Atom, Term};
use crate::program::{Instruction, Operand, Type, library};
use crate::state::{Block, Comparing, ElementPart, Entry, Named, Path, State, Uniform};
use certificates::{CallerId, Detail, EntryId, Hint, Kind, Sign, Sorted};
use std::collections::BTreeMap;

/// The two cases of a call: the library calls the function that compares, or it returns.
#[derive(Debug)]
pub(crate) struct Compared {
    pub hint: Hint,
    /// What reading the arguments has introduced.
    pub read: Named,
    /// The path on which the function is called, and the names of the objects that it is shown.
    pub calls: Path,
    pub compared: Named,
}

/// An array that is sorted or searched.
struct Array {
    at: ProvedAccess,
    /// The address of its first element.
    address: Term,
    /// The number of its elements, and their size.
    count: Term,
    element: i128,
    align: u64,
    /// Uniform facts about all elements: where in each of them, and whether what an element owns can be described.
    facts: Vec<(EntryId, Uniform, i128, bool)>,
}

impl Array {
    fn hint(&self, keep: Vec<(EntryId, certificates::Side)>, facts: bool) -> Detail {
        let facts = self.facts.iter().filter(|_| facts).map(|(id, _, _, owned)| (*id, *owned)).collect();
        Detail::Sorted(Box::new(Sorted { access: self.at.access.clone(), align: self.align, facts, keep }))
    }
}

/// A call of `qsort` or `bsearch`.
pub(super) fn call(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    name: &str,
    result: Type,
    arguments: &[(Type, Operand)],
) -> Rule<Next> {
    s.rule = "X-SORT";
    let (types, places) = library::sorted_types(name).ok_or(Stop::Internal("a function that does not sort"))?;
    super::types::typed(s, name, (result, arguments), types)?;
    match s.st.comparing.clone() {
        Comparing::Nothing => compare(s, name, places, arguments),
        Comparing::Calls(callee, _) => Ok(Next::Call { callee }),
        Comparing::Returns => returned(s, i, name, places, arguments),
    }
}

/// The array of a call, and what is known of its elements.
fn array(s: &mut Step<'_, '_>, name: &str, places: [usize; 3], arguments: &[(Type, Operand)]) -> Rule<Array> {
    let bits = s.pointer_bits();
    let mut values = Vec::new();
    for place in places {
        let (_, operand) =
            arguments.get(place).ok_or(Stop::Internal("a contract with more arguments than its type"))?;
        values.push(s.unsigned(operand, bits)?);
    }
    let [address, count, element] = values.try_into().map_err(|_| Stop::Internal("three arguments"))?;
    let element = element.as_constant().filter(|bytes| *bytes > 0);
    let element = element.ok_or_else(|| Stop::Unsupported(format!("'{name}' of elements of unknown size").into()))?;
    let extent = count.scale(element)?;
    let mut align = heap::heap_align(s);
    let at = loop {
        let found = match element % i128::from(align) {
            0 => access(s, &address, &extent, align, false),
            _ => s.missing(GoalKind::Aligned(align)),
        };
        match found {
            Ok(at) => break at,
            Err(Stop::Unproved(_)) if align > 1 => align /= 2,
            Err(stop) => return Err(stop),
        }
    };
    let mut facts = Vec::new();
    let known: Vec<(EntryId, Uniform)> = s.st.uniforms_of(at.block).map(|(id, u)| (id, u.clone())).collect();
    for (id, u) in known.into_iter().filter(|(_, u)| i128::from(u.stride) == element) {
        let last = element - i128::from(u.width);
        let place = u.offset.sub(&at.offset)?.as_constant().filter(|place| (0..=last).contains(place));
        let all = Atom::le(&count, &u.count)?;
        if let Some(place) = place
            && s.holds(&all)
        {
            s.prove(all, || Premise::Access.into())?;
            let present = u.least.iter().any(|least| least.as_constant().is_some_and(|least| least >= 1));
            let owned = match u.owned.as_ref().map(|owned| &owned.part) {
                Some(ElementPart::Block { size: Some(size), .. }) => {
                    present && s.holds(&Atom::le(size, &heap::largest_block(s.cx))?)
                }
                Some(ElementPart::Block { size: None, .. }) => present,
                Some(ElementPart::List(_)) | None => false,
            };
            facts.push((id, u, place, owned));
        }
    }
    Ok(Array { at, address, count, element, align, facts })
}

/// G-COMPARE
fn compare(s: &mut Step<'_, '_>, name: &str, places: [usize; 3], arguments: &[(Type, Operand)]) -> Rule<Next> {
    let bits = s.pointer_bits();
    let array = array(s, name, places, arguments)?;
    if let Some(fact) = known_alone(s.st, &array) {
        return Err(Stop::Known(Box::new(fact)));
    }
    let key = match arguments {
        [(_, key), ..] if name == "bsearch" => {
            let key = s.unsigned(key, bits)?;
            s.prove(Atom::ne(&key, &Term::zero())?, || Argument::Key.into())?;
            Some(key)
        }
        _ => None,
    };
    // The function's address is read where it is called.
    let hint = s.hint(Sign::Unsigned, array.hint(Vec::new(), true));
    let read = std::mem::take(s.st.introduced());
    let callee = comparator(s, arguments)?;
    s.st.abandon_step();
    let mut calls = s.st.ahead();
    calls.add_le(&Term::constant(1), &array.count)?;
    // An element may lie in the array, or be a copy.
    calls.forget_block(array.at.block);
    let mut shown = Step::new(s.cx, &mut calls);
    let first = match key {
        Some(key) => key,
        None => element(&mut shown, &array)?,
    };
    let second = element(&mut shown, &array)?;
    let compared = std::mem::take(calls.introduced());
    calls.abandon_step();
    calls.comparing = Comparing::Calls(callee, [first, second]);
    s.st.comparing = Comparing::Returns;
    Ok(Next::Compare(Box::new(Compared { hint, read, calls, compared })))
}

/// What all elements have in common, where each is known alone, and nothing is said of them all yet.
fn known_alone(st: &State, array: &Array) -> Option<Uniform> {
    let block = array.at.block;
    let width = u32::try_from(array.element).ok().filter(|width| [1, 2, 4, 8].contains(width))?;
    let count = array.count.as_constant().and_then(|count| usize::try_from(count).ok());
    let count = count.filter(|count| (1..=MOST_KNOWN).contains(count))?;
    let first = array.at.offset.as_constant()?;
    let stride = u64::from(width);
    if st.uniforms_of(block).any(|(_, u)| u.stride == stride && u.offset == array.at.offset) {
        return None;
    }
    let numbers: BTreeMap<i128, (i128, Sign)> = st
        .entries_of(block)
        .filter(|(_, e)| e.width == width)
        .filter_map(|(_, e)| Some((e.offset.as_constant()?, (e.value.as_constant()?, e.sign))))
        .collect();
    let (_, sign) = *numbers.get(&first)?;
    let elements = (0..count).map(|place| {
        let offset = i128::try_from(place).ok()?.checked_mul(width.into())?.checked_add(first)?;
        numbers.get(&offset).filter(|(_, other)| *other == sign).map(|(number, _)| *number)
    });
    let elements = elements.collect::<Option<Vec<i128>>>()?;
    let (least, most) = (elements.iter().min().copied()?, elements.iter().max().copied()?);
    let (least, most) = (vec![Term::constant(least)], vec![Term::constant(most)]);
    let (offset, count) = (array.at.offset.clone(), array.count.clone());
    Some(Uniform { block, offset, count, stride, width, sign, least, most, owned: None })
}

/// The function that compares: the last argument is its address.
fn comparator(s: &mut Step<'_, '_>, arguments: &[(Type, Operand)]) -> Rule<String> {
    let (_, pointer) = arguments.last().ok_or(Stop::Internal("a contract with more arguments than its type"))?;
    let p = s.unsigned(pointer, s.pointer_bits())?;
    let Some(name) = pointee(s.st, &p).map(str::to_owned) else {
        return s.missing(GoalKind::Callee(Callee::Pointer(s.show(&p))));
    };
    let function = s.cx.program.functions.get(&name);
    let compares = function.is_some_and(|f| {
        f.signature.parameters == [Type::Pointer; 2]
            && f.signature.result == Type::Int(32)
            && !f.signature.variadic
            && f.signature.extensions.iter().all(Option::is_none)
            && f.refused.is_none()
    });
    match compares {
        true => Ok(name),
        false => Err(Stop::Unsupported(format!("'{name}' as the function that compares elements").into())),
    }
}

/// An object that holds an element of the array while it is compared, and what the element owns. Returns its address.
fn element(s: &mut Step<'_, '_>, array: &Array) -> Rule<Term> {
    let base = s.fresh();
    let top = heap::end_of_memory(s.pointer_bits());
    s.st.add_le(&Term::constant(1), &base)?;
    s.st.add_le(&base.plus(array.element)?, &Term::constant(top))?;
    let looks = lent(s, (base.clone(), Term::constant(array.element), array.align));
    let block = s.new_block(looks);
    for (_, u, place, is_owned) in &array.facts {
        let value = s.fresh_open(8 * u.width, u.sign)?;
        for fact in u.of(&value)? {
            s.st.add(fact);
        }
        let (offset, width, sign) = (Term::constant(*place), u.width, u.sign);
        s.new_entry(Entry { block, offset, width, sign, value: value.clone() });
        let part = u.owned.as_ref().filter(|_| *is_owned).map(|owned| &owned.part);
        let Some(ElementPart::Block { size, align, string }) = part else { continue };
        let looks = lent(s, (value, Term::zero(), *align));
        owned::described(s, (size.as_ref(), *string), looks)?;
    }
    Ok(base)
}

/// A block that may be read. The elements that are compared may be one and the same, so their blocks may overlap.
fn lent(s: &Step<'_, '_>, (base, size, align): (Term, Term, u64)) -> Block {
    let kind = Kind::Caller(CallerId::Block(s.cx.names.blocks));
    Block { base, size, align, kind, read_only: true, kept: false, optional: false }
}

/// X-SORT
fn returned(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    name: &str,
    places: [usize; 3],
    arguments: &[(Type, Operand)],
) -> Rule<Next> {
    let array = array(s, name, places, arguments)?;
    let block = array.at.block;
    if name == "qsort" {
        let given = s.st.blocks.get(&block).cloned();
        if !given.is_some_and(|given| is_writable(s, &given)) {
            return s.missing(GoalKind::Writable(None));
        }
        let mut keep = survivors(s, &array.at, &array.count.scale(array.element)?)?;
        keep.retain(|(id, _)| array.facts.iter().all(|(fact, ..)| fact != id));
        sweep(s, block, &keep);
        s.st.forget_results();
        s.st.comparing = Comparing::Nothing;
        s.st.uniforms.extend(array.facts.iter().map(|(id, u, ..)| (*id, u.clone())));
        let detail = array.hint(keep, true);
        return s.result_none(detail);
    }
    s.st.forget_results();
    s.st.comparing = Comparing::Nothing;
    let NullOr { further, value, absent, no, .. } = null_or_behind(s, &array.address)?;
    let index = s.fresh();
    let distance = further.sub(&index.scale(array.element)?)?;
    s.st.add_le(&distance, &no)?;
    s.st.add_le(&distance.neg()?, &no)?;
    s.st.add_le(&index.neg()?, &no)?;
    s.st.add_le(&index.plus(1)?.sub(&array.count)?, &no)?;
    let detail = array.hint(Vec::new(), false);
    s.result(i, Sign::Unsigned, value, detail)?;
    Ok(Next::Cases(absent))
}
