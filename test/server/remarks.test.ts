import { expect, test } from 'vitest'
import type { Brain } from '../../src/game/brain.ts'
import type { MatchEvent } from '../../src/match/match.ts'
import { readRecord } from '../../src/match/read-record.ts'
import { findGame } from '../../src/games/index.ts'
import { must } from '../../src/base/result.ts'
import { nodeDigest } from '../../src/runner/digest.ts'
import { playPolling, serveArenaTeam } from '../../src/sdk/index.ts'
import { openTestArena, until, type TestArena } from './arena.fixture.ts'

const SAID = { text: 'so "far", so <good>', score: -0.25, depth: 3, nodes: 12, line: ['forward', 'left'] }

/** Plays any legal move, with a remark. */
const talker: Brain = {
  name: 'talker',
  move({ legal, remark, number }) {
    remark(number === 1 ? SAID : `move ${number}`)
    return legal[0]
  },
}

/** The remarks of a finished match. */
async function remarksIn(arena: TestArena, match: number) {
  const record = await until(async () => {
    const { body } = await arena.request(`/api/v1/matches/${match}`)
    return body['status'] === 'over'
      ? (await arena.request(`/api/v1/matches/${match}/record`)).text
      : undefined
  })
  const { events } = must(readRecord(record, findGame, nodeDigest))
  const answers = events.filter((event: MatchEvent) => event.kind === 'answered')
  return answers.flatMap(({ remark }) => (remark ? [remark] : []))
}

test('over the polling wire a brain’s remarks reach the record', async () => {
  await using arena = await openTestArena()
  const ann = await arena.register('Ann')
  const { game } = await playPolling({
    url: arena.url,
    key: ann.key,
    brain: talker,
    opponent: 'house:random',
    output: { write() {} },
  })
  const remarks = await remarksIn(arena, game)
  expect(remarks).toContainEqual(SAID)
  expect(remarks).toContainEqual({ text: 'move 2' })
})

test('over server-sent events, too, and the opponent is told nothing of it', async () => {
  await using arena = await openTestArena()
  const ann = await arena.register('Ann')
  await using team = await serveArenaTeam({
    arenaUrl: arena.url,
    brains: { 'tic-tac-toe': talker },
    port: 0,
    settleMs: 50,
    log() {},
  })
  await ann.request('/api/v1/me/team-urls', {
    method: 'PUT',
    json: { challenge: 'tic-tac-toe', url: team.url },
  })
  const begun = await ann.request('/api/v1/evaluations', {
    method: 'POST',
    json: { challenge: 'tic-tac-toe', caseType: 'BASE_AI_X' },
  })
  expect(begun.status).toBe(201)
  const [{ battle, match }] = begun.body['cases'] as [{ battle: string; match: number }]
  expect(await remarksIn(arena, match)).toContainEqual(SAID)
  const { text } = await ann.request(`/api/v1/battles/${battle}/transcript`)
  expect(text).toContain('putSymbol')
  expect(text).not.toContain('far')
})
