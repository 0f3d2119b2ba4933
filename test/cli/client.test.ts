import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lightCycle } from '../../src/challenges/light-cycle.ts'
import { rungsOf } from '../../src/brains/rungs.ts'
import { openPackedClient } from '../../src/server/packed-client.ts'
import { openTestArena, textIn, type TestArena, type TestPlayer } from '../server/arena.fixture.ts'
import { buildWeb, type ShippedWeb } from '../web/shipped.ts'
import { newContestant, type Contestant, type Said } from './contestant.fixture.ts'
import { root } from './run.ts'

/** The whole loop of a contestant, by the command line alone: outside the clone, with an empty npm cache and no registry. */
let web: ShippedWeb
let arena: TestArena
let organiser: TestPlayer
let machine: Contestant
const teams: Record<string, TestPlayer> = {}
const outputs: string[] = []

beforeAll(async () => {
  web = await buildWeb()
  arena = await openTestArena({ webFolder: web.folder })
  organiser = await arena.organiser()
  for (const name of ['Ann', 'Bob']) teams[name] = await arena.register(name)
  machine = newContestant()
})

afterAll(async () => {
  machine?.[Symbol.dispose]()
  await arena?.[Symbol.asyncDispose]()
  await web?.[Symbol.asyncDispose]()
})

async function run(command: string, options?: Parameters<Contestant['run']>[1]): Promise<Said> {
  const said = await machine.run(command, options)
  outputs.push(said.out, said.err)
  return said
}

/** Runs the served client, as a person types it: once with an empty cache, and once with npm's copy of it. */
const client: typeof run = (words, options) => run(`npx --yes ${arena.url}/gamegrid.tgz ${words}`, options)

const installed: typeof run = (words, options) => run(`${machine.installed} ${words}`, options)

const signInLink = async (team: string): Promise<string> => {
  const { body } = await organiser.request(`/api/v1/players/${teams[team]?.id}/sign-in-links`, {
    method: 'POST',
  })
  return `${arena.url}${textIn(body, 'path')}`
}

const SECOND_RUNG = `house:${rungsOf(lightCycle)[1]?.brain}`

/** Plays until a match is won: the better bot wins nearly all of them. */
async function win(opponent: string, cwd: string, env: NodeJS.ProcessEnv = {}): Promise<number> {
  for (;;) {
    const { code, out, err } = await installed(`challenge ${opponent}`, { cwd, env })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^Match \d+: .*\n(?:won|lost|drawn): /)
    if (/^won: /m.test(out)) return Number(/^Match (\d+)/.exec(out)?.[1])
  }
}

const LONG = 300_000

