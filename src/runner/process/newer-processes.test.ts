import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { forksSoFar, newerProcesses } from './newer-processes.ts'

test.runIf(process.platform === 'linux')(
  'lists a process and those that began after it; all of them where pids may have begun again',
  async () => {
    const forks = forksSoFar()
    const shell = spawn('/bin/sh', ['-c', 'sleep 100 & echo $!; wait'], { detached: true })
    const pid = shell.pid ?? 0
    try {
      const [line] = (await once(shell.stdout, 'data')) as [Buffer]
      const names = newerProcesses(pid, forks)
      expect(names).toEqual(expect.arrayContaining([String(pid), line.toString().trim()]))
      // Unless pids began again just before.
      expect(names.includes(String(process.pid))).toBe(process.pid >= pid)

      expect(newerProcesses(pid, forks - 2 ** 32)).toContain(String(process.pid))
      expect(newerProcesses(pid, Number.NaN)).toContain(String(process.pid))
      // The last pid is smaller: they began again.
      expect(newerProcesses(2 ** 30, forks)).toContain(String(process.pid))
    } finally {
      if (pid > 1) process.kill(-pid, 'SIGKILL')
    }
  },
)
