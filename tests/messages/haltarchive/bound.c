// $ printf "[[proof]]\nfunction = 'sum'\nfiles = ['bound.c']\nbound = 'iterations <= n'\n" > haltcert.toml
// $ haltarchive check-project --quiet --update-baseline
// $ haltarchive check-project --quiet --json | grep bounds
// $ sed -i 's/<= n/<= 7/' haltcert.toml; haltarchive check-project --quiet
// $ sed -i 's/<= 7/<= 2*n/' haltcert.toml; haltarchive check-project --quiet
// $ sed -i '/bound =/d' haltcert.toml; haltarchive check-project --quiet
// $ echo "bound = ['stack <= 4']" >> haltcert.toml; haltarchive check-project --quiet
/*@ requires \valid_read(a + (0 .. n - 1)) && n >= 0; */
unsigned sum(const unsigned *a, int n)
{
    unsigned s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
