// entry: back
// expect: proved
// The first loop leaves c at the first pointer or behind it, and the second one must know it.
struct word { const char *text, *begin; };
/*@ requires \valid(w) && valid_read_string(w->text) && w->text <= w->begin && w->begin <= w->text + strlen(w->text);
  @ requires \separated(w, w->text + (0 .. strlen(w->text))); */
int back(struct word *w)
{
    const char *c = w->begin;
    if (c <= w->text)
        return 0;
    do {
        --c;
        if (c < w->text)
            return 0;
    } while (*c == ' ');
    while (c > w->text && *c != ' ')
        --c;
    w->begin = *c == ' ' ? c + 1 : c;
    return 1;
}
int main(void)
{
    char text[6] = "ab  c";
    struct word w = { text, text };
    for (int i = 0; i < 6; i++) {
        w.begin = text + i;
        back(&w);
    }
    return 0;
}
