import { closeSync, openSync } from 'node:fs'
import { Agent, request, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { registerPerson } from '../../src/arena/people.ts'
import { untilOver } from '../../src/arena/until-over.ts'
import { must } from '../../src/base/result.ts'
import { describeEnd } from '../../src/match/describe.ts'
import { openServer } from '../../src/server/open-server.ts'

/** FOLDER TEAM: an arena that runs out of file descriptors at bad moments. It prints one line for each result. */
const [folder = '', teamUrl = ''] = process.argv.slice(2)
await using server = must(await openServer({ folder, host: '127.0.0.1', port: 0 }))
const { arena, desks } = server
const { store } = arena
const never = new AbortController().signal
const ann = must(registerPerson(store, 'Ann', 'player'))
const self = { kind: 'http', name: 'Ann', person: ann.id } as const

/** Opens all free descriptors; the result closes them again. */
function exhaust(): () => void {
  const taken: number[] = []
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'))
  } catch {
    return () => taken.forEach(closeSync)
  }
}

const say = (what: unknown): void => console.log(JSON.stringify(what))

/** A house brain needs a thread, and the system has none. */
async function brainWithoutThread(): Promise<void> {
  const giveBack = exhaust()
  const house = { kind: 'house', name: 'house:baseline', brain: 'baseline' } as const
  const { id } = must(
    arena.create({ challenge: 'boost-tron', players: [house, self], origin: 'practice', seed: 1 }),
  )
  desks.find(id, 1)?.arrive()
  const row = await untilOver(arena, id, never)
  giveBack()
  say(row?.end)
}

/** A player's time runs out while the server cannot accept connections. */
async function deadlineWhileDeaf(): Promise<void> {
  const house = { kind: 'house', name: 'house:first', brain: 'first' } as const
  const rules = { clock: { kind: 'per-move', ms: 500 } } as const
  const { id } = must(
    arena.create({ challenge: 'tic-tac-toe', players: [self, house], origin: 'practice', rules, seed: 1 }),
  )
  const live = arena.live(id)
  desks.find(id, 0)?.arrive()
  while (!live || desks.find(id, 0)?.question === undefined) await sleep(5)
  const giveBack = exhaust()
  while (live.match.ended.length === 0) await sleep(5)
  giveBack()
  const [end] = live.match.ended
  say(end && describeEnd(end, live.match.spec, ['Ann', 'house:first']))
  live.callOff('it has shown what it should')
  await live.done
}

/** The arena cannot call a team to its battle, and calls it when there are descriptors again. */
async function invitationWithoutSocket(): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const practise = async (more: object): Promise<{ battleId: string }> => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      request(`${server.url}/tic-tac-toe/practice`, { method: 'POST', agent }, resolve)
        .on('error', reject)
        .end(JSON.stringify({ caseType: 'BASE_AI_X', ...more })),
    )
    return (await json(answer)) as { battleId: string }
  }
  // The next request uses the same connection, which needs no new descriptor.
  await practise({})
  while (Object.keys(agent.freeSockets).length === 0) await sleep(5)
  const giveBack = exhaust()
  const { battleId } = await practise({ teamUrl })
  // Longer than the time after which the arena gives up a team that it cannot call.
  await sleep(4_000)
  giveBack()
  const { match } = store.battle(battleId) ?? { match: 0 }
  while (
    !store.storyOf(match).some(({ what }) => what.kind === 'note' && what.note.kind === 'invitation-answered')
  )
    await sleep(20)
  say([store.match(match)?.status, battleId])
}

await brainWithoutThread()
await deadlineWhileDeaf()
await invitationWithoutSocket()
say(['boost-tron', 'tic-tac-toe'].flatMap((challenge) => store.tallies(challenge, { limit: 10 })))
process.exit()
