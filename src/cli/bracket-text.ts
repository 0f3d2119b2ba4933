import { describeTie, tiesWithoutWin } from '../tournament/describe-tie.ts'
import { layOutPart, type PlacedTie } from '../tournament/bracket-layout.ts'
import type { Bracket, BracketPart, Tie, TieSlot } from '../tournament/bracket.ts'
import { styled } from './styled.ts'
import { printable } from './text.ts'

const GAP = 4
const LONGEST_NAME = 23

/** A knock-out as lines of text, one tree below the other, then what decided the ties that no win decided. */
export function bracketText(bracket: Bracket): string[] {
  const others = tiesWithoutWin(bracket).map((tie) => printable(`  ${tie.title}: ${describeTie(tie)}`))
  return [
    ...bracket.parts.flatMap((part) => ['', ...partText(part)]),
    ...(others.length > 0 ? ['', ...others] : []),
  ]
}

function partText(part: BracketPart): string[] {
  const placed = layOutPart(part)
  const names = placed.flatMap(({ tie }) => tie.slots.map((slot) => nameOf(slot).length))
  const titles = part.rounds.map(({ title }) => title.length)
  const width = Math.max(Math.min(LONGEST_NAME, Math.max(8, ...names)) + 7, ...titles)
  const left = (column: number): number => column * (width + GAP)
  const canvas: string[][] = []
  const put = (row: number, at: number, text: string): void => {
    const line = (canvas[row] ??= [])
    for (const [index, char] of [...text].entries()) line[at + index] = char
  }
  part.rounds.forEach(({ title }, column) => put(0, left(column), title))
  const rowOf = ({ row }: PlacedTie): number => row + 1
  const byId = new Map(placed.map((one) => [one.tie.id, one]))
  for (const one of placed) {
    const row = rowOf(one)
    for (const slot of [0, 1] as const) put(row + slot, left(one.column), slotText(one.tie, slot, width))
    const to = byId.get(one.tie.winnerTo?.tie ?? '')
    if (to !== undefined)
      join(put, left(to.column) - 2, left(one.column) + width, row, rowOf(to) + (one.tie.winnerTo?.slot ?? 0))
  }
  return [
    ...(part.rounds[0]?.title === part.title ? [] : [styled('bold', part.title)]),
    ...Array.from(canvas, (line) =>
      Array.from(line ?? [], (char) => char ?? ' ')
        .join('')
        .trimEnd(),
    ),
  ].map((line) => `  ${line}`)
}

/** Draws the connection from the two lines of a tie to the slot of its winner. */
function join(
  put: (row: number, at: number, text: string) => void,
  corner: number,
  from: number,
  row: number,
  to: number,
): void {
  put(row, from, '┐')
  put(row + 1, from, `┴${'─'.repeat(Math.max(0, corner - from - 1))}`)
  const out = row + 1
  if (out === to) return put(out, corner, '─')
  put(out, corner, out < to ? '┐' : '┘')
  for (let line = Math.min(out, to) + 1; line < Math.max(out, to); line++) put(line, corner, '│')
  put(to, corner, out < to ? '└' : '┌')
}

function slotText({ slots, score, winner, decided }: Tie, slot: 0 | 1, width: number): string {
  const { entrant, seed } = slots[slot]
  const name = nameOf(slots[slot])
  const room = width - 7
  const short = name.length > room ? `${name.slice(0, room - 1)}…` : name
  const points =
    decided === 'matches' ||
    decided === 'forfeit' ||
    decided === 'better-seed' ||
    score.some((one) => one > 0)
  const mark = winner === slot && decided !== 'bye' && decided !== 'skipped' ? '▸' : ' '
  return `${seed === undefined || entrant === null ? '  ' : String(seed).padStart(2)} ${mark}${short.padEnd(room)} ${points ? String(score[slot]).padEnd(2) : '  '}`
}

const nameOf = ({ entrant, expected = '…' }: TieSlot): string =>
  entrant === null ? 'bye' : entrant === undefined ? expected : printable(entrant)
