//! Changes of a C file that keep its meaning.

use super::source::{Node, Source};
use std::ops::Range;

/// A kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Two declarations without initialisers change places.
    Declarations,
    /// A local variable has another name.
    Names,
    /// A condition is tested twice.
    RepeatedTest,
    /// `a < b` is `b > a`.
    Comparison,
    /// `while` is `for`.
    WhileAsFor,
    /// `for` is `while`.
    ForAsWhile,
    /// A function calls another one, which does what it did.
    Wrapper,
    /// A number is a constant of an enumeration.
    Enumeration,
    /// A function has one more variable, which nothing reads.
    Unused,
    /// A contract says something twice.
    RepeatedClause,
    /// Two clauses of a contract change places.
    Clauses,
    /// The phis of a block stand in the other order.
    Phis,
    /// The blocks of a function but the first stand in the other order.
    Blocks,
}

impl Kind {
    /// Those that change C.
    pub const OF_SOURCES: [Self; 11] = [
        Self::Declarations,
        Self::Names,
        Self::RepeatedTest,
        Self::Comparison,
        Self::WhileAsFor,
        Self::ForAsWhile,
        Self::Wrapper,
        Self::Enumeration,
        Self::Unused,
        Self::RepeatedClause,
        Self::Clauses,
    ];

    /// Those that change a module's text.
    pub const OF_MODULES: [Self; 2] = [Self::Phis, Self::Blocks];

    /// What a table calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Declarations => "declarations",
            Self::Names => "names",
            Self::RepeatedTest => "repeated-test",
            Self::Comparison => "comparison",
            Self::WhileAsFor => "while-as-for",
            Self::ForAsWhile => "for-as-while",
            Self::Wrapper => "wrapper",
            Self::Enumeration => "enumeration",
            Self::Unused => "unused",
            Self::RepeatedClause => "repeated-clause",
            Self::Clauses => "clauses",
            Self::Phis => "phis",
            Self::Blocks => "blocks",
        }
    }
}

/// A place in the text, and what stands there afterwards.
pub type Edit = (Range<usize>, String);

/// The changes of one kind that can be made in a file, each at one place, in the order of the places.
pub fn places(source: &Source, kind: Kind) -> Vec<Vec<Edit>> {
    match kind {
        Kind::Declarations => declarations(source),
        Kind::Names => names(source),
        Kind::RepeatedTest => each(source, "IfStmt", repeated_test),
        Kind::Comparison => each(source, "BinaryOperator", comparison),
        Kind::WhileAsFor => each(source, "WhileStmt", while_as_for),
        Kind::ForAsWhile => each(source, "ForStmt", for_as_while),
        Kind::Wrapper => source.functions().filter_map(|function| wrapper(source, function)).collect(),
        Kind::Enumeration => bodies(source, "IntegerLiteral", enumeration),
        Kind::Unused => source.functions().filter_map(unused).collect(),
        Kind::RepeatedClause => clauses(source).map(|clause| repeated_clause(source, clause)).collect(),
        Kind::Clauses => clauses(source).filter_map(|clause| exchanged(source, clause)).collect(),
        Kind::Phis | Kind::Blocks => Vec::new(),
    }
}

/// The text after edits that do not overlap.
pub fn edited(text: &str, mut edits: Vec<Edit>) -> Option<String> {
    edits.sort_by_key(|(at, _)| (at.start, at.end));
    let mut made = String::new();
    let mut done = 0;
    for (at, new) in edits {
        made.push_str(text.get(done..at.start)?);
        made.push_str(&new);
        done = at.end;
    }
    made.push_str(text.get(done..)?);
    Some(made)
}

fn each(source: &Source, class: &str, change: fn(&Source, &Node) -> Option<Vec<Edit>>) -> Vec<Vec<Edit>> {
    source.nodes().into_iter().filter(|node| node.class == class).filter_map(|node| change(source, node)).collect()
}

/// As [`each`], in bodies of functions only.
fn bodies(source: &Source, class: &str, change: fn(&Source, &Node) -> Option<Vec<Edit>>) -> Vec<Vec<Edit>> {
    let nodes = source.functions().filter_map(Node::body).flat_map(Node::nodes);
    nodes.filter(|node| node.class == class).filter_map(|node| change(source, node)).collect()
}

