import { setMaxListeners } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import { casesOf } from '../evaluation/cases.ts'
import { openArena } from '../wires/sse/arena.fixture.ts'
import {
  houseBrain,
  quoridor,
  serveArenaTeam,
  ticTacToe,
  type ArenaTeamOptions,
  type BattleReport,
} from './index.ts'

const brains = {
  'tic-tac-toe': await houseBrain('perfect', ticTacToe),
  quoridor: await houseBrain('walker', quoridor),
}

const open = (options: Partial<ArenaTeamOptions> = {}) =>
  serveArenaTeam({ arenaUrl: 'http://127.0.0.1:1', brains, port: 0, settleMs: 50, log() {}, ...options })

const post = (url: string, body: string): Promise<Response> => fetch(url, { method: 'POST', body })

describe('an arena team', () => {
  test('of house brains earns 100 points at tic-tac-toe, all battles at once', async () => {
    await using arena = await openArena()
    await using team = await open({ arenaUrl: arena.url })
    const cases = casesOf('tic-tac-toe')
    const { score, message } = await arena.evaluate(team.url, cases)
    expect(score, message).toBe(100)
  })

  test('of house brains wins every quoridor battle against a cheat, and against the baseline', async () => {
    await using arena = await openArena()
    await using team = await open({ arenaUrl: arena.url })
    const cases = casesOf('quoridor').filter(({ worth }) => worth.kind === 'win')
    const { score, message } = await arena.evaluate(team.url, cases)
    expect(score, message).toBe(50)
  })

  test('plays 13 battles at once without a warning of Node', async () => {
    const warnings: string[] = []
    const hear = (warning: Error): void => void warnings.push(String(warning))
    // Up to Node 22 a signal with more than ten listeners is worth a warning, and teams run on any Node.
    class StrictController extends AbortController {
      constructor() {
        super()
        setMaxListeners(10, this.signal)
      }
    }
    vi.stubGlobal('AbortController', StrictController)
    process.on('warning', hear)
    try {
      await using arena = await openArena()
      await using team = await open({ arenaUrl: arena.url })
      const cases = casesOf('quoridor')
      await arena.evaluate(team.url, cases)
      await expect.poll(() => team.playing).toBe(0)
    } finally {
      process.off('warning', hear)
      vi.unstubAllGlobals()
    }
    expect(warnings).toEqual([])
  })

  test('says how every battle ended, and counts them', async () => {
    await using arena = await openArena()
    const reports: BattleReport[] = []
    const lines: string[] = []
    await using team = await open({
      arenaUrl: arena.url,
      log: (line) => lines.push(line),
      onBattleOver: (report) => void reports.push(report),
    })
    const flip = casesOf('tic-tac-toe').filter(({ id }) => id === 'C_AI_FLIP_TABLE_RANDOMLY')
    await arena.evaluate(team.url, flip)
    await expect.poll(() => reports).toHaveLength(1)
    const cheat = 'flipped the table although nothing was wrong'
    expect(reports).toMatchObject([{ game: 'tic-tac-toe', verdict: 'win', turns: 1, cheat }])
    expect(lines.map((line) => line.replace(/ \S+:/, ':'))).toEqual([
      'tic-tac-toe: perfect plays',
      `tic-tac-toe: won after 1 move: the opponent ${cheat}`,
    ])
    const page: unknown = await (await fetch(team.url)).json()
    expect(page).toEqual({
      arena: arena.url,
      games: ['tic-tac-toe', 'quoridor'],
      playing: 0,
      played: { win: 1, loss: 0, draw: 0, unknown: 0, failed: 0 },
    })
  })

  test('answers at once, goes once where it is called twice, and takes JSON and forms', async () => {
    await using team = await open()
    for (const body of ['{"battleId":"a"}', 'battleId=a', '{"battleId":"b"}']) {
      const answer = await post(`${team.url}/quoridor`, body)
      expect([answer.status, await answer.json()]).toMatchObject([200, { message: 'coming' }])
    }
    expect(team.playing).toBe(2)
    await team.close()
    expect(team.playing).toBe(0)
  })

  test('says that it is busy', async () => {
    await using team = await open({ maxBattles: 1 })
    expect((await post(`${team.url}/quoridor`, '{"battleId":"a"}')).status).toBe(200)
    const answer = await post(`${team.url}/quoridor`, '{"battleId":"b"}')
    expect([answer.status, await answer.json()]).toEqual([503, { error: 'playing 1 battles already' }])
  })

  test.each([
    ['POST', '/quoridor', '', 400, 'missing battleId'],
    ['POST', '/quoridor', '{"battleId":7}', 400, 'missing battleId'],
    ['POST', '/quoridor', `{"battleId":"${'x'.repeat(201)}"}`, 400, 'missing battleId'],
    ['PUT', '/quoridor', '{"battleId":"a"}', 405, 'expected POST'],
    ['POST', '/tic-tac-toe', '{"battleId":"a"}', 404, 'expected a call to /quoridor'],
    ['POST', '/chess', '{"battleId":"a"}', 404, 'expected a call to /quoridor'],
    ['GET', '/toString', undefined, 404, 'expected a call to /quoridor'],
  ])('%s %s %j is answered with %i', async (method, path, body, status, error) => {
    await using team = await open({ brains: { quoridor: brains.quoridor } })
    const answer = await fetch(team.url + path, { method, ...(body !== undefined && { body }) })
    expect([answer.status, await answer.json()]).toEqual([status, { error }])
    expect(team.playing).toBe(0)
  })

  test('a battle that cannot be played is told', async () => {
    await using arena = await openArena()
    const reports: BattleReport[] = []
    await using team = await open({
      arenaUrl: arena.url,
      onBattleOver: (report) => void reports.push(report),
    })
    await post(`${team.url}/quoridor`, '{"battleId":"nowhere"}')
    const reason = 'Cannot play in this arena: it says "battle not found"'
    await expect
      .poll(() => reports)
      .toEqual([{ game: 'quoridor', battleId: 'nowhere', verdict: 'failed', reason }])
  })

  test.each([
    [
      { arenaUrl: 'arena' },
      'Cannot play in the arena "arena": expected an address like http://127.0.0.1:8080',
    ],
    [
      { brains: { quoridor: brains['tic-tac-toe'] } },
      'Cannot play quoridor with "perfect": it is a brain for tic-tac-toe',
    ],
    [{ brains: { chess: 1 } as never }, 'Cannot play "chess" in the arena: expected tic-tac-toe or quoridor'],
    [{ brains: { quoridor: {} as never } }, 'Cannot play with {}: expected a brain made by defineBrain'],
  ])('is not opened with %j', async (options, message) => {
    await expect(open(options)).rejects.toThrow(message)
  })

  test('says so when its port is taken', async () => {
    await using team = await open()
    const port = Number(new URL(team.url).port)
    await expect(open({ port })).rejects.toThrow(
      `Cannot listen on 127.0.0.1:${port}: another program has that port`,
    )
  })
})
