//! Functions that sort and search arrays, and call a function of the program to compare elements (`spec/rules/library.md`,
//! Sorting and searching).

use std::rc::Rc;

use certificates::Sorted;

use crate::proof::state::{Comparing, ElementPart, Uniform};
use crate::rules::cell::described;
use crate::rules::library::arguments::{Call, address, size, typed};
use crate::rules::library::call::declared;
use crate::rules::library::columns::choice;
use crate::rules::memory;
use crate::rules::shared::*;

/// The functions, their types (in the letters of `arguments::typed`), and the places of the array, the number of its
/// elements, and their size; the function that compares is the last argument.
const FUNCTIONS: [(&str, &str, [usize; 3]); 2] = [("qsort", "vpllp", [0, 1, 2]), ("bsearch", "pppllp", [1, 2, 3])];

/// Whether the function has a contract here.
pub(crate) fn is_known(name: &str) -> bool {
    FUNCTIONS.iter().any(|(known, ..)| *known == name)
}

/// The function that the instruction's call hands on to be called.
pub(crate) fn comparator(instruction: &Instruction) -> Option<&Operand> {
    match &instruction.op {
        Op::Call { callee: Callee::Direct(name), arguments, .. } if is_known(name) => {
            arguments.last().map(|argument| &argument.value)
        }
        _ => None,
    }
}

/// An array that is sorted or searched.
struct Array {
    block: BlockId,
    /// The address of its first element, and where that is in the block.
    address: Poly,
    offset: Poly,
    /// The number of its elements.
    count: Poly,
    /// The size of an element, in bytes.
    element: u64,
    align: u64,
    /// Uniform facts about all elements: the number, the fact, where in each element it is, and whether what the element
    /// owns is described.
    facts: Vec<(EntryId, Rc<Uniform>, i128, bool)>,
}

impl Array {
    /// Its end, counted from its beginning.
    fn extent(&self) -> Checked<Poly> {
        Ok(self.count.scale(i128::from(self.element))?)
    }
}

/// The array of a call, and what is known of its elements.
fn array<'m>(cx: &mut Context<'m>, s: &mut State<'m>, c: &Call<'m>) -> Checked<(Array, &'m Sorted)> {
    take!(cx, Detail::Sorted(given) = &c.hint.detail => "hint", "what is known of the array is needed");
    take!(cx, Some((_, types, [base, count, element])) = FUNCTIONS.iter().find(|(known, ..)| **known == **c.name) =>
        "callee", "@{} neither sorts nor searches", c.name);
    typed(cx, c, types)?;
    let (address, count, element) = (address(cx, s, c, *base)?, size(cx, s, c, *count)?, size(cx, s, c, *element)?);
    let element = element.as_constant().and_then(|bytes| u64::try_from(bytes).ok()).filter(|bytes| *bytes > 0);
    let element = some!(cx, element => "size", "the size of the elements is no constant, or 0");
    reject_if!(cx, !given.align.is_power_of_two(), element % given.align != 0 =>
        "align", "elements of {element} bytes are not all aligned to {}", given.align);
    let mut array = Array {
        block: given.access.block,
        address,
        offset: Poly::default(),
        count,
        element,
        align: given.align,
        facts: Vec::new(),
    };
    array.offset = memory::access(cx, s, &given.access, &array.address, &array.extent()?, array.align)?;
    reject_if!(cx, !given.facts.is_sorted_by(|a, b| a.0 < b.0) => "facts", "the uniform facts are not ascending");
    for (id, owned) in &given.facts {
        let u = memory::uniform_of(cx, s, *id)?;
        reject_if!(cx, u.block != array.block, u.stride != element => "form", "the uniform fact {id} is not about its elements");
        let place = u.offset.sub(&array.offset)?.as_constant();
        let last = i128::from(element) - i128::from(u.width);
        let place = some!(cx, place.filter(|place| (0..=last).contains(place)) =>
            "element", "the uniform fact {id} is not about a place in each element");
        cx.require_le("P4", &array.count, &u.count)?;
        array.facts.push((*id, u, place, *owned));
    }
    Ok((array, given))
}

