//! Random states, and the parts that they share with everything else.

use certificates::*;
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;

pub(super) fn int() -> impl Strategy<Value = Int> {
    prop_oneof![(-3i128..4).prop_map(Int), any::<i128>().prop_map(Int), any::<i64>().prop_map(|v| Int(v.into()))]
}

pub(super) fn term() -> impl Strategy<Value = Term> {
    vec((vec(0u32..400, 0..3).prop_map(Monomial), int()), 0..3).prop_map(Term::from)
}

pub(super) fn atom() -> impl Strategy<Value = Atom> {
    (prop_oneof![Just(Rel::Eq), Just(Rel::Ne), Just(Rel::Le)], term()).prop_map(|(rel, term)| Atom { rel, term })
}

pub(super) fn sign() -> impl Strategy<Value = Sign> {
    prop_oneof![Just(Sign::Unsigned), Just(Sign::Signed)]
}

/// Names with everything that JSON must escape.
pub(super) fn name() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z.0-9]{0,6}", "[\"\\\\{}\\[\\],: \n\té\u{1F600}a]{0,8}", ".{0,5}"]
}

fn area() -> impl Strategy<Value = Area> {
    prop::sample::select(vec![Area::General, Area::Vector, Area::Overflow])
}

pub(super) fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        name().prop_map(Kind::Stack),
        Just(Kind::Heap),
        name().prop_map(Kind::Global),
        any::<u32>().prop_map(|number| Kind::Caller(CallerId::Block(number))),
        (any::<u32>(), any::<u32>()).prop_map(|(object, number)| Kind::Caller(CallerId::Part { object, number })),
        name().prop_map(Kind::Function),
        name().prop_map(Kind::Library),
        prop::sample::select(vec![Kind::Stream, Kind::Arguments, Kind::ArgumentText]),
        area().prop_map(Kind::Variadic),
        area().prop_map(Kind::Passed)
    ]
}

prop_compose! {
    pub(super) fn binding()(register in name(), sign in sign(), value in term()) -> Binding {
        Binding { register, sign, value }
    }
}

prop_compose! {
    pub(super) fn block()(
        id in any::<u32>(), base in term(), size in term(), align in any::<u64>(), kind in kind(),
        (read_only, kept, optional) in any::<(bool, bool, bool)>(),
    ) -> Block {
        Block { id, base, size, align, kind, read_only, kept, optional }
    }
}

prop_compose! {
    pub(super) fn entry()(
        id in any::<u32>(), block in any::<u32>(), offset in term(), width in any::<u32>(), sign in sign(),
        value in term(),
    ) -> Entry {
        Entry { id, block, offset, width, sign, value }
    }
}

prop_compose! {
    pub(super) fn place()(offset in any::<u64>(), width in any::<u32>(), sign in sign()) -> Place {
        Place { offset, width, sign }
    }
}

pub(super) fn owned() -> impl Strategy<Value = Owned> {
    let size = prop_oneof![
        any::<u64>().prop_map(OwnedSize::Constant),
        any::<u32>().prop_map(OwnedSize::Field),
        Just(OwnedSize::Any)
    ];
    let part = prop_oneof![
        (any::<(u64, bool)>(), size).prop_map(|((align, string), size)| OwnedPart::Block { size, align, string }),
        any::<u32>().prop_map(OwnedPart::List)
    ];
    (any::<u64>(), part).prop_map(|(offset, part)| Owned { offset, part })
}

prop_compose! {
    pub(super) fn shape()(
        (size, align, anchor) in any::<(u64, u64, u64)>(), links in any::<Vec<u64>>(), back in any::<Option<u64>>(),
        fields in vec(place(), 0..3), owned in vec(owned(), 0..3),
    ) -> Shape {
        Shape { size, align, anchor, links, back, fields, owned }
    }
}

pub(super) fn all() -> impl Strategy<Value = Vec<CellFact>> {
    let fact = (atom(), vec(int(), 0..3), int());
    vec(fact.prop_map(|(atom, fields, behind)| CellFact { rel: atom.rel, fields, behind, rest: atom.term }), 0..2)
}

pub(super) fn marks() -> impl Strategy<Value = Marks> {
    any::<(bool, bool)>().prop_map(|(read_only, kept)| Marks { read_only, kept })
}

prop_compose! {
    pub(super) fn list()(
        (id, shape) in any::<(u32, u32)>(), terms in vec(term(), 5), first in vec(of(term()), 0..3),
        last in vec(of(term()), 0..3), all in all(), marks in marks(),
    ) -> Segment {
        let [head, end, length, before, rear] = <[Term; 5]>::try_from(terms).expect("five");
        Segment { id, shape, head, end, length, before, rear, first, last, all, marks }
    }
}

prop_compose! {
    pub(super) fn tree()(
        (id, shape) in any::<(u32, u32)>(), root in term(), cells in term(), hole in of(term()), all in all(),
        marks in marks(),
    ) -> Tree {
        Tree { id, shape, root, cells, hole, all, marks }
    }
}

pub(super) fn owned_elements() -> impl Strategy<Value = OwnedElements> {
    let block = (of(term()), any::<(u64, bool)>());
    let part = prop_oneof![
        block.prop_map(|(size, (align, string))| ElementPart::Block { size, align, string }),
        any::<u32>().prop_map(ElementPart::List),
    ];
    (part, marks()).prop_map(|(part, marks)| OwnedElements { part, marks })
}

prop_compose! {
    fn uniform()(
        id in any::<u32>(), block in any::<u32>(), offset in term(), count in term(), stride in any::<u64>(),
        width in any::<u32>(), sign in sign(), all in all(), owned in of(owned_elements()),
    ) -> Uniform {
        Uniform { id, block, offset, count, stride, width, sign, all, owned }
    }
}

prop_compose! {
    pub(super) fn state()(
        variables in any::<u32>(), bindings in vec(binding(), 0..3), knowledge in vec(atom(), 0..3),
        blocks in vec(block(), 0..3), entries in vec(entry(), 0..3), uniforms in vec(uniform(), 0..2),
        lists in vec(list(), 0..2), trees in vec(tree(), 0..2),
    ) -> State {
        State { variables, bindings, knowledge, blocks, entries, uniforms, lists, trees }
    }
}

prop_compose! {
    pub(super) fn position()(function in name(), block in name(), index in any::<u32>()) -> Position {
        Position { function, block, index }
    }
}
