import { afterAll, expect, test } from 'vitest'
import { fail, ok } from '../base/result.ts'
import { newStores, person, tell } from '../store/new-store.fixture.ts'
import type { Store } from '../store/store.ts'
import { bot, judged, readyBot, uploaded } from './logged-bots.fixture.ts'
import { readCalledPlayer, readNewPlayer, readPlayer, readTrialPlayers } from './read-player.ts'

const newStore = newStores()

/** Team 1 has bot 1 with two versions that passed, and one of each other state. Bot 2 is another team's, bot 3 has nothing yet. */
function people(): Store {
  const store = newStore()
  tell(
    store,
    person(1, 'Ann'),
    person(2, 'Bob'),
    bot(1, 1, 'quoridor', 'racer'),
    ...Array.from({ length: 12 }, (_, at) => uploaded(1, at + 1)),
    judged(1, 1),
    judged(1, 2),
    judged(1, 3, false),
    { kind: 'version-unjudged', bot: 1, version: 4, report: '', log: '' },
    ...readyBot(2, 2),
    bot(3, 1),
    judged(1, 11, false),
    person(12, 'Zoe'),
    ...readyBot(12, 12),
  )
  return store
}

// The tests only read it.
const store = people()
afterAll(() => store[Symbol.dispose]())

const racer = { kind: 'bot', name: 'Ann · racer', person: 1, bot: 1, version: 2 }
const bobs = { kind: 'bot', name: 'Bob · bot 2', person: 2, bot: 2, version: 1 }

test('a player is a house brain of the game, or the newest version of a bot that passed', () => {
  expect(readPlayer('house:random', 'quoridor', store)).toEqual(
    ok({ kind: 'house', name: 'house:random', brain: 'random' }),
  )
  expect(readPlayer('bot:1', 'quoridor', store)).toEqual(ok(racer))
  expect(readPlayer('bot:12', 'quoridor', store)).toMatchObject({ value: { bot: 12, person: 12 } })
})

test.each([
  ['house:none', 'unknown-brain', 'There is no house brain "none" for quoridor'],
  ['house:perfect:x', 'unknown-brain', 'There is no house brain "perfect:x" for quoridor'],
  [
    'llm:gpt-5',
    'forbidden',
    'Cannot play against "llm:gpt-5": only the organiser calls language models to a match',
  ],
  ['bot:9', 'bad-opponent', 'Cannot play against bot:9: there is no bot 9'],
  ['bot:1x', 'bad-opponent', 'Cannot play against "bot:1x": expected house:NAME, bot:ID or open'],
  ['bot:x1', 'bad-opponent', 'Cannot play against "bot:x1": expected house:NAME, bot:ID or open'],
  ['bot:1e0', 'bad-opponent', 'Cannot play against "bot:1e0": expected house:NAME, bot:ID or open'],
  ['bot: 1', 'bad-opponent', 'Cannot play against "bot: 1": expected house:NAME, bot:ID or open'],
  ['cat:1', 'bad-opponent', 'Cannot play against "cat:1": expected house:NAME, bot:ID or open'],
  ['bot:3', 'bad-opponent', 'Cannot play against bot:3: no version of it is ready to play quoridor'],
] as const)('%s is no opponent', (text, code, message) => {
  expect(readPlayer(text, 'quoridor', store)).toEqual(fail(code, message))
})

test('a bot plays only its own challenge', () => {
  expect(readPlayer('bot:1', 'tic-tac-toe', store)).toEqual(
    fail('bad-opponent', 'Cannot play against bot:1: no version of it is ready to play tic-tac-toe'),
  )
  expect(readCalledPlayer('bot:1', 'tic-tac-toe', store)).toEqual(
    fail('other-challenge', 'Cannot start bot 1 in tic-tac-toe: it plays quoridor'),
  )
})

test('an organiser also calls teams, older versions and language models', () => {
  const read = (text: string) => readCalledPlayer(text, 'quoridor', store)
  expect(read('player:2')).toEqual(ok({ kind: 'http', name: 'Bob', person: 2 }))
  expect(read('player:12')).toMatchObject({ value: { person: 12 } })
  expect(read('bot:12')).toMatchObject({ value: { bot: 12 } })
  expect(read('bot:1')).toEqual(ok(racer))
  expect(read('bot:1@2')).toEqual(ok(racer))
  expect(read('bot:1@1')).toEqual(ok({ ...racer, name: 'Ann · racer v1', version: 1 }))
  expect(read('house:random')).toMatchObject({ ok: true })
  expect(read('llm:gpt-5')).toEqual(ok({ kind: 'model', name: 'gpt-5', model: 'llm:gpt-5' }))
  const long = `llm:${'m'.repeat(80)}`
  expect(read(long)).toMatchObject({ value: { name: 'm'.repeat(64), model: long } })
})

