// entry: f
// expect: unknown message~"the external function 'clear_block'"
// concrete: none (what `clear_block` does is decided elsewhere)
// `clear_block` may store 16 bytes at once, at an address that is not aligned for that.
typedef unsigned char block __attribute__((aligned(16)));
/*@ requires \valid(out + (0 .. 15)); assigns out[0 .. 15]; ensures out[0] == 0; */
void clear_block(block *out);

struct message {
  unsigned char length;
  unsigned char data[31];
};

/*@ requires \true; */
int f(void)
{
  struct message m = {1, {1}};
  int table[1] = {0};
  clear_block(m.data);
  return table[m.data[0]];
}
