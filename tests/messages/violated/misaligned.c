// $ haltcert prove misaligned.c --no-refute
// $ haltcert prove misaligned.c
// $ haltcert prove misaligned.c --json | grep -o '"id":"[^"]*"'
int main(void)
{
    _Alignas(8) char bytes[8] = {0};
    int *p = (int *)(bytes + 1);
    return *p;
}
