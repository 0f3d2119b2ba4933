import { expect, test } from 'vitest'
import { CHALLENGES } from '../challenges/index.ts'
import { findGame } from '../games/index.ts'
import { readRecord } from '../match/read-record.ts'
import { goodMatchOf } from './good-match.ts'

const AGAIN = 'rules have changed: run npx node scripts/good-matches.ts'

test.each(CHALLENGES.map((challenge) => [challenge.id, challenge] as const))(
  'the good match of %s follows from the rules as they are now',
  (id, challenge) => {
    const text = goodMatchOf(challenge) ?? ''
    const read = readRecord(text, findGame)
    expect(read, AGAIN).toMatchObject({ ok: true })
    if (!read.ok) return
    const { header, match } = read.value
    expect(header.challenge).toBe(id)
    expect(header.spec.rules, AGAIN).toEqual(challenge.rules)
    expect(header.players.every(({ bot }) => bot?.startsWith('house:'))).toBe(true)
    expect(match.ended.map(({ end }) => end.kind)).toEqual(match.ended.map(() => 'played'))
    expect(text.length).toBeLessThan(100_000)
  },
)

test('a challenge without a good match has none', () => {
  expect(goodMatchOf({ id: 'chess' })).toBeUndefined()
})
