import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { formerRungsOf, rungsOf } from '../brains/rungs.ts'
import { longestGroup } from '../challenges/longest-group.ts'
import { quoridor } from '../challenges/quoridor.ts'
import { ticTacToe } from '../challenges/tic-tac-toe.ts'
import type { BotRow } from '../store/store.ts'
import { addBot, addRated, addReadyBot, addVersion, pass, playerOf } from './ladder.fixture.ts'
import { openLadders, type LadderRow } from './ladder.ts'
import { meanOf } from './ladder-season.ts'
import { openLadderTerms } from './ladder-terms.ts'
import { housePlayer, testArenas } from './test-arena.fixture.ts'
import { untilOver } from './until-over.ts'

const openTest = testArenas()

/** The ladders of an arena whose time is 1, 2, 3 …, and in which no match of programs finds a place. */
function openHall() {
  let time = 0
  const { arena, store, team, ...rest } = openTest({ now: () => ++time, maxProgramMatches: 0 })
  const failures: unknown[] = []
  const ladders = openLadders(arena, (_, error) => void failures.push(error))
  const teamOf = (name: string) => ({ id: team(name).person })
  const [ann, bob] = [teamOf('Ann'), teamOf('Bob')]
  const row = (bot: number): BotRow => {
    const found = store.bot(bot)
    if (!found) throw new Error(`no bot ${bot}`)
    return found
  }
  return {
    arena,
    store,
    /** Sets the clock of the machine. */
    setClock: (to: number) => void (time = to),
    ladders,
    failures,
    terms: openLadderTerms(store),
    ann,
    bob,
    row,
    enrol(owner: { readonly id: number }, name: string): number {
      const bot = addReadyBot(store, owner, name)
      store.append({ kind: 'ladder-enrolled', bot })
      return bot
    },
    /** The first wins so many rated matches. */
    rate(winner: number, loser: number, count = 4): void {
      addRated(store, playerOf(store, winner), playerOf(store, loser), count)
    },
    players: async (season?: number) => botsIn((await ladders.of(longestGroup, season)).rows),
    async [Symbol.asyncDispose]() {
      await ladders[Symbol.asyncDispose]()
      await rest[Symbol.asyncDispose]()
    },
  }
}

const botsIn = (rows: readonly LadderRow[]): readonly string[] =>
  rows.flatMap(({ who, player }) => ('bot' in who ? [player] : []))

test('a ladder changes when a rated match ends, and with no other match', async () => {
  await using hall = openHall()
  const { ladders, arena } = hall
  const before = await ladders.of(ticTacToe)
  expect(before).toMatchObject({ season: { number: 1, name: 'Season 1' }, games: 0, different: 0 })
  const players = [housePlayer('random'), housePlayer('perfect')] as const
  for (const origin of ['organiser', 'ladder'] as const) {
    // Nothing that counts has happened since.
    expect(await ladders.of(ticTacToe)).toBe(before)
    const { id } = must(arena.create({ challenge: 'tic-tac-toe', players, origin, seed: 1 }))
    await untilOver(arena, id, new AbortController().signal)
  }
  await expect.poll(async () => (await ladders.of(ticTacToe)).games).toBe(1)
  const { rows } = await ladders.of(ticTacToe)
  expect(rows.find(({ player }) => player === 'house:random')?.games).toBe(1)
  expect(hall.failures).toEqual([])
})

