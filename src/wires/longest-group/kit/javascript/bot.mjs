// A longest-group bot: it plays on any empty cell. Use console.error to see what it thinks:
// stdout is for moves only.
import { createInterface } from 'node:readline'

const SIZE = 11
const EMPTY = -1

// board[y][x]: EMPTY, or the player whose stone is there (0 or 1). Counted from 0 at the top left.
const board = Array.from({ length: SIZE }, () => Array(SIZE).fill(EMPTY))

// The host gives another seed every round. The same seed brings the same moves again; without one they vary.
let seed = Number(process.env.GAMEGRID_SEED ?? Math.floor(Math.random() * 2 ** 32))

/** Like Math.random, but from the seed. */
function chance() {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return seed / 2 ** 32
}

/** YOUR IDEAS GO HERE. You are player `me`; return the x and y of an empty cell within 3 seconds. */
function chooseMove(me) {
  const empty = []
  for (let y = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++) if (board[y][x] === EMPTY) empty.push([x, y])
  return empty[Math.floor(chance() * empty.length)]
}

let me // unknown until the host's first line
let stones = 0

function play() {
  const [x, y] = chooseMove(me)
  process.stdout.write(`${x} ${y}\n`)
  place(x, y, me)
}

function place(x, y, player) {
  board[y][x] = player
  stones++
}

for await (const line of createInterface({ input: process.stdin })) {
  if (me === undefined) {
    me = Number(line)
    if (me === 0) play() // player 0 begins
  } else {
    const [x, y] = line.trim().split(' ').map(Number)
    place(x, y, 1 - me)
    if (stones < SIZE * SIZE) play()
  }
}
