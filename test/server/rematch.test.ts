import { afterAll, beforeAll, expect, test } from 'vitest'
import { numberIn, openTestArena, said, until, type TestArena, type TestPlayer } from './arena.fixture.ts'
import { move, newGame, turnOf } from './play.fixture.ts'

let arena: TestArena
let ann: TestPlayer
let bob: TestPlayer
beforeAll(async () => {
  arena = await openTestArena()
  ann = await arena.register('Ann')
  bob = await arena.register('Bob')
})
afterAll(() => arena[Symbol.asyncDispose]())

const SMALL = { challenge: 'quoridor', settings: { size: 5 } }

const again = (who: TestPlayer, match: number) =>
  who.request(`/api/v1/games/${match}/rematch`, { method: 'POST' })

const matchOf = async (match: number) => (await arena.request(`/api/v1/matches/${match}`)).body

const idsOf = async (match: number) => {
  const { players } = (await matchOf(match)) as unknown as {
    readonly players: readonly { id: number | null }[]
  }
  return players.map(({ id }) => id)
}

/** The settings and the rules as a player is told them. */
const termsOf = async (who: TestPlayer, match: number) => {
  await turnOf(who, match, 0)
  const { settings, rules } = (await who.request(`/api/v1/games/${match}/opening`)).body
  return { settings, rules }
}

/** The player to move gives up. */
async function end(match: number, players: readonly TestPlayer[]): Promise<void> {
  await until(async () => {
    for (const who of players) {
      const { body } = await who.request(`/api/v1/games/${match}/turn`)
      if (body['asked'] === true) await move(who, match, { resign: true })
    }
    return (await matchOf(match))['status'] === 'over' ? true : undefined
  })
}

test.each([
  ['first', () => [ann, bob] as const],
  ['second', () => [bob, ann] as const],
])('two people swap seats if the %s player asks for the rematch', async (_, order) => {
  const match = await newGame(ann, { ...SMALL, opponent: `player:${bob.id}` })
  await bob.request(`/api/v1/games/${match}/join`, { method: 'POST' })
  expect(await idsOf(match)).toEqual([ann.id, bob.id])
  const terms = await termsOf(ann, match)
  expect(terms.settings).toMatchObject({ size: 5 })
  expect(said(await again(ann, match))).toEqual([409, 'not-over'])
  await end(match, [ann, bob])

  const [asks, accepts] = order()
  const asked = await again(asks, match)
  const rematch = numberIn(asked.body, 'id')
  expect(asked.body).toMatchObject({ status: 'open', rematchOf: match, invited: { id: accepts.id } })
  // A second request is the same match: a double click, or a page that was left and opened again.
  expect((await again(asks, match)).body['id']).toBe(rematch)
  // The other player presses the same button: also if both pressed it at once.
  expect((await again(accepts, match)).body['id']).toBe(rematch)
  expect(await idsOf(rematch)).toEqual([bob.id, ann.id])
  expect(await termsOf(bob, rematch)).toEqual(terms)
  expect(await turnOf(bob, rematch, 0)).toMatchObject({ seat: 0 })
  await end(rematch, [ann, bob])

  // Of the rematch: Ann is first again, whoever joins by the list of invitations.
  const third = numberIn((await again(asks, rematch)).body, 'id')
  expect((await accepts.request(`/api/v1/games/${third}/join`, { method: 'POST' })).status).toBe(200)
  expect(await idsOf(third)).toEqual([ann.id, bob.id])
  await arena.restart()
  expect(await idsOf(third)).toEqual([ann.id, bob.id])
  expect(await turnOf(ann, third, 0)).toMatchObject({ seat: 0 })
  await end(third, [ann, bob])
})

test('against the house the seats are swapped, with the same settings and the clock that was chosen', async () => {
  const match = await newGame(ann, { ...SMALL, opponent: 'house:first', clock: '5m+2s' })
  const terms = await termsOf(ann, match)
  expect(terms.rules).toMatchObject({ clock: { kind: 'bank', ms: 300_000, incrementMs: 2000 } })
  await end(match, [ann])
  const { body } = await again(ann, match)
  const rematch = numberIn(body, 'id')
  expect(body).toMatchObject({
    origin: 'practice',
    rematchOf: match,
    players: [{ id: null }, { id: ann.id }],
  })
  expect(await termsOf(ann, rematch)).toEqual(terms)
  await end(rematch, [ann])
})

test('is refused to others, and of a match that is not there', async () => {
  const match = await newGame(ann, { ...SMALL, opponent: 'house:first' })
  await end(match, [ann])
  expect(said(await again(bob, match))).toEqual([403, 'forbidden'])
  expect(said(await again(ann, 4711))).toEqual([404, 'not-found'])
})
