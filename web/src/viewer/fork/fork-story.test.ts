import { describe, expect, test } from 'vitest'
import { must } from '../../../../src/base/result.ts'
import { awaitedSeats } from '../../../../src/match/machine.ts'
import { randomRecord } from '../../story/random-record.fixture.ts'
import { beginStory, continueStory } from '../../story/story.ts'
import { answered, forkStory, withHands } from './fork-story.ts'

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
