// $ haltcert prove unknown_function.c
// $ haltcert prove unknown_function.c --json | grep -o '"id":"[^"]*"'
int mystery(int);

int main(void)
{
    return mystery(1);
}
