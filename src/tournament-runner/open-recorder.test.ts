import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { findGame } from '../games/index.ts'
import { advance, startMatch } from '../match/machine.ts'
import type { MatchEvent } from '../match/match.ts'
import { readRecord } from '../match/read-record.ts'
import { nodeDigest } from '../runner/digest.ts'
import { openRecorder } from './open-recorder.ts'
import { specFor } from './tournament-spec.ts'
import { tournamentOf } from './tournament.fixture.ts'

/** Both drive straight on until they crash; ann thinks for 3 ms, bob for 20. */
function record(times: boolean) {
  const tournament = tournamentOf(['ann', 'bob'], { how: { times } })
  const spec = must(specFor(tournament, 5))
  const players = [{ name: 'ann', bot: './ann' }, { name: 'bob' }] as const
  const recorder = openRecorder(tournament, spec, players, new Date(0))
  let { match } = startMatch(spec)
  const see = (event: MatchEvent): void => {
    match = advance(match, event).match
    recorder.see(event, match)
  }
  see({ kind: 'ready', seat: 0, at: 0 })
  see({ kind: 'ready', seat: 1, at: 0 })
  while (match.phase === 'playing') {
    const { clocks, seats } = match.round
    const [first, second] = [seats.indexOf(0), seats.indexOf(1)] as (0 | 1)[]
    if (first === undefined || second === undefined) break
    const at = clocks[first].since ?? 0
    see({ kind: 'answered', seat: first, text: 'forward', at: at + 3 })
    see({ kind: 'answered', seat: second, text: 'forward', at: at + 20 })
  }
  return { text: recorder.record(), times: recorder.moveTimes(), match }
}

test('a recorder writes a whole record, and measures the moves of each player', () => {
  const { text, times, match } = record(true)
  const read = must(readRecord(text, findGame, nodeDigest))
  expect(read.match.result).toEqual(match.result)
  expect(read.header).toMatchObject({
    challenge: 'light-cycle',
    players: [{ name: 'ann', bot: './ann' }, { name: 'bob' }],
    date: '1970-01-01T00:00:00.000Z',
  })
  const turns = match.ended[0]?.turns ?? 0
  expect(times.map(({ moves, totalMs, longestMs }) => [moves, totalMs, longestMs])).toEqual([
    [turns, 3 * turns, 3],
    [turns, 20 * turns, 20],
  ])
})

test('without times a record has neither times nor a date', () => {
  const { text } = record(false)
  expect(must(readRecord(text, findGame, nodeDigest)).header).not.toHaveProperty('date')
  expect(text).not.toMatch(/"at":\d*[1-9]/)
})
