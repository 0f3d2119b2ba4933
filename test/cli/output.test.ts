import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { command } from './run.ts'

test.each([['--help'], ['play', '--help'], ['brains']])(
  'who reads the output of gamegrid %s may stop reading: no stack trace',
  async (...args) => {
    const child = spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.destroy()
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
    expect([code, said]).toEqual([0, ''])
  },
)

test.runIf(process.platform === 'linux').each(['--help', 'brains'])(
  'a full disk behind the output of gamegrid %s is told in one sentence',
  (word) => {
    const { status, stderr } = spawnSync(process.execPath, [command, word], {
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([
      1,
      'gamegrid: Cannot write the output: ENOSPC: no space left on device, write\n',
    ])
  },
)
