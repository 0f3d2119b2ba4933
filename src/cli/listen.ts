import type { Pair } from '../game/game.ts'
import type { MatchSpec } from '../match/match.ts'
import type { Contestant } from '../protocols/protocol.ts'
import { listenContestants } from '../wires/torus-tcp/listen-contestants.ts'
import { checkTcpSpec } from '../wires/torus-tcp/reception.ts'
import { CommandError, orExit } from './problem.ts'
import { readPort } from './tcp-address.ts'
import { printable } from './text.ts'

export interface ListenFlags {
  readonly tcpHost?: string
  readonly tcpPort?: string
}

export interface Arrivals extends AsyncDisposable {
  /** The players that connected, by seat; undefined for seats that are not `listen:tcp`. */
  readonly seats: Pair<Contestant | undefined>
}

/** Waits for one TCP player for each bot that is `listen:tcp`. Dispose of the result after the match. */
export async function listenForBots(
  bots: Pair<string>,
  spec: MatchSpec,
  flags: ListenFlags,
): Promise<Arrivals> {
  const wanted = bots.map((bot) => /^(?:(.*)=)?listen:tcp$/.exec(bot))
  const count = wanted.filter(Boolean).length
  if (count === 0) return { seats: [undefined, undefined], async [Symbol.asyncDispose]() {} }
  orExit(checkTcpSpec(spec))
  const stop = new AbortController()
  const interrupt = (): void => stop.abort()
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  const listened = orExit(
    await listenContestants({
      ...(flags.tcpHost !== undefined && { host: flags.tcpHost }),
      ...(flags.tcpPort !== undefined && { port: readPort(flags.tcpPort) }),
      count,
      signal: stop.signal,
      onListening: (host, port) =>
        console.error(`Waiting for ${count === 1 ? 'a player' : `${count} players`} on ${host}:${port}`),
      onArrival: (name, missing) =>
        console.error(printable(`${name} has come${missing > 0 ? `, ${missing} still to come` : ''}`)),
    }),
    1,
  )
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  if (stop.signal.aborted) {
    await listened[Symbol.asyncDispose]()
    throw new CommandError('Interrupted: not all players have come', 1)
  }
  const arrived = [...listened.contestants]
  const seat = (match: RegExpExecArray | null | undefined): Contestant | undefined => {
    const contestant = match ? arrived.shift() : undefined
    return contestant && match?.[1] ? { ...contestant, name: match[1] } : contestant
  }
  return {
    seats: [seat(wanted[0]), seat(wanted[1])],
    [Symbol.asyncDispose]: () => listened[Symbol.asyncDispose](),
  }
}
