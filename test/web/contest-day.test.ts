import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import type { JoinedBody, ReadinessBody } from '../../src/api/entry.ts'
import type { WholeTournamentBody } from '../../src/api/tournaments.ts'
import { must, ok } from '../../src/base/result.ts'
import { quietPort } from '../../src/protocols/quiet-port.fixture.ts'
import { loadBrain } from '../../src/runner/load-brain.ts'
import { attendContest } from '../../src/sdk/attend-contest.ts'
import { playerOf } from '../../src/sdk/player-of.ts'
import { rawZip } from '../../src/workshop/raw-archive.fixture.ts'
import { root } from '../cli/run.ts'
import { until } from '../server/arena.fixture.ts'
import { expectPage, openTheatre } from './browser.fixture.ts'

const theatre = openTheatre()

const KIT = readFileSync(join(root, 'src/wires/light-cycle/kit/python/bot.py'), 'utf8')
/** Plays its trial, which is on the usual board, and breaks down on the board of the contest. */
const CRASHER = KIT.replace('walls = set()', 'assert size > 12\nwalls = set()')
const UPLOADED = Array.from({ length: 15 }, (_, index) => `kit ${index + 1}`)
const OVER_HTTP = Array.from({ length: 13 }, (_, index) => `http ${index + 1}`)
const CRASHES = 'kit 15'
const ABSENT = 'Late Larks'
const WITHDRAWN = 'Quitters'

test('a class of thirty teams, from the join link to the podium, with the server killed once', async () => {
  const arena = await openArena()
  const organiser = await arena.organiser()
  const made = await organiser.call<WholeTournamentBody>('POST', '/api/v1/tournaments', {
    name: 'Class cup',
    challenge: 'light-cycle',
    format: 'swiss',
    options: { rounds: 3 },
    entrants: [],
    entry: 'open',
    settings: { width: 10, height: 10 },
    plan: { absentSeconds: 5 },
  })
  const contest = `/api/v1/tournaments/${made.id}`
  const link = made.join ?? ''

  // The projector shows the way in before anybody has joined; a team of the class takes it on a telephone.
  const hall = await theatre.visit(arena, '/tv', { viewport: { width: 1920, height: 1080 } })
  await expectPage(hall.page.getByText(link.replace('/join/', '')).first()).toBeVisible()
  const phone = await theatre.visit(arena, link, { viewport: { width: 390, height: 844 }, isMobile: true })
  await phone.page.getByLabel('Team').fill(ABSENT)
  await phone.page.getByRole('button', { name: 'Join' }).click()
  await expectPage(phone.page.getByText('You are in').first()).toBeVisible()

  const teams = new Map<string, Team>()
  for (const name of [...UPLOADED, ...OVER_HTTP, WITHDRAWN]) teams.set(name, await arena.join(link, name))
  await Promise.all(UPLOADED.map((name) => teams.get(name)?.upload(name === CRASHES ? CRASHER : KIT)))
  const readiness = () => organiser.call<ReadinessBody>('GET', `${contest}/readiness`)
  await until(async () => {
    const passed = (await readiness()).teams.filter(({ bot }) => bot?.status === 'passed')
    return passed.length === UPLOADED.length || undefined
  })
  const closing = new AbortController()
  onTestFinished(() => closing.abort())
  for (const name of OVER_HTTP) void teams.get(name)?.attend(closing.signal)

  // The organiser sees on one board who is ready, and starts; who has nothing to play with plays over the wire.
  const office = await theatre.visit(arena, `/contests/${made.id}/board`, { storageState: organiser.cookies })
  await expectPage(office.page.getByText(ABSENT).first()).toBeVisible()
  expect((await readiness()).teams).toHaveLength(30)
  await organiser.call('POST', `${contest}/start?unready=by-wire`)
  await organiser.call('POST', `${contest}/withdrawals`, { entrant: WITHDRAWN })

  const look = () => organiser.call<WholeTournamentBody>('GET', contest)
  await until(async () => (await look()).played >= 5 || undefined)
  await arena.kill()
  await arena.start()
  await until(async () => (await look()).status === 'over' || undefined)

  const { result } = await look()
  expect(result.standings).toHaveLength(30)
  expect(result.matches.void).toBe(0)
  const standing = (name: string) => result.standings.find((one) => one.name === name)
  expect(standing(ABSENT)).toMatchObject({ wins: 0 })
  expect(standing(WITHDRAWN)?.out).toBeDefined()
  expect(result.statistics.find(({ name }) => name === CRASHES)?.crashes).toBeGreaterThan(0)
  for (const { wins, draws, losses, byes, name } of result.standings)
    expect([name, wins + draws + losses + byes]).toEqual([name, 3])

  // The projector went on through it all, and ends at the podium.
  const [first] = result.standings
  await expectPage(hall.page.getByRole('heading', { name: 'Podium' })).toBeVisible()
  await expectPage(hall.page.getByText(first?.name ?? '').first()).toBeVisible()
  expect([...hall.complaints, ...phone.complaints, ...office.complaints]).toEqual([])
})

