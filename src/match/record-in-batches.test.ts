import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { seededRng } from '../base/rng.ts'
import type { Challenge } from '../challenges/challenge.ts'
import { CHALLENGES } from '../challenges/index.ts'
import { advance, awaitedSeats, startMatch } from './machine.ts'
import { makeSpec, type Match, type MatchEvent } from './match.ts'
import { recordInBatches } from './record-in-batches.ts'
import { beginRecord, endRecord, writeEvent, type RecordHeader } from './record.ts'

const cases = CHALLENGES.flatMap((challenge) =>
  [true, false].map((times) => ({ challenge, id: challenge.id, times })),
)

test.each(cases)(
  'a record of $id, with times: $times, has the bytes of one that is written event by event',
  (how) => {
    const { challenge, times } = how
    const header = headerOf(challenge, times)
    let { writer, text } = beginRecord(header)
    const record = recordInBatches(header)
    let events = 0
    for (const [event, now] of randomMatch(header)) {
      record.add(event, now)
      const written = writeEvent(writer, event, now)
      writer = written.writer
      text += written.text
      // Lines may be asked for at any time, in the middle of a batch, too.
      if (++events % 50 === 7) expect(record.lines()).toBe(text)
    }
    expect(record.lines()).toBe(text)
    expect(record.whole()).toBe(text + endRecord(writer))
    expect(record.whole()).toBe(text + endRecord(writer))
  },
)

test('some of these matches have more events than a batch', () => {
  const lengths = cases.map(({ challenge, times }) => [...randomMatch(headerOf(challenge, times))].length)
  expect(Math.max(...lengths)).toBeGreaterThan(200)
})

const headerOf = (challenge: Challenge, times: boolean): RecordHeader => ({
  challenge: challenge.id,
  spec: must(makeSpec(challenge.game, challenge.game.presets[challenge.preset] ?? {}, challenge.rules, 5)),
  players: [{ name: 'ann', bot: 'house:random' }, { name: 'bob' }],
  times,
  ...(times && { date: '2026-11-15T00:00:00.000Z' }),
})

/** The events of a match of random moves, each with the match after it. */
function* randomMatch({ spec }: RecordHeader): Generator<readonly [MatchEvent, Match]> {
  const rng = seededRng(5)
  let { match } = startMatch(spec)
  for (let at = 1; match.phase !== 'over'; at++) {
    const [seat = 0] = awaitedSeats(match)
    const event: MatchEvent =
      match.phase === 'starting'
        ? { kind: 'ready', seat, at }
        : { kind: 'answered', seat, text: rng.pick(spec.game.legalMoves(match.round.state, seat)), at }
    match = advance(match, event).match
    yield [event, match]
  }
}
