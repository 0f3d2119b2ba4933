import { isInside } from '../../base/grid.ts'
import { longestGroup, type LongestGroupState } from '../../games/longest-group/index.ts'
import { occupiedSince, type GameDoctor, type UnreadableAnswer } from '../../protocols/wire-doctor.ts'
import { cellKey, readCell } from './cells.ts'
import { explainStones } from './stone-beliefs.ts'

export const longestGroupDoctor: GameDoctor<LongestGroupState> = {
  game: longestGroup.id,
  plan: ['corner', 'first', 'middle', 'random'],
  opponents: [{ name: 'corner', move: ({ legal }) => cornerMove(legal) }],
  whyIllegal(move, { config }, seat, turns) {
    const cell = readCell(move)
    if (cell === undefined) return `${move} is not a cell`
    const shown = `column ${cell.x}, row ${cell.y}`
    if (!isInside(cell, config))
      return `${shown} is off the board: both count from 0, to ${config.width - 1} and ${config.height - 1}`
    return `${shown} is ${occupiedSince(cellKey(cell), seat, turns) ?? 'not free'}`
  },
  unreadable: explainNumbers,
  explainIllegal: explainStones,
}

/** Prefers cells below the diagonal, near the corner, whose mirror cell is free: a bot that swaps x and y soon plays illegally. */
function cornerMove(legal: readonly string[]): string | undefined {
  const free = new Set(legal)
  let best = legal[0]
  let nearest = Infinity
  for (const move of legal) {
    const cell = readCell(move)
    if (cell === undefined || cell.x >= cell.y || !free.has(`${cell.y},${cell.x}`)) continue
    if (cell.x + cell.y < nearest) [nearest, best] = [cell.x + cell.y, move]
  }
  return best
}

/** Why a line is not two numbers. */
export function explainNumbers(line: string): UnreadableAnswer {
  const text = line.trim()
  const found = FORMS.find(({ pattern }) => pattern.test(text))
  if (found === undefined) return { kind: 'extra-output' }
  const { form, why, fix } = found
  return { kind: 'wrong-form', form, why, fix }
}

/** The first that fits. */
const FORMS = [
  {
    pattern: /^-?\d+\s*[,;:/|x]\s*-?\d+$/,
    form: 'separator',
    why: 'The two numbers are not separated by white space',
    fix: 'Write a space between them: 3 4',
  },
  {
    pattern: /^[([{<]\s*-?\d+\s*[,;\s]\s*-?\d+\s*[)\]}>]$/,
    form: 'brackets',
    why: 'There are brackets around the numbers',
    fix: 'Write the bare numbers: 3 4',
  },
  {
    pattern: /^(?=.*\.)-?\d+(?:\.\d+)?\s+-?\d+(?:\.\d+)?$/,
    form: 'decimals',
    why: 'The numbers are not whole',
    fix: 'Convert them to integers before printing: 3 4, not 3.0 4.0',
  },
  {
    pattern: /^(?:0x)?[\da-f]{1,2}\s+(?:0x)?[\da-f]{1,2}$/i,
    form: 'hexadecimal',
    why: 'The numbers are not in base ten',
    fix: 'Write decimal numbers: 10 4, not a 4 or 0xa 0x4',
  },
  {
    pattern: /^[a-z]\s?\d{1,2}$/i,
    form: 'letters',
    why: 'A letter stands for the column',
    fix: 'Write two numbers, counted from 0: 3 4',
  },
]
