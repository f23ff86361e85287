//! Functions that sort and search arrays, and call a function of the program to compare elements
//! (`spec/rules/sorting.md`).

use std::rc::Rc;

use certificates::Sorted;

use crate::proof::state::{Comparing, Uniform};
use crate::rules::library::arguments::{Call, address, size, typed};
use crate::rules::library::columns::choice;
use crate::rules::library::heap::heap_align;
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
pub(crate) struct Array {
    pub block: BlockId,
    /// The address of its first element, and where that is in the block.
    address: Poly,
    offset: Poly,
    /// The number of its elements.
    pub count: Poly,
    /// The size of an element, in bytes.
    pub element: u64,
    pub align: u64,
    /// Uniform facts about all elements: the number, the fact, where in each element it is, and whether what the element
    /// owns is described.
    pub facts: Vec<(EntryId, Rc<Uniform>, i128, bool)>,
}

impl Array {
    /// Its end, counted from its beginning.
    fn extent(&self) -> Checked<Poly> {
        Ok(self.count.scale(i128::from(self.element))?)
    }
}

/// The array of a call, and what is known of its elements.
pub(crate) fn array<'m>(cx: &mut Context<'m>, s: &mut State<'m>, c: &Call<'m>) -> Checked<(Array, &'m Sorted)> {
    take!(cx, Detail::Sorted(given) = &c.hint.detail => "hint", "what is known of the array is needed");
    take!(cx, Some((_, types, [base, count, element])) = FUNCTIONS.iter().find(|(known, ..)| **known == **c.name) =>
        "callee", "@{} neither sorts nor searches", c.name);
    typed(cx, c, types)?;
    let (address, count, element) = (address(cx, s, c, *base)?, size(cx, s, c, *count)?, size(cx, s, c, *element)?);
    let element = element.as_constant().and_then(|bytes| u64::try_from(bytes).ok()).filter(|bytes| *bytes > 0);
    let element = some!(cx, element => "size", "the size of the elements is no constant, or 0");
    let most = heap_align(cx);
    reject_if!(cx, !given.align.is_power_of_two(), element % given.align != 0, given.align > most =>
        "align", "elements of {element} bytes are not all aligned to {}, wherever they are", given.align);
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
