import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { command, gamegrid } from './run.ts'

/** Starts a server on a free port; returns its address, and its output once it has ended. */
async function serve(...args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-serve-'))
  const child = spawn(
    process.execPath,
    [command, 'serve', '--port', '0', '--data', folder, '--tcp-port', '0', '--seed', '1', ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let [out, err] = ['', '']
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const ended = new Promise<number | null>((done) => child.on('close', done))
  const address = await new Promise<string>((done) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
      const found = /on (127\.0\.0\.1:\d+);/.exec(out)?.[1]
      if (found) done(found)
    })
  })
  const stop = async () => {
    child.kill('SIGINT')
    const code = await ended
    rmSync(folder, { recursive: true })
    return { code, out, err }
  }
  return { address, stop }
}

test('pairs players in order of arrival, and ends on a signal', async () => {
  const { address, stop } = await serve('--size', '11x9')
  const players = await Promise.all(
    ['ann', 'bob'].map((name) =>
      gamegrid(['connect', address, 'house:baseline', '--name', name, '--seed', '4']),
    ),
  )
  expect(players.map(({ code }) => code)).toEqual([0, 0])
  const { code, out } = await stop()
  expect(code).toBe(0)
  expect(out).toMatch(/^Game 1, (ann against bob|bob against ann): /m)
})

test('lets a house brain play against a player that waits alone', async () => {
  const { address, stop } = await serve('--fill-after', '0.2', '--fill-with', 'house:wanderer')
  expect(await gamegrid(['connect', address, 'house:first', '--name', 'ann'])).toMatchObject({ code: 0 })
  expect((await stop()).out).toMatch(/^Game 1, ann against house:wanderer: /m)
})

test('says that a token without a listed coordinator goes nowhere', async () => {
  const without = await serve('--arena-token', 'secret')
  expect((await without.stop()).out).toMatch(/^Token .*: list its host with --callback-host$/m)
  const listed = await serve('--arena-token', 'secret', '--callback-host', 'coordinator.example.org')
  expect((await listed.stop()).out).not.toContain('Token')
})

test.each([
  [['--fill-with', 'wandrer'], 'Cannot find house brain "wandrer": did you mean wanderer?'],
  [['--fill-after', 'soon'], 'Cannot fill after "soon": expected seconds from 0 to 999999'],
  [['--tcp-port', '99999'], 'Cannot use port "99999": expected a number from 0 to 65535'],
  [['--size', '2'], 'Cannot set width to 2: expected a whole number from 3 to 200'],
])('%j is refused in one sentence', async (args, sentence) => {
  expect(await gamegrid(['serve', ...args])).toEqual({ code: 2, out: '', err: `gamegrid: ${sentence}\n` })
})

test.runIf(process.platform === 'linux').each([
  ['serve', ['--port', '0', '--no-tcp'], 'serve'],
  ['worker', ['--queue', 'redis://127.0.0.1:1'], 'play matches'],
])('a limit of addresses is refused in one sentence: %s', async (name, flags, doing) => {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-serve-'))
  const words = ['--as=17179869184', process.execPath, command, name, ...flags]
  const options = { cwd: folder, timeout: 60_000 }
  const ran = await new Promise((done) =>
    execFile('prlimit', words, options, (error, out, err) => done([error?.code, out, err])),
  )
  rmSync(folder, { recursive: true })
  expect(ran).toEqual([
    1,
    '',
    expect.stringMatching(`^gamegrid: Cannot ${doing} with ulimit -v 16777216: .*\n$`),
  ])
})

test('a port that is taken is refused with a way out, and root is warned once', async () => {
  const { address, stop } = await serve()
  const port = address.split(':')[1] ?? ''
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-serve-'))
  const second = (...flags: readonly string[]) => gamegrid(['serve', '--data', folder, ...flags])
  expect(await second('--port', '0', '--tcp-port', port)).toMatchObject({
    code: 1,
    err: `gamegrid: Cannot listen on 127.0.0.1:${port}: another program has that port; --tcp-port takes another, --no-tcp does without\n`,
  })
  expect(await second('--port', port)).toMatchObject({
    code: 1,
    err: `gamegrid: Cannot listen on 127.0.0.1:${port}: another program has that port; --port takes another\n`,
  })
  rmSync(folder, { recursive: true })
  // It warns once that it runs as root, and says nothing to an ordinary user.
  const { err } = await stop()
  expect(err.match(/^gamegrid: Running as root: .*docs\/arena\.md shows$/gm) ?? []).toHaveLength(
    process.getuid?.() === 0 ? 1 : 0,
  )
})
