//! Covering and merging.

use super::*;
use crate::domain::canonical;
use crate::domain::{Description, relevance};
use crate::laws::MERGING;

proptest! {
    #![proptest_config(config(200))]

    /// The text of a state is read as the state.
    #[test]
    fn states_are_read_as_they_are_written(bytes in bytes()) {
        let world = World::new();
        let mut maker = Maker::new(&world, Choices::new(&bytes));
        let first = maker.state();
        for st in [maker.successor(&first), first] {
            let text = print(&world, &st);
            let again = state(&world, &text);
            prop_assert_eq!(print(&world, &again), text);
            prop_assert_eq!((again.bindings, again.knowledge, again.blocks), (st.bindings, st.knowledge, st.blocks));
            prop_assert_eq!((again.entries, again.lists, again.trees), (st.entries, st.lists, st.trees));
            prop_assert_eq!((again.place, again.scope), (st.place, st.scope));
        }
    }

    /// No law that `Laws` tries is broken.
    #[test]
    fn no_law_is_broken(bytes in bytes()) {
        let tried = Laws::new().tried(&bytes);
        prop_assert!(tried.broken.is_empty(), "{}", tried.broken.join("\n\n"));
    }
}

/// A state without what linked structures say: where there are any, merging writes equal values in one way.
fn without_structures(st: State) -> State {
    State { lists: Default::default(), trees: Default::default(), ..st }
}

proptest! {
    #![proptest_config(config(300))]

    /// What describes a state and itself says what that says, but for facts about nothing that is described.
    #[test]
    fn merged_with_itself_a_state_stays_what_it_is(bytes in bytes()) {
        let world = World::new();
        let st = without_structures(Maker::new(&world, Choices::new(&bytes)).state());
        let mut cx = world.context(&[&st]);
        let Some((merged, _)) = Description::of(st.clone()).widened(&mut cx, &st, MERGING) else {
            return Err(TestCaseError::fail("nothing describes a state and itself"));
        };
        let texts = format!("{}\n--\n{}", print(&world, &st), print(&world, &merged.state));
        prop_assert_eq!(merged.generalized, Some(Default::default()), "{}", texts);
        let bare = |st: &State| {
            let bare = State { knowledge: Vec::new(), ..st.clone() };
            canonical::shape(&canonical::names(&bare), &bare)
        };
        prop_assert!(bare(&st) == bare(&merged.state), "{}", texts);
        for fact in relevance::slice(&st.knowledge, &st.described_variables()) {
            prop_assert!(cx.engine.entails(&merged.state.knowledge, &fact), "{fact:?} is lost\n{}", texts);
        }
        for fact in &merged.state.knowledge {
            prop_assert!(cx.engine.entails(&st.knowledge, fact), "{fact:?} is new\n{}", texts);
        }
    }
}

/// Few random states with lists or trees are not covered by what describes them; all without are.
#[test]
fn almost_all_states_are_covered() {
    let laws = Laws::new();
    let mut random = Dice(3);
    let (mut covered, mut uncovered) = (0, 0);
    for _ in 0..400 {
        let bytes: Vec<u8> = (0..200).map(|_| random.byte()).collect();
        let tried = laws.tried(&bytes);
        assert!(tried.broken.is_empty(), "{}", tried.broken.join("\n\n"));
        uncovered += usize::from(!tried.uncovered.is_empty());
        covered += usize::from(tried.uncovered.is_empty());
    }
    assert!(uncovered * 30 < covered, "{covered} covered, {uncovered} not");
}
