// expect: proved
// Only some rounds append.
int main(int argc, char **argv)
{
    (void)argv;
    if (argc < 1 || argc > 100)
        return 0;
    int weight[100], chosen[100], n = 0, sum = 0;
    for (int i = 0; i < argc; i++) {
        weight[i] = 1;
        if (i & 1)
            chosen[n++] = i;
    }
    for (int k = 0; k < n; k++)
        sum += weight[chosen[k]];
    return sum;
}
