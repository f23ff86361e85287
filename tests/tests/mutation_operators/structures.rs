//! Lists and trees: what nodes say of them, maps that name them, and the steps about them.

use super::maps::maps;
use super::states::affine;
use super::{nodes, steps};
use certificates::{
    CellFact, Certificate, FoldedPart, Ghost, Int, Marks, OwnedCase, OwnedPart, Rel, Segment, Shape, ShapeId, Source,
    State, Step, Term, Tree,
};

/// A certificate for each node, with a change of its last list.
fn lists(c: &Certificate, change: impl Fn(&mut Segment)) -> Vec<Certificate> {
    nodes(c, |c, at| c.nodes[at].state.lists.last_mut().map(&change))
}

/// A certificate for each node, with a change of its last tree.
fn trees(c: &Certificate, change: impl Fn(&mut Tree)) -> Vec<Certificate> {
    nodes(c, |c, at| c.nodes[at].state.trees.last_mut().map(&change))
}

/// A certificate for each ghost step that `change` can falsify.
fn ghosts(c: &Certificate, change: impl Fn(&mut Ghost) -> Option<()>) -> Vec<Certificate> {
    steps(c, |c, at| match &mut c.steps[at] {
        Step::Ghost { ghost, .. } => change(ghost),
        _ => None,
    })
}

fn later(term: &mut Term) {
    *term = affine(term, 1, 8);
}

fn more(term: &mut Term) {
    *term = affine(term, 1, 1);
}

pub fn longer(c: &Certificate) -> Vec<Certificate> {
    lists(c, |list| more(&mut list.length))
}

pub fn other_head(c: &Certificate) -> Vec<Certificate> {
    lists(c, |list| later(&mut list.head))
}

pub fn other_end(c: &Certificate) -> Vec<Certificate> {
    lists(c, |list| later(&mut list.end))
}

pub fn other_rear(c: &Certificate) -> Vec<Certificate> {
    lists(c, |list| later(&mut list.rear))
}

pub fn larger_tree(c: &Certificate) -> Vec<Certificate> {
    trees(c, |tree| more(&mut tree.cells))
}

pub fn other_root(c: &Certificate) -> Vec<Certificate> {
    trees(c, |tree| later(&mut tree.root))
}

/// A certificate for each node with a tree that has a hole.
fn holed(c: &Certificate, change: impl Fn(&mut Option<Term>)) -> Vec<Certificate> {
    nodes(c, |c, at| {
        let tree = c.nodes[at].state.trees.iter_mut().find(|tree| tree.hole.is_some())?;
        change(&mut tree.hole);
        Some(())
    })
}

pub fn other_hole(c: &Certificate) -> Vec<Certificate> {
    holed(c, |hole| hole.iter_mut().for_each(later))
}

pub fn hole_forgotten(c: &Certificate) -> Vec<Certificate> {
    holed(c, |hole| *hole = None)
}

pub fn filled_backwards(c: &Certificate) -> Vec<Certificate> {
    ghosts(c, |ghost| match ghost {
        Ghost::TreeFill { tree, filler, .. } => {
            std::mem::swap(tree, filler);
            Some(())
        }
        _ => None,
    })
}

/// The marks of all lists and trees of a node.
fn marked(c: &Certificate, change: impl Fn(&mut Marks)) -> Vec<Certificate> {
    nodes(c, |c, at| {
        let State { lists, trees, .. } = &mut c.nodes[at].state;
        let marks = lists.iter_mut().map(|list| &mut list.marks).chain(trees.iter_mut().map(|tree| &mut tree.marks));
        marks.for_each(&change);
        Some(())
    })
}

pub fn writable(c: &Certificate) -> Vec<Certificate> {
    marked(c, |marks| marks.read_only = false)
}

pub fn not_kept(c: &Certificate) -> Vec<Certificate> {
    marked(c, |marks| marks.kept = !marks.kept)
}

