//! While a certificate is decoded, equal terms are made to share their memory: nodes say similar things.

use crate::term::{Int, Monomial};
use std::cell::RefCell;
use std::collections::HashSet;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// The summands of a term.
pub type Summands = Vec<(Monomial, Int)>;

/// Summands that several terms may share; changing one copy does not change the others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Shared(Arc<Summands>);

impl From<Summands> for Shared {
    fn from(summands: Summands) -> Shared {
        Shared(Arc::new(summands))
    }
}

impl FromIterator<(Monomial, Int)> for Shared {
    fn from_iter<I: IntoIterator<Item = (Monomial, Int)>>(summands: I) -> Shared {
        Summands::from_iter(summands).into()
    }
}

impl Deref for Shared {
    type Target = Summands;

    fn deref(&self) -> &Summands {
        &self.0
    }
}

impl DerefMut for Shared {
    fn deref_mut(&mut self) -> &mut Summands {
        Arc::make_mut(&mut self.0)
    }
}

impl<'a> IntoIterator for &'a Shared {
    type Item = &'a (Monomial, Int);
    type IntoIter = std::slice::Iter<'a, (Monomial, Int)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'a> IntoIterator for &'a mut Shared {
    type Item = &'a mut (Monomial, Int);
    type IntoIter = std::slice::IterMut<'a, (Monomial, Int)>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl Shared {
    /// Equal for terms that share their memory, and different for others as long as both exist.
    pub fn address(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }

    /// The summands, shared with equal ones of the certificate that is being decoded.
    pub(crate) fn of(summands: Summands) -> Shared {
        KNOWN.with_borrow_mut(|known| {
            let Some(Known { all, given_back }) = known else { return summands.into() };
            if let Some(same) = all.get(&summands) {
                let variables: usize = summands.iter().map(|(monomial, _)| size_of_val(monomial.0.as_slice())).sum();
                *given_back += size_of_val(summands.as_slice()) + variables;
                return same.clone();
            }
            let new = Shared::from(summands);
            all.insert(new.clone());
            new
        })
    }
}

impl std::borrow::Borrow<Summands> for Shared {
    fn borrow(&self) -> &Summands {
        &self.0
    }
}

/// The summands seen so far in the certificate that is being decoded.
#[derive(Default)]
struct Known {
    all: HashSet<Shared>,
    /// Memory of lists that were equal to known ones and were released, in bytes.
    given_back: usize,
}

thread_local! {
    static KNOWN: RefCell<Option<Known>> = const { RefCell::new(None) };
}

/// Decodes something whose equal terms share their memory.
pub(crate) fn sharing<T>(decode: impl FnOnce() -> T) -> T {
    KNOWN.set(Some(Known::default()));
    let decoded = decode();
    KNOWN.set(None);
    decoded
}

/// Memory of lists that was released since they were read, in bytes.
pub(crate) fn given_back() -> usize {
    KNOWN.with_borrow(|known| known.as_ref().map_or(0, |known| known.given_back))
}
