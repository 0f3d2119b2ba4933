import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHALLENGES } from '../../src/challenges/index.ts'
import { gamegridHere } from './here.ts'
import { gamegrid } from './run.ts'

let home = ''
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'gamegrid-play-'))
})
afterAll(() => rmSync(home, { recursive: true }))

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? ''

describe('gamegrid play', () => {
  test.each(CHALLENGES.map(({ id }) => id))(
    '%s: the same seed gives the same result and the same record',
    async (id) => {
      const files = [join(home, `${id}-1.jsonl`), join(home, `${id}-2.jsonl`)]
      const words = ['play', id, 'house:random', 'house:random', '--seed', '5', '--json', '--no-times']
      const [one = '', other = ''] = files
      const runs = [
        await gamegrid([...words, '--record', one]),
        await gamegridHere([...words, '--record', other]),
      ]
      for (const run of runs) expect(run).toMatchObject({ code: 0, err: '' })
      expect(runs[0]?.out).toBe(runs[1]?.out)
      expect(readFileSync(one, 'utf8')).toBe(readFileSync(other, 'utf8'))
      const result = JSON.parse(lastLine(runs[0]?.out ?? '')) as {
        rounds: { reason: string }[]
        players: string[]
      }
      expect(result).toMatchObject({ challenge: id, seed: 5, players: ['random-1', 'random-2'] })
      expect(result.rounds.length).toBeGreaterThan(0)
      const verified = await gamegridHere(['replay', one, '--verify'])
      expect(verified).toMatchObject({ code: 0, err: '' })
      expect(lastLine(verified.out)).toMatch(/^The record is valid/)
    },
  )

  test('different seeds give different games', async () => {
    const play = (seed: string) =>
      gamegridHere(['play', 'longest-group', 'house:random', 'house:random', '--seed', seed])
    const first = await play('1')
    expect(first.code).toBe(0)
    expect((await play('2')).out.replace('seed 2', 'seed 1')).not.toBe(first.out)
  })

  test.each([
    ['light-cycle', 'house:voronoi', ['--size', '6'], 'Winner bob'],
    ['light-cycle', 'house:first', ['--size', '6'], 'Tie'],
    ['torus-tron', 'house:voronoi', ['--size', '9x9'], 'bob (Player 2) has won!'],
    ['torus-tron', 'house:first', ['--set', 'walls=none'], 'The game was a draw.'],
  ])("%s against %s ends with the challenge's own last line", async (challenge, bob, options, line) => {
    const words = ['play', challenge, 'ann=house:first', `bob=${bob}`, '--seed', '3', ...options]
    expect(lastLine((await gamegridHere(words)).out)).toBe(line)
  })

  test('--watch prints plain lines and the last board when the output is not a terminal', async () => {
    const { out, code } = await gamegrid([
      'play',
      'tic-tac-toe',
      'house:first',
      'house:random',
      '--seed',
      '4',
      '--watch',
      '--fast',
    ])
    expect(code).toBe(0)
    expect(out).toMatchInlineSnapshot(`
      "Tic-tac-toe Arena: first against random (18 s + 2 s a move, seed 4)
      1. NW
      2. E
      3. N
      4. S
      5. NE
       O │ O │ O 
      ───┼───┼───
         │   │ X 
      ───┼───┼───
         │ X │   
      first won by three in a row
      first wins the match 1–0
      "
    `)
  })

  test('settings change the game', async () => {
    const { out } = await gamegridHere([
      'play',
      'quoridor',
      'house:first',
      'house:random',
      '--seed',
      '1',
      '--size',
      '3',
      '--set',
      'walls=0',
      '--watch',
      '--fast',
    ])
    expect(out).toContain('won by reaching the far side')
    expect(out).not.toMatch(/[a-h][1-8][hv]/)
  })

  test('a human plays by lines, is corrected, may shorten words and may give up', async () => {
    const { out, err, code } = await gamegrid(['play', 'tic-tac-toe', 'human', 'house:first'], {
      input: 'middle\nc\nnw\nsw\nne\nresign\n',
    })
    expect(code).toBe(0)
    expect(err).toContain('Cannot read move "middle"')
    expect(err).toContain('NW is not legal here')
    expect(out).toMatch(/human won by three in a row|first won/)
    const gone = await gamegrid(['play', 'tic-tac-toe', 'human', 'house:first'], { input: '' })
    expect(gone.out).toContain('first won: human resigned on turn 1')
  })

  test('of two humans at one keyboard each line is the move of one', async () => {
    const { out, err, code } = await gamegrid(['play', 'tic-tac-toe', 'ann=human', 'bob=human'], {
      input: 'c\nn\nnw\ns\nse\n',
    })
    expect(code).toBe(0)
    expect(err).not.toContain('is not legal here')
    expect(out).toContain('ann won by three in a row')
    const atOnce = await gamegrid(['play', 'torus-tron', 'ann=human', 'bob=human', '--size', '9'], {
      input: 'up\nresign\nn\n',
    })
    expect(atOnce.err).toContain('Cannot read move "up"')
    expect(atOnce.out).toContain('bob won: ann resigned on turn 1')
  })

  test('a human plays all rounds with the lines of one input, and gives them up at its end', async () => {
    const play = (input: string) => gamegrid(['play', 'boost-tron', 'human', 'house:first'], { input })
    const { out, code } = await play('forward\nresign\nforward\n')
    expect(code).toBe(0)
    expect(out).toContain('Round 1: first won: human resigned on turn 3')
    expect(out).toContain('Round 2: first won: human resigned on turn 4')
    expect((await play('')).out).toContain('first wins the match 2–0')
  })
})

