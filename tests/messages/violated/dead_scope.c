// $ haltcert prove dead_scope.c --no-refute
// $ haltcert prove dead_scope.c
// $ haltcert prove dead_scope.c --json | grep -o '"id":"[^"]*"'
int main(void)
{
    int *p;
    {
        int x = 1;
        p = &x;
    }
    return *p;
}
