import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { boostTron } from '../challenges/boost-tron.ts'
import { readMarksFile, readTournamentFile } from './tournament-file.ts'
import { readTournament, type TournamentFlags } from './read-tournament.ts'

const folder = mkdtempSync(join(tmpdir(), 'gamegrid-file-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = join(folder, 'cup.yaml')
const read = (text: string) => {
  writeFileSync(file, text)
  return readTournamentFile(file)
}
const mistake = (text: string): string => {
  try {
    readTournament(read(text), {}, undefined)
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  return 'nothing wrong'
}

const good = `challenge: light-cycle
entrants: [house:random, house:first]
`

describe('a tournament file', () => {
  test('says all that can be said', () => {
    expect(
      read(`title: Summer cup
challenge: light-cycle
seed: 42
format: { kind: swiss, rounds: 5, games: 2, tieBreaks: [buchholz, wins] }
size: 12
settings: { seats: fixed }
clock: 500ms
nodes: 1000
workers: 4
benchAfter: 3
sandbox: true
data: results
judges: marks.yaml
report: [html, md]
entrants:
  - house:random
  - name: Team Rocket
    bot: python3 bots/rocket.py --fast
`),
    ).toMatchObject({
      title: 'Summer cup',
      challenge: { id: 'light-cycle' },
      seed: 42,
      format: { id: 'swiss' },
      options: { rounds: 5, games: 2, tieBreaks: ['buchholz', 'wins'] },
      settings: { width: 12, height: 12, seats: 'fixed' },
      clock: { kind: 'per-move', ms: 500 },
      workers: 4,
      benchAfter: 3,
      report: ['html', 'md'],
      entrants: [{ bot: 'house:random' }, { name: 'Team Rocket', bot: 'python3 bots/rocket.py --fast' }],
    })
  })

  test.each([
    ['challenge: [', /^cup\.yaml:1:13: Cannot read YAML: /],
    ['challenge: a\nchallenge: b\n', /^cup\.yaml:2:1: Cannot read YAML: map keys must be unique/],
    ['just text', /^cup\.yaml:1:1: Cannot read tournament: expected keys and values/],
    ['entrants: []\n', /^cup\.yaml:1:1: Cannot read tournament: expected challenge, one of boost-tron/],
    ['challenge: light-cycle\n', /^cup\.yaml:1:1: Cannot read tournament: expected entrants, a list of bots/],
    [
      good.replace('light-cycle', 'light-cicle'),
      /^cup\.yaml:1:12: Cannot find challenge "light-cicle": did you mean light-cycle\?$/,
    ],
    [`${good}seeed: 4\n`, /^cup\.yaml:3:1: Cannot find setting "seeed": did you mean seed\?$/],
    [`${good}seed: -4\n`, /^cup\.yaml:3:7: Cannot set seed to -4: expected a whole number from 0/],
    [`${good}seed: many\n`, /^cup\.yaml:3:7: Cannot set seed to "many"/],
    [`${good}workers: 0\n`, /^cup\.yaml:3:10: Cannot set workers to 0/],
    [`${good}clock: soon\n`, /^cup\.yaml:3:8: Cannot read clock "soon"/],
    [`${good}sandbox: maybe\n`, /^cup\.yaml:3:10: Cannot set sandbox to "maybe": expected true or false$/],
    [`${good}size: huge\n`, /^cup\.yaml:3:7: Cannot read size "huge"/],
    [`${good}settings:\n  widht: 4\n`, /^cup\.yaml:4:3: Cannot find setting "widht": did you mean width\?$/],
    [
      `${good}settings:\n  edge: round\n`,
      /^cup\.yaml:4:9: Cannot set edge to "round": expected wall or torus$/,
    ],
    [`${good}settings: 4\n`, /^cup\.yaml:3:11: Cannot read settings 4/],
    [`${good}format: lottery\n`, /^cup\.yaml:3:9: Cannot find format "lottery": expected one of round-robin/],
    [`${good}format:\n  games: 2\n`, /^cup\.yaml:4:3: Cannot read format: expected kind/],
    [
      `${good}format:\n  kind: swiss\n  gaems: 2\n`,
      /^cup\.yaml:5:3: Cannot find setting "gaems": did you mean games\?$/,
    ],
    [
      `${good}format:\n  kind: swiss\n  games: many\n`,
      /^cup\.yaml:5:10: Cannot set games to "many": expected a whole number from 1 to 1000$/,
    ],
    [
      `${good}format:\n  kind: sprt\n  elo0: 20\n`,
      /^cup\.yaml:4:3: Cannot read SPRT .* expected elo0 to be less than elo1$/,
    ],
    [
      'challenge: light-cycle\nentrants: house:random\n',
      /^cup\.yaml:2:11: Cannot read entrants "house:random": expected a list/,
    ],
    ['challenge: light-cycle\nentrants:\n  - 4\n', /^cup\.yaml:3:5: Cannot read entrant 4/],
    [
      'challenge: light-cycle\nentrants:\n  - { name: x }\n',
      /^cup\.yaml:3:5: Cannot read entrant: expected bot/,
    ],
    [
      'challenge: light-cycle\nentrants:\n  - { name: "a\\nb", bot: x }\n',
      /^cup\.yaml:3:13: Cannot use name/,
    ],
    [
      'challenge: light-cycle\nentrants:\n  - { name: a, bot: x }\n  - { name: a, bot: y }\n',
      /^cup\.yaml:4:13: Cannot enter "a" twice: expected another name$/,
    ],
    [
      `${good}size: 3\nsettings: { starts: "5,5,e 1,1,w" }\n`,
      /^cup\.yaml:4:21: Cannot place the first cycle/,
    ],
    [`${good}size: 1000\n`, /^cup\.yaml:3:7: Cannot set width to 1000/],
    [`${good}seed:\n`, /^cup\.yaml:3:6: Cannot set seed to null/],
    [
      'challenge: light-cycle\nentrants: [*python, house:first]\n',
      /^cup\.yaml:2:12: Cannot read YAML: expected the anchor &python before the alias \*python$/,
    ],
    [
      'challenge: light-cycle\nentrants: &all [house:first, [*all]]\n',
      /^cup\.yaml:2:31: Cannot read YAML: the alias \*all is a part of what it stands for$/,
    ],
    [
      `challenge: light-cycle\nentrants:\n  - &a0 [x]\n${Array.from({ length: 12 }, (_, index) => `  - &a${index + 1} [${`*a${index}, `.repeat(9)}]\n`).join('')}`,
      /^cup\.yaml:\d+:\d+: Cannot read YAML: expected at most 1000 aliases, also within aliases$/,
    ],
  ])('is refused with the place of the mistake: %j', (text, expected) => {
    expect(mistake(text)).toMatch(expected)
  })

  test('may name a value once and use it again', () => {
    const text = 'challenge: light-cycle\nentrants: [&bot { name: a, bot: x }, house:first, *bot]\n'
    expect(read(text).entrants).toEqual([
      { name: 'a', bot: 'x' },
      { bot: 'house:first' },
      { name: 'a', bot: 'x' },
    ])
  })

  test.each<[string, TournamentFlags, RegExp]>([
    ['settings: { width: 20 }\n', { set: ['width=many'] }, /^Cannot set width to "many"/],
    ['format: { kind: swiss, games: 2 }\n', { games: 'many' }, /^Cannot set games to "many"/],
    [
      'format: { kind: swiss, games: 2 }\n',
      { format: 'round-robin', games: '0' },
      /^Cannot set games to "0"/,
    ],
    ['format: sprt\n', { setFormat: ['elo0=20'] }, /^Cannot read SPRT/],
    [
      'format: { kind: swiss, games: many }\n',
      { setFormat: ['rounds=3'] },
      /^cup\.yaml:3:31: Cannot set games/,
    ],
  ])('%j with the flags %j: what a flag says is not looked for in the file', (text, flags, expected) => {
    expect(() => readTournament(read(good + text), flags, undefined)).toThrow(expected)
  })

  test('that is not there is named', () => {
    expect(() => readTournamentFile(join(folder, 'none.yaml'))).toThrow(/there is no such file$/)
  })
})

test('a byte order mark before the first line does not matter', () => {
  const text = 'challenge: tic-tac-toe\nentrants: [house:first, house:random]\nseed: many\n'
  const places = ['', '\uFEFF'].map((mark) => read(mark + text).where('seed'))
  expect(places).toEqual(['cup.yaml:3:7', 'cup.yaml:3:7'])
  expect(() => read('\uFEFFgame: chess\n')).toThrow(/^cup\.yaml:1:1: /)
})

describe('a file of marks', () => {
  const marks = (text: string) => {
    writeFileSync(file, text)
    return readMarksFile(file, boostTron, ['ann', 'bob'])
  }

  test('gives each judge and entrant its points', () => {
    expect(marks('eve: { ann: 17, bob: 12.5 }\nfay: { bob: 20 }\n')).toEqual([
      { judge: 'eve', entrant: 'ann', points: 17 },
      { judge: 'eve', entrant: 'bob', points: 12.5 },
      { judge: 'fay', entrant: 'bob', points: 20 },
    ])
  })

  test.each([
    ['eve: { anne: 17 }\n', /^cup\.yaml:1:8: Cannot find entrant "anne": did you mean ann\?$/],
    ['eve: { ann: 21 }\n', /^cup\.yaml:1:13: Cannot read mark 21: expected a number from 0 to 20/],
    ['eve: 4\n', /^cup\.yaml:1:6: Cannot read the marks of "eve"/],
  ])('is refused with the place of the mistake: %j', (text, expected) => {
    expect(() => marks(text)).toThrow(expected)
  })
})
