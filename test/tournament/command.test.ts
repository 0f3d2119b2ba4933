import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { TournamentResult } from '../../src/api/tournament-result.ts'
import { parseLedgerEntry } from '../../src/tournament-runner/ledger-entry.ts'
import { gamegridHere } from '../cli/here.ts'
import { asAnyUser, command, gamegrid, root, type Ran } from '../cli/run.ts'

const home = mkdtempSync(join(tmpdir(), 'gamegrid-tournament-'))
afterAll(() => rmSync(home, { recursive: true }))

let folders = 0
const newFolder = (): string => join(home, `data-${++folders}`)
const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? ''
const resultOf = ({ out }: Ran): TournamentResult => JSON.parse(lastLine(out)) as TournamentResult
const wordsOf = (words: string, folder: string, more: readonly string[]): readonly string[] => [
  'tournament',
  ...words.split(' '),
  '--data',
  folder,
  ...more,
]
const tournament = (words: string, folder: string, ...more: string[]): Promise<Ran> =>
  gamegridHere(wordsOf(words, folder, more))
/** The same, with the command as a process of its own. */
const tournamentApart = (words: string, folder: string, ...more: string[]): Promise<Ran> =>
  gamegrid(wordsOf(words, folder, more))
const brain = (name: string): string => join(root, 'test/brains', `${name}.mjs`)

/** The command as a process of its own, without the rights that root has. */
function asUser(...words: readonly string[]): readonly [code: number | null, err: string] {
  const [program = '', ...args] = [...asAnyUser, process.execPath, command, ...words]
  const env = { ...process.env, NO_COLOR: '1' }
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8', env })
  return [status, stderr]
}

test.each(['lock', 'results.jsonl'])(
  'a tournament whose file %s may not be written to is not continued, and one sentence says why',
  async (name) => {
    const folder = newFolder()
    const words = 'tic-tac-toe house:first house:random --nodes 1 --seed 1'
    expect(await tournament(words, folder)).toMatchObject({ code: 0 })
    writeFileSync(join(folder, name), '', { flag: 'a' })
    chmodSync(join(folder, name), 0o444)
    expect(asUser(...wordsOf(words, folder, ['--resume']))).toEqual([
      1,
      `gamegrid: Cannot use folder "${folder}": it cannot be written\n`,
    ])
  },
)

test('a folder whose seed was changed after matches were played is refused in one sentence', async () => {
  const folder = newFolder()
  const words =
    'tic-tac-toe house:first house:random house:perfect house:first --format double-elimination --nodes 1'
  expect(await tournament(`${words} --seed 1`, folder)).toMatchObject({ code: 0 })
  const file = join(folder, 'results.jsonl')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"seed":1,', '"seed":2,'))
  const expected = `that result or line 1 of ${file} was changed\n`
  for (const more of [
    ['--resume', '--data', folder],
    ['report', folder],
  ]) {
    const { code, err } = await gamegridHere(['tournament', ...more])
    expect([code, err]).toEqual([2, expect.stringMatching(/^gamegrid: Cannot use the result of .*\n$/)])
    expect(err).toContain(expected)
  }
})

test('a folder in the place of results.jsonl is refused in one sentence', async () => {
  const folder = newFolder()
  const file = join(folder, 'results.jsonl')
  mkdirSync(file, { recursive: true })
  const words = 'tic-tac-toe house:first house:random --nodes 1 --seed 1'.split(' ')
  for (const more of [
    [...words, '--data', folder],
    [...words, '--resume', '--data', folder],
    ['--resume', '--data', folder],
    ['report', folder],
  ])
    expect(await gamegridHere(['tournament', ...more])).toMatchObject({
      err: `gamegrid: Cannot read ${file}: it is a folder\n`,
    })
})

test('a report or a mark for a folder of another user is refused in one sentence', async () => {
  const folder = newFolder()
  expect(await tournament('boost-tron house:baseline house:hugger --nodes 1 --seed 1', folder)).toMatchObject(
    {
      code: 0,
    },
  )
  chmodSync(folder, 0o555)
  onTestFinished(() => chmodSync(folder, 0o755))
  const refused = [1, expect.stringMatching(/^gamegrid: Cannot use ".+": this user has no permission\n$/)]
  expect(asUser('tournament', 'report', folder, '--report', 'csv')).toEqual(refused)
  expect(asUser('tournament', 'judge', folder, 'Ada', 'baseline', '10')).toEqual(refused)
})

