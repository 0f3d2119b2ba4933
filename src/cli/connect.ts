import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { tron } from '../games/tron/index.ts'
import { ok, type Result } from '../base/result.ts'
import type { Contestant } from '../protocols/protocol.ts'
import { loadBrain, type BrainSource } from '../runner/load-brain.ts'
import { threadContestant } from '../runner/thread-contestant.ts'
import {
  attendContest,
  callArena,
  describeReport,
  registerTeam,
  type ArenaCall,
} from '../sdk/play-polling.ts'
import { callServer, LAST_WORDS } from '../sdk/play-remote-tron.ts'
import { readSeed } from './play.ts'
import { badArgument, CommandError, orExit } from './problem.ts'
import { readAddress } from './tcp-address.ts'
import { printable } from './text.ts'

export interface ConnectFlags {
  readonly name?: string
  readonly seed?: string
  readonly key?: string
  readonly against?: string
}

/**
 * `gamegrid connect`: plays one game with a brain on a server elsewhere, and says how it ended: torus tron over TCP at
 * HOST:PORT, boost tron in the arena at http://….
 */
export async function connect(address: string, brain: string, flags: ConnectFlags = {}): Promise<void> {
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
  const words = await (/^https?:\/\//.test(address)
    ? playInArena(address, player, flags, stop.signal)
    : playOverTcp(address, player, flags, stop.signal))
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  if (stop.signal.aborted && flags.against !== 'contest')
    throw new CommandError('Interrupted: the game has no result', 1)
  console.log(printable(`${player.name}: ${orExit(words, 1)}`))
}

async function playOverTcp(
  address: string,
  player: Contestant,
  flags: ConnectFlags,
  signal: AbortSignal,
): Promise<Result<string>> {
  const { host, port } = readAddress(address)
  const played = await callServer(player, { host, port, seed: readSeed(flags.seed), signal })
  return played.ok ? ok(LAST_WORDS[played.value]) : played
}

async function playInArena(
  url: string,
  player: Contestant,
  flags: ConnectFlags,
  signal: AbortSignal,
): Promise<Result<string>> {
  const opponent = flags.against === 'contest' ? undefined : readAgainst(flags.against ?? 'house:random')
  const key = flags.key ?? process.env['GAMEGRID_KEY'] ?? (await register(url, player.name))
  if (opponent === undefined) return attend(url, player, key, signal)
  const played = await callArena(player, { url, key, ...opponent, seed: readSeed(flags.seed), signal })
  return played.ok
    ? ok(`${describeReport(played.value)} (${url.replace(/\/+$/, '')}/matches/${played.value.game})`)
    : played
}

/** Plays all games of a contest that the team is called to, till it is interrupted. */
async function attend(
  url: string,
  player: Contestant,
  key: string,
  signal: AbortSignal,
): Promise<Result<string>> {
  console.log(printable(`${player.name} waits to be called; Ctrl-C ends it`))
  const attended = await attendContest(player, {
    url,
    key,
    signal,
    onGame: (game, result) =>
      console.log(
        printable(`Game ${game}: ${result.ok ? describeReport(result.value) : result.problem.message}`),
      ),
  })
  return attended.ok ? ok(`played ${attended.value} games`) : attended
}

/** A team of that name, made now; its key is told, for the next time. */
async function register(url: string, name: string): Promise<string> {
  const key = orExit(await registerTeam(url, name), 1)
  console.error(printable(`Registered ${name}; to play as ${name} again: GAMEGRID_KEY=${key}`))
  return key
}

/** Whom to play, or which game. */
function readAgainst(text: string): Pick<ArenaCall, 'opponent' | 'game'> {
  const [kind, name] = text.split(':')
  if (text === 'open') return { opponent: text }
  if (kind === 'house' && name) return { opponent: `house:${name}` }
  if (kind === 'bot' && /^\d{1,12}$/.test(name ?? '')) return { opponent: `bot:${Number(name)}` }
  if (/^\d{1,12}$/.test(text)) return { game: Number(text) }
  throw badArgument(
    `Cannot play against ${JSON.stringify(text)}: expected house:NAME, bot:ID, open, contest, or the number of a game`,
  )
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