test('ratings follow the results, and the versions of a bot are told apart', async () => {
  await using hall = openHall()
  const { ladders, store } = hall
  const [weak, strong] = [hall.enrol(hall.ann, 'weak'), hall.enrol(hall.bob, 'strong')]
  hall.rate(strong, weak)
  expect(await hall.players()).toEqual(['bot:2@1', 'bot:1@1'])
  const { rows, games } = await ladders.of(longestGroup)
  expect(games).toBe(4)
  const first = rows.find(({ who }) => 'bot' in who)
  addVersion(store, strong)
  pass(store, strong, addVersion(store, strong))
  const { versions, enrolled, season } = await ladders.bot(hall.row(strong))
  expect([enrolled, season.number]).toEqual([true, 1])
  // The second version waits to be judged.
  expect(versions).toMatchObject([
    { version: 3, counts: true, rating: first?.rating, plusMinus: undefined, games: 0, gained: undefined },
    { version: 1, counts: true, rating: first?.rating, plusMinus: first?.plusMinus, games: 4, different: 4 },
  ])
  expect(versions.map(({ uploaded }) => uploaded)).toEqual(
    [3, 1].map((version) => store.version(strong, version)?.created),
  )
  // Only the version of the freeze counts.
  must(hall.terms.freeze('longest-group', new Date(versions[1]?.uploaded ?? 0).toISOString()))
  expect((await ladders.bot(hall.row(strong))).versions.map(({ counts }) => counts)).toEqual([false, true])
  store.append({ kind: 'ladder-left', bot: strong })
  expect((await ladders.bot(hall.row(strong))).enrolled).toBe(false)
  const fresh = addReadyBot(store, hall.ann, 'fresh')
  expect((await ladders.bot(hall.row(fresh))).versions).toMatchObject([{ rating: meanOf(longestGroup) }])
})

test('a change of the field changes the rows before another match has ended', async () => {
  await using hall = openHall()
  const { store } = hall
  const [one, two] = [hall.enrol(hall.ann, 'one'), addReadyBot(store, hall.bob, 'two')]
  expect(await hall.players()).toEqual([`bot:${one}@1`])
  store.append({ kind: 'ladder-enrolled', bot: two })
  expect(await hall.players()).toEqual([`bot:${one}@1`, `bot:${two}@1`])
  store.append({ kind: 'ladder-left', bot: one })
  expect(await hall.players()).toEqual([`bot:${two}@1`])
  pass(store, two, addVersion(store, two))
  expect(await hall.players()).toEqual([`bot:${two}@2`])
  const { created } = store.version(two, 1) ?? {}
  must(hall.terms.freeze('longest-group', new Date(created ?? 0).toISOString()))
  expect(await hall.players()).toEqual([`bot:${two}@1`])
})

test('a season has the matches that were created in it', async () => {
  await using hall = openHall()
  const { ladders, terms } = hall
  const [a, b] = [hall.enrol(hall.ann, 'a'), hall.enrol(hall.bob, 'b')]
  hall.rate(a, b, 2)
  expect((await ladders.of(longestGroup)).season.number).toBe(1)
  must(terms.beginSeason('longest-group', 'Spring'))
  hall.rate(b, a, 3)
  expect(await ladders.of(longestGroup)).toMatchObject({ season: { number: 2, name: 'Spring' }, games: 3 })
  expect(await ladders.of(longestGroup, 1)).toMatchObject({ season: { number: 1 }, games: 2 })
  expect([await hall.players(1), await hall.players(2)]).toEqual([
    ['bot:1@1', 'bot:2@1'],
    ['bot:2@1', 'bot:1@1'],
  ])
  expect((await ladders.bot(hall.row(a), 1)).versions).toMatchObject([{ games: 2 }])
  await expect(ladders.of(longestGroup, 3)).rejects.toThrow('there is no season 3')
})

test('a match counts in the season in which it was created, though the clock of the machine was set back', async () => {
  await using hall = openHall()
  const [a, b] = [hall.enrol(hall.ann, 'a'), hall.enrol(hall.bob, 'b')]
  hall.rate(a, b, 2)
  must(hall.terms.beginSeason('longest-group', 'Spring'))
  hall.setClock(0)
  hall.rate(b, a, 3)
  expect((await hall.ladders.of(longestGroup)).games).toBe(3)
  expect((await hall.ladders.of(longestGroup, 1)).games).toBe(2)
})

