//! Which attributes and metadata an accepted module may have. Whatever could turn a value into
//! poison or an execution into undefined behaviour, and is not on these lists, is refused.

use std::collections::HashSet;

use super::constants::Reason;
use super::raw::{LLVMTailCallKind, Loaded, Place, Value, attribute_kind};

/// Of values: no undefined value exists outside `freeze`, and how an argument is extended is the
/// caller's and callee's agreement.
const VALUE: &[&str] = &["noundef", "zeroext", "signext"];

/// Of functions with a body: about optimisation, unwinding, code generation.
const DEFINITION: &[&str] = &[
    "alwaysinline",
    "builtin",
    "cold",
    "convergent",
    "hot",
    "inlinehint",
    "minsize",
    "mustprogress",
    "nobuiltin",
    "nocf_check",
    "noimplicitfloat",
    "noinline",
    "nomerge",
    "noprofile",
    "norecurse",
    "noredzone",
    "nounwind",
    "noreturn",
    "optdebug",
    "optforfuzzing",
    "optnone",
    "optsize",
    "nosanitize_bounds",
    "nosanitize_coverage",
    "nonlazybind",
    "noduplicate",
    "safestack",
    "skipprofile",
    "ssp",
    "sspreq",
    "sspstrong",
    "uwtable",
];

/// Additional ones at calls of functions without a body: promises of the external function, which
/// its contract covers.
const EXTERNAL: &[&str] = &[
    "willreturn",
    "allocsize",
    "allockind",
    "memory",
    "nofree",
    "nosync",
    "nocallback",
    "speculatable",
    "nocreateundeforpoison",
];

/// Of arguments of functions without a body: what the external function does with a pointer.
const EXTERNAL_ARGUMENT: &[&str] = &[
    "captures",
    "immarg",
    "nofree",
    "readonly",
    "writeonly",
    "readnone",
    "returned",
    "allocptr",
    "allocalign",
];

/// Of results of functions without a body: `malloc` and its kin.
const EXTERNAL_RESULT: &[&str] = &["noalias"];

/// Of arguments of the memory intrinsics, in addition.
const INTRINSIC_ARGUMENT: &[&str] = &["align", "noalias", "nonnull", "dereferenceable"];

/// Metadata that changes no meaning, or whose promise is an assumption of every claim (`tbaa`).
const METADATA: &[&str] = &[
    "dbg",
    "tbaa",
    "tbaa.struct",
    "prof",
    "fpmath",
    "noundef",
    "unpredictable",
    "llvm.loop",
    "annotation",
    "srcloc",
    "nosanitize",
    "heapallocsite",
    "DIAssignID",
    "nontemporal",
    "pcsections",
    "llvm.errno.tbaa",
];

/// The lists as LLVM's numbers.
pub(super) struct Attributes {
    value: HashSet<u32>,
    definition: HashSet<u32>,
    external: HashSet<u32>,
    external_argument: HashSet<u32>,
    external_result: HashSet<u32>,
    intrinsic_argument: HashSet<u32>,
    metadata: HashSet<u32>,
    noreturn: u32,
    returns_twice: u32,
}

impl Attributes {
    pub fn of(module: &Loaded) -> Attributes {
        let kinds = |names: &[&str]| {
            names
                .iter()
                .map(|name| attribute_kind(name))
                .filter(|&kind| kind != 0)
                .collect()
        };
        Attributes {
            value: kinds(VALUE),
            definition: kinds(DEFINITION),
            external: kinds(EXTERNAL),
            external_argument: kinds(EXTERNAL_ARGUMENT),
            external_result: kinds(EXTERNAL_RESULT),
            intrinsic_argument: kinds(INTRINSIC_ARGUMENT),
            metadata: METADATA
                .iter()
                .map(|name| module.metadata_kind(name))
                .collect(),
            noreturn: attribute_kind("noreturn"),
            returns_twice: attribute_kind("returns_twice"),
        }
    }

    /// Metadata of an instruction.
    pub fn check_metadata(&self, instruction: Value) -> Result<(), Reason> {
        match instruction
            .metadata_kinds()
            .iter()
            .any(|kind| !self.metadata.contains(kind))
        {
            true => Err("metadata that restricts the result (such as !range or !nonnull)".into()),
            false => Ok(()),
        }
    }

