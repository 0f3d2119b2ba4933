import { expect, test } from 'vitest'
import type { Brain } from '../game/brain.ts'
import type { Pair } from '../game/game.ts'
import { must } from '../base/result.ts'
import { findGame } from '../games/index.ts'
import type { MatchEvent } from '../match/match.ts'
import { readRecord } from '../match/read-record.ts'
import { connectBrain } from '../protocols/in-process/connect-brain.ts'
import type { Contestant } from '../protocols/protocol.ts'
import { specOfOrder, type MatchOrder } from '../queue/match-order.ts'
import type { MatchQueue, OrderEnd } from '../queue/match-queue.ts'
import { fakeClock } from '../runner/fake-clock.fixture.ts'
import { playMatch } from '../runner/play-match.ts'
import { nodeDigest } from '../runner/digest.ts'
import { playByWorkers, type QueueHost } from './play-by-workers.ts'
import { playPairing, type KeptMatch } from './play-pairing.ts'
import { openTournamentCourse } from './tournament-spec.ts'
import { tournamentOf } from './tournament.fixture.ts'

const spec = tournamentOf(['ann', 'bob'], { how: { times: true, nodes: 50 } })
const [pairing] = openTournamentCourse(spec).take(1)
if (pairing === undefined) throw new Error('no match')

const brainOf = (name: string): Brain => ({
  name,
  move: ({ legal, resign }) => (name === 'bob' ? resign() : legal[0]),
})
const never = new AbortController().signal

/** A worker in this process, in place of a queue on Redis: it plays an order with brains, and accounts for it. */
function queueOf(orders: unknown[] = [], end?: OrderEnd): Pick<MatchQueue, 'play'> {
  return {
    async play(order: MatchOrder, signal, terms) {
      orders.push(order, terms)
      if (end) return end
      const events: MatchEvent[] = []
      const contestant = ({ name }: { readonly name: string }): Contestant => ({
        name,
        connect: (opening) => connectBrain(brainOf(name), opening),
      })
      const match = await playMatch({
        challenge: order.challenge,
        spec: must(specOfOrder(order)).spec,
        contestants: [contestant(order.players[0]), contestant(order.players[1])],
        clock: fakeClock(),
        signal,
        onEvent: (event) => void events.push(event),
      })
      const account = { ms: 5_000, logs: ['thinking\n', ''] as Pair<string>, memory: [7, null] }
      return { kind: 'played', match, events, account, worker: 'w' } as unknown as OrderEnd
    },
  }
}

function hostOf(
  queue: Pick<MatchQueue, 'play'>,
  more: Partial<QueueHost> = {},
): QueueHost & { kept: KeptMatch[] } {
  const kept: KeptMatch[] = []
  return {
    tournament: spec,
    queue: queue as MatchQueue,
    player: (name) => ({ name, bot: `house:${name}`, source: { kind: 'house', brain: name } }),
    save: async (_, match) => void kept.push(match),
    clock: { ...fakeClock(), date: () => new Date(Date.UTC(2026, 0, 1, 12, 0, 10)) },
    kept,
    ...more,
  }
}

test('a worker is told all that a match depends on', async () => {
  const orders: unknown[] = []
  await playByWorkers(hostOf(queueOf(orders)), pairing, never)
  const { challenge, settings, rules } = spec
  const source = (brain: string) => ({ name: brain, bot: `house:${brain}`, source: { kind: 'house', brain } })
  const players = [source('ann'), source('bob')]
  expect(orders).toEqual([
    { key: pairing.key, challenge: challenge.id, settings, rules, seed: pairing.seed, players, nodes: 50 },
    { isFinal: false },
  ])
})

test('a final is played twice; an opening is part of the order; without nodes there are none', async () => {
  const orders: unknown[] = []
  const tournament = tournamentOf(['ann', 'bob'])
  const opening = async () => ({ starts: ['1,1,s', '-2,-2,n'] })
  const host = hostOf(queueOf(orders), { tournament, opening })
  const attempt = await playByWorkers(host, { ...pairing, stage: 'final' }, never)
  expect(orders).toMatchObject([
    { settings: { ...tournament.settings, starts: ['1,1,s', '-2,-2,n'] } },
    { isFinal: true },
  ])
  expect(orders[0]).not.toHaveProperty('nodes')
  expect(attempt).toMatchObject({ kind: 'played', entry: { opening: { starts: ['1,1,s', '-2,-2,n'] } } })
})

test('the record, the entry and the logs are those of a match that is played here', async () => {
  const far = hostOf(queueOf())
  const attempt = await playByWorkers(far, pairing, never)
  if (attempt.kind !== 'played') throw new Error(attempt.kind)
  const here: KeptMatch[] = []
  const own = await playPairing(
    {
      tournament: spec,
      save: async (_, match) => void here.push(match),
      contestant: (name) => ({
        name,
        bot: `house:${name}`,
        connect: (opening) => connectBrain(brainOf(name), opening),
      }),
      clock: { ...fakeClock(), date: () => new Date(Date.UTC(2026, 0, 1, 12, 0, 5)) },
    },
    pairing,
    never,
  )
  if (own.kind !== 'played') throw new Error(own.kind)
  const { took, ...entry } = attempt.entry
  const { took: ownTook, ...ownEntry } = own.entry
  expect(entry).toEqual(ownEntry)
  expect(entry.rounds[0]?.reason).toMatch(/^ann won.* bob/)
  expect(took).toEqual({ ms: 5_000, moveTimes: ownTook?.moveTimes, memory: [7, undefined] })
  expect(far.kept).toEqual([{ record: here[0]?.record, logs: ['thinking\n', ''] }])
  expect(must(readRecord(far.kept[0]?.record ?? '', findGame, nodeDigest)).header.date).toBe(
    '2026-01-01T12:00:05.000Z',
  )
})

test.each<OrderEnd>([{ kind: 'failed', why: 'no sandbox' }, { kind: 'aborted' }])(
  '%j is handed on',
  async (end) => {
    const host = hostOf(queueOf([], end))
    expect(await playByWorkers(host, pairing, never)).toEqual(end)
    expect(host.kept).toEqual([])
  },
)

test('a match that is no longer wanted is not ordered', async () => {
  const orders: unknown[] = []
  expect(await playByWorkers(hostOf(queueOf(orders)), pairing, AbortSignal.abort())).toEqual({
    kind: 'aborted',
  })
  expect(orders).toEqual([])
})
