//! `spec/rules/arithmetic.md`

use certificates::Overflow::{Error, Ideal, Wrap};

use crate::support::Block;

const TWO: &str = "vars 2\na = v0 s\nb = v1 s";
const TWO_U: &str = "vars 2\na = v0 u\nb = v1 u";

fn op(text: &str) -> Block {
    Block::new("i32 %a, i32 %b", &format!("%r = {text}"))
}

/// The states and steps end in a return node that binds %r to a variable equal to this term.
fn gives(block: &Block, state: &str, exec: &str, term: &str) {
    let sign = if term.ends_with(" s") { "s" } else { "u" };
    let term = term.trim_end_matches(" s");
    block.accepts(state, &format!("{exec}\ngoto 3 ({term})"), &format!("vars 1\nr = v0 {sign}"));
}

#[test]
fn a_add_nsw() {
    let add = op("add nsw i32 %a, %b");
    let small = format!("{TWO}\nknow 0 <= v0\nknow v0 <= 10\nknow -5 <= v1\nknow v1 <= 10");
    gives(&add, &small, "exec", "v0 + v1 s");
    add.rejects("A-ADD", "P4", &format!("{TWO}\nknow v0 + v1 <= 10"), "exec\ngoto 3");
    add.rejects("A-ADD", "P5", &format!("{TWO}\nknow 0 <= v0\nknow 0 <= v1"), "exec\ngoto 3");
    gives(&op("add nsw i32 %a, %b").mode(Ideal), TWO, "exec", "v0 + v1 s");
    add.rejects("A-ADD", "hint", TWO, "exec true\ngoto 3");
}

#[test]
fn a_add_wraps() {
    let range = "know 0 <= v0\nknow v0 <= 4294967295\nknow v1 = 1";
    let add = op("add i32 %a, %b");
    gives(&add, &format!("{TWO_U}\n{range}\nknow v0 <= 100"), "exec wraps 0", "v0 + 1");
    gives(&add, &format!("{TWO_U}\nknow v0 = 4294967295\nknow v1 = 1"), "exec wraps 1", "0");
    // The same bits, read signed.
    gives(&add, &format!("{TWO_U}\nknow v0 = 4294967295\nknow v1 = 0"), "exec s wraps 1", "-1 s");
    // An unknown number of wraps.
    gives(&add, TWO_U, "exec wraps ?\nassert 0 <= v0 + v1 - 4294967296*v2", "v0 + v1 - 4294967296*v2");
    add.rejects("A-ADD", "A-FIT P1", &format!("{TWO_U}\n{range}"), "exec wraps 1\ngoto 3");
    add.rejects("A-ADD", "A-FIT P2", &format!("{TWO_U}\n{range}"), "exec wraps 0\ngoto 3");
    add.rejects("A-ADD", "A-FIT", TWO_U, "exec\ngoto 3");
    add.rejects("H-WRAPS", "all consumed", &format!("{TWO_U}\n{range}\nknow v0 <= 100"), "exec wraps 0 0\ngoto 3");
    // nsw is ignored in the mode wrap, and the result wraps.
    let wrap = op("add nsw i32 %a, %b").mode(Wrap);
    gives(&wrap, &format!("{TWO}\nknow v0 = 2147483647\nknow v1 = 1"), "exec s wraps 1", "-2147483648 s");
}

