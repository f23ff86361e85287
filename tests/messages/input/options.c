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
// $ haltcert contract options.c --format github
// $ haltcert functions options.c --malloc-may-fail
// $ haltcert prove options.c --jobs 2
// $ haltcert prove options.c --memory-limit 0
// $ haltcert prove options.c --emit-test t.c | grep test
int main(void) { return 0; }
