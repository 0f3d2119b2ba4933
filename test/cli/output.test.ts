import { spawn } from 'node:child_process'
import { once } from 'node:events'
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
