//! Forms of C that clang and gcc read differently, and clang does not warn of, in preprocessed text
//! (`spec/decisions/c-front-end.md`).

use std::collections::BTreeSet;

use super::FrontendError;
use super::tokens::Token::{self, Symbol, Word};
use super::tokens::{Bare, attributes, bare, closing, end, opening, start, types};
use super::written::{Part, parts};

/// Attributes that clang 22 acts on and gcc 12 ignores: all that gcc says it ignores of those that clang knows, without
/// those that are about diagnostics, other targets and other languages.
#[rustfmt::skip]
const OF_CLANG: &[&str] = &[
    "address_space", "align_value", "atomic", "availability", "callback", "clang_builtin_alias", "cpu_dispatch",
    "cpu_specific", "diagnose_as_builtin", "ext_vector_type", "intel_ocl_bicc", "internal_linkage",
    "loader_uninitialized", "matrix_type", "musttail", "overloadable", "pascal", "pass_dynamic_object_size",
    "pass_object_size", "pcs", "preserve_all", "preserve_most", "preserve_none", "randomize_layout", "regcall",
    "selectany", "swift_async", "swift_async_context", "swift_context", "swift_error_result", "swift_indirect_result",
    "swiftasynccall", "swiftcall", "using_if_exists", "vectorcall", "weak_import",
];

/// What the form is, and what to write instead.
type Found = Option<String>;

/// Refuses a preprocessed text with such a form.
///
/// # Errors
/// The form, and what to write instead.
pub(super) fn refuse(text: &str) -> Result<(), FrontendError> {
    let parts = parts(text);
    let bare = bare(&parts);
    let rules = [
        place_of_nonnull,
        wide_bit_field,
        bit_field_of_generic,
        aligned_bit_field,
        atomic_structure,
        inline_of_two_kinds,
        returned_before_cleanup,
        typeof_of_an_effect,
    ];
    let found = attribute_of_clang(&parts).or_else(|| name_of_function(&bare));
    match found.or_else(|| rules.iter().find_map(|rule| rule(&bare))) {
        Some(what) => Err(FrontendError::Unsupported { what, location: None }),
        None => Ok(()),
    }
}

fn attribute_of_clang(parts: &[Part<'_>]) -> Found {
    let names = attributes(parts).into_iter().flat_map(|group| group.names);
    let names: Vec<&str> = names.collect();
    if let Some(name) = names.iter().find(|name| OF_CLANG.contains(name)) {
        return Some(format!("the attribute '{name}': clang acts on it, gcc ignores it"));
    }
    names
        .contains(&"ms_struct")
        .then(|| "the attribute 'ms_struct': compilers lay such structures out differently".into())
}

/// gcc takes the promise of a pointer to a function, of a function's type, or of a parameter that is a function, for every
/// call through it; clang shows none.
fn place_of_nonnull(bare: &Bare<'_>) -> Found {
    let places = bare.iter().enumerate().filter(|(_, token)| **token == Word("@nonnull"));
    for (place, _) in places {
        let start = start(bare, place);
        let declarator = &bare[start..end(bare, place)];
        let inside = is_inside(bare, start);
        let is_type = declarator.first() == Some(&Word("typedef"));
        let list = declarator.iter().position(|token| *token == Symbol('('));
        let is_function = list.is_some_and(|at| {
            declarator[..at].iter().any(|token| matches!(token, Word(_)))
                && declarator.get(at + 1) != Some(&Symbol('*'))
        });
        // For a parameter that is not a pointer to a function, clang keeps the promise as well.
        let of_parameter = inside && list.is_none();
        if is_type || inside && list.is_some() || !is_function && !of_parameter {
            let what = "the attribute 'nonnull' of a pointer to a function, or of a type";
            return Some(format!("{what}: gcc believes it in calls through it, clang does not; leave it out"));
        }
    }
    None
}

/// Whether a place stands in brackets, as parameters do.
fn is_inside(bare: &Bare<'_>, place: usize) -> bool {
    let mut at = place;
    while at > 0 {
        match bare[at - 1] {
            Symbol('(') => return true,
            Symbol(';' | '{' | '}') => return false,
            Symbol(')' | ']') => at = opening(bare, at - 1),
            _ => at -= 1,
        }
    }
    false
}

/// A member with a width: its name, the width if it is a number, where its declaration begins and ends.
struct BitField<'a> {
    name: &'a str,
    width: Option<u32>,
    start: usize,
    end: usize,
}

