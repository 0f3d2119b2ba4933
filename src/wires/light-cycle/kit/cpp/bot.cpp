// A light-cycle bot: it remembers the walls and goes where the way ahead is longest. Print to std::cerr to see
// what it thinks; std::cout is for the host.
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

const std::string LETTERS = "nesw"; // clockwise
const int DX[] = {0, 1, 0, -1};
const int DY[] = {-1, 0, 1, 0};

const std::string MOVES[] = {"forward", "right", "left"};
const int QUARTERS[] = {0, 1, 3}; // how far each of them turns the cycle, clockwise

int size;
std::vector<std::vector<bool>> walls; // walls[y][x]: a cycle has been here; you die where the other one stands, too

bool isFree(int x, int y) {
    return x >= 0 && y >= 0 && x < size && y < size && !walls[y][x];
}

// How many free cells lie in a straight line from (x, y).
int room(int x, int y, int way) {
    int count = 0;
    while (isFree(x + DX[way] * (count + 1), y + DY[way] * (count + 1))) count++;
    return count;
}

// The host gives another seed every round. The same seed brings the same moves again; without one they vary.
unsigned hostSeed() {
    const char *seed = std::getenv("GAMEGRID_SEED");
    return seed ? std::stoul(seed) : std::random_device{}();
}
std::mt19937 chance{hostSeed()};

// YOUR IDEAS GO HERE. You stand on (x, y) and look in direction `way`; answer within 2 seconds.
std::string chooseMove(int x, int y, int way) {
    std::uniform_real_distribution<double> fraction(0, 1); // decides between equal ways
    std::string best;
    double bestWorth = -1;
    for (int move = 0; move < 3; move++) {
        double worth = room(x, y, (way + QUARTERS[move]) % 4) + fraction(chance);
        if (worth > bestWorth) best = MOVES[move], bestWorth = worth;
    }
    return best;
}

int main() {
    std::cout << "ready" << std::endl; // std::endl also flushes
    if (!(std::cin >> size)) return 0;
    walls.assign(size, std::vector<bool>(size, false));
    for (;;) {
        std::cout << "ready" << std::endl;
        char letter, otherLetter, comma;
        int x, y, otherX, otherY;
        std::cin >> letter >> comma >> x >> comma >> y;
        std::cin >> comma >> otherLetter >> comma >> otherX >> comma >> otherY;
        if (!std::cin) return 0; // the host has gone
        walls[y][x] = walls[otherY][otherX] = true;
        std::cout << chooseMove(x, y, LETTERS.find(letter)) << std::endl;
    }
}
