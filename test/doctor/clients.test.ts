import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { check, type CheckFlags } from '../../src/cli/check.ts'
import { root } from '../cli/run.ts'

/** Programs that real teams sent, and what the doctor says about each. */
const CLIENTS: readonly (readonly [file: string, flags: CheckFlags, code: 0 | 1, sentence: string])[] = [
  ['clients/light-cycle/flooding.cpp', {}, 0, 'It does not wait for the size of the board'],
  ['clients/light-cycle/flooding.cpp', { pty: true }, 0, 'conforms, with 1 warning'],
  ['clients/light-cycle/stubborn.c', {}, 0, 'conforms, with 1 warning'],
  ['clients/light-cycle/stubborn.c', { pty: true }, 0, 'conforms, with 1 warning'],
  [
    'clients/light-cycle/stdio.c',
    { startUp: '3s' },
    1,
    'On a pseudo-terminal the same program answers at once',
  ],
  ['clients/light-cycle/stdio.c', { pty: true }, 0, 'stdio conforms'],
  ['clients/light-cycle/document.py', {}, 0, 'document conforms'],
  ['clients/light-cycle/document.py', { pty: true }, 0, 'document conforms'],
  ['bots/first-free.c', {}, 0, 'first-free conforms'],
  ['bots/longest-group.py', {}, 0, 'longest-group conforms'],
]

/** So long that only a client that never answers is late. */
const AMPLE: CheckFlags = { clock: '5m', startUp: '5m' }

let home = ''
const built = (file: string): string => join(home, basename(file, extname(file)))
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'gamegrid-clients-'))
  for (const file of new Set(CLIENTS.map(([name]) => name)))
    if (!file.endsWith('.py')) execFileSync('gcc', ['-o', built(file), join(root, 'test', file), '-lstdc++'])
})
afterAll(() => rmSync(home, { recursive: true }))

describe('a client that plays conforms, and one that does not is told why', () => {
  test.concurrent.each(CLIENTS)('%s %j', async (file, flags, expected, sentence) => {
    const bot = file.endsWith('.py') ? `python3 ${join(root, 'test', file)}` : built(file)
    const lines: string[] = []
    const challenge = file.startsWith('bots/') ? 'longest-group' : 'light-cycle'
    const code = await check(challenge, bot, { ...AMPLE, ...flags }, (line) => lines.push(line))
    expect(lines.join('\n')).toContain(sentence)
    expect(code).toBe(expected)
  })
})
