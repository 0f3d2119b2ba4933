import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openTestArena, until } from '../server/arena.fixture.ts'
import { askFor, openCoordinator } from './coordinator.fixture.ts'
import { openTeam } from './team.fixture.ts'

const golden = join(import.meta.dirname, '../../src/wires/sse/transcripts/evaluate.txt')

const MISSING = 'missing runId, callbackUrl or teamUrl'

describe('an outside coordinator', () => {
  test('is called back when every battle has ended, word for word', async () => {
    await using arena = await openTestArena({ arenaToken: 'secret', callbackHosts: ['127.0.0.1'] })
    await using team = await openTeam()
    await using coordinator = await openCoordinator(200)
    team.arena = arena.url
    const asked = { runId: '42', teamUrl: `${team.url}/`, callbackUrl: coordinator.url, caseType: 'C_AI_DUP' }
    const { status, body } = await askFor(arena.url, 'tic-tac-toe', asked)
    await until(() => coordinator.calls[0])
    const [call] = coordinator.calls
    const said = [
      '# An outside coordinator has a team evaluated: one case, to be short. The team is at http://team:8000.',
      `< POST /tic-tac-toe/evaluate ${JSON.stringify(asked)}`,
      `> ${status} ${JSON.stringify(body)}`,
      '# The arena calls the team to its battle:',
      `> POST http://team:8000${team.invitations[0]?.path} ${JSON.stringify(team.invitations[0]?.body)}`,
      '# The battle is over, and the arena calls the coordinator back, with the token it was given:',
      `> POST http://coordinator:9000/done ${JSON.stringify(call?.body)}`,
      `> Authorization: ${call?.authorization}`,
      '',
    ]
      .join('\n')
      .replaceAll(team.url, 'http://team:8000')
      .replaceAll(coordinator.url, 'http://coordinator:9000/done')
      .replaceAll(String(team.invitations[0]?.body['battleId']), '15f6301f-cbdd-4084-a810-df2e9c83238f')
    if (process.env['GOLDEN'] === 'write') writeFileSync(golden, said)
    else expect(said).toBe(readFileSync(golden, 'utf8'))
  })

  test('is called again until it has heard, and then never again', async () => {
    await using arena = await openTestArena({ callbackBackOff: () => 10 })
    await using team = await openTeam()
    await using coordinator = await openCoordinator(500, 503, 404, 204)
    team.arena = arena.url
    const { status, body } = await askFor(arena.url, 'tic-tac-toe', {
      runId: 7,
      teamUrl: team.url,
      callbackUrl: coordinator.url,
    })
    expect([status, Object.keys(body), body['errors']]).toEqual([200, ['battleIds', 'errors'], {}])
    expect(body['battleIds']).toHaveLength(9)
    await until(() => (coordinator.calls.length === 4 ? true : undefined))
    for (const call of coordinator.calls) {
      expect(Object.keys(call.body)).toEqual(['runId', 'score', 'message'])
      expect(call.body).toMatchObject({ runId: 7, score: 100 })
      expect(call.authorization).toBeUndefined()
      expect(call.idempotencyKey).toBe((body['battleIds'] as string[])[0])
    }
    const organiser = await arena.organiser()
    const run = await until(async () => {
      const seen = await organiser.request('/api/v1/evaluations/1')
      return (seen.body['callback'] as { delivered: boolean }).delivered ? seen.body : undefined
    })
    expect(run['callback']).toEqual({ delivered: true, attempts: 4, problem: null })
    await arena.restart()
    expect(arena.server.arena.store.openRuns()).toEqual([])
    expect(coordinator.calls).toHaveLength(4)
  })

  test('is called after a restart, if it had not heard before', async () => {
    await using arena = await openTestArena({
      callbackBackOff: (failures) => (failures === 1 ? 3_600_000 : 10),
    })
    await using coordinator = await openCoordinator(500, 200)
    await askFor(arena.url, 'quoridor', {
      runId: 'r',
      teamUrl: 'http://127.0.0.1:1',
      callbackUrl: coordinator.url,
      caseType: 'AB_AI_FIRST',
    })
    await until(() => coordinator.calls[0])
    await until(() => (arena.server.arena.store.run(1)?.attempts === 1 ? true : undefined))
    await arena.restart()
    await until(() => coordinator.calls[1])
    expect(coordinator.calls[1]).toEqual(coordinator.calls[0])
    expect(coordinator.calls[0]?.body).toEqual({
      runId: 'r',
      score: 0,
      message:
        '0 of 25 points\nAB_AI_FIRST 0 of 25: Your team could not be reached: Cannot call "http://127.0.0.1:1/quoridor": expected port 80, 443 or one from 1024',
    })
    await until(() => (arena.server.arena.store.run(1)?.isOwed === false ? true : undefined))
  })

  test('is given up at last', async () => {
    await using arena = await openTestArena({ callbackBackOff: (failures) => (failures < 3 ? 1 : undefined) })
    await using team = await openTeam({ answer: (_, response) => void response.destroy() })
    await using coordinator = await openCoordinator(500)
    await askFor(arena.url, 'tic-tac-toe', {
      runId: 'r',
      teamUrl: team.url,
      callbackUrl: coordinator.url,
      caseType: 'BASE_AI_O',
    })
    await until(() => (arena.server.arena.store.openRuns().length === 0 ? true : undefined))
    expect(arena.server.arena.store.run(1)).toMatchObject({ attempts: 3, problem: 'it answered 500' })
    expect(coordinator.calls).toHaveLength(3)
  })

  test.each([
    ['no host is listed, though teams may wait there', () => [], undefined],
    ['another host is listed', () => ['localhost', '127.0.0.2'], undefined],
    ['another port of it is listed', (port: number) => [`127.0.0.1:${port + 1}`], undefined],
    ['its host is listed', () => ['127.0.0.1'], 'secret'],
    ['its host and port are listed', (port: number) => [`127.0.0.1:${port}`], 'secret'],
  ] as const)('gets the token or not: %s', async (_when, hosts, authorization) => {
    await using coordinator = await openCoordinator(200)
    await using arena = await openTestArena({
      arenaToken: 'secret',
      callbackHosts: hosts(coordinator.port),
      allowedTeamHosts: ['127.0.0.1'],
    })
    await askFor(arena.url, 'tic-tac-toe', {
      runId: 'r',
      teamUrl: 'http://127.0.0.1:1',
      callbackUrl: coordinator.url,
      caseType: 'BASE_AI_O',
    })
    await until(() => coordinator.calls[0])
    expect(coordinator.calls[0]).toMatchObject({ body: { runId: 'r' }, authorization })
  })

  test('on a listed host may be called where teams may not', async () => {
    await using coordinator = await openCoordinator(200)
    await using arena = await openTestArena({
      hasLocalTeams: false,
      arenaToken: 'secret',
      callbackHosts: [`127.0.0.1:${coordinator.port}`],
    })
    await askFor(arena.url, 'tic-tac-toe', {
      runId: 'r',
      teamUrl: coordinator.url,
      callbackUrl: coordinator.url,
      caseType: 'BASE_AI_O',
    })
    await until(() => coordinator.calls[0])
    expect(coordinator.calls).toMatchObject([
      {
        authorization: 'secret',
        body: { message: expect.stringContaining('the server may not call that address') as string },
      },
    ])
  })

  test.each(['', '*', '*.example.org', 'http://example.org', 'example.org:0', 'example.org:99999', 'a b'])(
    'cannot be listed as %j',
    async (word) => {
      await expect(openTestArena({ callbackHosts: [word] })).rejects.toThrow(
        `Cannot trust callback host ${JSON.stringify(word)}: expected a host like`,
      )
    },
  )

  test.each([
    [{ teamUrl: 'http://127.0.0.1:9999', callbackUrl: 'http://127.0.0.1:9998' }, MISSING],
    [{ runId: 'a', callbackUrl: 'http://127.0.0.1:9998' }, MISSING],
    [{ runId: 'a', teamUrl: 'http://127.0.0.1:9999' }, MISSING],
    [{ runId: '', teamUrl: 'http://127.0.0.1:9999', callbackUrl: 'http://127.0.0.1:9998' }, MISSING],
    [{}, MISSING],
    [
      { runId: 'a', teamUrl: 'http://127.0.0.1:9999', callbackUrl: 'ftp://127.0.0.1' },
      'Cannot call "ftp://127.0.0.1": expected http or https',
    ],
  ])('is refused %j: %s', async (json, error) => {
    await using arena = await openTestArena()
    expect(await askFor(arena.url, 'quoridor', json)).toEqual({ status: 400, body: { error } })
  })

  test('is refused a case that there is not, and a game', async () => {
    await using arena = await openTestArena()
    const asked = { runId: 'a', teamUrl: 'http://127.0.0.1:9999', callbackUrl: 'http://127.0.0.1:9998' }
    expect(await askFor(arena.url, 'quoridor', { ...asked, caseType: 'C_AI_DUP' })).toMatchObject({
      status: 400,
    })
    expect(await askFor(arena.url, 'chess', asked)).toEqual({
      status: 404,
      body: { error: 'game not found' },
    })
  })

  test.each([
    ['is open to all', { hasLocalTeams: false }],
    ['has a public name', { publicHosts: ['arena.example.org'] }],
    ['has a proxy', { trustProxy: ['127.0.0.1'] }],
  ])('cannot have this machine called by a server that %s', async (_, options) => {
    await using arena = await openTestArena(options)
    await using team = await openTeam()
    await using coordinator = await openCoordinator(200)
    const { body } = await askFor(arena.url, 'tic-tac-toe', {
      runId: 'a',
      teamUrl: team.url,
      callbackUrl: coordinator.url,
      caseType: 'BASE_AI_O',
    })
    expect(body['battleIds']).toHaveLength(1)
    const isTried = (): boolean => arena.server.arena.store.run(1)?.attempts === 1
    await until(() => (isTried() || team.invitations.length > 0 ? true : undefined))
    expect(arena.server.arena.store.run(1)).toMatchObject({
      message:
        '0 of 20 points\nBASE_AI_O 0 of 20: Your team could not be reached: the server may not call that address',
      problem: 'the server may not call that address',
    })
    expect([team.invitations, coordinator.calls]).toEqual([[], []])
  })
})
