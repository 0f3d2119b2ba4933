// What a fast tournament program in C++ does for a ply between two chess engines: the yardstick of `stdio.ts`.
//
// The model is fastchess (`Match::playMove`, `UciEngine`, `process_posix.hpp`), which this machine may not have. One thread
// a game; pipes and posix_spawn; before each line that is written, waitpid asks whether the engine lives; poll with a time
// limit on stdout and stderr; each line gets the time of day as text; three pings (`isready`) a ply; moves are listed
// and searched twice; the clock is read around `go`. It suspends nothing, reads no processor time and hashes no record.
//
//   stdio-relay GAMES THREADS    prints plies a second, the sum of all threads; 48 plies a game
//   stdio-relay engine           a trivial engine
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <poll.h>
#include <spawn.h>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

extern char **environ;

namespace {

constexpr int PLIES = 48;
using Clock = std::chrono::steady_clock;

/** Both sides move a knight out and back. */
constexpr std::array<const char *, 4> KNIGHTS = {"g1f3", "g8f6", "f3g1", "f6g8"};

int runEngine() {
  char *line = nullptr;
  size_t room = 0;
  int plies = 0;
  while (getline(&line, &room, stdin) > 0) {
    if (std::strncmp(line, "isready", 7) == 0) std::puts("readyok");
    else if (std::strncmp(line, "position", 8) == 0) {
      plies = 0;
      if (const char *moves = std::strstr(line, " moves"))
        for (const char *at = moves + 6; *at == ' '; at += 5) plies++;
    } else if (std::strncmp(line, "go", 2) == 0)
      std::printf("info depth 1 score cp 0 nodes 1 time 0 pv %s\nbestmove %s\n", KNIGHTS[plies % 4], KNIGHTS[plies % 4]);
    else if (std::strncmp(line, "quit", 4) == 0) break;
    std::fflush(stdout);
  }
  std::free(line);
  return 0;
}

std::string timeOfDay() {
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  std::tm parts{};
  localtime_r(&seconds, &parts);
  char text[32];
  const size_t length = std::strftime(text, sizeof text, "%H:%M:%S", &parts);
  std::snprintf(text + length, sizeof text - length, ".%06ld",
                long(std::chrono::duration_cast<std::chrono::microseconds>(now.time_since_epoch()).count() % 1000000));
  return text;
}

struct Line {
  std::string text, time;
};

class Engine {
 public:
  explicit Engine(const char *self) {
    int in[2], out[2], err[2];
    if (pipe(in) || pipe(out) || pipe(err)) std::abort();
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    posix_spawn_file_actions_adddup2(&actions, err[1], 2);
    for (const int fd : {in[0], in[1], out[0], out[1], err[0], err[1]}) posix_spawn_file_actions_addclose(&actions, fd);
    const char *argv[] = {self, "engine", nullptr};
    if (posix_spawn(&pid_, self, &actions, nullptr, const_cast<char *const *>(argv), environ)) std::abort();
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]), close(out[1]), close(err[1]);
    stdin_ = in[1], stdout_ = out[0], stderr_ = err[0];
  }

  ~Engine() {
    write("quit");
    close(stdin_), close(stdout_), close(stderr_);
    waitpid(pid_, nullptr, 0);
  }

  bool write(const std::string &text) {
    written_ = Line{text, timeOfDay()};
    if (!isAlive()) return false;
    const std::string line = text + "\n";
    return ::write(stdin_, line.data(), line.size()) == ssize_t(line.size());
  }

  /** Reads until a line begins with `word`. */
  bool read(std::string_view word, int timeoutMs) {
    lines_.clear();
    std::string current;
    current.reserve(300);
    std::array<pollfd, 2> fds{{{stdout_, POLLIN, 0}, {stderr_, POLLIN, 0}}};
    std::array<char, 4096> buffer;
    for (;;) {
      if (poll(fds.data(), fds.size(), timeoutMs) <= 0) return false;
      if (!(fds[0].revents & POLLIN)) return false;
      const ssize_t count = ::read(stdout_, buffer.data(), buffer.size());
      if (count <= 0) return false;
      for (ssize_t i = 0; i < count; i++) {
        if (buffer[size_t(i)] != '\n') {
          current += buffer[size_t(i)];
          continue;
        }
        lines_.push_back(Line{current, timeOfDay()});
        if (current.compare(0, word.size(), word) == 0) return true;
        current.clear();
      }
    }
  }

  bool isReady() { return isAlive() && write("isready") && read("readyok", 60000); }
  const std::vector<Line> &lines() const { return lines_; }

 private:
  bool isAlive() const { return waitpid(pid_, nullptr, WNOHANG) == 0; }

  pid_t pid_ = 0;
  int stdin_ = -1, stdout_ = -1, stderr_ = -1;
  Line written_;
  std::vector<Line> lines_;
};

