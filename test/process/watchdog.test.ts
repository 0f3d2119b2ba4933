import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'

test.runIf(process.platform === 'linux')(
  'a watchdog that took the place of a killed one removes the copies of bots with the host',
  async () => {
    const home = mkdtempSync(join(tmpdir(), 'gamegrid-watchdog-'))
    const folder = join(home, 'copies')
    mkdirSync(folder)
    writeFileSync(join(folder, 'bot'), '')
    const host = spawn(process.execPath, [join(import.meta.dirname, 'watchdog-host.ts'), folder])
    await once(host.stdout, 'data')
    host.stdin.end()
    expect(await text(host.stderr)).toBe('')
    for (let looks = 0; existsSync(folder) && looks < 500; looks++) await sleep(10)
    expect(existsSync(folder)).toBe(false)
    rmSync(home, { recursive: true })
  },
)
