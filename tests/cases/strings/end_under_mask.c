// entry: f
// expect: proved
/*@ requires valid_read_string(s); */
int f(const char *s)
{
    while ((*s & 0xc0) == 0x40)
        s++;
    return 0;
}
int main(void)
{
    return f("word and more") + f("");
}