fn bit_fields<'a>(bare: &Bare<'a>) -> Vec<BitField<'a>> {
    let mut found = Vec::new();
    for (colon, _) in bare.iter().enumerate().filter(|(_, token)| **token == Symbol(':')) {
        let ends = |token: &Token<'_>| matches!(token, Symbol(';' | ','));
        let Some(length) = bare[colon + 1..].iter().position(ends) else { continue };
        let back = bare[..colon].iter().rposition(|token| !matches!(token, Word(_)));
        let start = back.map_or(0, |at| at + 1);
        let words = &bare[start..colon];
        let Some(Word(name)) = words.iter().rev().find(|word| !matches!(word, Word("@aligned"))) else { continue };
        let follows = back.is_some_and(|at| bare[at] == Symbol(','));
        let opens = back.is_none_or(|at| matches!(bare[at], Symbol(';' | '{' | '}')));
        let is_label = matches!(words.first(), Some(Word("case" | "default")));
        if is_label || !(opens && words.len() >= 2 || follows && !words.is_empty()) {
            continue;
        }
        let end = colon + 1 + length;
        let number: Vec<&str> = bare[colon + 1..end]
            .iter()
            .filter(|token| !matches!(token, Word("@aligned")))
            .map(|token| if let Word(word) = token { *word } else { "" })
            .collect();
        let width = match number[..] {
            [digits] => digits.parse().ok(),
            _ => None,
        };
        found.push(BitField { name, width, start, end });
    }
    found
}

/// gcc computes with a bit-field wider than `int` in as many bits, clang in its declared type.
fn wide_bit_field(bare: &Bare<'_>) -> Found {
    // 64 bits are all of a type, unless it is a type of 128.
    let is_wide = |field: &BitField<'_>| {
        field.width.is_some_and(|width| width > 32 && width != 64)
            || field.width == Some(64) && bare[field.start..field.end].iter().any(|token| is_word(token, "__int128"))
    };
    let wide: BTreeSet<&str> = bit_fields(bare).iter().filter(|field| is_wide(field)).map(|field| field.name).collect();
    let used = (1..bare.len()).find_map(|at| match (bare[at - 1], bare[at]) {
        (Symbol('.' | '>'), Word(name)) if wide.contains(name) && !is_moved(bare, at) => Some(name),
        _ => None,
    });
    used.map(|name| {
        format!(
            "arithmetic with the bit-field '{name}', which is wider than int: gcc computes with it in its width, clang in \
             its declared type; cast it to that type: (unsigned long long)x.{name}"
        )
    })
}

fn is_word(token: &Token<'_>, word: &str) -> bool {
    *token == Word(word)
}

/// gcc has a type of its own for each width of a bit-field, clang the declared one.
fn bit_field_of_generic(bare: &Bare<'_>) -> Found {
    let names: BTreeSet<&str> = bit_fields(bare).into_iter().map(|field| field.name).collect();
    for (at, _) in bare.iter().enumerate().filter(|(_, token)| is_word(token, "_Generic")) {
        let comma = end(bare, at + 2);
        let selected = bare.get(at + 2..comma).unwrap_or_default();
        if let [.., Symbol('.' | '>'), Word(name)] = selected
            && names.contains(name)
            && matches!(selected.first(), Some(Word(_)))
        {
            return Some(format!(
                "_Generic of the bit-field '{name}': compilers give it different types; write +x.{name}"
            ));
        }
    }
    None
}

/// What is not evaluated has no effect, but gcc leaves the qualifiers of what would be changed, and clang drops them.
fn typeof_of_an_effect(bare: &Bare<'_>) -> Found {
    let is_typeof = |token: &Token<'_>| matches!(token, Word("typeof" | "__typeof" | "__typeof__"));
    for (at, _) in bare.iter().enumerate().filter(|(_, token)| is_typeof(token)) {
        let inside = bare.get(at + 1..closing(bare, at + 1)).unwrap_or_default();
        let has = |symbol| inside.windows(2).any(|pair| pair == [Symbol(symbol), Symbol(symbol)]);
        if !inside.contains(&Symbol('{')) && (has('+') || has('-')) {
            return Some(
                "typeof of an expression that changes something: compilers give it different qualifiers".into(),
            );
        }
    }
    None
}

