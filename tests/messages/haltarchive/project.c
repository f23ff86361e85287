// $ haltarchive check-project
// $ printf "[[proof]]\nfunction = 'clear'\nfiles = ['project.c']\n[[proof]]\nfunction = 'last'\nfiles = ['project.c']\n" > haltcert.toml
// $ haltarchive check-project haltcert.toml --quiet
// $ haltarchive check-project haltcert.toml --quiet --update-baseline
// $ sed -i 's/n - 1/n/' project.c; haltarchive check-project haltcert.toml --quiet
// $ sed -i 's/i < n; i/i <= n; i/' project.c; haltarchive check-project haltcert.toml --quiet
// $ haltarchive check-project haltcert.toml --quiet --json
// $ echo 'files = 3' >> haltcert.toml; haltarchive check-project haltcert.toml
/*@ requires \valid(p + (0 .. n - 1)) && n <= 100; */
void clear(int *p, int n)
{
    for (int i = 0; i < n; i++)
        p[i] = 0;
}

/*@ requires \valid_read(p + (0 .. n - 1)) && n > 0; */
int last(const int *p, int n)
{
    return p[n - 1];
}
