//! A C file with clang's syntax tree: where its statements and expressions stand in the text.

use serde_json::Value;
use std::ops::Range;
use std::path::Path;
use std::process::Command;

/// A C file, read.
#[derive(Debug)]
pub struct Source {
    pub text: String,
    /// The declarations at the file's top level that stand in the file itself, in its order.
    pub declarations: Vec<Node>,
}

/// A declaration, statement or expression.
#[derive(Debug, Default)]
pub struct Node {
    /// Clang's name of the class, for example `ForStmt`; empty for a part that is left out, as in `for (;;)`.
    pub class: String,
    /// Bytes of the file's text; none where a macro or another file gives the beginning or the end.
    pub range: Option<Range<usize>>,
    /// Where the name of a declaration stands.
    pub name_at: Option<Range<usize>>,
    pub name: String,
    pub opcode: String,
    pub value: String,
    /// The type as it is written.
    pub type_name: String,
    /// `static`, `extern` or empty.
    pub storage: String,
    pub inline: bool,
    /// Whether a variable has an initialiser.
    pub initialised: bool,
    id: String,
    referenced: String,
    pub children: Vec<Node>,
}

impl Source {
    /// Reads a file with the compiler's flags.
    ///
    /// # Errors
    /// The file cannot be read, or clang does not accept it.
    pub fn read(file: &Path, flags: &[String]) -> Result<Self, String> {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let mut command = Command::new("clang-22");
        command.args(["-std=gnu17", "-w", "-fsyntax-only", "-Xclang", "-ast-dump=json"]).args(flags).arg(file);
        let output = command.output().map_err(|error| format!("clang-22: {error}"))?;
        if !output.status.success() {
            return Err(format!("{}: {}", file.display(), String::from_utf8_lossy(&output.stderr)));
        }
        // Expressions may be nested deeper than the reader's default.
        let mut reader = serde_json::Deserializer::from_slice(&output.stdout);
        reader.disable_recursion_limit();
        let tree: Value = serde::Deserialize::deserialize(&mut reader).map_err(|error| error.to_string())?;
        let inner = tree["inner"].as_array().map_or(&[][..], Vec::as_slice);
        let declarations = inner.iter().map(Node::read).filter(|node| node.range.is_some()).collect();
        Ok(Self { text, declarations })
    }

    /// The text of a node that stands in the file.
    pub fn text_of(&self, node: &Node) -> Option<&str> {
        self.text.get(node.range.clone()?)
    }

    /// Where a statement ends, with the semicolon that belongs to it.
    pub fn end_of_statement(&self, statement: &Node) -> Option<usize> {
        let end = statement.range.as_ref()?.end;
        if ["CompoundStmt", "DeclStmt", "NullStmt"].contains(&statement.class.as_str()) {
            return Some(end);
        }
        match statement.class.as_str() {
            "IfStmt" | "WhileStmt" | "ForStmt" | "LabelStmt" | "SwitchStmt" => {
                self.end_of_statement(statement.children.last()?)
            }
            _ => {
                let rest = self.text.get(end..)?;
                let spaces = rest.len() - rest.trim_start().len();
                rest.trim_start().starts_with(';').then_some(end + spaces + 1)
            }
        }
    }

    /// All nodes, each before its parts.
    pub fn nodes(&self) -> Vec<&Node> {
        let mut all = Vec::new();
        self.declarations.iter().for_each(|node| node.collect(&mut all));
        all
    }

    /// The functions with a body in this file.
    pub fn functions(&self) -> impl Iterator<Item = &Node> {
        self.declarations.iter().filter(|node| node.class == "FunctionDecl" && node.body().is_some())
    }
}

impl Node {
    fn read(value: &Value) -> Self {
        let text = |key: &str| value[key].as_str().unwrap_or_default().to_owned();
        let place = |place: &Value| {
            // A place in a macro has two parts, a place in another file names what includes it.
            let included = place.get("includedFrom").is_some();
            let begin = place["offset"].as_u64().filter(|_| !included).and_then(|at| usize::try_from(at).ok())?;
            let length = place["tokLen"].as_u64().and_then(|length| usize::try_from(length).ok())?;
            Some(begin..begin + length)
        };
        let (begin, end) = (place(&value["range"]["begin"]), place(&value["range"]["end"]));
        Self {
            class: text("kind"),
            range: begin.zip(end).map(|(begin, end)| begin.start..end.end),
            name_at: place(&value["loc"]),
            name: text("name"),
            opcode: text("opcode"),
            value: text("value"),
            type_name: value["type"]["qualType"].as_str().unwrap_or_default().to_owned(),
            storage: text("storageClass"),
            inline: value["inline"].as_bool().unwrap_or_default(),
            initialised: value.get("init").is_some(),
            id: text("id"),
            referenced: value["referencedDecl"]["id"].as_str().unwrap_or_default().to_owned(),
            children: value["inner"].as_array().map_or(Vec::new(), |inner| inner.iter().map(Self::read).collect()),
        }
    }

    fn collect<'a>(&'a self, all: &mut Vec<&'a Self>) {
        all.push(self);
        self.children.iter().for_each(|child| child.collect(all));
    }

    /// This node and all below it.
    pub fn nodes(&self) -> Vec<&Self> {
        let mut all = Vec::new();
        self.collect(&mut all);
        all
    }

    /// The body of a function.
    pub fn body(&self) -> Option<&Self> {
        self.children.iter().find(|child| child.class == "CompoundStmt")
    }

    /// Whether this refers to a declaration.
    pub fn refers_to(&self, declaration: &Self) -> bool {
        self.referenced == declaration.id
    }

    /// Whether evaluating it changes nothing: it calls and assigns nothing.
    pub fn is_pure(&self) -> bool {
        const PURE: [&str; 11] = [
            "ArraySubscriptExpr",
            "BinaryOperator",
            "CStyleCastExpr",
            "CharacterLiteral",
            "ConstantExpr",
            "DeclRefExpr",
            "ImplicitCastExpr",
            "IntegerLiteral",
            "MemberExpr",
            "ParenExpr",
            "UnaryOperator",
        ];
        self.nodes().iter().all(|node| {
            PURE.contains(&node.class.as_str())
                && !["=", ",", "++", "--"].contains(&node.opcode.as_str())
                && !node.type_name.contains("volatile")
        })
    }
}