test('the history of one bot, or of the best that have played, has its newest version at each time', async () => {
  await using hall = openHall()
  const { ladders, store } = hall
  const [a, b] = [hall.enrol(hall.ann, 'a'), hall.enrol(hall.bob, 'b')]
  hall.enrol(hall.bob, 'never played')
  hall.rate(a, b, 1)
  pass(store, a, addVersion(store, a))
  addRated(store, playerOf(store, a, 2), playerOf(store, b), 2)
  const lines = await ladders.history(longestGroup)
  expect(lines.map(({ bot }) => bot)).toEqual([
    { id: a, person: hall.ann.id, name: 'a' },
    { id: b, person: hall.bob.id, name: 'b' },
  ])
  const [line] = lines
  expect(line?.points.map(({ version }) => version)).toEqual([1, 2, 2])
  const ends = store.ladderMatches('longest-group').map(({ ended }) => ended)
  expect(line?.points.map(({ at }) => at)).toEqual(ends.toSorted())
  const { rows } = await ladders.of(longestGroup)
  const now = rows.find(({ player }) => player === 'bot:1@2')
  expect(line?.points.at(-1)).toMatchObject({ rating: now?.rating, plusMinus: now?.plusMinus })
  expect(await ladders.history(longestGroup, { bot: hall.row(b) })).toEqual([lines[1]])
  must(hall.terms.beginSeason('longest-group', 'Spring'))
  expect(await ladders.history(longestGroup)).toEqual([])
  expect(await ladders.history(longestGroup, { season: 1 })).toHaveLength(2)
})

test('the history shows the ten best', async () => {
  await using hall = openHall()
  const bots = Array.from({ length: 12 }, (_, index) => hall.enrol(hall.ann, `bot ${index}`))
  for (const bot of bots) addRated(hall.store, playerOf(hall.store, bot), housePlayer('random'), 1)
  expect(await hall.ladders.history(longestGroup)).toHaveLength(10)
})

test('the field has the house and the enrolled bots, with what they have begun', async () => {
  await using hall = openHall()
  const { ladders, store } = hall
  const [a, b] = [hall.enrol(hall.ann, 'a'), hall.enrol(hall.bob, 'b')]
  const gone = addReadyBot(store, hall.bob, 'gone')
  hall.rate(a, b, 2)
  hall.rate(a, gone, 1)
  const field = await ladders.field(longestGroup)
  const house = rungsOf(longestGroup).map(({ brain }) => `house:${brain}`)
  expect(field.players.map(({ id }) => id).toSorted()).toEqual([...house, 'bot:1@1', 'bot:2@1'].toSorted())
  expect(field.players.find(({ id }) => id === 'bot:1@1')).toMatchObject({
    team: hall.ann.id,
    begun: 3,
    pending: 0,
  })
  expect(field.players.find(({ id }) => id === 'house:random')).toMatchObject({ team: undefined, begun: 0 })
  expect(field.meetings('bot:1@1', 'bot:2@1')).toBe(2)
  const match = must(await ladders.play(hall.row(a)))
  field.add(match)
  const again = await ladders.field(longestGroup)
  expect(again.players.find(({ id }) => id === 'bot:1@1')).toMatchObject({ begun: 4, pending: 1 })
})

test('a house brain that is no rung any more keeps its row and its rating, but is called no more', async () => {
  await using hall = openHall()
  const { arena, ladders } = hall
  const [former] = formerRungsOf(quoridor)
  if (!former) throw new Error('no brain has left the ladder of quoridor')
  const players = [housePlayer('random'), housePlayer(former.brain)] as const
  const { id } = must(arena.create({ challenge: 'quoridor', players, origin: 'ladder', seed: 1 }))
  await untilOver(arena, id, new AbortController().signal)
  const player = `house:${former.brain}`
  const { rows } = await ladders.of(quoridor)
  expect(rows.find((row) => row.player === player)).toMatchObject({ rating: former.rating, games: 1 })
  const field = (await ladders.field(quoridor)).players.map((each) => each.id)
  expect(field.toSorted()).toEqual(
    rungsOf(quoridor)
      .map(({ brain }) => `house:${brain}`)
      .toSorted(),
  )
})

test('a rated match is against another team or the house, and the two go first in turn', async () => {
  await using hall = openHall()
  const { ladders, store } = hall
  const [own, twin] = [hall.enrol(hall.ann, 'own'), hall.enrol(hall.ann, 'twin')]
  const rival = hall.enrol(hall.bob, 'rival')
  // Nothing is known of the rival, so a match against it tells most, also the second time.
  const first = must(await ladders.play(hall.row(own)))
  expect(first).toMatchObject({ origin: 'ladder', challenge: 'longest-group', starter: hall.ann.id })
  const second = must(await ladders.play(hall.row(own)))
  const names = [first, second].map(({ players }) => players.map((player) => player?.name))
  expect(names).toEqual([
    ['Ann · own', 'Bob · rival'],
    ['Bob · rival', 'Ann · own'],
  ])
  expect([twin, rival, store.match(first.id)?.status]).toEqual([2, 3, 'waiting'])
})

