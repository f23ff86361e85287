//! Random certificates: every variant of every type, with no regard to what they mean.

use super::elsewhere::keep;
use super::states::{all, atom, int, marks, name, owned_elements, position, shape, sign, state, term};
use certificates::*;
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;

prop_compose! {
    fn node()(
        entry in any::<u32>(), position in position(), state in state(), tree in of(any::<u32>()),
    ) -> Node {
        Node { entry, position, state, tree }
    }
}

fn wrap() -> impl Strategy<Value = Wrap> {
    prop_oneof![int().prop_map(Wrap::By), Just(Wrap::Quotient)]
}

prop_compose! {
    fn instance()(
        variables in vec(term(), 0..3), blocks in vec(any::<(u32, u32)>(), 0..3),
        entries in vec(any::<(u32, u32)>(), 0..3), uniforms in vec(any::<(u32, u32)>(), 0..2), lists in vec(any::<(u32, u32)>(), 0..2),
        trees in vec(any::<(u32, u32)>(), 0..2),
        wraps in vec(wrap(), 0..2),
    ) -> Instance {
        let (uniforms, lists, trees) = (uniforms.into(), lists.into(), trees.into());
        Instance { variables, blocks, entries, uniforms, lists, trees, wraps }
    }
}

fn farkas() -> impl Strategy<Value = Farkas> {
    (int(), vec((any::<u32>(), int()), 0..3)).prop_map(|(scale, facts)| Farkas { scale, facts })
}

fn witnesses() -> impl Strategy<Value = Vec<Witness>> {
    let one = prop_oneof![
        Just(Witness::Solver),
        farkas().prop_map(Witness::Farkas),
        (farkas(), farkas()).prop_map(|(a, b)| Witness::Both(a, b)),
        (any::<bool>(), farkas()).prop_map(|(side, f)| Witness::Strict(side, f)),
    ];
    vec(one, 0..3)
}

pub(super) fn access() -> impl Strategy<Value = Access> {
    (any::<u32>(), multiple()).prop_map(|(block, multiple)| Access { block, multiple })
}

fn multiple() -> impl Strategy<Value = Multiple> {
    prop_oneof![Just(Multiple::Plain), term().prop_map(Multiple::Offset), term().prop_map(Multiple::Address)]
}

fn cells() -> impl Strategy<Value = Vec<Cell>> {
    let cell = (term(), any::<u32>(), sign(), of(term()));
    vec(cell.prop_map(|(offset, width, sign, count)| Cell { offset, width, sign, count }), 0..3)
}

fn allocation() -> impl Strategy<Value = Allocation> {
    prop_oneof![Just(Allocation::Succeeds), Just(Allocation::Optional)]
}

fn bits() -> impl Strategy<Value = Bits> {
    prop_oneof![
        Just(Bits::Bounds),
        any::<u32>().prop_map(Bits::LowMask),
        any::<u32>().prop_map(Bits::HighMask),
        Just(Bits::ClearLowest),
        any::<u32>().prop_map(Bits::Below),
        any::<u32>().prop_map(Bits::Disjoint),
        Just(Bits::Complement),
        any::<u32>().prop_map(Bits::Class),
        any::<u32>().prop_map(Bits::Field),
    ]
}

