import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readArguments } from '../../src/cli/gamehost.ts'
import { root, type Ran } from './run.ts'

const bots = join(root, 'test/bots')
let home = ''
let firstFree = ''
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'gamegrid-host-'))
  firstFree = join(home, 'first-free')
  execFileSync('gcc', ['-O1', '-o', firstFree, join(bots, 'first-free.c')])
})
afterAll(() => rmSync(home, { recursive: true }))

const host = (...args: readonly string[]): Promise<Ran> =>
  new Promise((done) => {
    execFile(process.execPath, [join(root, 'bin/gamehost'), ...args], { cwd: bots }, (error, out, err) =>
      done({ code: error === null ? 0 : Number(error.code ?? 1), out, err }),
    )
  })

describe('gamehost', () => {
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
    expect(await host(firstFree, '', '-s', '3', firstFree, '')).toEqual(plain)
  })

  test.each([
    ['illegal', 'Player 2 performed an illegal move: 0 0'],
    ['outside', 'Player 2 performed an illegal move: 11 -1'],
    ['rubbish', 'Player 2 performed an illegal move: e4'],
    ['sleep', 'Player 2 did not make a move in time.'],
    ['crash', 'Player 2 did not make a move in time.'],
    ['exit', 'Player 2 did not make a move in time.'],
  ])('a player that fails (%s) loses, and the grid is shown', async (fault, sentence) => {
    const { code, out } = await host(firstFree, '', 'python3', `longest-group.py ${fault} 2`)
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
    [['a', '', 'b', '', '-s', '0'], 'Unknown command line parameter.'],
    [['-x', '', 'b', ''], 'Unknown command line parameter.'],
    [['./nowhere', '', 'python3', ''], 'Cannot find program "./nowhere": there is no such file'],
  ])('%j is refused with 255', async (args, sentence) => {
    expect(await host(...args)).toEqual({ code: 255, out: '', err: `${sentence}\n` })
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
