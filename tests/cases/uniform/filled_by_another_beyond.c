// expect: violated memory safety
// As filled_by_another.c, with one number more than there are elements.
static void fill(int *a, int n, int below)
{
    for (int i = 0; i < n; i++)
        a[i] = i % below;
}

int main(void)
{
    int order[50], data[7] = {0};
    fill(order, 50, 8);
    int sum = 0;
    for (int i = 0; i < 50; i++)
        sum ^= data[order[i]];
    return sum;
}
