// The contest's own C++ client of 2019: it never reads, and floods its stdout for ever.
#include <iostream>
using namespace std;

int main() {
  while (true) {
    cout << "ready" << endl;
    cout << "forward" << endl;
  }
}
