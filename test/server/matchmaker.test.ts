import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LadderBody, LaddersBody } from '../../src/api/ladder.ts'
import { addBot, addReadyBot, addVersion, pass } from '../../src/arena/ladder.fixture.ts'
import type { MatchRow } from '../../src/store/store.ts'
import {
  openTestArena,
  storeOf,
  until,
  type Answer,
  type TestArena,
  type TestPlayer,
} from './arena.fixture.ts'

const LADDER = '/api/v1/challenges/longest-group/ladder'

let arena: TestArena
let ann: TestPlayer
let bob: TestPlayer
let organiser: TestPlayer
beforeAll(async () => {
  arena = await openTestArena()
  ann = await arena.register('Ann')
  bob = await arena.register('Bob')
  organiser = await arena.organiser()
})
afterAll(() => arena[Symbol.asyncDispose]())

const enrol = (team: TestPlayer, bot: number): Promise<Answer> =>
  team.request(`${LADDER}/bots/${bot}`, { method: 'PUT' })
const setShare = async (percent: number): Promise<void> => {
  const json = { percent }
  const { status } = await organiser.request('/api/v1/ladders/share', { method: 'PUT', json })
  expect(status).toBe(200)
}
const rated = (): readonly MatchRow[] => storeOf(arena).ladderMatches('longest-group')
const over = (): readonly MatchRow[] => rated().filter(({ status }) => status === 'over')
const botsIn = ({ players }: MatchRow): readonly number[] =>
  players.flatMap((player) => (player?.kind === 'bot' ? [player.bot] : []))
/** All matches that were begun are over, and no more are called. */
const halted = async (): Promise<void> => {
  await setShare(0)
  await setShare(1)
  await until(async () => {
    await setShare(0)
    const { body } = await arena.request('/api/v1/ladders')
    if ((body as unknown as LaddersBody).running === 0) return true
    // With no share at all, matches that wait would wait for ever.
    await setShare(1)
    return undefined
  })
}

test('enrolled bots are called to pairs of matches, with swapped sides and the same seed, as soon as they can play', async () => {
  const store = storeOf(arena)
  const [crusher, rival] = [addReadyBot(store, ann, 'crusher'), addBot(store, bob, 'rival')]
  expect((await enrol(ann, crusher)).status).toBe(200)
  expect((await enrol(bob, rival)).status).toBe(200)
  await until(() => over().length >= 4 || undefined)
  // Its version passes only now: the ladder hears of it.
  pass(store, rival, addVersion(store, rival))
  await until(() => over().some((row) => botsIn(row).includes(rival)) || undefined)
  await halted()
  const rows = rated()
  expect(rows.length % 2).toBe(0)
  for (let index = 0; index < rows.length; index += 2) {
    const [one, other] = [rows[index], rows[index + 1]]
    expect(other?.players).toEqual(one?.players.toReversed())
    expect([other?.seed, other?.settings]).toEqual([one?.seed, one?.settings])
    expect([one?.starter, other?.starter]).toEqual([undefined, undefined])
    expect(one?.players.some((player) => player?.kind === 'bot')).toBe(true)
    expect([one?.void, other?.void]).toEqual([false, false])
  }
  const ladder = await until(async () => {
    const body = (await arena.request(LADDER)).body as unknown as LadderBody
    return body.games === rows.length ? body : undefined
  })
  expect(ladder.rows.find(({ bot }) => bot?.id === crusher)).toMatchObject({ enrolled: true })
})

test('bots of one team never meet, and after a restart the ladder goes on where it stopped', async () => {
  const store = storeOf(arena)
  const twin = addReadyBot(store, ann, 'twin')
  expect((await enrol(ann, twin)).status).toBe(200)
  await setShare(100)
  await until(() => over().some((row) => botsIn(row).includes(twin)) || undefined)
  await halted()
  const before = rated()
  for (const { players } of before) {
    const teams = players.flatMap((player) => (player?.kind === 'bot' ? [player.person] : []))
    expect(new Set(teams).size).toBe(teams.length)
  }
  const settled = async () =>
    until(async () => {
      const body = (await arena.request(LADDER)).body as unknown as LadderBody
      return body.games === before.length ? body : undefined
    })
  const ladder = await settled()
  await arena.restart()
  expect(await settled()).toEqual(ladder)
  await setShare(100)
  await until(() => rated().length > before.length || undefined)
  expect(rated().slice(0, before.length)).toEqual(before)
  await halted()
})
