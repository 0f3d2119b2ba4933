import type { MatchBody } from '../api/matches.ts'
import type { Result } from '../base/result.ts'
import { fail, ok } from '../base/result.ts'
import { CHALLENGES, findChallenge } from '../challenges/index.ts'
import { torusTron } from '../challenges/torus-tron.ts'
import type { Challenge } from '../challenges/challenge.ts'
import type { TronState } from '../games/tron/index.ts'
import type { Contestant } from '../protocols/protocol.ts'
import { loadBrain } from '../runner/load-brain.ts'
import { challengeOf, registerTeam } from '../sdk/arena-platform.ts'
import { attendContest, callArena } from '../sdk/attend-contest.ts'
import { describeReport, type ArenaCall } from '../sdk/play-polling.ts'
import { callServer, LAST_WORDS } from '../sdk/play-remote-tron.ts'
import { storedLogin } from './arena-account.ts'
import { askArena } from './ask-arena.ts'
import { makeContestant, nameBot, readBot, readBrainSource } from './bots.ts'
import { readSeed } from './play.ts'
import { badArgument, CommandError, findOrExit, orExit } from './problem.ts'
import { readAddress } from './tcp-address.ts'
import { printable } from './text.ts'
import { whyLost } from './why-lost.ts'

export interface ConnectFlags {
  readonly name?: string
  readonly seed?: string
  readonly key?: string
  readonly against?: string
  readonly challenge?: string
}

/**
 * `gamegrid connect`: plays with a bot on a remote server and prints the result: torus tron over TCP at HOST:PORT,
 * any challenge in the arena at http://….
 */
