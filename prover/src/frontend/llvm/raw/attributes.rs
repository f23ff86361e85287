//! Attributes of functions and calls.

use super::*;

/// Attributes of a function or a call: on the result, on a parameter, on the whole.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum AttributeIndex {
    Result,
    Parameter(u32),
    Function,
}

impl AttributeIndex {
    pub(super) fn index(self) -> c_uint {
        match self {
            AttributeIndex::Result => 0,
            AttributeIndex::Parameter(number) => number + 1,
            AttributeIndex::Function => c_uint::MAX,
        }
    }
}

/// An attribute: the number of its kind, or the name and value of a string attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Attribute {
    Kind(u32),
    Text(String, String),
}

/// A list that LLVM writes into a buffer.
fn attributes(count: u32, write: impl FnOnce(*mut LLVMAttributeRef)) -> Vec<Attribute> {
    let mut all = vec![std::ptr::null_mut(); count as usize];
    write(all.as_mut_ptr());
    let one = |attribute: LLVMAttributeRef| {
        // SAFETY: an attribute, which LLVM has just written.
        if unsafe { LLVMIsStringAttribute(attribute) } == 0 {
            // SAFETY: of another form than a string.
            return Attribute::Kind(unsafe { LLVMGetEnumAttributeKind(attribute) });
        }
        // SAFETY: a string attribute; the context keeps the texts.
        let name = text(|length| unsafe { LLVMGetStringAttributeKind(attribute, length) });
        // SAFETY: the same.
        let value = text(|length| unsafe { LLVMGetStringAttributeValue(attribute, length) });
        Attribute::Text(name, value)
    };
    all.into_iter().filter(|attribute| !attribute.is_null()).map(one).collect()
}

/// Number of an attribute's kind.
pub(crate) fn attribute_kind(name: &str) -> u32 {
    // SAFETY: reads as many bytes as the name has.
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}

impl Value {
    /// The attributes of a function at a place.
    pub(crate) fn function_attributes(self, place: AttributeIndex) -> Vec<Attribute> {
        assert!(self.is_function(), "the attributes of something else");
        // SAFETY: a function; for a place that it does not have LLVM counts none.
        let count = unsafe { LLVMGetAttributeCountAtIndex(self.0, place.index()) };
        // SAFETY: the same; the buffer is as long as was counted.
        attributes(count, |all| unsafe { LLVMGetAttributesAtIndex(self.0, place.index(), all) })
    }

    /// Removes an attribute from the parameters of a function, but for a result's place (`sret`).
    pub(crate) fn remove_parameter_attribute(self, name: &str) {
        let (kind, sret) = (attribute_kind(name), Attribute::Kind(attribute_kind("sret")));
        for number in 0..self.parameter_count() {
            let place = AttributeIndex::Parameter(number);
            if !self.function_attributes(place).contains(&sret) {
                // SAFETY: the function (`parameter_count`) has the parameter; removing what is not there changes nothing.
                unsafe { LLVMRemoveEnumAttributeAtIndex(self.0, place.index(), kind) }
            }
        }
    }

    /// Removes the attributes of a function or a call that are texts beginning with this.
    pub(crate) fn remove_texts(self, start: &str) {
        let (place, function) = (AttributeIndex::Function, self.is_function());
        let all = if function { self.function_attributes(place) } else { self.call_attributes(place) };
        for attribute in all {
            let Attribute::Text(name, _) = attribute else { continue };
            let Some(length) = name.starts_with(start).then(|| c_uint::try_from(name.len()).ok()).flatten() else {
                continue;
            };
            let bytes = name.as_ptr().cast();
            if function {
                // SAFETY: a function; the name is as long as is said.
                unsafe { LLVMRemoveStringAttributeAtIndex(self.0, place.index(), bytes, length) }
            } else {
                // SAFETY: a call (`call_attributes`); the same.
                unsafe { LLVMRemoveCallSiteStringAttribute(self.0, place.index(), bytes, length) }
            }
        }
    }

    /// Removes an attribute from a function or a call; what is not there changes nothing.
    pub(crate) fn remove_attribute(self, place: AttributeIndex, name: &str) {
        let (index, kind) = (place.index(), attribute_kind(name));
        if self.is_function() {
            // SAFETY: a function; LLVM looks for the attribute at the place.
            unsafe { LLVMRemoveEnumAttributeAtIndex(self.0, index, kind) }
        } else {
            assert!(self.is_instruction(LLVMOpcode::LLVMCall), "the attributes of something else");
            // SAFETY: a call; the same.
            unsafe { LLVMRemoveCallSiteEnumAttribute(self.0, index, kind) }
        }
    }

    /// The number in `memory(...)` of a function or a call: two bits for each sort of memory, 1 reads, 2 writes.
    pub(crate) fn memory_effects(self) -> Option<u64> {
        let (index, kind) = (AttributeIndex::Function.index(), attribute_kind("memory"));
        assert!(self.is_function() || self.is_instruction(LLVMOpcode::LLVMCall), "the attributes of something else");
        // SAFETY: a function or a call; null stands for no attribute, and one of this kind has a number.
        unsafe {
            let attribute = match self.is_function() {
                true => LLVMGetEnumAttributeAtIndex(self.0, index, kind),
                false => LLVMGetCallSiteEnumAttribute(self.0, index, kind),
            };
            (!attribute.is_null()).then(|| LLVMGetEnumAttributeValue(attribute))
        }
    }

    /// The number of an attribute of a function or a call, 0 if it has none.
    pub(crate) fn attribute_number(self, place: AttributeIndex, kind: u32) -> u64 {
        // SAFETY: a function, or an instruction that is a call; null stands for no attribute.
        unsafe {
            let attribute = if self.is_function() {
                LLVMGetEnumAttributeAtIndex(self.0, place.index(), kind)
            } else {
                assert!(self.is_instruction(LLVMOpcode::LLVMCall), "the attributes of something else");
                LLVMGetCallSiteEnumAttribute(self.0, place.index(), kind)
            };
            if attribute.is_null() || LLVMIsEnumAttribute(attribute) == 0 {
                return 0;
            }
            LLVMGetEnumAttributeValue(attribute)
        }
    }

    /// The attributes of a call at a place.
    pub(crate) fn call_attributes(self, place: AttributeIndex) -> Vec<Attribute> {
        assert!(self.is_instruction(LLVMOpcode::LLVMCall), "the attributes of something else");
        // SAFETY: a call; for a place that it does not have LLVM counts none.
        let count = unsafe { LLVMGetCallSiteAttributeCount(self.0, place.index()) };
        // SAFETY: the same; the buffer is as long as was counted.
        attributes(count, |all| unsafe { LLVMGetCallSiteAttributes(self.0, place.index(), all) })
    }
}
