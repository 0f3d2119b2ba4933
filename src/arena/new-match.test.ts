import { expect, test } from 'vitest'
import { fail, must } from '../base/result.ts'
import { quoridor } from '../challenges/quoridor.ts'
import { MODEL_CLOCK } from '../match/rules.ts'
import { house, http } from '../store/new-store.fixture.ts'
import type { MatchPlayer } from '../store/store.ts'
import { ownerOf, readNewMatch, type NewMatch } from './new-match.ts'

const wanted = (more: Partial<NewMatch> = {}): NewMatch => ({
  challenge: 'quoridor',
  players: [house, house],
  origin: 'practice',
  ...more,
})
const model: MatchPlayer = { kind: 'model', name: 'gpt-5', model: 'llm:gpt-5' }

test('a match has the settings and the rules of its challenge, and a seed by chance', () => {
  const made = must(readNewMatch(wanted()))
  expect(made).toMatchObject({
    challenge: { id: 'quoridor' },
    settings: quoridor.game.presets[quoridor.preset],
    rules: quoridor.rules,
  })
  expect(made.seed).toBeGreaterThanOrEqual(0)
  expect(must(readNewMatch(wanted())).seed).not.toBe(made.seed)
})

test('what is asked for goes before what the challenge says', () => {
  const made = must(
    readNewMatch(
      wanted({ challenge: 'boost-tron', settings: { width: 120 }, rules: { bestOf: 5 }, seed: 7 }),
    ),
  )
  expect(made).toMatchObject({ settings: { width: 120 }, rules: { bestOf: 5 }, seed: 7 })
})

test('who comes by HTTP has two minutes to show up', () => {
  const startUp = (more: Partial<NewMatch>) => must(readNewMatch(wanted(more))).rules.startUpMs
  expect(startUp({ players: [house, http(1)] })).toBe(120_000)
  expect(startUp({ players: [http(1)] })).toBe(120_000)
  expect(startUp({})).toBe(quoridor.rules.startUpMs)
  expect(startUp({ players: [house, model] })).toBe(quoridor.rules.startUpMs)
})

test('a match with a language model has a clock for it, unless another is asked for', () => {
  const clock = (more: Partial<NewMatch>) => must(readNewMatch(wanted(more))).rules.clock
  expect(clock({ players: [house, model] })).toEqual(MODEL_CLOCK)
  expect(clock({ players: [model, house], rules: { clock: { kind: 'per-move', ms: 1 } } })).toEqual({
    kind: 'per-move',
    ms: 1,
  })
  expect(clock({})).toEqual(quoridor.rules.clock)
})

test('an unknown challenge, an unknown brain and bad settings are refused', () => {
  expect(readNewMatch(wanted({ challenge: 'chess' }))).toEqual(
    fail('unknown-challenge', 'There is no challenge "chess"'),
  )
  const stranger: MatchPlayer = { kind: 'house', name: 'x', brain: 'deep' }
  expect(readNewMatch(wanted({ players: [house, stranger] }))).toEqual(
    fail('unknown-brain', 'There is no house brain "deep" for Quoridor Arena'),
  )
  expect(readNewMatch(wanted({ settings: { nonsense: 1 } }))).toMatchObject({ ok: false })
})

test.each<[string, Parameters<typeof ownerOf>[0]]>([
  ['player 9', { players: [http(1), http(2)], origin: 'practice', starter: 9 }],
  ['player 1', { players: [http(1), http(2)], origin: 'practice' }],
  ['player 2', { players: [house, http(2)], origin: 'practice' }],
  ['player 3', { players: [{ kind: 'sse', name: 'x', battle: 'b', person: 3 }, house], origin: 'battle' }],
  ['battle', { players: [{ kind: 'sse', name: 'x', battle: 'b' }, house], origin: 'battle' }],
  // A bot plays for whoever called it.
  [
    'ladder',
    { players: [{ kind: 'bot', name: 'x', person: 4, bot: 1, version: 1 }, house], origin: 'ladder' },
  ],
])('it counts for %s', (owner, match) => {
  expect(ownerOf(match)).toBe(owner)
})
