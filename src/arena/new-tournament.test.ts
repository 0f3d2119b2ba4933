import { expect, test } from 'vitest'
import { fail, must } from '../base/result.ts'
import { quoridor } from '../challenges/quoridor.ts'
import { MODEL_CLOCK } from '../match/rules.ts'
import { newStores, person, tell } from '../store/new-store.fixture.ts'
import type { Store } from '../store/store.ts'
import { readyBot } from './logged-bots.fixture.ts'
import { readContestClock, readNewTournament, type NewTournament } from './new-tournament.ts'

const newStore = newStores()

function people(): Store {
  const store = newStore()
  tell(store, person(1, 'Ann'), person(2, 'Bob'), ...readyBot(1, 1))
  return store
}

const read = (store: Store, more: Partial<NewTournament> = {}) =>
  readNewTournament(
    {
      name: 'Cup',
      challenge: 'quoridor',
      format: 'round-robin',
      entrants: ['house:random', 'house:first'],
      ...more,
    },
    store,
  )

test('a tournament has the rules of its challenge, and its entrants in their order', () => {
  using store = people()
  const spec = must(read(store, { entrants: ['bot:1@1', 'house:random'] }))
  expect(spec).toMatchObject({
    title: 'Cup',
    rules: quoridor.rules,
    entrants: [
      { name: 'Ann · bot 1', bot: 'bot:1@1' },
      { name: 'house:random', bot: 'house:random' },
    ],
    how: { times: true },
  })
  expect(spec.how.isShow).toBeUndefined()
  expect(must(read(store, { isShow: true })).how.isShow).toBe(true)
})

test('teams that come by HTTP have two minutes to show up, and a language model has a clock of its own', () => {
  using store = people()
  expect(must(read(store, { entrants: ['house:random', 'player:1'] })).rules).toMatchObject({
    startUpMs: 120_000,
    clock: quoridor.rules.clock,
  })
  const models = ['house:random', 'llm:gpt-5']
  expect(must(read(store, { entrants: models })).rules.clock).toEqual(MODEL_CLOCK)
  expect(must(read(store, { entrants: models, clock: '5s' })).rules.clock).toEqual({
    kind: 'per-move',
    ms: 5000,
  })
})

test('two entrants of one name are told apart by what they are', () => {
  using store = people()
  expect(must(read(store, { entrants: ['bot:1', 'bot:1@1'] })).entrants).toEqual([
    { name: 'Ann · bot 1', bot: 'bot:1' },
    { name: 'Ann · bot 1 (bot:1@1)', bot: 'bot:1@1' },
  ])
})

test('there are 2 to 1000 entrants, or any number below while teams can join', () => {
  using store = people()
  const refusal = (count: number, least: number) => ({
    ok: false,
    problem: {
      code: 'bad-entrants',
      message: `Cannot hold a tournament of ${count}: expected ${least} to 1000 entrants`,
      at: 'entrants',
    },
  })
  expect(read(store, { entrants: ['house:random'] })).toEqual(refusal(1, 2))
  expect(read(store, { entrants: ['house:random'], entry: { state: 'closed' } })).toEqual(refusal(1, 2))
  expect(read(store, { entrants: [], entry: { state: 'open' } }).ok).toBe(true)
  const many = Array.from({ length: 1001 }, (_, id) => `llm:m${id}`)
  expect(read(store, { entrants: many.slice(1) }).ok).toBe(true)
  expect(read(store, { entrants: many, entry: { state: 'open' } })).toEqual(refusal(1001, 0))
})

test('an entrant comes once', () => {
  using store = people()
  expect(read(store, { entrants: ['house:first', 'house:first'] })).toEqual(
    fail('bad-entrants', 'Cannot enter "house:first" twice', 'entrants.1'),
  )
})

test.each<[string, Partial<NewTournament>, string, string]>([
  ['an unknown one', { entrants: ['house:first', 'bot:9'] }, 'unknown-bot', 'entrants.1'],
  ['a bad plan', { plan: { starts: 'soon' } }, 'bad-date', 'plan.starts'],
  ['a bad clock', { clock: 'fast' }, 'bad-clock', 'clock'],
  ['an SPRT that teams can join', { format: 'sprt', entry: { state: 'open' } }, 'bad-tournament', 'entry'],
])('%s is refused at its place', (_, more, code, at) => {
  using store = people()
  expect(read(store, more)).toMatchObject({ ok: false, problem: { code, at } })
})

test('the clock of a contest ends every match: it is at most an hour', () => {
  expect(readContestClock('10s')).toEqual({ ok: true, value: { kind: 'per-move', ms: 10_000 } })
  expect(readContestClock('3600s')).toMatchObject({ ok: true })
  for (const text of ['none', '3601s'])
    expect(readContestClock(text)).toEqual(
      fail('bad-clock', `Cannot use the clock "${text}": expected a time of at most 1 hour`, 'clock'),
    )
})