/// Names of one declaration, and declarations that stand beside each other, in exchanged order.
fn declarations(source: &Source) -> Vec<Vec<Edit>> {
    let plain = |statement: &Node| {
        statement.class == "DeclStmt"
            && statement.range.is_some()
            && statement.children.iter().all(|part| part.class == "VarDecl" && !part.initialised)
            // A length may be an expression over what was declared before.
            && statement.children.iter().all(|part| part.children.is_empty())
    };
    let exchange = |a: &Node, b: &Node| {
        Some(vec![(a.range.clone()?, source.text_of(b)?.to_owned()), (b.range.clone()?, source.text_of(a)?.to_owned())])
    };
    let mut found = Vec::new();
    for node in source.nodes() {
        for pair in node.children.windows(2).filter(|pair| plain(&pair[0]) && plain(&pair[1])) {
            found.extend(exchange(&pair[0], &pair[1]));
        }
        if !plain(node) {
            continue;
        }
        for pair in node.children.windows(2).filter(|pair| pair[0].type_name == pair[1].type_name) {
            if let (Some(first), Some(second)) = (pair[0].name_at.clone(), pair[1].name_at.clone()) {
                found.push(vec![(first, pair[1].name.clone()), (second, pair[0].name.clone())]);
            }
        }
    }
    found
}

fn names(source: &Source) -> Vec<Vec<Edit>> {
    let locals = source.functions().filter_map(Node::body).flat_map(Node::nodes);
    let locals: Vec<&Node> = locals.filter(|node| node.class == "VarDecl" && node.storage.is_empty()).collect();
    let renamed = |local: &Node| {
        let new = format!("zz_{}", local.name);
        let mut edits = vec![(local.name_at.clone()?, new.clone())];
        for node in source.nodes().into_iter().filter(|node| node.refers_to(local)) {
            // Where a macro gives the name, the text cannot be changed here.
            edits.push((node.range.clone()?, new.clone()));
        }
        edits.iter().all(|(at, _)| source.text.get(at.clone()) == Some(&local.name)).then_some(edits)
    };
    locals.into_iter().filter_map(renamed).collect()
}

fn repeated_test(source: &Source, statement: &Node) -> Option<Vec<Edit>> {
    let [condition, then, ..] = &statement.children[..] else { return None };
    let test = source.text_of(condition).filter(|_| condition.is_pure())?;
    let (begin, end) = (then.range.as_ref()?.start, source.end_of_statement(then)?);
    Some(vec![(begin..begin, format!("{{ if ({test}) ")), (end..end, " }".to_owned())])
}

fn comparison(source: &Source, node: &Node) -> Option<Vec<Edit>> {
    let mirrored = match node.opcode.as_str() {
        "<" => ">",
        "<=" => ">=",
        ">" => "<",
        ">=" => "<=",
        "==" => "==",
        "!=" => "!=",
        _ => return None,
    };
    let [left, right] = &node.children[..] else { return None };
    // What a side changes could otherwise be seen by the other one.
    let [left, right] = [left, right].map(|side| source.text_of(side).filter(|_| side.is_pure()));
    Some(vec![(node.range.clone()?, format!("({}) {mirrored} ({})", right?, left?))])
}

fn while_as_for(source: &Source, statement: &Node) -> Option<Vec<Edit>> {
    let [condition, body] = &statement.children[..] else { return None };
    let head = statement.range.as_ref()?.start..body.range.as_ref()?.start;
    Some(vec![(head, format!("for (; {}; ) ", source.text_of(condition)?))])
}

fn for_as_while(source: &Source, statement: &Node) -> Option<Vec<Edit>> {
    let [first, _, condition, step, body] = &statement.children[..] else { return None };
    // `continue` would leave out the step.
    if body.nodes().iter().any(|node| node.class == "ContinueStmt") {
        return None;
    }
    let text = |part: &Node| match part.class.is_empty() {
        true => Some(String::new()),
        false => source.text_of(part).map(|text| text.trim_end_matches(';').to_owned()),
    };
    let test = text(condition).map(|test| if test.is_empty() { "1".to_owned() } else { test })?;
    let head = statement.range.as_ref()?.start..body.range.as_ref()?.start;
    let end = source.end_of_statement(body)?;
    Some(vec![
        (head, format!("{{ {}; while ({test}) {{ ", text(first)?)),
        (end..end, format!(" {}; }} }}", text(step)?)),
    ])
}

