//! Sizes, alignments and field offsets (LangRef, "Data Layout").

use super::syntax::Type;

/// What the module's data layout string says, the rest by LLVM's defaults.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Pointer width in bits.
    pub pointer: u32,
    pointer_align: u64,
    /// Width and alignment in bytes, ascending.
    integers: Vec<(u32, u64)>,
    double: u64,
    extended: u64,
}

impl Layout {
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut layout = Self {
            pointer: 64,
            pointer_align: 8,
            integers: vec![(1, 1), (8, 1), (16, 2), (32, 4), (64, 4)],
            double: 8,
            extended: 16,
        };
        for part in text.split('-') {
            let bytes = |text: Option<&str>| text.and_then(|text| text.parse::<u64>().ok()).map(|bits| bits / 8);
            let mut fields = part.split(':');
            let head = fields.next().unwrap_or_default();
            match head {
                "E" => return Err("big-endian data layout".to_owned()),
                "p" | "p0" => {
                    layout.pointer = fields.next().and_then(|bits| bits.parse().ok()).ok_or("pointer width")?;
                    layout.pointer_align = bytes(fields.next()).unwrap_or(u64::from(layout.pointer) / 8);
                }
                "f64" => layout.double = bytes(fields.next()).ok_or("alignment of double")?,
                "f80" => layout.extended = bytes(fields.next()).ok_or("alignment of x86_fp80")?,
                _ => {
                    if let Some(width) = head.strip_prefix('i').and_then(|width| width.parse().ok()) {
                        let align = bytes(fields.next()).ok_or("alignment of an integer")?;
                        layout.integers.retain(|known| known.0 != width);
                        layout.integers.push((width, align));
                    }
                }
            }
        }
        layout.integers.sort_unstable();
        Ok(layout)
    }

    /// Alignment in bytes when none is written.
    pub fn align(&self, kind: &Type) -> u64 {
        match kind {
            Type::Void => 1,
            Type::Int(width) => {
                let fitting = self.integers.iter().find(|known| known.0 >= *width);
                fitting.or(self.integers.last()).map_or(1, |known| known.1).max(1)
            }
            Type::Pointer => self.pointer_align,
            Type::Float => 4,
            Type::Double => self.double,
            Type::Extended => self.extended,
            Type::Array(_, element) => self.align(element),
            Type::Struct(_, true) => 1,
            Type::Struct(fields, false) => fields.iter().map(|field| self.align(field)).max().unwrap_or(1),
        }
    }

    /// Bytes that a store writes.
    pub fn store_size(&self, kind: &Type) -> u64 {
        match kind {
            Type::Void => 0,
            Type::Int(width) => u64::from(width.div_ceil(8)),
            Type::Pointer => u64::from(self.pointer) / 8,
            Type::Float => 4,
            Type::Double => 8,
            Type::Extended => 10,
            Type::Array(count, element) => count.saturating_mul(self.size(element)),
            Type::Struct(fields, _) => self.field(kind, fields.len()),
        }
    }

    /// Bytes from one array element to the next.
    pub fn size(&self, kind: &Type) -> u64 {
        let align = self.align(kind);
        self.store_size(kind).div_ceil(align).saturating_mul(align)
    }

    /// Offset of a field; for the number of fields, the size of the struct.
    pub fn field(&self, kind: &Type, field: usize) -> u64 {
        let Type::Struct(fields, packed) = kind else {
            return 0;
        };
        let mut offset = 0u64;
        for (number, field_kind) in fields.iter().enumerate() {
            let align = if *packed { 1 } else { self.align(field_kind) };
            offset = offset.div_ceil(align).saturating_mul(align);
            if number == field {
                return offset;
            }
            offset = offset.saturating_add(self.size(field_kind));
        }
        let align = if *packed { 1 } else { self.align(kind) };
        offset.div_ceil(align).saturating_mul(align)
    }
}
