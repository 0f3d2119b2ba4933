import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { ticTacToe } from '../challenges/tic-tac-toe.ts'
import { advance } from '../match/machine.ts'
import type { MatchEvent } from '../match/match.ts'
import { readEventLine } from '../match/read-line.ts'
import { formatEventLine } from '../match/event-line.ts'
import { extendChain } from './event-chain.ts'
import { beginAttempt, followAttempt, type Followed, type FollowedAttempt } from './followed-attempt.ts'
import { specOfOrder } from './match-order.ts'
import type { MatchJob } from './queue-job.ts'
import { tellEvents } from './tell-events.ts'
import type { MatchAccount, WorkerMessage } from './worker-message.ts'
import { formatMessages, readMessages } from './worker-message.ts'

const { game, preset, rules, id } = ticTacToe
const player = (name: string) =>
  ({ name, bot: `house:${name}`, source: { kind: 'house', brain: name } }) as const
const job: MatchJob = {
  key: 'm',
  challenge: id,
  settings: game.presets[preset] ?? {},
  rules: { ...rules, bestOf: 1, draws: { kind: 'count' } },
  seed: 5,
  players: [player('first'), player('random')],
  run: 'run',
  epoch: 1,
  attempt: 1,
  id: 'run-m-1',
}
const { spec } = must(specOfOrder(job))
const first = beginAttempt(job, spec)

/** What an honest worker sends of a match in which both players play their first legal move. */
function honest(from: FollowedAttempt = first): {
  readonly sent: WorkerMessage[]
  readonly account: MatchAccount
} {
  const sent: WorkerMessage[] = [{ kind: 'began' }]
  let { match, hash, events } = from
  const happen = (event: MatchEvent): void => {
    const lines = [formatEventLine(event)]
    match = advance(match, event).match
    hash = extendChain(hash, lines, match)
    sent.push({ kind: 'events', n: events++, lines, hash })
  }
  for (const seat of [0, 1] as const) happen({ kind: 'ready', seat, at: 1 })
  while (match.phase === 'playing') {
    const seat = match.round.movers[0] ?? 0
    const [text = ''] = game.legalMoves(match.round.state, seat)
    happen({ kind: 'answered', seat, text, at: match.round.latest + 1 })
  }
  const { winner = null, score, void: isVoid } = match.result ?? { score: [0, 0], void: true }
  const result = { winner, score: score as [number, number], void: isVoid }
  const account = { events, hash, result, logs: ['', ''], memory: [null, null], ms: 9 } as const
  return { sent, account }
}

/** Follows messages until one is no event that fits. */
function follow(messages: readonly WorkerMessage[]): Followed {
  let attempt = first
  for (const message of messages) {
    const [sent] = readMessages(formatMessages(job.id, 'w', [message]))
    const next = followAttempt(attempt, sent?.message ?? message)
    if (next.kind !== 'goes-on') return next
    attempt = next.attempt
  }
  return { kind: 'goes-on', attempt, happened: [] }
}

const { sent, account } = honest()
const refused = (why: string) => ({ kind: 'refused', why })

test('an honest account counts, also if some messages come twice', () => {
  expect(follow([...sent, { kind: 'over', account }])).toEqual({ kind: 'over', account })
  const twice = sent.flatMap((message) => [message, message])
  expect(follow([...twice, { kind: 'over', account }])).toMatchObject({ kind: 'over' })
})

/** The same match, all of whose events happened in one turn of the event loop. */
function atOnce(): { readonly sent: readonly WorkerMessage[]; readonly account: MatchAccount } {
  const told: WorkerMessage[] = []
  const events = tellEvents(job, first.match, (message) => told.push(message))
  let { match } = first
  for (const message of sent) {
    const event = message.kind === 'events' ? readEventLine(message.lines[0] ?? '') : undefined
    if (event === undefined || event === 'over') continue
    match = advance(match, event).match
    events.tell(event, match)
  }
  return { sent: told, account: { ...account, ...events.end() } }
}

