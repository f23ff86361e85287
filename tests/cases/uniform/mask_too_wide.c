// expect: violated memory safety
// The mask lets 16 through.
static int data[16];
static unsigned h;

int main(void)
{
    for (int i = 0; i < 48; i++)
        h = (h + 1) & 31;
    data[h] = 1;
    return 0;
}
