//! What `\separated` names, resolved to a contract that needs no program.

use crate::contract::address::constant;
use crate::contract::clause::{Expression, Operation};
use crate::contract::resolve::{Resolved, Resolver, bad};

impl Resolver<'_> {
    /// Resolves an operand of `\separated`.
    pub(super) fn separated(&mut self, e: &Expression) -> Resolved<Expression> {
        if let Expression::Address(inside) = e
            && matches!(&**inside, Expression::Name(name, _) if !self.parameters.contains_key(name))
        {
            return Ok(self.place(inside)?.base);
        }
        if let Expression::Binary(Operation::Add, p, bounds) = e
            && let Expression::Interval(low, high) = &**bounds
            && self.is_array(p)
            && let place = self.place(p)?
            && let Expression::Address(global) = &place.base
        {
            let size = self.questions.answer(&global.to_string(), "size").unwrap_or(0);
            let element = self.element(p)?.0;
            let (low, high) = (constant(&self.term(low)?), constant(&self.term(high)?));
            return match place.bytes.is_empty() && low == Some(0) && high.is_some_and(|h| (h + 1) * element == size) {
                true => Ok(place.base),
                false => bad(format!("\\separated names a part of the global variable '{global}': name all of it")),
            };
        }
        match self.range(e)? {
            Some(range) => Ok(range),
            None => bad(format!("\\separated names '{e}', a part of a global variable: name all of it, with &")),
        }
    }
}
