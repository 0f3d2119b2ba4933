import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { show } from '../base/fields.ts'
import { parseObject } from '../base/json.ts'
import { must } from '../base/result.ts'
import { deriveSeed } from '../base/rng.ts'
import { quoridor } from '../challenges/quoridor.ts'
import { ticTacToe } from '../challenges/tic-tac-toe.ts'
import type { Brain } from '../game/brain.ts'
import { makeSpec } from '../match/match.ts'
import { http } from '../protocols/node-http.ts'
import { playBattle, type BattleResult } from '../wires/sse/client.ts'
import { notWhileImported } from '../runner/brain-import.ts'
import { cannotListen } from '../runner/cannot-listen.ts'
import { isBrain } from './define-brain.ts'
import { playerOf } from './player-of.ts'

const CHALLENGES = { 'tic-tac-toe': ticTacToe, quoridor } as const

export type ArenaGame = keyof typeof CHALLENGES

export interface ArenaTeamOptions {
  /** Where the arena is: `http://127.0.0.1:8080`. */
  readonly arenaUrl: string
  /** The brain for each game; a game without a brain is not played. */
  readonly brains: { readonly [Game in ArenaGame]?: Brain }
  /** 8001 unless told otherwise; 0 for any that is free. */
  readonly port?: number
  /** This machine only, unless told otherwise: `0.0.0.0` lets an arena elsewhere call. */
  readonly host?: string
  /** How many battles may be played at once before the team answers that it is busy; 100 by default. */
  readonly maxBattles?: number
  /** For the brains' own chance; drawn anew unless told otherwise. */
  readonly seed?: number
  /** A move is sent after so many milliseconds without a message; 100 by default. */
  readonly settleMs?: number
  /** How long the arena may be away before a battle is given up, in milliseconds; two minutes unless told otherwise. */
  readonly patienceMs?: number
  /** What happens, and what the brains log; stderr unless told otherwise. */
  readonly log?: (line: string) => void
  /** Called at the end of each battle. */
  onBattleOver?(report: BattleReport): void
}

export type BattleReport = { readonly game: ArenaGame; readonly battleId: string } & (
  | BattleResult
  /** It could not be played to its end. */
  | { readonly verdict: 'failed'; readonly reason: string }
)

export interface ArenaTeam extends AsyncDisposable {
  /** The team's URL for the arena, which calls `/tic-tac-toe` and `/quoridor` there. */
  readonly url: string
  /** Battles that are being played. */
  readonly playing: number
  /** Stops listening, and aborts all battles. */
  close(): Promise<void>
}

interface RunningBattle {
  readonly over: Promise<void>
  readonly stop: AbortController
}

/** More than any call for a battle needs. */
const MAX_BODY = 10_000
const MAX_ID = 200

/**
 * A team of the SSE arena: waits for calls to battles and plays them, many at once. The brains need not watch for
 * cheats: the SDK checks the opponent's commands and flips the table.
 */
