import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { longestGroup } from '../challenges/longest-group.ts'
import { addRated, addReadyBot, addVersion, pass, playerOf } from './ladder.fixture.ts'
import { makeLadderContest, type LadderContest } from './ladder-contest.ts'
import { openLadders } from './ladder.ts'
import { housePlayer, testArenas } from './test-arena.fixture.ts'
import { openTournaments } from './tournaments.ts'

const openTest = testArenas()

/** A ladder with bots of these names, the strongest first, each of another team. */
function openLadder(names: readonly string[]) {
  let time = 0
  const { arena, store, team, ...rest } = openTest({ now: () => ++time })
  const tournaments = openTournaments(arena)
  const ladders = openLadders(arena, () => {})
  const bots = names.map((name) => {
    const bot = addReadyBot(store, { id: team(`team ${name}`).person }, name)
    store.append({ kind: 'ladder-enrolled', bot })
    return bot
  })
  for (const [index, bot] of bots.entries())
    for (const weaker of bots.slice(index + 1))
      addRated(store, playerOf(store, bot), playerOf(store, weaker), 4)
  const wanted = { name: 'Final', top: 2 }
  return {
    store,
    bots,
    make: (more: Partial<LadderContest> = {}) =>
      makeLadderContest({ ladders, tournaments, store }, longestGroup, { ...wanted, ...more }),
    async [Symbol.asyncDispose]() {
      await ladders[Symbol.asyncDispose]()
      await tournaments[Symbol.asyncDispose]()
      await rest[Symbol.asyncDispose]()
    },
  }
}

test('the best enrolled bots are seeded by their rating, without the house and without bots that left', async () => {
  await using ladder = openLadder(['gone', 'strong', 'middle', 'weak'])
  const { store, bots } = ladder
  store.append({ kind: 'ladder-left', bot: bots[0] ?? 0 })
  addRated(store, housePlayer('random'), playerOf(store, bots[3] ?? 0), 1)
  const row = must(await ladder.make({ top: 3 }))
  expect(row).toMatchObject({ name: 'Final', status: 'waiting', challenge: 'longest-group' })
  expect(row.header).toMatchObject({
    format: 'round-robin-knock-out',
    entrants: [{ bot: 'bot:2@1' }, { bot: 'bot:3@1' }, { bot: 'bot:4@1' }],
  })
  const other = must(await ladder.make({ format: 'round-robin', options: { games: 4 } }))
  expect(other.header).toMatchObject({ format: 'round-robin', options: { games: 4 } })
  expect(other.header['entrants']).toHaveLength(2)
})

test('a bot whose newest version has not played is entered with the newest rated version that counts', async () => {
  await using ladder = openLadder(['strong', 'weak'])
  const { store, bots } = ladder
  const [strong = 0] = bots
  pass(store, strong, addVersion(store, strong))
  const entrants = async () => must(await ladder.make()).header['entrants']
  expect(await entrants()).toMatchObject([{ bot: 'bot:1@1' }, { bot: 'bot:2@1' }])
})

test('a contest is not larger than the field with a rating, and says how large that is', async () => {
  await using ladder = openLadder(['strong', 'weak'])
  const { store } = ladder
  // It has not played.
  store.append({ kind: 'ladder-enrolled', bot: addReadyBot(store, { id: 1001 }, 'new') })
  expect(await ladder.make({ top: 3 })).toMatchObject({
    problem: {
      code: 'bad-entrants',
      message:
        'Cannot make a contest of the best 3: the ladder of longest-group has 2 enrolled bots with a rating',
      at: 'top',
    },
  })
  store.append({ kind: 'ladder-left', bot: 1 })
  expect(await ladder.make()).toMatchObject({
    problem: { message: expect.stringContaining('has 1 enrolled bot with a rating') },
  })
})
