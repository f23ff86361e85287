//! The format of bounds, as `schema` has it of everything else.

use super::schema::{ATOM, Type, WITNESS};
use Type::{Enum, Int, List, Number, Optional, Record, Term, Text, Tuple};

pub static BOUND: Type = Record(
    "Bound",
    &[
        ("resource", &RESOURCE),
        ("factor", &Int),
        ("most", &Text),
        ("scale", &Int),
        ("potentials", &List(&POTENTIAL)),
        ("roots", &List(&List(&CASE))),
        ("steps", &List(&Tuple(&[&Number, &List(&CASE)]))),
    ],
);

pub static RESOURCE: Type = Enum(
    "Resource",
    &[
        ("Iterations", None),
        ("Instructions", None),
        ("Loop", Some(&Record("Loop", &[("function", &Text), ("block", &Text)]))),
        ("Calls", Some(&Text)),
        ("Stack", Some(&List(&Tuple(&[&Text, &Number])))),
        ("Allocated", None),
        ("Heap", None),
    ],
);

static POTENTIAL: Type = List(&PRODUCT);

pub static PRODUCT: Type = Record("Product", &[("coefficient", &Int), ("atoms", &List(&Term))]);

pub static CASE: Type = Enum(
    "BoundCase",
    &[
        ("Split", Some(&ATOM)),
        ("Lemma", Some(&Tuple(&[&Term, &COMBINATION]))),
        ("Maximum", Some(&Tuple(&[&Term, &MAXIMUM]))),
        ("Leaf", Some(&Optional(&COMBINATION))),
    ],
);

pub static MAXIMUM: Type = Enum("Maximum", &[("Positive", Some(&WITNESS)), ("Zero", Some(&WITNESS)), ("Open", None)]);

pub static COMBINATION: Type = Record("Combination", &[("scale", &Int), ("facts", &List(&Tuple(&[&COMBINED, &Int])))]);

pub static COMBINED: Type = Enum(
    "Combined",
    &[
        ("Fact", Some(&Number)),
        ("Product", Some(&Tuple(&[&Number, &Number]))),
        ("Times", Some(&Tuple(&[&Number, &Term]))),
    ],
);