export async function serveArenaTeam(options: ArenaTeamOptions): Promise<ArenaTeam> {
  notWhileImported('serveArenaTeam')
  const {
    arenaUrl,
    brains,
    port = 8001,
    host = '127.0.0.1',
    maxBattles = 100,
    settleMs,
    patienceMs,
  } = options
  const { log = (line) => void process.stderr.write(`${line}\n`) } = options
  const { seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0 } = options
  checkOptions(options)
  const battles = new Map<string, RunningBattle>()
  const counts = { win: 0, loss: 0, draw: 0, unknown: 0, failed: 0 }
  let isClosing = false
  let called = 0

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = ''] = (request.url ?? '').split('?')
    const word = path.replaceAll('/', '')
    const games = Object.keys(CHALLENGES).filter((id) => isGame(id) && brains[id] !== undefined)
    if (request.method === 'GET' && (word === '' || word === 'health'))
      return reply(response, 200, { arena: arenaUrl, games, playing: battles.size, played: counts })
    const brain = isGame(word) ? brains[word] : undefined
    if (!isGame(word) || brain === undefined)
      return reply(response, 404, { error: `expected a call to /${games.join(' or /')}` })
    if (request.method !== 'POST') return reply(response, 405, { error: 'expected POST' })
    const battleId = readBattleId(await readBody(request))
    if (battleId === undefined) return reply(response, 400, { error: 'missing battleId' })
    const key = `${word} ${battleId}`
    // A second call to the same battle is ignored.
    if (!battles.has(key)) {
      if (battles.size >= maxBattles || isClosing)
        return reply(response, 503, { error: `playing ${battles.size} battles already` })
      // A signal for each battle: Node warns about more than ten listeners on one.
      const stop = new AbortController()
      const over = play(word, brain, battleId, stop.signal).finally(() => battles.delete(key))
      battles.set(key, { over, stop })
    }
    reply(response, 200, { battleId, message: 'coming' })
  }

  async function play(game: ArenaGame, brain: Brain, battleId: string, signal: AbortSignal): Promise<void> {
    const challenge = CHALLENGES[game]
    const { presets } = challenge.game
    const own = deriveSeed(seed, 'battle', called++)
    const spec = must(makeSpec(challenge.game, presets[challenge.preset] ?? {}, challenge.rules, own))
    const name = `${game} ${battleId}`
    log(`${name}: ${brain.name} plays`)
    const played = await playBattle(playerOf(brain, { log: (line) => log(`${name}: ${line}`) }), {
      url: arenaUrl,
      challenge: game,
      battleId,
      spec,
      ...(settleMs !== undefined && { settleMs }),
      ...(patienceMs !== undefined && { patienceMs }),
      signal,
    })
    const report: BattleReport = played.ok
      ? { game, battleId, ...played.value }
      : { game, battleId, verdict: 'failed', reason: played.problem.message }
    counts[report.verdict]++
    log(`${name}: ${describe(report)}`)
    options.onBattleOver?.(report)
  }

  const server = http.createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await listen(server, port, host)
  const address = server.address() as AddressInfo

  async function close(): Promise<void> {
    isClosing = true
    server.close()
    server.closeAllConnections()
    const running = [...battles.values()]
    for (const { stop } of running) stop.abort()
    await Promise.all(running.map(({ over }) => over))
  }

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    get playing() {
      return battles.size
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Checks at run time what TypeScript checks for its users. */
function checkOptions({ arenaUrl, brains }: ArenaTeamOptions): void {
  if (!URL.canParse(arenaUrl) || !/^https?:/.test(arenaUrl))
    throw new TypeError(
      `Cannot play in the arena ${show(arenaUrl)}: expected an address like http://127.0.0.1:8080`,
    )
  for (const [game, brain] of Object.entries(brains)) {
    if (!isGame(game))
      throw new TypeError(`Cannot play ${show(game)} in the arena: expected tic-tac-toe or quoridor`)
    if (!isBrain(brain))
      throw new TypeError(`Cannot play with ${show(brain)}: expected a brain made by defineBrain`)
    if (brain.game !== undefined && brain.game !== game)
      throw new TypeError(`Cannot play ${game} with ${show(brain.name)}: it is a brain for ${brain.game}`)
  }
}

const isGame = (word: string): word is ArenaGame => Object.hasOwn(CHALLENGES, word)

async function listen(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    must(cannotListen(error, host, port))
  }
}

/** The body as text, cut off above the limit. */
async function readBody(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > MAX_BODY) break
  }
  return text
}

function readBattleId(body: string): string | undefined {
  const id = parseObject(body)?.['battleId'] ?? new URLSearchParams(body).get('battleId')
  return typeof id === 'string' && id !== '' && id.length <= MAX_ID ? id : undefined
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`)
}

function describe(report: BattleReport): string {
  if (report.verdict === 'failed') return report.reason
  const { verdict, turns, cheat } = report
  return `${WORDS[verdict]} after ${turns} ${turns === 1 ? 'move' : 'moves'}${cheat === undefined ? '' : `: the opponent ${cheat}`}`
}

const WORDS = { win: 'won', loss: 'lost', draw: 'drawn', unknown: 'ended' } as const
