// A light-cycle bot: it remembers the walls and goes where the way ahead is longest. Print to os.Stderr to see
// what it thinks; os.Stdout is for the host.
package main

import (
	"bufio"
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"strings"
	"time"
)

const letters = "nesw" // clockwise

var dx = []int{0, 1, 0, -1}
var dy = []int{-1, 0, 1, 0}

var moves = []string{"forward", "right", "left"}
var quarters = []int{0, 1, 3} // how far each of them turns the cycle, clockwise

var size int
var walls [][]bool // walls[y][x]: a cycle has been here; you die where the other one stands, too

func isFree(x, y int) bool {
	return x >= 0 && y >= 0 && x < size && y < size && !walls[y][x]
}

// room counts the free cells in a straight line from (x, y).
func room(x, y, way int) int {
	count := 0
	for isFree(x+dx[way]*(count+1), y+dy[way]*(count+1)) {
		count++
	}
	return count
}

var chance = rand.New(rand.NewSource(hostSeed()))

// hostSeed is another one every round. The same seed brings the same moves again; without one they vary.
func hostSeed() int64 {
	seed, err := strconv.ParseInt(os.Getenv("GAMEGRID_SEED"), 10, 64)
	if err != nil {
		return time.Now().UnixNano()
	}
	return seed
}

// YOUR IDEAS GO HERE. You stand on (x, y) and look in direction way; answer within 2 seconds.
func chooseMove(x, y, way int) string {
	best, bestWorth := "", -1.0
	for move := range moves {
		// A fraction below 1 decides between equal ways.
		worth := float64(room(x, y, (way+quarters[move])%4)) + chance.Float64()
		if worth > bestWorth {
			best, bestWorth = moves[move], worth
		}
	}
	return best
}

func main() {
	host := bufio.NewScanner(os.Stdin)
	fmt.Println("ready") // fmt.Println keeps nothing back: there is nothing to flush
	if !host.Scan() {
		return
	}
	fmt.Sscan(host.Text(), &size)
	walls = make([][]bool, size)
	for y := range walls {
		walls[y] = make([]bool, size)
	}
	for {
		fmt.Println("ready")
		if !host.Scan() {
			return // the host has gone
		}
		var letter, otherLetter string
		var x, y, otherX, otherY int
		state := strings.ReplaceAll(host.Text(), ",", " ")
		fmt.Sscan(state, &letter, &x, &y, &otherLetter, &otherX, &otherY)
		walls[y][x] = true
		walls[otherY][otherX] = true
		fmt.Println(chooseMove(x, y, strings.Index(letters, letter)))
	}
}
