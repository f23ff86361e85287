// $ haltcert prove state.c --entry f --no-refute --state
struct buffer { int length, size; char *text; };

/*@ requires \valid(b) && \valid(b->text + (0 .. b->size - 1)) && b->length < 64 && b->size > 4; */
void f(struct buffer *b)
{
    b->text[b->length++] = 0;
}
