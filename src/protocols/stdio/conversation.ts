import { show } from '../../base/fields.ts'
import { seededRng } from '../../base/rng.ts'
import type { Game } from '../../game/game.ts'
import type { Remark } from '../../game/remark.ts'
import type { Answer, Connection, Contestant, Opening, Unasked } from '../protocol.ts'
import { scan, type Expectation } from './scan.ts'

/** The program's half of a conversation with the host, and the player that thinks for it. */
export interface Conversation {
  readonly player: Contestant
  /** What the host says next; undefined when it has closed the wire. */
  readonly next: (expected: Expectation) => Promise<string | undefined>
  readonly write: (text: string) => void
  /** Says a remark on stderr, for wires whose own words have no room for it; before the move that it belongs to. */
  readonly remark: (remark: Remark | undefined) => void
  readonly signal: AbortSignal
}

/** What a player should know and some wires do not tell. */
export interface Untold {
  /** The game's settings, if not those of the challenge. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** For the player's own chance: the same seed, the same chance. */
  readonly seed?: number
  /** How long the player is told it may think, if not as long as the challenge says. */
  readonly moveMs?: number
}

export const LINE: Expectation = { kind: 'line' }

/** Ends the program with its message, without a stack trace. */
export class StdioError extends Error {}

export const misread = (what: string, text: unknown, expected: string): StdioError =>
  new StdioError(`Cannot read ${what} ${show(text)}: expected ${expected}`)

export const failed = ({ name }: Contestant, answer: Exclude<Answer, { kind: 'move' }>): StdioError => {
  const why = answer.kind === 'gone' ? (answer.detail ?? answer.cause) : answer.kind
  return new StdioError(`Cannot go on playing: ${name} failed (${why})`)
}

export async function connectPlayer(
  { player, signal }: Conversation,
  opening: Opening,
  unasked?: Unasked,
): Promise<Connection> {
  const connection = await player.connect(opening, signal, { unasked })
  if ('kind' in connection) throw failed(player, connection)
  return connection
}

export function setUp<Config, State>(
  game: Pick<Game<Config, State>, 'parseConfig' | 'setup'>,
  settings: Readonly<Record<string, unknown>>,
  seed: number,
): State {
  const config = game.parseConfig(settings)
  if (!config.ok) throw new StdioError(config.problem.message)
  return game.setup(config.value, seededRng(seed))
}

/** The opening of a round; names and clock are made up where the wire does not tell them. */
export const openingFor = (
  { name }: Contestant,
  told: Pick<Opening, 'challenge' | 'game' | 'settings' | 'seat' | 'seed' | 'view'>,
  moveMs: number,
): Opening => ({
  ...told,
  names: told.seat === 0 ? [name, 'opponent'] : ['opponent', name],
  round: 0,
  clock: { kind: 'per-move', ms: moveMs },
  startUpMs: moveMs,
})

/** Reads the host's output piece by piece, as the client expects it. */
export function openReader(input: AsyncIterable<Uint8Array | string>): {
  readonly next: Conversation['next']
  readonly close: () => Promise<void>
} {
  const chunks = input[Symbol.asyncIterator]()
  const decoder = new TextDecoder()
  let text = ''
  let isEnded = false
  return {
    next: async (expected) => {
      for (;;) {
        const found = scan(expected, text, isEnded)
        if (found) {
          text = text.slice(found.end)
          return found.text
        }
        if (isEnded) return undefined
        const { done, value } = await chunks.next()
        isEnded = done === true
        if (!done) text += typeof value === 'string' ? value : decoder.decode(value, { stream: true })
      }
    },
    close: async () => void (await chunks.return?.()),
  }
}
