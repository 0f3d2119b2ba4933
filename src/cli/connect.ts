import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { tron } from '../games/tron/index.ts'
import { loadBrain, type BrainSource } from '../runner/load-brain.ts'
import { threadContestant } from '../runner/thread-contestant.ts'
import { callServer, LAST_WORDS } from '../sdk/play-remote-tron.ts'
import { readSeed } from './play.ts'
import { badArgument, CommandError, orExit } from './problem.ts'
import { readAddress } from './tcp-address.ts'
import { printable } from './text.ts'

export interface ConnectFlags {
  readonly name?: string
  readonly seed?: string
}

/** `gamegrid connect`: plays one game of torus tron with a brain on a server elsewhere, and says how it ended. */
export async function connect(address: string, brain: string, flags: ConnectFlags = {}): Promise<void> {
  const { host, port } = readAddress(address)
  const source = readSource(brain)
  const { name } = orExit(await loadBrain(source, tron.id))
  const player = threadContestant({
    name: flags.name ?? name,
    bot: brain,
    source,
    onLog: (line) => console.error(printable(`${name}: ${line}`)),
  })
  const stop = new AbortController()
  const interrupt = (): void => stop.abort()
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  const played = await callServer(player, { host, port, seed: readSeed(flags.seed), signal: stop.signal })
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  if (stop.signal.aborted) throw new CommandError('Interrupted: the game has no result', 1)
  console.log(printable(`${player.name}: ${LAST_WORDS[orExit(played, 1)]}`))
}

function readSource(brain: string): BrainSource {
  if (brain.startsWith('house:')) return { kind: 'house', name: brain.slice('house:'.length) }
  if (!/\.[cm]?[jt]s$/.test(brain))
    throw badArgument(
      `Cannot use ${JSON.stringify(brain)} as a brain: expected house:NAME or a brain module like ./brain.ts`,
    )
  const path = resolve(brain)
  if (!existsSync(path))
    throw badArgument(`Cannot find brain ${JSON.stringify(brain)}: there is no such file`)
  return { kind: 'module', path }
}