#[test]
fn a_add_nuw() {
    let add = op("add nuw i32 %a, %b");
    let small = format!("{TWO_U}\nknow 0 <= v0\nknow v0 <= 10\nknow 0 <= v1\nknow v1 <= 10");
    gives(&add, &small, "exec", "v0 + v1");
    add.rejects("A-ADD", "P2", TWO_U, "exec\ngoto 3");
    add.rejects("A-ADD", "P3", &format!("{TWO_U}\nknow 0 <= v0\nknow 0 <= v1"), "exec\ngoto 3");
    // Unsigned wrapping with nuw is an error in every mode.
    op("add nuw i32 %a, %b").mode(Wrap).rejects("A-ADD", "P3", &format!("{TWO_U}\nknow 0 <= v0\nknow 0 <= v1"), "exec");
    let both = op("add nuw nsw i32 %a, %b");
    gives(&both, &small, "exec wraps 0 0", "v0 + v1");
    let large = format!("{TWO_U}\nknow v0 = 2147483647\nknow v1 = 1");
    both.rejects("A-ADD", "P5", &large, "exec wraps 0 0");
    gives(&op("add nuw nsw i32 %a, %b").mode(Wrap), &large, "exec", "2147483648");
}

#[test]
fn a_sub() {
    let sub = op("sub nsw i32 %a, %b");
    let small = format!("{TWO}\nknow 0 <= v0\nknow v0 <= 10\nknow 0 <= v1\nknow v1 <= 10");
    gives(&sub, &small, "exec", "v0 - v1 s");
    sub.rejects("A-SUB", "P4", &format!("{TWO}\nknow v0 - v1 <= 10"), "exec");
    sub.rejects("A-SUB", "P5", &format!("{TWO}\nknow 0 <= v0\nknow v1 <= 0\nknow 0 <= v0 - v1"), "exec");
    gives(&op("sub i32 %a, %b"), &format!("{TWO_U}\nknow v0 = 0\nknow v1 = 1"), "exec wraps -1", "4294967295");
}

#[test]
fn a_mul() {
    let mul = op("mul nsw i32 %a, %b");
    gives(&mul, &format!("{TWO}\nknow v0 = 3\nknow 0 <= v1\nknow v1 <= 10"), "exec", "v0*v1 s");
    mul.rejects("A-MUL", "P5", &format!("{TWO}\nknow v0 = 3\nknow 0 <= v1"), "exec");
    mul.rejects("A-MUL", "P4", &format!("{TWO}\nknow v0 = 3\nknow v1 <= 0"), "exec");
    gives(&op("mul i32 %a, %b"), &format!("{TWO_U}\nknow v0 = 2147483648\nknow v1 = 2"), "exec wraps 1", "0");
}

