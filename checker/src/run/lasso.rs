//! Endless runs that come back to a state, but for what decides nothing (`spec/refutation.md`, Endings, Lasso).

use super::advance::{MAX_STEPS, advance, at};
use super::machine::{Frame, Machine};
use super::value::Value;
use crate::answer::verdict::{Checked, Stop};

/// Bytes of memory in the first state of a lasso, at most.
const MAX_REMEMBERED: u64 = 1 << 26;

/// How the states of a lasso are related.
pub(super) struct Lasso {
    /// More calls are active with each round, so the run needs a stack without bound.
    pub(super) deeper: bool,
    /// They are equal but for what decides nothing.
    pub(super) differ: bool,
}

/// Checks that the steps from `first` to `second` can be repeated forever.
pub(super) fn lasso(m: &mut Machine, first: u64, second: u64) -> Checked<Lasso> {
    if first >= second {
        return Err(Stop::invalid("Q-LASSO", "order", format!("{first} is not before {second}")));
    }
    advance(m, 0, first)?;
    if m.memory.live() > MAX_REMEMBERED {
        return Err(Stop::undecided("Q-RUN", format!("more than {MAX_REMEMBERED} bytes live at the first state")));
    }
    let mut start = m.clone();
    let mut lowest = advance(m, first, second)?;
    let mut end = m.clone();
    let mut steps = second;
    loop {
        let deeper = lowest == start.callers.len() && end.callers.len() > lowest;
        let found = forget(&mut start, &end, deeper);
        let Some(what) = found.map_err(|what| at(m, differ(what)))? else {
            return Ok(Lasso { deeper, differ: steps > second });
        };
        // Once more, from a state in which what differs is unknown.
        steps += second - first + start.memory.live() / 16 + start.waiting as u64;
        if steps > MAX_STEPS {
            return Err(at(m, Stop::undecided("Q-RUN", format!("a run of more than {MAX_STEPS} steps"))));
        }
        end = Machine { work: end.work, ..start.clone() };
        let decides = |mut stop: Stop| differ(&format!("{what}, which decides: {}", stop.rejection().message));
        lowest = advance(&mut end, first, second).map_err(|stop| at(m, decides(stop)))?;
    }
}

fn differ(what: &str) -> Stop {
    Stop::invalid("Q-LASSO", "state", format!("the states differ: {what}"))
}

/// Makes unknown in the first state what differs in the second one. Returns what it was, if there was anything; an error
/// if something differs that cannot be unknown.
fn forget(start: &mut Machine, end: &Machine, deeper: bool) -> Result<Option<&'static str>, &'static str> {
    let mut found = None;
    if !deeper {
        if start.callers.len() != end.callers.len() {
            return Err("the number of active calls");
        }
        for (then, now) in start.callers.iter_mut().zip(&end.callers) {
            found = registers(then, now)?.or(found);
        }
    }
    found = registers(&mut start.frame, &end.frame)?.or(found);
    match start.memory.forget(&end.memory) {
        Some(changed) => Ok(changed.then_some("memory").or(found)),
        None => Err("memory"),
    }
}

/// Makes the registers of an activation unknown that differ.
fn registers(then: &mut Frame, now: &Frame) -> Result<Option<&'static str>, &'static str> {
    let differences = [
        (now.position != then.position, "a position"),
        (now.objects != then.objects || now.places != then.places, "the objects of a call"),
        (now.dynamic != then.dynamic || now.saves != then.saves, "the dynamic objects of a call"),
    ];
    if let Some((_, what)) = differences.into_iter().find(|(differ, _)| *differ) {
        return Err(what);
    }
    let before = then.registers.len();
    then.registers.retain(|register, _| now.registers.contains_key(register));
    let mut changed = then.registers.len() < before;
    for (register, value) in &mut then.registers {
        if *value != Value::Unknown && now.registers.get(register) != Some(value) {
            (*value, changed) = (Value::Unknown, true);
        }
    }
    Ok(changed.then_some("a register"))
}
