// entry: free_parameter
// options: --bound iterations
// expect: proved bound~"most.:.n.,"
// A function without a contract is proved with one that says nothing, which names the parameter.
int free_parameter(int n) {
    int s = 0;
    while (n > 0) {
        n--;
        s ^= 1;
    }
    return s;
}

int main(void) { return free_parameter(4); }
