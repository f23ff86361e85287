use prover::algebra::*; use prover::entail::*;
fn main() {
    let v = Term::var(1); let u = Term::var(0);
    let c = |n| Term::constant(n);
    let kb = vec![Atom::eq(&v,&u.scale(2).unwrap()).unwrap(), Atom::le(&v,&u.plus(1).unwrap()).unwrap(), Atom::le(&u,&v).unwrap(), Atom::le(&u,&c(1)).unwrap(), Atom::le(&c(0),&u).unwrap(), Atom::le(&c(-1),&u).unwrap(), Atom::le(&v,&c(2)).unwrap(), Atom::le(&c(0),&v).unwrap(), Atom::le(&c(-1),&v).unwrap()];
    let mut e = Engine::new(Default::default());
    println!("kb {}", e.consistent(&kb));
    for a in [Atom::eq(&v,&c(0)).unwrap(), Atom::ne(&v,&c(0)).unwrap(), Atom::le(&v,&c(0)).unwrap()] {
        let mut k = kb.clone(); k.push(a.clone()); println!("{a} {}", e.consistent(&k));
        println!("  entails {} neg {}", e.entails(&kb, &a), e.entails(&kb, &a.negate().unwrap()));
    }
}
