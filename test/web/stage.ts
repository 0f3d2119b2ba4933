import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { must } from '../../src/base/result.ts'
import { findBrain } from '../../src/brains/index.ts'
import type { Brain } from '../../src/game/brain.ts'
import { CHALLENGES, findChallenge } from '../../src/challenges/index.ts'
import type { Pair } from '../../src/game/game.ts'
import { describeClock } from '../../src/match/clock.ts'
import { describeEnd } from '../../src/match/describe.ts'
import { makeSpec, type Match, type MatchRules } from '../../src/match/match.ts'
import { beginRecord, endRecord, writeEvent } from '../../src/match/record.ts'
import { connectBrain } from '../../src/protocols/in-process/connect-brain.ts'
import type { Contestant } from '../../src/protocols/protocol.ts'
import { playMatch } from '../../src/runner/play-match.ts'

/** The part of a server that the web application needs, with matches that are really played. */
export interface Stage extends AsyncDisposable {
  readonly url: string
  /** Everything that was asked for, in order. */
  readonly requests: readonly string[]
  /** Adds a match that waits; `begin` plays it. */
  add(plan: Plan): StagedMatch
  /** Cuts every connection and refuses new ones until it is started again, on the same port. */
  stop(): Promise<void>
  start(): Promise<void>
}

export interface Plan {
  readonly challenge: string
  readonly names?: Pair<string>
  /** House brains, or brains. */
  readonly brains: Pair<string | Brain>
  readonly settings?: Readonly<Record<string, unknown>>
  readonly rules?: Partial<MatchRules>
  readonly seed?: number
  readonly nodeBudget?: number
  readonly paceMs?: number
  /** Turns that may be played before `allow` is called; all, unless it is said. */
  readonly allowed?: number
  readonly status?: 'open' | 'waiting'
}

export interface StagedMatch {
  readonly id: number
  readonly lines: readonly string[]
  /** Plays it to its end, as far as turns are allowed. */
  begin(): Promise<Match>
  /** Lets so many more questions be answered. */
  allow(answers: number): void
}

export async function openStage(folder: string): Promise<Stage> {
  const matches: Entry[] = []
  const listeners = new Set<(info: object) => void>()
  const requests: string[] = []
  const open = new Set<ServerResponse>()
  const closing = new AbortController()
  let port = 0
  let server: Server | undefined

  const announce = (entry: Entry): void => {
    for (const listener of listeners) listener(infoOf(entry))
  }

  async function start(): Promise<void> {
    const made = createServer((request, response) => {
      requests.push(request.url ?? '')
      open.add(response)
      response.on('close', () => open.delete(response))
      response.setHeader('content-security-policy', "default-src 'self'")
      answer(request, response).catch((error: unknown) => response.destroy(error as Error))
    })
    await new Promise<void>((resolve) => made.listen(port, '127.0.0.1', resolve))
    ;({ port } = made.address() as AddressInfo)
    server = made
  }

  async function stop(): Promise<void> {
    for (const response of open) response.destroy()
    const stopped = new Promise((resolve) => server?.close(resolve) ?? resolve(undefined))
    server?.closeAllConnections()
    await stopped
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stage')
    const [, match, part] = /^\/api\/v1\/matches\/(\d+)(?:\/(\w+))?$/.exec(url.pathname) ?? []
    const entry = matches.find(({ id }) => id === Number(match))
    if (url.pathname === '/api/v1/matches') return json(response, list(matches, url.searchParams))
    if (url.pathname === '/api/v1/challenges')
      return json(response, { challenges: CHALLENGES.map(challengeInfo) })
    if (url.pathname === '/api/v1/live') return live(response, listeners)
    if (entry && part === undefined) return json(response, infoOf(entry))
    if (entry && entry.lines.length > 0 && part === 'record')
      return void response.writeHead(200, { 'content-type': 'application/jsonl' }).end(entry.lines.join(''))
    if (entry && entry.lines.length > 0 && part === 'events') return events(request, response, entry)
    if (url.pathname.startsWith('/api/')) return void response.writeHead(404).end()
    return file(folder, url.pathname, response)
  }

  await start()
  return {
    get url() {
      return `http://127.0.0.1:${port}`
    },
    requests,
    add(plan) {
      const entry = makeEntry(plan, matches.length + 1)
      matches.push(entry)
      announce(entry)
      return {
        id: entry.id,
        lines: entry.lines,
        begin: () => play(entry, announce, closing.signal),
        allow: (answers) => entry.gate.allow(answers),
      }
    },
    stop,
    start,
    async [Symbol.asyncDispose]() {
      closing.abort()
      for (const { gate } of matches) gate.allow(Infinity)
      await stop()
    },
  }
}

interface Entry {
  readonly id: number
  readonly plan: Plan
  readonly names: Pair<string>
  readonly lines: string[]
  readonly listeners: Set<() => void>
  readonly gate: Gate
  readonly created: number
  began?: number
  match?: Match
}

function makeEntry(plan: Plan, id: number): Entry {
  const nameOf = (brain: string | Brain): string => (typeof brain === 'string' ? brain : brain.name)
  const names = plan.names ?? [nameOf(plan.brains[0]), nameOf(plan.brains[1])]
  const gate = openGate(plan.allowed ?? Infinity)
  return { id, plan, names, lines: [], listeners: new Set(), gate, created: Date.now() }
}