describe('a tournament', () => {
  const words =
    'tic-tac-toe house:perfect house:random house:first house:baseline --format round-robin-knock-out --nodes 40 --seed 6 --json --no-times'

  test('gives the same bytes with 1, 2 and 4 workers', async () => {
    const all = [1, 2, 4].map((workers) => ({ workers, folder: newFolder() }))
    const ran: Ran[] = []
    for (const { workers, folder } of all)
      ran.push(await tournamentApart(words, folder, '--workers', String(workers)))
    for (const one of ran) expect(one).toMatchObject({ code: 0, err: '' })
    expect(resultOf(ran[0]!)).toMatchObject({ isDone: true, matches: { played: 10 }, seed: 6 })
    const [first = '', ...others] = all.map(({ folder }) => folder)
    const records = readdirSync(join(first, 'records'))
    expect(records).toHaveLength(10)
    for (const [at, folder] of others.entries()) {
      expect(lastLine(ran[at + 1]!.out)).toBe(lastLine(ran[0]!.out))
      expect(readdirSync(join(folder, 'records'))).toEqual(records)
      for (const file of records)
        expect(readFileSync(join(folder, 'records', file), 'utf8')).toBe(
          readFileSync(join(first, 'records', file), 'utf8'),
        )
    }

    // All files are the same to the byte; with one worker also in the same order.
    const twin = newFolder()
    expect(await tournament(words, twin, '--workers', '1', '--report', 'html,csv,json,md')).toMatchObject({
      code: 0,
    })
    await gamegridHere(['tournament', 'report', first, '--report', 'html,csv,json,md'])
    const kept = readdirSync(twin).filter((name) => /\.(jsonl|csv|json|md|html)$/.test(name))
    expect(kept).toEqual(expect.arrayContaining(['results.jsonl', 'statistics.csv', 'report.json']))
    for (const file of kept)
      expect(readFileSync(join(twin, file), 'utf8'), file).toBe(readFileSync(join(first, file), 'utf8'))
    expect(readFileSync(join(twin, 'results.jsonl'), 'utf8')).not.toContain('"took"')

    // Every record is valid. A finished tournament can be shown again, but not started again.
    const verified = await gamegridHere(['replay', join(first, 'records', records[0]!), '--verify'])
    expect(lastLine(verified.out)).toMatch(/^The record is valid/)
    const again = await tournament(words, first, '--resume')
    expect(again.code).toBe(0)
    expect(lastLine(again.out)).toBe(lastLine(ran[0]!.out))
    expect(await tournament(words, first)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^gamegrid: Cannot begin a tournament in .*--resume goes on with it\n$/),
    })
    expect(await tournament(words, first, '--resume', '--seed', '7')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/another tournament, with seed 6 instead of 7\n$/),
    })
    const shown = await gamegridHere(['tournament', 'report', first, '--report', 'html,md', '--json'])
    expect(shown.code).toBe(0)
    expect(lastLine(shown.out)).toBe(lastLine(ran[0]!.out))
    expect(readFileSync(join(first, 'report.html'), 'utf8')).toContain('class="bracket"')
    expect(readFileSync(join(first, 'report.md'), 'utf8')).toContain('## Knock-out')
  })

  test('benches a bot that keeps crashing, with its reason, and goes on', async () => {
    const folder = newFolder()
    const ran = await tournament(
      `tic-tac-toe house:first bad=${brain('throws')} house:random loud=${brain('prints')} --games 2 --seed 1 --bench-after 2 --json`,
      folder,
    )
    expect(ran).toMatchObject({ code: 0, err: '' })
    const result = resultOf(ran)
    const bad = result.standings.find(({ name }) => name === 'bad')
    expect(bad).toMatchObject({ place: 4, out: 'benched after round 1, with 2 faults or more' })
    expect(result.matches).toEqual({ played: 8, forfeited: 4, void: 0 })
    expect(result.statistics.find(({ name }) => name === 'bad')).toMatchObject({ crashes: 2, rounds: 2 })
    expect(ran.out).toMatch(/^bad is benched after round 1/m)
    expect(ran.out).toContain('bad was benched after round 1')
    const logs = readdirSync(join(folder, 'logs'))
    expect(logs.some((file) => file.endsWith('-loud.txt'))).toBe(true)
  })

  test('tells how much memory a program had, but not in its result', async () => {
    const folder = newFolder()
    const script = join(home, 'heavy.py')
    const turn = ['  print("ready", flush=True)', '  input()', '  print("forward", flush=True)']
    const lines = [
      'held = b"x" * (50 << 20)',
      'print("ready", flush=True)',
      'input()',
      'while True:',
      ...turn,
    ]
    writeFileSync(script, lines.join('\n'))
    const words = ['light-cycle', 'house:first', `heavy=python3 ${script}`, '--seed', '1', '--games', '1']
    const ran = await gamegridHere(['tournament', ...words, '--data', folder, '--json'])
    expect(ran.code).toBe(0)
    const entry = parseLedgerEntry(lastLine(readFileSync(join(folder, 'results.jsonl'), 'utf8')))
    const heavy = entry?.players.indexOf('heavy') ?? -1
    expect(entry?.took?.memory?.[heavy]).toBeGreaterThan(50 << 20)
    expect(entry?.took?.memory?.[1 - heavy]).toBeUndefined()
    expect(ran.out).toMatch(/^ +entrant .* memory$/m)
    expect(ran.out).toMatch(/^ +heavy .* \d+\.\d MiB$/m)
    expect(ran.out).toMatch(/^ +first .* ·$/m)
    expect(lastLine(ran.out)).not.toMatch(/memory|Bytes/)
  })

  test('with --sprt stops as soon as it knows', async () => {
    const ran = await tournament(
      'tic-tac-toe house:perfect house:random --nodes 40 --seed 1 --json --sprt elo0=0 elo1=400',
      newFolder(),
    )
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(resultOf(ran)).toMatchObject({ isDone: true, sprt: { verdict: 'H1' } })
    expect(ran.out).toMatch(/^\[3 of at most 40000\] pair 2: /m)
    expect(ran.out).toContain(
      'H1 is accepted: perfect is stronger by about 400 points rather than equally strong',
    )
  })

  test('goes on with a house brain that is no rung any more', async () => {
    const folder = newFolder()
    const old =
      'quoridor house:search-1600 house:first house:random --games 2 --nodes 5 --seed 1 --json --no-times'
    const ran = await tournament(old, folder)
    expect(ran).toMatchObject({ code: 0, err: '' })
    const results = join(folder, 'results.jsonl')
    const entries = readFileSync(results, 'utf8').trimEnd().split('\n')
    // The folder as it was when the old version was stopped before the last match.
    writeFileSync(results, `${entries.slice(0, -1).join('\n')}\n`)
    const again = await gamegridHere(['tournament', '--resume', '--data', folder, '--json'])
    expect(again).toMatchObject({ code: 0, err: '' })
    expect(resultOf(again)).toEqual(resultOf(ran))
    expect(resultOf(again).standings[0]?.name).toBe('search-1600')
    expect(readFileSync(results, 'utf8').trimEnd().split('\n')).toHaveLength(entries.length)
    const [record = ''] = readdirSync(join(folder, 'records'))
    const verified = await gamegridHere(['replay', join(folder, 'records', record), '--verify'])
    expect(lastLine(verified.out)).toMatch(/^The record is valid/)
  })

  test('--dry-run prints the schedule and plays nothing', async () => {
    const folder = newFolder()
    const { code, out } = await tournament(
      'quoridor house:first house:random house:walker --seed 3 --dry-run',
      folder,
    )
    expect(code).toBe(0)
    expect(out).toMatch(/rr-1v2-g1 +round robin/)
    expect(out).toMatch(
      /Estimated time with 1 at once: about \d+ s if bots answer at once, about \d+ .* all its time/,
    )
    expect(existsSync(folder)).toBe(false)
  })

  test('--dry-run of an SPRT estimates the time of a pair: how many it takes is not known', async () => {
    const { code, out } = await tournament(
      'tic-tac-toe house:perfect house:random --format sprt --seed 3 --dry-run',
      newFolder(),
    )
    expect(code).toBe(0)
    expect(out).toMatch(/Estimated time of a pair of matches with 1 at once: about \d+ s if bots answer/)
  })

  test('--demo is a round robin that seeds a knock-out', async () => {
    const { code, out, err } = await gamegridHere([
      'tournament',
      '--demo',
      '--nodes',
      '10',
      '--data',
      newFolder(),
    ])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^\[\d+\/\d+\] final: /m)
    expect(out).toContain('Third place')
  })
})

