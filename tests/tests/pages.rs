//! Pages for a browser: they need nothing but themselves, every link leads somewhere, and what a program says stays text.

use regex::Regex;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use tests::command::{Folder, haltcert, haltcheck};

/// Elements that a page may have: none that runs or loads anything.
const ELEMENTS: [&str; 44] = [
    "html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "p", "div", "section", "table", "tr", "th",
    "td", "a", "span", "code", "pre", "b", "ul", "ol", "li", "details", "summary", "svg", "defs", "marker", "path",
    "rect", "text", "g", "!DOCTYPE", "/html", "/head", "/body", "/style", "/title", "/p", "/a", "/div", "input",
    "label",
];

/// The page, after what every page must be.
fn page(path: &str) -> String {
    let page = fs::read_to_string(path).expect("a page");
    let tags = Regex::new(r"<([!/]?[A-Za-z0-9]+)").expect("a pattern");
    for tag in tags.captures_iter(&page).map(|found| found[1].to_owned()) {
        let known = ELEMENTS.contains(&tag.as_str()) || ELEMENTS.contains(&tag.trim_start_matches('/'));
        assert!(known, "an element <{tag}>");
    }
    let attributes = Regex::new(r#"<[A-Za-z][^>]*?\s(on[a-z]+|src|action|formaction|xlink:href)="#).expect("a pattern");
    assert!(!attributes.is_match(&page), "an attribute that loads or runs something");
    let ids = Regex::new(r#"<[A-Za-z0-9]+[^>]*? id="?([A-Za-z0-9]+)"#).expect("a pattern");
    let ids: Vec<String> = ids.captures_iter(&page).map(|found| found[1].to_owned()).collect();
    let unique: BTreeSet<&String> = ids.iter().collect();
    assert_eq!(unique.len(), ids.len(), "a name is given twice");
    let links = Regex::new(r#"href="?([^" >]+)"#).expect("a pattern");
    for link in links.captures_iter(&page).map(|found| found[1].to_owned()) {
        let name = link.strip_prefix('#').expect("a link within the page");
        assert!(unique.contains(&name.to_owned()), "{link} leads nowhere");
    }
    page
}

fn prove(folder: &Folder, name: &str, program: &str, options: &[&str], code: i32) -> String {
    let (file, html) = (folder.write(name, program), folder.file("page.html"));
    let answer = haltcert(&[&["prove", &file, "--html", &html], options].concat());
    assert_eq!(answer.code, code, "{}", answer.said());
    page(&html)
}

const STRLEN: &str = include_str!("../../examples/strlen.c");
const COPY: &str = include_str!("../../examples/copy.c");

#[test]
fn a_proof_is_shown_with_its_source() {
    let folder = Folder::new();
    let page = prove(&folder, "strlen.c", STRLEN, &[], 0);
    assert!(page.contains("<code>size(*s) - offset(s)</code>"));
    // The source's line, and the note below it.
    assert!(page.contains("    while (*s)") && page.contains("ends: size(*s) - offset(s) decreases"));
    assert_eq!(page.matches("<details class=node>").count(), page.matches("<rect ").count(), "a box for each node");
    // Which version, when, about what, and how many.
    let files = format!("<p>Files: <a href=\"#s0\">{}</a>", folder.file("strlen.c"));
    for shown in ["haltcert 0.", &files, "proved: 1</label>", "all functions: 1</label>"] {
        assert!(page.contains(shown), "no {shown} in: {page}");
    }
    // The same proof, the same page.
    assert_eq!(prove(&folder, "strlen.c", STRLEN, &[], 0), page);
}

#[test]
fn what_is_unknown_or_violated_is_shown_with_its_place() {
    let folder = Folder::new();
    let past = "/*@ requires \\valid(p) && n >= 1; */\nint past(int *p, int n)\n{\n    return p[n];\n}\n";
    let page_of = prove(&folder, "past.c", past, &["--all-functions", "--no-refute"], 2);
    assert!(page_of.contains("could not prove") && page_of.contains("/past.c:4:12</a>"), "{page_of}");
    assert!(page_of.contains("    4 |     return p[n];\n      |            ^</pre>"), "{page_of}");
    assert!(page_of.contains("<b>variables</b>") && page_of.contains("<b>facts</b>"), "{page_of}");
    assert!(page_of.contains("A path that leads there: <a class=code href=\"#"), "{page_of}");
    assert!(!page_of.contains("What to try"), "nothing was looked for");
    let bare = "int first(const int *a)\n{\n    return a[0];\n}\n";
    let page_of = prove(&folder, "first.c", bare, &["--entry", "first", "--suggest", "--no-refute"], 2);
    assert!(page_of.contains("What to try") && page_of.contains("/*@ requires \\valid_read("), "{page_of}");
    let wrong = "int a[4];\nint main(void)\n{\n    for (int i = 0; i <= 4; i++)\n        a[i] = i;\n    return 0;\n}\n";
    let page_of = prove(&folder, "wrong.c", wrong, &[], 1);
    assert!(page_of.contains("memory safety is violated") && page_of.contains("<ol>"), "{page_of}");
    assert!(page_of.contains("(i = 0..4)"), "{page_of}");
    // Each step with its line, and the place in it.
    assert!(page_of.contains("    5 |         a[i] = i;\n      |              ^</pre>"), "{page_of}");
    // Where the page cannot be written the answer is told all the same.
    let nowhere = haltcert(&["prove", &folder.file("wrong.c"), "--html", &folder.file("no/such/page.html")]);
    nowhere.is_bad(&["cannot write the page"]);
    assert!(nowhere.out.contains("memory safety: VIOLATED"), "{}", nowhere.said());
    // Before there is a program at all.
    let page_of = prove(&folder, "none.c", "int main(void) { return </p> }", &[], 3);
    assert!(page_of.contains("bad input") && page_of.contains("&lt;/p&gt;"), "{page_of}");
}

#[test]
fn how_steps_are_decided_is_shown() {
    let folder = Folder::new();
    let program = "extern int __VERIFIER_nondet_int(void);\nint main(void)\n{\n    int n = __VERIFIER_nondet_int(), i, s = 0;\n    \
                   unsigned k = 7;\n    if (n > 100)\n        n = 100;\n    for (i = 0; i < n; i++) {\n        \
                   if (s < i)\n            s += 2;\n        k = k * 3;\n    }\n    return s;\n}\n";
    let page_of = prove(&folder, "wraps.c", program, &[], 0);
    for said in ["Decided: ", "whose coefficients are given: ", "the checker deduces itself: "] {
        assert!(page_of.contains(said), "{said}: {page_of}");
    }
    assert!(page_of.contains("line 11: <code>%mul = mul i32 %k.0, 3</code>: it may wrap"), "{page_of}");
    assert!(!page_of.contains("line 10: "), "{page_of}");
}

#[test]
fn what_a_program_says_stays_text() {
    let folder = Folder::new();
    let evil = "</script></style></pre></table><img src=x onerror=alert(1)><!-- ]]> &amp; \u{202e}";
    let program = format!(
        "// {evil}\nconst char *text = \"{evil}\";\nint main(void)\n{{\n    int i = 0;\n    while (i < 3) i++; // {evil}\n    return text[0] == 0;\n}}\n"
    );
    let name = "a'\"><img src=x onerror=alert(1)>.c";
    let page_of = prove(&folder, &name.replace('/', ""), &program, &[], 0);
    assert!(page_of.contains("&lt;/script&gt;&lt;/style&gt;") && page_of.contains("\u{27e8}U+202E\u{27e9}"));
    assert!(!page_of.contains('\u{202e}') && !page_of.contains("<img"));
    let identifiers = "/*@ requires n >= 0 && \"<img src=x>\"; */\nint f(int n) { return n; }\n";
    let page_of = prove(&folder, "clause.c", identifiers, &["--all-functions"], 3);
    assert!(page_of.contains("&lt;img") || !page_of.contains("img"), "{page_of}");
}

#[test]
fn a_page_about_certificates() {
    let folder = Folder::new();
    let source = folder.write("copy.c", COPY);
    let (proofs, html) = (folder.file("proofs"), folder.file("report.html"));
    assert_eq!(haltcert(&["prove", &source, "--all-functions", "-o", &proofs]).code, 0);
    let wrong = folder.write("wrong.c", "int main(void) { int a[2]; a[0] = 1; return a[0] / (a[0] - 1); }");
    let refutation = folder.file("wrong.cert");
    assert_eq!(haltcert(&["prove", &wrong, "-o", &refutation]).code, 1);
    let report = |more: &[&str]| {
        let answer = haltcert(&[&["report", &proofs, &refutation, "-o", &html], more].concat());
        assert_eq!(answer.code, 0, "{}", answer.said());
        page(&html)
    };
    let without = report(&[]);
    assert!(without.contains("<code>n - i</code>") && without.contains("The module (its sources are not at hand)"));
    assert!(without.contains("did not check") && without.contains("memory safety is violated"));
    assert!(!without.contains("while (i + 1 &lt; n"));
    let place = folder.file("");
    let with = report(&["--source", &place]);
    assert!(with.contains("while (i + 1 &lt; n") && with.contains("ends: n - i decreases"), "{with}");
    // Debug information leads to no file outside the folders that the user names.
    let module = folder.file("copy.ll");
    assert_eq!(haltcert(&["prove", &source, "--entry", "copy", "--emit-module", &module]).code, 0);
    let text = fs::read_to_string(&module).expect("a module").replace("\"copy.c\"", "\"/etc/passwd\"");
    let contract = "(char *d, const char *s, unsigned long n) requires valid_read_string(s) && \\valid(d + (0 .. n - 1)) && n >= 1 && \\separated(d + (0 .. n - 1), s + (0 .. strlen(s)))";
    let inner = folder.file("inner");
    fs::create_dir(&inner).expect("a folder");
    folder.write("secret", "never shown");
    for lies in [text.clone(), text.replace("/etc/passwd", "../secret")] {
        let module = folder.write("inner/lies.ll", lies);
        let cert = folder.file("lies.cert");
        let options = ["--entry", "copy", "--precondition", contract, "-o", &cert, "--html", &html];
        let made = haltcert(&[&["prove", &module], &options[..]].concat());
        assert_eq!(made.code, 0, "{}", made.said());
        assert!(!page(&html).contains("root:") && !page(&html).contains("never shown"));
        assert_eq!(haltcert(&["report", &cert, "-o", &html, "--source", &inner]).code, 0);
        assert!(!page(&html).contains("root:") && !page(&html).contains("never shown"));
    }
}

#[test]
fn the_run_of_a_violation_is_shown_with_its_memory() {
    let folder = Folder::new();
    let list = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nstruct node { int v; struct node *next; };\n\
                int main(void)\n{\n    struct node *head = NULL;\n    char name[4] = \"ab\";\n    \
                for (int i = 1; i <= 2; i++) {\n        struct node *p = malloc(sizeof *p);\n        if (p == NULL)\n            \
                return 1;\n        p->v = i;\n        p->next = head;\n        head = p;\n    }\n    \
                int k = __VERIFIER_nondet_int();\n    if (k == 77)\n        free(head);\n    \
                return head->v + name[0];\n}\n";
    let source = folder.write("list.c", list);
    let (cert, html) = (folder.file("list.cert"), folder.file("page.html"));
    let place = folder.file("");
    let reported = |cert: &str| {
        let answer = haltcert(&["report", cert, "-o", &html, "--source", &place]);
        assert_eq!(answer.code, 0, "{}", answer.said());
        page(&html)
    };
    let told = |page: &str| page.split("is violated").nth(1).expect("a violation").to_owned();
    for options in [&[][..], &["--malloc-may-fail"]] {
        let proved = haltcert(&[&["prove", &source, "-o", &cert, "--html", &html], options].concat());
        assert_eq!(proved.code, 1, "{}", proved.said());
        let page_of = told(&page(&html));
        for shown in [
            "[0, 1] = 97 &#39;a&#39;",
            "local variable name declared at",
            "[0, 4] = 1",
            "head = \u{2192} block ",
            "k = 77",
        ] {
            assert!(page_of.contains(shown), "{shown}: {page_of}");
        }
        // The block that is freed is there at first, and then no more.
        assert!(page_of.contains("[8, 8] = \u{2192} block 1") && page_of.contains("where nothing lives"), "{page_of}");
        assert_eq!(told(&reported(&cert)), page_of);
    }
    let endless = folder.write("endless.c", "int main(void)\n{\n    for (int i = 0; ; i = 1 - i) {}\n}\n");
    assert_eq!(haltcert(&["prove", &endless, "-o", &cert, "--html", &html]).code, 1);
    let run = |page: &str| page.split("<ol>").nth(1).and_then(|rest| rest.split("</ol>").next()).map(str::to_owned);
    let page_of = run(&page(&html)).expect("a run");
    assert!(page_of.contains("<b>variables</b><pre>i = "), "{page_of}");
    assert_eq!(run(&reported(&format!("{cert}.refutation"))), Some(page_of));
    // A run that does not go as the refutation says is told by its inputs alone.
    assert_eq!(haltcert(&["prove", &source, "-o", &cert]).code, 1);
    let bytes = fs::read(&cert).expect("a refutation");
    let mut lies = certificates::decode_refutation(&bytes).expect("a refutation");
    lies.choices.pop();
    fs::write(&cert, certificates::encode_refutation(&lies)).expect("a file");
    let page_of = told(&reported(&cert));
    assert!(page_of.contains("the run meets an error") && !page_of.contains("[8, 8]"), "{page_of}");
}

#[test]
fn what_is_no_proof_makes_no_page() {
    let folder = Folder::new();
    let html = folder.file("report.html");
    let empty = folder.file("empty");
    fs::create_dir(&empty).expect("a folder");
    let text = folder.write("text.cert", "no certificate");
    let nothing = folder.write("nothing.cert", "");
    for proof in [&folder.file("missing.cert"), &empty, &text, &nothing] {
        let answer = haltcert(&["report", proof, "-o", &html]);
        assert_eq!(answer.code, 3, "{}", answer.said());
        assert!(!answer.said().contains("panicked") && !answer.said().is_empty(), "{}", answer.said());
        assert!(!std::path::Path::new(&html).exists());
    }
    let source = folder.write("strlen.c", STRLEN);
    let cert = folder.file("strlen.cert");
    assert_eq!(haltcert(&["prove", &source, "-o", &cert]).code, 0);
    haltcert(&["report", &cert, "-o", &folder.file("no/such/folder.html")]).is_bad(&["no such file"]);
    haltcert(&["report", "-o", &html]).is_bad(&["required"]);
    let bytes = fs::read(&cert).expect("a certificate");
    for cut in [1, bytes.len() / 2, bytes.len() - 1] {
        let cut = folder.write("cut.cert", &bytes[..cut]);
        assert_eq!(haltcert(&["report", &cut, "-o", &html]).code, 3);
    }
}

/// What a browser says of a page in a window of this width; none, and a line that says so, without a browser.
fn browsed(folder: &Folder, page: &str, width: u32, dark: bool) -> Option<serde_json::Value> {
    if !Path::new("/usr/bin/chromium").exists() {
        eprintln!("SKIPPED: no browser (Debian's package chromium)");
        return None;
    }
    let frame = include_str!("../readers/browser.html").replace("PAGE", page).replace("WIDTH", &width.to_string());
    let frame = folder.write("frame.html", frame);
    let mut chromium = Command::new("/usr/bin/chromium");
    chromium.args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-web-security", "--window-size=1400,1000"]);
    // Only so may the frame be looked into.
    chromium.args(["--allow-file-access-from-files", "--virtual-time-budget=5000"]);
    chromium.arg(format!("--user-data-dir={}", folder.file("profile")));
    chromium.arg(format!("--blink-settings=preferredColorScheme={}", if dark { 0 } else { 1 }));
    let output = chromium.arg("--dump-dom").arg(format!("file://{frame}")).output().expect("chromium runs");
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    let (_, rest) = dom.split_once("<pre id=\"answer\">").expect("an answer");
    let (answer, _) = rest.split_once("</pre>").expect("an answer");
    Some(serde_json::from_str(answer).unwrap_or_else(|_| panic!("{answer}")))
}

#[test]
fn a_browser_shows_it() {
    let folder = Folder::new();
    let long = format!("// {}\n{STRLEN}", "long ".repeat(200));
    let word = format!("int main(void)\n{{\n    int {} = 0;\n    return 0;\n}}\n", "w".repeat(500));
    let past = "/*@ requires \\valid(p) && n >= 1; */\nint past(int *p, int n)\n{\n    return p[n];\n}\n";
    for (name, program, options, code) in [
        ("strlen.c", long.as_str(), &[][..], 0),
        ("copy.c", COPY, &["--all-functions"], 0),
        ("past.c", past, &["--all-functions"], 1),
        ("word.c", &word, &[], 0),
    ] {
        let _ = prove(&folder, name, program, options, code);
        for (width, dark) in [(1280, false), (400, true)] {
            let Some(seen) = browsed(&folder, "page.html", width, dark) else { return };
            assert_eq!((&seen["closed"], &seen["open"]), (&0.into(), &0.into()), "{name} {width}: {seen}");
            assert_eq!((&seen["dead"], &seen["scripts"]), (&0.into(), &0.into()), "{name}: {seen}");
            assert!(seen["shown"] != 0 && seen["links"] != 0, "{name}: {seen}");
            assert!(seen["opened"] != false, "{name}: a node's text stays folded");
            let back = if dark { "rgb(22, 24, 27)" } else { "rgb(255, 255, 255)" };
            assert_eq!(seen["back"], back, "{name}");
        }
    }
}

#[test]
fn a_hostile_certificate_makes_a_page_or_none() {
    let folder = Folder::new();
    let (source, cert) = (folder.write("strlen.c", STRLEN), folder.file("strlen.cert"));
    assert_eq!(haltcert(&["prove", &source, "-o", &cert]).code, 0);
    let json: serde_json::Value = serde_json::from_str(&haltcheck(&["show", &cert, "--json"]).out).expect("JSON");
    let json = json.to_string();
    let least = i128::MIN.to_string();
    let mut made = 0;
    for (old, new) in [
        ("\"1\"", format!("\"{least}\"")),
        ("\"-1\"", format!("\"{}\"", i128::MAX)),
        ("\"register\":\"str\"", "\"register\":\"nobody\"".to_owned()),
        ("\"function\":\"length\"", "\"function\":\"</code><img src=x>\"".to_owned()),
        ("\"block\":\"while.cond\"", "\"block\":\"<b>\"".to_owned()),
        ("\"entry\":3", "\"entry\":4000000000".to_owned()),
        ("\"node\":4", "\"node\":4294967295".to_owned()),
        ("\"tree\":60", "\"tree\":7".to_owned()),
        ("\"index\":0", "\"index\":4294967295".to_owned()),
        ("\"entry\":\"main\"", "\"entry\":\"<script>\"".to_owned()),
    ] {
        assert!(json.contains(old), "nothing to change: {old}");
        let text = folder.write("hostile.json", json.replace(old, &new));
        let hostile = folder.file("hostile.cert");
        if haltcheck(&["pack", &text, "-o", &hostile]).code != 0 {
            continue;
        }
        let html = folder.file("hostile.html");
        let answer = haltcert(&["report", &hostile, "-o", &html]);
        assert!(!answer.said().contains("panicked") && !answer.said().contains("internal"), "{old}: {}", answer.said());
        assert_eq!(answer.code, 0, "{old}: {}", answer.said());
        assert!(!page(&html).contains("<img"));
        made += 1;
        let explained = haltcheck(&["explain", &hostile, "node:4"]);
        assert!(
            [0, 1, 2, 3].contains(&explained.code) && !explained.said().contains("panicked"),
            "{}",
            explained.said()
        );
    }
    assert!(made >= 8, "only {made} certificates");
}
