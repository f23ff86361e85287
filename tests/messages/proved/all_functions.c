// $ haltcert prove all_functions.c --all-functions -o proofs --no-refute
// $ haltcert prove all_functions.c --all-functions --no-refute --json
// $ haltcert prove all_functions.c --all-functions --no-refute --format github
/*@ requires \valid_read(p); */
int get(const int *p) { return *p; }

/*@ requires n < 100; */
int add(int n) { return n - 1; }

/*@ requires \valid(p) && n > 0; */
void loop(unsigned *p, unsigned n)
{
    while (*p != n)
        *p = *p + 2;
}

int without(int n) { return n; }
