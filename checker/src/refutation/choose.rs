//! Q-CHOOSE: a chosen input in the graph of a refutation (`spec/refutation.md`, Closed graphs).

use certificates::{Sign, Term};

use crate::answer::verdict::Checked;
use crate::decide::term::Poly;
use crate::proof::context::{Context, hi, lo};
use crate::proof::state::State;
use crate::reader::{Callee, Op, Operand};
use crate::rules::library::arguments::Call;
use crate::rules::library::call::declared;
use crate::rules::memory::read_term;
use crate::rules::shared::bind;
use crate::run::library::{input_range, is_input};

/// Q-CHOOSE: the result of the input or freeze at the position is chosen to be this term.
pub fn choose<'m>(cx: &mut Context<'m>, s: &mut State<'m>, value: &Term, sign: Sign) -> Checked {
    cx.rule("Q-CHOOSE");
    reject_if!(cx, !cx.closed => "refutation", "a proof is about all inputs");
    let instruction = some!(cx, s.position.instruction() => "position", "there is no instruction");
    let shape = some!(cx, cx.shape(&instruction.ty)? => "type", "only integers are chosen");
    reject_if!(cx, shape.pointer => "type", "an address is not chosen");
    let (least, greatest) = match &instruction.op {
        Op::Freeze(Operand::Undef | Operand::Poison) => (i128::MIN, i128::MAX),
        Op::Call { callee: Callee::Direct(name), signature, arguments, promises } if is_input(name) => {
            declared(cx, &Call { name, signature, arguments, promises, instruction, hint: &NO_HINT })?;
            cx.rule("Q-CHOOSE");
            reject_if!(cx, !arguments.is_empty() => "arguments", "an input takes no arguments");
            cx.contracts.insert(name.to_string());
            input_range(name, shape.width, cx.pointer())
        }
        _ => return cx.reject("input", "neither an input nor a freeze of an undefined value"),
    };
    let sign = shape.sign(sign);
    let value = read_term(cx, s, value)?;
    cx.require_le("P1", &Poly::constant(least.max(lo(shape.width, sign))), &value)?;
    cx.require_le("P2", &value, &Poly::constant(greatest.min(hi(shape.width, sign))))?;
    bind(cx, s, instruction, Some((value, sign)))?;
    s.position.index += 1;
    s.progress = true;
    Ok(())
}

/// A choice has no hint.
static NO_HINT: certificates::Hint = certificates::Hint {
    sign: Sign::Unsigned,
    wraps: Vec::new(),
    phis: Vec::new(),
    detail: certificates::Detail::None,
};
