import { BRAINS, findBrain } from '../brains/index.ts'
import { torusTron } from '../challenges/torus-tron.ts'
import { describeEnd } from '../match/describe.ts'
import { parseClock } from '../match/rules.ts'
import { openTcpLobby } from '../runner/tcp-lobby.ts'
import { readSeed } from './play.ts'
import { badArgument, orExit, unknownName } from './problem.ts'
import { readSettings } from './settings.ts'
import { readPort } from './tcp-address.ts'
import { printable } from './text.ts'

export interface ServeFlags {
  readonly tcpPort?: string
  readonly tcpHost?: string
  readonly fillAfter?: string
  readonly fillWith?: string
  readonly set?: readonly string[]
  readonly size?: string
  readonly clock?: string
  readonly seed?: string
}

/** `gamegrid serve`: torus tron over TCP for whoever comes, until it is interrupted. */
export async function serve(flags: ServeFlags, print: (line: string) => void = console.log): Promise<void> {
  const { game, preset } = torusTron
  const map = readSettings(game, preset, flags.set ?? [], flags.size)
  orExit(game.parseConfig(map))
  await using lobby = orExit(
    await openTcpLobby({
      seed: readSeed(flags.seed),
      maps: [map],
      ...(flags.tcpHost !== undefined && { host: flags.tcpHost }),
      ...(flags.tcpPort !== undefined && { port: readPort(flags.tcpPort) }),
      ...(flags.clock !== undefined && { rules: { clock: orExit(parseClock(flags.clock)) } }),
      ...(flags.fillAfter !== undefined && { fillAfter: readSeconds(flags.fillAfter) }),
      ...(flags.fillWith !== undefined && { fillWith: readBrain(flags.fillWith) }),
      onOver({ index, names, spec }, match) {
        const [round] = match.ended.slice(-1)
        const end = round ? describeEnd(round, spec, names) : 'given up'
        print(printable(`Game ${index + 1}, ${names[0]} against ${names[1]}: ${end}`))
      },
      onFailure: ({ index }, error) =>
        print(
          printable(
            `Game ${index + 1} could not be played: ${error instanceof Error ? error.message : 'unknown'}`,
          ),
        ),
    }),
    1,
  )
  print(
    `Torus Tron on ${lobby.host}:${lobby.port}; play with gamegrid connect ${lobby.host}:${lobby.port} BRAIN`,
  )
  await new Promise<void>((done) => void process.once('SIGINT', done).once('SIGTERM', done))
}

function readSeconds(text: string): number {
  if (/^\d{1,6}(?:\.\d{1,3})?$/.test(text)) return Number(text)
  throw badArgument(`Cannot fill after ${JSON.stringify(text)}: expected seconds from 0`)
}

function readBrain(text: string): string {
  const name = text.replace(/^house:/, '')
  if (findBrain(name, torusTron.game.id)) return name
  const known = BRAINS.filter(({ game }) => game === undefined || game === torusTron.game.id)
  throw badArgument(
    unknownName(
      'house brain',
      name,
      known.map((brain) => brain.name),
    ).message,
  )
}
