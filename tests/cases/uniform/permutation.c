// expect: proved
// Indices below n, written by one loop, are used by another.
int data[64];

int main(int argc, char **argv)
{
    (void)argv;
    int order[64], sum = 0;
    int n = argc < 64 ? argc : 64;
    for (int i = 0; i < n; i++)
        order[i] = n - 1 - i;
    for (int i = 0; i < n; i++)
        sum ^= data[order[i]];
    return sum;
}
