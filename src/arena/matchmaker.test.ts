import { expect, test } from 'vitest'
import { deferred } from '../base/deferred.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { Challenge } from '../challenges/challenge.ts'
import { quoridor } from '../challenges/quoridor.ts'
import { fakeClock } from '../runner/fake-clock.fixture.ts'
import { created, house, http, newStores, over, person, tell } from '../store/new-store.fixture.ts'
import { RULES } from '../store/rules.fixture.ts'
import type { LogEntry, MatchPlayer, MatchRow } from '../store/store.ts'
import type { Arena } from './arena.ts'
import { bot, judged, uploaded } from './logged-bots.fixture.ts'
import { openMatchmaker, type MatchmakerOptions } from './matchmaker.ts'
import type { NewMatch } from './new-match.ts'

const newStore = newStores()

interface Ground {
  share: number
  isWanted: boolean
  room: Result<void>
  /** Whether the versions of the field are new. */
  isNew: boolean
}

/** A matchmaker whose matches are only logged: the test says when they end. Team 1 has bot 1, team 2 bot 2 … */
async function openGround(
  challenges: readonly string[],
  more: Partial<MatchmakerOptions> & {
    readonly ground?: Partial<Ground>
    readonly before?: readonly LogEntry[]
  } = {},
) {
  const store = newStore()
  const clock = fakeClock()
  const ground: Ground = { share: 50, isWanted: false, room: ok(undefined), isNew: true, ...more.ground }
  const failures: string[] = []
  const added: number[] = []
  const asked: NewMatch[] = []
  let shareChanges = 0
  const listeners = new Set<(row: MatchRow) => void>()
  const terms = new Set<() => void>()
  for (const [at, challenge] of challenges.entries()) {
    const id = at + 1
    tell(store, person(id), bot(id, id, challenge), uploaded(id, 1), judged(id, 1), {
      kind: 'ladder-enrolled',
      bot: id,
    })
  }

  tell(store, ...(more.before ?? []))

  function announce(match: number): void {
    const row = store.match(match)
    if (row) for (const listener of listeners) listener(row)
  }

  function create(wanted: NewMatch): Result<MatchRow> {
    const { challenge, players, origin, seed = 0, settings = {} } = wanted
    asked.push(wanted)
    const match = store.nextMatch()
    tell(store, {
      kind: 'match-created',
      match,
      challenge,
      gameVersion: 1,
      settings,
      rules: RULES,
      seed,
      players,
      origin,
    })
    announce(match)
    const row = store.match(match)
    if (!row) throw new Error('no match')
    return ok(row)
  }

  const arena = {
    store,
    clock,
    programPlaces: 4,
    get isProgramWanted() {
      return ground.isWanted
    },
    room: () => ground.room,
    shareChanged: () => void shareChanges++,
    create,
    onMatch(listener: (row: MatchRow) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  } as unknown as Arena

  const field: MatchmakerOptions['ladders']['field'] = async ({ id: challenge }: Challenge) => ({
    players: store.ladderVersions(challenge).flatMap(({ bot: id, version, person: team, enrolled }) =>
      enrolled === undefined
        ? []
        : [
            {
              id: `bot:${id}@${version}`,
              team,
              rating: 1000,
              error: ground.isNew ? 1000 : 1,
              begun: ground.isNew ? 0 : 100,
              pending: 0,
            },
          ],
    ),
    meetings: () => 0,
    add: ({ id }) => void added.push(id),
  })

  const matchmaker = openMatchmaker({
    arena,
    ladders: { field },
    terms: {
      get share() {
        return ground.share
      },
      onChange(listener) {
        terms.add(listener)
        return () => void terms.delete(listener)
      },
    },
    openings: { draw: async () => undefined },
    onFailure: (error) => void failures.push(String(error)),
    ...more,
  })
  await clock.pass(0)

  return {
    store,
    clock,
    ground,
    failures,
    added,
    asked,
    announce,
    matchmaker,
    shareChanges: () => shareChanges,
    listening: () => listeners.size + terms.size,
    changed: () => {
      for (const listener of terms) listener()
    },
    waiting: (): readonly number[] => store.unfinishedMatches().map(({ id }) => id),
    async end(isVoid = false): Promise<void> {
      const ids = store.unfinishedMatches().map(({ id }) => id)
      for (const id of ids) tell(store, over(id, isVoid ? undefined : 0, isVoid))
      for (const id of ids) announce(id)
      await clock.pass(0)
    },
    async [Symbol.asyncDispose]() {
      await matchmaker[Symbol.asyncDispose]()
      store[Symbol.dispose]()
    },
  }
}

const bots = ({ players }: Pick<NewMatch, 'players'>): readonly number[] =>
  players.flatMap((player) => (player?.kind === 'bot' ? [player.bot] : []))

test('two bots meet twice with swapped sides and one seed, as many pairs as the share allows', async () => {
  await using ground = await openGround(['quoridor', 'quoridor'])
  expect(ground.asked).toMatchObject([
    { challenge: 'quoridor', origin: 'ladder' },
    { challenge: 'quoridor', origin: 'ladder' },
  ])
  const [first, second] = ground.asked
  expect(second?.players).toEqual(first?.players.toReversed())
  expect(second?.seed).toBe(first?.seed)
  expect(first?.settings).toBeUndefined()
  expect(ground.added).toEqual([1, 2])
  tell(ground.store, { kind: 'match-started', match: 1 })
  ground.announce(1)
  await ground.clock.pass(0)
  expect(ground.waiting()).toEqual([1, 2])
  await ground.end()
  expect(ground.waiting()).toEqual([3, 4])
  expect(ground.asked[2]?.seed).not.toBe(first?.seed)
  expect(ground.failures).toEqual([])
})

test('a share of nothing calls none, and a change of it is heard', async () => {
  await using ground = await openGround(['quoridor', 'quoridor'], { ground: { share: 0 } })
  expect(ground.asked).toEqual([])
  ground.ground.share = 100
  ground.changed()
  await ground.clock.pass(0)
  expect(ground.shareChanges()).toBe(1)
  expect(ground.waiting()).toHaveLength(4)
})

test('matches that the ladder called before a restart hold their places; those of teams do not', async () => {
  const old = (match: number, starter?: number): LogEntry => ({
    kind: 'match-created',
    match,
    challenge: 'quoridor',
    gameVersion: 1,
    settings: {},
    rules: RULES,
    seed: 1,
    players: [player(1), player(2)],
    origin: 'ladder',
    ...(starter !== undefined && { starter }),
  })
  const before = [old(1), old(2), old(3, 1)]
  await using full = await openGround(['quoridor', 'quoridor'], { before })
  expect(full.asked).toEqual([])
  await using free = await openGround(['quoridor', 'quoridor'], { before, ground: { share: 75 } })
  expect(free.asked).toHaveLength(2)
})

const player = (bot: number): MatchPlayer => ({ kind: 'bot', name: 'x', person: bot, bot, version: 1 })

test('none is called while another match of programs waits, and the next row of a match is heard', async () => {
  await using ground = await openGround(['quoridor', 'quoridor'], { ground: { isWanted: true } })
  expect(ground.asked).toEqual([])
  ground.ground.isWanted = false
  for (const match of [1, 2, 3]) {
    tell(ground.store, created(match, [house, house], 'tic-tac-toe'))
    ground.announce(match)
  }
  await ground.clock.pass(0)
  expect(ground.asked).toHaveLength(2)
})

test('a match of HTTP players wakes no ladder; one with a bot does', async () => {
  await using ground = await openGround(['quoridor', 'quoridor'], { ground: { isWanted: true } })
  ground.ground.isWanted = false
  tell(ground.store, created(1, [http(1), house], 'tic-tac-toe'))
  ground.announce(1)
  await ground.clock.pass(0)
  expect(ground.asked).toEqual([])
  tell(ground.store, created(2, [http(1), player(1)], 'quoridor'))
  ground.announce(2)
  await ground.clock.pass(0)
  expect(ground.asked).toHaveLength(2)
})

test('without room on the disk none is called; ten seconds later the matchmaker looks again', async () => {
  await using ground = await openGround(['quoridor', 'quoridor'], {
    ground: { room: fail('no-room', 'the disk is full') },
  })
  ground.ground.room = ok(undefined)
  await ground.clock.pass(9_999)
  expect(ground.asked).toEqual([])
  await ground.clock.pass(1)
  expect(ground.asked).toHaveLength(2)
})

test('bots whose matches were void are put off, and called again once they have played', async () => {
  await using ground = await openGround(['quoridor', 'quoridor'])
  await ground.end(true)
  expect(ground.waiting()).toEqual([])
  // Both matches of the pair were void: the second time counts twice.
  await ground.clock.pass(19_999)
  expect(ground.asked).toHaveLength(2)
  await ground.clock.pass(1)
  expect(ground.asked).toHaveLength(4)
  await ground.end()
  expect(ground.asked).toHaveLength(6)
})

test('once no version is new, a bot is called about once in the time of rest', async () => {
  await using ground = await openGround(['quoridor', 'quoridor'], { ground: { isNew: false } })
  expect(ground.asked).toHaveLength(2)
  await ground.end()
  await ground.clock.pass(29_999)
  expect(ground.asked).toHaveLength(2)
  await ground.clock.pass(1)
  expect(ground.asked).toHaveLength(4)
  // A new version does not wait.
  await ground.end()
  ground.ground.isNew = true
  ground.changed()
  await ground.clock.pass(0)
  expect(ground.asked).toHaveLength(6)
})

test('a pair of a new version begins no rest', async () => {
  await using ground = await openGround(['quoridor', 'quoridor'])
  ground.ground.isNew = false
  await ground.end()
  expect(ground.asked).toHaveLength(4)
})

test('a house brain is not put off with the bot that it could not play', async () => {
  const field: MatchmakerOptions['ladders']['field'] = async () => ({
    players: ['bot:1@1', 'bot:2@1', 'house:random'].map((id) => ({
      id,
      team: id === 'house:random' ? undefined : 1,
      rating: 1000,
      error: 1000,
      begun: 0,
      pending: 0,
    })),
    meetings: () => 0,
    add() {},
  })
  await using ground = await openGround(['quoridor', 'quoridor'], { ladders: { field } })
  await ground.end(true)
  const called = ground.asked.map(bots)
  expect(called).toHaveLength(4)
  expect(called[2]).not.toEqual(called[0])
})

test('a ladder whose bots have left is waited for no more', async () => {
  await using ground = await openGround(['quoridor', 'quoridor'], { ground: { isNew: false } })
  tell(ground.store, { kind: 'ladder-left', bot: 1 }, { kind: 'ladder-left', bot: 2 })
  await ground.end()
  await ground.clock.pass(100_000)
  expect(ground.asked).toHaveLength(2)
})

test('a failure that comes after the end is not told', async () => {
  const drawn = deferred<undefined>()
  const ground = await openGround(['quoridor', 'quoridor'], { openings: { draw: () => drawn.promise } })
  const ended = ground.matchmaker[Symbol.asyncDispose]()
  drawn.reject(new Error('the thread has ended'))
  await ended
  expect([ground.asked, ground.failures]).toEqual([[], []])
  ground.store[Symbol.dispose]()
})

test('the rest is as long as it is told to be', async () => {
  await using ground = await openGround(['quoridor', 'quoridor'], { ground: { isNew: false }, restMs: 100 })
  await ground.end()
  await ground.clock.pass(49)
  expect(ground.asked).toHaveLength(2)
  await ground.clock.pass(1)
  expect(ground.asked).toHaveLength(4)
})

test('ladders take turns by the number of their bots', async () => {
  const challenges = [...Array<string>(2).fill('quoridor'), ...Array<string>(4).fill('longest-group')]
  await using ground = await openGround(challenges)
  for (let pairs = 1; pairs < 12; pairs++) await ground.end()
  const count = (challenge: string) => ground.asked.filter((one) => one.challenge === challenge).length / 2
  expect([count('quoridor'), count('longest-group')]).toEqual([4, 8])
})

test('a ladder that is new does not make up for the time before', async () => {
  await using ground = await openGround(['quoridor', 'quoridor', 'longest-group', 'longest-group'])
  tell(ground.store, { kind: 'ladder-left', bot: 3 }, { kind: 'ladder-left', bot: 4 })
  for (let pairs = 0; pairs < 9; pairs++) await ground.end()
  const before = ground.asked.length
  tell(ground.store, { kind: 'ladder-enrolled', bot: 3 }, { kind: 'ladder-enrolled', bot: 4 })
  for (let pairs = 0; pairs < 4; pairs++) await ground.end()
  const later = ground.asked.slice(before).filter(({ challenge }) => challenge === 'longest-group')
  expect(later).toHaveLength(4)
})

test('a pair begins with an opening if both bots can be told it', async () => {
  const opening = { opening: ['e2'] }
  const drawn: unknown[] = []
  const draw: MatchmakerOptions['openings']['draw'] = async (game, settings, seed) => {
    drawn.push([game.id, settings, seed])
    return opening
  }
  await using ground = await openGround(['quoridor', 'quoridor'], { openings: { draw } })
  expect(ground.asked.map(({ settings }) => settings)).toEqual([opening, opening])
  const { game, preset } = quoridor
  expect(drawn).toEqual([['quoridor', game.presets[preset], ground.asked[0]?.seed]])
  await using untold = await openGround(['longest-group', 'longest-group'], {
    openings: { draw: () => Promise.reject(new Error('nobody asks')) },
  })
  expect(untold.asked.map(({ settings }) => settings)).toEqual([undefined, undefined])
  await using half = await openGround(['quoridor', 'quoridor'], {
    before: [uploaded(2, 2), judged(2, 2, true, 'longest-group')],
    openings: { draw: () => Promise.reject(new Error('nobody asks')) },
  })
  expect(half.asked.map(({ settings }) => settings)).toEqual([undefined, undefined])
})

test.each<[string, (ground: Awaited<ReturnType<typeof openGround>>) => void]>([
  ['a bot leaves', ({ store }) => tell(store, { kind: 'ladder-left', bot: 2 })],
  ['a person wants a place', ({ ground }) => void (ground.isWanted = true)],
])('no pair is called if %s while its opening is drawn', async (_, happen) => {
  const drawn = deferred<undefined>()
  await using ground = await openGround(['quoridor', 'quoridor'], {
    openings: { draw: () => drawn.promise },
  })
  happen(ground)
  drawn.resolve(undefined)
  await ground.clock.pass(0)
  expect(ground.asked).toEqual([])
})

test('a failure is told, and the ladder goes on ten seconds later', async () => {
  let isBroken = true
  const draw = async () => {
    if (isBroken) throw new Error('no thread')
    return undefined
  }
  await using ground = await openGround(['quoridor', 'quoridor'], { openings: { draw } })
  expect([ground.asked, ground.failures]).toEqual([[], ['Error: no thread']])
  isBroken = false
  await ground.clock.pass(9_999)
  expect(ground.asked).toEqual([])
  await ground.clock.pass(1)
  expect(ground.asked).toHaveLength(2)
})

test('a version that has passed is heard of at once', async () => {
  await using ground = await openGround(['quoridor'])
  expect(ground.asked).toEqual([])
  const { store, clock } = ground
  tell(store, person(2), bot(2, 2, 'quoridor'), uploaded(2, 1), { kind: 'ladder-enrolled', bot: 2 })
  await clock.pass(0)
  expect(ground.asked).toEqual([])
  tell(store, judged(2, 1))
  await clock.pass(0)
  expect(ground.asked).toHaveLength(2)
})

test('after the end nothing is called, and nobody listens', async () => {
  const ground = await openGround(['quoridor', 'quoridor'])
  await ground.matchmaker[Symbol.asyncDispose]()
  expect(ground.listening()).toBe(0)
  await ground.end()
  await ground.clock.pass(100_000)
  expect(ground.asked).toHaveLength(2)
  ground.store[Symbol.dispose]()
})

test('each bot of a ladder of three teams is called', async () => {
  await using ground = await openGround(['quoridor', 'quoridor', 'quoridor'])
  for (let pairs = 1; pairs < 6; pairs++) await ground.end()
  expect(new Set(ground.asked.flatMap(bots))).toEqual(new Set([1, 2, 3]))
})