#[test]
fn a_shl() {
    let shl = op("shl nsw i32 %a, 3");
    gives(&shl, "vars 1\na = v0 s\nknow -4 <= v0\nknow v0 <= 100", "exec", "8*v0 s");
    gives(&shl, "vars 1\na = v0 s\nknow -4 <= v0\nknow v0 <= 100", "exec shift 3", "8*v0 s");
    shl.rejects("A-SHL", "P1", "vars 1\na = v0 s", "exec shift 4");
    shl.rejects("A-SHL", "P5", "vars 1\na = v0 s\nknow 0 <= v0", "exec");
    shl.rejects("A-SHL", "P4", "vars 1\na = v0 s\nknow v0 <= 0", "exec");
    op("shl i32 %a, 32").rejects("A-SHL", "0 <= c < w", "vars 1\na = v0", "exec wraps ?");
    gives(&op("shl i32 %a, 31"), "vars 1\na = v0 u\nknow v0 = 3", "exec wraps 1", "2147483648");
    let unknown = op("shl i32 %a, %b");
    gives(&unknown, &format!("{TWO_U}\nknow v1 = 2\nknow 0 <= v0\nknow v0 <= 9"), "exec wraps 0 shift 2", "4*v0");
    unknown.rejects("A-SHL", "P1", &format!("{TWO_U}\nknow v1 <= 2"), "exec wraps 0 shift 2");
    gives(&unknown, &format!("{TWO_U}\nknow v1 <= 31"), "exec s\nassert v2 <= 2147483647", "v2 s");
    unknown.rejects("A-SHL", "P1", TWO_U, "exec");
    op("shl nsw i32 %a, %b").rejects("A-SHL", "flags", &format!("{TWO_U}\nknow v1 <= 31"), "exec");
    gives(&op("shl nsw i32 %a, %b").mode(Wrap), &format!("{TWO_U}\nknow v1 <= 31"), "exec", "v2");
    // Bounds of what no bit is lost of.
    let small = format!("{TWO_U}\nknow 0 <= v0\nknow v0 <= 9\nknow v1 <= 8");
    let bounds = "exec case 8\nassert v0 <= v2\nassert v2 <= 256*v0\nassert v2 <= 2304";
    gives(&unknown, &small, bounds, "v2");
    gives(&unknown, &small, "exec s case 27\nassert v2 <= 134217728*v0", "v2 s");
    unknown.rejects("A-SHL", "P4", &small, "exec s case 28");
    unknown.rejects("G-ASSERT", "P1", &small, "exec case 8\nassert v2 <= 2303");
    unknown.rejects("G-ASSERT", "P1", &small, "exec case 8\nassert v0 + 1 <= v2");
    unknown.rejects("A-SHL", "hint", &small, "exec case 32");
    unknown.rejects("A-SHL", "hint", &small, "exec true");
    unknown.rejects("A-SHL", "hint", &small, "exec false");
    // A known amount, with the hint of an unknown one.
    op("shl nsw i32 %a, 3").rejects("A-SHL", "flags", "vars 1\na = v0 s\nknow 0 <= v0\nknow v0 <= 9", "exec case 3");
    let without = |fact: &str| small.replace(&format!("\nknow {fact}"), "");
    unknown.alone("A-SHL", "P2", &format!("{}\nknow v1 <= 31", without("v1 <= 8")), "exec case 8\ngoto 3");
    unknown.alone("A-SHL", "P1", &without("v1 <= 8"), "exec\ngoto 3");
    unknown.alone("A-SHL", "P3", &without("0 <= v0"), "exec case 8\ngoto 3");
    unknown.alone("A-SHL", "P4", &without("v0 <= 9"), "exec case 8\ngoto 3");
    op("shl nsw i32 %a, %b").rejects("A-SHL", "flags", &small, "exec case 8");
    op("shl nuw i32 %a, 1").rejects("A-SHL", "P3", "vars 1\na = v0 u\nknow 0 <= v0", "exec");
    op("shl nuw i32 %a, 1").alone("A-SHL", "P2", "vars 1\na = v0 u\nknow v0 <= 9", "exec\ngoto 3");
}

#[test]
fn a_udiv_urem() {
    let facts = "assert v0 = v1*v2 + v3\nassert 0 <= v3\nassert v3 < v1\nassert 0 <= v2\nassert v2 <= v0";
    let state = format!("{TWO_U}\nknow v1 != 0");
    gives(&op("udiv i32 %a, %b"), &state, &format!("exec\n{facts}"), "v2");
    gives(&op("urem i32 %a, %b"), &state, &format!("exec\n{facts}"), "v3");
    op("udiv i32 %a, %b").rejects("A-UDIV", "P1", TWO_U, "exec");
    op("urem i32 %a, %b").rejects("A-UREM", "P1", TWO_U, "exec");
    let exact = op("udiv exact i32 %a, %b");
    exact.rejects("A-UDIV", "P2", &state, "exec");
    gives(&exact, &format!("{TWO_U}\nknow v1 = 1"), "exec", "v0");
}

