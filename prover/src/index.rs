//! Tables whose places have a type of their own, so that a number from one table cannot be used in another.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A place in a table.
pub trait Idx: Copy {
    /// The place with this number.
    fn new(number: usize) -> Self;
    /// The number of the place, counted from 0.
    fn number(self) -> usize;
}

/// A list that is indexed by `I` alone. A place must come from an item that was pushed. Any other place is a mistake in
/// the prover, and ends with a panic (an internal error for the user) instead of an answer about another item.
#[derive(Clone, Debug)]
pub struct Table<I, T> {
    items: Vec<T>,
    place: PhantomData<I>,
}

impl<I: Idx, T> Table<I, T> {
    /// The number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The place of the item that is pushed next.
    pub fn next_place(&self) -> I {
        I::new(self.items.len())
    }

    /// Adds an item, and returns its place.
    pub fn push(&mut self, item: T) -> I {
        self.items.push(item);
        I::new(self.items.len() - 1)
    }

    /// Removes and returns the item that was pushed last.
    pub fn pop(&mut self) -> Option<T> {
        self.items.pop()
    }

    /// The item that was pushed last.
    pub fn last(&self) -> Option<&T> {
        self.items.last()
    }

    /// The items, in the order of their places.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// The items, to be changed, in the order of their places.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    /// All places, ascending.
    pub fn places(&self) -> impl DoubleEndedIterator<Item = I> + use<I, T> {
        (0..self.items.len()).map(I::new)
    }

    /// The places from this one on, ascending.
    pub fn places_from(&self, first: I) -> impl DoubleEndedIterator<Item = I> + use<I, T> {
        (first.number()..self.items.len()).map(I::new)
    }

    /// Keeps only the items at the places for which `keep` holds; items behind a removed one move up.
    pub fn retain(&mut self, keep: impl Fn(I) -> bool) {
        let mut number = 0;
        self.items.retain(|_| {
            number += 1;
            keep(I::new(number - 1))
        });
    }

    /// Items with their places, ascending.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.items.iter().enumerate().map(|(number, item)| (I::new(number), item))
    }
}

impl<I, T> Default for Table<I, T> {
    fn default() -> Self {
        Table { items: Vec::new(), place: PhantomData }
    }
}

impl<I, T> FromIterator<T> for Table<I, T> {
    fn from_iter<S: IntoIterator<Item = T>>(items: S) -> Self {
        Table { items: items.into_iter().collect(), place: PhantomData }
    }
}

impl<'a, I: Idx, T> IntoIterator for &'a Table<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, I: Idx, T> IntoIterator for &'a mut Table<I, T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<I: Idx, T> Index<I> for Table<I, T> {
    type Output = T;

    fn index(&self, place: I) -> &T {
        &self.items[place.number()]
    }
}

impl<I: Idx, T> IndexMut<I> for Table<I, T> {
    fn index_mut(&mut self, place: I) -> &mut T {
        &mut self.items[place.number()]
    }
}