/// Whether a member's name at a place is only assigned to, read as a whole, or cast.
fn is_moved(bare: &Bare<'_>, place: usize) -> bool {
    let next = bare.get(place + 1);
    if next == Some(&Symbol('=')) && bare.get(place + 2) != Some(&Symbol('=')) {
        return true;
    }
    let mut first = place;
    while first > 0 {
        match bare[first - 1] {
            Symbol(']') => first = opening(bare, first - 1),
            Symbol('.') => first -= 1,
            Symbol('>') if first >= 2 && bare[first - 2] == Symbol('-') => first -= 2,
            Word(word) if word != "return" => first -= 1,
            _ => break,
        }
    }
    let Some(before) = first.checked_sub(1) else { return false };
    match bare[before] {
        // A cast, unless the brackets are a statement's.
        Symbol(')') => {
            let open = opening(bare, before);
            let word = open.checked_sub(1).map(|at| bare[at]);
            let is_type = matches!(bare.get(open + 1), Some(Word(_)));
            is_type && (word == Some(Word("return")) || !matches!(word, Some(Word(_) | Symbol(')' | ']'))))
        }
        Symbol('=') => next == Some(&Symbol(';')) && matches!(before.checked_sub(1).map(|at| bare[at]), Some(Word(_))),
        Word("return") => next == Some(&Symbol(';')),
        _ => false,
    }
}

/// gcc and clang place such a member differently, with `#pragma pack` or beside other bit-fields.
fn aligned_bit_field(bare: &Bare<'_>) -> Found {
    let aligned = types(bare, |words| words.contains(&Word("@aligned")));
    let is_aligned = |token: &Token<'_>| matches!(token, Word(word) if *word == "@aligned" || aligned.contains(word));
    let field = bit_fields(bare).into_iter().find(|field| bare[field.start..field.end].iter().any(is_aligned))?;
    Some(format!(
        "the bit-field '{}' with an alignment: compilers lay it out differently; align the structure, or another member",
        field.name
    ))
}

/// clang makes an atomic structure as large as the machine's next access, gcc leaves its size.
fn atomic_structure(bare: &Bare<'_>) -> Found {
    let mut structures: Option<BTreeSet<&str>> = None;
    for (at, _) in bare.iter().enumerate().filter(|(_, token)| **token == Word("_Atomic")) {
        let open = bare.get(at + 1) == Some(&Symbol('('));
        let behind = bare.get(at + 1 + usize::from(open));
        let structures = structures.get_or_insert_with(|| {
            types(bare, |words| matches!(words.get(1), Some(Word("struct" | "union"))) && !words.contains(&Symbol('*')))
        });
        let is_structure = |token: &Token<'_>| matches!(token, Word(word) if matches!(*word, "struct" | "union") || structures.contains(word));
        let before = bare[..at].iter().rev().take_while(|token| matches!(token, Word(_)));
        if behind.is_some_and(is_structure) || !open && before.into_iter().any(is_structure) {
            return Some("_Atomic of a structure: compilers give it different sizes".into());
        }
    }
    None
}

/// A function that is `gnu_inline` in one declaration and `static` in another: clang calls its own, gcc the other file's.
fn inline_of_two_kinds(bare: &Bare<'_>) -> Found {
    let (mut inline, mut own) = (BTreeSet::new(), BTreeSet::new());
    let mut at = 0;
    while at < bare.len() {
        let length =
            bare[at..].iter().position(|token| matches!(token, Symbol(';' | '{' | '='))).unwrap_or(bare.len() - at);
        let declaration = &bare[at..at + length];
        let name = declaration.iter().position(|token| *token == Symbol('(')).and_then(|open| {
            match declaration[..open]
                .iter()
                .rev()
                .find(|token| !matches!(token, Word(word) if word.starts_with('@')))?
            {
                Word(name) => Some(*name),
                Symbol(_) => None,
            }
        });
        let has = |word| declaration.contains(&Word(word));
        if has("static") {
            own.extend(name);
        } else if has("@gnu_inline") {
            inline.extend(name);
        }
        at += length;
        at = if bare.get(at) == Some(&Symbol('{')) { closing(bare, at) + 1 } else { at + 1 };
    }
    let name = inline.intersection(&own).next()?;
    Some(format!("'{name}' is gnu_inline in one declaration and static in another: compilers call different functions"))
}