/** The moves of all knights on a board, as a stand-in for the moves of all pieces. */
std::vector<std::string> listMoves(const std::array<char, 64> &board, bool white) {
  constexpr std::array<std::pair<int, int>, 8> JUMPS = {{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};
  std::vector<std::string> moves;
  for (int from = 0; from < 64; from++) {
    if (board[size_t(from)] != (white ? 'N' : 'n')) continue;
    for (const auto &[x, y] : JUMPS) {
      const int file = from % 8 + x, rank = from / 8 + y;
      if (file < 0 || file > 7 || rank < 0 || rank > 7) continue;
      moves.push_back({char('a' + from % 8), char('1' + from / 8), char('a' + file), char('1' + rank)});
    }
  }
  return moves;
}

struct Move {
  std::string text, score;
  long ms;
};

void playGame(Engine &white, Engine &black) {
  std::array<char, 64> board{};
  board[1] = board[6] = 'N';
  board[57] = board[62] = 'n';
  std::array<long, 2> left = {600000, 600000};
  std::vector<Move> moves;
  std::string position = "position startpos";
  for (int ply = 0; ply < PLIES; ply++) {
    Engine &us = ply % 2 == 0 ? white : black;
    long &time = left[size_t(ply % 2)];
    if (listMoves(board, ply % 2 == 0).empty()) std::abort();
    if (!us.isReady() || !us.write(position) || !us.isReady()) std::abort();
    if (!us.write("go wtime " + std::to_string(left[0]) + " btime " + std::to_string(left[1]))) std::abort();
    const auto began = Clock::now();
    if (!us.read("bestmove", int(time))) std::abort();
    const long ms = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began).count();
    const std::string answer = us.lines().back().text.substr(9, 4);
    const std::string info = us.lines().front().text;
    if (!us.isReady()) std::abort();
    const auto legal = listMoves(board, ply % 2 == 0);
    if (std::find(legal.begin(), legal.end(), answer) == legal.end()) std::abort();
    time -= ms;
    const auto square = [](char file, char rank) { return size_t(rank - '1') * 8 + size_t(file - 'a'); };
    std::swap(board[square(answer[0], answer[1])], board[square(answer[2], answer[3])]);
    if (ply == 0) position += " moves";
    position += " " + answer;
    moves.push_back(Move{answer, info.substr(info.find("score"), 10), ms});
  }
}

double rateOf(const char *self, int games) {
  Engine white(self), black(self);
  if (!white.isReady() || !black.isReady()) std::abort();
  const auto began = Clock::now();
  for (int game = 0; game < games; game++) playGame(white, black);
  return PLIES * games / std::chrono::duration<double>(Clock::now() - began).count();
}

}  // namespace

int main(int count, char **words) {
  if (count == 2 && std::strcmp(words[1], "engine") == 0) return runEngine();
  if (count != 3) return 2;
  const int games = std::atoi(words[1]);
  std::vector<double> rates(size_t(std::atoi(words[2])));
  std::vector<std::thread> threads;
  for (double &rate : rates) threads.emplace_back([&rate, words, games] { rate = rateOf(words[0], games); });
  for (std::thread &thread : threads) thread.join();
  double sum = 0;
  for (const double rate : rates) sum += rate;
  std::printf("%f\n", sum);
}