test.each([
  ['player:9', 'bad-player', 'There is no player "9"'],
  ['player:2x', 'bad-player', 'There is no player "2x"'],
  ['player:x2', 'bad-player', 'There is no player "x2"'],
  ['player:1e0', 'bad-player', 'There is no player "1e0"'],
  ['player: 1', 'bad-player', 'There is no player " 1"'],
  ['player', 'bad-player', 'There is no player ""'],
  [
    'Ann',
    'bad-player',
    'Cannot call "Ann" to a match: expected player:ID, bot:ID, bot:ID@VERSION or house:NAME',
  ],
  ['bot:', 'bad-player', 'Cannot call "bot:" to a match: expected bot:ID, bot:ID@VERSION or house:NAME'],
  ['bot:1@', 'bad-player', 'Cannot call "bot:1@" to a match: expected bot:ID, bot:ID@VERSION or house:NAME'],
  [
    'bot:1@1x',
    'bad-player',
    'Cannot call "bot:1@1x" to a match: expected bot:ID, bot:ID@VERSION or house:NAME',
  ],
  ['bot:9', 'unknown-bot', 'There is no bot 9'],
  ['bot:3', 'bot-not-ready', 'Cannot start bot 3: no version of it has passed yet'],
  ['bot:1@13', 'bad-version', 'There is no version 13 of bot 1'],
  ['bot:1@11', 'bot-not-ready', 'Cannot start version 11 of bot 1: it did not pass its trial'],
  ['bot:1@3', 'bot-not-ready', 'Cannot start version 3 of bot 1: it did not pass its trial'],
  [
    'bot:1@4',
    'bot-not-ready',
    'Cannot start version 4 of bot 1: the server failed to judge it, try it again',
  ],
  ['bot:1@5', 'bot-not-ready', 'Cannot start version 5 of bot 1: it waits to be built and tried'],
] as const)('an organiser that calls %s is told why not', (text, code, message) => {
  expect(readCalledPlayer(text, 'quoridor', store)).toEqual(fail(code, message))
})

test('a language model of a new match must be one that the arena can call; others are not asked about', () => {
  const asked: string[] = []
  const refusal = fail('bad-model', 'there is no key')
  const models = {
    check(text: string) {
      asked.push(text)
      return text === 'llm:gpt-5' ? ok(undefined) : refusal
    },
  }
  const read = (text: string) => readNewPlayer(text, 'quoridor', store, models)
  expect(read('llm:gpt-5')).toMatchObject({ ok: true, value: { kind: 'model' } })
  expect(read('llm:other')).toEqual(refusal)
  expect(read('bot:1')).toEqual(ok(racer))
  expect(read('bot:9')).toEqual(fail('unknown-bot', 'There is no bot 9'))
  expect(asked).toEqual(['llm:gpt-5', 'llm:other'])
})

test('a team starts a match of its bot, and chooses the version of its own bots alone', () => {
  const read = (first: string, second: string) => readTrialPlayers([first, second], 'quoridor', 1, store)
  expect(read('bot:1@1', 'bot:2')).toEqual(ok([{ ...racer, name: 'Ann · racer v1', version: 1 }, bobs]))
  expect(read('house:random', 'bot:1')).toMatchObject({ ok: true, value: [{ kind: 'house' }, racer] })
  expect(read('bot:2@1', 'bot:1')).toEqual(
    fail('not-your-bot', 'Cannot choose a version of bot 2: it belongs to another team, name it as bot:2'),
  )
  const none = fail('not-your-bot', 'Cannot start this match: name at least one bot of your own')
  expect(read('bot:2', 'house:random')).toEqual(none)
  expect(read('house:random', 'house:random')).toEqual(none)
  expect(read('player:2', 'bot:1')).toEqual(
    fail(
      'forbidden',
      'Cannot call "player:2" to a match: a team starts matches of bots, ask for a game to challenge a team',
    ),
  )
  expect(read('bot:1', 'llm:gpt-5')).toMatchObject({ ok: false, problem: { code: 'forbidden' } })
  expect(read('bot:1', 'cat')).toMatchObject({ ok: false, problem: { code: 'bad-player' } })
})
