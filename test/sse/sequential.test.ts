import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fakeClock } from '../../src/runner/fake-clock.fixture.ts'
import {
  listIn,
  numberIn,
  openTestArena,
  until,
  type TestArena,
  type TestPlayer,
} from '../server/arena.fixture.ts'
import { openTeam, playBattle, type TestTeam } from './team.fixture.ts'

const IN_TURN = 'The team is called to one battle after the other'

async function begin(player: TestPlayer, url: string, json: object): Promise<number> {
  await player.request('/api/v1/me/team-urls', { method: 'PUT', json: { challenge: 'tic-tac-toe', url } })
  const asked = { challenge: 'tic-tac-toe', ...json }
  const begun = await player.request('/api/v1/evaluations', { method: 'POST', json: asked })
  expect(begun.status).toBe(201)
  return numberIn(begun.body, 'id')
}

const overOf = (player: TestPlayer, run: number) =>
  until(async () => {
    const { body } = await player.request(`/api/v1/evaluations/${run}`)
    return body['status'] === 'over' ? body : undefined
  })

/** The notes in the transcripts of all battles: lines that neither side sent. */
async function notesOf(player: TestPlayer, run: number): Promise<readonly string[]> {
  const { body } = await player.request(`/api/v1/evaluations/${run}`)
  const transcripts = await Promise.all(
    listIn(body, 'cases').map(({ battle }) => player.request(`/api/v1/battles/${String(battle)}/transcript`)),
  )
  return transcripts.flatMap((one) =>
    listIn(one.body, 'lines').flatMap(({ from, text }) => (from === 'note' ? [String(text)] : [])),
  )
}

const hasCalls = (team: TestTeam, count: number) =>
  until(() => (team.invitations.length >= count ? true : undefined))

/** A team that never plays: the test decides when it answers a call. */
async function openHeldTeam(arena: TestArena) {
  const responses: ServerResponse[] = []
  const team = await openTeam({ answer: (_, response) => void responses.push(response) })
  return {
    team,
    answer: (index: number) => void responses[index]?.end('{}'),
    play: (index: number) =>
      playBattle(arena.url, 'tic-tac-toe', String(team.invitations[index]?.body['battleId'])),
  }
}

