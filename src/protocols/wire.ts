import type { StdioWire } from './stdio/stdio-wire.ts'
import type { GameDoctor, WireDoctor } from './wire-doctor.ts'

/**
 * A wire: one way to reach players, in one folder `src/wires/NAME`. Its `wire.ts` exports one as `wire`; `npm run indexes`
 * lists it. Other files of the folder: `words.ts` its notation, `client.ts` the player's half, `server.ts` the half that
 * waits for players to come (see `wire-server.ts`), `doctor.ts` what the doctor knows about it, `transcripts/` golden
 * conversations, `kit/` starter bots.
 */
export interface Wire {
  /** As people name it: `--wire json`, `Challenge.wire`. */
  readonly id: string
  /** What carries it, as the API tells it: `stdio`, `tcp`, `polling`, `sse`. */
  readonly transport: string
  /** `import.meta.dirname`: its kits and transcripts are there. */
  readonly folder: string
  /**
   * Whether a player hears the position of a turn, and so can play from an opening. False for a wire that tells only moves:
   * its players know the board of the game's own start, and a round has to begin there.
   */
  readonly tellsPosition: boolean
  /** The arena calls a team to each match at the address where the team waits, as evaluations need it. */
  readonly callsTeams?: true
  /** Its page in `docs`: `wire/json-lines`. */
  readonly page?: string
  /** For programs that are started here and spoken to on stdin and stdout. */
  readonly stdio?: StdioWire
  /** What the doctor knows about the wire, and about games that are mostly played on it. */
  readonly doctor?: WireDoctor
  readonly gameDoctors?: readonly GameDoctor[]
  /** The commands by which a starter bot plays first; without them it plays a match here. */
  firstSteps?(run: string, challenge: string): readonly string[]
}
