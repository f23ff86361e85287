// expect: proved
// No linear fact bounds w; sixteen rounds do.
int main(void)
{
    int s = 0, w = 1;
    for (int i = 0; i < 16; i++) {
        s += w;
        w *= 2;
    }
    return s;
}
