import { expect, test } from 'vitest'
import { formerRungsOf, rungsOf } from '../brains/rungs.ts'
import { longestGroup } from '../challenges/longest-group.ts'
import { quoridor } from '../challenges/quoridor.ts'
import { DEVIATIONS_95 } from '../rating/normal.ts'
import { newStores, person, tell } from '../store/new-store.fixture.ts'
import type { SeasonRow } from '../store/store.ts'
import { UNKNOWN_ERROR } from '../tournament/next-pair.ts'
import { addBot, addReadyBot, addVersion, pass } from './ladder.fixture.ts'
import { ratingBefore, ratingOf, rowsOf, type LadderRow } from './ladder-rows.ts'
import { meanOf, type FittedSeason } from './ladder-season.ts'

const newStore = newStores()
const ANN = { id: 1001 }

const RUNNING: SeasonRow = { number: 1, name: 'Season 1', began: undefined, firstMatch: 0, ended: undefined }
const ENDED: SeasonRow = { ...RUNNING, ended: 100 }
const RUNGS = rungsOf(longestGroup)

/** A fit in which these players have these ratings, each after five games, four of them different. */
function fittedOf(ratings: Readonly<Record<string, number>>): FittedSeason {
  const players = Object.entries(ratings)
  return {
    matches: 5,
    games: 5,
    different: 4,
    ratings: new Map(players.map(([player, rating]) => [player, { player, rating, error: 40 }])),
    played: new Map(players.map(([player]) => [player, { begun: 6, pending: 1, games: 5, different: 4 }])),
    gains: new Map([['bot:1@3', { version: 1, points: 20, plusMinus: 10 }]]),
  }
}

const botRows = (rows: readonly LadderRow[]): readonly LadderRow[] => rows.filter(({ who }) => 'bot' in who)

test('the house stands in the ladder at its measured strength, with what it has played', () => {
  using store = newStore()
  const rows = rowsOf({ challenge: longestGroup }, RUNNING, fittedOf({ 'house:random': 1 }), store)
  expect(rows).toEqual(
    RUNGS.toReversed().map(({ brain, rating, plusMinus }) => ({
      player: `house:${brain}`,
      who: { house: brain },
      rating,
      plusMinus,
      error: plusMinus / DEVIATIONS_95,
      games: brain === 'random' ? 5 : 0,
      different: brain === 'random' ? 4 : 0,
      enrolled: false,
      gained: undefined,
    })),
  )
})

test('a house brain that is no rung any more stands only in the seasons in which it has played', () => {
  using store = newStore()
  const [former] = formerRungsOf(quoridor)
  if (!former) throw new Error('no brain has left the ladder of quoridor')
  const player = `house:${former.brain}`
  const namesAfter = (ratings: Readonly<Record<string, number>>) =>
    rowsOf({ challenge: quoridor }, RUNNING, fittedOf(ratings), store)
  expect(namesAfter({ 'house:random': 1 }).map((row) => row.player)).not.toContain(player)
  expect(namesAfter({ [player]: 1 }).find((row) => row.player === player)).toMatchObject({
    who: { house: former.brain },
    rating: former.rating,
    plusMinus: former.plusMinus,
    games: 5,
  })
})

test('a running season lists bots that are enrolled or have played, the best first, and new ones last', () => {
  using store = newStore()
  tell(store, person(ANN.id))
  for (const name of ['weak', 'strong', 'new', 'newer', 'idle']) addReadyBot(store, ANN, name)
  for (const bot of [2, 3, 4]) tell(store, { kind: 'ladder-enrolled', bot })
  const fitted = fittedOf({ 'bot:1@1': -5000, 'bot:2@1': 9000 })
  const rows = rowsOf({ challenge: longestGroup }, RUNNING, fitted, store)
  expect(rows[0]).toEqual({
    player: 'bot:2@1',
    who: { bot: { id: 2, person: ANN.id, name: 'strong' }, version: 1 },
    rating: 9000,
    error: 40,
    plusMinus: DEVIATIONS_95 * 40,
    games: 5,
    different: 4,
    enrolled: true,
    gained: undefined,
  })
  expect(botRows(rows).map(({ player }) => player)).toEqual(['bot:2@1', 'bot:1@1', 'bot:3@1', 'bot:4@1'])
  expect(rows.slice(-3)).toMatchObject([
    { player: 'bot:1@1', rating: -5000, enrolled: false },
    { player: 'bot:3@1', rating: meanOf(longestGroup), plusMinus: undefined, error: UNKNOWN_ERROR, games: 0 },
    { player: 'bot:4@1' },
  ])
})