describe('a brain module', () => {
  const PLACE = /^(throws\S*): (Type)?Error: boom.*\n    at (\S+ \()?test\/brains\/\1\.mjs:\d+:\d+\)?\n$/
  /** Faults that show as silence need a clock; the others have no time limit. */
  const isSilent = (brain: string): boolean => brain === 'never.mjs' || brain === 'loops.mjs'
  const playing = (brain: string): readonly string[] => [
    'play',
    'longest-group',
    'house:first',
    `test/brains/${brain}`,
    '--seed',
    '1',
    '--clock',
    isSilent(brain) ? '2s' : '60s',
    '--start-up',
    '60s',
  ]

  test('plays, keeps its memory and logs for its owner', async () => {
    const { code, err, out } = await gamegrid(playing('good.ts'))
    expect(code).toBe(0)
    expect(err).toMatch(/^good: turn 1\ngood: turn 2\n/)
    expect(out).toContain('Longest Group: first against good')
  })

  test.each([
    ['throws-at-once.mjs', 'crashed on turn 1 (loading it threw Error: boom at load)'],
    [
      'plays-when-imported.ts',
      'crashed on turn 1 (plays-when-imported.ts calls playMatch when it is imported: put the call into another file, or below if (import.meta.main))',
    ],
    ['throws.mjs', 'crashed on turn 2 (its move threw TypeError: boom)'],
    ['throws-later.mjs', 'crashed on turn 2 (Error: boom later)'],
    ['rubbish.mjs', 'sent something unreadable on turn 2 (it played {"x":1}, which is not a word)'],
    ['illegal.mjs', 'sent something unreadable on turn 2 (Cannot read move "zz"'],
    ['twice.mjs', 'sent something unreadable on turn 2 (it played 2 times in one turn)'],
    ['silent.mjs', 'ended without an answer on turn 2 (its move returned nothing and did not call play)'],
    ['never.mjs', 'ran out of time on turn 2 (2 s a move)'],
    ['loops.mjs', 'ran out of time on turn 2 (2 s a move)'],
    ['exits.mjs', 'crashed on turn 2 (its thread ended)'],
    ['no-brain.mjs', 'crashed on turn 1 (it exports no brain: expected a default export { name, move })'],
    ['no-move.mjs', 'crashed on turn 1 (its move is nothing: expected a function)'],
    [
      'other-game.mjs',
      'crashed on turn 1 (Cannot play longest-group with other-game: it is a brain for chess)',
    ],
    ['resigns.mjs', 'resigned on turn 2'],
  ])('%s costs that brain the round, in one sentence', async (brain, reason) => {
    const { code, out, err } = await gamegridHere([...playing(brain), '--json'])
    expect(code).toBe(0)
    // An error has a place, for the author of the brain.
    expect(err).toMatch(brain.startsWith('throws') ? PLACE : /^$/)
    const name = brain.replace(/\.m?[jt]s$/, '')
    expect(out.split('\n')[1]).toContain(`first won: ${name} ${reason}`)
    expect(JSON.parse(lastLine(out))).toMatchObject({ winner: 'first' })
  })

  test('that eats all memory is stopped and told so', async () => {
    const { code, out } = await gamegrid([
      'play',
      'longest-group',
      'house:first',
      'test/brains/hoards.mjs',
      '--clock',
      'none',
    ])
    expect(code).toBe(0)
    expect(out).toContain('first won: hoards used more memory than allowed')
  })

  test('that prints does not disturb the result or the terminal', async () => {
    const { out, err } = await gamegrid([...playing('prints.mjs'), '--json'])
    expect(err).toContain(String.raw`prints: hello \x1b[31m from the brain`)
    expect(() => JSON.parse(lastLine(out)) as unknown).not.toThrow()
  })
})

