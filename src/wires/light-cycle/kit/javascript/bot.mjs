// A light-cycle bot: it remembers the walls and goes where the way ahead is longest. Use console.error to see
// what it thinks: stdout is for the host.
import { createInterface } from 'node:readline'

const WAYS = ['n', 'e', 's', 'w'] // clockwise
const STEPS = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] }
const QUARTERS = { forward: 0, left: 3, right: 1 } // how far a move turns the cycle, clockwise

let size // unknown until the host's first line
const walls = new Set() // every cell a cycle has been on, as 'x,y'; you die where the other one stands, too

// The host gives another seed every round. The same seed brings the same moves again; without one they vary.
let seed = Number(process.env.GAMEGRID_SEED ?? Math.floor(Math.random() * 2 ** 32))

/** Like Math.random, but from the seed. */
function chance() {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return seed / 2 ** 32
}

const turned = (way, move) => WAYS[(WAYS.indexOf(way) + QUARTERS[move]) % 4]

const isFree = (x, y) => x >= 0 && y >= 0 && x < size && y < size && !walls.has(`${x},${y}`)

/** How many free cells lie in a straight line from (x, y). */
function room(x, y, way) {
  const [dx, dy] = STEPS[way]
  let count = 0
  while (isFree(x + dx * (count + 1), y + dy * (count + 1))) count++
  return count
}

/** YOUR IDEAS GO HERE. You stand on (x, y) and look in direction `way`; answer within 2 seconds. */
function chooseMove(way, x, y) {
  // A fraction below 1 decides between equal ways.
  const worth = (move) => room(x, y, turned(way, move)) + chance()
  const moves = Object.keys(QUARTERS).map((move) => ({ move, worth: worth(move) }))
  return moves.reduce((best, next) => (next.worth > best.worth ? next : best)).move
}

const say = (word) => process.stdout.write(`${word}\n`)

say('ready')
for await (const line of createInterface({ input: process.stdin })) {
  if (size === undefined) {
    size = Number(line)
  } else {
    const [way, x, y, , otherX, otherY] = line.trim().split(',')
    walls.add(`${x},${y}`)
    walls.add(`${otherX},${otherY}`)
    say(chooseMove(way, Number(x), Number(y)))
  }
  say('ready')
}
