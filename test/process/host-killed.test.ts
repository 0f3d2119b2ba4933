import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Numbers of all processes whose command line holds the text. */
const running = (text: string): readonly string[] =>
  readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(text)
    } catch {
      return false
    }
  })

test('a host killed by SIGKILL leaves no bot behind, plain or sandboxed, on a terminal or not, suspended or not', async () => {
  const token = `token-${process.pid}-host`
  const host = spawn(process.execPath, [join(import.meta.dirname, 'host.ts'), token])
  let errors = ''
  host.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  await new Promise((resolve) => host.stdout.once('data', resolve).once('end', resolve))
  expect(errors).toBe('')
  expect(running(token).length).toBeGreaterThanOrEqual(8)
  host.kill('SIGKILL')
  for (let tries = 0; tries < 500 && running(token).length > 0; tries++)
    await new Promise((resolve) => setTimeout(resolve, 20))
  expect(running(token)).toEqual([])
})
