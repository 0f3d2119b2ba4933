import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { command, root } from '../cli/run.ts'
import { openTeam } from '../sse/team.fixture.ts'

/** Runs a script with a limit of file descriptors. It inherits only stdin, stdout and stderr. */
const runWith = (descriptors: number, script: string, ...args: readonly string[]): Promise<string> =>
  new Promise((done) => {
    const close =
      'for fd in /proc/$$/fd/*; do n=${fd##*/}; [ "$n" -le 2 ] || eval "exec $n>&-"; done; exec "$@"'
    const words = ['prlimit', `--nofile=${descriptors}:${descriptors}`, process.execPath, script, ...args]
    const options = { cwd: root, timeout: PATIENCE_MS, killSignal: 'SIGKILL' } as const
    execFile('bash', ['-c', close, 'bash', ...words], options, (_, out, err) => done(out + err))
  })

/** A script that hangs is killed; its missing output then fails the test. */
const PATIENCE_MS = 100_000

describe.runIf(process.platform === 'linux')('a host that runs out of file descriptors', () => {
  test.each([
    ['house brains with threads', 'light-cycle', 'house:search-25', 'house:first'],
    ['a brain from a file', 'tic-tac-toe', './test/brains/good.ts', 'house:first'],
    ['a program', 'longest-group', 'python3 test/bots/longest-group.py', 'house:random'],
  ])('voids the round and blames no player: %s', { timeout: 600_000 }, async (_, challenge, ...players) => {
    const said: string[] = []
    // From too few descriptors to start up to enough.
    for (let descriptors = 20; said.filter((words) => PLAYED.test(words)).length < 2; descriptors += 2)
      said.push(await runWith(descriptors, command, 'play', challenge, ...players, '--seed', '1'))
    for (const words of said) expect(words).not.toMatch(/crashed|ran out of time|not ready|silent/)
    expect(said.some((words) => words.includes('not counted: the host failed'))).toBe(true)
  })

  test('voids what it could not play, and calls teams again that it could not call', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gamegrid-short-'))
    await using team = await openTeam({ answer: (_request, response) => void response.end() })
    const said = await runWith(128, 'test/process/short-host.ts', folder, team.url)
    rmSync(folder, { recursive: true, force: true })
    const [thread, deadline, invitation, tallies] = said.trim().split('\n')
    expect(thread).toMatch(/^"not counted: the host failed \(a thread could not be started: /)
    expect(deadline).toMatch(/^"not counted: the host failed \(it has no file descriptors left/)
    expect(invitation).toBe(JSON.stringify(['playing', team.invitations[0]?.body['battleId']]))
    expect(tallies).toBe('[]')
  })
})

/** The last line of a match that was played. */
const PLAYED = /^(Winner|Tie|\S+ wins the match|Drawn|.* is drawn)/m
