// expect: violated no overflow
int main(void)
{
    int s = 0, w = 1;
    for (int i = 0; i < 32; i++) {
        s += w;
        w *= 2;
    }
    return s;
}
