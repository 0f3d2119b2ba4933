import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scoreOf, type LongestGroupState } from '../../games/longest-group/index.ts'
import { compareScores } from '../../games/longest-group/rules.ts'
import { has, readField, sizeOf, type Field, type Stones } from './field.ts'
import { fillRandomly } from './fill-randomly.fixture.ts'
import { makeKernel } from './kernel.ts'
import { MODULE, STAMP } from './kernel/module.ts'
import { stampOf } from '../kernel-stamp.fixture.ts'
import { leadOf } from './lengths.ts'

const SIZES = [
  [11, 11],
  [7, 7],
  [19, 6],
  [6, 19],
  [16, 8],
  [5, 3],
  [1, 12],
  [12, 1],
] as const
const LARGE = [
  [19, 7],
  [13, 17],
  [19, 19],
] as const

const kernel = makeKernel(() => 0)

test('the module is built from the sources beside it: npm run kernels builds it again', () => {
  expect(stampOf(join(import.meta.dirname, 'kernel'), Buffer.from(MODULE, 'base64'))).toBe(STAMP)
})

test.each([...SIZES, ...LARGE])(
  'exact leads on full boards are those of the rules: %i × %i',
  (width, height) => {
    for (let seed = 0; seed < 100; seed++) {
      const state = fillRandomly(seed, 0, 'standard', { width, height })
      const field = readField(state)
      expect(leadOf(field.stones, field)).toBe(leadOfScores(state))
    }
  },
)

test.each(SIZES)('leads of playouts are those of two searches a group: %i × %i', (width, height) => {
  let wrong = 0
  let boards = 0
  for (let seed = 0; seed < 100; seed++) {
    const field = readField(fillRandomly(seed, seed % (width * height), 'standard', { width, height }))
    playOnce(field, seed)
    const { filled, leads } = kernel
    for (const board of [0, 1] as const) {
      const exact = leadOfScores(stateOf(filled[board], field))
      expect(leads[board]).toBe(2 * (leadOfTwoSearches(filled[board], field) ?? exact))
      if (leads[board] !== 2 * exact) wrong++
      boards++
    }
  }
  expect(wrong / boards).toBeLessThan(0.08)
})

test.each([...SIZES, ...LARGE])(
  'a playout gives half of the empty cells to each side, and the same cells the other way round: %i × %i',
  (width, height) => {
    for (let seed = 0; seed < 60; seed++) {
      const field = readField(fillRandomly(seed, seed % (width * height), 'standard', { width, height }))
      const { stones, empty, turn, count } = field
      playOnce(field, seed)
      const { filled } = kernel
      for (const [first, second] of filled) {
        for (let cell = 0; cell < count; cell++) expect(has(first, cell) + has(second, cell)).toBe(1)
        expect(sizeOf(first) + sizeOf(second)).toBe(count)
        const mine = turn === 0 ? first : second
        expect(sizeOf(mine) - sizeOf(stones[turn])).toBe(Math.ceil(empty.length / 2))
      }
      const swapped = [...empty].filter((cell) => has(filled[0][0], cell) !== has(filled[1][0], cell))
      expect(swapped).toHaveLength(empty.length - (empty.length % 2))
    }
  },
)

test('every empty cell goes to each side in about half of the playouts', () => {
  const field = readField(fillRandomly(1, 80))
  playOnce(field, 1)
  const owners = kernel.filled[0][1]
  const counts = new Map<number, number>()
  const playouts = 2000
  for (let i = 0; i < playouts; i++) {
    kernel.playOut(field.turn, field.empty.length)
    for (const cell of field.empty) counts.set(cell, (counts.get(cell) ?? 0) + has(owners, cell))
  }
  for (const count of counts.values()) expect(Math.abs(count / playouts - 0.5)).toBeLessThan(0.06)
})

function playOnce(field: Field, seed: number): void {
  const { begin, stones, empty, playOut } = kernel
  begin(field.width, field.count, seed | 1)
  stones[0].set(field.stones[0])
  stones[1].set(field.stones[1])
  empty.set(field.empty)
  playOut(field.turn, field.empty.length)
}

const stateOf = ([, second]: Stones, { width, count }: Field): LongestGroupState => ({
  config: { width, height: count / width },
  board: Array.from({ length: count }, (_, cell) => (has(second, cell) === 1 ? 'O' : 'X')).join(''),
  ply: count,
})

function leadOfScores(state: LongestGroupState): number {
  const { lead, reason } = compareScores(scoreOf(state, 0), scoreOf(state, 1))
  return reason === 'longest' ? lead : Math.sign(lead) / 2
}

/** The lead by lengths that are measured cell by cell; undefined if groups that are two shorter have to decide. */
function leadOfTwoSearches(stones: Stones, field: Field): number | undefined {
  const [first, second] = [lengthsOf(stones[0], field), lengthsOf(stones[1], field)]
  const longest = Math.max(...first)
  const lead = longest - Math.max(...second)
  if (lead !== 0) return lead
  const more = (length: number): number =>
    first.filter((each) => each === length).length - second.filter((each) => each === length).length
  const decisive = more(longest) || more(longest - 1) - (longest > 1 ? 1 : 0)
  return decisive === 0 ? undefined : Math.sign(decisive) / 2
}

/** For each group the distance to the farthest cell from a cell that is farthest from its first. */
function lengthsOf(set: Int32Array, field: Field): readonly number[] {
  const seen = new Set<number>()
  const lengths: number[] = []
  for (let cell = 0; cell < field.count; cell++) {
    if (has(set, cell) === 0 || seen.has(cell)) continue
    const fronts = frontsFrom(cell, set, field)
    for (const each of fronts.flat()) seen.add(each)
    lengths.push(frontsFrom(Math.min(...(fronts.at(-1) ?? [])), set, field).length)
  }
  return lengths
}

function frontsFrom(start: number, set: Int32Array, { width, count }: Field): readonly (readonly number[])[] {
  const seen = new Set([start])
  const fronts = [[start]]
  for (;;) {
    const next = (fronts.at(-1) ?? []).flatMap((cell) => {
      const column = cell % width
      return [
        ...(column > 0 ? [cell - 1] : []),
        ...(column < width - 1 ? [cell + 1] : []),
        cell - width,
        cell + width,
      ].filter((each) => {
        if (each < 0 || each >= count || has(set, each) === 0 || seen.has(each)) return false
        seen.add(each)
        return true
      })
    })
    if (next.length === 0) return fronts
    fronts.push(next)
  }
}