describe('a contestant with a Python bot', () => {
  const bot = (): string => join(machine.home, 'my-bot')

  test(
    'gets a kit from an empty cache; no other host is asked',
    async () => {
      expect(existsSync(join(machine.home, 'npm'))).toBe(false)
      const { code, out, err } = await client('new-bot light-cycle python my-bot')
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(out).toContain(`npx ${arena.url}/gamegrid.tgz upload`)
      expect(readFileSync(join(bot(), 'README.md'), 'utf8')).toContain(
        `npx ${arena.url}/gamegrid.tgz play light-cycle`,
      )
      expect((await machine.run('node --version')).out).not.toBe('')
    },
    LONG,
  )

  test(
    'is told to log in first',
    async () => {
      expect(await installed('upload', { cwd: bot() })).toMatchObject({
        code: 1,
        err: `gamegrid: You are not logged in to ${arena.url}: run npx ${arena.url}/gamegrid.tgz login, or set GAMEGRID_KEY\n`,
      })
    },
    LONG,
  )

  test(
    'logs in with a link, once',
    async () => {
      const link = await signInLink('Ann')
      expect(await client(`login '${link}'`)).toMatchObject({
        code: 0,
        out: expect.stringContaining('You are Ann in ') as unknown,
      })
      expect(statSync(join(machine.home, 'config/gamegrid/login.json')).mode & 0o777).toBe(0o600)
      expect(await installed(`login '${link}'`)).toMatchObject({
        code: 1,
        err: 'gamegrid: This sign-in link was used already: it works once, ask for a new one\n',
      })
      // Only a newer link works: an older one has ended.
      const older = await signInLink('Bob')
      await signInLink('Bob')
      expect((await installed(`login '${older}'`)).err).toMatch(
        /^gamegrid: This sign-in link has ended: .*\n$/,
      )
    },
    LONG,
  )

  test(
    'uploads it, and a better one; one that is broken fails',
    async () => {
      const source = join(bot(), 'bot.py')
      const text = readFileSync(source, 'utf8')
      writeFileSync(source, 'print("x"')
      const broken = await installed('upload', { cwd: bot() })
      expect(broken.code).toBe(1)
      expect(broken.out).toMatch(/^Uploaded version 1 of Ann · my-bot for light-cycle\n[^]*SyntaxError/)
      expect(broken.err).toMatch(/^gamegrid: Version 1 of my-bot did not pass: .*\n$/)
      writeFileSync(source, text.replace(/^ {4}return max\(.*$/m, BETTER_PYTHON))
      const better = await installed('upload', { cwd: bot() })
      expect({ code: better.code, err: better.err }).toEqual({ code: 0, err: '' })
      expect(better.out).toMatch(/\nVersion 2 of my-bot is ready to play: /)
      expect(JSON.parse(readFileSync(join(bot(), 'gamegrid.json'), 'utf8'))).toMatchObject({
        challenge: 'light-cycle',
        bot: 'my-bot',
        run: 'python3 bot.py',
      })
    },
    LONG,
  )

  test(
    'wins against the second rung, and reads how',
    async () => {
      const match = await win(SECOND_RUNG, bot())
      const { out: list } = await installed('matches --bot my-bot', { cwd: bot() })
      expect(list).toMatch(new RegExp(`^ +${match}  light-cycle  Ann · my-bot v2  ${SECOND_RUNG}  won`, 'm'))
      const { code, out } = await installed(`logs ${match}`, { cwd: bot() })
      expect(code).toBe(0)
      expect(out).toMatch(/^Match \d+, Light Cycle: Ann · my-bot against house:\w+\nwon: /)
      expect(out).toContain('my-bot wrote to stderr\nthinking\n')
      // Python writes a word and its line feed apart, and a match of one turn may end between them.
      expect(out).toMatch(/^ +1\.\d+ < (forward|left|right)\\?$/m)
    },
    LONG,
  )

  test(
    'compares bots here from openings',
    async () => {
      const { code, out } = await installed(
        'compare light-cycle house:baseline house:first --openings --pairs 2 --seed 1 --json',
      )
      expect(code).toBe(0)
      expect(JSON.parse(out.trim().split('\n').at(-1) ?? '')).toMatchObject({
        openings: true,
        matches: { played: 4, void: 0 },
      })
    },
    LONG,
  )

  test(
    'is in the ladder with the commands of docs/client.md, and leaves it',
    async () => {
      const page = readFileSync(join(root, 'docs/client.md'), 'utf8').split('\n## The ladder\n')[1] ?? ''
      const commands = [...page.matchAll(/^ {4}npx http:\/\/ARENA\/gamegrid\.tgz (.*)$/gm)]
      const said: Record<string, string> = {}
      for (const [, words = ''] of commands) {
        const { code, out, err } = await installed(words, { cwd: bot() })
        expect({ words, code, err }).toEqual({ words, code: 0, err: '' })
        said[words] = out
      }
      expect(said['upload --enrol']).toMatch(/\nmy-bot is enrolled: the ladder calls version 3 to matches\n$/)
      expect(said['ladder']).toMatch(/^ +\d+ {2}Ann · my-bot v3 .* yes\b/m)
      expect(said['ladder']).toContain(SECOND_RUNG)
      expect(said['ladder --bot']).toMatch(
        /^Ann · my-bot in the ladder of light-cycle: enrolled\n.*\n +3 {2}\d{4}-.*\n +2 {2}\d{4}-/,
      )
      expect(said['matches --ladder']).toMatch(/of the ladder yet: |The ladder called you to \d+ match/)
      expect(said['ladder --leave']).toBe('my-bot is not enrolled: the ladder calls it to no matches\n')
    },
    LONG,
  )
})

describe('a contestant with a C++ bot', () => {
  const bot = (): string => join(machine.home, 'second')
  const env = (): NodeJS.ProcessEnv => ({ GAMEGRID_KEY: teams['Bob']?.key })

  test(
    'uploads one file, challenges a team by its name, and wins against the second rung',
    async () => {
      await installed('new-bot light-cycle cpp second')
      const source = join(bot(), 'bot.cpp')
      writeFileSync(source, readFileSync(source, 'utf8').replace(/^ {4}return count;$/m, BETTER_CPP))
      const sent = await installed('upload second/bot.cpp', { env: env() })
      expect({ code: sent.code, err: sent.err }).toEqual({ code: 0, err: '' })
      expect(sent.out).toMatch(/\$ g\+\+ .*bot\.cpp/)
      const against = await installed('challenge ann --json', { cwd: bot(), env: env() })
      expect(against.code).toBe(0)
      expect(JSON.parse(against.out)).toMatchObject({
        status: 'over',
        origin: 'trial',
        players: [{ team: 'Bob' }, { team: 'Ann' }],
      })
      expect(await win(SECOND_RUNG, bot(), env())).toBeGreaterThan(0)
    },
    LONG,
  )

  test(
    'a team without a bot can be invited to a game by hand',
    async () => {
      await arena.register('Cleo')
      const refused = await installed('challenge Cleo', { cwd: bot(), env: env() })
      expect(refused).toMatchObject({
        code: 1,
        err: expect.stringContaining('Cleo has no bot that is ready') as unknown,
      })
      const invited = await installed('challenge Cleo --by-hand --json', { cwd: bot(), env: env() })
      expect(JSON.parse(invited.out)).toMatchObject({ status: 'open', invited: { name: 'Cleo' } })
      expect((await installed('challenge Cloe', { cwd: bot(), env: env() })).err).toBe(
        'gamegrid: There is no team "Cloe": did you mean Cleo?\n',
      )
    },
    LONG,
  )
})

describe('the client', () => {
  test(
    'runs on the Node of gamegrid as well, and says what it does not have',
    async () => {
      const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`
      const said = await installed('serve --port 0', { env: { PATH } })
      expect(said).toMatchObject({
        code: 2,
        err: 'gamegrid: Cannot run serve: the client of an arena has no such command, all of gamegrid has it\n',
      })
    },
    LONG,
  )

  test(
    'logs out: the key that the link made is revoked',
    async () => {
      const file = join(machine.home, 'config/gamegrid/login.json')
      const [, key = ''] = /"key": "(gg_\w[^"]*)"/.exec(readFileSync(file, 'utf8')) ?? []
      expect((await arena.request('/api/v1/me', { key })).body['name']).toBe('Ann')
      expect((await installed('logout')).code).toBe(0)
      expect(existsSync(file)).toBe(false)
      expect((await arena.request('/api/v1/me', { key })).status).toBe(403)
    },
    LONG,
  )

  test(
    'is fetched anew when the arena has another one',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'gamegrid-newer-'))
      cpSync(join(web.folder, 'client'), folder, { recursive: true })
      const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
      let serving = await openPackedClient(folder)!('http://127.0.0.1')
      const server = createServer((request, response) => {
        const isSame = request.headers['if-none-match'] === serving.etag
        response.writeHead(isSame ? 304 : 200, { etag: serving.etag, 'cache-control': 'no-cache' })
        response.end(isSame ? undefined : serving.body)
      })
      await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
      try {
        const command = `npx --yes http://127.0.0.1:${(server.address() as AddressInfo).port}/gamegrid.tgz --version`
        expect((await machine.run(command)).out).toBe(`${about.version}\n`)
        // A hash that sorts before the old one must replace it, too.
        writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...about, version: '0.0.1-client.h0' }))
        serving = await openPackedClient(folder)!('http://127.0.0.1')
        expect((await machine.run(command)).out).toBe('0.0.1-client.h0\n')
      } finally {
        server.closeAllConnections()
        server.close()
        rmSync(folder, { recursive: true })
      }
    },
    LONG,
  )

  test('never printed a key', () => {
    expect(outputs.length).toBeGreaterThan(20)
    expect(outputs.filter((text) => /gg_\w{4}/.test(text))).toEqual([])
  })
})

const BETTER_PYTHON = `    print('thinking', file=sys.stderr)
    def space(move):
        dx, dy = STEPS[turned(way, move)]
        todo, seen = [(x + dx, y + dy)], set()
        while todo:
            here = todo.pop()
            if here in seen or here in walls or not (0 <= here[0] < size and 0 <= here[1] < size):
                continue
            seen.add(here)
            todo += [(here[0] + a, here[1] + b) for a, b in STEPS.values()]
        return len(seen), room(x, y, turned(way, move))
    return max(QUARTERS, key=space)`

const BETTER_CPP = `    int beside = 0;
    for (int side = 0; side < 4; side++) beside += isFree(x + DX[way] + DX[side], y + DY[way] + DY[side]);
    return count == 0 ? 0 : 4 * count + beside;`
