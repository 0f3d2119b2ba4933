import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { fail, ok, type Result } from '../base/result.ts'
import type { Challenge } from '../challenges/challenge.ts'
import type { BuildOrder } from '../queue/build-order.ts'
import type { BuildEnd, MatchQueue } from '../queue/match-queue.ts'
import { pause, type Clock } from '../runner/clock.ts'
import { removeFolder } from '../runner/sandbox/remove-folder.ts'
import type { BotRow, VersionRow } from '../store/store.ts'
import { ourFault, judged, type Examined } from '../workshop/examine-upload.ts'
import { putInPlace } from '../workshop/put-in-place.ts'
import { sealFolder } from '../workshop/seal-folder.ts'
import { makeTemp } from '../workshop/temp-folder.ts'
import { unpackFolder } from '../workshop/unpack-folder.ts'
import type { BotFolders } from './bot-folders.ts'
import type { BuildProgressWriter } from './build-progress.ts'
import type { DiskSpace } from './disk-space.ts'
import type { PackedVersions } from './packed-versions.ts'
import { receiveArchive } from './receive-archive.ts'

/** Builds and trials of uploaded versions on workers, and what the workers ask for them. */
export interface BuildsAway {
  /** Lets a worker build and try a version. A lost attempt is ordered again: it is never the fault of the bot. */
  examine(wanted: WantedBuild): Promise<Examined>
  /** The file with the source of a version that a worker builds now. */
  sourceOf(ticket: string): string | undefined
  /** Takes what a worker built. */
  receive(ticket: string, built: Readable): Promise<Result<void>>
  /** How many builds the workers do at once. */
  places(): number
  /** The builds that are ordered. */
  ordered(): readonly OrderedBuild[]
}

export interface WantedBuild {
  readonly row: VersionRow
  readonly bot: BotRow
  readonly challenge: Challenge
  readonly signal: AbortSignal
  /** Gets the steps of the build, and what it prints, as they come. */
  readonly progress: Pick<BuildProgressWriter, 'step' | 'write'>
}

export interface OrderedBuild {
  readonly bot: number
  readonly version: number
  /** When the version was added, in milliseconds since 1970. */
  readonly created: number
  /** The id of the worker that does it; undefined while it waits. */
  readonly worker: string | undefined
  /** What no worker has for it. */
  readonly missing: string | undefined
}

export interface BuildsAwayOptions {
  readonly queue: Pick<MatchQueue, 'build' | 'whyNone' | 'places'>
  readonly folders: BotFolders
  readonly packed: PackedVersions
  readonly clock: Clock
  readonly space: DiskSpace | undefined
  /** To be called when the number of builds that can be done at once has changed. */
  placesChanged(): void
}

/** Bytes that a worker may hand over for a version: more than a team may store. */
const MOST_BUILT = 1 << 30

/** A build that so many workers left while they did it is given up. */
const MOST_SUSPECT = 20
const AGAIN_MS = 50
const LONGEST_AGAIN_MS = 1000

interface OpenTicket {
  readonly source: string
  received?: { readonly temp: string; readonly hash: string }
}

interface Ordered {
  readonly row: VersionRow
  worker?: string | undefined
  missing?: string | undefined
}

