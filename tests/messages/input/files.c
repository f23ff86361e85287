// $ haltcert prove missing.c
// $ haltcert prove missing.c --json
// $ haltcert prove files.c --entry main
// $ haltcert prove files.c --entry f --precondition @missing.txt
// $ haltcert prove files.c files.c --entry f
// $ printf 'text' > files.txt; haltcert prove files.txt
// $ printf 'define i32 @main() {\n  ret i64 0\n}\n' > files.ll; haltcert prove files.ll
// $ haltcert prove files.c --all-functions
int f(int n) { return n; }
