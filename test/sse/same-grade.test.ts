import { expect, test } from 'vitest'
import { listIn, numberIn, openTestArena, textIn, until, type TestArena } from '../server/arena.fixture.ts'
import { openTeam } from './team.fixture.ts'

const RUNS = 20
/** More at once would take a team's clock on a machine that is busy with other tests. */
const AT_ONCE = 10

/** Evaluates the same team; returns its report, and the events of each battle without the battle's id. */
async function evaluate(arena: TestArena, challenge: string, index: number) {
  await using team = await openTeam()
  team.arena = arena.url
  const player = await arena.register(`Team ${index}`)
  await player.request('/api/v1/me/team-urls', { method: 'PUT', json: { challenge, url: team.url } })
  const begun = await player.request('/api/v1/evaluations', { method: 'POST', json: { challenge } })
  const id = numberIn(begun.body, 'id')
  const run = await until(async () => {
    const { body } = await player.request(`/api/v1/evaluations/${id}`)
    return body['status'] === 'over' ? body : undefined
  })
  const heard = []
  for (const one of listIn(run, 'cases')) {
    const battle = String(one['battle'])
    // A battle is over before its last events are written.
    const events = await until(() => {
      const all = team.heard.get(battle)
      return all?.at(-1)?.['winner'] === undefined ? undefined : all
    })
    heard.push([one['case'], JSON.stringify(events).replaceAll(battle, 'ID')])
  }
  return { message: textIn(run, 'message'), heard }
}

/** Many evaluations run at once: that is the load. */
test.each(['tic-tac-toe', 'quoridor'])(
  `the same team gets the same grade and the same battles of %s ${RUNS} times`,
  async (challenge) => {
    await using arena = await openTestArena()
    const heard: Awaited<ReturnType<typeof evaluate>>[] = []
    while (heard.length < RUNS) {
      const teams = Array.from({ length: AT_ONCE }, (_, index) => heard.length + index)
      heard.push(...(await Promise.all(teams.map((index) => evaluate(arena, challenge, index)))))
    }
    const [first, ...others] = heard
    expect(first?.heard).toHaveLength(challenge === 'quoridor' ? 13 : 9)
    for (const other of others) expect(other).toEqual(first)
  },
  // Hundreds of battles.
  300_000,
)