#[test]
fn a_sdiv_srem() {
    let plus = format!("{TWO}\nknow 1 <= v1");
    let minus = format!("{TWO}\nknow v1 <= -1\nknow v0 != -2147483648");
    let sum = "assert v0 = v1*v2 + v3";
    let div = op("sdiv i32 %a, %b");
    let positive = format!(
        "exec div + +\n{sum}\nassert 0 <= v3\nassert v3 < v1\nassert v3 <= v0\nassert 0 <= v2\nassert v2 <= v0"
    );
    gives(&div, &format!("{plus}\nknow 0 <= v0"), &positive, "v2 s");
    let negative = format!(
        "exec div - +\n{sum}\nassert v3 <= 0\nassert -v1 < v3\nassert v0 <= v3\nassert v2 <= 0\nassert v0 <= v2"
    );
    gives(&div, &format!("{plus}\nknow v0 <= 0"), &negative, "v2 s");
    let by_negative =
        format!("exec div + -\n{sum}\nassert 0 <= v3\nassert v3 < 0 - v1\nassert v2 <= 0\nassert 0 - v0 <= v2");
    gives(&div, &format!("{minus}\nknow 0 <= v0"), &by_negative, "v2 s");
    let both = format!("exec div - -\n{sum}\nassert v3 <= 0\nassert v1 < v3\nassert 0 <= v2\nassert v2 <= 0 - v0");
    gives(&div, &format!("{minus}\nknow v0 <= 0"), &both, "v2 s");
    gives(&op("srem i32 %a, %b"), &plus, &format!("exec div ? +\n{sum}\nassert v3 < v1\nassert -v1 < v3"), "v3 s");
    div.rejects("A-SDIV", "P1", TWO, "exec div ? +");
    div.rejects("A-SDIV", "P1", &format!("{TWO}\nknow v1 != 0"), "exec div ? -");
    div.rejects("A-SDIV", "P2", &format!("{TWO}\nknow v1 <= -1"), "exec div ? -");
    op("srem i32 %a, %b").rejects("A-SREM", "P2", &format!("{TWO}\nknow v1 <= -1"), "exec div ? -");
    // Either reason for P2 will do.
    gives(&div, &format!("{TWO}\nknow v1 <= -2"), "exec div ? -", "v2 s");
    div.rejects("A-SDIV", "P3", &plus, "exec div + +");
    div.rejects("A-SDIV", "P3", &plus, "exec div - +");
    div.rejects("A-SDIV", "hint", &plus, "exec");
    op("sdiv exact i32 %a, %b").rejects("A-SDIV", "P4", &plus, "exec div ? +");
    let bit = Block::new("i1 %a, i1 %b", "%r = sdiv i1 %a, %b");
    bit.rejects("A-SDIV", "type", "vars 2\na = v0\nb = v1\nknow v1 = 1", "exec div ? +");
}

/// The quotient of a signed division rounds towards zero: floor must not be provable.
#[test]
fn a_sdiv_is_not_floor() {
    let state = "vars 1\na = v0 s\nknow v0 = -7";
    let div = op("sdiv i32 %a, 2");
    div.accepts(state, "exec div - +\nassert v1 = -3\ngoto 3", "");
    div.rejects("G-ASSERT", "P1", state, "exec div - +\nassert v1 = -4\ngoto 3");
    op("ashr i32 %a, 1").accepts(state, "exec\nassert v1 = -4\ngoto 3", "");
}