describe('bad input is one sentence and the right exit code', () => {
  const bots = ['house:random', 'house:first']
  test.each([
    [['play', 'quoridr', ...bots], 2, 'Cannot find challenge "quoridr": did you mean quoridor?'],
    [['play', 'chess', ...bots], 2, 'Cannot find challenge "chess": expected one of boost-tron, light-cycle'],
    [['perft', 'quordior', '--depth', '1'], 2, 'Cannot find game "quordior": did you mean quoridor?'],
    [['perft', 'quoridor', '--depth', 'x'], 2, 'Cannot count to depth "x"'],
    [
      ['perft', 'quoridor', '--depth', '1', '--preset', 'smal'],
      2,
      'Cannot find preset "smal": did you mean small?',
    ],
    [['perft', 'quoridor', '--depth', '1', '--moves', 'e2 e2'], 2, 'Cannot play e2: it is illegal there'],
    [['perft', 'quoridor'], 2, "required option '--depth <n>' not specified"],
    [
      ['play', 'quoridor', ...bots, '--sed', '1'],
      2,
      "unknown option '--sed': did you mean one of --seed, --set?",
    ],
    [['plya', 'quoridor', ...bots], 2, "unknown command 'plya': did you mean play?"],
    [['play', 'quoridor', 'house:random'], 2, "missing required argument 'bot2'"],
    [['play', 'quoridor', ...bots, 'house:random'], 2, 'too many arguments'],
    [
      ['play', 'quoridor', 'house:ranodm', 'house:first'],
      2,
      'Cannot find house brain "ranodm": did you mean random?',
    ],
    [
      ['play', 'quoridor', './nowhere.ts', 'house:first'],
      2,
      'Cannot find brain "./nowhere.ts": there is no such file',
    ],
    [
      ['play', 'quoridor', 'python3 nowhere.py', 'house:first'],
      2,
      'Cannot find "nowhere.py": there is no such file',
    ],
    [
      ['play', 'quoridor', 'no-such-program', 'house:first'],
      2,
      'Cannot find program "no-such-program": it is not in PATH',
    ],
    [
      ['play', 'quoridor', './package.json', 'house:first'],
      2,
      'Cannot run "./package.json": it is not executable',
    ],
    [['play', 'quoridor', './src', 'house:first'], 2, 'Cannot find program "./src": it is a folder'],
    [['tournament', 'src/x.yaml'], 2, 'Cannot read tournament "src/x.yaml": there is no such file'],
    [
      ['tournament', 'package.json/x.yaml'],
      2,
      'Cannot read tournament "package.json/x.yaml": a part of its path is a file',
    ],
    [['play', 'quoridor', '', 'house:first'], 2, 'Cannot use "" as a bot: expected a command line'],
    [
      ['play', 'quoridor', 'http://127.0.0.1:9', 'house:first'],
      2,
      'Cannot use "http://127.0.0.1:9" as a bot',
    ],
    [
      ['play', 'quoridor', 'cat', 'house:first', '--wire', 'jsn'],
      2,
      'Cannot find wire "jsn": did you mean json?',
    ],
    [
      ['play', 'torus-tron', 'cat', 'house:first', '--wire', 'light-cycle'],
      2,
      'Cannot speak light-cycle in torus-tron: expected tron on a square',
    ],
    [
      ['play', 'tic-tac-toe', ...bots, '--nodes', 'many'],
      2,
      'Cannot think for "many" positions: expected a whole number from 1 to 999999999999',
    ],
    [['play', 'quoridor', ...bots, '--seed', '-1'], 2, 'Cannot use seed "-1"'],
    [
      ['play', 'quoridor', ...bots, '--seed', '99999999999999999999'],
      2,
      'Cannot use seed "99999999999999999999": expected a whole number from 0 to 9007199254740991',
    ],
    [['play', 'quoridor', ...bots, '--set', 'wals=3'], 2, 'Cannot find setting "wals": did you mean walls?'],
    [['play', 'quoridor', ...bots, '--set', 'walls'], 2, 'Cannot read --set "walls": expected key=value'],
    [
      ['play', 'quoridor', ...bots, '--set', 'walls=99'],
      2,
      'Cannot set walls to 99: expected a whole number from 0 to 20',
    ],
    [['play', 'quoridor', ...bots, '--size', '4'], 2, 'Cannot set size to 4'],
    [
      ['play', 'light-cycle', ...bots, '--size', '1'],
      2,
      'Cannot set width to 1: expected a whole number from 3 to 200',
    ],
    [
      ['play', 'light-cycle', ...bots, '--size', 'big'],
      2,
      'Cannot read size "big": expected a number like 20, or 37x10',
    ],
    ...['play', 'tournament'].map((word): [string[], number, string] => [
      [word, 'boost-tron', 'house:random', 'house:first', '--size', '20'],
      2,
      'Cannot place the first cycle: (33,50) is outside the 20×20 board; set starts that fit every size, as in --size 20 --set "starts=1,1 -2,-2"',
    ]),
    [
      ['play', 'light-cycle', ...bots, '--set', 'walls=10,10'],
      2,
      'Cannot place a wall: (10,10) is outside the 10×10 board',
    ],
    [
      ['play', 'tic-tac-toe', ...bots, '--size', '4'],
      2,
      'Cannot set the size to 4: Tic-tac-toe has one size only',
    ],
    [['play', 'tic-tac-toe', ...bots, '--clock', 'soon'], 2, 'Cannot read clock "soon"'],
    [
      ['play', 'tic-tac-toe', ...bots, '--record', '/nowhere/x.jsonl'],
      2,
      'Cannot write record "/nowhere/x.jsonl": there is no such folder',
    ],
    [['replay', '/nowhere/x.jsonl'], 2, 'Cannot read record "/nowhere/x.jsonl": there is no such file'],
    [['replay', '/tmp'], 2, 'Cannot read record "/tmp": it is a folder'],
    [['replay', 'package.json/x'], 2, 'Cannot read record "package.json/x": a part of its path is a file'],
    [
      ['replay', 'package.json'],
      1,
      'Cannot follow the record at line 1: it is not the header of a gamegrid record',
    ],
  ])('%j', async (args, code, sentence) => {
    const ran = await gamegridHere(args)
    expect(ran.err).toContain(`gamegrid: ${sentence}`)
    expect(ran.err.trimEnd().split('\n')).toHaveLength(1)
    expect(ran.code).toBe(code)
    expect(ran.out).toBe('')
  })

  test.each([
    [['play', 'chess', ...bots], 2],
    [['replay', 'package.json'], 1],
  ])('%j: also for a shell', async (args, code) => {
    const ran = await gamegrid(args)
    expect(ran).toEqual(await gamegridHere(args))
    expect(ran.code).toBe(code)
  })

  test('a truncated or changed record is named by its line', async () => {
    const file = join(home, 'whole.jsonl')
    await gamegridHere(['play', 'tic-tac-toe', ...bots, '--seed', '2', '--record', file])
    const whole = readFileSync(file, 'utf8')
    const broken = join(home, 'broken.jsonl')
    writeFileSync(broken, whole.slice(0, -20))
    expect(await gamegridHere(['replay', broken, '--verify'])).toMatchObject({ code: 1, out: '' })
    writeFileSync(broken, whole.split('\n').slice(0, 5).join('\n'))
    expect((await gamegridHere(['replay', broken])).err).toMatch(
      /^gamegrid: Cannot follow the record at line 5: the record ends before its result\n$/,
    )
    writeFileSync(broken, whole.replace('"text":"N', '"text":"S'))
    expect((await gamegridHere(['replay', broken, '--verify'])).err).toMatch(/at line \d+: /)
    writeFileSync(broken, Buffer.from([0xff, 0xfe, 0x00]))
    expect((await gamegridHere(['replay', broken])).err).toMatch(/it is not a text file/)
  })

  test.each([
    ['a setting', { settings: { ['\u001B]0;title\u0007' + 'x'.repeat(1e5)]: 1 } }],
    ['the format', { gamegrid: '\u009B31m\u202E' + 'x'.repeat(1e5) }],
    ['the game', { game: '\u009B31m' }],
    ['the version of the rules', { version: '\u009B31m' }],
  ])(
    '%s of a record with signs for the terminal is named without them, and shortened',
    async (_, changes) => {
      const file = join(home, 'signs.jsonl')
      await gamegridHere(['play', 'tic-tac-toe', ...bots, '--seed', '2', '--record', file])
      const [header = ''] = readFileSync(file, 'utf8').split('\n')
      writeFileSync(file, `${JSON.stringify({ ...(JSON.parse(header) as object), ...changes })}\n`)
      const { code, err } = await gamegridHere(['replay', file])
      expect([code, err]).toEqual([1, expect.stringMatching(/^gamegrid: [^\p{C}]{30,300}\n$/u)])
    },
  )

  test.each([
    ['an argument', (signs: string) => ['connect', signs, 'house:random']],
    ['an option', (signs: string) => ['replay', `--${signs}.jsonl`]],
    ['a command', (signs: string) => [signs]],
    ['a topic of the help', (signs: string) => ['help', signs]],
  ])('%s with signs for the terminal is shown without them', async (_, args) => {
    const { code, err } = await gamegridHere(args('\u001B]0;title\u0007\u009B31m'))
    expect([code, err]).toEqual([2, expect.stringMatching(/^gamegrid: [^\p{C}]+\n$/u)])
  })
})

