import { cpus } from 'node:os'
import { findChallenge } from '../challenges/index.ts'
import { pause, type Clock } from '../runner/clock.ts'
import { removeFolder } from '../runner/sandbox/remove-folder.ts'
import type { Store, VersionRow } from '../store/store.ts'
import type { BotFolders } from './bot-folders.ts'
import type { DiskSpace } from './disk-space.ts'
import { examineVersion, type Verdict } from './examine-version.ts'
import { openFairQueue } from './fair-queue.ts'
import type { TeamFiles } from './team-files.ts'

/** Builds versions of bots and tries them, a few at a time, and appends each verdict to the log. */
export interface BuildQueue extends AsyncDisposable {
  add(version: VersionRow): void
  /** Versions that wait, of the team that owns this bot. */
  waitingWith(bot: number): number
}

export interface BuildQueueOptions {
  readonly store: Store
  readonly folders: BotFolders
  readonly files: TeamFiles
  readonly clock: Clock
  readonly space: DiskSpace | undefined
  /** A version could not be judged because of a failure of the server. */
  readonly onFailure?: (version: string, why: string) => void
}

/** How often the server tries to judge a version before it gives up. */
const ATTEMPTS = 3
const UNJUDGED =
  'The server failed to try it, which is not its fault: nothing is lost, ask for another try or tell the organiser'

export function openBuildQueue({
  store,
  folders,
  files,
  clock,
  space,
  onFailure,
}: BuildQueueOptions): BuildQueue {
  const stop = new AbortController()
  /** A build takes a whole core, so half of the cores stay for matches; at least two places, so that one team cannot block the others. */
  const queue = openFairQueue({ places: Math.max(2, Math.floor(cpus().length / 2)), each: 1 })
  const running = new Set<Promise<unknown>>()

  const teamOf = (bot: number): string => `player ${store.bot(bot)?.person}`

  async function judge(row: VersionRow): Promise<void> {
    const { bot: id, version, source } = row
    const bot = store.bot(id)
    const challenge = bot && findChallenge(bot.challenge)
    const judged = (verdict: Verdict): void =>
      void store.append({ kind: 'version-judged', bot: id, version, ...verdict })
    if (!challenge) return judged({ passed: false, report: 'its challenge is not played here any more' })
    const folder = folders.builtOf(row)
    const { signal } = stop
    for (let attempt = 1; !signal.aborted; attempt++) {
      await space?.until('ample', signal)
      const examined = await examineVersion({
        source,
        name: bot.name,
        team: bot.person,
        challenge,
        archives: folders.archives,
        folder,
        signal,
      })
      if (signal.aborted) return
      if (examined.kind === 'judged' && examined.verdict.passed) {
        // The size of what was built is known only now.
        const fits = await files.roomFor(bot.person, 0)
        if (fits.ok) return judged(examined.verdict)
        await removeFolder(folder)
        return judged({ passed: false, report: fits.problem.message })
      }
      if (examined.kind === 'judged' && (await hasRoom())) return judged(examined.verdict)
      const why = examined.kind === 'our-fault' ? examined.why : 'the disk of the server was full'
      if (attempt === ATTEMPTS) return giveUp(id, version, why)
      await pause(clock, 1000 * attempt, signal)
    }
  }

  /** On a full disk a build or a trial may fail without any fault of the bot. */
  const hasRoom = async (): Promise<boolean> => space === undefined || (await space.roomFor(0)).ok

  function giveUp(bot: number, version: number, why: string): void {
    store.append({ kind: 'version-unjudged', bot, version, report: UNJUDGED, log: why })
    onFailure?.(`version ${version} of bot ${bot}`, why)
  }

  return {
    add(row) {
      queue.add({
        owner: teamOf(row.bot),
        hasPriority: false,
        run() {
          const work = judge(row)
            .catch(() => {})
            .finally(() => running.delete(work))
          running.add(work)
          return work
        },
      })
    },
    waitingWith: (bot) => queue.waitingOf(teamOf(bot)),
    async [Symbol.asyncDispose]() {
      stop.abort()
      queue.stop()
      await Promise.all(running)
    },
  }
}
