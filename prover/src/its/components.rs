//! Strongly connected components that contain a cycle.

/// The components of the graph with nodes `0..nodes` that contain at least one edge, each as a list of ascending nodes,
/// in the order of their smallest nodes (Tarjan's algorithm with an explicit stack).
pub(crate) fn cyclic_components(nodes: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); nodes];
    let mut self_loop = vec![false; nodes];
    for &(a, b) in edges {
        if a < nodes && b < nodes {
            next[a].push(b);
            self_loop[a] |= a == b;
        }
    }
    const UNSEEN: usize = usize::MAX;
    let mut order = vec![UNSEEN; nodes];
    let mut low = vec![0; nodes];
    let mut open = vec![false; nodes];
    let mut stack = Vec::new();
    let mut result = Vec::new();
    let mut count = 0;
    for root in 0..nodes {
        if order[root] != UNSEEN {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some((v, i)) = path.pop() {
            if i == 0 {
                order[v] = count;
                low[v] = count;
                count += 1;
                stack.push(v);
                open[v] = true;
            } else {
                // Back from the i-1st successor.
                let w = next[v][i - 1];
                if open[w] {
                    low[v] = low[v].min(low[w]);
                }
            }
            let mut i = i;
            let mut descended = false;
            while i < next[v].len() {
                let w = next[v][i];
                i += 1;
                if order[w] == UNSEEN {
                    path.push((v, i));
                    path.push((w, 0));
                    descended = true;
                    break;
                }
                if open[w] {
                    low[v] = low[v].min(order[w]);
                }
            }
            if descended || low[v] != order[v] {
                continue;
            }
            let mut component = Vec::new();
            while let Some(w) = stack.pop() {
                open[w] = false;
                component.push(w);
                if w == v {
                    break;
                }
            }
            component.sort_unstable();
            if component.len() > 1 || self_loop[v] {
                result.push(component);
            }
        }
    }
    result.sort();
    result
}

#[cfg(test)]
mod tests {
    use super::cyclic_components;

    #[test]
    fn finds_cycles_only() {
        let edges = [(0, 1), (1, 2), (2, 1), (2, 3), (3, 3), (4, 0)];
        assert_eq!(cyclic_components(5, &edges), vec![vec![1, 2], vec![3]]);
        assert!(cyclic_components(3, &[(0, 1), (1, 2), (0, 2)]).is_empty());
        assert_eq!(cyclic_components(4, &[(0, 1), (1, 2), (2, 3), (3, 0), (1, 0)]), vec![vec![0, 1, 2, 3]]);
    }

    #[test]
    fn long_chains_do_not_recurse() {
        let n = 100_000;
        let edges: Vec<_> = (0..n).map(|i| (i, (i + 1) % n)).collect();
        assert_eq!(cyclic_components(n, &edges).len(), 1);
    }
}