/// A structure that is returned and has a function for its end: gcc returns what it was before that function is called,
/// clang what that function leaves. Of other variables both return the value before.
fn returned_before_cleanup(bare: &Bare<'_>) -> Found {
    let mut cleaned = BTreeSet::new();
    for (place, _) in bare.iter().enumerate().filter(|(_, token)| **token == Word("@cleanup")) {
        let declarator = bare[start(bare, place)..end(bare, place)].iter().take_while(|token| **token != Symbol('='));
        cleaned.extend(declarator.filter_map(|token| if let Word(word) = token { Some(*word) } else { None }));
    }
    let is_bracket = |token: &&Token<'_>| matches!(token, Symbol('(' | ')'));
    let returned = bare.iter().enumerate().filter(|(_, token)| **token == Word("return")).filter_map(|(at, _)| {
        let mut behind = bare[at + 1..].iter().skip_while(is_bracket);
        let name = behind.next()?;
        (behind.find(|token| !is_bracket(token)) == Some(&Symbol(';'))).then_some(name)
    });
    let name = returned.into_iter().find_map(|name| match name {
        Word(name) if cleaned.contains(name) => Some(*name),
        _ => None,
    })?;
    Some(format!(
        "'{name}', which has the attribute 'cleanup', is returned: gcc returns it before that function is called, clang \
         what the function leaves of a structure; return a copy"
    ))
}

