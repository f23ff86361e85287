// $ haltcert prove out_of_bounds.c --no-refute
// $ haltcert prove out_of_bounds.c
// $ haltcert prove out_of_bounds.c --json | grep -o '"id":"[^"]*"'
int main(void)
{
    int a[4];
    for (int i = 0; i <= 4; i++)
        a[i] = i;
    return 0;
}