#[test]
fn a_numbers() {
    let state = "vars 1\na = v0";
    let exec = "exec bits bounds";
    let cases = [
        ("udiv i32 100, 7", "14"),
        ("urem i32 100, 7", "2"),
        ("udiv i32 -1, 2", "2147483647"),
        ("sdiv i32 -7, 2", "-3 s"),
        ("srem i32 -7, 2", "-1 s"),
        ("sdiv i32 7, -2", "-3 s"),
        ("srem i32 7, -2", "1 s"),
        ("sdiv exact i32 -8, 2", "-4 s"),
        ("lshr i32 -1, 28", "15"),
        ("lshr exact i32 8, 3", "1"),
        ("ashr i32 -7, 1", "-4 s"),
        ("ashr i32 -1, 31", "-1 s"),
    ];
    for (text, result) in cases {
        gives(&op(text), state, exec, result);
        // No variable is fresh.
        op(text).rejects("G-ASSERT", "term", state, &format!("{exec}\nassert 0 <= v1\ngoto 3"));
    }
    let wrong = [
        ("udiv i32 %a, 7", "P1"),
        ("sdiv i32 %a, 7", "P1"),
        ("urem i32 100, %a", "P2"),
        ("ashr i32 100, %a", "P2"),
        ("lshr i32 100, 32", "P3"),
        ("ashr i32 100, -1", "P3"),
        ("udiv i32 7, 0", "P4"),
        ("srem i32 7, 0", "P4"),
        ("sdiv i32 -2147483648, -1", "P5"),
        ("srem i32 -2147483648, -1", "P5"),
        ("udiv exact i32 7, 2", "P6"),
        ("sdiv exact i32 7, 2", "P6"),
        ("lshr exact i32 7, 1", "P6"),
        ("ashr exact i32 -7, 1", "P6"),
    ];
    for (text, premise) in wrong {
        let state = if text.starts_with("sdiv i32 %a") { "vars 1\na = v0 s" } else { state };
        match premise {
            // There is no value without the number.
            "P1" | "P2" | "P3" | "P4" => op(text).rejects("A-NUMBERS", premise, state, exec),
            _ => op(text).alone("A-NUMBERS", premise, state, &format!("{exec}\ngoto 3")),
        }
    }
    op("sdiv i32 -2147483648, 1").accepts(state, &format!("{exec}\ngoto 3"), "");
    let bit = Block::new("i1 %a, i1 %b", "%r = udiv i1 true, true");
    bit.alone("A-NUMBERS", "type", "vars 2\na = v0\nb = v1", &format!("{exec}\ngoto 3"));
    op("shl i32 1, 1").rejects("A-SHL", "hint", state, exec);
}

#[test]
fn a_lshr() {
    let facts = "assert v0 = 8*v1 + v2\nassert 0 <= v2\nassert v2 <= 7\nassert 0 <= v1\nassert v1 <= v0";
    gives(&op("lshr i32 %a, 3"), "vars 1\na = v0", &format!("exec\n{facts}"), "v1");
    op("lshr exact i32 %a, 3").rejects("A-LSHR", "P2", "vars 1\na = v0", "exec");
    op("lshr i32 %a, 32").rejects("A-LSHR", "0 <= c < w", "vars 1\na = v0", "exec");
    let unknown = op("lshr i32 %a, %b");
    gives(&unknown, &format!("{TWO_U}\nknow v1 <= 31"), "exec\nassert 0 <= v2\nassert v2 <= v0", "v2");
    unknown.rejects("A-LSHR", "P1", TWO_U, "exec");
    unknown.rejects("A-LSHR", "hint", &format!("{TWO_U}\nknow v1 <= 31"), "exec true");
    let far = format!("{TWO_U}\nknow v1 <= 31\nknow 24 <= v1");
    gives(&unknown, &far, "exec case 24\nassert 0 <= v2\nassert 16777216*v2 <= v0", "v2");
    unknown.rejects("G-ASSERT", "P1", &far, "exec case 24\nassert 33554432*v2 <= v0");
    unknown.alone("A-LSHR", "P2", &far, "exec case 25\ngoto 3");
    unknown.alone("A-LSHR", "P1", &format!("{TWO_U}\nknow 24 <= v1"), "exec case 24\ngoto 3");
    unknown.rejects("A-LSHR", "hint", &far, "exec case 32");
    op("lshr exact i32 %a, %b").rejects("A-LSHR", "flags", &format!("{TWO_U}\nknow v1 <= 31"), "exec");
}

