fn main() {
    let a: Vec<String> = std::env::args().collect();
    let c = certificates::decode(&std::fs::read(&a[1]).unwrap()).unwrap();
    for (i, n) in c.nodes.iter().enumerate() {
        println!("node {i} entry {} at {}:{}:{} vars {} kb {} blocks {} entries {} tree {:?}", n.entry, n.position.function, n.position.block, n.position.index, n.state.variables, n.state.knowledge.len(), n.state.blocks.len(), n.state.entries.len(), n.tree);
        if a.len() > 2 {
            for b in &n.state.bindings { println!("   %{} {:?} = {:?}", b.register, b.sign, b.value); }
            for b in &n.state.blocks { println!("   block {} base {:?} size {:?} {:?}", b.id, b.base, b.size, b.kind); }
            for b in &n.state.entries { println!("   entry {} block {} off {:?} w{} {:?} = {:?}", b.id, b.block, b.offset, b.width, b.sign, b.value); }
            for k in &n.state.knowledge { println!("   {:?} {:?}", k.rel, k.term); }
        }
        let mut stack = vec![n.tree];
        while let Some(t) = stack.pop() { if let Some(t) = t { use certificates::Step::*; match &c.steps[t as usize] {
            Exec{next,..} | Ghost{next,..} => stack.push(Some(*next)),
            Split{yes,no,..} => { stack.push(Some(*yes)); stack.push(Some(*no)); }
            Call{entry,returns,..} => { println!("     call {entry} returns {:?}", returns.iter().map(|r| r.0).collect::<Vec<_>>()); for r in returns { stack.push(Some(r.1)); } }
            Goto{node,instance,..} => println!("     goto {node} step {t} {:?}", if a.len() > 2 { instance.variables.clone() } else { vec![] }),
            Infeasible{..} => println!("     infeasible"), Exit{..} => println!("     exit"), Apart{..} => {} } } }
    }
    println!("{:?}", c.ranking);
}
