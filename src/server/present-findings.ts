import { recentlyUsed } from '../base/recently-used.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { FindingBody, FindingsBody } from '../api/matches.ts'
import { readRow } from '../arena/read-row.ts'
import type { Player } from '../match/match.ts'
import { openTaskThread } from '../runner/task-thread.ts'
import type { MatchRow, PersonRow, Store } from '../store/store.ts'
import { mayRead } from './present-logs.ts'

/** The log of one program of a match. */
export interface FindingsTask {
  readonly row: MatchRow
  readonly wire: string | undefined
  readonly player: Player
  /** The database: the thread reads the events and the log itself. Those of a long match would hold the event loop for some tenths of a second. */
  readonly file: string
}

/** What is wrong with the program, and the milliseconds that the thread took for it. */
export interface Examined {
  readonly findings: readonly FindingBody[]
  readonly workMs: number
}

/** Finds what is wrong with programs in matches, in another thread: the log of a long match takes up to a second. */
export interface Findings extends AsyncDisposable {
  /**
   * Of the programs of a match that a person may see: a team those of its own seats, the organiser those of both. With the milliseconds that
   * the thread took for this call. A problem if too many others wait.
   */
  of(
    row: MatchRow,
    person: PersonRow,
  ): Promise<Result<{ readonly found: Omit<FindingsBody, 'match'>; readonly workMs: number }>>
}

/** Matches that are over and whose findings are kept in memory: a match is read often just after its end. */
const MOST_KEPT = 200
/** Programs that may wait for the thread. */
const MOST_WAITING = 16

/** `isLive`: whether a match still runs, so that its logs are not complete. */
export function openFindings(store: Store, isLive: (match: number) => boolean): Findings {
  const kept = recentlyUsed<string, readonly FindingBody[]>(MOST_KEPT)
  /** Of matches that are over: those who ask for the same share the work. */
  const running = new Map<string, Promise<Examined>>()
  const thread = openTaskThread<FindingsTask, Examined>(
    new URL(import.meta.resolve(threadFile)),
    'the thread that reads the logs of bots',
  )
  let waiting = 0

  async function examine(row: MatchRow, player: Player): Promise<Examined> {
    const bot = row.players[player]
    if (bot?.kind !== 'bot' || !readRow(row).ok) return { findings: [], workMs: 0 }
    waiting++
    try {
      // The thread sees only what is committed.
      await store.settled()
      return await thread.do({
        row,
        wire: store.version(bot.bot, bot.version)?.wire,
        player,
        file: store.file,
      })
    } finally {
      waiting--
    }
  }

  function share(row: MatchRow, player: Player, key: string): Promise<Examined> {
    const work = examine(row, player).finally(() => running.delete(key))
    running.set(key, work)
    return work
  }

  return {
    async of(row, person) {
      const complete = row.status === 'over' && !isLive(row.id)
      const findings: FindingBody[] = []
      let workMs = 0
      for (const player of [0, 1] as const) {
        const own = row.players[player]
        if (own?.kind !== 'bot' || !mayRead(own, person)) continue
        const key = `${row.id} ${player}`
        const others = complete ? running.get(key) : undefined
        const known = kept.get(key) ?? (await others)?.findings
        if (known === undefined && waiting >= MOST_WAITING) return BUSY
        const examined = known
          ? { findings: known, workMs: 0 }
          : await (complete ? share(row, player, key) : examine(row, player))
        if (complete) kept.set(key, examined.findings)
        findings.push(...examined.findings)
        workMs += examined.workMs
      }
      return ok({ found: { complete, findings }, workMs })
    },
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  }
}

const BUSY = fail(
  'records-busy',
  'Cannot look for mistakes now: the server reads the logs of too many other matches, try again',
)

/** A checkout has TypeScript, the published package JavaScript. */
const threadFile = import.meta.url.endsWith('.ts') ? './findings-thread.ts' : './findings-thread.js'