/// `__PRETTY_FUNCTION__` has the parameters in clang and is a name in gcc. A failing assertion prints it, and ends.
fn name_of_function(bare: &Bare<'_>) -> Found {
    for (at, _) in bare.iter().enumerate().filter(|(_, token)| **token == Word("__PRETTY_FUNCTION__")) {
        let mut open = at;
        while open > 0 && bare[open - 1] != Symbol('(') {
            open = if matches!(bare[open - 1], Symbol(')' | ']' | '}')) { opening(bare, open - 1) } else { open - 1 };
        }
        let printed = open.checked_sub(2).map(|called| bare[called]);
        if !matches!(printed, Some(Word("__assert_fail" | "__assert" | "__assert_perror_fail"))) {
            return Some("__PRETTY_FUNCTION__: clang and gcc give different texts; write __func__".into());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    fn refused(text: &str) -> Option<String> {
        super::refuse(text).err().map(|error| error.to_string())
    }

    fn differ(kind: &str, wrong: &[&str], right: &[&str]) {
        for text in wrong {
            assert!(refused(text).is_some_and(|said| said.contains(kind)), "{text}: {:?}", refused(text));
        }
        for text in right {
            assert_eq!(refused(text), None, "{text}");
        }
    }

    #[test]
    fn attributes_of_clang() {
        let wrong = [
            "int n __attribute__((unused, __ext_vector_type__(4)));",
            "[[clang::overloadable]] int f(int);",
            "struct __attribute__((ms_struct)) s { int x; };",
        ];
        let right = [
            "int callback(int pcs) { return __builtin_expect(pcs, 1); }",
            "int n __attribute__((unused, vector_size(16), section(\"pcs\")));",
            "int f(int *a, int *b) { return a[b[0]]; }",
        ];
        differ("attribute", &wrong, &right);
    }

    #[test]
    fn nonnull_only_of_functions() {
        let wrong = [
            "struct ops { int (*get)(const int *) __attribute__((nonnull)); };",
            "typedef int F(int *) __attribute__((__nonnull__(1)));",
            "void g(int (*back)(int *) __attribute__((nonnull)));",
            "F *p __attribute__((nonnull));",
            "int run(int *p, int back(int *) __attribute__((nonnull)));",
        ];
        let right = [
            "extern void q(void *b, int (*c)(const void *)) __attribute__ ((__nothrow__)) __attribute__((__nonnull__ (1, 2)));",
            "__attribute__((nonnull)) static int f(int *p) { return *p; }",
            "int f(int *p __attribute__((nonnull)), int n);",
            "int g(int *), f(int *) __attribute__((nonnull));",
        ];
        differ("nonnull", &wrong, &right);
    }

    #[test]
    fn structures_with_a_cleanup() {
        let text = |body: &str| format!("struct s {{ int a; }}; void end(struct s *); struct s f(void) {{ {body} }}");
        let wrong = [
            "struct s x __attribute__((cleanup(end))) = {0}; return x;",
            "__attribute__((__cleanup__(end))) struct s x; x.a = 1; return (x);",
            "[[gnu::cleanup(end)]] struct s x = {0}; if (x.a) return ((x)); return x;",
        ];
        let right = [
            "struct s y, x __attribute__((cleanup(end))) = {0}; y = x; return y;",
            "struct s x __attribute__((cleanup(end))) = {0}, y = x; return y;",
            "struct s x __attribute__((cleanup(end))) = {0}; return (struct s){x.a};",
        ];
        differ(
            "cleanup",
            &wrong.map(text).each_ref().map(String::as_str),
            &right.map(text).each_ref().map(String::as_str),
        );
    }

    #[test]
    fn bit_fields_wider_than_int() {
        let with = |used: &str| {
            format!("struct h {{ unsigned long long off : 40, len : 24; }}; int f(struct h *h) {{ {used} }}")
        };
        for used in [
            "return h->off + 1;",
            "if (h->off == -1) return 1;",
            "f(1) + h->off;",
            "long y = 1 - h->off;",
            "if (1) h->off++;",
            "long x = 1 + h->off;",
            "return h->off == 0;",
        ] {
            assert!(refused(&with(used)).is_some_and(|said| said.contains("'off'")), "{used}");
        }
        for used in [
            "h->off = 3;",
            "return h->len + 1;",
            "long x = h->off;",
            "return (long)h->off + 1;",
            "return (long)h->off == 0;",
            "return h->off;",
        ] {
            assert_eq!(refused(&with(used)), None, "{used}");
        }
        let right = ["struct s { long b : 32; int c : 20; }; int f(struct s s) { return s.b + s.c; }"];
        differ("", &[], &right);
        differ("'w'", &["struct { unsigned __int128 w : 64; } s; int f(void) { return s.w + 1 != 0; }"], &[]);
        differ("", &[], &["struct { long w : 64; } s; int f(void) { return s.w + 1 != 0; }"]);
        let wrong = ["struct { unsigned b : 3; } s; int n = _Generic(s.b, unsigned: 0, default: 1);"];
        let right =
            ["struct { unsigned b : 3, c; } s; int n = _Generic(+s.b, int: s.b, default: 1) + _Generic(s.c, int: 1);"];
        differ("_Generic", &wrong, &right);
        differ("", &[], &["int f(struct s s, int b) { switch (b) { case A: 40; } return b ? s.b : 40; }"]);
    }

    #[test]
    fn layouts() {
        let wrong = [
            "struct s { char c; int b:3 __attribute__((aligned(8))); };",
            "typedef int T __attribute__((aligned(16))); struct s { char c:4; T m:4; int x; };",
            "struct s { _Alignas(8) int b : 3; };",
        ];
        let right = [
            "struct __attribute__((aligned(8))) s { char c:4; int x __attribute__((aligned(8))); };",
            "typedef int T __attribute__((aligned(16))); struct s { T m; int x : 3; };",
        ];
        differ("alignment", &wrong, &right);
        let wrong = [
            "int n = sizeof(_Atomic struct s);",
            "typedef struct { char a[3]; } T; _Atomic(T) x;",
            "struct s _Atomic x;",
        ];
        let right =
            ["typedef struct s { int a; } T; typedef _Atomic(int) A; _Atomic long x; T *_Atomic p; _Atomic A y;"];
        differ("_Atomic", &wrong, &right);
    }

    #[test]
    fn functions() {
        let wrong = ["__attribute__((gnu_inline)) extern inline int f(void) { return 5; } static inline int f(void);"];
        let right = [
            "extern inline __attribute__((__gnu_inline__)) int f(void) { return 5; } static inline int g(void) { return f(); }",
        ];
        differ("gnu_inline", &wrong, &right);
        let wrong = ["int f(void) { return sizeof(__PRETTY_FUNCTION__); }"];
        let right = ["void f(int x) { ((x) ? (void)(0) : __assert_fail (\"x\", \"a.c\", 1, __PRETTY_FUNCTION__)); }"];
        differ("__func__", &wrong, &right);
        let right = ["int v; __typeof__(v + 1) x; __typeof__(({ int i = v; i++; i; })) y;"];
        differ("typeof", &["volatile int v; __typeof__(v++) x;"], &right);
    }
}
