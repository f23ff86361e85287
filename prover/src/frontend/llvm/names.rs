//! Names as they are in the printed text.

use std::collections::HashMap;

use super::raw::{Block, LLVMTypeKind, Value};

/// Names of a function's registers and blocks: unnamed ones share one counter, in the order of the
/// text (LangRef, "Identifiers"): parameters, then each block and its instructions.
pub(super) struct Names {
    pub values: HashMap<Value, String>,
    pub blocks: HashMap<Block, String>,
}

impl Names {
    pub(super) fn of(function: Value) -> Names {
        let mut names = Names { values: HashMap::new(), blocks: HashMap::new() };
        let mut next = 0u64;
        let mut give = |name: String| {
            if !name.is_empty() {
                return name;
            }
            next += 1;
            (next - 1).to_string()
        };
        for parameter in function.parameters() {
            names.values.insert(parameter, give(parameter.name()));
        }
        for block in function.blocks() {
            names.blocks.insert(block, give(block.name()));
            for instruction in block.instructions() {
                if has_result(instruction) {
                    names.values.insert(instruction, give(instruction.name()));
                }
            }
        }
        names
    }
}

pub(super) fn has_result(instruction: Value) -> bool {
    !matches!(instruction.ty().kind(), LLVMTypeKind::LLVMVoidTypeKind)
}

/// The printed instructions of every defined function, by the function's place among the defined
/// ones: one line each, without metadata and attribute groups. A switch is one line.
pub(super) fn instruction_texts(text: &str) -> Vec<Vec<String>> {
    let mut all = Vec::new();
    let mut body: Option<Vec<String>> = None;
    for line in text.lines() {
        match &mut body {
            None if line.starts_with("define ") => body = Some(Vec::new()),
            None => {}
            Some(_) if line == "}" => all.extend(body.take()),
            Some(lines) => {
                let Some(rest) = line.strip_prefix("  ") else {
                    continue;
                };
                if rest.starts_with(' ') {
                    // A case of a switch, a clause, or a debug record.
                    if let Some(last) = lines.last_mut()
                        && last.ends_with('[')
                    {
                        last.push_str(" ...");
                    }
                } else if rest.starts_with(']') {
                    if let Some(last) = lines.last_mut() {
                        last.push_str(if last.ends_with('[') { "]" } else { " ]" });
                    }
                } else {
                    lines.push(without_metadata(rest).to_string());
                }
            }
        }
    }
    all
}

/// Removes `, !dbg !7` and ` #3`.
pub(super) fn without_metadata(line: &str) -> &str {
    let line = match line.find(", !") {
        Some(end) => &line[..end],
        None => line,
    };
    let line = line.trim();
    match line.rfind(" #") {
        Some(start) if line[start + 2..].bytes().all(|byte| byte.is_ascii_digit()) => &line[..start],
        _ => line,
    }
}
