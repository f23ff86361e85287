// expect: violated memory safety
// As chosen.c, but one of those that are chosen has no weight.
int main(void)
{
    int weight[10], chosen[10], n = 0, sum = 0;
    for (int i = 0; i < 10; i++)
        weight[i] = 1;
    for (int i = 0; i < 11; i++)
        if (i % 5 == 0)
            chosen[n++] = i;
    for (int k = 0; k < n; k++)
        sum += weight[chosen[k]];
    return sum;
}
