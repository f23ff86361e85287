// $ haltcert prove overflow_alone.c --entry sum --no-refute
// $ haltcert prove overflow_alone.c --entry add --refute-time 60
// $ haltcert prove overflow_alone.c --entry sum --no-refute --json | grep -o '"if_overflow_wraps":{[^}]*}'
// $ haltcert prove overflow_alone.c --entry past --no-refute | sed -n 1,3p
struct account {
    int balance;
};

/*@ requires n >= 0 && \valid_read(a + (0 .. n - 1)); */
int sum(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

/*@ requires \valid(a); */
void add(struct account *a, int amount)
{
    a->balance += amount;
}

/*@ requires n >= 0 && \valid_read(a + (0 .. n - 1)); */
int past(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s + a[n];
}