test('a bot starts once a version has passed, by the freeze if there is one', async () => {
  await using hall = openHall()
  const { ladders, store } = hall
  const bot = addBot(store, hall.ann, 'late')
  expect(await ladders.play(hall.row(bot))).toMatchObject({
    problem: { code: 'bot-not-ready', message: 'Cannot start bot 1: no version of it has passed yet' },
  })
  must(hall.terms.freeze('longest-group', '1970-01-01T00:00:00Z'))
  pass(store, bot, addVersion(store, bot))
  expect(await ladders.play(hall.row(bot))).toMatchObject({
    problem: {
      code: 'bot-not-ready',
      message: 'Cannot start bot 1: no version of it that was uploaded before the freeze has passed yet',
    },
  })
})

test('a team may have two rated matches of its own that wait or run', async () => {
  await using hall = openHall()
  const bot = hall.row(hall.enrol(hall.ann, 'own'))
  for (let count = 0; count < 2; count++) must(await hall.ladders.play(bot))
  expect(await hall.ladders.play(bot)).toMatchObject({ problem: { code: 'too-many-matches' } })
})

test('ladders of two challenges are apart', async () => {
  await using hall = openHall()
  const [a, b] = [hall.enrol(hall.ann, 'a'), hall.enrol(hall.bob, 'b')]
  hall.rate(a, b, 2)
  expect((await hall.ladders.of(longestGroup)).games).toBe(2)
  expect((await hall.ladders.of(quoridor)).games).toBe(0)
})

test('a bot that is not enrolled can start a rated match, and one of a challenge that is gone cannot', async () => {
  await using hall = openHall()
  const { ladders, store } = hall
  const guest = hall.row(addReadyBot(store, hall.ann, 'guest'))
  expect(must(await ladders.play(guest)).players).toContainEqual(
    expect.objectContaining({ kind: 'bot', name: 'Ann · guest' }),
  )
  const gone = { ...guest, challenge: 'chess' }
  for (const asked of [ladders.bot(gone), ladders.play(gone)])
    await expect(asked).rejects.toThrow(`bot ${guest.id} plays chess, which is no challenge`)
})

test('the line of a bot begins when it has played', async () => {
  await using hall = openHall()
  const [a, b, late] = [hall.enrol(hall.ann, 'a'), hall.enrol(hall.bob, 'b'), hall.enrol(hall.bob, 'late')]
  hall.rate(a, b, 2)
  hall.rate(a, late, 1)
  const pointsOf = async (bot: number) =>
    (await hall.ladders.history(longestGroup, { bot: hall.row(bot) })).flatMap(({ points }) => points)
  expect((await pointsOf(late)).map(({ version }) => version)).toEqual([1])
  expect(await pointsOf(a)).toHaveLength(3)
  expect(await pointsOf(addReadyBot(hall.store, hall.bob, 'never played'))).toEqual([])
})

test('a match that a matchmaker has just created counts at once for the next', async () => {
  await using hall = openHall()
  const { arena, store } = hall
  const [a, b] = [hall.enrol(hall.ann, 'a'), hall.enrol(hall.bob, 'b')]
  const field = await hall.ladders.field(longestGroup)
  const players = [playerOf(store, a), playerOf(store, b)] as const
  const row = must(arena.create({ challenge: 'longest-group', origin: 'ladder', players }))
  expect(field.meetings('bot:1@1', 'bot:2@1')).toBe(0)
  field.add(row)
  expect(field.meetings('bot:1@1', 'bot:2@1')).toBe(1)
})

test('a fit that the end of the ladders cuts off is no failure of the server', async () => {
  await using hall = openHall()
  const { ladders, failures } = hall
  hall.rate(hall.enrol(hall.ann, 'a'), hall.enrol(hall.bob, 'b'))
  const asked = ladders.of(longestGroup)
  await ladders[Symbol.asyncDispose]()
  await Promise.allSettled([asked])
  expect(failures).toEqual([])
})
