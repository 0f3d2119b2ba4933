import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { must } from '../../../src/base/result.ts'
import { CHALLENGES } from '../../../src/challenges/index.ts'
import { happened } from './happened.ts'
import { randomRecord, type RandomRecord } from './random-record.fixture.ts'
import { beginStory, continueStory, type Story } from './story.ts'

const [first, second] = [0, 1] as const

function storyOf({ lines }: Pick<RandomRecord, 'lines'>, chunk = Infinity): Story {
  let story = must(beginStory(lines[0] ?? ''))
  for (let from = 1; from < lines.length; from += chunk)
    story = must(continueStory(story, lines.slice(from, from + chunk)))
  return story
}

describe.each(CHALLENGES.map(({ id }) => id))('the story of %s', (challenge) => {
  test('comes to the match that was played', () => {
    const record = randomRecord(challenge, 3)
    const story = storyOf(record)
    expect(story.isComplete).toBe(true)
    expect(story.match.result).toEqual(record.match.result)
    expect(story.rounds.map(({ result }) => result)).toEqual(record.match.ended)
    expect(story.names).toEqual(['ann', 'bob'])
  })

  test('is the same in whatever pieces the lines come', () => {
    const record = randomRecord(challenge, 4)
    const whole = storyOf(record)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), (chunk) => {
        const { frames, rounds } = storyOf(record, chunk)
        expect(rounds).toEqual(whole.rounds)
        expect(frames.length).toBe(whole.frames.length)
        expect(frames.map(({ turn, thought, at }) => [turn, thought, at])).toEqual(
          whole.frames.map(({ turn, thought, at }) => [turn, thought, at]),
        )
      }),
      { numRuns: 5 },
    )
  })

  test('has a frame for every turn, and ends each round with the position that ended it', () => {
    const { frames, rounds } = storyOf(randomRecord(challenge, 5))
    for (const { first: start, count, result } of rounds) {
      expect(count).toBe((result?.turns ?? 0) + 1)
      const { match } = frames[start + count - 1] ?? {}
      expect(match?.spec.game.outcome(match.round.state)).toBeDefined()
      expect(frames[start]?.match.spec.game.outcome(frames[start].match.round.state)).toBeUndefined()
      for (let ply = 0; ply < count; ply++) expect(frames[start + ply]?.ply).toBe(ply)
    }
  })
})

test('tells how long each thought, from when it was asked', () => {
  const { frames } = storyOf(randomRecord('tic-tac-toe', 1))
  const [, one, two] = frames
  expect(one?.thought).toEqual([one?.at === undefined ? 0 : one.at - (frames[0]?.at ?? 0), undefined])
  expect(two?.thought).toEqual([undefined, (two?.at ?? 0) - (one?.at ?? 0)])
})

test('a record without times has no times to tell', () => {
  const { frames } = storyOf(randomRecord('light-cycle', 1, { times: false }))
  expect(frames.every(({ at, thought }) => at === 0 && thought?.[first] === undefined)).toBe(true)
})

test('an end without a turn is a frame of its own', () => {
  const story = storyOf(
    randomRecord('longest-group', 1, {
      meddle: (event, { round }) =>
        round.turns === 4 && event.kind === 'answered'
          ? { kind: 'resigned', seat: event.seat, at: event.at }
          : event,
    }),
  )
  const last = story.frames.at(-1)
  expect(story.rounds[first]?.count).toBe(6)
  expect(last?.turn).toBeUndefined()
  expect(happened(story, last ?? never())).toBe('bob won: ann resigned on turn 5')
})

test('a refused move is noticed, and the position stays', () => {
  let refused = 0
  const record = randomRecord('boost-tron', 1, {
    meddle: (event, { round }) =>
      event.kind === 'answered' && round.turns === 3 && refused++ === 0 ? { ...event, text: 'up' } : event,
  })
  const at = record.lines.findIndex((line) => line.includes('"text":"up"'))
  const story = storyOf({ lines: record.lines.slice(0, at + 1) })
  const last = story.frames.at(-1) ?? never()
  expect(last.ply).toBe(3)
  expect(happened(story, last)).toBe('bob sent "up", which the host refused: it may try again')
})

