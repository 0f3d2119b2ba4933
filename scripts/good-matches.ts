import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rungsOf } from '../src/brains/rungs.ts'
import { CHALLENGES } from '../src/challenges/index.ts'
import type { Challenge } from '../src/challenges/challenge.ts'
import { findGame } from '../src/games/index.ts'
import { readRecord } from '../src/match/read-record.ts'

/**
 * Writes a good match of each challenge, or of the named ones, to src/challenges/good-matches: the two strongest house
 * brains, and of a few seeds the longest match. Run it again when rules change.
 *
 *   npx node scripts/good-matches.ts [CHALLENGE …]
 */
const root = join(import.meta.dirname, '..')
const folder = join(root, 'src/challenges/good-matches')
const SEEDS = [1, 2, 3, 4]
/** A page loads the record before it shows anything. */
const MOST_BYTES = 100_000

/** Nodes a move, and what differs from the challenge: a match on its large board would take thousands of turns. */
const HOW: Readonly<Record<string, readonly string[]>> = {
  quoridor: ['--nodes', '50000'],
  'boost-tron': ['--nodes', '300', '--size', '30x20', '--set', 'starts=7,10,e -8,10,w'],
}

const wanted = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
for (const challenge of CHALLENGES)
  if (wanted.length === 0 || wanted.includes(challenge.id)) writeGoodMatch(challenge)

function writeGoodMatch(challenge: Challenge): void {
  const matches = SEEDS.map((seed) => playOne(challenge, seed)).filter(
    (text) => text.length <= MOST_BYTES && isWon(text, challenge),
  )
  const longest = matches.toSorted((a, b) => b.length - a.length)[0]
  if (longest === undefined) throw new Error(`None of the matches of ${challenge.id} is small enough`)
  const path = join(folder, `${challenge.id}.jsonl`)
  writeFileSync(path, longest)
  console.log(`${path}: ${statSync(path).size} bytes`)
}

/** The record of one match, without times: the same on every machine. */
function playOne(challenge: Challenge, seed: number): string {
  const [below, top] = rungsOf(challenge).slice(-2)
  const first = `house:${top?.brain}`
  // Nothing but perfect play lasts to the end of a game of nine moves.
  const second = challenge.id === 'tic-tac-toe' ? first : `house:${below?.brain}`
  const temp = mkdtempSync(join(tmpdir(), 'gamegrid-good-'))
  try {
    const record = join(temp, 'match.jsonl')
    const how = HOW[challenge.id] ?? ['--nodes', '2000']
    const options = ['--seed', String(seed), '--no-times', '--fast', '--record', record, ...how]
    const command = [join(root, 'bin/gamegrid'), 'play', challenge.id, first, second, ...options]
    execFileSync(process.execPath, command, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
    return readFileSync(record, 'utf8')
  } finally {
    rmSync(temp, { recursive: true })
  }
}

/** Whether it was played to its end by the rules, without a fault. */
function isWon(text: string, { id }: Challenge): boolean {
  const read = readRecord(text, findGame)
  if (!read.ok) throw new Error(`The record of ${id} cannot be read: ${read.problem.message}`)
  return read.value.match.ended.every(({ end }) => end.kind === 'played')
}