#[test]
fn a_ashr() {
    gives(&op("ashr i32 %a, 2"), "vars 1\na = v0 s", "exec\nassert v0 - 3 <= 4*v1\nassert 4*v1 <= v0", "v1 s");
    op("ashr exact i32 %a, 2").rejects("A-ASHR", "P2", "vars 1\na = v0 s", "exec");
    let unknown = op("ashr i32 %a, %b");
    let state = "vars 2\na = v0 s\nb = v1\nknow v1 <= 31";
    gives(&unknown, state, "exec\nassert v2 <= 2147483647", "v2 s");
    gives(&unknown, &format!("{state}\nknow 0 <= v0"), "exec true\nassert v2 <= v0", "v2 s");
    unknown.rejects("A-ASHR", "P1", "vars 2\na = v0 s\nb = v1", "exec");
    unknown.rejects("A-ASHR", "P2", state, "exec true");
    unknown.rejects("A-ASHR", "hint", state, "exec case 3");
    op("ashr exact i32 %a, %b").rejects("A-ASHR", "flags", state, "exec");
    // No range is known in the mode ideal.
    op("ashr i32 %a, %b").mode(Ideal).rejects("G-ASSERT", "P1", state, "exec\nassert v2 <= 2147483647\ngoto 3");
}

#[test]
fn a_bits_bounds() {
    let ranges = "know 0 <= v0\nknow 0 <= v1";
    let state = format!("{TWO_U}\n{ranges}");
    gives(&op("and i32 %a, %b"), &state, "exec bits bounds\nassert v2 <= v0\nassert v2 <= v1\nassert 0 <= v2", "v2");
    let or = "exec bits bounds\nassert v0 <= v2\nassert v1 <= v2\nassert v2 <= v0 + v1\nassert v2 <= 4294967295";
    gives(&op("or i32 %a, %b"), &state, or, "v2");
    gives(&op("xor i32 %a, %b"), &state, "exec bits bounds\nassert v2 <= v0 + v1\nassert v2 <= 4294967295", "v2");
    op("xor i32 %a, %b").rejects("G-ASSERT", "P1", &state, "exec bits bounds\nassert v0 <= v2\ngoto 3");
    op("and i32 %a, %b").rejects("A-BITS", "hint", TWO_U, "exec");
}

#[test]
fn a_bits_of_numbers() {
    let state = "vars 1\na = 12\nb = 10";
    for (name, result) in [("and", 8), ("or", 14), ("xor", 6)] {
        let block = op(&format!("{name} i32 %a, %b"));
        gives(&block, state, "exec bits bounds", &result.to_string());
        block.rejects("G-ASSERT", "P1", state, "exec bits bounds\nassert 1 <= 0");
        // One of them is not a number: only bounds.
        let unknown = "vars 1\na = v0\nb = 10\nknow v0 <= 12\nknow 12 <= v0";
        let wrong = format!("exec bits bounds\nassert v1 = {result}");
        block.rejects("G-ASSERT", "P1", unknown, &wrong);
    }
    let negative = "vars 1\na = -1 s\nb = 10";
    gives(&op("and i32 %a, %b"), negative, "exec wraps -1 bits bounds", "10");
}

#[test]
fn a_bits_of_truth_values() {
    let bit = |text: &str| Block::new("i1 %a, i1 %b", &format!("%r = {text}"));
    for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let state = format!("{TWO_U}\nknow v0 = {a}\nknow v1 = {b}");
        for (op, result) in [("and", a & b), ("or", a | b), ("xor", a ^ b)] {
            let block = bit(&format!("{op} i1 %a, %b"));
            block.accepts(&state, &format!("exec bits bounds\nassert v2 = {result}\ngoto 3"), "");
        }
    }
}

