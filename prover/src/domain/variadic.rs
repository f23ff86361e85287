//! Lists of variable arguments in states (`spec/rules/variadic.md`).

use crate::state::{Block, Entry, State};
use certificates::{Area, BlockId, Kind};
use std::collections::BTreeMap;

/// How far lists are: for the block and offset of each, how many bytes of the register save area are behind it, of general
/// and vector arguments, and of the overflow area. A list is known by its pointer to the register save area.
pub(super) fn taken(st: &State) -> BTreeMap<(BlockId, i128), (i128, i128, i128)> {
    let mut lists = BTreeMap::new();
    let mut given = st.blocks.values().filter(|b| matches!(b.kind, Kind::Variadic(Area::General)) || is_lent(b));
    if given.next().is_none() {
        return lists;
    }
    for saved in st.entries.values().filter(|e| e.width == 8 && leads(st, e, Area::General).is_some()) {
        let Some(offset) = saved.offset.as_constant().and_then(|offset| offset.checked_sub(16)) else { continue };
        let field = |at: i128, width: u32| {
            let here = offset.checked_add(at)?;
            let mut fields = st.entries_of(saved.block).map(|(_, e)| e);
            fields.find(|e| e.width == width && e.offset.as_constant() == Some(here))
        };
        let number = |e: Option<&Entry>| e.and_then(|e| e.value.as_constant());
        let general = number(field(0, 4)).filter(|n| (0..=48).contains(n) && n % 8 == 0);
        let vector = number(field(4, 4)).filter(|n| (48..=176).contains(n) && n % 16 == 0);
        let overflow = field(8, 8).and_then(|e| leads(st, e, Area::Overflow));
        if let (Some(general), Some(vector), Some(overflow)) = (general, vector, overflow) {
            lists.insert((saved.block, offset), (general, vector, overflow));
        }
    }
    lists
}

/// Whether the state has a list of variable arguments.
pub(crate) fn has_lists(st: &State) -> bool {
    !taken(st).is_empty()
}

/// Whether it may be memory in which a caller was given variable arguments.
fn is_lent(block: &Block) -> bool {
    matches!(block.kind, Kind::Caller(_)) && block.read_only && block.align == 8
}

/// The distance of an entry's value from the beginning of such memory, if it leads there: a list's pointer to the register
/// save area to the beginning of the area or less, the one to the overflow area to what is left.
fn leads(st: &State, e: &Entry, area: Area) -> Option<i128> {
    let mut given = st.blocks.values().filter(|b| b.kind == Kind::Variadic(area) || is_lent(b));
    let distance = given.find_map(|b| e.value.sub(&b.base).ok()?.as_constant())?;
    let general = (-48..=0).contains(&distance);
    (if area == Area::General { general } else { distance >= 0 }).then_some(distance)
}
