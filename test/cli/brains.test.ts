import { expect, test } from 'vitest'
import { rungsOf } from '../../src/brains/rungs.ts'
import { quoridor } from '../../src/challenges/quoridor.ts'
import { gamegrid } from './run.ts'

test('brains of a challenge: each with its rating and how it plays, the weakest first, cheats under a heading of their own', async () => {
  const { code, out, err } = await gamegrid(['brains', 'quoridor'])
  expect([code, err]).toEqual([0, ''])
  const [honest = '', cheats = ''] = out.split('\nCheats: ')
  const lines = honest.split('\n').filter((line) => line.includes('house:'))
  expect(lines.map((line) => line.trim().split(/\s{2,}/))).toEqual(
    rungsOf(quoridor).map(({ brain, rating, plusMinus, plays }) => [
      `house:${brain}`,
      `${rating} ± ${plusMinus}`,
      plays,
    ]),
  )
  expect(lines.at(-1)).toContain('house:advanced')
  expect(honest).not.toContain('cheat-')
  expect(cheats).toMatch(/^ {2}house:cheat-teleport +moves its pawn four cells ahead/m)
})

test('brains of a game: one list for each challenge that plays it, and its cheats once', async () => {
  const { code, out } = await gamegrid(['brains', 'tron'])
  expect(code).toBe(0)
  const headings = out.split('\n').filter((line) => /^[a-z-]+$/.test(line))
  expect(headings).toEqual(['boost-tron', 'light-cycle', 'torus-tron', 'tron'])
})

test('all brains as one JSON object', async () => {
  const { code, out } = await gamegrid(['brains', '--json'])
  expect(code).toBe(0)
  const { challenges, cheats } = JSON.parse(out) as {
    challenges: { challenge: string; brains: { brain: string; rating: number }[] }[]
    cheats: { game: string; brains: { brain: string }[] }[]
  }
  expect(challenges.map(({ challenge }) => challenge)).toContain('tic-tac-toe')
  expect(cheats.map(({ game }) => game)).toEqual(['tron', 'longest-group', 'quoridor', 'tic-tac-toe'])
  for (const { brains } of challenges) {
    const ratings = brains.map(({ rating }) => rating)
    expect(ratings).toEqual(ratings.toSorted((a, b) => a - b))
    expect(brains.filter(({ brain }) => brain.startsWith('house:cheat-'))).toEqual([])
  }
})

test('a name that is spelled wrong is one sentence', async () => {
  const { code, out, err } = await gamegrid(['brains', 'quoridr'])
  expect([code, out]).toEqual([2, ''])
  expect(err).toBe('gamegrid: Cannot find game or challenge "quoridr": did you mean quoridor?\n')
})