test('a running season shows the newest version; before it has played, with the rating of the one before', () => {
  using store = newStore()
  tell(store, person(ANN.id))
  const bot = addReadyBot(store, ANN, 'crusher')
  for (const version of [2, 3]) expect(addVersion(store, bot)).toBe(version)
  pass(store, bot, 3)
  const played = fittedOf({ 'bot:1@1': 900 })
  const rows = (fitted: FittedSeason, season = RUNNING) =>
    botRows(rowsOf({ challenge: longestGroup }, season, fitted, store))
  expect(rows(played)).toMatchObject([{ player: 'bot:1@3', rating: 900, plusMinus: undefined, games: 0 }])
  // A season that is over shows the last version that played in it.
  expect(rows(played, ENDED)).toMatchObject([
    { player: 'bot:1@1', who: { version: 1 }, rating: 900, plusMinus: DEVIATIONS_95 * 40 },
  ])
  const later = fittedOf({ 'bot:1@3': 950, 'bot:1@1': 900 })
  for (const season of [RUNNING, ENDED])
    expect(rows(later, season)).toMatchObject([
      { player: 'bot:1@3', rating: 950, gained: { version: 1, points: 20 } },
    ])
})

test('a season that is over leaves out bots that did not play a game in it', () => {
  using store = newStore()
  tell(store, person(ANN.id))
  const bot = addReadyBot(store, ANN, 'crusher')
  tell(store, { kind: 'ladder-enrolled', bot })
  const none = fittedOf({})
  const begun = { ...none, played: new Map([['bot:1@1', { begun: 1, pending: 1, games: 0, different: 0 }]]) }
  for (const fitted of [none, begun])
    expect(botRows(rowsOf({ challenge: longestGroup }, ENDED, fitted, store))).toEqual([])
  // A bot without a version that passed is not in the ladder.
  addBot(store, ANN, 'empty')
  expect(botRows(rowsOf({ challenge: longestGroup }, RUNNING, none, store))).toHaveLength(1)
})

test('what is not known of a version is its rating and its interval, not its games', () => {
  const fitted = fittedOf({ 'bot:1@3': 950 })
  expect(ratingOf('bot:1@3', fitted)).toEqual({
    rating: 950,
    error: 40,
    plusMinus: DEVIATIONS_95 * 40,
    games: 5,
    different: 4,
    gained: { version: 1, points: 20, plusMinus: 10 },
  })
  expect(ratingOf('bot:1@4', fitted)).toEqual({
    rating: undefined,
    error: UNKNOWN_ERROR,
    plusMinus: undefined,
    games: 0,
    different: 0,
    gained: undefined,
  })
})

test('the best guess for a version is the newest one before it that has played', () => {
  const fitted = fittedOf({ 'bot:1@1': 800, 'bot:1@3': 950, 'bot:2@4': 1 })
  const guesses = [1, 2, 3, 4, 5].map((version) => ratingBefore({ bot: 1, version }, fitted))
  expect(guesses).toEqual([undefined, 800, 800, 950, 950])
})

test('a version that has not played stands below all that have, and equals stand by their names', () => {
  using store = newStore()
  tell(store, person(ANN.id))
  for (let bot = 1; bot <= 10; bot++) addReadyBot(store, ANN, `bot ${bot}`)
  pass(store, 1, addVersion(store, 1))
  const fitted = fittedOf({ 'bot:1@1': 9000, 'bot:2@1': -5000, 'bot:10@1': -5000 })
  expect(botRows(rowsOf({ challenge: longestGroup }, RUNNING, fitted, store))).toMatchObject([
    { player: 'bot:10@1' },
    { player: 'bot:2@1' },
    { player: 'bot:1@2', rating: 9000 },
  ])
})