test('a cheat is noticed until the table is flipped', () => {
  const record = randomRecord('tic-tac-toe', 1, {
    meddle: (event, { round }) => {
      if (event.kind !== 'answered') return event
      if (round.cheat) return { kind: 'flipped', seat: event.seat, at: event.at }
      return round.turns === 2 ? { ...event, text: 'nowhere' } : event
    },
  })
  const at = record.lines.findIndex((line) => line.includes('nowhere'))
  const story = storyOf({ lines: record.lines.slice(0, at + 1) })
  expect(happened(story, story.frames.at(-1) ?? never())).toContain('will bob notice?')
  expect(storyOf(record).match.result?.winner).toBe(second)
})

test('each position has what each seat said last in its round, and where', () => {
  let count = 0
  const record = randomRecord('light-cycle', 2, {
    rules: { bestOf: 3 },
    meddle: (event) =>
      event.kind === 'answered' && event.seat === 0 && ++count % 2 === 0
        ? { ...event, remark: { score: 0.5, text: `thought ${count}` } }
        : event,
  })
  const { frames, rounds, hasRemarks } = storyOf(record)
  expect(hasRemarks).toBe(true)
  expect(rounds.length).toBeGreaterThan(1)
  for (const round of rounds) expect(frames[round.first]?.said).toEqual([undefined, undefined])
  const spoken = frames.filter(({ said, ply }) => said[first]?.ply === ply)
  expect(spoken.map(({ said }) => said[first]?.remark.text)).toEqual(
    Array.from({ length: Math.floor(count / 2) }, (_, index) => `thought ${2 * index + 2}`),
  )
  for (const [index, { said, ply }] of frames.entries()) {
    expect(said[second]).toBeUndefined()
    if (ply > 0 && said[first]?.ply !== ply) expect(said).toBe(frames[index - 1]?.said)
  }
})

test('what was said beside a refused move is not said beside the next one', () => {
  let refused = 0
  const record = randomRecord('boost-tron', 1, {
    meddle: (event, { round }) =>
      event.kind === 'answered' && round.turns === 3 && refused++ === 0
        ? { ...event, text: 'up', remark: { text: 'ha' } }
        : event,
  })
  expect(storyOf(record).frames.every(({ said }) => said[0] === undefined && said[1] === undefined)).toBe(
    true,
  )
})

test('a remark that is none is left out, and the move counts', () => {
  const { lines } = randomRecord('tic-tac-toe', 1, {
    meddle: (event) => (event.kind === 'answered' ? { ...event, remark: { text: 'ha' } } : event),
  })
  const broken = lines.map((line) => line.replace('{"text":"ha"}', '{"text":{"toString":1},"line":[{}]}'))
  const story = storyOf({ lines: broken })
  expect(story.isComplete).toBe(true)
  expect(story.hasRemarks).toBe(false)
})

test('a voided round is told, and the one that repeats it', () => {
  let voided = 0
  const record = randomRecord('quoridor', 1, {
    meddle: (event, { round }) =>
      round.turns === 6 && voided++ === 0
        ? { kind: 'voided', why: 'the host was restarted', at: event.at }
        : event,
  })
  const { rounds, frames, match } = storyOf(record)
  expect(rounds.map(({ result }) => result?.end.kind)).toEqual(['void', match.ended[1]?.end.kind])
  const closing = frames[(rounds[second]?.first ?? 0) - 1]
  expect(closing?.match.round.turns).toBe(6)
})

test.each([
  ['no header', 'nonsense', 'does not know the rules'],
  ['another format', '{"gamegrid":99,"game":"tron","version":1}', 'does not know the rules'],
  ['an unknown game', '{"gamegrid":1,"game":"chess","version":1}', 'does not know the rules'],
])('%s is a problem in words', (_, line, words) => {
  const begun = beginStory(line)
  expect(begun.ok ? '' : begun.problem.message).toContain(words)
})

test.each([
  'nonsense',
  '{"event":"danced","seat":0}',
  '{"event":"answered","seat":2,"text":"N"}',
  '{"event":"answered","seat":0}',
])('the line %s is a problem, not a crash', (line) => {
  const [header = ''] = randomRecord('tic-tac-toe', 1).lines
  expect(continueStory(must(beginStory(header)), [line]).ok).toBe(false)
})

function never(): never {
  throw new Error('there is a frame')
}