test('the events of one turn share a message and a hash, and each is simulated', () => {
  const { sent: told, account: said } = atOnce()
  expect(told).toHaveLength(1)
  const next = follow(told)
  expect(next).toMatchObject({ kind: 'goes-on', attempt: { events: account.events } })
  expect(follow([...told, ...told, { kind: 'over', account: said }])).toEqual({ kind: 'over', account: said })
  const [message] = told
  if (message?.kind !== 'events') throw new Error('no events')
  const { happened } = followAttempt(first, message) as Followed & { kind: 'goes-on' }
  expect(happened.map(({ event }) => formatEventLine(event))).toEqual(message.lines)
  const [ready = '', ...others] = message.lines
  for (const lines of [
    [ready, ready, ...others],
    [ready],
    [...others, ready],
    [...message.lines, others.at(-1) ?? ''],
  ])
    expect(follow([{ ...message, lines }]), lines.join()).toMatchObject({ kind: 'refused' })
})

describe('a lie is refused:', () => {
  test.each<readonly [string, readonly WorkerMessage[], string]>([
    [
      'a wrong hash',
      sent.map((message) => (message.kind === 'events' ? { ...message, hash: '0'.repeat(32) } : message)),
      'sent a hash that does not belong to its events',
    ],
    [
      'another last hash',
      [...sent, { kind: 'over', account: { ...account, hash: '0'.repeat(32) } }],
      'sent a hash that does not belong to its events',
    ],
    [
      'another winner',
      [
        ...sent,
        { kind: 'over', account: { ...account, result: { ...account.result, winner: 1, score: [0, 1] } } },
      ],
      'sent a result that does not follow from its events',
    ],
    [
      'a result before the end',
      [...sent.slice(0, 4), { kind: 'over', account: { ...account, events: 3 } }],
      'sent a result before the end of the match',
    ],
    [
      'the events of another attempt',
      honest(beginAttempt({ ...job, id: 'run-m-2' }, spec)).sent,
      'sent a hash that does not belong to its events',
    ],
    [
      'a move after the end',
      [
        ...sent,
        {
          kind: 'events',
          n: account.events,
          lines: ['{"event":"answered","seat":0,"text":"a1","at":99}'],
          hash: account.hash,
        },
      ],
      'sent an event after the end of the match',
    ],
    [
      'a move out of turn that changes nothing',
      [
        ...sent.slice(0, 3),
        { kind: 'events', n: 2, lines: ['{"event":"ready","seat":0,"at":2}'], hash: account.hash },
      ],
      'sent an event that could not happen',
    ],
    ['rubbish', [{ kind: 'events', n: 0, lines: ['rubbish'], hash: '' }], 'sent something that is no event'],
    [
      'impossible times',
      [{ kind: 'events', n: 0, lines: ['{"event":"ready","seat":0,"at":-5}'], hash: '' }],
      'sent something that is no event',
    ],
  ])('%s', (_, messages, why) => {
    expect(follow(messages)).toEqual(refused(why))
  })
})

test('lost messages and a worker that gives up are no lie and no result', () => {
  const lost = { kind: 'lost', why: 'Redis lost some of its events' }
  expect(follow(sent.toSpliced(3, 1))).toEqual(lost)
  expect(follow([...sent.slice(0, -1), { kind: 'over', account }])).toEqual(lost)
  expect(follow([...sent.slice(0, 3), { kind: 'released', why: 'it leaves' }])).toEqual({
    kind: 'lost',
    why: 'it leaves',
  })
})

test('what is no message of a worker is not read', () => {
  for (const text of [
    'rubbish',
    '{}',
    '{"job":"a","worker":"b","messages":[{"kind":"won"}]}',
    '{"job":"a","worker":"b","messages":[{"kind":"events","n":-1,"lines":[],"hash":""}]}',
    '{"job":"a","worker":"b","messages":[{"kind":"events","n":0,"lines":[1],"hash":""}]}',
    '{"job":"a","worker":"b","messages":[{"kind":"over","account":{"events":1}}]}',
  ])
    expect(readMessages(text)).toEqual([])
})
