//! The format of `spec/certificate.md` in its JSON view, as data: what a change may be made to. It is written down
//! beside the types of `certificates` on purpose; `tests/tests/survivors.rs` asks these types whether it is complete.

/// What stands at a place.
#[derive(Debug)]
pub enum Type {
    Bool,
    /// An unsigned number: of a node, a step, a block, ...
    Number,
    /// A number of 128 bits, as text.
    Int,
    /// A name, the module, a hash.
    Text,
    Optional(&'static Type),
    List(&'static Type),
    Tuple(&'static [&'static Type]),
    /// The fields by name.
    Record(&'static str, &'static [(&'static str, &'static Type)]),
    /// The variants with what they hold.
    Enum(&'static str, &'static [(&'static str, Option<&'static Type>)]),
    /// A polynomial; changed as a whole or by its parts.
    Term,
}

impl Type {
    /// Values of one name can stand for each other. Numbers and texts are told apart by where they stand.
    pub fn name(&self) -> Option<String> {
        match self {
            Type::Bool => Some("bool".into()),
            Type::Number | Type::Int | Type::Text => None,
            Type::Optional(of) => of.name().map(|name| name + "?"),
            Type::List(of) => of.name().map(|name| format!("[{name}]")),
            Type::Tuple(of) => of.iter().find_map(|of| of.name()).map(|name| format!("(.. {name})")),
            Type::Record(name, _) | Type::Enum(name, _) => Some((*name).into()),
            Type::Term => Some("Term".into()),
        }
    }
}

use super::costs::BOUND;
use super::structures::{
    CASES, FACTS, FOLDED, LIST_EMPTY, LIST_END, LIST_JOIN, MARKS, OWNED_ELEMENTS, SEGMENT, SHAPE, TREE, TREE_FILL,
    UNIFORM, UNIFORM_EMPTY, UNIFORM_EXTEND, UNIFORM_JOIN, UNIFORM_PART, UNIFORM_TAKE,
};
use Type::{Bool, Enum, Int, List, Number, Optional, Record, Term, Text, Tuple};

pub static CERTIFICATE: Type = Record(
    "Certificate",
    &[
        ("claim", &CLAIM),
        ("module", &Text),
        ("nodes", &List(&NODE)),
        ("steps", &List(&STEP)),
        ("shapes", &List(&SHAPE)),
        ("globals", &List(&Text)),
        ("roots", &List(&ROOT)),
        ("ranking", &List(&ROUND)),
        ("call", &Optional(&CALL)),
        ("bounds", &List(&BOUND)),
    ],
);

pub static CALL: Type = Record(
    "Call",
    &[
        ("globals", &List(&Number)),
        ("contents", &List(&Tuple(&[&Number, &CONTENT]))),
        ("parameters", &List(&Number)),
        ("objects", &List(&CALL_OBJECT)),
        ("callbacks", &List(&Number)),
    ],
);

pub static CALL_OBJECT: Type = Record(
    "CallObject",
    &[("address", &Number), ("size", &Number), ("writable", &Bool), ("heap", &Bool), ("content", &CONTENT)],
);

pub static CONTENT: Type = Record("Content", &[("fill", &Number), ("runs", &List(&RUN))]);

pub static RUN: Type = Record("Run", &[("offset", &Number), ("bytes", &List(&Number))]);

pub static CLAIM: Type = Record(
    "Claim",
    &[
        ("module_hash", &Text),
        ("entry", &Text),
        ("precondition", &Optional(&Text)),
        ("properties", &PROPERTIES),
        ("data_model", &Enum("DataModel", &[("Lp64", None), ("Ilp32", None)])),
        ("overflow", &Enum("Overflow", &[("Error", None), ("Wrap", None), ("Ideal", None)])),
        ("malloc_may_fail", &Bool),
        ("no_builtin", &Bool),
        ("contracts", &List(&Text)),
    ],
);

pub static PROPERTIES: Type =
    Record("Properties", &[("memory_safety", &Bool), ("no_overflow", &Bool), ("termination", &Bool)]);

pub static NODE: Type =
    Record("Node", &[("entry", &Number), ("position", &POSITION), ("state", &STATE), ("tree", &Optional(&Number))]);

pub static POSITION: Type = Record("Position", &[("function", &Text), ("block", &Text), ("index", &Number)]);

pub static STATE: Type = Record(
    "State",
    &[
        ("variables", &Number),
        ("bindings", &List(&BINDING)),
        ("knowledge", &List(&ATOM)),
        ("blocks", &List(&BLOCK)),
        ("entries", &List(&ENTRY)),
        ("uniforms", &List(&UNIFORM)),
        ("lists", &List(&SEGMENT)),
        ("trees", &List(&TREE)),
    ],
);

pub static BINDING: Type = Record("Binding", &[("register", &Text), ("sign", &SIGN), ("value", &Term)]);

pub static SIGN: Type = Enum("Sign", &[("Unsigned", None), ("Signed", None)]);

pub static ATOM: Type = Record("Atom", &[("rel", &REL), ("term", &Term)]);

pub static REL: Type = Enum("Rel", &[("Eq", None), ("Ne", None), ("Le", None)]);

pub static BLOCK: Type = Record(
    "Block",
    &[
        ("id", &Number),
        ("base", &Term),
        ("size", &Term),
        ("align", &Number),
        ("kind", &KIND),
        ("read_only", &Bool),
        ("kept", &Bool),
        ("optional", &Bool),
    ],
);

pub static KIND: Type = Enum(
    "Kind",
    &[
        ("Stack", Some(&Text)),
        ("Heap", None),
        ("Global", Some(&Text)),
        ("Caller", Some(&CALLER_ID)),
        ("Function", Some(&Text)),
        ("Stream", None),
        ("Library", Some(&Text)),
        ("Arguments", None),
        ("ArgumentText", None),
        ("Variadic", Some(&AREA)),
        ("Passed", Some(&AREA)),
    ],
);

pub static CALLER_ID: Type = Enum(
    "CallerId",
    &[("Block", Some(&Number)), ("Part", Some(&Record("Part", &[("object", &Number), ("number", &Number)])))],
);

pub static AREA: Type = Enum("Area", &[("General", None), ("Vector", None), ("Overflow", None)]);

pub static ENTRY: Type = Record(
    "Entry",
    &[("id", &Number), ("block", &Number), ("offset", &Term), ("width", &Number), ("sign", &SIGN), ("value", &Term)],
);

pub static STEP: Type = Enum(
    "Step",
    &[
        ("Exec", Some(&Record("Exec", &[("hint", &HINT), ("next", &Number), ("witnesses", &WITNESSES)]))),
        ("Split", Some(&Record("Split", &[("atom", &ATOM), ("yes", &Number), ("no", &Number)]))),
        ("Ghost", Some(&Record("GhostStep", &[("ghost", &GHOST), ("next", &Number), ("witnesses", &WITNESSES)]))),
        (
            "Apart",
            Some(&Record(
                "Apart",
                &[
                    ("left", &Number),
                    ("right", &Number),
                    ("left_first", &Number),
                    ("right_first", &Number),
                    ("witnesses", &WITNESSES),
                ],
            )),
        ),
        (
            "Call",
            Some(&Record(
                "Call",
                &[
                    ("entry", &Number),
                    ("instance", &INSTANCE),
                    ("returns", &List(&Tuple(&[&Number, &Number]))),
                    ("witnesses", &WITNESSES),
                ],
            )),
        ),
        ("Goto", Some(&Record("Goto", &[("node", &Number), ("instance", &INSTANCE), ("witnesses", &WITNESSES)]))),
        ("Infeasible", Some(&Record("Infeasible", &[("witnesses", &WITNESSES)]))),
        ("Exit", Some(&Record("Exit", &[("hint", &HINT), ("witnesses", &WITNESSES)]))),
        (
            "Choose",
            Some(&Record("Choose", &[("value", &Term), ("sign", &SIGN), ("next", &Number), ("witnesses", &WITNESSES)])),
        ),
        (
            "Compare",
            Some(&Record(
                "Compare",
                &[("hint", &HINT), ("called", &Number), ("returned", &Number), ("witnesses", &WITNESSES)],
            )),
        ),
    ],
);

pub static WITNESSES: Type = List(&WITNESS);

pub static WITNESS: Type = Enum(
    "Witness",
    &[
        ("Solver", None),
        ("Farkas", Some(&FARKAS)),
        ("Both", Some(&Tuple(&[&FARKAS, &FARKAS]))),
        ("Strict", Some(&Tuple(&[&Bool, &FARKAS]))),
    ],
);

pub static FARKAS: Type = Record("Farkas", &[("scale", &Int), ("facts", &List(&Tuple(&[&Number, &Int])))]);

static LEFT_RIGHT: Type = Record("Pair", &[("left", &Number), ("right", &Number)]);

pub static GHOST: Type = Enum(
    "Ghost",
    &[
        ("Assert", Some(&ATOM)),
        ("Distinct", Some(&LEFT_RIGHT)),
        ("Same", Some(&LEFT_RIGHT)),
        ("InBlock", Some(&Number)),
        ("Block", Some(&Number)),
        ("Divide", Some(&Record("Divide", &[("term", &Term), ("divisor", &Int)]))),
        ("Resolve", Some(&Record("Resolve", &[("block", &Number), ("present", &Bool)]))),
        ("Function", Some(&Text)),
        (
            "Table",
            Some(&Record("Table", &[("entry", &Number), ("index", &Term), ("first", &Number), ("last", &Number)])),
        ),
        ("Read", Some(&Record("Read", &[("block", &Number), ("offset", &Term), ("width", &Number), ("sign", &SIGN)]))),
        ("ListEmpty", Some(&LIST_EMPTY)),
        ("ListFold", Some(&Record("ListFold", &[("shape", &Number), ("cell", &FOLDED), ("all", &FACTS)]))),
        ("ListJoin", Some(&LIST_JOIN)),
        ("ListLength", Some(&Number)),
        ("ListEmptied", Some(&Number)),
        ("ListFirst", Some(&LIST_END)),
        ("ListLast", Some(&LIST_END)),
        (
            "TreeNil",
            Some(&Record("TreeNil", &[("shape", &Number), ("root", &Term), ("all", &FACTS), ("marks", &MARKS)])),
        ),
        (
            "TreeFold",
            Some(&Record("TreeFold", &[("shape", &Number), ("cell", &FOLDED), ("trees", &NUMBERS), ("all", &FACTS)])),
        ),
        ("TreeCells", Some(&Number)),
        ("TreeEmptied", Some(&Number)),
        ("TreeFirst", Some(&Record("TreeFirst", &[("tree", &Number), ("owned", &CASES)]))),
        (
            "TreeHole",
            Some(&Record("TreeHole", &[("shape", &Number), ("root", &Term), ("all", &FACTS), ("marks", &MARKS)])),
        ),
        ("TreeFill", Some(&TREE_FILL)),
        ("Argument", Some(&Record("Argument", &[("index", &Term)]))),
        ("Stream", Some(&Number)),
        ("Uniform", Some(&UNIFORM_EMPTY)),
        ("Extend", Some(&UNIFORM_EXTEND)),
        ("Part", Some(&UNIFORM_PART)),
        ("Element", Some(&Record("Element", &[("uniform", &Number), ("index", &Term)]))),
        ("Take", Some(&UNIFORM_TAKE)),
        ("Join", Some(&UNIFORM_JOIN)),
        ("Weaken", Some(&Record("Weaken", &[("uniform", &Number), ("owned", &OWNED_ELEMENTS)]))),
        ("Nulls", Some(&Record("Nulls", &[("uniform", &Number), ("owned", &OWNED_ELEMENTS)]))),
        ("Variadic", None),
        ("Bytes", Some(&Record("Bytes", &[("entry", &Number), ("parts", &NUMBERS)]))),
    ],
);

pub static ENSURED: Type = Record(
    "Ensured",
    &[
        ("ways", &List(&Number)),
        ("entries", &List(&Optional(&Number))),
        ("blocks", &List(&Optional(&Number))),
        ("wraps", &List(&WRAP)),
    ],
);

pub static WRAP: Type = Enum("Wrap", &[("By", Some(&Int)), ("Quotient", None)]);

pub static HINT: Type =
    Record("Hint", &[("sign", &SIGN), ("wraps", &List(&WRAP)), ("phis", &List(&SIGN)), ("detail", &DETAIL)]);

static KEEP: Type = List(&Tuple(&[&Number, &SIDE]));
static WITHIN: Type = List(&Tuple(&[&Number, &Term]));
static CELLS: Type = List(&CELL);
pub static NUMBERS: Type = List(&Number);

pub static DETAIL: Type = Enum(
    "Detail",
    &[
        ("None", None),
        ("Outcome", Some(&Bool)),
        ("Case", Some(&Optional(&Number))),
        ("Shift", Some(&Number)),
        ("Division", Some(&Record("Division", &[("dividend", &Optional(&Bool)), ("divisor", &Bool)]))),
        ("Bits", Some(&BITS)),
        ("Load", Some(&Record("Load", &[("access", &ACCESS), ("entry", &Optional(&Number))]))),
        ("Store", Some(&Record("Store", &[("access", &ACCESS), ("keep", &KEEP), ("within", &WITHIN)]))),
        (
            "Move",
            Some(&Record(
                "Move",
                &[("target", &Optional(&ACCESS)), ("source", &Optional(&ACCESS)), ("keep", &KEEP), ("copy", &NUMBERS)],
            )),
        ),
        ("Fill", Some(&Record("Fill", &[("target", &Optional(&ACCESS)), ("keep", &KEEP), ("cells", &CELLS)]))),
        ("Allocate", Some(&Record("Allocate", &[("outcome", &ALLOCATION), ("cells", &CELLS)]))),
        ("Release", Some(&Optional(&Number))),
        (
            "Reallocate",
            Some(&Record("Reallocate", &[("block", &Optional(&Number)), ("outcome", &ALLOCATION), ("keep", &NUMBERS)])),
        ),
        ("Library", Some(&Record("Library", &[("accesses", &List(&ACCESS)), ("entries", &NUMBERS), ("keep", &KEEP)]))),
        ("Contract", Some(&ELSEWHERE)),
        ("Sorted", Some(&SORTED)),
    ],
);

pub static SORTED: Type = Record(
    "Sorted",
    &[("access", &ACCESS), ("align", &Number), ("facts", &List(&Tuple(&[&Number, &Bool]))), ("keep", &KEEP)],
);

pub static ELSEWHERE: Type = Record(
    "Elsewhere",
    &[
        ("alternative", &Number),
        ("accesses", &List(&Optional(&ACCESS))),
        ("ends", &NUMBERS),
        ("entries", &NUMBERS),
        ("assigned", &List(&Optional(&Tuple(&[&Number, &KEEP])))),
        ("after", &List(&Optional(&Number))),
        ("written", &NUMBERS),
        ("values", &List(&Term)),
    ],
);

pub static BITS: Type = Enum(
    "Bits",
    &[
        ("Bounds", None),
        ("LowMask", Some(&Number)),
        ("HighMask", Some(&Number)),
        ("ClearLowest", None),
        ("Below", Some(&Number)),
        ("Disjoint", Some(&Number)),
        ("Complement", None),
        ("Class", Some(&Number)),
        ("Field", Some(&Number)),
    ],
);

pub static ACCESS: Type = Record("Access", &[("block", &Number), ("multiple", &MULTIPLE)]);

pub static MULTIPLE: Type = Enum("Multiple", &[("Plain", None), ("Offset", Some(&Term)), ("Address", Some(&Term))]);

pub static SIDE: Type = Enum("Side", &[("Before", None), ("After", None)]);

pub static CELL: Type =
    Record("Cell", &[("offset", &Term), ("width", &Number), ("sign", &SIGN), ("count", &Optional(&Term))]);

pub static ALLOCATION: Type = Enum("Allocation", &[("Succeeds", None), ("Optional", None)]);

pub static ROOT: Type = Enum(
    "Root",
    &[
        (
            "Covered",
            Some(&Record("Covered", &[("node", &Number), ("instance", &INSTANCE), ("returns", &List(&ENSURED))])),
        ),
        ("Infeasible", Some(&Record("NoRun", &[("witnesses", &WITNESSES)]))),
    ],
);

static PAIRS: Type = List(&Tuple(&[&Number, &Number]));

pub static INSTANCE: Type = Record(
    "Instance",
    &[
        ("variables", &List(&Term)),
        ("blocks", &PAIRS),
        ("entries", &PAIRS),
        ("uniforms", &PAIRS),
        ("lists", &PAIRS),
        ("trees", &PAIRS),
        ("wraps", &List(&WRAP)),
    ],
);

pub static ROUND: Type = Record("Round", &[("measure", &MEASURE), ("removed", &List(&Number))]);

pub static MEASURE: Type = Enum(
    "Measure",
    &[("Linear", Some(&List(&Tuple(&[&Number, &Term])))), ("Nested", Some(&List(&Tuple(&[&Number, &List(&Term)]))))],
);
