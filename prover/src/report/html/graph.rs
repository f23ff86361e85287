//! The graph of nodes as a picture in which each node is a link to its text.

use super::escape::Escaped;
use crate::report::nodes::{EdgeKind, NodeKind, NodeView};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write;

/// The number of nodes that are drawn, at most. Of a larger graph, only function entries and loops are drawn.
const MOST: usize = 120;

const WIDTH: usize = 150;
const HEIGHT: usize = 26;
const COLUMN: usize = WIDTH + 24;
const ROW: usize = HEIGHT + 40;

/// Draws the picture. `prefix`: the beginning of the HTML ids of the nodes' texts.
pub(super) fn draw(out: &mut String, nodes: &[NodeView], prefix: &str) {
    let kept = kept(nodes);
    if kept.is_empty() {
        return;
    }
    if kept.len() < nodes.len() {
        let _ = writeln!(
            out,
            "<p class=soft>Drawn: {} of {} nodes, entries of functions and loops.</p>",
            kept.len(),
            nodes.len()
        );
    }
    let edges = edges(nodes, &kept);
    let places = places(&kept, &edges);
    let columns = places.values().map(|(column, _)| column + 1).max().unwrap_or(1);
    let rows = places.values().map(|(_, row)| row + 1).max().unwrap_or(1);
    let (width, height) = (columns * COLUMN + 24, rows * ROW);
    let _ = writeln!(
        out,
        "<div class=scroll tabindex=0><svg width={width} height={height} viewBox=\"0 0 {width} {height}\" role=img aria-label=\"The graph of nodes\"><defs><marker id={prefix}a viewBox=\"0 0 8 8\" refX=7 refY=4 markerWidth=7 markerHeight=7 orient=auto><path d=\"M0 0L8 4L0 8z\"/></marker></defs>"
    );
    for (from, to, kind) in &edges {
        if let (Some(a), Some(b)) = (places.get(from), places.get(to)) {
            let class = match kind {
                EdgeKind::Goto => "goto",
                EdgeKind::Call => "call",
                EdgeKind::Return => "return",
            };
            let _ = writeln!(out, "<path class={class} marker-end=\"url(#{prefix}a)\" d=\"{}\"/>", path(*a, *b));
        }
    }
    for (node, place) in &places {
        let Some(view) = nodes.get(*node) else { continue };
        let (x, y) = corner(*place);
        let class = if view.ranks.is_empty() { "plain" } else { "ranked" };
        let _ = writeln!(
            out,
            "<a href=\"#{prefix}n{node}\"><g class={class}><title>{}</title><rect x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"{}\"/><text x=\"{}\" y=\"{}\">{}</text></g></a>",
            Escaped(&view.function),
            if view.kind == NodeKind::Inner { 3 } else { HEIGHT / 2 },
            x + 8,
            y + HEIGHT / 2 + 4,
            Escaped(label(*node, view))
        );
    }
    let _ = writeln!(
        out,
        "</svg></div><p class=soft>Solid: execution goes on. Dashed: a call. Dotted: a call comes back. Green: something decreases here in every round.</p>"
    );
}

/// The label of a node, such as `3 copy:12`, cut to the width of its box.
fn label(node: usize, view: &NodeView) -> String {
    const LETTERS: usize = 18;
    let line = view.location.as_ref().map(|at| format!(":{}", at.line)).unwrap_or_default();
    let rest = LETTERS.saturating_sub(node.to_string().len() + line.chars().count() + 1);
    let long = view.function.chars().count() > rest;
    let name: String = view.function.chars().take(if long { rest.saturating_sub(1) } else { rest }).collect();
    format!("{node} {name}{}{line}", if long { "\u{2026}" } else { "" })
}

fn kept(nodes: &[NodeView]) -> BTreeSet<usize> {
    if nodes.len() <= MOST {
        return (0..nodes.len()).collect();
    }
    let telling = |view: &NodeView| view.kind == NodeKind::Entry || !view.ranks.is_empty();
    nodes.iter().enumerate().filter(|(_, view)| telling(view)).map(|(node, _)| node).take(MOST).collect()
}

/// The edges between drawn nodes; a path through nodes that are not drawn counts as an edge.
fn edges(nodes: &[NodeView], kept: &BTreeSet<usize>) -> BTreeSet<(usize, usize, EdgeKind)> {
    let mut all = BTreeSet::new();
    for from in kept {
        let mut seen = BTreeSet::new();
        let mut open: Vec<(usize, Option<EdgeKind>)> = vec![(*from, None)];
        while let Some((node, by)) = open.pop() {
            let Some(view) = nodes.get(node) else { continue };
            for (to, kind) in &view.edges {
                let Ok(to) = usize::try_from(*to) else { continue };
                let kind = by.unwrap_or(*kind);
                if kept.contains(&to) {
                    // A return is drawn in the direction in which the program runs.
                    all.insert(if kind == EdgeKind::Return { (to, *from, kind) } else { (*from, to, kind) });
                } else if seen.insert(to) {
                    open.push((to, Some(kind)));
                }
            }
        }
    }
    all
}

/// A column and a row for each node. The row is the distance from the node where the program begins.
fn places(kept: &BTreeSet<usize>, edges: &BTreeSet<(usize, usize, EdgeKind)>) -> BTreeMap<usize, (usize, usize)> {
    let mut next: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (from, to, _) in edges.iter().filter(|(.., kind)| *kind != EdgeKind::Return) {
        next.entry(*from).or_default().push(*to);
    }
    let mut rows: BTreeMap<usize, usize> = BTreeMap::new();
    let mut widths: BTreeMap<usize, usize> = BTreeMap::new();
    let mut places = BTreeMap::new();
    for first in kept {
        let mut open = VecDeque::from([*first]);
        rows.entry(*first).or_insert(0);
        while let Some(node) = open.pop_front() {
            if places.contains_key(&node) {
                continue;
            }
            let row = rows.get(&node).copied().unwrap_or(0);
            let column = widths.entry(row).or_default();
            places.insert(node, (*column, row));
            *column += 1;
            for to in next.get(&node).into_iter().flatten() {
                rows.entry(*to).or_insert(row + 1);
                open.push_back(*to);
            }
        }
    }
    places
}

fn corner((column, row): (usize, usize)) -> (usize, usize) {
    (column * COLUMN + 4, row * ROW + 8)
}

/// The line of an edge: from the lower edge of a box to the upper edge of one below it, otherwise around their right
/// sides.
fn path(from: (usize, usize), to: (usize, usize)) -> String {
    let ((x, y), (u, v)) = (corner(from), corner(to));
    if to.1 > from.1 {
        let (x, y, u) = (x + WIDTH / 2, y + HEIGHT, u + WIDTH / 2);
        let middle = (y + v) / 2;
        return format!("M{x} {y}C{x} {middle} {u} {middle} {u} {v}");
    }
    let (right, far, y, v) = (x + WIDTH, x.max(u) + WIDTH + 22, y + HEIGHT / 2, v + HEIGHT / 2);
    format!("M{right} {y}C{far} {} {far} {} {} {v}", y + 18, v.saturating_sub(18), u + WIDTH)
}