/// What hardly any cell satisfies: its first field, or the constant 1, is at most a small number.
fn false_fact(c: &Certificate, shape: ShapeId) -> Option<CellFact> {
    let count = c.shapes.get(shape as usize)?.fields.len();
    let fields = (0..count).map(|at| Int(i128::from(at == 0))).collect();
    Some(CellFact { rel: Rel::Le, fields, behind: Int(0), rest: affine(&Term::default(), 1, 123_457) })
}

pub fn all_sharper(c: &Certificate) -> Vec<Certificate> {
    nodes(c, |c, at| {
        let state = &c.nodes[at].state;
        let shape = state.lists.last().map(|l| l.shape).or_else(|| state.trees.last().map(|t| t.shape))?;
        let fact = false_fact(c, shape)?;
        let state = &mut c.nodes[at].state;
        match state.lists.last_mut() {
            Some(list) => list.all.push(fact),
            None => state.trees.last_mut()?.all.push(fact),
        }
        Some(())
    })
}

pub fn folded_sharper(c: &Certificate) -> Vec<Certificate> {
    steps(c, |c, at| {
        let shape = match &c.steps[at] {
            Step::Ghost { ghost: Ghost::ListFold { shape, .. } | Ghost::TreeFold { shape, .. }, .. } => *shape,
            _ => return None,
        };
        let fact = false_fact(c, shape)?;
        match &mut c.steps[at] {
            Step::Ghost { ghost: Ghost::ListFold { all, .. } | Ghost::TreeFold { all, .. }, .. } => all.push(fact),
            _ => return None,
        }
        Some(())
    })
}

/// In facts that speak of the cells behind a cell.
fn steeper_facts(all: &mut [CellFact]) -> Option<()> {
    let fact = all.iter_mut().find(|fact| fact.behind != Int(0))?;
    fact.behind = Int(2 * fact.behind.0);
    Some(())
}

pub fn steeper(c: &Certificate) -> Vec<Certificate> {
    nodes(c, |c, at| c.nodes[at].state.lists.iter_mut().find_map(|list| steeper_facts(&mut list.all)))
}

pub fn joined_steeper(c: &Certificate) -> Vec<Certificate> {
    ghosts(c, |ghost| match ghost {
        Ghost::ListJoin { all, .. } => steeper_facts(all),
        _ => None,
    })
}

pub fn list_handed_twice(c: &Certificate) -> Vec<Certificate> {
    maps(c, |map| match &mut map.lists[..] {
        [.., (_, first), (_, second)] => {
            *second = *first;
            Some(())
        }
        _ => None,
    })
}

pub fn tree_handed_twice(c: &Certificate) -> Vec<Certificate> {
    maps(c, |map| match &mut map.trees[..] {
        [.., (_, first), (_, second)] => {
            *second = *first;
            Some(())
        }
        _ => None,
    })
}

pub fn lists_exchanged(c: &Certificate) -> Vec<Certificate> {
    maps(c, |map| match &mut map.lists[..] {
        [.., (_, first), (_, second)] => {
            std::mem::swap(first, second);
            Some(())
        }
        _ => None,
    })
}

/// A list or tree of the node stands for none of the state.
pub fn left_out(c: &Certificate) -> Vec<Certificate> {
    let mut all = maps(c, |map| {
        let rest = map.lists.split_last()?.1.into();
        map.lists = rest;
        Some(())
    });
    all.extend(maps(c, |map| {
        let rest = map.trees.split_last()?.1.into();
        map.trees = rest;
        Some(())
    }));
    all
}

pub fn other_cell(c: &Certificate) -> Vec<Certificate> {
    ghosts(c, |ghost| match ghost {
        Ghost::ListFold { cell, .. } | Ghost::TreeFold { cell, .. } => {
            cell.block = cell.block.checked_sub(1)?;
            Some(())
        }
        _ => None,
    })
}

pub fn other_link(c: &Certificate) -> Vec<Certificate> {
    ghosts(c, |ghost| match ghost {
        Ghost::ListFold { cell, .. } | Ghost::TreeFold { cell, .. } => {
            let link = cell.links.last_mut()?;
            *link = link.checked_sub(1)?;
            Some(())
        }
        _ => None,
    })
}

