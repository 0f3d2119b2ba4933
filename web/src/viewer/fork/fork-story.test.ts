import { describe, expect, test } from 'vitest'
import { seededRng } from '../../../../src/base/rng.ts'
import { must } from '../../../../src/base/result.ts'
import { awaitedSeats } from '../../../../src/match/machine.ts'
import { randomRecord } from '../../story/random-record.fixture.ts'
import { beginStory, continueStory } from '../../story/story.ts'
import { formatFork, parseFork, type ForkAddress } from './fork-address.ts'
import { openingOf } from './opening-of.ts'
import { answered, firstHands, forkStory, playedOn, withHands, withoutRemarks } from './fork-story.ts'

const CHALLENGES = ['tic-tac-toe', 'quoridor', 'longest-group', 'light-cycle', 'torus-tron']

describe.each(CHALLENGES)('a fork of %s', (challenge) => {
  const { lines } = randomRecord(challenge, 3)
  const story = must(continueStory(must(beginStory(lines[0] ?? '')), lines.slice(1)))

  test('stands at every position as the match stood, with everybody to be asked', () => {
    for (const frame of story.frames) {
      const { game } = frame.match.spec
      const fork = forkStory(lines, frame.events)
      const format = (state: unknown): string => game.notation.formatState(state)
      expect(format(fork?.match.round.state)).toBe(format(frame.match.round.state))
      if (frame.result || !fork) continue
      expect(awaitedSeats(frame.match)).toEqual(game.toMove(frame.match.round.state))
      expect(awaitedSeats(fork.match)).toEqual(game.toMove(frame.match.round.state))
    }
  })

  test('goes on with the moves of the match to the same end', () => {
    const [, start] = story.frames
    let fork = forkStory(lines, start?.events ?? 0)
    for (const { turn, ply } of story.frames)
      for (const seat of [0, 1] as const) {
        const move = turn?.[seat]
        if (fork && move !== undefined && ply > 1) fork = answered(fork, seat, move)
      }
    expect(fork?.match.phase).toBe('over')
    expect(fork?.match.result).toEqual(story.match.result)
  })
})

test('a match that has not begun can be played on from its first position', () => {
  const { lines } = randomRecord('tic-tac-toe', 3)
  const fork = forkStory(lines.slice(0, 1), 0)
  expect(fork?.match.phase).toBe('playing')
})

test('those who play on are told apart, whoever they are', () => {
  const { lines } = randomRecord('tic-tac-toe', 3)
  const fork = forkStory(lines, 2)
  if (!fork) throw new Error('no fork')
  const brain = { kind: 'brain', name: 'perfect' } as const
  expect(withHands(fork, [{ kind: 'you' }, brain]).names).toEqual(['You', 'house:perfect'])
  expect(withHands(fork, [brain, brain]).names).toEqual(['house:perfect (1)', 'house:perfect (2)'])
})

describe('the address of a fork', () => {
  const fork: ForkAddress = {
    place: '#r1.p4',
    hands: [{ kind: 'you' }, { kind: 'brain', name: 'alphabeta-2' }],
    answers: [
      { seat: 0, move: 'left+boost' },
      { seat: 1, move: '3,4' },
    ],
  }

  test('has all of it, and is read again', () => {
    const address = formatFork(fork)
    expect(address).toBe('#r1.p4;you;house:alphabeta-2;0=left+boost;1=3,4')
    expect(parseFork(address)).toEqual(fork)
    expect(new URL(`http://arena/matches/7${address}`).hash).toBe(address)
  })

  test.each([
    '',
    '#r1.p4',
    '#r1.p4;you',
    '#r1.p4;you;bot:3',
    '#r1;you;you',
    '#r1.p4;you;you;2=e5',
    '#r1.p4;you;you;e5',
  ])('"%s" is none', (hash) => expect(parseFork(hash)).toBeUndefined())

  test.each(CHALLENGES)(
    'of %s leads to the same position, and stops before a move that is not legal',
    (challenge) => {
      const { lines } = randomRecord(challenge, 3)
      const match = must(continueStory(must(beginStory(lines[0] ?? '')), lines.slice(1)))
      const answers = match.frames.flatMap(({ turn }) =>
        ([0, 1] as const).flatMap((seat) => (turn?.[seat] === undefined ? [] : [{ seat, move: turn[seat] }])),
      )
      const start = forkStory(lines, match.frames[0]?.events ?? 0)
      if (!start) throw new Error('no fork')
      const played = playedOn(start, answers)
      expect(played.at(-1)?.match.result).toEqual(match.match.result)
      expect(
        playedOn(start, [...answers.slice(0, 2), { seat: 0, move: 'nonsense' }, ...answers.slice(2)]),
      ).toHaveLength(3)
    },
  )
})

