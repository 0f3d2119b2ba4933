import { describe, expect, test } from 'vitest'
import type { FieldBody } from '../../../../src/api/challenges.ts'
import { changesOf, placeProblem, requestOf, type TournamentDraft } from './tournament-draft.ts'

const field = (name: string, kind: FieldBody['kind'], value: string): FieldBody => ({
  name,
  title: name,
  expects: 'something',
  kind,
  value,
})
const OPTIONS = [
  field('games', 'number', '2'),
  field('thirdPlace', 'flag', 'yes'),
  field('tieBreaks', 'list', 'wins,first-listed'),
]
const SETTINGS = [field('width', 'number', '130'), field('walls', 'text', 'none')]

const DRAFT: TournamentDraft = {
  name: ' Cup ',
  challenge: 'boost-tron',
  format: 'round-robin',
  options: { 'round-robin': { games: '4' }, swiss: { games: '9' } },
  settings: { 'boost-tron': { width: '20' }, quoridor: { size: '5' } },
  entrants: ['house:random', 'player:1001'],
  nodes: '',
  benchAfter: '',
  seed: '0',
}

describe('what differs from the usual is sent', () => {
  test.each([
    [{}, {}],
    [{ games: '2' }, {}],
    [{ games: '' }, {}],
    [{ games: ' 6 ' }, { games: 6 }],
    [{ games: 'many' }, { games: 'many' }],
    [{ thirdPlace: 'no' }, { thirdPlace: 'no' }],
    [{ tieBreaks: '' }, { tieBreaks: '' }],
    [{ unknown: 'x' }, {}],
  ])('%j', (texts, expected) => expect(changesOf(OPTIONS, texts)).toEqual(expected))

  test('of the format and the challenge that are chosen, and nothing else', () => {
    expect(requestOf(DRAFT, OPTIONS, SETTINGS)).toEqual({
      name: 'Cup',
      challenge: 'boost-tron',
      format: 'round-robin',
      entrants: ['house:random', 'player:1001'],
      options: { games: 4 },
      settings: { width: 20 },
      seed: 0,
    })
  })
})

describe('a refusal belongs to', () => {
  test.each([
    ['config.value', 'Cannot set games to 0: expected a whole number from 1 to 1000', 'option games'],
    ['config.value', 'Cannot set width to 2: expected a whole number from 3 to 200', 'setting width'],
    ['config.outside', 'Cannot place the first cycle: (33,50) is outside the 10×10 board', 'settings'],
    ['entrants', 'Cannot enter "house:random" twice', 'entrants'],
    ['unknown-brain', 'There is no house brain "x" for quoridor', 'entrants'],
    ['sprt.terms', 'Cannot read SPRT "elo0=5": expected …', 'format'],
    ['bad-request', 'Cannot read the request: body/name must NOT have fewer than 1 characters', 'name'],
    ['bad-request', 'Cannot read the request: body/nodes must be integer', 'nodes'],
    ['bad-request', 'Cannot read the request: body/rubbish must be integer', 'form'],
    ['lost', 'The server cannot be reached just now', 'form'],
  ])('%s, %s: %s', (code, message, place) =>
    expect(placeProblem({ code, message }, OPTIONS, SETTINGS).place).toBe(place),
  )
})