fn wrapper(source: &Source, function: &Node) -> Option<Vec<Edit>> {
    let body = function.body()?;
    let recursive = body.nodes().iter().any(|node| node.name == function.name || node.refers_to(function));
    if recursive || function.inline || !function.storage.is_empty() || function.type_name.contains("...") {
        return None;
    }
    let (at, name, begin) = (function.range.as_ref()?, function.name_at.as_ref()?, body.range.as_ref()?.start);
    let inner = format!("{}_inner", function.name);
    let (before, behind) = (source.text.get(at.start..name.start)?, source.text.get(name.end..begin)?);
    let parameters: Vec<&str> =
        function.children.iter().filter(|part| part.class == "ParmVarDecl").map(|part| &*part.name).collect();
    let call = format!("{inner}({})", parameters.join(", "));
    let call = match (&*function.name, function.type_name.starts_with("void (")) {
        // It may end without a value.
        ("main", _) if body.children.last().is_none_or(|last| last.class != "ReturnStmt") => {
            format!("{call}; return 0;")
        }
        (_, true) => format!("{call};"),
        _ => format!("return {call};"),
    };
    // A definition without a prototype would make `f()` a call with any arguments.
    let behind = if behind.trim() == "()" { "(void) " } else { behind };
    let signature = format!("{before}{inner}{behind}");
    let wrapped = format!("{{ {signature}; {call} }}\n{signature}{}", source.text_of(body)?);
    Some(vec![(body.range.clone()?, wrapped)])
}

fn enumeration(source: &Source, literal: &Node) -> Option<Vec<Edit>> {
    if literal.type_name != "int" || literal.value.parse::<u32>().ok()? < 2 {
        return None;
    }
    let at = literal.range.clone()?;
    source.text.get(at.clone())?.chars().next()?.is_ascii_digit().then_some(())?;
    Some(vec![(0..0, format!("enum {{ STEADY = {} }};\n", literal.value)), (at, "STEADY".to_owned())])
}

fn unused(function: &Node) -> Option<Vec<Edit>> {
    let begin = function.body()?.range.as_ref()?.start + 1;
    Some(vec![(begin..begin, " int zz_unused = 0; (void)zz_unused;".to_owned())])
}

/// Where the conditions of `requires` clauses stand.
fn clauses(source: &Source) -> impl Iterator<Item = Range<usize>> {
    source.text.match_indices("requires ").filter_map(|(at, word)| {
        let begin = at + word.len();
        // Only in an annotation: its beginning is nearer than the end of another comment.
        let (before, rest) = (source.text.get(..at)?, source.text.get(begin..)?);
        let annotation = before.rfind("/*@").or_else(|| before.rfind("//@"))?;
        let open = !before.get(annotation..)?.contains("*/");
        open.then_some(begin..begin + rest.find(';')?)
    })
}

fn repeated_clause(source: &Source, clause: Range<usize>) -> Vec<Edit> {
    let text = source.text.get(clause.clone()).unwrap_or_default();
    vec![(clause.end..clause.end, format!("; requires {text}"))]
}

/// The last condition of a clause before the others, where no word spans them.
fn exchanged(source: &Source, clause: Range<usize>) -> Option<Vec<Edit>> {
    let text = source.text.get(clause.clone())?;
    let (first, last) = text.rsplit_once(" && ")?;
    let alone = |text: &str| !text.contains(['?', '\\']) || !(text.contains("\\forall") || text.contains('?'));
    let balanced = |text: &str| text.matches('(').count() == text.matches(')').count();
    let spans = [first, last].iter().any(|part| part.contains("||") || part.contains("==>"));
    (alone(text) && !spans && balanced(first) && balanced(last)).then(|| vec![(clause, format!("{last} && {first}"))])
}