describe('judges', () => {
  test('add points that are private until they are published', async () => {
    const folder = newFolder()
    const marks = join(home, 'marks.yaml')
    writeFileSync(marks, 'eve: { first: 20, random: 3 }\n')
    const ran = await tournament(
      'boost-tron house:first house:random --format single-elimination --nodes 10 --seed 2 --size 12x10',
      folder,
      '--set',
      'starts=3,5,e 8,5,w',
      '--judges',
      marks,
      '--report',
      'md',
      '--json',
    )
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(ran.out).toContain('2 marks of judges are private until: gamegrid tournament publish')
    const [winner, loser] = resultOf(ran).standings
    expect([winner?.total, loser?.total]).toEqual([50, 45])

    const judge = (...words: string[]): Promise<Ran> =>
      gamegridHere(['tournament', 'judge', folder, ...words])
    expect(await judge('fay', loser!.name, '20')).toMatchObject({ code: 0, err: '' })
    expect(await judge('fay', 'nobody', '20')).toMatchObject({ code: 2 })
    expect((await judge('fay', loser!.name, '20.5')).err).toContain('expected a number from 0 to 20')
    expect(readFileSync(join(folder, 'report.md'), 'utf8')).not.toContain('judges |')

    expect(await gamegridHere(['tournament', 'publish', folder])).toMatchObject({
      code: 0,
      out: expect.stringContaining('judges'),
    })
    expect(readFileSync(join(folder, 'report.md'), 'utf8')).toContain('judges |')
    const after = resultOf(await gamegridHere(['tournament', 'report', folder, '--json']))
    const marksOf = (name: string): number => (name === 'first' ? 20 : 3)
    const judged = { [winner!.name]: marksOf(winner!.name), [loser!.name]: (marksOf(loser!.name) + 20) / 2 }
    for (const { name, points, total } of after.standings) expect(total).toBe(points + (judged[name] ?? 0))
  })

  test('have nothing to say where points go by results', async () => {
    const folder = newFolder()
    await tournament('tic-tac-toe house:first house:random --games 1 --nodes 5 --seed 2', folder)
    expect(await gamegridHere(['tournament', 'judge', folder, 'eve', 'first', '4'])).toMatchObject({
      code: 2,
      err: 'gamegrid: Cannot add a mark: no judges decide in this contest\n',
    })
  })
})

