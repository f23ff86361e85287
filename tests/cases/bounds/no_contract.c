// entry: free_parameter
// options: --bound iterations
// expect: proved bound~"n is not bounded by anything that the contract names"
// Without a contract nothing names the parameter.
int free_parameter(int n) {
    int s = 0;
    while (n > 0) {
        n--;
        s ^= 1;
    }
    return s;
}

int main(void) { return free_parameter(4); }
