//! Whether a call is well-formed: its objects, global variables and functions lie apart from each other in the address
//! space.

use super::condition::{Condition, is_of_the_library};
use super::memory::{Memory, Owner};
use crate::program::{Global, Type};
use crate::rules::heap;
use certificates::{Call, Content};

/// Bytes of all objects of a call and global variables, at most: a run has no more.
const MOST_BYTES: i128 = 1 << 28;
/// Bytes that an object counts for besides its own.
const OBJECT: i128 = 256;

impl Condition<'_> {
    pub(super) fn is_well_formed(&self, call: &Call, memory: &Memory<'_>) -> bool {
        let live: i128 = memory.objects().iter().map(|object| object.size + OBJECT).sum();
        live <= MOST_BYTES
            && self.has_globals(call)
            && self.has_parameters(call)
            && self.has_objects(call)
            && self.lies_apart(call, memory)
    }

    fn top(&self) -> i128 {
        heap::end_of_memory(self.program.pointer_bits)
    }

    /// Each global variable has an aligned address, and those contents that the module does not say.
    fn has_globals(&self, call: &Call) -> bool {
        let globals = &self.program.globals;
        let aligned = globals.iter().zip(&call.globals).all(|(global, at)| at.is_multiple_of(global.align.max(1)));
        let given = |(place, content): &(u32, Content)| {
            let global = usize::try_from(*place).ok().and_then(|place| globals.get(place));
            let open = |g: &Global| !(g.constant && g.cells.is_some() || is_of_the_library(g));
            global.is_some_and(|g| open(g) && is_content(content, g.size))
        };
        let ascending = call.contents.windows(2).all(|pair| pair[0].0 < pair[1].0);
        globals.len() == call.globals.len() && aligned && ascending && call.contents.iter().all(given)
    }

    /// Each parameter has as many bits as its type.
    fn has_parameters(&self, call: &Call) -> bool {
        let types = &self.function.signature.parameters;
        let fits = |(ty, bits): (&Type, &u64)| {
            let width = match ty {
                Type::Int(width) => *width,
                Type::Pointer => self.program.pointer_bits,
                Type::Float(bytes) => 8 * bytes,
                Type::Void => 0,
            };
            bits.checked_shr(width).unwrap_or(0) == 0
        };
        types.len() == call.parameters.len() && types.iter().zip(&call.parameters).all(fits)
    }

    fn has_objects(&self, call: &Call) -> bool {
        let most = (1i128 << (self.program.pointer_bits - 1)) - 1;
        let ascending = call.objects.windows(2).all(|pair| pair[0].address < pair[1].address);
        ascending
            && call.objects.iter().all(|object| {
                let heap = object.writable && object.address.is_multiple_of(self.heap_align());
                let placed = !object.heap || heap;
                placed
                    && object.size >= 1
                    && i128::from(object.size) <= most
                    && is_content(&object.content, object.size)
            })
    }

    /// Between objects, global variables and what stands for functions that the contract describes, there is at least
    /// one byte that belongs to none of them, and all lie behind the functions.
    fn lies_apart(&self, call: &Call, memory: &Memory<'_>) -> bool {
        // A global variable without bytes takes one.
        let mut taken: Vec<(i128, i128)> = call.callbacks.iter().map(|at| (i128::from(*at), 1)).collect();
        let is_global = |owner: Owner| matches!(owner, Owner::Global(_));
        let objects = memory.objects().iter();
        taken.extend(objects.map(|o| (o.base, if is_global(o.owner) { o.size.max(1) } else { o.size })));
        taken.sort_unstable();
        let ascending = call.callbacks.windows(2).all(|pair| pair[0] < pair[1]);
        ascending
            && taken.windows(2).all(|pair| pair[0].0 + pair[0].1 < pair[1].0)
            && taken.first().is_none_or(|(first, _)| *first >= i128::from(self.behind_functions()))
            && taken.last().is_none_or(|(last, size)| last + size <= self.top())
    }
}

/// Whether runs of bytes ascend inside an object of this size, without touching each other's bytes.
fn is_content(content: &Content, size: u64) -> bool {
    let mut end = 0;
    content.runs.iter().all(|run| {
        let begins = run.offset >= end && !run.bytes.is_empty();
        let next = u64::try_from(run.bytes.len()).ok().and_then(|length| run.offset.checked_add(length));
        end = next.unwrap_or(u64::MAX);
        begins && end <= size
    })
}
