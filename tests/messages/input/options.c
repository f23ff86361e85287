// $ haltcert prove options.c --json --format sarif
// $ haltcert prove options.c --data-model lp32
// $ haltcert prove options.c --property safety
// $ haltcert prove options.c --timeout 0
// $ haltcert prove options.c --emit-test t.c --all-functions
// $ haltcert prove options.c --attempt fast
// $ haltcert prove
// $ haltcert disprove options.c
// $ haltcert prove options.c -o options.c
// $ haltcert prove options.c --property no-overflow --signed-overflow wrap
int main(void) { return 0; }