describe('a team is called to the battles of its evaluation', () => {
  test('all at once, if it answers the first call while that battle goes on', async () => {
    await using arena = await openTestArena()
    const { team, answer } = await openHeldTeam(arena)
    await using _ = team
    const ann = await arena.register('Ann')
    const run = await begin(ann, team.url, {})
    await hasCalls(team, 1)
    expect(team.invitations).toHaveLength(1)
    answer(0)
    await hasCalls(team, 9)
    expect(await notesOf(ann, run)).toEqual([])
  })

  test('one after the other, if it answers only when the battle is over, and its time to come for the others does not run out', async () => {
    const clock = fakeClock()
    await using arena = await openTestArena({ clock })
    const { team, answer, play } = await openHeldTeam(arena)
    await using _ = team
    const ann = await arena.register('Ann')
    const run = await begin(ann, team.url, {})
    for (let index = 0; index < 9; index++) {
      await hasCalls(team, index + 1)
      // Together more than the 300 s for each battle.
      if (index > 0) await clock.pass(9_000)
      await play(index)
      await clock.pass(250_000)
      expect(team.invitations.length).toBeGreaterThanOrEqual(index + 1)
      answer(index)
    }
    const { score, message } = await overOf(ann, run)
    expect(score, String(message)).toBe(100)
    const notes = await notesOf(ann, run)
    expect(notes).toHaveLength(8)
    expect(new Set(notes)).toEqual(
      new Set([`${IN_TURN}: it did not answer the first call while that battle went on`]),
    )
  })

  test('all at once if that is wanted, whatever it answers', async () => {
    await using arena = await openTestArena()
    const { team } = await openHeldTeam(arena)
    await using _ = team
    const ann = await arena.register('Ann')
    await begin(ann, team.url, { sequential: false })
    await hasCalls(team, 9)
  })

  test('one after the other if that is wanted: its answer is awaited', async () => {
    await using arena = await openTestArena()
    const { team, answer, play } = await openHeldTeam(arena)
    await using _ = team
    const ann = await arena.register('Ann')
    const run = await begin(ann, team.url, { sequential: true })
    const playing: Promise<void>[] = []
    for (let index = 0; index < 9; index++) {
      await hasCalls(team, index + 1)
      expect(team.invitations).toHaveLength(index + 1)
      answer(index)
      playing.push(play(index))
    }
    expect((await overOf(ann, run))['score']).toBe(100)
    await Promise.all(playing)
    const notes = await notesOf(ann, run)
    expect(notes).toEqual(Array(8).fill(`${IN_TURN}, as the run is set to be sequential`))
  })

  test('by what an outside coordinator says, in JSON or as a form, and it must be readable', async () => {
    await using arena = await openTestArena()
    const { team } = await openHeldTeam(arena)
    await using _ = team
    const asked = { runId: 'a', teamUrl: team.url, callbackUrl: 'http://127.0.0.1:9998' }
    const ask = (body: string) => fetch(`${arena.url}/tic-tac-toe/evaluate`, { method: 'POST', body })
    const wrong = await ask(JSON.stringify({ ...asked, sequential: 'perhaps' }))
    expect([wrong.status, await wrong.json()]).toEqual([
      400,
      { error: 'Cannot read sequential "perhaps": expected true, false or auto' },
    ])
    expect((await ask(JSON.stringify({ ...asked, sequential: true }))).status).toBe(200)
    await hasCalls(team, 1)
    expect(team.invitations).toHaveLength(1)
    expect((await ask(new URLSearchParams({ ...asked, sequential: 'false' }).toString())).status).toBe(200)
    await hasCalls(team, 10)
    const { store } = arena.server.arena
    expect([1, 2].map((run) => store.run(run)?.sequential)).toEqual([true, false])
  })

  test('one after the other even if it says nothing, as long as it has not come', async () => {
    const clock = fakeClock()
    await using arena = await openTestArena({ clock })
    const { team } = await openHeldTeam(arena)
    await using _ = team
    const ann = await arena.register('Ann')
    await begin(ann, team.url, {})
    for (let calls = 1; calls < 9; calls++) {
      await hasCalls(team, calls)
      expect(team.invitations).toHaveLength(calls)
      await clock.pass(10_000)
    }
    await hasCalls(team, 9)
  })

  test('the rest of them after a restart', async () => {
    await using arena = await openTestArena()
    const { team, answer, play } = await openHeldTeam(arena)
    await using _ = team
    const ann = await arena.register('Ann')
    const run = await begin(ann, team.url, { sequential: true })
    await hasCalls(team, 1)
    answer(0)
    await play(0)
    await hasCalls(team, 2)
    await arena.restart()
    // The second call was not answered, so it is sent again.
    await hasCalls(team, 3)
    expect(team.invitations[2]?.body).toEqual(team.invitations[1]?.body)
    for (let index = 2; index < 10; index++) {
      await hasCalls(team, index + 1)
      await play(index)
      answer(index)
    }
    expect((await overOf(ann, run))['score']).toBe(100)
  })
})

test('a team that serves one request at a time gets all points of the battles that it wins', async () => {
  await using arena = await openTestArena()
  const file = join(import.meta.dirname, 'one_thread_team.py')
  const program = spawn('python3', [file, arena.url], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(program, 'exit')
  try {
    const [port] = (await once(program.stdout, 'data')) as [Buffer]
    const ann = await arena.register('Ann')
    const run = await begin(ann, `http://127.0.0.1:${Number(String(port))}`, {})
    const { score, message } = await overOf(ann, run)
    expect(score, String(message)).toBe(100)
    expect(await notesOf(ann, run)).toHaveLength(8)
  } finally {
    program.kill()
    await ended
  }
})