/** Sends Ctrl-C when a printed line matches. An impatient user sends it again and again. */
function interrupt(args: readonly string[], when: RegExp, isPatient = true): Promise<Ran> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [command, 'tournament', ...args])
    let [out, err] = ['', '']
    let timer: NodeJS.Timeout | undefined
    const press = (): boolean => child.kill('SIGINT')
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const before = out
      out += text
      // It has reacted: another Ctrl-C might hit it while it exits.
      if (out.includes('Standings so far')) clearInterval(timer)
      if (when.test(before) || !when.test(out)) return
      press()
      // Lines that come together count as one press.
      press()
      if (!isPatient) timer = setInterval(press, 100)
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text
    })
    child.on('close', (code) => {
      clearInterval(timer)
      done({ code: code ?? -1, out, err })
    })
  })
}

describe('Ctrl-C', () => {
  test('lets running matches end, and says how to go on', async () => {
    const folder = newFolder()
    const words =
      'tic-tac-toe house:first house:random house:baseline --nodes 10 --seed 4 --games 2 --workers 2 --data'
    const args = [...words.split(' '), folder]
    const { code, err, out } = await interrupt(args, /^\[1\//m)
    expect(code).toBe(1)
    expect(err).toMatch(
      /Interrupted after \d of 6 matches: gamegrid tournament --resume --data .* goes on\n$/,
    )
    expect(out).toContain('Standings so far')
    const rest = await gamegridHere(['tournament', '--resume', '--data', folder, '--json'])
    expect(rest).toMatchObject({ code: 0 })
    expect(resultOf(rest)).toMatchObject({ isDone: true, matches: { played: 6 } })
    const told = [...out.matchAll(/\((rr-\S+)\)$/gm), ...rest.out.matchAll(/\((rr-\S+)\)$/gm)].map(
      ([, key]) => key,
    )
    expect(told.toSorted()).toEqual([
      'rr-1v2-g1',
      'rr-1v2-g2',
      'rr-1v3-g1',
      'rr-1v3-g2',
      'rr-2v3-g1',
      'rr-2v3-g2',
    ])
  })

  test('twice ends matches that would go on for long', async () => {
    const folder = newFolder()
    const args = ['tic-tac-toe', 'house:first', `slow=${brain('never')}`, '--clock', '10m', '--data', folder]
    const { code, err } = await interrupt(args, /^Everything is kept/m, false)
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringContaining('Interrupted after 0 of 2 matches'),
    })
    expect(readFileSync(join(folder, 'results.jsonl'), 'utf8').trimEnd().split('\n')).toHaveLength(1)
  })
})

