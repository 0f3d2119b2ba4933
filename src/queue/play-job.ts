import type { Contestant } from '../protocols/protocol.ts'
import { messageOf } from '../base/message-of.ts'
import { findBrain } from '../brains/index.ts'
import type { Pair } from '../game/game.ts'
import type { MatchSpec } from '../match/match.ts'
import { realClock } from '../runner/clock.ts'
import { playMatch } from '../runner/play-match.ts'
import { findProgram } from '../runner/process/find-program.ts'
import { programProcess, sourceContestant, type StartedSource } from '../runner/source-contestant.ts'
import { startedProgram } from '../runner/started-program.ts'
import { findDialect } from '../wires/dialects.ts'
import type { UsedFolder } from './bot-folder-cache.ts'
import type { JobHost } from './job-host.ts'
import { matchOfOrder, pastOf, specOfOrder, type OrderedPlayer } from './match-order.ts'
import type { MatchJob } from './queue-job.ts'
import { seatForArena } from './seat-for-arena.ts'
import { tellEvents } from './tell-events.ts'
import type { WorkerMessage } from './worker-message.ts'

/** Characters of log that are sent, for each player and match. */
const LOG_CAP = 1 << 20

/**
 * Plays one match of the queue, and sends each event as it happens. The last message says how it ended. If the signal ends the
 * match, the caller says why.
 */
export async function playJob(
  host: JobHost,
  job: MatchJob,
  send: (message: WorkerMessage) => void,
  signal: AbortSignal,
): Promise<void> {
  send({ kind: 'began' })
  const terms = specOfOrder(job)
  if (!terms.ok) return send({ kind: 'unable', why: terms.problem.message })
  const { spec } = terms.value
  const logs: [string, string] = ['', '']
  const memory: [number | null, number | null] = [null, null]
  const used: UsedFolder[] = []
  try {
    const seats: Contestant[] = []
    for (const player of [0, 1] as const) {
      const ordered = job.players[player]
      if (job.arena) {
        const seat = await seatForArena(host, job, player, send, used)
        if ('kind' in seat) return send(seat)
        seats.push(seat)
        continue
      }
      const source = await prepare(host, ordered, spec, used)
      if (typeof source === 'string') return send({ kind: 'unable', why: source })
      if (source === undefined)
        return send({ kind: 'released', why: `Redis lost the files of ${ordered.name}` })
      seats.push(
        sourceContestant(source, {
          name: ordered.name,
          bot: ordered.bot,
          game: spec.game.id,
          nodeBudget: job.nodes,
          onLog(text) {
            const free = LOG_CAP - logs[player].length
            if (free > 0) logs[player] += `${text}\n`.slice(0, free)
          },
          onMemory(bytes) {
            memory[player] = Math.max(memory[player] ?? 0, bytes)
          },
        }),
      )
    }
    if (signal.aborted) return
    const began = realClock.now()
    const past = pastOf(job)
    const resumed = matchOfOrder(job, spec)
    const told = tellEvents(job, resumed, send)
    const match = await playMatch({
      challenge: job.challenge,
      spec,
      contestants: seats as unknown as Pair<Contestant>,
      began: began - (past.at(-1)?.at ?? 0),
      ...(past.length > 0 && { resume: resumed }),
      signal,
      onEvent: (event, after) => told.tell(event, after),
    })
    const chain = told.end()
    if (match.result === undefined || signal.aborted) return
    const { winner = null, score, void: isVoid } = match.result
    const ms = Math.round(realClock.now() - began)
    send({
      kind: 'over',
      account: { ...chain, result: { winner, score, void: isVoid }, logs, memory, ms },
    })
  } catch (error) {
    if (!signal.aborted) send({ kind: 'failed', why: messageOf(error) })
  } finally {
    for (const folder of used) folder.release()
  }
}

/** The bot of a player on this machine; a sentence if something is missing here, undefined if Redis lost its files. */
async function prepare(
  host: JobHost,
  { name, source }: OrderedPlayer,
  { game }: MatchSpec,
  used: UsedFolder[],
): Promise<StartedSource | string | undefined> {
  if (source.kind === 'house')
    return findBrain(source.brain, game.id) === undefined
      ? `it has no house:${source.brain} for ${game.id}`
      : { kind: 'brain', source: { kind: 'house', name: source.brain } }
  if (source.kind === 'version') return 'it got the version of an arena without its terms'
  const dialect = findDialect(source.wire)
  if (dialect === undefined) return `it knows no wire ${source.wire}`
  if (source.sandbox) {
    const problem = await host.sandboxProblem()
    if (problem !== undefined) return `it has no sandbox for ${name}: ${problem}`
  }
  const folder = await host.folders.use(source.files)
  if (folder === undefined) return undefined
  used.push(folder)
  const { argv } = source
  const missing = [argv[0], argv[startedProgram(argv)] ?? argv[0]].find(
    (word) => findProgram(word, folder.path) === undefined,
  )
  if (missing !== undefined) return `it has no program ${JSON.stringify(missing)} for ${name}`
  const process = programProcess({ argv, cwd: folder.path }, { ...source, matchesAtOnce: host.matchesAtOnce })
  return { kind: 'program', dialect, process }
}
