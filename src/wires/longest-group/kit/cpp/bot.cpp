// A longest-group bot: it plays on any empty cell. Print to std::cerr to see what it thinks;
// std::cout is for moves only.
#include <cstdlib>
#include <iostream>
#include <random>
#include <vector>

const int SIZE = 11;
const int EMPTY = -1;

struct Cell {
    int x, y; // column and row, from 0 at the top left
};

int board[SIZE][SIZE]; // board[y][x]: EMPTY, or the player whose stone is there (0 or 1)

// The host gives another seed every round. The same seed brings the same moves again; without one they vary.
unsigned hostSeed() {
    const char *seed = std::getenv("GAMEGRID_SEED");
    return seed ? std::stoul(seed) : std::random_device{}();
}
std::mt19937 chance{hostSeed()};

// YOUR IDEAS GO HERE. You are player `me`; return an empty cell within 3 seconds.
Cell chooseMove(int me) {
    std::vector<Cell> empty;
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++)
            if (board[y][x] == EMPTY) empty.push_back({x, y});
    std::uniform_int_distribution<size_t> any(0, empty.size() - 1);
    return empty[any(chance)];
}

int main() {
    for (auto &row : board)
        for (int &cell : row) cell = EMPTY;

    int me;
    if (!(std::cin >> me)) return 0;
    for (int turn = 0; turn < SIZE * SIZE; turn++) {
        int player = turn % 2; // player 0 begins
        Cell move;
        if (player == me) {
            move = chooseMove(me);
            std::cout << move.x << ' ' << move.y << std::endl; // std::endl also flushes
        } else if (!(std::cin >> move.x >> move.y)) {
            return 0; // the host has gone
        }
        board[move.y][move.x] = player;
    }
}
