import { execFile, execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { must } from '../../src/base/result.ts'
import { readArguments } from '../../src/cli/gamehost.ts'
import { sandboxMachine } from '../../src/runner/sandbox/sandbox-machine.ts'
import { gamegridHere } from './here.ts'
import { command, root, type Ran } from './run.ts'

const bots = join(root, 'test/bots')
/** The folder of the host: as `npm test` built it, or its sources. */
const bin = dirname(command)
let home = ''
let firstFree = ''
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'gamegrid-host-'))
  firstFree = join(home, 'first-free')
  execFileSync('gcc', ['-O1', '-o', firstFree, join(bots, 'first-free.c')])
})
afterAll(() => rmSync(home, { recursive: true }))

interface Where {
  readonly cwd?: string
  /** The folder that has the host. */
  readonly from?: string
  readonly env?: NodeJS.ProcessEnv
}

const host = (...words: readonly (string | Where)[]): Promise<Ran> =>
  new Promise((done) => {
    const args = words.filter((word) => typeof word === 'string')
    const { cwd = bots, from = bin, env = process.env } = words.find((word) => typeof word === 'object') ?? {}
    execFile(process.execPath, [join(from, 'gamehost'), ...args], { cwd, env }, (error, out, err) =>
      done({ code: error === null ? 0 : Number(error.code ?? 1), out, err }),
    )
  })

/** The same host, by the command of gamegrid in this process. */
const hostHere = (...words: readonly string[]): Promise<Ran> =>
  gamegridHere(['gamehost', ...words], { cwd: bots })

/** Plays the first free cell. */
const UNFLUSHED = `import sys
seat = sys.stdin.readline()
free = [f"{x} {y}" for y in range(11) for x in range(11)]
for line in sys.stdin:
    free.remove(line.strip())
    if free: print(free.pop(0))
`