/// G-COMPARE: the state in which the function that compares is called, with what is known there besides, and the one in
/// which it is called no more.
pub(crate) fn compare<'m>(
    cx: &mut Context<'m>,
    s: &mut State<'m>,
    hint: &'m Hint,
) -> Checked<(State<'m>, Vec<Atom>, State<'m>)> {
    no_phis(cx, hint)?;
    cx.rule("G-COMPARE");
    reject_if!(cx, cx.closed => "closed", "not in a refutation");
    reject_if!(cx, s.comparing != Comparing::Nothing => "comparing", "it is known whether the function that compares is called");
    let instruction = some!(cx, s.position.instruction() => "position", "there is no instruction");
    take!(cx, Op::Call { callee: Callee::Direct(name), signature, arguments, promises } = &instruction.op =>
        "position", "not a direct call");
    let c = Call { name, signature, arguments, promises, instruction, hint };
    declared(cx, &c)?;
    cx.rule("G-COMPARE");
    let (array, given) = array(cx, s, &c)?;
    reject_if!(cx, !given.keep.is_empty() => "hint", "nothing is written by the comparison");
    let sorts = **name == *"qsort";
    let key = if sorts { None } else { Some(address(cx, s, &c, 0)?) };
    let returns = State { comparing: Comparing::Returns, ..s.clone() };
    let mut calls = s.clone();
    let mark = cx.knowledge.mark();
    cx.add_le(&Poly::constant(1), &array.count)?;
    let first = match key {
        Some(key) => key,
        None => {
            // While it is sorted, nothing is known of what the array holds where.
            calls.delete(array.block);
            element(cx, &mut calls, &array)?
        }
    };
    let second = element(cx, &mut calls, &array)?;
    calls.comparing = Comparing::Calls([first, second]);
    let facts = cx.knowledge.since(&mark).to_vec();
    cx.knowledge.undo(mark);
    Ok((calls, facts, returns))
}

/// An object that holds an element of the array while it is compared, and what the element owns. Returns its address.
fn element<'m>(cx: &mut Context<'m>, s: &mut State<'m>, array: &Array) -> Checked<Poly> {
    let bytes = i128::from(array.element);
    let b = cx.fresh(s)?;
    cx.add_le(&Poly::constant(1), &b)?;
    cx.add_le(&b.plus(bytes)?, &Poly::constant(cx.top()))?;
    let looks = lent(s, array.align)?;
    let block = memory::new_block(cx, s, Block { base: b.clone(), size: Poly::constant(bytes), ..looks })?;
    for (_, u, place, owned) in &array.facts {
        let value = cx.fresh_open(s, 8 * u.width, u.sign)?;
        for fact in u.all.iter() {
            cx.add(fact.of(std::slice::from_ref(&value), &Poly::default())?)?;
        }
        let (offset, width, sign) = (Poly::constant(*place), u.width, u.sign);
        memory::new_entry(cx, s, Entry { block, offset, width, sign, value: value.clone() })?;
        if !owned {
            continue;
        }
        take!(cx, Some(ElementPart::Block(part)) = u.owned.as_deref().map(|owned| &owned.part) =>
            "owned", "the elements own no blocks");
        cx.require_ne("P5", &value, &Poly::default())?;
        // Only then it certainly has an address.
        if let Some(size) = &part.size {
            cx.require_le("P6", size, &Poly::constant(cx.max_size()))?;
        }
        let looks = lent(s, part.align)?;
        described(cx, s, part, &value, looks)?;
    }
    Ok(b)
}

/// A block that may be read, and may lie in others; but for its base and size.
fn lent(s: &State, align: u64) -> Checked<Block> {
    let callers = s.blocks.values().filter_map(|block| match block.kind {
        Kind::Caller(number) => Some(number),
        _ => None,
    });
    let number = callers.max().map_or(Some(0), |number| number.checked_add(1)).ok_or(TooLarge)?;
    let looks = Block::new(Poly::default(), Poly::default(), align, Kind::Caller(number));
    Ok(Block { read_only: true, ..looks })
}

/// X-SORT: what is left when the call returns.
pub(crate) fn call<'m>(cx: &mut Context<'m>, s: &mut State<'m>, c: &Call<'m>) -> Checked<Value> {
    cx.rule("X-SORT");
    reject_if!(cx, s.comparing != Comparing::Returns => "compared", "a step Compare comes before");
    s.comparing = Comparing::Nothing;
    let (array, given) = array(cx, s, c)?;
    s.forget_results();
    if **c.name == *"qsort" {
        memory::writable(cx, s, array.block)?;
        memory::survivors(cx, s, array.block, &array.offset, &array.extent()?, &given.keep)?;
        s.uniforms.extend(array.facts.into_iter().map(|(id, u, ..)| (id, u)));
        return Ok(None);
    }
    reject_if!(cx, !given.keep.is_empty(), !given.facts.is_empty() => "hint", "searching writes nothing");
    let further = cx.fresh(s)?;
    let x = array.address.add(&further)?;
    cx.add_le(&Poly::default(), &x)?;
    let (no, yes) = choice(cx, s, power(cx.pointer()))?;
    cx.add_le(&x, &yes)?;
    let index = cx.fresh(s)?;
    let distance = further.combine(1, &index, -i128::from(array.element))?;
    cx.add_le(&distance, &no)?;
    cx.add_le(&distance.neg()?, &no)?;
    cx.add_le(&index.neg()?, &no)?;
    cx.add_le(&index.plus(1)?.sub(&array.count)?, &no)?;
    Ok(Some((x, Sign::Unsigned)))
}
