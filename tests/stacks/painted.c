// Calls run(n) for each n from 0 to 20 on a stack that is filled with one byte before, and tells how many bytes of it
// were written to, the return address included.
#include <stdio.h>
#include <string.h>
int run(int n);
static unsigned char region[1 << 16] __attribute__((aligned(64)));
int main(void)
{
    unsigned char *top = region + sizeof region;
    for (int n = 0; n <= 20; n++) {
        memset(region, 0xA5, sizeof region);
        int argument = n;
        __asm__ volatile("mov %%rsp, %%rbx\n\tmov %1, %%rsp\n\tcall run\n\tmov %%rbx, %%rsp"
                         : "+D"(argument) : "r"(top)
                         : "rax", "rbx", "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "memory", "cc");
        unsigned char *low = region;
        while (low < top && *low == 0xA5) low++;
        printf("%d %ld\n", n, (long)(top - low));
    }
    return 0;
}
