//! Exact linear arithmetic in checked 128-bit integers.
//!
//! There are two simplex methods, for different questions. [`tableau`] decides whether variables with bounds have a
//! common point, with bounds that come and go (`entail`; Dutertre06). [`Polyhedron`] minimizes many objectives over one
//! fixed polyhedron (primal simplex, warm starts), and [`Cuts`] keeps a cheapest vector under a growing list of
//! constraints (dual simplex); both use a dictionary (`its`, `ranking`). [`karr`] computes with affine subspaces,
//! [`project`] with lists of inequalities. An overflow or too many pivots means "cannot tell".

mod cuts;
mod dictionary;
mod integral;
pub(crate) mod karr;
mod polyhedron;
pub(crate) mod project;
pub(crate) mod simplex;
pub(crate) mod tableau;

pub(crate) use cuts::Cuts;
pub(crate) use polyhedron::{Minimum, Polyhedron};

/// A vector of rationals with one positive denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Vector {
    pub num: Vec<i128>,
    pub den: i128,
}

/// An affine function of the columns of a polyhedron.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Affine {
    pub coef: Vec<i128>,
    pub con: i128,
}
