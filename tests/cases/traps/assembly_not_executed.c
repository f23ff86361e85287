// expect: unknown reason~"without being executed"
// concrete: none (the interpreter reads no assembly)
// Never called, but the assembler reads it: a function pointer among the constructors.
static void unused(void)
{
  __asm__ volatile(".pushsection .init_array,\"aw\"\n .quad 1\n .popsection");
}
void (*keep)(void) = unused;

int main(void)
{
  return 0;
}
