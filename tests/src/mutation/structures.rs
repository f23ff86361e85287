//! The format of uniform facts, shapes, lists and trees, as `schema` has it of everything else.

use super::schema::{NUMBERS, REL, SIDE, SIGN, Type};
use Type::{Bool, Enum, Int, List, Number, Optional, Record, Term};

pub static SHAPE: Type = Record(
    "Shape",
    &[
        ("size", &Number),
        ("align", &Number),
        ("anchor", &Number),
        ("links", &NUMBERS),
        ("back", &Optional(&Number)),
        ("fields", &List(&PLACE)),
        ("owned", &List(&OWNED)),
    ],
);

pub static PLACE: Type = Record("Place", &[("offset", &Number), ("width", &Number), ("sign", &SIGN)]);

pub static OWNED: Type = Record("Owned", &[("offset", &Number), ("part", &OWNED_PART)]);

pub static OWNED_PART: Type = Enum("OwnedPart", &[("Block", Some(&OWNED_BLOCK)), ("List", Some(&Number))]);

/// What stands in a variant of `OwnedPart`.
pub static OWNED_BLOCK: Type = Record("OwnedBlock", &[("size", &OWNED_SIZE), ("align", &Number), ("string", &Bool)]);

pub static OWNED_SIZE: Type =
    Enum("OwnedSize", &[("Constant", Some(&Number)), ("Field", Some(&Number)), ("Any", None)]);

pub static CELL_FACT: Type =
    Record("CellFact", &[("rel", &REL), ("fields", &List(&Int)), ("behind", &Int), ("rest", &Term)]);

pub static FACTS: Type = List(&CELL_FACT);

pub static MARKS: Type = Record("Marks", &[("read_only", &Bool), ("kept", &Bool)]);

/// What is known of fields.
static KNOWN: Type = List(&Optional(&Term));

pub static UNIFORM: Type = Record(
    "Uniform",
    &[
        ("id", &Number),
        ("block", &Number),
        ("offset", &Term),
        ("count", &Term),
        ("stride", &Number),
        ("width", &Number),
        ("sign", &SIGN),
        ("all", &FACTS),
        ("owned", &Optional(&OWNED_ELEMENTS)),
    ],
);

pub static OWNED_ELEMENTS: Type = Record("OwnedElements", &[("part", &ELEMENT_PART), ("marks", &MARKS)]);

static ELEMENT_PART: Type = Enum("ElementPart", &[("Block", Some(&ELEMENT_BLOCK)), ("List", Some(&Number))]);

/// What stands in a variant of `ElementPart`.
static ELEMENT_BLOCK: Type =
    Record("ElementBlock", &[("size", &Optional(&Term)), ("align", &Number), ("string", &Bool)]);

/// U-EMPTY
pub static UNIFORM_EMPTY: Type = Record(
    "UniformEmpty",
    &[
        ("block", &Number),
        ("offset", &Term),
        ("stride", &Number),
        ("width", &Number),
        ("sign", &SIGN),
        ("all", &FACTS),
        ("owned", &Optional(&OWNED_ELEMENTS)),
    ],
);

/// U-EXTEND
pub static UNIFORM_EXTEND: Type = Record(
    "UniformExtend",
    &[("uniform", &Number), ("entry", &Number), ("side", &SIDE), ("part", &Optional(&FOLDED_PART))],
);

/// U-TAKE
pub static UNIFORM_TAKE: Type =
    Record("UniformTake", &[("uniform", &Number), ("index", &Term), ("case", &Optional(&OWNED_CASE))]);

/// U-JOIN
pub static UNIFORM_JOIN: Type = Record("UniformJoin", &[("left", &Number), ("right", &Number), ("all", &FACTS)]);

/// U-PART
pub static UNIFORM_PART: Type =
    Record("UniformPart", &[("uniform", &Number), ("first", &Term), ("count", &Term), ("all", &FACTS)]);

pub static SEGMENT: Type = Record(
    "Segment",
    &[
        ("id", &Number),
        ("shape", &Number),
        ("head", &Term),
        ("end", &Term),
        ("length", &Term),
        ("before", &Term),
        ("rear", &Term),
        ("first", &KNOWN),
        ("last", &KNOWN),
        ("all", &FACTS),
        ("marks", &MARKS),
    ],
);

pub static TREE: Type = Record(
    "Tree",
    &[
        ("id", &Number),
        ("shape", &Number),
        ("root", &Term),
        ("cells", &Term),
        ("hole", &Optional(&Term)),
        ("all", &FACTS),
        ("marks", &MARKS),
    ],
);

/// T-FILL
pub static TREE_FILL: Type = Record("TreeFill", &[("tree", &Number), ("filler", &Number), ("all", &FACTS)]);

pub static FOLDED: Type = Record(
    "FoldedCell",
    &[
        ("block", &Number),
        ("links", &NUMBERS),
        ("back", &Optional(&Number)),
        ("fields", &NUMBERS),
        ("owned", &List(&FOLDED_OWNED)),
    ],
);

pub static FOLDED_OWNED: Type = Record("FoldedOwned", &[("entry", &Number), ("part", &FOLDED_PART)]);

pub static FOLDED_PART: Type =
    Enum("FoldedPart", &[("Null", None), ("Block", Some(&FOLDED_BLOCK)), ("List", Some(&Number))]);

/// What stands in a variant of `FoldedPart`.
pub static FOLDED_BLOCK: Type = Record("FoldedBlock", &[("block", &Number), ("zero", &Optional(&Number))]);

pub static OWNED_CASE: Type =
    Enum("OwnedCase", &[("Null", None), ("Present", None), ("Optional", None), ("List", None)]);

pub static CASES: Type = List(&OWNED_CASE);

pub static SOURCE: Type = Enum("Source", &[("Left", None), ("Right", None), ("Neither", None)]);

static SOURCES: Type = List(&SOURCE);

pub static LIST_EMPTY: Type = Record(
    "ListEmpty",
    &[
        ("shape", &Number),
        ("end", &Term),
        ("before", &Term),
        ("first", &KNOWN),
        ("last", &KNOWN),
        ("all", &FACTS),
        ("marks", &MARKS),
    ],
);

pub static LIST_JOIN: Type = Record(
    "ListJoin",
    &[("left", &Number), ("right", &Number), ("first", &SOURCES), ("last", &SOURCES), ("all", &FACTS)],
);

/// L-FIRST, L-LAST.
pub static LIST_END: Type = Record("ListEnd", &[("list", &Number), ("only", &Bool), ("owned", &CASES)]);
