//! All that the checker knows of a module, as lines without the numbers of the text's lines.

use checker::reader::Module;
use std::collections::BTreeMap;

/// A description of each entity, by name.
pub fn view(module: &Module) -> BTreeMap<String, Vec<String>> {
    let mut all = BTreeMap::new();
    let layout = &module.layout;
    let head = format!("{:?} {}", layout.pointer_bits, module.triple);
    all.insert("module".to_owned(), vec![head]);
    for (name, ty) in &layout.named {
        all.insert(format!("type {name}"), vec![format!("{ty:?}")]);
    }
    for (name, g) in &module.globals {
        let lines = vec![
            format!("{:?} {} {} {} {}", g.ty, g.size, g.align, g.constant, g.unnamed_addr),
            format!("{:?}", g.refused.is_some()),
            format!("{:?}", layout.cells(g)),
            format!("{}", g.initializer.is_some()),
        ];
        all.insert(format!("global {name}"), lines);
    }
    for (name, d) in &module.declarations {
        let line = format!("{:?} {} {}", d.signature, d.noreturn, d.refused.is_some());
        all.insert(format!("declaration {name}"), vec![line]);
    }
    for (name, f) in &module.functions {
        let mut lines = vec![format!("{:?} {:?} {} {}", f.signature, f.parameters, f.noreturn, f.refused.is_some())];
        for block in &f.blocks {
            lines.push(format!("{}:", block.label));
            for phi in &block.phis {
                let refused = phi.refused.is_some();
                lines.push(format!("{} {:?} {:?} {refused}", phi.result, phi.ty, phi.incoming));
            }
            for i in &block.instructions {
                lines.push(format!("{:?} {:?} {:?} {:?}", i.result, i.ty, i.op, i.source));
            }
        }
        all.insert(format!("function {name}"), lines);
    }
    all
}

/// What two descriptions do not have in common.
pub fn differences(left: &BTreeMap<String, Vec<String>>, right: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    let mut found = Vec::new();
    let names: std::collections::BTreeSet<&String> = left.keys().chain(right.keys()).collect();
    for name in names {
        match (left.get(name), right.get(name)) {
            (Some(a), Some(b)) => {
                let lines = a.iter().zip(b).filter(|(a, b)| a != b);
                found.extend(lines.map(|(a, b)| format!("two texts: {name}: {a} and {b}")));
                if a.len() != b.len() {
                    found.push(format!("two texts: {name}: {} and {} lines", a.len(), b.len()));
                }
            }
            // LLVM prints no type that nothing uses, and no declaration of an old debug intrinsic.
            (Some(_), None) if name.starts_with("type ") || name.contains(" llvm.dbg.") => {}
            _ => found.push(format!("two texts: {name} is in one of them only")),
        }
    }
    found
}
