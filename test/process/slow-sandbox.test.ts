import { execFile } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findTool } from '../../src/runner/process/find-program.ts'

const bwrap = findTool('bwrap') ?? '/usr/bin/bwrap'
const START_UP_MS = 5000

let home = ''
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'gamegrid-slow-'))
  chmodSync(home, 0o755)
  copyFileSync(bwrap, join(home, 'bwrap'))
  const delay = `[ "$1" = --version ] || sleep ${START_UP_MS / 1000 + 1}`
  writeFileSync(join(home, 'slow'), `#!/bin/sh\n${delay}\nexec ${join(home, 'bwrap')} "$@"\n`)
  chmodSync(join(home, 'slow'), 0o755)
  cpSync(join(import.meta.dirname, '../../src/wires/json-lines/kit/python'), join(home, 'kit'), {
    recursive: true,
  })
  writeFileSync(join(home, 'kit/late.py'), `import time\ntime.sleep(1000)\n`)
})
afterAll(() => rmSync(home, { recursive: true }))

/** Plays on this machine, but with a bubblewrap that takes longer than the start-up time of a bot. */
async function play(program: string): Promise<string> {
  const host = join(import.meta.dirname, 'slow-sandbox-host.ts')
  const slow = ['--dev-bind', '/', '/', '--ro-bind', join(home, 'slow'), bwrap]
  const { stdout, stderr } = await promisify(execFile)(join(home, 'bwrap'), [
    ...slow,
    process.execPath,
    host,
    String(START_UP_MS),
    join(home, 'kit'),
    program,
  ])
  return stdout + stderr
}

test.concurrent.each([
  ['the host takes to set a sandbox up is not', 'bot.py', /^(ann won|bob won|drawn) by /],
  ['the bot itself takes is', 'late.py', /was not ready within 5 s/],
])('time that %s on the start-up clock of the bot', async (_, program, expected) => {
  expect(await play(program)).toMatch(expected)
})
