import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { must } from '../../src/base/result.ts'
import { seededRng } from '../../src/base/rng.ts'
import { findGame } from '../../src/games/index.ts'
import type { TronState } from '../../src/games/tron/rules.ts'
import { advance, startMatch } from '../../src/match/machine.ts'
import { readRecord } from '../../src/match/read-record.ts'
import { quietPort } from '../../src/protocols/quiet-port.fixture.ts'
import { nodeDigest } from '../../src/runner/digest.ts'
import { openStore } from '../../src/store/open-store.ts'
import { rebuildStore } from '../../src/store/rebuild.ts'
import { BOARD, drive, type Acknowledged } from './crash-driver.ts'
import { serve } from './serve-process.fixture.ts'

const KILLS = 30
const MATCHES = 6
/** Longer than all restarts together, even at a quarter of a minute each. */
const PATIENCE_MS = 1_800_000

async function call<T>(url: string, method: string, path: string, key = '', body?: object): Promise<T> {
  const text = await ask(url + path, {
    method,
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (text === '' ? undefined : JSON.parse(text)) as T
}

/** All players and this test share one address: where its share is used up, a request waits as it is told to. */
async function ask(address: string, init: RequestInit = {}): Promise<string> {
  for (;;) {
    const answer = await fetch(address, init)
    const text = await answer.text()
    if (answer.ok) return text
    const seconds = Number(answer.headers.get('retry-after'))
    if (seconds === 0) throw new Error(`${init.method ?? 'GET'} ${address}: ${answer.status} ${text}`)
    await sleep(seconds * 1000)
  }
}

interface Team {
  readonly id: number
  readonly key: string
}

interface Info {
  readonly id: number
  readonly status: string
  readonly void: boolean
}

async function until(isSo: () => Promise<boolean>, signal: AbortSignal, everyMs = 10): Promise<void> {
  while (!(await isSo())) await sleep(everyMs, undefined, { signal })
}

/**
 * Waits for a server at the port. Calls at the same time share the attempts: a refused `fetch` costs far more than a
 * refused connection.
 */
function listeningAt(port: number, signal: AbortSignal): () => Promise<void> {
  let waiting: Promise<void> | undefined
  const accepts = (): Promise<boolean> =>
    new Promise((done) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('connect', () => done(true)).on('error', () => done(false))
      socket.on('connect', () => socket.destroy())
    })
  return () =>
    (waiting ??= until(accepts, signal, 20).finally(() => {
      waiting = undefined
    }))
}

test(
  `killed ${KILLS} times at any moment, the arena loses no acknowledged move and counts no match twice`,
  { timeout: PATIENCE_MS + 60_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gamegrid-crash-'))
    const port = await quietPort()
    const url = `http://127.0.0.1:${port}`
    const rng = seededRng(5)
    const patience = AbortSignal.timeout(PATIENCE_MS)
    let server = serve({ port, folder })
    try {
      // The organiser signs in with the printed link, and registers a program.
      const token = /token=(\S+)/.exec(await server.ready)?.[1] ?? ''
      const { key: organiser } = await call<Team>(url, 'POST', '/api/v1/organiser', '', { token })
      const bot = await call<{ id: number }>(url, 'POST', '/api/v1/bots', organiser, {
        challenge: 'longest-group',
        name: 'in-order',
      })
      await call(url, 'POST', `/api/v1/bots/${bot.id}/programs`, organiser, {
        command: 'python3 longest-group.py',
      })
      await until(
        async () => (await call<{ plays: number | null }>(url, 'GET', `/api/v1/bots/${bot.id}`)).plays === 1,
        patience,
      )

      const teams: Team[] = []
      for (let index = 0; index < 2 * MATCHES; index++)
        teams.push(await call<Team>(url, 'POST', '/api/v1/players', '', { name: `team ${index}` }))
      const acknowledged: Acknowledged[] = []
      const drivers: Promise<void>[] = []
      let driving = 2 * MATCHES
      let onProgress = (): void => {}
      const untilListening = listeningAt(port, patience)
      const games: number[] = []
      for (let index = 0; index < MATCHES; index++) {
        const pair = teams.slice(2 * index, 2 * index + 2)
        const [first, second] = pair as [Team, Team]
        const { id } = await call<Info>(url, 'POST', '/api/v1/games', first.key, {
          opponent: 'open',
          settings: BOARD,
        })
        await call(url, 'POST', `/api/v1/games/${id}/join`, second.key)
        games.push(id)
        for (const { id: player, key } of pair)
          drivers.push(
            drive({
              url: () => url,
              game: id,
              player,
              key,
              signal: patience,
              untilListening,
              onAcknowledged: (move) => {
                acknowledged.push(move)
                onProgress()
              },
            }).finally(() => {
              driving--
              onProgress()
            }),
          )
      }
      const local = await call<Info>(url, 'POST', '/api/v1/matches', organiser, {
        challenge: 'longest-group',
        players: [`bot:${bot.id}`, 'house:greedy'],
      })

      /** Waits until this many more moves are acknowledged, or no player is left to move. */
      const progress = async (moves: number): Promise<void> => {
        const goal = acknowledged.length + moves
        await new Promise<void>((done) => {
          onProgress = () => {
            if (acknowledged.length >= goal || driving === 0) done()
          }
          onProgress()
        })
      }
      const recordOf = (match: number): Promise<string> => ask(`${url}/api/v1/matches/${match}/record`)
      // One kill comes while the local program plays.
      await until(async () => /"event":"answered"/.test(await recordOf(local.id)), patience)
      await server.kill()
      server = serve({ port, folder })
      for (let kill = 1; kill < KILLS; kill++) {
        // Some kills come while the server is still starting.
        if (kill % 5 !== 4) await server.ready
        if (kill % 5 === 4) await sleep(rng.below(400))
        else await progress(rng.below(40))
        await server.kill()
        server = serve({ port, folder })
      }
      expect(driving).toBeGreaterThan(0)
      await server.ready
      await Promise.all(drivers)
      await until(
        async () => (await call<Info>(url, 'GET', `/api/v1/matches/${local.id}`)).status === 'over',
        patience,
      )

      const reached = new Set<string>()
      for (const id of games) {
        const { header, events } = must(readRecord(await recordOf(id), findGame, nodeDigest))
        const pair = teams.slice(2 * games.indexOf(id), 2 * games.indexOf(id) + 2)
        let { match } = startMatch(header.spec)
        for (const event of events) {
          const { round } = match
          match = advance(match, event).match
          if (event.kind !== 'answered') continue
          // The position after a move, even if it was the round's last.
          const { cycles } = header.spec.game.play(round.state, [
            { seat: event.seat, move: event.text },
          ]) as TronState
          const { x, y } = cycles[event.seat]
          reached.add(`${id} ${pair[round.seats[event.seat]]?.id} ${round.index + 1} ${x},${y}`)
        }
      }
      const lost = acknowledged.filter(
        ({ game, player, round, x, y }) => !reached.has(`${game} ${player} ${round} ${x},${y}`),
      )
      expect(acknowledged.length).toBeGreaterThan(200)
      expect(lost).toEqual([])

      const ended = await Promise.all(games.map((id) => call<Info>(url, 'GET', `/api/v1/matches/${id}`)))
      expect(ended.map((info) => [info.status, info.void])).toEqual(games.map(() => ['over', false]))
      const { standings } = await call<{ standings: { played: number }[] }>(
        url,
        'GET',
        '/api/v1/challenges/boost-tron/standings?limit=100',
      )
      expect(standings.map(({ played }) => played)).toEqual(teams.map(() => 1))

      // The match of a local program was voided and played again, and counts.
      expect((await call<Info>(url, 'GET', `/api/v1/matches/${local.id}`)).void).toBe(false)
      const { match } = must(readRecord(await recordOf(local.id), findGame, nodeDigest))
      expect(match.ended.some(({ end }) => end.kind === 'void' && end.restart)).toBe(true)
      expect(match.ended.at(-1)?.end.kind).not.toBe('void')

      await server.stop()
      expect(must(rebuildStore(folder))).toMatchObject({ same: true })
      const store = must(openStore(folder))
      expect(store.unfinishedMatches()).toEqual([])
      store[Symbol.dispose]()
    } finally {
      await server.kill()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