describe('gamehost', () => {
  test.each([
    ['several cores', 0, 2],
    ['the last core', -1, undefined],
  ])('a mask of %s gives a player the first of them', async (_, start, end) => {
    const named = must(sandboxMachine()).cores.slice(start, end)
    const mask = named.reduce((sum, core) => sum + 2 ** core, 0)
    const { out } = await host('python3', 'cores.py', firstFree, '', '-s', String(mask))
    expect(out).toContain(`Player 1 performed an illegal move: cores=${named[0]}\n`)
  })

  test('a player that makes two moves loses when it is next to move', async () => {
    const { code, out } = await host(firstFree, '', 'python3', 'longest-group.py twice 2')
    expect(out).toContain(
      'Player 2 made a move out of turn: it wrote "5 5" before it was asked.\nXOXOX......\n',
    )
    expect(code).toBe(1)
  })

  test('memory: the limit is named', async () => {
    const { out } = await host('python3', 'longest-group.py hoard 1', firstFree, '', '-s', '1')
    expect(out).toMatch(/^Player 1 used too much memory: it used more than 1024 MiB of memory\.$/m)
  })

  test.each([[[]], [['-s', '1']]])(
    'a Python program that does not flush plays, as with all other hosts of gamegrid: %j',
    async (flags) => {
      writeFileSync(join(home, 'unflushed.py'), UNFLUSHED)
      const env = { ...process.env }
      delete env['PYTHONUNBUFFERED']
      const { code, out } = await host(firstFree, '', 'python3', 'unflushed.py', ...flags, { cwd: home, env })
      expect(out).toContain('\nVictory for player 1!\n')
      expect(code).toBe(1)
    },
  )

  test('a bare name is found in the current folder and beside the host', async () => {
    const played = await host(firstFree, '', firstFree)
    expect(await host('first-free', '', 'first-free', '', { cwd: home })).toEqual(played)
    const beside = join(home, 'host')
    mkdirSync(beside)
    symlinkSync(join(bin, 'gamehost'), join(beside, 'gamehost'))
    copyFileSync(firstFree, join(beside, 'own-ai'))
    // An interpreter beside the host, like the java.exe of 2019, gets a file of the current folder.
    writeFileSync(join(beside, 'own-python'), '#!/bin/sh\nexec python3 "$@"\n', { mode: 0o755 })
    expect(await host('own-ai', '', 'own-ai', { from: beside })).toEqual(played)
    const mixed = await host('own-ai', '', 'own-python', 'longest-group.py', { from: beside })
    expect(mixed).toEqual(await host(firstFree, '', 'python3', 'longest-group.py'))
  })

  test('prints the board, both scores and the winner, and exits with the winner', async () => {
    const { code, out, err } = await host(firstFree, '', firstFree, '')
    expect(err).toBe('')
    expect(out).toMatchInlineSnapshot(`
      "XOXOXOXOXOX
      OXOXOXOXOXO
      XOXOXOXOXOX
      OXOXOXOXOXO
      XOXOXOXOXOX
      OXOXOXOXOXO
      XOXOXOXOXOX
      OXOXOXOXOXO
      XOXOXOXOXOX
      OXOXOXOXOXO
      XOXOXOXOXOX

      Score for player 1: 61 
      Score for player 2: 60 
      Victory for player 1!
      "
    `)
    expect(code).toBe(1)
  })

  test('the last arguments may be missing, and -s may stand anywhere', async () => {
    const plain = await host(firstFree, '', firstFree)
    expect(await host('-s', '1', firstFree, '', firstFree)).toEqual(plain)
    expect(await hostHere(firstFree, '', '-s', '3', firstFree, '')).toEqual(plain)
  })

  test.each([
    ['illegal', 'Player 2 performed an illegal move: 0 0'],
    ['outside', 'Player 2 performed an illegal move: 11 -1'],
    ['rubbish', 'Player 2 performed an illegal move: e4'],
    ['sleep', 'Player 2 did not make a move in time.'],
    ['comma', 'Player 2 performed an illegal move: 3,4'],
    ['crash', 'Player 2 crashed: it ended with exit code 1.'],
    ['abort', 'Player 2 crashed: it was killed by SIGABRT.'],
    ['exit', 'Player 2 ended without a move: it ended with exit code 0.'],
  ])('a player that fails (%s) loses, and the grid is shown', async (fault, sentence) => {
    const { code, out } = await hostHere(firstFree, '', 'python3', `longest-group.py ${fault} 2`)
    expect(out).toBe(`${sentence}\nXOX........\n${'...........\n'.repeat(10)}`)
    expect(code).toBe(1)
  })

  test.each([
    [[], 'Command line parameter for AI program missing.'],
    [['a'], 'Command line parameter for AI program missing.'],
    [['a', ''], 'Command line parameter for AI program missing.'],
    [['a', '', 'b', '', 'c'], 'Unknown command line parameter.'],
    [['a', '', 'b', '', '-s'], 'Unknown command line parameter.'],
    [['a', '', 'b', '', '-s', 'zero'], 'Unknown command line parameter.'],
    [
      ['a', '', 'b', '', '-s', '0'],
      'Cannot use affinity mask 0: it names no core, expected a bit for each core, as in 1 for core 0',
    ],
    [
      ['nosuch', '', 'b', ''],
      'Cannot find program "nosuch": it is not in this folder, beside the host or in PATH',
    ],
    [['-x', '', 'b', ''], 'Unknown command line parameter.'],
    [['./nowhere', '', 'python3', ''], 'Cannot find program "./nowhere": there is no such file'],
  ])('%j is refused with 255', async (args, sentence) => {
    expect(await hostHere(...args)).toEqual({ code: 255, out: '', err: `${sentence}\n` })
  })

  test('refuses for a shell, too', async () => {
    const refused = await host('nosuch', '', 'b', '')
    expect(refused).toEqual(await hostHere('nosuch', '', 'b', ''))
    expect(refused.code).toBe(255)
  })
})

test.each([
  [
    ['p1', '-a "b c"', 'p2', ''],
    {
      programs: [
        ['p1', ['-a', 'b c']],
        ['p2', []],
      ],
    },
  ],
  [
    ['java', '-jar x.jar', 'p2'],
    {
      programs: [
        ['java', ['-jar', 'x.jar']],
        ['p2', []],
      ],
    },
  ],
  [
    ['-s', '6', 'p1', '', 'p2', ''],
    {
      programs: [
        ['p1', []],
        ['p2', []],
      ],
      cores: [1, 2],
    },
  ],
])('%j', (words, expected) => {
  expect(readArguments(words)).toEqual(expected)
})