export async function connect(address: string, bot: string, flags: ConnectFlags = {}): Promise<void> {
  const stop = new AbortController()
  const interrupt = (): void => stop.abort()
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  try {
    const words = await (/^https?:\/\//.test(address)
      ? playInArena(address.replace(/\/+$/, ''), bot, flags, stop.signal)
      : playOverTcp(address, bot, flags, stop.signal))
    if (stop.signal.aborted && flags.against !== 'contest')
      throw new CommandError('Interrupted: the game has no result', 1)
    console.log(printable(orExit(words, 1)))
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
}

async function playOverTcp(
  address: string,
  bot: string,
  flags: ConnectFlags,
  signal: AbortSignal,
): Promise<Result<string>> {
  if ((flags.challenge ?? torusTron.id) !== torusTron.id)
    throw badArgument(
      `Cannot play ${flags.challenge} over TCP: expected torus-tron, or an arena at http://HOST:PORT`,
    )
  readBrainSource(nameBot(bot).bot, { challenge: torusTron })
  const player = orExit(await readContestant(bot, torusTron, flags))
  const { host, port } = readAddress(address)
  const key = flags.key ?? process.env['GAMEGRID_KEY']
  let last: readonly [string, TronState] | undefined
  const played = await callServer(player, {
    host,
    port,
    key,
    seed: readSeed(flags.seed),
    signal,
    onMove: (...move) => (last = move),
  })
  if (!played.ok) return played
  const result = `${player.name}: ${LAST_WORDS[played.value]}`
  return ok(played.value === 'loss' && last ? `${result}\nWhy: ${whyLost(...last)}` : result)
}

async function playInArena(
  url: string,
  bot: string,
  flags: ConnectFlags,
  signal: AbortSignal,
): Promise<Result<string>> {
  if (flags.against === 'contest') return attend(url, bot, flags, signal)
  const against = readAgainst(flags.against ?? 'house:random')
  const challenge = findOrExit('challenge', await challengeFor(url, against, flags), CHALLENGES)
  const player = orExit(await readContestant(bot, challenge, flags))
  const key = await keyFor(url, player.name, flags)
  const seed = readSeed(flags.seed)
  const options = { url, key, ...against, challenge: challenge.id, seed, signal, onFailure: complain }
  const played = await callArena(player, options)
  if (!played.ok) return played
  const { game } = played.value
  const { end } = await askArena<MatchBody>({ url, key }, `/matches/${game}`)
  const result = `${player.name}: ${describeReport(played.value)} (${url}/matches/${game})`
  return ok(end === null ? result : `${result}\nWhy: ${end}`)
}

/** The challenge of an existing game comes from the server. */
async function challengeFor(
  url: string,
  { game }: Pick<ArenaCall, 'game'>,
  { challenge = 'boost-tron' }: ConnectFlags,
): Promise<string> {
  return game === undefined ? challenge : orExit(await challengeOf(url, game), 1)
}

/** Plays all tournament matches of the team until it is interrupted. */
async function attend(
  url: string,
  bot: string,
  flags: ConnectFlags,
  signal: AbortSignal,
): Promise<Result<string>> {
  const challenges =
    flags.challenge === undefined ? CHALLENGES : [findOrExit('challenge', flags.challenge, CHALLENGES)]
  const { name } = orExit(await readForAny(bot, challenges, flags))
  const key = await keyFor(url, name, flags)
  console.log(printable(`${name} waits for its next match; Ctrl-C ends the command`))
  const playerFor = async (id: string): Promise<Result<Contestant>> => {
    const challenge = findChallenge(id)
    return challenge
      ? readContestant(bot, challenge, flags)
      : fail('cannot-connect', `Cannot play ${id}: this gamegrid does not know it`)
  }
  const attended = await attendContest(playerFor, {
    url,
    key,
    challenge: flags.challenge,
    ...(flags.seed !== undefined && { seed: readSeed(flags.seed) }),
    signal,
    onFailure: complain,
    onGame: (game, result) =>
      console.log(
        printable(`Game ${game}: ${result.ok ? describeReport(result.value) : result.problem.message}`),
      ),
  })
  return attended.ok ? ok(`${name}: played ${attended.value} games`) : attended
}

/** Makes a player for the first of these challenges that the bot can play. */
async function readForAny(
  bot: string,
  challenges: readonly Challenge[],
  flags: ConnectFlags,
): Promise<Result<Contestant>> {
  const read = await Promise.all(challenges.map((challenge) => readContestant(bot, challenge, flags)))
  return (
    read.find(({ ok: isFit }) => isFit) ??
    read[0] ??
    fail('cannot-connect', 'Cannot play: there is no challenge')
  )
}

/** A brain has a name; a program is named after its file. */
async function readContestant(
  word: string,
  challenge: Challenge,
  flags: ConnectFlags,
): Promise<Result<Contestant>> {
  const { name, bot } = nameBot(word)
  try {
    const source = readBot(bot, { challenge })
    if (source.kind === 'human')
      return fail('cannot-connect', 'Cannot connect a human: play in a browser, on the page of the arena')
    const brain =
      source.kind === 'brain' ? await loadBrain(source.source, challenge.game.id, complain) : undefined
    if (brain && !brain.ok) return brain
    const called = flags.name ?? (bot === word ? brain?.value.name : undefined) ?? name
    return ok(
      makeContestant(source, called, bot, { challenge }, (line) =>
        console.error(printable(`${called}: ${line}`)),
      ),
    )
  } catch (error) {
    if (error instanceof CommandError) return fail('cannot-connect', error.message)
    throw error
  }
}

const complain = (why: string): void => console.error(printable(why))

const keyFor = async (url: string, name: string, flags: ConnectFlags): Promise<string> =>
  flags.key ?? process.env['GAMEGRID_KEY'] ?? storedLogin(url)?.key ?? (await register(url, name))

/** Registers a team of that name and prints its key, for the next time. */
async function register(url: string, name: string): Promise<string> {
  const registered = await registerTeam(url, name)
  if (!registered.ok && registered.problem.code === 'name-taken')
    throw new CommandError(
      `${registered.problem.message}; if ${name} is your team, give its key in GAMEGRID_KEY, or take another --name`,
      1,
    )
  const key = orExit(registered, 1)
  console.error(printable(`Registered ${name}; to play as ${name} again: GAMEGRID_KEY=${key}`))
  return key
}

/** The opponent, or the number of the game. */
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
