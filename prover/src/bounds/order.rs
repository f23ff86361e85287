//! The order in which potentials are looked for: a component's after those of what it leads to.

/// The strongly connected components of the graph with nodes `0..nodes`, each ascending. A component comes after all
/// those to which its edges lead (Tarjan's algorithm with an explicit stack).
pub(super) fn components(next: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let nodes = next.len();
    let (mut order, mut low) = (vec![UNSEEN; nodes], vec![0; nodes]);
    let mut open = vec![false; nodes];
    let (mut stack, mut found) = (Vec::new(), Vec::new());
    let mut count = 0;
    for root in 0..nodes {
        if order[root] != UNSEEN {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some((node, edge)) = path.pop() {
            if edge == 0 {
                (order[node], low[node]) = (count, count);
                count += 1;
                stack.push(node);
                open[node] = true;
            }
            if let Some(&to) = next[node].get(edge) {
                path.push((node, edge + 1));
                if order[to] == UNSEEN {
                    path.push((to, 0));
                } else if open[to] {
                    low[node] = low[node].min(order[to]);
                }
                continue;
            }
            if let Some((parent, _)) = path.last() {
                low[*parent] = low[*parent].min(low[node]);
            }
            if low[node] == order[node] {
                let first = stack.iter().rposition(|other| *other == node).unwrap_or(0);
                let mut component = stack.split_off(first);
                component.iter().for_each(|member| open[*member] = false);
                component.sort_unstable();
                found.push(component);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn what_is_led_to_comes_first() {
        let next = [vec![1], vec![2, 3], vec![1], vec![3], vec![0, 4]];
        assert_eq!(components(&next), vec![vec![3], vec![1, 2], vec![0], vec![4]]);
        let chain: Vec<Vec<usize>> = (0..100_000).map(|i| if i < 99_999 { vec![i + 1] } else { vec![0] }).collect();
        assert_eq!(components(&chain).len(), 1);
    }
}
