import { describe, expect, test } from 'vitest'
import { deferred } from '../../src/base/deferred.ts'
import type { JsonObject } from '../../src/base/json.ts'
import { must } from '../../src/base/result.ts'
import { fakeClock } from '../../src/runner/fake-clock.fixture.ts'
import { checkStore } from '../../src/store/check.ts'
import { openTestArena, until } from '../server/arena.fixture.ts'
import { askFor, openCoordinator } from './coordinator.fixture.ts'
import { listen } from './listen.fixture.ts'
import { practise } from './practise.fixture.ts'
import { FLIP, openTeam, playBattle, send } from './team.fixture.ts'

const put = (position: string): object => ({ action: 'putSymbol', position })

describe('a server that is stopped in the middle of a battle and started again', () => {
  test('tells a team that comes back all events, and the battle goes on', async () => {
    await using arena = await openTestArena()
    const id = await practise(arena, 'tic-tac-toe', 'BASE_AI_X')
    const before = listen(arena, 'tic-tac-toe', id)
    await before.has(1)
    await send(arena.url, 'tic-tac-toe', id, put('C'))
    await before.has(3)
    await arena.restart()
    const after = listen(arena, 'tic-tac-toe', id)
    await after.has(3)
    expect(after.events).toEqual(before.events)
    for (const [index, square] of ['S', 'NE', 'SW'].entries()) {
      await after.has(3 + 2 * index)
      expect((await send(arena.url, 'tic-tac-toe', id, put(square))).status).toBe(200)
    }
    await after.over
    expect(after.events.at(-1)).toEqual({ winner: 'O' })
    await arena.restart()
    expect((await fetch(`${arena.url}/tic-tac-toe/start/${id}`)).status).toBe(423)
    expect(must(checkStore(arena.folder)).problems).toEqual([])
  })

  test('remembers a cheat that was not answered yet', async () => {
    await using arena = await openTestArena()
    const id = await practise(arena, 'quoridor', 'C_AI_SECOND_FIRST')
    await listen(arena, 'quoridor', id).has(2)
    await arena.restart()
    const { events, over, has } = listen(arena, 'quoridor', id)
    await has(2)
    await send(arena.url, 'quoridor', id, { action: FLIP })
    await over
    expect(events.slice(2)).toEqual([{ player: 'first', action: FLIP }, { winner: 'first' }])
  })

  test('lets the clock of a team start when it has come back', async () => {
    const clock = fakeClock()
    await using arena = await openTestArena({ clock })
    const id = await practise(arena, 'tic-tac-toe', 'BASE_AI_X')
    const before = listen(arena, 'tic-tac-toe', id)
    await before.has(1)
    await clock.pass(3_000)
    await send(arena.url, 'tic-tac-toe', id, put('C'))
    await before.has(3)
    await clock.pass(1_000)
    await arena.restart()
    await clock.pass(9_000)
    await listen(arena, 'tic-tac-toe', id).has(3)
    await clock.pass(2_000)
    const answer = await send(arena.url, 'tic-tac-toe', id, put('S'))
    // 18 − 3 + 2 for the first command; for the second 2 of them, and 2 back.
    expect(((await answer.json()) as JsonObject)['clock']).toBe(17_000)
  })

  test('calls teams again that it had not reached, and ends the evaluation', async () => {
    await using arena = await openTestArena()
    await using coordinator = await openCoordinator(200)
    let isUp = false
    const restarted = deferred()
    let playing: Promise<void> | undefined
    await using team = await openTeam({
      answer(_, response) {
        // Before the restart it does not answer.
        if (!isUp) return
        response.end()
        const id = String(team.invitations.at(-1)?.body['battleId'])
        // The server may call the team before the test knows the new address.
        playing = restarted.promise.then(() => playBattle(arena.url, 'tic-tac-toe', id))
      },
    })
    const { body } = await askFor(arena.url, 'tic-tac-toe', {
      runId: 'a',
      teamUrl: team.url,
      callbackUrl: coordinator.url,
      caseType: 'C_AI_DUP',
    })
    await until(() => team.invitations[0])
    isUp = true
    await arena.restart()
    restarted.resolve()
    await until(() => coordinator.calls[0])
    await playing
    expect(coordinator.calls[0]?.body).toMatchObject({ runId: 'a', score: 4 })
    expect(team.invitations.map((one) => one.body['battleId'])).toEqual([
      ...(body['battleIds'] as string[]),
      ...(body['battleIds'] as string[]),
    ])
  })
})
