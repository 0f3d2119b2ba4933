import type { Remark } from '../../../src/game/remark.ts'

/** `+0.42`, `−1`, `0`: a player's own score, from −1 (lost) to 1 (won). */
export function scoreText(score: number): string {
  const size = Number(Math.abs(score).toFixed(2))
  if (size === 0) return '0'
  return `${score > 0 ? '+' : '−'}${size === 1 ? '1' : size.toFixed(2)}`
}

const EVEN = 0.1
const FAR = 0.6
const SURE = 0.995

/** A player's own score as words that follow its name. */
export function chancesText(score: number): string {
  const size = Math.abs(score)
  if (size < EVEN) return 'sees an even game'
  if (size >= SURE) return score > 0 ? 'sees a sure win' : 'sees itself lost'
  return `sees itself ${size >= FAR ? 'far ' : ''}${score > 0 ? 'ahead' : 'behind'}`
}

/** `7 moves deep`, `1.2 M positions`: depth and nodes of the search behind a remark. */
export const effortTexts = ({ depth, nodes }: Remark): readonly string[] => [
  ...(depth === undefined ? [] : [`${depth} ${depth === 1 ? 'move' : 'moves'} deep`]),
  ...(nodes === undefined ? [] : [`${countText(nodes)} ${nodes === 1 ? 'position' : 'positions'}`]),
]

/** All of a remark on one line. */
export function remarkText(remark: Remark): string {
  const { score, line, numbers, marks, text } = remark
  return [
    ...(score === undefined ? [] : [`${chancesText(score)}, ${scoreText(score)}`]),
    ...effortTexts(remark),
    ...(line ? [`expects ${line.join(' ')}`] : []),
    ...Object.entries(numbers ?? {}).map(([name, value]) => `${name} ${numberText(value)}`),
    ...(marks ? [`draws ${marks.length} ${marks.length === 1 ? 'mark' : 'marks'}`] : []),
    ...(text === undefined ? [] : [`“${text}”`]),
  ].join(' · ')
}

/** `12`, `−0.125`, `1.23e+9`: a number of a remark, with four digits at most. */
export function numberText(value: number): string {
  const size = Math.abs(value)
  const digits = Number(size.toPrecision(4))
  const text = size !== 0 && (size >= 1e6 || size < 1e-4) ? digits.toExponential() : String(digits)
  return value < 0 ? `−${text}` : text
}

/** What a remark is in a list where there is no room for it: its score, or a sign. */
export function remarkSign({ score, text, line, depth, nodes }: Remark): string {
  if (score !== undefined) return scoreText(score)
  return text === undefined && line === undefined && depth === undefined && nodes === undefined ? '✎' : '“ ”'
}

const UNITS = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const

/** `850`, `12 k`, `1.2 M`. */
function countText(count: number): string {
  const [size, unit] = UNITS.find(([least]) => count >= least) ?? [1, '']
  const shown = count / size
  return size === 1 ? String(count) : `${shown < 9.95 ? shown.toFixed(1) : Math.round(shown)} ${unit}`
}
