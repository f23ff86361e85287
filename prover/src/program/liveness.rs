//! Which registers are read later.