#[test]
fn a_bits_forms() {
    let one = "vars 1\na = v0\nknow 0 <= v0\nknow v0 <= 4294967295";
    let low = op("and i32 %a, 15");
    gives(&low, one, "exec bits low 4\nassert v0 = 16*v1 + v2\nassert v2 <= 15\nassert 0 <= v1", "v2");
    low.rejects("A-BITS", "P1", one, "exec bits low 3");
    low.rejects("A-BITS", "0 <= k <= w", one, "exec bits low 33");
    let high = op("and i32 %a, -16");
    gives(&high, one, "exec bits high 4\nassert 16*v1 <= v0\nassert v0 <= 16*v1 + 15", "16*v1");
    high.rejects("A-BITS", "P1", one, "exec bits high 5");
    let field = op("and i32 %a, 192");
    let byte = format!("{one}\nknow v0 <= 255");
    gives(&field, &byte, "exec bits high 6\nassert 64*v1 <= v0\nassert v0 <= 64*v1 + 63", "64*v1");
    field.rejects("A-BITS", "P1", &byte, "exec bits high 5");
    field.rejects("A-BITS", "P2", &format!("{one}\nknow v0 <= 256"), "exec bits high 6");
    let clear = op("and i32 %a, %b");
    let pair = format!("{TWO_U}\nknow v1 = v0 - 1");
    gives(&clear, &format!("{pair}\nknow 1 <= v0"), "exec bits clear\nassert v2 < v0\nassert 0 <= v2", "v2");
    clear.rejects("A-BITS", "P2", &pair, "exec bits clear");
    clear.rejects("A-BITS", "P1", &format!("{TWO_U}\nknow 1 <= v0"), "exec bits clear");
    let below = op("or i32 %a, %b");
    let small = format!("{TWO_U}\nknow v0 <= 7\nknow v1 <= 7");
    gives(&below, &small, "exec bits below 3\nassert v2 <= 7\nassert v0 <= v2", "v2");
    below.rejects("A-BITS", "P1", &format!("{TWO_U}\nknow v1 <= 7"), "exec bits below 3");
    below.rejects("A-BITS", "P2", &format!("{TWO_U}\nknow v0 <= 7"), "exec bits below 3");
    op("xor i32 %a, %b").rejects("G-ASSERT", "P1", &small, "exec bits below 3\nassert v0 <= v2\ngoto 3");
    let disjoint = "vars 2\na = 8*v0\nb = v1\nknow v1 <= 7";
    gives(&below, disjoint, "exec bits disjoint 3", "8*v0 + v1");
    below.rejects("A-BITS", "P1", disjoint, "exec bits disjoint 4");
    below.rejects("A-BITS", "P2", "vars 2\na = 8*v0\nb = v1", "exec bits disjoint 3");
    let complement = op("xor i32 %a, -1");
    gives(&complement, one, "exec bits complement", "4294967295 - v0");
    op("xor i32 %a, 1").rejects("A-BITS", "P1", one, "exec bits complement");
    op("and i32 %a, -1").rejects("A-BITS", "hint", one, "exec bits complement");
}

#[test]
fn a_bits_fields() {
    let mask = |mask: &str| op(&format!("and i32 %a, {mask}"));
    let one = mask("1024");
    // v2: the bits from bit 10, v3: those below, v4: those above, v5: bit 10.
    let facts = "assert v0 = 2048*v4+1024*v5+v3\nassert 0 <= v3\nassert v3 <= 1023\nassert 0 <= v4\nassert 0 <= v5\nassert v5 <= 1";
    gives(&one, TWO_U, &format!("exec bits field 10\n{facts}"), "1024*v5");
    let several = "assert 0 <= v5\nassert v5 <= 63\nassert v0 = 4096*v4+64*v5+v3\nassert v3 <= 63";
    gives(&mask("4032"), TWO_U, &format!("exec bits field 6\n{several}"), "64*v5");
    gives(&mask("7"), TWO_U, "exec bits field 0\nassert v3 = 0\nassert v5 <= 7", "v5");
    one.rejects("G-ASSERT", "P1", TWO_U, "exec bits field 10\nassert v5 <= 0");
    one.rejects("G-ASSERT", "P1", TWO_U, "exec bits field 10\nassert v0 <= 2047");
    // Bits up to the highest one have a form of their own; those of 1280 are not next to each other.
    for (value, k) in
        [("1024", 9), ("1024", 11), ("1280", 8), ("1280", 10), ("-1024", 10), ("0", 0), ("-2147483648", 31)]
    {
        mask(value).rejects("A-BITS", "P1", TWO_U, &format!("exec bits field {k}"));
    }
    mask("%b").rejects("A-BITS", "P1", TWO_U, "exec bits field 10");
    one.rejects("A-BITS", "0 <= k <= w", TWO_U, "exec bits field 33");
    op("or i32 %a, 1024").rejects("A-BITS", "hint", TWO_U, "exec bits field 10");
}

