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
import { programOf, root } from '../cli/run.ts'
import { until } from '../server/arena.fixture.ts'
import { expectPage, openTheatre } from './browser.fixture.ts'

const theatre = openTheatre()

const DAY_SERVER = programOf('test/web/day-server.ts')

const KIT = readFileSync(join(root, 'src/wires/light-cycle/kit/python/bot.py'), 'utf8')
/** Plays its trial, and breaks down on the board of the contest. */
const CRASHER = KIT.replace('walls = set()', 'assert size != 14\nwalls = set()')
const UPLOADED = Array.from({ length: 15 }, (_, index) => `kit ${index + 1}`)
const OVER_HTTP = Array.from({ length: 13 }, (_, index) => `http ${index + 1}`)
const CRASHES = 'kit 15'
const ABSENT = 'Late Larks'
const WITHDRAWN = 'Quitters'

test('a class of thirty teams, from the join link to the podium, with the server killed once', async () => {
  const arena = await openArena()
  const { page: office, ...atOffice } = await theatre.visit(arena, arena.invitation())
  await office.getByRole('button', { name: 'I am the organiser' }).click()
  await expectPage(office.locator('code').first()).toHaveText(/^gg_[\w-]+$/)
  const organise = arena.callWith({
    authorization: `Bearer ${await office.locator('code').first().textContent()}`,
  })
  const made = await organise<WholeTournamentBody>('POST', '/api/v1/tournaments', {
    name: 'Class cup',
    challenge: 'light-cycle',
    format: 'swiss',
    options: { rounds: 3, games: 1 },
    entrants: [],
    entry: 'open',
    settings: { width: 14, height: 14 },
    plan: { absentSeconds: 5 },
  })
  const contest = `/api/v1/tournaments/${made.id}`
  const link = made.join ?? ''

  // The projector shows the way in, and one team takes it on a telephone.
  const { page: hall, ...atHall } = await theatre.visit(arena, '/tv?seconds=2', {
    viewport: { width: 1920, height: 1080 },
  })
  await expectPage(hall.getByRole('heading', { name: 'Join the contest' })).toBeVisible()
  const { page: phone, ...atPhone } = await theatre.visit(arena, link, {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })
  await phone.getByLabel('Name of your team').fill(ABSENT)
  await phone.getByRole('button', { name: 'Join' }).click()
  await expectPage(phone.getByRole('heading', { name: 'You are in' })).toBeVisible()

  const teams: Team[] = []
  for (const name of [...UPLOADED, ...OVER_HTTP, WITHDRAWN]) teams.push(await arena.join(link, name))
  for (const { name, upload } of teams)
    if (UPLOADED.includes(name)) await upload(name === CRASHES ? CRASHER : KIT)
  const closing = new AbortController()
  onTestFinished(() => closing.abort())
  for (const { name, attend } of teams) if (OVER_HTTP.includes(name)) void attend(closing.signal)

  // The board says whose bot has passed and who is connected.
  await office.goto(`${arena.url}/contests/${made.id}/board`)
  const readiness = async () => (await organise<ReadinessBody>('GET', `${contest}/readiness`)).teams
  await until(async () => {
    const rows = await readiness()
    const passed = rows.filter(({ bot }) => bot?.status === 'passed').length
    const connected = rows.filter(({ wire }) => wire !== null).length
    return (passed === UPLOADED.length && connected === OVER_HTTP.length) || undefined
  })
  expect(await readiness()).toHaveLength(30)
  await expectPage(office.getByText(ABSENT).first()).toBeVisible()
  // A team without a bot plays by the wire.
  await organise('POST', `${contest}/start?unready=by-wire`)
  await organise('POST', `${contest}/withdrawals`, { entrant: WITHDRAWN })

  const look = () => organise<WholeTournamentBody>('GET', contest)
  await until(async () => (await look()).played >= 5 || undefined)
  await arena.kill()
  await arena.start()
  await until(async () => (await look()).status === 'over' || undefined)

  const { result } = await look()
  expect(result.standings).toHaveLength(30)
  expect(result.matches.void).toBe(0)
  const standing = (name: string) => result.standings.find((one) => one.name === name)
  expect(standing(ABSENT)).toMatchObject({ wins: 0, draws: 0 })
  expect(standing(WITHDRAWN)?.out).toBeDefined()
  expect(result.statistics.find(({ name }) => name === CRASHES)?.crashes).toBeGreaterThan(0)
  for (const { wins, draws, losses, byes, name } of result.standings)
    if (name !== WITHDRAWN) expect([name, wins + draws + losses + byes]).toEqual([name, 3])

  // The projector went on through it all, and ends at the podium.
  await expectPage(hall.getByRole('heading', { name: 'Podium' })).toBeAttached()
  await expectPage(hall.locator('.tv-podium')).toContainText(result.standings[0]?.name ?? '')
  expect([...atHall.complaints, ...atPhone.complaints, ...atOffice.complaints]).toEqual([])
}, 600_000)

type Call = <T>(method: string, path: string, body?: object | Uint8Array) => Promise<T>

interface Team {
  readonly name: string
  readonly upload: (source: string) => Promise<void>
  /** Plays every match that the team is called to, with a house brain, until the signal. */
  readonly attend: (signal: AbortSignal) => Promise<unknown>
}

/** The arena in a process of its own. */
async function openArena() {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-day-'))
  const port = await quietPort()
  const url = `http://127.0.0.1:${port}`
  let server: ChildProcess | undefined
  let invitation = ''

  async function start(): Promise<void> {
    server = spawn(process.execPath, [DAY_SERVER, folder, String(port), theatre.folder], {
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
    (headers: Readonly<Record<string, string>>): Call =>
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
    callWith,
    /** The path of the organiser's link. */
    invitation: () => invitation.replace(url, ''),
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
        name,
        async upload(source) {
          const { id } = await call<{ id: number }>('POST', '/api/v1/bots', {
            challenge: 'light-cycle',
            name,
          })
          await call('POST', `/api/v1/bots/${id}/versions`, rawZip([{ name: 'bot.py', data: source }]))
        },
        attend: async (signal) => {
          const brain = must(await loadBrain({ kind: 'house', name: 'wanderer' }, 'tron'))
          return attendContest(async () => ok(playerOf(brain)), { url, key, signal, seed: 1 })
        },
      }
    },
  }
}
