import { describe, expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { boostTron } from '../../challenges/boost-tron.ts'
import { advance, startMatch } from '../../match/machine.ts'
import { makeSpec, type Match, type MatchEvent } from '../../match/match.ts'
import { situationAfter, situationOf, type PlayedMove } from './situation.ts'

const IDS = [1001, 1002] as const
const settings = { ...boostTron.game.presets[boostTron.preset], width: 9, height: 3, starts: '2,1,e 6,1,w' }
const spec = must(makeSpec(boostTron.game, settings, boostTron.rules, 1))

/** The match after each of these moves: `0 left`, or `ready`. */
function play(...words: readonly string[]): readonly Match[] {
  let { match } = startMatch(spec)
  const matches = [match]
  for (const word of words) {
    const [seat, text = ''] = word.split(' ')
    const events: MatchEvent[] =
      word === 'ready'
        ? [
            { kind: 'ready', seat: 0, at: 0 },
            { kind: 'ready', seat: 1, at: 0 },
          ]
        : [{ kind: 'answered', seat: seat === '0' ? 0 : 1, text, at: 0 }]
    for (const event of events) match = advance(match, event).match
    matches.push(match)
  }
  return matches
}

const after = (
  matches: readonly Match[],
  turn: number,
  seat: 0 | 1,
  move: string,
  seen = turn + 1,
): PlayedMove => ({
  before: matches[turn] as Match,
  after: matches[seen] as Match,
  seat,
  move,
})

describe('a match as it stands', () => {
  test('waits for its players, then for the first', () => {
    const [start, ready] = play('ready')
    expect(situationOf(start as Match, IDS, 5)).toMatchObject({
      status: 'waiting',
      round: 1,
      mover: undefined,
      timeLeftMs: undefined,
      winner: null,
    })
    expect(situationOf(ready as Match, IDS, 5)).toMatchObject({ status: 'playing', mover: 0, timeLeftMs: 5 })
  })

  test('goes by seats, which change', () => {
    const matches = play('ready', '0 left', '1 left+boost', 'ready')
    expect(situationOf(matches[4] as Match, IDS)).toMatchObject({
      ids: [1002, 1001],
      round: 2,
      score: [0, 1],
      status: 'playing',
      mover: 0,
    })
  })
})

describe('what a move has led to', () => {
  const matches = play('ready', '0 left', '1 left+boost', 'ready', '0 right+boost')

  test('is the match as it stands, if nothing has happened since', () => {
    expect(situationAfter(after(matches, 1, 0, 'left'), IDS)).toEqual(situationOf(matches[2] as Match, IDS))
  })

  test('does not change when the match goes on', () => {
    const [first, ...later] = [2, 3, 4, 5].map((seen) => {
      const { timeLeftMs: _, ...rest } = situationAfter(after(matches, 1, 0, 'left', seen), IDS)
      return rest
    })
    expect(first).toMatchObject({ status: 'playing', mover: 1, round: 1, score: [0, 0], ids: [1001, 1002] })
    for (const other of later) expect(other).toEqual(first)
  })

  test('is the end of the round, if it ended that', () => {
    const shown = situationAfter(after(matches, 2, 1, 'left+boost'), IDS)
    expect(shown).toMatchObject({
      status: 'waiting',
      mover: undefined,
      round: 1,
      score: [1, 0],
      ids: [1001, 1002],
      winner: null,
    })
    expect(shown.board.cycles[1]).toMatchObject({ x: 6, y: 2, death: 'edge' })
  })

  test('is the end of the game, if it ended that', () => {
    const shown = situationAfter(after(matches, 4, 0, 'right+boost'), IDS)
    expect(shown).toMatchObject({ status: 'over', winner: 1001, round: 2, score: [0, 2], ids: [1002, 1001] })
    expect(shown.board.cycles[0]).toMatchObject({ death: 'edge' })
  })
})
