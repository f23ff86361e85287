// expect: proved
// A mask bounds the index that a loop carries.
static int data[16];
static unsigned h;

int main(void)
{
    for (int i = 0; i < 100; i++)
        h = (h + 1) & 15;
    data[h] = 1;
    return 0;
}
