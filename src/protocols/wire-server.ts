import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawServerDefault,
} from 'fastify'
import type { Result } from '../base/result.ts'
import type { Pair } from '../game/game.ts'
import type { MatchRules, MatchSpec } from '../match/match.ts'
import type { Contestant } from './protocol.ts'

/** The HTTP application, with the types of TypeBox schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/**
 * The server half of a wire: its folder's `server.ts` exports one as `server`, and `npm run indexes` lists it in
 * `src/wires/servers.ts`. `Host` is what the wire needs of the server: an interface of the wire's own. The server hands its
 * context to every wire, so the compiler checks that it has what each of them needs.
 */
export interface WireServer<Host = unknown> {
  /** The id of the wire. */
  readonly wire: string
  readonly http?: WireRoutes<Host>
  readonly listener?: WireListener
}

/** Routes of the arena's HTTP server. */
export interface WireRoutes<Host> {
  /** Adds the routes to a scope of their own: parsers, hooks and error handlers there concern no other route. */
  mount(app: App, host: Host): void
  /** Whether an address belongs to this wire. What goes wrong there before a route is found is refused by `refuse`. */
  owns?(url: string): boolean
  /** Whether a `GET` of another address tells of what is in the store, like a stream of a match. */
  tellsOf?(url: string): boolean
  /** Answers with an error in the wire's own form. */
  refuse?(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply
}

/** A port of its own, where players wait for each other. */
export interface WireListener {
  /** Its command line options begin with it: `--tcp-port`, `--no-tcp`. */
  readonly name: string
  /** What it plays. */
  readonly challenge: string
  /** The port it takes unless it is told another. */
  readonly port: number
  open(options: ListenerOptions): Promise<Result<Listening>>
}

export interface ListenerOptions {
  /** 127.0.0.1 unless told otherwise. */
  readonly host?: string
  /** The listener's usual one unless told otherwise; 0 takes any that is free. */
  readonly port?: number
  /** Fixes all chance, together with the order of arrival. */
  readonly seed: number
  /** Settings of the game that differ from the challenge's, one set for each map; games take them in turn. */
  readonly maps?: readonly Readonly<Record<string, unknown>>[]
  readonly rules?: Partial<MatchRules>
  /** After so many seconds a house brain plays with a player that waits alone; without it, the player waits for another. */
  readonly fillAfter?: number
  /** The name of that house brain. */
  readonly fillWith?: string
  /** Connections from one address. */
  readonly maxPerAddress?: number
  /** The team with this key. Without it no team is known here, and a key is refused like a wrong one. */
  findTeam?(key: string): Result<ListenerTeam>
  /** Whether a name belongs to somebody else than a player without a key: then the player is shown as a guest. */
  isReserved?(name: string): boolean
  /** A player with the key of this team is connected; the result is called when it is no longer. */
  onTeam?(person: number): () => void
  /** Plays a game in the host's own way, so that it is logged; without it, it is played and forgotten. */
  play?(game: ListenerGame, contestants: Pair<Contestant>): Promise<unknown>
  /** The host failed, so a game could not be played to its end; all others go on. */
  onFailure?(game: ListenerGame, error: unknown): void
}

/** A player that has shown its key. */
export interface ListenerTeam {
  readonly person: number
  /** It plays under the team's name. */
  readonly name: string
}

export interface ListenerGame {
  /** Counted from 0 in the order in which games began. */
  readonly index: number
  readonly names: Pair<string>
  /** The players that have shown a key. */
  readonly people: Pair<number | undefined>
  readonly spec: MatchSpec
}

export interface Listening extends AsyncDisposable {
  readonly host: string
  readonly port: number
}
