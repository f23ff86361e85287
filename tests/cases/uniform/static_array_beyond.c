// expect: violated memory safety
// The last element is too large for an index.
static int t[20];

int main(void)
{
    for (int i = 0; i < 20; i++)
        t[i] = i + 1;
    return t[t[19]];
}
