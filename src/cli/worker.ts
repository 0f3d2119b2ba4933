import { deferred } from '../base/deferred.ts'
import type { WorkersArena } from '../queue/version-archives.ts'
import { openQueueWorker } from '../queue/queue-worker.ts'
import { refuseAddressLimit } from './address-limit.ts'
import { readArenaUrl } from './arena-account.ts'
import { version } from './own-package.ts'
import { badArgument, CommandError, orExit } from './problem.ts'
import { readQueueAddress } from './queue-address.ts'
import { readCount } from './read-count.ts'

export interface WorkerFlags {
  readonly queue: string
  readonly arena?: string
  readonly key?: string
  readonly matches?: string
  readonly lostAfter?: string
  readonly leaveWithin?: string
  readonly speed?: string
}

/** `gamegrid worker`: plays matches of a queue until it is told to leave, or is set aside. */
export async function work(flags: WorkerFlags): Promise<void> {
  refuseAddressLimit('play matches')
  const address = await readQueueAddress(flags.queue)
  const arena = readWorkersArena(flags)
  // Child processes inherit the environment; they must not get these.
  delete process.env['GAMEGRID_QUEUE_PASSWORD']
  delete process.env['GAMEGRID_WORKER_KEY']
  const matchesAtOnce = flags.matches === undefined ? 1 : readCount('matches', flags.matches, 1, 256)
  const lostAfterMs = 1000 * readCount('lost-after', flags.lostAfter ?? '30', 1, 3600)
  const graceMs = 1000 * readCount('leave-within', flags.leaveWithin ?? '60', 0, 86_400)
  const speed = flags.speed === undefined ? undefined : readCount('speed', flags.speed, 1, 1e12)
  const leaving = deferred<'left'>()
  const say = (line: string): void => console.log(line)
  const worker = orExit(
    await openQueueWorker({
      address,
      release: version,
      matchesAtOnce,
      lostAfterMs,
      ...(speed !== undefined && { speed }),
      ...(arena && { arena }),
      say,
    }),
    1,
  )
  const { name, rules, speed: itsSpeed } = worker.card
  const atOnce = matchesAtOnce === 1 ? 'one match' : `${matchesAtOnce} matches`
  say(
    `Worker ${name} plays ${atOnce} at once for ${address.shown} (gamegrid ${rules.gamegrid}, speed ${itsSpeed})`,
  )
  let signals = 0
  const onSignal = (): void => {
    if (++signals > 1) process.exit(1)
    say(
      `Leaving when its running matches are over, within ${graceMs / 1000} s; a second signal ends it at once`,
    )
    leaving.resolve('left')
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
  const end = await Promise.race([leaving.promise, worker.setAside])
  await worker.leave(end === 'left' ? graceMs : 0)
  if (end !== 'left') throw new CommandError(end.message, 1)
  say('Left')
}

/** The arena whose versions the worker plays. The key may come from the environment, because other users can read a command line. */
function readWorkersArena({
  arena,
  key = process.env['GAMEGRID_WORKER_KEY'],
}: WorkerFlags): WorkersArena | undefined {
  if (arena === undefined && key === undefined) return undefined
  if (arena === undefined)
    throw badArgument('Cannot use the key of a worker without its arena: expected --arena URL, too')
  if (key === undefined || key.trim() === '')
    throw badArgument(
      'Cannot work for an arena without a key: its organiser makes one; pass it in GAMEGRID_WORKER_KEY, or with --key',
    )
  return { url: readArenaUrl(arena), key: key.trim() }
}
