//! Blocks of `malloc` that a contract hands over (`spec/precondition.md`, section "Memory that becomes the function's").

use certificates::Rel;

use super::clause::wrong;
use super::terms::Terms;
use super::tokens::Read;
use crate::decide::term::Poly;

/// The range at this address that is a whole block: the last that certainly holds all others there. If there is none,
/// the last string begins one.
pub fn mark(terms: &mut Terms<'_, '_>, name: &str, address: &Poly) -> Read<()> {
    let ranges = &terms.contract.ranges;
    let here: Vec<usize> = (0..ranges.len()).filter(|number| ranges[*number].address == *address).collect();
    let (mut whole, mut string) = (None, None);
    for number in here.iter().copied().filter(|number| ranges[*number].writable) {
        if ranges[number].string.is_some() {
            string = Some(number);
            continue;
        }
        let mut holds = true;
        for other in &here {
            holds &= *other == number || certain(terms, &ranges[number].size.sub(&ranges[*other].size)?)?;
        }
        if holds {
            whole = Some(number);
        }
    }
    if let Some(number) = whole
        && !certain(terms, &ranges[number].size)?
    {
        return wrong("freeable size", format!("nothing says that the number of bytes at {name} is not negative"));
    }
    let Some(range) = whole.or(string).and_then(|number| terms.contract.ranges.get_mut(number)) else {
        let message = format!("no range that may be written begins at {name} and certainly holds all others there");
        return wrong("freeable", message);
    };
    range.freeable = true;
    Ok(())
}

/// Two blocks are not one block without bytes.
pub fn different(terms: &Terms<'_, '_>) -> Read<()> {
    let exact = terms.contract.ranges.iter().filter(|range| range.freeable && range.string.is_none());
    let mut empty: Vec<(&str, &Poly)> = Vec::new();
    for range in exact {
        if certain(terms, &range.size.plus(-1)?)? {
            continue;
        }
        for (name, address) in &empty {
            let distance = address.sub(&range.address)?;
            let back = distance.neg()?;
            if !terms.contract.said().any(|atom| atom.rel == Rel::Ne && (atom.poly == distance || atom.poly == back)) {
                let message = format!("{name} and {} may be one block without bytes, as nothing says !=", range.name);
                return wrong("freeable pair", message);
            }
        }
        empty.push((&range.name, &range.address));
    }
    Ok(())
}

/// Whether a term is at least 0 in each call, by its form or by one comparison.
fn certain(terms: &Terms<'_, '_>, poly: &Poly) -> Read<bool> {
    if terms.not_negative(poly) {
        return Ok(true);
    }
    for atom in terms.contract.said().filter(|atom| atom.rel != Rel::Ne) {
        let (whole, part) = (poly.content(), atom.poly.content());
        let Some(factor) = whole.checked_div(part).and_then(|factor| i128::try_from(factor).ok()) else { continue };
        // poly = rest - factor * t, and t <= 0.
        let up = poly.combine(1, &atom.poly, factor)?;
        let down = poly.combine(1, &atom.poly, -factor)?;
        if terms.not_negative(&up) || atom.rel == Rel::Eq && terms.not_negative(&down) {
            return Ok(true);
        }
    }
    Ok(false)
}
