import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { must } from '../src/base/result.ts'
import { seededRng } from '../src/base/rng.ts'
import { findChallenge } from '../src/challenges/index.ts'
import { shortestPath } from '../src/games/quoridor/index.ts'
import type { QuoridorState } from '../src/games/quoridor/index.ts'
import { advance, awaitedSeats, startMatch } from '../src/match/machine.ts'
import { makeSpec, type Match } from '../src/match/match.ts'
import { frame } from '../src/cli/watch.ts'

/** Draws README's picture: one frame of a match as the terminal shows it, turned into SVG. */
const CELL = { width: 8.4, height: 17 }
const BASIC = ['#1b1e28', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#c8ccd4']
const BRIGHT = ['#5c6370', '#ff7a85', '#b5e890', '#ffd787', '#82c4ff', '#e08ff5', '#74e0ee', '#ffffff']

interface Ink {
  readonly fill: string
  readonly back?: string
  readonly bold: boolean
  readonly dim: boolean
}

const PLAIN: Ink = { fill: '#c8ccd4', bold: false, dim: false }

function colour(code: number): string {
  if (code < 8) return BASIC[code] ?? '#fff'
  if (code < 16) return BRIGHT[code - 8] ?? '#fff'
  if (code >= 232)
    return `rgb(${Array(3)
      .fill(8 + (code - 232) * 10)
      .join()})`
  const level = (value: number): number => (value === 0 ? 0 : 55 + 40 * value)
  const index = code - 16
  return `rgb(${[Math.floor(index / 36), Math.floor(index / 6) % 6, index % 6].map(level).join()})`
}

function applyCodes(ink: Ink, codes: readonly number[]): Ink {
  const [code, mode, value = 0, ...rest] = codes
  if (code === undefined) return ink
  if ((code === 38 || code === 48) && mode === 5)
    return applyCodes(code === 38 ? { ...ink, fill: colour(value) } : { ...ink, back: colour(value) }, rest)
  const next = codes.slice(1)
  if (code === 0) return applyCodes(PLAIN, next)
  if (code === 1) return applyCodes({ ...ink, bold: true }, next)
  if (code === 2) return applyCodes({ ...ink, dim: true }, next)
  if (code === 22) return applyCodes({ ...ink, bold: false, dim: false }, next)
  if (code === 39) return applyCodes({ ...ink, fill: PLAIN.fill }, next)
  if (code === 49) return applyCodes({ fill: ink.fill, bold: ink.bold, dim: ink.dim }, next)
  if (code >= 30 && code < 38) return applyCodes({ ...ink, fill: colour(code - 30) }, next)
  if (code >= 90 && code < 98) return applyCodes({ ...ink, fill: colour(code - 82) }, next)
  return applyCodes(ink, next)
}

/** One line of terminal text as SVG, one column for each character. */
function lineToSvg(line: string, row: number): string {
  let ink = PLAIN
  let column = 0
  let svg = ''
  for (const part of line.split(/(\x1b\[[\d;]*m)/)) {
    const codes = /^\x1b\[([\d;]*)m$/.exec(part)
    if (codes) {
      ink = applyCodes(ink, (codes[1] || '0').split(';').map(Number))
      continue
    }
    for (const char of part) {
      const [x, y] = [column * CELL.width + 16, row * CELL.height + 16]
      column++
      if (ink.back)
        svg += `<rect x="${x.toFixed(1)}" y="${y}" width="${CELL.width + 0.3}" height="${CELL.height + 0.3}" fill="${ink.back}"/>`
      if (char === ' ') continue
      const weight = ink.bold ? ' font-weight="bold"' : ''
      const opacity = ink.dim ? ' opacity="0.6"' : ''
      svg += `<text x="${x.toFixed(1)}" y="${y + 13}" fill="${ink.fill}"${weight}${opacity}>${char.replace('&', '&amp;').replace('<', '&lt;')}</text>`
    }
  }
  return svg
}

function toSvg(text: string, columns: number): string {
  const lines = text.split('\n')
  const [width, height] = [columns * CELL.width + 32, lines.length * CELL.height + 32]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14"><rect width="${width}" height="${height}" rx="10" fill="#14161d"/>${lines.map(lineToSvg).join('')}</svg>\n`
}

/** A middle game with many walls: both players mostly walk, and sometimes build a wall. */
function middleGame(plies: number): { readonly match: Match; readonly moves: readonly string[] } {
  const challenge = findChallenge('quoridor')
  if (challenge === undefined) throw new Error('no quoridor')
  const rng = seededRng(12)
  let { match } = startMatch(
    must(makeSpec(challenge.game, challenge.game.presets['standard'] ?? {}, challenge.rules, 1)),
  )
  const moves: string[] = []
  for (let at = 0; moves.length < plies; at += 1700) {
    for (const seat of awaitedSeats(match)) {
      if (match.phase === 'starting') match = advance(match, { kind: 'ready', seat, at }).match
      else {
        const legal = challenge.game.legalMoves(match.round.state, seat)
        const step = shortestPath(match.round.state as QuoridorState, seat)[0] ?? ''
        const walls = legal.filter(
          (move) => move.length === 3 && 'cdefg'.includes(move[0] ?? '') && '34567'.includes(move[1] ?? ''),
        )
        const text = rng.below(5) < 2 && legal.includes(step) ? step : rng.pick(walls)
        moves.push(text)
        match = advance(match, { kind: 'answered', seat, text, at }).match
      }
    }
  }
  return { match, moves }
}

const { match, moves } = middleGame(15)
const names = ['ann', 'bob'] as const
const text = frame(
  { challenge: { title: 'Quoridor Arena' }, names, elapsed: () => 0 },
  match,
  moves,
  15 * 1700 + 900,
  { columns: 72, rows: 28 },
)
writeFileSync(join(resolve(import.meta.dirname, '..'), 'docs/pictures/watch.svg'), toSvg(text, 66))
