import { expect, test } from 'vitest'
import type { Brain } from '../../src/game/brain.ts'
import type { Remark } from '../../src/game/remark.ts'
import type { MatchEvent } from '../../src/match/match.ts'
import { readRecord } from '../../src/match/read-record.ts'
import { findGame } from '../../src/games/index.ts'
import { must } from '../../src/base/result.ts'
import { nodeDigest } from '../../src/runner/digest.ts'
import { playPolling, serveArenaTeam } from '../../src/sdk/index.ts'
import { openTestArena, until, type TestArena } from './arena.fixture.ts'
import { legalIn, move, newGame, turnOf } from './play.fixture.ts'

const SAID: Remark = {
  text: 'so "far", so <good>',
  score: -0.25,
  depth: 3,
  nodes: 12,
  line: ['forward', 'left'],
  numbers: { lead: 4, 'risk of a trap': 0.125 },
  marks: [
    { cell: [1, 2], colour: 'green' },
    { cell: 'NW', label: '½ & ½' },
    { from: [0, 0], to: [2, 1] },
  ],
}

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

/** Remarks that are unreadable, too long, or of the wrong type. */
const UNREADABLE: readonly unknown[] = [
  7,
  null,
  true,
  ['hm'],
  {},
  { text: 7, marks: 'e2', numbers: ['a'], score: 'good', line: { at: 1 } },
  '',
]
const TOO_LONG = {
  text: 'x'.repeat(9_999),
  line: Array.from({ length: 999 }, () => 'C'),
  marks: Array.from({ length: 999 }, (_, index) => ({ cell: [index, index], colour: 'red' })),
}

test('no remark costs a move by turns', async () => {
  await using arena = await openTestArena()
  const ann = await arena.register('Ann')
  const game = await newGame(ann, { challenge: 'quoridor', opponent: 'house:first' })
  for (const remark of [...UNREADABLE, TOO_LONG]) {
    const turn = await until(async () => {
      const now = await turnOf(ann, game)
      return now['asked'] === true ? now : undefined
    })
    const moved = await move(ann, game, { move: legalIn(turn)[0], remark })
    expect(moved.status, JSON.stringify(remark).slice(0, 80)).toBe(200)
  }
  await move(ann, game, { resign: true })
  const remarks = await remarksIn(arena, game)
  expect(remarks).toHaveLength(1)
  expect(remarks[0]?.line).toHaveLength(16)
  expect(remarks[0]?.marks?.length).toBe(64)
})

test('no remark costs a move by polling, in the query or in the body', async () => {
  await using arena = await openTestArena()
  const ann = await arena.register('Ann')
  const game = await newGame(ann, { challenge: 'boost-tron', opponent: 'house:wanderer' })
  const ways = [
    ...[...UNREADABLE, TOO_LONG, SAID].map((remark) => ({ query: '', body: JSON.stringify({ remark }) })),
    { query: '?remark=a&remark=b', body: '' },
    { query: `?remark=${encodeURIComponent('{"text":')}`, body: '' },
    { query: `?remark=${encodeURIComponent(JSON.stringify(SAID))}`, body: '' },
  ]
  for (const { query, body } of ways) {
    const url = `/move/${game}/${ann.id}/None/False/forward.json${query}`
    const moved = await until(async () => {
      const answer = await ann.request(url, { method: 'POST', body })
      return answer.status === 409 ? undefined : answer
    })
    expect([moved.status, moved.text.slice(0, 200)], `${query} ${body.slice(0, 80)}`).toMatchObject([
      200,
      /./,
    ])
  }
  const { text } = await arena.request(`/api/v1/matches/${game}/record`)
  expect(text.split(JSON.stringify(SAID))).toHaveLength(3)
})
