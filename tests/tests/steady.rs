//! A program that is proved stays proved when it is written another way, and each other way means the same.

use std::fs;
use std::process::Command;
use tests::command::{Folder, haltcert};
use tests::steady::{Kind, of_file, of_module};

/// Every kind of change finds a place here. It counts what it does into the end of its process.
const PROGRAM: &str = "\
/*@ requires \\valid_read(t + (0 .. n - 1)) && n >= 0 && n <= 40; */
static int sum(const unsigned char *t, int n)
{
    int i, s;
    int big;
    unsigned char last;
    s = 0;
    big = 0;
    last = 7;
    for (i = 0; i < n; i++) {
        if (t[i] > 9)
            big = 1;
        else
            s = s ^ t[i];
        last = t[i];
    }
    while (s > 50) s -= 5;
    return s + big + last;
}

int twice(int n) { return n > 100 ? 200 : 2 * (n & 127); }

int main(void)
{
    unsigned char t[4] = { 3, 30, 9, 2 };
    int s = sum(t, 4);
    return twice(s) & 127;
}
";

/// The end of the process of a program, built by clang; a module's text is one as well.
fn end(folder: &Folder, file: &str) -> Option<i32> {
    let program = folder.file("program");
    let built = Command::new("clang-22").args(["-w", "-O1", "-o", &program, file]).status().expect("clang runs");
    assert!(built.success(), "{file}");
    Command::new(program).status().expect("runs").code()
}

#[test]
fn every_change_keeps_the_meaning_and_the_proof() {
    let folder = Folder::new();
    let original = folder.write("original.c", PROGRAM);
    let module = folder.file("original.ll");
    let proved = haltcert(&["prove", &original, "-o", &folder.file("cert"), "--emit-module", &module]);
    assert_eq!(proved.code, 0, "{}", proved.said());
    let expected = end(&folder, &original);
    assert!(expected.is_some_and(|code| code > 0));
    let module = fs::read_to_string(module).expect("a module");
    let of_sources = Kind::OF_SOURCES.map(|kind| (kind, "c", of_file(original.as_ref(), &[], kind).expect("readable")));
    let of_modules = Kind::OF_MODULES.map(|kind| (kind, "ll", of_module(&module, kind)));
    for (kind, extension, texts) in of_sources.into_iter().chain(of_modules) {
        assert!(!texts.is_empty(), "nothing is changed by {}", kind.name());
        for text in &texts {
            assert_ne!(text, PROGRAM, "{}", kind.name());
            let file = folder.write(&format!("variant.{extension}"), text);
            assert_eq!(end(&folder, &file), expected, "{}:\n{text}", kind.name());
        }
        // One proof a kind: the tool of this name tries them all.
        let file = folder.write(&format!("variant.{extension}"), &texts[texts.len() / 2]);
        let answer = haltcert(&["prove", &file, "-o", &folder.file("cert"), "--no-refute"]);
        assert_eq!(answer.code, 0, "{}:\n{}\n{}", kind.name(), answer.said(), texts[texts.len() / 2]);
    }
}
