import { expect, test } from 'vitest'
import type { LadderBody, LadderBotBody, LadderRowBody } from '../api/ladder.ts'
import { ladderTable, versionTable } from './ladder-text.ts'
import { tableText } from './table-text.ts'

const row = (changes: Partial<LadderRowBody>): LadderRowBody => ({
  rank: 1,
  house: null,
  team: { id: 3, name: 'Ann' },
  bot: { id: 7, name: 'crusher', version: 4 },
  rating: 1284,
  plusMinus: 31,
  games: 212,
  different: 208,
  enrolled: true,
  gained: { version: 3, points: 41, plusMinus: 18 },
  ...changes,
})

const body: LadderBody = {
  challenge: 'light-cycle',
  title: 'Light Cycle',
  season: { number: 2, name: 'Winter', began: '2026-11-01T00:00:00.000Z', ended: null },
  seasons: [],
  freeze: '2026-11-16T15:00:00.000Z',
  rows: [
    row({}),
    row({ rank: 2, house: 'voronoi', team: null, bot: null, rating: 1000, enrolled: false, gained: null }),
    row({
      rank: 3,
      team: { id: 4, name: 'Bob' },
      rating: 800,
      plusMinus: null,
      games: 0,
      different: 0,
      gained: { version: 1, points: -9, plusMinus: 60 },
    }),
  ],
  games: 424,
  different: 416,
}

test('a ladder shows its season, its freeze, which bots are enrolled, and what each newest version gained', () => {
  expect(tableText(ladderTable(body))).toEqual([
    'The ladder of Light Cycle, Winter',
    '     bot               rating   ±  games  different  enrolled  gained',
    '  1  Ann · crusher v4    1284  31    212        208  yes       +41 ± 18 against version 3',
    '  2  house:voronoi       1000  31    212        208',
    '  3  Bob · crusher v4     800          0          0  yes       −9 ± 60 against version 1',
    '  424 rated games, 416 different',
    '  Season 2 from 2026-11-01 00:00 UTC',
    '  Freeze at 2026-11-16 15:00 UTC: versions that are uploaded later do not count',
  ])
})

test('a first season without a freeze has no more to say than its games', () => {
  const season = { number: 1, name: 'Season 1', began: null, ended: null }
  expect(ladderTable({ ...body, season, freeze: null, games: 1, different: 1 }).notes).toEqual([
    '1 rated game, 1 different',
  ])
})

const version = {
  version: 4,
  uploaded: '2026-11-16T15:30:00.000Z',
  counts: false,
  rating: 1284,
  plusMinus: 31,
  games: 20,
  different: 20,
  gained: { version: 3, points: 41, plusMinus: 18 },
}

const bot: LadderBotBody = {
  challenge: 'light-cycle',
  bot: { id: 7, name: 'crusher' },
  team: { id: 3, name: 'Ann' },
  enrolled: true,
  versions: [
    version,
    { ...version, version: 3, uploaded: '2026-11-16T14:00:00.000Z', counts: true, gained: null },
  ],
}

test('a bot shows all its versions, and which of them came after the freeze', () => {
  expect(tableText(versionTable(bot))).toEqual([
    'Ann · crusher in the ladder of light-cycle: enrolled',
    '  version  uploaded              rating   ±  games  different  gained',
    '        4  2026-11-16 15:30 UTC    1284  31     20         20  +41 ± 18 against version 3',
    '        3  2026-11-16 14:00 UTC    1284  31     20         20',
    '  Version 4 came after the freeze: it does not count',
  ])
})

test('a bot without a version that passed says so', () => {
  const { title, notes } = versionTable({ ...bot, enrolled: false, versions: [] })
  expect([title, notes]).toEqual([
    'Ann · crusher in the ladder of light-cycle: not enrolled',
    ['No version has passed yet'],
  ])
})