interface Caller {
  readonly call: <T>(method: string, path: string, body?: object | Uint8Array) => Promise<T>
}

interface Team extends Caller {
  upload(source: string): Promise<void>
  /** Plays every match that the team is called to, with a house brain, until the signal. */
  attend(signal: AbortSignal): Promise<unknown>
}

/** The arena in a process of its own. */
async function openArena() {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-day-'))
  const port = await quietPort()
  const url = `http://127.0.0.1:${port}`
  let server: ChildProcess | undefined
  let invitation = ''

  async function start(): Promise<void> {
    server = spawn(process.execPath, [join(root, 'test/web/day-server.ts'), folder, String(port), theatre.folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for await (const line of createInterface({ input: server.stdout ?? process.stdin })) {
      invitation ||= line
      break
    }
  }

  async function kill(): Promise<void> {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }

  onTestFinished(async () => {
    await kill()
    rmSync(folder, { recursive: true, force: true })
  })
  await start()

  const callWith =
    (headers: Readonly<Record<string, string>>): Caller['call'] =>
    async <T>(method: string, path: string, body?: object | Uint8Array): Promise<T> => {
      const isBytes = body instanceof Uint8Array
      const answer = await fetch(url + path, {
        method,
        headers: {
          ...headers,
          ...(body && { 'content-type': isBytes ? 'application/zip' : 'application/json' }),
        },
        ...(body && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${method} ${path} → ${answer.status} ${text}`)
      return JSON.parse(text) as T
    }

  return {
    url,
    start,
    kill,
    async organiser() {
      const token = new URL(invitation).searchParams.get('token') ?? ''
      const { key } = await callWith({})<{ key: string }>('POST', '/api/v1/organiser', { token })
      return { call: callWith({ authorization: `Bearer ${key}` }), key }
    },
    async join(link: string, name: string): Promise<Team> {
      const joined = await fetch(`${url}/api/v1${link}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      })
      const cookie = (joined.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
      const { player } = (await joined.json()) as JoinedBody
      const signedIn = callWith({ cookie, origin: url })
      const { key } = await signedIn<{ key: string }>('POST', `/api/v1/players/${player.id}/keys`)
      const call = callWith({ authorization: `Bearer ${key}` })
      return {
        call,
        async upload(source) {
          const { id } = await call<{ id: number }>('POST', '/api/v1/bots', { challenge: 'light-cycle', name })
          await call('POST', `/api/v1/bots/${id}/versions`, rawZip([{ name: 'bot.py', data: source }]))
        },
        attend: async (signal) => {
          const brain = must(await loadBrain({ kind: 'house', name: 'wanderer' }, 'tron'))
          return attendContest(async () => ok(playerOf(brain)), { url, key, signal, seed: 1, playerId: player.id })
        },
      }
    },
  }
}