describe('--resume with only the folder', () => {
  const folder = newFolder()
  const words =
    'tic-tac-toe house:first house:random house:baseline --clock 3s --seed 4 --games 2 --no-times --data'
  const begin = async (): Promise<void> => {
    const ran = await gamegridHere(['tournament', ...words.split(' '), folder])
    expect(ran).toMatchObject({ code: 0 })
  }
  const resume = (flags: string): Promise<Ran> =>
    gamegridHere(['tournament', '--resume', '--data', folder, ...flags.split(' ').filter(Boolean)])

  test('takes flags that equal what was begun, and flags that only concern this run', async () => {
    await begin()
    for (const flags of [
      '',
      '--clock 3s --seed 4 --games 2 --no-times --format round-robin',
      '--workers 2 --json --report md',
      '--openings',
    ])
      expect(await resume(flags), flags).toMatchObject({ code: 0, err: '' })
  })

  test.each([
    ['--clock 100ms', 'other rules or another clock'],
    ['--start-up 9s', 'other rules or another clock'],
    ['--seed 9', 'seed 4 instead of 9'],
    ['--games 30', 'other settings of the format'],
    ['--nodes 20', 'other ways to run its bots'],
    ['--pty', 'other ways to run its bots'],
    ['--format ladder', 'format "round-robin" instead of "ladder"'],
    ['--bench-after 3', 'benchAfter'],
    ['--clock 100ms --dry-run', 'other rules or another clock'],
  ])('refuses %s', async (flags, why) => {
    const { code, err, out } = await resume(flags)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(`it holds another tournament, with ${why}`)
  })

  test('refuses another size, also that of the challenge itself', async () => {
    const board = newFolder()
    const bots = ['light-cycle', 'house:random', 'house:first', '--nodes', '5', '--size', '12']
    expect(await gamegridHere(['tournament', ...bots, '--data', board])).toMatchObject({ code: 0 })
    const again = (size: string): Promise<Ran> =>
      gamegridHere(['tournament', '--resume', '--data', board, '--size', size])
    expect(await again('12')).toMatchObject({ code: 0 })
    expect(await again('20')).toMatchObject({ code: 2, err: expect.stringContaining('settings of the game') })
  })
})

describe('a command that cannot be understood ends with one sentence', () => {
  const file = join(home, 'cup.yaml')
  writeFileSync(file, 'challenge: tic-tac-toe\nentrants:\n  - house:first\n  - house:nobody\n')
  test.each([
    ['', /^Cannot begin a tournament: expected a file, or a challenge and its bots/],
    ['chess a b', /^Cannot find challenge "chess"/],
    ['tic-tac-toe house:first', /^Cannot begin a tournament with one bot: expected two or more/],
    ['tic-tac-toe house:first human', /^Cannot enter human in a tournament/],
    ['tic-tac-toe a=house:first a=house:random', /^Cannot enter "a" twice: expected another name/],
    ['tic-tac-toe house:first house:random --format lottery', /^Cannot find format "lottery"/],
    [
      'tic-tac-toe house:first house:random --set-format gmes=2',
      /^Cannot find setting "gmes": did you mean games\?/,
    ],
    ['tic-tac-toe house:first house:random --games many', /^Cannot set games to "many"/],
    ['tic-tac-toe house:first house:random --workers 0', /^Cannot set --workers to "0"/],
    [
      'tic-tac-toe house:first house:random --report pdf',
      /^Cannot find report "pdf": expected one of html, csv, json, md$/,
    ],
    ['tic-tac-toe house:first house:random house:baseline --sprt elo0=0 elo1=5', /^Cannot test 3 bots/],
    ['tic-tac-toe house:first house:random --sprt elo0=9 elo1=5', /^Cannot read SPRT/],
    ['publish nowhere', /^Cannot find a tournament in "nowhere"/],
    [file, /^cup\.yaml:4:5: Cannot find house brain "nobody"/],
    [`${file} house:first`, /the bots stand in the file$/],
  ])('gamegrid tournament %s', async (words, expected) => {
    const { code, err } = await gamegridHere(['tournament', ...words.split(' ').filter(Boolean)], {
      cwd: home,
    })
    expect(code).toBe(2)
    expect(err.trimEnd().split('\n')).toHaveLength(1)
    expect(err.trimEnd().replace('gamegrid: ', '')).toMatch(expected)
  })
  test('also for a shell', async () => {
    const words = ['tournament', 'tic-tac-toe', 'house:first']
    expect(await gamegrid(words)).toEqual(await gamegridHere(words))
  })
})
