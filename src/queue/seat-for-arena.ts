import type { Problem } from '../base/result.ts'
import type { Contestant } from '../protocols/protocol.ts'
import { findBrain } from '../brains/index.ts'
import { pooledContestant } from '../runner/house-contestant.ts'
import { loggedProgram, type BotDiary } from '../runner/logged-program.ts'
import { roomOf, type LogRoom } from '../runner/round-log.ts'
import { offeredRuntimes } from '../runner/sandbox/runtimes.ts'
import { findDialect } from '../wires/dialects.ts'
import type { UsedFolder } from './bot-folder-cache.ts'
import { specOfOrder, type OrderedBot } from './match-order.ts'
import type { MatchJob } from './queue-job.ts'
import { NO_ARENA, type JobHost } from './job-host.ts'
import type { WorkerMessage } from './worker-message.ts'

/** Why a player cannot be seated: the message that ends the attempt. */
type CannotSeat = Extract<WorkerMessage, { readonly kind: 'lacks' | 'unable' | 'released' }>

/** Seats a player of an arena's match as the arena itself does. What it writes and says is sent as it comes. */
export async function seatForArena(
  host: JobHost,
  job: MatchJob,
  player: 0 | 1,
  send: (message: WorkerMessage) => void,
  used: UsedFolder[],
): Promise<Contestant | CannotSeat> {
  const { name, bot, source } = job.players[player]
  const game = specOfOrder(job)
  if (source.kind === 'house') {
    const known = game.ok && findBrain(source.brain, game.value.spec.game.id) !== undefined
    if (!known) return { kind: 'unable', why: `it has no house:${source.brain} for ${job.challenge}` }
    const house = pooledContestant({
      name,
      brain: source.brain,
      game: game.value.spec.game.id,
      nodeBudget: source.nodes,
      pool: host.pool,
    })
    // A round that another worker began is played again, so that it goes as on one machine.
    return { ...house, rejoins: false }
  }
  if (source.kind === 'program') return { kind: 'unable', why: 'it got a program of no arena' }
  const dialect = findDialect(source.wire)
  if (dialect === undefined) return { kind: 'unable', why: `it knows no wire ${source.wire}` }
  const lacks = await whatLacks(host, source)
  if (lacks !== undefined || host.versions === undefined) return { kind: 'lacks', why: lacks ?? NO_ARENA }
  const folder = await host.versions.use(source.team, source.files)
  if (!folder.ok) return cannotFetch(host, folder.problem)
  used.push(folder.value)
  const { team, argv } = source
  return loggedProgram(
    {
      name,
      bot,
      dialect,
      process: {
        argv,
        cwd: folder.value.path,
        env: { PYTHONUNBUFFERED: '1' },
        sandbox: { from: 'upload', team, matchesAtOnce: host.matchesAtOnce },
      },
    },
    diaryOf(job, player, send),
  )
}

/** Why there is no result if the arena does not give, or take, the files of a version. */
export function cannotFetch({ keyRefused }: JobHost, problem: Problem): CannotSeat {
  const { code, message: why } = problem
  if (code === 'wrong-key') keyRefused.resolve(problem)
  return { kind: 'released', why }
}

/** What the worker lacks for a version; undefined if it can play it. */
async function whatLacks(
  host: JobHost,
  { argv: [program] }: Extract<OrderedBot, { readonly kind: 'version' }>,
): Promise<string | undefined> {
  if (host.versions === undefined) return NO_ARENA
  const problem = await host.sandboxProblem()
  if (problem !== undefined) return `it has no sandbox: ${problem}`
  const isThere = program.includes('/') || (await offeredRuntimes()).byName.has(program)
  return isThere ? undefined : `it has no ${program}`
}

/** Keeps the log of a player by sending it. */
function diaryOf(job: MatchJob, player: 0 | 1, send: (message: WorkerMessage) => void): BotDiary {
  let used: LogRoom = job.arena?.logged[player] ?? { stderr: 0, lines: 0 }
  return {
    used: () => used,
    keep(log) {
      const more = roomOf([log])
      used = { stderr: used.stderr + more.stderr, lines: used.lines + more.lines }
      send({ kind: 'log', n: 0, player, log })
    },
  }
}