async function play(entry: Entry, announce: (entry: Entry) => void, signal: AbortSignal): Promise<Match> {
  const { plan, names, lines, listeners, gate } = entry
  const challenge = findChallenge(plan.challenge)
  if (!challenge) throw new Error(`no challenge ${plan.challenge}`)
  const { game, preset, rules } = challenge
  const settings = { ...game.presets[preset], ...plan.settings }
  const spec = must(makeSpec(game, settings, { ...rules, ...plan.rules }, plan.seed ?? 7))
  const contestant = (player: 0 | 1): Contestant => {
    const wanted = plan.brains[player]
    const brain = typeof wanted === 'string' ? findBrain(wanted, game.id) : wanted
    if (!brain) throw new Error(`no brain ${JSON.stringify(wanted)}`)
    const thinking = { nodeBudget: plan.nodeBudget ?? 200 }
    return {
      name: names[player],
      async connect(opening) {
        const connection = await connectBrain(brain, opening, { thinking })
        if (!('ask' in connection)) return connection
        return {
          ...connection,
          ask: async (question, stop) => {
            await gate.pass(stop)
            return connection.ask(question, stop)
          },
        }
      },
    }
  }
  const publish = (text: string): void => {
    lines.push(...text.split(/(?<=\n)/).filter((line) => line !== ''))
    for (const listener of listeners) listener()
  }
  const players: Pair<{ name: string; bot?: string }> = [{ name: names[0] }, { name: names[1] }]
  const date = new Date(entry.created).toISOString()
  let { writer, text } = beginRecord({ challenge: challenge.id, spec, players, times: true, date })
  publish(text)
  const began = (entry.began = performance.now())
  announce(entry)
  const over = await playMatch({
    challenge: challenge.id,
    spec,
    contestants: [contestant(0), contestant(1)],
    paceMs: plan.paceMs ?? 0,
    signal,
    began,
    onEvent(event, match) {
      entry.match = match
      ;({ writer, text } = writeEvent(writer, event, match))
      publish(match.phase === 'over' ? text + endRecord(writer) : text)
      if (match.phase === 'over') announce(entry)
    },
  })
  return over
}

interface Gate {
  pass(signal: AbortSignal): Promise<void>
  allow(answers: number): void
}

function openGate(allowed: number): Gate {
  let left = allowed
  const waiting = new Set<() => void>()
  return {
    pass: (signal) =>
      new Promise((resolve) => {
        const go = (): void => {
          left--
          waiting.delete(go)
          resolve()
        }
        if (left > 0) return go()
        waiting.add(go)
        signal.addEventListener('abort', go)
      }),
    allow(answers) {
      left += answers
      for (const go of waiting) if (left > 0) go()
    },
  }
}

function infoOf({ id, plan, names, match, created, began, lines }: Entry): object {
  const challenge = findChallenge(plan.challenge)
  const isOver = match?.phase === 'over'
  const [last] = match?.ended.slice(-1) ?? []
  return {
    id,
    challenge: plan.challenge,
    title: challenge?.title,
    game: challenge?.game.id,
    status: isOver ? 'over' : lines.length > 0 ? 'playing' : (plan.status ?? 'waiting'),
    players: (plan.status === 'open' && lines.length === 0 ? names.slice(0, 1) : names).map((name) => ({
      name,
      id: null,
      bot: null,
    })),
    score: match?.score ?? [0, 0],
    winner: match?.result?.winner ?? null,
    void: match?.result?.void ?? false,
    end: isOver && last ? describeEnd(last, match.spec, names) : null,
    created: new Date(created).toISOString(),
    started: began === undefined ? null : new Date(created).toISOString(),
    ended: isOver ? new Date().toISOString() : null,
  }
}

const challengeInfo = ({ id, title, summary, game, wire, rules }: (typeof CHALLENGES)[number]): object => ({
  id,
  title,
  summary,
  game: game.id,
  wire,
  clock: describeClock(rules.clock),
})

function list(matches: readonly Entry[], query: URLSearchParams): object {
  const limit = Number(query.get('limit') ?? 50)
  const before = Number(query.get('before') ?? Infinity)
  const found = matches
    .map((entry) => ({ id: entry.id, info: infoOf(entry) as { readonly status: string } }))
    .filter(({ id, info }) => id < before && info.status === query.get('status'))
    .reverse()
  const page = found.slice(0, limit)
  return { matches: page.map(({ info }) => info), next: found.length > limit ? page.at(-1)?.id : null }
}

function live(response: ServerResponse, listeners: Set<(info: object) => void>): void {
  openStream(response)
  const send = (info: object): void => void response.write(`data: ${JSON.stringify(info)}\n\n`)
  listeners.add(send)
  response.on('close', () => listeners.delete(send))
}

function events(request: IncomingMessage, response: ServerResponse, entry: Entry): void {
  openStream(response)
  const last = request.headers['last-event-id']
  let sent = last === undefined ? 0 : Number(last) + 1
  const at = Math.round(performance.now() - (entry.began ?? 0))
  response.write(`event: now\ndata: ${JSON.stringify({ at })}\n\n`)
  const catchUp = (): void => {
    const fresh = entry.lines.slice(sent)
    response.write(fresh.map((line, index) => `id: ${sent + index}\ndata: ${line}\n`).join(''))
    sent += fresh.length
    if (entry.match?.phase !== 'over') return
    entry.listeners.delete(catchUp)
    response.end('event: end\ndata: {}\n\n')
  }
  entry.listeners.add(catchUp)
  response.on('close', () => entry.listeners.delete(catchUp))
  catchUp()
}

function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  response.flushHeaders()
}

const json = (response: ServerResponse, body: object): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** A file of the application; every other address is a page of it. */
async function file(folder: string, path: string, response: ServerResponse): Promise<void> {
  const name = extname(path) === '' ? 'index.html' : normalize(path)
  try {
    const body = await readFile(join(folder, name))
    response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' }).end(body)
  } catch {
    response.writeHead(404).end()
  }
}
