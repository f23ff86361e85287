//! Attributes of functions and calls.

use super::*;

/// Attributes of a function or a call: on the result, on a parameter, on the whole.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Result,
    Parameter(u32),
    Function,
}

impl Place {
    fn index(self) -> c_uint {
        match self {
            Place::Result => 0,
            Place::Parameter(number) => number + 1,
            Place::Function => c_uint::MAX,
        }
    }
}

/// An attribute: the number of its kind, or the name and value of a string attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Attribute {
    Kind(u32),
    Text(String, String),
}

fn attributes(raw: &[LLVMAttributeRef]) -> Vec<Attribute> {
    raw.iter()
        .filter(|attribute| !attribute.is_null())
        .map(|&attribute| unsafe {
            if LLVMIsStringAttribute(attribute) == 0 {
                return Attribute::Kind(LLVMGetEnumAttributeKind(attribute));
            }
            let mut length: c_uint = 0;
            let name = LLVMGetStringAttributeKind(attribute, &mut length);
            let name = bytes(name, length as usize);
            let value = LLVMGetStringAttributeValue(attribute, &mut length);
            Attribute::Text(name, bytes(value, length as usize))
        })
        .collect()
}

/// Number of an attribute's kind.
pub(crate) fn attribute_kind(name: &str) -> u32 {
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}

impl Value {
    /// The attributes of a function at a place.
    pub(crate) fn function_attributes(self, place: Place) -> Vec<Attribute> {
        let count = unsafe { LLVMGetAttributeCountAtIndex(self.0, place.index()) };
        let mut all = vec![std::ptr::null_mut(); count as usize];
        unsafe { LLVMGetAttributesAtIndex(self.0, place.index(), all.as_mut_ptr()) };
        attributes(&all)
    }

    /// Removes an attribute from the parameters of a function, but for a result's place (`sret`).
    pub(crate) fn remove_parameter_attribute(self, name: &str) {
        let (kind, sret) = (attribute_kind(name), Attribute::Kind(attribute_kind("sret")));
        for number in 0..unsafe { LLVMCountParams(self.0) } {
            let place = Place::Parameter(number);
            if !self.function_attributes(place).contains(&sret) {
                unsafe { LLVMRemoveEnumAttributeAtIndex(self.0, place.index(), kind) }
            }
        }
    }

    /// The attributes of a call at a place.
    pub(crate) fn call_attributes(self, place: Place) -> Vec<Attribute> {
        let count = unsafe { LLVMGetCallSiteAttributeCount(self.0, place.index()) };
        let mut all = vec![std::ptr::null_mut(); count as usize];
        unsafe { LLVMGetCallSiteAttributes(self.0, place.index(), all.as_mut_ptr()) };
        attributes(&all)
    }
}
