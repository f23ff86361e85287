//! The checker as a WebAssembly module, for a page that checks the certificate that it shows.
//!
//! A page asks for room ([`haltcheck_input`]), writes the certificate and behind it the module's text (nothing: the one
//! inside) there, calls [`haltcheck_check`] with the certificate's length, and reads as many bytes as that returns at
//! [`haltcheck_answer`]. The answer is the JSON of `haltcheck --json` for what the certificate claims itself. A trap is
//! no answer. Refutations are not executed here: a run may need more memory than 32 bits address.

use checker::answer::report::{Origin, json};
use checker::{Expectation, Verdict};
use serde_json::Value;
use std::cell::RefCell;

/// The largest input, in bytes.
const MOST: usize = 1 << 28;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Room for so many bytes; null if these are too many. It stays valid until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn haltcheck_input(bytes: usize) -> *mut u8 {
    if bytes > MOST {
        return std::ptr::null_mut();
    }
    INPUT.with_borrow_mut(|input| {
        *input = vec![0; bytes];
        input.as_mut_ptr()
    })
}

/// Checks what was written, of which so many bytes are the certificate. The length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn haltcheck_check(certificate: usize) -> usize {
    let answer = INPUT.with_borrow(|input| match input.split_at_checked(certificate) {
        Some((certificate, module)) => checked(certificate, module),
        None => bad("the certificate is longer than what was written"),
    });
    ANSWER.with_borrow_mut(|kept| {
        *kept = answer.to_string();
        kept.len()
    })
}

/// Where the answer lies, until the next check.
#[unsafe(no_mangle)]
pub extern "C" fn haltcheck_answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

fn bad(message: &str) -> Value {
    json(&Verdict::BadInput(message.into()), None, Origin::File, 0.0)
}

/// The answer about the certificate's own claim.
fn checked(bytes: &[u8], module: &[u8]) -> Value {
    let certificate = match certificates::decode(bytes) {
        Ok(certificate) => certificate,
        Err(error) => return bad(&error.to_string()),
    };
    let (text, origin) = match std::str::from_utf8(module) {
        Ok("") => (certificate.module.as_str(), Origin::Embedded),
        Ok(text) => (text, Origin::File),
        Err(_) => return bad("the module is not UTF-8 text"),
    };
    let expected = Expectation::of(&certificate.claim);
    let verdict = checker::check_decoded(text, &certificate, bytes.len(), &expected);
    json(&verdict, Some(&certificate.claim), origin, 0.0)
}

#[cfg(test)]
mod tests {
    use super::checked;
    use serde_json::Value;
    use std::fs::read;
    use std::path::Path;

    #[test]
    fn verdicts_are_those_of_the_vectors() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/vectors/rules");
        let index: Value = serde_json::from_slice(&read(folder.join("index.json")).expect("read")).expect("JSON");
        let vectors = index
            .as_array()
            .expect("a list")
            .iter()
            .filter(|vector| vector["solver"] == 0 && vector["allow_vacuous"] != true);
        let mut seen = 0;
        for vector in vectors.take(20) {
            let file = |kind: &str| read(folder.join(format!("{}.{kind}", vector["name"].as_str().expect("a name"))));
            let (certificate, module) = (file("cert").expect("read"), file("ll").expect("read"));
            let answer = checked(&certificate, &module);
            assert_eq!(answer["verdict"], "VALID", "{vector}");
            assert_eq!(checked(&certificate, b"")["verdict"], "VALID", "{vector}");
            assert_eq!(checked(&certificate, b"; another\n")["verdict"], "ERROR", "{vector}");
            assert_eq!(checked(&certificate[1..], &module)["verdict"], "ERROR", "{vector}");
            seen += 1;
        }
        assert_eq!(seen, 20);
        assert_eq!(checked(b"", b"\xff")["verdict"], "ERROR");
    }
}
