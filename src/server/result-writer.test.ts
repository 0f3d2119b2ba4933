import { expect, test, vi } from 'vitest'
import type { TournamentResult } from '../api/tournament-result.ts'
import { SHORT_TABLE } from '../tournament/crosstable.ts'
import { openResultWriter } from './result-writer.ts'

const resultOf = (entrants: number): TournamentResult => {
  const all = Array.from({ length: entrants }, (_, at) => at)
  return {
    title: 'Cup',
    crosstable: all.map((row) =>
      all.map((column) => (row === column ? null : { matches: [`${row}-${column}`] })),
    ),
    ratings: all.map((at) => ({ name: `bot ${at}`, superiority: all.map(() => 0.5) })),
  } as unknown as TournamentResult
}

const read = (text: string) => JSON.parse(text) as TournamentResult

test('short tables have the first entrants, and all else is whole', () => {
  const write = openResultWriter()
  const result = resultOf(SHORT_TABLE + 6)
  const whole = read(write(result))
  const short = read(write(result, 'short'))
  expect(whole).toEqual(result)
  expect(short.title).toBe('Cup')
  expect(short.crosstable).toEqual(
    whole.crosstable.slice(0, SHORT_TABLE).map((row) => row.slice(0, SHORT_TABLE)),
  )
  expect(short.ratings.map(({ name }) => name)).toEqual(whole.ratings.map(({ name }) => name))
  expect(short.ratings.map(({ superiority }) => superiority.length)).toEqual([
    ...Array.from({ length: SHORT_TABLE }, () => SHORT_TABLE),
    ...Array.from({ length: 6 }, () => 0),
  ])
})

test('each is written once', () => {
  const write = openResultWriter()
  const results = [resultOf(3), resultOf(3)] as const
  const stringify = vi.spyOn(JSON, 'stringify')
  try {
    for (let time = 0; time < 3; time++)
      for (const result of results) {
        expect(write(result, 'short')).toBe(write(result))
      }
    expect(stringify).toHaveBeenCalledTimes(4)
  } finally {
    stringify.mockRestore()
  }
})