fn detail() -> impl Strategy<Value = Detail> {
    prop_oneof![
        Just(Detail::None),
        any::<bool>().prop_map(Detail::Outcome),
        any::<Option<u32>>().prop_map(Detail::Case),
        any::<u32>().prop_map(Detail::Shift),
        any::<(Option<bool>, bool)>().prop_map(|(dividend, divisor)| Detail::Division { dividend, divisor }),
        bits().prop_map(Detail::Bits),
        (access(), any::<Option<u32>>()).prop_map(|(access, entry)| Detail::Load { access, entry }),
        (access(), keep(), vec((any::<u32>(), term()), 0..2)).prop_map(|(access, keep, within)| Detail::Store {
            access,
            keep,
            within
        }),
        (of(access()), of(access()), keep(), any::<Vec<u32>>()).prop_map(|(target, source, keep, copy)| Detail::Move {
            target,
            source,
            keep,
            copy
        }),
        (of(access()), keep(), cells()).prop_map(|(target, keep, cells)| Detail::Fill { target, keep, cells }),
        (allocation(), cells()).prop_map(|(outcome, cells)| Detail::Allocate { outcome, cells }),
        any::<Option<u32>>().prop_map(Detail::Release),
        (any::<Option<u32>>(), allocation(), any::<Vec<u32>>()).prop_map(|(block, outcome, keep)| Detail::Reallocate {
            block,
            outcome,
            keep
        }),
        (vec(access(), 0..2), any::<Vec<u32>>(), keep())
            .prop_map(|(accesses, entries, keep)| { Detail::Library { accesses, entries, keep } }),
        super::elsewhere::elsewhere().prop_map(|of| Detail::Contract(Box::new(of))),
        super::elsewhere::sorted().prop_map(|of| Detail::Sorted(Box::new(of))),
    ]
}

prop_compose! {
    fn hint()(
        sign in sign(), wraps in vec(wrap(), 0..2), phis in vec(sign(), 0..3), detail in detail(),
    ) -> Hint {
        Hint { sign, wraps, phis, detail }
    }
}

fn ghost() -> impl Strategy<Value = Ghost> {
    prop_oneof![
        atom().prop_map(Ghost::Assert),
        any::<(u32, u32)>().prop_map(|(left, right)| Ghost::Distinct { left, right }),
        any::<(u32, u32)>().prop_map(|(left, right)| Ghost::Same { left, right }),
        any::<u32>().prop_map(Ghost::InBlock),
        any::<(u32, Vec<u32>)>().prop_map(|(entry, parts)| Ghost::Bytes { entry, parts }),
        any::<u32>().prop_map(Ghost::Block),
        (term(), int()).prop_map(|(term, divisor)| Ghost::Divide { term, divisor }),
        any::<(u32, bool)>().prop_map(|(block, present)| Ghost::Resolve { block, present }),
        name().prop_map(Ghost::Function),
        (any::<(u32, u64, u64)>(), term()).prop_map(|((entry, first, last), index)| Ghost::Table {
            entry,
            index,
            first,
            last
        }),
        (any::<(u32, u32)>(), term(), sign()).prop_map(|((block, width), offset, sign)| Ghost::Read {
            block,
            offset,
            width,
            sign
        }),
        any::<u32>().prop_map(Ghost::Stream),
        term().prop_map(|index| Ghost::Argument { index }),
        Just(Ghost::Variadic),
        uniforms(),
        structures(),
    ]
}

fn uniforms() -> impl Strategy<Value = Ghost> {
    let side = prop_oneof![Just(Side::Before), Just(Side::After)];
    prop_oneof![
        (any::<(u32, u64, u32)>(), term(), sign(), all(), of(owned_elements())).prop_map(
            |((block, stride, width), offset, sign, all, owned)| {
                Ghost::Uniform { block, offset, stride, width, sign, all, owned }
            }
        ),
        (any::<(u32, u32)>(), side, of(part())).prop_map(|((uniform, entry), side, part)| Ghost::Extend {
            uniform,
            entry,
            side,
            part
        }),
        (any::<u32>(), term(), term(), all()).prop_map(|(uniform, first, count, all)| Ghost::Part {
            uniform,
            first,
            count,
            all
        }),
        (any::<u32>(), term()).prop_map(|(uniform, index)| Ghost::Element { uniform, index }),
        (any::<u32>(), term(), of(case())).prop_map(|(uniform, index, case)| Ghost::Take { uniform, index, case }),
        (any::<(u32, u32)>(), all()).prop_map(|((left, right), all)| Ghost::Join { left, right, all }),
        (any::<u32>(), owned_elements()).prop_map(|(uniform, owned)| Ghost::Weaken { uniform, owned }),
        (any::<u32>(), owned_elements()).prop_map(|(uniform, owned)| Ghost::Nulls { uniform, owned }),
    ]
}