#[test]
fn a_bits_classes() {
    let class = |op: &str| {
        let text = format!("%t = call ptr @__ctype_b_loc()\n%r = {op}");
        Block::new("i32 %a, i32 %b", &text).module("declare ptr @__ctype_b_loc()")
    };
    let (digit, hexadecimal) = (class("and i32 %a, 2048"), class("and i32 %a, 4096"));
    let element = "vars 5\na = v3\nblock 0 global:@ctype_b_table v0 768 align 2\nblock 1 global:@ctype_b v4 8 align 8\n\
        cell 0 in 0 at 256+2*v1 width 2 u = v2\nknow v3 = v2\nknow 0 <= v2\nknow v2 <= 65535";
    let exec = "exec\nexec bits class 0";
    gives(
        &digit,
        element,
        &format!("{exec}\nassert 0 <= v8\nassert v8 <= 1\nassert v3 = 4096*v7+2048*v8+v6"),
        "2048*v8",
    );
    for (block, last) in [(&digit, 57), (&hexadecimal, 102)] {
        let belongs = |last: i128| {
            format!(
                "{exec}\nsplit v8 <= 0 {{\n goto 3\n}} else {{\n assert 48 <= v1\n assert v1 <= {last}\n goto 3\n}}"
            )
        };
        block.accepts(element, &belongs(last), "");
        block.rejects("G-ASSERT", "P1", element, &belongs(last - 1));
        // Of a character that does not belong to the class nothing is known.
        block.rejects("G-ASSERT", "P1", element, &format!("{exec}\nassert 1 <= v8"));
        block.rejects("G-ASSERT", "P1", element, &format!("{exec}\nassert 0 <= v1"));
    }
    digit.rejects("A-BITS", "entry", element, "exec\nexec bits class 1");
    digit.alone("A-BITS", "P1", &element.replace("in 0 at 256+2*v1", "in 1 at 0"), exec);
    digit.alone("A-BITS", "P2", &element.replace("width 2", "width 1"), exec);
    digit.alone("A-BITS", "P2", &element.replace("width 2 u", "width 2 s"), exec);
    digit.alone("A-BITS", "P2", &element.replace("256+2*v1", "255+2*v1"), exec);
    digit.alone("A-BITS", "P2", &element.replace("256+2*v1", "256+v1"), exec);
    digit.alone("A-BITS", "P3", &element.replace("know v3 = v2\n", ""), exec);
    class("and i32 %a, 1024").rejects("A-BITS", "P4", element, exec);
    class("and i32 %a, 6144").rejects("A-BITS", "P4", element, exec);
    class("or i32 %a, 2048").rejects("A-BITS", "hint", element, exec);
}

#[test]
fn operands() {
    let add = op("add nsw i32 %a, 5");
    // A register that is not bound, or bound with the other sign.
    add.rejects("A-ADD", "operand", "vars 1", "exec");
    let unsigned = "vars 1\na = v0 u\nknow v0 = 4294967295";
    gives(&add, unsigned, "exec wraps 1", "4 s");
    add.rejects("A-ADD", "A-FIT", unsigned, "exec");
    op("add nsw i32 %a, undef").rejects("A-ADD", "operand", "vars 1\na = v0 s", "exec");
    op("add nsw i32 %a, poison").rejects("A-ADD", "operand", "vars 1\na = v0 s", "exec");
    // Constants are read as they are asked for.
    gives(&op("add nsw i32 %a, -1").mode(Error), "vars 1\na = v0 s\nknow v0 = 7", "exec", "6 s");
    gives(&op("add nuw i32 %a, -1"), "vars 1\na = v0 u\nknow v0 = 0", "exec", "4294967295");
}
