// $ haltcert prove numbers.c --signed-overflow ideal --no-refute
// $ haltcert prove numbers.c --signed-overflow ideal --no-refute --json | grep -o '"id":"[^"]*"'
int main(void)
{
    int x = 3;
    x = x * x;
    x = x * x;
    x = x * x;
    x = x * x;
    x = x * x;
    x = x * x;
    x = x * x;
    return x != 0;
}
