import { cpus } from 'node:os'
import { messageOf } from '../base/message-of.ts'
import { findChallenge } from '../challenges/index.ts'
import { pause, type Clock } from '../runner/clock.ts'
import { removeFolder } from '../runner/sandbox/remove-folder.ts'
import type { Store, VersionRow } from '../store/store.ts'
import type { BotFolders } from './bot-folders.ts'
import type { BuildsAway } from './builds-away.ts'
import { openBuildProgress, type BuildProgress, type BuildProgressWriter } from './build-progress.ts'
import type { DiskSpace } from './disk-space.ts'
import type { Verdict } from '../workshop/examine-upload.ts'
import { examineVersion } from './examine-version.ts'
import { openFairQueue } from './fair-queue.ts'
import type { PackedVersions } from './packed-versions.ts'
import type { TeamFiles } from './team-files.ts'

/** Builds versions of bots and tries them, a few at a time, and appends each verdict to the log. */
export interface BuildQueue extends AsyncDisposable {
  add(version: VersionRow): void
  /** What happens to a version that waits or is examined; undefined for all others. */
  progressOf(bot: number, version: number): BuildProgress | undefined
  /** To be called when the number of places for builds has changed. */
  placesChanged(): void
  /** Versions that wait, of the team that owns this bot. */
  waitingWith(bot: number): number
}

export interface BuildQueueOptions {
  readonly store: Store
  readonly folders: BotFolders
  readonly files: TeamFiles
  readonly clock: Clock
  readonly space: DiskSpace | undefined
  /** Builds uploaded versions elsewhere; without it they are built here. */
  readonly away?: Pick<BuildsAway, 'examine' | 'places'> | undefined
  /** What was built, packed for workers: before a build, what is left there under its name is removed. */
  readonly packed?: Pick<PackedVersions, 'forget'>
  /** A version could not be judged because of a failure of the server. */
  readonly onFailure?: (version: string, why: string) => void
}

/** How often the server tries to judge a version before it gives up. */
const ATTEMPTS = 3
const UNJUDGED =
  'The server failed to try the bot, and the bot is not at fault: ask for another try, or tell the organiser'

export function openBuildQueue({
  store,
  folders,
  files,
  clock,
  space,
  away,
  packed,
  onFailure,
}: BuildQueueOptions): BuildQueue {
  const stop = new AbortController()
  /** A build takes a whole core, so half of the cores stay for matches; at least two places, so that one team cannot block the others. */
  const places = Math.max(2, Math.floor(cpus().length / 2))
  const queue = openFairQueue({
    places,
    shares: () => ({ places: away?.places() ?? places, reserved: 0, each: 1 }),
  })
  const running = new Set<Promise<unknown>>()
  const followed = new Map<string, BuildProgressWriter>()
  /** The progress of versions that wait for a place, by arrival. Their order is an estimate: teams take turns. */
  const waiting: BuildProgressWriter[] = []

  function begin(progress: BuildProgressWriter): void {
    const place = waiting.indexOf(progress)
    waiting.splice(place, 1)
    for (const [ahead, later] of waiting.entries()) if (ahead >= place) later.step({ step: 'waiting', ahead })
  }

  const teamOf = (bot: number): string => `player ${store.bot(bot)?.person}`

  async function judge(row: VersionRow, progress: BuildProgressWriter): Promise<void> {
    const { bot: id, version, source } = row
    const bot = store.bot(id)
    const challenge = bot && findChallenge(bot.challenge)
    const judged = (verdict: Verdict): void =>
      void store.append({ kind: 'version-judged', bot: id, version, ...verdict })
    if (!challenge) return judged({ passed: false, report: 'its challenge is not played here any more' })
    const folder = folders.builtOf(row)
    const { signal } = stop
    await packed?.forget(folders.nameOf(row))
    for (let attempt = 1; !signal.aborted; attempt++) {
      await space?.until('ample', signal)
      const examined =
        away && source.kind === 'upload'
          ? await away.examine({ row, bot, challenge, signal, progress })
          : await examineVersion({
              source,
              name: bot.name,
              team: bot.person,
              challenge,
              archives: folders.archives,
              folder,
              signal,
              progress,
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
      progress.write('The server failed to try it, which is not its fault: it tries again\n', 'arena')
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
      const { bot, version } = row
      const name = nameOf(bot, version)
      const progress = openBuildProgress()
      followed.set(name, progress)
      progress.step({ step: 'waiting', ahead: waiting.length })
      waiting.push(progress)
      queue.add({
        owner: teamOf(bot),
        hasPriority: false,
        run() {
          begin(progress)
          const work = judge(row, progress)
            .catch((error: unknown) => {
              if (!stop.signal.aborted) giveUp(bot, version, messageOf(error))
            })
            // The store could not take the failure either. The version is examined again at the next start.
            .catch(() => {})
            .finally(() => {
              running.delete(work)
              followed.delete(name)
              progress.end()
            })
          running.add(work)
          return work
        },
      })
    },
    progressOf: (bot, version) => followed.get(nameOf(bot, version)),
    placesChanged: () => queue.admit(),
    waitingWith: (bot) => queue.waitingOf(teamOf(bot)),
    async [Symbol.asyncDispose]() {
      stop.abort()
      queue.stop()
      await Promise.all(running)
    },
  }
}

const nameOf = (bot: number, version: number): string => `${bot} ${version}`