/// What a cell owns at each place that is folded.
fn folded_owned(c: &Certificate, change: impl Fn(&mut FoldedPart) -> Option<()>) -> Vec<Certificate> {
    ghosts(c, |ghost| match ghost {
        Ghost::ListFold { cell, .. } | Ghost::TreeFold { cell, .. } => {
            cell.owned.iter_mut().find_map(|owned| change(&mut owned.part))
        }
        _ => None,
    })
}

pub fn owned_list_forgotten(c: &Certificate) -> Vec<Certificate> {
    folded_owned(c, |part| matches!(part, FoldedPart::List(_)).then(|| *part = FoldedPart::Null))
}

pub fn other_owned_list(c: &Certificate) -> Vec<Certificate> {
    folded_owned(c, |part| {
        let FoldedPart::List(list) = part else { return None };
        *list = list.checked_sub(1)?;
        Some(())
    })
}

pub fn no_owned_list(c: &Certificate) -> Vec<Certificate> {
    ghosts(c, |ghost| match ghost {
        Ghost::ListFirst { owned, .. } | Ghost::ListLast { owned, .. } | Ghost::TreeFirst { owned, .. } => {
            let case = owned.iter_mut().find(|case| **case == OwnedCase::List)?;
            *case = OwnedCase::Null;
            Some(())
        }
        _ => None,
    })
}

pub fn own_shape(c: &Certificate) -> Vec<Certificate> {
    let owning = |(number, shape): (usize, &Shape)| {
        let place = shape.owned.iter().position(|owned| matches!(owned.part, OwnedPart::List(_)))?;
        let mut c = c.clone();
        c.shapes[number].owned[place].part = OwnedPart::List(number as ShapeId);
        Some(c)
    };
    c.shapes.iter().enumerate().filter_map(owning).collect()
}

pub fn joined_with_itself(c: &Certificate) -> Vec<Certificate> {
    ghosts(c, |ghost| match ghost {
        Ghost::ListJoin { left, right, .. } => {
            *right = *left;
            Some(())
        }
        _ => None,
    })
}

pub fn joined_backwards(c: &Certificate) -> Vec<Certificate> {
    ghosts(c, |ghost| match ghost {
        Ghost::ListJoin { left, right, .. } => {
            std::mem::swap(left, right);
            Some(())
        }
        _ => None,
    })
}

pub fn other_source(c: &Certificate) -> Vec<Certificate> {
    ghosts(c, |ghost| match ghost {
        Ghost::ListJoin { first, last, .. } => {
            for source in first.iter_mut().chain(last) {
                *source = if *source == Source::Left { Source::Right } else { Source::Left };
            }
            Some(())
        }
        _ => None,
    })
}

pub fn only_cell(c: &Certificate) -> Vec<Certificate> {
    ghosts(c, |ghost| match ghost {
        Ghost::ListFirst { only, .. } | Ghost::ListLast { only, .. } => {
            *only = true;
            Some(())
        }
        _ => None,
    })
}

pub fn emptied(c: &Certificate) -> Vec<Certificate> {
    ghosts(c, |ghost| {
        *ghost = match ghost {
            Ghost::ListFirst { list, .. } | Ghost::ListLast { list, .. } => Ghost::ListEmptied(*list),
            Ghost::TreeFirst { tree, .. } => Ghost::TreeEmptied(*tree),
            _ => return None,
        };
        Some(())
    })
}

pub fn one_subtree_twice(c: &Certificate) -> Vec<Certificate> {
    ghosts(c, |ghost| match ghost {
        Ghost::TreeFold { trees, .. } => {
            let first = *trees.first()?;
            *trees.last_mut()? = first;
            Some(())
        }
        _ => None,
    })
}

pub fn subtrees_exchanged(c: &Certificate) -> Vec<Certificate> {
    ghosts(c, |ghost| match ghost {
        Ghost::TreeFold { trees, .. } => {
            trees.reverse();
            Some(())
        }
        _ => None,
    })
}