test('a fork has nothing of what the players of the match said or drew, and keeps their times', () => {
  const { lines } = randomRecord('tic-tac-toe', 3)
  const remark = '"remark":{"text":"I know a trap","marks":[{"cell":[0,0]}]},'
  const said = lines.map((line) => line.replace('"at":', `${line.includes('"answered"') ? remark : ''}"at":`))
  const match = must(continueStory(must(beginStory(said[0] ?? '')), said.slice(1)))
  expect([match.hasRemarks, match.hasMarks]).toEqual([true, true])
  const frame = match.frames[4]
  const fork = forkStory(said, frame?.events ?? 0)
  expect([fork?.hasRemarks, fork?.hasMarks]).toEqual([false, false])
  expect(fork?.frames.flatMap(({ said: remarks }) => remarks.filter(Boolean))).toEqual([])
  expect(fork?.frames.map(({ thought }) => thought)).toEqual(
    match.frames.slice(0, 5).map(({ thought }) => thought),
  )
  const [seat = 0] = fork?.match.round.movers ?? []
  const legal = fork?.match.spec.game.legalMoves(fork.match.round.state, seat) ?? []
  const next = fork && answered(fork, seat, legal[0] ?? '')
  expect(next?.frames.at(-1)?.thought).toEqual([undefined, undefined])
  const hinted = fork && withoutRemarks(answered(fork, seat, legal[0] ?? '', { text: 'mine' }))
  expect([hinted?.hasRemarks, hinted?.frames.at(-1)?.said]).toEqual([false, [undefined, undefined]])
})

test('the house brain that played goes on; for others a house brain sits in', () => {
  const { lines } = randomRecord('tic-tac-toe', 3)
  const story = must(continueStory(must(beginStory(lines[0] ?? '')), lines.slice(1)))
  const withBot = (bot?: string) => {
    const [first, second] = story.header.players
    const header = {
      ...story.header,
      players: [first, { name: second.name, ...(bot !== undefined && { bot }) }] as const,
    }
    const [start] = story.frames
    if (!start) throw new Error('no frame')
    return firstHands({ ...story, header }, start)
  }
  expect(withBot('house:perfect')).toEqual([{ kind: 'you' }, { kind: 'brain', name: 'perfect' }])
  for (const bot of [undefined, 'python3 bot.py', 'house:cheat-late'])
    expect(withBot(bot)).toEqual([{ kind: 'you' }, { kind: 'brain', name: 'baseline' }])
})

test.each([
  ['quoridor', true],
  ['longest-group', true],
  ['light-cycle', false],
])('the moves of a fork of %s are an opening from which bots can play on: %s', (challenge, isOne) => {
  const { lines } = randomRecord(challenge, 3)
  const story = must(continueStory(must(beginStory(lines[0] ?? '')), lines.slice(1)))
  const fork = forkStory(lines, story.frames[4]?.events ?? 0)
  const odd = forkStory(lines, story.frames[3]?.events ?? 0)
  if (!fork || !odd) throw new Error('no fork')
  const settings = openingOf(fork)
  expect(settings !== undefined).toBe(isOne)
  expect(openingOf(odd)).toBeUndefined()
  if (!settings) return
  const { game } = fork.match.spec
  const start = game.setup(must(game.parseConfig(settings)), seededRng(1))
  expect(game.notation.formatState(start)).toBe(game.notation.formatState(fork.match.round.state))
})