describe('perft', () => {
  test.each([
    [['quoridor', '--depth', '1'], '131'],
    [['quoridor', '--depth', '3'], '2062264'],
    [['quoridor', '--moves', 'e2 e8', '--depth', '1'], '132'],
    [['tic-tac-toe', '--depth', '9'], '127872'],
    [['tic-tac-toe', '--depth', '0'], '1'],
    [['tron', '--depth', '2'], '36'],
    [['tron', '--preset', 'torus-tron', '--depth', '1'], '16'],
    [['tron', '--preset', 'boost-tron', '--depth', '2'], '36'],
    [['longest-group', '--moves', '0 0 1,0', '--depth', '1'], '119'],
  ])('%j prints one number', async (args, number) => {
    expect(await gamegridHere(['perft', ...args])).toEqual({ code: 0, out: `${number}\n`, err: '' })
  })

  test('prints it for a shell, too', async () => {
    const ran = await gamegrid(['perft', 'tic-tac-toe', '--depth', '0'])
    expect(ran).toEqual({ code: 0, out: '1\n', err: '' })
  })
})

test('help and lists are there for a newcomer', async () => {
  const help = await gamegrid(['--help'])
  expect(help).toMatchObject({ code: 0, err: '' })
  expect(help.out).toContain('play one match here')
  const games = await gamegridHere(['games'])
  for (const { id } of CHALLENGES) expect(games.out).toContain(id)
  expect((await gamegridHere(['brains'])).out).toContain('house:random')
  expect((await gamegridHere(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect((await gamegridHere([])).code).toBe(2)
})
