import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { describe, expect, test } from 'vitest'
import { deferred } from '../src/base/deferred.ts'
import { ticTacToe as challenge } from '../src/challenges/tic-tac-toe.ts'
import { firstSteps } from '../src/cli/new-bot.ts'
import { readKits, type Kit } from '../src/wires/kits.ts'
import { casesOf } from '../src/evaluation/cases.ts'
import { openArena } from '../src/wires/sse/arena.fixture.ts'
import { houseBrain, serveArenaTeam, ticTacToe } from '../src/sdk/index.ts'
import { openTestArena } from './server/arena.fixture.ts'

const root = resolve(import.meta.dirname, '..')
const kits = readKits().filter(({ wire }) => wire === 'sse')

/** Runs a kit unchanged, on a free port. */
async function startTeam({ run, folder }: Kit, arena: string) {
  const [program = '', ...args] = run.map((word, index) =>
    run[index - 1] === '--port' ? '0' : run[index - 1] === '--arena' ? arena : word,
  )
  const team = spawn(program, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  })
  let errors = ''
  let output = ''
  team.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  team.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [line] = (await Promise.race([
    once(createInterface(team.stdout), 'line'),
    once(team, 'exit').then(() => [errors]),
  ])) as [string]
  return {
    url: /^Waiting for battles on (http:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1] ?? line,
    errors: () => errors,
    output: () => output,
    async [Symbol.asyncDispose]() {
      team.kill()
      if (team.exitCode === null && team.signalCode === null) await once(team, 'exit')
    },
  }
}

test('there is an arena team in Python and in TypeScript', () => {
  expect(kits.map(({ language }) => language)).toEqual(['python', 'typescript'])
})

describe.each(kits)('the kit sse/$language', (kit) => {
  test('is a source file, seven lines to read and kit.json, and they agree', () => {
    expect(readdirSync(kit.folder).sort()).toEqual([kit.edit, 'README.md', 'kit.json'].sort())
    expect(basename(kit.folder)).toBe(kit.language)
    const readme = readFileSync(join(kit.folder, 'README.md'), 'utf8')
    expect(readme.trimEnd().split('\n')).toHaveLength(7)
    for (const line of firstSteps(kit, challenge)) expect(readme).toContain(`\`${line}\``)
    const pages = [...readme.matchAll(/http:\/\/ARENA\/help\/([\w/-]+)/g)].map(([, page = '']) => page)
    expect(pages).toHaveLength(3)
    for (const page of pages) expect(existsSync(join(root, 'docs', `${page}.md`)), page).toBe(true)
    expect(readFileSync(join(kit.folder, kit.edit), 'utf8').match(/YOUR IDEAS GO HERE/g)).toHaveLength(2)
  })

  test('earns 100 points at tic-tac-toe', async () => {
    await using arena = await openArena()
    await using team = await startTeam(kit, arena.url)
    const { score, message } = await arena.evaluate(team.url, casesOf('tic-tac-toe'))
    expect(score, message).toBe(100)
    expect(team.errors()).toBe('')
  })

  test('wins at quoridor against all cheats and the baseline', async () => {
    await using arena = await openArena()
    await using team = await startTeam(kit, arena.url)
    const cases = casesOf('quoridor').filter(({ worth }) => worth.kind === 'win')
    const runs = await Promise.all([1, 6].map((seed) => arena.evaluate(team.url, cases, seed)))
    for (const { score, message } of runs) expect(score, message).toBe(50)
    expect(team.errors()).toBe('')
  })

  test('survives a broken stream', async () => {
    let plays = 0
    await using arena = await openArena({
      onPlay(battle, _, pass) {
        pass()
        if (++plays === 2) battle.drop()
      },
    })
    await using team = await startTeam(kit, arena.url)
    const cases = casesOf('quoridor').filter(({ id }) => id === 'BASE_AI_SECOND')
    const { score, message } = await arena.evaluate(team.url, cases)
    expect(score, message).toBe(15)
    expect(plays).toBeGreaterThan(2)
  })

  test('says what it does, and what it cannot do', async () => {
    await using team = await startTeam(kit, 'http://127.0.0.1:1')
    expect(await (await fetch(team.url)).json()).toEqual({
      games: ['tic-tac-toe', 'quoridor'],
      arena: 'http://127.0.0.1:1',
    })
    const call = async (game: string, body: string): Promise<number> =>
      (await fetch(`${team.url}/${game}`, { method: 'POST', body })).status
    expect(await call('quoridor', 'nonsense')).toBe(400)
    expect(await call('quoridor', '{}')).toBe(400)
    expect(await call('chess', '{"battleId":"b"}')).toBe(404)
  })
})

describe('in the real arena', () => {
  test.each(kits)('the kit sse/$language earns 100 points at tic-tac-toe', async (kit) => {
    await using arena = await openTestArena()
    await using team = await startTeam(kit, arena.url)
    const { score, message } = await evaluate(arena.url, team.url, 'tic-tac-toe')
    expect(score, message).toBe(100)
    expect(arena.failures).toEqual([])
  })

  test.each(kits)(
    'the kit sse/$language sees at quoridor that a wall takes away a last path',
    async (kit) => {
      await using arena = await openTestArena()
      await using team = await startTeam(kit, arena.url)
      const { score, message } = await evaluate(arena.url, team.url, 'quoridor', 'C_AI_WALL_BLOCKING')
      expect(score, message).toBe(4)
    },
  )

  test.each(kits)(
    'the call that is printed with the kit sse/$language brings a first battle',
    async (kit) => {
      await using arena = await openTestArena()
      await using team = await startTeam(kit, arena.url)
      const line = firstSteps(kit, challenge).at(-1) ?? ''
      const words = line.replace('http://127.0.0.1:8001', team.url).split(' ')
      const form = words.filter((_, index) => words[index - 1] === '-d').join('&')
      const { pathname } = new URL(words.at(-1) ?? '')
      const called = await arena.request(pathname, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form,
      })
      expect(called.status, called.text).toBe(200)
      await expect
        .poll(() => team.output(), { timeout: 100_000 })
        .toContain(`tic-tac-toe ${String(called.body['battleId'])}: I was X, the winner is X`)
    },
  )

  test('a team of house brains earns 100 points at tic-tac-toe', async () => {
    await using arena = await openTestArena()
    const brains = { 'tic-tac-toe': await houseBrain('perfect', ticTacToe) }
    await using team = await serveArenaTeam({ arenaUrl: arena.url, brains, port: 0, log() {} })
    const { score, message } = await evaluate(arena.url, team.url, 'tic-tac-toe')
    expect(score, message).toBe(100)
  })
})

/** Asks for an evaluation as an outside coordinator, and waits for the callback. */
async function evaluate(arena: string, teamUrl: string, game: string, caseType?: string) {
  const { promise: called, resolve } = deferred<string>()
  const coordinator = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      response.end()
      resolve(body)
    })
  })
  coordinator.listen(0, '127.0.0.1')
  await once(coordinator, 'listening')
  const { port } = coordinator.address() as AddressInfo
  try {
    const asked = await fetch(`${arena}/${game}/evaluate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        runId: 'run 1',
        teamUrl,
        callbackUrl: `http://127.0.0.1:${port}/done`,
        caseType,
      }),
    })
    expect(asked.status, await asked.text()).toBe(200)
    return JSON.parse(await called) as { readonly score: number; readonly message: string }
  } finally {
    coordinator.closeAllConnections()
    coordinator.close()
  }
}
