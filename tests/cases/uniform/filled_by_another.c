// expect: proved
// The function that fills an array is called.
static void fill(int *a, int n, int below)
{
    for (int i = 0; i < n; i++)
        a[i] = i % below;
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc < 1 || argc > 50)
        return 0;
    int order[50], data[7] = {0};
    fill(order, argc, 7);
    int sum = 0;
    for (int i = 0; i < argc; i++)
        sum ^= data[order[i]];
    return sum;
}
