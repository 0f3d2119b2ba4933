import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'

/** Numbers of all processes whose command line holds the text. */
const running = (text: string): readonly string[] =>
  readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(text)
    } catch {
      return false
    }
  })

/** Ends when no process has the text in its command line. A bot left behind sleeps on until the test times out. */
async function untilGone(text: string): Promise<void> {
  while (running(text).length > 0) await sleep(20)
}

describe('a host killed by SIGKILL leaves no bot behind, plain or sandboxed, on a terminal or not, suspended or not', () => {
  test.each(['its children', 'children of its launcher'])('%s', async (kind) => {
    const token = `token-${process.pid}-${kind.length}`
    const args = kind === 'its children' ? [] : ['launcher']
    const host = spawn(process.execPath, [join(import.meta.dirname, 'host.ts'), token, ...args])
    let errors = ''
    host.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    await new Promise((resolve) => host.stdout.once('data', resolve).once('end', resolve))
    expect(errors).toBe('')
    expect(running(token).length).toBeGreaterThanOrEqual(8)
    host.kill('SIGKILL')
    await untilGone(token)
  })
})

test('a host killed by its first bot, before it could note that bot down, leaves no bot behind', async () => {
  const token = `token-${process.pid}-first`
  const host = spawn(process.execPath, [join(import.meta.dirname, 'host-killed-at-once.ts'), token])
  const [, signal] = await once(host, 'exit')
  expect(signal).toBe('SIGKILL')
  await untilGone(token)
})