export function openBuildsAway(options: BuildsAwayOptions): BuildsAway {
  const { queue, folders, packed, clock, space } = options
  const tickets = new Map<string, OpenTicket>()
  const all = new Set<Ordered>()

  function setMissing(ordered: Ordered, why: string | undefined): void {
    if (ordered.missing === why) return
    ordered.missing = why
    options.placesChanged()
  }

  /** Says why the build waits, until the signal comes: a worker has it, or it is over. */
  async function tellWaiting(
    ordered: Ordered,
    order: BuildOrder,
    { progress }: WantedBuild,
    until: AbortSignal,
  ): Promise<void> {
    for (let told: string | undefined; !until.aborted; await pause(clock, LONGEST_AGAIN_MS, until)) {
      setMissing(ordered, queue.whyNone(order))
      const why = ordered.missing ?? (queue.places() === 0 ? NO_WORKER : undefined)
      if (why !== told) progress.step({ step: 'waiting', ahead: 0, ...(why !== undefined && { why }) })
      told = why
    }
  }

  async function attempt(ordered: Ordered, wanted: WantedBuild, needs: readonly string[]): Promise<BuildEnd> {
    const { row, bot, challenge, signal, progress } = wanted
    const ticket = randomBytes(16).toString('hex')
    const order = orderOf(row, bot, challenge, ticket, needs)
    /** A worker has it, or the attempt is over. */
    const began = new AbortController()
    const waiting = tellWaiting(ordered, order, wanted, AbortSignal.any([began.signal, signal]))
    const open: OpenTicket = { source: join(folders.archives, uploadOf(row).archive) }
    tickets.set(ticket, open)
    try {
      while (ordered.missing !== undefined && !signal.aborted) await pause(clock, LONGEST_AGAIN_MS, signal)
      const end = await queue.build(order, {
        signal,
        onBegan(worker) {
          ordered.worker = worker
          began.abort()
        },
        onStep: (step) => progress.step({ step }),
        onOutput: (text, from) => progress.write(text, from),
      })
      const why =
        end.kind === 'judged' && end.verdict.passed ? await keep(wanted, open, end.files) : undefined
      const kept = why === undefined ? end : ({ kind: 'lost', why, isSuspect: true } as const)
      if (kept.kind === 'lost' && ordered.worker !== undefined) {
        progress.step({ step: 'waiting', ahead: 0 })
        // A worker that lacks a program has built nothing.
        if (!kept.programs) progress.write(`${AGAIN} (${kept.why})\n`, 'arena')
      }
      return kept
    } finally {
      began.abort()
      await waiting
      tickets.delete(ticket)
      ordered.worker = undefined
      if (open.received) await rm(open.received.temp, { force: true })
    }
  }

  /** Unpacks what a worker built of a version, and keeps the archive for other workers. Says why that is not possible. */
  async function keep(
    { row, bot }: WantedBuild,
    { received }: OpenTicket,
    files: string | undefined,
  ): Promise<string | undefined> {
    if (received === undefined || received.hash !== files) return 'what its worker built did not arrive'
    const folder = folders.builtOf(row)
    // Beside its place: only root may move a read-only folder into another one.
    const landing = await makeTemp(dirname(folder))
    try {
      const unpacked = await unpackFolder(received.temp, landing)
      if (!unpacked.ok) return unpacked.problem.message
      await sealFolder(landing, bot.person)
      await putInPlace(landing, folder)
      await packed.adopt(folders.nameOf(row), received.hash, received.temp)
      return undefined
    } finally {
      await removeFolder(landing)
    }
  }

  return {
    async examine(wanted) {
      const { row, signal } = wanted
      const ordered: Ordered = { row }
      let needs: readonly string[] = []
      all.add(ordered)
      try {
        for (let [lost, suspect] = [1, 0]; !signal.aborted; lost++) {
          const end = await attempt(ordered, wanted, needs)
          if (end.kind === 'judged') return judged(end.verdict)
          if (end.kind === 'failed') return ourFault(end.why)
          if (end.kind === 'aborted') break
          if (end.isSuspect && ++suspect >= MOST_SUSPECT)
            return ourFault(`${suspect} workers went away while they built it`)
          needs = end.programs ?? needs
          await pause(clock, Math.min(lost * AGAIN_MS, LONGEST_AGAIN_MS), signal)
        }
        return ourFault('the arena closed')
      } finally {
        setMissing(ordered, undefined)
        all.delete(ordered)
      }
    },
    sourceOf: (ticket) => tickets.get(ticket)?.source,
    async receive(ticket, built) {
      const open = tickets.get(ticket)
      if (!open) return noBuild(ticket)
      const free = await space?.roomFor(0)
      if (free?.ok === false) return free
      const received = await receiveArchive(packed.home, built, MOST_BUILT)
      if (!received.ok) return received
      const { temp, hash } = received.value
      // The attempt may be over by now, and a worker may send twice.
      if (tickets.get(ticket) !== open || open.received !== undefined) {
        await rm(temp, { force: true })
        return open.received?.hash === hash ? ok(undefined) : noBuild(ticket)
      }
      open.received = { temp, hash }
      return ok(undefined)
    },
    places: () =>
      Math.max(2, queue.places()) + [...all].filter(({ missing }) => missing !== undefined).length,
    ordered: () =>
      [...all].map(({ row: { bot, version, created }, worker, missing }) => ({
        bot,
        version,
        created,
        worker,
        missing,
      })),
  }
}

const NO_WORKER = 'no worker is there now'
const AGAIN = 'The worker that had it was lost, which is not the fault of the bot: another one builds it'

const noBuild = (ticket: string): Result<never> => fail('not-found', `There is no build ${ticket}`)

type Upload = Extract<VersionRow['source'], { readonly kind: 'upload' }>

const uploadOf = ({ source }: VersionRow): Upload => {
  if (source.kind !== 'upload') throw new Error('only an uploaded version is built')
  return source
}

function orderOf(
  row: VersionRow,
  bot: BotRow,
  challenge: Challenge,
  ticket: string,
  needs: readonly string[],
): BuildOrder {
  const { file, build, run } = uploadOf(row)
  return {
    kind: 'build',
    key: `build-${row.bot}-${row.version}`,
    challenge: challenge.id,
    name: bot.name,
    team: bot.person,
    source: {
      ...(file !== undefined && { file }),
      ...(build && { build }),
      ...(run !== undefined && { run }),
    },
    ticket,
    needs,
  }
}
