import { expect, test } from 'vitest'
import { fail, must, ok } from '../base/result.ts'
import { makeTournament, type WantedTournament } from './make-tournament.ts'
import { headerOf, readHeader } from './tournament-spec.ts'

const enter = (...names: readonly string[]): WantedTournament['entrants'] => {
  const entrants = names.map((name) => ({ name, bot: `./${name}` }))
  return () => ok(entrants)
}

const CUP: WantedTournament = {
  title: 'Cup',
  challenge: 'light-cycle',
  format: 'swiss',
  entrants: enter('ann', 'bob', 'cid'),
  seed: 5,
  how: { times: true },
}

test('what is not given is as the challenge, the format and chance have it', () => {
  const { seed: _, title: _title, ...rest } = CUP
  const made = must(makeTournament(rest))
  const { challenge, format } = made
  expect(made).toStrictEqual({
    challenge,
    settings: challenge.game.presets[challenge.preset],
    rules: challenge.rules,
    entrants: must(CUP.entrants(challenge)),
    format,
    options: must(format.parseOptions({})),
    seed: expect.any(Number),
    openings: true,
    how: { times: true },
  })
  expect([challenge.id, format.id]).toEqual(['light-cycle', 'swiss'])
  expect(must(makeTournament(rest)).seed).not.toBe(made.seed)
})

test('what is given counts, and the header of a log has all of it', () => {
  const made = must(
    makeTournament({
      ...CUP,
      options: { rounds: 3 },
      settings: { width: 12, height: 12 },
      benchAfter: 2,
      nodes: 100,
      rules: (rules) => ({ ...rules, clock: { kind: 'none' } }),
      how: { times: false, sandbox: true },
    }),
  )
  expect(made).toMatchObject({
    title: 'Cup',
    options: { rounds: 3, games: 2 },
    settings: { width: 12, height: 12 },
    rules: { clock: { kind: 'none' } },
    seed: 5,
    benchAfter: 2,
    how: { nodes: 100, times: false, sandbox: true },
  })
  expect(must(readHeader(JSON.stringify(headerOf(made))))).toEqual(made)
})

test.each<[Partial<WantedTournament>, string, string]>([
  [{ challenge: 'chess' }, 'challenge', 'There is no challenge "chess"'],
  [{ format: 'lottery' }, 'format', 'Cannot hold a tournament as "lottery": expected one of round-robin, '],
  [{ options: { games: 'many' } }, 'options.games', 'Cannot set games to "many": expected a whole number'],
  [{ options: { gmes: 2 } }, 'options.gmes', 'Cannot set "gmes": the settings are'],
  [{ format: 'sprt', options: { elo0: 20 }, entrants: enter('a', 'b') }, 'options', 'Cannot read SPRT'],
  [{ settings: { edge: 'round' } }, 'settings.edge', 'Cannot set edge to "round": expected wall or torus'],
  [{ settings: { starts: '99,99' } }, 'settings.starts', 'Cannot set starts to "99,99"'],
  [{ settings: { walls: '99,99' } }, 'settings.walls', 'Cannot place a wall: (99,99) is outside'],
  [{ entrants: enter('ann', 'bob', 'ann') }, 'entrants.2.name', 'Cannot enter "ann" twice'],
  [{ entrants: () => fail('bad-opponent', 'There is no player', '1') }, 'entrants.1', 'There is no player'],
  [{ format: 'sprt' }, 'entrants', 'Cannot test 3 bots: an SPRT compares two'],
  [{ seed: -1 }, 'seed', 'Cannot set seed to -1: expected a whole number from 0 to 9007199254740991'],
  [{ seed: null }, 'seed', 'Cannot set seed to null'],
  [{ benchAfter: 0 }, 'benchAfter', 'Cannot set benchAfter to 0: expected a whole number from 1 to 1000000'],
  [{ nodes: 'many' }, 'nodes', 'Cannot set nodes to "many": expected a whole number from 1 to 1000000000000'],
  [{ openings: 'some' }, 'openings', 'Cannot set openings to "some": expected true or false'],
  [{ rules: (rules) => ({ ...rules, bestOf: 0 }) }, 'rules.bestOf', 'Cannot set bestOf to 0'],
])('%j is refused with its place', (change, at, message) => {
  expect(makeTournament({ ...CUP, ...change })).toMatchObject({
    ok: false,
    problem: { at, message: expect.stringContaining(message) },
  })
})

test.each<[Partial<WantedTournament>, string]>([
  [{ challenge: 'chess' }, 'unknown-challenge'],
  [{ format: 'lottery' }, 'unknown-format'],
  [{ entrants: enter('ann', 'ann') }, 'bad-entrants'],
  [{ format: 'sprt' }, 'bad-entrants'],
  [{ openings: 'some' }, 'bad-setting'],
  [{ seed: -1 }, 'bad-setting'],
])('%j is refused as %s', (change, code) => {
  expect(makeTournament({ ...CUP, ...change })).toMatchObject({ problem: { code } })
})