    /// Attributes of a function with a body.
    pub fn check_definition(&self, function: Value) -> Result<(), Reason> {
        let kinds = function.function_attributes(Place::Function);
        if kinds.contains(&self.returns_twice) {
            return Err("function that returns twice".into());
        }
        require(&kinds, &[&self.definition], "function attribute")?;
        if kinds.contains(&self.noreturn) && returns(function) {
            return Err("`noreturn` function that returns".into());
        }
        require(
            &function.function_attributes(Place::Result),
            &[&self.value],
            "attribute of the result",
        )?;
        for number in 0..count(&function.parameters()) {
            let kinds = function.function_attributes(Place::Parameter(number));
            require(
                &kinds,
                &[&self.value],
                "parameter attribute (byval, sret, noalias, nonnull, ...)",
            )?;
        }
        Ok(())
    }

    /// Attributes and markers of a call. `callee`: the function called, if known.
    pub fn check_call(
        &self,
        call: Value,
        callee: Option<Value>,
        caller_has_stack: bool,
    ) -> Result<(), Reason> {
        if call.call_convention() != 0 || callee.is_some_and(|f| f.calling_convention() != 0) {
            return Err("calling convention other than C's".into());
        }
        match call.tail_kind() {
            LLVMTailCallKind::LLVMTailCallKindMustTail => return Err("musttail call".into()),
            LLVMTailCallKind::LLVMTailCallKindTail if caller_has_stack => {
                return Err("tail call in a function with local memory".into());
            }
            _ => {}
        }
        if call.bundle_count() > 0 {
            return Err("call with operand bundles".into());
        }
        let external = callee.is_some_and(|f| f.is_declaration());
        let intrinsic = callee.is_some_and(|f| f.name().starts_with("llvm."));

        let mut kinds = call.call_attributes(Place::Function);
        let mut allowed = vec![&self.definition];
        if external {
            allowed.push(&self.external);
        } else if kinds.contains(&self.noreturn) && !precedes_unreachable(call) {
            return Err("`noreturn` call that may return".into());
        }
        kinds.extend(
            callee
                .filter(|_| external)
                .map(|f| f.function_attributes(Place::Function))
                .unwrap_or_default(),
        );
        if kinds.contains(&self.returns_twice) {
            return Err("call of a function that returns twice".into());
        }
        if !intrinsic {
            require(&kinds, &allowed, "attribute of the called function")?;
        }

        let mut kinds = call.call_attributes(Place::Result);
        let mut allowed = vec![&self.value];
        if external {
            allowed.push(&self.external_result);
            kinds.extend(
                callee
                    .map(|f| f.function_attributes(Place::Result))
                    .unwrap_or_default(),
            );
        }
        require(&kinds, &allowed, "attribute of a call's result")?;

        let parameters = callee.map_or(0, |f| count(&f.parameters()));
        for number in 0..count(&call.arguments()) {
            let mut kinds = call.call_attributes(Place::Parameter(number));
            let mut allowed = vec![&self.value];
            if external {
                allowed.push(&self.external_argument);
                if number < parameters {
                    kinds.extend(
                        callee
                            .map(|f| f.function_attributes(Place::Parameter(number)))
                            .unwrap_or_default(),
                    );
                }
            }
            if intrinsic {
                allowed.push(&self.intrinsic_argument);
            }
            require(
                &kinds,
                &allowed,
                "attribute of an argument (byval, sret, nonnull, ...)",
            )?;
        }
        Ok(())
    }
}

fn require(kinds: &[u32], allowed: &[&HashSet<u32>], what: &str) -> Result<(), Reason> {
    match kinds
        .iter()
        .all(|kind| allowed.iter().any(|set| set.contains(kind)))
    {
        true => Ok(()),
        false => Err(what.to_string()),
    }
}

fn count(values: &[Value]) -> u32 {
    u32::try_from(values.len()).unwrap_or(u32::MAX)
}

fn returns(function: Value) -> bool {
    use super::raw::LLVMOpcode::LLVMRet;
    function
        .blocks()
        .iter()
        .flat_map(|block| block.instructions())
        .any(|i| i.is_instruction(LLVMRet))
}

fn precedes_unreachable(call: Value) -> bool {
    use super::raw::LLVMOpcode::LLVMUnreachable;
    call.next_instruction()
        .is_some_and(|next| next.is_instruction(LLVMUnreachable))
}