fn case() -> impl Strategy<Value = OwnedCase> + Clone {
    let cases = [OwnedCase::Null, OwnedCase::Present, OwnedCase::Optional, OwnedCase::List];
    proptest::sample::select(cases.to_vec())
}

fn part() -> impl Strategy<Value = FoldedPart> + Clone {
    prop_oneof![
        Just(FoldedPart::Null),
        any::<(u32, Option<u32>)>().prop_map(|(block, zero)| FoldedPart::Block { block, zero }),
        any::<u32>().prop_map(FoldedPart::List)
    ]
}

fn structures() -> impl Strategy<Value = Ghost> {
    let known = || vec(of(term()), 0..3);
    let source = || prop_oneof![Just(Source::Left), Just(Source::Right), Just(Source::Neither)];
    let cases = vec(case(), 0..3);
    let owned = (any::<u32>(), part()).prop_map(|(entry, part)| FoldedOwned { entry, part });
    let cell = (any::<(u32, Vec<u32>, Option<u32>, Vec<u32>)>(), vec(owned, 0..3))
        .prop_map(|((block, links, back, fields), owned)| FoldedCell { block, links, back, fields, owned });
    prop_oneof![
        (any::<u32>(), term(), term(), known(), known(), all(), marks()).prop_map(
            |(shape, end, before, first, last, all, marks)| {
                Ghost::ListEmpty { shape, end, before, first, last, all, marks }
            }
        ),
        (any::<u32>(), cell.clone(), all()).prop_map(|(shape, cell, all)| Ghost::ListFold { shape, cell, all }),
        (any::<(u32, u32)>(), vec(source(), 0..3), vec(source(), 0..3), all())
            .prop_map(|((left, right), first, last, all)| Ghost::ListJoin { left, right, first, last, all }),
        any::<u32>().prop_map(Ghost::ListLength),
        any::<u32>().prop_map(Ghost::ListEmptied),
        (any::<(u32, bool)>(), cases.clone()).prop_map(|((list, only), owned)| Ghost::ListFirst { list, only, owned }),
        (any::<(u32, bool)>(), cases.clone()).prop_map(|((list, only), owned)| Ghost::ListLast { list, only, owned }),
        (any::<u32>(), term(), all(), marks()).prop_map(|(shape, root, all, marks)| Ghost::TreeNil {
            shape,
            root,
            all,
            marks
        }),
        (any::<u32>(), cell, any::<Vec<u32>>(), all()).prop_map(|(shape, cell, trees, all)| Ghost::TreeFold {
            shape,
            cell,
            trees,
            all
        }),
        any::<u32>().prop_map(Ghost::TreeCells),
        any::<u32>().prop_map(Ghost::TreeEmptied),
        (any::<u32>(), cases).prop_map(|(tree, owned)| Ghost::TreeFirst { tree, owned }),
        (any::<u32>(), term(), all(), marks()).prop_map(|(shape, root, all, marks)| Ghost::TreeHole {
            shape,
            root,
            all,
            marks
        }),
        (any::<(u32, u32)>(), all()).prop_map(|((tree, filler), all)| Ghost::TreeFill { tree, filler, all }),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let id = any::<u32>;
    prop_oneof![
        (hint(), id(), witnesses()).prop_map(|(hint, next, witnesses)| Step::Exec { hint, next, witnesses }),
        (atom(), id(), id()).prop_map(|(atom, yes, no)| Step::Split { atom, yes, no }),
        (ghost(), id(), witnesses()).prop_map(|(ghost, next, witnesses)| Step::Ghost { ghost, next, witnesses }),
        (any::<[u32; 4]>(), witnesses()).prop_map(|([left, right, left_first, right_first], witnesses)| {
            Step::Apart { left, right, left_first, right_first, witnesses }
        }),
        (id(), instance(), vec(any::<(u32, u32)>(), 0..3), witnesses())
            .prop_map(|(entry, instance, returns, witnesses)| Step::Call { entry, instance, returns, witnesses }),
        (id(), instance(), witnesses()).prop_map(|(node, instance, witnesses)| Step::Goto {
            node,
            instance,
            witnesses
        }),
        witnesses().prop_map(|witnesses| Step::Infeasible { witnesses }),
        (hint(), witnesses()).prop_map(|(hint, witnesses)| Step::Exit { hint, witnesses }),
        (hint(), id(), id(), witnesses()).prop_map(|(hint, called, returned, witnesses)| Step::Compare {
            hint,
            called,
            returned,
            witnesses
        }),
        (term(), sign(), id(), witnesses()).prop_map(|(value, sign, next, witnesses)| Step::Choose {
            value,
            sign,
            next,
            witnesses
        }),
    ]
}

fn ensured() -> impl Strategy<Value = Ensured> {
    let (entries, blocks) = (vec(any::<Option<u32>>(), 0..3), vec(any::<Option<u32>>(), 0..3));
    (vec(any::<u32>(), 0..3), entries, blocks, vec(wrap(), 0..2)).prop_map(|(ways, entries, blocks, wraps)| Ensured {
        ways,
        entries,
        blocks,
        wraps,
    })
}

fn root() -> impl Strategy<Value = Root> {
    prop_oneof![
        (any::<u32>(), instance(), vec(ensured(), 0..3)).prop_map(|(node, instance, returns)| Root::Covered {
            node,
            instance,
            returns
        }),
        witnesses().prop_map(|witnesses| Root::Infeasible { witnesses }),
    ]
}

fn round() -> impl Strategy<Value = Round> {
    let measure = prop_oneof![
        vec((any::<u32>(), term()), 0..3).prop_map(Measure::Linear),
        vec((any::<u32>(), vec(term(), 0..3)), 0..3).prop_map(Measure::Nested),
    ];
    (measure, any::<Vec<u32>>()).prop_map(|(measure, removed)| Round { measure, removed })
}

prop_compose! {
    fn claim()(
        module_hash in "[0-9a-f]{64}", entry in name(), precondition in of(name()),
        properties in any::<[bool; 3]>(),
        data_model in prop_oneof![Just(DataModel::Lp64), Just(DataModel::Ilp32)],
        overflow in prop_oneof![Just(Overflow::Error), Just(Overflow::Wrap), Just(Overflow::Ideal)],
        malloc_may_fail in any::<bool>(), no_builtin in any::<bool>(), contracts in vec(name(), 0..3),
    ) -> Claim {
        let [memory_safety, no_overflow, termination] = properties;
        let properties = Properties { memory_safety, no_overflow, termination };
        Claim { module_hash, entry, precondition, properties, data_model, overflow, malloc_may_fail, no_builtin, contracts }
    }
}

fn resource() -> impl Strategy<Value = Resource> {
    prop_oneof![
        Just(Resource::Iterations),
        Just(Resource::Instructions),
        (name(), name()).prop_map(|(function, block)| Resource::Loop { function, block }),
        name().prop_map(Resource::Calls),
        vec((name(), any::<u64>()), 0..3).prop_map(Resource::Stack),
        Just(Resource::Allocated),
        Just(Resource::Heap),
    ]
}

fn product() -> impl Strategy<Value = Product> {
    (int(), vec(term(), 0..3)).prop_map(|(coefficient, atoms)| Product { coefficient, atoms })
}

fn combination() -> impl Strategy<Value = Combination> {
    let combined = prop_oneof![
        any::<u32>().prop_map(Combined::Fact),
        any::<(u32, u32)>().prop_map(|(left, right)| Combined::Product(left, right)),
        (any::<u32>(), term()).prop_map(|(fact, factor)| Combined::Times(fact, factor)),
    ];
    (int(), vec((combined, int()), 0..3)).prop_map(|(scale, facts)| Combination { scale, facts })
}

fn analysis() -> impl Strategy<Value = Vec<Case>> {
    let witness = || farkas().prop_map(Witness::Farkas);
    let maximum =
        prop_oneof![witness().prop_map(Maximum::Positive), witness().prop_map(Maximum::Zero), Just(Maximum::Open)];
    let case = prop_oneof![
        atom().prop_map(Case::Split),
        (term(), combination()).prop_map(|(term, combination)| Case::Lemma(term, combination)),
        (term(), maximum).prop_map(|(term, maximum)| Case::Maximum(term, maximum)),
        of(combination()).prop_map(Case::Leaf),
    ];
    vec(case, 0..3)
}

prop_compose! {
    fn bound()(
        resource in resource(), factor in int(), most in name(), scale in int(),
        potentials in vec(vec(product(), 0..3).prop_map(Potential), 0..3), roots in vec(analysis(), 0..2),
        steps in vec((any::<u32>(), analysis()), 0..3),
    ) -> Bound {
        Bound { resource, factor, most, scale, potentials, roots, steps }
    }
}

prop_compose! {
    pub fn certificate()(
        claim in claim(), module in ".{0,40}", nodes in vec(node(), 0..4), steps in vec(step(), 0..8),
        shapes in vec(shape(), 0..3), globals in vec(name(), 0..3), roots in vec(root(), 0..3),
        ranking in vec(round(), 0..3), call in of(call()), bounds in vec(bound(), 0..2),
    ) -> Certificate {
        Certificate { claim, module, nodes, steps, shapes, globals, roots, ranking, call, bounds }
    }
}

fn content() -> impl Strategy<Value = Content> {
    let run = any::<(u64, Vec<u8>)>().prop_map(|(offset, bytes)| Run { offset, bytes });
    (any::<u8>(), vec(run, 0..3)).prop_map(|(fill, runs)| Content { fill, runs })
}

prop_compose! {
    fn object()(place in any::<[u64; 2]>(), marks in any::<[bool; 2]>(), content in content()) -> CallObject {
        let ([address, size], [writable, heap]) = (place, marks);
        CallObject { address, size, writable, heap, content }
    }
}

prop_compose! {
    fn call()(
        globals in vec(any::<u64>(), 0..3), contents in vec((any::<u32>(), content()), 0..3),
        parameters in vec(any::<u64>(), 0..3), objects in vec(object(), 0..3), callbacks in vec(any::<u64>(), 0..2),
    ) -> Call {
        Call { globals, contents, parameters, objects, callbacks }
    }
}

fn choice() -> impl Strategy<Value = Choice> {
    prop_oneof![
        int().prop_map(Choice::Value),
        any::<u64>().prop_map(Choice::Address),
        Just(Choice::Null),
        any::<u8>().prop_map(Choice::Byte)
    ]
}

fn ending() -> impl Strategy<Value = Ending> {
    prop_oneof![
        any::<u64>().prop_map(|steps| Ending::Error { steps }),
        any::<(u64, u64)>().prop_map(|(first, second)| Ending::Lasso { first, second }),
        (any::<u64>(), graph()).prop_map(|(steps, graph)| Ending::Closed { steps, graph: Box::new(graph) }),
    ]
}

prop_compose! {
    fn graph()(
        variables in vec(int(), 0..4), blocks in vec(any::<(u32, u64)>(), 0..3), unbounded_memory in any::<bool>(),
        nodes in vec(node(), 0..3), steps in vec(step(), 0..6), shapes in vec(shape(), 0..3),
    ) -> Graph {
        Graph { variables, blocks, unbounded_memory, nodes, steps, shapes }
    }
}

prop_compose! {
    pub fn refutation()(
        claim in claim(), module in ".{0,40}", call in of(call()), choices in vec(choice(), 0..20), ending in ending(),
    ) -> Refutation {
        Refutation { claim, module, call, choices, ending }
    }
}
