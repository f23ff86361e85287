// $ haltcert functions init.c
// $ haltarchive init init.c
// $ cat haltcert.toml
// $ haltarchive check-project --update-baseline
// $ haltarchive check-project --quiet --only sum --format github
// $ printf 'expected = "unknown"\nreason = "the sum needs a bound"\n' >> haltcert.toml; haltarchive check-project --quiet
// $ sed -i 's/n - 1)/n)/' init.c; haltarchive check-project --quiet --format junit
// $ haltarchive init init.c
/*@ requires \valid(p + (0 .. n - 1)) && n <= 100; */
void clear(int *p, int n)
{
    for (int i = 0; i < n; i++)
        p[i] = 0;
}

/*@ requires \valid_read(p + (0 .. n - 1)); */
int sum(const int *p, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}

static int own(int x)
{
    return x;
}

int other(int x)
{
    return own(x);
}
